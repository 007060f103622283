"""Holds what a player may know of a board, and small tools that know nothing of the game."""
