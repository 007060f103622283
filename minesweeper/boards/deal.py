"""Random boards: which layout a seed and a first cell make.

The first-click rule says that the first cell is never a mine, and that as few mines as possible are next to it. Every
layout that this rule allows is equally likely. The same seed and first cell give the same layout on every machine and
every version of Python, because all random numbers follow from the text of the seed (see `random_stream`). Python's own
random module may change between versions. `noguess` makes boards that need no guess in the same way.
"""

from __future__ import annotations

import os
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.layout import Board, Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, Grid, cells_of, to_cell_set
from minesweeper.core.late import LateModule

if TYPE_CHECKING:
    from minesweeper.boards import random_stream
    from minesweeper.boards.random_stream import RandomStream
else:
    random_stream = LateModule(
        "minesweeper.boards.random_stream"
    )  # It is loaded late, because the menu needs no random numbers.

# The letters I, L, O and U are missing, because players misread them.
_SEED_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_DIGITS = 10
START = 3
"""The row and the column of the first cell of boards that are made without a player's click, counted from 0."""


def new_seed() -> str:
    """A short random seed that is easy to read aloud, such as ``K7Q2-9MD``."""
    number = int.from_bytes(os.urandom(5), "little")
    letters = "".join(_SEED_ALPHABET[number >> 5 * place & 31] for place in range(7))
    return f"{letters[:4]}-{letters[4:]}"


def deal(spec: BoardSpec, first: int, seed: str, *, opening: bool = True) -> Layout:
    """Deals the layout of a seed. The first cell is never a mine.

    With ``opening``, its neighbours aren't mines either, unless the other cells can't hold all mines; then as few as
    possible are next to the first cell. Raises SizeError if `first` isn't on the board.
    """
    spec.grid.checked(first)
    rule = "open" if opening else "safe"
    stream = random_stream.RandomStream(f"minesweeper 1|{spec}|{rule}|{first}|{seed}")
    return Layout(spec.grid, choose_mines(stream, spec, first, opening=opening))


class BoardSeed(NamedTuple):
    """Everything that a board is made from.

    It is much smaller than the board, so worker processes get it instead of the board.
    """

    spec: BoardSpec
    first: int
    seed: str
    opening: bool = True

    def make(self) -> Board:
        """Makes the random board. For a board that needs no guess, ``deal_no_guess`` gets the same values."""
        return Board(deal(self.spec, self.first, self.seed, opening=self.opening), self.first)


def usual_first(spec: BoardSpec, *, opening: bool = True) -> int:
    """The first cell of boards that are made without a player's click, as in `bench`: row and column START, or nearer
    to the corner on a smaller board. Without `opening`, it is the upper left corner.
    """
    if not opening:
        return 0
    return min(START, spec.height - 1) * spec.width + min(START, spec.width - 1)


def proposed_first(spec: BoardSpec) -> int:
    """The first cell of a board that is made before the player has chosen one: the middle."""
    return spec.height // 2 * spec.width + spec.width // 2


def clear_zone(grid: Grid, first: int, *, opening: bool = True) -> CellSet:
    """The cells that should have as few mines as possible: the first cell and, with `opening`, its neighbours."""
    return grid.neighbours(first) | 1 << first if opening else 1 << first


def choose_mines(stream: RandomStream, spec: BoardSpec, first: int, *, opening: bool = True) -> CellSet:
    """Chooses the mines of a layout. Every layout that the first-click rule allows is equally likely."""
    grid = spec.grid
    clear = clear_zone(grid, first, opening=opening)
    outside = grid.all_cells ^ clear
    room = outside.bit_count()
    if spec.mines <= room:
        return choose_cells(stream, grid, outside, spec.mines)
    return outside | choose_few(stream, clear ^ 1 << first, spec.mines - room)


def choose_cells(stream: RandomStream, grid: Grid, among: CellSet, count: int) -> CellSet:
    """Chooses exactly ``count`` cells of ``among``. Each such set is equally likely.

    First each cell is taken independently, by operations on the whole board, with a chance that gives slightly too few
    cells. Then single random cells are added until the count is right or, more slowly but rarely, removed. Given how
    many cells the first step took, all sets of this size are equally likely, and the second step keeps them so.
    """
    size = among.bit_count()
    if count > size - count:
        return among ^ choose_cells(stream, grid, among, size - count)
    if not count:
        return 0
    chance = ((count - isqrt(count)) << _DIGITS) // size
    taken = _take_each(stream, grid, chance) & among
    missing = count - taken.bit_count()
    if not missing:
        return taken
    length = (grid.size + 7) // 8
    bits, allowed = bytearray(taken.to_bytes(length, "little")), among.to_bytes(length, "little")
    adding = missing > 0
    while missing:
        cell = stream.randrange(grid.size)
        byte, bit = cell >> 3, 1 << (cell & 7)
        if allowed[byte] & bit and (not bits[byte] & bit) == adding:
            bits[byte] ^= bit
            missing += -1 if adding else 1
    return int.from_bytes(bits, "little")


def _take_each(stream: RandomStream, grid: Grid, chance: int) -> CellSet:
    """Takes each cell independently with probability chance / 2**_DIGITS.

    It goes through the bits of the chance from the lowest to the highest. If a cell is taken with probability p, then
    OR with random bits makes this (1 + p) / 2, and AND makes it p / 2. So each bit of the chance adds one binary digit.
    """
    length = (grid.size + 7) // 8
    digits = [chance >> place & 1 for place in range(_DIGITS)]
    while digits and not digits[0]:
        digits.pop(0)
    random = stream.take(length * len(digits))
    taken = 0
    for place, digit in enumerate(digits):
        bits = int.from_bytes(random[place * length : (place + 1) * length], "little")
        taken = taken | bits if digit else taken & bits
    return taken


def choose_few(stream: RandomStream, among: CellSet, count: int) -> CellSet:
    """Chooses exactly ``count`` of a few cells.

    ``choose_cells`` draws from the whole board, so on a large one it would rarely hit one of these cells.
    """
    return to_cell_set(stream.sample(cells_of(among), count))
