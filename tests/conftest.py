"""Settings for the whole test suite."""

from __future__ import annotations

import gc
import os
import signal
import time

import pytest
from hypothesis import settings

from tests.tools.posix import has_posix

# Everything that is loaded now stays to the end. Searching it for garbage takes up to a tenth of the suite's time.
gc.disable()

# No deadlines, because they measure the machine instead of the program.
settings.register_profile("minesweeper", deadline=None)
settings.load_profile("minesweeper")

# A shell starts background jobs with Ctrl-C and Ctrl-\ ignored, nohup with a hang-up, and so would be every program to
# which a test sends them.
for name in ("SIGINT", "SIGQUIT", "SIGHUP"):
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)

# Some CI systems force colours, and then boards in pipes would have them too.
for name in ("CLICOLOR_FORCE", "FORCE_COLOR"):
    os.environ.pop(name, None)

# Dates are shown in the player's time zone, so recorded screens need a fixed one.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests that are marked `posix` on systems without it."""
    marker = item.get_closest_marker("posix")
    if marker is not None and not has_posix():
        pytest.skip(*marker.args)


def pytest_collection_finish() -> None:
    """Exempts everything that is loaded so far from garbage collection and makes collections rarer."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()
