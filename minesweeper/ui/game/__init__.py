"""The game on the screen, a file a subject."""
