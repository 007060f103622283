"""How games begin on the game screen, and which ones ask before they are replaced."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import StoreCache
from minesweeper.ui.game.game_start import again
from tests.ui.driving import board, cursor_to, message_of, press, start, state_of, text_of, work
from tests.ui.game_boards import game


@pytest.mark.parametrize("key", ["t", "g"])
def test_tip_and_guess_before_the_first_open_say_how_to_begin(key: str) -> None:
    advice = "Open any cell: the first one is never a mine and opens a region."
    assert message_of(press(start(new_session(BoardSpec(9, 9, 10), "beginner")), key)) == advice


class TestNewGame:
    def test_q_quits_at_once_if_the_game_can_be_saved(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r")
        assert press(model, "q").exit_status == 0
        assert press(model, "x", "q").exit_status == 0

    def test_q_asks_if_the_game_cant_be_saved_but_ctrl_c_quits(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r")
        model = model._replace(cache=StoreCache(problem="The disk is full."))
        asked = press(model, "q")
        assert asked.exit_status is None
        question = "Quit? This game can't be saved. The disk is full."
        assert message_of(asked) == question
        assert message_of(press(model, "x", "q")) == question
        assert text_of(press(model, "x")).count(", not saved") == 2
        assert press(asked, "y").exit_status == 0
        assert press(asked, "esc").exit_status is None
        assert press(model, "ctrl+c").exit_status == 0
        assert press(game(), "q").exit_status == 0

    def test_a_game_without_moves_is_replaced_without_a_question(self) -> None:
        model = game()
        assert state_of(press(model, "n")).session.seed != state_of(model).session.seed


def test_restarting_a_board_that_its_first_cell_wins_shows_the_win() -> None:
    model = start(board("*1...").open_cell(4)._replace(first=4).restart_board())
    assert "Won" in text_of(model)
    assert not state_of(work(press(model, "t"))).session.assistants


def test_a_game_on_a_known_board_says_once_that_it_is_not_ranked() -> None:
    model = start(new_session(BoardSpec(9, 9, 10), "beginner", "a seed"))
    assert message_of(model) == "You may know this board, so this game isn't ranked."
    begun = press(model, "space")
    assert not {"known", "ranked"} & set(text_of(begun).split())
    assert "known board" in text_of(press(begun, "i"))
    assert again(state_of(begun)).message.texts[0] == message_of(model)
    assert message_of(start(new_session(BoardSpec(9, 9, 10), "beginner"))) == ""
