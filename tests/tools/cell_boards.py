"""Shows cell sets as small boards, for failing tests and for debuggers.

A ``CellSet`` is an int, so a failing ``assert safe == expected`` would show two numbers with thirty digits. In a
debugger, ``print(show(position.grid, safe))`` draws the set. The assertions of this module draw the differences.
"""

from __future__ import annotations

from minesweeper.core.cells import CellSet, Grid
from minesweeper.core.text import plural

_WIDEST, _HIGHEST = 60, 60
"""The largest board that is drawn. Of larger ones the first cells are listed, because nobody finds a cell in them."""
_LISTED = 20


def show(grid: Grid, cells: CellSet) -> str:
    """Draws a board on which the cells of a set are ``x`` and all others are dots.

    Bits that lie outside the board, such as those of a negative int, are reported in a last line.
    """
    return _draw(grid, cells, {"x": cells})


def assert_same_cells(grid: Grid, cells: CellSet, expected: CellSet) -> None:
    """Asserts that two sets are equal."""
    __tracebackhide__ = True
    extra, missing = cells & ~expected, expected & ~cells
    if cells != expected:
        layers = {"x": cells & expected, "+": extra, "-": missing}
        board = _draw(grid, cells | expected, layers)
        raise AssertionError(f"{_count(grid, extra)} too many (+), {_count(grid, missing)} missing (-):\n{board}")


def assert_cells_within(grid: Grid, cells: CellSet, allowed: CellSet) -> None:
    """Asserts that a set has only allowed cells."""
    __tracebackhide__ = True
    wrong = cells & ~allowed
    if wrong:
        layers = {"o": allowed & ~cells, "x": cells & allowed, "!": wrong}
        raise AssertionError(
            f"{_count(grid, wrong)} (!) outside the allowed ones (o, x):\n{_draw(grid, cells, layers)}"
        )


def assert_cells_apart(grid: Grid, cells: CellSet, others: CellSet) -> None:
    """Asserts that two sets have no cell in common."""
    __tracebackhide__ = True
    common = cells & others
    if common:
        layers = {"x": cells & ~others, "o": others & ~cells, "!": common}
        raise AssertionError(f"{_count(grid, common)} (!) in both sets (x, o):\n{_draw(grid, cells, layers)}")


def _count(grid: Grid, cells: CellSet) -> str:
    return plural((cells & grid.all_cells).bit_count(), "cell")


def _draw(grid: Grid, cells: CellSet, layers: dict[str, CellSet]) -> str:
    """Draws the sign of each layer on its cells. ``cells`` is the set whose bits outside the board are reported."""
    symbols = ["."] * grid.size
    for symbol, layer in layers.items():
        inside = f"{layer & grid.all_cells:0{grid.size}b}"[::-1]
        symbols = [symbol if bit == "1" else before for bit, before in zip(inside, symbols, strict=True)]
    if grid.width <= _WIDEST and grid.height <= _HIGHEST:
        lines = [" ".join(symbols[start : start + grid.width]) for start in range(0, grid.size, grid.width)]
    else:
        named = [f"{symbol} r{cell // grid.width + 1}c{cell % grid.width + 1}" for cell, symbol in enumerate(symbols)]
        named = [name for name in named if not name.startswith(".")]
        lines = [", ".join([*named[:_LISTED], *([".."] if len(named) > _LISTED else [])]) or "no cell"]
    if cells & ~grid.all_cells:
        lines.append(f"and bits outside the {grid.width}x{grid.height} board")
    return "\n".join(lines)
