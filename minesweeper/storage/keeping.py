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
    from minesweeper.storage.finished import FinishedGame
    from minesweeper.storage.saves import Archive

CLOCK_SECONDS = 10.0
"""A game in which only time passes is saved this often."""


class Shown(NamedTuple):
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


def is_changed(last: Shown, now: Shown, seconds: float) -> bool:
    """Whether a game differs from its last saved form, by so many seconds of its clock or by more than time."""
    one, other = last.session, now.session
    return (
        one.game is not other.game
        or one.trail is not other.trail
        or one.clicks != other.clicks
        or one.helpers != other.helpers
        or one.was_lost != other.was_lost
        or last.proposals != now.proposals
        or other.elapsed - one.elapsed >= seconds
    )


class Keeping:
    """The games of one program in the player's folder; trouble with the disk is told and never raised."""

    def __init__(self, folder: str | Path | None) -> None:
        self._folder = None if folder is None else Path(folder)
        self._archive: Archive | None = None
        self._seen: dict[str, Session] = {}
        """The sessions of the last look."""
        self._recorded: set[str] = set()
        self._saved: dict[str, Shown] = {}
        """What was saved last of each game that is saved."""
        self._names: dict[str, str] = {}
        """Under which name a game is saved, where another program has its own."""
        self._next_save = 0.0
        self.due: float | None = None
        """When a change that could not be saved yet will be; None: there is none."""
        self.unsaved: str | None = None
        """Why the last attempt to save a running game failed, or None."""
        self._told: set[str] = set()

    @property
    def archive(self) -> Archive:
        """The store with its saved games, opened when it is first asked for."""
        if self._archive is None:
            from minesweeper.storage.saves import Archive  # SQLite and all that belongs to it loads here

            self._archive = Archive(self._folder)
        return self._archive

    @property
    def problem(self) -> str | None:
        """Why nothing can be saved; None when all is well, and before the store was opened."""
        return None if self._archive is None else self._archive.store.problem

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
        from minesweeper.storage.finished import finish_game
        from minesweeper.storage.saves import RunningGame

        was_saved = self._saved.pop(session.id, None) is not None
        finished = None
        if session.id not in self._recorded:
            finished = finish_game(RunningGame(session, self._name(session)))
        if finished is not None:
            self._recorded.add(session.id)
        elif was_saved:
            self.archive.saves.drop(self._name(session))
        return finished

    def save(self, games: Iterable[Shown], now: float | None = None) -> None:
        """Saves the running games that have changed, the one in play not too often; without a moment all at once."""
        self.due = None
        for game in games:
            session = game.session
            if not session.id or session.game.is_over:
                continue
            if not session.is_kept:  # the marks that it had before its first open may be gone again
                if self._saved.pop(session.id, None) is not None:
                    self.archive.saves.drop(self._name(session))
                continue
            at_once = now is None or game.is_aside
            last = self._saved.get(session.id)
            retries = now is None and self.unsaved is not None
            if last is not None and not retries and not is_changed(last, game, 0.001 if at_once else CLOCK_SECONDS):
                continue
            if now is not None and not at_once and now < self._next_save:
                self.due = self._next_save
                continue
            self._save(game)
            self._next_save = (self._next_save if now is None else now) + self.archive.saves.pause

    def _save(self, game: Shown) -> None:
        from minesweeper.storage.saves import RunningGame

        session = game.session
        written = self.archive.saves.save(RunningGame(session, self._name(session), game.proposals))
        self._saved[session.id] = game
        self.unsaved = None if written.saved else written.problem
        if written.value is not None and written.value != session.id:
            self._names[session.id] = written.value

    def _name(self, session: Session) -> str:
        return self._names.get(session.id, session.id)

    def news(self) -> list[str]:
        """What the player has to be told now, each sentence once."""
        if self._archive is None:
            return []
        found = [*self._archive.notices(), *(text for text in (self.problem, self.unsaved) if text)]
        new = [text for text in dict.fromkeys(found) if text not in self._told]
        self._told.update(new)
        return new

    def close(self) -> None:
        """Leaves the saved games to the next program and closes the store, at the end of this one."""
        if self._archive is not None:
            with contextlib.suppress(Exception):
                self._archive.close()
            self._archive = None


def abandon(archive: Archive, game_id: str) -> str | None:
    """Gives a saved game up without playing on, so that it counts as abandoned; why it is still there, or None."""
    from minesweeper.storage.finished import finish_game, record_game

    taken = archive.saves.take(game_id).value
    finished = None if taken is None else finish_game(taken)
    if finished is not None and record_game(archive.store, finished).saved:
        return None
    return archive.saves.drop(game_id).problem
