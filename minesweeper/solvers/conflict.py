"""What to say about a position that no layout fits: the clues that can't hold together, or the mine total.

This runs only once something is known to be wrong, so it is written to find few clues, not to be fast.
"""

from __future__ import annotations

from minesweeper.cells import CellSet, cells_of, place_text
from minesweeper.position import Position
from minesweeper.solvers.components import Component, Frontier
from minesweeper.solvers.counting import Tables, TooLarge
from minesweeper.solvers.deduction import Contradiction
from minesweeper.solvers.shrinking import shrink
from minesweeper.solvers.slices import finish

_WORK_LIMIT = 20_000
"""The most transitions for one trial; a component that needs more counts as possible."""


def impossible_clues(position: Position, near: CellSet) -> Contradiction:
    """The error for clues that can't hold together: a smallest set of them, found around the given cells.

    No clue of the set can be left out. The search widens until the clues inside are impossible on their own.
    """
    grid, opened = position.grid, position.opened
    area = near
    while True:
        area = grid.spread(grid.spread(area))
        if not can_hold(position, area & opened):
            needed = finish(shrink(cells_of(area & opened), lambda clues: not can_hold(position, clues)))
            return _error(position, needed)
        if area == grid.all_cells:
            return Contradiction("the clues can't hold together", near & opened)


def can_hold(position: Position, clues: CellSet) -> bool:
    """Whether some mines among the hidden cells fit these clues, as far as that can be found out in short time."""
    hidden = position.hidden
    beside = position.grid.spread(hidden)
    ones, twos, fours, eights = position.clues
    if clues & ~beside & (ones | twos | fours | eights):
        return False
    active = clues & beside
    frontier = Frontier(position.grid, position.clues, active, hidden)
    try:
        return all(_is_possible(component) for component in frontier.components(active))
    except Contradiction:
        return False


def _is_possible(component: Component) -> bool:
    try:
        return Tables(component.plan, _WORK_LIMIT).possible != 0
    except TooLarge:
        return True


def _error(position: Position, clues: CellSet) -> Contradiction:
    cells = cells_of(clues)
    places = [place_text(*position.grid.row_col(cell)) for cell in cells]
    if len(cells) == 1:
        room = (position.grid.neighbours(cells[0]) & position.hidden).bit_count()
        beside = f"{room} hidden neighbour{'' if room == 1 else 's'}"
        text = f"the clue {position.clue(cells[0])} at {places[0]} can't be: it has {beside}"
    else:
        text = f"the clues at {'; '.join(places)} can't hold together"
    return Contradiction(text, clues)


def impossible_total(position: Position, fewest: int, most: int) -> Contradiction:
    """The error for a mine total that no layout has; the clues need ``fewest`` mines at least and ``most`` at most."""
    total = position.mine_total
    if total < fewest:
        reason = f"the clues need at least {fewest}"
    elif total > most:
        reason = f"the clues leave room for at most {most}"
    else:
        reason = "no layout that fits the clues has so many"
    return Contradiction(f"a mine total of {total} can't be: {reason}")
