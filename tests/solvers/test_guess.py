"""The best guess: its look-ahead is compared with an analysis of every outcome."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, Grid, cells_of, make_grid
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import guess
from minesweeper.solvers.deduction import Contradiction, run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import (
    OPENING_WORTH,
    POCKET,
    Lookahead,
    best_guess,
    find_pockets,
    rank_guesses,
    strongest_move,
)
from tests.solvers.brute_force import clue_pairs, make_position, neighbours_by_loops
from tests.solvers.test_endgame import stuck, stuck_positions
from tests.strategies import wide_positions


def promise_by_analysis(analysis: Analysis, cell: int) -> tuple[float, int]:
    """What opening the cell promises, from an analysis for each clue, and how many clues are possible."""
    position = analysis.position
    needs_opening = all(shown for _, shown in clue_pairs(position))
    sums, layouts, clues = [0.0] * 5, 0, 0
    for clue in range(9):
        try:
            shown = make_position(position.grid, [*clue_pairs(position), (cell, clue)], position.mine_total)
            after = run_to_end(analyse(shown._replace(given=position.given)))
        except Contradiction:
            continue
        clues += 1
        safeties = five_safest(analysis, after, cell)
        if clue == 0:
            safeties = [OPENING_WORTH if needs_opening else 1.0] * 5
        assert after.layouts is not None
        layouts += after.layouts
        sums = [one + after.layouts * safety for one, safety in zip(sums, safeties, strict=True)]
    means = [one / layouts for one in sums]
    if needs_opening:
        return means[0] ** 0.5 * means[1] ** 0.9, clues
    return means[0] ** 0.75 * means[1] ** 0.38 * means[2] ** 0.18 * means[4] ** 0.09, clues


def five_safest(before: Analysis, after: Analysis, opened: int) -> list[float]:
    """How safe the five safest cells with unknown neighbours are after a move. All are 1 if only mines are left."""
    grid = before.position.grid
    unknown = before.position.hidden & ~before.mined & ~(1 << opened)
    safeties = {cell: 1 - Fraction(*after.odds(cell)) for cell in cells_of(unknown & ~after.mined)}
    living = [cell for cell in safeties if any(unknown >> other & 1 for other in neighbours_by_loops(grid, cell))]
    best = sorted([safeties[cell] for cell in living] or [max(safeties.values(), default=Fraction(1))], reverse=True)
    return [float(safety) for safety in [*best, *best[-1:] * 5][:5]]


def test_the_best_guess_after_a_first_clue_in_a_corner_is_a_corner() -> None:
    # The clue in one corner says nothing about the other corners, which are the likeliest cells to show a 0.
    position = make_position(make_grid(30, 16), [(0, 1)], 99)
    assert run_to_end(strongest_move(run_to_end(analyse(position)))).cell in (29, 450, 479)


def test_looking_ahead_finds_safe_cells_beyond_a_small_interior() -> None:
    # The first cell takes two of six interior cells, so the fifth safest cell afterwards lies on the frontier.
    analysis = stuck(read_position("##31...\n###2...\n###3...\n###2...\n##21...", 7))
    assert Lookahead(analysis).evaluate(0)[0] == pytest.approx(promise_by_analysis(analysis, 0)[0])


@settings(max_examples=40)
@given(stuck_positions(max_side=7, mines_in_ten=3), st.data())
def test_looking_ahead_agrees_with_analysing_every_outcome(position: Position, data: st.DataObject) -> None:
    analysis = stuck(position)
    ahead = Lookahead(analysis)
    cell = data.draw(st.sampled_from(cells_of(position.hidden & ~analysis.mined)))
    promise, clues = promise_by_analysis(analysis, cell)
    result, clue_luck = ahead.evaluate(cell)
    assert len(clue_luck) == clues
    # Of parts that the move doesn't touch, only the cells that are safest now are compared.
    assert result <= promise + 1e-9
    if len(analysis.parts) == 1 and not analysis.interior:
        assert result == pytest.approx(promise)


@pytest.mark.parametrize(
    ("picture", "mines"),
    [
        ("#######", 4),  # opening the second cell leaves the first one without an unknown neighbour
        ("...\n...\n...\n221\n##2\n###\n###", 4),  # only a few interior cells aren't beside the clue
    ],
)
def test_looking_ahead_counts_only_cells_that_remain_undecided(picture: str, mines: int) -> None:
    analysis = stuck(read_position(picture, mines))
    for cell in cells_of(analysis.position.hidden & ~analysis.mined):
        assert Lookahead(analysis).evaluate(cell)[0] == pytest.approx(promise_by_analysis(analysis, cell)[0])


@settings(max_examples=50)
@given(wide_positions())
def test_a_best_guess_is_never_a_proved_mine_and_has_its_exact_odds(position: Position) -> None:
    analysis = run_to_end(analyse(position))
    if not position.hidden & ~analysis.mined:
        with pytest.raises(ValueError, match="no move is left"):
            run_to_end(strongest_move(analysis))
        return
    move = run_to_end(strongest_move(analysis))
    assert analysis.mined >> move.cell & 1 == 0
    assert move.odds == analysis.odds(move.cell)
    if analysis.safe:
        assert analysis.safe >> move.cell & 1


def test_a_cell_whose_clue_is_certain_is_not_guessed_before_others() -> None:
    # Both ends of the clues are 50/50s. The left one reveals nothing, and all other cells have a higher mine risk.
    position = read_position("#1.1" + "#" * 20 + "\n#1.1" + "#" * 20, 28)
    analysis = stuck(position)
    assert Lookahead(analysis).evaluate(0)[1] == {1: 0.0}
    assert Fraction(*analysis.odds(0)) == Fraction(1, 2)
    assert run_to_end(best_guess(analysis)).cell in (4, 28)


def pockets_by_steps(position: Position, unknown: CellSet) -> CellSet:
    """The unknown cells that reach fewer than POCKET cells, themselves included, found step by step."""
    beside = {cell: neighbours_by_loops(position.grid, cell) for cell in range(position.grid.size)}
    result = 0
    for start in cells_of(unknown):
        reached, pending = {start}, [start]
        while pending:
            near = beside[pending.pop()]
            over = [other for cell in near if position.opened >> cell & 1 for other in beside[cell]]
            new = {cell for cell in (*near, *over) if unknown >> cell & 1} - reached
            reached |= new
            pending += new
        result |= (len(reached) < POCKET) << start
    return result


@settings(max_examples=30)
@given(stuck_positions(max_side=9, mines_in_ten=2))
def test_pockets_of_hidden_cells_agree_with_a_search_step_by_step(position: Position) -> None:
    unknown = position.hidden & ~stuck(position).mined
    pockets = find_pockets(position.grid, unknown, position.opened, unknown)
    assert pockets == pockets_by_steps(position, unknown)


def test_a_search_for_a_pocket_stops_once_the_pocket_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    grid, calls, spread = make_grid(5000, 1), list[CellSet](), Grid.spread

    def counted(grid: Grid, wave: CellSet) -> CellSet:
        calls.append(wave)
        return spread(grid, wave)

    monkeypatch.setattr(Grid, "spread", counted)
    assert find_pockets(grid, grid.all_cells, 0, 1 << 2500) == 0
    assert len(calls) <= 2 * guess.POCKET


def test_cells_in_a_pocket_are_not_guessed_while_others_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    # The left corners are as safe as the right ones, but they form a pocket.
    analysis = stuck(read_position("##1.1" + "#" * 20 + "\n##1.1" + "#" * 20, 10))
    assert {one.cell for one in run_to_end(rank_guesses(analysis))} & {0, 25} == set()
    monkeypatch.setattr(guess, "POCKET", 0)
    assert {one.cell for one in run_to_end(rank_guesses(analysis))} & {0, 25} != set()
