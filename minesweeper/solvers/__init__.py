"""Solvers: a ``Position`` goes in, and deductions, odds or a move come out. They never see where the mines are."""
