"""A running game with all that goes on with it after a restart, and its form as JSON values.

What is read is checked as a whole: a board that no game could have reached is refused, and sizes are bounded first.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from minesweeper import reading
from minesweeper.cells import CellSet, contains
from minesweeper.game import Game, Phase, new_game
from minesweeper.layout import Layout
from minesweeper.reading import RecordError
from minesweeper.replays import (
    MAX_MOVES,
    check_version,
    moves_from_data,
    moves_to_data,
    read_mines,
    replay_of,
    sessions_of,
    to_trail,
)
from minesweeper.session import Cause, Clicks, Session, replay_move
from minesweeper.session import new_id as new_id
from minesweeper.specs import BoardSpec
from minesweeper.trail import moves_of

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

VERSION = 1
MAX_HELPERS = 32
MAX_SECONDS = 1e7
MAX_SEED = 200_000
_MAX_CLICKS = 10**9
_MAX_REBUILD = 5_000_000
"""Cells times moves up to which the steps of undo are rebuilt; an Expert game of 1,000 moves has a tenth of it."""


def timestamp() -> str:
    """The time now, UTC, as text whose order is the order of time."""
    seconds, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{milliseconds:03d}Z"


@dataclass(frozen=True)
class RunningGame:
    """A game on its way from the first move to the history: the session and what is not the session's business."""

    session: Session
    id: str = ""
    """The session's own unless given; the game has it in the history too, so that it can't be recorded twice."""
    proposals: CellSet = 0

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", self.session.id or new_id())


def running_to_data(game: RunningGame) -> dict[str, Any]:
    """A running game as JSON values."""
    return {
        **session_to_data(game.session),
        "id": game.id,
        "proposals": reading.to_hex(game.proposals),
    }


def running_from_data(data: dict[str, Any]) -> RunningGame:
    """The running game of JSON values; RecordError says what is wrong."""
    session = replace(session_from_data(data), id=read_id(data))
    proposals = reading.cells(data, "proposals", session.spec.grid)
    return RunningGame(session, session.id, proposals & session.game.hidden)


def read_id(data: Mapping[str, Any]) -> str:
    """The id of a game: a UUID in its usual spelling."""
    value = data.get("id")
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise RecordError(f"id {reading.quote(value)} is not allowed: a UUID in small letters")
    return value


def session_to_data(session: Session) -> dict[str, Any]:
    """A session as JSON values; its steps of undo follow from its moves."""
    game, moves = session.game, moves_of(session.trail)
    return {
        "version": VERSION,
        "board": str(session.spec),
        "name": session.name,
        "seed": session.seed,
        "mode": session.mode,
        "label": session.label,
        "mines": None if game.layout is None else reading.to_hex(game.layout.mines),
        "opened": reading.to_hex(game.opened),
        "flags": reading.to_hex(game.flags),
        "questions": reading.to_hex(game.questions),
        "exploded": reading.to_hex(game.exploded),
        "gave_up": game.gave_up,
        "first": session.first,
        "elapsed": session.elapsed,
        "clicks": clicks_to_data(session.clicks),
        "helpers": sorted(session.helpers),
        "known": session.known,
        "cause": None if session.cause is None else session.cause.value,
        "last": session.last,
        "was_lost": session.was_lost,
        "moves": moves_to_data(moves if len(moves) <= MAX_MOVES else ()),
    }


def session_from_data(data: dict[str, Any]) -> Session:
    """The session of JSON values, its steps of undo rebuilt from the moves; RecordError says what is wrong.

    On boards where that would take long, and where the moves don't lead to the board that was saved, the game goes on
    without steps of undo.
    """
    check_version(data, VERSION)
    spec = reading.board(data, "board")
    grid = spec.grid
    session = Session(
        spec,
        reading.word(data, "name"),
        reading.text(data, "seed", MAX_SEED),
        _read_game(data, spec),
        reading.word(data, "mode"),
        reading.word(data, "label", ""),
        first=reading.cell(data, "first", grid),
        elapsed=reading.seconds(data, "elapsed", MAX_SECONDS),
        clicks=read_clicks(data),
        trail=to_trail(moves_from_data(data.get("moves"), grid)),
        helpers=frozenset(reading.words(data, "helpers", MAX_HELPERS)),
        known=reading.truth(data, "known"),
        cause=None if data.get("cause") is None else Cause(reading.choice(data, "cause", ("opened", "chorded"))),
        last=reading.cell(data, "last", grid),
        was_lost=reading.truth(data, "was_lost"),
    )
    return _with_past(session)


def _with_past(session: Session) -> Session:
    moves = moves_of(session.trail)
    if len(moves) * session.spec.grid.size > _MAX_REBUILD:
        return session
    replay = replay_of(session)
    if replay is None:
        # Before the first open there are only marks; a session without mines would deal them at an open.
        rebuilt = Session(session.spec, session.name, session.seed, new_game(session.spec.grid, session.spec.mines))
        for move in moves:
            rebuilt = replay_move(rebuilt, move)
    elif replay.start is not None and contains(replay.mines, replay.start):
        return session
    else:
        *_, rebuilt = sessions_of(replay, session.name)
    return replace(session, past=rebuilt.past) if rebuilt.game == session.game else session


def _read_game(data: dict[str, Any], spec: BoardSpec) -> Game:
    grid = spec.grid
    game = new_game(grid, spec.mines)
    mines = 0
    if data.get("mines") is not None:
        mines = read_mines(data, spec)
        game = game.with_layout(Layout(grid, mines))
    opened, flags, questions, exploded = (
        reading.cells(data, name, grid) for name in ("opened", "flags", "questions", "exploded")
    )
    if game.layout is None and opened | exploded:
        raise RecordError("cells are opened, but there are no mines yet")
    for one, other, what in (
        (opened, mines, "opened cells are mines"),
        (opened, flags, "opened cells have flags"),
        (opened | flags, questions, "opened or flagged cells have question marks"),
    ):
        if one & other:
            raise RecordError(f"{(one & other).bit_count()} {what}")
    if exploded & ~mines:
        raise RecordError("cells without a mine went off")
    game = replace(game, opened=opened, flags=flags, questions=questions, exploded=exploded)
    if reading.truth(data, "gave_up"):
        if game.phase not in (Phase.READY, Phase.PLAYING):
            raise RecordError("a game that was over can't be given up")
        game = replace(game, gave_up=True)
    return game


def clicks_to_data(clicks: Clicks) -> list[int]:
    """How many moves of each kind were made, as a JSON list."""
    return [clicks.opens, clicks.flags, clicks.chords, clicks.effective]


def read_clicks(data: Mapping[str, Any]) -> Clicks:
    """The moves of each kind in an entry of that name."""
    value = data.get("clicks")
    if not isinstance(value, list) or len(value) != 4:
        raise RecordError(f"clicks {reading.quote(value)} is not allowed: opens, flags, chords, effective")
    opens, flags, chords, effective = (reading.number({"clicks": count}, "clicks", 0, _MAX_CLICKS) for count in value)
    clicks = Clicks(opens, flags, chords, effective)
    if effective > clicks.total:
        raise RecordError(f"clicks: {effective} of {clicks.total} can't have been effective")
    return clicks
