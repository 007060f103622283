"""Judges the moves of a fair game, in which luck never decides.

When nothing could be proved, a guess survives. When a safe cell could be proved and the player opens an unproved one,
it is a mine. The layout is kept while it allows this verdict. Otherwise a new one is drawn, uniformly among all layouts
that fit what is shown and allow the verdict. By induction, the hidden layout is always equally likely to be any that
fits. So the last layout fits every clue that was ever shown, and a replay of the moves on it is the whole game.

The judge asks the solvers about a ``Position``: the real mines never reach them. ``play.session`` calls it before each
move that opens cells. docs/playing.md explains the rules to players.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from minesweeper.boards.layout import Layout
from minesweeper.boards.random_stream import RandomStream
from minesweeper.core.cells import CellSet, cells_of, contains
from minesweeper.core.position import Position
from minesweeper.play.game import Game
from minesweeper.solvers.count_linear import QUICK, TooLarge, draw_index
from minesweeper.solvers.deduction import Contradiction, run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.sampling import Sampler


class Verdict(Enum):
    """How a move of a fair game was judged."""

    PROVED = "proved"
    """All opened cells were provably safe."""
    FORCED = "forced"
    """No cell in the region of the guess was provably safe, so it survives."""
    NEEDLESS = "needless"
    """A cell in the region was provably safe, or the move was provably bound to lose. It hits a mine."""
    UNDECIDED = "undecided"
    """The clues were too many to count, so luck decides, as on a random board."""


class Ruling(NamedTuple):
    """The verdict about a move, and the layout on which it is then played."""

    verdict: Verdict
    layout: Layout
    analysis: Analysis
    """The analysis of the position before the move. Passed to the next call of ``judge``, it saves time."""


def judge(game: Game, risked: CellSet, trusted: CellSet, seed: str, previous: Analysis | None = None) -> Ruling:
    """Judges a move that opens the cells ``risked``; a chord also trusts flags to be mines.

    The seed, the opened cells and the move decide which layout is drawn, so the same moves always lead to the same
    game. A move that opens several unproved cells without being a chord is left to luck; no front end makes one.
    """
    assert game.layout is not None
    layout, position = game.layout, game.position
    known = run_to_end(analyse(position, previous, QUICK))
    if not risked & ~known.safe:
        return Ruling(Verdict.PROVED, layout, known)
    # What an analysis has taken over from earlier ones changes the order of its parts, and so the layout that is drawn.
    # A resumed game has no earlier analysis, so the draw never builds on one.
    analysis = known if previous is None else run_to_end(analyse(position, None, QUICK))
    unproved = risked & ~analysis.safe
    if not analysis.is_exact or not (trusted or unproved.bit_count() == 1):
        return Ruling(Verdict.UNDECIDED, layout, known)
    must_hit = bool(region_of(analysis, unproved) & analysis.safe)
    verdict = Verdict.NEEDLESS if must_hit else Verdict.FORCED
    if must_hit == bool(unproved & layout.mines):
        return Ruling(verdict, layout, known)
    # A single cell is a mine if it must hit one. A chord hits a mine if not all flags that it trusts are mines.
    stream = RandomStream(f"minesweeper fair 1|{seed}|{position.opened:x}|{risked:x}|{trusted:x}")
    try:
        drawn = _draw(analysis, trusted or unproved, stream, all_mined=must_hit != bool(trusted))
    except TooLarge:
        return Ruling(Verdict.UNDECIDED, layout, known)
    if drawn is None:  # the move loses on every layout that fits
        return Ruling(Verdict.NEEDLESS, layout, known)
    return Ruling(verdict, Layout(layout.grid, drawn), known)


def region_of(analysis: Analysis, cells: CellSet) -> CellSet:
    """The hidden cells that can be reached from some cells without crossing opened cells or provable mines.

    Cells are connected to all eight neighbours. A provable mine has no region.
    """
    free = analysis.position.hidden & ~analysis.mined
    return analysis.position.grid.flood(cells & free, free)


def guess_fate(analysis: Analysis, cell: int) -> str | None:
    """Says what becomes of a guess on a fair board: ``survives`` or ``hits a mine``.

    None if the cell is no guess, because it can be proved, or if the position can't be decided.
    """
    if not analysis.is_final or not analysis.is_exact or not contains(analysis.position.hidden, cell):
        return None
    if contains(analysis.safe | analysis.mined, cell):
        return None
    return "hits a mine" if region_of(analysis, 1 << cell) & analysis.safe else "survives"


def _draw(analysis: Analysis, cells: CellSet, stream: RandomStream, *, all_mined: bool) -> CellSet | None:
    """Draws the mines of a layout in which some cells are all mines, or in which they aren't, each equally likely.

    Returns None if no such layout fits. Raises TooLarge if the layouts can't be counted.
    """
    position = analysis.position
    if all_mined:
        fitting = _analyse_with(position, cells)
        return None if fitting is None else Sampler(fitting).draw(stream)
    # Each layout belongs to the first of the cells that is safe in it. The cells before that one are then mines.
    stages = [analysis, *_analyses_with_more(position, cells)]
    counts = [0 if stage is None or stage.layouts is None else stage.layouts for stage in stages]
    weights = [before - after for before, after in pairwise(counts)]
    if not any(weights):
        return None
    number = draw_index(weights, stream)
    stage, safe = stages[number], cells_of(cells)[number]
    assert stage is not None
    sampler = Sampler(stage)
    mines = sampler.draw(stream)
    return sampler.redraw(mines, safe, stream) if contains(mines, safe) else mines


def _analyses_with_more(position: Position, cells: CellSet) -> Iterator[Analysis | None]:
    """Analyses the position with the first of the cells as a given mine, then with the first two, and so on."""
    given = 0
    for cell in cells_of(cells):
        given |= 1 << cell
        yield _analyse_with(position, given)


def _analyse_with(position: Position, mines: CellSet) -> Analysis | None:
    """Analyses the position with further given mines; None if no layout has them all. Raises TooLarge if not exact."""
    try:
        analysis = run_to_end(analyse(position._replace(given=position.given | mines), None, QUICK))
    except Contradiction:
        return None
    if not analysis.is_exact:
        raise TooLarge
    return analysis
