"""Autosave: decides for every front end when a game is saved and when it is recorded.

A front end passes its sessions to ``Autosave`` after each step and shows what comes back. Running games are saved so
often that a crash costs a few seconds at most, and each finished game is recorded once. ``saves_table`` and
``games_table`` write to the game database; they are loaded with the first game, so that a front end can import this
module when it starts.
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
    saves_table = LateModule("minesweeper.storage.saves_table")
    statistics = LateModule("minesweeper.storage.statistics")

CLOCK_SECONDS = 10.0
"""A game in which only the clock has moved on is saved again after this many seconds."""
HURRY_SECONDS = 0.1
"""The seconds that a save waits for another program's lock during play. It is short, because the player's next key has
to wait too."""
LAST_SECONDS = 1.0
"""The seconds that a save waits for another program's lock if there may be no second attempt, because the program or
the game ends."""


def is_changed(last: RunningGame, now: RunningGame, seconds: float) -> bool:
    """Whether a running game is worth another save since the last one.

    That is so if anything but the clock differs, or if the clock has moved on by at least ``seconds``.
    """
    elapsed = now.session.elapsed
    is_same = last.session._replace(elapsed=elapsed) == now.session and last.what_if_mines == now.what_if_mines
    return not is_same or elapsed - last.session.elapsed >= seconds


class Autosave:
    """Saves and records the games of one program. Disk errors are never raised: they become messages.

    The database is opened when the first game needs it, so a program without a game doesn't create the file.
    """

    def __init__(self, folder: str | Path | None) -> None:
        self._folder = folder
        self._saves: saves_table.Saves | None = None
        self.seen: dict[str, Session] = {}
        """The sessions of the last call of ``record_ended_games``, by their ids."""
        self._recorded: dict[str, str] = {}
        """The sessions that were recorded, each with the id of its game in the database. That id is empty while the
        game couldn't be written yet."""
        self.outcomes: list[tuple[Session, Group, RecordingResult]] = []
        """The results of recording, for the front end to show. Whoever reads them empties the list. A game that
        couldn't be written at once appears a second time when it finally is."""
        self._tried: dict[str, RunningGame] = {}
        """Each running game as it was when it was last saved, even if that failed, by its id."""
        self._unsaved: dict[str, str] = {}
        """The running games that aren't saved: their ids, with the reason why the last save failed."""
        self._waiting: set[str] = set()
        """The ids of games whose save failed once because another program was writing. The player is told only if the
        next save fails too."""
        self._next_save = 0.0
        self.due: float | None = None
        """The time at which ``save`` should be called again, on the clock that the front end passes to it. None if
        everything is saved."""
        self._told: set[str] = set()

    @property
    def saves(self) -> saves_table.Saves:
        """The saved games, and through them the game database. The first use opens the database."""
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
        """A message about why nothing can be saved, or why a running game couldn't be saved. None if all is well.

        If a save failed for the first time because another program was writing, that isn't a problem yet.
        """
        trouble = None if self._saves is None else self._saves.store.problem
        return trouble or next(iter(self._final_problems()), None)

    def _final_problems(self) -> list[str]:
        return [problem for key, problem in self._unsaved.items() if key not in self._waiting]

    def record_ended_games(self, sessions: Iterable[Session]) -> None:
        """Compares the sessions with those of the last call, and records each game that ended or was left for good.

        A game is left for good if its session is missing now. A game that ends without a record, such as a lost one
        that was continued, only loses its save. Sessions without an id are never recorded or saved: replays and
        demonstrations of the bot have none.
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
        """Records a finished game. Returns False if it is recorded already or too short to be recorded."""
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

        # If two programs finish a game at the same moment, one waits a little for the other. Otherwise its player would
        # read about a failure that is over in no time.
        store.patience = LAST_SECONDS
        note(games_table.record_game(store, finished, note))
        store.patience = HURRY_SECONDS
        return True

    def keep_guesses(self, session: Session, guesses: tuple[Guess, ...]) -> None:
        """Stores the guesses of a recorded game once they are known.

        Does nothing if the player continued the game after a loss, because the session then has guesses that the
        recorded game doesn't have.
        """
        if session.id in self._recorded and not session.was_lost:
            games_table.set_guesses(self.saves.store, {self._recorded[session.id]: guesses})

    def save(self, games: Iterable[RunningGame], now: float | None = None) -> None:
        """Saves those running games that have changed, and tries finished games again that couldn't be recorded.

        ``now`` is the time of the front end's clock. Two saves are at least a second apart, so the game in play isn't
        saved after every move; ``due`` says when the next save may follow. A save that fails is tried again at that
        time. Without ``now``, everything is saved at once, because the program may be about to end.
        """
        self.due = None
        for game in games:
            key, session = game.id, game.session
            if not key or session.game.is_over:
                continue
            # Before the first open, a game is worth saving only while it has marks, and these may have been removed
            # again.
            if not session.is_kept:
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
        # Finished games that couldn't be recorded wait in the store.
        if self._saves is not None and self._saves.store.unsaved:
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
            # The problem is over, so its message may be shown again if it comes back.
            self._told.discard(self._unsaved.pop(key))

    def new_messages(self) -> list[str]:
        """Messages for the player that weren't returned before.

        A message is repeated only if its problem had gone away in between.
        """
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
        """Lets other programs continue this program's saved games, closes the database, and returns the last messages.

        Called at the end of the program, after the last ``save``.
        """
        if self._saves is None:
            return []
        self._saves.store.patience = LAST_SECONDS
        with contextlib.suppress(Exception):
            self._saves.close()
        return self._saves.store.take_notices()


def abandon(saves: saves_table.Saves, game_id: str) -> str | None:
    """Ends a saved game that the player doesn't want to continue, and records it as abandoned.

    If it can't be recorded, for example because it is unreadable, it is deleted. Returns the reason if even that fails,
    otherwise None.
    """
    taken = saves.take(game_id).value
    finished = None if taken is None else games_table.finish_game(taken.session)
    if finished is not None and games_table.record_game(saves.store, finished).saved:
        return None
    return saves.drop(game_id).problem
