"""Dead ends: no layout that logic can finish has one, and the patterns they stand for are found."""

from __future__ import annotations

import pytest

from minesweeper.boards.layout import read_layout
from minesweeper.boards.noguess import find_dead_ends
from minesweeper.core.boardspec import read_spec
from minesweeper.core.cells import cells_of
from tests.solvers.brute_force import every_layout, opened_by_listing


def dead_ends(picture: str, first: int) -> list[int]:
    layout = read_layout(picture)
    return cells_of(find_dead_ends(layout.grid, layout.mines, first))


@pytest.mark.parametrize(
    ("picture", "places"),
    [
        (".....\n.....\n.**..\n#....\n*....", []),
        (".....\n.....\n**...\n*....\n#....", [15]),
        (".....\n.....\n**...\n#....\n*....", [15]),
        (".....\n.....\n.....\n..*..\n#*...", []),
        (".....\n.....\n.....\n..*..\n#**..", [20]),
        (".....\n.....\n.....\n..*..\n*.*..", [20]),
        (".....\n.....\n.....\n.....\n..*.*", []),
        (".....\n.....\n..*..\n#*...\n*#...", [15]),
        (".....\n.....\n..*..\n*#...\n#*...", [15]),
        (".....\n.....\n.....\n*#...\n#*...", []),
    ],
)
def test_pairs_and_squares_behind_mines_are_found(picture: str, places: list[int]) -> None:
    assert dead_ends(picture, first=4) == places


def test_a_pair_in_the_open_is_found_between_mines_on_both_sides() -> None:
    assert dead_ends(".......\n.......\n.*..*..\n.**#*..\n.*..*..\n.......", first=6) == [23]
    assert dead_ends(".......\n.......\n.*..*..\n.**#*..\n.*.....\n.......", first=6) == []


def test_a_square_in_the_open_is_found_between_four_mines() -> None:
    assert dead_ends("......\n.*..*.\n..*#..\n..#*..\n.*..*.\n......", first=5) == [14]
    assert dead_ends("......\n.*..*.\n..*#..\n..#*..\n.*....\n......", first=5) == []


@pytest.mark.parametrize(
    ("picture", "cells"),
    [("#**.\n..*.\n....", [0]), ("#...\n*...\n**..", [0]), ("*#..\n#*..\n..*.", [1, 4])],
    ids=["side by side", "one below the other", "square"],
)
def test_the_first_cell_is_in_no_dead_end(picture: str, cells: list[int]) -> None:
    assert dead_ends(picture, first=3) == [0]
    for cell in cells:
        assert dead_ends(picture, first=cell) == []


@pytest.mark.parametrize("text", ["4x3/3", "3x4/4", "3x3/5", "5x2/3", "4x4/3"])
def test_logic_finishes_no_layout_with_a_dead_end(text: str) -> None:
    with_one = 0
    for layout in every_layout(read_spec(text)):
        for first in cells_of(layout.safe):
            dead = find_dead_ends(layout.grid, layout.mines, first)
            if dead:
                with_one += 1
                assert opened_by_listing(layout, first) != layout.safe
    assert with_one > 50
