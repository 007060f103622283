"""Roll-outs: a position played to its end on drawn layouts, to learn what a guess is worth in the long run.

The layouts are drawn here from what the position shows; the truth is never seen. Whoever plays them on sees positions
only, never the layout drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from minesweeper.cells import CellSet, Grid, Planes
from minesweeper.position import Position
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.best import Kind, Move, interior_guesses
from minesweeper.solvers.endgame import best_end_move
from minesweeper.solvers.exact import Reasoner
from minesweeper.solvers.layouts import draw_layout

QUICK_END_LAYOUTS = 200
"""With at most so many layouts the fast player searches the game tree."""
NEARLY_AS_SAFE = 0.97
"""The fast player looks at cells whose safety is at least this share of the best."""
ZERO_WORTH = 0.1
"""How much more a cell counts for it that shows a 0 for sure."""
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


def quick_guess(analysis: Analysis) -> Move:
    """A good guess in little time: a point weaker than ``best`` on expert boards."""
    if analysis.layouts is not None and analysis.layouts <= QUICK_END_LAYOUTS:
        end = best_end_move(analysis)
        return Move(end.cell, (end.layouts - end.safe, end.layouts), Kind.END_GAME, (end.wins, end.layouts))
    options = [(1 - risk / layouts, cells) for cells, risk, layouts in analysis.group_odds() if risk < layouts]
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        options.append((1 - risk / layouts, tuple(interior_guesses(analysis)[:1])))
    grid = analysis.position.grid
    unknown = grid.all_cells & ~(analysis.position.opened | analysis.memory.settled[1] | analysis.memory.settled[2])
    free = 1 - analysis.mines_unknown / unknown.bit_count()
    bar = NEARLY_AS_SAFE * max(options)[0]
    best, choice = 0.0, max(options)[1][0]
    for safety, cells in options:
        if safety < bar:
            continue
        for cell in cells:
            beside = grid.neighbours(cell)
            hidden = (beside & unknown).bit_count()
            if hidden:  # else it would tell nothing
                zero = 0.0 if beside & analysis.mined else free**hidden
                if safety * (1 + ZERO_WORTH * zero) > best:
                    best, choice = safety * (1 + ZERO_WORTH * zero), cell
    return Move(choice, analysis.odds(choice), Kind.SAFEST)


class Rollouts:
    """Roll-outs from one position. What was found in one is remembered for the next: late in a game they meet again."""

    def __init__(self, analysis: Analysis, random: Random, guess: Callable[[Analysis], Move] | None = None) -> None:
        """Whoever plays on guesses by ``guess``; if not told, the fast player does."""
        self._start = analysis
        self._random = random
        self._guess = guess or quick_guess
        self._safe: dict[tuple[CellSet, Planes], CellSet] = {}
        """For positions met before the cells that are certainly safe; 0 if there is none."""
        self._guesses: dict[tuple[CellSet, Planes], tuple[Analysis, Move]] = {}
        """For those without a safe cell the guess."""
        self._tails: dict[tuple[CellSet, CellSet], float] = {}
        """What followed from cells opened on a layout: candidates played on the same layout soon meet."""

    def play_out(self, mines: CellSet, cell: int) -> float:
        """An estimate of the chance to win once the cell is opened: it is safe in the layout given.

        It is the product of the chances of all guesses that follow; where one hits a mine the layout is drawn anew.
        The mean over layouts that fit is the chance that the player wins; see docs/solver.md for the proof.
        """
        grid = self._start.position.grid
        field = _Field(grid, mines)
        opened = field.open(self._start.position.opened, 1 << cell)
        reasoner = Reasoner(self._start.memory)
        value = 1.0
        passed: list[tuple[tuple[CellSet, CellSet], float]] = []
        while opened != field.safe:
            state = opened, field.mines
            if state in self._tails:
                value *= self._tails[state]
                break
            passed.append((state, value))
            position = field.position(opened)
            key = opened, position.clues
            safe = self._safe.get(key)
            if safe is None:
                safe = self._safe[key] = reasoner.certain(position)[0]
            if not safe:
                if key not in self._guesses:
                    analysis = reasoner.analyse(position)
                    self._guesses[key] = analysis, self._guess(analysis)
                now, move = self._guesses[key]
                if move.wins is not None:
                    value *= move.wins[0] / move.wins[1]
                    break
                risk, layouts = move.odds
                value *= 1 - risk / layouts
                safe = 1 << move.cell
                if safe & field.mines:
                    field = _Field(grid, draw_with_safe(now, move.cell, self._random))
            opened = field.open(opened, safe)
        for state, before in passed:
            self._tails[state] = value / before
        return value
