"""Starts Minesweeper as a module: python -m minesweeper."""

import sys

from minesweeper.cli import main

if __name__ == "__main__":
    sys.exit(main())
