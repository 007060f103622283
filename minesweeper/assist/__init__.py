"""Answers to the questions of a player, in words: tips, guesses, odds, what-if, moves of a solver, losses. No mines."""
