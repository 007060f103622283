"""One finished game as a value: made from a running one, and its form as JSON values, checked when it is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from minesweeper import reading
from minesweeper.cells import MAX_CELLS, contains
from minesweeper.codes import to_code
from minesweeper.game import Game, Phase
from minesweeper.layout import Layout
from minesweeper.reading import RecordError
from minesweeper.replays import MAX_MOVES, MAX_MS, Replay, check_version, replay_from_data, replay_of, replay_to_data
from minesweeper.running import MAX_HELPERS, RunningGame, clicks_to_data, read_clicks, read_id, timestamp
from minesweeper.scoring import three_bv
from minesweeper.session import Clicks
from minesweeper.trail import MoveKind
from minesweeper.version import VERSION

RESULTS = ("lost", "won", "abandoned")
"""In the order of the numbers that stand for them in the store."""
STANDINGS = ("unassisted", "assisted", "known")
"""Which games are compared with each other; a known board counts before an assistant."""

DATA_VERSION = 1
CODE_CELLS = 40_000
"""Larger boards are recorded without a board code: it would be longer than their replay."""
_MAX_TEXT = 250_000
_MAX_GUESSES = 10_000
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


@dataclass(frozen=True, slots=True)
class Guess:
    """A move that was not proved safe: its place among the moves, the chance that it would lose, and how it ended."""

    move: int
    odds: float
    survived: bool


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One game as the history keeps it."""

    id: str
    ended_at: str
    """UTC, such as ``2026-11-16T09:12:33.480Z``: the order of the texts is the order of time."""
    level: str
    board: str
    """Such as ``30x16/99``."""
    mode: str
    result: str
    time_ms: int
    three_bv: int
    clicks: Clicks
    helpers: tuple[str, ...] = ()
    known: bool = False
    no_flags: bool = False
    """Whether it was won without a flag ever being set."""
    code: str = ""
    seed: str = ""
    guesses: tuple[Guess, ...] | None = None
    """None until they are computed from the replay."""
    replay: Replay | None = None
    """Lists leave it out."""
    program: str = VERSION

    @property
    def is_assisted(self) -> bool:
        """Whether an assistant or undo was used."""
        return bool(self.helpers)

    @property
    def standing(self) -> str:
        """With which games it is compared."""
        return "known" if self.known else "assisted" if self.helpers else "unassisted"

    @property
    def is_ranked(self) -> bool:
        """Whether its time can be a record."""
        return self.result == "won" and self.standing == "unassisted"


def finish_game(game: RunningGame, *, ended_at: str | None = None) -> FinishedGame | None:
    """The record of a game that ends now, by its end or by being left; None when there is nothing to record.

    That is so before the first open; after a loss that was carried on, for the loss itself is recorded already; and
    for a board played again that its first cell, which the program opens, wins at once.
    """
    session = game.session
    layout = session.game.layout
    if not session.game.opened | session.game.exploded or layout is None or session.was_lost:
        return None
    result = result_of(session.game)
    if result == "won" and session.trail is None:
        return None
    replay = replay_of(session)
    moves = () if replay is None else replay.moves
    flagged = session.clicks.flags or any(move.kind in (MoveKind.COMPLETE, MoveKind.ASSIST) for move in moves)
    return FinishedGame(
        game.id,
        ended_at or timestamp(),
        session.name,
        str(session.spec),
        (session.label or session.mode).partition(",")[0],
        result,
        min(session.milliseconds, MAX_MS),
        three_bv(layout),
        session.clicks,
        tuple(sorted(session.helpers))[:MAX_HELPERS],
        session.known,
        result == "won" and not flagged,
        _code_of(layout, session.first),
        session.seed[:_MAX_TEXT],
        replay=replay,
    )


def result_of(game: Game) -> str:
    """How a game has ended, as one of RESULTS; one that goes on is abandoned here."""
    return {Phase.WON: "won", Phase.LOST: "lost"}.get(game.phase, "abandoned")


def _code_of(layout: Layout, first: int | None) -> str:
    """The code of a board that is not too large; a first cell that a damaged file has put on a mine is left out."""
    if layout.grid.size > CODE_CELLS:
        return ""
    return to_code(layout, first if first is not None and contains(layout.safe, first) else None)


def game_to_data(game: FinishedGame) -> dict[str, Any]:
    """A game as JSON values, its replay included."""
    return {
        "version": DATA_VERSION,
        "id": game.id,
        "ended_at": game.ended_at,
        "level": game.level,
        "board": game.board,
        "mode": game.mode,
        "result": game.result,
        "time_ms": game.time_ms,
        "three_bv": game.three_bv,
        "clicks": clicks_to_data(game.clicks),
        "helpers": list(game.helpers),
        "known": game.known,
        "no_flags": game.no_flags,
        "code": game.code,
        "seed": game.seed,
        "guesses": None if game.guesses is None else guesses_to_data(game.guesses),
        "program": game.program,
        "replay": None if game.replay is None else replay_to_data(game.replay),
    }


def guesses_to_data(guesses: tuple[Guess, ...]) -> list[list[Any]]:
    """Guesses as JSON lists."""
    return [[guess.move, guess.odds, guess.survived] for guess in guesses]


def game_from_data(data: dict[str, Any]) -> FinishedGame:
    """The game of JSON values; RecordError says what is wrong."""
    check_version(data, DATA_VERSION)
    replay = data.get("replay")
    if replay is not None and not isinstance(replay, dict):
        raise RecordError(f"replay {reading.quote(replay)} is not allowed: an object")
    spec = reading.board(data, "board")
    game = FinishedGame(
        read_id(data),
        _read_moment(data),
        reading.word(data, "level"),
        str(spec),
        reading.word(data, "mode"),
        reading.choice(data, "result", RESULTS),
        reading.number(data, "time_ms", 0, MAX_MS),
        reading.number(data, "three_bv", 0, MAX_CELLS),
        read_clicks(data),
        tuple(sorted(set(reading.words(data, "helpers", MAX_HELPERS)))),
        reading.truth(data, "known"),
        reading.truth(data, "no_flags"),
        reading.text(data, "code", _MAX_TEXT),
        reading.text(data, "seed", _MAX_TEXT),
        _read_guesses(data),
        None if replay is None else replay_from_data(replay),
        reading.text(data, "program", 40),
    )
    if game.replay is not None and game.replay.spec != spec:
        raise RecordError(f"replay: its board {game.replay.spec} is not {spec}")
    return game


def _read_moment(data: Mapping[str, Any]) -> str:
    value = reading.text(data, "ended_at", 40)
    try:
        to_milliseconds(value)
    except ValueError:
        allowed = "a time such as 2026-11-16T09:12:33.480Z"
        raise RecordError(f"ended_at {reading.quote(value)} is not allowed: {allowed}") from None
    return value


def to_milliseconds(moment: str) -> int:
    """The milliseconds since 1970 of a time such as ``2026-11-16T09:12:33.480Z``; ValueError for any other text."""
    from datetime import datetime, timedelta  # only here and below: nothing else of a game needs it

    if not _MOMENT.fullmatch(moment):
        raise ValueError("no time")
    milliseconds = (datetime.fromisoformat(moment[:-1]) - datetime(1970, 1, 1)) // timedelta(milliseconds=1)
    if milliseconds < 0:
        raise ValueError("too early")
    return milliseconds


def from_milliseconds(milliseconds: int) -> str:
    """The time, UTC, so many milliseconds after 1970; ValueError or OverflowError when there is none."""
    from datetime import datetime, timedelta

    return (datetime(1970, 1, 1) + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds") + "Z"


def _read_guesses(data: Mapping[str, Any]) -> tuple[Guess, ...] | None:
    value = data.get("guesses")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) > _MAX_GUESSES:
        raise RecordError(f"guesses {reading.quote(value)} is not allowed: a list of at most {_MAX_GUESSES:,}")
    guesses = []
    for entry in value:
        if not isinstance(entry, list) or len(entry) != 3:
            raise RecordError(f"guesses: {reading.quote(entry)} is not move, odds, survived")
        named = dict(zip(("move", "odds", "survived"), entry, strict=True))
        odds = reading.seconds(named, "odds", 1)
        guesses.append(Guess(reading.number(named, "move", 0, MAX_MOVES), odds, reading.truth(named, "survived")))
    return tuple(guesses)
