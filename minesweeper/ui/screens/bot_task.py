"""How the bot finds its next move: what its solver proves, and where that one is stuck a guess. It sees no mines."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from minesweeper.core.cells import CellSet, contains, nearest_first, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers import simple, smart
from minesweeper.solvers.deep import Budget, deep_guess_in_slices
from minesweeper.solvers.exact import Analysis, analyse_in_slices
from minesweeper.solvers.guess import best_guess_in_slices


@dataclass(frozen=True)
class BotMove:
    """The bot's next move: a cell to open, the mines proved so far, and the odds of a mine."""

    cell: int
    mined: CellSet
    analysis: Analysis | None
    odds: tuple[int, int]
    is_stuck: bool = False
    """Whether the solver could not prove the cell safe."""

    @property
    def is_guess(self) -> bool:
        """Whether the cell may be a mine, as far as anybody can know."""
        return self.odds[0] > 0


@dataclass(frozen=True)
class BotTask:
    """Find the bot's next move."""

    position: Position
    near: int
    previous: Analysis | None
    solver: str = "best"
    depth: int = smart.DEPTH
    think: int = 0
    """For how many seconds ``best`` thinks about a guess."""

    def begin(self) -> Iterator[BotMove | None]:
        """Yields None at the end of each slice, then the move."""
        if self.solver in ("simple", "smart"):
            move = yield from self._by_rules()
        else:
            move = yield from self._by_counting()
        yield move

    def _by_rules(self) -> Generator[None, None, BotMove]:
        """What simple moves prove, then what assumptions do; where both end, the cell with the lowest odds."""
        safe, mined = yield from simple.sweep_in_slices(self.position)
        if not safe and self.solver == "smart":
            for deduction in smart.deductions(self.position, self.depth, known_mined=mined, near=self.near):
                if deduction is not None:
                    mined |= deduction.mined
                    safe |= deduction.safe
                if safe:
                    break
                yield
        if safe:
            return BotMove(self._nearest(safe), mined, self.previous, (0, 1))
        analysis = yield from analyse_in_slices(self.position, self.previous)
        return _safest(analysis, mined, self.near)

    def _by_counting(self) -> Generator[None, None, BotMove]:
        analysis = yield from analyse_in_slices(self.position, self.previous)
        if analysis.safe:
            return BotMove(self._nearest(analysis.safe), analysis.mined, analysis, (0, 1))
        if self.solver == "exact":
            return _safest(analysis, analysis.mined, self.near)
        if self.think:
            guess = yield from deep_guess_in_slices(analysis, Budget(self.think))
        else:
            guess = yield from best_guess_in_slices(analysis)
        return BotMove(guess.cell, analysis.mined, analysis, guess.odds, is_stuck=True)

    def _nearest(self, cells: CellSet) -> int:
        return next(nearest_first(self.position.grid, cells, self.near))


def _safest(analysis: Analysis, mined: CellSet, near: int) -> BotMove:
    """The move to a cell with the lowest odds; of several the nearest one beside a number."""
    grid = analysis.position.grid
    best, cells = (1.0, True), 0
    sets = [(risk / layouts, False, to_cell_set(group)) for group, risk, layouts in analysis.group_odds()]
    sets += [(0.0, False, analysis.safe)] if analysis.safe else []
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        sets.append((risk / layouts, True, analysis.interior))
    for chance, inside, group in sets:
        if (chance, inside) < best:
            best, cells = (chance, inside), 0
        if (chance, inside) == best:
            cells |= group
    cell = next(nearest_first(grid, cells, near))
    odds = (0, 1) if contains(analysis.safe, cell) else analysis.odds(cell)
    return BotMove(cell, mined, analysis, odds, is_stuck=True)
