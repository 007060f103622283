"""Finds cells that may become a 50/50, a guess that can't be avoided and may as well be made now.

Two neighbours are a 50/50 if exactly one of them is a mine and every cell next to only one of them is a mine too,
because no clue can then tell the two layouts apart. In the same way, the two diagonals of a 2x2 box are a 50/50 if its
outer corners are mines. Such a pair or box is called a fifty here, whether or not it is a 50/50 yet. The cells that
must be mines are its enablers. ``guess`` prefers cells of likely fifties.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from minesweeper.core.cells import CellSet, Grid, cells_of, to_cell_set
from minesweeper.solvers.bitrules import Offset


class FiftyKind(NamedTuple):
    """A shape of a fifty. Its places are offsets from its first cell, the one at the top left."""

    one: tuple[Offset, ...]
    """The mines in one of the two layouts."""
    other: tuple[Offset, ...]
    """The mines in the other layout."""
    enablers: tuple[Offset, ...]
    most_open: int
    """A guess at an enabler is considered only if at most so many enablers are unknown."""
    least: float
    """A guess at an enabler is considered only if the fifty is a 50/50 in more than this share of the layouts."""


KINDS = (
    FiftyKind(((0, 0),), ((0, 1),), tuple((row, col) for row in (-1, 0, 1) for col in (-1, 2)), 1, 0.0125),
    FiftyKind(((0, 0),), ((1, 0),), tuple((row, col) for row in (-1, 2) for col in (-1, 0, 1)), 1, 0.025),
    FiftyKind(((0, 0), (1, 1)), ((0, 1), (1, 0)), ((-1, -1), (-1, 2), (2, -1), (2, 2)), 2, 0.025),
)
MOST_UNKNOWN = 3
"""The most unknown enablers of a fifty. With more, it is too unlikely to become a 50/50."""
UNLIKELY = 0.01
"""The layouts of a fifty aren't counted if the product of its mine risks is lower than this."""

_ROUNDING = 1e-9
"""How far a share of layouts may be from its exact value."""


class Fifty(NamedTuple):
    """A pair or box of cells on the board that may be a 50/50."""

    one: tuple[int, ...]
    """The mines in one of the two layouts. Both layouts are equally likely."""
    other: tuple[int, ...]
    """The mines in the other layout."""
    enablers: tuple[int, ...]
    """The cells around it that must be mines. At the edge of the board there are fewer."""


@lru_cache(maxsize=1 << 13)
def fifty_at(width: int, height: int, kind: int, first: int) -> Fifty:
    """The fifty with this first cell. ``kind`` is a place in ``KINDS``."""
    row, col = divmod(first, width)

    def cells(offsets: tuple[Offset, ...]) -> tuple[int, ...]:
        places = [(row + down, col + right) for down, right in offsets]
        return tuple([r * width + c for r, c in places if 0 <= r < height and 0 <= c < width])

    one, other, enablers, _, _ = KINDS[kind]
    return Fifty(cells(one), cells(other), cells(enablers))


class Fifties:
    """The fifties of a position.

    For each, it finds out in which share of the layouts it is a 50/50, but only when somebody asks.
    """

    def __init__(
        self,
        grid: Grid,
        unknown: CellSet,
        opened: CellSet,
        risk: Callable[[int], float],
        share: Callable[[Sequence[int], Sequence[int]], float],
    ) -> None:
        """Finds the fifties.

        ``risk`` gives the mine risk of a cell, and ``share`` the share of layouts in which the first cells are mines
        and the second ones are safe.
        """
        self._grid, self._unknown, self._risk, self._share = grid, unknown, risk, share
        self._found: dict[tuple[int, int], float] = {}
        self._firsts: list[CellSet] = []
        """For each kind, the first cells of its fifties."""
        self._enabling: dict[int, float] = {}
        self.cells: CellSet = 0
        """The cells of likely fifties and their unknown enablers."""
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

    def fifties_at(self, cell: int) -> float:
        """Estimates in which share of the layouts the cell is a mine of a 50/50, or a mine that enables one."""
        total = self._enabling.get(cell, 0.0)
        for number, kind in enumerate(KINDS):
            firsts = [cell - row * self._grid.width - col for row, col in (*kind.one, *kind.other)]
            fifties = [first for first in firsts if first >= 0 and self._firsts[number] >> first & 1]
            if fifties:
                total += max([self._share_of(number, first) for first in fifties])
        return total

    def _share_of(self, kind: int, first: int) -> float:
        """The share of layouts in which a fifty is a 50/50 and its mines are those of ``one``.

        Both layouts are equally likely, so it is as much for the other. It counts as 0 if it is certainly low.
        """
        share = self._found.get((kind, first))
        if share is None:
            one, other, around = fifty_at(self._grid.width, self._grid.height, kind, first)
            mined = [*one, *[cell for cell in around if self._unknown >> cell & 1]]
            product = 1.0
            for cell in mined:
                product *= self._risk(cell)
            share = self._share(mined, other) if product >= UNLIKELY else 0.0
            self._found[kind, first] = share
        return share


def _find_fifties(grid: Grid, kind: FiftyKind, unknown: CellSet, opened: CellSet) -> list[CellSet]:
    """Finds the fifties of a kind that have no opened cell and no opened enabler.

    Returns their first cells by how many of their enablers are unknown: at most 0, at most 1, and so on.
    """
    first_cells = unknown
    for offset in (*kind.one, *kind.other):
        first_cells &= _seen_from(grid, unknown, offset)
    more = [0] * (MOST_UNKNOWN + 1)
    for offset in kind.enablers:
        first_cells &= ~_seen_from(grid, opened, offset)
        reached = _seen_from(grid, unknown, offset)
        for number in range(MOST_UNKNOWN, 0, -1):
            more[number] |= more[number - 1] & reached
        more[0] |= reached
    return [first_cells & ~cells for cells in more]


def _seen_from(grid: Grid, cells: CellSet, offset: Offset) -> CellSet:
    """All cells that have a cell of the set at the given offset."""
    rows, cols = offset
    while cols > 1:
        cells, cols = grid.shift(cells, 0, -1), cols - 1
    return grid.shift(cells, -rows, -cols)


def walled_fifties(grid: Grid, undecided: CellSet, mined: CellSet) -> list[Fifty]:
    """Lists every fifty whose enablers are all proved mines, so that no later clue can tell its two ways apart.

    This isn't yet a 50/50, because both of its cells may be mines in some layouts, or none of them. ``undecided`` are
    the cells that may be part of one.
    """
    found = []
    for number, kind in enumerate(KINDS):
        first_cells = undecided
        for offset in (*kind.one, *kind.other):
            first_cells &= _seen_from(grid, undecided, offset)
        for offset in kind.enablers:
            first_cells &= ~_seen_from(grid, grid.all_cells & ~mined, offset)
        found += [fifty_at(grid.width, grid.height, number, first) for first in cells_of(first_cells)]
    return found


def certain_fifties(
    grid: Grid, undecided: CellSet, mined: CellSet, share: Callable[[Sequence[int], Sequence[int]], float]
) -> list[CellSet]:
    """Lists every 50/50 that is certain, as the set of its cells.

    It is certain if all its enablers are mines and every layout has its mines in one of its two ways. Both ways have
    equally many layouts, so ``share``, which works as for `Fifties`, must then be a half.
    """
    return [
        to_cell_set((*one, *other))
        for one, other, _ in walled_fifties(grid, undecided, mined)
        if share(one, other) > 0.5 - _ROUNDING
    ]
