"""Replays: the list of finished games, the player, and exports."""
