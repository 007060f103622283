"""The assistants of text mode: check, tips, odds, guesses, solvers and the assist levels."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from minesweeper.core.cells import first_cell
from minesweeper.core.text import plural
from minesweeper.plain.game_commands import PlainState
from minesweeper.play.game import Phase
from minesweeper.solvers import win_chance
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.rollouts import Budget
from minesweeper.storage.settings import Settings
from tests.plain.lines import CORNERS, LINE, SQUARE, play, refusal, start
from tests.ui.game_boards import BEGINNER


def test_check_and_tip_reveal_a_provable_move_step_by_step() -> None:
    game, answer = play(start(*LINE), "3 1", "check")
    assert answer.message == "Yes, a move can be proved. Type check again to see which one and why."
    assert answer.facts == {"certain": True}
    game, answer = play(game, "check")
    message = r"Row \d, column \d.* The \d at row .* Type tip again, or '(flag )?r\dc\d', to play it\.$"
    assert re.match(message, answer.message)
    moved, answer = play(game, "tip")
    assert moved.session.game is not game.session.game
    assert moved.session.assistants == {"help", "tip"}


def test_the_command_check_offers_to_unlock_if_nothing_is_provable() -> None:
    game, answer = play(start(*SQUARE), "1 2", "check")
    assert answer.message.startswith("Nothing can be proved. Type check again to unlock the board")
    assert answer.facts == {"certain": False}
    opened = game.session.game.opened
    game, answer = play(game, "check")
    assert answer.message.startswith("Unlock looked at the mines and opened ")
    assert game.session.game.opened != opened
    assert not game.session.game.exploded
    assert "unlock" in game.session.assistants
    assert play(start(*LINE), "3 1", "unlock")[1].message.startswith("No need to unlock: a move can be proved.")


def test_a_tip_that_counts_mines_names_the_flags_it_relies_on() -> None:
    _, answer = play(start("*."), "new ms1-05VdVTJTLHH2d", "open r3c1", "flag r5c1", "tip")
    assert (answer.facts["deduction"]["uses_total"], answer.facts["deduction"]["flags"]) == (True, ((4, 0),))


def test_the_command_check_points_out_a_wrong_flag_first() -> None:
    game, answer = play(start(*LINE), "3 1", "flag 1 1", "check")
    assert answer.message == "A flag is wrong, and that can be proved. Type check again to see which one and why."
    _, answer = play(game, "check")
    assert "flag at row 1, column 1 is wrong" in answer.message
    assert "Remove a flag with 'flag r1c1'." in answer.message


def test_text_mode_never_opens_a_mine_shown_by_a_tip() -> None:
    shown, answer = play(start("*.*."), "1 2", "tip")
    assert answer.message.startswith("Row 1, columns 1 and 3 are mines")
    message = "This would open row 1, column {0}, which the tip has proved to be a mine. Type 'flag r1c{0}' to flag it."
    assert refusal(shown, "open 1 1") == message.format(1)
    shown, _ = play(start(".*..", "**..", "...*"), "3 1", "3 2", "3 3", "2 3", "flag 2 4", "flag 3 4", "tip")
    for chord in ("chord 3 3", "open 3 3"):
        assert refusal(shown, chord).startswith("This would open row 2, column 2, which the tip")
    asked_elsewhere, _ = play(shown, "flag 1 4")
    assert play(asked_elsewhere, "chord 3 3")[0].session.game.exploded, "any change hides the tip"


def test_the_command_open_refuses_mines_that_a_tip_has_named() -> None:
    game, answer = play(start(*BEGINNER.split()), "5 1", "tip")
    assert answer.message.startswith("Row 2, column 1 is safe. First, row 2, columns 2 to 3 are mines: ")
    for col in (2, 3):
        assert refusal(game, f"open 2 {col}").startswith(f"This would open row 2, column {col}, which the tip")
    game, answer = play(game, "flag 9 9", "tip")
    assert "has its mine at row 2, column 3," in answer.message
    assert refusal(game, "open 2 3").startswith("This would open row 2, column 3, which the tip")


def test_a_mine_proved_by_a_tip_is_a_reason_for_the_next_tip() -> None:
    game, _ = play(start(*BEGINNER.split()), "5 1", "tip", "flag 9 9")
    message, answer = play(game, "tip")
    assert "The 1 at row 2, column 4 has its mine at row 2, column 3," in answer.message
    assert answer.facts["deduction"]["flags"] == ((1, 2),)
    undone, _ = play(message, "undo", "undo")
    assert (undone.session.game.opened, undone.session.game.proved_mines) == (0, 0)


@pytest.mark.parametrize("lines", [("5 1", "simple"), ("set assist level auto", "5 1")])
def test_mines_proved_by_a_solver_are_known_without_their_flags(lines: tuple[str, ...]) -> None:
    game, _ = play(start(*BEGINNER.split()), *lines)
    assert game.session.game.flags
    assert game.session.game.proved_mines == game.session.game.flags


def test_the_command_tip_names_a_best_guess_if_nothing_is_provable() -> None:
    _, answer = play(start(*SQUARE), "1 2", "tip")
    assert re.match(
        r"Nothing can be proved\. Best guess: row \d, column \d, [0-9.]+% mine risk; [0-9.]+% win chance\.",
        answer.message,
    )


def test_the_command_guess_shows_a_guess_and_repeated_makes_it() -> None:
    game, answer = play(start(*SQUARE), "1 2", "guess")
    message = r"Best guess: row \d, column \d, \d+\.\d% mine risk; \d+\.\d% win chance\. Type guess again,"
    assert re.match(rf"{message} or 'r\dc\d', to play it", answer.message)
    hidden = game.session.game.hidden
    game, _ = play(game, "guess")
    assert game.session.game.is_over or game.session.game.hidden != hidden
    game, answer = play(start(*LINE), "3 1", "guess")
    assert answer.message.startswith("No guess is needed: row ")
    assert not play(game, "guess")[0].session.game.exploded


def test_the_command_guess_all_compares_guesses_with_reasons() -> None:
    game, answer = play(start("...1*1", "11.233", "*213**", "12*3**", ".11222"), "1 1", "guess all")
    best = "Best guess: row 4, column 1, 20.8% mine risk; 52.1% win chance. Row 4, column 4: 20.8% mine risk; 52.1%"
    assert answer.message.startswith(f"{best} win chance. Equally good. Row 1, column 5: ")
    assert answer.message.endswith("not 65.7%. Type guess, or 'r4c1', to play it.")
    again, repeated = play(game, "guess all")
    assert (repeated.message, again.session.game) == (answer.message, game.session.game)
    assert play(again, "guess")[0].session.game.opened >> 18 & 1
    assert refusal(game, "guess most") == (
        "'most' can't follow guess. Type 'guess' for the best guess, or 'guess all' to compare."
    )
    _, answer = play(start(*LINE), "3 1", "guess all")
    assert answer.message.startswith("No guess is needed: row ")


def test_the_settings_decide_how_long_text_mode_thinks_about_a_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(win_chance, "budget_of", lambda think: Budget(rollouts=60) if think else None)
    board = ("*...*", ".*...", ".....", "...*.", "**..*")
    _, answer = play(start(*board), "3 3", "guess")
    assert "to win" not in answer.message
    assert (answer.facts["win"], answer.facts["win_exact"]) == (None, False)
    thinking = replace(start(*board), settings=Settings({"think": 1}))
    _, answer = play(thinking, "3 3", "guess")
    assert re.search(r"% mine risk; a bot wins about \d+%, give or take \d+\.", answer.message)
    assert not answer.facts["win_exact"]
    assert answer.facts["win_margin"] > 0


@pytest.mark.parametrize("board", [SQUARE, LINE])
def test_a_best_guess_with_a_flag_is_offered_with_its_removal(board: tuple[str, ...]) -> None:
    game, _ = play(start(*board), "1 2" if board is SQUARE else "3 1")
    best = play(game, "guess")[1].facts["guess"]
    flagged, answer = play(game, "flag {} {}".format(*(number + 1 for number in best)), "guess")
    assert "It has your flag. Type guess again to remove the flag and open the cell" in answer.message
    assert "'" not in answer.message
    after, answer = play(flagged, "guess")
    assert answer.ok
    assert after.session.game.flags == 0


def test_the_command_odds_tells_people_the_win_chance() -> None:
    board = start("...1*1", "11.233", "*213**", "12*3**", ".11222")
    assert play(board, "odds")[1].message == ""
    assert play(board, "1 1", "odds")[1].message == "Best play wins 52.1%."
    assert play(replace(board, is_program=True), "r1c1", "odds")[1].message == ""


def test_the_command_odds_gives_odds_of_one_cell_or_of_all() -> None:
    game, _ = play(start(*SQUARE), "1 2")
    assert re.match(r"Row 1, column 1 has a \d+\.\d% chance of being a mine\.$", play(game, "odds 1 1")[1].message)
    assert "Only hidden cells have odds" in refusal(game, "odds 1 2")
    certain, _ = play(start(*LINE), "3 1")
    assert play(certain, "odds 1 2")[1].message == "Row 1, column 2 is a mine."
    assert play(certain, "odds 1 1")[1].message == "Row 1, column 1 is safe."


def test_at_level_auto_moves_are_counted_and_flags_are_what_if_mines() -> None:
    _, answer = play(start(*CORNERS, assist="intelligent"), "1 5")
    assert "Assistant: 4 cells opened, 3 flags set." in answer.message
    proposed, answer = play(start(*CORNERS, assist="intelligent"), "flag 1 1")
    assert answer.message == "Proposed row 1, column 1. Nothing more follows from that."
    assert play(proposed, "flag 1 1")[1].message == "Proposal removed at row 1, column 1."


COIN = "new 2x2/1 fair seed 1"
"""A fair board that nothing is known about after the first open, because its only mine is beside it."""


def _fair() -> PlainState:
    return play(start(*SQUARE), COIN, "1 1")[0]


def test_answers_about_guesses_on_a_fair_board_say_that_they_survive() -> None:
    survives = "Nothing can be proved, so row 1, column 2 survives, like any cell that isn't proved a mine."
    assert play(_fair(), "check")[1].message == survives
    assert play(_fair(), "tip")[1].message == f"{survives} Type guess to see it again."
    again, answer = play(_fair(), "check", "check")
    assert answer.message == f"{survives} Type guess to see it again."
    assert again.session.is_judged  # no cell was unlocked
    game, answer = play(_fair(), "guess")
    assert answer.message == f"{survives} Type guess again, or 'r1c2', to play it."
    assert answer.facts == {"guess": (0, 1), "chance": 0.0, "exact": True}
    game, answer = play(game, "guess")
    assert answer.message.startswith("Row 1, column 2 shows 1. A forced guess: nothing in its region could be proved")
    assert game.session.forced_guesses == 1


def test_odds_on_a_fair_board_show_proved_cells_and_no_percentages() -> None:
    _, answer = play(_fair(), "odds 1 2")
    assert answer.message == "Row 1, column 2 is undecided, and a guess there survives."
    spoken, _ = play(_fair(), "set spoken on")
    _, answer = play(spoken, "odds")
    assert answer.head == ("Row 1: column 2 undecided.", "Row 2: columns 1 to 2 undecided.")
    assert answer.message == ""


def test_undo_and_unlock_say_that_a_fair_board_becomes_ordinary() -> None:
    news = "This board is an ordinary one from now on, so luck can decide."
    assert play(_fair(), "guess", "guess", "undo")[1].message.endswith(news)
    assert news in play(_fair(), "unlock")[1].message
    again = play(_fair(), "same")[1].message
    assert (
        again
        == "The game starts from the same seed, but your moves decide where its mines are. A known board isn't ranked."
    )


def test_the_bot_wins_fair_boards_and_counts_its_guesses() -> None:
    for seed in range(5):
        game, answer = play(start(*SQUARE), f"new intermediate fair seed {seed}", "bot")
        assert game.session.game.phase is Phase.WON
        forced = game.session.forced_guesses
        words = "without a guess" if not forced else f"with {plural(forced, 'forced guess')}"
        assert f", {words}." in answer.message
        assert answer.message.endswith(f"The bot took {plural(forced, 'guess')}.")


def test_a_fair_loss_names_a_proved_cell_and_has_no_rating() -> None:
    game, answer = play(start(*SQUARE), "new 9x9/10 fair seed a", "5 5")
    analysis = run_to_end(analyse(game.position))
    cell = first_cell(game.position.hidden & ~(analysis.safe | analysis.mined))
    row, col = game.position.grid.row_col(cell)
    lost, answer = play(game, f"{row + 1} {col + 1}")
    assert "wasn't proved, and row" in answer.message
    assert (answer.facts["forced"], answer.facts["chance"]) == (False, None)
    assert refusal(lost, "skill") == "On a fair board the odds of a guess decide nothing, so its guesses aren't rated."


@pytest.mark.parametrize("solver", ["simple", "smart", "exact"])
def test_a_solver_that_is_stuck_on_a_fair_board_makes_a_guess(solver: str) -> None:
    game, answer = play(_fair(), solver)
    assert answer.message.startswith("Nothing can be proved. A forced guess: row ")
    assert game.session.forced_guesses == 1
    won, answer = play(start(*SQUARE), "new intermediate fair seed 5", "8 8", "exact all")
    assert won.session.game.phase is Phase.WON


def test_a_stuck_solver_never_guesses_if_more_can_be_proved() -> None:
    for seed in range(20):
        game, _ = play(start(*SQUARE), f"new 9x9/20 fair seed {seed}", "5 5", "simple all")
        if not game.session.game.is_over:
            assert run_to_end(analyse(game.position)).safe
            assert refusal(game, "simple").startswith("The simple solver finds no move.")
            return
    raise AssertionError("the simple rules finish every board")
