"""Counting layouts as a tree, compared with brute force, a sweep over the board, and the linear counter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.scattered import scatter
from minesweeper.assist.loss import FatalMove, review_loss
from minesweeper.core.cells import cells_of, first_cell, make_grid
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import count_roughly, exact
from minesweeper.solvers.constraints import Component, reordered
from minesweeper.solvers.count_linear import QUICK, THOROUGH, LayoutCounter, LinearCounter, TooLarge, unpack
from minesweeper.solvers.count_tree import TreeCounter, build_tree
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.players import MoveMemory
from minesweeper.solvers.tips import tip
from tests.solvers.brute_force import fitting_layouts
from tests.solvers.test_constraints import components_of
from tests.strategies import small_positions

PRIME = (1 << 61) - 1
SCATTERED = scatter(make_grid(24, 24), 30, 30, Random(3))


@contextmanager
def every_component_is_a_tree() -> Iterator[None]:
    """Makes the solver reject every linear order of groups, so that it counts each component as a tree."""

    def refuse(*_: object) -> None:
        raise TooLarge

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "tables_of", refuse)
        yield


@st.composite
def scattered_positions(
    draw: st.DrawFn, sizes: st.SearchStrategy[tuple[int, int]], opened: tuple[int, int] = (15, 50)
) -> Position:
    grid = make_grid(*draw(sizes))
    mines, shown = draw(st.integers(10, 50)), draw(st.integers(*opened))
    return scatter(grid, mines, shown, Random(draw(st.integers(0, 2**32))))


def sweep(position: Position, point: int, mined: int | None = None) -> int | None:
    """The sum of point^mines over all layouts of the frontier, modulo a prime. Returns None if that takes too long.

    It goes from cell to cell across the board and keeps what each clue in sight still misses. With ``mined``, this cell
    must be a mine. It shares nothing with the solver: no groups, no components, no polynomials.
    """
    grid = position.grid
    left = {clue: len(cells_of(grid.neighbours(clue) & position.hidden)) for clue in cells_of(position.opened)}
    states: dict[tuple[tuple[int, int], ...], int] = {(): 1}
    for cell in sorted(cells_of(position.frontier), key=lambda cell: grid.row_col(cell)[::-1]):
        clues = cells_of(grid.neighbours(cell) & position.opened)
        for clue in clues:
            left[clue] -= 1
        after: dict[tuple[tuple[int, int], ...], int] = defaultdict(int)
        for state, ways in states.items():
            for mines in (1,) if cell == mined else (0, 1):
                missing = dict(state)
                for clue in clues:
                    missing[clue] = missing.get(clue, position.clue(clue)) - mines
                if all(0 <= missing[clue] <= left[clue] for clue in clues):
                    key = tuple(sorted((clue, number) for clue, number in missing.items() if left[clue]))
                    after[key] = (after[key] + ways * (point if mines else 1)) % PRIME
        states = after
        if len(states) > 1_000:
            return None
    return sum(states.values()) % PRIME


def at_point(counts: list[int], lowest: int, point: int) -> int:
    return sum(count * pow(point, lowest + n, PRIME) for n, count in enumerate(counts)) % PRIME


def solved_at(analysis: Analysis, point: int, cell: int | None = None) -> int:
    """The sum that ``sweep`` computes, from an analysis."""
    known = analysis.settled[2].bit_count()
    value = pow(point, known, PRIME)
    place = analysis.places[cell] if cell is not None else (-1, -1)
    for number, part in enumerate(analysis.parts):
        tables = part.tables
        counts = tables.counts.by_mines
        if number == place[0]:  # weights so far apart that one sum contains the count of each number of mines
            width = tables.counts.total.bit_length()
            weights = [1 << n * width for n in range(len(counts))]
            counts = unpack(run_to_end(tables.risks(weights))[place[1]], width, len(counts))
        value = value * at_point(counts, tables.lowest, point) % PRIME
    return value


@given(small_positions())
def test_counts_by_trees_agree_with_brute_force(position: Position) -> None:
    layouts = list(fitting_layouts(position))
    with every_component_is_a_tree():
        analysis = run_to_end(analyse(position))
    assert all(isinstance(part.tables, TreeCounter) for part in analysis.parts)
    assert analysis.layouts == len(layouts)
    for cell in cells_of(position.hidden):
        assert analysis.odds(cell) == (sum(layout >> cell & 1 for layout in layouts), len(layouts))


SIDES = st.tuples(st.integers(16, 30), st.integers(16, 20))
LONG_SIDES = st.tuples(st.integers(16, 40), st.integers(5, 7))
"""Boards that a sweep from side to side can count."""


@settings(max_examples=20)
@given(scattered_positions(LONG_SIDES), st.integers(2, PRIME - 2))
def test_counts_of_scattered_clues_agree_with_a_sweep_of_the_board(position: Position, point: int) -> None:
    expected = sweep(position, point)
    assume(expected is not None)
    analysis = run_to_end(analyse(position))
    assert analysis.is_exact
    assert solved_at(analysis, point) == expected
    for cell in list(analysis.places)[::40]:
        assert solved_at(analysis, point, cell) == sweep(position, point, cell)


@settings(max_examples=6)
@given(scattered_positions(SIDES), st.randoms(use_true_random=False))
def test_a_tree_and_a_linear_counter_count_the_same(position: Position, random: Random) -> None:
    for component in components_of(position):
        try:
            ordered, _ = run_to_end(reordered(component))
            chain = LinearCounter(ordered.plan, 100_000)
        except TooLarge:
            continue
        tree = run_to_end(build_tree(component, THOROUGH))
        assert tree is not None
        assert tree.possible == chain.possible
        assert tree.counts == chain.counts
        weights = [random.randrange(1 << 40) for _ in tree.counts.by_mines]
        assert weighed(component, tree, weights) == weighed(ordered, chain, weights)
        assert decided(component, tree) == decided(ordered, chain)


def weighed(component: Component, counted: LayoutCounter, weights: list[int]) -> dict[tuple[int, ...], int]:
    *risks, layouts = run_to_end(counted.risks(weights))
    return {**dict(zip(component.groups, risks, strict=True)), (): layouts}


def decided(component: Component, counted: LayoutCounter) -> list[set[tuple[int, ...]]]:
    return [{component.groups[group] for group in groups} for groups in counted.decided_groups()]


@settings(max_examples=3)
@given(scattered_positions(st.just((40, 40))))
def test_odds_on_large_boards_add_up_to_clues_and_mine_total(position: Position) -> None:
    """These boards are too large for any other count, but their odds must add up to each clue and the mine total."""
    analysis = run_to_end(analyse(position))
    assert analysis.is_exact
    odds = {cell: Fraction(*analysis.odds(cell)) for cell in cells_of(position.hidden)}
    assert sum(odds.values()) == position.mine_total
    for clue in cells_of(position.opened):
        assert sum(odds[cell] for cell in cells_of(position.grid.neighbours(clue) & position.hidden)) == position.clue(
            clue
        )


def test_tips_and_reviews_redo_an_incomplete_analysis() -> None:
    position = SCATTERED
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(count_roughly, "LONGEST_WINDOW", 1)
        rough = run_to_end(analyse(position, effort=QUICK._replace(clues=1)))
    certain = run_to_end(analyse(position))
    assert certain.safe & ~rough.safe
    assert (rough.is_final, certain.is_final) == (False, True)
    flags = certain.mined | rough.safe
    advice = run_to_end(tip(position, flags & ~certain.safe, previous=rough))
    assert isinstance(advice, Deduction)
    loss = first_cell(certain.mined)
    review = run_to_end(review_loss(FatalMove(position, loss), previous=rough))
    assert review.is_exact
    assert review.safe == certain.safe
    assert run_to_end(MoveMemory(rough).analyse(position)).is_exact


def test_a_tree_that_needs_more_than_its_effort_is_too_large() -> None:
    component = max(components_of(SCATTERED), key=lambda component: len(component.clues))
    assert run_to_end(build_tree(component, QUICK)) is not None
    for less in (QUICK._replace(links=100), QUICK._replace(products=100)):
        with pytest.raises(TooLarge):
            run_to_end(build_tree(component, less))


def test_a_component_with_a_contradiction_has_no_tree() -> None:
    component = components_of(read_position("#####\n#1#8#\n#####", 9))[0]
    assert run_to_end(build_tree(component, QUICK)) is None
