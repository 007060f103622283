"""Stores finished games: makes a record of a running game, checks it when read, lists the records, finds guesses later.

Each game is recorded once, with its rank at that time; its replay is stored separately. Nothing here raises for disk
errors: the store reports unsaved games.
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
from minesweeper.core.cells import MAX_CELLS, contains
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
"""The results, in the order of the numbers that the store keeps."""
ORDERS = {
    "date": "ended_at DESC, number DESC",
    "time": "result != 1, time_ms, number DESC",
    "3BV/s": "result != 1, three_bv * 1000.0 / nullif(time_ms, 0) DESC, number DESC",
}
"""The ways to sort games: the newest first, or the best first with wins before all others."""
DATA_VERSION = 1
CODE_CELLS = 40_000
"""Larger boards are recorded without a board code: it would be longer than their replay."""
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
"""SQL for a board small enough to analyse, such as ``30x16/99``: a cast reads the digits at the beginning."""
UNEXAMINED = f"guesses IS NULL AND mode <> '{FAIR}'"
UNJUDGED = "guess_count > 0 AND number NOT IN (SELECT number FROM skills)"
"""SQL for games whose guesses are still to be found, and for those whose guesses are still to be judged.

The guesses of fair games are never rated, because their odds decide nothing.
"""
_BEYOND = (1 << 63) - 1
_BATCH = 4
"""The number of games whose guesses are written together: each write waits for the disk."""
MOST_JUDGED = 60
"""The most games judged until another game ends: each takes seconds, and there may be thousands."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game as the history stores it."""

    id: str
    ended_at: str
    """UTC, such as ``2026-11-16T09:12:33.480Z``: the order of the texts is the order of time."""
    level: str
    board: str
    """The board, such as ``30x16/99``."""
    mode: str
    result: str
    time_ms: int
    three_bv: int
    clicks: Clicks
    helpers: tuple[str, ...] = ()
    known: bool = False
    no_flags: bool = False
    """Whether it was won without ever setting a flag."""
    code: str = ""
    seed: str = ""
    guesses: tuple[Guess, ...] | None = None
    """The guesses; None until they are computed from the replay."""
    replay: Replay | None = None
    """The replay; lists leave it out."""
    program: str = VERSION

    @property
    def standing(self) -> str:
        """The category of the game, by the name of its column; see ``Group``."""
        return category_of(self.known, bool(self.helpers))

    @property
    def group(self) -> Group:
        """Returns the group of games that it is compared with."""
        return Group(self.level, self.mode, self.standing, self.board)


def finish_game(session: Session, *, ended_at: str | None = None) -> FinishedGame | None:
    """Makes the record of a game that ends now or is left; None if there is nothing to record.

    Nothing is recorded before the first open, after a loss that was continued (it is recorded already), and for a
    replayed board that its first cell wins, which the program opens.
    """
    game = session.game
    if not game.opened | game.exploded or session.was_lost or (game.phase is Phase.WON and not session.moves):
        return None
    return game_of(session, replay_of(session), ended_at or timestamp())


def game_of(session: Session, replay: Replay | None, ended_at: str) -> FinishedGame:
    """Makes the record of a session with mines. A running game counts as abandoned."""
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
    """Returns the board code, empty for a large board. Leaves out a first cell that a damaged file put on a mine."""
    if layout.grid.size > CODE_CELLS:
        return ""
    return to_code(Board(layout, first if first is not None and contains(layout.safe, first) else None))


def game_to_data(game: FinishedGame) -> dict[str, Any]:
    """Returns a game as JSON values, with its replay."""
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
    return [[*guess[:3]] if guess.is_exact else [*guess[:4]] for guess in guesses]


def ratings_to_data(guesses: tuple[Guess, ...] | None) -> list[list[Any]] | None:
    """Returns the values of guesses as JSON lists, one for each; None unless all are judged."""
    ratings = [guess.rating for guess in guesses or ()]
    judged = [[rating.need.value, *rating[1:]] for rating in ratings if rating is not None]
    return judged if guesses is not None and len(judged) == len(ratings) else None


def game_from_data(data: dict[str, Any]) -> FinishedGame:
    """Reads a game from JSON values. RecordError says what is wrong."""
    check_version(data, DATA_VERSION)
    game = FinishedGame(**read_fields(data, _FIELDS))
    if game.replay is not None and str(game.replay.spec) != game.board:
        raise RecordError(f"replay: the board is {game.replay.spec}, but the game says {game.board}")
    return game


def read_moment(data: Mapping[str, Any], name: str) -> str:
    """Reads a moment such as ``2026-11-16T09:12:33.480Z``."""
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
    # A move that was bound to lose can't be survived: an earlier version said so of chords that might have lost.
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
    """Records a finished game, once however often it is called, and deletes its save in the same step.

    Where locks don't work, another program may have continued and recorded the same game: then this one gets a new id.
    If recording fails, it is tried again; ``later`` is called once the game is recorded after all.
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
    """Returns the place of a win without assistants among those of its group; None for another game."""
    if game.result != "won" or game.standing != "unassisted":
        return None
    query = "SELECT count(*) FROM games WHERE result = 1 AND kin = ? AND time_ms <= ?"
    return _first_number(connection, query, (group_hash(game.group), game.time_ms)) + 1


def group_hash(group: Group) -> int:
    """Returns the number that stands for a group on one board in the column ``kin``.

    An index finds a number several times as fast as four texts. It has 64 bits, so that no two groups share one.
    """
    name = "\0".join((group.level, group.mode, group.standing, group.board or "")).encode("utf-8", "replace")
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "big", signed=True)


def insert_game(connection: Connection, game: FinishedGame, packed: bytes | None) -> bool:
    """Inserts a game. Returns False, and changes nothing, if it is there already."""
    cursor = connection.execute(
        f"INSERT INTO games ({_COLUMNS}) VALUES ({_MARKS}) ON CONFLICT (id) DO NOTHING", _to_row(game)
    )
    if cursor.rowcount != 1:
        return False
    if packed is not None:
        # Damage may have left a replay without its game under this number.
        connection.execute("INSERT OR REPLACE INTO replays (number, replay) VALUES (?, ?)", (cursor.lastrowid, packed))
    _keep_skill(connection, game.id, game.guesses)
    return True


def _keep_skill(connection: Connection, game_id: str, guesses: tuple[Guess, ...] | None) -> None:
    """Stores how well the guesses of a game were chosen, if there are any and they are judged."""
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
    # Half a surrogate pair, as a seed from the command line may hold, can't be encoded as UTF-8.
    return tuple(value.encode("utf-8", "replace").decode() if isinstance(value, str) else value for value in row)


def _guess_columns(guesses: tuple[Guess, ...] | None) -> tuple[str | None, int | None, int | None, float | None]:
    if guesses is None:
        return None, None, None, None
    text = json.dumps(guesses_to_data(guesses), separators=(",", ":"))
    counted = without_mistakes(guesses)
    return text, len(counted), sum(guess.survived for guess in counted), fsum(1 - guess.odds for guess in counted)


def has_skills(connection: Connection) -> bool:
    """Says whether the file has a table for the values of guesses; an older file that can't be written has none."""
    return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'skills'").fetchone() is not None


def _select(connection: Connection, condition: str, *, with_replays: bool = True) -> str:
    """Returns the SQL query for games that meet a condition: columns, values of guesses, replay and number."""
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
    """Reads the game of a row; None for a row that this program can't have written. Unreadable worths are left out."""
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
    """Returns a game with its replay, found by its id or the beginning of it. A damaged replay is left out."""
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
    """Lists games without their replays, in one of ORDERS. ``_filtered`` names what can be wanted."""
    source, values = _filtered(**wanted)

    def work(connection: Connection) -> list[GameRow]:
        query = f"SELECT {_COLUMNS} FROM {source} ORDER BY {ORDERS[order]} LIMIT ? OFFSET ?"
        return connection.execute(query, (*values, limit, offset)).fetchall()

    return [game for game in map(_from_row, store.read(work, list[GameRow]())) if game is not None]


def count_games(store: Store, **wanted: Any) -> int:
    """Counts games. ``_filtered`` names what can be wanted."""
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
    """Counts the replays; quick for any number of them."""
    return store.read(lambda connection: _first_number(connection, "SELECT count(*) FROM replays"), 0)


class StoredGame(NamedTuple):
    """A game of the store with its number."""

    number: int
    game: FinishedGame | None
    """The game; None if it can't be read."""
    has_replay: bool
    """Whether it has a replay, readable or not."""


def games_after(store: Store, number: int, limit: int, *, with_replays: bool) -> Iterator[StoredGame]:
    """Yields games recorded after the game with this number: at most ``limit``, and at least one if there is one.

    Each is read when it is asked for: a replay takes many times its packed size.
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
    """Returns the newest game with a replay, recorded before the game with this number; None if there is none."""

    def work(connection: Connection) -> GameRow | None:
        query = _select(connection, "number < ? AND replay IS NOT NULL ORDER BY number DESC LIMIT 1")
        row: GameRow | None = connection.execute(query, (_BEYOND if number is None else number,)).fetchone()
        return row

    row = store.read(work, None)
    return None if row is None else _stored(row)


def delete_replay(store: Store, game_id: str) -> Written[None]:
    """Deletes the replay of a game. The game itself still counts."""

    def work(connection: Connection) -> None:
        connection.execute("DELETE FROM replays WHERE number = (SELECT number FROM games WHERE id = ?)", (game_id,))

    return store.write(work, "change")


def to_analyse(store: Store, condition: str, limit: int, below: int = _BEYOND) -> list[tuple[int, str]]:
    """Lists number and id of games that can be analysed and meet a condition, the newest first, below a number."""
    query = (
        f"SELECT number, id FROM games WHERE {condition} AND number < ? AND {_HAS_REPLAY} AND {_IS_SMALL}"
        " ORDER BY number DESC LIMIT ?"
    )
    return store.read(lambda connection: connection.execute(query, (below, limit)).fetchall(), [])


def set_guesses(store: Store, guesses_of: Mapping[str, tuple[Guess, ...]]) -> Written[None]:
    """Stores the guesses that were computed from the replays of some games, by their ids."""

    def work(connection: Connection) -> None:
        for game_id, guesses in guesses_of.items():
            connection.execute(
                "UPDATE games SET guesses = ?, guess_count = ?, guess_survived = ?, guess_expected = ? WHERE id = ?",
                (*_guess_columns(guesses), game_id),
            )
            _keep_skill(connection, game_id, guesses)

    return store.write(work, "count of guesses")


class Backlog:
    """Finds and judges the guesses of stored games that were never analysed, the newest first, in short slices of time.

    These are imported games, games after which the player quit at once, and games of earlier versions.
    """

    def __init__(self, store: Store, next_work: Callable[[Store], Iterator[None]] = lambda _: iter(())) -> None:
        """``next_work`` makes the work that follows once the guesses are judged, such as that of the coach."""
        self._store, self._next_work = store, next_work
        self._work = self._walk()
        self._has_kept = False
        self.is_done = False
        """Whether no game is left to analyse, or results can't be stored."""

    def look_again(self) -> None:
        """Starts again, because there are other games now."""
        if self.is_done:
            self._work, self.is_done = self._walk(), False

    def run(self, seconds: float) -> bool:
        """Works for some seconds. Returns whether guesses were stored, so that statistics have changed."""
        begin, self._has_kept = time.perf_counter(), False
        while not self.is_done and time.perf_counter() < begin + seconds:
            self.is_done = not self._store.can_write or next(self._work, self) is self
        return self._has_kept

    def _walk(self) -> Iterator[None]:
        """Finds the guesses of all games before it judges the first, which takes longer."""
        yield from self._pass(UNEXAMINED, _BATCH, _BEYOND)
        yield from self._pass(UNJUDGED, 1, MOST_JUDGED)
        yield from self._next_work(self._store)

    def _pass(self, condition: str, batch: int, most: int) -> Iterator[None]:
        below = _BEYOND
        while games := to_analyse(self._store, condition, min(batch, most), below):
            guesses_of: dict[str, tuple[Guess, ...]] = {}
            for _, key in games:
                game = get_game(self._store, key)
                if game is not None and game.replay is not None:  # otherwise it is damaged
                    replay, guesses = game.replay, game.guesses
                    guesses_of[key] = yield from (
                        find_guesses(replay) if guesses is None else judge_guesses(replay, guesses)
                    )
                yield
            if guesses_of and set_guesses(self._store, guesses_of).saved:
                self._has_kept = True
            below, most = games[-1][0], most - len(games)
