"""Answers what-if questions: what follows if some hidden cells are mines, and which clues can then no longer hold.

It first applies single clues and the mine total, because these give the reasons that a player sees, and then counts
layouts, which finds everything. Confirmed mines are the player's flags. Like the what-if mines they may be wrong, so
they never prove that a what-if mine is wrong. Mines given with the position are facts. ``assist/what_if.py`` puts the
answer into words.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from minesweeper.core.cells import CellSet, cells_of, first_cell, steps_between, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers.bitrules import SweepResult, sweep_to_end
from minesweeper.solvers.deduction import shrink
from minesweeper.solvers.proof import ClueSystem

_MOST_CLUES = 1000
"""If more clues are next to hidden cells, layouts are counted only for the clues around the what-if mines."""
_RADIUS = 16


class Violation(NamedTuple):
    """A clue that can no longer hold."""

    cell: int
    """The opened cell that shows the clue."""
    clue: int
    """The number on it."""
    mines: int
    """How many mines are next to it, counting confirmed mines, what-if mines and those that follow."""
    room: int
    """How many other neighbours could still be mines."""


class WhatIf(NamedTuple):
    """What follows from some what-if mines, which are cells that the player tries as mines."""

    what_if_mines: CellSet
    implied_mines: CellSet
    implied_safe: CellSet
    from_what_if_mines: CellSet
    """Those of the implied cells that wouldn't follow without the what-if mines.

    Also those that counting proves without them, if single clues prove these only with them.
    """
    violations: tuple[Violation, ...]
    """The clues that can no longer hold, the nearest to a what-if mine first."""
    conflict: CellSet
    """Clues that contradict each other although each could hold by itself. Only counting finds these."""
    mines_left: int
    """The mine total minus the confirmed mines, the what-if mines and those that follow.

    It is negative if these are too many.
    """
    breaks_total: bool
    """Whether the mine total can no longer be right."""
    refuted: CellSet
    """The what-if mines that are wrong even if tried alone. They are safe to open."""
    culprit: int | None
    """The one wrong what-if mine if everything fits without it, otherwise None. It is safe to open."""
    proved: CellSet = 0
    """The what-if mines that must be mines anyway, by the clues alone."""
    is_complete: bool = False
    """Whether this is everything that follows. It isn't if the board was too large to count."""

    @property
    def is_broken(self) -> bool:
        """Whether no layout fits."""
        return bool(self.violations or self.conflict or self.breaks_total)


def what_if(position: Position, what_if_mines: CellSet, confirmed: CellSet = 0) -> Generator[None, None, WhatIf]:
    """Finds out what follows if the what-if mines and the confirmed mines are mines. Runs in slices.

    Opened cells and given mines among them are ignored.
    """
    what_if_mines &= position.hidden & ~position.given
    confirmed &= position.hidden & ~(what_if_mines | position.given)
    clues = _clues_around(position, what_if_mines)
    before = yield from _follow(position, confirmed, clues)
    after = yield from _follow(position, what_if_mines | confirmed, clues)
    refuted = 0
    culprit = None
    if after.is_broken:
        # Tries the what-if mine alone, by the clues and the mine total without the flags.
        for cell in cells_of(what_if_mines):
            refuted |= (yield from _follow(position, 1 << cell, clues)).is_broken << cell
        if refuted.bit_count() == 1:
            rest = yield from _follow(position, (what_if_mines ^ refuted) | confirmed, clues)
            culprit = None if rest.is_broken else first_cell(refuted)
    proved = 0 if before.is_broken else before.mined & what_if_mines
    # Doesn't rely on the flags, because one may be wrong.
    if proved and confirmed:
        proved &= (yield from _follow(position, 0, clues)).mined
    claims = what_if_mines | confirmed | position.given
    return WhatIf(
        what_if_mines,
        implied_mines=after.mined & ~claims,
        implied_safe=after.safe,
        from_what_if_mines=(_more(after, before) | _more(after.swept, before.swept)) & ~claims,
        violations=_violations(position, after, what_if_mines),
        conflict=after.conflict,
        mines_left=position.mine_total - after.mined.bit_count(),
        breaks_total=after.breaks_total,
        refuted=refuted,
        culprit=culprit,
        proved=proved,
        is_complete=after.is_complete or after.is_broken,
    )


class _Inference(NamedTuple):
    """What follows from some mines, with these mines included."""

    swept: SweepResult
    """What follows by single clues and the mine total alone."""
    safe: CellSet
    mined: CellSet
    violated: CellSet = 0
    """The opened cells whose clue can no longer hold."""
    conflict: CellSet = 0
    breaks_total: bool = False
    is_complete: bool = False

    @property
    def is_broken(self) -> bool:
        return bool(self.violated or self.conflict or self.breaks_total)


def _more(after: _Inference | SweepResult, before: _Inference | SweepResult) -> CellSet:
    return (after.mined & ~before.mined) | (after.safe & ~before.safe)


def _follow(position: Position, mines: CellSet, clues: list[int]) -> Generator[None, None, _Inference]:
    """Finds out what follows from some mines, first by single clues and then by counting layouts of ``clues``.

    Runs in slices.
    """
    mines |= position.given
    swept = yield from sweep_to_end(position, mines, with_total=True)
    mines_left = position.mine_total - swept.mined.bit_count()
    unknown = position.hidden & ~(swept.safe | swept.mined)
    breaks_total = not 0 <= mines_left <= unknown.bit_count()
    outcome = _Inference(swept, swept.safe, swept.mined, swept.broken, breaks_total=breaks_total)
    if not outcome.is_broken:
        outcome = yield from _reason_exactly(position, mines, clues, outcome)
    return outcome


def _reason_exactly(
    position: Position, mines: CellSet, clues: list[int], propagated: _Inference
) -> Generator[None, None, _Inference]:
    """Adds what counting the layouts of ``clues`` proves. Runs in slices.

    If no layout fits, it finds clues to blame from which none can be left out.
    """
    system = ClueSystem(position, clues, given_mined=mines)
    everything = system.all_clues
    yield
    with_total = system.decided(everything) is not None
    decided = system.decided(everything, with_total)
    yield
    if decided is not None:
        safe, mined = system.to_board(decided.safe), system.to_board(decided.mined)
        possible = system.possible(everything)
        is_complete = possible is not None and possible.is_complete and len(clues) == len(_active_clues(position))
        safe, mined = safe | propagated.safe, mined | propagated.mined
        return propagated._replace(safe=safe, mined=mined, is_complete=is_complete)
    fewest = yield from shrink(range(len(clues)), lambda some: system.decided(some, with_total) is None)
    return propagated._replace(conflict=system.clues_on_board(fewest), breaks_total=with_total)


def _active_clues(position: Position) -> list[int]:
    return cells_of(position.grid.spread(position.hidden) & position.opened)


def _clues_around(position: Position, cells: CellSet) -> list[int]:
    """The clues next to hidden cells. On a large board, only those around the given cells."""
    grid, active = position.grid, _active_clues(position)
    if len(active) > _MOST_CLUES:
        near = 0
        for row, col in map(grid.row_col, cells_of(cells)):
            near |= grid.rectangle(row - _RADIUS, col - _RADIUS, 2 * _RADIUS + 1, 2 * _RADIUS + 1)
        return cells_of(to_cell_set(active) & near)
    return active


def _violations(position: Position, outcome: _Inference, what_if_mines: CellSet) -> tuple[Violation, ...]:
    grid, tried_cells = position.grid, cells_of(what_if_mines)
    unknown = position.hidden & ~(outcome.safe | outcome.mined)
    violations = []
    for clue in cells_of(outcome.violated):
        beside = grid.neighbours(clue)
        mines, room = (beside & outcome.mined).bit_count(), (beside & unknown).bit_count()
        violations.append(Violation(clue, position.clue(clue), mines, room))
    nearest = {
        clue.cell: min((steps_between(grid, clue.cell, p) for p in tried_cells), default=0) for clue in violations
    }
    return tuple(sorted(violations, key=lambda violation: nearest[violation.cell]))
