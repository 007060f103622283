"""Tips are true, the easiest comes first, and none of the clues that prove them can be left out."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, cells_of, to_cell_set
from minesweeper.core.position import Position, read_position
from minesweeper.play.game import Game
from minesweeper.solvers import exact, simple, tips
from minesweeper.solvers.deduction import Deduction, Kind, run_to_end
from minesweeper.solvers.tips import NoProof, every_deduction, tip
from tests.solvers.brute_force import check_steps, possible
from tests.strategies import cell_sets, cells, games, positions


def check_proof(position: Position, deduction: Deduction, flags: CellSet = 0) -> None:
    """The clues prove each cell on their own, and without any one of them some cell isn't proved.

    Provable flags may count as known, and so may mines that were proved before, if ``flags`` contains them.
    """
    assert not deduction.assumes_safe
    known = deduction.assumes_mined
    assert not known & ~(flags | position.given)
    assert not known & possible(position).safe

    def proves(clues: CellSet, with_total: bool) -> tuple[CellSet, CellSet]:
        rest = possible(position, clues, with_total=with_total, given_mined=known)
        return deduction.safe & ~rest.mined, deduction.mined & ~rest.safe

    assert proves(deduction.because, deduction.uses_total) == (deduction.safe, deduction.mined)
    for clue in cells_of(deduction.because):
        assert proves(deduction.because ^ 1 << clue, deduction.uses_total) == (0, 0)
    if deduction.uses_total:
        assert proves(deduction.because, False) == (0, 0)
    check_steps(position, deduction)


def check_tip(position: Position, flags: CellSet, result: Deduction | NoProof, proved_mines: CellSet = 0) -> None:
    """Checks that the tip is the right kind of answer and that its proof holds."""
    truth = possible(position)
    safe, mined = position.hidden & ~truth.mined, position.hidden & ~truth.safe
    if isinstance(result, NoProof):
        assert not safe
        assert not mined & ~(flags | position.given)
        return
    assert bool(result.safe & flags) == bool(safe & flags)
    assert result.safe | result.mined & ~flags
    assert not result.mined & position.given
    check_proof(position, result, flags | proved_mines)


@settings(max_examples=150)
@given(positions(max_side=5), st.data())
def test_the_clues_of_a_tip_prove_it_and_none_can_be_left_out(position: Position, data: st.DataObject) -> None:
    flags = data.draw(cell_sets(position.grid)) & position.hidden
    check_tip(position, flags, run_to_end(tip(position, flags)))


@settings(max_examples=150)
@given(positions(max_side=5), st.data())
def test_a_tip_may_use_proved_mines_but_prefers_other_cells(position: Position, data: st.DataObject) -> None:
    truth = possible(position)
    safe, mined = position.hidden & ~truth.mined, position.hidden & ~truth.safe
    proved_mines, flags = (data.draw(cell_sets(position.grid)) & cells for cells in (mined, position.hidden))
    advice = run_to_end(tip(position, flags, proved_mines=proved_mines))
    check_tip(position, flags, advice, proved_mines)
    if safe or mined & ~(flags | position.given | proved_mines):
        assert isinstance(advice, Deduction)
        assert not advice.mined & proved_mines


@given(games(max_side=5), st.data())
def test_a_tip_is_proved_when_every_mine_but_one_is_flagged(game: Game, data: st.DataObject) -> None:
    assert game.layout is not None
    left_out = data.draw(st.sampled_from(cells_of(game.layout.mines)))
    flags = game.layout.mines & game.hidden & ~(1 << left_out)
    check_tip(game.position, flags, run_to_end(tip(game.position, flags, left_out)))


@given(positions(max_side=5))
def test_a_tip_from_one_square_of_a_large_board_is_proved(position: Position) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tips, "_MOST_CLUES", 0)
        patch.setattr(tips, "_RADII", (1, 2, 4))
        check_tip(position, 0, run_to_end(tip(position)))


@given(positions(max_side=5), st.data())
def test_a_tip_near_a_cell_of_a_large_board_is_proved_if_one_exists(position: Position, data: st.DataObject) -> None:
    near, flags = data.draw(cells(position.grid)), data.draw(cell_sets(position.grid)) & position.hidden
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tips, "_LARGE", 0)
        patch.setattr(tips, "_RADII", (1, 2))
        advice = run_to_end(tip(position, flags, near))
    assert isinstance(advice, NoProof) == isinstance(run_to_end(tip(position, flags, near)), NoProof)
    if isinstance(advice, Deduction):
        assert advice.safe | advice.mined & ~flags
        check_proof(position, advice, flags)


@given(positions(max_side=5))
def test_an_analysis_of_the_position_changes_no_tip(position: Position) -> None:
    assert run_to_end(tip(position, previous=run_to_end(exact.analyse(position)))) == run_to_end(tip(position))


@given(positions(max_side=6))
def test_a_safe_cell_proved_by_one_clue_comes_before_other_tips(position: Position) -> None:
    safe, mined = run_to_end(simple.sweep(position))
    advice = run_to_end(tip(position, mined))
    if safe:
        assert isinstance(advice, Deduction)
        assert advice.kind is Kind.ONE_CLUE


@pytest.mark.parametrize(("near", "mine"), [(0, 1), (8, 7)])
def test_among_equally_easy_tips_the_nearest_comes_first(near: int, mine: int) -> None:
    advice = run_to_end(tip(read_position("1#1...1#1\n111...111", 2), near=near))
    assert isinstance(advice, Deduction)
    assert advice.mined == 1 << mine


def test_a_safe_cell_comes_before_an_equally_easy_mine_that_is_nearer() -> None:
    position = read_position("#1*1.1#", 2)
    near = 6
    advice = run_to_end(tip(position, near=near))
    assert isinstance(advice, Deduction)
    assert (advice.safe, advice.mined) == (1 << 0, 0)
    by_solver = run_to_end(tip(position, near=near, prefers_safe=False))
    assert isinstance(by_solver, Deduction)
    assert by_solver.mined == 1 << near


@pytest.mark.parametrize("flags", [0, 1 << 1])
def test_a_safe_cell_comes_before_the_mine_that_proves_it(flags: CellSet) -> None:
    advice = run_to_end(tip(read_position("1#1##", 2), flags))
    assert isinstance(advice, Deduction)
    assert (advice.kind, advice.safe, advice.mined, advice.because) == (Kind.ONE_CLUE, 1 << 3, 0, 1 << 0 | 1 << 2)


# All deductions of a position


@given(positions(max_side=5))
def test_every_provable_cell_is_deduced_and_proved_by_its_clues(position: Position) -> None:
    analysis = run_to_end(exact.analyse(position))
    safe, mined = 0, position.given
    for deduction, clues, uses_total in every_deduction(analysis):
        assert not deduction.assumes_safe & ~safe
        assert not deduction.assumes_mined & ~mined
        assert (deduction.safe | deduction.mined) & ~(safe | mined)
        rest = possible(position, to_cell_set(clues), with_total=uses_total)
        assert not deduction.safe & rest.mined
        assert not deduction.mined & rest.safe
        safe, mined = safe | deduction.safe, mined | deduction.mined
    assert (safe, mined) == (analysis.safe, analysis.mined)


@settings(max_examples=60)
@given(positions(max_side=5), st.sampled_from(["MOST_SEARCHES", "MOST_DEDUCTIONS"]))
@example(read_position("1#1\n#1#", 1), "MOST_DEDUCTIONS")
def test_cells_left_at_the_search_limit_share_one_deduction(position: Position, bound: str) -> None:
    analysis = run_to_end(exact.analyse(position))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tips, bound, 1)
        results = list(every_deduction(analysis))
    safe, mined = 0, position.given
    for proved in results:
        safe, mined = safe | proved.deduction.safe, mined | proved.deduction.mined
    assert (safe, mined) == (analysis.safe, analysis.mined)
    if bound == "MOST_DEDUCTIONS":
        assert len(results) <= 2
    else:
        assert all(proved.deduction.kind is Kind.ONE_CLUE for proved in results[:-2])
