"""Assistants on the game screen that go beyond proof: what if, levels, the best guess and the bot."""

from __future__ import annotations

import pytest

from minesweeper.core.cells import cells_of
from minesweeper.core.specs import BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, tick
from minesweeper.ui.game.bot import Bot
from minesweeper.ui.game.guess import Guessing
from tests.ui.driving import (
    ASCII,
    CALM,
    click,
    cursor_to,
    finish_work,
    message_of,
    mode_of,
    mouse,
    place_of,
    press,
    rows_of,
    said,
    start,
    state_of,
    text_of,
    work,
)
from tests.ui.game_boards import BEGINNER, game, marks_of


class TestWhatIf:
    def test_a_proposal_shows_what_would_follow_and_whom_to_blame(self) -> None:
        # The mock-up's position: a mine at row 7 col 3 would leave the 1 at row 6 col 1 without one.
        small = CALM.with_value("cell_size", "2x1")
        model = press(cursor_to(game(BEGINNER, settings=small, looks=ASCII), 4, 0), "space")
        model = work(press(cursor_to(model, 6, 2), "p"))
        state = state_of(model)
        assert state.session.helpers == {"what-if"}
        assert "the 1 at row 6 col 1" in said(state)
        assert "row 7 col 3" in said(state)
        row, col = place_of(model, 5, 0)
        assert rows_of(model)[row][col - 1 : col + 1] == "x1"
        text = text_of(model)
        assert "+P" in text
        assert "~+" in text

    def test_proposals_are_taken_back_cleared_and_dropped_when_opened(self) -> None:
        model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space")
        model = work(press(cursor_to(model, 2, 1), "p"))
        assert state_of(model).aids.proposals
        assert state_of(press(model, "p")).aids.proposals == 0
        assert state_of(press(model, "o")).aids.proposals == 0
        assert state_of(press(model, "r")).aids.proposals == 0
        assert state_of(press(model, "f")).aids.proposals == 0

    def test_single_clues_come_first_and_a_key_finds_all_that_follows_and_says_so(self) -> None:
        model = press(cursor_to(game("......\n*...*.\n......\n*.*..*"), 0, 2), "space")
        model = work(press(cursor_to(model, 1, 5), "p"))
        state = state_of(model)
        assert state.aids.what_if is not None
        assert not state.aids.what_if.from_proposals
        assert "(By single clues; Y finds all.)" in said(state)
        assert "by single clues" in text_of(model)
        model = work(press(model, "y"))
        state = state_of(model)
        assert state.aids.what_if is not None
        assert state.aids.what_if.from_proposals
        assert said(state).startswith("Exactly: then ")
        assert "all that follows" in text_of(model)
        moved = press(model, "left")
        assert state_of(moved).aids.what_if == state.aids.what_if
        again = work(press(moved, "p"))
        assert "(By single clues; Y finds all.)" in message_of(again)

    def test_exact_reasoning_needs_a_proposal_and_a_board_that_is_not_too_large(self) -> None:
        assert "First propose" in message_of(press(game("....\n1111\n*..*"), "space", "y"))
        large = press(start(new_session(BoardSpec(101, 100, 1000), "custom", "x")), "space")
        large = press(cursor_to(large, 0, 0), "p", "y")
        assert "up to 10,000 cells" in message_of(large)
        assert not state_of(large).aids.exactly

    def test_flags_count_as_mines_in_what_would_follow(self) -> None:
        model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space")
        model = press(cursor_to(model, 2, 0), "f")
        model = work(press(cursor_to(model, 2, 2), "p"))
        found = state_of(model).aids.what_if
        assert found is not None
        assert [violation.cell for violation in found.violations] == [5]
        unflagged = work(press(cursor_to(model, 2, 0), "f"))
        again = state_of(unflagged).aids.what_if
        assert again is not None
        assert again != found

    def test_at_20x7_two_lines_name_the_broken_clue_and_whom_to_blame(self) -> None:
        model = press(cursor_to(game(BEGINNER, cols=20, rows=7, looks=ASCII), 4, 0), "space")
        model = work(press(cursor_to(model, 6, 2), "p"))
        assert message_of(model) == "The 1 at r6 c1 breaks: P is safe."
        assert rows_of(model)[-2:] == ["The 1 at r6 c1", "breaks: P is safe."]

    def test_an_opened_or_flagged_cell_cant_be_proposed(self) -> None:
        model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "p")
        assert "Only a hidden cell" in message_of(model)

    def test_unlock_opens_a_cell_that_makes_a_move_provable_and_says_that_it_looked(self) -> None:
        model = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", "!"))
        assert "Unlock looked at the mines" in message_of(model) or state_of(model).game.is_over
        assert state_of(model).session.helpers == {"unlock"}


class TestLevels:
    def at_level(self, level: str, text: str = "....\n1111\n*..*") -> Model:
        return game(text, settings=CALM.with_value("assist", level))

    def test_at_dual_the_flag_key_goes_on_to_a_proposal(self) -> None:
        model = press(cursor_to(self.at_level("dual"), 2, 1), "f")
        assert state_of(model).game.flags
        model = press(model, "f")
        assert not state_of(model).game.flags
        assert state_of(model).aids.proposals == 1 << 9
        model = press(model, "f")
        assert not state_of(model).aids.proposals
        assert not state_of(model).game.flags

    def test_at_intelligent_what_is_certain_is_done_after_each_move(self) -> None:
        model = work(press(cursor_to(self.at_level("intelligent"), 0, 0), "space"))
        assert state_of(model).game.phase is Phase.WON
        assert state_of(model).session.helpers == {"intelligent"}

    def test_at_intelligent_flags_are_not_the_players(self) -> None:
        model = work(press(cursor_to(self.at_level("intelligent", BEGINNER), 4, 0), "space"))
        state = state_of(model)
        assert state.game.flags
        flagged = (state.game.flags & -state.game.flags).bit_length() - 1
        model = press(cursor_to(model, *divmod(flagged, 9)), "f")
        assert state_of(model).game.flags == state.game.flags
        model = press(cursor_to(model, 8, 8), "f")
        assert state_of(model).aids.proposals == 1 << 80

    def test_at_intelligent_an_own_flag_from_before_can_be_taken_away(self) -> None:
        model = press(cursor_to(game(BEGINNER), 8, 8), "f", "f2", "f2")
        assert model.settings.text("assist") == "intelligent"
        assert not state_of(press(model, "f")).game.flags

    def test_at_intelligent_c_and_the_mouse_change_no_flag_of_the_assistant(self) -> None:
        model = work(press(cursor_to(self.at_level("intelligent", BEGINNER), 4, 0), "space"))
        flags = state_of(model).game.flags
        for cell in cells_of(flags):
            model = mouse(model, "press", "right", *divmod(cell, 9))
        assert state_of(model).game.flags == flags

    def test_f2_changes_the_level(self) -> None:
        model = press(game(), "f2")
        assert model.settings.text("assist") == "dual"
        assert "Dual" in message_of(model)


class TestGuessAndBot:
    def test_g_shows_the_best_guess_with_its_odds_and_again_takes_it(self) -> None:
        model = press(cursor_to(game("..\n11\n*."), 0, 0), "space", "g")
        assert state_of(model).session.is_assisted
        model = work(model)
        mode = mode_of(model, Guessing)
        assert mode is not None
        assert mode.shown is not None
        assert "50.0% a mine. G takes it." in message_of(model)
        assert marks_of(model).guess == 1 << mode.shown.cell
        assert mode_of(press(model, "left"), Guessing) is None
        taken = press(model, "g")
        assert state_of(taken).game.is_over

    @pytest.mark.parametrize("key", ["g", "t", "!"])
    def test_what_was_asked_for_is_forgotten_when_the_game_ends_meanwhile(self, key: str) -> None:
        model = press(cursor_to(game("..\n11\n*."), 0, 0), "space", key)
        assert model.top.work(model) is not None
        model = work(click(click(model, 2, 1), 2, 0))
        assert state_of(model).game.is_over
        assert "Looking" not in text_of(model)

    def test_g_says_when_no_guess_is_needed(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "space", "g"))
        assert "No guess is needed" in message_of(model)
        opened = press(model, "g")
        assert state_of(opened).game.opened.bit_count() > state_of(model).game.opened.bit_count()

    def play_bot(self, model: Model, steps: int = 500) -> Model:
        for _ in range(steps):
            if state_of(model).game.is_over:
                return model
            model = finish_work(model) if model.top.work(model) else tick(model, 0.5)
        raise AssertionError("the bot does not come to an end")

    def test_the_bot_plays_from_the_first_cell_to_the_end(self) -> None:
        model = press(start(new_session(BoardSpec(9, 9, 10), "beginner", "x")), "b")
        assert state_of(model).session.first == 30
        model = self.play_bot(model)
        assert message_of(model).startswith(("The bot won", "The bot lost"))
        assert state_of(model).session.helpers == {"bot"}
        again = press(tick(model, 0.5), "b")
        assert mode_of(again, Bot) is not None
        end = self.play_bot(again)
        assert "of 2 bot games won" in message_of(end)

    def test_the_bot_pauses_steps_changes_speed_and_stops(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "b")
        paused = press(model, "space")
        assert paused.top.work(paused) is None
        later = tick(paused, 9.0)
        assert later.top.work(later) is None
        moved = finish_work(press(paused, "."))
        bot = mode_of(moved, Bot)
        assert bot is not None
        assert bot.moves == 1
        assert moved.top.work(moved) is None
        faster = mode_of(press(model, "+"), Bot)
        slower = mode_of(press(model, "-", "-"), Bot)
        assert faster is not None
        assert slower is not None
        assert (faster.speed, slower.speed) == (20, 4)
        stopped = press(model, "esc")
        assert mode_of(stopped, Bot) is None
        assert state_of(stopped).context.value == "game"

    def test_any_other_key_or_a_click_pauses_the_bot(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "b")
        for paused in (press(model, "f"), mouse(model, "press", "right", 0, 8)):
            bot = mode_of(paused, Bot)
            assert bot is not None
            assert bot.paused
            assert state_of(paused).game.flags == 0
