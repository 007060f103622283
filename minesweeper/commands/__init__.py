"""Holds the commands: a table, their parser, and one module each."""
