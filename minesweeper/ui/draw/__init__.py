"""Draws screens, without a state of its own and without a terminal."""
