"""What a cell may show when it is opened: the chance of each clue."""

from __future__ import annotations

from fractions import Fraction

from minesweeper.core.position import Position
from minesweeper.solvers.deduction import Contradiction, run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.solution import Answers, GivenPlace, need_position, to_cell


def clue_odds(position: Position, place: GivenPlace) -> Answers[Fraction]:
    """The chances that a cell shows 0, 1, .. 8 when it is opened; what is missing to 1 is the chance of a mine.

    They are exact as far as ``Answers.is_exact`` says. An opened cell shows its clue.
    """
    cell = to_cell(need_position(position).grid, place)
    if position.opened >> cell & 1:
        return Answers([Fraction(position.clue(cell) == clue) for clue in range(9)], is_exact=True)
    analysis = run_to_end(analyse(position))
    safe = 1 - Fraction(*analysis.odds(cell))
    shown = [_shown(position, cell, clue) for clue in range(9)]
    if analysis.is_exact and all(after is None or after.is_exact for after in shown):
        counts = [0 if after is None else after.layouts or 0 for after in shown]
        return Answers([Fraction(count, analysis.layouts or 1) for count in counts], is_exact=True)
    most = max((after.magnitude for after in shown if after is not None), default=0.0)
    shares = [Fraction(0) if after is None else Fraction(10 ** (after.magnitude - most)) for after in shown]
    return Answers([safe * share / (sum(shares) or 1) for share in shares], is_exact=False)


def _shown(position: Position, cell: int, clue: int) -> Analysis | None:
    """What would be known if a hidden cell showed a clue; None if it can't."""
    ones, twos, fours, eights = (plane | (clue >> bit & 1) << cell for bit, plane in enumerate(position.clues))
    try:
        return run_to_end(
            analyse(position._replace(opened=position.opened | 1 << cell, clues=(ones, twos, fours, eights)))
        )
    except Contradiction:
        return None
