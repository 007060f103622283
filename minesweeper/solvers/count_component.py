"""How a component is counted: as its clues lie, as in almost all games; else in a better order; else as a tree.

Tested in tests/solvers/test_count_tree.py.
"""

from __future__ import annotations

from collections.abc import Generator

from minesweeper.solvers.constraints import Component, reordered
from minesweeper.solvers.count_linear import Effort, LayoutCounter, TooLarge, tables_of

AS_THEY_LIE = 2_000
"""The most transitions of a component counted in the order in which its clues lie: those of real games have less."""
ORDERED = 10_000
"""The same in an order that was looked for: some milliseconds."""
_WORTH_ORDERING = 10
"""An order is not tried if it is thought to take so many times what it may; estimates are right within five."""


def count_component(
    component: Component, effort: Effort
) -> Generator[None, None, tuple[Component, LayoutCounter | None]]:
    """The component, perhaps with its groups in another order, and what counts its layouts; None if there are none.

    TooLarge if that can't be done with the effort. A tree comes last: with it no player can look one move ahead.
    """
    if len(component.clues) > effort.clues:
        raise TooLarge
    try:
        return component, _possible(tables_of(component.plan, AS_THEY_LIE))
    except TooLarge:
        yield
    ordered, cost = yield from reordered(component)
    if cost <= _WORTH_ORDERING * ORDERED:
        try:
            return ordered, _possible(tables_of(ordered.plan, ORDERED))
        except TooLarge:
            yield
    from minesweeper.solvers.count_tree import build_tree  # loaded late: hardly any component of a game needs it

    return component, (yield from build_tree(component, effort))


def _possible(tables: LayoutCounter) -> LayoutCounter | None:
    return tables if tables.possible else None
