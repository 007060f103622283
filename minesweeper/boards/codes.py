"""Board codes: a whole board with its first cell as a short text for mails and addresses.

A code is ``ms1-`` followed by letters and digits. Case matters, but blanks and line breaks don't. Each board has
exactly one code, and no other text is read as that board. Version 1 is fixed, because codes that people have sent must
stay readable:

- The letters and digits stand for bytes in base 62. Eleven characters hold eight bytes, and the last ones hold the rest
  in as few characters as possible.
- The bytes begin with four numbers: width, height, mine count, and the first cell plus 1 (0 if the player chooses it).
  Each number is written in groups of seven bits, lowest first, and the top bit is set on all bytes but its last one.
  Then follow the mines and, as a check, the CRC-32 of everything before it, highest byte first.
- The mines are written in blocks of 1,024 cells. A block has its mine count in two bytes (the last block has none,
  because the count follows from the total), and then the number of its mine set among all sets with that count, in as
  few bytes as the largest number needs. The sets are ordered by their highest mine, then by the next one, and so on.
  Numbers have their highest byte first.
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
"""More characters than any code has, line breaks included, so a longer text is refused at once."""

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_DIGIT_VALUES = {digit: value for value, digit in enumerate(_ALPHABET)}
_WORD = 8
_DIGITS_FOR = (0, 2, 3, 5, 6, 7, 9, 10, 11)
"""How many digits hold 0 to 8 bytes. All entries differ, so the number of digits shows the number of bytes."""
_BYTES_IN = {digits: length for length, digits in enumerate(_DIGITS_FOR)}

_BLOCK = 1024
_COUNT_BYTES = 2
_CHECK_BYTES = 4
_QUOTED = 24


class CodeError(ValueError):
    """A text that isn't a board code, or a code that is damaged or of an unknown version.

    Its message is for the player.
    """


def is_code(text: str) -> bool:
    """Whether a text looks like a board code of any version. It may still be damaged."""
    return re.match(r"\s*ms\d{1,9}-", text, re.ASCII) is not None


def to_code(board: Board) -> str:
    """The code of a board. It doesn't contain the board type. Raises ValueError if the first cell is a mine."""
    layout, first, _ = board
    grid = layout.grid
    if first is not None and not contains(layout.safe, grid.checked(first)):
        raise ValueError(f"first cell {first} isn't a safe cell of this {grid.width}x{grid.height} board")
    head = (grid.width, grid.height, layout.mine_count, 0 if first is None else first + 1)
    data = b"".join(map(_to_groups, head)) + _pack_mines(layout)
    return PREFIX + _to_digits(data + crc32(data).to_bytes(_CHECK_BYTES, "big"))


def from_code(text: str) -> Board:
    """Reads the board of a code.

    Its board type is random, because a code doesn't say. Raises CodeError if the text isn't a code or is damaged.
    """
    digits = _read_prefix(text)
    try:
        data = _from_digits(digits)
        body = data[:-_CHECK_BYTES]
        if crc32(body).to_bytes(_CHECK_BYTES, "big") == data[-_CHECK_BYTES:]:
            board = _read_board(body)
            if to_code(board) == PREFIX + digits:
                # Only the one true code of a board is accepted, so that two different codes never mean the same board.
                return board
    except (ValueError, OverflowError):
        pass
    raise CodeError("the board code is damaged or cut short. Copy all of it again")


def _read_prefix(text: str) -> str:
    """Checks the beginning of a code, and returns the characters after it without blanks, because mails and terminals
    insert some.
    """
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
    """Reads a board from bytes.

    Raises ValueError if they don't describe one. The size is checked before the cells are made, so damaged bytes can't
    use much memory.
    """
    numbers, place = [], 0
    for _ in range(4):
        number, place = _from_groups(body, place)
        numbers.append(number)
    width, height, mine_count, first = numbers
    grid = make_grid(width, height)
    return Board(Layout(grid, _unpack_mines(body, place, grid, mine_count)), first - 1 if first else None)


def _to_groups(number: int) -> bytes:
    """A number in groups of seven bits. All bytes but the last have the top bit set."""
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)


def _from_groups(data: bytes, place: int) -> tuple[int, int]:
    """Reads a number of at most three groups of seven bits. Returns the number and the index after it."""
    number = 0
    for index, group in enumerate(data[place : place + 3]):
        number |= (group & 0x7F) << 7 * index
        if group < 0x80:
            return number, place + index + 1
    raise ValueError("a number is missing, or larger than any board needs")


def _pack_mines(layout: Layout) -> bytes:
    """The mines of a layout as bytes, block by block."""
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
    """Reads the mines from the bytes that begin at index `place`.

    Raises ValueError if the number of a mine set is larger than that of any set.
    """
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
    """How many bytes the number of a set takes if there are `ways` sets."""
    return (ways - 1).bit_length() + 7 >> 3


def _rank(mines: CellSet, cells: int, count: int, ways: int) -> int:
    """The number of a mine set: how many sets of ``count`` cells come before it. ``ways`` is how many such sets there
    are.

    It goes from the highest cell down. At each cell, ``without`` is the number of sets whose remaining mines all lie
    below this cell. They come before the sets that have a mine there. One step multiplies and divides by small numbers,
    which takes far less time than a binomial for each mine.
    """
    rank, without = 0, ways * (cells - count) // cells
    for cell, digit in zip(range(cells - 1, -1, -1), f"{mines:0{cells}b}", strict=True):
        if not without or not count:  # The rest is certain now: all remaining cells are mines, or none is.
            break
        if digit == "1":
            rank += without
            without = without * count // cell
            count -= 1
        else:
            without = without * (cell - count) // cell
    return rank


def _unrank(rank: int, cells: int, count: int, ways: int) -> CellSet:
    """Makes the mine set from its number, so that ``_rank`` gives this number again."""
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
    """The bytes in base 62, in words of eight bytes."""
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
    """Decodes letters and digits to bytes. Raises OverflowError if a word stands for more than its bytes can hold."""
    words: list[bytes] = []
    full = _DIGITS_FOR[_WORD]
    for start in range(0, len(digits), full):
        text = digits[start : start + full]
        number = 0
        for digit in text:
            number = number * 62 + _DIGIT_VALUES[digit]
        words.append(number.to_bytes(_BYTES_IN.get(len(text), 0), "big"))
    return b"".join(words)
