"""Keeps the games of the line-command mode with those of the full screen: finished ones, and the one that runs."""

from __future__ import annotations

import time
from collections.abc import Mapping

from minesweeper.plain.game import Play
from minesweeper.play.game import Phase
from minesweeper.storage.disk import data_folder
from minesweeper.storage.finished import finish_game, record_game
from minesweeper.storage.saves import RunningGame, Saves
from minesweeper.storage.settings import Settings
from minesweeper.storage.store import Store, open_store
from minesweeper.storage.values import SavedGame

SAVE_SECONDS = 2.0
"""A running game is saved with a move at most so often; leaving saves it in any case."""


class Keeper:
    """The player's games on disk; trouble with the disk never stops a game, it is told."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._saves = Saves(store)
        self._saved_at = 0.0
        self._told: set[str] = set()

    @classmethod
    def at_home(cls, environ: Mapping[str, str]) -> Keeper:
        """The keeper of the player's own games."""
        return cls(open_store(data_folder(environ)))

    def waiting(self) -> SavedGame | None:
        """The saved game that can be continued, if there is one."""
        return self._saves.newest()

    def take(self, saved: SavedGame, settings: Settings, assist: str) -> Play | str:
        """A saved game to go on with, or why it can't be."""
        taken = self._saves.take(saved.id)
        if taken.value is None:
            return taken.problem or "The saved game is no longer there."
        return Play(taken.value.session, settings, assist, taken.value.proposals)

    def follow(self, before: Play, after: Play) -> list[str]:
        """Records and saves what a command has changed; sentences for the player."""
        said: list[str] = []
        if after.session.id != before.session.id and before.session.game.phase is Phase.PLAYING:
            said += self._record(before)
        if after.session.game.is_over:
            if after.session is not before.session and not before.session.game.is_over:
                said += self._record(after)
        elif after.session.is_running and after.session is not before.session:
            said += self._save(after)
        return said + self.notices()

    def leave(self, play: Play | None) -> list[str]:
        """Saves a running game for another time and closes the store; sentences for the player."""
        said: list[str] = []
        if play is not None and play.session.is_running:
            written = self._saves.save(_running(play))
            if written.saved:
                said.append("The game is saved: 'minesweeper plain --continue' goes on with it.")
            elif written.problem:
                said.append(written.problem)
        said += self.notices()
        self._saves.close()
        self._store.close()
        return said

    def notices(self) -> list[str]:
        """What the store has to tell, each sentence once."""
        found = [*self._store.notices, *([self._store.problem] if self._store.problem else [])]
        self._store.notices.clear()
        new = [sentence for sentence in dict.fromkeys(found) if sentence not in self._told]
        self._told.update(new)
        return new

    def _record(self, play: Play) -> list[str]:
        finished = finish_game(_running(play))
        if finished is None:
            return []
        recorded = record_game(self._store, finished)
        if recorded.saved:
            return ["A new best time!"] if recorded.is_best else []
        return [recorded.problem] if recorded.problem else []

    def _save(self, play: Play) -> list[str]:
        now = time.monotonic()
        if now - self._saved_at < SAVE_SECONDS:
            return []
        self._saved_at = now
        written = self._saves.save(_running(play))
        return [] if written.saved or not written.problem or written.problem in self._told else [written.problem]


def _running(play: Play) -> RunningGame:
    return RunningGame(play.session, play.session.id, play.proposals)
