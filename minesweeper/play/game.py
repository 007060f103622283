"""Implements the rules: opening, flagging, chording and finishing a number. Makes Positions, never calls a solver.

A Game is immutable; a move returns the next Game, or the same object if it does nothing. A cell must be on the board;
in a set of cells, others are ignored. Before the first open there may be no layout, but flags can be set;
``with_layout`` adds the dealt mines. An analysis board has only a position: no layout, and so no moves.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from minesweeper.boards.layout import Board, Layout
from minesweeper.core.cells import CellSet, Grid, contains, first_cell
from minesweeper.core.position import Position, show_position


class Phase(Enum):
    """The phases of a game."""

    READY = "ready"
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given up"


class Game(NamedTuple):
    """A board in play: the layout, the opened cells and the player's marks."""

    grid: Grid
    mine_total: int
    layout: Layout | None = None
    opened: CellSet = 0
    flags: CellSet = 0
    questions: CellSet = 0
    exploded: CellSet = 0
    """The mines that exploded: one, or several when a chord trusted wrong flags."""
    gave_up: bool = False
    typed_position: Position | None = None
    """The position of an analysis board, instead of a layout. Perhaps no layout fits it."""
    proved_mines: CellSet = 0
    """The mines that an assistant has proved by what this game shows. Files can't add any: they may claim anything."""

    @property
    def phase(self) -> Phase:
        """Returns the phase: ready before the first open, then playing, then won, lost or given up."""
        if self.exploded:
            return Phase.LOST
        if self.layout is not None and self.opened ^ self.layout.mines == self.grid.all_cells:
            return Phase.WON
        if self.gave_up:
            return Phase.GIVEN_UP
        return Phase.PLAYING if self.opened else Phase.READY

    @property
    def is_over(self) -> bool:
        # Without the phase: solvers ask this twice per move, and members of an Enum are slow.
        if self.exploded or self.gave_up or self.layout is None:
            return bool(self.exploded) or self.gave_up
        return self.opened ^ self.layout.mines == self.grid.all_cells

    @property
    def hidden(self) -> CellSet:
        """Returns the cells not opened yet, including flagged ones."""
        return self.grid.all_cells ^ self.opened

    @property
    def mines_left(self) -> int:
        """Returns the mine total minus the flags; negative with too many flags."""
        return self.mine_total - self.flags.bit_count()

    @property
    def safe_total(self) -> int:
        """Returns the number of cells to open for a win."""
        return self.grid.size - self.mine_total

    @property
    def position(self) -> Position:
        """Returns what the player may know."""
        if self.typed_position is not None:
            return self.typed_position
        if self.layout is None:
            return Position(self.grid, 0, (0, 0, 0, 0), self.mine_total)
        return show_position(self.grid, self.layout.numbers, self.opened, self.mine_total)

    def clue(self, cell: int) -> int:
        """Returns the number on an opened cell."""
        cell = self.grid.checked(cell)
        if not contains(self.opened, cell):
            raise ValueError(f"cell {cell} is not opened")
        return self.position.clue(cell) if self.layout is None else self.layout.clue(cell)

    def with_layout(self, layout: Layout) -> Game:
        """Deals the mines of a layout of the same size and mine total. Flags and marks stay."""
        return self._replace(layout=layout)

    def open_cell(self, cell: int) -> Game:
        """Opens a cell. Flagged and opened cells don't change."""
        return self.open_cells(1 << self.grid.checked(cell))

    def open_cells(self, cells: CellSet) -> Game:
        """Opens several cells at once, with the cascades from cells with clue 0."""
        closed = self.hidden & ~self.flags
        cells &= closed
        if not cells or self.is_over or self.typed_position is not None:
            return self
        if self.layout is None:
            raise ValueError("the mines must be dealt before the first cell is opened")
        layout = self.layout
        exploded = cells & layout.mines
        opened = self.opened | self.grid.cascade(cells ^ exploded, layout.zeros, closed)
        won = not exploded and opened ^ layout.mines == self.grid.all_cells
        flags = layout.mines if won else self.flags
        questions = 0 if won else self.questions & ~(opened | exploded)
        # Without _replace(): solvers play millions of moves, and it takes three times as long.
        proved = self.proved_mines
        return Game(self.grid, self.mine_total, layout, opened, flags, questions, exploded, self.gave_up, None, proved)

    def flag(self, cell: int) -> Game:
        """Sets or removes the flag on a hidden cell."""
        bit = 1 << self.grid.checked(cell)
        if self.is_over or not self.hidden & bit:
            return self
        return self._replace(flags=self.flags ^ bit, questions=self.questions & ~bit)

    def mark(self, cell: int, question_marks: bool) -> Game:
        """Presses the flag key on a hidden cell: sets a flag or removes the mark. Question marks come after flags."""
        bit = 1 << self.grid.checked(cell)
        if self.questions & bit and not self.is_over:
            return self._replace(questions=self.questions ^ bit)
        flagged = self.flag(cell)
        becomes_question = question_marks and self.flags & ~flagged.flags
        return flagged._replace(questions=self.questions | bit) if becomes_question else flagged

    def set_flags(self, flags: CellSet) -> Game:
        """Flags exactly these hidden cells."""
        flags &= self.hidden
        if self.is_over or flags == self.flags:
            return self
        return self._replace(flags=flags, questions=self.questions & ~flags)

    def flags_around(self, cell: int) -> int:
        """Counts the flagged neighbours of a cell."""
        cell = self.grid.checked(cell)
        return (self.grid.neighbours(cell) & self.flags).bit_count()

    def next_hidden(self, cell: int, *, backwards: bool) -> int | None:
        """Returns the next unflagged hidden cell next to a number, around the board; on an analysis board, any hidden
        cell.
        """
        position = self.position
        candidates = position.hidden if self.typed_position else position.frontier
        candidates &= ~(self.flags | position.given | 1 << cell)
        if not candidates:
            return None
        before = candidates & ((1 << cell) - 1)
        if backwards:
            return (before or candidates).bit_length() - 1
        return first_cell((candidates ^ before) or candidates)

    def chord(self, cell: int) -> Game:
        """Opens all unflagged neighbours of a number that has exactly its flags around it."""
        cell = self.grid.checked(cell)
        if not contains(self.opened, cell) or self.is_over:
            return self
        clue = self.clue(cell)
        if clue == 0 or self.flags_around(cell) != clue:
            return self
        return self.open_cells(self.grid.neighbours(cell))

    def finish_number(self, cell: int) -> Game:
        """Chords or, if every hidden neighbour of the number must be a mine, flags them."""
        cell = self.grid.checked(cell)
        chorded = self.chord(cell)
        if chorded is not self or self.is_over or not contains(self.opened, cell):
            return chorded
        hidden = self.grid.neighbours(cell) & self.hidden
        if hidden.bit_count() != self.clue(cell):
            return self
        return self.set_flags(self.flags | hidden)

    def give_up(self) -> Game:
        """Gives up the game: the mines may be shown, and no more moves are possible."""
        return self if self.is_over else self._replace(gave_up=True)


def begin_game(board: Board) -> Game:
    """Starts a game on a board, with its first cell opened if it has one."""
    layout, first, _ = board
    game = Game(layout.grid, layout.mine_count, layout)
    return game if first is None else game.open_cell(first)
