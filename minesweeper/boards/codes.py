"""Writes and reads board codes: a board with its first cell as a short text for mails and addresses.

A code is ``ms1-`` and letters and digits. Case matters; blanks and line breaks don't. Version 1 never changes:

- The letters and digits are bytes in base 62, eight bytes as eleven characters, the last ones as few as hold them.
- The bytes are width, height, mine count and first cell + 1 (0 for none), each in groups of seven bits, the lowest
  first, the top bit set on all but the last byte; then the mines; then the CRC-32 of all that, highest byte first.
- The mines are those of each block of 1,024 cells: their count in two bytes (the last block's follows from the
  total), then the number of this set among all sets with that count, in as few bytes as hold the largest.
  Sets are ordered by their highest mine, then by the next one, and so on. Numbers have their highest byte first.

Each board has exactly one code: no other text is read as that board.
"""

from __future__ import annotations

import re
from binascii import crc32
from math import comb

from minesweeper.boards.layout import Board, Layout
from minesweeper.core.cells import CellSet, Grid, contains, make_grid
from minesweeper.core.text import quote

PREFIX = "ms1-"
MAX_LENGTH = 250_000
"""More characters than any code has, line breaks included."""

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_DIGIT_VALUES = {digit: value for value, digit in enumerate(_ALPHABET)}
_WORD = 8
_DIGITS_FOR = (0, 2, 3, 5, 6, 7, 9, 10, 11)
"""The digits that hold each number of bytes. All differ, so the digits reveal the number of bytes."""
_BYTES_IN = {digits: length for length, digits in enumerate(_DIGITS_FOR)}

_BLOCK = 1024
_COUNT_BYTES = 2
_CHECK_BYTES = 4
_QUOTED = 24


class CodeError(ValueError):
    """Reports a text that isn't a board code, or a damaged one."""


def is_code(text: str) -> bool:
    """Says whether a text looks like a board code of any version, even a damaged one."""
    return re.match(r"\s*ms\d{1,9}-", text, re.ASCII) is not None


def to_code(board: Board) -> str:
    """Writes the code of a board, without its label. A first cell that is a mine raises ValueError."""
    layout, first, _ = board
    grid = layout.grid
    if first is not None and not contains(layout.safe, grid.checked(first)):
        raise ValueError(f"first cell {first} isn't a safe cell of this {grid.width}x{grid.height} board")
    head = (grid.width, grid.height, layout.mine_count, 0 if first is None else first + 1)
    data = b"".join(map(_to_groups, head)) + _pack_mines(layout)
    return PREFIX + _to_digits(data + crc32(data).to_bytes(_CHECK_BYTES, "big"))


def from_code(text: str) -> Board:
    """Reads the board of a code."""
    digits = _read_prefix(text)
    try:
        data = _from_digits(digits)
        body = data[:-_CHECK_BYTES]
        if crc32(body).to_bytes(_CHECK_BYTES, "big") == data[-_CHECK_BYTES:]:
            board = _read_board(body)
            if to_code(board) == PREFIX + digits:  # so that no other text is read as this board
                return board
    except (ValueError, OverflowError):
        pass
    raise CodeError("the board code is damaged or cut short. Copy all of it again")


def _read_prefix(text: str) -> str:
    """Returns the digits of a code, without blanks that mails or terminals insert."""
    if len(text) > MAX_LENGTH:
        raise CodeError(
            f"the board code has {len(text):,} characters, but no code has more than {MAX_LENGTH:,}. Copy it again"
        )
    match = re.fullmatch(r"\s*ms(\d{1,9})-(.*)", text, re.ASCII | re.DOTALL)
    if not match:
        raise CodeError(f"{quote(text, _QUOTED)} isn't a board code. A code starts with {PREFIX}")
    if match[1] != "1":
        raise CodeError(
            f"the board code has version {match[1]}, but this Minesweeper reads only version 1 ({PREFIX}...)"
        )
    digits = "".join(match[2].split())
    bad = re.search(r"[^0-9A-Za-z]", digits)
    if bad:
        place = len(PREFIX) + bad.start() + 1
        raise CodeError(f"character {place} of the board code is {bad[0]!r}. Use letters and digits only")
    return digits


def _read_board(body: bytes) -> Board:
    """Reads a board. ValueError where the bytes give none. Checks come before anything large is made."""
    numbers, place = [], 0
    for _ in range(4):
        number, place = _from_groups(body, place)
        numbers.append(number)
    width, height, mine_count, first = numbers
    grid = make_grid(width, height)
    return Board(Layout(grid, _unpack_mines(body, place, grid, mine_count)), first - 1 if first else None)


def _to_groups(number: int) -> bytes:
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)


def _from_groups(data: bytes, place: int) -> tuple[int, int]:
    """Reads a number from at most three bytes of seven bits each; returns it and the place behind it."""
    number = 0
    for index, group in enumerate(data[place : place + 3]):
        number |= (group & 0x7F) << 7 * index
        if group < 0x80:
            return number, place + index + 1
    raise ValueError("a number is missing, or larger than any board needs")


def _pack_mines(layout: Layout) -> bytes:
    size = layout.grid.size
    bits = layout.mines.to_bytes(-(-size // 8), "little")
    parts = []
    for start in range(0, size, _BLOCK):
        cells = min(_BLOCK, size - start)
        mines = int.from_bytes(bits[start // 8 : (start + cells + 7) // 8], "little")
        count = mines.bit_count()
        if start + cells < size:
            parts.append(count.to_bytes(_COUNT_BYTES, "big"))
        ways = comb(cells, count)
        parts.append(_rank(mines, cells, count, ways).to_bytes(_rank_bytes(ways), "big"))
    return b"".join(parts)


def _unpack_mines(body: bytes, place: int, grid: Grid, mine_count: int) -> CellSet:
    blocks, mines_left = [], mine_count
    for start in range(0, grid.size, _BLOCK):
        cells, count = min(_BLOCK, grid.size - start), mines_left
        if start + cells < grid.size:
            count = int.from_bytes(body[place : place + _COUNT_BYTES], "big")
            place += _COUNT_BYTES
        ways = comb(cells, count)
        length = _rank_bytes(ways)
        rank = int.from_bytes(body[place : place + length], "big")
        if rank >= ways:
            raise ValueError(f"no {count} mines have the number {rank} among {cells} cells")
        blocks.append(_unrank(rank, cells, count, ways).to_bytes(_BLOCK // 8, "little"))
        place += length
        mines_left -= count
    return int.from_bytes(b"".join(blocks), "little")


def _rank_bytes(ways: int) -> int:
    return (ways - 1).bit_length() + 7 >> 3


def _rank(mines: CellSet, cells: int, count: int, ways: int) -> int:
    """Counts the sets of ``count`` cells that come before this one; ``ways`` is the number of all such sets.

    From the highest cell down, ``without`` is the number of sets that have all their remaining mines below the cell:
    comb(cell, count). They come before those that have a mine there. Each step multiplies and divides by small numbers,
    so a block takes far less time than a binomial for each mine.
    """
    rank, without = 0, ways * (cells - count) // cells
    for cell, digit in zip(range(cells - 1, -1, -1), f"{mines:0{cells}b}", strict=True):
        if not without or not count:  # all remaining cells are mines, or none is
            break
        if digit == "1":
            rank += without
            without = without * count // cell
            count -= 1
        else:
            without = without * (cell - count) // cell
    return rank


def _unrank(rank: int, cells: int, count: int, ways: int) -> CellSet:
    """Returns the set that ``_rank`` gives this number."""
    mines, cell, without = 0, cells - 1, ways * (cells - count) // cells
    while count and without:
        if rank >= without:
            rank -= without
            mines |= 1 << cell
            without = without * count // cell
            count -= 1
        else:
            without = without * (cell - count) // cell
        cell -= 1
    return mines | (1 << count) - 1


def _to_digits(data: bytes) -> str:
    digits = []
    for start in range(0, len(data), _WORD):
        word = data[start : start + _WORD]
        number, text = int.from_bytes(word, "big"), ""
        for _ in range(_DIGITS_FOR[len(word)]):
            number, digit = divmod(number, 62)
            text = _ALPHABET[digit] + text
        digits.append(text)
    return "".join(digits)


def _from_digits(digits: str) -> bytes:
    """Decodes digits to bytes. OverflowError if a word has a number that is too large."""
    words: list[bytes] = []
    full = _DIGITS_FOR[_WORD]
    for start in range(0, len(digits), full):
        text = digits[start : start + full]
        number = 0
        for digit in text:
            number = number * 62 + _DIGIT_VALUES[digit]
        words.append(number.to_bytes(_BYTES_IN.get(len(text), 0), "big"))
    return b"".join(words)
