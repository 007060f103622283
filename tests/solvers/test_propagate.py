"""What single constraints make of known cells, and the bounds that the mine total gives, against all layouts."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet
from minesweeper.solvers.deduction import Step
from minesweeper.solvers.propagate import Branch, Constraints, MineTotal
from tests.solvers.brute_force import lay_mines

CELLS = 7
masks_and_mines = st.tuples(
    st.lists(st.integers(1, 2**CELLS - 1), max_size=4, unique=True), st.integers(0, 2**CELLS - 1)
)


def constraints(masks: Sequence[CellSet], needs: Sequence[int], size: int = 4) -> Constraints:
    return Constraints(range(size), range(len(masks)), masks, needs)


def layouts(masks: list[int], needs: list[int], mines: int | None) -> list[int]:
    """All sets of mines that fit the constraints and, if given, the number of mines."""
    pairs = list(zip(masks, needs, strict=True))
    total = [] if mines is None else [(2**CELLS - 1, mines)]
    return list(lay_mines(range(CELLS), [*pairs, *total]))


def total_of(masks: list[int], needs: list[int], mines: int, size: int = CELLS) -> MineTotal:
    return MineTotal(constraints(masks, needs, size), mines)


@given(masks_and_mines, st.integers(0, 2**CELLS - 1), st.integers(-2, 2))
def test_the_verdict_holds_in_all_layouts_that_fit(case: tuple[list[int], int], settled: int, wrong: int) -> None:
    masks, truth = case
    needs = [(mask & truth).bit_count() for mask in masks]
    mines = truth.bit_count() + wrong
    safe, mined = settled & ~truth, settled & truth
    verdict = total_of(masks, needs, mines).judge(safe, mined)
    fitting = [layout for layout in layouts(masks, needs, mines) if not layout & safe and not mined & ~layout]
    if verdict is None:
        assert not fitting
    else:
        assert all(not layout & verdict[0] and not verdict[1] & ~layout for layout in fitting)
        assert not (verdict[0] | verdict[1]) & settled


@given(masks_and_mines, st.integers(0, CELLS))
def test_an_idle_total_decides_no_cell(case: tuple[list[int], int], mines: int) -> None:
    masks, truth = case
    needs = [(mask & truth).bit_count() for mask in masks]
    beside = 0
    for mask in masks:
        beside |= mask
    if total_of(masks, needs, mines).is_idle():
        fitting = layouts(masks, needs, mines)
        assert {layout & beside for layout in fitting} == {layout & beside for layout in layouts(masks, needs, None)}
        for cell in range(CELLS):
            if not beside >> cell & 1:
                assert {layout >> cell & 1 for layout in fitting} == {0, 1}


def test_a_total_is_idle_while_both_a_mine_and_a_safe_cell_must_lie_outside() -> None:
    idle = [mines for mines in range(8) if total_of([0b0011, 0b1110], [1, 2], mines).is_idle()]
    assert idle == [4]


def test_a_mine_for_each_cell_or_none_settles_all() -> None:
    assert total_of([], [], 0, 3).judge(0, 0) == (0b111, 0)
    assert total_of([], [], 3, 3).judge(0, 0) == (0, 0b111)
    assert total_of([], [], 2, 3).judge(0, 0) == (0, 0)
    assert total_of([], [], 2, 3).judge(0b001, 0) == (0, 0b110)


def test_mines_that_are_too_many_or_too_few_break_it() -> None:
    assert total_of([], [], 1, 3).judge(0, 0b011) is None
    assert total_of([], [], 2, 3).judge(0b011, 0) is None
    assert total_of([0b0011, 0b1100], [1, 1], 1, 4).judge(0, 0) is None
    assert total_of([0b0011, 0b1100], [1, 1], 3, 4).judge(0, 0) is None


def test_a_constraint_says_what_it_rests_on() -> None:
    assert constraints([0b1111], [2]).ask(0, 0b0001, 0b0110) == Step(0b1000, clues=1, uses_mined=0b0110)
    assert constraints([0b1111], [2]).ask(0, 0b0011, 0b0000) == Step(0, 0b1100, clues=1, uses_safe=0b0011)
    assert constraints([0b1111], [1]).ask(0, 0b0001, 0b0110) == Step(is_broken=True, clues=1, uses_mined=0b0110)
    assert constraints([0b1111], [2]).ask(0, 0b0111, 0b0000) == Step(is_broken=True, clues=1, uses_safe=0b0111)
    assert constraints([0b1111], [2]).ask(0, 0b0000, 0b0001) is None
    assert constraints([0b0011], [1]).ask(0, 0b0001, 0b0010) is None


@given(st.lists(st.tuples(st.integers(1, 63), st.integers(0, 3)), min_size=1, max_size=5), st.integers(0, 31))
def test_constraints_are_followed_to_their_end_and_only_those_asked_for(
    pairs: list[tuple[CellSet, int]], some: int
) -> None:
    masks, needs = zip(*pairs, strict=True)
    rules = constraints(masks, needs, 6)
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
