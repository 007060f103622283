"""The screens other than games and replays, one file each."""
