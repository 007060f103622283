"""Cells that may become a 50/50: a guess that nothing will ever decide, so that it may as well be made now.

Two neighbours are a 50/50 if exactly one of them is a mine and every cell that sees only one of them is a mine too. So
are the two diagonals of a 2x2 box whose outer corners are mines. Here these are called fifties, and the cells that have
to be mines their enablers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from minesweeper.core.cells import CellSet, Grid, cells_of
from minesweeper.solvers.bitrules import Offset


class FiftyKind(NamedTuple):
    """A kind of fifty."""

    one: tuple[Offset, ...]
    """The cells that are mined in one of its two ways."""
    other: tuple[Offset, ...]
    """The cells that are mined in the other way."""
    enablers: tuple[Offset, ...]
    most_open: int
    """Twins with at most so many unknown enablers make these worth opening too."""
    least: float
    """The share of the layouts from which on they do."""


KINDS = (
    FiftyKind(((0, 0),), ((0, 1),), tuple((row, col) for row in (-1, 0, 1) for col in (-1, 2)), 1, 0.0125),
    FiftyKind(((0, 0),), ((1, 0),), tuple((row, col) for row in (-1, 2) for col in (-1, 0, 1)), 1, 0.025),
    FiftyKind(((0, 0), (1, 1)), ((0, 1), (1, 0)), ((-1, -1), (-1, 2), (2, -1), (2, 2)), 2, 0.025),
)
MOST_UNKNOWN = 3
"""Twins with more unknown enablers are too unlikely to be looked at."""
UNLIKELY = 0.01
"""Below this product of the risks of its cells the layouts of a fifty are not counted."""


class Fifty(NamedTuple):
    """A pair or a box that may be a 50/50."""

    one: tuple[int, ...]
    """The cells that are mined in one of its two ways, which have as many layouts each."""
    other: tuple[int, ...]
    """The cells that are mined in the other way."""
    enablers: tuple[int, ...]
    """The cells around it that have to be mines."""


@lru_cache(maxsize=1 << 13)
def fifty_at(width: int, height: int, kind: int, first: int) -> Fifty:
    """The fifty of a kind on a board, by its first cell."""
    row, col = divmod(first, width)

    def cells(offsets: tuple[Offset, ...]) -> tuple[int, ...]:
        places = [(row + down, col + right) for down, right in offsets]
        return tuple([r * width + c for r, c in places if 0 <= r < height and 0 <= c < width])

    one, other, enablers, _, _ = KINDS[kind]
    return Fifty(cells(one), cells(other), cells(enablers))


class Fifties:
    """The fifties of a position, with the share of the layouts in which they are a 50/50; counted when asked for."""

    def __init__(
        self,
        grid: Grid,
        unknown: CellSet,
        opened: CellSet,
        risk: Callable[[int], float],
        share: Callable[[Sequence[int], Sequence[int]], float],
    ) -> None:
        """``risk`` is that of an unknown cell, ``share`` that of the layouts with some cells mined and others safe."""
        self._grid, self._unknown, self._risk, self._share = grid, unknown, risk, share
        self._found: dict[tuple[int, int], float] = {}
        self._firsts: list[CellSet] = []
        """For each kind the first cells of its fifties."""
        self._enabling: dict[int, float] = {}
        self.cells: CellSet = 0
        """The cells of likely fifties, and their enablers."""
        for number, kind in enumerate(KINDS):
            fewest = _find_fifties(grid, kind, unknown, opened)
            self._firsts.append(fewest[MOST_UNKNOWN])
            for first in cells_of(fewest[kind.most_open]):
                share_of_fifty = self._share_of(number, first)
                if share_of_fifty > kind.least:
                    fifty = fifty_at(grid.width, grid.height, number, first)
                    enablers = [cell for cell in fifty.enablers if unknown >> cell & 1]
                    for cell in enablers:
                        self._enabling[cell] = self._enabling.get(cell, 0.0) + share_of_fifty
                    for cell in (*fifty.one, *fifty.other, *enablers):
                        self.cells |= 1 << cell

    def of(self, cell: int) -> float:
        """About the share of the layouts in which the cell is a mine of a 50/50, or one that makes another such."""
        total = self._enabling.get(cell, 0.0)
        for number, kind in enumerate(KINDS):
            firsts = [cell - row * self._grid.width - col for row, col in (*kind.one, *kind.other)]
            fifties = [first for first in firsts if first >= 0 and self._firsts[number] >> first & 1]
            if fifties:
                total += max([self._share_of(number, first) for first in fifties])
        return total

    def _share_of(self, kind: int, first: int) -> float:
        """The share of the layouts in which a fifty is a 50/50 in one of its ways."""
        found = self._found.get((kind, first))
        if found is None:
            one, other, around = fifty_at(self._grid.width, self._grid.height, kind, first)
            mined = [*one, *[cell for cell in around if self._unknown >> cell & 1]]
            product = 1.0
            for cell in mined:
                product *= self._risk(cell)
            found = self._share(mined, other) if product >= UNLIKELY else 0.0
            self._found[kind, first] = found
        return found


def _find_fifties(grid: Grid, kind: FiftyKind, unknown: CellSet, opened: CellSet) -> list[CellSet]:
    """The first cells of the fifties of a kind with at most 0, 1, 2 .. unknown enablers; none of these is opened."""
    found = unknown
    for offset in (*kind.one, *kind.other):
        found &= _seen_from(grid, unknown, offset)
    more = [0] * (MOST_UNKNOWN + 1)
    for offset in kind.enablers:
        found &= ~_seen_from(grid, opened, offset)
        reached = _seen_from(grid, unknown, offset)
        for number in range(MOST_UNKNOWN, 0, -1):
            more[number] |= more[number - 1] & reached
        more[0] |= reached
    return [found & ~cells for cells in more]


def _seen_from(grid: Grid, cells: CellSet, offset: Offset) -> CellSet:
    """The cells from which there is a cell of the set at that offset."""
    rows, cols = offset
    while cols > 1:
        cells, cols = grid.shift(cells, 0, -1), cols - 1
    return grid.shift(cells, -rows, -cols)
