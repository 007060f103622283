"""Settings for the whole suite."""

from __future__ import annotations

import signal

from hypothesis import settings

# A deadline measures the machine, not the program.
settings.register_profile("minesweeper", deadline=None)
settings.load_profile("minesweeper")

# A shell starts background jobs with Ctrl-C ignored, and so would be every program that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
