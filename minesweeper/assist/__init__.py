"""The questions that a player can ask about a position, answered in words: tip, guess, what-if, solver move and the
review of a loss. Nothing in this package ever sees where the mines are.
"""
