"""Files with boards: each format is recognised and read back as written. Errors name the place of a mistake."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from minesweeper.boards.codes import to_code
from minesweeper.boards.formats import MAX_LINE
from minesweeper.boards.layout import Board, Layout, read_layout
from minesweeper.boards.rawvf import Recording, write_rawvf
from minesweeper.core.cells import make_grid
from minesweeper.core.textboard import PictureError
from minesweeper.play.game import Game
from minesweeper.play.rawvf_moves import record_replay
from minesweeper.play.session import Move, MoveKind
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage import board_files
from minesweeper.storage.board_files import (
    BoardFileError,
    from_mbf,
    from_mine,
    read_boards,
    session_on,
    to_mbf,
)
from minesweeper.storage.settings import Settings
from tests.storage.mine_files import to_mine
from tests.strategies import games, layouts

LAYOUT = read_layout(
    """
    *1..
    1111
    ..1*
    """
)
MBF = bytes((4, 3, 0, 2, 0, 0, 3, 2))
MINE = "4x3x2\nF100\n1111\nHH1M\n"
GAME = Game(LAYOUT.grid, 2, LAYOUT, 0b0100_1111_1110, 0b1)
JSON = json.dumps({"w": 4, "h": 3, "start": 3, "mines": [0, 11]}) + "\n"
REPLAY = write_rawvf(run_to_end(record_replay(Board(LAYOUT), [Move(0, MoveKind.FLAG, 0), Move(5, MoveKind.OPEN, 3)])))


def boards(data: bytes | str, name: str = "") -> list[Board]:
    """Reads all boards from the content of a file."""
    return list(read_boards(data if isinstance(data, bytes) else data.encode(), name))


@hypothesis_settings(max_examples=30)
@given(layouts(max_side=20))
def test_an_mbf_file_keeps_its_layout(layout: Layout) -> None:
    assert from_mbf(to_mbf(layout)) == layout
    assert boards(to_mbf(layout), "board.MBF") == [Board(layout)]


def test_mbf_files_have_the_documented_bytes_and_size_limit() -> None:
    assert to_mbf(LAYOUT) == MBF
    assert to_mbf(Layout(make_grid(255, 255), make_grid(255, 255).all_cells))[:6] == b"\xff\xff\xfe\x01\x00\x00"
    with pytest.raises(BoardFileError, match=r"256x1 can't be written as .mbf, which allows sides up to 255"):
        to_mbf(Layout(make_grid(256, 1), 1))


@given(st.binary(max_size=40))
def test_mbf_bytes_are_refused_or_written_back_with_the_same_mines(data: bytes) -> None:
    try:
        layout = from_mbf(data)
    except BoardFileError:
        return
    assert sorted(zip(to_mbf(layout)[4::2], to_mbf(layout)[5::2], strict=True)) == sorted(
        zip(data[4::2], data[5::2], strict=True)
    )


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "has 0 bytes, but needs at least 4"),
        (b"\x00\x03\x00\x00", "width 0 is not allowed"),
        (MBF[:-1], "has 7 bytes, but 2 mines on 4x3 need 8"),
        (b"\x01\x01\x00\x02\x00\x00\x00\x00", "says 2 mines, more than fit on 1x1"),
        (
            b"\x04\x03\x00\x02\x00\x00\x04\x02",
            "byte 6 of the .mbf file: the mine at [row, col] [2, 4] isn't on a 4x3 board",
        ),
        (b"\x04\x03\x00\x02\x01\x02\x01\x02", "byte 6 of the .mbf file: the mine at [row, col] [2, 1] is named twice"),
    ],
)
def test_errors_in_mbf_files_say_which_value_is_wrong(data: bytes, reason: str) -> None:
    with pytest.raises(BoardFileError, match=re.escape(reason)):
        boards(data, "x.mbf")


@hypothesis_settings(max_examples=30)
@given(games())
def test_a_mine_file_keeps_its_game_but_no_marks_on_safe_cells(game: Game) -> None:
    assert game.layout is not None
    again = from_mine(to_mine(game, game.layout))
    assert (again.layout, again.opened, again.flags) == (game.layout, game.opened, game.flags & game.layout.mines)
    assert again.questions == game.questions & game.layout.mines


def test_mine_files_have_the_documented_text() -> None:
    assert to_mine(GAME, LAYOUT) == MINE
    assert from_mine(MINE) == GAME
    assert from_mine("\r\n 2x1x2\r\n?M\r\n\r\n").questions == 0b01


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("9x9\n", "line 1: '9x9' isn't the head of a .mine file. Begin with a line such as 9x9x10"),
        ("\n\x1b[2J\n", r"line 2: '\\x1b\[2J' isn't the head"),
        ("0x9x1\n", "line 1: width 0 is not allowed"),
        ("9999x9999x1\nHHM\n", "line 1: 9999x9999 has 99,980,001 cells"),
        ("2x2x1\nHM\n", "has rows of 2x1, but its head says 2x2"),
        ("2x2x1\nHM\nHHH\n", "has 5 cells, but its head says 2x2"),
        ("2x2x1\nHM\nH\n", "line 3 has 1 cell, the first row has 2"),
        ("\n2x2x1\nHM\nH*\n", "line 4, cell 2: '\\*' isn't one of 0 1 2"),
        ("2x2x2\nHM\nHH\n", r"has 1 mine \(M, F, \?\), but its head says 2"),
        ("2x2x1\nHM\n2H\n", "row 2, column 1 shows 2. The true clue is 1"),
    ],
)
def test_errors_in_mine_files_name_the_line(text: str, reason: str) -> None:
    with pytest.raises((BoardFileError, PictureError), match=reason):
        boards(text, "x.mine")


@pytest.mark.parametrize(
    ("content", "name", "board"),
    [
        (MBF, "board.mbf", Board(LAYOUT)),
        (MBF, "board", Board(LAYOUT)),
        (MINE, "board.mine", Board(LAYOUT)),
        (MINE, "board.txt", Board(LAYOUT)),
        (to_code(Board(LAYOUT, 3)), "board.txt", Board(LAYOUT, 3)),
        (LAYOUT.to_picture(), "board.txt", Board(LAYOUT)),
        ("\n\n * 1 . .\r\n 1 1 1 1\r\n . . 1 *", "", Board(LAYOUT)),
        ("\ufeff" + LAYOUT.to_picture(), "", Board(LAYOUT)),
        (LAYOUT.to_picture().encode("utf-16"), "", Board(LAYOUT)),
        (JSON, "board.jsonl", Board(LAYOUT, 3)),
        ("  " + JSON, "board", Board(LAYOUT, 3)),
        (REPLAY, "game.rawvf", Board(LAYOUT, 3)),
        (REPLAY, "game.txt", Board(LAYOUT, 3)),
        (write_rawvf(Recording(LAYOUT)), "", Board(LAYOUT)),
        (write_rawvf(run_to_end(record_replay(Board(LAYOUT), [Move(0, MoveKind.OPEN, 0)]))), "", Board(LAYOUT)),
    ],
)
def test_board_files_are_recognised_by_extension_or_content(content: str | bytes, name: str, board: Board) -> None:
    assert boards(content, name) == [board]


def test_a_board_file_may_contain_many_boards() -> None:
    other = read_layout("*1\n11")
    codes = f"\n{to_code(Board(LAYOUT))}\n\n{to_code(Board(other, 1))}\n"
    assert boards(codes) == [Board(LAYOUT), Board(other, 1)]
    pictures = f"{LAYOUT.to_picture()}\n\n\n{other.to_picture()}\n"
    assert boards(pictures) == [Board(LAYOUT), Board(other)]
    assert boards(JSON + '{"w":2,"h":2,"start":1,"mines":[0]}') == [Board(LAYOUT, 3), Board(other, 1)]


def test_boards_before_a_damaged_line_are_still_read() -> None:
    boards = read_boards(f"{to_code(Board(LAYOUT))}\nms1-zzz\n".encode())
    assert next(boards) == Board(LAYOUT)
    with pytest.raises(BoardFileError, match="line 2: the board code is damaged or cut short"):
        next(boards)


@pytest.mark.parametrize(
    ("content", "name", "reason"),
    [
        ("", "", r"the file is empty\. Minesweeper reads text boards, .* \.mine and RAWVF files$"),
        (" \n", "x.mine", "the file is empty"),
        ("*1\n1x", "", "line 2, cell 2: 'x' isn't one of"),
        ("*1\n11\n\n*1\n12", "", "the text board from line 4: row 2, column 2 shows 2. The true clue is 1"),
        ("*1\n11\n\n*1\n1\x7f", "", r"the text board from line 4: line 5, cell 2: '\\x7f' isn't one of"),
        (
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
            "",
            r"neither a text nor an .mbf file \(.*\)\. Minesweeper reads text boards, board codes",
        ),
        (b"*1\n1\xff", "", "line 2, cell 2: '\ufffd' isn't one of"),
        ("ms9-abc", "", "line 1: the board code has version 9"),
        (JSON + "{}", "", "line 2"),
        ("[]", "x.json", "line 1"),
        (REPLAY[:-10], "x.rawvf", "isn't an event"),
    ],
)
def test_errors_in_board_files_name_the_line(content: str | bytes, name: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        boards(content, name)


def test_a_long_replay_is_read_as_a_board_without_its_first_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    flags = "".join(f"{t}.000 rc 1 1\n{t}.500 rr 1 1\n" for t in range(10))
    replay = f"Board:\n*00\nEvents:\n{flags}99.000 lc 3 1\n99.500 lr 3 1\n"
    assert boards(replay, "x.rawvf") == [Board(read_layout("*1."), 2)]
    monkeypatch.setattr(board_files, "MOST_WORK", 30)
    assert boards(replay, "x.rawvf") == [Board(read_layout("*1."))]


def test_a_board_file_line_over_the_length_limit_is_refused() -> None:
    with pytest.raises(
        BoardFileError, match=r"^line 3 has more than 9,000,000 characters, which is longer than any board$"
    ):
        read_boards(b".*\n\n" + b"." * (MAX_LINE + 1))


def test_text_boards_of_up_to_a_million_cells_are_read() -> None:
    layout = Layout(make_grid(1000, 1000), 1 << 999_999 | 1)
    assert boards(layout.to_picture() + "\n\n*1\n") == [Board(layout), Board(read_layout("*1"))]
    with pytest.raises(PictureError, match=r"^line 1001: the text board has more than 1,000,000 cells$"):
        boards(layout.to_picture() + "\n.")


BOARD = "*1.\n11.\n..."


def test_a_new_session_opens_the_first_cell_that_a_board_names(tmp_path: Path) -> None:
    layout = read_layout(BOARD + "\n..*")
    session = session_on(to_code(Board(layout, 2)), Settings())
    assert (session.game.layout, session.first, session.is_known_board) == (layout, 2, True)
    assert session.game.opened >> 2 & 1
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    session = session_on(str(path), Settings())
    assert (session.game.layout, session.first, session.game.opened) == (read_layout(BOARD), None, 0)
