"""Positions and odds as printable lines, shared by the commands that print boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from minesweeper import printing
from minesweeper.cells import CellSet, cells_with_number, to_cell_set
from minesweeper.pictures import CLUES, EMPTY, HIDDEN
from minesweeper.position import Position
from minesweeper.printing import Paper
from minesweeper.solution import frontier_odds
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.places import percent

SAFE, MINED = "+", "*"
ODDS_TILE = 3
"""Odds need a blank between them: two figures fill a cell."""


def clue_layers(position: Position) -> list[tuple[CellSet, str]]:
    """The opened cells of a position with the characters of their clues."""
    numbers = [(cells_with_number(position.clues, n, position.opened), CLUES[n]) for n in range(1, 9)]
    return [(position.opened, EMPTY), *numbers]


def odds_lines(analysis: Analysis, paper: Paper, near: int | None = None) -> Iterator[str]:
    """The chance of a mine in percent beside the clues: the whole board in bands, or the part around a cell.

    Cells with no clue beside them share one chance, which is told in a sentence.
    """
    grid = analysis.position.grid
    ones = clue_layers(analysis.position)
    tens = [(cells, " ") for cells, _ in ones]
    members: dict[str, list[int]] = {}
    for cells, ratio in frontier_odds(analysis):
        members.setdefault(odds_figure(*ratio), []).extend(cells)
    for figure, listed in members.items():
        tens.append((to_cell_set(listed), figure[0]))
        ones.append((to_cell_set(listed), figure[1]))
    yield f"The chance of a mine in percent; {SAFE} is safe, {MINED} a mine{_elsewhere(analysis)}."
    windows = printing.bands(grid, paper, ODDS_TILE)
    if near is not None:
        windows = iter([printing.choose_window(grid, paper, near, 1, ODDS_TILE)])
    for window in windows:
        marks = printing.draw_rows(grid, tens, " ", window)
        rows = printing.draw_rows(grid, ones, HIDDEN, window)
        # Without colour: that of the digits would take odds for clues.
        yield from printing.number_rows(grid, window, rows, replace(paper, colour=False), marks, ODDS_TILE)


def _elsewhere(analysis: Analysis) -> str:
    risk, layouts = analysis.totals.inside
    if not analysis.interior or risk in (0, layouts):
        return ""
    return f", {HIDDEN} is {percent(risk, layouts)} each"


def odds_figure(risk: int, layouts: int) -> str:
    """Odds in two characters: a percentage that is 0 or 100 only as a sign for certain cells."""
    if risk in (0, layouts):
        return f" {MINED}" if risk else f" {SAFE}"
    rounded = (200 * risk + layouts) // (2 * layouts)
    return "<1" if rounded == 0 else f"{min(rounded, 99):2}"
