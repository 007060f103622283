"""Text boards: which are read, which are refused with their place, and how they are drawn and printed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, Grid, cells_of
from minesweeper.core.position import read_position
from minesweeper.core.sizes import SpecError
from minesweeper.core.textboard import (
    BoardWindow,
    Paper,
    PictureError,
    bands,
    draw_rows,
    draw_text_board,
    number_rows,
    read_text_board,
)
from tests.strategies import cell_sets, grids


@st.composite
def drawings(draw: st.DrawFn) -> tuple[Grid, str]:
    """A grid and a character for each of its cells."""
    grid = draw(grids())
    return grid, draw(st.text("*#F?.012345678", min_size=grid.size, max_size=grid.size))


def rows_of(grid: Grid, symbols: str) -> list[str]:
    return [symbols[start : start + grid.width] for start in range(0, grid.size, grid.width)]


@given(drawings(), st.data())
def test_blanks_between_cells_and_lines_around_a_board_are_ignored(
    drawing: tuple[Grid, str], data: st.DataObject
) -> None:
    grid, symbols = drawing
    blanks = st.text(" \t", max_size=2)
    spaced = ["".join(data.draw(blanks) + s for s in row) for row in rows_of(grid, symbols)]
    around = data.draw(st.text(" \n", max_size=4))
    line_end = data.draw(st.sampled_from(["\n", "\r\n", " \n"]))
    picture = read_text_board(f"{around}\n{line_end.join(spaced)}\n{around}", "*#F?.012345678")
    assert (picture.grid, picture.symbols) == (grid, symbols)


@given(grids().flatmap(lambda grid: st.tuples(st.just(grid), cell_sets(grid), cell_sets(grid))))
def test_a_later_layer_of_a_text_board_covers_an_earlier_one(case: tuple[Grid, int, int]) -> None:
    grid, first, second = case
    picture = read_text_board(draw_text_board(grid, [(first, "1"), (second, "F")], "#"), "#1F")
    assert picture.where("F") == second
    assert picture.where("1") == first & ~second
    assert picture.where("1#") == grid.all_cells & ~second


def test_clues_are_listed_with_their_cells_and_a_dot_is_a_0() -> None:
    picture = read_text_board(".0# \n 8F1", ".0#8F1")
    assert picture.clues() == [(0, 0), (1, 0), (3, 8), (5, 1)]
    assert cells_of(picture.where("#F")) == [2, 4]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text board is empty"),
        (" \n\t\n", "the text board is empty"),
        ("..\n...\n..", "line 2 has 3 cells, the first row has 2"),
        ("\n\n..\n.", "line 4 has 1 cell, the first row has 2"),
        ("..\n\n..", "line 2 is blank"),
        ("..\n..\n \n\n..", "line 3 is blank"),
        ("..\n.x", r"line 2, cell 2: 'x' isn't one of \. \*"),
        (". . y", "line 1, cell 3: 'y'"),
        (".\x1b", r"line 1, cell 2: '\\x1b'"),
        (".٣", "line 1, cell 2: '٣'"),
        ("." * 1_000_001, "1000001"),
        ("\n".join(["." * 1001] * 1000), "1,001,000 cells, but a board has at most 1,000,000"),
    ],
)
def test_an_invalid_text_board_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises((PictureError, SpecError), match=message):
        read_text_board(text, ".*")


layered = grids().flatmap(lambda grid: st.tuples(st.just(grid), st.lists(cell_sets(grid), max_size=4)))


@given(layered)
def test_the_whole_board_and_a_window_of_all_of_it_are_drawn_alike(case: tuple[Grid, list[CellSet]]) -> None:
    grid, sets = case
    layers = list(zip(sets, "abcd", strict=False))
    window = BoardWindow(0, 0, grid.height, grid.width)
    assert draw_rows(grid, layers, "#") == draw_rows(grid, layers, "#", window)


def test_a_board_too_wide_for_the_terminal_is_printed_in_bands() -> None:
    grid = read_position("#" * 30, 3).grid
    windows = list(bands(grid, Paper(24, 40)))
    assert [(window.col, window.width) for window in windows] == [(0, 18), (18, 12)]
    for window in windows:
        lines = number_rows(grid, window, ["#" * window.width], Paper(24, 40))
        assert max(map(len, lines)) < 40
    assert lines[0].split() == ["1", *["2"] * 10, "3"]


def test_colours_change_no_character_of_a_text_board() -> None:
    grid = read_position("###\n", 1).grid
    window = next(bands(grid, Paper()))
    plain = number_rows(grid, window, ["+*1"], Paper())
    colourful = number_rows(grid, window, ["+*1"], Paper(colour=True))
    assert "\x1b[1;32m" in colourful[1]
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in colourful] == plain
