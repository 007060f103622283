"""Commands that describe the board in words: cells, neighbours, rows, the cursor and the last change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import contains
from minesweeper.plain.game_commands import PlainState
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from tests.plain.lines import CORNERS, picture, play, refusal, start


def opened() -> PlainState:
    """The game whose rows are #1..., #2221 and all hidden."""
    return play(start(*CORNERS), "1 5")[0]


def reply(game: PlainState, *lines: str) -> str:
    return play(game, *lines)[1].message


@pytest.mark.parametrize("cell", ["2 3", "row 2, column 3"])
def test_commands_of_text_mode_accept_a_cell_in_every_form(cell: str) -> None:
    assert reply(opened(), f"cell {cell}") == "Row 2, column 3: 2, with 0 flags and 3 other hidden cells next to it."
    assert reply(opened(), f"around {cell}").startswith("Row 2, column 3: 2. Row 1: ")
    assert "is open" in refusal(opened(), f"flag {cell}")
    assert "Set exactly 2" in refusal(opened(), f"expand {cell}")
    assert "is open. Only hidden cells have odds" in refusal(opened(), f"odds {cell}")
    assert "is open. Only a hidden cell can be proposed" in refusal(opened(), f"propose {cell}")
    assert "Row 2, column 3 is open" in refusal(opened(), cell)
    assert "Row 2, column 3 is open" in refusal(opened(), f"o {cell}")
    assert play(opened(), f"board {cell}")[1].near == 7


def test_the_command_row_reads_a_row_unless_a_column_follows() -> None:
    assert reply(opened(), "row 2") == "Row 2: column 1 hidden; columns 2 to 4 show 2; column 5 shows 1."
    assert reply(opened(), "r 3") == "Row 3 hidden."
    assert picture(play(opened(), "row 3, column 5")[0])[2] == "####1"
    assert picture(play(opened(), "r 3 c 5")[0])[2] == "####1"
    for line in ("row", "row 4", "row 0", "row 2 3", "row ٣"):
        assert refusal(opened(), line) == "Row needs a number from 1 to 3, for example 'row 2'."


def test_the_command_skill_rates_the_guesses_after_a_game() -> None:
    begun, _ = play(start(".1....", ".*...*"), "1 2")
    assert refusal(begun, "skill") == "The game isn't over. Type skill after it to rate your guesses."
    lost, _ = play(begun, "2 2")
    message = play(lost, "skill")[1]
    assert message.message == (
        "Skill 67%: you gave away 10.0 points in 2 guesses. Luck: 67% to survive them. Nothing was provable."
        " Row 2, column 2 had a 20.0% risk; the best guess, row 2, column 6, had 16.7%."
    )
    assert message.facts["skill"]["share"] == pytest.approx(2 / 3)
    given_up, _ = play(start(".1....", ".*...*"), "giveup")
    assert reply(given_up, "skill") == "You took no guess in this game."
    mistaken, _ = play(start("*1.1*2*"), "1 3", "1 1")
    assert reply(mistaken, "skill").endswith(" Row 1, column 1 was provably a mine. That was a mistake, not a guess.")
    lost_by_bot, _ = play(start(".1....", ".*...*"), "1 2", "bot")
    assert lost_by_bot.session.game.exploded
    assert "Nothing was provable" not in reply(lost_by_bot, "skill")


def test_the_command_cell_says_what_a_cell_shows() -> None:
    game, _ = play(opened(), "flag 1 1", "propose 3 1")
    assert reply(game, "cell 1 1") == "Row 1, column 1: flag."
    assert reply(game, "cell 1 5") == "Row 1, column 5: empty."
    assert reply(game, "cell 2 1") == "Row 2, column 1: hidden."
    assert reply(game, "cell 3 1") == "Row 3, column 1: proposed mine."
    assert reply(game, "cell 1 2") == "Row 1, column 2: 1, with 1 flag and 1 other hidden cell next to it."
    brief = replace(game, settings=Settings({"spoken": True, "verbosity": "brief"}))
    assert reply(brief, "cell 1 2") == "Row 1, column 2: 1."


def test_the_words_up_and_down_move_the_cursor_and_name_the_cell() -> None:
    game, answer = play(start(*CORNERS), "up")
    assert answer.message == "Row 1, column 3: hidden."  # the cursor begins in the middle
    game, answer = play(opened(), "down")
    # The cursor was at the last move.
    assert answer.message == "Row 2, column 5: 1, with 0 flags and 2 other hidden cells next to it."
    game, answer = play(game, "left 3")
    assert answer.message.startswith("Row 2, column 2: 2")
    assert reply(game, "cell").startswith("Row 2, column 2: 2")
    assert reply(game, "left 9") == "Row 2, column 1: hidden."  # the move ends at the edge of the board
    assert reply(game, "down", "right").startswith("Row 3, column 3: hidden.")
    assert refusal(game, "left x") == "'x' isn't a number of steps. Type 'left 2' to move two cells."
    edge, _ = play(game, "up")
    assert refusal(edge, "up") == "Row 1, column 2 is at the edge. You can't move further up."


def test_commands_without_a_cell_use_the_last_cell() -> None:
    game, answer = play(opened(), "cell 1 1", "flag")
    assert answer.message == "Flag set at row 1, column 1, 2 mines left."
    game, answer = play(game, "down", "open")
    assert answer.message == "Row 2, column 1 shows 1."
    assert reply(game, "status").endswith("You are at row 2, column 1.")
    assert play(game, "new")[0].cursor is None


def test_a_refused_command_still_moves_the_cursor_to_its_cell() -> None:
    """Otherwise the next command would act on another cell than the player means, and might remove its flag."""
    game, answer = play(opened(), "flag 1 1", "flag 2 1", "open 1 1")
    assert answer.message.startswith("Row 1, column 1 has a flag")
    game, answer = play(game, "flag")
    assert answer.message == "Flag removed at row 1, column 1, 2 mines left."
    for line in ("expand 3 1", "odds 1 5", "flag 2 4", "propose 2 4", "2 4"):
        after, answer = play(game, line)
        assert not answer.ok
        row, col = line.split()[-2:]
        assert reply(after, "status").endswith(f"You are at row {row}, column {col}."), line
    over, _ = play(opened(), "1 1")
    assert reply(over, "flag 2 4", "cell").startswith("Row 2, column 4: 2")
    assert reply(play(game, "cell 2 4")[0], "flag 9 9", "flag x", "nonsense", "cell").startswith("Row 2, column 4: 2")


def test_the_cursor_always_has_a_cell_and_status_names_it() -> None:
    assert reply(start(*CORNERS), "status").endswith("0 of 12 opened, 0 seconds. You are at row 2, column 3.")
    assert reply(start(*CORNERS), "cell") == "Row 2, column 3: hidden."
    assert reply(start(*CORNERS), "flag") == "Flag set at row 2, column 3, 2 mines left."
    assert reply(opened(), "status").endswith("You are at row 1, column 5.")
    beginner = PlainState(new_session(BoardSpec(9, 9, 10), "beginner", "solvers"), Settings())
    assert reply(beginner, "8 2", "cell 1 1", "same", "status").endswith("You are at row 8, column 2.")  # which is open
    assert reply(replace(start(*CORNERS), is_program=True), "status") == "3 of 3 mines left, 0 of 12 opened, 0 seconds."


@pytest.mark.parametrize("assistant", ["tip", "guess", "simple"])
def test_a_move_by_an_assistant_moves_the_cursor_to_its_cell(assistant: str) -> None:
    beginner = PlainState(new_session(BoardSpec(9, 9, 10), "beginner", "solvers"), Settings())
    before, _ = play(beginner, "5 5", *([] if assistant == "simple" else [assistant]))
    assert before.here == 40  # naming a cell in a tip or guess doesn't move the cursor
    game, _ = play(before, assistant)
    changed = game.session.game.opened ^ before.session.game.opened | game.session.game.flags
    assert contains(changed, game.here)


def test_a_program_must_name_every_cell() -> None:
    game, _ = play(replace(start(*CORNERS), is_program=True), "1 5")
    assert refusal(game, "flag") == "Flag needs a cell. Type it like 'flag r2c3'."
    assert refusal(play(game, "cell 1 1")[0], "open") == "Open needs a cell. Type it like 'open r2c3'."


def test_the_commands_next_and_back_visit_cells_beside_clues() -> None:
    places = []
    game = opened()
    for line in ("next", "next", "back", "back", "back"):
        game, answer = play(game, line)
        places.append(answer.message)
    assert places == [
        "Row 2, column 1: hidden.",
        "Row 3, column 1: hidden.",
        "Row 2, column 1: hidden.",
        "Row 1, column 1: hidden.",
        "Row 3, column 5: hidden.",
    ]
    assert "No hidden cell touches a number yet." in refusal(start(*CORNERS), "next")
    for line in ("next 2", "back r1c1"):
        assert " alone." in refusal(start(*CORNERS), line)


def test_the_command_what_changed_repeats_the_last_change() -> None:
    assert reply(start(*CORNERS), "what changed") == "Nothing has changed yet."
    cascade = "Row 1: column 2 shows 1; columns 3 to 5 empty. Row 2: columns 2 to 4 show 2; column 5 shows 1."
    assert reply(opened(), "what changed") == cascade
    assert reply(opened(), "cell 1 1", "foo", "status", "changed") == cascade
    assert reply(opened(), "flag 1 1", "what changed") == "Row 1, column 1: flag."
    assert reply(opened(), "flag 1 1", "undo", "what changed") == "Row 1, column 1: hidden."
    lost = reply(opened(), "1 1", "what changed")
    assert lost == "Row 1: column 1 the mine that went off. Row 3: columns 3 to 4 mine."
    assert reply(opened(), "giveup", "what changed") == "Row 1: column 1 mine. Row 3: columns 3 to 4 mine."
    assert reply(opened(), "1 1", "undo", "what changed") == lost.replace("the mine that went off", "hidden").replace(
        "mine", "hidden"
    )
    assert "'now' can't follow what" in refusal(opened(), "what now")
