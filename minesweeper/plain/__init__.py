"""Text mode: Minesweeper with typed lines for any terminal and for screen readers, and with JSON for programs."""
