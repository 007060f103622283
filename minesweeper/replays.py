"""Replays: a board and the moves made on it, played again through a Session, and their form in files.

What is read from a file is checked, and bounded before memory is taken.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from minesweeper import reading
from minesweeper.cells import CellSet, Grid, cells_of, contains, to_cell_set
from minesweeper.game import Phase, new_game
from minesweeper.layout import Layout
from minesweeper.reading import RecordError
from minesweeper.session import Session, replay_move
from minesweeper.specs import BoardSpec
from minesweeper.trail import Move, MoveKind, Trail, moves_of

VERSION = 1
MAX_MOVES = 500_000
MAX_BYTES = 8 << 20
"""The longest replay that is written or read, unpacked."""
MAX_MS = 10**10

_NO_CELL = (MoveKind.UNDO, MoveKind.GIVE_UP)
_KINDS = {kind.value: kind for kind in MoveKind}


@dataclass(frozen=True, slots=True)
class Replay:
    """A board and the moves made on it."""

    spec: BoardSpec
    mines: CellSet
    start: int | None = None
    """The cell that was opened for the player before the first move."""
    dealt: bool = True
    """Whether the first open dealt the mines; undo stops there."""
    moves: tuple[Move, ...] = ()


def replay_of(session: Session) -> Replay | None:
    """The moves of a session on its board; None before the mines are dealt."""
    layout, first = session.game.layout, session.first
    if layout is None:
        return None
    moves = tuple(moves_of(session.trail))
    # A first cell that no move has opened was open when the session began: the same board again, or the daily one.
    dealt = any(move.kind is MoveKind.OPEN and move.cell == first for move in moves)
    return Replay(session.spec, layout.mines, None if dealt else first, dealt, moves)


def start_session(replay: Replay, name: str = "custom") -> Session:
    """The session before the first move of a replay; its board is a known one."""
    layout = Layout(replay.spec.grid, replay.mines)
    game = new_game(replay.spec.grid, replay.spec.mines).with_layout(layout)
    if replay.start is not None:
        game = game.open_cell(replay.start)
    return Session(replay.spec, name, "", game, first=replay.start, known=True)


def sessions_of(replay: Replay, name: str = "custom") -> Iterator[Session]:
    """The session before the first move, then after each move."""
    session = start_session(replay, name)
    yield session
    for move in replay.moves:
        session = play_move(session, move, replay.dealt)
        yield session


def play_move(session: Session, move: Move, dealt: bool) -> Session:
    """The session after a move of a replay."""
    moved = replay_move(session, move)
    if dealt and session.game.phase is Phase.READY and moved.game.phase is not Phase.READY:
        moved = replace(moved, past=None, first=move.cell)  # as it was when this open dealt the mines
    return moved


def to_trail(moves: Iterable[Move]) -> Trail | None:
    """The moves as a session keeps them."""
    trail = None
    for move in moves:
        trail = Trail(move, trail)
    return trail


def pack_replay(replay: Replay) -> bytes | None:
    """A replay as few bytes, or None when it is longer than one that would be read again."""
    if len(replay.moves) > MAX_MOVES:
        return None
    content = json.dumps(replay_to_data(replay), separators=(",", ":")).encode()
    return zlib.compress(content) if len(content) <= MAX_BYTES else None


def unpack_replay(packed: bytes) -> Replay:
    """The replay that was packed; anything else raises RecordError."""
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, MAX_BYTES + 1)
    except zlib.error:
        raise RecordError("this is no replay") from None
    return replay_from_data(reading.parse_json(content, MAX_BYTES))


def replay_to_data(replay: Replay) -> dict[str, Any]:
    """A replay as JSON values."""
    return {
        "version": VERSION,
        "board": str(replay.spec),
        "mines": reading.to_hex(replay.mines),
        "start": replay.start,
        "dealt": replay.dealt,
        "moves": moves_to_data(replay.moves),
    }


def replay_from_data(data: dict[str, Any]) -> Replay:
    """The replay of JSON values; a wrong one raises RecordError."""
    check_version(data, VERSION)
    spec = reading.board(data, "board")
    mines = read_mines(data, spec)
    start = reading.cell(data, "start", spec.grid)
    if start is not None and contains(mines, start):
        raise RecordError(f"start: cell {start} is a mine")
    return Replay(spec, mines, start, reading.truth(data, "dealt"), moves_from_data(data.get("moves"), spec.grid))


def read_mines(data: dict[str, Any], spec: BoardSpec) -> CellSet:
    """The mines of a board, as many as it must have."""
    mines = reading.cells(data, "mines", spec.grid)
    if mines.bit_count() != spec.mines:
        raise RecordError(f"mines: {mines.bit_count()} are not the {spec.mines} of {spec}")
    return mines


def check_version(data: dict[str, Any], newest: int) -> None:
    """Raises RecordError for a record of a version that this program does not know."""
    version = reading.number(data, "version", 1, MAX_MS)
    if version > newest:
        raise RecordError(f"version {version} is from a newer program: this one reads up to {newest}")


def moves_to_data(moves: Iterable[Move]) -> list[list[Any]]:
    """Moves as JSON lists: the milliseconds since the move before, the kind, and the cell or the assistant's cells."""
    data: list[list[Any]] = []
    last = 0
    for move in moves:
        entry: list[Any] = [move.ms - last, move.kind.value]
        last = move.ms
        if move.kind is MoveKind.ASSIST:
            entry += [cells_of(move.safe), cells_of(move.mined), move.helper]
        elif move.kind not in _NO_CELL:
            entry.append(move.cell)
        data.append(entry)
    return data


def moves_from_data(data: object, grid: Grid) -> tuple[Move, ...]:
    """The moves of JSON lists; a wrong one raises RecordError with its number."""
    if not isinstance(data, list) or len(data) > MAX_MOVES:
        raise RecordError(f"moves {reading.quote(data)} is not allowed: a list of at most {MAX_MOVES:,}")
    moves: list[Move] = []
    ms = 0
    for count, entry in enumerate(data, 1):
        try:
            move = _read_move(entry, ms, grid)
        except RecordError as error:
            raise RecordError(f"move {count}: {error}") from None
        ms = move.ms
        moves.append(move)
    return tuple(moves)


def _read_move(entry: object, earlier: int, grid: Grid) -> Move:
    if not isinstance(entry, list) or not 2 <= len(entry) <= 5:
        raise RecordError(f"{reading.quote(entry)} is no move")
    kind = _KINDS.get(entry[1]) if isinstance(entry[1], str) else None
    if kind is None:
        raise RecordError(f"{reading.quote(entry[1])} is not one of {', '.join(_KINDS)}")
    ms = earlier + reading.number({"ms": entry[0]}, "ms", 0, MAX_MS - earlier)
    if len(entry) != (5 if kind is MoveKind.ASSIST else 2 if kind in _NO_CELL else 3):
        raise RecordError(f"{len(entry)} values are not those of {kind.value}")
    if kind in _NO_CELL:
        return Move(ms, kind)
    if kind is not MoveKind.ASSIST:
        return Move(ms, kind, reading.number({"cell": entry[2]}, "cell", 0, grid.size - 1))
    safe, mined = _cells_from_list(entry[2], grid), _cells_from_list(entry[3], grid)
    return Move(ms, kind, safe=safe, mined=mined, helper=reading.word({"helper": entry[4]}, "helper"))


def _cells_from_list(data: object, grid: Grid) -> CellSet:
    if not isinstance(data, list) or len(data) > grid.size:
        raise RecordError(f"{reading.quote(data)} is no list of cells")
    for cell in data:
        if isinstance(cell, bool) or not isinstance(cell, int) or not 0 <= cell < grid.size:
            raise RecordError(f"{reading.quote(cell)} is no cell of {grid.width}x{grid.height}")
    return to_cell_set(data)
