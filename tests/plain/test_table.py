"""Lines of text as commands: what is not one changes nothing and says what to type."""

from __future__ import annotations

import pytest

from minesweeper.core.specs import BoardSpec
from minesweeper.plain.game import Play
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from tests.plain.lines import refusal


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
        ("undo", "There is nothing to undo"),
        ("same", "The board has no mines yet"),
        ("clear", "There are no proposals: 'propose 3 2' makes one."),
        ("simple some", "'some' after simple is not known: 'simple' makes one move, 'simple all' all."),
        ("simple", "Any first cell is as good as another, and never a mine: open one, such as '3 2'."),
    ],
)
def test_wrong_input_changes_nothing_and_says_what_to_type(line: str, message: str) -> None:
    game = Play(new_session(BoardSpec(5, 3, 3), "custom"), Settings())
    said = refusal(game, line)
    assert message in said
    assert said.isprintable()
    assert len(said) < 250
