"""Measures the program; every figure in the docs comes from one of these commands."""
