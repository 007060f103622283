"""Drawn layouts fit the position, and all layouts are equally likely, even after a cell was made safe."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.position import Position, read_position
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.sampling import Sampler, draw_with_safe
from tests.solvers.brute_force import clue_pairs, fitting_layouts, neighbours_by_loops
from tests.solvers.test_count_tree import every_component_is_a_tree
from tests.strategies import wide_positions

TWO_PARTS = "#1###\n#####\n###2#"
"""Two components, whose numbers of mines may differ, and an interior."""


def fits(position: Position, mines: CellSet) -> bool:
    return (
        mines.bit_count() == position.mine_total
        and not mines & position.opened
        and mines & position.given == position.given
        and all(
            sum(mines >> other & 1 for other in neighbours_by_loops(position.grid, cell)) == clue
            for cell, clue in clue_pairs(position)
        )
    )


def is_even(seen: Counter[CellSet], layouts: list[CellSet], each: int) -> bool:
    """Whether all layouts were drawn about equally often.

    Pearson's statistic has a mean, and half its variance, equal to the degrees of freedom. Six standard deviations are
    allowed.
    """
    freedom = len(layouts) - 1
    statistic = sum((count - each) ** 2 / each for count in seen.values())
    return set(seen) == set(layouts) and abs(statistic - freedom) < 6 * (2 * freedom) ** 0.5


@settings(max_examples=40)
@given(wide_positions(), st.randoms(use_true_random=False))
def test_a_drawn_layout_fits_the_position(position: Position, random: Random) -> None:
    analysis = run_to_end(analyse(position))
    sampler = Sampler(analysis)
    mines = sampler.draw(random)
    assert fits(position, mines)
    for cell in cells_of(mines & ~analysis.mined):
        changed = sampler.redraw(mines, cell, random)
        assert fits(position, changed)
        assert not changed >> cell & 1


def test_all_layouts_are_drawn_equally_often() -> None:
    position = read_position("#1##\n####\n#2##", 5)
    layouts = list(fitting_layouts(position))
    analysis = run_to_end(analyse(position))
    random = Random(7)
    assert is_even(Counter(Sampler(analysis).draw(random) for _ in range(100 * len(layouts))), layouts, 100)


@pytest.mark.parametrize(
    ("picture", "mines", "is_tree"), [(TWO_PARTS, 4, False), ("#1##\n####\n#2##", 5, True), ("#1#2#\n#####", 3, True)]
)
def test_a_layout_redrawn_around_a_safe_cell_is_uniformly_random(picture: str, mines: int, is_tree: bool) -> None:
    """Starting from all layouts with a mine in the cell, those without one come up equally often, for every cell."""
    position = read_position(picture, mines)
    layouts = list(fitting_layouts(position))
    with every_component_is_a_tree() if is_tree else nullcontext():
        analysis = run_to_end(analyse(position))
    sampler, random = Sampler(analysis), Random(3)
    for cell in cells_of(position.hidden & ~analysis.mined & ~analysis.safe):
        mined = [layout for layout in layouts if layout >> cell & 1]
        safe = [layout for layout in layouts if not layout >> cell & 1]
        draws = 30 * len(safe)
        # Each layout with a mine is taken equally often, otherwise their numbers would add to the noise.
        seen = Counter(sampler.redraw(mined[n % len(mined)], cell, random) for n in range(draws - draws % len(mined)))
        assert is_even(seen, safe, 30), cell


def test_a_layout_drawn_with_safe_cells_has_no_mines_in_them() -> None:
    analysis = run_to_end(analyse(read_position("####\n#2##\n####", 4)))
    assert not any(draw_with_safe(analysis, 0b11, Random(seed)) & 0b11 for seed in range(50))
