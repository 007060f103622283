"""Cells, sets of cells, and the grid of a board.

A cell is the int ``row * width + col``, counted from 0. A ``CellSet`` is one int whose bit ``c`` says whether cell
``c`` is in the set, and ``Planes`` are four such ints that store a number per cell. One operation on such an int
handles the whole board, which is 100 to 400 times faster than a loop over cells, for boards of any size. The tricks
with bits that this takes live here and in ``solvers/bitrules.py``. Nothing here knows of mines, clues or games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from operator import index
from typing import SupportsIndex, TypeAlias

from minesweeper.core.sizes import SizeError, check_size

CellSet: TypeAlias = int
Planes: TypeAlias = tuple[CellSet, CellSet, CellSet, CellSet]
"""A number from 0 to 8 for each cell. Plane ``k`` is the set of all cells whose number has bit ``k``."""

_MASK_WAVES = 64
"""After this many waves, a flood continues row by row, because so many operations on the whole board take as long as
the switch.
"""

_RING = 64
"""If a large set is listed around a cell, this is the width in cells of the first rings."""

_BITS = tuple(tuple(bit for bit in range(8) if octet >> bit & 1) for octet in range(256))


class Grid:
    """The width and height of a board, with everything that follows from them."""

    __slots__ = ("_not_first_col", "_not_last_col", "all_cells", "height", "size", "width")

    def __init__(self, width: int, height: int) -> None:
        """Raises ``SpecError`` if no board may have this size.

        ``make_grid`` is faster, because it makes each grid once.
        """
        check_size(width, height)
        self.width = width
        self.height = height
        self.size = width * height
        self.all_cells: CellSet = (1 << self.size) - 1
        first_col = _repeat_row(1, width, height)
        self._not_first_col = self.all_cells ^ first_col
        self._not_last_col = self.all_cells ^ (first_col << (width - 1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and (self.width, self.height) == (other.width, other.height)

    def __hash__(self) -> int:
        return hash((self.width, self.height))

    def __repr__(self) -> str:
        return f"Grid({self.width}, {self.height})"

    def __reduce__(self) -> tuple[object, ...]:
        return make_grid, (self.width, self.height)

    def cell(self, row: SupportsIndex, col: SupportsIndex) -> int:
        """The cell at a row and column, both counted from 0. Raises ``SizeError`` if they aren't on the board."""
        # Converts to Python's own int, because a number of numpy has limited bits, and sets of cells would overflow.
        down, across = index(row), index(col)
        if not (0 <= down < self.height and 0 <= across < self.width):
            allowed = f"Use rows 0 to {self.height - 1} and columns 0 to {self.width - 1}"
            raise SizeError(f"row {down}, column {across} isn't on a {self.width}x{self.height} board. {allowed}")
        return down * self.width + across

    def checked(self, cell: int) -> int:
        """Checks a cell that another program named, and returns it as an int.

        Raises ``SizeError`` if it isn't on the board.
        """
        cell = index(cell)
        if not 0 <= cell < self.size:
            raise SizeError(f"cell {cell} isn't on a {self.width}x{self.height} board. Use 0 to {self.size - 1}")
        return cell

    def row_col(self, cell: int) -> tuple[int, int]:
        """The row and column of a cell, both counted from 0."""
        return divmod(cell, self.width)

    def neighbour_cells(self, cell: int) -> tuple[int, ...]:
        """The neighbours of a cell, up to eight, in reading order."""
        return _neighbour_cells(self.width, self.height, cell)

    def neighbours(self, cell: int) -> CellSet:
        """The neighbours of a cell, up to eight, as a set."""
        row, col = divmod(cell, self.width)
        left = col - 1 if col else 0
        run = (1 << (min(col + 2, self.width) - left)) - 1
        block = run << (cell - col + left)
        block |= block << self.width
        if row:
            block |= run << (cell - col + left - self.width)
        return (block & self.all_cells) ^ (1 << cell)

    def shift(self, cells: CellSet, rows: int, cols: int) -> CellSet:
        """Moves all cells of a set by some rows and by at most one column. Cells that leave the board are dropped."""
        if cols == 1:
            cells = (cells & self._not_last_col) << 1
        elif cols == -1:
            cells = (cells & self._not_first_col) >> 1
        distance = rows * self.width
        return (cells << distance) & self.all_cells if distance >= 0 else cells >> -distance

    def spread(self, cells: CellSet) -> CellSet:
        """The cells of a set with all their neighbours."""
        wide = cells | ((cells & self._not_last_col) << 1) | ((cells & self._not_first_col) >> 1)
        return (wide | (wide << self.width) | (wide >> self.width)) & self.all_cells

    def flood(self, start: CellSet, passable: CellSet) -> CellSet:
        """All cells that can be reached from ``start`` by steps from neighbour to neighbour within ``passable``.

        The cells of ``start`` are included, whether they are passable or not.
        """
        reached = wave = start
        open_ground = passable & ~start
        for _ in range(_MASK_WAVES):
            wave = self.spread(wave) & open_ground
            if not wave:
                return reached
            open_ground ^= wave
            reached |= wave
        return reached | self._flood_rows(wave, open_ground | wave)

    def _flood_rows(self, start: CellSet, passable: CellSet) -> CellSet:
        """Continues a flood row by row, so that its time grows with the number of cells reached.

        In a long corridor each wave reaches a single cell. With an operation on the whole board for each wave, a large
        board would take minutes.
        """
        # The cells of such a board lie in one run of bits, and there may be a million rows.
        if self.width == 1:
            return _fill_runs(start, passable)
        width = self.width
        ground, waves = (
            [int(bits[end - width : end], 2) for end in range(self.size, 0, -width)]
            for bits in (f"{passable:0{self.size}b}", f"{start:0{self.size}b}")
        )
        reached = [0] * self.height
        pending = [row for row, wave in enumerate(waves) if wave]
        while pending:
            now, pending = pending, []
            for row in now:
                wave, waves[row] = _fill_runs(waves[row], ground[row]), 0
                ground[row] ^= wave
                reached[row] |= wave
                beside = wave | wave << 1 | wave >> 1
                for other in (row - 1, row + 1):
                    if 0 <= other < self.height and beside & ground[other]:
                        if not waves[other]:
                            pending.append(other)
                        waves[other] |= beside & ground[other]
        return int("".join([f"{row:0{width}b}" for row in reversed(reached)]), 2)

    def cascade(self, cells: CellSet, zeros: CellSet, closed: CellSet) -> CellSet:
        """The cells that open when some cells are opened. A zero opens its neighbours and, if these are zeros, their
        neighbours, and so on.

        ``zeros`` are the safe cells without a mine next to them. Only cells of ``closed`` are opened, so a cascade
        neither opens nor passes opened cells and flags. ``cells`` are always part of the result.
        """
        start = cells & zeros
        return cells | self.spread(self.flood(start, zeros & closed)) & closed if start else cells

    def count_neighbours(self, cells: CellSet) -> Planes:
        """Counts, for each cell of the board, how many of its neighbours are in the set.

        First it adds three cells along each row with two full adders, then the three rows, of which the middle one
        leaves out the cell itself. Each count is at most 8, so four planes are enough.
        """
        left = (cells & self._not_last_col) << 1
        right = (cells & self._not_first_col) >> 1
        pair_low, pair_high = left ^ right, left & right
        triple_low = pair_low ^ cells
        triple_high = pair_high | (pair_low & cells)
        width, board = self.width, self.all_cells
        above_low, above_high = (triple_low << width) & board, (triple_high << width) & board
        below_low, below_high = triple_low >> width, triple_high >> width

        odd = above_low ^ below_low
        ones = odd ^ pair_low
        carry = (above_low & below_low) | (odd & pair_low)
        # The twos are a sum of above_high, below_high, pair_high and carry, so each is a number from 0 to 4.
        half_a, over_a = above_high ^ below_high, above_high & below_high
        half_b, over_b = pair_high ^ carry, pair_high & carry
        twos = half_a ^ half_b
        both = half_a & half_b
        fours = (over_a ^ over_b) ^ both
        # If both are set, half_a and half_b are 0, so nothing else can carry.
        eights = over_a & over_b
        return ones, twos, fours, eights

    def row_bits(self, cells: CellSet, row: int) -> int:
        """One row of the set as an int, with bit ``col`` for each column."""
        return (cells >> (row * self.width)) & ((1 << self.width) - 1)

    def rectangle(self, row: int, col: int, height: int, width: int) -> CellSet:
        """The cells of a rectangle, without the part that lies outside the board.

        ``row`` and ``col`` may be negative.
        """
        left, right = max(col, 0), min(col + width, self.width)
        top, bottom = max(row, 0), min(row + height, self.height)
        if left >= right or top >= bottom:
            return 0
        run = ((1 << (right - left)) - 1) << left
        return _repeat_row(run, self.width, bottom - top) << (top * self.width)


@lru_cache(maxsize=16)
def make_grid(width: int, height: int) -> Grid:
    """The grid of a size. It returns the same object each time, because making one takes time on large boards."""
    return Grid(width, height)


def _repeat_row(row: int, width: int, times: int) -> CellSet:
    """Makes a set of ``times`` equal rows by doubling, because a division or product of such long ints would be
    slow.
    """
    rows, count = row, 1
    while count * 2 <= times:
        rows |= rows << (count * width)
        count *= 2
    return rows | rows << ((times - count) * width)


def _fill_runs(wave: int, ground: int) -> int:
    """All runs of neighbouring cells of ``ground`` in one row that contain a cell of ``wave``."""
    wave &= ground
    # Adding the wave to the ground makes a carry, which runs from each cell of the wave to the end of its run of cells.
    wave |= (ground + wave ^ ground) & ground
    distance = 1
    # Goes back as well. Cells that have ``distance`` cells of ground before them reach that far at once.
    while ground:
        wave |= wave >> distance & ground
        ground &= ground >> distance
        distance *= 2
    return wave


@lru_cache(maxsize=1 << 16)
def _neighbour_cells(width: int, height: int, cell: int) -> tuple[int, ...]:
    row, col = divmod(cell, width)
    return tuple(
        r * width + c
        for r in range(max(row - 1, 0), min(row + 2, height))
        for c in range(max(col - 1, 0), min(col + 2, width))
        if r != row or c != col
    )


def place_text(row: int, col: int) -> str:
    """Names a place in a sentence, such as ``row 7, column 3``. In sentences rows and columns count from 1."""
    return f"row {row + 1}, column {col + 1}"


def short_place(row: int, col: int) -> str:
    """Names a place where room is short, such as ``r7c3``. Rows and columns count from 1."""
    return f"r{row + 1}c{col + 1}"


def cells_of(cells: CellSet) -> list[int]:
    """Lists the cells of a set in rising order."""
    if cells.bit_length() <= 4096:
        if cells.bit_count() <= 8:
            members: list[int] = []
            while cells:
                lowest = cells & -cells
                members.append(lowest.bit_length() - 1)
                cells ^= lowest
            return members
    elif cells.bit_count() <= 64:
        # A few neighbours far down a large board are common, and the empty rows before them are skipped.
        start = (cells & -cells).bit_length() - 1
        if (near := cells >> start).bit_length() <= 4096:
            return [start + cell for cell in cells_of(near)]
    octets = cells.to_bytes((cells.bit_length() + 7) // 8, "little")
    starts = compress(range(0, 8 * len(octets), 8), octets)
    return [
        start + bit for start, octet in zip(starts, octets.translate(None, b"\0"), strict=True) for bit in _BITS[octet]
    ]


def to_cell_set(cells: Iterable[int]) -> CellSet:
    """Makes a set of cells. Raises ValueError if one is negative."""
    members = list(cells)
    if len(members) <= 64:
        result = 0
        for cell in members:
            result |= 1 << cell
        return result
    # An index from the end would set the bit of another cell.
    if min(members) < 0:
        raise ValueError(f"{min(members)} isn't a cell. Cells count from 0")
    bits = bytearray(max(members) // 8 + 1)
    for cell in members:
        bits[cell >> 3] |= 1 << (cell & 7)
    return int.from_bytes(bits, "little")


def contains(cells: CellSet, cell: int) -> bool:
    """Whether the cell is in the set."""
    return cells >> cell & 1 == 1


def first_cell(cells: CellSet) -> int:
    """The lowest cell of a set, or -1 if the set is empty."""
    return (cells & -cells).bit_length() - 1


def number_at(planes: Planes, cell: int) -> int:
    """The number that the planes have for a cell."""
    ones, twos, fours, eights = planes
    return (ones >> cell & 1) | (twos >> cell & 1) << 1 | (fours >> cell & 1) << 2 | (eights >> cell & 1) << 3


def cells_with_number(planes: Planes, number: int, among: CellSet) -> CellSet:
    """The cells of ``among`` that have exactly this number."""
    for bit, plane in enumerate(planes):
        among &= plane if number >> bit & 1 else ~plane
    return among


def zeros_of(planes: Planes, among: CellSet) -> CellSet:
    """The cells of ``among`` whose number is 0."""
    ones, twos, fours, eights = planes
    return among & ~(ones | twos | fours | eights)


def unequal_numbers(left: Planes, right: Planes) -> CellSet:
    """The cells whose numbers are different in ``left`` and ``right``."""
    return (left[0] ^ right[0]) | (left[1] ^ right[1]) | (left[2] ^ right[2]) | (left[3] ^ right[3])


def smaller_numbers(left: Planes, right: Planes) -> CellSet:
    """The cells whose number is smaller in ``left`` than in ``right``."""
    smaller = 0
    for low, high in zip(left, right, strict=True):
        # A higher bit decides, unless both numbers have it or both lack it.
        smaller = high & ~low | smaller & ~(low ^ high)
    return smaller


def numbers_as_bytes(planes: Planes, size: int) -> bytes:
    """The numbers of all cells, one byte each. ``size`` is the number of cells on the board."""
    lowest_bits = int.from_bytes(b"\x01" * size, "little")
    total = 0
    for bit, plane in enumerate(planes):
        if plane:
            # The extra bit keeps leading zeros.
            digits = bin(plane | 1 << size)[3:].encode()
            # The characters "0" and "1" differ in their lowest bit.
            total |= (int.from_bytes(digits, "big") & lowest_bits) << bit
    return total.to_bytes(size, "little")


def cells_with_byte(values: bytes | bytearray, wanted: int) -> CellSet:
    """The cells whose byte has this value. ``values`` has one byte per cell."""
    return int(values.translate(_digit_table(wanted))[::-1], 2)


@lru_cache(maxsize=256)
def _digit_table(wanted: int) -> bytes:
    """Translates the wanted byte to the digit 1, and all other bytes to 0."""
    return bytes(ord("1" if value == wanted else "0") for value in range(256))


def nearest_first(grid: Grid, cells: CellSet, near: int | None) -> Iterator[int]:
    """Lists the cells of a set by their distance from ``near``, the nearest first. Equally near ones are in rising
    order.

    If ``near`` is None, all are in rising order. On a large board it goes through square rings, so that the first cells
    come without sorting all of them.
    """
    if near is None:
        yield from cells_of(cells)
        return
    row, col = divmod(near, grid.width)
    radius = 0
    while cells:
        # The rings grow, because a board of one long row would need ten thousand of equal width.
        radius += max(_RING, radius // 4)
        side = 2 * radius + 1
        ring = cells & grid.rectangle(row - radius, col - radius, side, side)
        cells ^= ring
        yield from sorted(cells_of(ring), key=lambda cell: steps_between(grid, near, cell))


def steps_between(grid: Grid, one: int, other: int) -> int:
    """The fewest steps from neighbour to neighbour that lead from one cell to another."""
    width = grid.width
    return max(abs(one // width - other // width), abs(one % width - other % width))
