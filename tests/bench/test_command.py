"""The command bench: which boards it plays, what it counts, and how it reports."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from minesweeper.bench import command
from minesweeper.bench.games import CODE, play
from minesweeper.boards.formats import BoardLineError
from minesweeper.boards.layout import Board, read_layout
from minesweeper.core import progress
from minesweeper.core.cells import first_cell
from minesweeper.core.commandline import ArgumentsError
from minesweeper.core.files import InputError, OutputError
from minesweeper.core.position import Position
from minesweeper.solvers.players import PLAYERS, Choice, Player
from minesweeper.version import VERSION
from tests.core.test_progress import Heard

ROOT = Path(__file__).parents[2]
BOARDS = ROOT / "benchmarks" / "boards"
NO_GUESS = '{"w":5,"h":1,"start":4,"mines":[1]}\n'
NEEDS_A_GUESS = '{"w":3,"h":1,"start":1,"mines":[0]}\n'


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args(words)


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    """What ``bench --json`` prints. On standard error, only the progress of a slow machine is allowed."""
    assert command.run(arguments(*words, "--json")) == 0
    printed = capsys.readouterr()
    assert all(re.match(r"\d+ of \d+", line) for line in printed.err.splitlines())
    report = json.loads(printed.out)
    assert isinstance(report, dict)
    return report


def each(report: dict[str, object]) -> list[tuple[bool, int]]:
    results = report["results"]
    assert isinstance(results, list)
    return [(result["win"], result["guesses"]) for result in results]


@pytest.fixture
def board_file(tmp_path: Path) -> Path:
    path = tmp_path / "boards.jsonl"
    path.write_text(NO_GUESS + NEEDS_A_GUESS + NO_GUESS)
    return path


def player_of(choose: Player) -> Callable[[], Player]:
    return lambda: choose


# What is counted


def test_the_bench_report_counts_games_wins_and_times(board_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = run_json(capsys, "--boards", str(board_file))
    times = {key: report.pop(key) for key in ("ms_mean", "ms_median", "ms_p95")}
    assert report.pop("code") == CODE
    assert len(str(report.pop("digest"))) == 64
    assert report == {
        "json_version": 1,
        "board": str(board_file),
        "seed": None,
        "first": None,
        "solver": "smart",
        "version": VERSION,
        "from": 1,
        "wanted": 3,
        "complete": True,
        "games": 3,
        "wins": 2,
        "win_rate": 2 / 3,
        "no_guess": 2,
        "losses_on_certain_moves": 0,
    }
    assert all(isinstance(ms, float) and ms >= 0 for ms in times.values())


@pytest.mark.parametrize("certain", [True, False])
def test_a_loss_on_a_move_called_certain_does_not_count_as_a_guess(certain: bool) -> None:
    result = play(Board(read_layout("*.."), 1), lambda position: Choice(1 << first_cell(position.hidden), certain))
    assert (result.win, result.lost_on_certain_move, result.guesses) == (False, certain, not certain)


@pytest.mark.parametrize("choice", [None, Choice(0, True), Choice(1 << 1, True)], ids=["gives up", "nothing", "opened"])
def test_a_player_that_opens_nothing_ends_the_game(choice: Choice | None) -> None:
    result = play(Board(read_layout("*.."), 1), lambda position: choice)
    assert (result.win, result.guesses, result.lost_on_certain_move) == (False, 0, False)


# Which boards are played


def test_the_bench_gives_the_known_results_on_the_benchmark_boards(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("beginner_open", "intermediate_safe", "expert_open"):
        verdicts = (BOARDS / f"{name}.peer.txt").read_text().splitlines()[:60]
        report = run_json(capsys, "--boards", str(BOARDS / f"{name}.jsonl"), "-n", "60", "--each")
        assert [win for win, _ in each(report)] == [verdict.split()[1] == "1" for verdict in verdicts]
        assert report["losses_on_certain_moves"] == 0


def opened_first(monkeypatch: pytest.MonkeyPatch, *words: str) -> list[Position]:
    """The positions after the first cell of each board."""
    seen = []

    def note(position: Position) -> None:
        seen.append(position)

    monkeypatch.setitem(PLAYERS, "simple", player_of(note))
    command.run(arguments(*words, "--solver", "simple", "-n", "30"))
    return seen


def test_bench_boards_may_begin_with_a_corner_that_is_only_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = opened_first(monkeypatch, "expert", "--first", "safe")
    assert all(position.opened & 1 for position in positions)
    assert {position.clue(0) > 0 for position in positions} == {True, False}


def test_bench_reads_boards_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((NO_GUESS + NEEDS_A_GUESS).encode())))
    assert run_json(capsys, "--boards", "-")["games"] == 2


# What is refused


def test_bench_refuses_a_wrong_line_before_it_plays_a_game(board_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(position: Position) -> Choice:
        raise AssertionError("a game was played")

    monkeypatch.setitem(PLAYERS, "simple", player_of(fail))
    board_file.write_text(NEEDS_A_GUESS + '{"w":3,"h":1,"start":0,"mines":[0]}\n')
    with pytest.raises(BoardLineError, match=r"boards\.jsonl', line 2: the first cell 0 is a mine"):
        command.run(arguments("--boards", str(board_file), "--solver", "simple"))


def test_bench_reads_no_lines_after_the_wanted_number_of_boards(
    board_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board_file.write_text(NO_GUESS + NO_GUESS + "rubbish\n")
    assert run_json(capsys, "--boards", str(board_file), "-n", "2")["games"] == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "bench needs a board. Use beginner, intermediate, expert, WIDTHxHEIGHT/MINES"),
        ("expert --boards x", "BOARD can't be combined with --boards"),
        ("--seed 1 --boards x", "--seed can't be combined with --boards"),
        ("--first safe --boards x", "--first can't be combined with --boards"),
        ("--boards nothing-there", "'nothing-there' can't be read: No such file"),
        (f"--boards {os.devnull}", "has no boards"),
        (f"--boards {BOARDS}/beginner_open.jsonl --from 2001", "has no board 2,001"),
        ("beginner --merge x", "BOARD can't be combined with --merge"),
        ("--merge x -n 5", "-n can't be combined with --merge"),
        ("--merge x --value", "--value can't be combined with --merge"),
        ("--merge nothing-there", "'nothing-there' can't be read"),
        ("--fair --boards x", "--fair can't be combined with --boards"),
        ("--merge x --fair", "--fair can't be combined with --merge"),
        ("beginner --fair --value", "--value can't be combined with --fair. The odds of a guess decide nothing"),
        ("beginner --wait 5", "--wait works only with --cluster"),
        ("beginner --save .", "'.' can't be written: "),
        ("beginner --solver best --rollouts 9", "limit the solver deep only"),
    ],
)
def test_bench_refuses_invalid_arguments_with_a_reason(words: str, reason: str) -> None:
    with pytest.raises((ArgumentsError, InputError, OutputError)) as caught:
        command.run(arguments(*words.split()))
    assert reason in str(caught.value)


def test_the_bench_report_mentions_fair_boards(capsys: pytest.CaptureFixture[str]) -> None:
    report = run_json(capsys, "beginner", "--fair", "--solver", "exact", "-n", "5")
    assert (report["wins"], report["fair"], report.get("luck_adjusted")) == (5, True, None)
    assert command.run(arguments("beginner", "--fair", "-n", "2")) == 0
    assert capsys.readouterr().out.startswith("9x9/10 fair boards, seed 'bench', smart solver, 1 job\n")


# What a person sees


def test_the_bench_table_shows_wins_intervals_guesses_and_times(
    board_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.run(arguments("--boards", str(board_file), "--each")) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    lines = [" ".join(line.split()) for line in printed.out.splitlines()]
    assert [line.split(" guesses")[0] for line in lines[:3]] == ["1 won 0", "2 not won 0", "3 won 0"]
    assert lines[3].endswith("boards.jsonl, smart solver, 1 job")
    assert lines[4] == "won 2 of 3, 66.7%, 95% 20.8% to 93.9%"
    assert lines[5:8] == ["without a guess 2", "guesses 0, 0.00 per game", "certain, but lost 0"]
    assert lines[8].startswith("CPU ms per game mean ")


def test_bench_progress_in_a_file_is_written_as_lines(board_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Heard(is_terminal=False)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "EVERY_ELSEWHERE", 0.0)

    def give_up_once_heard(position: Position) -> None:
        stream.wait()

    monkeypatch.setitem(PLAYERS, "simple", player_of(give_up_once_heard))
    assert command.run(arguments("--boards", str(board_file), "--solver", "simple")) == 0
    lines = stream.getvalue().splitlines()
    assert lines[0] == "0 of 3: none done yet"
    assert {line.split(":")[0] for line in lines} >= {"1 of 3", "2 of 3"}
    assert all(" won, 95% " in line for line in lines if not line.startswith("0"))
