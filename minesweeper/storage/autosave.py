"""Decides when a game is recorded and saved. The front ends only show it their sessions.

The rest of the storage is loaded when the first game needs it, so that a front end can import this module at its start.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule
from minesweeper.play.session import Session
from minesweeper.storage.records import BUSY, Group, RecordingResult, RunningGame, group_of

if TYPE_CHECKING:
    from minesweeper.play.guesses import Guess
    from minesweeper.storage import games_table, saves_table, statistics
else:
    games_table = LateModule("minesweeper.storage.games_table")
    saves_table = LateModule("minesweeper.storage.saves_table")  # loads SQLite and its modules
    statistics = LateModule("minesweeper.storage.statistics")

CLOCK_SECONDS = 10.0
"""The seconds between two saves of a game in which only time passes."""
HURRY_SECONDS = 0.1
"""The seconds that a save waits for another program's lock while the player waits for the next key."""
LAST_SECONDS = 1.0
"""The seconds that a save waits for another program's lock when it may be the last save."""


def is_changed(last: RunningGame, now: RunningGame, seconds: float) -> bool:
    """Says whether a game differs from its last save by more than time, or by at least ``seconds`` on its clock."""
    elapsed = now.session.elapsed
    is_same = last.session._replace(elapsed=elapsed) == now.session and last.what_if_mines == now.what_if_mines
    return not is_same or elapsed - last.session.elapsed >= seconds


class Autosave:
    """Saves and records the games of one program. Disk errors are reported, never raised."""

    def __init__(self, folder: str | Path | None) -> None:
        self._folder = folder
        self._saves: saves_table.Saves | None = None
        self.seen: dict[str, Session] = {}
        """The sessions of the last look, by id."""
        self._recorded: dict[str, str] = {}
        """The ids of recorded games in the store, by those of their sessions."""
        self.outcomes: list[tuple[Session, Group, RecordingResult]] = []
        """The outcomes of recorded games, and again of those recorded only later. The reader empties the list."""
        self._tried: dict[str, RunningGame] = {}
        """Each running game as it was at the last attempt to save it, by id."""
        self._unsaved: dict[str, str] = {}
        """Why the last save failed, for each running game that isn't saved."""
        self._waiting: set[str] = set()
        """The ids of unsaved games that only wait for another program. Players hear of it if the next attempt fails."""
        self._next_save = 0.0
        self.due: float | None = None
        """When a change that isn't saved yet will be; None if there is none."""
        self._told: set[str] = set()

    @property
    def saves(self) -> saves_table.Saves:
        """The saved games with their store, opened at first use."""
        if self._saves is None:
            self._saves = saves_table.open_saves(self._folder)
            self._saves.store.patience = HURRY_SECONDS
        return self._saves

    @property
    def unsaved(self) -> str | None:
        """The reason why quitting now would lose a game, or None if every game is safe.

        This covers running games that couldn't be saved and finished games that couldn't be recorded.
        """
        recording = None if self._saves is None else self._saves.store.unsaved
        return next(iter(self._unsaved.values()), recording)

    @property
    def problem(self) -> str | None:
        """The reason why nothing can be saved, or why a running game couldn't be saved. None if all is well."""
        trouble = None if self._saves is None else self._saves.store.problem
        return trouble or next(iter(self._final_problems()), None)

    def _final_problems(self) -> list[str]:
        return [problem for key, problem in self._unsaved.items() if key not in self._waiting]

    def record_ended_games(self, sessions: Iterable[Session]) -> None:
        """Records the games that ended or were left for good since the last look, each once.

        If a game ends without a record, such as a lost one that was continued, its save is deleted. A session without
        an id is neither recorded nor saved, such as a replay or a demonstration of the bot.
        """
        before, self.seen = self.seen, {session.id: session for session in sessions if session.id}
        ended = [one for key, one in self.seen.items() if one.game.is_over and one is not before.get(key)]
        abandoned = [one for key, one in before.items() if key not in self.seen and not one.game.is_over]
        for session in ended + abandoned:
            self._unsaved.pop(session.id, None)
            was_saved = self._tried.pop(session.id, None) is not None
            if not self._record(session) and was_saved:
                self.saves.drop(session.id)

    def _record(self, session: Session) -> bool:
        """Records a finished game. Returns False if there is nothing to record."""
        finished = None if session.id in self._recorded else games_table.finish_game(session)
        if finished is None:
            return False
        self._recorded[session.id] = ""
        store, group = self.saves.store, group_of(session)
        before = statistics.group_record(store, group)

        def note(outcome: RecordingResult) -> None:
            self._recorded[session.id] = outcome.game_id
            after = statistics.group_record(store, group) if outcome.saved else before
            self.outcomes.append((session, group, outcome._replace(before=before, after=after)))

        # Programs that finish games at once wait for each other, so that no player is told of a failure that passes.
        store.patience = LAST_SECONDS
        note(games_table.record_game(store, finished, note))
        store.patience = HURRY_SECONDS
        return True

    def keep_guesses(self, session: Session, guesses: tuple[Guess, ...]) -> None:
        """Stores the guesses of a recorded game, but not those of a loss that was continued."""
        if session.id in self._recorded and not session.was_lost:
            games_table.set_guesses(self.saves.store, {self._recorded[session.id]: guesses})

    def save(self, games: Iterable[RunningGame], now: float | None = None) -> None:
        """Saves running games that have changed, with pauses for the game in play; without ``now``, all at once.

        A failed save is tried again a second later.
        """
        self.due = None
        for game in games:
            key, session = game.id, game.session
            if not key or session.game.is_over:
                continue
            if not session.is_kept:  # marks set before the first open may have been removed again
                self._unsaved.pop(key, None)
                if self._tried.pop(key, None) is not None:
                    self.saves.drop(key)
                continue
            tried = self._tried.get(key)
            seconds = 0.001 if now is None or game.in_background else CLOCK_SECONDS
            is_new = tried is None or is_changed(tried, game, seconds)
            if not is_new and key not in self._unsaved:
                continue
            hurries = now is None or (game.in_background and is_new)
            if now is not None and now < self._next_save and not hurries:
                self.due = self._next_save
                continue
            self._save(game, is_last=now is None, hurries=hurries)
            self._pause(now)
            if key in self._unsaved:
                self.due = self._next_save
        if self._saves is not None and self._saves.store.unsaved:  # finished games that couldn't be recorded
            if now is None or now >= self._next_save:
                self._saves.store.write_waiting()
                self._pause(now)
            if self._saves.store.unsaved:
                self.due = self._next_save

    def _pause(self, now: float | None) -> None:
        self._next_save = (self._next_save if now is None else now) + self.saves.pause

    def _save(self, game: RunningGame, is_last: bool, hurries: bool) -> None:
        key, store = game.id, self.saves.store
        if hurries:
            store.retry_now()
        store.patience = LAST_SECONDS if is_last else HURRY_SECONDS
        written = self.saves.save(game)
        store.patience = HURRY_SECONDS
        self._tried[key] = game
        is_first_failure = key not in self._unsaved
        self._waiting.discard(key)
        if not written.saved:
            self._unsaved[key] = written.problem or "The game is not saved."
            if is_first_failure and not is_last and BUSY in self._unsaved[key]:
                self._waiting.add(key)
        elif key in self._unsaved:
            self._told.discard(self._unsaved.pop(key))  # if the problem returns, it is reported again

    def new_messages(self) -> list[str]:
        """Messages that the player hasn't seen yet. The same message isn't returned again while its cause lasts."""
        if self._saves is None:
            return []
        messages = [
            *self._saves.store.take_notices(),
            *(text for text in (self.problem, *self._final_problems()) if text),
        ]
        new = [text for text in dict.fromkeys(messages) if text not in self._told]
        self._told.update(new)
        return new

    def close(self) -> list[str]:
        """Releases the saved games, closes the store at the end of the program, and returns the last messages."""
        if self._saves is None:
            return []
        self._saves.store.patience = LAST_SECONDS
        with contextlib.suppress(Exception):
            self._saves.close()
        return self._saves.store.take_notices()


def abandon(saves: saves_table.Saves, game_id: str) -> str | None:
    """Gives up a saved game, so that it counts as abandoned. Returns why it couldn't, or None."""
    taken = saves.take(game_id).value
    finished = None if taken is None else games_table.finish_game(taken.session)
    if finished is not None and games_table.record_game(saves.store, finished).saved:
        return None
    return saves.drop(game_id).problem
