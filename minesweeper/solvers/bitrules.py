"""Applies the one-clue and two-clue rules to all clues of a board at once, with whole-board bit planes.

``constraints.Constraints`` has the one-clue rule for few numbered cells.
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
"""Offsets of a second clue that shares a neighbour with the first, in the order in which they are tried."""
LARGE = 100_000
"""On a board with more cells, each offset takes milliseconds, so the sweep pauses even if it proves nothing."""


Shift: TypeAlias = tuple[int, CellSet]
"""A move from each cell to another: a distance in bits, and the cells from which it stays on the board."""
Pair: TypeAlias = tuple[Shift, tuple[int, ...], tuple[Shift, ...], tuple[Shift, ...]]
"""Two clues at a fixed offset: the move from the first to the second, the neighbours of the first that the second has
too, as places in BESIDE, and the moves from the first to neighbours of the first only and of the second only."""


def _shift(grid: Grid, offset: Offset) -> Shift:
    rows, cols = offset
    room = grid.rectangle(max(-rows, 0), max(-cols, 0), grid.height - abs(rows), grid.width - abs(cols))
    return rows * grid.width + cols, room


@lru_cache(maxsize=8)
def _pairs(grid: Grid) -> tuple[Pair, ...]:
    return tuple(_pair(grid, offset) for offset in PAIRS)


def _pair(grid: Grid, offset: Offset) -> Pair:
    rows, cols = offset
    first = set(BESIDE)
    second = {(rows + r, cols + c) for r, c in BESIDE}
    clues = {(0, 0), offset}  # both are opened, so neither is an unknown neighbour of the other
    return (
        _shift(grid, offset),
        tuple(BESIDE.index(o) for o in first & second),
        tuple(_shift(grid, o) for o in sorted(first - second - clues)),
        tuple(_shift(grid, o) for o in sorted(second - first - clues)),
    )


def _shifted(cells: CellSet, shifts: tuple[Shift, ...]) -> CellSet:
    """Returns the cells to which the shifts lead from the set."""
    reached = 0
    for bits, room in shifts:
        start = cells & room
        reached |= start << bits if bits >= 0 else start >> -bits
    return reached


def sweep_one_clue(
    grid: Grid, opened: CellSet, clues: Planes, mined: CellSet, unknown: CellSet
) -> tuple[CellSet, CellSet]:
    """Returns the unknown cells that single clues prove safe, and those they prove to be mines.

    If a clue equals the number of neighbours that can be mines, they are all mines. If a clue equals the number of
    known mines next to it, including those just found, its other neighbours are safe. This order needs the fewest
    sweeps.
    """
    k0, k1, k2, k3 = clues
    b0, b1, b2, b3 = grid.count_neighbours(mined | unknown)
    tight = opened & ~((k0 ^ b0) | (k1 ^ b1) | (k2 ^ b2) | (k3 ^ b3))
    new_mined = grid.spread(tight) & unknown
    a0, a1, a2, a3 = grid.count_neighbours(mined | new_mined)
    full = opened & ~((k0 ^ a0) | (k1 ^ a1) | (k2 ^ a2) | (k3 ^ a3))
    return grid.spread(full) & unknown & ~new_mined, new_mined


class SweepResult(NamedTuple):
    """The cells that a sweep of the board has proved when nothing changes any more."""

    safe: CellSet
    mined: CellSet
    """The mines, including those that were known before."""
    broken: CellSet
    """The opened cells whose clue can't hold."""


def sweep_to_end(position: Position, mined: CellSet, with_total: bool = False) -> Generator[None, None, SweepResult]:
    """Propagates known mines through single clues, and through the mine total if asked, even past broken clues.

    Pauses after each look at the board, which takes 10 ms for a million cells. A broken clue proves nothing more,
    because both rules need equality. It also stays broken: known mines only grow, and possible mines only shrink.
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
    """Returns the unknown cells as safe if no mine is left, and as mines if every one of them must be a mine."""
    return 0 if mines_left else unknown, unknown if mines_left == unknown.bit_count() else 0


def missing_mines(grid: Grid, opened: CellSet, clues: Planes, mined: CellSet) -> tuple[Planes, CellSet]:
    """Returns each clue minus the known mines next to it, and the opened cells that have too many of them."""
    a0, a1, a2, a3 = grid.count_neighbours(mined)
    return _subtract(clues, (a0 & opened, a1 & opened, a2 & opened, a3 & opened))


def _subtract(left: Planes, right: Planes) -> tuple[Planes, CellSet]:
    """Returns the differences of the numbers, and the cells where they would be negative."""
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
    """Returns the opened cells whose clue exceeds the number of neighbours that can be mines."""
    return opened & smaller_numbers(grid.count_neighbours(possible), clues)


def broken_clues(opened: CellSet, clues: Planes, least: Planes, most: Planes) -> CellSet:
    """Returns the opened cells whose clue isn't between the fewest and the most mines possible next to them."""
    return opened & (smaller_numbers(clues, least) | smaller_numbers(most, clues))


def sweep_two_clues(
    grid: Grid, missing: Planes, active: CellSet, unknown: CellSet
) -> Iterator[tuple[CellSet, CellSet]]:
    """Yields the unknown cells that pairs of clues prove safe and prove to be mines, one offset after another.

    ``active`` are the opened cells with unknown neighbours. ``missing`` are their clues minus the known mines. The
    one-clue rules must be exhausted, so that 0 < missing < number of unknown neighbours.

    The rule: let the first clue need n more mines than the second, and let n cells next to the first clue not be next
    to the second. Then these n cells are mines, and the cells next to the second clue only are safe.

    docs/dev/solver.md proves that two clues can't prove more. Let X and Y be their unknown cells, and x and y the
    missing mines. With the spare cells s = |X| - x of the first clue, the condition is s + y = |X&Y|. Two clues share
    at most four unknown cells, so s and y are at most three.
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
