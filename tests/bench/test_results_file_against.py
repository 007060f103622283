"""``bench --against`` with a saved run: the boards must be the same, from a file or a seed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minesweeper.cli import main

N = "12"
DEALT = ["5x5/6", "-n", N, "--first", "safe"]


@pytest.fixture(name="boards")
def board_file(tmp_path: Path) -> Path:
    path = tmp_path / "boards.jsonl"
    assert main(["generate", "5x5/6", "-n", N, "--seed", "a", "--format", "json", "-o", str(path)]) == 0
    return path


def bench(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["bench", *words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert isinstance(report, dict)
    return report


def save(path: Path, words: list[str]) -> str:
    assert main(["bench", *words, "--save", str(path)]) == 0
    return str(path)


@pytest.mark.parametrize("of_file", [False, True])
def test_saved_runs_of_two_players_are_compared_board_by_board(
    of_file: bool, boards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = ["--boards", str(boards)] if of_file else DEALT
    peer = save(tmp_path / "peer", [*played, "--solver", "simple"])
    capsys.readouterr()
    wins = {}
    for solver in ("simple", "best"):
        results = bench(capsys, *played, "--solver", solver, "--each")["results"]
        assert isinstance(results, list)
        wins[solver] = [one["win"] for one in results]
    for begin, count in ((1, 12), (1, 5), (4, 6)):
        part = [*played, "--from", str(begin), "-n", str(count)]
        against = bench(capsys, *part, "--solver", "best", "--against", peer)["against"]
        pairs = list(zip(wins["best"], wins["simple"], strict=True))[begin - 1 : begin - 1 + count]
        assert isinstance(against, dict)
        assert {name: against[name] for name in ("games", "both", "only_we", "only_they")} == {
            "games": count,
            "both": pairs.count((True, True)),
            "only_we": pairs.count((True, False)),
            "only_they": pairs.count((False, True)),
        }
    assert len(set(zip(wins["best"], wins["simple"], strict=True))) > 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (["--seed", "b"], 'is about other boards: the seed is "bench" there and "b" here'),
        (["--first", "open"], "is about other boards: --first is"),
        (["5x5/7"], 'is about other boards: the board is "5x5/6" there and "5x5/7" here'),
        (["-n", "13"], "has no board 13, but this run plays boards 1 to 13"),
        (["--from", "11", "-n", "3"], "has no board 13, but this run plays boards 11 to 13"),
    ],
)
def test_a_comparison_with_a_run_on_other_boards_is_refused(
    change: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    peer = save(tmp_path / "peer", DEALT)
    words = [*DEALT[1:], *change] if change[0][0] == "5" else [*DEALT, *change]
    assert main(["bench", *words, "--against", peer]) == 2
    assert message in capsys.readouterr().err


def test_a_comparison_with_a_changed_file_of_boards_is_refused(
    boards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    peer = save(tmp_path / "peer", ["--boards", str(boards)])
    capsys.readouterr()
    lines = boards.read_text().splitlines(keepends=True)
    moved = tmp_path / "moved.jsonl"
    moved.write_text("".join(lines))
    bench(capsys, "--boards", str(moved), "-n", "3", "--against", peer)
    moved.write_text("".join([*lines[:-1], lines[0]]))
    for part in ([], ["-n", "3"]):
        assert main(["bench", "--boards", str(moved), *part, "--against", peer]) == 2
        assert "is about other boards: the content of the board file is" in capsys.readouterr().err
    assert main(["bench", *DEALT, "--against", peer]) == 2
    assert "is about other boards: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1\n0\n", "doesn't name its boards. Add --boards FILE"),
        ("", "doesn't name its boards"),
        ('{"minesweeper_bench":1}\n', "isn't a file made by 'bench --save', line 1: "),
    ],
)
def test_a_bench_comparison_with_any_other_file_is_refused(
    content: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "peer").write_text(content)
    assert main(["bench", *DEALT, "--against", str(tmp_path / "peer")]) == 2
    assert message in capsys.readouterr().err
