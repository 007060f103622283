"""Minesweeper for the terminal: the game, its front ends and its solvers."""
