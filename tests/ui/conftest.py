"""The database fixture of all tests of screens that read or store games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.storage.saves_table import Saves, open_saves


@pytest.fixture
def saves(tmp_path: Path) -> Iterator[Saves]:
    """An empty game database, opened by the test like a second program beside the one under test."""
    saves = open_saves(tmp_path)
    yield saves
    saves.close()
