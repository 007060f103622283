"""The judge of fair boards, on which luck never decides.

If nothing can be proved, a guess survives. If a safe cell can be proved and the player opens an unproved one, the
player hits a mine. The layout is kept as long as it agrees with this verdict. Otherwise a new layout is drawn,
uniformly among all layouts that fit the position and agree with the verdict. It follows by induction that the hidden
layout is always equally likely to be any of those that fit. The last layout fits every clue that was ever shown, so a
replay on it shows the whole game.

`Session` calls `judge` before each move that opens cells. The judge asks the solvers about a `Position`, so the real
mines never reach them. docs/playing.md explains the rules to players.
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
    """No cell in the region of the guess was provably safe, so the guess survives."""
    NEEDLESS = "needless"
    """Some cell in the region was provably safe, or the opened cell was provably a mine. The move hits a mine."""
    UNDECIDED = "undecided"
    """The clues were too many to count the layouts, so luck decides, as on a random board."""


class Ruling(NamedTuple):
    """The verdict about a move, and the layout on which it is then played."""

    verdict: Verdict
    layout: Layout
    analysis: Analysis
    """The analysis of the position before the move. It saves time if the next call of `judge` gets it."""


def judge(game: Game, risked: CellSet, trusted: CellSet, seed: str, previous: Analysis | None = None) -> Ruling:
    """Judges a move that opens the cells ``risked``. If it is a chord, it relies on the flags ``trusted``.

    The seed, the opened cells and the move decide which layout is drawn, so that the same moves always lead to the same
    game. ``previous`` is the analysis of the last ruling, which saves time. A move that isn't a chord and opens several
    unproved cells is left to luck, because neither the full screen nor text mode makes such a move.
    """
    assert game.layout is not None
    layout, position = game.layout, game.position
    known = run_to_end(analyse(position, previous, QUICK))
    if not risked & ~known.safe:
        return Ruling(Verdict.PROVED, layout, known)
    # The draw uses an analysis that doesn't build on an earlier one. What an analysis takes over from an earlier one
    # changes the order of its parts and so the layout that is drawn, but a resumed game has no earlier analysis.
    analysis = known if previous is None else run_to_end(analyse(position, None, QUICK))
    unproved = risked & ~analysis.safe
    if not analysis.is_exact or not (trusted or unproved.bit_count() == 1):
        return Ruling(Verdict.UNDECIDED, layout, known)
    must_hit = bool(region_of(analysis, unproved) & analysis.safe)
    verdict = Verdict.NEEDLESS if must_hit else Verdict.FORCED
    if must_hit == bool(unproved & layout.mines):
        return Ruling(verdict, layout, known)
    # A guess on a single cell hits a mine if the cell is one. A chord hits a mine if not all its flags are mines.
    stream = RandomStream(f"minesweeper fair 1|{seed}|{position.opened:x}|{risked:x}|{trusted:x}")
    try:
        drawn = _draw(analysis, trusted or unproved, stream, all_mined=must_hit != bool(trusted))
    except TooLarge:
        return Ruling(Verdict.UNDECIDED, layout, known)
    if drawn is None:  # every layout that fits makes the move lose
        return Ruling(Verdict.NEEDLESS, layout, known)
    return Ruling(verdict, Layout(layout.grid, drawn), known)


def region_of(analysis: Analysis, cells: CellSet) -> CellSet:
    """The region of some cells: all hidden cells that can be reached from them without crossing opened cells or
    provable mines.

    A step leads to any of the eight neighbours. The region of a provable mine is empty.
    """
    free = analysis.position.hidden & ~analysis.mined
    return analysis.position.grid.flood(cells & free, free)


def guess_fate(analysis: Analysis, cell: int) -> str | None:
    """What happens to a guess at this cell on a fair board: ``survives`` or ``hits a mine``.

    Returns None if the cell can be proved, because opening it isn't a guess then, and if the layouts can't be counted.
    """
    if not analysis.is_final or not analysis.is_exact or not contains(analysis.position.hidden, cell):
        return None
    if contains(analysis.safe | analysis.mined, cell):
        return None
    return "hits a mine" if region_of(analysis, 1 << cell) & analysis.safe else "survives"


def _draw(analysis: Analysis, cells: CellSet, stream: RandomStream, *, all_mined: bool) -> CellSet | None:
    """Draws the mines of a layout that fits the position, where all such layouts are equally likely.

    With ``all_mined``, all of ``cells`` are mines in the layout; otherwise at least one of them is safe. Returns None
    if no such layout fits. Raises TooLarge if the layouts can't be counted.
    """
    position = analysis.position
    if all_mined:
        fitting = _analyse_with(position, cells)
        return None if fitting is None else Sampler(fitting).draw(stream)
    # Each layout is counted with the first of the cells that is safe in it. The cells before that one are mines then.
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
    """Analyses the position with further given mines.

    Returns None if no layout has all of them. Raises TooLarge if the layouts can't be counted.
    """
    try:
        analysis = run_to_end(analyse(position._replace(given=position.given | mines), None, QUICK))
    except Contradiction:
        return None
    if not analysis.is_exact:
        raise TooLarge
    return analysis
