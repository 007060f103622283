"""What cells and clues are called in a sentence: rows and columns count from 1, row first."""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper.cells import CellSet, Grid, cells_of, place_text
from minesweeper.position import Position

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_LISTED = 64
"""More cells than this are only counted."""


def name_cell(grid: Grid, cell: int) -> str:
    """A cell's name, such as ``row 7 col 3``."""
    return place_text(*grid.row_col(cell))


def name_cells(grid: Grid, cells: CellSet, most: int = 3) -> str:
    """The names of some cells, such as ``row 7 col 1-2 and row 8 col 1, 3``; of too many only the number."""
    count = cells.bit_count()
    parts = _parts(grid, cells_of(cells)) if count <= _LISTED else []
    return join(parts) if 0 < len(parts) <= most else f"{count} cells"


def _parts(grid: Grid, cells: Sequence[int]) -> list[str]:
    """A name for each row, or for several rows below each other that have the same columns."""
    cols_of: dict[int, list[int]] = {}
    for cell in cells:
        row, col = grid.row_col(cell)
        cols_of.setdefault(row, []).append(col)
    blocks: list[tuple[int, int, list[int]]] = []
    for row, cols in cols_of.items():
        if blocks and blocks[-1][1] == row - 1 and blocks[-1][2] == cols:
            blocks[-1] = (blocks[-1][0], row, cols)
        else:
            blocks.append((row, row, cols))
    return [f"row {_range(first, last)} col {_ranges(cols)}" for first, last, cols in blocks]


def _ranges(numbers: Sequence[int]) -> str:
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return ", ".join(_range(first, last) for first, last in runs)


def _range(first: int, last: int) -> str:
    return f"{first + 1}" if first == last else f"{first + 1}-{last + 1}"


def name_clue(position: Position, clue: int) -> str:
    """A clue's name, such as ``the 2 at row 6 col 1``."""
    number = position.clue(clue)
    return f"the {number or 'empty cell'} at {name_cell(position.grid, clue)}"


def name_clues(position: Position, clues: CellSet, most: int = 2) -> str:
    """The names of some clues; of more than so many their number."""
    if clues.bit_count() > most:
        return f"these {clues.bit_count()} clues" if clues.bit_count() > 1 else "this clue"
    return join([name_clue(position, clue) for clue in cells_of(clues)])


def join(names: Sequence[str]) -> str:
    """The names with commas and ``and``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def in_words(number: int) -> str:
    """A small number as a word."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def ordinal(number: int) -> str:
    """A small number as in ``third``."""
    return _ORDINALS[number]


def begin(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def plural(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def are_safe(cells: CellSet, names: str) -> str:
    """That some cells of that name are safe."""
    return f"{names} {'is' if cells.bit_count() == 1 else 'are'} safe"


def are_mined(cells: CellSet, names: str) -> str:
    """That some cells of that name are mines."""
    return f"{names} is a mine" if cells.bit_count() == 1 else f"{names} are mines"


def percent(mined: int, layouts: int) -> str:
    """A chance in percent to one decimal; one that is not certain never reads as 0 or 100."""
    tenths = (2000 * mined + layouts) // (2 * layouts)
    if 0 < mined < layouts and tenths in (0, 1000):
        return "<0.1%" if tenths == 0 else ">99.9%"
    return f"{tenths // 10}.{tenths % 10}%"


def line_count(text: str, width: int) -> int:
    """How many lines the text takes when it is broken between words."""
    lines, room = 0, 0
    for word in text.split():
        if len(word) + 1 <= room:
            room -= len(word) + 1
        else:
            lines, room = lines + 1, width - len(word)
    return lines
