"""Lays over the board what the exact solver knows: proved cells, or the odds of every cell.

Tested in tests/ui/game/test_overlay_state.py.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from typing import TYPE_CHECKING

from minesweeper.core.cells import cells_of, contains
from minesweeper.core.text import percent, plural, rough_percent
from minesweeper.play.game import Game
from minesweeper.ui.draw.geometry import Geometry, View

if TYPE_CHECKING:
    from minesweeper.core.position import Position
    from minesweeper.solvers.exact import Analysis


class Overlay(Enum):
    """Names the overlays of the board: none, the proved cells, or the odds of every cell."""

    OFF = "off"
    HELP = "help colours"
    ODDS = "odds"

    def next(self) -> Overlay:
        """Returns the overlay that follows when the player presses the overlay key."""
        return {Overlay.OFF: Overlay.HELP, Overlay.HELP: Overlay.ODDS, Overlay.ODDS: Overlay.OFF}[self]

    @property
    def next_word(self) -> str:
        """Names the effect of the overlay key now, for its hint: show safe cells, show odds, or hide."""
        return {Overlay.OFF: "show safe", Overlay.HELP: "show odds", Overlay.ODDS: "hide"}[self]


def analyse_to_show(position: Position, previous: Analysis | None = None) -> Generator[Analysis | None, None, Analysis]:
    """Analyses a position to show, in slices, building on the analysis of an earlier one.

    If exact counts take long, a quick analysis is yielded first.
    """
    from minesweeper.solvers.count_linear import QUICK  # a game is shown before the solvers are there
    from minesweeper.solvers.exact import analyse

    analysis = yield from analyse(position, previous, QUICK)
    if not analysis.is_exact:
        yield analysis
        analysis = yield from analyse(position, analysis)
    return analysis


def odds_in_view(analysis: Analysis, game: Game, geometry: Geometry, view: View) -> dict[int, tuple[int, int]]:
    """Returns the odds of the frontier cells in view that are neither decided nor flagged."""
    shown = game.grid.rectangle(view.row, view.col, geometry.view_rows, geometry.view_cols)
    wanted = shown & game.position.frontier & ~(game.flags | analysis.safe | analysis.mined)
    return {cell: analysis.odds(cell) for cell in cells_of(wanted)}


def overlay_texts(
    analysis: Analysis, game: Game, cursor: tuple[int, int], odds: bool, win: tuple[str, str] | None = None
) -> tuple[str, str]:
    """Describes the cell under the cursor and the board: in sentences, and in two short lines."""
    return _sentence(analysis, game, cursor, odds, win), "\n".join(_short_lines(analysis, game, cursor, odds, win))


def _sentence(analysis: Analysis, game: Game, cursor: tuple[int, int], odds: bool, win: tuple[str, str] | None) -> str:
    parts = []
    cell = game.grid.cell(*cursor)
    if not contains(game.opened, cell):
        parts.append(f"Here: {_cell_words(analysis, cell, odds)}.")
    if odds and analysis.interior_odds is not None:
        where = "Elsewhere" if parts or game.sketch is None else "Cells beside no number:"
        parts.append(f"{where} {percent(*analysis.interior_odds, analysis.is_exact)}.")
    safe = (analysis.safe & game.hidden).bit_count()
    if safe:
        parts.append(f"{plural(safe, 'cell')} {'is' if safe == 1 else 'are'} proved safe.")
    elif not game.hidden & ~analysis.mined:
        parts.append("Nothing is left to open.")
    else:
        parts.append("No cell is safe." if analysis.is_complete else "No cell was found to be safe.")
    if win is not None:
        parts.append(f"{win[0]}.")
    if not analysis.is_final:
        parts.append("Not exact yet: counting...")
    elif odds and not analysis.is_exact:
        parts.append("The odds are approximate.")
    elif not analysis.is_complete:
        parts.append("There may be more to prove.")
    return " ".join(parts)


def _short_lines(
    analysis: Analysis, game: Game, cursor: tuple[int, int], odds: bool, win: tuple[str, str] | None
) -> list[str]:
    cell = game.grid.cell(*cursor)
    if contains(game.opened, cell):
        first = "odds of a mine" if odds else "what can be proved"
        if not analysis.is_exact:
            first = "counting..." if not analysis.is_final else "odds, not exact" if odds else first
    else:
        first = f"here: {_cell_words(analysis, cell, odds, short=True)}"
    if odds and analysis.interior_odds is not None:
        elsewhere = _short_odds(analysis, analysis.interior_odds)
        return [first, f"elsewhere {elsewhere}" if win is None else f"rest {elsewhere} win {win[1]}"]
    safe = (analysis.safe & game.hidden).bit_count()
    if win is not None:
        return [first, f"none safe; win {win[1]}"]
    if analysis.is_complete:
        return [first, plural(safe, "safe cell") if safe else "no cell is safe"]
    return [first, f"{plural(safe, 'safe cell')} so far" if safe else "no safe cell found"]


def _short_odds(analysis: Analysis, odds: tuple[int, int]) -> str:
    return percent(*odds) if analysis.is_exact else rough_percent(odds[0] / odds[1], exact=False)


def _cell_words(analysis: Analysis, cell: int, odds: bool, short: bool = False) -> str:
    if contains(analysis.safe, cell):
        return "safe"
    if contains(analysis.mined, cell):
        return "a mine"
    if not odds:
        return "undecided"
    ratio = analysis.odds(cell)
    if short:
        return f"{_short_odds(analysis, ratio)} a mine"
    return f"{percent(*ratio, analysis.is_exact)} chance of a mine"
