"""Applies the rules for single clues and pairs of clues to all clues of a board at once.

Sets of cells are ints with a bit per cell, and ``Planes`` store a number per cell. So a rule takes a few dozen
operations on such ints for the whole board, instead of some for each clue. ``constraints.Constraints`` has the rule for
single clues on a few numbered cells, and ``simple`` applies it clue by clue. An offset is a distance in rows and
columns.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, Grid, Planes, smaller_numbers
from minesweeper.core.position import Position

Offset: TypeAlias = tuple[int, int]
BESIDE: tuple[Offset, ...] = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
PAIRS: tuple[Offset, ...] = (
    *((0, 1), (0, -1), (1, 0), (-1, 0)),
    *((0, 2), (0, -2), (2, 0), (-2, 0)),
    *((1, 1), (1, 2), (2, 1), (2, 2)),
    *((1, -1), (1, -2), (2, -1), (2, -2)),
    *((-1, 1), (-1, 2), (-2, 1), (-2, 2)),
    *((-1, -1), (-1, -2), (-2, -1), (-2, -2)),
)
"""The offsets of a second clue that has a neighbour in common with the first, in the order in which they are tried."""
LARGE = 100_000
"""On a board with more cells, each offset takes milliseconds, so a sweep pauses after each even if it proves
nothing.
"""


Shift: TypeAlias = tuple[int, CellSet]
"""How to get from each cell to the cell at an offset: by how many bits to shift a set of cells, and the cells from
which the offset stays on the board.
"""
Pair: TypeAlias = tuple[Shift, tuple[int, ...], tuple[Shift, ...], tuple[Shift, ...]]
"""How the neighbours of two clues at a fixed offset overlap.

The first entry leads from the first clue to the second. The second one lists the neighbours of the first clue that the
second has too, as places in ``BESIDE``. The last two lead from the first clue to the neighbours that only the first one
has, and to those that only the second one has.
"""


def _shift(grid: Grid, offset: Offset) -> Shift:
    rows, cols = offset
    room = grid.rectangle(max(-rows, 0), max(-cols, 0), grid.height - abs(rows), grid.width - abs(cols))
    return rows * grid.width + cols, room


@lru_cache(maxsize=8)
def _pairs(grid: Grid) -> tuple[Pair, ...]:
    return tuple(_pair(grid, offset) for offset in PAIRS)


def _pair(grid: Grid, offset: Offset) -> Pair:
    """How the neighbours of two clues at this offset overlap."""
    rows, cols = offset
    first = set(BESIDE)
    second = {(rows + r, cols + c) for r, c in BESIDE}
    # Leaves out the clues themselves, because both are opened, so neither is an unknown neighbour of the other.
    clues = {(0, 0), offset}
    return (
        _shift(grid, offset),
        tuple(BESIDE.index(o) for o in first & second),
        tuple(_shift(grid, o) for o in sorted(first - second - clues)),
        tuple(_shift(grid, o) for o in sorted(second - first - clues)),
    )


def _shifted(cells: CellSet, shifts: tuple[Shift, ...]) -> CellSet:
    """All cells that are reached from the cells of the set by any of the shifts."""
    reached = 0
    for bits, room in shifts:
        start = cells & room
        reached |= start << bits if bits >= 0 else start >> -bits
    return reached


def sweep_one_clue(
    grid: Grid, opened: CellSet, clues: Planes, mined: CellSet, unknown: CellSet
) -> tuple[CellSet, CellSet]:
    """Proves cells by single clues. Returns the unknown cells that are safe and those that are mines.

    If a clue is as large as the number of neighbours that can be mines, all of these are mines. If a clue is as large
    as the number of known mines next to it, its other neighbours are safe. Mines found by the first rule count for the
    second one at once, because this order needs the fewest sweeps.
    """
    k0, k1, k2, k3 = clues
    b0, b1, b2, b3 = grid.count_neighbours(mined | unknown)
    tight = opened & ~((k0 ^ b0) | (k1 ^ b1) | (k2 ^ b2) | (k3 ^ b3))
    new_mined = grid.spread(tight) & unknown
    a0, a1, a2, a3 = grid.count_neighbours(mined | new_mined)
    full = opened & ~((k0 ^ a0) | (k1 ^ a1) | (k2 ^ a2) | (k3 ^ a3))
    return grid.spread(full) & unknown & ~new_mined, new_mined


class SweepResult(NamedTuple):
    """What sweeps over the board have proved when they find nothing more."""

    safe: CellSet
    mined: CellSet
    """The proved mines, including those that were known before."""
    broken: CellSet
    """The opened cells whose clue can't hold with these mines."""


def sweep_to_end(position: Position, mined: CellSet, with_total: bool = False) -> Generator[None, None, SweepResult]:
    """Proves cells by single clues until nothing more follows, and with ``with_total`` by the mine total too. ``mined``
    are cells that are known or assumed to be mines.

    If the assumed mines make a clue impossible, the search goes on, because what-if shows all that follows. Such a clue
    can't prove anything: it would need exactly as many mines as it has known mines or unknown cells, and as mines are
    only added, that never happens again. Works in slices; one sweep takes 10 ms for a million cells.
    """
    grid, opened, clues, hidden = position.grid, position.opened, position.clues, position.hidden
    safe = 0
    while True:
        unknown = hidden & ~(safe | mined)
        new_safe, new_mined = sweep_one_clue(grid, opened, clues, mined, unknown)
        if with_total and not new_safe | new_mined:
            new_safe, new_mined = sweep_total(unknown, position.mine_total - mined.bit_count())
        if not new_safe | new_mined:
            least, most = grid.count_neighbours(mined), grid.count_neighbours(mined | unknown)
            return SweepResult(safe, mined, broken_clues(opened, clues, least, most))
        safe |= new_safe
        mined |= new_mined
        yield


def sweep_total(unknown: CellSet, mines_left: int) -> tuple[CellSet, CellSet]:
    """Proves cells by the mine total: all unknown cells are safe if no mine is left, and all are mines if they are as
    many as the mines left.

    Returns the safe cells and the mines.
    """
    return 0 if mines_left else unknown, unknown if mines_left == unknown.bit_count() else 0


def missing_mines(grid: Grid, opened: CellSet, clues: Planes, mined: CellSet) -> tuple[Planes, CellSet]:
    """How many mines each clue still needs, and the opened cells that have too many known mines next to them."""
    a0, a1, a2, a3 = grid.count_neighbours(mined)
    return _subtract(clues, (a0 & opened, a1 & opened, a2 & opened, a3 & opened))


def _subtract(left: Planes, right: Planes) -> tuple[Planes, CellSet]:
    """Subtracts the numbers of each cell. Also returns the cells where the result would be negative."""
    l0, l1, l2, l3 = left
    r0, r1, r2, r3 = right
    d0 = l0 ^ r0
    borrow = r0 & d0
    half = l1 ^ r1
    d1 = half ^ borrow
    borrow = (r1 & half) | (borrow & ~half)
    half = l2 ^ r2
    d2 = half ^ borrow
    borrow = (r2 & half) | (borrow & ~half)
    half = l3 ^ r3
    return (d0, d1, d2, half ^ borrow), (r3 & half) | (borrow & ~half)


def clues_out_of_reach(grid: Grid, opened: CellSet, clues: Planes, possible: CellSet) -> CellSet:
    """The opened cells whose clue is larger than the number of neighbours that can be mines."""
    return opened & smaller_numbers(grid.count_neighbours(possible), clues)


def broken_clues(opened: CellSet, clues: Planes, least: Planes, most: Planes) -> CellSet:
    """The opened cells whose clue is lower than the fewest or higher than the most mines that can be next to them."""
    return opened & (smaller_numbers(clues, least) | smaller_numbers(most, clues))


def sweep_two_clues(
    grid: Grid, missing: Planes, active: CellSet, unknown: CellSet
) -> Iterator[tuple[CellSet, CellSet]]:
    """Proves cells by pairs of clues. Yields the safe cells and the mines that it finds, one offset after the other.

    ``active`` are the opened cells with unknown neighbours, and ``missing`` is how many mines their clues still need.
    First apply ``sweep_one_clue`` until it proves nothing more, so that each clue still needs a mine and also has a
    safe cell.

    The rule: suppose that the first clue needs n more mines than the second, and that only n of its unknown cells
    aren't next to the second clue. Then these n cells are mines, and the cells that are only next to the second clue
    are safe.

    Two clues can't prove more; docs/dev/solver.md has the proof. In the code, let X and Y be the unknown cells of the
    clues, x and y the mines they need, and s = |X| - x the safe cells of the first clue. The condition is s + y =
    |X&Y|. Two clues share at most four unknown cells, so s and y are at most three.
    """
    x0, x1, x2, x3 = missing
    (s0, s1, s2, s3), _ = _subtract(grid.count_neighbours(unknown), missing)
    few_spare, few_missing = active & ~(s2 | s3), active & ~(x2 | x3)
    beside = [grid.shift(unknown, -rows, -cols) for rows, cols in BESIDE]
    is_large = grid.size > LARGE
    for (bits, room), shared, only_first, only_second in _pairs(grid):
        if is_large:
            yield 0, 0
        if bits >= 0:
            both = few_spare & room & (few_missing >> bits)
            y0, y1 = x0 >> bits, x1 >> bits
        else:
            both = few_spare & room & (few_missing << -bits)
            y0, y1 = x0 << -bits, x1 << -bits
        if not both:
            continue
        low = mid = high = 0
        for place in shared:
            cells = beside[place]
            carry = low & cells
            low ^= cells
            high |= mid & carry
            mid ^= carry
        carry, half = s0 & y0, s1 ^ y1
        wrong = (s0 ^ y0 ^ low) | (half ^ carry ^ mid) | (((s1 & y1) | (half & carry)) ^ high)
        equal = both & ~wrong
        if equal:
            yield _shifted(equal, only_second) & unknown, _shifted(equal, only_first) & unknown
