"""Decides when a game is recorded and saved. The front ends only show it their sessions.

The rest of the storage is loaded when the first game needs it, so that a front end can import this module at its start.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.cells import CellSet
from minesweeper.play.session import Session

if TYPE_CHECKING:
    from minesweeper.play.guesses import Guess
    from minesweeper.storage.games_table import FinishedGame
    from minesweeper.storage.records import Group, Outcome
    from minesweeper.storage.saves_table import Archive

CLOCK_SECONDS = 10.0
"""The seconds between two saves of a game in which only time passes."""
HURRY_SECONDS = 0.1
"""The seconds that a save waits for another program's lock while the player waits for the next key."""
LAST_SECONDS = 1.0
"""The seconds that a save waits for another program's lock when it may be the last save."""


class VisibleSession(NamedTuple):
    """A session as a front end shows it, with facts that the session doesn't know."""

    session: Session
    """A session without an id is neither recorded nor saved, such as a replay or a demonstration of the bot."""
    proposals: CellSet = 0
    in_background: bool = False
    """Whether the player has left the game's screen: then the last move is saved without delay."""


def ended_between(before: Mapping[str, Session], now: Mapping[str, Session]) -> list[Session]:
    """Returns the sessions that ended or were left for good between two looks. Both mappings are by id."""
    ended = [session for key, session in now.items() if session.game.is_over and session is not before.get(key)]
    return ended + [session for key, session in before.items() if key not in now and not session.game.is_over]


def is_changed(last: VisibleSession, now: VisibleSession, seconds: float) -> bool:
    """Says whether a game differs from its last save by more than time, or by at least ``seconds`` on its clock."""
    one, other = last.session, now.session
    return (
        one.game is not other.game
        or one.trail is not other.trail
        or one.clicks != other.clicks
        or one.helpers != other.helpers
        or one.was_lost != other.was_lost
        or one.help_level != other.help_level
        or last.proposals != now.proposals
        or other.elapsed - one.elapsed >= seconds
    )


class Autosave:
    """Saves and records the games of one program. Disk errors are reported, never raised."""

    def __init__(self, folder: str | Path | None) -> None:
        self._folder = None if folder is None else Path(folder)
        self._archive: Archive | None = None
        self._seen: dict[str, Session] = {}
        """The sessions of the last look, by id."""
        self._recorded: set[str] = set()
        self._tried: dict[str, VisibleSession] = {}
        """Each running game as it was at the last attempt to save it, by id."""
        self._unsaved: dict[str, str] = {}
        """Why the last save failed, for each running game that isn't saved."""
        self._names: dict[str, str] = {}
        """The name that a game is saved under if another program holds its own."""
        self._next_save = 0.0
        self.due: float | None = None
        """When a change that isn't saved yet will be; None if there is none."""
        self.late: list[tuple[Session, Group, Outcome]] = []
        """The games that were recorded only after they had been reported as unsaved. The reader empties the list."""
        self._unrecorded: str | None = None
        """Why a finished game wasn't recorded before the store was closed."""
        self._told: set[str] = set()

    @property
    def archive(self) -> Archive:
        """Returns the store with its saved games, opened at first use."""
        if self._archive is None:
            from minesweeper.storage.saves_table import Archive  # loads SQLite and its modules

            self._archive = Archive(self._folder)
            self._archive.store.patience = HURRY_SECONDS
        return self._archive

    @property
    def unsaved(self) -> str | None:
        """Says why a game would be lost if the program ended now, whether running or finished; None if none would."""
        recording = self._unrecorded if self._archive is None else self._archive.store.unsaved
        return next(iter(self._unsaved.values()), recording)

    @property
    def problem(self) -> str | None:
        """Says why nothing can be saved, or why a running game couldn't be; None if all is well."""
        trouble = None if self._archive is None else self._archive.store.problem
        return trouble or next(iter(self._unsaved.values()), None)

    @property
    def here(self) -> set[str]:
        """Returns the ids under which the games that are open in this program are saved."""
        return {self._name(session) for session in self._seen.values()}

    def ended(self, sessions: Iterable[Session]) -> list[tuple[Session, FinishedGame]]:
        """Returns the games to record, each once: those that ended or were left since the last look.

        If a game ends without a record, such as a lost one that was continued, its save is deleted.
        """
        before, self._seen = self._seen, {session.id: session for session in sessions if session.id}
        found = [(session, self._finish(session)) for session in ended_between(before, self._seen)]
        return [(session, finished) for session, finished in found if finished is not None]

    def _finish(self, session: Session) -> FinishedGame | None:
        from minesweeper.storage.games_table import finish_game
        from minesweeper.storage.saves_table import RunningGame

        was_saved = self._tried.pop(session.id, None) is not None
        self._unsaved.pop(session.id, None)
        finished = None
        if session.id not in self._recorded:
            finished = finish_game(RunningGame(session, self._name(session)))
        if finished is not None:
            self._recorded.add(session.id)
        elif was_saved:
            self.archive.saves.drop(self._name(session))
        return finished

    def record(self, session: Session, finished: FinishedGame) -> Outcome:
        """Records a finished game. If that fails, it is tried again when running games are saved."""
        from minesweeper.storage.games_table import record_game

        return record_game(
            self.archive.store, finished, lambda outcome: self.late.append((session, finished.group, outcome))
        )

    def keep_guesses(self, session: Session, guesses: tuple[Guess, ...]) -> None:
        """Stores the guesses of a recorded game, but not those of a loss that was continued."""
        from minesweeper.storage.games_table import set_guesses

        if session.id in self._recorded and not session.was_lost:
            set_guesses(self.archive.store, self._name(session), guesses)

    def save(self, games: Iterable[VisibleSession], now: float | None = None) -> None:
        """Saves running games that have changed, with pauses for the game in play; without ``now``, all at once.

        A failed save is tried again a second later, and at once when the player leaves the game's screen.
        """
        self.due = None
        for game in games:
            session = game.session
            if not session.id or session.game.is_over:
                continue
            if not session.is_kept:  # marks set before the first open may have been removed again
                self._unsaved.pop(session.id, None)
                if self._tried.pop(session.id, None) is not None:
                    self.archive.saves.drop(self._name(session))
                continue
            tried, failed = self._tried.get(game.session.id), game.session.id in self._unsaved
            is_new = tried is None or is_changed(
                tried, game, 0.001 if now is None or game.in_background else CLOCK_SECONDS
            )
            turns_away = game.in_background and (is_new or (tried is not None and not tried.in_background))
            if not is_new and not failed:
                continue
            if now is not None and now < self._next_save and not turns_away:
                self.due = self._next_save
                continue
            self._save(game, is_last=now is None, hurries=now is None or turns_away)
            self._next_save = (self._next_save if now is None else now) + self.archive.saves.pause
            if game.session.id in self._unsaved:
                self.due = self._next_save
        self._save_finished(now)

    def _save(self, game: VisibleSession, is_last: bool, hurries: bool) -> None:
        from minesweeper.storage.saves_table import RunningGame

        session, store = game.session, self.archive.store
        if hurries:
            store.retry_now()
        store.patience = LAST_SECONDS if is_last else HURRY_SECONDS
        written = self.archive.saves.save(RunningGame(session, self._name(session), game.proposals))
        store.patience = HURRY_SECONDS
        self._tried[session.id] = game
        if not written.saved:
            self._unsaved[session.id] = written.problem or "The game is not saved."
        elif session.id in self._unsaved:
            self._told.discard(self._unsaved.pop(session.id))  # if the problem returns, it is reported again
        if written.value is not None and written.value != session.id:
            self._names[session.id] = written.value

    def _save_finished(self, now: float | None) -> None:
        """Tries again to record finished games."""
        if self._archive is None or not self._archive.store.waiting:
            return
        if now is None or now >= self._next_save:
            self._archive.store.write_waiting()
            self._next_save = (self._next_save if now is None else now) + self._archive.saves.pause
        if self._archive.store.waiting:
            self.due = self._next_save

    def _name(self, session: Session) -> str:
        return self._names.get(session.id, session.id)

    def news(self) -> list[str]:
        """Returns new messages for the player, each once."""
        if self._archive is None:
            return []
        found = [*self._archive.notices(), *(text for text in (self.problem, *self._unsaved.values()) if text)]
        new = [text for text in dict.fromkeys(found) if text not in self._told]
        self._told.update(new)
        return new

    def close(self) -> list[str]:
        """Releases the saved games, closes the store at the end of the program, and returns the last messages."""
        if self._archive is None:
            return []
        self._archive.store.patience = LAST_SECONDS
        with contextlib.suppress(Exception):
            self._archive.close()
        self._unrecorded = self._archive.store.unsaved
        told = self._archive.notices()
        self._archive = None
        return told


def abandon(archive: Archive, game_id: str) -> str | None:
    """Gives up a saved game, so that it counts as abandoned. Returns why it couldn't, or None."""
    from minesweeper.storage.games_table import finish_game, record_game

    taken = archive.saves.take(game_id).value
    finished = None if taken is None else finish_game(taken)
    if finished is not None and record_game(archive.store, finished).saved:
        return None
    return archive.saves.drop(game_id).problem
