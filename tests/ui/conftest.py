"""The player's files, for the tests of every screen that asks them something."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.storage.saves_table import Archive


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """The game database, empty at first; a screen sees it as another program would."""
    archive = Archive(tmp_path)
    yield archive
    archive.close()
