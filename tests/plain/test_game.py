"""The line-command game: its moves, what they answer, and what they refuse."""

from __future__ import annotations

import pytest

from minesweeper.plain.game import PlainState
from minesweeper.storage.settings import Settings
from tests.plain.lines import CORNERS, LINE, picture, play, refusal, start


@pytest.mark.parametrize("line", ["5 1", "try 5 1", "open 5 1", "OPEN 5,1", "o (5, 1)", " open\t5   1 "])
def test_a_cell_is_opened_by_column_and_row(line: str) -> None:
    game, answer = play(start(*CORNERS), line)
    assert answer.ok
    assert picture(game) == ["#1...", "#2221", "#####"]
    assert answer.message == "8 cells opened."


def test_one_opened_cell_is_told_with_its_number() -> None:
    assert play(start(*CORNERS), "2 2")[1].message == "Row 2, column 2 shows 2."


def test_a_flag_is_set_and_removed() -> None:
    game, answer = play(start(*CORNERS), "flag 1 1")
    assert answer.message == "Flag set at row 1, column 1, 2 mines left."
    assert picture(game)[0] == "F####"
    game, answer = play(game, "f 1 1")
    assert answer.message == "Flag removed at row 1, column 1, 3 mines left."
    assert picture(game)[0] == "#####"


def test_a_flagged_cell_can_not_be_opened_and_the_refusal_says_how_to_go_on() -> None:
    game, _ = play(start(*CORNERS), "flag 3 1")
    assert refusal(game, "3 1") == "Row 1, column 3 has a flag and can't be opened: 'flag 3 1' removes the flag."
    game, answer = play(game, "flag 3 1", "3 1")
    assert answer.ok


def test_a_number_with_its_flags_opens_the_cells_around_it() -> None:
    game, _ = play(start(*CORNERS), "5 1")
    message = refusal(game, "2 1")
    assert message.startswith("Row 1, column 2 is open. Its 1 has 0 flags beside it: with exactly 1,")
    game, answer = play(game, "flag 1 1", "2 1")
    assert answer.message == "Row 2, column 1 shows 1."
    assert "nothing is left to open beside it" in refusal(game, "4 1")


def test_expand_opens_or_flags_around_a_number() -> None:
    game, answer = play(start("*..*", "...."), "2 1", "1 2", "2 2", "expand 1 2")
    assert answer.message == "1 flag set."
    assert picture(game) == ["F1##", "11##"]
    assert "is hidden, and expand works on an open number: 'open 1 1' opens it" in refusal(
        start(*CORNERS), "expand 1 1"
    )
    game, _ = play(start(*CORNERS), "5 1")
    assert refusal(game, "e 3 2") == (
        "The 2 at row 2, column 3 has 3 hidden cells and 0 flags beside it: expand needs 2 flags, or 2 hidden cells."
    )
    assert refusal(game, "expand 4 1") == "Nothing is left to open or to flag beside row 1, column 4."


def test_undo_takes_back_and_after_a_loss_carries_on() -> None:
    game, _ = play(start(*CORNERS), "2 2")
    game, answer = play(game, "3 1", "undo")
    assert picture(game) == ["#####", "#2###", "#####"]
    lost, answer = play(game, "1 1")
    assert answer.message.startswith("Boom: row 1, column 1 was a mine. 0:00.000. Row 1, column 1 had a ")
    assert picture(lost) == ["!####", "#2###", "##**#"]
    assert "The game is over: new starts another one, undo carries on, quit leaves." in refusal(lost, "3 1")
    game, answer = play(lost, "undo")
    assert answer.message == "Carrying on, for practice: the loss stays."
    assert game.session.was_lost


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (
            ("1 1", "1 3"),
            "Row 3, column 2 was safe: the 1 at row 2, column 4 has its mine in row 3, columns 3 to 4, so the 1 at "
            "row 2, column 3",
        ),
        (
            ("1 1", "flag 2 3", "2 2"),
            "The flag at row 3, column 2 was wrong: the 1 at row 2, column 4 has its mine in row 3, columns 3 to 4",
        ),
    ],
)
def test_a_loss_names_the_cell_that_was_safe_and_the_clues_that_prove_it(moves: tuple[str, ...], told: str) -> None:
    _, answer = play(start("....", "....", "*..*"), *moves)
    assert told in answer.message


def test_a_chord_that_trusts_a_wrong_flag_loses_and_says_so() -> None:
    game, answer = play(start("*..", "...", "..."), "2 1", "flag 1 2", "2 1")
    assert game.session.game.phase.value == "lost"
    assert "Your chord trusted the flag at row 2, column 1: it had a 80.0% chance to lose." in answer.message


def test_a_win_says_why_it_is_not_ranked() -> None:
    known = start(*LINE)
    own = PlainState(known.session._replace(known=False), Settings())
    assert play(known, "1 3", "1 1", "3 1")[1].message.endswith("A known board, so not ranked.")
    assert play(own, "1 3", "1 1", "3 1")[1].message.endswith("!")
    assert play(own, "1 3", "exact all")[1].message.endswith("Assisted, so not ranked.")
