"""Settings for the whole suite."""

from __future__ import annotations

import gc
import os
import signal
import time

import pytest
from hypothesis import settings

from tests.tools.posix import has_posix

# What is loaded and collected stays to the end: to look for garbage in it takes up to a tenth of the time of the suite.
gc.disable()

# A deadline measures the machine, not the program.
settings.register_profile("minesweeper", deadline=None)
settings.load_profile("minesweeper")

# A shell starts background jobs with Ctrl-C and Ctrl-\ ignored, nohup with a hang-up, and so would be every program to
# which a test sends them.
for name in ("SIGINT", "SIGQUIT", "SIGHUP"):
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)

# Where colours are forced, as some CI does, boards in pipes would have them too.
for name in ("CLICOLOR_FORCE", "FORCE_COLOR"):
    os.environ.pop(name, None)

# Dates are shown in the player's own time; pictures of them need one.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips what is marked `posix` where that is missing."""
    marker = item.get_closest_marker("posix")
    if marker is not None and not has_posix():
        pytest.skip(*marker.args)


def pytest_collection_finish() -> None:
    """From here on garbage is looked for in what the tests make, and more seldom than usual: most of it is small."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()
