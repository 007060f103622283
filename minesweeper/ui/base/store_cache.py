"""Caches the facts about stored games that screens show. Autosave renews them; nothing here reads files.

Tested in tests/ui/test_autosave.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from minesweeper.storage.records import DailyRecord, Group, Record, SavedGame


class StoreCache(NamedTuple):
    """The cached facts about stored games; empty until the store was read."""

    records: Mapping[Group, Record] = MappingProxyType({})
    waiting: tuple[SavedGame, ...] = ()
    """The saved games, newest first."""
    replays: int | None = None
    """The number of games with a replay; None until counted."""
    problem: str | None = None
    """The reason why nothing can be saved; None if saving works."""
    daily: DailyRecord | None = None
    """The result of today's board; None until the store was read."""

    @property
    def is_empty(self) -> bool:
        """Whether no game was ever played, as far as is known, so that an introduction to the keys helps."""
        return self.replays == 0 and not self.waiting and not any(record.games for record in self.records.values())

    def is_new(self, running: str) -> bool:
        """Whether the running game is the player's first, as far as is known."""
        others = [saved for saved in self.waiting if saved.id != running]
        return self._replace(waiting=tuple(others)).is_empty

    def record(self, group: Group) -> Record | None:
        """Returns the record of a group with a finished game, otherwise None."""
        found = self.records.get(group)
        return found if found is not None and found.games else None

    def with_record(self, group: Group, record: Record) -> StoreCache:
        """Returns the cache with one record renewed."""
        return self._replace(records={**self.records, group: record})
