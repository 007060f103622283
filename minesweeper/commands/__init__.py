"""The commands of the command line: their ``table``, their ``parser``, and one module for each."""
