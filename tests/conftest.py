"""Settings for the whole suite."""

from __future__ import annotations

import os
import signal
import time

from hypothesis import settings

# A deadline measures the machine, not the program.
settings.register_profile("minesweeper", deadline=None)
settings.load_profile("minesweeper")

# A shell starts background jobs with Ctrl-C ignored, and so would be every program that a test interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Dates are shown in the player's own time; pictures of them need one.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()
