"""The translation between the moves of a game and the mouse events of a RAWVF file.

RAWVF is the replay format of other Minesweeper programs, and it records presses and releases of buttons. `to_moves`
finds the moves that these events make, and `record_replay` writes moves as events. `boards/rawvf.py` reads and writes
the text of such files.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator

from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.measures import three_bv
from minesweeper.boards.rawvf import SQUARE, RawvfError, RawvfEvent, Recording
from minesweeper.core.cells import CellSet, cells_of, contains
from minesweeper.core.text import quote
from minesweeper.play.game import Game, Phase, begin_game
from minesweeper.play.session import Move, MoveKind, play_kind
from minesweeper.version import VERSION

PROGRAM = "minesweeper-terminal"
START = "Opened_For_Player"
"""A field that only this program writes: the cell that was open before the first move, as column and row from 1."""


def is_ours(recording: Recording) -> bool:
    """Whether this program wrote the recording, so that its own fields can be relied on."""
    return recording.field("Program") == PROGRAM


def start_of(recording: Recording) -> int | None:
    """The cell that was open before the first move, or None. Only files of this program can have one.

    Raises RawvfError if the file names a cell that is a mine or isn't on the board.
    """
    start = recording.field(START) if is_ours(recording) else None
    if start is None:
        return None
    grid, match = recording.layout.grid, re.fullmatch(r"(\d{1,7}) (\d{1,7})", start, re.ASCII)
    col, row = (int(match[1]), int(match[2])) if match else (0, 0)
    cell = (row - 1) * grid.width + col - 1
    if not (1 <= col <= grid.width and 1 <= row <= grid.height) or contains(recording.layout.mines, cell):
        raise RawvfError(f"{START} {quote(start)} isn't a safe cell: column 1 to {grid.width}, row 1 to {grid.height}")
    return cell


def to_moves(recording: Recording, events: Iterable[RawvfEvent] | None = None) -> Iterator[Move]:
    """Yields the moves that the events of a recording make, up to the end of the game.

    Moves without effect are included. The first click on a cell that was open at the start isn't a move, because it is
    only written for programs that don't know such cells. ``events`` replaces the events of the recording.
    """
    start, is_first = start_of(recording), True
    game = begin_game(Board(recording.layout, start))
    mouse = _Mouse(_is_on(recording, "Marks"), _is_on(recording, "SuperClick"))
    for event in recording.events if events is None else events:
        if game.is_over:
            break
        cell = recording.cell(event)
        kind = mouse.act(event.kind, cell is not None, cell is not None and contains(game.opened, cell))
        if kind is not None and cell is not None:
            if not is_first or (kind, cell) != (MoveKind.OPEN, start):
                yield Move(max(event.ms or 0, 0), kind, cell)
            is_first = False
            game = play_kind(game, kind, cell)


def _is_on(recording: Recording, name: str) -> bool:
    return (recording.field(name) or "").lower() == "on"


class _Mouse:
    """Finds out which move each mouse event makes, by keeping track of the buttons that are held down.

    The right button acts when it is pressed, the others act when they are released. Two buttons together chord.
    """

    def __init__(self, marks: bool, super_click: bool) -> None:
        self.marks = marks
        self.super_click = super_click
        self.left = self.right = self.middle = self.shift = False
        self.has_chorded = False
        """Whether one of two held buttons was released, which was a chord. Then releasing the other does nothing."""
        self.is_idle = False
        """Whether the right button was pressed on an opened cell. This click has no effect unless a chord follows."""

    def act(self, kind: str, on_board: bool, on_opened: bool) -> MoveKind | None:
        """The kind of move that an event makes, or None if it makes none.

        ``on_board`` says whether the event is on the board, and ``on_opened`` whether it is on an opened cell.
        """
        if kind in ("lc", "sc") and not self.middle:
            self.left, self.shift = True, kind == "sc"
        elif kind == "rc" and not self.middle:
            return self._press_right(on_board, on_opened)
        elif kind == "lr" and self.left:
            return self._release_left(on_board, on_opened)
        elif kind == "rr" and self.right:
            return self._release_right()
        elif kind == "mc":
            self.left = self.right = self.shift = self.has_chorded = self.is_idle = False
            self.middle = True
        elif kind == "mr" and self.middle:
            self.middle = False
            return MoveKind.CHORD
        elif kind == "mt":
            self.marks = not self.marks
        return None

    def _press_right(self, on_board: bool, on_opened: bool) -> MoveKind | None:
        self.right, self.shift = True, False
        if self.left or not on_board:
            return None
        self.has_chorded, self.is_idle = False, on_opened
        return None if on_opened else self._flag()

    def _release_left(self, on_board: bool, on_opened: bool) -> MoveKind | None:
        chords = self.right or self.shift or (self.super_click and on_opened)
        ignored, self.has_chorded = self.has_chorded, self.right and on_board
        self.left = self.shift = False
        if chords:
            self.is_idle = False
            return MoveKind.CHORD
        return None if ignored else MoveKind.OPEN

    def _release_right(self) -> MoveKind | None:
        self.right = self.shift = False
        if self.left:
            self.has_chorded, self.is_idle = True, False
            return MoveKind.CHORD
        wasted, self.has_chorded, self.is_idle = self.is_idle, False, False
        return self._flag() if wasted else None

    def _flag(self) -> MoveKind:
        return MoveKind.MARK if self.marks else MoveKind.FLAG


_BUTTONS = {
    MoveKind.OPEN: ("lc", "lr"),
    MoveKind.FLAG: ("rc", "rr"),
    MoveKind.MARK: ("rc", "rr"),
    MoveKind.CHORD: ("mc", "mr"),
}


def record_replay(
    board: Board, moves: Iterable[Move], extra: Iterable[tuple[str, str]] = ()
) -> Generator[None, None, Recording]:
    """Records moves on a board as mouse events. Works in slices. ``extra`` are further fields for the file's head.

    Each click becomes a press and a release in the middle of its cell. The move of an assistant and a finished number
    become clicks with the same effect. A cell that was open at the start becomes a click before the moves, and a field
    of the head names it. Raises RawvfError for an undo, because RAWVF has no event for it.
    """
    layout, game = board.layout, begin_game(board)
    events: list[RawvfEvent] = []
    if board.first is not None:
        events += _press(layout, Move(0, MoveKind.OPEN, board.first))
    marks, ms = False, 0
    for move in moves:
        for click in _clicks(game, move):
            if click.kind in (MoveKind.FLAG, MoveKind.MARK) and marks != (click.kind is MoveKind.MARK):
                events.append(RawvfEvent("mt", click.ms))
                marks = not marks
            events += _press(layout, click)
            game = play_kind(game, click.kind, click.cell)
        ms = move.ms
        yield
    if game.phase in (Phase.WON, Phase.LOST):
        events.append(RawvfEvent("won" if game.phase is Phase.WON else "boom"))
    more = dict(extra)
    more.setdefault("Mode", "Classic")
    if board.first is not None:
        row, col = layout.grid.row_col(board.first)
        more[START] = f"{col + 1} {row + 1}"
    return Recording(layout, tuple(events), (*_head(game, layout, events, ms), *more.items()))


def _clicks(game: Game, move: Move) -> Iterator[Move]:
    """Yields clicks that together have the effect of a move."""
    if move.kind in _BUTTONS:
        yield move
    elif move.kind is MoveKind.COMPLETE:
        if game.chord(move.cell) is not game:
            yield Move(move.ms, MoveKind.CHORD, move.cell)
        else:
            yield from _flags(game, move.ms, game.finish_number(move.cell).flags)
    elif move.kind is MoveKind.ASSIST:
        yield from _flags(game, move.ms, (game.flags & ~move.safe | move.mined) & game.hidden)
        yield from _opens(game.set_flags(game.flags & ~move.safe | move.mined), move)
    elif move.kind is not MoveKind.GIVE_UP:
        raise RawvfError(f"RAWVF has no event for {move.kind.value!r}, so this replay can't be written as RAWVF")


def _flags(game: Game, ms: int, wanted: CellSet) -> Iterator[Move]:
    """Yields clicks after which exactly the wanted flags are set. A question mark takes a click more."""
    for cell in cells_of(game.flags ^ wanted):
        for _ in range(2 if contains(game.questions, cell) else 1):
            yield Move(ms, MoveKind.FLAG, cell)


def _opens(game: Game, move: Move) -> Iterator[Move]:
    """Yields clicks that open the cells which an assistant proved safe. Cells that a clue 0 opens need none."""
    for cell in cells_of(move.safe & game.hidden):
        if contains(game.hidden, cell):
            game = game.open_cell(cell)
            yield Move(move.ms, MoveKind.OPEN, cell)


def _press(layout: Layout, click: Move) -> list[RawvfEvent]:
    row, col = layout.grid.row_col(click.cell)
    pixel = (col * SQUARE + SQUARE // 2, row * SQUARE + SQUARE // 2)
    return [RawvfEvent(kind, click.ms, row, col, pixel) for kind in _BUTTONS[click.kind]]


_PRESET_NAMES = {
    (8, 8, 10): "Beginner",
    (9, 9, 10): "Beginner",
    (16, 16, 40): "Intermediate",
    (30, 16, 99): "Expert",
}


def _head(game: Game, layout: Layout, events: list[RawvfEvent], ms: int) -> list[tuple[str, str]]:
    size = (layout.grid.width, layout.grid.height, layout.mine_count)
    fields = [
        ("RawVF_Version", "Rev6"),
        ("Program", PROGRAM),
        ("Version", VERSION),
        ("Level", _PRESET_NAMES.get(size, "Custom")),
        ("Marks", "Off"),
        ("Time", f"{ms // 1000}.{ms % 1000:03d}"),
        ("BBBV", str(three_bv(layout))),
        ("Style", "FL" if any(event.kind == "rc" for event in events) else "NF"),
    ]
    if game.is_over:
        fields.append(("Status", "Won" if game.phase is Phase.WON else "Lost"))
    return fields
