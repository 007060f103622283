"""The one-clue and two-clue rules for all clues of a board at once, by algebra on whole-board bit planes.

For constraints on few numbered cells the one-clue rule is in ``propagate``. This module knows nothing of components or
counting.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, Grid, Planes, smaller_numbers
from minesweeper.core.position import Position

Offset: TypeAlias = tuple[int, int]
Small: TypeAlias = tuple[CellSet, CellSet, CellSet]
"""A number from 0 to 7 for each cell, as three bit planes."""

BESIDE: tuple[Offset, ...] = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
PAIRS: tuple[Offset, ...] = (
    *((0, 1), (0, -1), (1, 0), (-1, 0)),
    *((0, 2), (0, -2), (2, 0), (-2, 0)),
    *((1, 1), (1, 2), (2, 1), (2, 2)),
    *((1, -1), (1, -2), (2, -1), (2, -2)),
    *((-1, 1), (-1, 2), (-2, 1), (-2, 2)),
    *((-1, -1), (-1, -2), (-2, -1), (-2, -2)),
)
"""Where a second clue can lie that shares a cell with the first, in the order of ``_cells_only_first``."""


class Shift(NamedTuple):
    """A way from each cell to another: a distance in bits, and the cells from which it stays on the board."""

    bits: int
    room: CellSet


class Pair(NamedTuple):
    """Two clues at a fixed offset: x and x + offset."""

    to_second: Shift
    only_first: tuple[Shift, ...]
    """From x to each neighbour of x that is no neighbour of the second clue."""
    only_second: tuple[Shift, ...]
    """From x to each neighbour of the second clue that is no neighbour of x."""


@lru_cache(maxsize=8)
def _shifts_beside(grid: Grid) -> tuple[Shift, ...]:
    return tuple(_shift(grid, offset) for offset in BESIDE)


LARGE = 100_000
"""On a board of more cells each offset takes milliseconds, and is worth a pause even if it proves nothing."""


def _shift(grid: Grid, offset: Offset) -> Shift:
    rows, cols = offset
    room = grid.rectangle(max(-rows, 0), max(-cols, 0), grid.height - abs(rows), grid.width - abs(cols))
    return Shift(rows * grid.width + cols, room)


@lru_cache(maxsize=8 * len(PAIRS))
def _pair(grid: Grid, offset: Offset) -> Pair:
    rows, cols = offset
    first = set(BESIDE)
    second = {(rows + r, cols + c) for r, c in BESIDE}
    clues = {(0, 0), offset}  # both are opened, so neither is an unknown neighbour of the other
    return Pair(
        _shift(grid, offset),
        tuple(_shift(grid, o) for o in sorted(first - second - clues)),
        tuple(_shift(grid, o) for o in sorted(second - first - clues)),
    )


def _look(cells: CellSet, shift: Shift) -> CellSet:
    """The cells from which the shift leads into the set."""
    bits, room = shift
    return (cells >> bits if bits >= 0 else cells << -bits) & room


def _go(cells: CellSet, shifts: tuple[Shift, ...]) -> CellSet:
    """The cells to which a shift leads from a cell of the set."""
    reached = 0
    for bits, room in shifts:
        start = cells & room
        reached |= start << bits if bits >= 0 else start >> -bits
    return reached


def sweep_one_clue(
    grid: Grid, opened: CellSet, clues: Planes, mined: CellSet, unknown: CellSet
) -> tuple[CellSet, CellSet]:
    """The unknown cells that single clues prove safe, and those they prove mined.

    A clue equal to all neighbours that can be mines makes them mines; a clue equal to the mines known beside it, those
    just found included, frees its other neighbours. In this order a sweep finds most: fewer sweeps are needed.
    """
    k0, k1, k2, k3 = clues
    b0, b1, b2, b3 = grid.count_neighbours(mined | unknown)
    tight = opened & ~((k0 ^ b0) | (k1 ^ b1) | (k2 ^ b2) | (k3 ^ b3))
    new_mined = grid.spread(tight) & unknown
    a0, a1, a2, a3 = grid.count_neighbours(mined | new_mined)
    full = opened & ~((k0 ^ a0) | (k1 ^ a1) | (k2 ^ a2) | (k3 ^ a3))
    return grid.spread(full) & unknown & ~new_mined, new_mined


class Swept(NamedTuple):
    """What sweeps over a board end with."""

    safe: CellSet
    mined: CellSet
    unknown: CellSet
    broken: CellSet
    """The opened cells whose clue can't hold."""


def sweep_to_end(
    position: Position, safe: CellSet, mined: CellSet, with_total: bool = False
) -> Generator[None, None, Swept]:
    """All that single clues make of known cells, and the mine total where it is asked, past any clue that breaks.

    There is a pause after each look at the board, which takes 10 ms for a million cells. A broken clue proves nothing
    more: both rules ask for equality. And it stays broken: known mines only grow, and possible mines only shrink.
    """
    grid, opened, clues, hidden = position.grid, position.opened, position.clues, position.hidden
    while True:
        unknown = hidden & ~(safe | mined)
        new_safe, new_mined = sweep_one_clue(grid, opened, clues, mined, unknown)
        if with_total and not new_safe | new_mined:
            new_safe, new_mined = sweep_total(unknown, position.mine_total - mined.bit_count())
        if not new_safe | new_mined:
            least, most = grid.count_neighbours(mined), grid.count_neighbours(mined | unknown)
            return Swept(safe, mined, unknown, broken_clues(opened, clues, least, most))
        safe |= new_safe
        mined |= new_mined
        yield


def sweep_total(unknown: CellSet, mines_left: int) -> tuple[CellSet, CellSet]:
    """The unknown cells as safe if no mine is left, and as mined if there is one for each of them."""
    return unknown * (not mines_left), unknown * (mines_left == unknown.bit_count())


def missing_mines(grid: Grid, opened: CellSet, clues: Planes, mined: CellSet) -> tuple[Planes, CellSet]:
    """For each opened cell its clue less the mines known beside it; and the cells where these are too many."""
    k0, k1, k2, k3 = clues
    a0, a1, a2, a3 = grid.count_neighbours(mined)
    d0 = (k0 ^ a0) & opened
    borrow = a0 & d0
    half = (k1 ^ a1) & opened
    d1 = half ^ borrow
    borrow = (a1 & half) | (borrow & ~half)
    half = (k2 ^ a2) & opened
    d2 = half ^ borrow
    borrow = (a2 & half) | (borrow & ~half)
    half = (k3 ^ a3) & opened
    return (d0, d1, d2, half ^ borrow), (a3 & half) | (borrow & ~half)


def clues_out_of_reach(grid: Grid, opened: CellSet, clues: Planes, possible: CellSet) -> CellSet:
    """The opened cells whose clue is more than the neighbours that can be mines."""
    return opened & smaller_numbers(grid.count_neighbours(possible), clues)


def broken_clues(opened: CellSet, clues: Planes, least: Planes, most: Planes) -> CellSet:
    """The opened cells whose clue is not between the fewest and the most mines that can be beside them."""
    return opened & (smaller_numbers(clues, least) | smaller_numbers(most, clues))


def sweep_two_clues(
    grid: Grid, missing: Planes, active: CellSet, unknown: CellSet
) -> Iterator[tuple[CellSet, CellSet]]:
    """The unknown cells that pairs of clues prove safe and mined, for one offset after the other.

    ``active`` are the opened cells with unknown neighbours, ``missing`` their clues less the known mines; the one-clue
    rules must have nothing left to say, so 0 < missing < number of unknown neighbours. The rule: when the first clue
    misses exactly as many more mines than the second as it has neighbours of its own, these are all mines and the
    second clue's own neighbours are all safe. It is complete for two clues. Let X and Y be their unknown cells, x and y
    the missing mines, and i the mines in common, which takes every value from max(0, x - |X-Y|, y - |Y-X|) to
    min(|X&Y|, x, y). X-Y is all mined only if the greatest i is x - |X-Y|; being < x and, as x < |X|, < |X&Y|, it
    is y. Y-X is all safe only if the least i is y; being > 0 and, unless Y-X is empty, > y - |Y-X|, it is x - |X-Y|.
    So both say x - y = |X-Y|. X&Y is all safe only if the greatest i is 0, but neither x, y nor |X&Y| is; it is all
    mined only if the least i is |X&Y|, so that x = |X| or y = |Y|.
    """
    x0, x1, x2, _ = missing
    is_large = grid.size > LARGE
    for offset, (d0, d1, d2) in zip(PAIRS, _cells_only_first(grid, unknown), strict=True):
        if is_large:
            yield 0, 0
        pair = _pair(grid, offset)
        bits, room = pair.to_second
        if bits >= 0:
            both = active & room & (active >> bits)
            if not both:
                continue
            y0, y1, y2 = x0 >> bits, x1 >> bits, x2 >> bits
        else:
            both = active & room & (active << -bits)
            if not both:
                continue
            y0, y1, y2 = x0 << -bits, x1 << -bits, x2 << -bits
        carry = y0 & d0
        wrong = y0 ^ d0 ^ x0
        half = y1 ^ d1
        wrong |= half ^ carry ^ x1
        carry = (y1 & d1) | (half & carry)
        half = y2 ^ d2
        wrong |= (half ^ carry ^ x2) | (y2 & d2) | (half & carry)
        equal = both & ~wrong
        if equal:
            yield _go(equal, pair.only_second) & unknown, _go(equal, pair.only_first) & unknown


def _cells_only_first(grid: Grid, unknown: CellSet) -> Iterator[Small]:
    """For each offset of PAIRS the number of unknown neighbours of x that x + offset does not see."""
    nw, n, ne, w, e, sw, s, se = (_look(unknown, shift) for shift in _shifts_beside(grid))
    top, bottom, left, right = (
        _add_three(nw, n, ne),
        _add_three(sw, s, se),
        _add_three(nw, w, sw),
        _add_three(ne, e, se),
    )
    yield from (left, right, top, bottom)
    yield _add_two(left, n, s)
    yield _add_two(right, n, s)
    yield _add_two(top, w, e)
    yield _add_two(bottom, w, e)
    for row, near, corner, across, ahead in (
        (top, w, sw, s, e),
        (top, e, se, s, w),
        (bottom, w, nw, n, e),
        (bottom, e, ne, n, w),
    ):
        knight = _add_two(row, near, corner)
        yield knight
        further = _add_one(knight, across)
        yield further
        yield _add_one(knight, ahead)
        yield _add_one(further, ahead)


def _add_three(a: CellSet, b: CellSet, c: CellSet) -> Small:
    half = a ^ b
    return half ^ c, (a & b) | (half & c), 0


def _add_one(number: Small, a: CellSet) -> Small:
    """The number plus one on the cells of a; the sum must stay below 8."""
    low, mid, high = number
    carry = low & a
    return low ^ a, mid ^ carry, high ^ (mid & carry)


def _add_two(number: Small, a: CellSet, b: CellSet) -> Small:
    """A number up to 3 plus one on the cells of a and plus one on those of b."""
    low, mid, _ = number
    half = a ^ b
    carry = low & half
    more = a & b
    # low + a + b gives at most one carry from the low plane: with a and b both set, half is 0
    carry |= more
    return low ^ half, mid ^ carry, mid & carry
