"""The command play: which board its words mean, and what it refuses."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board, read_layout
from minesweeper.cli import main
from tests.storage.storing import live_in
from tests.tools.terminal.session import Terminal


def test_play_uses_the_assist_level_of_its_option(tmp_path: Path) -> None:
    with Terminal.program(["play", "beginner", "--assist-level", "auto"], tmp_path) as terminal:
        terminal.wait_for("Beginner")
        terminal.press("f2")
        terminal.wait_for("Assist level off: the flag key sets flags,")
        terminal.quit("q")


def test_play_accepts_a_board_code_without_an_option(tmp_path: Path) -> None:
    code = to_code(Board(read_layout("*2*\n..."), None))
    with Terminal.program(["play", code], tmp_path) as terminal:
        terminal.wait_for("─ 3x2 ─")
        terminal.quit()


def test_play_with_a_given_board_warns_that_it_is_not_ranked(tmp_path: Path) -> None:
    code = to_code(Board(read_layout("*2*\n..."), 1))
    with Terminal.program(["play", "--board", code], tmp_path) as terminal:
        terminal.wait_for("You may know this board, so this game isn't ranked.")
        terminal.quit()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["epxert"], ["'epxert'", "expert", "40x20/160"]),
        (["9x9/81"], ["81", "1 to 80"]),
        (["0x9/1"], ["0", "1 to"]),
        ([], ["minesweeper play expert"]),
        (["expert", "--continue"], ["BOARD and --continue can't be combined"]),
        (["--continue", "--no-guess"], ["--no-guess can't be combined with a fixed board"]),
        (["ms1-0", "--no-guess"], ["--no-guess can't be combined with a fixed board"]),
        (["ms1-0", "--fair"], ["--fair can't be combined with a fixed board"]),
        (["expert", "--fair", "--no-guess"], ["--no-guess can't be combined with --fair"]),
        (["ms1-0", "--seed", "x"], ["--seed can't be combined with a fixed board"]),
        (["--board", "missing.mbf"], ["'missing.mbf' can't be read"]),
    ],
)
def test_play_refuses_invalid_boards_in_one_sentence(
    words: list[str], message: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["play", *words])
    except SystemExit as stop:
        status = int(str(stop.code))
    error = capsys.readouterr().err
    assert status == 2
    assert error.count("\n") == 1
    for word in message:
        assert word in error


@pytest.mark.parametrize("command", ["play", "plain"])
def test_a_saved_game_cannot_be_continued_with_a_seed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--continue", "--seed", "3"]) == 2
    assert "can't be combined with a fixed board" in capsys.readouterr().err


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_the_retired_trace_option_explains_itself_and_play_goes_on(
    form: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    live_in(tmp_path, monkeypatch)
    monkeypatch.setattr("sys.stdin", io.StringIO("5 5\nquit\n"))
    path = tmp_path / "trace.txt"
    assert main(["plain", "beginner", "--trace", str(path), *form]) == 0
    output = capsys.readouterr()
    assert output.err.startswith("minesweeper: --trace no longer writes a file, so leave it out: ")
    assert output.err.count("\n") == 1
    assert output.out
    assert not path.exists()
