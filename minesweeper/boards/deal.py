"""Deals layouts from a seed and a first cell: uniform, and the same on every machine and Python version.

Randomness comes from the text of the seed alone, see `random_stream`, because Python's own sequences may change between
Python versions. Every layout that the first-click rule allows is equally likely.
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
    random_stream = LateModule("minesweeper.boards.random_stream")  # the menu needs no random numbers

_SEED_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: they are misread
_DIGITS = 10
START = 3


def new_seed() -> str:
    """Makes a short random seed that is easy to read aloud, such as ``K7Q2-9MD``."""
    number = int.from_bytes(os.urandom(5), "little")
    letters = "".join(_SEED_ALPHABET[number >> 5 * place & 31] for place in range(7))
    return f"{letters[:4]}-{letters[4:]}"


def deal(spec: BoardSpec, first: int, seed: str, *, opening: bool = True) -> Layout:
    """Deals the layout of a seed. The first cell is never a mine; one off the board raises SizeError.

    With ``opening``, its neighbours aren't mines either. Where the mines leave no room for that, as few of them as
    possible are.
    """
    spec.grid.checked(first)
    rule = "open" if opening else "safe"
    stream = random_stream.RandomStream(f"minesweeper 1|{spec}|{rule}|{first}|{seed}")
    return Layout(spec.grid, choose_mines(stream, spec, first, opening=opening))


class BoardSeed(NamedTuple):
    """Holds what a board can be made from. It is small, so it travels to other processes instead of the board."""

    spec: BoardSpec
    first: int
    seed: str
    opening: bool = True

    def make(self) -> Board:
        """Makes the random board. ``deal_no_guess`` makes the one without guesses."""
        return Board(deal(self.spec, self.first, self.seed, opening=self.opening), self.first)


def usual_first(spec: BoardSpec, *, opening: bool = True) -> int:
    """Returns the first cell of boards made for no player: row and column START, or a corner if it is only safe."""
    if not opening:
        return 0
    return min(START, spec.height - 1) * spec.width + min(START, spec.width - 1)


def proposed_first(spec: BoardSpec) -> int:
    """Returns the first cell of a board that is made before the player has chosen one: the middle."""
    return spec.height // 2 * spec.width + spec.width // 2


def clear_zone(grid: Grid, first: int, *, opening: bool = True) -> CellSet:
    """Returns the cells that should have as few mines as possible: the first cell and its neighbours."""
    return grid.neighbours(first) | 1 << first if opening else 1 << first


def choose_mines(stream: RandomStream, spec: BoardSpec, first: int, *, opening: bool = True) -> CellSet:
    """Chooses the mines of a layout that the first-click rule allows, each such layout equally likely."""
    grid = spec.grid
    clear = clear_zone(grid, first, opening=opening)
    outside = grid.all_cells ^ clear
    room = outside.bit_count()
    if spec.mines <= room:
        return choose_cells(stream, grid, outside, spec.mines)
    return outside | choose_few(stream, clear ^ 1 << first, spec.mines - room)


def choose_cells(stream: RandomStream, grid: Grid, among: CellSet, count: int) -> CellSet:
    """Chooses exactly ``count`` cells of ``among``, each such set equally likely.

    First each cell is taken independently, with a chance about one deviation below count / size, by whole-board
    operations on random bits. Then single random cells are added (or, more slowly and so rarely, removed) until the
    count is right. Given the number of cells of the first step, all sets of that size are equally likely, and the
    second step keeps that so.
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

    From the lowest bit of the chance to the highest: OR with random bits maps a probability p to (1 + p) / 2, AND maps
    it to p / 2. This builds the binary fraction digit by digit.
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
    """Chooses exactly ``count`` of a few cells. On a large board, ``choose_cells`` would rarely hit one of them."""
    return to_cell_set(stream.sample(cells_of(among), count))
