"""The command analyse: what it opens, and the message if the terminal or the position is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board, read_layout
from minesweeper.cli import main
from tests.tools.terminal.session import Terminal
from tests.ui.game_boards import BEGINNER
from tests.whole.test_examples import ROOT

PICTURE = "1##\n1##\n"


def failed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Runs the command on bad input and returns its message, which must be one sentence."""
    status: object
    try:
        status = main(["analyse", *arguments])
    except SystemExit as error:
        status = error.code
    assert status == 2
    out, error_text = capsys.readouterr()
    assert not out
    assert error_text.count("\n") == 1
    return error_text


@pytest.mark.parametrize(
    ("text", "options", "problem"),
    [
        (PICTURE, [], "Add --mines 99, or a line"),
        (PICTURE, ["--mines", "6"], "6 mines don't fit on 3x2. Use 1 to 5"),
        (("#" * 101 + "\n") * 100, ["--mines", "9"], "the analysis board takes at most 10,000"),
    ],
)
def test_analyse_refuses_an_invalid_position_in_one_sentence(
    text: str, options: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "position.txt"
    path.write_text(text)
    assert problem in failed(capsys, str(path), *options)


def test_analyse_refuses_a_missing_file_and_mines_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert "can't be read" in failed(capsys, "nowhere.txt", "--mines", "1")
    assert "--mines needs a text board" in failed(capsys, "--mines", "1")


@pytest.mark.parametrize("words", [[], ["-", "--mines", "2"]])
def test_analyse_without_a_terminal_suggests_solve(words: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "minesweeper", "analyse", *words],
        input=PICTURE,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
    )
    assert done.returncode == 1
    assert not done.stdout
    assert done.stderr.count("\n") == 1
    assert "is not a terminal; 'minesweeper solve' prints the proofs instead." in done.stderr


def test_analyse_shows_how_unusual_signs_were_read(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("| 1 | - |\n| - | - |\n2 mines\n")
    with Terminal.program(["analyse", str(path)], tmp_path) as terminal:
        terminal.wait_for("2x2/2")
        assert "- is hidden" in "\n".join(terminal.settle().text())


def test_analyse_opens_the_first_cell_of_a_board_code(tmp_path: Path) -> None:
    code = to_code(Board(read_layout(BEGINNER), 36))
    with Terminal.program(["analyse", code], tmp_path) as terminal:
        terminal.wait_for("9x9/10")
        terminal.press("y")
        terminal.wait_for("mines: 10")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("[[1,2],[1,2]]" + " " * 3000 + "x\n" + "1#\n##\n" * 3, "doesn't begin a list of rows"),
        ("1#\n" * 30_000, "a paste may have up to 65,536 bytes"),
    ],
    ids=["hostile", "too large"],
)
def test_a_hostile_or_large_paste_never_freezes_the_analysis_board(text: str, answer: str, tmp_path: Path) -> None:
    with Terminal.program(["analyse"], tmp_path) as terminal:
        terminal.wait_for("layouts fit")
        terminal.paste(text)
        terminal.wait_for(answer)
        terminal.press("1")
        terminal.wait_for(lambda screen: answer not in "\n".join(screen.text()))
        terminal.press("esc", "q")
