"""The player's files, for the tests of every screen that asks them something."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.storage.saves_table import Saves, open_saves


@pytest.fixture
def saves(tmp_path: Path) -> Iterator[Saves]:
    """The game database, empty at first; a screen sees it as another program would."""
    saves = open_saves(tmp_path)
    yield saves
    saves.close()
