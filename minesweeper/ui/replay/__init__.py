"""Replays on the screen: the list of them, the player, its exports."""
