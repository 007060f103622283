"""A layout played by exact logic alone, the mine total included: how far it gets from the first cell.

It looks at the mines only to open cells that are proved safe.
"""

from __future__ import annotations

from collections.abc import Generator

from minesweeper.cells import CellSet, Grid
from minesweeper.position import Position
from minesweeper.solvers.exact import Reasoner
from minesweeper.solvers.planes import missing_mines, sweep_one_clue, sweep_two_clues
from minesweeper.solvers.slices import finish

LARGE = 4096
"""Boards of more cells are worth pauses within a step."""


class Playout:
    """A game without guesses: what is opened, and which mines are proved."""

    __slots__ = ("_reasoner", "grid", "mined", "mines", "numbers", "opened", "safe", "zeros")

    def __init__(self, grid: Grid, mines: CellSet, first: int, reasoner: Reasoner | None = None) -> None:
        self.grid = grid
        self.opened: CellSet = 0
        self.mined: CellSet = 0
        """Mines that are proved."""
        self._reasoner = reasoner or Reasoner()
        self._set_mines(mines)
        self._open(1 << first)

    def _set_mines(self, mines: CellSet) -> None:
        self.mines = mines
        self.safe = self.grid.all_cells ^ mines
        self.numbers = self.grid.count_neighbours(mines)
        ones, twos, fours, eights = self.numbers
        self.zeros = self.safe & ~(ones | twos | fours | eights)

    @property
    def is_won(self) -> bool:
        """Whether every safe cell is open."""
        return self.opened == self.safe

    @property
    def unknown(self) -> CellSet:
        """The cells neither opened nor proved to be mines."""
        return self.grid.all_cells ^ (self.opened | self.mined)

    def redeal(self, window: CellSet, mines: CellSet) -> None:
        """Replaces the mines of a window and closes its cells again; all that is known outside of it stays."""
        self.opened &= ~window
        self.mined &= ~window
        self._set_mines(self.mines & ~window | mines)

    def run(self) -> bool:
        """Plays until the game is won or nothing more can be proved; whether it is won."""
        return finish(self.run_in_slices())

    def run_in_slices(self) -> Generator[None, None, bool]:
        """The same, with a pause after each step; on large boards steps have pauses too."""
        grid, numbers, safe = self.grid, self.numbers, self.safe
        board = grid.all_cells
        while self.opened != safe:
            unknown = board & ~(self.opened | self.mined)
            proved, mined = sweep_one_clue(grid, self.opened, numbers, self.mined, unknown)
            if not proved and not mined:
                proved, mined = yield from self._compare_clues(unknown)
                if not proved and not mined:
                    # Only now: what it costs to count components is many times that of the sweeps.
                    proved, mined = yield from self._count()
                    if not proved:
                        self.mined |= mined
                        return False
            self.mined |= mined
            if proved:
                self._open(proved)
            yield
        return True

    def _compare_clues(self, unknown: CellSet) -> Generator[None, None, tuple[CellSet, CellSet]]:
        """What pairs of clues prove; on small boards up to the first safe cells, which are most often all there are."""
        grid, opened = self.grid, self.opened
        is_large = grid.size > LARGE
        missing, _ = missing_mines(grid, opened, self.numbers, self.mined)
        proved = mined = 0
        for more_proved, more_mined in sweep_two_clues(grid, missing, opened & grid.spread(unknown), unknown):
            proved |= more_proved
            mined |= more_mined
            if is_large:
                yield
            elif proved:
                break
        return proved, mined

    def _count(self) -> Generator[None, None, tuple[CellSet, CellSet]]:
        """What exact logic proves."""
        opened = self.opened
        ones, twos, fours, eights = self.numbers
        clues = (ones & opened, twos & opened, fours & opened, eights & opened)
        position = Position(self.grid, opened, clues, self.mines.bit_count())
        if self.grid.size > LARGE:
            return (yield from self._reasoner.certain_in_slices(position))
        return self._reasoner.certain(position)

    def _open(self, cells: CellSet) -> None:
        grid, zeros = self.grid, self.zeros
        opened = self.opened | cells
        if cells & zeros:
            opened |= grid.spread(grid.flood(cells & zeros, zeros & ~self.opened))
        self.opened = opened
