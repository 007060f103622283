"""Starts Minesweeper, installed or as a module (python -m minesweeper). Tested in tests/test_cli.py."""

from __future__ import annotations

import sys


def main() -> int:
    """Runs the program. Ctrl-C during loading ends it without a word, as later."""
    try:
        from minesweeper.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
