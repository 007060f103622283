"""Names of cells, and names of patterns that players know, whichever way the pattern lies."""

from __future__ import annotations

import pytest

from minesweeper.assist.naming import name_cells
from minesweeper.assist.tip import Proof
from minesweeper.boards.layout import read_layout
from minesweeper.core.cells import make_grid
from minesweeper.core.position import Position, read_position
from minesweeper.play.game import Game
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.tips import tip


def names_in(position: Position) -> set[str]:
    """The names of the patterns in the tips near each cell. A tip without a pattern has an empty name."""
    names = set()
    for near in range(position.grid.size):
        advice = run_to_end(tip(position, near=near))
        assert isinstance(advice, Deduction)
        names.add(Proof(position, advice).text().partition("(This is ")[2].removesuffix(".)"))
    return names


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize(
    ("wall", "name"),
    [
        (".*..*.", "the 1-1 pattern"),
        ("*.**.*", "the 1-2 pattern"),
        ("*.*..*", "the 1-2-1 pattern"),
        (".**..*.", "the 1-2-2-1 pattern"),
    ],
)
def test_a_tip_about_a_pattern_along_a_wall_names_it(wall: str, name: str, upright: bool) -> None:
    picture = "\n".join(f".{cell}" for cell in wall) if upright else f"{'.' * len(wall)}\n{wall}"
    layout = read_layout(picture)
    row = sum(1 << (2 * place if upright else place) for place in range(len(wall)))
    assert name in names_in(Game(layout.grid, layout.mine_count, layout, row).position)


def test_a_tip_about_a_hole_names_this_pattern() -> None:
    rows = "#####1... #####1... #####1111 ######1## #####22## #########"
    position = read_position(rows.replace(" ", "\n"), 7)
    advice = run_to_end(tip(position, near=position.grid.cell(4, 7)))
    assert isinstance(advice, Deduction)
    assert Proof(position, advice).text().endswith("(This is what players call a hole.)")


def test_a_tip_about_distant_clues_names_no_pattern() -> None:
    assert names_in(read_position("#1\n##\n#2", 2)) == {""}


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        ([(0, 0)], "row 1, column 1"),
        ([(0, 0), (0, 1), (0, 2)], "row 1, columns 1-3"),
        ([(0, 0), (0, 2), (0, 3)], "row 1, columns 1 and 3-4"),
        ([(1, 1), (2, 1), (3, 1)], "rows 2-4, column 2"),
        ([(1, 1), (3, 1)], "row 2, column 2 and row 4, column 2"),
        ([(0, 0), (2, 1), (4, 2)], "row 1, column 1; row 3, column 2 and row 5, column 3"),
        ([(0, 0), (1, 1), (2, 2), (3, 3)], "4 cells"),
    ],
)
def test_cells_are_named_by_rows_and_columns_from_one(cells: list[tuple[int, int]], name: str) -> None:
    grid = make_grid(5, 5)
    assert name_cells(grid, sum(1 << grid.cell(row, col) for row, col in cells)) == name
