"""Builds the game as a single file for Python 3.10 or later: ``python3 -m tests.tools.onefile``.

Tested in tests/whole/test_installed.py.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import zipapp
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def build(target: Path) -> Path:
    """Writes the file anew: the package with its settings, started by the launcher of the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "minesweeper"
        shutil.copytree(ROOT / "minesweeper", package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "settings.json", package)
        shutil.copy(ROOT / "minesweeper.py", Path(folder) / "__main__.py")
        zipapp.create_archive(folder, target, "/usr/bin/env python3", compressed=True)
    return target


if __name__ == "__main__":
    print(build(Path(sys.argv[1] if len(sys.argv) > 1 else "minesweeper.pyz")))
