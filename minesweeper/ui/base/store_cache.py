"""What screens know of the games that are kept. Autosave renews it from the store; nothing here knows of a disk.

Tested in tests/ui/test_autosave.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from minesweeper.storage.records import DailyRecord, Group, Record, SavedGame


class StoreCache(NamedTuple):
    """All of it; empty until the store was read."""

    records: Mapping[Group, Record] = MappingProxyType({})
    waiting: tuple[SavedGame, ...] = ()
    """The saved games, the newest first."""
    replays: int | None = None
    """How many games can be watched; None until they were counted."""
    problem: str | None = None
    """Why nothing can be saved, or None when all is well."""
    daily: DailyRecord | None = None
    """What came of today's board; None until the store was read."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was ever played, as far as can be known: then a few words about the keys are welcome."""
        return self.replays == 0 and not self.waiting and not any(record.games for record in self.records.values())

    def is_new(self, running: str) -> bool:
        """Whether the game of this id is the first one of all, as far as can be known."""
        others = [saved for saved in self.waiting if saved.id != running]
        return self._replace(waiting=tuple(others)).is_empty

    def record(self, group: Group) -> Record | None:
        """The record of a group in which a game has ended, or None."""
        found = self.records.get(group)
        return found if found is not None and found.games else None

    def with_record(self, group: Group, record: Record) -> StoreCache:
        """The cache with one record renewed."""
        return self._replace(records={**self.records, group: record})
