"""Clues as constraints: components compared with plain loops, and what a chain of constraints proves."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers import constraints
from minesweeper.solvers.constraints import Component, Constraints, Frontier, PartialAssignment
from minesweeper.solvers.deduction import Step
from tests.solvers.brute_force import clue_pairs, neighbours_by_loops
from tests.strategies import wide_positions


def hidden_beside(position: Position) -> dict[int, frozenset[int]]:
    """The hidden neighbours of each clue that has some."""
    results = {}
    for clue, _ in clue_pairs(position):
        cells = frozenset(c for c in neighbours_by_loops(position.grid, clue) if position.hidden >> c & 1)
        if cells:
            results[clue] = cells
    return results


def components_by_loops(position: Position) -> set[frozenset[int]]:
    """Sets of clues that share hidden cells, directly or through others, found by joining them one by one."""
    beside = hidden_beside(position)
    parts = [{clue} for clue in beside]
    for one, other in combinations(beside, 2):
        if beside[one] & beside[other]:
            linked = [part for part in parts if one in part or other in part]
            parts = [part for part in parts if part not in linked] + [set().union(*linked)]
    return {frozenset(part) for part in parts}


def components_of(position: Position) -> list[Component]:
    active = to_cell_set(hidden_beside(position))
    return list(Frontier(position.grid, position.clues, active, position.hidden).components(active))


@pytest.mark.parametrize("most", [4096, 0], ids=["by masks", "cell by cell"])
@given(position=wide_positions())
def test_components_are_the_clues_that_shared_cells_link(most: int, position: Position) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(constraints, "MASK_CELLS", most)
        components = components_of(position)
    beside = hidden_beside(position)
    assert {frozenset(component.clues) for component in components} == components_by_loops(position)
    for component in components:
        cells = [cell for group in component.groups for cell in group]
        assert sorted(cells) == sorted(frozenset().union(*(beside[clue] for clue in component.clues)))
        for group, clues in zip(component.groups, component.seen_by, strict=True):
            assert all(set(group) <= beside[clue] for clue in clues)
            seen = {frozenset(clue for clue in component.clues if cell in beside[clue]) for cell in group}
            assert len(seen) == 1
        for clue in component.constraints:
            assert component.constraints[clue] == (position.clue(clue), len(beside[clue]))


@given(st.lists(st.tuples(st.integers(1, 63), st.integers(0, 3)), min_size=1, max_size=5), st.integers(0, 31))
def test_constraints_are_followed_until_none_proves_more(pairs: list[tuple[CellSet, int]], some: int) -> None:
    masks, needs = zip(*pairs, strict=True)
    rules = Constraints(range(6), range(len(masks)), masks, needs)
    among = some & rules.all_clues
    safe = mined = 0
    is_broken = False
    # Each round settles a cell, or it is the last one.
    for number in [n for n in range(len(masks)) if among >> n & 1] * 7:
        answer = rules.ask(number, safe, mined)
        if answer is not None and not is_broken:
            safe, mined, is_broken = safe | answer.safe, mined | answer.mined, answer.is_broken
    steps: list[Step] = []
    consequences = rules.follow(PartialAssignment(), among, among, steps)
    assert (consequences is None) == is_broken
    assert not any(step.clues & ~among for step in steps)
    if consequences is not None:
        assert consequences[:2] == (safe, mined)
        assert consequences[2] == sum(1 << n for n, mask in enumerate(masks) if mask & (safe | mined))
        assert (sum(step.safe for step in steps), sum(step.mined for step in steps)) == (safe, mined)
