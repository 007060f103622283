"""Boards on paper: bands that fit a terminal, and colours only where they are wanted."""

from __future__ import annotations

import io
import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core import printing
from minesweeper.core.cells import CellSet, Grid
from minesweeper.core.position import read_position
from tests.strategies import cell_sets, grids

layered = grids().flatmap(lambda grid: st.tuples(st.just(grid), st.lists(cell_sets(grid), max_size=4)))


@given(layered)
def test_the_whole_board_is_drawn_as_the_part_that_is_all_of_it(case: tuple[Grid, list[CellSet]]) -> None:
    grid, sets = case
    layers = list(zip(sets, "abcd", strict=False))
    window = printing.BoardWindow(0, 0, grid.height, grid.width)
    assert printing.draw_rows(grid, layers, "#") == printing.draw_rows(grid, layers, "#", window)


def test_a_board_as_wide_as_the_terminal_allows_is_printed_in_bands() -> None:
    grid = read_position("#" * 30, 3).grid
    windows = list(printing.bands(grid, printing.Paper(24, 40)))
    assert [(window.col, window.width) for window in windows] == [(0, 18), (18, 12)]
    for window in windows:
        lines = printing.number_rows(grid, window, ["#" * window.width], printing.Paper(24, 40))
        assert max(map(len, lines)) < 40
    assert lines[0].split() == ["1", *["2"] * 10, "3"]


@pytest.mark.posix("needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("environ", "coloured", "elsewhere"),
    [
        ({"TERM": "xterm"}, True, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
        ({}, False, False),
        ({"TERM": "dumb", "CLICOLOR_FORCE": "1"}, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True, True),
        ({"TERM": "xterm", "FORCE_COLOR": "0", "CLICOLOR_FORCE": ""}, True, False),
        ({"TERM": "xterm", "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_colour_is_for_terminals_that_want_it_and_elsewhere_if_it_is_forced(
    environ: dict[str, str], coloured: bool, elsewhere: bool
) -> None:
    main_end, own_end = os.openpty()
    try:
        with open(own_end, "w", closefd=False) as stream:
            assert printing.choose_paper(stream, environ).colour is coloured
        assert printing.choose_paper(io.StringIO(), environ) == printing.Paper(colour=elsewhere)
    finally:
        os.close(main_end)
        os.close(own_end)


def test_colours_change_no_character_of_the_board() -> None:
    grid = read_position("###\n", 1).grid
    window = next(printing.bands(grid, printing.Paper()))
    plain = printing.number_rows(grid, window, ["+*1"], printing.Paper())
    colourful = printing.number_rows(grid, window, ["+*1"], printing.Paper(colour=True))
    assert "\x1b[1;32m" in colourful[1]
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in colourful] == plain
