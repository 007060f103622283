"""Runs the program in a pseudo-terminal and reads its screen; for POSIX systems only."""
