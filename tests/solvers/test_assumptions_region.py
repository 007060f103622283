"""The search of a region on bare constraints: it must prove as much as a search by plain loops."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, cells_of
from minesweeper.solvers.assumptions import MineTotal, Region
from minesweeper.solvers.constraints import Constraints
from minesweeper.solvers.deduction import Contradiction
from minesweeper.solvers.simple import MINED, SAFE, UNKNOWN
from tests.solvers.brute_force import lay_mines

CELLS = 8
EVERYTHING = (1 << CELLS) - 1

STATES = {None: UNKNOWN, False: SAFE, True: MINED}

Settled: TypeAlias = dict[int, bool]
"""Cells that are known to be mined (True) or safe (False)."""


class Case(NamedTuple):
    """Constraints that at least one layout fits. If ``wrong`` is true, perhaps no layout does."""

    masks: list[CellSet]
    needs: list[int]
    mines: int
    wrong: bool = False


@st.composite
def cases(draw: st.DrawFn, *, doubtful: bool = False, apart: bool = False) -> Case:
    """Constraints that overlap so much that single ones seldom suffice, so that the search must go deep.

    With ``apart``, they form two halves that only the mine total connects.
    """
    numbers = st.integers(0, CELLS - 1)
    if apart:
        halves = [st.sets(st.integers(half * 4, half * 4 + 3), min_size=2, max_size=3) for half in (0, 1)]
        members = st.one_of(*halves)
    else:
        members = st.sets(numbers, min_size=3, max_size=7)
    masks = draw(
        st.lists(members.map(lambda cells: sum(1 << cell for cell in cells)), min_size=3, max_size=6, unique=True)
    )
    truth = draw(st.integers(0, EVERYTHING))
    needs = [(mask & truth).bit_count() for mask in masks]
    if doubtful and masks:
        number = draw(st.integers(0, len(masks) - 1))
        needs[number] = draw(st.integers(0, masks[number].bit_count()))
    return Case(masks, needs, truth.bit_count(), doubtful)


def plain_follow(rules: list[tuple[CellSet, int]], settled: Settled) -> Settled | None:
    """All that single constraints prove, by plain loops. Returns None if one of them can't hold."""
    settled, before = dict(settled), -1
    while before < len(settled):
        before = len(settled)
        for mask, need in rules:
            unknown = [cell for cell in range(CELLS) if mask >> cell & 1 and cell not in settled]
            missing = need - sum(mined for cell, mined in settled.items() if mask >> cell & 1)
            if not 0 <= missing <= len(unknown):
                return None
            if missing in (0, len(unknown)):
                settled.update((cell, missing > 0) for cell in unknown)
    return settled


def plain_explore(rules: list[tuple[CellSet, int]], start: Settled, depth: int) -> Settled | None:
    """All that is proved by trying every cell both ways, to this depth, again after each result."""
    settled = plain_follow(rules, start)
    if settled is None or not depth:
        return settled
    for cell in range(CELLS):
        if cell in settled or not any(mask >> cell & 1 for mask, _ in rules):
            continue
        ways = [plain_explore(rules, settled | {cell: mined}, depth - 1) for mined in (False, True)]
        open_ways = [way for way in ways if way is not None]
        if not open_ways:
            return None
        agreed = {c: mined for c, mined in open_ways[0].items() if all(way.get(c) == mined for way in open_ways)}
        if len(agreed) > len(settled):
            return plain_explore(rules, agreed, depth)
    return settled


def to_sets(settled: Settled) -> tuple[CellSet, CellSet]:
    """The safe cells and the mines, as cell sets."""
    return sum(1 << c for c, mined in settled.items() if not mined), sum(1 << c for c, m in settled.items() if m)


def make_region(case: Case, *, with_total: bool) -> Region:
    mines_left = case.mines if with_total else None
    return Region(range(CELLS), range(len(case.masks)), case.masks, case.needs, mines_left)


def search_all(case: Case, depth: int, *, with_total: bool) -> Region:
    """The region after a complete search, with simple moves in between."""
    rules = list(zip(case.masks, case.needs, strict=True))
    region = make_region(case, with_total=with_total)

    def learn(safe: CellSet, mined: CellSet) -> None:
        known = dict.fromkeys(cells_of(safe), False) | dict.fromkeys(cells_of(mined), True)
        followed = plain_follow(rules, known)
        assert followed is not None or case.wrong
        if followed is None:
            raise Contradiction("single constraints")
        region.learn([STATES[followed.get(cell)] for cell in range(CELLS)])

    learn(0, 0)
    level = 1
    while level <= depth:
        for finding in region.search(level):
            if finding is None:
                continue
            learn(region.base.safe | finding.safe, region.base.mined | finding.mined)
            if level > 1:
                level = 0
                break
        level += 1
    return region


@given(cases(), st.integers(1, 2))
def test_the_search_of_a_region_proves_the_same_as_plain_branching(case: Case, depth: int) -> None:
    region = search_all(case, depth, with_total=False)
    settled = plain_explore(list(zip(case.masks, case.needs, strict=True)), {}, depth)
    assert settled is not None
    assert (region.base.safe, region.base.mined) == to_sets(settled)


@given(st.one_of(cases(), cases(apart=True)), st.integers(1, 2))
def test_a_search_with_the_mine_total_proves_at_least_as_much(case: Case, depth: int) -> None:
    region = search_all(case, depth, with_total=True)
    rules = [*zip(case.masks, case.needs, strict=True), (EVERYTHING, case.mines)]
    settled = plain_explore(rules, {}, depth)
    assert settled is not None
    base = plain_follow(
        rules, dict.fromkeys(cells_of(region.base.safe), False) | dict.fromkeys(cells_of(region.base.mined), True)
    )
    assert base is not None
    assert base.items() >= settled.items()


@given(cases(doubtful=True), st.booleans())
def test_a_search_finds_a_contradiction_only_if_no_layout_fits(case: Case, with_total: bool) -> None:
    try:
        search_all(case, 2, with_total=with_total)
    except Contradiction:
        assert not fitting(case.masks, case.needs, case.mines if with_total else None)


masks_and_mines = st.tuples(st.lists(st.integers(1, EVERYTHING), max_size=4, unique=True), st.integers(0, EVERYTHING))


def fitting(masks: list[CellSet], needs: list[int], mines: int | None) -> list[CellSet]:
    """All sets of mines that fit the constraints and, if given, the number of mines."""
    total = [] if mines is None else [(EVERYTHING, mines)]
    return list(lay_mines(range(CELLS), [*zip(masks, needs, strict=True), *total]))


def total_of(masks: list[CellSet], needs: list[int], mines: int) -> MineTotal:
    return MineTotal(Constraints(range(CELLS), range(len(masks)), masks, needs), mines)


@given(masks_and_mines, st.integers(0, EVERYTHING), st.integers(-2, 2))
def test_cells_proved_by_the_mine_total_agree_with_all_layouts(
    case: tuple[list[int], int], settled: int, wrong: int
) -> None:
    masks, truth = case
    needs = [(mask & truth).bit_count() for mask in masks]
    mines = truth.bit_count() + wrong
    safe, mined = settled & ~truth, settled & truth
    verdict = total_of(masks, needs, mines).judge(safe, mined)
    results = [layout for layout in fitting(masks, needs, mines) if not layout & safe and not mined & ~layout]
    if verdict is None:
        assert not results
    else:
        assert all(not layout & verdict[0] and not verdict[1] & ~layout for layout in results)
        assert not (verdict[0] | verdict[1]) & settled


@given(masks_and_mines, st.integers(0, CELLS))
def test_an_irrelevant_mine_total_proves_no_cell(case: tuple[list[int], int], mines: int) -> None:
    masks, truth = case
    needs = [(mask & truth).bit_count() for mask in masks]
    beside = 0
    for mask in masks:
        beside |= mask
    if total_of(masks, needs, mines).is_idle():
        layouts = fitting(masks, needs, mines)
        assert {layout & beside for layout in layouts} == {layout & beside for layout in fitting(masks, needs, None)}
        for cell in range(CELLS):
            if not beside >> cell & 1:
                assert {layout >> cell & 1 for layout in layouts} == {0, 1}
