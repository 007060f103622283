"""How sentences call cells, clues and patterns of clues, and the `Room` in which a sentence is read.

Rows and columns count from 1, and the row comes first: ``row 7, column 3``, ``rows 2-3, column 5``, ``row 8, columns 1
and 3``. The short naming is ``r7c3``, and the spoken one says ``2 to 3`` instead of ``2-3``. A `Pattern` has the name
that players use: 1-1, 1-2, 1-2-1, 1-2-2-1 or a hole. Its numbers are the mines that the clues still need, so a 3 with
two known mines counts as a 1. Tested in tests/assist/test_sentences.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, Grid, cells_of
from minesweeper.core.position import Position
from minesweeper.core.text import join, noun_for

Span: TypeAlias = tuple[int, int]
"""The first and the last of consecutive row or column numbers, counted from 0."""
LISTED = 64
"""The most cells that a sentence lists. If there are more, it only says how many."""


class Naming(Enum):
    """How a sentence calls cells. Each value is an example."""

    FULL = "row 7, columns 3-4"
    SHORT = "r7c3-4"
    SPOKEN = "row 7, columns 3 to 4"


class Room(NamedTuple):
    """Where a sentence is read: how much space it has, and which signs mark the cells and clues on the board."""

    width: int | None = None
    """The width of a screen that marks cells and clues.

    None means that nothing is marked, so sentences have to name everything.
    """
    is_brief: bool = False
    """Whether the screen has room for only a few words. Such a sentence calls cells by their signs."""
    safe: str = "+"
    """The sign of the proved safe cells."""
    mine: str = "*"
    """The sign of the proved mines."""
    naming: Naming = Naming.FULL
    exploded: str = ""
    """The sign of the mine that went off.

    Empty if the board shows no signs, so that a loss review has to name its cells.
    """
    wrong_flag: str = ""
    """The sign of a wrong flag. Empty if the board shows no signs."""
    guess: str = ""
    """The sign of the best guess. Empty if the sentence has to name its cell."""
    impossible: str = "x"
    """The sign in front of a clue that can't hold if the what-if mines are mines."""
    is_taught: bool = False
    """Whether a learner reads the sentence. Such a sentence may take one more line, and never uses the short naming."""


UNMARKED = Room()
"""The room of a page or a file, where no board marks the cells."""
SPOKEN = Room(naming=Naming.SPOKEN)
"""The room of text mode for players who listen, where sentences are read aloud."""


def name_cell(grid: Grid, cell: int, naming: Naming = Naming.FULL) -> str:
    """Names a cell, such as ``row 7, column 3``."""
    return name_cells(grid, 1 << cell, naming=naming)


def name_cells(grid: Grid, cells: CellSet, most: int = 3, naming: Naming = Naming.FULL) -> str:
    """Names some cells, such as ``row 7, columns 1-2 and row 8, column 1``.

    If the text would have more than `most` parts or 64 cells, it is only a count such as ``9 cells``.
    """
    count = cells.bit_count()
    blocks = _blocks(grid, cells) if count <= LISTED else []
    if count != 1 and not 0 < len(blocks) <= most:
        return f"{count} cells"
    if naming is Naming.SHORT:
        return join([f"r{_span(*rows)}c{_span(*run)}" for rows, runs in blocks for run in runs])
    dash = " to " if naming is Naming.SPOKEN else "-"
    *names, last = (_name_block(rows, runs, dash) for rows, runs in blocks)
    comma = "," * any(len(runs) > 1 for _, runs in blocks)
    return f"{'; '.join(names)}{comma} and {last}" if names else last


def _blocks(grid: Grid, cells: CellSet) -> list[tuple[Span, list[Span]]]:
    """Groups the cells by rows.

    Adjacent rows with the same columns become one block, a span of rows with its spans of columns.
    """
    cols_of: dict[int, list[int]] = {}
    for cell in cells_of(cells):
        row, col = grid.row_col(cell)
        cols_of.setdefault(row, []).append(col)
    blocks: list[tuple[Span, list[Span]]] = []
    for row, cols in cols_of.items():
        runs = _runs(cols)
        if blocks and blocks[-1][0][1] == row - 1 and blocks[-1][1] == runs:
            blocks[-1] = ((blocks[-1][0][0], row), runs)
        else:
            blocks.append(((row, row), runs))
    return blocks


def _name_block(rows: Span, runs: list[Span], dash: str) -> str:
    is_one = len(runs) == 1 and runs[0][0] == runs[0][1]
    cols = join([_span(*run, dash) for run in runs])
    first, last = rows
    return f"{noun_for(last - first + 1, 'row')} {_span(*rows, dash)}, {'column' if is_one else 'columns'} {cols}"


def _runs(numbers: Sequence[int]) -> list[Span]:
    """Joins consecutive numbers of a rising list to spans."""
    runs: list[Span] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _span(first: int, last: int, dash: str = "-") -> str:
    return f"{first + 1}" if first == last else f"{first + 1}{dash}{last + 1}"


def name_clue(position: Position, clue: int, naming: Naming = Naming.FULL) -> str:
    """Names a clue, such as ``the 2 at row 6, column 1``. A 0 is called ``the empty cell``."""
    number = position.clue(clue)
    return f"the {number or 'empty cell'} at {name_cell(position.grid, clue, naming)}"


def name_clues(position: Position, clues: CellSet, most: int = 2, naming: Naming = Naming.FULL) -> str:
    """Names some clues. If there are more than ``most``, the text only says how many, such as ``these 5 clues``."""
    if clues.bit_count() > most:
        return f"these {clues.bit_count()} clues" if clues.bit_count() > 1 else "this clue"
    return join([name_clue(position, clue, naming) for clue in cells_of(clues)])


def line_count(text: str, width: int) -> int:
    """How many lines a text takes if it is wrapped between words at a width."""
    lines, room = 0, 0
    for word in text.split():
        if len(word) + 1 <= room:
            room -= len(word) + 1
        else:
            lines, room = lines + 1, width - len(word)
    return lines


class Seen(NamedTuple):
    """A clue without its known mines: the mines that it still needs and the undecided cells around it."""

    clue: int
    """The cell of the clue."""
    needs: int
    """How many mines the clue still needs."""
    cells: CellSet
    """The undecided hidden cells next to the clue."""


class Pattern(Enum):
    """The patterns of clues that have a name, in the order in which players learn them."""

    ONE_ONE = "1-1"
    ONE_TWO = "1-2"
    ONE_TWO_ONE = "1-2-1"
    ONE_TWO_TWO_ONE = "1-2-2-1"
    HOLE = "hole"

    def words(self, dash: str = "-") -> str:
        """The pattern's name in a sentence, such as ``the 1-2 pattern``.

        `dash` stands between its numbers; for a screen reader it is a blank.
        """
        return "what players call a hole" if self is Pattern.HOLE else f"the {dash.join(self.value.split('-'))} pattern"


def find_pattern(grid: Grid, one: Seen, other: Seen, look: Callable[[int], Seen | None]) -> Pattern | None:
    """Finds the pattern to which two clues belong: clue ``one``, which needs mines, and clue ``other``, which leaves
    room for few. Returns None if the two have no pattern with a name.

    ``look`` returns any other cell as a `Seen` clue, or None if it shows no clue. It is called for the clues that
    continue the row of the two.
    """
    if not _are_neighbours(grid, one, other):
        return None
    if (one.needs, other.needs) == (1, 1) and not one.cells & ~other.cells:
        # Without a wall, the second clue was opened in the middle of hidden cells, and the first one looks into this
        # hole.
        return Pattern.ONE_ONE if _on_a_wall(grid, one, other) else Pattern.HOLE
    if (one.needs, other.needs) != (2, 1) or not _on_a_wall(grid, one, other):
        return None
    needs = [seen.needs for seen in follow_wall(grid, one, other, look)]
    if needs[:3] == [1, 2, 1]:
        return Pattern.ONE_TWO_ONE
    return Pattern.ONE_TWO_TWO_ONE if needs == [1, 2, 2, 1] else Pattern.ONE_TWO


def follow_wall(grid: Grid, one: Seen, other: Seen, look: Callable[[int], Seen | None]) -> list[Seen]:
    """Lists the clues from ``other`` over ``one`` and on along their row of hidden cells, at most four.

    Empty if the two clues don't face such a row.
    """
    line = [other, one] if _on_a_wall(grid, one, other) else []
    while 0 < len(line) < 4:
        next_cell = _next(grid, line[-1], line[-2], look)
        if next_cell is None or not _on_a_wall(grid, other, next_cell):
            break
        line.append(next_cell)
    return line


def _next(grid: Grid, clue: Seen, before: Seen, look: Callable[[int], Seen | None]) -> Seen | None:
    """The clue one step further, in the direction from ``before`` to ``clue``.

    None if the board ends there or this cell shows no clue.
    """
    (row, col), (old_row, old_col) = grid.row_col(clue.clue), grid.row_col(before.clue)
    row, col = 2 * row - old_row, 2 * col - old_col
    return look(grid.cell(row, col)) if 0 <= row < grid.height and 0 <= col < grid.width else None


def _are_neighbours(grid: Grid, one: Seen, other: Seen) -> bool:
    """Whether two clues are beside each other in a row or column. Diagonal neighbours don't count."""
    (row, col), (other_row, other_col) = grid.row_col(one.clue), grid.row_col(other.clue)
    return abs(row - other_row) + abs(col - other_col) == 1


def _on_a_wall(grid: Grid, one: Seen, other: Seen) -> bool:
    """Whether all undecided cells of two clues in one row lie in the row above it, or all in the row below it.

    For two clues in one column, the columns beside it count. Patterns with a name need such a wall.
    """
    (row, col), (other_row, _) = grid.row_col(one.clue), grid.row_col(other.clue)
    places = [grid.row_col(cell) for cell in cells_of(one.cells | other.cells)]
    away = {place[0] - row for place in places} if row == other_row else {place[1] - col for place in places}
    return away in ({1}, {-1})
