"""Patterns: those that players have names for are found where they occur, whichever way they lie."""

from __future__ import annotations

import pytest

from minesweeper.assist.tip import Proof
from minesweeper.boards.layout import read_layout
from minesweeper.core.position import Position, read_position
from minesweeper.play.game import Game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.tips import tip


def names_in(position: Position) -> set[str]:
    """The names of the patterns in the tips near each cell; an empty one for a tip that has none."""
    names = set()
    for near in range(position.grid.size):
        found = run_to_end(tip(position, near=near)).deduction
        assert found is not None
        names.add(Proof(position, found).text().partition("(This is ")[2].removesuffix(".)"))
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
def test_a_pattern_on_a_wall_has_its_name(wall: str, name: str, upright: bool) -> None:
    picture = "\n".join(f".{cell}" for cell in wall) if upright else f"{'.' * len(wall)}\n{wall}"
    layout = read_layout(picture)
    row = sum(1 << (2 * place if upright else place) for place in range(len(wall)))
    assert name in names_in(Game(layout.grid, layout.mine_count, layout, row).position)


def test_a_hole_has_its_name() -> None:
    rows = "#####1... #####1... #####1111 ######1## #####22## #########"
    position = read_position(rows.replace(" ", "\n"), 7)
    found = run_to_end(tip(position, near=position.grid.cell(4, 7))).deduction
    assert found is not None
    assert Proof(position, found).text() == (
        "Row 5, column 8 is safe. The 1 at row 3, column 7 has its mine in row 4, columns 6 and 8, so the 1 at row "
        "4, column 7, which sees"
        " both cells, has no mine left for row 5, column 8. (This is what players call a hole.)"
    )


def test_clues_apart_from_each_other_have_none() -> None:
    assert names_in(read_position("#1\n##\n#2", 2)) == {""}
