"""Roll-outs and the race between candidates: their estimates are right, and they see no mines."""

from __future__ import annotations

import random
from collections.abc import Generator
from itertools import count, islice
from math import exp, sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings

from benchmarks.endgame import search_end
from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import rollouts
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.guess import Candidate, GuessKind, Lookahead, RecommendedMove, best_guess, rank_guesses
from minesweeper.solvers.rollouts import SLOPE, SPREAD, Budget, Rollouts, deep_guess, weigh_race
from minesweeper.solvers.sampling import Sampler, draw_with_safe
from tests.solvers.brute_force import fitting_layouts
from tests.solvers.test_endgame import stuck_positions

MIDDLE = read_position(".1####\n13####\n######\n######\n######", 8)
"""A 0 is open, no cell is certain, and there are more layouts than the end game searches."""


def in_the_middle() -> Analysis:
    return run_to_end(analyse(MIDDLE))


def without_end_game(analysis: Analysis) -> RecommendedMove:
    """The cell that ``best`` opens, if it doesn't search the end game."""
    return run_to_end(best_guess(analysis))._replace(wins=None, kind=GuessKind.LOOK_AHEAD)


@pytest.mark.parametrize(
    ("picture", "mines"),
    [
        ("####\n#2##\n####", 4),
        ("###*\n#2##\n####", 4),
        ("\n".join(["######"] * 4), 22),  # after a corner, the second safe cell is usually one of twenty
    ],
)
def test_the_mean_of_roll_outs_agrees_with_the_exact_win_chance(picture: str, mines: int) -> None:
    """Best play wins a known number of layouts. The roll-outs play on without knowing this number."""
    analysis = run_to_end(analyse(read_position(picture, mines)))
    assert not analysis.safe
    end = search_end(analysis)
    numbers = random.Random(5)
    rollouts = Rollouts(analysis, numbers, without_end_game)
    values = [
        end.safe
        / end.layouts
        * run_to_end(rollouts.play_out(draw_with_safe(analysis, 1 << end.cell, numbers), end.cell))
        for _ in range(1500)
    ]
    error = stdev(values) / len(values) ** 0.5
    assert error < 0.01
    assert abs(fmean(values) - end.wins / end.layouts) < 4 * error


def test_a_roll_out_on_a_dense_board_stops_when_hardly_winnable() -> None:
    """Hundreds of guesses are left, so the chance to survive all of them is too small for a float."""
    analysis = run_to_end(analyse(read_position("\n".join(["#" * 50] * 50), 2000)))
    guesses: list[int] = []

    def counted(analysis: Analysis) -> RecommendedMove:
        guesses.append(0)
        return run_to_end(best_guess(analysis))

    numbers = random.Random(1)
    rollouts = Rollouts(analysis, numbers, counted)
    mines = draw_with_safe(analysis, 0b1, numbers)
    assert [run_to_end(rollouts.play_out(mines, 0)) for _ in range(2)] == [0.0, 0.0]
    assert len(guesses) < 60


def test_deep_makes_the_same_move_with_the_same_roll_outs() -> None:
    analysis = in_the_middle()
    moves = {run_to_end(deep_guess(analysis, Budget(rollouts=12))) for _ in range(2)}
    assert len(moves) == 1
    assert moves.pop().cell in {one.cell for one in run_to_end(rank_guesses(analysis))}


def endless(rollouts: Rollouts, mines: int, cell: int) -> Generator[None, None, float]:
    """A roll-out that never ends."""
    while True:
        yield


def test_a_slow_round_of_roll_outs_ends_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rollouts, "play_out", endless)
    slices = deep_guess(in_the_middle(), Budget(1.0), count(0.0, 0.125).__next__)
    assert sum(1 for _ in islice(slices, 1000)) < 100


def test_the_solver_deep_plays_the_end_game_as_best_does() -> None:
    analysis = run_to_end(analyse(read_position("####\n#2##\n####", 4)))
    assert run_to_end(deep_guess(analysis, Budget())) == run_to_end(best_guess(analysis))


# The race


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[float]]:
    """Roll-outs with given values: for each cell a list of values, repeated again and again."""
    values: dict[int, list[float]] = {}
    turns: dict[int, int] = {}

    def play(rollouts: Rollouts, mines: int, cell: int) -> Generator[None, None, float]:
        yield
        turns[cell] = turns.get(cell, -1) + 1
        return values[cell][turns[cell] % len(values[cell])]

    monkeypatch.setattr(Rollouts, "play_out", play)

    def ranked(analysis: Analysis) -> Generator[None, None, list[Candidate]]:
        yield
        return [Candidate(0.9, 1.0, cell) for cell in values]

    def first(analysis: Analysis, end_layouts: int) -> Generator[None, None, RecommendedMove]:
        yield
        return RecommendedMove(next(iter(values)), (1, 5), GuessKind.LOOK_AHEAD)

    monkeypatch.setattr(rollouts, "rank_guesses", ranked)
    monkeypatch.setattr(rollouts, "best_guess", first)
    return values


def choose(rollouts: int) -> RecommendedMove:
    return run_to_end(deep_guess(in_the_middle(), Budget(rollouts=rollouts)))


def test_a_race_chooses_a_candidate_that_wins_clearly_more(race: dict[int, list[float]]) -> None:
    race.update({7: [0.4, 0.5, 0.3], 8: [0.5, 0.6, 0.5], 9: [0.1]})
    assert (choose(50).cell, choose(50).kind) == (8, GuessKind.ROLL_OUTS)


def test_a_race_keeps_the_best_guess_against_an_equal_candidate(race: dict[int, list[float]]) -> None:
    race.update({7: [0.5, 0.4], 8: [0.5, 0.4]})
    assert (choose(20).cell, choose(20).kind) == (7, GuessKind.LOOK_AHEAD)


def test_a_race_of_few_roll_outs_changes_nothing(race: dict[int, list[float]]) -> None:
    race.update({7: [0.1], 8: [0.9, 0.8]})
    assert choose(9).cell == 7


def rounds_of(race: dict[int, list[float]]) -> int:
    """How many layouts are played in a race without another limit."""
    slices = deep_guess(in_the_middle(), Budget(rollouts=10**6))
    return sum(1 for _ in islice(slices, 100_000)) // (2 * len(race))


@pytest.mark.parametrize("other", [[0.2, 0.1], [0.8, 0.9], [0.95, 0.99]])
def test_beaten_and_equal_candidates_leave_the_race_early(race: dict[int, list[float]], other: list[float]) -> None:
    race.update({7: [0.8, 0.9], 8: other})
    assert 20 < rounds_of(race) < 30


def test_deep_runs_no_race_before_a_0_is_open() -> None:
    analysis = run_to_end(analyse(read_position("#####\n" * 2 + "##2##\n" + "#####\n" * 2, 7)))
    assert len(rollouts.racers(run_to_end(rank_guesses(analysis)), run_to_end(best_guess(analysis)).cell)) > 1
    slices = deep_guess(analysis, Budget(rollouts=10**6))
    assert sum(1 for _ in islice(slices, 200)) < 200


def sample(numbers: random.Random, rounds: int) -> tuple[list[float], list[list[float]], list[list[float]]]:
    """Scores of three candidates, their win chances on layouts that share luck, and the clue luck in these chances."""
    chances: list[list[float]] = [[], [], []]
    clue_luck: list[list[float]] = [[], [], []]
    for _ in range(rounds):
        shared = numbers.gauss(0.5, 0.2)
        for n in range(3):
            known = numbers.gauss(0, 0.1)
            clue_luck[n].append(known)
            chances[n].append(shared + 0.01 * n + 0.5 * known + numbers.gauss(0, 0.02))
    return [0.8, 0.79, 0.77], chances, clue_luck


def test_the_race_weighs_candidates_like_a_bayesian_model() -> None:
    """Computes the posterior in another way: each candidate has its own win chance, and shared luck may be anything."""
    scores, chances, _ = sample(random.Random(4), 40)
    nothing = [[0.0] * 40] * 3
    leads, doubts = weigh_race(scores, chances, nothing)
    level = fmean(map(fmean, chances))
    means = [SLOPE * level * (score / 0.8 - 1) for score in scores]
    # The chances on a layout have the sampled covariance. The variance of the first candidate alone must not matter.
    cross = [
        [sum((a - fmean(x)) * (b - fmean(y)) for a, b in zip(x, y, strict=True)) / 38 / 40 for y in chances]
        for x in chances
    ]
    # True scores are drawn from the prior and weighted by how likely they make the sample.
    numbers, total, sums = random.Random(1), 0.0, [0.0, 0.0, 0.0]
    squares = 0.0
    # The differences to the first candidate have a 2x2 covariance. This is its inverse.
    c = [[cross[i][j] - cross[0][i] - cross[0][j] + cross[0][0] for j in (1, 2)] for i in (1, 2)]
    det = c[0][0] * c[1][1] - c[0][1] ** 2
    seen = [fmean(chances[n]) - fmean(chances[0]) for n in (1, 2)]
    for _ in range(50_000):
        drawn = [mean + numbers.gauss(0, SPREAD * level) for mean in means]
        x, y = (drawn[n] - drawn[0] - seen[n - 1] for n in (1, 2))
        weight = exp(-(c[1][1] * x * x - 2 * c[0][1] * x * y + c[0][0] * y * y) / det / 2)
        total += weight
        for n in (1, 2):
            sums[n] += weight * (drawn[n] - drawn[0])
        squares += weight * (drawn[2] - drawn[0]) ** 2
    assert leads[0] == 0.0
    assert leads[1:] == pytest.approx([one / total for one in sums[1:]], abs=4e-4)
    assert sqrt(doubts[2][2]) == pytest.approx(sqrt(squares / total - (sums[2] / total) ** 2), rel=0.03)
    assert doubts[1][2] == pytest.approx(doubts[2][1])


@given(stuck_positions(5, 4, 400))
@settings(max_examples=20)
def test_clue_luck_averages_to_zero_over_all_layouts(position: Position) -> None:
    """Over all layouts in which a cell is safe, its clue promises as much as on average."""
    analysis = run_to_end(analyse(position))
    layouts = list(fitting_layouts(position))
    ahead = Lookahead(analysis)
    for cell in cells_of(ahead.living & ~analysis.mined & ~analysis.safe):
        beside = position.grid.neighbours(cell) & ahead.unknown
        seen = [(layout & beside).bit_count() for layout in layouts if not layout >> cell & 1]
        assert fmean(map(ahead.evaluate(cell)[1].__getitem__, seen)) == pytest.approx(0.0, abs=1e-9)


def test_clue_luck_makes_the_result_of_a_race_more_certain() -> None:
    scores, chances, clue_luck = sample(random.Random(4), 60)
    blind = weigh_race(scores, chances, [[0.0] * 60] * 3)[1]
    doubts = weigh_race(scores, chances, clue_luck)[1]
    assert all(doubts[n][n] < 0.4 * blind[n][n] for n in (1, 2))


def test_all_candidates_of_a_race_play_on_the_same_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[int, int]] = []

    def play(rollouts: Rollouts, mines: int, cell: int) -> Generator[None, None, float]:
        yield
        played.append((cell, mines))
        return 0.5

    monkeypatch.setattr(Rollouts, "play_out", play)
    analysis = in_the_middle()
    first = Sampler(analysis).draw(random.Random(analysis.position.opened))
    run_to_end(deep_guess(analysis, Budget(rollouts=20)))
    assert all(not mines >> cell & 1 for cell, mines in played)
    cells = len({cell for cell, _ in played})
    assert cells > 1
    assert all(mines == first or first >> cell & 1 for cell, mines in played[:cells])
