"""Starts Minesweeper from a checkout: python3 minesweeper.py. Parses on any Python 3."""

import sys

if sys.version_info < (3, 10):
    sys.exit("Minesweeper needs Python 3.10 or later; this is Python %d.%d." % sys.version_info[:2])

from minesweeper.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
