"""The game on the screen, one module per subject."""
