"""What anyone at the board may know, and small tools that know nothing of the game."""
