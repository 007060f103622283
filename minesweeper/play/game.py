"""One game: the rules of opening, flagging, chording and expanding. It makes Positions and never calls a solver.

A Game is immutable; a move returns the next Game, or the same object when it does nothing. A cell must be on the board;
of a set of cells only those on the board count. Before the first open there may be no layout yet, yet flags can be set;
whoever deals the mines calls ``with_layout``. Of a sketch only a position is known: no layout, and so no move.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from minesweeper.boards.layout import Board, Layout
from minesweeper.core.cells import CellSet, Grid, contains, first_cell
from minesweeper.core.position import Position, show_position


class Phase(Enum):
    """How far a game has come."""

    READY = "ready"
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given up"


class Game(NamedTuple):
    """A board in play: the layout, what is opened and what the player has marked."""

    grid: Grid
    mine_total: int
    layout: Layout | None = None
    opened: CellSet = 0
    flags: CellSet = 0
    questions: CellSet = 0
    exploded: CellSet = 0
    """The mines that went off: one, or several when a chord trusted wrong flags."""
    gave_up: bool = False
    sketch: Position | None = None
    """A position that somebody put together, in place of a layout: perhaps no layout fits it."""

    @property
    def phase(self) -> Phase:
        """Ready before the first open, then playing, then won, lost or given up."""
        if self.exploded:
            return Phase.LOST
        if self.layout is not None and self.opened == self.layout.safe:
            return Phase.WON
        if self.gave_up:
            return Phase.GIVEN_UP
        return Phase.PLAYING if self.opened else Phase.READY

    @property
    def is_over(self) -> bool:
        """Whether no move is possible any more."""
        # Not by the phase: solvers ask it twice a move, and names of an Enum are slow.
        return bool(self.exploded) or self.gave_up or (self.layout is not None and self.opened == self.layout.safe)

    @property
    def hidden(self) -> CellSet:
        """The cells not opened yet, flagged ones included."""
        return self.grid.all_cells ^ self.opened

    @property
    def mines_left(self) -> int:
        """The mine total less the flags; negative with too many flags."""
        return self.mine_total - self.flags.bit_count()

    @property
    def safe_total(self) -> int:
        """How many cells have to be opened to win."""
        return self.grid.size - self.mine_total

    @property
    def position(self) -> Position:
        """What the player may know."""
        if self.sketch is not None:
            return self.sketch
        if self.layout is None:
            return Position(self.grid, 0, (0, 0, 0, 0), self.mine_total)
        return show_position(self.grid, self.layout.numbers, self.opened, self.mine_total)

    def clue(self, cell: int) -> int:
        """The number on an opened cell."""
        cell = self.grid.checked(cell)
        if not contains(self.opened, cell):
            raise ValueError(f"cell {cell} is not opened")
        return self.position.clue(cell) if self.layout is None else self.layout.clue(cell)

    def with_layout(self, layout: Layout) -> Game:
        """This game with its mines dealt; flags and marks stay."""
        if self.layout is not None:
            raise ValueError("this game has its mines already")
        if layout.grid != self.grid or layout.mine_count != self.mine_total:
            raise ValueError(
                f"a layout of {layout.grid.width}x{layout.grid.height}/{layout.mine_count} can't be dealt to"
                f" a game of {self.grid.width}x{self.grid.height}/{self.mine_total}"
            )
        return self._replace(layout=layout)

    def open_cell(self, cell: int) -> Game:
        """The game after opening a cell; flagged and opened cells stay as they are."""
        return self.open_cells(1 << self.grid.checked(cell))

    def open_cells(self, cells: CellSet) -> Game:
        """The game after opening several cells at once, with the cascades from those whose clue is 0."""
        closed = self.hidden & ~self.flags
        cells &= closed
        if not cells or self.is_over or self.sketch is not None:
            return self
        if self.layout is None:
            raise ValueError("the mines must be dealt before the first cell is opened")
        layout = self.layout
        exploded = cells & layout.mines
        opened = self.opened | self.grid.cascade(cells ^ exploded, layout.zeros, closed)
        won = not exploded and opened == layout.safe
        flags = layout.mines if won else self.flags
        questions = 0 if won else self.questions & ~(opened | exploded)
        # Not by _replace(): solvers play millions of moves, and it takes three times as long.
        return Game(self.grid, self.mine_total, layout, opened, flags, questions, exploded, self.gave_up)

    def flag(self, cell: int) -> Game:
        """The game with the flag on a hidden cell set, or taken away."""
        bit = 1 << self.grid.checked(cell)
        if self.is_over or not self.hidden & bit:
            return self
        return self._replace(flags=self.flags ^ bit, questions=self.questions & ~bit)

    def cycle_mark(self, cell: int) -> Game:
        """The game with a hidden cell's mark moved on: none, flag, question mark, none."""
        bit = 1 << self.grid.checked(cell)
        if self.is_over or not self.hidden & bit:
            return self
        if self.flags & bit:
            return self._replace(flags=self.flags ^ bit, questions=self.questions | bit)
        if self.questions & bit:
            return self._replace(questions=self.questions ^ bit)
        return self._replace(flags=self.flags | bit)

    def mark(self, cell: int, question_marks: bool) -> Game:
        """The game after the flag key: a mark moves on or, without question marks, a flag is set or taken away.

        With question marks switched off, one that is still on the board goes away like a mark of any kind.
        """
        cell = self.grid.checked(cell)
        is_cycle = question_marks or contains(self.questions, cell)
        return self.cycle_mark(cell) if is_cycle else self.flag(cell)

    def set_flags(self, flags: CellSet) -> Game:
        """The game with exactly these hidden cells flagged."""
        flags &= self.hidden
        if self.is_over or flags == self.flags:
            return self
        return self._replace(flags=flags, questions=self.questions & ~flags)

    def flags_around(self, cell: int) -> int:
        """How many neighbours of a cell are flagged."""
        cell = self.grid.checked(cell)
        return (self.grid.neighbours(cell) & self.flags).bit_count()

    def next_hidden(self, cell: int, *, backwards: bool) -> int | None:
        """The next hidden cell without a flag beside a number, on a sketch anywhere; reading on round the board."""
        position = self.position
        candidates = position.hidden if self.sketch else position.frontier
        candidates &= ~(self.flags | position.given | 1 << cell)
        if not candidates:
            return None
        before = candidates & ((1 << cell) - 1)
        if backwards:
            return (before or candidates).bit_length() - 1
        return first_cell((candidates ^ before) or candidates)

    def chord(self, cell: int) -> Game:
        """The game after opening all unflagged neighbours of a number that has exactly its flags around it."""
        cell = self.grid.checked(cell)
        if not contains(self.opened, cell) or self.is_over:
            return self
        clue = self.clue(cell)
        if clue == 0 or self.flags_around(cell) != clue:
            return self
        return self.open_cells(self.grid.neighbours(cell))

    def expand(self, cell: int) -> Game:
        """The game after a chord or, where every hidden neighbour of the number must be a mine, after flagging them."""
        cell = self.grid.checked(cell)
        chorded = self.chord(cell)
        if chorded is not self or self.is_over or not contains(self.opened, cell):
            return chorded
        hidden = self.grid.neighbours(cell) & self.hidden
        if hidden.bit_count() != self.clue(cell):
            return self
        return self.set_flags(self.flags | hidden)

    def give_up(self) -> Game:
        """The game given up: the mines may be shown, no move is possible any more."""
        return self if self.is_over else self._replace(gave_up=True)


def new_game(grid: Grid, mine_total: int) -> Game:
    """A game whose mines are still to be dealt; a mine total without a safe cell raises ValueError."""
    if not 0 <= mine_total < grid.size:
        raise ValueError(f"{mine_total} mines are not possible on {grid.width}x{grid.height}: at most {grid.size - 1}")
    return Game(grid, mine_total)


def begin_game(board: Board) -> Game:
    """A game on a board, its first cell opened if it has one."""
    layout, first, _ = board
    game = Game(layout.grid, layout.mine_count, layout)
    return game if first is None else game.open_cell(first)
