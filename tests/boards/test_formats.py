"""Boards as lines of JSON: which are read, and that others are refused with place and reason."""

from __future__ import annotations

import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.boards.codes import to_code
from minesweeper.boards.formats import BoardLineError, read_board_line, read_board_lines
from minesweeper.boards.layout import Board, Layout, read_layout
from minesweeper.core.cells import cells_of
from tests.strategies import layouts

GOOD = '{"w":3,"h":2,"start":5,"mines":[0,1]}'


def to_line(layout: Layout, start: int) -> str:
    fields = {"w": layout.grid.width, "h": layout.grid.height, "start": start, "mines": cells_of(layout.mines)}
    return json.dumps(fields)


@given(st.lists(layouts(), max_size=4), st.booleans())
def test_a_board_written_as_a_json_line_is_read_back(boards: list[Layout], as_bytes: bool) -> None:
    starts = [cells_of(layout.safe)[0] for layout in boards]
    text = "".join(f"{to_line(layout, start)}\n" for layout, start in zip(boards, starts, strict=True))
    stream = io.BytesIO(text.encode()) if as_bytes else io.StringIO(text)
    assert list(read_board_lines(stream, "boards")) == list(map(Board, boards, starts))


def test_json_lines_may_have_blank_lines_a_bom_and_further_keys() -> None:
    content = b"\xef\xbb\xbf" + GOOD.encode() + b'\r\n\r\n{"name":"x","mines":[0],"start":1,"h":1,"w":2}'
    assert [board.first for board in read_board_lines(io.BytesIO(content), "f")] == [5, 1]


REFUSED = {
    "[1,2]": "'[1,2]' isn't a board. Use a board code (ms1-...) or an object such as",
    "*1..1*": "'*1..1*' isn't a board",
    "{": "not JSON",
    '{"w":3,"h":2,"start":5}': "mines is null, but a 3x2 board needs a list of 1 to 5 cells",
    '{"w":3.0,"h":2,"start":5,"mines":[0]}': "w 3.0 is not allowed. Use a whole number from 1 to 1,000,000",
    '{"w":2000,"h":2000,"start":1,"mines":[0]}': "2000x2000 has 4,000,000 cells, but a board has at most 1,000,000",
    '{"w":3,"h":2,"start":6,"mines":[0]}': "start 6 is not allowed. Use a whole number from 0 to 5",
    '{"w":3,"h":2,"start":5,"mines":{}}': "mines is an object of 0",
    '{"w":3,"h":2,"start":5,"mines":[]}': "mines is a list of 0",
    '{"w":3,"h":2,"start":5,"mines":[0,[1]]}': "mines a list of 1 is not allowed",
    '{"w":3,"h":2,"start":5,"mines":[0,1,0]}': "mines names a cell twice",
    '{"w":3,"h":2,"start":0,"mines":[0]}': "the first cell 0 is a mine",
    '{"a":' * 100_000: "nested too deeply",
    '{"w":"\\u001b[2J","h":2,"start":5,"mines":[0]}': r'w "\u001b[2J"',
}


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: line[:40])
def test_an_invalid_json_line_is_refused_with_file_and_line(line: str) -> None:
    stream = io.StringIO(f"{GOOD}\n\n{line}\n{GOOD}\n")
    boards = read_board_lines(stream, "boards.jsonl")
    assert next(boards)[1] == 5
    with pytest.raises(BoardLineError, match=re.escape(REFUSED[line])) as caught:
        next(boards)
    message = str(caught.value)
    assert message.startswith("boards.jsonl, line 3: ")
    assert message.isprintable()
    assert len(message) < 200


def test_board_lines_with_bytes_that_are_not_text_are_refused() -> None:
    with pytest.raises(BoardLineError, match="line 1: it isn't text in UTF-8"):
        list(read_board_lines(io.BytesIO(b"\xff\xfe\x00"), "boards"))


def test_a_file_name_is_shown_without_control_characters() -> None:
    with pytest.raises(BoardLineError, match=re.escape(r"'a\x1b[2J', line 1")):
        list(read_board_lines(io.StringIO("x"), "a\x1b[2J"))


def test_a_line_with_a_board_code_is_read_as_its_board() -> None:
    layout = read_layout("*..\n...")
    code = to_code(Board(layout, 5))
    assert list(read_board_lines([code, GOOD, f" {code}\n".encode()], "x")) == [
        Board(layout, 5),
        read_board_line(GOOD),
        Board(layout, 5),
    ]
    with pytest.raises(BoardLineError, match=r"x, line 1: the board code doesn't name a first cell"):
        list(read_board_lines([to_code(Board(layout))], "x"))
    with pytest.raises(BoardLineError, match=r"x, line 2: .*code"):
        list(read_board_lines([code, code[:-2]], "x"))
