"""The command generate: what it prints and writes in each format, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.boards.codes import from_code, to_code
from minesweeper.boards.deal import BoardSeed, deal
from minesweeper.boards.formats import read_board_line
from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.noguess import Dealt, deal_no_guess
from minesweeper.cli import main
from minesweeper.commands import generate as command
from minesweeper.commands.table import USAGE_ERROR
from minesweeper.core import progress
from minesweeper.core.boardspec import ADJUSTED, NO_GUESS, NORMAL, BoardSpec, read_spec
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.board_files import from_mbf, read_boards
from tests.core.test_progress import Heard

BEGINNER = BoardSpec(9, 9, 10)
FIRST = 30


def generate(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["generate", *arguments]) == 0
    return capsys.readouterr().out


def test_generate_makes_boards_whose_first_cell_is_only_safe(capsys: pytest.CaptureFixture[str]) -> None:
    """These are the boards of ``bench --first safe``, which begin in the corner unless another cell is named."""
    for start, first in (([], 0), (["--start", "2,3"], 21)):
        code = generate(capsys, "beginner", "--first", "safe", "--seed", "a", *start)
        assert from_code(code.strip()) == BoardSeed(BEGINNER, first, "a", opening=False).make()
    message = refusal(capsys, "beginner", "--first", "safe", "--no-guess")
    assert "--first safe can't be combined with --no-guess" in message


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    try:
        status = main(["generate", *arguments])
    except SystemExit as exit_:
        status = exit_.code if isinstance(exit_.code, int) else -1
    captured = capsys.readouterr()
    assert status == USAGE_ERROR
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_generate_makes_the_board_that_a_game_with_the_seed_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(capsys, "beginner", "--seed", "42") == to_code(Board(deal(BEGINNER, FIRST, "42"), FIRST)) + "\n"
    board = run_to_end(deal_no_guess(BEGINNER, 0, "42")).board
    assert board is not None
    code = generate(capsys, "beginner", "--no-guess", "--seed", "42", "--start", "0,0")
    assert code == to_code(board) + "\n"


def test_generate_keeps_its_first_boards_when_more_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    few = generate(capsys, "beginner", "--seed", "x", "-n", "3").splitlines()
    many = generate(capsys, "beginner", "--seed", "x", "-n", "12").splitlines()
    assert many[:3] == few
    assert len(set(many)) == 12


def test_generate_writes_the_same_boards_for_any_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    common = ["beginner", "--no-guess", "--format", "json", "--seed", "jobs", "-n", "9"]
    command = [sys.executable, "-m", "minesweeper", "generate", *common, "--jobs", "2"]
    shared = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert shared.stdout == generate(capsys, *common)
    assert shared.stderr == ""


@pytest.mark.parametrize(
    ("text", "label"), [("9x9/10", NO_GUESS), ("30x16/130", ADJUSTED), ("4x1/2", NORMAL), ("9x9/35", ADJUSTED)]
)
def test_generate_writes_the_board_type_into_json_lines(
    capsys: pytest.CaptureFixture[str], text: str, label: str
) -> None:
    arguments = [text, "--no-guess", "--seed", "j", "--format", "json", "--start", "0,0"]
    line = generate(capsys, *arguments)
    assert json.loads(line)["label"] == label
    assert read_board_line(line)._replace(label=label) == run_to_end(deal_no_guess(read_spec(text), 0, "j")).board


def test_generate_writes_boards_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    printed = generate(capsys, "beginner", "--seed", "f", "-n", "5")
    assert generate(capsys, "beginner", "--seed", "f", "-n", "5", "-o", str(path)) == ""
    assert path.read_text(encoding="ascii") == printed
    assert [to_code(board) for board in read_boards(path.read_bytes())] == printed.split()
    assert generate(capsys, "beginner", "--seed", "f", "-n", "5", "-o", "-") == printed


def test_generate_numbers_mbf_files_in_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "boards"
    assert generate(capsys, "beginner", "--seed", "m", "-n", "10", "--format", "mbf", "-o", str(folder)) == ""
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"9x9-10-{number:02}.mbf" for number in range(1, 11)]
    assert from_mbf(files[0].read_bytes()) == deal(BEGINNER, FIRST, "m")
    layouts: set[Layout] = {from_mbf(file.read_bytes()) for file in files}
    assert len(layouts) == 10


def test_generate_mentions_adjusted_and_random_boards_in_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "30x16/130", "--no-guess", "-n", "2"]) == 0
    assert capsys.readouterr().err == (
        "minesweeper: no-guess, adjusted: 2 of 2 boards, because no-guess boards of 30x16/130 are too rare to find by"
        " dealing.\n"
    )
    assert main(["generate", "4x1/2", "--no-guess", "--start", "0,0"]) == 0
    assert capsys.readouterr().err == "minesweeper: random: 1 of 1 board, because the first cell wins 4x1/2 at once.\n"
    assert main(["generate", "beginner", "--no-guess"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["9x9"], "'9x9' has no mine count"),
        (["beginner", "--start", "9,0"], "row 9, column 0 isn't on a 9x9 board. Use rows 0 to 8 and columns 0 to 8"),
        (["beginner", "--start", "3"], "'3' isn't a cell. Use ROW,COL counted from 0, for example 3,3"),
        (["beginner", "--start", "-1,3"], "--start needs a value"),
        (["beginner", "-n", "0"], "'0' isn't a whole number from 1 to 1,000,000"),
        (
            ["beginner", "--format", "mbf"],
            "mbf boards are written to files. Name a folder for them, for example: -o boards",
        ),
        (["256x9/10", "--format", "mbf", "-o", "x"], "256x9/10 can't be written as mbf, which takes sides up to 255"),
        (
            ["beginner", "--fair"],
            "a fair board can't be generated, because its mines are settled only while",
        ),
        (["beginner", "-o", "/dev/null/boards"], "'/dev/null/boards' can't be written: "),
        (["3x1/1", "--no-guess", "--start", "0,1"], "could not make a no-guess board of 3x1/1 in 40 attempts"),
    ],
)
def test_generate_refuses_invalid_arguments_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    assert reason in refusal(capsys, *arguments)


@pytest.mark.parametrize("options", [["-o", "boards"], ["-o", ".", "--format", "mbf"]])
def test_generate_overwrites_files_only_with_force(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("9x9-10-2.mbf" if "mbf" in options else "boards")
    path.write_text("precious")
    message = f"'{path}' can't be written: it exists already. Add --force to replace it"
    assert message in refusal(capsys, "beginner", "-n", "3", *options)
    assert (os.listdir(), path.read_text()) == ([str(path)], "precious")
    assert generate(capsys, "beginner", "-n", "3", *options, "--force") == ""
    assert b"precious" not in path.read_bytes()


def test_generate_shows_boards_attempts_and_time_as_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Heard(is_terminal=True)

    def make(seed: BoardSeed, no_guess: bool) -> Dealt:
        terminal.wait()
        return Dealt(seed.make(), 9)

    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(command, "_make", make)
    generate(capsys, "beginner", "-n", "2")
    assert re.search(r"\r0 of 2, 0 attempts, \d+ s.*\r1 of 2, 9 attempts, \d+ s", terminal.getvalue())


def test_generate_names_the_first_cell_if_the_format_cannot_store_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["generate", "beginner", "--seed", "x", "--format", "mbf", "-o", str(tmp_path / "boards"), "--force"]
    message = (
        "minesweeper: .mbf files can't store the first cell: start at row 3, column 5, or you may have to guess.\n"
    )
    assert main([*words, "--no-guess", "--start", "2,4"]) == 0
    assert capsys.readouterr().err == message
    assert main([*words, "--start", "2,4"]) == 0
    assert capsys.readouterr().err == ""
