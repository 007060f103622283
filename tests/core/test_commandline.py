"""Arguments are read or refused in one sentence, and colours are used only where they are wanted."""

from __future__ import annotations

import argparse
import io
import os

import pytest

from minesweeper.core.commandline import choose_paper, row_and_col, time_up_to, whole_number
from minesweeper.core.textboard import Paper


@pytest.mark.parametrize("text", ["0", "101", "-1", "1.5", "", "many", "٣", "9" * 5000, "\x1b[31m"])
def test_a_number_outside_its_limits_is_refused_with_these_limits(text: str) -> None:
    assert [whole_number(1, 100)(number) for number in ("1", "050", "100")] == [1, 50, 100]
    with pytest.raises(argparse.ArgumentTypeError, match=r"isn't a whole number from 1 to 100$") as refused:
        whole_number(1, 100)(text)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 80


@pytest.mark.parametrize("text", ["-1", "61", "nan", "inf", "soon", ""])
def test_an_invalid_time_is_refused_with_its_limits(text: str) -> None:
    assert (time_up_to(60)("0"), time_up_to(60)("0.5"), time_up_to(60, above_0=True)("60")) == (0.0, 0.5, 60.0)
    with pytest.raises(argparse.ArgumentTypeError, match=r"isn't a time. Use a number of seconds up to 60$"):
        time_up_to(60)(text)
    with pytest.raises(argparse.ArgumentTypeError, match=r"Use a number of seconds above 0 and up to 60$"):
        time_up_to(60, above_0=True)("0")


@pytest.mark.parametrize("text", ["3", "3,", "3,4,5", "a,b", "-1,2", "٣,1", "1," + "9" * 8])
def test_an_invalid_row_and_column_are_refused_with_an_example(text: str) -> None:
    assert row_and_col("3,14") == row_and_col(" 3 , 14 ") == (3, 14)
    with pytest.raises(argparse.ArgumentTypeError, match=r"isn't a cell\. Use ROW,COL .*3,3"):
        row_and_col(text)


@pytest.mark.posix("needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("environ", "coloured", "elsewhere"),
    [
        ({"TERM": "xterm"}, True, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
        ({}, False, False),
        ({"TERM": "dumb", "CLICOLOR_FORCE": "1"}, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True, True),
        ({"TERM": "xterm", "FORCE_COLOR": "0", "CLICOLOR_FORCE": ""}, True, False),
        ({"TERM": "xterm", "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_colour_is_used_on_terminals_or_when_forced(environ: dict[str, str], coloured: bool, elsewhere: bool) -> None:
    main_end, own_end = os.openpty()
    try:
        with open(own_end, "w", closefd=False) as stream:
            assert choose_paper(stream, environ).colour is coloured
        assert choose_paper(io.StringIO(), environ) == Paper(colour=elsewhere)
    finally:
        os.close(main_end)
        os.close(own_end)
