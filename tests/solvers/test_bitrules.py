"""The whole-board rules against plain loops over single clues and pairs of clues."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, cells_of, number_at, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers.bitrules import (
    Branch,
    Constraints,
    broken_clues,
    clues_out_of_reach,
    missing_mines,
    sweep_one_clue,
    sweep_two_clues,
)
from minesweeper.solvers.deduction import Step
from tests.solvers.brute_force import clue_pairs, lay_mines, neighbours_by_loops
from tests.strategies import wide_positions

Constraint = tuple[set[int], int]


def constraints_by_loops(position: Position, mined: CellSet, safe: CellSet) -> list[Constraint]:
    """For each clue its unknown cells and the mines among them."""
    found = []
    for cell, clue in clue_pairs(position):
        beside = [c for c in neighbours_by_loops(position.grid, cell) if position.hidden >> c & 1]
        unknown = {c for c in beside if not (mined | safe) >> c & 1}
        if unknown:
            found.append((unknown, clue - sum(mined >> c & 1 for c in beside)))
    return found


def decided_by_loops(constraints: list[Constraint]) -> tuple[set[int], set[int]]:
    """The cells safe, and those mined, in every way to meet the constraints together; found by trying all ways."""
    cells = sorted(set().union(*(cells for cells, _ in constraints)))
    ways = [set(cells_of(mines)) for mines in lay_mines(cells, [(to_cell_set(own), n) for own, n in constraints])]
    return set(cells) - set().union(*ways), set(cells).intersection(*ways)


@settings(max_examples=200, deadline=None)
@given(wide_positions())
def test_a_sweep_of_single_clues_is_the_two_rules_for_each_clue(position: Position) -> None:
    grid, opened, clues = position.grid, position.opened, position.clues
    safe, mined = sweep_one_clue(grid, opened, clues, 0, position.hidden)
    expected_mined: set[int] = set()
    for cells, mines in constraints_by_loops(position, 0, 0):
        if len(cells) == mines:
            expected_mined |= cells
    expected_safe: set[int] = set()
    for cells, mines in constraints_by_loops(position, to_cell_set(expected_mined), 0):
        if mines == 0:
            expected_safe |= cells
    assert mined == to_cell_set(expected_mined)
    assert safe == to_cell_set(expected_safe)


@settings(max_examples=60, deadline=None)
@given(wide_positions(max_side=6))
def test_a_sweep_of_pairs_finds_all_that_two_clues_can_prove(position: Position) -> None:
    grid, opened, clues = position.grid, position.opened, position.clues
    safe = mined = 0
    while True:
        unknown = position.hidden & ~(safe | mined)
        more_safe, more_mined = sweep_one_clue(grid, opened, clues, mined, unknown)
        if not more_safe and not more_mined:
            break
        safe |= more_safe
        mined |= more_mined
    missing, over = missing_mines(grid, opened, clues, mined)
    assert not over
    found_safe = found_mined = 0
    for some_safe, some_mined in sweep_two_clues(grid, missing, opened & grid.spread(unknown), unknown):
        found_safe |= some_safe
        found_mined |= some_mined
    expected_safe: set[int] = set()
    expected_mined: set[int] = set()
    for one, other in combinations(constraints_by_loops(position, mined, safe), 2):
        if one[0] & other[0]:
            free, full = decided_by_loops([one, other])
            expected_safe |= free
            expected_mined |= full
    assert set(cells_of(found_safe)) == expected_safe
    assert set(cells_of(found_mined)) == expected_mined


@given(wide_positions())
def test_missing_mines_and_clues_out_of_reach_compare_each_clue_with_its_neighbours(position: Position) -> None:
    some = position.hidden & 0x5A5A_A5A5_3C3C_5A5A_C3C3
    missing, over = missing_mines(position.grid, position.opened, position.clues, some)
    short = clues_out_of_reach(position.grid, position.opened, position.clues, some)
    for cell, clue in clue_pairs(position):
        known = sum(some >> c & 1 for c in neighbours_by_loops(position.grid, cell))
        assert over >> cell & 1 == (known > clue)
        assert short >> cell & 1 == (known < clue)
        if known <= clue:
            assert number_at(missing, cell) == clue - known
    assert (over | short) & position.hidden == 0


@given(wide_positions())
def test_a_broken_clue_has_more_known_mines_or_less_room_than_it_says(position: Position) -> None:
    grid, hidden = position.grid, position.hidden
    mined = hidden & sum(1 << cell for cell in range(0, grid.size, 2))
    unknown = hidden & ~mined & sum(1 << cell for cell in range(0, grid.size, 3))
    least, most = grid.count_neighbours(mined), grid.count_neighbours(mined | unknown)
    broken = broken_clues(position.opened, position.clues, least, most)
    for cell, clue in clue_pairs(position):
        beside = neighbours_by_loops(grid, cell)
        known, room = (sum(cells >> other & 1 for other in beside) for cells in (mined, unknown))
        assert broken >> cell & 1 == (not known <= clue <= known + room)


def test_a_constraint_says_what_it_rests_on() -> None:
    assert Constraints([0b1111], [2], 4).ask(0, 0b0001, 0b0110) == Step(0b1000, clues=1, from_mined=0b0110)
    assert Constraints([0b1111], [2], 4).ask(0, 0b0011, 0b0000) == Step(0, 0b1100, clues=1, from_safe=0b0011)
    assert Constraints([0b1111], [1], 4).ask(0, 0b0001, 0b0110) == Step(is_broken=True, clues=1, from_mined=0b0110)
    assert Constraints([0b1111], [2], 4).ask(0, 0b0111, 0b0000) == Step(is_broken=True, clues=1, from_safe=0b0111)
    assert Constraints([0b1111], [2], 4).ask(0, 0b0000, 0b0001) is None
    assert Constraints([0b0011], [1], 4).ask(0, 0b0001, 0b0010) is None


@given(st.lists(st.tuples(st.integers(1, 63), st.integers(0, 3)), min_size=1, max_size=5), st.integers(0, 31))
def test_constraints_are_followed_to_their_end_and_only_those_asked_for(
    constraints: list[tuple[CellSet, int]], some: int
) -> None:
    masks, needs = zip(*constraints, strict=True)
    rules = Constraints(masks, needs, 6)
    among = some & rules.all_clues
    safe = mined = 0
    is_broken = False
    for number in [n for n in range(len(masks)) if among >> n & 1] * 7:  # each round settles a cell or is the last
        answer = rules.ask(number, safe, mined)
        if answer is not None and not is_broken:
            safe, mined, is_broken = safe | answer.safe, mined | answer.mined, answer.is_broken
    told: list[Step] = []
    found = rules.follow(Branch(0, 0, 0), among, among, told)
    assert (found is None) == is_broken
    assert not any(step.clues & ~among for step in told)
    if found is not None:
        assert found[:2] == (safe, mined)
        assert found[2] == sum(1 << n for n, mask in enumerate(masks) if mask & (safe | mined))
        assert (sum(step.safe for step in told), sum(step.mined for step in told)) == (safe, mined)
