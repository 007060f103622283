"""Games of the bench: luck, values, comparison with another player, plug-ins and fair boards."""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from benchmarks.measure import mean_of
from minesweeper.bench import command
from minesweeper.bench import games as subject
from minesweeper.bench.games import (
    CODE,
    DealtBoards,
    ValueEstimateError,
    code_of_player,
    estimate_value,
    fingerprint,
    play,
    play_all,
    play_fairly,
)
from minesweeper.bench.results_file import SaveError
from minesweeper.boards.deal import BoardSeed
from minesweeper.boards.layout import Board, Layout, read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of, first_cell, make_grid, to_cell_set
from minesweeper.core.pool import WorkerError
from minesweeper.core.position import Position
from minesweeper.solvers import players
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.guess import RecommendedMove, best_guess
from minesweeper.solvers.players import PLAYERS, Choice, PlayerError, find_player
from minesweeper.solvers.rollouts import Budget
from minesweeper.solvers.sampling import DrawError
from tests.bench.test_command import arguments, run_json

BOARD = '{"w":3,"h":1,"start":1,"mines":[0]}\n'


# Luck


def test_a_game_adds_up_the_luck_of_its_guesses() -> None:
    lucky = play(Board(read_layout("*1."), 1), lambda position: Choice(0b100, False, 0.5))
    assert (lucky.win, lucky.luck) == (True, 0.5)
    unlucky = play(Board(read_layout("..*"), 1), lambda position: Choice(0b100, False, 0.75))
    assert (unlucky.win, unlucky.luck) == (False, -0.75)
    assert play(Board(read_layout("..*"), 1), lambda position: Choice(0b001, False)).luck is None


# The other player


def test_bench_against_a_peer_file_prints_the_paired_comparison(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    boards, peer = tmp_path / "boards.jsonl", tmp_path / "boards.peer.txt"
    boards.write_text(BOARD * 2 + '{"w":5,"h":1,"start":4,"mines":[1]}\n')
    peer.write_text("1 0\n0 0\n0 1\n")
    report = run_json(capsys, "--boards", str(boards), "--against", str(peer), "--solver", "exact")
    assert report["against"] == {"games": 3, "both": 0, "only_we": 1, "only_they": 1, "p_value": 1.0}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1 0\n", "has no board 2, but"),
        ("1 0\nyes\n", "line 2: 'yes' .* Write one line per board: 1 for a win, 0 other"),
    ],
)
def test_an_incomplete_or_invalid_peer_file_is_refused(content: str, message: str, tmp_path: Path) -> None:
    boards, peer = tmp_path / "boards.jsonl", tmp_path / "boards.peer.txt"
    boards.write_text(BOARD * 2)
    peer.write_text(content)
    with pytest.raises(SaveError, match=message):
        command.run(arguments("--boards", str(boards), "--against", str(peer)))


# Values


def first_hidden(position: Position) -> Choice:
    return Choice(1 << first_cell(position.hidden), False)


def test_the_mean_value_of_games_is_the_exact_win_chance() -> None:
    # Every layout of two mines on 3x2 with a safe first cell. The player always opens the first hidden cell.
    grid = make_grid(3, 2)
    boards = [Board(Layout(grid, to_cell_set(pair)), 0) for pair in combinations(range(1, 6), 2)]
    wins = mean_of([float(play(board, first_hidden).win) for board in boards])
    values = mean_of([estimate_value(board, first_hidden, Random(n)) for n in range(60) for board in boards])
    assert 0 < wins.rate < 1
    assert abs(values.rate - wins.rate) < 2 * values.error < 0.1


def test_values_of_games_of_best_vary_less_than_its_wins() -> None:
    # Most games of this size begin with a guess by look-ahead and end with one by exact win chances.
    grid = make_grid(7, 7)
    random = Random(11)
    boards = [Board(Layout(grid, to_cell_set(random.sample(range(1, 49), 12))), 0) for _ in range(50)]
    values = mean_of([estimate_value(board, PLAYERS["best"]()) for board in boards])
    wins = mean_of([float(play(board, PLAYERS["best"]()).win) for board in boards])
    assert values.error < wins.error / 1.5
    assert abs(values.rate - wins.rate) < 1.5 * (values.error + wins.error)


def test_games_given_up_or_lost_on_certain_moves_have_the_value_0() -> None:
    assert estimate_value(Board(read_layout("*1."), 1), PLAYERS["exact"]()) == 0.0
    assert estimate_value(Board(read_layout("*1."), 1), lambda position: Choice(0b001, True)) == 0.0


def test_a_guess_of_several_cells_has_no_value() -> None:
    with pytest.raises(ValueEstimateError, match="one cell at a time"):
        estimate_value(Board(read_layout("*1."), 1), lambda position: Choice(0b101, False))


def test_a_guess_at_a_proved_mine_is_reported_as_an_error() -> None:
    with pytest.raises(DrawError, match="no layout with these cells safe was found among 10,000: they are mines"):
        estimate_value(Board(read_layout("*2*1"), 1), lambda position: Choice(0b0001, False, 0.5))


def test_valuing_a_game_asks_the_player_once_about_each_position(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Position] = []

    def right_end_first(position: Position) -> Choice:
        asked.append(position)
        return Choice(1 << (position.hidden.bit_length() - 1), False)

    monkeypatch.setitem(PLAYERS, "best", lambda: right_end_first)
    (result,) = play_all([Board(read_layout("*.."), 1)], "best", 1, value=True)
    assert (result.win, result.value) == (True, 0.5)
    assert len(asked) == 1


# Thinking


def test_the_budget_of_the_bench_limits_the_race_of_deep(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    budgets = set()

    def guess(analysis: Analysis, budget: Budget) -> Generator[None, None, RecommendedMove]:
        budgets.add(budget)
        yield
        return run_to_end(best_guess(analysis))

    monkeypatch.setattr(players, "deep_guess", guess)
    run_json(capsys, "12x9/24", "-n", "3", "--solver", "deep")
    run_json(capsys, "12x9/24", "-n", "3", "--solver", "deep", "--budget", "0.25")
    run_json(capsys, "12x9/24", "-n", "3", "--solver", "deep", "--rollouts", "7")
    assert budgets == {Budget(1.0), Budget(0.25), Budget(rollouts=7)}


# Players of one's own


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_player.py").write_text("number = 5\n")
    (tmp_path / "broken.py").write_text("def x(:")
    (tmp_path / "leaving.py").write_text("x = 1\nx / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("plug_in")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("my_player:none", "can't be loaded"),
        ("no_such_module_here:x", "can't be loaded"),
        ("broken:x", r"can't be loaded: SyntaxError: .*\(broken.py, line 1\)"),
        ("leaving:x", r"can't be loaded: ZeroDivisionError: division by zero \(leaving.py, line 2\)"),
        ("my_player:number", "isn't a function"),
        ("clever", f"isn't a solver. Use {', '.join(PLAYERS)} or module:function"),
    ],
)
def test_an_unknown_player_is_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason):
        find_player(name)


# The code that plays


def test_a_fingerprint_of_code_changes_only_with_its_modules(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.py").write_bytes(b"x = 1\ny = 2\n")
    (tmp_path / "inner" / "b.py").write_bytes(b"")
    first = fingerprint(tmp_path)
    (tmp_path / "a.py").write_bytes(b"x = 1\r\ny = 2\r\n")
    (tmp_path / "notes.txt").write_text("not code")
    assert fingerprint(tmp_path) == first
    (tmp_path / "inner" / "b.py").write_bytes(b"x = 1\n")
    second = fingerprint(tmp_path)
    (tmp_path / "inner" / "b.py").rename(tmp_path / "inner" / "c.py")
    assert len({first, second, fingerprint(tmp_path)}) == 3
    # A path within a file is the place of a module in an archive.
    assert fingerprint(tmp_path / "a.py" / "minesweeper") == fingerprint(tmp_path / "a.py")
    assert code_of_player("best") is None


def test_boards_of_a_program_with_other_code_are_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    games = play_all([Board(read_layout("*1."), 1)], "best", 1)  # the work is prepared by this code
    monkeypatch.setattr(subject, "CODE", "other")  # and done by other code
    with pytest.raises(WorkerError, match=f"fingerprint other, expected {CODE}"):
        list(games)


# Fair games


def test_exact_wins_every_fair_board_and_random_cells_win_none() -> None:
    boards = DealtBoards(BoardSpec(16, 16, 40), 120, "fair", opening=True, numbers=range(1, 11))
    for solver in ("exact", "best"):
        assert all(result.win for result in play_all(boards, solver, 1, is_fair=True))
    random = Random(1)
    at_random = [
        play_fairly(board, lambda position: Choice(1 << random.choice(cells_of(position.hidden)), certain=False))
        for board in boards
    ]
    assert not any(result.win for result in at_random)
    assert all(result.luck is None for result in at_random)


def test_simple_loses_fair_boards_where_more_could_be_proved() -> None:
    boards = DealtBoards(BoardSpec(16, 16, 40), 120, "fair", opening=True, numbers=range(1, 11))
    results = list(play_all(boards, "simple", 1, is_fair=True))
    assert 0 < sum(result.win for result in results) < 10


def test_fair_boards_judge_several_opened_cells_one_by_one() -> None:
    board = BoardSeed(BoardSpec(9, 9, 10), 40, "several")
    result = play_fairly(board, lambda position: Choice(position.hidden, certain=True))
    assert (result.win, result.lost_on_certain_move) == (False, True)
    assert play_fairly(board, lambda position: None).win is False
    assert play_fairly(board, lambda position: Choice(0, certain=True)).win is False
