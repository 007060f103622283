"""What the overlays of the game screen and of replays show: proved cells, odds, and a description of the cell under the
cursor.

The exact solver finds all of it. This module is loaded when an overlay is first shown.

Tested in tests/ui/draw/test_overlay.py and tests/ui/game/test_overlay_mode.py.
"""

from __future__ import annotations

from collections.abc import Generator

from minesweeper.core.cells import CellSet, cells_of, contains, to_cell_set
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise, percent, plural, rough_percent
from minesweeper.play import fair
from minesweeper.play.game import Game
from minesweeper.solvers import count_linear, exact
from minesweeper.ui.draw.geometry import Geometry, View
from minesweeper.ui.draw.glyphs import FULL_BAR


def analyse_to_show(
    position: Position, previous: exact.Analysis | None = None
) -> Generator[exact.Analysis | None, None, exact.Analysis]:
    """Analyses a position in slices, for an overlay. It yields None between slices and returns the best analysis it
    found.

    If exact odds take long, it first yields a quick analysis, so that the player sees something meanwhile. To save
    time, it builds on the analysis ``previous`` of an earlier position of the game.
    """
    analysis = yield from exact.analyse(position, previous, count_linear.QUICK)
    if not analysis.is_exact:
        yield analysis
        analysis = yield from exact.analyse(position, analysis)
    return analysis


def odds_in_view(analysis: exact.Analysis, game: Game, geometry: Geometry, view: View) -> dict[int, tuple[int, int]]:
    """The odds to draw on the board, as numerator and denominator for each cell.

    Only frontier cells in view have them, except flagged cells and cells that are proved.
    """
    shown = game.grid.rectangle(view.row, view.col, geometry.view_rows, geometry.view_cols)
    wanted = shown & game.position.frontier & ~(game.flags | analysis.safe | analysis.mined)
    return {cell: analysis.odds(cell) for cell in cells_of(wanted)}


def lowest_risks(analysis: exact.Analysis, game: Game) -> CellSet:
    """The frontier cells that have the lowest odds of a mine, if the player has to guess.

    Empty if a safe cell is proved. Also empty if the interior is safer than every frontier cell: the board shows no
    odds in the interior, so no cell that shows odds is the best one.
    """
    if analysis.safe & game.hidden:
        return 0
    risks = {cell: _risk(analysis.odds(cell)) for cell in cells_of(game.position.frontier & ~analysis.mined)}
    least = min(risks.values(), default=0.0)
    elsewhere = analysis.interior_odds
    if elsewhere is not None and _risk(elsewhere) < least:
        return 0
    return to_cell_set(cell for cell, risk in risks.items() if risk == least)


def _risk(odds: tuple[int, int]) -> float:
    return odds[0] / odds[1]


def overlay_words(
    analysis: exact.Analysis,
    game: Game,
    cursor: tuple[int, int],
    odds: bool,
    win: tuple[str, str] | None = None,
    is_fair: bool = False,
    tenths: str = "",
) -> tuple[str, ...]:
    """Describes the cell under the cursor and the board in several forms, the longest first. The last form is at most
    two short lines, all others are sentences.

    Odds are described only if ``odds`` is set. ``win`` is the chance to win, first as a sentence, then as a figure. On
    a fair board (``is_fair``) a guess survives if no cell is safe, so the text says what becomes of a guess. If
    ``tenths`` isn't empty, it is the sign of odds in tenths (`TerminalLooks.sign_of_tenths`), and the longest form
    explains them.
    """
    cell, rest = game.grid.cell(*cursor), analysis.interior_odds if odds else None
    parts, here, forced, says_fate = [], "", "", False
    if not contains(game.opened, cell):
        is_open, is_safe = not contains(analysis.safe | analysis.mined, cell), contains(analysis.safe, cell)
        fate = fair.guess_fate(analysis, cell) if is_fair else None
        undecided = "undecided" if fate is None else f"a guess {fate}"
        long = short = undecided if is_open else "safe" if is_safe else "a mine"
        says_fate = is_open and fate is not None
        if is_open and odds:
            figure, short = _odds_words(analysis, analysis.odds(cell))
            long = f"{figure} chance of a mine"
        parts, here = [f"here: {long}"], f"here: {short}"
    if not game.hidden & ~analysis.mined:
        board = "nothing is left to open"
    elif safe := (analysis.safe & game.hidden).bit_count():
        board = plural(safe, "safe cell")
    elif is_fair and analysis.is_exact:
        board = "none provably safe" if says_fate else "a guess survives"
        forced = f"no cell can be proved safe{'' if says_fate else ': any guess survives'}"
    else:
        board = "no cell is safe" if analysis.is_complete else "no safe cell found"
    after = [forced or board, *([] if win is None else [win[0]])]
    if not analysis.is_final:
        after.append("not exact yet")
    elif odds and not analysis.is_exact:
        after.append("the odds are approximate")
    elif not analysis.is_complete:
        after.append("there may be more to prove")
    if rest is not None:
        where = "elsewhere" if parts or game.typed_position is None else "cells beside no number:"
        long, short = _odds_words(analysis, rest)
        parts.append(f"{where} {long}")
        board = f"elsewhere {short}" if win is None else f"rest {short} win {win[1]}"
    elif win is not None:
        board = f"none safe; win {win[1]}"
    sentences = " ".join(f"{capitalise(part)}." for part in (*parts, *after))
    meaning = "A higher bar is a higher risk." if tenths == FULL_BAR else f"{tenths}2 stands for 15 to 24%."
    explained = [f"{sentences} {meaning}"] if odds and tenths else []
    return *explained, sentences, "\n".join(filter(None, (here, board)))


def _odds_words(analysis: exact.Analysis, odds: tuple[int, int]) -> tuple[str, str]:
    """Odds for a sentence, and a shorter figure of them.

    Both are marked as approximate unless the analysis is exact.
    """
    short = percent(*odds) if analysis.is_exact else rough_percent(odds[0] / odds[1], exact=False)
    return percent(*odds, analysis.is_exact), short
