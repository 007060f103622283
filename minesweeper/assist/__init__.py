"""Answers a player's questions in words: tips, guesses, odds, what-ifs, solver moves, losses. Never sees the mines."""
