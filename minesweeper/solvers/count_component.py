"""Chooses how to count a component: in the order of its clues, in a better order, or as a tree.

Almost all components of real games take the first way. Tested in tests/solvers/test_count_tree.py.
"""

from __future__ import annotations

from collections.abc import Generator

from minesweeper.solvers.constraints import Component, reordered
from minesweeper.solvers.count_linear import Effort, LayoutCounter, TooLarge, tables_of

AS_THEY_LIE = 2_000
"""The most transitions for a count in the given order of the clues. Components of real games have fewer."""
ORDERED = 10_000
"""The most transitions for a count in an improved order: some milliseconds."""
_WORTH_ORDERING = 10
"""An order isn't tried if its estimate exceeds ORDERED by this factor. Estimates are right within a factor of five."""


def count_component(
    component: Component, effort: Effort
) -> Generator[None, None, tuple[Component, LayoutCounter | None]]:
    """Counts the layouts of a component. Returns it, maybe reordered, with its counter; None if no layout fits.

    Raises TooLarge if the effort isn't enough. A tree comes last, because look-ahead needs linear counters.
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
