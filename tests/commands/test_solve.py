"""The command solve answers positions from text boards, codes and .mine files, as text or JSON."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from minesweeper.assist.answers import solve
from minesweeper.boards.codes import from_code
from minesweeper.cli import main
from minesweeper.core.position import Position
from minesweeper.play.game import begin_game
from minesweeper.solvers.rollouts import Budget
from minesweeper.storage.text_boards import read_puzzle
from tests.strategies import positions

STUCK = "1#\n##\n"
WRONG_FLAG = "F#F\n111\n...\n"


def run(capsys: pytest.CaptureFixture[str], path: Path, content: str, *options: str) -> tuple[int, str, str]:
    """Runs the command on a file with this content. Returns exit status, output and errors."""
    path.write_text(content)
    status = main(["solve", str(path), *options])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def answer(capsys: pytest.CaptureFixture[str], path: Path, content: str, *options: str) -> dict[str, Any]:
    status, out, err = run(capsys, path, content, "--json", *options)
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    data: dict[str, Any] = json.loads(out)
    return data


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    return tmp_path / "position.txt"


def test_solve_writes_every_answer_as_json(capsys: pytest.CaptureFixture[str], picture: Path) -> None:
    data = answer(capsys, picture, "F##\n121\n...\n", "--mines", "2")
    assert (data["safe"], data["mined"], data["wrong_flags"]) == ([[0, 1]], [[0, 0], [0, 2]], [])
    assert data["odds"] == [[1.0, 0.0, 1.0], [None] * 3, [None] * 3]
    assert data["best"] == {"cell": [0, 1], "odds": 0.0, "win": None, "win_exact": False, "win_margin": 0.0}
    assert (data["layouts"], data["exact"], data["complete"]) == ("1", True, True)
    first = data["deductions"][0]
    assert first["because"] in ([[1, 0], [1, 1]], [[1, 1], [1, 2]])
    assert "row 1, column" in first["text"].lower()


def test_solve_ignores_flags_as_evidence_and_lists_wrong_ones(
    capsys: pytest.CaptureFixture[str], picture: Path
) -> None:
    assert answer(capsys, picture, WRONG_FLAG, "--mines", "1")["wrong_flags"] == [[0, 0], [0, 2]]
    _, out, _ = run(capsys, picture, WRONG_FLAG, "--mines", "1")
    assert "The flag at row 1, column 1 is wrong" in out
    assert "1  x * x\n" in out


def test_solve_says_how_unusual_signs_were_read(capsys: pytest.CaptureFixture[str], picture: Path) -> None:
    content = "mines: 2\n- - -\n1 2 1\n"
    message = "Read as 3x2: - is hidden; 2 mines in all, as the text says."
    assert run(capsys, picture, content, "--picture") == (0, "*+*\n121\n", f"{message}\n")
    assert answer(capsys, picture, content)["read"] == message
    _, _, err = run(capsys, picture, f"###\n121\n\n{content}", "--picture", "--mines", "2")
    assert err == "position 2: Read as 3x2: - is hidden.\n"


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(positions(max_side=5), st.sampled_from([("--picture",), (), ("--odds",)]))
def test_printed_answers_of_solve_are_read_back_unchanged(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, position: Position, options: tuple[str, ...]
) -> None:
    path = tmp_path / "position.txt"
    status, out, _ = run(capsys, path, str(position), "--mines", str(position.mine_total), *options)
    assert (status, out.isascii()) == (0, True)
    again = read_puzzle(out, position.mine_total if "--picture" in options else None)
    solution = solve(position)
    assert again.position == position._replace(given=solution.analysis.mined)
    assert solve(again.position).odds() == solution.odds()


@pytest.mark.parametrize("content", ["1#\n3#\n", "*1*\n", "00\n00\n", "F8\n.#\n"])
@pytest.mark.parametrize("options", [("--picture",), ()])
def test_printed_contradictions_of_solve_are_read_back_unchanged(
    capsys: pytest.CaptureFixture[str], picture: Path, content: str, options: tuple[str, ...]
) -> None:
    status, out, err = run(capsys, picture, content, "--mines", "3", *options)
    again, given = read_puzzle(out if options else out + err, 3 if options else None), read_puzzle(content, 3)
    assert (status, again.position, again.flags) == (3, given.position, given.flags)


def test_solve_says_that_a_finished_board_has_no_best_move(capsys: pytest.CaptureFixture[str], picture: Path) -> None:
    _, out, _ = run(capsys, picture, "1#\n11\n", "--mines", "1")
    assert "Nothing is left to open." in out


def test_solve_prints_the_board_the_proofs_and_the_safe_cells(
    capsys: pytest.CaptureFixture[str], picture: Path
) -> None:
    status, out, _ = run(capsys, picture, "###\n121\n...\n", "--mines", "2")
    assert status == 0
    assert out.startswith("3x3, 2 mines: 1 layout fits.\n")
    assert "   1 2 3\n1  * + *\n2  1 2 1\n3  . . .\n" in out
    assert "+ safe" in out
    assert "* mine" in out
    assert re.search(r"^Row 1, column \d.* The ", out, re.MULTILINE)
    assert out.endswith("1 cell proved safe, 2 mines proved. Row 1, column 2 can be opened.\n")
    assert run(capsys, picture, "###\n121\n...\n", "--mines", "2", "--picture") == (0, "*+*\n121\n...\n", "")
    _, out, _ = run(capsys, picture, "###\n121\n...\n", "--mines", "2", "--text")
    assert all(line.startswith(("Row", "1 cell")) for line in out.splitlines())


def test_solve_names_the_best_guess_with_its_odds(capsys: pytest.CaptureFixture[str], picture: Path) -> None:
    status, out, _ = run(capsys, picture, STUCK, "--mines", "1")
    assert status == 0
    assert re.search(r"Best guess: row \d, column \d, 33\.3% mine risk; 33\.3% win chance\.$", out)
    assert ">" in out


def test_solve_estimates_the_win_chance_with_time_to_think(
    capsys: pytest.CaptureFixture[str], picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minesweeper.assist.answers.budget_of", lambda think: Budget(rollouts=20) if think else None)
    early = "#####\n#####\n##2##\n#####\n#####\n"
    _, out, _ = run(capsys, picture, early, "--mines", "7", "--text", "--think", "1")
    assert re.search(r"3\d\.\d% mine risk; a bot wins about \d\d%, give or take \d+\.$", out.strip())


def test_solve_prints_odds_in_percent_and_signs_for_certain_cells(
    capsys: pytest.CaptureFixture[str], picture: Path
) -> None:
    _, out, _ = run(capsys, picture, "1####\n#####\n", "--mines", "2", "--odds")
    assert "Mine risk in percent; + is safe, * a mine, # is 16.7% each." in out
    assert "\n1   1 33  #  #  #\n2  33 33  #  #  #\n" in out
    _, out, _ = run(capsys, picture, "1#1.\n11##\n", "--mines", "1", "--odds")
    assert "\n1   1  *  1  .\n2   1  1  +  +\n" in out


@pytest.mark.parametrize(
    ("content", "mines", "clues"),
    [
        ("1#\n3#\n", "2", [[1, 0]]),
        ("1F\n1.\n", "1", [[1, 0], [1, 1]]),
        ("##\n##\n", "5", []),
        ("1#\n##\n", "9", []),
    ],
)
def test_solve_exits_with_3_and_names_the_clues_of_a_contradiction(
    capsys: pytest.CaptureFixture[str], picture: Path, content: str, mines: str, clues: list[list[int]]
) -> None:
    status, out, err = run(capsys, picture, content, "--mines", mines, "--json")
    assert (status, err) == (3, "")
    data = json.loads(out)
    assert data["clues"] == clues
    assert data["contradiction"]
    status, out, err = run(capsys, picture, content, "--mines", mines)
    assert status == 3
    assert "minesweeper: no layout fits: " in err
    assert ("clues that clash" in out) == bool(clues)


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        ("##\n", (), "the mine count is missing. Add --mines 99, or a line such as 'mines: 99'"),
        ("#\x1b[2J\n", ("--mines", "1"), r"has '\x1b' as cell 2, which isn't the sign of a cell"),
        ("#1\n", ("--mines", "1", "--pretty"), "--pretty needs --json"),
    ],
)
def test_solve_refuses_an_invalid_position_with_its_line(
    capsys: pytest.CaptureFixture[str], picture: Path, content: str, options: tuple[str, ...], message: str
) -> None:
    picture.write_bytes(content.encode())
    try:
        status = main(["solve", str(picture), *options])
    except SystemExit as stop:
        status = int(str(stop.code))
    err = capsys.readouterr().err
    assert status == 2
    assert message in err
    assert "\x1b" not in err
    assert err.count("\n") == 1


CODE = "ms1-0m5sDYwxs230bs8WRCfC"
LINE = '{"w":9,"h":9,"start":40,"mines":[0,2,8,25,38,47,63,64,74,77]}'


def give(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_solve_opens_the_first_cell_of_a_board_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = begin_game(from_code(CODE)).position
    wanted = json.loads(json.dumps({**solve(position).to_data(), "read": None}))
    give(monkeypatch, f"\n{CODE}\n")
    for name in (CODE, "-"):
        assert main(["solve", name, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == wanted
    assert main(["solve", CODE, "--mines", "9"]) == 2
    assert "the board has 10 mines, not 9. Leave the mine count out" in capsys.readouterr().err


def test_solve_answers_positions_of_all_forms_one_after_the_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = ["1#\n##\n", "##\n11\n..\n"]
    single = []
    for text in (*pictures, CODE, LINE, "3x1x1\nH1M\n"):
        give(monkeypatch, text)
        assert main(["solve", "-", "--json", *(["--mines", "1"] if "#" in text else [])]) == 0
        single.append(capsys.readouterr().out)
    give(monkeypatch, f"\n{pictures[0]}\n\n{pictures[1]}\n")
    assert main(["solve", "-", "--json", "--mines", "1"]) == 0
    assert capsys.readouterr().out == "".join(single[:2])
    give(monkeypatch, f"{CODE}\n{LINE}\n3x1x1\nH1M\n\n{CODE}\n")
    assert main(["solve", "-", "--json"]) == 0
    assert capsys.readouterr().out == "".join([*single[2:], single[2]])


def test_solve_separates_answers_and_goes_on_after_a_contradiction(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, "###\n121\n...\n\n1#\n3#\n\n##\n22\n")
    assert main(["solve", "-", "--picture", "--mines", "2"]) == 3
    out, err = capsys.readouterr()
    assert out == "*+*\n121\n...\n\n1#\n3#\n\n**\n22\n"
    assert err.startswith("minesweeper: position 2: no layout fits: the 3 at row 2, column 1")


def test_solve_answers_each_position_before_reading_the_next() -> None:
    command = [sys.executable, "-m", "minesweeper", "solve", "-", "--mines", "1", "--json"]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        # Without a limit, a program that waits for the end of its input would never end.
        watchdog = threading.Timer(60, process.kill)
        watchdog.start()
        for text in ("1#\n##\n\n", "##\n##\n\n"):
            process.stdin.write(text)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["mines"] == 1
        watchdog.cancel()
        process.stdin.close()
    assert process.returncode == 0
