"""Analyses stored games whose guesses were never found or judged: one by one, in short slices of time.

These are imported games, games after which the player quit at once, and games of earlier versions.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from typing import TypeAlias

from minesweeper.core.boardspec import read_spec
from minesweeper.play.guesses import MAX_CELLS, Guess, find_guesses, judge_guesses
from minesweeper.storage.games_table import get_game, set_all_guesses, to_examine, to_judge
from minesweeper.storage.store import Store

_BATCH = 20
MOST_JUDGED = 60
"""The most games judged until another game ends: each takes seconds, and there may be thousands."""
_KEEP_SECONDS = 2.0
"""The seconds after which results are written together: each write waits for the disk."""


_Find: TypeAlias = Callable[[Store, "int | None", int], "list[tuple[int, str, str]]"]


class Backlog:
    """Goes through all games that are still to be analysed, the newest first."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._work = self._walk()
        self._found: dict[str, tuple[Guess, ...]] = {}
        self._worked = 0.0
        self._has_kept = False
        self.is_done = False
        """Whether no game is left to analyse, or results can't be stored."""

    def look_again(self) -> None:
        """Starts again, because there are other games now."""
        if self.is_done:
            self._work, self.is_done = self._walk(), False

    def run(self, seconds: float) -> bool:
        """Works for some seconds. Returns whether guesses were stored, so that statistics have changed."""
        begin, self._has_kept = time.perf_counter(), False
        while not self.is_done and time.perf_counter() < begin + seconds:
            self.is_done = next(self._work, self) is self or not self._store.can_write
        self._worked += time.perf_counter() - begin
        if self._worked >= _KEEP_SECONDS:
            self._keep()
        return self._has_kept

    def _keep(self) -> None:
        found, self._found, self._worked = self._found, {}, 0.0
        if found and set_all_guesses(self._store, found).saved:
            self._has_kept = True

    def _walk(self) -> Generator[None, None, None]:
        """Finds the guesses of all games before it judges the first, which takes longer."""
        yield from self._pass(to_examine)
        yield from self._pass(to_judge, MOST_JUDGED)

    def _pass(self, find: _Find, most: int = sys.maxsize) -> Generator[None, None, None]:
        below, left = None, most
        while games := find(self._store, below, min(_BATCH, left)):
            for number, key, board in games:
                below = number
                if _is_small(board):
                    yield from self._examine(key)
                    left -= 1
                yield
        self._keep()

    def _examine(self, key: str) -> Generator[None, None, None]:
        game = get_game(self._store, key)
        if game is None or game.replay is None:
            return
        if game.guesses is None:
            self._found[key] = yield from find_guesses(game.replay)
        elif any(guess.worth is None for guess in game.guesses):
            self._found[key] = yield from judge_guesses(game.replay, game.guesses)


def _is_small(board: str) -> bool:
    try:
        return read_spec(board).grid.size <= MAX_CELLS
    except ValueError:
        return False
