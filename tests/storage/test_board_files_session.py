"""Boards that are given: by code and by file."""

from __future__ import annotations

from pathlib import Path

import pytest

from minesweeper.boards.codes import CodeError, to_code
from minesweeper.boards.layout import Board, read_layout
from minesweeper.core.files import InputError
from minesweeper.storage.board_files import session_on
from minesweeper.storage.settings import Settings

BOARD = "*1.\n11.\n..."


def test_a_code_gives_its_board_with_the_first_cell_open() -> None:
    layout = read_layout(BOARD + "\n..*")
    session = session_on(to_code(Board(layout, 2)), Settings())
    assert session.game.layout == layout
    assert session.first == 2
    assert session.game.opened >> 2 & 1
    assert session.known


def test_a_code_without_a_first_cell_opens_nothing() -> None:
    session = session_on(to_code(Board(read_layout(BOARD))), Settings())
    assert session.first is None
    assert session.game.opened == 0


def test_a_file_gives_its_first_board(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    assert session_on(str(path), Settings()).game.layout == read_layout(BOARD)


def test_what_is_no_board_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CodeError):
        session_on("ms1-nonsense", Settings())
    with pytest.raises(InputError):
        session_on(str(tmp_path / "missing.mbf"), Settings())
