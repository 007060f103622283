"""The line-command game: its commands and refusals, its assistants, its boards in lines and in words."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board, read_layout
from minesweeper.core.cells import make_grid
from minesweeper.core.printing import Paper
from minesweeper.core.specs import BoardSpec
from minesweeper.plain.command import MOST_CHARACTERS, read_line
from minesweeper.plain.game import Answer, Play
from minesweeper.plain.output import board_lines, spoken_lines, status
from minesweeper.plain.table import act
from minesweeper.play.session import new_session
from minesweeper.storage.settings import PRESETS, Settings

ROOT = Path(__file__).parents[2]
CORNERS = ("*....", ".....", "..**.")
LINE = (".*.", "...", "...")
"""Opened at 1 3 it shows 111 in row 2: the middle of row 1 is a mine, its ends are safe."""
SQUARE = ("*.", "..")
"""Opened at 2 1 nothing can be proved."""


def start(*rows: str, assist: str = "single") -> Play:
    """A game on the board of a picture."""
    layout = read_layout("\n".join(rows))
    spec = BoardSpec(layout.grid.width, layout.grid.height, layout.mine_count)
    return Play(new_session(spec, "custom", layout=layout), Settings(), assist)


def play(game: Play, *lines: str) -> tuple[Play, Answer]:
    """The game after some lines, and the answer to the last one."""
    answer = Answer("")
    for line in lines:
        game, answer = act(game, line)
    return game, answer


def picture(game: Play) -> list[str]:
    """The board as it is drawn, without numbers and counters."""
    lines = list(board_lines(game, Paper(), None))[2:-1]
    return ["".join(line[3:].split()) if len(line) > 3 else "" for line in lines]


def refusal(game: Play, line: str) -> str:
    """What is said when a line is refused, which leaves the game as it is."""
    after, answer = act(game, line)
    assert not answer.ok
    assert after is game
    return answer.message


@pytest.mark.parametrize("line", ["5 1", "try 5 1", "open 5 1", "OPEN 5,1", "o (5, 1)", " open\t5   1 "])
def test_a_cell_is_opened_by_column_and_row(line: str) -> None:
    game, answer = play(start(*CORNERS), line)
    assert answer.ok
    assert picture(game) == ["#1...", "#2221", "#####"]
    assert answer.message == "8 cells opened."


def test_one_opened_cell_is_told_with_its_number() -> None:
    assert play(start(*CORNERS), "2 2")[1].message == "Row 2 col 2 shows 2."


def test_a_flag_is_set_and_removed() -> None:
    game, answer = play(start(*CORNERS), "flag 1 1")
    assert answer.message == "Flag set at row 1 col 1, 2 mines left."
    assert picture(game)[0] == "F####"
    game, answer = play(game, "f 1 1")
    assert answer.message == "Flag removed at row 1 col 1, 3 mines left."
    assert picture(game)[0] == "#####"


def test_a_flagged_cell_can_not_be_opened_and_the_refusal_says_how_to_go_on() -> None:
    game, _ = play(start(*CORNERS), "flag 3 1")
    assert refusal(game, "3 1") == "Row 1 col 3 has a flag and can't be opened: 'flag 3 1' removes the flag."
    game, answer = play(game, "flag 3 1", "3 1")
    assert answer.ok


def test_a_number_with_its_flags_opens_the_cells_around_it() -> None:
    game, _ = play(start(*CORNERS), "5 1")
    message = refusal(game, "2 1")
    assert message.startswith("Row 1 col 2 is open. Its 1 has 0 flags beside it: with exactly 1,")
    game, answer = play(game, "flag 1 1", "2 1")
    assert answer.message == "Row 2 col 1 shows 1."
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
        "The 2 at row 2 col 3 has 3 hidden cells and 0 flags beside it: expand needs 2 flags, or 2 hidden cells."
    )
    assert refusal(game, "expand 4 1") == "Nothing is left to open or to flag beside row 1 col 4."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "Nothing was typed: type a column and a row, such as '3 2', or man for all commands."),
        ("jump 3 2", "'jump 3 2' is not a command: type a column and a row, such as '3 2', or man for all commands."),
        ("5", "open needs a column and a row: such as 'open 3 2'."),
        ("5 5 5", "open needs a column and a row: such as 'open 3 2'."),
        ("flag", "flag needs a column and a row: such as 'flag 3 2'."),
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


def test_help_says_whether_then_which_and_why_and_tip_makes_the_move() -> None:
    game, answer = play(start(*LINE), "1 3", "help")
    assert answer.message == "Yes, a move can be proved. Type help again to see which one and why."
    assert answer.facts == {"certain": True}
    game, answer = play(game, "help")
    told = r"Row \d col \d.* The \d at row .* Type tip, or '(flag )?\d \d', to make the move\.$"
    assert re.match(told, answer.message)
    moved, answer = play(game, "tip")
    assert moved.session.game is not game.session.game
    assert moved.session.helpers == {"help", "tip"}
    assert play(moved, "help")[1].message.startswith("Yes, a move can be proved.")
    assert play(moved, "flag 1 1", "help")[1].message.startswith("A flag is wrong")


def test_help_without_a_certain_move_offers_to_unlock_and_asked_again_does() -> None:
    game, answer = play(start(*SQUARE), "2 1", "help")
    assert answer.message.startswith("No move can be proved. Type help again (or unlock)")
    assert answer.facts == {"certain": False}
    opened = game.session.game.opened
    game, answer = play(game, "help")
    assert answer.message.startswith("Unlock looked at the mines and opened ")
    assert game.session.game.opened != opened
    assert not game.session.game.exploded
    assert "unlock" in game.session.helpers


def test_unlock_is_not_needed_where_a_move_can_be_proved() -> None:
    _, answer = play(start(*CORNERS), "5 1", "unlock")
    assert answer.message == "No need to unlock: a move can be proved. tip shows it."


def test_a_wrong_flag_is_pointed_out_first() -> None:
    game, answer = play(start(*LINE), "1 3", "flag 1 1", "help")
    assert answer.message == "A flag is wrong, and that can be proved. Type help again to see which one and why."
    _, answer = play(game, "help")
    assert "flag at row 1 col 1 is wrong" in answer.message
    assert "'flag 1 1' removes a flag." in answer.message


def test_tip_without_a_proof_names_the_best_guess() -> None:
    _, answer = play(start(*SQUARE), "2 1", "tip")
    assert re.match(r"Nothing can be proved\. The best guess is row \d col \d: \d+\.\d% a mine\.", answer.message)


def test_guess_shows_and_asked_again_takes_the_best_guess() -> None:
    game, answer = play(start(*SQUARE), "2 1", "guess")
    told = r"Best guess: row \d col \d, \d+\.\d% a mine\. Type guess again, or '\d \d', to take it\.$"
    assert re.match(told, answer.message)
    hidden = game.session.game.hidden
    game, _ = play(game, "guess")
    assert game.session.game.is_over or game.session.game.hidden != hidden
    game, answer = play(start(*LINE), "1 3", "guess")
    assert answer.message.startswith("No guess is needed: row ")
    assert not play(game, "guess")[0].session.game.exploded


def test_odds_are_told_for_one_cell_or_drawn_for_all() -> None:
    game, _ = play(start(*SQUARE), "2 1")
    assert re.match(r"Row 1 col 1 is \d+\.\d% a mine\.$", play(game, "odds 1 1")[1].message)
    assert "only hidden cells have odds" in refusal(game, "odds 2 1")
    certain, _ = play(start(*LINE), "1 3")
    assert play(certain, "odds 2 1")[1].message == "Row 1 col 2 is certainly a mine."
    assert play(certain, "odds 1 1")[1].message == "Row 1 col 1 is certainly safe."


def test_a_proposal_tells_what_would_follow_and_flags_cycle_at_the_level_dual() -> None:
    game, answer = play(start(*LINE), "1 3", "propose 1 1")
    assert answer.message.startswith("Proposed row 1 col 1. Then the 1 at row 2 col 3 would have no mine:")
    assert answer.message.endswith("row 1 col 1 is safe to open.")
    assert answer.facts["proposals"] == [[1, 1]]
    assert list(board_lines(game, Paper(), None))[2:4] == ["1 +P~+~+", "2  1 1x1"]
    game, answer = play(game, "open 1 1")
    assert answer.ok
    assert not game.proposals
    dual, _ = play(start(*CORNERS, assist="dual"), "flag 1 1")
    dual, answer = play(dual, "flag 1 1")
    assert (dual.proposals, dual.session.game.flags) == (1, 0)
    assert play(dual, "flag 1 1")[0].proposals == 0
    assert play(dual, "clear")[0].proposals == 0


def test_intelligent_does_what_is_certain_and_keeps_the_flags_to_itself() -> None:
    game, answer = play(start(*CORNERS, assist="intelligent"), "5 1")
    assert game.session.game.phase.value == "won"
    assert "Assistant: 4 cells opened, 3 flags set." in answer.message
    assert "the assistant sets the flags" in refusal(start(*CORNERS, assist="intelligent"), "flag 1 1")


@pytest.mark.parametrize("solver", ["simple", "smart", "exact"])
def test_solvers_make_one_move_or_all(solver: str) -> None:
    board = Play(new_session(BoardSpec(9, 9, 10), "beginner", "solvers"), Settings())
    game, _ = play(board, "5 5")
    one, answer = play(game, solver)
    assert re.match(r"(Row|\d+ cells).* (The|These|Only) ", answer.message)
    every, answer = play(game, f"{solver} all")
    assert re.match(r"\d+ cells? opened, \d+ flags? set\.", answer.message)
    assert not every.session.game.exploded
    assert every.session.game.opened.bit_count() >= one.session.game.opened.bit_count()
    assert every.session.helpers == {solver}


def test_undo_takes_back_and_after_a_loss_carries_on() -> None:
    game, _ = play(start(*CORNERS), "2 2")
    game, answer = play(game, "3 1", "undo")
    assert picture(game) == ["#####", "#2###", "#####"]
    lost, answer = play(game, "1 1")
    assert answer.message.startswith("Boom: row 1 col 1 was a mine. 0:00.000. Row 1 col 1 was ")
    assert picture(lost) == ["!####", "#2###", "##**#"]
    assert "The game is over: new starts another one, undo carries on, quit leaves." in refusal(lost, "3 1")
    game, answer = play(lost, "undo")
    assert answer.message == "Carrying on, for practice: the loss stays."
    assert game.session.was_lost


def test_a_chord_that_trusts_a_wrong_flag_loses_and_says_so() -> None:
    game, answer = play(start("*..", "...", "..."), "2 1", "flag 1 2", "2 1")
    assert game.session.game.phase.value == "lost"
    assert "Your chord trusted the flag at row 2 col 1." in answer.message


def test_the_same_board_again_is_known_and_a_new_one_is_of_the_same_kind() -> None:
    game, _ = play(Play(new_session(PRESETS["beginner"], "beginner"), Settings()), "5 5")
    again, answer = play(game, "same")
    assert again.session.known
    assert again.session.game.layout == game.session.game.layout
    assert again.session.id != game.session.id
    new, answer = play(game, "new")
    assert (new.session.spec, new.session.name, new.session.game.layout) == (PRESETS["beginner"], "beginner", None)
    assert answer.message == "New game, beginner: 9 columns, 9 rows, 10 mines."


def test_the_board_has_numbers_beside_it() -> None:
    game = Play(new_session(BoardSpec(12, 2, 3), "custom", "x"), Settings())
    assert list(board_lines(game, Paper(), None)) == [
        "",
        "                     1 1 1",
        "   1 2 3 4 5 6 7 8 9 0 1 2",
        "1  # # # # # # # # # # # #",
        "2  # # # # # # # # # # # #",
        "3 of 3 mines left, 0 of 21 opened, 0:00",
    ]


@settings(max_examples=40)
@given(st.integers(1, 60), st.integers(1, 40), st.integers(20, 100), st.integers(7, 40), st.data())
def test_a_board_fits_any_terminal_and_shows_the_cell_it_is_about(
    width: int, height: int, cols: int, rows: int, data: st.DataObject
) -> None:
    grid = make_grid(width + 1, height)
    game = Play(new_session(BoardSpec(width + 1, height, 1), "custom", "x"), Settings())
    near = data.draw(st.integers(0, grid.size - 1))
    game, _ = play(game, f"flag {near % grid.width + 1} {near // grid.width + 1}")
    lines = list(board_lines(game, Paper(rows, cols), near))
    assert max(map(len, lines)) < cols
    assert sum("F" in line for line in lines) == 1


def test_spoken_boards_are_words_row_by_row() -> None:
    game, _ = play(start(*CORNERS), "flag 1 1", "5 1")
    assert list(spoken_lines(game, None, None)) == [
        "Row 1: column 1 flag; column 2 shows 1; columns 3 to 5 empty.",
        "Row 2: column 1 hidden; columns 2 to 4 show 2; column 5 shows 1.",
        "Row 3: columns 1 to 5 hidden.",
        "2 of 3 mines left, 8 of 12 opened, 0:00.",
    ]
    assert list(spoken_lines(game, 1 << 7, None)) == [
        "Row 2: column 1 hidden; columns 2 to 4 show 2; column 5 shows 1.",
        "2 of 3 mines left, 8 of 12 opened, 0:00.",
    ]


def test_lines_are_read_whole_and_too_long_ones_are_cut() -> None:
    source = io.StringIO("5 5\r\n" + "x" * (MOST_CHARACTERS * 2 + 5) + "\nlast")
    assert read_line(source) == "5 5"
    assert len(read_line(source) or "") == MOST_CHARACTERS
    assert read_line(source) == "last"
    assert read_line(source) is None
    assert read_line(None) is None


def test_a_board_code_after_new_starts_its_board() -> None:
    code = to_code(Board(read_layout("\n".join(CORNERS)), 4))
    game, answer = play(Play(new_session(PRESETS["beginner"], "beginner"), Settings()), f"new {code}")
    assert answer.ok
    assert picture(game) == ["#1...", "#2221", "#####"]
    assert game.session.known


def test_a_win_says_why_it_is_not_ranked() -> None:
    known = start(*LINE)
    own = Play(replace(known.session, known=False), Settings())
    assert play(known, "1 3", "1 1", "3 1")[1].message.endswith("A known board, so not ranked.")
    assert play(own, "1 3", "1 1", "3 1")[1].message.endswith("!")
    assert play(own, "1 3", "exact all")[1].message.endswith("Assisted, so not ranked.")


def test_a_code_of_another_version_is_named_as_such() -> None:
    assert "the board code has version 2" in refusal(start(*SQUARE), "new ms2-abc")


def test_hours_are_told_as_hours() -> None:
    session = replace(start(*SQUARE).session, elapsed=4503.0)
    assert status(session).endswith("1:15:03")


def test_one_row_is_told_in_words() -> None:
    game, answer = play(start(*CORNERS), "2 2", "row 2")
    assert answer.message == "Row 2: column 1 hidden; column 2 shows 2; columns 3 to 5 hidden."
    for wrong in ("row", "row x", "row 0", "row 99", "row 1 1", "row -1"):
        assert refusal(game, wrong) == "row needs a row from 1 to 3: such as 'row 2'."


def test_help_before_the_first_move_names_the_list_of_commands() -> None:
    assert play(start(*CORNERS), "help")[1].message.endswith("man lists all commands.")
