"""Finds two layouts that both fit a position, one with a mine at a given cell and one without.

They show a learner why nothing decides this cell. One of the two is the real layout or a small change of it, so this
module must never be used in a running game, but only in lessons. Judging a lesson (`judging`) and the guided game use
it. Tested in tests/play/test_judging.py.
"""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.core.cells import CellSet, cells_of
from minesweeper.play.game import Game
from minesweeper.solvers.exact import Analysis

_MOST_CHANGES = 12
"""The largest number of cells in which two layouts may differ."""
_EASY_CHANGES = 4
"""With more cells than this, a learner loses track of the differences, so it's worth searching for a smaller change."""
_MOST_STARTS = 12
"""From how many other layouts the search for a smaller change starts at most."""
_MOST_TRIED = 1_000
"""How many cells the search may change on trial before it gives up, for each number of changes.

This takes a few milliseconds.
"""


class TwoLayouts(NamedTuple):
    """The mines of two layouts that both fit a position: a given cell is a mine in one of them and safe in the other.

    Otherwise they differ in as few cells as the search could find.
    """

    if_mined: CellSet
    """All mines of the layout in which the cell is a mine."""
    if_safe: CellSet
    """All mines of the layout in which the cell is safe."""

    @property
    def differences(self) -> tuple[CellSet, CellSet]:
        """The mines that only the first layout has, and those that only the second one has."""
        return self.if_mined & ~self.if_safe, self.if_safe & ~self.if_mined


def find_two_layouts(game: Game, analysis: Analysis, cell: int) -> TwoLayouts | None:
    """Finds two layouts that differ in an undecided cell and in few other cells.

    The search starts from the real layout. If that needs many changes, it also starts from layouts similar to the real
    one. Returns None if too many cells would have to change, or if the search takes too long.
    """
    assert game.layout is not None
    mines = game.layout.mines
    undecided = game.hidden & ~(analysis.safe | analysis.mined)
    changed = smallest_change(game, mines, undecided, cell)
    if changed is None:
        return None
    others = cells_of(undecided & ~(1 << cell)) if changed.bit_count() > _EASY_CHANGES else []
    # Another layout may need a smaller change than the real one.
    for other in others[:_MOST_STARTS]:
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
    """Finds the smallest set of cells, including ``cell``, that turns the layout ``mines`` into another one that fits:
    mines there become safe cells, and safe cells become mines.

    Returns None if the search finds no set of at most ``most`` cells.
    """
    search = _Search(game, mines, undecided)
    # The mine total stays the same, so as many mines disappear as appear.
    for limit in range(2, most + 1, 2):
        search.tried = 0
        changed = search.extend(1 << cell, undecided & ~(1 << cell), limit - 1)
        if changed is not None:
            return changed
    return None


class _Search:
    """A search that starts from a layout and changes its cells, from mine to safe or from safe to mine, until every
    clue and the mine total hold again.
    """

    def __init__(self, game: Game, mines: CellSet, undecided: CellSet) -> None:
        self.mines, self.undecided, self.tried = mines, undecided, 0
        grid = game.grid
        self._beside = [
            beside
            for clue in cells_of(grid.spread(undecided) & game.opened)
            if (beside := grid.neighbours(clue) & undecided)
        ]

    def extend(self, changed: CellSet, free: CellSet, left: int) -> CellSet | None:
        """Adds at most ``left`` cells from ``free`` to the changed ones until everything holds again.

        Returns all changed cells, or None if that isn't possible or takes too long.
        """
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
        """The cells of which at least one must change next.

        It chooses the clue with the fewest such cells, or the mine total. Returns None if everything holds already, and
        an empty set if ``left`` changes can't be enough.
        """
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
        """Those cells whose change brings the number of mines nearer to the right one.

        If ``surplus`` is positive, the changes so far have added too many mines, so these are mines of the layout;
        otherwise they are its safe cells.
        """
        return cells & self.mines if surplus > 0 else cells & ~self.mines
