"""The bounds that the mine total gives, against all ways to lay the mines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.solvers.assumptions import MineTotal
from tests.solvers.brute_force import lay_mines

CELLS = 7
masks_and_mines = st.tuples(
    st.lists(st.integers(1, 2**CELLS - 1), max_size=4, unique=True), st.integers(0, 2**CELLS - 1)
)


def layouts(masks: list[int], needs: list[int], mines: int | None) -> list[int]:
    """All sets of mines that fit the constraints and, if given, the number of mines."""
    constraints = list(zip(masks, needs, strict=True))
    total = [] if mines is None else [(2**CELLS - 1, mines)]
    return list(lay_mines(range(CELLS), [*constraints, *total]))


@given(masks_and_mines, st.integers(0, 2**CELLS - 1), st.integers(-2, 2))
def test_the_verdict_holds_in_all_layouts_that_fit(case: tuple[list[int], int], settled: int, wrong: int) -> None:
    masks, truth = case
    needs = [(mask & truth).bit_count() for mask in masks]
    mines = truth.bit_count() + wrong
    total = MineTotal(2**CELLS - 1, masks, needs, mines)
    safe, mined = settled & ~truth, settled & truth
    event = total.judge(safe, mined)
    counted = [number for number in range(len(masks)) if event.clues >> number & 1]
    fitting = [
        layout
        for layout in layouts([masks[n] for n in counted], [needs[n] for n in counted], mines)
        if not layout & event.from_safe and not event.from_mined & ~layout
    ]
    assert not event.is_broken or not fitting
    assert all(not layout & event.safe and not event.mined & ~layout for layout in fitting)
    assert not event.from_safe & ~safe
    assert not event.from_mined & ~mined
    assert not (event.safe | event.mined) & settled


@given(masks_and_mines, st.integers(0, CELLS))
def test_an_idle_total_decides_no_cell(case: tuple[list[int], int], mines: int) -> None:
    masks, truth = case
    needs = [(mask & truth).bit_count() for mask in masks]
    beside = 0
    for mask in masks:
        beside |= mask
    if MineTotal(2**CELLS - 1, masks, needs, mines).is_idle():
        fitting = layouts(masks, needs, mines)
        assert {layout & beside for layout in fitting} == {layout & beside for layout in layouts(masks, needs, None)}
        for cell in range(CELLS):
            if not beside >> cell & 1:
                assert {layout >> cell & 1 for layout in fitting} == {0, 1}


def test_a_total_is_idle_while_both_a_mine_and_a_safe_cell_must_lie_outside() -> None:
    idle = [mines for mines in range(8) if MineTotal(0b111_1111, [0b0011, 0b1110], [1, 2], mines).is_idle()]
    assert idle == [4]


def test_a_mine_for_each_cell_or_none_settles_all() -> None:
    assert MineTotal(0b111, [], [], 0).judge(0, 0).safe == 0b111
    assert MineTotal(0b111, [], [], 3).judge(0, 0).mined == 0b111
    assert MineTotal(0b111, [], [], 2).judge(0, 0).is_silent
    assert MineTotal(0b111, [], [], 2).judge(0b001, 0).mined == 0b110


def test_mines_that_are_too_many_or_too_few_break_it() -> None:
    assert MineTotal(0b111, [], [], 1).judge(0, 0b011).is_broken
    assert MineTotal(0b111, [], [], 2).judge(0b011, 0).is_broken
    assert MineTotal(0b1111, [0b0011, 0b1100], [1, 1], 1).judge(0, 0).is_broken
    assert MineTotal(0b1111, [0b0011, 0b1100], [1, 1], 3).judge(0, 0).is_broken
