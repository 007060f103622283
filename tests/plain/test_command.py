"""How the plain command reads its lines; as a program it is played in ``tests/whole/test_plain_program.py``."""

from __future__ import annotations

import io
import os

from minesweeper.plain.command import MOST_CHARACTERS, read_line


def test_lines_are_read_whole_and_too_long_ones_are_cut() -> None:
    source = io.StringIO("5 5\r\n" + "x" * (MOST_CHARACTERS * 2 + 5) + "\nlast")
    assert read_line(source) == "5 5"
    assert len(read_line(source) or "") == MOST_CHARACTERS
    assert read_line(source) == "last"
    assert read_line(source) is None


def test_an_input_that_is_closed_or_whose_terminal_is_gone_has_ended() -> None:
    with os.fdopen(os.open(os.devnull, os.O_WRONLY), encoding="ascii") as closed:
        assert read_line(closed) is None
