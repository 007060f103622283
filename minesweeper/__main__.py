"""Starts Minesweeper, as an installed command or as a module (``python -m minesweeper``).

Tested in tests/test_cli.py.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Runs the program and returns its exit status.

    Ctrl-C while modules are loaded ends the program without a traceback, as it does later.
    """
    try:
        from minesweeper.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
