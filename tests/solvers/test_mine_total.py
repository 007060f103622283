"""What the mine total allows, compared with all sums. Binomials are compared with the standard library."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.solvers.constraints import link
from minesweeper.solvers.count_linear import LinearCounter
from minesweeper.solvers.mine_total import binomial, limits_on_mines


def star(arms: int) -> LinearCounter:
    """A cell with clues around it, each a 1 with one more cell.

    The only mine is in the middle, or each outer cell has one.
    """
    links = link((clue, 1, (0, clue)) for clue in range(1, arms + 1))
    return LinearCounter(next(links.components()).plan, 1000)


@given(st.lists(st.integers(1, 5), min_size=1, max_size=3), st.integers(0, 5), st.integers(0, 15))
def test_limits_on_mines_of_components_agree_with_all_sums(arms: list[int], interior: int, mines_left: int) -> None:
    tables = [star(number) for number in arms]
    ways = [
        (mines, mines_left - sum(mines))
        for mines in product(*({1, number} for number in arms))
        if 0 <= mines_left - sum(mines) <= interior
    ]
    limits = limits_on_mines(tables, interior, mines_left)
    assert (limits is None) == (not ways)
    if limits is not None:
        by_component, (fewest, most) = limits
        for number, allowed in enumerate(by_component):
            assert allowed == sum(1 << mines for mines in {mines[number] for mines, _ in ways})
        inside = {mines for _, mines in ways}
        assert fewest <= min(inside)
        assert max(inside) <= most
        assert (not most) == (inside == {0})
        assert (fewest == interior) == (inside == {interior})


@pytest.mark.parametrize("size", [1, 480, 40_001, 65_536, 100_003])
def test_binomials_are_those_of_the_standard_library(size: int) -> None:
    for chosen in {0, 1, size // 7, size // 2, max(0, size - 1), size, size + 1}:
        assert binomial(size, chosen) == comb(size, chosen)
