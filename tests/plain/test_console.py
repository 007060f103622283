"""How text mode reads lines. tests/whole/test_plain_program.py plays it as a program."""

from __future__ import annotations

import io
import os

import pytest

from minesweeper.core.textboard import Paper
from minesweeper.plain.console import MOST_CHARACTERS, Console, read_line


def test_text_mode_reads_whole_lines_and_shortens_long_ones() -> None:
    source = io.StringIO("5 5\r\n" + "x" * (MOST_CHARACTERS * 2 + 5) + "\nlast")
    assert read_line(source) == "5 5"
    assert len(read_line(source) or "") == MOST_CHARACTERS
    assert read_line(source) == "last"
    assert read_line(source) is None


def test_text_mode_ends_when_its_input_is_closed() -> None:
    with os.fdopen(os.open(os.devnull, os.O_WRONLY), encoding="ascii") as closed:
        assert read_line(closed) is None


@pytest.mark.parametrize("spoken", [True, False])
def test_spoken_sentences_are_not_broken_into_lines(spoken: bool) -> None:
    out = io.StringIO()
    Console(io.StringIO(), out, Paper(24, 40), spoken).say(["A sentence that is longer than the forty columns."])
    assert (out.getvalue().count("\n") == 1) == spoken
