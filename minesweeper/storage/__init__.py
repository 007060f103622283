"""Reads and writes files: settings, the game database, boards and replays."""
