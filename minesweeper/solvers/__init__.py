"""Solvers turn a Position into deductions, odds or a move. They never see where the mines are."""
