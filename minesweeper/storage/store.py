"""The program's connection to the game database.

``Store`` opens ``games.db`` and keeps it open. Disk errors never leave this module as exceptions, because a full disk
must not end a game: reads return a default, writes return the reason, and ``notices`` collects messages for the player.
``database`` defines the tables; ``games_table``, ``saves_table`` and ``lesson_scores`` use them; ``database_file``
makes, checks and repairs the file.
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
    # SQLite takes longer to load than the rest of the program, and some Pythons are built without it.
    database = LateModule("minesweeper.storage.database")
    database_file = LateModule("minesweeper.storage.database_file")

T = TypeVar("T")
FILE_NAME = "games.db"

_RETRY_SECONDS = 10.0
"""After a failed attempt to open the database, writes don't try again for this many seconds, because an attempt may
have to wait for another program."""
PATIENCE = 5.0
"""The seconds that a write waits for another program's lock where the player doesn't wait for the result, as in
commands."""


@dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """The result of a write.

    ``value`` is what the work returned, and ``problem`` is the message for the player if it wasn't saved.
    """

    saved: bool
    value: T | None = None
    problem: str | None = None


class Store:
    """One program's connection to the game database. Disk errors never leave ``read`` and ``write`` as exceptions.

    If the file can't be opened, the store exists nevertheless: ``problem`` says why, reads return their defaults, and
    each write tries to open the file again after a while. Without a path, nothing is ever stored.
    """

    def __init__(self, path: Path | None, migrations: database.Migrations | None = None) -> None:
        """Opens the database, and creates it if it is missing.

        ``migrations`` are the program's own unless a test passes others.
        """
        self.path = path
        self.problem: str | None = None
        """A message about why games can't be saved, or None if they can."""
        self.notices: list[str] = []
        """Messages that the player hasn't seen yet, the oldest first."""
        self.patience = PATIENCE
        """The seconds that a read or a write waits for another program's lock. Autosave shortens them while the player
        waits."""
        self.unsaved: str | None = None
        """A message about why a failed write still waits for another attempt, or None if everything is written."""
        self._migrations: database.Migrations = migrations or ()
        self._connection: Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._waiting: list[tuple[Callable[[Connection], Any], str, Callable[[Any], None]]] = []
        self._next_try = 0.0
        self._has_written = False
        self._open()

    @property
    def can_write(self) -> bool:
        """Whether the database is open and games can be saved in it."""
        return self._connection is not None and self.problem is None

    def read(self, work: Callable[[Connection], T], default: T) -> T:
        """Runs ``work`` in a transaction, so that everything it reads belongs to the same moment.

        Returns what ``work`` returns, or ``default`` if the database can't be read. In that case a notice tells the
        player why.
        """
        result = self._try("BEGIN", work)
        if result.problem is not None:
            self.add_notice(f"The games can't be read: {result.problem}.")
        return cast("T", result.value) if result.saved else default

    def check(self) -> bool | None:
        """Reads the whole database to find damage, which may take long.

        Returns True if it is intact. Damage is repaired first, and a notice says so; then the result is that of the new
        file. Returns False if the file can't be read or repaired, and None if a newer version made it, because this
        version doesn't know its tables.
        """
        damaged: bool | None = False
        return self.read(lambda connection: database_file.check_whole(connection, self._migrations) or None, damaged)

    def write(
        self, work: Callable[[Connection], T], what: str = "game", *, later: Callable[[T], None] | None = None
    ) -> Written[T]:
        """Runs ``work`` in a transaction of its own and tells whether the result is on disk.

        ``what`` is the noun in the error message, as in *The game is not saved*. With ``later``, a failed ``work`` is
        kept and tried again after each write that succeeds, and ``later`` is called with its result once it is saved.
        Such work may run twice, so it must do no harm the second time.
        """
        outcome = self._write(work, what)
        if outcome.saved:
            self.write_waiting()
        elif later is not None:
            self._waiting.append((work, what, later))
            self.unsaved = outcome.problem
        return outcome

    def write_waiting(self) -> None:
        """Tries the writes that failed before again, the oldest first, until one fails or all are saved."""
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
        """Makes the next write try to open the database even if an attempt has just failed."""
        self._next_try = 0.0

    def close(self) -> None:
        """Tries the failed writes a last time, makes the weekly backup if it is due, and closes the database."""
        self.retry_now()
        self.write_waiting()
        if self.path is not None and self._has_written and self.can_write:
            # The backup is made at the end, because the player doesn't wait for anything then and nothing is being
            # written.
            try:
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
        """Runs ``work`` in a transaction. If damage made it fail, repairs the database and runs it a second time.

        ``problem`` of the result is the reason in a few words, without a full stop, so that callers can build a
        sentence with it.
        """
        reason = None
        for _ in range(2):
            if self.path is not None and self.can_write and self._identity != database_file.identity_of(self.path):
                self._open()  # Another program has replaced the file, so the open connection belongs to the old one.
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
            # A newer version of Minesweeper has migrated the file while it was open here.
            if begin != "BEGIN" and version != len(self._migrations):
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
            self.problem = "There is no home folder, so games are not saved."
            return
        try:
            self._migrations = self._migrations or database.MIGRATIONS
            load_now(database_file)
        except ImportError:
            self.problem = "This Python has no sqlite3, so games are not saved."
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
        """Called after an error. If the file may be damaged, opens it again, and replaces it first if it really is.

        Returns True if the work that failed is worth another attempt.
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
        """All notices, followed by the problem if there is one."""
        return [*self.notices, *([self.problem] if self.problem else [])]

    def take_notices(self) -> list[str]:
        """Returns the notices and forgets them, so that the player sees each of them once."""
        taken = list(self.notices)
        self.notices.clear()
        return taken

    def add_notice(self, notice: str) -> None:
        """Adds a message for the player, unless the same message is waiting to be shown already."""
        if notice not in self.notices:
            self.notices.append(notice)

    def _close(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
        self._connection = None


def existing_folder(environ: Mapping[str, str]) -> str | None:
    """The player's folder of games, or None if it has no game database.

    Commands that only read games ask here first, because opening a store would create the database.
    """
    folder = data_folder(environ)
    return folder if folder and os.path.lexists(os.path.join(folder, FILE_NAME)) else None


def open_store(folder: str | Path | None) -> Store:
    """Opens the game database in a folder. None stands for a player without a home folder: then nothing is stored.

    Never raises for disk errors; ``problem`` of the store says if games can't be saved.
    """
    return Store(None if folder is None else Path(folder) / FILE_NAME)
