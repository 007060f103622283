"""Finished games in the store: recorded once each, with their rank then; listed, examined, with their replays.

Nothing here raises for trouble with the disk: the store tells what could not be kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias

from minesweeper.finished import (
    DATA_VERSION,
    RESULTS,
    FinishedGame,
    Guess,
    from_milliseconds,
    game_from_data,
    guesses_to_data,
    to_milliseconds,
)
from minesweeper.reading import RecordError
from minesweeper.replays import pack_replay, unpack_replay
from minesweeper.store import Store, Written

if TYPE_CHECKING:
    from sqlite3 import Connection

Row: TypeAlias = tuple[Any, ...]

_COLUMNS = (
    "id, ended_at, kin, level, board, mode, standing, result, time_ms, three_bv, opens, flags, chords, effective,"
    " no_flags, guess_count, guess_survived, guess_expected, helpers, known, guesses, code, seed, program"
)
_HAS_REPLAY = "EXISTS (SELECT 1 FROM replays WHERE replays.number = games.number)"
_BEYOND = (1 << 63) - 1
_MARKS = ", ".join("?" * len(_COLUMNS.split(",")))


@dataclass(frozen=True, slots=True)
class Recorded:
    """What came of recording a game: whether it is saved, and how it compares with the wins of its kind before it."""

    saved: bool
    problem: str | None = None
    rank: int | None = None
    """1 for the best time; None for a game that is not ranked."""

    @property
    def is_best(self) -> bool:
        """Whether it is the best time, the first win included."""
        return self.rank == 1


def record_game(store: Store, game: FinishedGame) -> Recorded:
    """Keeps a finished game, once however often it is asked, and takes its saved form away in the same step."""
    packed = None if game.replay is None else pack_replay(game.replay)

    def work(connection: Connection) -> int | None:
        rank = _rank(connection, game) if game.is_ranked else None
        is_new = insert_game(connection, game, packed)
        connection.execute("DELETE FROM saves WHERE id = ?", (game.id,))
        return rank if is_new else None

    written = store.write(work, later=True)
    return Recorded(written.saved, written.problem, written.value)


def kin_of(level: str, mode: str, standing: str, board: str) -> int:
    """The number that stands for the games which are compared with each other.

    A number is found in an index several times as fast as four texts. Of 64 bits, so that no two groups share one.
    """
    name = "\0".join((level, mode, standing, board)).encode("utf-8", "replace")
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "big", signed=True)


def _rank(connection: Connection, game: FinishedGame) -> int:
    """The place of a game among the wins of its kin."""
    kin = kin_of(game.level, game.mode, game.standing, game.board)
    query = "SELECT count(*) FROM games WHERE result = 1 AND kin = ? AND time_ms <= ?"
    (ahead,) = connection.execute(query, (kin, game.time_ms)).fetchone()
    return int(ahead) + 1


def insert_game(connection: Connection, game: FinishedGame, packed: bytes | None) -> bool:
    """Whether the game was not there yet; if it was, nothing is changed."""
    cursor = connection.execute(
        f"INSERT INTO games ({_COLUMNS}) VALUES ({_MARKS}) ON CONFLICT (id) DO NOTHING", _to_row(game)
    )
    if cursor.rowcount != 1:
        return False
    if packed is not None:
        # A replay that damage has left without its game may lie under the number.
        connection.execute("INSERT OR REPLACE INTO replays (number, replay) VALUES (?, ?)", (cursor.lastrowid, packed))
    return True


def get_game(store: Store, game_id: str) -> FinishedGame | None:
    """A game with its replay, found by its id or by the beginning of one; a damaged replay is left out."""
    wanted = game_id.strip().lower()
    if not re.fullmatch(r"[0-9a-f-]{4,36}", wanted):
        return None

    def work(connection: Connection) -> list[Row]:
        return connection.execute(
            f"SELECT {_COLUMNS}, replay FROM games LEFT JOIN replays USING (number) WHERE id >= ? AND id < ? LIMIT 2",
            (wanted, wanted + "~"),
        ).fetchall()

    nothing: list[Row] = []
    rows = store.read(work, nothing)
    return _with_replay(_from_row(rows[0]), rows[0][-1]) if len(rows) == 1 else None


def list_games(
    store: Store,
    *,
    level: str | None = None,
    mode: str | None = None,
    result: str | None = None,
    with_replay: bool = False,
    limit: int = 100,
    offset: int = 0,
) -> list[FinishedGame]:
    """Games without their replays, the newest first; with a filter, only those that pass it."""
    source, values = _filtered(level, mode, result, with_replay)

    def work(connection: Connection) -> list[Row]:
        return connection.execute(
            f"SELECT {_COLUMNS} FROM {source} ORDER BY ended_at DESC, number DESC LIMIT ? OFFSET ?",
            (*values, limit, offset),
        ).fetchall()

    nothing: list[Row] = []
    return [game for game in map(_from_row, store.read(work, nothing)) if game is not None]


def count_games(
    store: Store,
    *,
    level: str | None = None,
    mode: str | None = None,
    result: str | None = None,
    with_replay: bool = False,
) -> int:
    """How many games pass a filter."""
    source, values = _filtered(level, mode, result, with_replay)
    return store.read(
        lambda connection: int(connection.execute(f"SELECT count(*) FROM {source}", values).fetchone()[0]), 0
    )


def count_replays(store: Store) -> int:
    """How many replays there are; quick, however many."""
    return store.read(lambda connection: int(connection.execute("SELECT count(*) FROM replays").fetchone()[0]), 0)


def games_after(store: Store, number: int, limit: int, *, with_replays: bool) -> list[tuple[int, FinishedGame | None]]:
    """The games recorded after the one with a number, each with its own number; None for one that can't be read."""

    def work(connection: Connection) -> list[Row]:
        return connection.execute(
            f"SELECT {_COLUMNS}, {'replay' if with_replays else 'NULL'}, number FROM games"
            f"{' LEFT JOIN replays USING (number)' if with_replays else ''} WHERE number > ? ORDER BY number LIMIT ?",
            (number, limit),
        ).fetchall()

    nothing: list[Row] = []
    return [(int(row[-1]), _with_replay(_from_row(row), row[-2])) for row in store.read(work, nothing)]


def _with_replay(game: FinishedGame | None, packed: object) -> FinishedGame | None:
    if game is None or not isinstance(packed, bytes):
        return game
    try:
        return replace(game, replay=unpack_replay(packed))
    except RecordError:
        return game


def _filtered(
    level: str | None, mode: str | None, result: str | None, with_replay: bool
) -> tuple[str, tuple[str | int, ...]]:
    wanted = {"level": level, "mode": mode, "result": None if result is None else RESULTS.index(result)}
    used = {name: value for name, value in wanted.items() if value is not None}
    tests = [f"{name} = ?" for name in used]
    if with_replay:
        tests.append(_HAS_REPLAY)
    return "games" + (f" WHERE {' AND '.join(tests)}" if tests else ""), tuple(used.values())


def delete_replay(store: Store, game_id: str) -> Written[None]:
    """Takes the replay of a game away; the game itself still counts."""

    def work(connection: Connection) -> None:
        connection.execute("DELETE FROM replays WHERE number = (SELECT number FROM games WHERE id = ?)", (game_id,))

    return store.write(work, "change")


def to_examine(store: Store, below: int | None = None, limit: int = 1) -> list[tuple[int, str, str]]:
    """Number, id and board of games whose guesses are to be computed from a replay, the newest before a number."""

    def work(connection: Connection) -> list[tuple[int, str, str]]:
        rows = connection.execute(
            f"SELECT number, id, board FROM games WHERE guesses IS NULL AND number < ? AND {_HAS_REPLAY}"
            " ORDER BY number DESC LIMIT ?",
            (_BEYOND if below is None else below, limit),
        )
        return [(int(row[0]), str(row[1]), str(row[2])) for row in rows]

    return store.read(work, [])


def set_guesses(store: Store, game_id: str, guesses: tuple[Guess, ...]) -> Written[None]:
    """Adds to a game the guesses that were computed from its replay."""
    return set_all_guesses(store, {game_id: guesses})


def set_all_guesses(store: Store, found: Mapping[str, tuple[Guess, ...]]) -> Written[None]:
    """The same for several games, in one step."""

    def work(connection: Connection) -> None:
        for game_id, guesses in found.items():
            connection.execute(
                "UPDATE games SET guesses = ?, guess_count = ?, guess_survived = ?, guess_expected = ? WHERE id = ?",
                (*_guess_columns(guesses), game_id),
            )

    return store.write(work, "count of guesses")


def _guess_columns(guesses: tuple[Guess, ...] | None) -> tuple[str | None, int | None, int | None, float | None]:
    if guesses is None:
        return None, None, None, None
    text = json.dumps(guesses_to_data(guesses), separators=(",", ":"))
    return text, len(guesses), sum(guess.survived for guess in guesses), sum(1 - guess.odds for guess in guesses)


def _to_row(game: FinishedGame) -> Row:
    clicks = game.clicks
    guesses, count, survived, expected = _guess_columns(game.guesses)
    row = (
        *(game.id, to_milliseconds(game.ended_at), kin_of(game.level, game.mode, game.standing, game.board)),
        *(game.level, game.board, game.mode, game.standing, RESULTS.index(game.result)),
        *(game.time_ms, game.three_bv, clicks.opens, clicks.flags, clicks.chords, clicks.effective),
        *(game.no_flags, count, survived, expected, json.dumps(game.helpers), game.known),
        *(guesses, game.code, game.seed, game.program),
    )
    # Half a surrogate pair, as a seed from the command line may hold, has no place in a UTF-8 text.
    return tuple(value.encode("utf-8", "replace").decode() if isinstance(value, str) else value for value in row)


def _from_row(row: Row) -> FinishedGame | None:
    """The game of a row, or None for one that this program can't have written."""
    named = dict(zip(_COLUMNS.split(", "), row, strict=False))
    named["clicks"] = [named[name] for name in ("opens", "flags", "chords", "effective")]
    try:
        named["helpers"] = json.loads(named["helpers"])
        named["guesses"] = None if named["guesses"] is None else json.loads(named["guesses"])
        named["ended_at"], named["result"] = from_milliseconds(named["ended_at"]), RESULTS[named["result"]]
        named["known"], named["no_flags"] = bool(named["known"]), bool(named["no_flags"])
        return game_from_data({**named, "version": DATA_VERSION, "replay": None})
    except (ValueError, TypeError, IndexError, OverflowError, RecursionError):
        return None
