"""The command show draws boards from any file or code and prints their measures."""

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


def test_show_prints_a_board_code_with_its_measures(capsys: pytest.CaptureFixture[str]) -> None:
    assert show(capsys, CODE) == (
        f"{PICTURE}\n\n"
        "7x6, 4 mines (9.5%), difficulty 0.8 of 10\n"
        "3BV 5, 2 openings, 2 islands, ZiNi 5\n"
        "first cell: row 1, column 7; no guess is needed from there\n"
        f"{CODE}\n"
    )


def test_show_says_whether_a_board_needs_a_guess(capsys: pytest.CaptureFixture[str]) -> None:
    layout = read_layout("*1..\n331.\n**1.\n221.")
    message = "first cell: row 4, column 4; from there, logic alone doesn't finish the board"
    assert message in show(capsys, to_code(Board(layout, 15)))


def test_show_tries_no_guesses_on_boards_that_are_too_large(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show_command, "MOST_CHECKED", 41)
    assert "first cell: row 1, column 7\n" in show(capsys, CODE)


def test_show_prints_several_boards_with_their_names(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("*1\n11\n")
    text = show(capsys, "board.txt", CODE, "board.txt")
    one, other = show(capsys, "board.txt"), show(capsys, CODE)
    assert text == f"'board.txt':\n{one}\n'{CODE}':\n{other}\n'board.txt':\n{one}"
    lines = show(capsys, "board.txt", CODE, "--json").splitlines()
    assert [json.loads(line)["source"] for line in lines] == ["board.txt", CODE]


def test_show_reports_a_bad_file_and_prints_the_others(
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
def test_solve_reads_positions_as_show_prints_them(layout: Layout, data: st.DataObject) -> None:
    first = data.draw(st.one_of(st.none(), st.sampled_from(cells_of(layout.safe))))
    game = begin_game(Board(layout, first))
    text = "\n".join([*position_lines(game), "", *position_lines(game)])
    assert [result.position for result in read_positions(text.splitlines(keepends=True))] == [game.position] * 2


def test_show_hides_all_cells_of_a_position_without_a_first_cell(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("*1\n11\n")
    assert main(["show", "board.txt", "--position"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "mines: 1\n##\n##\n"
    assert captured.err == "minesweeper: 'board.txt', board 1 has no first cell, so all its cells are hidden.\n"


@pytest.mark.parametrize("name", ["game.mine", "game.txt"])
def test_show_keeps_opened_cells_of_mine_files(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("3x2x1\nF1H\nH1H\n")
    assert show(capsys, str(tmp_path / name), "--position") == "mines: 1\nF1#\n#1#\n"


@pytest.mark.parametrize(("picture", "mines"), [("...\n...", "0 mines (0.0%)"), ("**\n**", "4 mines (100.0%)")])
def test_show_prints_boards_without_mines_or_safe_cells(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, picture: str, mines: str
) -> None:
    path = tmp_path / "odd.txt"
    path.write_text(picture)
    text = show(capsys, str(path))
    assert mines in text
    assert "difficulty" not in text


def test_show_prints_a_wide_board_in_numbered_bands(
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
def test_show_refuses_an_invalid_board_in_one_sentence(
    capsys: pytest.CaptureFixture[str], source: str, reason: str
) -> None:
    assert main(["show", source]) == USAGE_ERROR
    captured = capsys.readouterr()
    assert captured.out == ""
    assert reason in captured.err
    assert captured.err.count("\n") == 1


def test_show_refuses_a_file_over_the_size_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(show_command, "MAX_BYTES", 3)
    path = tmp_path / "boards.txt"
    path.write_bytes(b"....")
    assert main(["show", str(path)]) != 0
    assert capsys.readouterr().err.endswith("boards.txt' is too large. Use a file of at most 3 bytes.\n")
