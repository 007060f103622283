"""Solvers that play many boards, and the figures that compare them."""
