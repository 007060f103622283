"""No-guess boards, which are dealt when the first cell is opened."""

from __future__ import annotations

from minesweeper.boards.noguess import needs_no_guess
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model
from tests.ui.driving import click, message_of, press, rows_of, start, state_of, text_of, work, work_of


class TestNoGuess:
    def test_no_guess_game_says_its_board_is_random_if_one_open_wins(self) -> None:
        model = work(press(start(new_session(BoardSpec(2, 1, 1), "custom", "x", board_type="no-guess")), "space"))
        assert state_of(model).session.dealt_type == "normal"
        assert state_of(model).game.phase is Phase.WON
        assert text_of(model).count("no-guess") == 1, "the frame doesn't call this board a no-guess board"
        assert "You asked for no-guess, but this board was random." in text_of(model)

    def ready(self) -> Model:
        return start(new_session(BoardSpec(9, 9, 10), "beginner", "x", board_type="no-guess"))

    def test_the_first_open_of_a_no_guess_game_deals_a_no_guess_board(self) -> None:
        model = press(self.ready(), "space")
        assert "Making a no-guess board" in message_of(model)
        assert "no-guess" in rows_of(model)[1]
        model = work(model)
        state = state_of(model)
        assert state.session.dealt_type == "no-guess"
        assert state.session.first == 40
        assert state.game.opened >> 40 & 1
        assert state.game.layout is not None
        assert needs_no_guess(state.game.layout, 40)
        assert state_of(press(model, "z")).game == state.game

    def test_esc_stops_dealing_and_the_next_open_deals_the_same_board(self) -> None:
        model = press(self.ready(), "space", "esc")
        assert message_of(model) == "No board was made. Open a cell to try again."
        assert model.top.work(model) is None
        assert state_of(work(press(model, "space"))).game == state_of(work(press(self.ready(), "space"))).game

    def test_failed_no_guess_deal_offers_a_retry_or_a_random_board(self) -> None:
        model = work(press(start(new_session(BoardSpec(3, 1, 1), "custom", "none", board_type="no-guess")), "space"))
        choices = "N: keep trying, Space: a random board."
        assert message_of(model) == f"No board without guesses was found in 40 attempts. {choices}"
        again = press(model, "n")
        assert work_of(again).about[-1] == 40
        assert state_of(press(model, "space")).session.dealt_type == "normal"
        assert message_of(press(model, "esc")) == "No board was made. Open a cell to try again."

    def test_first_click_deals_a_no_guess_board_for_the_clicked_cell(self) -> None:
        model = work(click(self.ready(), 0, 0))
        assert state_of(model).session.first == 0

    def test_a_new_game_keeps_the_board_type(self) -> None:
        assert state_of(press(self.ready(), "n")).session.board_type == "no-guess"
