"""Starts Minesweeper as a module: python -m minesweeper. Tested in tests/test_cli.py."""

import sys

from minesweeper.cli import main

if __name__ == "__main__":
    sys.exit(main())
