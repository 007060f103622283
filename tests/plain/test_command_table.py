"""Typed lines as commands: an invalid line changes nothing and gets an answer that says what to type."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.plain.command_table import act
from minesweeper.plain.console import MOST_CHARACTERS as MOST
from minesweeper.plain.game_commands import PlainState
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from tests.plain.lines import CORNERS, LINE, play, refusal, start


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "You typed nothing. Type a cell to open it, such as 'r2c3', or help for the commands."),
        ("jump 3 2", "'jump 3 2' isn't a command. Type a cell to open it, such as 'r2c3', or help for the commands."),
        ("5", "'5' isn't a cell. Type it like 'open r2c3'."),
        ("flag a b", "'a b' isn't a cell. Type it like 'flag r2c3'."),
        ("4 5", "'4 5' isn't on the board. Rows go from 1 to 3, columns from 1 to 5. The row comes first."),
        ("1 " + "9" * 5000, "isn't on the board"),
        ("-1 1", "'-1 1' isn't a command"),
        ("٣ 1", "isn't a command"),
        ("foo\x1b[31m\x07", "'foo?[31m?' isn't a command"),
        ("x" * 10_000, "xxx..' isn't a command"),
        ("flag r2", "'r2' isn't a cell. Type it like 'flag r2c3'."),
        ("row 2 column x", "'row 2 column x' isn't a cell. Type it like 'open r2c3'."),
        ("column 2", "'column 2' isn't a cell. Type it like 'open r2c3'."),
        ("flag row 2 columns 3 and 4", "'row 2 columns 3 and 4' isn't a cell. Type it like 'flag r2c3'."),
        ("status now", "'now' can't follow status. Type 'status' alone."),
        ("check flag", "'flag' can't follow check. Type 'check' alone. 'help flag' explains that command."),
        ("help jump", "'jump' isn't a command. Type help for the list."),
        ("new foo", "'foo' isn't a board. Use beginner, intermediate, expert or WIDTHxHEIGHT/MINES such as 40x20/160"),
        ("new foo", " or 40x20/20%."),
        ("undo", "You have no move to take back"),
        ("same", "The board has no mines yet"),
        ("clear", "You have no proposals. Make one with 'propose r2c3'."),
        ("simple some", "'some' can't follow simple. Type 'simple' for one move, or 'simple all' for all moves."),
        ("simple", "The first cell is never a mine. Open any cell, such as 'r2c3'."),
    ],
)
def test_invalid_input_changes_nothing_and_says_what_to_type(line: str, message: str) -> None:
    game = PlainState(new_session(BoardSpec(5, 3, 3), "custom"), Settings())
    sentence = refusal(game, line)
    assert message in sentence
    assert sentence.isprintable()
    assert len(sentence) < 250


@pytest.mark.parametrize(
    "line",
    [f"{'.' * MOST}x", f"r{'1' * MOST}", "1," * (MOST // 2), "flag a " * (MOST // 7)],
    ids=["full stops", "digits", "numbers", "words"],
)
def test_very_long_lines_are_answered_quickly(line: str) -> None:
    """A search from each character or word on would take many minutes."""
    refusal(PlainState(new_session(BoardSpec(5, 3, 3), "custom"), Settings()), line)


@pytest.mark.parametrize(
    "line",
    [
        "row 2, column 3.",
        "'row 2, column 3'",
        '"r2c3".',
        "Row two col three",
        "Open row two, column three.",
        "two three",
    ],
)
def test_a_dictated_cell_is_understood(line: str) -> None:
    game = PlainState(new_session(BoardSpec(5, 3, 3), "custom", "x"), Settings())
    after, answer = act(game, line)
    assert answer.ok
    assert after.session.last == 7


@pytest.mark.parametrize(
    ("line", "same"), [("Status.", "status"), ("'next'", "next"), ("row two.", "row 2"), ("man row", "man r")]
)
def test_dictated_commands_are_understood(line: str, same: str) -> None:
    game, _ = play(start(*CORNERS), "1 5")
    assert act(game, line) == act(game, same)
    assert act(game, line)[1].ok


def test_number_words_are_understood_up_to_thirty_and_a_little_more() -> None:
    game = PlainState(new_session(BoardSpec(40, 35, 3), "custom", "x"), Settings())
    for words, row, col in (("thirty", 30, 1), ("twenty one", 21, 1), ("thirty five", 35, 1), ("nineteen", 19, 1)):
        assert act(game, f"cell row {words} col one")[0].here == (row - 1) * 40 + col - 1
    assert act(game, "cell row twenty one col thirty one")[0].here == 20 * 40 + 30


def test_a_typed_seed_keeps_its_full_stop() -> None:
    game = PlainState(new_session(BoardSpec(5, 3, 3), "custom"), Settings())
    assert act(game, "new seed 'a.'")[0].session.seed == "'a.'"


@pytest.mark.parametrize("word", ["help", "man", "h", "?"])
def test_the_command_help_lists_commands_or_explains_one(word: str) -> None:
    game, answer = play(start(*CORNERS), f"{word} r")
    assert answer.message == "Row 3: say what a row shows (also r)."
    assert not answer.head
    first, every = act(game, word)[1], act(game, f"{word} all")[1]
    assert 10 < len(first.head) < len(every.head)
    assert (first.message, every.message) == ("Type help all for the other commands.", "")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("what-if 1 1", "propose 1 1"),
        ("What if row 1, column 1", "propose 1 1"),
        ("hint", "tip"),
        ("restart", "same"),
        ("help what-if", "help propose"),
        ("help what if", "help propose"),
        ("help restart", "help same"),
        ("help auto", "help set"),
        ("help assist level", "help set"),
    ],
)
def test_words_of_the_screen_are_understood_as_commands(typed: str, meant: str) -> None:
    game, _ = play(start(*LINE), "3 1")
    after, answer = play(game, typed)
    expected, other = play(game, meant)
    assert (answer, after.what_if_mines) == (other, expected.what_if_mines)
