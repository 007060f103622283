"""Settings for the whole suite."""

from __future__ import annotations

from hypothesis import settings

# A deadline measures the machine, not the program.
settings.register_profile("minesweeper", deadline=None)
settings.load_profile("minesweeper")
