"""Reading text boards: the documented examples, the refusals, and that everything printed can be read back."""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.text_boards import HOSTILE
from minesweeper.assist.answers import odds_lines
from minesweeper.boards.codes import from_code
from minesweeper.core.cells import CellSet
from minesweeper.core.files import decoded
from minesweeper.core.position import Position, read_position
from minesweeper.core.textboard import Paper, clear_zeros, read_text_board
from minesweeper.plain.output import board_lines
from minesweeper.play.analysis_board import analysis_signs
from minesweeper.play.game import Game, begin_game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.storage import text_boards
from minesweeper.storage.text_boards import (
    MinesUnknown,
    PositionTextError,
    ReadPosition,
    read_positions,
    read_puzzle,
)
from tests.plain.lines import LINE, play
from tests.plain.lines import start as start_lines
from tests.storage.mine_files import to_mine
from tests.strategies import cell_sets, games, positions

CODE = "ms1-0m5sDYwxs230bs8WRCfC"
PAGE = Path(__file__).parents[2] / "docs" / "formats.md"


def read(data: bytes | str, mines: int | None = None) -> list[ReadPosition]:
    """Reads the positions in the content of a file."""
    content = data.encode() if isinstance(data, str) else data
    return list(read_positions(decoded(iter(io.BytesIO(content))), mines))


def meaning(rows: str, mines: int) -> tuple[Position, CellSet]:
    """The position and the flags of a plain text board."""
    return read_position(rows, mines), read_text_board(rows, "#*F.012345678").where("F")


# What is read


def examples() -> dict[str, tuple[str, str]]:
    """The examples of the page by their titles: the input, and what it means."""
    block = re.search(r"^```text\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert block
    results = {}
    for part in re.split(r"^(?=\d+\. )", block[1], flags=re.MULTILINE)[1:]:
        title, *lines = part.rstrip().split("\n")
        pairs = [line[3:].split("→") for line in lines]
        results[title] = ("\n".join(left.rstrip() for left, _ in pairs), "\n".join(right.strip() for _, right in pairs))
    assert len(results) == 12
    return results


@pytest.mark.parametrize("title", examples())
def test_documented_examples_of_text_boards_are_read_as_described(title: str) -> None:
    text, message = examples()[title]
    *rows, last = [line for line in message.split("\n") if line]
    named = [line for line in (*rows, last) if line.endswith("mines")]
    board = "\n".join(line for line in (*rows, last) if line not in named)
    puzzle = read_puzzle(text, None if named else 3)
    assert (puzzle.position, puzzle.flags) == meaning(board, int(named[0].split()[0]) if named else 3)


OTHER_FORMS = {
    "1   #\n#   #": "1#\n##",
    "0 .\n0 1": ".#\n.1",
    "  123\n1 ##1\n2 #11": "##1\n#11",
    "╔═══╦═══╗\n║ 1 ║   ║\n╠═══╬═══╣\n║ - ║ F ║\n╚═══╩═══╝": "1.\n#F",
    "┌───┐\n│■ 1│\n│1  │\n└───┘": "#1\n1.",
    "[[ 0  1 -1]\n [ 0  2 -1]]": ".1#\n.2#",
    "[[ 1.  2.]\n [-1.  0.]]": "12\n#.",
    "[['#', '1'],\n ['.', ' ']]": "#1\n..",
    "~~~text\n>1#\n###\n~~~": "#1#\n###",
    ">1#": "#1#",
    "\x1b[94m 1\x1b[0m\x1b[2m #\x1b[0m": "1#",
    "   1 2\n1 ~*~+\n2  1!2": "##\n12",
}


@pytest.mark.parametrize("text", OTHER_FORMS)
def test_every_form_of_text_board_is_read_as_its_rows(text: str) -> None:
    puzzle = read_puzzle(text, 2)
    assert (puzzle.position, puzzle.flags) == meaning(OTHER_FORMS[text], 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1#F\n.*?\n...", ""),
        ("[[1, -1]]", ""),
        ("1.\n..", "Read as 2x2: . is hidden."),
        ("- P\n1 x", "Read as 2x2: - is hidden; P and x is a flag."),
        ("|1| |#|", "Read as 3x1: a blank is an empty cell."),
        ("+--+\n|1M|\n+--+", "Read as 2x1: a frame is around it; M is a given mine."),
        ("  1 2\n1 # #\n2 1 1", "Read as 2x2: numbers are around it."),
        ("1#\n2 mines", "Read as 2x1: 2 mines in all, as the text says."),
    ],
)
def test_a_message_says_how_unusual_signs_of_a_text_board_were_read(text: str, message: str) -> None:
    assert read_puzzle(text, otherwise=1).told == message


# What is refused


REFUSED = {
    "hello": (
        "line 1: 'hello' is neither a row nor a mine count. "
        "Write one line for each row, such as '1 2 # F', and a line such as 'mines: 10'"
    ),
    "12#\n1Z#": (
        "line 2: '1Z#' has 'Z' as cell 2, which isn't the sign of a cell. "
        "Write # for a hidden cell, . for an empty cell, 1 to 8 for a clue, F for a flag or * for a known mine"
    ),
    "1#1\n11": "line 2: '11' has 2 cells, but the first row has 3. Give all rows the same number of cells",
    "Who can solve this?\n\n1#\n##": (
        "line 1: 'Who can solve this?' is neither a row nor a mine count. Delete this line"
    ),
    "1#\nmines: 1\n##": (
        "line 3: '##' isn't directly below the other rows. "
        "Move the line between the rows, or put a blank line between two boards"
    ),
    "1#\n1 mine\n2 mines": "line 3: '2 mines' contradicts line 2, '1 mine'. Delete the wrong line",
    "1#\n2 mines left": (
        "line 2: '2 mines left' may count only the mines that have no flag. "
        "Write the count of all mines, as in 'mines: 2'"
    ),
    "2x2/1\n1#": (
        "line 2: '1#' begins a board of 2x1, but the text says 2x2. Correct the rows, or the size in the text"
    ),
    "# 1   1 #\n# 1   1 #": (
        "line 1: '# 1   1 #' has gaps of different widths between its cells. "
        "Write . for empty cells, and put the same number of blanks between all cells"
    ),
    "#\t1\n\t\n#\t1": (
        "line 2: '\\t' has only tabs, which may be a row of empty cells or a gap between two boards. "
        "Write . for each empty cell, or leave the line blank"
    ),
    "\t#1\n\t#1": (
        "line 1: '\\t#1' has '#1' between two tabs instead of one sign. "
        "Put one sign between tabs, and . for an empty cell"
    ),
    "\t1\t#\n\t1\t#": (
        "line 1: ' 1#' begins a board whose first column is blank, which may be empty cells or a margin. "
        "Write . for empty cells, or remove the margin"
    ),
    "||1||||2||": (
        "line 1: '||1||||2||' has nothing between two bars instead of one sign. "
        "Put one sign between bars, and . for an empty cell"
    ),
    "1 # #\n2 # #": (
        "line 1: '1 # #' begins a board with numbers that may be clues or row numbers. "
        "If they are clues, write cells without gaps, as in '1##'; otherwise add column numbers too"
    ),
    "#-1": (
        "line 1: '#-1' begins a board with # and -, which all mean hidden, though one may be meant as empty. "
        "Write # for all hidden cells and . for all empty cells"
    ),
    "0F.": (
        "line 1: '0F.' begins a board whose . may be hidden or empty, because other signs are empty cells already. "
        "Write # for hidden cells, or . for all empty cells"
    ),
    ">>1#\n>>##": (
        "line 1: '>1#' begins a board with several >, but this sign marks the one best guess. Write # for hidden cells"
    ),
    "+--+\n|12|\n|1|\n+--+": (
        "line 3: '1' has cells that aren't below those of the first row in the frame. "
        "Write . for empty cells, and put the same number of blanks between all cells"
    ),
    "+-----+\n|1   #|\n|#   #|\n+-----+": (
        "line 2: '1   #' has cells that aren't below those of the first row in the frame. "
        "Write . for empty cells, and put the same number of blanks between all cells"
    ),
    "╭──╮\n│1#╎\n╰──╯": (
        "line 2: '|1#╎' doesn't begin and end with the bar of the frame. Put | at both ends of each row"
    ),
    "+--+\n|12|": (
        "line 1: '+--+' begins a frame that isn't around all rows. "
        "Put an edge above the first row and one below the last, or delete the frame"
    ),
    "1 2\n+--+\n|##|\n+--+": (
        "line 2: '+--+' begins a frame that isn't around all rows. "
        "Put an edge above the first row and one below the last, or delete the frame"
    ),
    "[[1.5, 2]]": (
        "line 1: '[[1.5, 2]]' begins a list in which '1.5' isn't a cell. "
        "Write 0 to 8 for open cells, and -1 or None for hidden cells"
    ),
    "[[1, 10], [1, 2]]": (
        "line 1: '[[1, 10], [1, 2]]' begins a list in which '10' isn't a cell. "
        "Write 0 to 8 for open cells, and -1 or None for hidden cells"
    ),
    "[code]\n1#\n[/code]": (
        "line 1: '[code]' doesn't begin a list of rows. "
        "Write a list for each row, as in [[1, -1], [0, 2]], or delete the brackets"
    ),
    "[[1,2],[1,2]]" + " " * 3000 + "x\n##\n##": (
        "line 1: '[[1,2],[1,2]]                           ...' doesn't begin a list of rows. "
        "Write a list for each row, as in [[1, -1], [0, 2]], or delete the brackets"
    ),
    "   3 4\n1  # #\n2  1 1": (
        "line 2: '1  # #' has gaps of different widths between its cells. "
        "Write . for empty cells, and put the same number of blanks between all cells"
    ),
    "3x2, 2 mines: 1 layout fits.\n\n   1 2 3\n1  * + *": (
        "line 3: '   1 2 3' begins a board of 3x1, but the text says 3x2. Correct the rows, or the size in the text"
    ),
    "3 of 9 mines left, x\n\n1#\nwords": "line 4: 'words' is neither a row nor a mine count. Delete this line",
    "": ("the text has no position. Write one line for each row, such as '1 2 # F', and a line such as 'mines: 10'"),
    "mines: 3": (
        "the text has a mine count, but no board. "
        "Write one line for each row, such as '1 2 # F', and a line such as 'mines: 10'"
    ),
    "#" * 1_000_001: (f"line 1: '{'#' * 40}...' begins a board, but width 1000001 is not allowed. Use 1 to 1,000,000"),
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: repr(text)[:40])
def test_refusals_of_text_boards_quote_the_line_and_one_remedy(text: str) -> None:
    with pytest.raises(PositionTextError) as error:
        read_puzzle(text, otherwise=3)
    assert str(error.value) == REFUSED[text]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1#\n\n#1", "the text has several positions, but only one can be read here. Keep one of them"),
        ("ms1-abc", "line 1: the board code is damaged or cut short"),
        ("1#\n1 mine\n\nms1-abc", "line 4: the board code is damaged or cut short"),
        ('{"w":3}', "line 1: h is missing"),
        ("9x9x10\nHHH", "the .mine file has rows of 3x1, but its head says 9x9"),
    ],
)
def test_damaged_board_codes_in_a_text_are_refused_with_their_line(text: str, problem: str) -> None:
    with pytest.raises(PositionTextError, match=re.escape(problem)):
        read_puzzle(text, otherwise=1)


def test_an_invalid_mine_count_or_text_is_refused() -> None:
    for mines in (-1, 1.5, "many"):
        with pytest.raises(PositionTextError, match="isn't a number of mines"):
            read_puzzle("1#", cast("int", mines))
    with pytest.raises(TypeError, match=r"expected a position as text, but got 3\. Write one line for each row"):
        read_puzzle(cast("str", 3), 1)


def test_a_text_board_over_the_size_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_boards, "MAX_BYTES", 10)
    with pytest.raises(PositionTextError, match="line 2: '####' begins a position of more than 10 bytes"):
        read("\n####\n####\n####\n", mines=1)


# The mine count


@pytest.mark.parametrize(
    ("line", "mines"),
    [
        ("mines: 10", 10),
        ("Mines = 1,000", 1000),
        ("mines 7", 7),
        ("total mines: 7", 7),
        ("40 bombs.", 40),
        ("1 mine", 1),
        ("10 mines in all", 10),
        ("2x1/9", 9),
        ("-2 of 10 mines left, 3 of 71 opened, 0:12", 10),
    ],
)
@pytest.mark.parametrize("text", ["{}\n1#", "{}\n\n1#", "1#\n{}", "1#\n\n{}"])
def test_the_mine_count_may_stand_above_or_below_a_text_board(line: str, mines: int, text: str) -> None:
    assert read_puzzle(text.format(line), otherwise=5).position == read_position("1#", mines)


def test_a_given_mine_count_overrides_the_one_in_the_text() -> None:
    assert read_puzzle("5 mines\n1#", 3).position.mine_total == 3
    assert read_puzzle("5 mines\n1#", otherwise=3).position.mine_total == 5
    assert read_puzzle("1#", otherwise=3).position.mine_total == 3


@pytest.mark.parametrize("text", ["1#\n##\n", "1#\n##\n\n##\n##\n", f"1#\n##\n\n{CODE}\n"])
def test_a_text_board_without_a_mine_count_is_refused(text: str) -> None:
    with pytest.raises(
        MinesUnknown, match=r"doesn't say how many mines the board has\. Add a line such as 'mines: 99'"
    ):
        read(text)


# Several positions, and files


def test_each_position_of_a_text_is_read_with_its_own_mine_count() -> None:
    line = json.dumps({"w": 3, "h": 1, "start": 0, "mines": [2]})
    answer = "3x1, 2 mines: 1 layout fits.\n\n#2#\n\n0 cells proved safe, 2 mines proved."
    result = read(f"mines: 1\n1#\n##\n\n##\n11\n\n{answer}\n\n1 mine\n[[null, 1]]\n{CODE}\n{line}\n3x1x1\nH1M\n")
    assert [one.position.mine_total for one in result] == [1, 1, 2, 1, 10, 1, 1]
    assert [str(one.position) for one in result[:4]] == ["1#\n##", "##\n11", "#2#", "#1"]
    assert result[4].position == begin_game(from_code(CODE)).position
    assert [str(one.position) for one in result[5:]] == [".1#", "#1#"]


def test_a_board_code_is_read_without_waiting_for_more_lines() -> None:
    lines = iter([CODE, CODE])
    first = next(read_positions(lines))
    assert first.position == begin_game(from_code(CODE)).position
    assert list(lines) == [CODE]


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf1#\r\n##\r\n", codecs.BOM_UTF16_LE + "1#\n##\n".encode("utf-16-le")])
def test_text_boards_may_have_other_line_ends_and_encodings(data: bytes) -> None:
    assert read(data, mines=1) == [ReadPosition(read_position("1#\n##", 1))]


# Laws


@st.composite
def flagged(draw: st.DrawFn) -> Game:
    """A position as a player sees it, with flags on some hidden cells, put on an analysis board."""
    position = draw(positions(max_side=12))
    flags = draw(cell_sets(position.grid)) & draw(cell_sets(position.grid)) & position.hidden & ~position.given
    return Game(position.grid, position.mine_total, opened=position.opened, flags=flags, typed_position=position)


def framed(rows: list[str]) -> str:
    edge = f"+{'-' * len(rows[0])}+"
    return "\n".join([edge, *(f"|{row}|" for row in rows), edge])


FORMS: dict[str, Callable[[list[str]], str]] = {
    "close": "\n".join,
    "blanks": lambda rows: "\n".join(map(" ".join, rows)),
    "tabs": lambda rows: "\n".join(map("\t".join, rows)),
    "commas": lambda rows: "\n".join(map(",".join, rows)),
    "bars": lambda rows: "\n".join(f"| {' | '.join(row)} |" for row in rows),
    "a frame": framed,
    "a quote": lambda rows: "\n".join(f"> {row}" for row in rows),
    "a fence": lambda rows: "\n".join(["```", *rows, "```"]),
    "JSON": lambda rows: json.dumps(list(map(list, rows)), indent=2),
    "Python": lambda rows: str(list(map(list, rows))),
    "numbers": lambda rows: "\n".join(
        [" ".join(map(str, range(1, len(rows[0]) + 1))), *(f"{n} {' '.join(row)}" for n, row in enumerate(rows, 1))]
    ),
}


PARTED = ("blanks", "tabs", "commas", "bars")
"""Forms in which clues at an edge may be numbers of rows or columns."""


def counts_up(clues: Sequence[str]) -> bool:
    """Whether the clues at an edge may be row or column numbers, because they count up from 0 or 1."""
    return "".join(clues).replace(".", "0") in "012345678"


@settings(max_examples=120)
@given(flagged(), st.sampled_from(sorted(FORMS)))
def test_text_boards_in_any_form_are_read_back_unless_ambiguous(game: Game, form: str) -> None:
    rows = clear_zeros(analysis_signs(game)).split("\n")
    text = FORMS[form](rows)
    has_two_readings = form in PARTED and (counts_up(rows[0]) or counts_up([row[0] for row in rows]))
    with contextlib.suppress(*[PositionTextError] * has_two_readings):
        puzzle = read_puzzle(text, game.mine_total)
        assert (puzzle.position, puzzle.flags) == (game.position, game.flags)


@settings(max_examples=60)
@given(flagged(), st.sampled_from(sorted(FORMS)), st.data())
def test_a_text_board_with_a_missing_cell_is_refused(game: Game, form: str, data: st.DataObject) -> None:
    rows = clear_zeros(analysis_signs(game)).split("\n")
    assume(len(rows) > 1 and len(rows[0]) > 1)
    row, col = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, len(rows[0]) - 1))
    rows[row] = rows[row][:col] + rows[row][col + 1 :]
    assume(not counts_up(rows[0]))  # such a row may be column numbers, and the other rows then begin with row numbers
    with pytest.raises(PositionTextError):
        read_puzzle(FORMS[form](rows), game.mine_total)


@settings(max_examples=50)
@given(positions())
def test_a_written_position_is_read_back_without_a_message(position: Position) -> None:
    assume(position.hidden)
    assert read_puzzle(str(position), position.mine_total) == ReadPosition(position)


@settings(max_examples=20)
@given(games(max_side=4))
def test_a_mine_file_is_read_as_a_position_without_its_mines(game: Game) -> None:
    if game.layout is not None:
        (result,) = read(to_mine(game, game.layout))
        assert result.position == game.position
        assert not result.flags & ~game.flags


def test_a_board_printed_by_text_mode_is_read_back() -> None:
    game, _ = play(start_lines("*...........", "............", "..**........"), "open 12 1", "flag 1 1", "propose 3 3")
    puzzle = read_puzzle("\n".join(board_lines(game, Paper(), None)))
    assert puzzle.position == game.position
    assert puzzle.flags == game.session.game.flags | game.what_if_mines
    part = "\n".join(board_lines(game, Paper(rows=24, cols=20), None))
    with pytest.raises(PositionTextError, match="'columns 1 to 8 of' is from a board that was too wide"):
        read_puzzle(part)


def test_boards_are_found_in_a_transcript_of_text_mode() -> None:
    game, _ = play(start_lines(*LINE), "open 1 3")
    text = ["Minesweeper by typed lines.", "> 1 3", *board_lines(game, Paper(), None), "6 cells opened.", "> odds"]
    text += [
        *odds_lines(run_to_end(analyse(game.position)), Paper()),
        "The 1 at row 2, column 1 has all its mines.",
        "> 5 3",
        ">",
    ]
    result = read("\n".join([*text, *board_lines(game, Paper(), None)]))
    assert [one.position for one in result] == [game.position] * 2


# Hostile texts


@settings(max_examples=200)
@given(st.one_of(st.binary(max_size=200), st.text("|+-─│┌┐#.1 F*>\n\t12a,[]□<`=0X~x", max_size=80).map(str.encode)))
def test_any_text_is_read_as_a_position_or_refused_in_one_sentence(data: bytes) -> None:
    refusal: ValueError = PositionTextError()
    try:
        read(data, 3)
    except ValueError as error:
        refusal = error
    assert type(refusal).__module__.startswith("minesweeper")
    assert str(refusal).isprintable()


@pytest.mark.parametrize("shape", HOSTILE)
def test_reading_a_hostile_text_as_a_position_always_ends(shape: str) -> None:
    """A search with quadratic cost would hardly end.

    The exact time is measured by `python -m benchmarks.text_boards`.
    """
    with contextlib.suppress(ValueError):
        read(HOSTILE[shape](100_000), mines=1)
