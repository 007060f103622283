"""What a player may know of a board (``position``), and small tools that know nothing of the game.

Imports no other package.
"""
