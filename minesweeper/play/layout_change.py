"""Finds two layouts that both fit a position: in one of them a cell is a mine, in the other it is safe.

They show why nothing decides the cell. One of the two is the real layout, so this module must never be used while a
game is running, only for lessons. Tested in tests/play/test_judging.py.
"""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.core.cells import CellSet, cells_of
from minesweeper.play.game import Game
from minesweeper.solvers.exact import Analysis

_MOST_CHANGES = 12
_MOST_TRIED = 1_000
"""The most cells that are changed on trial for a number of changes, a few milliseconds."""


class TwoLayouts(NamedTuple):
    """The cells in which two layouts differ. All other cells are equal in both."""

    if_mined: CellSet
    """The mines among these cells in the layout in which the cell is a mine."""
    if_safe: CellSet
    """The mines among these cells in the layout in which the cell is safe."""


def find_two_layouts(game: Game, analysis: Analysis, cell: int) -> TwoLayouts | None:
    """Finds the smallest change of the real layout that makes an undecided cell the opposite of what it is.

    Returns None if the change needs too many cells or is too hard to find.
    """
    assert game.layout is not None
    mines = game.layout.mines
    search = _Search(game, mines, game.hidden & ~(analysis.safe | analysis.mined))
    for limit in range(2, _MOST_CHANGES + 1, 2):  # the number of mines stays, so the changes come in pairs
        search.tried = 0
        changed = search.extend(1 << cell, search.undecided & ~(1 << cell), limit - 1)
        if changed is not None:
            is_mine = mines >> cell & 1
            now, then = mines & changed, changed & ~mines
            return TwoLayouts(now, then) if is_mine else TwoLayouts(then, now)
    return None


class _Search:
    """Changes cells one by one until every number and the mine total hold again."""

    def __init__(self, game: Game, mines: CellSet, undecided: CellSet) -> None:
        self.mines, self.undecided, self.tried = mines, undecided, 0
        grid = game.grid
        self._beside = [
            beside
            for clue in cells_of(grid.spread(undecided) & game.opened)
            if (beside := grid.neighbours(clue) & undecided)
        ]

    def extend(self, changed: CellSet, free: CellSet, left: int) -> CellSet | None:
        """Completes a change with at most ``left`` more cells among the free ones; None if that is impossible."""
        self.tried += 1
        if self.tried > _MOST_TRIED:
            return None
        options = self._options(changed, free, left)
        if options is None:
            return changed
        for cell in cells_of(options):
            free &= ~(1 << cell)
            found = self.extend(changed | 1 << cell, free, left - 1)
            if found is not None:
                return found
        return None

    def _options(self, changed: CellSet, free: CellSet, left: int) -> CellSet | None:
        """The cells of which one must change next, the fewest that are known; None if everything holds."""
        surplus = (changed & ~self.mines).bit_count() - (changed & self.mines).bit_count()
        best = self._of_sign(free, surplus) if surplus else None
        if abs(surplus) > left:
            return 0
        for beside in self._beside:
            here = changed & beside
            if here:
                surplus = (here & ~self.mines).bit_count() - (here & self.mines).bit_count()
                if surplus:
                    options = self._of_sign(free & beside, surplus)
                    if abs(surplus) > min(left, options.bit_count()):
                        return 0
                    if best is None or options.bit_count() < best.bit_count():
                        best = options
        return best

    def _of_sign(self, cells: CellSet, surplus: int) -> CellSet:
        """The cells that change a surplus of mines in the right direction."""
        return cells & self.mines if surplus > 0 else cells & ~self.mines
