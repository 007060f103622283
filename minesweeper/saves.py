"""Saved games: each running program keeps its own in the store, and a game whose program has ended can be continued.

A saved game is replaced only by its own later self; one that can't be read stays where it is.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from minesweeper import reading
from minesweeper.owners import NOBODY, Owner, is_gone
from minesweeper.reading import RecordError
from minesweeper.running import (
    MAX_SECONDS,
    MAX_SEED,
    RunningGame,
    new_id,
    read_id,
    running_from_data,
    running_to_data,
    timestamp,
)
from minesweeper.store import Store, Written

if TYPE_CHECKING:
    from sqlite3 import Connection

MAX_LENGTH = 32 << 20
"""The longest saved game that is written or read; a board of a million cells takes about one."""

_MAX_LISTED = 1000
_SHORTEST_PAUSE = 1.0
_PAUSE_SHARE = 20
"""Saving takes at most this part of the time of a game, however large its board."""
_CONTENT = f"CASE WHEN length(game) <= {MAX_LENGTH} THEN game END"


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a list says about a saved game."""

    id: str
    saved_at: str
    is_free: bool
    """Whether it can be continued here: no other running program has it."""
    name: str = ""
    board: str = ""
    mode: str = ""
    elapsed: float = 0.0
    mines_left: int = 0
    problem: str | None = None
    """Why it can't be read, or None; it is kept all the same."""
    seed: str = ""


class Saves:
    """The saved games as this program sees them; nothing here raises for trouble with the disk."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._owner: Owner | None = None
        self.pause = _SHORTEST_PAUSE
        """How many seconds a running game should wait after a save for the next one; more where saving takes long."""

    def save(self, game: RunningGame) -> Written[str]:
        """Keeps a running game as it is now; the value is the id that it has from now on.

        That is a new one when another program has continued the game meanwhile: neither overwrites the other.
        """
        start = time.monotonic()
        content = json.dumps(running_to_data(game), separators=(",", ":"))
        if len(content) > MAX_LENGTH:
            return Written(False, None, "The game is not saved: it has become too long.")

        def work(connection: Connection) -> str:
            row = connection.execute("SELECT owner FROM saves WHERE id = ?", (game.id,)).fetchone()
            free = row is None or self._is_free(str(row[0]))
            key = game.id if free else new_id()
            saved = content if free else json.dumps(running_to_data(game) | {"id": key})
            connection.execute(
                "INSERT OR REPLACE INTO saves (id, saved_at, owner, game) VALUES (?, ?, ?, ?)",
                (key, timestamp(), self._me(), saved),
            )
            return key

        written = self._store.write(work)
        self.pause = max(_SHORTEST_PAUSE, _PAUSE_SHARE * (time.monotonic() - start))
        return written

    def release(self, game_id: str) -> Written[None]:
        """Leaves a saved game to any program that wants to continue it."""

        def work(connection: Connection) -> None:
            connection.execute("UPDATE saves SET owner = ? WHERE id = ? AND owner = ?", (NOBODY, game_id, self._me()))

        return self._store.write(work)

    def drop(self, game_id: str) -> Written[None]:
        """Takes a saved game away, if no other running program has it."""

        def work(connection: Connection) -> None:
            row = connection.execute("SELECT owner FROM saves WHERE id = ?", (game_id,)).fetchone()
            if row is not None and self._is_free(row[0]):
                connection.execute("DELETE FROM saves WHERE id = ?", (game_id,))

        return self._store.write(work)

    def games(self) -> list[SavedGame]:
        """All saved games, the newest first."""

        def work(connection: Connection) -> list[SavedGame]:
            rows = connection.execute(
                f"SELECT id, saved_at, owner, {_CONTENT} FROM saves ORDER BY saved_at DESC, id LIMIT ?",
                (_MAX_LISTED,),
            )
            return [_summary(str(row[0]), str(row[1]), self._is_free(str(row[2])), row[3]) for row in rows]

        return self._store.read(work, [])

    def newest(self) -> SavedGame | None:
        """The game that Continue offers: the newest that can be read and that no other program is playing."""
        return next((game for game in self.games() if game.is_free and game.problem is None), None)

    def take(self, game_id: str) -> Written[RunningGame]:
        """A saved game to go on with, which is this program's from now on; the problem says why there is none."""

        def work(connection: Connection) -> RunningGame:
            game, token = _read_saved(connection, game_id)
            if not self._is_free(token):
                raise RecordError("another program is playing it")
            connection.execute("UPDATE saves SET owner = ? WHERE id = ?", (self._me(), game_id))
            return game

        try:
            if self._store.can_write:
                return self._store.write(work)
            # A store that can only be read still lets the game go on; it is the next save that will tell.
            found = self._store.read(lambda connection: _read_saved(connection, game_id)[0], None)
        except RecordError as error:
            return Written(False, None, f"This saved game can't be continued: {error}.")
        return Written(False, found, self._store.problem)

    def close(self) -> None:
        """Leaves this program's saved games to the next one."""
        if self._owner is not None:
            self._owner.leave()
            self._owner = None

    def _me(self) -> str:
        """What stands for this program in the store, from its first saved game on."""
        if self._owner is None and self._store.can_write and self._store.path is not None:
            self._owner = Owner(self._store.path.parent)
        return NOBODY if self._owner is None else self._owner.token

    def _is_free(self, token: str) -> bool:
        """Whether no other running program has a game of this owner."""
        if token == NOBODY or (self._owner is not None and token == self._owner.token):
            return True
        if self._store.path is None or not self._store.can_write:
            return True  # no lock can be taken, and what is read here replaces nothing
        return is_gone(self._store.path.parent, token)


def _read_saved(connection: Connection, game_id: str) -> tuple[RunningGame, str]:
    """A saved game and the token of its owner, else RecordError."""
    row = connection.execute(f"SELECT owner, {_CONTENT} FROM saves WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise RecordError("it is no longer there")
    return running_from_data(_parse(row[1])), str(row[0])


def _parse(content: object) -> dict[str, Any]:
    if not isinstance(content, str):
        raise RecordError("it is no text, or too long")
    return reading.parse_json(content, MAX_LENGTH)


def _summary(game_id: str, saved_at: str, is_free: bool, content: object) -> SavedGame:
    try:
        data = _parse(content)
        if read_id(data) != game_id:
            raise RecordError("it is kept under another id")
        spec = reading.board(data, "board")
        flags = reading.cells(data, "flags", spec.grid)
        return SavedGame(
            game_id,
            saved_at,
            is_free,
            reading.word(data, "name"),
            str(spec),
            reading.word(data, "mode"),
            reading.seconds(data, "elapsed", MAX_SECONDS),
            spec.mines - flags.bit_count(),
            seed=reading.text(data, "seed", MAX_SEED),
        )
    except RecordError as error:
        return SavedGame(game_id, saved_at, is_free, problem=f"This saved game can't be read: {error}.")
