"""There are pseudo-terminals on POSIX systems only."""

from __future__ import annotations

import sys

collect_ignore = ["test_harness.py", "test_endings.py"] if sys.platform == "win32" else []
