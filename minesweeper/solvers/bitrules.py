"""The one-clue and two-clue rules for all clues of a board at once, by algebra on whole-board bit planes.

The one-clue rule is here as well for constraints on few numbered cells, as small ints; clue by clue, nearest first, it
is in ``simple``. This module knows nothing of components or counting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, Grid, Planes, smaller_numbers
from minesweeper.solvers.deduction import Step

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


class Branch(NamedTuple):
    """What holds under some assumptions: cells that are safe, cells that are mined, constraints with such cells."""

    safe: CellSet
    mined: CellSet
    touched: int


class Constraints:
    """Constraints "exactly ``needs[j]`` mines in ``masks[j]``" over cells 0 to n - 1, and what single ones prove."""

    def __init__(self, masks: Sequence[CellSet], needs: Sequence[int], size: int) -> None:
        self.masks, self.needs = masks, needs
        self.all_cells: CellSet = (1 << size) - 1
        self.all_clues = (1 << len(masks)) - 1
        """The numbers of all constraints."""
        self.clues_of = [0] * size
        """For each cell the constraints that hold it."""
        for number, mask in enumerate(masks):
            while mask:
                lowest = mask & -mask
                mask ^= lowest
                self.clues_of[lowest.bit_length() - 1] |= 1 << number

    def ask(self, number: int, safe: CellSet, mined: CellSet) -> Step | None:
        """What one constraint makes of known cells: others are settled, or it can't hold; None if it says nothing.

        With too many mines, or just enough of them, only its mined cells matter; else only its safe ones.
        """
        mask = self.masks[number]
        missing = self.needs[number] - (mask & mined).bit_count()
        free = mask & ~(safe | mined)
        room = free.bit_count()
        if 0 < missing < room or (not missing and not room):
            return None
        if missing <= 0:
            return Step(0 if missing else free, 0, missing < 0, 1 << number, from_mined=mask & mined)
        return Step(0, free if missing == room else 0, missing > room, 1 << number, from_safe=mask & safe)

    def follow(self, branch: Branch, dirty: int, among: int, record: list[Step] | None = None) -> Branch | None:
        """The branch with all that single constraints prove, from the dirty ones on; None if one can't hold.

        Only the constraints in ``among`` are asked; ``record`` gets what each has said. This is where the time goes;
        hence one long loop on local ints, with the rule of ``ask`` written out.
        """
        safe, mined, touched = branch
        masks, needs, clues_of = self.masks, self.needs, self.clues_of
        free = self.all_cells & ~(safe | mined)
        while dirty:
            number = dirty.bit_length() - 1
            dirty ^= 1 << number
            mask = masks[number]
            missing = needs[number] - (mask & mined).bit_count()
            found = mask & free
            room = found.bit_count()
            if 0 < missing < room or (not missing and not room):
                continue
            if record is not None and (step := self.ask(number, safe, mined)):
                record.append(step)
            if missing < 0 or missing > room:
                return None
            if missing:
                mined |= found
            else:
                safe |= found
            free ^= found
            beside = 0
            while found:
                cell = found.bit_length() - 1
                found ^= 1 << cell
                beside |= clues_of[cell]
            dirty |= beside & among
            touched |= beside
        return Branch(safe, mined, touched)
