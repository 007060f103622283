"""Positions in texts and files: pictures, .mine texts and boards, text between them, and the mine total."""

from __future__ import annotations

import codecs
import io
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards.codes import from_code
from minesweeper.core.pictures import PictureError
from minesweeper.core.position import read_position
from minesweeper.play.game import Game, begin_game
from minesweeper.storage import position_files
from minesweeper.storage.position_files import (
    Mines,
    MinesUnknown,
    PositionTextError,
    ReadPosition,
    decoded,
    read_positions,
    read_puzzle,
)
from tests.storage.mine_files import to_mine
from tests.strategies import games

CODE = "ms1-0m5sDYwxs230bs8WRCfC"


def read(data: bytes | str, name: str = "", mines: int | None = None) -> list[ReadPosition]:
    """The positions in the content of a file."""
    content = data.encode() if isinstance(data, str) else data
    return list(read_positions(decoded(iter(io.BytesIO(content))), name, Mines(mines)))


@given(games(max_side=4))
@settings(max_examples=30)
def test_a_mine_file_and_the_picture_of_its_position_have_the_same_answers(game: Game) -> None:
    if game.layout is None:
        return
    (task,) = read(to_mine(game, game.layout), "x.mine")
    assert task.position == game.position
    assert not task.flags & ~game.flags
    assert task.told == ""
    assert [task.position] == [found.position for found in read(str(game.position), "x", game.mine_total)]


def test_of_a_board_the_position_after_its_first_cell_is_read() -> None:
    assert read(CODE) == [ReadPosition(begin_game(from_code(CODE)).position)]
    with pytest.raises(PositionTextError, match="a mine total of 9 does not go with the board, which has 10: leave"):
        read(CODE, mines=9)


def test_any_number_of_positions_is_read_and_text_between_them_left_out() -> None:
    text = f"Two of them, 1 mine each:\n\n1#\n##\n\nand\n\n--\n11\n\n{CODE}\n"
    first, second, board = read(text)
    assert first == (read_position("1#\n##", 1), 0, "Read as 2x2: 1 mine in all, as the text says.")
    assert second == (read_position("##\n11", 1), 0, "Read as 2x2: - is hidden; 1 mine in all, as the text says.")
    assert board.told == ""


def test_a_mine_total_may_be_told_after_the_picture() -> None:
    (found,) = read("1#\n##\n\nwith 2 mines\n")
    assert found.position == read_position("1#\n##", 2)


def test_what_is_asked_for_counts_more_than_the_text_and_the_text_more_than_the_last_resort() -> None:
    text = "5 mines\n1-\n--\n"
    assert read_puzzle(text, 3).position.mine_total == 3
    assert read_puzzle(text, otherwise=3).position.mine_total == 5
    assert read_puzzle("1-\n--\n", otherwise=3).position.mine_total == 3
    assert "as the text says" not in read_puzzle(text, 3).told + read_puzzle("1-\n--\n", otherwise=3).told


@pytest.mark.parametrize("text", ["1#\n##\n", "1#\n##\n\n##\n##\n", "1#\n##\n\nno idea\n", f"1#\n##\n\n{CODE}\n"])
def test_without_a_mine_total_a_picture_is_refused_before_the_next_position(text: str) -> None:
    found = read_positions(text.splitlines(keepends=True), "", Mines())
    with pytest.raises(MinesUnknown, match="does not tell the mine total: add it, or a line such as 'mines: 99'"):
        next(found)


def test_without_mines_a_dot_is_opened() -> None:
    assert read_puzzle("..\n..", 0) == ReadPosition(read_position("..\n..", 0))


def test_two_single_rows_are_two_positions_and_so_are_rows_of_other_lengths() -> None:
    assert len(read("1#\n\n#1\n", mines=1)) == 2
    assert len(read("1#\n\n#1#\n\n#1\n", mines=1)) == 3
    assert len(read("1#\n\n#1\n\n\n#1\n", mines=1)) == 3


def test_a_puzzle_is_one_position() -> None:
    with pytest.raises(PositionTextError, match="there are 2 positions in the text: one is needed"):
        read_puzzle("1#\n\n#1", 1)
    with pytest.raises(PictureError, match="line 1, cell 1: 'h' is not one of"):
        read_puzzle("hello", 1)
    with pytest.raises(PictureError, match="the picture is empty"):
        read_puzzle(" \n", 1)


@pytest.mark.parametrize("mines", [-1, 1.5, "many"])
def test_what_is_no_number_of_mines_is_refused(mines: Any) -> None:
    with pytest.raises(PositionTextError, match="is no number of mines: a whole number is needed"):
        read_puzzle("1#", mines)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="3 is no text: a picture of a position is needed"):
        read_puzzle(cast("str", 3), 1)


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf1#\r\n##\r\n", codecs.BOM_UTF16_LE + "1#\n##\n".encode("utf-16-le")])
def test_texts_of_other_systems_are_read(data: bytes) -> None:
    assert read(data, mines=1) == [ReadPosition(read_position("1#\n##", 1))]


@settings(max_examples=100)
@given(
    st.one_of(st.binary(max_size=200), st.text("|+-─│┌┐└┘#.1 F*>\n\t12a,[]□■<&;`=0X", max_size=80).map(str.encode)),
    st.sampled_from(["x.txt", "x.mine"]),
)
def test_anything_is_read_or_refused_in_one_sentence(data: bytes, name: str) -> None:
    refusal: ValueError = PositionTextError()
    try:
        read(data, name, 3)
    except ValueError as error:
        refusal = error
    assert type(refusal).__module__.startswith("minesweeper")
    assert str(refusal).isprintable()


def test_too_large_a_picture_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PictureError, match="width 1000001 is not allowed: 1 to 1,000,000"):
        read(b"#" * 1_000_001, mines=1)
    with pytest.raises(PositionTextError, match="the picture has 4,000,001 cells: at most 1,000,000 are allowed"):
        read(b"#" * 4_000_001, mines=1)
    monkeypatch.setattr(position_files, "MAX_BYTES", 10)
    with pytest.raises(PositionTextError, match="the position from line 2 has more than 10 bytes"):
        read("\n####\n####\n####\n", mines=1)


@pytest.mark.parametrize(
    "piece",
    [
        "+-+\n",
        "|-|\n",
        "+-x",
        "F",
        "1,",
        "|-",
        "┌─a",
        "12 ",
        "> ",
        "~~",
        "[b",
        "<b ",
        "&nbsp",
        "[1,",
        ":one",
        "1 mines",
        "1,111",
        "- ",
        "`",
    ],
)
def test_a_long_line_of_anything_is_answered_in_time_that_grows_with_its_length(piece: str) -> None:
    """Nothing here measures time: a search that goes through the rest of the line from each place would not end."""
    with pytest.raises((PictureError, PositionTextError)):
        read(f"{piece * 50_000}Z\n", mines=1)


def test_a_long_row_of_marks_on_one_sign_is_answered_in_such_a_time_too() -> None:
    """Put into their order all at once they would take minutes."""
    with pytest.raises((PictureError, PositionTextError)):
        read("#" + "\u0315\u0300" * 500_000, mines=1)


WIDE = 30_000
COUNTED = " ".join(str((col + 1) % 10) for col in range(WIDE))


@pytest.mark.parametrize(
    "text",
    [
        f"{COUNTED}\n" + "1\n" * WIDE,
        "1\t" * WIDE + "1\n" + "1\n" * WIDE,
        f"+{'-' * WIDE}+\n|{'1' * WIDE}|\n" + "|1|\n" * WIDE,
        f"|{'1 ' * WIDE}|\n" + "|1|\n" * WIDE,
    ],
    ids=["numbers", "tabs", "frame", "sides"],
)
def test_short_rows_below_a_long_one_are_not_filled_up_to_a_huge_board(text: str) -> None:
    # With a cell for each place there would be 900 million.
    with pytest.raises(PictureError):
        read_puzzle(text, 5)


@pytest.mark.parametrize("quote", ["> ", ">", "> > ", ">>> "])
def test_only_the_marks_that_every_line_of_a_quote_has_are_taken_away(quote: str) -> None:
    rows = ["#1.", ">1.", "#1."]
    found = read_puzzle("\n".join(f"{quote}{row}" for row in rows), 2)
    assert found.position == read_position("#1.\n#1.\n#1.", 2)


def test_a_quote_is_not_followed_without_end() -> None:
    assert read_puzzle(">" * 5000 + "\n" + ">" * 5000, 5).position.grid.height == 2
