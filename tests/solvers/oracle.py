"""Plain-loop oracles for the solvers: slow, short and without masks where the solvers use masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, Grid, cells_of, make_grid, to_cell_set
from minesweeper.core.position import Position, make_position


def neighbours_by_loops(grid: Grid, cell: int) -> list[int]:
    row, col = divmod(cell, grid.width)
    return [
        other
        for other in range(grid.size)
        if other != cell and abs(other // grid.width - row) <= 1 and abs(other % grid.width - col) <= 1
    ]


def clue_pairs(position: Position) -> list[tuple[int, int]]:
    """Every opened cell with its clue, in the order of the cells."""
    return [(cell, position.clue(cell)) for cell in cells_of(position.opened)]


def fitting_layouts(position: Position, clues: Iterable[int] | None = None) -> Iterator[CellSet]:
    """Every layout that fits the position; with ``clues``, every one that fits these clues whatever the mine total."""
    hidden = cells_of(position.hidden)
    shown = [pair for pair in clue_pairs(position) if clues is None or pair[0] in clues]
    wanted = [(to_cell_set(neighbours_by_loops(position.grid, cell)), clue) for cell, clue in shown]
    for total in range(len(hidden) + 1) if clues is not None else [position.mine_total]:
        for mined in combinations(hidden, total):
            mines = to_cell_set(mined)
            if all((mines & beside).bit_count() == clue for beside, clue in wanted):
                yield mines


def show(grid: Grid, mines: Iterable[int], opened: Iterable[int], mine_total: int) -> Position:
    """The position of a layout with these cells opened."""
    mined = set(mines)
    clues = [(cell, len(mined.intersection(neighbours_by_loops(grid, cell)))) for cell in opened]
    return make_position(grid, clues, mine_total)


@st.composite
def small_positions(draw: st.DrawFn, most_hidden: int = 12, max_side: int = 6) -> Position:
    """A position of a small board: some mines, and some of the other cells opened."""
    grid = make_grid(draw(st.integers(1, max_side)), draw(st.integers(1, max_side)))
    order = draw(st.permutations(range(grid.size)))
    hidden = draw(st.integers(1, min(most_hidden, grid.size)))
    mine_total = draw(st.integers(0, hidden))
    return show(grid, order[:mine_total], order[hidden:], mine_total)


@st.composite
def wide_positions(draw: st.DrawFn, max_side: int = 9) -> Position:
    """A position too large for brute force: random mines at a usual density, most other cells opened."""
    grid = make_grid(draw(st.integers(4, max_side)), draw(st.integers(4, max_side)))
    order = draw(st.permutations(range(grid.size)))
    mine_total = draw(st.integers(grid.size // 8, grid.size // 4))
    covered = draw(st.integers(mine_total, grid.size - 1))
    return show(grid, order[:mine_total], order[covered:], mine_total)
