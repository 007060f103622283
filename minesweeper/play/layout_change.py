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
_EASY_CHANGES = 4
"""With more changed cells, a learner loses track, so a smaller change is worth a search."""
_MOST_STARTS = 12
"""The most other layouts from which the search starts."""
_MOST_TRIED = 1_000
"""The most cells that are changed on trial for a number of changes, a few milliseconds."""


class TwoLayouts(NamedTuple):
    """All mines of two layouts, which differ in as few cells as possible."""

    if_mined: CellSet
    """The mines of the layout in which the cell is a mine."""
    if_safe: CellSet
    """The mines of the layout in which the cell is safe."""

    @property
    def differences(self) -> tuple[CellSet, CellSet]:
        """The mines that only the first layout has, and those that only the second one has."""
        return self.if_mined & ~self.if_safe, self.if_safe & ~self.if_mined


def find_two_layouts(game: Game, analysis: Analysis, cell: int) -> TwoLayouts | None:
    """Finds two layouts that differ in few cells, an undecided cell among them.

    The search starts from the real layout. If that takes many changes, it starts from similar layouts too.
    Returns None if the change needs too many cells or is too hard to find.
    """
    assert game.layout is not None
    mines = game.layout.mines
    undecided = game.hidden & ~(analysis.safe | analysis.mined)
    changed = smallest_change(game, mines, undecided, cell)
    if changed is None:
        return None
    others = cells_of(undecided & ~(1 << cell)) if changed.bit_count() > _EASY_CHANGES else []
    for other in others[:_MOST_STARTS]:  # a layout that isn't the real one may need a smaller change
        moved = smallest_change(game, game.layout.mines, undecided, other, _EASY_CHANGES)
        start = game.layout.mines ^ moved if moved else 0
        smaller = smallest_change(game, start, undecided, cell, changed.bit_count() - 2) if start else None
        if smaller is not None:
            mines, changed = start, smaller
            if changed.bit_count() <= _EASY_CHANGES:
                break
    layouts = mines, mines ^ changed
    return TwoLayouts(*(layouts if mines >> cell & 1 else layouts[::-1]))


def smallest_change(
    game: Game, mines: CellSet, undecided: CellSet, cell: int, most: int = _MOST_CHANGES
) -> CellSet | None:
    """The fewest cells, the given one among them, whose change makes another layout of one; None if none was found."""
    search = _Search(game, mines, undecided)
    for limit in range(2, most + 1, 2):  # the number of mines stays, so the changes come in pairs
        search.tried = 0
        changed = search.extend(1 << cell, undecided & ~(1 << cell), limit - 1)
        if changed is not None:
            return changed
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
