"""Represents the shape of a board, and sets of its cells as the bits of one int. All bit tricks of the program live
here.

A cell is the int ``row * width + col``; bit ``c`` of a CellSet says whether cell ``c`` is in the set. Whole-board
algebra on such ints is 100 to 400 times faster than loops over cells, at any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from operator import index
from typing import SupportsIndex, TypeAlias

CellSet: TypeAlias = int
Planes: TypeAlias = tuple[CellSet, CellSet, CellSet, CellSet]
"""A number from 0 to 8 for each cell: plane ``k`` holds the cells whose number has bit ``k`` set."""

MAX_CELLS = 1_000_000
_MASK_WAVES = 64
"""The number of waves after which a flood continues row by row. That many whole-board waves cost as much as the switch.
"""

_RING = 64
"""The width in cells of the first rings in which a large set is listed around a cell."""

_BITS = tuple(tuple(bit for bit in range(8) if octet >> bit & 1) for octet in range(256))


class SizeError(ValueError):
    """Reports a cell outside a board."""


class SpecError(ValueError):
    """Reports a board that can't be made, with the value and what is allowed."""


class Grid:
    """Knows a board's width and height, and everything that follows from them."""

    __slots__ = ("_not_first_col", "_not_last_col", "all_cells", "height", "size", "width")

    def __init__(self, width: int, height: int) -> None:
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
        """Returns the cell at a row and column, both counted from 0. They must be on the board."""
        down, across = index(row), index(col)  # a cell must not be a bounded number of another library
        if not (0 <= down < self.height and 0 <= across < self.width):
            allowed = f"Use rows 0 to {self.height - 1} and columns 0 to {self.width - 1}"
            raise SizeError(f"row {down}, column {across} isn't on a {self.width}x{self.height} board. {allowed}")
        return down * self.width + across

    def checked(self, cell: int) -> int:
        """Returns a cell named from outside, after checking that it is on the board."""
        cell = index(cell)
        if not 0 <= cell < self.size:
            raise SizeError(f"cell {cell} isn't on a {self.width}x{self.height} board. Use 0 to {self.size - 1}")
        return cell

    def row_col(self, cell: int) -> tuple[int, int]:
        """Returns the row and column of a cell."""
        return divmod(cell, self.width)

    def neighbour_cells(self, cell: int) -> tuple[int, ...]:
        """Lists the up to eight neighbours of a cell, in reading order."""
        return _neighbour_cells(self.width, self.height, cell)

    def neighbours(self, cell: int) -> CellSet:
        """Returns the up to eight neighbours of a cell as a set."""
        row, col = divmod(cell, self.width)
        left = col - 1 if col else 0
        run = (1 << (min(col + 2, self.width) - left)) - 1
        block = run << (cell - col + left)
        block |= block << self.width
        if row:
            block |= run << (cell - col + left - self.width)
        return (block & self.all_cells) ^ (1 << cell)

    def shift(self, cells: CellSet, rows: int, cols: int) -> CellSet:
        """Moves a set by rows and by at most one column. Cells that leave the board are dropped."""
        if cols == 1:
            cells = (cells & self._not_last_col) << 1
        elif cols == -1:
            cells = (cells & self._not_first_col) >> 1
        distance = rows * self.width
        return (cells << distance) & self.all_cells if distance >= 0 else cells >> -distance

    def spread(self, cells: CellSet) -> CellSet:
        """Returns the cells and all their neighbours."""
        wide = cells | ((cells & self._not_last_col) << 1) | ((cells & self._not_first_col) >> 1)
        return (wide | (wide << self.width) | (wide >> self.width)) & self.all_cells

    def flood(self, start: CellSet, passable: CellSet) -> CellSet:
        """Returns the cells of ``passable`` that a path of passable neighbours joins to ``start``, start included."""
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
        """Floods in a time that grows with the cells reached, not with waves times cells.

        A long corridor has as many waves as cells. On a large board, a whole-board operation for each would take
        minutes.
        """
        if self.width == 1:  # its cells lie in one run of bits, and there may be a million rows
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
        """Returns the cells that opening some cells opens: from each zero its region of zeros, with the cells around
        it.

        A cascade stays on closed cells. It never enters or passes opened or flagged ones.
        """
        start = cells & zeros
        return cells | self.spread(self.flood(start, zeros & closed)) & closed if start else cells

    def count_neighbours(self, cells: CellSet) -> Planes:
        """Counts, for each cell of the board, its neighbours in the set.

        First sums of three along the rows (two full adders), then the three rows are added, the middle one without its
        centre. Each number is at most 8, so four planes hold it.
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
        # twos: above_high + below_high + pair_high + carry, a number from 0 to 4
        half_a, over_a = above_high ^ below_high, above_high & below_high
        half_b, over_b = pair_high ^ carry, pair_high & carry
        twos = half_a ^ half_b
        both = half_a & half_b
        fours = (over_a ^ over_b) ^ both
        eights = over_a & over_b  # with both set, half_a and half_b are 0, so nothing else can carry
        return ones, twos, fours, eights

    def row_bits(self, cells: CellSet, row: int) -> int:
        """Returns one row of the set, bit ``col`` for each column."""
        return (cells >> (row * self.width)) & ((1 << self.width) - 1)

    def rectangle(self, row: int, col: int, height: int, width: int) -> CellSet:
        """Returns the cells of a rectangle, without the part outside the board."""
        left, right = max(col, 0), min(col + width, self.width)
        top, bottom = max(row, 0), min(row + height, self.height)
        if left >= right or top >= bottom:
            return 0
        run = ((1 << (right - left)) - 1) << left
        return _repeat_row(run, self.width, bottom - top) << (top * self.width)


@lru_cache(maxsize=16)
def make_grid(width: int, height: int) -> Grid:
    """Returns the grid of a size. It is the same object each time, because its masks cost time on large boards."""
    return Grid(width, height)


def check_size(width: int, height: int) -> None:
    """Raises SpecError for a board size that is not allowed. Takes no memory."""
    for name, side in (("width", width), ("height", height)):
        if not 1 <= side <= MAX_CELLS:
            raise SpecError(f"{name} {side} is not allowed. Use 1 to {MAX_CELLS:,}")
    if width * height > MAX_CELLS:
        raise SpecError(f"{width}x{height} has {width * height:,} cells, but a board has at most {MAX_CELLS:,}")


def _repeat_row(row: int, width: int, times: int) -> CellSet:
    """Makes a set of ``times`` equal rows by doubling. A division or product of that length would be slow."""
    rows, count = row, 1
    while count * 2 <= times:
        rows |= rows << (count * width)
        count *= 2
    return rows | rows << ((times - count) * width)


def _fill_runs(wave: int, ground: int) -> int:
    """Returns the runs of ``ground`` in one row that hold a cell of ``wave``."""
    wave &= ground
    wave |= (ground + wave ^ ground) & ground  # the carry of an addition runs through the rest of each run
    distance = 1
    while ground:  # and back: cells with ``distance`` cells of ground before them reach that far at once
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
    """Names a place in a sentence, such as ``row 7, column 3``: there they count from 1."""
    return f"row {row + 1}, column {col + 1}"


def short_place(row: int, col: int) -> str:
    """Names a place where room is short, such as ``r7c3``."""
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
    elif cells.bit_count() <= 64:  # a few neighbours far down a large board: its empty rows are skipped
        start = (cells & -cells).bit_length() - 1
        if (near := cells >> start).bit_length() <= 4096:
            return [start + cell for cell in cells_of(near)]
    octets = cells.to_bytes((cells.bit_length() + 7) // 8, "little")
    starts = compress(range(0, 8 * len(octets), 8), octets)
    return [
        start + bit for start, octet in zip(starts, octets.translate(None, b"\0"), strict=True) for bit in _BITS[octet]
    ]


def to_cell_set(cells: Iterable[int]) -> CellSet:
    """Makes a set of cells. A negative cell raises ValueError."""
    members = list(cells)
    if len(members) <= 64:
        result = 0
        for cell in members:
            result |= 1 << cell
        return result
    if min(members) < 0:  # an index from the end would set the bit of another cell
        raise ValueError(f"{min(members)} isn't a cell. Cells count from 0")
    bits = bytearray(max(members) // 8 + 1)
    for cell in members:
        bits[cell >> 3] |= 1 << (cell & 7)
    return int.from_bytes(bits, "little")


def contains(cells: CellSet, cell: int) -> bool:
    """Says whether the cell is in the set."""
    return cells >> cell & 1 == 1


def first_cell(cells: CellSet) -> int:
    """Returns the lowest cell of a set that isn't empty."""
    return (cells & -cells).bit_length() - 1


def number_at(planes: Planes, cell: int) -> int:
    """Returns the number that the planes hold for a cell."""
    ones, twos, fours, eights = planes
    return (ones >> cell & 1) | (twos >> cell & 1) << 1 | (fours >> cell & 1) << 2 | (eights >> cell & 1) << 3


def cells_with_number(planes: Planes, number: int, among: CellSet) -> CellSet:
    """Returns the cells of ``among`` that have exactly this number."""
    for bit, plane in enumerate(planes):
        among &= plane if number >> bit & 1 else ~plane
    return among


def zeros_of(planes: Planes, among: CellSet) -> CellSet:
    """Returns the cells of ``among`` whose number is 0."""
    ones, twos, fours, eights = planes
    return among & ~(ones | twos | fours | eights)


def unequal_numbers(left: Planes, right: Planes) -> CellSet:
    """Returns the cells whose numbers differ."""
    return (left[0] ^ right[0]) | (left[1] ^ right[1]) | (left[2] ^ right[2]) | (left[3] ^ right[3])


def smaller_numbers(left: Planes, right: Planes) -> CellSet:
    """Returns the cells whose number in ``left`` is smaller than in ``right``."""
    smaller = 0
    for low, high in zip(left, right, strict=True):
        smaller = high & ~low | smaller & ~(low ^ high)  # a higher bit decides, unless both have it or both lack it
    return smaller


def numbers_as_bytes(planes: Planes, size: int) -> bytes:
    """Returns one byte per cell of a board: its number."""
    lowest_bits = int.from_bytes(b"\x01" * size, "little")
    total = 0
    for bit, plane in enumerate(planes):
        if plane:
            digits = bin(plane | 1 << size)[3:].encode()  # the extra bit keeps leading zeros
            total |= (int.from_bytes(digits, "big") & lowest_bits) << bit  # "0" and "1" differ in their lowest bit
    return total.to_bytes(size, "little")


def cells_with_byte(values: bytes | bytearray, wanted: int) -> CellSet:
    """Returns the cells whose byte has this value."""
    return int(values.translate(_digit_table(wanted))[::-1], 2)


@lru_cache(maxsize=256)
def _digit_table(wanted: int) -> bytes:
    """Maps the wanted byte to the digit 1, and all others to 0."""
    return bytes(ord("1" if value == wanted else "0") for value in range(256))


def nearest_first(grid: Grid, cells: CellSet, near: int | None) -> Iterator[int]:
    """Lists the cells of a set by their distance in steps from a cell, equal ones in rising order.

    Without a cell to be near, the order is rising. A large board is taken in square rings, so that the first cells come
    without listing all.
    """
    if near is None:
        yield from cells_of(cells)
        return
    row, col = divmod(near, grid.width)
    radius = 0
    while cells:
        radius += max(_RING, radius // 4)  # growing, because a board of one long row would take ten thousand rings
        side = 2 * radius + 1
        ring = cells & grid.rectangle(row - radius, col - radius, side, side)
        cells ^= ring
        yield from sorted(cells_of(ring), key=lambda cell: steps_between(grid, near, cell))


def steps_between(grid: Grid, one: int, other: int) -> int:
    """Counts the steps to a neighbour between two cells."""
    width = grid.width
    return max(abs(one // width - other // width), abs(one % width - other % width))
