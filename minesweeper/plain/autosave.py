"""Keeps the games of the line-command mode with those of the full screen, and says in sentences what came of it."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path

from minesweeper.plain.game import PlainState
from minesweeper.storage.autosave import Autosave, VisibleSession
from minesweeper.storage.daily import FoundDay, find_day
from minesweeper.storage.lessons import LessonBook
from minesweeper.storage.records import SavedGame
from minesweeper.storage.settings import Settings


class PlainAutosave:
    """The player's games on disk; trouble with the disk never stops a game, it is told."""

    def __init__(self, folder: str | Path | None) -> None:
        self._autosave = Autosave(folder)

    def waiting(self) -> SavedGame | None:
        """The saved game that can be continued, if there is one."""
        return self._autosave.archive.saves.newest()

    def find_day(self, day: date | None = None) -> FoundDay:
        """What there is of the board of a day, today's without one."""
        return find_day(self._autosave.archive, (), day)

    def notices(self) -> list[str]:
        """What the player has to be told now, each sentence once."""
        return self._autosave.news()

    def take(self, saved: SavedGame, settings: Settings, assist: str | None) -> PlainState | str:
        """A saved game to go on with, or why it can't be; without a help level it has its own, or the usual one."""
        taken = self._autosave.archive.saves.take(saved.id)
        if taken.value is None:
            return taken.problem or "The saved game is gone."
        session = taken.value.session
        level = assist or session.help_level or settings.text("assist")
        return PlainState(session, settings, level, taken.value.proposals)

    def lessons(self) -> LessonBook:
        """The lessons of this sitting."""
        return LessonBook(lambda: self._autosave.archive.store)

    def follow(self, before: PlainState, after: PlainState) -> list[str]:
        """Records and saves what a command has changed; sentences for the player."""
        # The time until the command counts too, for the game that it may leave.
        said = [sentence for state in (before.kept, after.kept) for sentence in self._record(state)]
        if after.kept.judged is not None and after.kept.judged is not before.kept.judged:
            self._autosave.keep_guesses(after.kept.session, after.kept.judged)
        self._autosave.save([_shown(after.kept)], time.monotonic())
        return [*said, *self.notices()]

    def leave(self, state: PlainState | None) -> list[str]:
        """Saves a running game for another time and closes the store; sentences for the player."""
        said: list[str] = []
        state = None if state is None else state.kept
        if state is not None and state.session.is_kept:
            self._autosave.save([_shown(state)])
            saved = "Game saved. Continue it with: minesweeper plain --continue"
            said.append(self._autosave.problem or saved)
        said += self.notices()
        said += self._autosave.close()
        return list(dict.fromkeys([*said, *([self._autosave.unsaved] if self._autosave.unsaved else [])]))

    def _record(self, state: PlainState) -> list[str]:
        outcomes = [self._autosave.record(*ended) for ended in self._autosave.ended([state.session])]
        return [outcome.problem or "A new best time!" for outcome in outcomes if outcome.problem or outcome.is_best]


def _shown(state: PlainState) -> VisibleSession:
    # Nothing is done while a line is waited for, for as long as the player likes: each one saves the game at once.
    return VisibleSession(state.session, state.proposals, is_aside=True)
