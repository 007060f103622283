"""The strongest move: a certain one if there is one, else the guess that wins most often.

With few layouts left the whole game tree is searched (endgame.py); before that the safest guesses are compared by what
they promise one move further (lookahead.py).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from enum import Enum
from typing import NamedTuple

from minesweeper.cells import CellSet, Planes, cells_with_number, first_cell, to_cell_set
from minesweeper.position import Position
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.endgame import best_end_move_in_slices
from minesweeper.solvers.exact import Reasoner
from minesweeper.solvers.islands import find_islands
from minesweeper.solvers.lookahead import Lookahead
from minesweeper.solvers.slices import finish
from minesweeper.solvers.totals import Odds

END_LAYOUTS = 3000
"""With at most so many layouts on an island the game tree is searched to its end."""
MOST_DIGITS = 20
"""If the number of layouts has more digits, no islands are looked for: one of them would be too large."""
NEARLY_AS_SAFE = 0.9
"""Guesses are compared if their safety is at least this share of the best."""
FRONTIER_GUESSES = 6
ZERO_WORTH = 0.1
"""How much more a cell counts that shows a 0 for sure, when guesses are chosen to be compared."""
LARGEST_LOOK = 64
"""Beyond so many different mine numbers of the components their weights are no more worth the time."""


class Kind(Enum):
    """How a move was chosen."""

    CERTAIN = "certain"
    END_GAME = "end game"
    LOOK_AHEAD = "look-ahead"
    ROLL_OUTS = "roll-outs"
    SAFEST = "safest"


class Move(NamedTuple):
    """A cell to open."""

    cell: int
    odds: Odds
    """The layouts in which it is mined, and all layouts."""
    kind: Kind
    wins: Odds | None = None
    """In the end game, the layouts in which perfect play now wins, and all layouts."""


def best_move(position: Position, analysis: Analysis | None = None) -> Move:
    """The strongest move of a position that has a safe cell left; ``analysis`` saves time if it is of that position."""
    if analysis is None:
        analysis = Reasoner().analyse(position)
    if analysis.safe:
        cell = first_cell(analysis.safe)
        return Move(cell, analysis.odds(cell), Kind.CERTAIN)
    return best_guess(analysis)


def best_guess(analysis: Analysis) -> Move:
    """The strongest guess of a position in which no cell is certainly safe."""
    return finish(best_guess_in_slices(analysis))


def best_guess_in_slices(analysis: Analysis, end_layouts: int | None = None) -> Generator[None, None, Move]:
    """The same, with pauses in the end game, which begins at so many layouts; if not told, at END_LAYOUTS."""
    if not analysis.position.hidden & ~analysis.mined:
        raise ValueError("every hidden cell is a mine: there is no move left")
    most = END_LAYOUTS if end_layouts is None else end_layouts
    islands = find_islands(analysis) if analysis.is_exact and analysis.magnitude < MOST_DIGITS else []
    if islands and max(island.layouts for island in islands) <= most:
        end = yield from best_end_move_in_slices(analysis, islands)
        if end is not None:
            return Move(end.cell, (end.layouts - end.safe, end.layouts), Kind.END_GAME, (end.wins, end.layouts))
    if analysis.is_exact and sum(p.tables.highest - p.tables.lowest for p in analysis.parts) <= LARGEST_LOOK:
        cell = _compare(analysis)
        if cell is not None:
            return Move(cell, analysis.odds(cell), Kind.LOOK_AHEAD)
    cell = _safest(analysis)
    return Move(cell, analysis.odds(cell), Kind.SAFEST)


def _compare(analysis: Analysis) -> int | None:
    """The guess that promises most; None if no cell that may tell something is safe enough."""
    ahead = Lookahead(analysis)
    best, choice = 0.0, None
    for safety, cell in sorted(_candidates(analysis, ahead), reverse=True):
        if safety * ahead.most_worth <= best:
            break
        outlook = ahead.outlook(cell)
        if outlook.clues > 1 and outlook.score > best:
            best, choice = outlook.score, cell
    return choice


class Candidate(NamedTuple):
    """A guess, and what it promises."""

    score: float
    """See ``Outlook.score``."""
    safety: float
    cell: int


def rank_guesses(analysis: Analysis) -> list[Candidate]:
    """The guesses worth comparing that may tell something, the most promising first; the analysis must be exact."""
    ahead = Lookahead(analysis)
    ranked = []
    for safety, cell in _candidates(analysis, ahead):
        outlook = ahead.outlook(cell)
        if outlook.clues > 1:
            ranked.append(Candidate(outlook.score, safety, cell))
    return sorted(ranked, reverse=True)


def _candidates(analysis: Analysis, ahead: Lookahead) -> list[tuple[float, int]]:
    """The guesses worth comparing, each with its safety."""
    safest = 0.0
    groups = []
    for cells, risk, layouts in analysis.group_odds():
        living = [cell for cell in cells if ahead.hidden_beside(cell)]
        if living:
            safety = 1 - risk / layouts
            groups.append((safety, living))
            safest = max(safest, safety)
    inside = 0.0
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        inside = 1 - risk / layouts
        safest = max(safest, inside)
    bar = NEARLY_AS_SAFE * safest
    near = [
        (safety * (1 + ZERO_WORTH * _zero_chance(analysis, ahead, cell)), safety, cell)
        for safety, living in groups
        if safety >= bar
        for cell in living
    ]
    chosen = [(safety, cell) for _, safety, cell in sorted(near, reverse=True)[:FRONTIER_GUESSES]]
    if inside >= bar and analysis.interior:
        chosen += [(inside, cell) for cell in interior_guesses(analysis)]
    return chosen


def _zero_chance(analysis: Analysis, ahead: Lookahead, cell: int) -> float:
    """About how likely the cell shows a 0 if it is safe: as if its neighbours were independent."""
    if analysis.position.grid.neighbours(cell) & analysis.mined:
        return 0.0
    chance = 1.0
    for other in ahead.hidden_beside(cell):
        risk, layouts = analysis.odds(other)
        chance *= 1 - risk / layouts
    return chance


def interior_guesses(analysis: Analysis) -> list[int]:
    """Two interior cells with the fewest hidden neighbours, and two that have frontier cells beside them."""
    grid, interior = analysis.position.grid, analysis.interior
    frontier = to_cell_set(analysis.places())
    hidden_beside = grid.count_neighbours(interior | frontier)
    frontier_beside = grid.count_neighbours(frontier)
    left, chosen = interior, []
    for among in (interior, interior, grid.spread(frontier), grid.spread(frontier)):
        fewest = _with_extreme(hidden_beside, left & among, range(9))
        if fewest:
            cell = first_cell(_with_extreme(frontier_beside, fewest, range(8, -1, -1)))
            left ^= 1 << cell
            chosen.append(cell)
    return chosen


def _with_extreme(planes: Planes, among: CellSet, order: Iterable[int]) -> CellSet:
    """The cells whose number comes first in the order."""
    return next((found for number in order if (found := cells_with_number(planes, number, among))), 0)


def _safest(analysis: Analysis) -> int:
    """The cell with the lowest risk; of equal ones an interior cell with few neighbours."""
    options = [(risk / layouts, 1, cells[0]) for cells, risk, layouts in analysis.group_odds() if risk < layouts]
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        options.append((risk / layouts, 0, interior_guesses(analysis)[0]))
    return min(options)[2]
