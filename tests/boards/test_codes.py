"""Board codes: every board has one that never changes, and damaged codes are refused with the reason."""

from __future__ import annotations

from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.boards.codes import (
    MAX_LENGTH,
    PREFIX,
    CodeError,
    _to_digits,
    from_code,
    is_code,
    to_code,
)
from minesweeper.boards.deal import deal
from minesweeper.boards.layout import Board, Layout, read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of, make_grid, to_cell_set
from tests.strategies import cell_sets, grids

CORNER = read_layout(
    """
    ..1*1
    ..111
    .....
    11...
    *1...
    """
)
GOLDEN = "ms1-0QiZsAjMFPTFys"
EXPERT = "ms1-2a1rWRzb2gCEbT4gGuneo1G5jU5woYbtB19hPcIWDE7A6mla3eDy3ErAVE7dY2MUV14Mpuzj"


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any board, even with no mine or no safe cell, with or without a safe first cell."""
    grid = draw(grids(max_side=40))
    layout = Layout(grid, draw(st.one_of(cell_sets(grid), st.sampled_from((0, grid.all_cells)))))
    safe = cells_of(layout.safe)
    return Board(layout, draw(st.sampled_from([None, *safe[:3], *safe[-3:]])))


def sealed(data: bytes) -> str:
    """A code with these bytes and a correct checksum."""
    return PREFIX + _to_digits(data + crc32(data).to_bytes(4, "big"))


@given(boards())
def test_a_board_code_is_read_back_as_its_board(board: Board) -> None:
    code = to_code(board)
    assert from_code(code) == board
    assert is_code(code)
    assert code.removeprefix(PREFIX).isalnum()
    assert code.isascii()


@given(boards(), st.data())
def test_a_wrong_missing_or_added_letter_of_a_code_is_noticed(board: Board, data: st.DataObject) -> None:
    code = to_code(board)
    place = data.draw(st.integers(len(PREFIX), len(code) - 1))
    letter = data.draw(st.sampled_from("09AZaz"))
    for changed in (code[:place] + letter + code[place + 1 :], code[:place] + code[place + 1 :], code + letter):
        if changed != code:
            with pytest.raises(CodeError):
                from_code(changed)


def test_board_codes_of_version_1_never_change() -> None:
    assert to_code(Board(CORNER, 0)) == GOLDEN
    assert from_code(GOLDEN) == Board(CORNER, 0)
    expert = deal(BoardSpec(30, 16, 99), 93, "golden")
    assert to_code(Board(expert, 93)) == EXPERT
    assert from_code(EXPERT) == Board(expert, 93)


def test_the_code_of_a_board_with_several_blocks_never_changes() -> None:
    grid = make_grid(130, 10)
    layout = Layout(grid, to_cell_set(range(0, grid.size, 7)))
    assert crc32(to_code(Board(layout, 1)).encode()) == 0xE834C1FD
    assert from_code(to_code(Board(layout, 1))) == Board(layout, 1)


def test_a_board_of_a_million_cells_has_a_code() -> None:
    layout = deal(BoardSpec(1000, 1000, 200_000), 499_500, "large")
    assert len(to_code(Board(layout, 499_500))) < MAX_LENGTH


def test_blanks_and_line_breaks_within_a_board_code_are_ignored() -> None:
    assert from_code(f"  {GOLDEN[:9]}\r\n  {GOLDEN[9:]}\n") == Board(CORNER, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", r"'' isn't a board code. A code starts with ms1-"),
        ("x" * 1000, r"'x{24}\.\.\.' isn't a board code"),
        ("\x1b[2Jms1-", r"'\\x1b\[2Jms1-' isn't a board code"),
        ("MS1-" + GOLDEN[4:], "isn't a board code"),
        ("ms2-" + GOLDEN[4:], "version 2, but this Minesweeper reads only version 1"),
        ("ms١-" + GOLDEN[4:], "isn't a board code"),
        ("ms1-", "damaged or cut short"),
        (GOLDEN[:-1], "damaged or cut short"),
        (GOLDEN[:10] + "-" + GOLDEN[10:], r"character 11 of the board code is '-'. Use letters and digits only"),
        (GOLDEN[:5] + "\x07" + GOLDEN[5:], r"character 6 of the board code is '\\x07'"),
        (GOLDEN.swapcase()[4:].join(("ms1-", "")), "damaged"),
        ("ms1-" + "1" * 250_000, "has 250,004 characters, but no code has more than 250,000"),
    ],
)
def test_an_invalid_board_code_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(CodeError, match=reason):
        from_code(text)


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x05\x00\x00",  # width 0
        b"\xff\xff\x7f\x7f\x00\x00",
        b"\x88\x27\x88\x27\x00\x00",  # 5000x5000
        b"\xff\xff\xff\x01\x05\x00\x00",  # a number of four bytes
        b"\x85\x00\x05\x00\x00",  # a number with more bytes than necessary
        b"\x03\x03\x0a\x00",  # too many mines
        b"\x03\x03\x00\x0a",  # the first cell is off the board
        b"\x03\x03\x01\x00\x09",  # there are 9 sets of one mine, from 0
        b"\x03\x03\x01\x00",
        b"\x03\x03\x01\x00\x01\x00",  # a byte is left over
        b"\x03\x03\x01\x02\x01",  # the first cell is a mine
        b"\x03\x03\x01",
        b"\xff\x07\x02\x01\x00\x00\x02",  # a block with more mines than the board
        b"\xff\x07\x02\x01\x00\x00\x01\x00",
        b"\xff\x07\x02\xfe\x0f\x00\x00\x00",  # more mines than the last block has cells
    ],
)
def test_a_damaged_code_with_a_correct_checksum_is_refused(data: bytes) -> None:
    with pytest.raises(CodeError, match="damaged"):
        from_code(sealed(data))


@given(st.binary(max_size=30))
def test_bytes_with_a_correct_checksum_are_a_code_or_refused(data: bytes) -> None:
    code = sealed(data)
    try:
        board = from_code(code)
    except CodeError:
        return
    assert to_code(board) == code


@pytest.mark.parametrize("first", [-1, 3, 25])
def test_a_board_whose_first_cell_is_not_safe_has_no_code(first: int) -> None:
    with pytest.raises(ValueError, match=f"cell {first} isn't"):
        to_code(Board(CORNER, first))


def test_board_codes_are_distinguished_from_file_names() -> None:
    assert is_code(" ms2-abc")
    assert not is_code("ms1.txt")
    assert not is_code("boards/ms1-abc")
