"""Roll-outs: a position played to its end on drawn layouts, to learn what a guess is worth in the long run.

The layouts are drawn here from what the position shows; the truth is never seen. Whoever plays them on sees positions
only, never the layout drawn.
"""

from __future__ import annotations

from random import Random

from minesweeper.cells import CellSet, Grid
from minesweeper.position import Position
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.best import best_guess
from minesweeper.solvers.exact import Reasoner
from minesweeper.solvers.layouts import draw_layout

_MOST_DRAWS = 1000


class _Field:
    """A drawn layout, with what opening its cells shows."""

    __slots__ = ("grid", "mines", "numbers", "safe", "zeros")

    def __init__(self, grid: Grid, mines: CellSet) -> None:
        self.grid = grid
        self.mines = mines
        self.safe = grid.all_cells ^ mines
        self.numbers = grid.count_neighbours(mines)
        ones, twos, fours, eights = self.numbers
        self.zeros = self.safe & ~(ones | twos | fours | eights)

    def open(self, opened: CellSet, cells: CellSet) -> CellSet:
        """What is opened after these safe cells are."""
        zeros = cells & self.zeros
        if zeros:
            cells |= self.grid.spread(self.grid.flood(zeros, self.zeros & ~opened))
        return opened | cells

    def position(self, opened: CellSet) -> Position:
        """What a player sees."""
        ones, twos, fours, eights = self.numbers
        clues = (ones & opened, twos & opened, fours & opened, eights & opened)
        return Position(self.grid, opened, clues, self.mines.bit_count())


def draw_with_safe(analysis: Analysis, cell: int, random: Random) -> CellSet:
    """The mines of a layout that fits and has none in the cell."""
    for _ in range(_MOST_DRAWS):
        mines = draw_layout(analysis, random)
        if not mines >> cell & 1:
            return mines
    raise ValueError(f"cell {cell} is a mine, or so good as one: no layout without it was drawn")


def play_out(analysis: Analysis, mines: CellSet, cell: int, random: Random) -> float:
    """An estimate of the chance to win once the cell is opened: it is safe in the layout given.

    It is the product of the chances of all guesses that follow; where one hits a mine the layout is drawn anew. The
    mean over layouts that fit is the chance that the fast player wins; see docs/solver.md for the proof.
    """
    grid = analysis.position.grid
    field = _Field(grid, mines)
    opened = field.open(analysis.position.opened, 1 << cell)
    reasoner = Reasoner(analysis.memory)
    value = 1.0
    while opened != field.safe:
        position = field.position(opened)
        safe, _ = reasoner.certain(position)
        if not safe:
            now = reasoner.analyse(position)
            move = best_guess(now)
            if move.wins is not None:
                return value * move.wins[0] / move.wins[1]
            risk, layouts = move.odds
            value *= 1 - risk / layouts
            safe = 1 << move.cell
            if safe & field.mines:
                field = _Field(grid, draw_with_safe(now, move.cell, random))
        opened = field.open(opened, safe)
    return value
