"""Reads and writes a terminal: the only folder that knows bytes, signals and curses."""
