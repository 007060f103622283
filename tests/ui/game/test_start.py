"""How games begin on the game screen: the next one, the same one again, and no-guess boards that are made first."""

from __future__ import annotations

from minesweeper.boards.noguess import Dealt, needs_no_guess
from minesweeper.core.specs import BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.shelf import Shelf
from minesweeper.ui.game.deal import Dealing
from tests.ui.driving import (
    click,
    cursor_to,
    message_of,
    mode_of,
    press,
    rows_of,
    start,
    state_of,
    text_of,
    work,
    work_of,
)
from tests.ui.game_boards import game


class TestNewGame:
    def test_a_running_game_is_left_only_when_asked_twice(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r", "n")
        assert "abandoned" in message_of(model)
        assert state_of(press(model, "n")).game.phase is Phase.READY
        stayed = press(model, "f")
        assert state_of(stayed).game.phase is Phase.PLAYING
        assert state_of(stayed).game.flags == 0

    def test_q_quits_at_once_because_the_game_is_kept(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r")
        assert press(model, "q").exit_status == 0
        assert press(model, "x", "x").exit_status == 0
        assert press(model, "x", "end", "enter").exit_status == 0

    def test_q_asks_when_the_game_cant_be_kept_and_ctrl_c_does_not(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r")
        model = model._replace(shelf=Shelf(problem="The disk is full."))
        asked = press(model, "q")
        assert asked.exit_status is None
        question = "Quit? The game can't be kept. The disk is full. Q again: yes, any other key: no."
        assert message_of(asked) == question
        assert message_of(press(model, "x", "x")) == question
        assert message_of(press(model, "x", "end", "enter")) == question
        assert "saved" in text_of(press(model._replace(shelf=Shelf()), "x"))
        assert "saved" not in text_of(press(model, "x"))
        assert press(asked, "q").exit_status == 0
        assert press(asked, "esc").exit_status is None
        assert press(model, "ctrl+c").exit_status == 0
        assert press(game(), "q").exit_status == 0

    def test_a_game_not_begun_is_replaced_at_once(self) -> None:
        model = game()
        assert state_of(press(model, "n")).session.seed != state_of(model).session.seed


class TestNoGuess:
    def test_where_the_first_cell_wins_every_board_a_normal_one_is_dealt_and_that_is_said(self) -> None:
        model = work(press(start(new_session(BoardSpec(2, 1, 1), "custom", "x", boards="no-guess")), "space"))
        assert state_of(model).session.label == "normal"
        assert state_of(model).game.phase is Phase.WON
        assert rows_of(model)[0].split()[1] == "normal"
        assert "This was a normal board." in text_of(model)

    def ready(self) -> Model:
        return start(new_session(BoardSpec(9, 9, 10), "beginner", "x", boards="no-guess"))

    def test_the_first_open_makes_a_board_that_needs_no_guess(self) -> None:
        model = press(self.ready(), "space")
        assert "Making a no-guess board" in message_of(model)
        assert "no-guess" in rows_of(model)[0]
        model = work(model)
        state = state_of(model)
        assert state.session.label == "no-guess"
        assert state.session.first == 40
        assert state.game.opened >> 40 & 1
        assert state.game.layout is not None
        assert needs_no_guess(state.game.layout, 40)
        assert state_of(press(model, "z")).game == state.game

    def test_esc_stops_the_search_and_the_next_open_begins_again(self) -> None:
        model = press(self.ready(), "space")
        stopped = press(model, "esc")
        assert stopped.top.work(stopped) is None
        assert state_of(stopped).game.layout is None
        assert work_of(press(stopped, "space"))

    def test_a_click_starts_the_search_for_its_cell(self) -> None:
        model = work(click(self.ready(), 0, 0))
        assert state_of(model).session.first == 0

    def test_without_a_board_the_player_may_go_on_or_take_a_normal_one(self) -> None:
        model = press(self.ready(), "space")
        failed = work_of(model).done(model, Dealt(None, 500))
        assert "found in 500 attempts. N: go on, R: a normal board." in message_of(failed)
        assert failed.top.work(failed) is None
        *_, tried, _ = work_of(press(failed, "n")).about
        assert tried == 500
        normal = state_of(press(failed, "r"))
        assert normal.session.label == "normal"
        assert normal.game.opened
        assert mode_of(press(failed, "esc"), Dealing) is None

    def test_a_new_game_keeps_the_kind_of_board(self) -> None:
        assert state_of(press(self.ready(), "n")).session.boards == "no-guess"
