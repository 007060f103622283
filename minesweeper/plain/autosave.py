"""Saves and records the games of text mode with those of the full screen."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import date
from pathlib import Path

from minesweeper.plain.game import PlainState
from minesweeper.storage.autosave import Autosave
from minesweeper.storage.daily import FoundDay, find_day
from minesweeper.storage.lessons import LessonBook
from minesweeper.storage.records import RunningGame, SavedGame


class PlainAutosave:
    """Saves the player's games. Trouble with the disk is reported, and never stops a game."""

    def __init__(self, folder: str | Path | None) -> None:
        self._autosave = Autosave(folder)

    def waiting(self) -> SavedGame | None:
        """Returns the newest saved game, if there is one."""
        return self._autosave.archive.saves.newest()

    def find_day(self, day: date) -> FoundDay:
        """Finds the games on the board of a day."""
        return find_day(self._autosave.archive, (), day)

    def notices(self) -> list[str]:
        """Returns new messages for the player, each once."""
        return self._autosave.news()

    def take(self, saved: SavedGame, state: PlainState, assist: str | None) -> PlainState | str:
        """Takes a saved game to continue, or says why it can't. Without an assist level, the game keeps its own."""
        taken = self._autosave.archive.saves.take(saved.id)
        if taken.value is None:
            return taken.problem or "The saved game is gone."
        session = taken.value.session
        level = assist or session.help_level or state.assist
        return replace(state.begin(session, level), proposals=taken.value.proposals)

    def lessons(self) -> LessonBook:
        """Returns the lessons of this run."""
        return LessonBook(lambda: self._autosave.archive.store)

    def follow(self, before: PlainState, after: PlainState) -> list[str]:
        """Records and saves the changes of a command, and returns sentences for the player."""
        # The game before counts too: the command may have left it, with the time until then.
        said = [sentence for state in (before.kept, after.kept) for sentence in self._record(state)]
        if after.kept.judged is not None and after.kept.judged is not before.kept.judged:
            self._autosave.keep_guesses(after.kept.session, after.kept.judged)
        self._autosave.save([_shown(after.kept)], time.monotonic())
        return [*said, *self.notices()]

    def leave(self, state: PlainState | None) -> list[str]:
        """Saves a running game, closes the store, and returns sentences for the player."""
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
        self._autosave.follow([state.session])
        outcomes = [outcome for _, _, outcome in self._autosave.outcomes]
        self._autosave.outcomes.clear()
        return [outcome.problem or "A new best time!" for outcome in outcomes if outcome.problem or outcome.is_best]


def _shown(state: PlainState) -> RunningGame:
    # The player may wait with the next line for as long as they like, so each line saves the game at once.
    return RunningGame(state.session, state.proposals, in_background=True)
