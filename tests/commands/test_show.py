"""``minesweeper show``: picture and measures of boards from any file or code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board, Layout, read_layout
from minesweeper.cli import main
from minesweeper.commands import show as show_command
from minesweeper.commands.show import position_lines
from minesweeper.commands.table import INCOMPLETE, USAGE_ERROR
from minesweeper.core.cells import cells_of
from minesweeper.core.textboard import Paper
from minesweeper.play.game import begin_game
from minesweeper.storage.text_boards import read_positions
from tests.strategies import layouts

PICTURE = "2*2....\n2*2....\n11211..\n..1*21.\n..12*1.\n...111."
LAYOUT = read_layout(PICTURE)
CODE = to_code(Board(LAYOUT, 6))


def show(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out


def test_a_code_is_shown_with_its_measures(capsys: pytest.CaptureFixture[str]) -> None:
    assert show(capsys, CODE) == (
        f"{PICTURE}\n\n"
        "7x6, 4 mines (9.5%), difficulty 0.8 of 10\n"
        "3BV 5, 2 openings, 2 islands, ZiNi 5\n"
        "first cell: row 1, column 7; no guess is needed from there\n"
        f"{CODE}\n"
    )


def test_a_guess_that_is_needed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    layout = read_layout("*1..\n331.\n**1.\n221.")
    message = "first cell: row 4, column 4; from there, logic alone doesn't finish the board"
    assert message in show(capsys, to_code(Board(layout, 15)))


def test_on_a_board_too_large_to_try_nothing_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show_command, "MOST_CHECKED", 41)
    assert "first cell: row 1, column 7\n" in show(capsys, CODE)


def test_several_files_and_codes_are_shown_one_after_the_other_each_by_its_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("*1\n11\n")
    text = show(capsys, "board.txt", CODE, "board.txt")
    one, other = show(capsys, "board.txt"), show(capsys, CODE)
    assert text == f"'board.txt':\n{one}\n'{CODE}':\n{other}\n'board.txt':\n{one}"
    lines = show(capsys, "board.txt", CODE, "--json").splitlines()
    assert [json.loads(line)["source"] for line in lines] == ["board.txt", CODE]


def test_a_bad_one_of_several_files_is_told_and_the_others_are_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_text("*x\n")
    assert main(["show", "bad.txt", "nowhere", CODE, "--json"]) == INCOMPLETE
    captured = capsys.readouterr()
    assert json.loads(captured.out)["code"] == CODE
    assert [line.partition(": ")[2][:20] for line in captured.err.splitlines()] == [
        "'bad.txt': line 1, c",
        "'nowhere' can't be r",
    ]


@given(layouts(max_side=6), st.data())
def test_solve_reads_every_position_as_it_is_printed(layout: Layout, data: st.DataObject) -> None:
    first = data.draw(st.one_of(st.none(), st.sampled_from(cells_of(layout.safe))))
    game = begin_game(Board(layout, first))
    text = "\n".join([*position_lines(game), "", *position_lines(game)])
    assert [result.position for result in read_positions(text.splitlines(keepends=True))] == [game.position] * 2


def test_a_position_of_which_no_first_cell_is_told_is_all_hidden_and_that_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("*1\n11\n")
    assert main(["show", "board.txt", "--position"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "mines: 1\n##\n##\n"
    assert captured.err == "minesweeper: 'board.txt', board 1 has no first cell, so all its cells are hidden.\n"


@pytest.mark.parametrize("name", ["game.mine", "game.txt"])
def test_the_position_of_a_mine_file_is_what_the_file_says_is_open(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text("3x2x1\nF1H\nH1H\n")
    assert show(capsys, str(tmp_path / name), "--position") == "mines: 1\nF1#\n#1#\n"


@pytest.mark.parametrize(("picture", "mines"), [("...\n...", "0 mines (0.0%)"), ("**\n**", "4 mines (100.0%)")])
def test_boards_that_no_game_has_are_shown_without_a_difficulty(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, picture: str, mines: str
) -> None:
    path = tmp_path / "odd.txt"
    path.write_text(picture)
    text = show(capsys, str(path))
    assert mines in text
    assert "difficulty" not in text


def test_on_a_terminal_the_board_comes_in_bands_with_numbers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show_command, "choose_paper", lambda stream, environ: Paper(24, 13))
    lines = show(capsys, CODE).splitlines()
    assert lines[:2] == ["   1 2 3 4 5", "1  2 * 2 . ."]
    assert lines[7:9] == ["   6 7", "1  . ."]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("no such file", "'no such file' can't be read: No such file or directory. A board code starts with ms1-"),
        ("ms1-00", "the board code is damaged or cut short"),
        ("ms2-00", "the board code has version 2"),
        ("a\0b", "'a\\x00b' can't be read, because a file name can't contain a null character"),
        ("", "'' can't be read"),
    ],
)
def test_what_is_no_board_is_one_sentence(capsys: pytest.CaptureFixture[str], source: str, reason: str) -> None:
    assert main(["show", source]) == USAGE_ERROR
    captured = capsys.readouterr()
    assert captured.out == ""
    assert reason in captured.err
    assert captured.err.count("\n") == 1


def test_a_file_over_the_limit_is_refused_without_a_word_about_codes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(show_command, "MAX_BYTES", 3)
    path = tmp_path / "boards.txt"
    path.write_bytes(b"....")
    assert main(["show", str(path)]) != 0
    assert capsys.readouterr().err.endswith("boards.txt' is too large. At most 3 bytes are read.\n")
