"""Roll-outs and the race: they estimate what they say, see no mines, and choose what is better."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from fractions import Fraction
from itertools import count, islice
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings

from minesweeper.core.position import Position, read_position
from minesweeper.solvers import deep, endgame
from minesweeper.solvers.deduction import finish
from minesweeper.solvers.deep import Budget, Rollouts, deep_guess_in_slices, draw_with_safe, quick_guess
from minesweeper.solvers.endgame import best_end_move, draw_layout, find_islands
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import Candidate, GuessKind, GuessMove, best_guess, rank_guesses
from tests.strategies import positions

MIDDLE = """
    #####
    #####
    ##2##
    #####
    #####
    """
"""More layouts than the end game searches, no certain cell, and corners that promise the same."""
FEW = """
    ####
    #2##
    ####
    """
FEW_AND_ONE_GIVEN = """
    ###*
    #2##
    ####
    """


DENSE = """
    ######
    ######
    ######
    ######
    """
"""With 22 mines: once a corner is open, the other safe cell is mostly one of twenty."""


def position_of(picture: str, mines: int) -> Position:
    return read_position("\n".join(line.strip() for line in picture.strip().splitlines()), mines)


def without_end_game(analysis: Analysis) -> GuessMove:
    """The cell that ``best`` opens, as a player that does not know how the game will end."""
    return best_guess(analysis)._replace(wins=None, kind=GuessKind.LOOK_AHEAD)


@pytest.mark.parametrize(("picture", "mines"), [(FEW, 4), (FEW_AND_ONE_GIVEN, 4), (DENSE, 22)])
def test_the_mean_of_roll_outs_is_the_chance_to_win(picture: str, mines: int) -> None:
    """Perfect play wins a known number of layouts; it plays on here without knowing that."""
    analysis = analyse(position_of(picture, mines))
    assert not analysis.safe
    end = best_end_move(analysis)
    numbers = random.Random(5)
    rollouts = Rollouts(analysis, numbers, without_end_game)
    values = [
        end.safe / end.layouts * rollouts.play_out(draw_with_safe(analysis, 1 << end.cell, numbers), end.cell)
        for _ in range(1500)
    ]
    error = stdev(values) / len(values) ** 0.5
    assert error < 0.01
    assert abs(fmean(values) - end.wins / end.layouts) < 4 * error


def test_the_end_game_ends_a_roll_out_with_its_exact_chance() -> None:
    analysis = analyse(position_of(FEW, 4))
    numbers = random.Random(1)
    for _ in range(20):
        mines = draw_with_safe(analysis, 0b1, numbers)
        value = Fraction(Rollouts(analysis, numbers).play_out(mines, 0)).limit_denominator(1000)
        assert value.denominator <= analysis.odds(0)[1]


def test_a_roll_out_on_a_dense_board_ends_where_the_game_is_as_good_as_lost() -> None:
    """Hundreds of guesses are left, and the chance to survive them all is less than a float can say."""
    analysis = analyse(position_of("\n".join(["#" * 50] * 50), 2000))
    guesses: list[int] = []

    def counted(analysis: Analysis) -> GuessMove:
        guesses.append(0)
        return quick_guess(analysis)

    numbers = random.Random(1)
    rollouts = Rollouts(analysis, numbers, counted)
    mines = draw_with_safe(analysis, 0b1, numbers)
    assert [rollouts.play_out(mines, 0) for _ in range(2)] == [0.0, 0.0]
    assert len(guesses) < 60


def test_drawing_a_layout_pauses_after_each_that_does_not_fit() -> None:
    analysis = analyse(position_of(DENSE, 22))
    slices = deep.draw_with_safe_in_slices(analysis, 0b1, random.Random(4))
    assert sum(1 for _ in slices) >= 1


def test_a_drawn_layout_has_no_mine_where_it_must_not() -> None:
    analysis = analyse(position_of(FEW, 4))
    assert not any(draw_with_safe(analysis, 0b1, random.Random(seed)) & 1 for seed in range(50))


def test_the_same_roll_outs_give_the_same_move() -> None:
    analysis = analyse(position_of(MIDDLE, 7))
    moves = {finish(deep_guess_in_slices(analysis, Budget(rollouts=80))) for _ in range(2)}
    assert len(moves) == 1
    assert moves.pop().cell in {one.cell for one in rank_guesses(analysis)}


def test_the_clock_ends_the_race_and_there_are_pauses_before() -> None:
    analysis = analyse(position_of(MIDDLE, 7))
    clock = count(0.0, 0.125).__next__
    slices = deep_guess_in_slices(analysis, Budget(1.0), clock)
    assert sum(1 for _ in slices) >= 8
    assert clock() < 4


def test_the_clock_ends_a_round_that_takes_longer_than_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(rollouts: Rollouts, mines: int, cell: int) -> Generator[None, None, float]:
        while True:
            yield

    monkeypatch.setattr(Rollouts, "play_out_in_slices", play)
    slices = deep_guess_in_slices(analyse(position_of(MIDDLE, 7)), Budget(1.0), count(0.0, 0.125).__next__)
    assert sum(1 for _ in islice(slices, 1000)) < 100


def test_in_the_end_game_it_plays_as_best_does() -> None:
    analysis = analyse(position_of(FEW, 4))
    assert finish(deep_guess_in_slices(analysis, Budget())) == best_guess(analysis)


# The race


def first_of(values: dict[int, list[float]]) -> Callable[[Analysis, int], Generator[None, None, GuessMove]]:
    """A ``best`` that always chooses the first of the cells."""

    def guess(analysis: Analysis, end_layouts: int) -> Generator[None, None, GuessMove]:
        yield
        return GuessMove(next(iter(values)), (1, 5), GuessKind.LOOK_AHEAD)

    return guess


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[float]]:
    """Roll-outs whose values are given: for each cell a list that is gone through again and again."""
    values: dict[int, list[float]] = {}
    turns: dict[int, int] = {}

    def play(rollouts: Rollouts, mines: int, cell: int) -> Generator[None, None, float]:
        yield
        turns[cell] = turns.get(cell, -1) + 1
        return values[cell][turns[cell] % len(values[cell])]

    monkeypatch.setattr(Rollouts, "play_out_in_slices", play)
    monkeypatch.setattr(deep, "rank_guesses", lambda analysis: [Candidate(0.9, 1.0, cell) for cell in values])
    monkeypatch.setattr(deep, "best_guess_in_slices", first_of(values))
    return values


def choose(rollouts: int) -> GuessMove:
    return finish(deep_guess_in_slices(analyse(position_of(MIDDLE, 7)), Budget(rollouts=rollouts)))


def test_a_candidate_that_wins_clearly_more_is_taken(race: dict[int, list[float]]) -> None:
    race.update({0: [0.4, 0.5, 0.3], 1: [0.5, 0.6, 0.5], 2: [0.1]})
    assert (choose(200).cell, choose(200).kind) == (1, GuessKind.ROLL_OUTS)


def test_the_choice_of_best_stays_if_the_lead_is_noise(race: dict[int, list[float]]) -> None:
    race.update({0: [0.5], 1: [0.0, 1.02, 0.0, 1.0]})
    assert (choose(80).cell, choose(80).kind) == (0, GuessKind.LOOK_AHEAD)


def test_few_roll_outs_change_nothing(race: dict[int, list[float]]) -> None:
    race.update({0: [0.1], 1: [0.9, 0.8]})
    assert choose(10).cell == 0


def test_a_beaten_candidate_leaves_the_race(race: dict[int, list[float]], monkeypatch: pytest.MonkeyPatch) -> None:
    race.update({0: [0.8, 0.9], 1: [0.2, 0.1]})
    slices = deep_guess_in_slices(analyse(position_of(MIDDLE, 7)), Budget(rollouts=10**6))
    assert sum(1 for _ in slices) < 100


def test_there_is_a_pause_after_each_move_of_a_roll_out() -> None:
    analysis = analyse(position_of(MIDDLE, 7))
    cell = best_guess(analysis).cell
    mines = draw_with_safe(analysis, 1 << cell, random.Random(1))
    moves: list[int] = []

    def counted(analysis: Analysis) -> GuessMove:
        moves.append(0)
        return quick_guess(analysis)

    slices = Rollouts(analysis, random.Random(2), counted).play_out_in_slices(mines, cell)
    most = 0
    while next(slices, slices) is not slices:
        most, moves[:] = max(most, len(moves)), []
    assert most == 1


def test_all_candidates_play_on_the_same_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[int, int]] = []

    def play(rollouts: Rollouts, mines: int, cell: int) -> Generator[None, None, float]:
        yield
        played.append((cell, mines))
        return 0.5

    monkeypatch.setattr(Rollouts, "play_out_in_slices", play)
    analysis = analyse(position_of(MIDDLE, 7))
    numbers = random.Random(analysis.position.opened)
    first = draw_layout(analysis, numbers)
    finish(deep_guess_in_slices(analysis, Budget(rollouts=80)))
    assert all(not mines >> cell & 1 for cell, mines in played)
    cells = len({cell for cell, _ in played})
    assert cells > 1
    assert all(mines == first or first >> cell & 1 for cell, mines in played[:cells])


# What it stands on


def test_an_end_game_searched_in_slices_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = analyse(position_of("####\n#2##\n####\n####", 4))
    assert analysis.layouts is not None
    assert analysis.layouts > 200
    whole = best_end_move(analysis)
    monkeypatch.setattr(endgame, "SETS_A_SLICE", 25)
    assert finish(endgame.best_end_move_in_slices(analysis, find_islands(analysis))) == whole
    assert sum(1 for _ in endgame.best_end_move_in_slices(analysis, find_islands(analysis))) > 5


@given(positions(max_side=6))
@settings(max_examples=60, deadline=None)
def test_the_fast_player_opens_a_cell_that_may_be_safe(position: Position) -> None:
    analysis = analyse(position)
    if analysis.safe or not position.hidden & ~analysis.mined:
        return
    move = quick_guess(analysis)
    assert position.hidden >> move.cell & 1
    assert not analysis.mined >> move.cell & 1
    assert move.odds == analysis.odds(move.cell) or move.wins is not None
