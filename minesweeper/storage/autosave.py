"""When a game is recorded and when it is saved, in whatever front end it is played: those only show their sessions.

The rest of the storage is loaded when the first game needs it, so that a front end may look here from its start.
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
"""A game in which only time passes is saved this often."""
HURRY_SECONDS = 0.1
"""So long a save waits for another program that holds the file, while the player waits for the next key."""
LAST_SECONDS = 1.0
"""So long it waits where it may be the last one."""


class VisibleSession(NamedTuple):
    """A session as a front end shows it here, with what is not the session's business."""

    session: Session
    """Without an id it is neither recorded nor saved: a replay, a game that the bot plays for show."""
    proposals: CellSet = 0
    is_aside: bool = False
    """Whether the player has turned away from it: then its last move is saved without delay."""


def ended_between(before: Mapping[str, Session], now: Mapping[str, Session]) -> list[Session]:
    """The sessions, by their ids, that have come to an end or were left for good between two looks."""
    ended = [session for key, session in now.items() if session.game.is_over and session is not before.get(key)]
    return ended + [session for key, session in before.items() if key not in now and not session.game.is_over]


def is_changed(last: VisibleSession, now: VisibleSession, seconds: float) -> bool:
    """Whether a game differs from its last saved form, by so many seconds of its clock or by more than time."""
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
    """The games of one program in the player's folder; trouble with the disk is told and never raised."""

    def __init__(self, folder: str | Path | None) -> None:
        self._folder = None if folder is None else Path(folder)
        self._archive: Archive | None = None
        self._seen: dict[str, Session] = {}
        """The sessions of the last look."""
        self._recorded: set[str] = set()
        self._tried: dict[str, VisibleSession] = {}
        """What was last tried to save of each game that runs."""
        self._unsaved: dict[str, str] = {}
        """Why the last attempt failed, for each game that runs and is not saved."""
        self._names: dict[str, str] = {}
        """Under which name a game is saved, where another program has its own."""
        self._next_save = 0.0
        self.due: float | None = None
        """When a change that could not be saved yet will be; None: there is none."""
        self.late: list[tuple[Session, Group, Outcome]] = []
        """What could be recorded only some time after it was told as not saved; whoever tells it takes it away."""
        self._unrecorded: str | None = None
        """Why a finished game was not recorded until the store was closed."""
        self._told: set[str] = set()

    @property
    def archive(self) -> Archive:
        """The store with its saved games, opened when it is first asked for."""
        if self._archive is None:
            from minesweeper.storage.saves_table import Archive  # SQLite and all that belongs to it loads here

            self._archive = Archive(self._folder)
            self._archive.store.patience = HURRY_SECONDS
        return self._archive

    @property
    def unsaved(self) -> str | None:
        """Why a game is lost if the program ends now, a running one or one that could not be recorded; else None."""
        recording = self._unrecorded if self._archive is None else self._archive.store.unsaved
        return next(iter(self._unsaved.values()), recording)

    @property
    def problem(self) -> str | None:
        """Why nothing can be saved, or a running game could not be; None when all is well."""
        trouble = None if self._archive is None else self._archive.store.problem
        return trouble or next(iter(self._unsaved.values()), None)

    @property
    def here(self) -> set[str]:
        """The names under which the games of the last look are saved."""
        return {self._name(session) for session in self._seen.values()}

    def ended(self, sessions: Iterable[Session]) -> list[tuple[Session, FinishedGame]]:
        """The games to record, each once: those that have ended, or were left, since other sessions were shown.

        The saved form of a game that ends without a record, as a lost one that was carried on does, is taken away.
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
        """Keeps a game that has ended; one that can't be kept now is tried again with the games that run."""
        from minesweeper.storage.games_table import record_game

        return record_game(
            self.archive.store, finished, lambda outcome: self.late.append((session, finished.group, outcome))
        )

    def keep_guesses(self, session: Session, guesses: tuple[Guess, ...]) -> None:
        """Keeps the guesses of a game with it, if it is the one that was recorded: not a loss that was carried on."""
        from minesweeper.storage.games_table import set_guesses

        if session.id in self._recorded and not session.was_lost:
            set_guesses(self.archive.store, self._name(session), guesses)

    def save(self, games: Iterable[VisibleSession], now: float | None = None) -> None:
        """Saves the running games that have changed, the one in play not too often; without a moment all at once.

        What failed is tried again a second later, and at once when the player turns away from the game.
        """
        self.due = None
        for game in games:
            session = game.session
            if not session.id or session.game.is_over:
                continue
            if not session.is_kept:  # the marks that it had before its first open may be gone again
                self._unsaved.pop(session.id, None)
                if self._tried.pop(session.id, None) is not None:
                    self.archive.saves.drop(self._name(session))
                continue
            tried, failed = self._tried.get(game.session.id), game.session.id in self._unsaved
            is_new = tried is None or is_changed(tried, game, 0.001 if now is None or game.is_aside else CLOCK_SECONDS)
            turns_away = game.is_aside and (is_new or (tried is not None and not tried.is_aside))
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
            store.hurry()
        store.patience = LAST_SECONDS if is_last else HURRY_SECONDS
        written = self.archive.saves.save(RunningGame(session, self._name(session), game.proposals))
        store.patience = HURRY_SECONDS
        self._tried[session.id] = game
        if not written.saved:
            self._unsaved[session.id] = written.problem or "The game is not saved."
        elif session.id in self._unsaved:
            self._told.discard(self._unsaved.pop(session.id))  # if it comes again, it is news again
        if written.value is not None and written.value != session.id:
            self._names[session.id] = written.value

    def _save_finished(self, now: float | None) -> None:
        """Tries again to record what has ended and could not be recorded."""
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
        """What the player has to be told now, each sentence once."""
        if self._archive is None:
            return []
        found = [*self._archive.notices(), *(text for text in (self.problem, *self._unsaved.values()) if text)]
        new = [text for text in dict.fromkeys(found) if text not in self._told]
        self._told.update(new)
        return new

    def close(self) -> list[str]:
        """Leaves the saved games to the next program and closes the store, at the end of this one; the last news."""
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
    """Gives a saved game up without playing on, so that it counts as abandoned; why it is still there, or None."""
    from minesweeper.storage.games_table import finish_game, record_game

    taken = archive.saves.take(game_id).value
    finished = None if taken is None else finish_game(taken)
    if finished is not None and record_game(archive.store, finished).saved:
        return None
    return archive.saves.drop(game_id).problem
