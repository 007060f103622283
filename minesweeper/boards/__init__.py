"""Boards: dealt from a seed, made without guesses, measured, and read and written as codes and formats.

This package knows where the mines are, so no solver or assistant may import it.
"""
