"""The two rules for a single clue, compared with plain loops and brute force."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, cells_of, first_cell, make_grid, steps_between, to_cell_set
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import simple
from minesweeper.solvers.deduction import Contradiction, Deduction, Kind, run_to_end
from tests.solvers.brute_force import clue_pairs, make_position, possible
from tests.strategies import cell_sets, cells, layouts, positions


def plain_sweep(position: Position) -> tuple[set[int], set[int]]:
    """Applies the two rules clue by clue to sets of cells until a whole round changes nothing."""
    hidden, clues = set(cells_of(position.hidden)), clue_pairs(position)
    known_safe, known_mined = set[int](), set(cells_of(position.given))
    while True:
        before = len(known_safe) + len(known_mined)
        for clue, number in clues:
            beside = hidden.intersection(position.grid.neighbour_cells(clue))
            unknown = beside - known_safe - known_mined
            missing = number - len(beside & known_mined)
            if missing == 0:
                known_safe |= unknown
            elif missing == len(unknown):
                known_mined |= unknown
        if before == len(known_safe) + len(known_mined):
            return known_safe, known_mined


def together(result: list[Deduction]) -> tuple[CellSet, CellSet]:
    return sum(deduction.safe for deduction in result), sum(deduction.mined for deduction in result)


@pytest.mark.parametrize("near", [0, 9, 4 * 30 + 17, 9 * 30 + 29])
def test_the_simple_solver_begins_with_the_nearest_clue(near: int) -> None:
    grid = make_grid(30, 10)
    speaking = [(cell, 0) for cell in (31, 38, 33 + 120, 46 + 120, 27 + 240)]
    first = next(simple.deductions(make_position(grid, speaking, mine_total=9), near=near))
    assert first_cell(first.because) == min((c for c, _ in speaking), key=lambda c: steps_between(grid, near, c))


@pytest.mark.parametrize(("near", "freed"), [(5, {0, 5}), (9, {4, 9})])
def test_the_simple_solver_continues_with_the_nearest_clue(near: int, freed: set[int]) -> None:
    position = read_position("#1#1#\n#111#", mine_total=1)
    middle, following, _ = simple.deductions(position, near=near)
    assert (middle.because, middle.mined) == (1 << 7, 1 << 2)
    assert set(cells_of(following.safe)) == freed


@given(positions(max_side=8), st.data())
@example(read_position("..\n..", mine_total=1), None)
def test_a_sweep_proves_the_same_cells_as_plain_loops(position: Position, data: st.DataObject | None) -> None:
    safe, mined = run_to_end(simple.sweep(position))
    assert (set(cells_of(safe)), set(cells_of(mined))) == plain_sweep(position)
    if data is not None:
        known_mined = mined & data.draw(cell_sets(position.grid))
        assert run_to_end(simple.sweep(position, known_mined)) == (safe, mined)


@given(positions(max_side=8), st.data())
def test_simple_deductions_add_up_to_the_sweep_and_never_repeat(position: Position, data: st.DataObject) -> None:
    near = data.draw(st.none() | cells(position.grid))
    results = list(simple.deductions(position, near=near))
    safe, mined = together(results)
    assert not mined & position.given
    assert (safe, mined | position.given) == run_to_end(simple.sweep(position))
    assert sum((d.safe | d.mined).bit_count() for d in results) == sum(d.safe | d.mined for d in results).bit_count()
    assert all(d.kind is Kind.ONE_CLUE and d.because.bit_count() == 1 for d in results)


@st.composite
def doubtful_positions(draw: st.DrawFn) -> Position:
    """Positions with some changed clues and some cells given as mines, so that often no layout fits."""
    layout = draw(layouts(max_side=4))
    opened = cells_of(draw(cell_sets(layout.grid)) & layout.safe) or cells_of(layout.safe)[:1]
    changed = draw(st.dictionaries(st.sampled_from(opened), st.integers(0, 8), max_size=2))
    room = {cell: len(layout.grid.neighbour_cells(cell)) for cell in opened}
    clues = [(cell, min(changed.get(cell, layout.clue(cell)), room[cell])) for cell in opened]
    mines = cells_of(draw(cell_sets(layout.grid)) & draw(cell_sets(layout.grid)) & ~to_cell_set(opened))
    return make_position(layout.grid, clues, layout.mine_count, mines)


def contradiction_in(work: Callable[[], object]) -> Contradiction | None:
    """The contradiction that some work raises, or None."""
    try:
        work()
    except Contradiction as error:
        return error
    return None


@given(doubtful_positions())
def test_a_contradiction_names_clues_that_no_layout_fits(position: Position) -> None:
    error = contradiction_in(lambda: run_to_end(simple.sweep(position)))
    if error is None:
        safe, mined = together(list(simple.deductions(position)))
        assert (safe, mined | position.given) == run_to_end(simple.sweep(position))
    else:
        assert error.clues
        assert possible(position, error.clues, with_total=False).nothing_fits
        assert contradiction_in(lambda: list(simple.deductions(position)))


def test_known_cells_that_violate_a_clue_are_a_contradiction() -> None:
    with pytest.raises(Contradiction) as caught:
        list(simple.deductions(read_position("1#", mine_total=1), known_safe=0b10))
    assert caught.value.clues == 0b01
