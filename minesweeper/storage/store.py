"""The program's connection to the game database.

``Store`` opens ``games.db`` and keeps it open. Disk errors never leave this module as exceptions, because a full disk
must not end a game: reads return a default, writes return the reason, and ``notices`` collects messages for the player.
``database_file`` makes, checks and repairs the file, and ``database`` defines the tables. What is in the tables is the
business of ``games_table``, ``saves_table`` and ``lesson_scores``.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from minesweeper.core.late import LateModule, load_now
from minesweeper.core.signals import delay_stops
from minesweeper.storage.paths import data_folder

if TYPE_CHECKING:
    from sqlite3 import Connection

    from minesweeper.storage import database, database_file
else:
    # SQLite takes longer to load than the rest of the program, and a Python may lack it.
    database = LateModule("minesweeper.storage.database")
    database_file = LateModule("minesweeper.storage.database_file")

T = TypeVar("T")
FILE_NAME = "games.db"

_RETRY_SECONDS = 10.0
"""The seconds after which a write tries again to open a store. Not every write does, because opening may wait."""
PATIENCE = 5.0
"""The seconds that a write waits for another program's lock while the player isn't waiting."""


@dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """The result of a write: whether it was saved, the returned value, and why it wasn't saved."""

    saved: bool
    value: T | None = None
    problem: str | None = None


class Store:
    """The game database of one program. ``read`` and ``write`` never raise for disk errors."""

    def __init__(self, path: Path | None, migrations: database.Migrations | None = None) -> None:
        self.path = path
        self.problem: str | None = None
        """Why nothing can be saved; None if all is well."""
        self.notices: list[str] = []
        """Messages that the player hasn't seen yet."""
        self.patience = PATIENCE
        """The seconds to wait for another program's lock."""
        self.unsaved: str | None = None
        """Why the last pending write isn't saved yet; None if none is pending."""
        self._migrations: database.Migrations = migrations or ()
        self._connection: Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._waiting: list[tuple[Callable[[Connection], Any], str, Callable[[Any], None]]] = []
        self._next_try = 0.0
        self._has_written = False
        self._open()

    @property
    def can_write(self) -> bool:
        """Says whether games can be saved."""
        return self._connection is not None and self.problem is None

    def read(self, work: Callable[[Connection], T], default: T) -> T:
        """Returns the result of reading in one unchanging view of the store, or the default if it can't be read."""
        result = self._try("BEGIN", work)
        if result.problem is not None:
            self.add_notice(f"The games can't be read: {result.problem}.")
        return cast("T", result.value) if result.saved else default

    def check(self) -> bool | None:
        """Says whether the file is undamaged, after replacing a damaged one. It reads the whole file.

        None for a file of a newer version, which can't be checked here.
        """
        damaged: bool | None = False
        return self.read(lambda connection: database_file.check_whole(connection, self._migrations) or None, damaged)

    def write(
        self, work: Callable[[Connection], T], what: str = "game", *, later: Callable[[T], None] | None = None
    ) -> Written[T]:
        """Runs some work in one transaction. ``saved`` of the result says whether it is on disk.

        With ``later``, failed work is tried again with the next write, and ``later`` gets its result once it is saved.
        Such work must be harmless when done twice.
        """
        outcome = self._write(work, what)
        if outcome.saved:
            self.write_waiting()
        elif later is not None:
            self._waiting.append((work, what, later))
            self.unsaved = outcome.problem
        return outcome

    def write_waiting(self) -> None:
        while self._waiting:
            work, what, later = self._waiting[0]
            outcome = self._write(work, what)
            if not outcome.saved:
                self.unsaved = outcome.problem
                return
            del self._waiting[0]
            later(outcome.value)
            if not self._waiting:
                self.unsaved = None
                self.add_notice("Saved. Earlier save errors are resolved.")

    def retry_now(self) -> None:
        """Lets the next write try to open the store again, even right after a failure."""
        self._next_try = 0.0

    def close(self) -> None:
        """Closes the file, after a last attempt to save pending writes."""
        self.retry_now()
        self.write_waiting()
        if self.path is not None and self._has_written and self.can_write:
            try:  # the weekly backup is made now, when the player doesn't wait and nothing is written
                database_file.back_up_if_due(self.path)
            except database_file.ERRORS as error:
                self.add_notice(f"The weekly backup failed: {database_file.reason_of(error)}.")
        self._close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _write(self, work: Callable[[Connection], T], what: str) -> Written[T]:
        if not self.can_write and time.monotonic() >= self._next_try:
            self._open()
        result: Written[T] = self._try("BEGIN IMMEDIATE", work) if self.problem is None else Written(saved=False)
        self._has_written = self._has_written or result.saved
        return (
            result
            if result.saved
            else Written(saved=False, problem=self.problem or f"The {what} is not saved: {result.problem}.")
        )

    def _try(self, begin: str, work: Callable[[Connection], T]) -> Written[T]:
        """Runs work in one transaction, again after a repair. ``problem`` says in a few words why it failed."""
        reason = None
        for _ in range(2):
            if self.path is not None and self.can_write and self._identity != database_file.identity_of(self.path):
                self._open()  # another file is at the path now
            if self._connection is None:
                break
            try:
                return Written(saved=True, value=self._run(self._connection, begin, work))
            except database_file.ERRORS as error:
                reason = database_file.reason_of(error)
                if not self._repair(error):
                    break
        return Written(saved=False, problem=reason)

    @delay_stops()
    def _run(self, connection: Connection, begin: str, work: Callable[[Connection], T]) -> T:
        connection.execute(f"PRAGMA busy_timeout = {self.patience * 1000:.0f}")
        connection.execute(begin)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if begin != "BEGIN" and version != len(self._migrations):  # a newer program has changed the tables
                raise database.CorruptFileError("its version number has changed")
            result = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(Exception):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            raise
        return result

    def _open(self) -> None:
        self._close()
        self._next_try = time.monotonic() + _RETRY_SECONDS
        if self.path is None:
            self.problem = "There is no home folder: games are not saved."
            return
        try:
            self._migrations = self._migrations or database.MIGRATIONS
            load_now(database_file)
        except ImportError:
            self.problem = "This Python has no sqlite3: games are not saved."
            return
        try:
            opened = database_file.open_file(self.path, self._migrations)
        except database_file.ERRORS as error:
            self.problem = f"Games are not saved: {database_file.reason_of(error)}."
            return
        self._connection, self._identity, self.problem = opened.connection, opened.identity, opened.problem
        for notice in opened.notices:
            self.add_notice(notice)

    def _repair(self, error: BaseException) -> bool:
        """Called after an error. If damage may be the cause, opens the file again, and sets a damaged one aside first.

        Returns whether the work that failed should be tried again.
        """
        if self.path is None or self.problem is not None or not database_file.is_damage(error):
            return False
        self._close()
        try:
            notices = database_file.set_aside_if_damaged(self.path, self._migrations)
        except database_file.ERRORS as trouble:
            self.problem = f"Games are not saved: {database_file.reason_of(trouble)}."
            return False
        self._open()
        for notice in notices:
            self.add_notice(notice)
        return True

    @property
    def all_messages(self) -> list[str]:
        """The notices and, last, the problem if there is one."""
        return [*self.notices, *([self.problem] if self.problem else [])]

    def take_notices(self) -> list[str]:
        """Returns the notices and removes them, so that the player sees each message once."""
        taken = list(self.notices)
        self.notices.clear()
        return taken

    def add_notice(self, notice: str) -> None:
        """Keeps a message for the player, unless the same message is waiting already."""
        if notice not in self.notices:
            self.notices.append(notice)

    def _close(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
        self._connection = None


def existing_folder(environ: Mapping[str, str]) -> str | None:
    """Returns the player's folder of games if it has any, for questions that must create no file."""
    folder = data_folder(environ)
    return folder if folder and os.path.lexists(os.path.join(folder, FILE_NAME)) else None


def open_store(folder: str | Path | None) -> Store:
    """Opens the store in the player's folder of games. Its ``problem`` says if nothing can be saved there."""
    return Store(None if folder is None else Path(folder) / FILE_NAME)
