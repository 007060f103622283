"""The rules of Minesweeper: opening, flagging, chording and finishing a number.

A `Game` is one board in play, and it is immutable: a move returns the next game, or the same object if the move does
nothing. `Game.position` is what solvers and assistants get, because it contains no mines. Before the first open a game
may have no layout yet, but flags can be set; `with_layout` adds the mines when they are dealt. An analysis board has a
position instead of a layout, so nothing can be opened on it. `session` adds the clock, undo and the list of moves.

Methods that take one cell raise an error if it isn't on the board. In sets of cells, such cells are ignored.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from minesweeper.boards.layout import Board, Layout
from minesweeper.core.cells import CellSet, Grid, contains, first_cell
from minesweeper.core.position import Position, show_position


class Phase(Enum):
    """Whether a game hasn't begun, is being played, or how it ended."""

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
    """The mines that the player opened. A chord that trusts wrong flags may open several at once."""
    gave_up: bool = False
    typed_position: Position | None = None
    """The position of an analysis board, which has no layout. It may contradict itself, because the player types it."""
    proved_mines: CellSet = 0
    """The mines that an assistant has proved in this game.

    Saved games don't contain them, because a file could claim anything.
    """

    @property
    def phase(self) -> Phase:
        """Whether the game is ready for the first open, is being played, or was won, lost or given up."""
        if self.exploded:
            return Phase.LOST
        if self.layout is not None and self.opened ^ self.layout.mines == self.grid.all_cells:
            return Phase.WON
        if self.gave_up:
            return Phase.GIVEN_UP
        return Phase.PLAYING if self.opened else Phase.READY

    @property
    def is_over(self) -> bool:
        # Doesn't use the phase, because solvers ask this twice per move, and members of an Enum are slow.
        if self.exploded or self.gave_up or self.layout is None:
            return bool(self.exploded) or self.gave_up
        return self.opened ^ self.layout.mines == self.grid.all_cells

    @property
    def hidden(self) -> CellSet:
        """The cells that aren't opened, flagged cells included."""
        return self.grid.all_cells ^ self.opened

    @property
    def mines_left(self) -> int:
        """The mine total minus the number of flags, which is negative if there are too many flags."""
        return self.mine_total - self.flags.bit_count()

    @property
    def safe_total(self) -> int:
        """How many cells must be opened to win."""
        return self.grid.size - self.mine_total

    @property
    def position(self) -> Position:
        """What the player can see: the opened cells with their clues, and the mine total."""
        if self.typed_position is not None:
            return self.typed_position
        if self.layout is None:
            return Position(self.grid, 0, (0, 0, 0, 0), self.mine_total)
        return show_position(self.grid, self.layout.numbers, self.opened, self.mine_total)

    def clue(self, cell: int) -> int:
        """The clue of an opened cell. Raises ValueError if the cell isn't opened."""
        cell = self.grid.checked(cell)
        if not contains(self.opened, cell):
            raise ValueError(f"cell {cell} is not opened")
        return self.position.clue(cell) if self.layout is None else self.layout.clue(cell)

    def with_layout(self, layout: Layout) -> Game:
        """Puts the mines of a layout on the board. The layout must have the size and mine total of the game."""
        return self._replace(layout=layout)

    def open_cell(self, cell: int) -> Game:
        """Opens a cell, and everything around it if its clue is 0. Does nothing on flagged and opened cells."""
        return self.open_cells(1 << self.grid.checked(cell))

    def open_cells(self, cells: CellSet) -> Game:
        """Opens several cells at once, and everything around those whose clue is 0.

        Flagged and opened cells are ignored. Raises ValueError if the mines aren't dealt yet.
        """
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
        # Calls the constructor, because solvers play millions of moves and _replace() takes three times as long.
        proved = self.proved_mines
        return Game(self.grid, self.mine_total, layout, opened, flags, questions, exploded, self.gave_up, None, proved)

    def flag(self, cell: int) -> Game:
        """Sets or removes the flag on a hidden cell."""
        bit = 1 << self.grid.checked(cell)
        if self.is_over or not self.hidden & bit:
            return self
        return self._replace(flags=self.flags ^ bit, questions=self.questions & ~bit)

    def mark(self, cell: int, question_marks: bool) -> Game:
        """Does what the flag key does on a hidden cell: sets a flag, or removes the flag or question mark.

        With ``question_marks``, a flag becomes a question mark instead of being removed.
        """
        bit = 1 << self.grid.checked(cell)
        if self.questions & bit and not self.is_over:
            return self._replace(questions=self.questions ^ bit)
        flagged = self.flag(cell)
        becomes_question = question_marks and self.flags & ~flagged.flags
        return flagged._replace(questions=self.questions | bit) if becomes_question else flagged

    def set_flags(self, flags: CellSet) -> Game:
        """Flags these hidden cells and removes all other flags."""
        flags &= self.hidden
        if self.is_over or flags == self.flags:
            return self
        return self._replace(flags=flags, questions=self.questions & ~flags)

    def flags_around(self, cell: int) -> int:
        """Counts the flagged neighbours of a cell."""
        cell = self.grid.checked(cell)
        return (self.grid.neighbours(cell) & self.flags).bit_count()

    def next_hidden(self, cell: int, *, backwards: bool) -> int | None:
        """The next hidden cell without a flag that lies next to a number, for the key that jumps to it.

        After the last cell of the board, the search goes on with the first. On an analysis board, any hidden cell
        counts. Returns None if there is no such cell besides ``cell`` itself.
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
        """Opens all neighbours without a flag, if the number of flags around the cell is its clue."""
        cell = self.grid.checked(cell)
        if not contains(self.opened, cell) or self.is_over:
            return self
        clue = self.clue(cell)
        if clue == 0 or self.flags_around(cell) != clue:
            return self
        return self.open_cells(self.grid.neighbours(cell))

    def finish_number(self, cell: int) -> Game:
        """Finishes a number. If its flags are set, this is a chord. Otherwise, if all its hidden neighbours must be
        mines, it flags them.
        """
        cell = self.grid.checked(cell)
        chorded = self.chord(cell)
        if chorded is not self or self.is_over or not contains(self.opened, cell):
            return chorded
        hidden = self.grid.neighbours(cell) & self.hidden
        if hidden.bit_count() != self.clue(cell):
            return self
        return self.set_flags(self.flags | hidden)

    def give_up(self) -> Game:
        """Ends the game without a loss. Afterwards the mines may be shown, and no move is possible."""
        return self if self.is_over else self._replace(gave_up=True)


def begin_game(board: Board) -> Game:
    """Starts a game on a board, and opens the board's first cell if it has one."""
    layout, first, _ = board
    game = Game(layout.grid, layout.mine_count, layout)
    return game if first is None else game.open_cell(first)
