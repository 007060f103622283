"""Win chances: exact ones are compared with brute force, and estimates with exact ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import count, islice
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import cells_of, make_grid, to_cell_set
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import endgame, guess, rollouts, win_chance
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import GuessKind, best_guess, strongest_move
from minesweeper.solvers.rollouts import Budget, Rollouts, deep_guess
from minesweeper.solvers.win_chance import GuessComparison, best_chance, compare_guesses
from tests.solvers.brute_force import wins_by_brute_force
from tests.solvers.test_endgame import stuck, stuck_positions
from tests.solvers.test_rollouts import endless, in_the_middle
from tests.strategies import show, small_positions


def compared(
    analysis: Analysis, budget: Budget | None = None, also: int = 0, clock: rollouts.Clock | None = None
) -> GuessComparison:
    return run_to_end(compare_guesses(analysis, budget, also, *([] if clock is None else [clock])))


def known(value: float | None) -> float:
    assert value is not None
    return value


def check_shape(position: Position, result: GuessComparison, also: int = 0) -> None:
    """Checks what must hold for any comparison of guesses."""
    cells = [value.cell for value in result.ranked]
    assert len(cells) == len(set(cells))
    assert cells[0] == result.best.cell
    assert not also & position.hidden & ~to_cell_set(cells)
    assert all(position.hidden >> cell & 1 for cell in cells)
    gap = [value.gap for value in result.ranked if value.gap is not None]
    assert gap[1:] == sorted(gap[1:])
    assert gap[:1] in ([], [0.0])
    for value in result.ranked:
        assert (value.chance is None) == (value.gap is None) == (value.regret is None)
        if value.wins is not None:
            assert value.chance == value.wins[0] / value.wins[1]
            assert value.margin == 0


# Exact


@settings(max_examples=80)
@given(stuck_positions(max_side=4, mines_in_ten=5, most_layouts=60), st.data())
def test_every_exact_win_chance_is_that_of_perfect_play(position: Position, data: st.DataObject) -> None:
    analysis = stuck(position)
    also = to_cell_set(data.draw(st.lists(st.sampled_from(cells_of(position.hidden)), max_size=2)))
    comparison = compared(analysis, also=also)
    check_shape(position, comparison, also)
    assert comparison.is_exact
    assert comparison.best.wins == (wins_by_brute_force(position), analysis.layouts)
    best = run_to_end(best_chance(analysis))
    assert best is not None
    assert (best.wins, best.chance) == (comparison.best.wins, comparison.ranked[0].chance)
    assert best.odds == analysis.odds(best.cell)
    assert comparison.best == run_to_end(best_guess(analysis))
    for value in comparison.ranked:
        assert value.wins == (wins_by_brute_force(position, value.cell), analysis.layouts)
        assert Fraction(*value.odds) == Fraction(*analysis.odds(value.cell))


@settings(max_examples=50)
@given(small_positions(), st.data())
def test_exact_win_chances_hold_where_a_cell_is_certain(position: Position, data: st.DataObject) -> None:
    analysis = run_to_end(analyse(position))
    assume(analysis.safe and analysis.layouts is not None and analysis.layouts <= 60)
    also = to_cell_set(data.draw(st.lists(st.sampled_from(cells_of(position.hidden)), max_size=3)))
    comparison = compared(analysis, also=also)
    check_shape(position, comparison, also)
    assert comparison.is_exact
    assert comparison.best.wins == (wins_by_brute_force(position), analysis.layouts)
    best = run_to_end(strongest_move(analysis))
    assert comparison.best._replace(wins=None, odds=(0, 1)) == best._replace(odds=(0, 1))
    for value in comparison.ranked:
        assert value.wins == (wins_by_brute_force(position, value.cell), analysis.layouts)


@settings(max_examples=30)
@given(stuck_positions(max_side=4, mines_in_ten=5, most_layouts=60))
def test_no_guess_missing_from_the_list_is_better_than_those_on_it(position: Position) -> None:
    analysis = stuck(position)
    comparison = compared(analysis)
    least = min(value.chance for value in comparison.ranked if value.chance is not None)
    listed = {value.cell for value in comparison.ranked}
    safest = min(Fraction(*analysis.odds(cell)) for cell in cells_of(position.hidden))
    assert safest in {Fraction(*value.odds) for value in comparison.ranked}
    looks = {(Fraction(*value.odds), value.chance) for value in comparison.ranked}
    if len(listed) == win_chance.MOST_LISTED:  # otherwise the safest guess is listed too, or all guesses are
        for cell in set(cells_of(position.hidden)) - listed:
            chance = wins_by_brute_force(position, cell) / (analysis.layouts or 1)
            # Of cells that can be exchanged, only one is listed.
            assert chance <= least or (Fraction(*analysis.odds(cell)), chance) in looks


def test_a_guess_on_one_island_keeps_the_win_chance_of_the_other() -> None:
    """Each end of the board has three layouts, and best play wins two of them."""
    position = read_position("##100012##1\n#320001####\n##100012#2#", 7)
    analysis = stuck(position)
    assert sorted(island.layouts for island in endgame.find_islands(analysis)) == [3, 3]
    comparison = compared(analysis, also=position.hidden)
    assert comparison.ranked[0].wins == (4, 9)
    for value in comparison.ranked:
        assert value.wins == (wins_by_brute_force(position, value.cell), 9)


def test_a_search_of_the_end_game_that_takes_too_long_has_no_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = stuck(read_position("#1#\n###\n###", 3))
    assert compared(analysis).is_exact
    monkeypatch.setattr(endgame, "MOST_SETS", 0)
    comparison = compared(analysis, also=1)
    assert not comparison.is_exact
    assert comparison.best.kind is GuessKind.LOOK_AHEAD
    assert comparison.best.wins is None
    assert {value.chance for value in comparison.ranked} == {None}
    assert comparison.value_of(0) is not None


def test_a_budget_in_seconds_makes_the_search_of_the_end_game_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = stuck(read_position("#1#\n###\n###", 3))
    whole = compared(analysis)
    monkeypatch.setattr(endgame, "MOST_SETS", 2)
    monkeypatch.setattr(endgame, "SETS_A_SLICE", 1)
    for budget in (None, Budget(rollouts=1), Budget(seconds=0.0)):
        assert compared(analysis, budget).best.wins is None
    assert compared(analysis, Budget(seconds=30.0)) == whole


def test_guesses_that_are_not_searched_in_time_have_no_win_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best guess is found, and then no time is left for the others."""
    analysis = stuck(read_position("#1#\n###\n###", 3))
    best = run_to_end(best_guess(analysis))

    def too_long(search: endgame._Search, *args: object) -> endgame.EndGameMove:
        raise endgame._TooLong

    monkeypatch.setattr(endgame._Search, "move", too_long)
    comparison = compared(analysis, also=0b101)
    assert comparison.best == best
    assert comparison.ranked[0].wins == best.wins
    assert {value.chance for value in comparison.ranked[1:]} == {None}
    assert len(comparison.ranked) > 1
    assert not comparison.is_exact


# Without a chance


def test_without_a_budget_guesses_are_ranked_without_win_chances() -> None:
    analysis = in_the_middle()
    comparison = compared(analysis, also=0b100)
    check_shape(analysis.position, comparison, 0b100)
    assert comparison.best == run_to_end(best_guess(analysis))
    assert not comparison.is_exact
    assert run_to_end(best_chance(analysis)) is None
    assert {value.chance for value in comparison.ranked} == {None}
    ranked = [one.cell for one in run_to_end(guess.rank_guesses(analysis))]
    listed = [value.cell for value in comparison.ranked]
    assert listed[: win_chance.MOST_LISTED] == ranked[: win_chance.MOST_LISTED]


def test_without_a_look_ahead_the_safest_guesses_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = in_the_middle()
    monkeypatch.setattr(guess, "LARGEST_LOOK", -1)
    comparison = compared(analysis, Budget(rollouts=10_000))
    assert comparison.best.kind is GuessKind.SAFEST
    risks = [Fraction(*value.odds) for value in comparison.ranked]
    assert len(risks) > 1
    assert risks == sorted(risks)


def test_a_certain_cell_is_not_listed_as_a_guess() -> None:
    position = read_position("1##########\n1##########\n1##########\n0##########", 9)
    analysis = run_to_end(analyse(position))
    assert analysis.safe
    comparison = compared(analysis)
    assert (comparison.best.kind, comparison.best.odds[0]) == (GuessKind.CERTAIN, 0)
    assert [(value.cell, value.chance) for value in comparison.ranked] == [(comparison.best.cell, None)]


# Estimates


def test_an_estimate_plays_as_many_layouts_as_its_budget_allows() -> None:
    analysis = in_the_middle()
    comparison = compared(analysis, Budget(rollouts=21), also=0b100)
    check_shape(analysis.position, comparison, 0b100)
    assert comparison.best == run_to_end(deep_guess(analysis, Budget(rollouts=21)))
    assert not comparison.is_exact
    for value in comparison.ranked:
        assert value.wins is None
        assert value.chance is not None
        assert 0 < value.margin < 0.2
    few = compared(analysis, Budget(rollouts=10), also=0b100)
    assert {value.chance for value in few.ranked} == {None}


def test_no_estimate_has_a_margin_below_one_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """All layouts are alike for these guesses, so the sample alone would have almost no margin."""
    analysis = stuck(read_position("#1#\n###\n###", 3))
    monkeypatch.setattr(rollouts, "END_LAYOUTS", 0)
    comparison = compared(analysis, Budget(rollouts=2000))
    assert not comparison.is_exact
    assert {value.margin for value in comparison.ranked} == {win_chance.LEAST_MARGIN}
    assert min(value.gap_margin for value in comparison.ranked[1:]) < win_chance.LEAST_MARGIN


def test_an_estimate_of_win_chances_ends_on_time() -> None:
    analysis = in_the_middle()
    clock = count(0.0, 0.02).__next__
    assert {one.chance for one in compared(analysis, Budget(1.0), 0, clock).ranked} == {None}
    assert clock() < 4.2
    clock = count(0.0, 0.004).__next__  # too few layouts are done in time, so it takes longer
    assert all(one.chance for one in compared(analysis, Budget(1.0), 0, clock).ranked)
    assert 2.5 < clock() < 4.2


def test_an_estimate_ends_on_time_even_in_the_middle_of_a_roll_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rollouts, "play_out", endless)
    slices = compare_guesses(in_the_middle(), Budget(1.0), 0, count(0.0, 0.01).__next__)
    assert sum(1 for _ in islice(slices, 10_000)) < 1000


def test_a_mine_that_the_player_asks_about_has_no_win_chance() -> None:
    position = read_position("#1#########\n11#########\n###########\n###########", 8)
    analysis = run_to_end(analyse(position))
    assert analysis.mined & 1
    comparison = compared(analysis, Budget(rollouts=60), also=0b1)
    mine = comparison.value_of(0)
    assert mine is not None
    assert (mine.chance, mine.wins, mine.gap) == (0.0, (0, 1), comparison.ranked[0].chance)


def test_an_estimate_uses_other_layouts_than_the_race_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: dict[Rollouts, list[int]] = {}
    draw = Rollouts.draw

    def note(rollouts: Rollouts) -> int:
        drawn.setdefault(rollouts, []).append(layout := draw(rollouts))
        return layout

    monkeypatch.setattr(Rollouts, "draw", note)
    compared(in_the_middle(), Budget(rollouts=20))
    race, estimate = drawn.values()
    assert not set(race) & set(estimate)


def test_a_guess_that_is_rarely_safe_is_estimated_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cell is safe in only a few layouts, but its estimate must agree with the exact chance."""
    position = read_position("###\n3##\n###\n###", 7)
    analysis = run_to_end(analyse(position))
    cell = max(cells_of(position.hidden & ~analysis.mined), key=lambda cell: Fraction(*analysis.odds(cell)))
    exact = compared(analysis, also=1 << cell).value_of(cell)
    assert exact is not None
    monkeypatch.setattr(rollouts, "SELDOM_SAFE", 0.9)
    monkeypatch.setattr(win_chance, "end_islands", lambda analysis, most: [])
    about = compared(analysis, Budget(rollouts=250), 1 << cell).value_of(cell)
    assert about is not None
    assert exact.safety < rollouts.SELDOM_SAFE
    assert abs(known(about.chance) - known(exact.chance)) < 2 * about.margin < 0.2


def test_equal_roll_outs_do_not_make_an_estimate_certain() -> None:
    assert win_chance._mean([0.5] * 30) == (0.5, 0.1)


def test_margins_of_estimates_contain_the_truth_as_often_as_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """On small boards the exact win chance is known, because roll-outs play perfectly after one guess."""
    random, grid = Random(11), make_grid(5, 4)
    held: list[bool] = []
    differences: list[bool] = []
    while len(held) < 120:
        mines = random.sample(range(grid.size), 5)
        opened = random.sample([cell for cell in range(grid.size) if cell not in mines], 2)
        analysis = run_to_end(analyse(show(grid, mines, opened, 5)))
        if analysis.safe or not 100 < (analysis.layouts or 0) <= rollouts.ROLLOUT_END_LAYOUTS:
            continue
        exact = compared(analysis)
        with monkeypatch.context() as patch:
            patch.setattr(win_chance, "end_islands", lambda analysis, most: [])
            about = compared(analysis, Budget(rollouts=40), to_cell_set(one.cell for one in exact.ranked))
        first = exact.value_of(about.best.cell)
        for one in about.ranked:
            true = exact.value_of(one.cell)
            if first is not None and true is not None:
                held.append(abs(known(one.chance) - known(true.chance)) <= one.margin)
                if one is not about.ranked[0]:
                    gap = known(first.chance) - known(true.chance)
                    differences.append(abs(known(one.gap) - gap) <= one.gap_margin)
    assert 0.91 <= sum(held) / len(held) <= 0.99
    assert 0.91 <= sum(differences) / len(differences) <= 0.99
