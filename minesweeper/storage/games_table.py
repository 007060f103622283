"""Stores finished games in the game database, lists them, and finds and rates their guesses later.

Each game is recorded once. Its row has everything that statistics need, and its replay lies in a table of its own,
because it is many times as large. Rows are checked when they are read, since another program may have written them, and
one that can't be read is skipped. Disk errors are never raised: the ``Store`` reports them. ``statistics`` computes
figures from these games, and ``import_export`` moves them between computers.
"""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.measures import three_bv
from minesweeper.core import validate
from minesweeper.core.boardspec import FAIR
from minesweeper.core.cells import contains
from minesweeper.core.sizes import MAX_CELLS
from minesweeper.core.times import from_milliseconds, timestamp, to_milliseconds
from minesweeper.core.validate import RecordError
from minesweeper.play.game import Phase
from minesweeper.play.guesses import MAX_CELLS as MOST_ANALYSED
from minesweeper.play.guesses import Guess, find_guesses, judge_guesses, skill_of, without_mistakes
from minesweeper.play.replay import (
    MAX_MOVES,
    MAX_MS,
    Fields,
    Replay,
    check_version,
    optional,
    pack_replay,
    read_fields,
    replay_from_data,
    replay_of,
    replay_to_data,
    unpack_replay,
)
from minesweeper.play.session import Clicks, MoveKind, Session, new_id
from minesweeper.storage.records import Group, RecordingResult, category_of, group_of
from minesweeper.storage.saves_table import MAX_ASSISTANTS, read_assistants, read_clicks, read_id
from minesweeper.storage.store import Store, Written
from minesweeper.version import VERSION

if TYPE_CHECKING:
    from sqlite3 import Connection

GameRow: TypeAlias = tuple[Any, ...]

RESULTS = ("lost", "won", "abandoned")
"""How a game can end. The database stores the position in this list, so the order must not change."""
ORDERS = {
    "date": "ended_at DESC, number DESC",
    "time": "result != 1, time_ms, number DESC",
    "3BV/s": "result != 1, three_bv * 1000.0 / nullif(time_ms, 0) DESC, number DESC",
}
"""The ways to sort a list of games, as SQL: the newest first, or the fastest wins first, or the wins with the most 3BV
per second first. The last two put games that weren't won at the end."""
DATA_VERSION = 1
CODE_CELLS = 40_000
"""A board with more cells is recorded without its board code, which would be longer than the replay."""
_MAX_TEXT = 250_000
_MAX_GUESSES = 10_000

_COLUMNS = (
    "id, ended_at, kin, level, board, mode, standing, result, time_ms, three_bv, opens, flags, chords, effective,"
    " no_flags, guess_count, guess_survived, guess_expected, helpers, known, guesses, code, seed, program"
)
_MARKS = ", ".join("?" * len(_COLUMNS.split(",")))
_HAS_REPLAY = "EXISTS (SELECT 1 FROM replays WHERE replays.number = games.number)"
_IS_SMALL = (
    f"CAST(board AS INTEGER) * CAST(substr(board, instr(board, 'x') + 1) AS INTEGER) BETWEEN 1 AND {MOST_ANALYSED}"
)
"""SQL for a board that is small enough for an analysis. A cast takes the digits at the beginning of a text such as
``30x16/99``."""
UNEXAMINED = f"guesses IS NULL AND mode <> '{FAIR}'"
"""SQL for games whose guesses haven't been looked for yet. Fair games are left out, because their odds don't decide
what happens, so guesses in them can't be rated."""
UNJUDGED = "guess_count > 0 AND number NOT IN (SELECT number FROM skills)"
"""SQL for games whose guesses are known but not rated yet."""
_BEYOND = (1 << 63) - 1
_BATCH = 4
"""The number of games whose guesses are written together, because every write waits for the disk."""
MOST_JUDGED = 60
"""How many games are rated before the work pauses until another game ends. Each takes seconds, and thousands may
wait."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game as the game database stores it.

    ``level``, ``mode``, ``helpers``, ``known`` and ``standing`` have the names of their columns; see ``Group``. They
    are the preset, the board type, the assistants, whether the board was known, and the category.
    """

    id: str
    ended_at: str
    """The time in UTC, such as ``2026-11-16T09:12:33.480Z``. Sorting these texts sorts by time."""
    level: str
    board: str
    """The size and mine count, such as ``30x16/99``."""
    mode: str
    result: str
    time_ms: int
    three_bv: int
    clicks: Clicks
    helpers: tuple[str, ...] = ()
    known: bool = False
    no_flags: bool = False
    """Whether the game was won without ever setting a flag."""
    code: str = ""
    seed: str = ""
    guesses: tuple[Guess, ...] | None = None
    """The guesses of the game, or None if they haven't been computed from the replay yet."""
    replay: Replay | None = None
    """The replay, or None if the game has none. Lists of games leave it out."""
    program: str = VERSION

    @property
    def standing(self) -> str:
        """The category of the game. The name is that of its column; see ``Group``."""
        return category_of(self.known, bool(self.helpers))

    @property
    def group(self) -> Group:
        """The group within which the game is compared."""
        return Group(self.level, self.mode, self.standing, self.board)


def finish_game(session: Session, *, ended_at: str | None = None) -> FinishedGame | None:
    """Makes the record of a game that has just ended or that the player leaves for good.

    Returns None if there is nothing to record. That is so if no cell was opened, if the player lost and then went on
    (the loss is recorded already), and if the first cell won the game on a replayed board, where the program opens that
    cell.
    """
    game = session.game
    if not game.opened | game.exploded or session.was_lost or (game.phase is Phase.WON and not session.moves):
        return None
    return game_of(session, replay_of(session), ended_at or timestamp())


def game_of(session: Session, replay: Replay | None, ended_at: str) -> FinishedGame:
    """Makes the record of a session whose mines are dealt. A game that is still running counts as abandoned."""
    group, game, clicks = group_of(session), session.game, session.clicks
    assert game.layout is not None
    set_several = any(move.kind in (MoveKind.COMPLETE, MoveKind.ASSIST) for move in (replay.moves if replay else ()))
    return FinishedGame(
        session.id,
        ended_at,
        group.level,
        str(session.spec),
        group.mode,
        {Phase.WON: "won", Phase.LOST: "lost"}.get(game.phase, "abandoned"),
        min(session.milliseconds, MAX_MS),
        three_bv(game.layout),
        clicks,
        tuple(sorted(session.assistants))[:MAX_ASSISTANTS],
        session.is_known_board,
        game.phase is Phase.WON and not clicks.flags and not set_several,
        _code_of(game.layout, session.first),
        session.seed[:_MAX_TEXT],
        replay=replay,
    )


def _code_of(layout: Layout, first: int | None) -> str:
    """The board code, or an empty text for a large board.

    A damaged file may name a mine as the first cell. The code then has no first cell.
    """
    if layout.grid.size > CODE_CELLS:
        return ""
    return to_code(Board(layout, first if first is not None and contains(layout.safe, first) else None))


def game_to_data(game: FinishedGame) -> dict[str, Any]:
    """Converts a recorded game to JSON values, with its replay. ``history export`` writes these."""
    worths = ratings_to_data(game.guesses)
    return {
        "version": DATA_VERSION,
        **{name: getattr(game, name) for name, *_ in _FIELDS},
        "clicks": list(game.clicks),
        "helpers": list(game.helpers),
        "guesses": None if game.guesses is None else guesses_to_data(game.guesses),
        **({"worths": worths} if worths else {}),
        "replay": None if game.replay is None else replay_to_data(game.replay),
    }


def guesses_to_data(guesses: tuple[Guess, ...]) -> list[list[Any]]:
    """Converts guesses to JSON lists: the number of the move, the odds, whether it was survived and, if the odds aren't
    exact, False.
    """
    return [[*guess[:3]] if guess.is_exact else [*guess[:4]] for guess in guesses]


def ratings_to_data(guesses: tuple[Guess, ...] | None) -> list[list[Any]] | None:
    """Converts the ratings of guesses to JSON lists, one per guess. Returns None unless all guesses are rated."""
    ratings = [guess.rating for guess in guesses or ()]
    judged = [[rating.need.value, *rating[1:]] for rating in ratings if rating is not None]
    return judged if guesses is not None and len(judged) == len(ratings) else None


def game_from_data(data: dict[str, Any]) -> FinishedGame:
    """Reads a game from JSON values. Raises RecordError if a value is missing or not allowed."""
    check_version(data, DATA_VERSION)
    game = FinishedGame(**read_fields(data, _FIELDS))
    if game.replay is not None and str(game.replay.spec) != game.board:
        raise RecordError(f"replay: the board is {game.replay.spec}, but the game says {game.board}")
    return game


def read_moment(data: Mapping[str, Any], name: str) -> str:
    """Reads a time such as ``2026-11-16T09:12:33.480Z``. Raises RecordError for another form."""
    value = validate.text(data, name, 40)
    try:
        to_milliseconds(value)
    except ValueError:
        allowed = "a time such as 2026-11-16T09:12:33.480Z"
        raise RecordError(f"{name} {validate.describe(value)} is not allowed. Use {allowed}") from None
    return value


def _read_replay(data: Mapping[str, Any], name: str) -> Replay:
    if not isinstance(data[name], dict):
        raise RecordError(f"{name} {validate.describe(data[name])} is not allowed. Use an object")
    return replay_from_data(data[name])


def _read_guesses(data: Mapping[str, Any], name: str) -> tuple[Guess, ...] | None:
    value, worths = data[name], data.get("worths")
    if not isinstance(value, list) or len(value) > _MAX_GUESSES:
        raise RecordError(f"{name} {validate.describe(value)} is not allowed. Use a list of at most {_MAX_GUESSES:,}")
    guesses = []
    for entry in value:
        if not isinstance(entry, list) or len(entry) not in (3, 4):
            raise RecordError(f"{name}: a guess needs move, odds and survived, but one is {validate.describe(entry)}")
        named = dict(zip(Guess._fields, [*entry, True][:4], strict=False))
        guesses.append(Guess(**read_fields(named, _GUESS_FIELDS)))
    # A move that was bound to lose can't be survived. An earlier version stored such guesses for some chords, so the
    # guesses of this game are computed again.
    if any(guess.is_mistake and guess.survived for guess in guesses):
        return None
    if worths is None:
        return tuple(guesses)
    if not isinstance(worths, list) or len(worths) != len(guesses):
        raise RecordError(
            f"worths {validate.describe(worths)} is not allowed. Use a list with one rating for each guess"
        )
    cells = validate.board(data, "board").grid.size
    return tuple(
        guess._replace(rating=_read_rating(entry, cells)) for guess, entry in zip(guesses, worths, strict=True)
    )


def _read_rating(entry: object, cells: int) -> GuessRating:
    if not isinstance(entry, list) or len(entry) != len(GuessRating._fields):
        raise RecordError(
            f"worths: a rating needs {', '.join(GuessRating._fields)}, but one is {validate.describe(entry)}"
        )
    named = dict(zip(GuessRating._fields, entry, strict=True))
    best = optional(validate.number)(named, "best", 0, cells - 1)
    return GuessRating(best=best, **read_fields(named, _WORTH_FIELDS))


_FIELDS: Fields = (
    ("id", read_id),
    ("ended_at", read_moment),
    ("level", validate.word),
    ("board", lambda data, name: str(validate.board(data, name))),
    ("mode", validate.word),
    ("result", validate.choice, RESULTS),
    ("time_ms", validate.number, 0, MAX_MS),
    ("three_bv", validate.number, 0, MAX_CELLS),
    ("clicks", read_clicks),
    ("helpers", lambda data, name: tuple(sorted(read_assistants(data, name)))),
    ("known", validate.truth),
    ("no_flags", validate.truth),
    ("code", validate.text, _MAX_TEXT),
    ("seed", validate.text, _MAX_TEXT),
    ("guesses", optional(_read_guesses)),
    ("program", validate.text, 40),
    ("replay", optional(_read_replay)),
)
_GUESS_FIELDS: Fields = (
    ("move", validate.number, 0, MAX_MOVES),
    ("odds", validate.seconds, 1),
    ("survived", validate.truth),
    ("is_exact", validate.truth),
)
_WORTH_FIELDS: Fields = (
    ("need", lambda data, name: Necessity(validate.choice(data, name, tuple(need.value for need in Necessity)))),
    ("given_away", optional(validate.seconds), 1),
    ("chance", optional(validate.seconds), 1),
    ("margin", validate.seconds, 1),
)


def record_game(
    store: Store, game: FinishedGame, later: Callable[[RecordingResult], None] | None = None
) -> RecordingResult:
    """Stores a finished game and deletes its save, both in one transaction.

    Calling it again with the same game changes nothing. If the game can't be written now, the store tries again later,
    and ``later`` is called once it is written. The rank in the result is None for a game that was stored before. On
    file systems without locks, two programs may continue the same saved game. The second one to record it gets a new
    id, so that both games are kept.
    """
    packed = None if game.replay is None else pack_replay(game.replay)
    copy = replace(game, id=new_id())

    def work(connection: Connection) -> RecordingResult:
        rank = _rank(connection, game)
        others = "SELECT count(*) FROM games WHERE id = ? AND ended_at <> ?"
        is_other = _first_number(connection, others, (game.id, to_milliseconds(game.ended_at))) > 0
        recorded = copy if is_other else game
        is_new = insert_game(connection, recorded, packed)
        connection.execute("DELETE FROM saves WHERE id = ?", (game.id,))
        return RecordingResult(rank=rank if is_new else None, game_id=recorded.id)

    written = store.write(work, later=later or (lambda outcome: None))
    return written.value or RecordingResult(written.problem or "not saved")


def _rank(connection: Connection, game: FinishedGame) -> int | None:
    """The place that the game takes among the wins of its group by time, counted from 1.

    None unless it is an unassisted win.
    """
    if game.result != "won" or game.standing != "unassisted":
        return None
    query = "SELECT count(*) FROM games WHERE result = 1 AND kin = ? AND time_ms <= ?"
    return _first_number(connection, query, (group_hash(game.group), game.time_ms)) + 1


def group_hash(group: Group) -> int:
    """The number in the column ``kin`` that stands for a group on one board.

    An index finds a number several times as fast as four texts. With 64 bits, two groups never share a number in
    practice.
    """
    name = "\0".join((group.level, group.mode, group.standing, group.board or "")).encode("utf-8", "replace")
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "big", signed=True)


def insert_game(connection: Connection, game: FinishedGame, packed: bytes | None) -> bool:
    """Adds a game to the database. Returns False and changes nothing if it already has a game with this id.

    ``packed`` is the replay in its stored form, or None.
    """
    cursor = connection.execute(
        f"INSERT INTO games ({_COLUMNS}) VALUES ({_MARKS}) ON CONFLICT (id) DO NOTHING", _to_row(game)
    )
    if cursor.rowcount != 1:
        return False
    if packed is not None:
        # After damage, a replay without its game may be left under this number. It is replaced.
        connection.execute("INSERT OR REPLACE INTO replays (number, replay) VALUES (?, ?)", (cursor.lastrowid, packed))
    _keep_skill(connection, game.id, game.guesses)
    return True


def _keep_skill(connection: Connection, game_id: str, guesses: tuple[Guess, ...] | None) -> None:
    """Stores the ratings of a game's guesses and their summary.

    Does nothing if the game has no guesses or not all are rated.
    """
    skill, worths = skill_of(guesses or ()), ratings_to_data(guesses)
    if skill is None or not worths:
        return
    connection.execute(
        "INSERT OR REPLACE INTO skills (number, kin, skill, given_away, forced, needless, good, worths)"
        " SELECT number, kin, ?, ?, ?, ?, ?, ? FROM games WHERE id = ?",
        (
            *(
                skill.share_kept if skill.judged else None,
                float(skill.given_away),
                skill.forced,
                skill.needless,
                skill.good,
            ),
            *(json.dumps(worths, separators=(",", ":")), game_id),
        ),
    )


def _to_row(game: FinishedGame) -> GameRow:
    clicks = game.clicks
    guesses, count, survived, expected = _guess_columns(game.guesses)
    row = (
        *(game.id, to_milliseconds(game.ended_at), group_hash(game.group)),
        *(game.level, game.board, game.mode, game.standing, RESULTS.index(game.result)),
        *(game.time_ms, game.three_bv, clicks.opens, clicks.flags, clicks.chords, clicks.effective),
        *(game.no_flags, count, survived, expected, json.dumps(game.helpers), game.known),
        *(guesses, game.code, game.seed, game.program),
    )
    # A seed from the command line may contain half a surrogate pair, which UTF-8 can't encode. It becomes a question
    # mark.
    return tuple(value.encode("utf-8", "replace").decode() if isinstance(value, str) else value for value in row)


def _guess_columns(guesses: tuple[Guess, ...] | None) -> tuple[str | None, int | None, int | None, float | None]:
    if guesses is None:
        return None, None, None, None
    text = json.dumps(guesses_to_data(guesses), separators=(",", ":"))
    counted = without_mistakes(guesses)
    return text, len(counted), sum(guess.survived for guess in counted), fsum(1 - guess.odds for guess in counted)


def has_skills(connection: Connection) -> bool:
    """Whether the database has the table of ratings.

    An older file that can't be written doesn't have it, because it can't be migrated.
    """
    return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'skills'").fetchone() is not None


def _select(connection: Connection, condition: str, *, with_replays: bool = True) -> str:
    """The SQL query for complete games that meet a condition. ``_stored`` reads its rows."""
    worths = "(SELECT worths FROM skills WHERE skills.number = games.number)" if has_skills(connection) else "NULL"
    replay, join = ("replay", " LEFT JOIN replays USING (number)") if with_replays else ("NULL", "")
    return f"SELECT {_COLUMNS}, {worths}, {replay}, number FROM games{join} WHERE {condition}"


def _stored(row: GameRow) -> StoredGame:
    *columns, worths, packed, number = row
    game = _from_row(tuple(columns), worths)
    if game is not None and isinstance(packed, bytes):
        with contextlib.suppress(RecordError):
            game = replace(game, replay=unpack_replay(packed))
    return StoredGame(int(number), game, packed is not None)


def _from_row(row: GameRow, worths: object = None) -> FinishedGame | None:
    """Reads a game from a row of the table. Returns None for a row that Minesweeper can't have written.

    If only the ratings can't be read, the game comes without them.
    """
    for stored in (worths, None):
        with contextlib.suppress(ValueError, TypeError, IndexError, OverflowError, RecursionError):
            return _game_of_row(row, stored)
    return None


def _game_of_row(row: GameRow, worths: Any) -> FinishedGame:
    named = dict(zip(_COLUMNS.split(", "), row, strict=False))
    named["clicks"] = [named[name] for name in ("opens", "flags", "chords", "effective")]
    named["helpers"] = json.loads(named["helpers"])
    named["guesses"] = None if named["guesses"] is None else json.loads(named["guesses"])
    named["ended_at"], named["result"] = from_milliseconds(named["ended_at"]), RESULTS[named["result"]]
    named["known"], named["no_flags"] = bool(named["known"]), bool(named["no_flags"])
    named["worths"] = None if worths is None else json.loads(worths)
    return game_from_data({**named, "version": DATA_VERSION, "replay": None})


def get_game(store: Store, game_id: str) -> FinishedGame | None:
    """The recorded game with this id, with its replay.

    At least four characters of the id are enough, if they fit one game only. Returns None if no game or several games
    fit. A damaged replay is left out.
    """
    wanted = game_id.strip().lower()
    if not re.fullmatch(r"[0-9a-f-]{4,36}", wanted):
        return None

    def work(connection: Connection) -> list[GameRow]:
        query = _select(connection, "id >= ? AND id < ? LIMIT 2")
        return connection.execute(query, (wanted, wanted + "~")).fetchall()

    rows = store.read(work, list[GameRow]())
    return _stored(rows[0]).game if len(rows) == 1 else None


def list_games(
    store: Store, *, order: str = "date", limit: int = 100, offset: int = 0, **wanted: Any
) -> list[FinishedGame]:
    """Lists recorded games without their replays, sorted by one of ORDERS.

    ``wanted`` may have ``level``, ``mode`` and ``result``, which the games must have too. With ``with_replay``, games
    without a replay are left out.
    """
    source, values = _filtered(**wanted)

    def work(connection: Connection) -> list[GameRow]:
        query = f"SELECT {_COLUMNS} FROM {source} ORDER BY {ORDERS[order]} LIMIT ? OFFSET ?"
        return connection.execute(query, (*values, limit, offset)).fetchall()

    return [game for game in map(_from_row, store.read(work, list[GameRow]())) if game is not None]


def count_games(store: Store, **wanted: Any) -> int:
    """Counts recorded games. ``wanted`` is the same as in ``list_games``."""
    source, values = _filtered(**wanted)
    return store.read(lambda connection: _first_number(connection, f"SELECT count(*) FROM {source}", values), 0)


def _first_number(connection: Connection, query: str, values: Sequence[str | int] = ()) -> int:
    return int(connection.execute(query, values).fetchone()[0])


def _filtered(
    level: str | None = None, mode: str | None = None, result: str | None = None, with_replay: bool = False
) -> tuple[str, tuple[str | int, ...]]:
    wanted = {"level": level, "mode": mode, "result": None if result is None else RESULTS.index(result)}
    used = {name: value for name, value in wanted.items() if value is not None}
    tests = [f"{name} = ?" for name in used]
    if with_replay:
        tests.append(_HAS_REPLAY)
    return "games" + (f" WHERE {' AND '.join(tests)}" if tests else ""), tuple(used.values())


def count_replays(store: Store) -> int:
    """Counts all stored replays. This is fast for any number of them."""
    return store.read(lambda connection: _first_number(connection, "SELECT count(*) FROM replays"), 0)


class StoredGame(NamedTuple):
    """A row of the table of games: its number and the game in it. Numbers grow in the order of recording."""

    number: int
    game: FinishedGame | None
    """The game, or None if the row can't be read."""
    has_replay: bool
    """Whether the database has a replay of the game, even one that can't be read."""


def games_after(store: Store, number: int, limit: int, *, with_replays: bool) -> Iterator[StoredGame]:
    """Yields up to ``limit`` games that were recorded after the game with this number, in the order of recording.

    It may stop earlier, when the rows become large, but yields at least one game if one is left. Each game is unpacked
    only when it is asked for, because a replay takes many times its stored size in memory.
    """

    def work(connection: Connection) -> list[GameRow]:
        rows: list[GameRow] = []
        query = _select(connection, "number > ? ORDER BY number LIMIT ?", with_replays=with_replays)
        for row in connection.execute(query, (number, limit)):
            rows.append(row)
            if sum(len(value) for value in row if isinstance(value, (str, bytes))) > _MAX_TEXT:
                break
        return rows

    yield from map(_stored, store.read(work, list[GameRow]()))


def replay_below(store: Store, number: int | None = None) -> StoredGame | None:
    """The newest game that has a replay and was recorded before the game with this number.

    Without a number, it is the newest game of all that has a replay. None if no such game is left.
    """

    def work(connection: Connection) -> GameRow | None:
        query = _select(connection, "number < ? AND replay IS NOT NULL ORDER BY number DESC LIMIT 1")
        row: GameRow | None = connection.execute(query, (_BEYOND if number is None else number,)).fetchone()
        return row

    row = store.read(work, None)
    return None if row is None else _stored(row)


def delete_replay(store: Store, game_id: str) -> Written[None]:
    """Deletes the replay of a game. The game itself still counts in the statistics."""

    def work(connection: Connection) -> None:
        connection.execute("DELETE FROM replays WHERE number = (SELECT number FROM games WHERE id = ?)", (game_id,))

    return store.write(work, "change")


def to_analyse(store: Store, condition: str, limit: int, below: int = _BEYOND) -> list[tuple[int, str]]:
    """Lists number and id of games that meet an SQL condition and can be analysed: they have a replay and a small
    enough board.

    The newest come first, and only games with numbers below ``below`` are listed, so that a caller can go on where it
    stopped.
    """
    query = (
        f"SELECT number, id FROM games WHERE {condition} AND number < ? AND {_HAS_REPLAY} AND {_IS_SMALL}"
        " ORDER BY number DESC LIMIT ?"
    )
    return store.read(lambda connection: connection.execute(query, (below, limit)).fetchall(), [])


def set_guesses(store: Store, guesses_of: Mapping[str, tuple[Guess, ...]]) -> Written[None]:
    """Stores guesses that were computed from replays, by the ids of their games, and their ratings if all are rated."""

    def work(connection: Connection) -> None:
        for game_id, guesses in guesses_of.items():
            connection.execute(
                "UPDATE games SET guesses = ?, guess_count = ?, guess_survived = ?, guess_expected = ? WHERE id = ?",
                (*_guess_columns(guesses), game_id),
            )
            _keep_skill(connection, game_id, guesses)

    return store.write(work, "count of guesses")


class Backlog:
    """Finds and rates the guesses of stored games that weren't analysed when they ended, the newest first.

    These are imported games, games after which the player quit at once, and games of earlier versions. The work is done
    in slices, while the player does nothing.
    """

    def __init__(self, store: Store, next_work: Callable[[Store], Iterator[None]] = lambda _: iter(())) -> None:
        """``next_work`` is called when all guesses are rated, and returns the slices of what comes next.

        The coach uses this.
        """
        self._store, self._next_work = store, next_work
        self._work = self._walk()
        self._has_kept = False
        self.is_done = False
        """Whether all games are analysed, or the results can't be stored."""

    def look_again(self) -> None:
        """Called when new games were recorded. Begins another pass if the last one is done."""
        if self.is_done:
            self._work, self.is_done = self._walk(), False

    def run(self, seconds: float) -> bool:
        """Works for about this many seconds.

        Returns True if guesses were stored, so that statistics have to be computed again.
        """
        begin, self._has_kept = time.perf_counter(), False
        while not self.is_done and time.perf_counter() < begin + seconds:
            self.is_done = not self._store.can_write or next(self._work, self) is self
        return self._has_kept

    def _walk(self) -> Iterator[None]:
        """Does all the work in its order, a slice at a time.

        The guesses of all games are found first, because rating them takes longer.
        """
        yield from self._pass(UNEXAMINED, _BATCH, _BEYOND)
        yield from self._pass(UNJUDGED, 1, MOST_JUDGED)
        yield from self._next_work(self._store)

    def _pass(self, condition: str, batch: int, most: int) -> Iterator[None]:
        below = _BEYOND
        while games := to_analyse(self._store, condition, min(batch, most), below):
            guesses_of: dict[str, tuple[Guess, ...]] = {}
            for _, key in games:
                game = get_game(self._store, key)
                # A game that can't be read, or whose replay can't, is passed over.
                if game is not None and game.replay is not None:
                    replay, guesses = game.replay, game.guesses
                    guesses_of[key] = yield from (
                        find_guesses(replay) if guesses is None else judge_guesses(replay, guesses)
                    )
                yield
            if guesses_of and set_guesses(self._store, guesses_of).saved:
                self._has_kept = True
            below, most = games[-1][0], most - len(games)
