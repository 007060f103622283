"""Plays many boards with solvers and compares their results."""
