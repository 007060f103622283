"""Solvers: a Position in; deductions, odds or a move out. They never see where the mines are."""
