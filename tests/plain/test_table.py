"""Lines of text as commands: what is not one changes nothing and says what to type."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.plain.command import MOST_CHARACTERS as MOST
from minesweeper.plain.game import PlainState, Shows
from minesweeper.plain.table import act
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from tests.plain.lines import CORNERS, play, refusal, start


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "Nothing was typed: type a column and a row, such as '3 2', or man for all commands."),
        ("jump 3 2", "'jump 3 2' is not a command: type a column and a row, such as '3 2', or man for all commands."),
        ("5", "open needs a column and a row: such as 'open 3 2'."),
        ("5 5 5", "open needs a column and a row: such as 'open 3 2'."),
        ("flag a b", "flag needs a column and a row: such as 'flag 3 2'."),
        ("0 1", "'0 1' is not on the board: columns go from 1 to 5, rows from 1 to 3. The column comes first."),
        ("5 4", "'5 4' is not on the board: columns go from 1 to 5, rows from 1 to 3. The column comes first."),
        ("1 " + "9" * 5000, "is not on the board"),
        ("-1 1", "'-1 1' is not a command"),
        ("٣ 1", "is not a command"),
        ("foo\x1b[31m\x07", "'foo?[31m?' is not a command"),
        ("x" * 10_000, "xxx..' is not a command"),
        ("row 2 col", "'row 2 col' lacks a number: such as 'open 3 2'."),
        ("flag r2", "flag needs a column and a row: such as 'flag 3 2'."),
        ("col 2", "'col 2' lacks the row: such as 'open 3 2'."),
        ("row 2, column 3 please", "'please' is too much after a cell: such as 'open 3 2'."),
        ("flag r2c3 now", "'now' is too much after a cell: such as 'flag 3 2'."),
        ("flag row 2 columns 3 and 4", "Name one cell at a time: such as 'flag 3 2'."),
        ("row 2 cols 2 to 4", "Name one cell at a time: such as 'open 3 2'."),
        ("open rows 1 to 2 col 4", "Name one cell at a time: such as 'open 3 2'."),
        ("status now", "'now' after status is not known: 'status' is typed alone."),
        ("quit now", "'now' after quit is not known: 'quit' is typed alone."),
        ("next 3", "'3' after next is not known: 'next' is typed alone."),
        ("help flag", "'flag' after help is not known: 'help' is typed alone; 'man flag' tells about it."),
        ("man jump", "'jump' is not a command: man lists all."),
        ("new foo", "'foo' is no board: use beginner, intermediate, expert or WIDTHxHEIGHT/MINES such as 40x20/160"),
        ("new foo", " or 40x20/20%."),
        ("undo", "There is nothing to undo"),
        ("same", "The board has no mines yet"),
        ("clear", "There are no proposals: 'propose 3 2' makes one."),
        ("simple some", "'some' after simple is not known: 'simple' makes one move, 'simple all' all."),
        ("simple", "Any first cell is as good as another, and never a mine: open one, such as '3 2'."),
    ],
)
def test_wrong_input_changes_nothing_and_says_what_to_type(line: str, message: str) -> None:
    game = PlainState(new_session(BoardSpec(5, 3, 3), "custom"), Settings())
    said = refusal(game, line)
    assert message in said
    assert said.isprintable()
    assert len(said) < 250


@pytest.mark.parametrize(
    "line",
    [f"{'.' * MOST}x", f"r{'1' * MOST}", "1," * (MOST // 2), "flag a " * (MOST // 7)],
    ids=["full stops", "digits", "numbers", "words"],
)
def test_the_longest_line_of_anything_is_answered_in_time_that_grows_with_its_length(line: str) -> None:
    """Looked at from each of its characters on, or word by word from its start, it would take many minutes."""
    refusal(PlainState(new_session(BoardSpec(5, 3, 3), "custom"), Settings()), line)


@pytest.mark.parametrize(
    "line",
    [
        "row 2, column 3.",
        "'row 2, column 3'",
        '"r2c3".',
        "Row two col three",
        "Open row two, column three.",
        "three two",
    ],
)
def test_a_cell_is_taken_as_it_is_dictated(line: str) -> None:
    game = PlainState(new_session(BoardSpec(5, 3, 3), "custom", "x"), Settings())
    after, answer = act(game, line)
    assert answer.ok
    assert after.session.last == 7


@pytest.mark.parametrize(
    ("line", "same"), [("Status.", "status"), ("'next'", "next"), ("row two.", "row 2"), ("man row", "man r")]
)
def test_other_lines_too(line: str, same: str) -> None:
    game, _ = play(start(*CORNERS), "5 1")
    assert act(game, line) == act(game, same)
    assert act(game, line)[1].ok


def test_numbers_are_words_up_to_thirty_and_a_little_more() -> None:
    game = PlainState(new_session(BoardSpec(40, 35, 3), "custom", "x"), Settings())
    for words, row, col in (("thirty", 30, 1), ("twenty one", 21, 1), ("thirty five", 35, 1), ("nineteen", 19, 1)):
        assert act(game, f"cell row {words} col one")[0].here == (row - 1) * 40 + col - 1
    assert act(game, "cell row twenty one col thirty one")[0].here == 20 * 40 + 30


def test_a_seed_keeps_its_full_stop() -> None:
    game = PlainState(new_session(BoardSpec(5, 3, 3), "custom"), Settings())
    assert act(game, "new seed 'a.'")[0].session.seed == "'a.'"


def test_man_tells_about_one_command() -> None:
    game, answer = play(start(*CORNERS), "man r")
    assert answer.message == "Row 3: tells one row in words (also r)."
    assert answer.shows is Shows.NOTHING
    assert act(game, "man")[1].shows is Shows.MANUAL


def test_programs_of_the_first_version_may_say_more_than_is_looked_at() -> None:
    game = replace(start(*CORNERS), version=1)
    assert act(game, "status now")[1].ok
    assert act(game, "man row")[1].shows is Shows.MANUAL
    assert not act(game, "next 3")[1].ok
    assert not act(replace(game, version=2), "status now")[1].ok
