"""Questions before a running game is ended, or before the first assist makes it assisted; and *go to*."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.session import Session, new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import BINDINGS, Action, Context
from minesweeper.ui.base.keymap import key_label
from minesweeper.ui.base.model import Model, handle
from minesweeper.ui.game.game_draw import play_hints
from minesweeper.ui.game.pause import ChoicesScreen
from minesweeper.ui.game.questions import Confirmation, GoToInput, abandon_question
from minesweeper.ui.screens.help import HelpScreen
from minesweeper.ui.terminal.events import Focus
from tests.ui.driving import (
    ASCII,
    CALM,
    board,
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
)
from tests.ui.game_boards import BEGINNER
from tests.ui.watching import click_text

ENDS = [
    ("n", "Start a new game? This one will count as abandoned."),
    ("b", "Let the bot finish this game? It won't be ranked."),
]
ASSISTS = [
    (binding.keys[0], key_label(binding.keys[0]), action.assists)
    for action, binding in BINDINGS[Context.GAME].items()
    if action.assists
]
ELSEWHERE = ("!", "f6", "b")
"""Keys that tests treat separately. Unlock does nothing because a move is provable; F6 and the bot leave the game."""


def wishing(help_keys: str) -> Settings:
    """Settings that allow assists, block them, or ask before the first."""
    return CALM.with_value("help_keys", help_keys)


def ready(settings: Settings = CALM, session: Session | None = None, cols: int = 80, rows: int = 24) -> Model:
    """A game before its first open."""
    return start((session or board(BEGINNER))._replace(is_known_board=False), cols, rows, settings, ASCII)


def running(settings: Settings = CALM, session: Session | None = None) -> Model:
    """A game with one region opened and provable moves. The cursor is on a hidden cell."""
    return cursor_to(click(ready(settings, session), 4, 0), 0, 0)


class TestEnds:
    @pytest.mark.parametrize(("key", "question"), ENDS)
    def test_ending_a_running_game_asks_and_says_what_is_lost(self, key: str, question: str) -> None:
        model = press(running(), key)
        assert mode_of(model, Confirmation)
        assert message_of(model) == question
        assert state_of(model).game.phase is Phase.PLAYING

    def test_giving_up_after_an_undone_loss_asks_without_a_warning(self) -> None:
        session = state_of(running()).session._replace(was_lost=True)
        practice = state_of(start(session))
        assert abandon_question(practice, Action.GIVE_UP) == "Give up this game?"

    @pytest.mark.parametrize(("key", "_"), ENDS)
    def test_y_or_a_click_on_yes_confirms_ending_a_game(self, key: str, _: str) -> None:
        asked = press(running(), key)
        before = state_of(asked).session
        assert rows_of(asked)[-1].split() == ["Y", "yes", "Esc", "cancel"]
        for after in (press(asked, "y"), click_text(asked, "Y yes")):
            assert mode_of(after, Confirmation) is None
            session = state_of(after).session
            assert (session.id != before.id) if key != "b" else ("bot" in text_of(after).lower())

    @pytest.mark.parametrize(("key", "_"), ENDS)
    def test_esc_or_n_cancels_ending_a_game_without_a_message(self, key: str, _: str) -> None:
        model = running()
        for after in (press(model, key, "esc"), press(model, key, "n"), click_text(press(model, key), "Esc cancel")):
            assert after.top == model.top

    @pytest.mark.parametrize(
        ("key", "question"),
        [
            ("n", "Start a new game? This one will count as abandoned, and you can't rank on it again."),
            ("b", "Let the bot finish this game? It won't be ranked."),
        ],
    )
    def test_ending_a_daily_board_warns_about_its_rank(self, key: str, question: str) -> None:
        assert message_of(press(running(session=board(BEGINNER, "daily")), key)) == question

    def test_letting_the_bot_finish_an_assisted_game_mentions_no_rank(self) -> None:
        session = board(BEGINNER)._replace(assistants=frozenset({"tip"}))
        assert message_of(press(running(session=session), "b")) == "Let the bot finish this game?"


class TestAnswersByMouse:
    def asked(self) -> Model:
        model = click_text(running(), ":)")
        assert "abandoned" in message_of(model)
        return model

    def test_a_second_click_on_the_face_confirms_a_new_game(self) -> None:
        assert state_of(click_text(self.asked(), ":)")).game.phase is Phase.READY

    def test_a_click_on_the_board_cancels_a_new_game_and_opens_nothing(self) -> None:
        model = self.asked()
        opened = state_of(model).game.opened
        model = click(model, 0, 4)
        assert state_of(model).game.opened == opened
        assert not state_of(model).modes

    def test_a_question_is_gone_after_the_terminal_lost_the_focus(self) -> None:
        paused = handle(self.asked(), Focus(False))
        assert isinstance(paused.top, ChoicesScreen)
        assert not state_of(press(paused, "r")).modes
        assert message_of(press(paused, "r")) == ""


class TestAssists:
    @pytest.mark.parametrize("key", [key for key, *_ in ASSISTS if key not in ELSEWHERE])
    def test_allowed_assists_run_without_a_question(self, key: str) -> None:
        model = work(press(running(), key))
        assert mode_of(model, Confirmation) is None
        assert state_of(model).session.is_assisted
        assert "assisted" not in message_of(model)

    @pytest.mark.parametrize(("key", "label", "assists"), ASSISTS)
    def test_the_first_assist_asks_in_the_key_bar_if_it_must_ask(self, key: str, label: str, assists: str) -> None:
        before = running(wishing("ask first"))
        model = press(before, key)
        line = f"{label} again {assists}, which makes the game assisted"
        assert rows_of(model)[-1].strip() == line
        assert rows_of(model)[:-1] == rows_of(before)[:-1], "the question changes only the key bar"
        assert press(model, "esc").top == before.top
        for answered in (press(model, key), press(model, "y"), click_text(model, line)):
            assert mode_of(answered, Confirmation) is None
            assert key in ELSEWHERE[:2] or state_of(work(answered)).session.is_assisted

    def test_confirmed_assists_stay_allowed_if_the_first_finds_nothing(self) -> None:
        stuck = cursor_to(click(ready(wishing("ask first"), board("..\n11\n*.")), 0, 0), 0, 1)
        asked = press(stuck, "k")
        assert mode_of(asked, Confirmation)
        tried = work(press(asked, "k"))
        assert "stuck" in message_of(tried)
        assert not state_of(tried).session.is_assisted
        assert "assisted" not in text_of(tried)
        assert mode_of(press(tried, "e"), Confirmation) is None
        blocked = tried.with_settings(wishing("off"), "help_keys")
        assert "Assists are blocked" in message_of(press(blocked, "e"))

    def test_a_search_that_is_stopped_leaves_the_game_unassisted(self) -> None:
        for key in ("t", "g"):
            searching = press(running(), key)
            assert not state_of(press(searching, "esc")).session.is_assisted
            assert state_of(work(searching)).session.is_assisted

    def test_asking_before_the_first_assist_is_the_default(self) -> None:
        assert Settings().text("help_keys") == Settings().text("custom_help_keys") == "ask first"

    def test_other_keys_and_clicks_work_while_an_assist_asks(self) -> None:
        asked = press(running(wishing("ask first")), "t")
        assert state_of(press(asked, "down")).cursor == (1, 0)
        assert state_of(press(asked, "f")).game.flags
        assert state_of(click(asked, 0, 0, "right")).game.flags
        assert "V again shows what is safe" in text_of(press(asked, "v"))
        assert state_of(press(asked, "down")).mode == state_of(running()).mode

    @pytest.mark.parametrize(
        ("size", "line"),
        [((60, 20), "K again makes a provable move, which makes the game assisted"), ((20, 7), "K again: assisted")],
    )
    def test_a_narrow_screen_asks_about_an_assist_by_a_message(self, size: tuple[int, int], line: str) -> None:
        before = cursor_to(click(ready(wishing("ask first"), cols=size[0], rows=size[1]), 4, 0), 0, 0)
        model = press(before, "k")
        assert line in " ".join(text_of(model).split())
        changed = [row for row, other in zip(rows_of(model), rows_of(before), strict=True) if row != other]
        assert len(changed) <= 2
        for answered in (press(model, "k"), click_text(model, "again")):
            assert state_of(work(answered)).session.is_assisted

    @pytest.mark.parametrize("wish", ["ask first", "off"])
    def test_undoing_a_flag_asks_nothing_and_isnt_an_assist(self, wish: str) -> None:
        model = press(running(wishing(wish)), "tab", "f")
        assert state_of(model).game.flags
        model = press(model, "z")
        assert message_of(model) == "Undone."
        assert not state_of(model).game.flags
        assert not state_of(model).session.is_assisted

    def test_only_the_first_assist_of_a_game_asks(self) -> None:
        model = work(press(running(wishing("ask first")), "v", "v"))
        assert state_of(model).session.is_assisted
        assert mode_of(press(model, "t"), Confirmation) is None

    def test_the_key_bar_omits_blocked_assists_in_an_unassisted_game(self) -> None:
        assisted = running(wishing("off"), board(BEGINNER)._replace(assistants=frozenset({"tip"})))
        offered, left, again = (
            dict(play_hints(state_of(model))) for model in (running(), running(wishing("off")), assisted)
        )
        assert Action.TIP in offered
        assert set(left) == {action for action in offered if not action.assists or action is Action.UNDO}
        assert list(again) == list(offered)

    @pytest.mark.parametrize("key", [key for key, *_ in ASSISTS])
    def test_a_blocked_assist_is_refused_with_a_message(self, key: str) -> None:
        model = running(wishing("off"))
        after = work(press(model, key))
        assert message_of(after) == "Assists are blocked for this game. Change that in Settings."
        assert state_of(after).session == state_of(model).session

    def test_undo_before_any_move_asks_nothing(self) -> None:
        assert mode_of(press(ready(wishing("ask first")), "z"), Confirmation) is None

    def test_assists_are_allowed_after_the_game_even_if_blocked(self) -> None:
        model = press(running(wishing("off")), "x", "delete", "y")
        assert state_of(model).game.phase is Phase.GIVEN_UP
        assert "blocked" not in message_of(work(press(model, "t")))


def expert(cols: int = 80, rows: int = 24) -> Model:
    return start(new_session(BoardSpec(30, 16, 99), "expert"), cols, rows)


def typed(model: Model, text: str) -> Model:
    return press(model, *["space" if sign == " " else sign for sign in text])


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (80, 24)])
@pytest.mark.parametrize("text", ["3,27", " 03  027 "])
def test_go_to_moves_the_cursor_to_the_typed_row_and_column(text: str, cols: int, rows: int) -> None:
    model = press(typed(press(expert(cols, rows), ":"), text), "enter")
    state = state_of(model)
    assert state.cursor == (2, 26)
    assert state.geometry.follow(state.looks.view, 2, 26) == state.looks.view
    assert mode_of(model, GoToInput) is None


def test_go_to_with_only_a_row_keeps_the_column() -> None:
    model = expert()
    col = state_of(model).cursor[1]
    assert state_of(press(model, ":", "1", "2", "enter")).cursor == (11, col)


@pytest.mark.parametrize("text", ["17 1", "0 5", "1 2 3", "99999999999"])
def test_go_to_quotes_a_place_off_the_board_and_asks_again(text: str) -> None:
    model = press(typed(press(expert(), ":"), text), "enter")
    assert message_of(model).startswith(f"'{text}' is not on the board: rows 1 to 16, columns 1 to 30.")
    assert state_of(model).cursor == state_of(expert()).cursor
    assert state_of(press(typed(model, "1 1"), "enter")).cursor == (0, 0)


def test_go_to_takes_corrections_and_ignores_keys_of_the_game() -> None:
    model = press(expert(), ":", "4", "x", "backspace", "2", "f", "space", "9", "up", "delete")
    assert "Go to row and column: _" in text_of(model)
    assert state_of(press(model, "5", "space", "6", "enter")).cursor == (4, 5)
    for left in (press(model, "esc"), press(model, "enter")):
        assert mode_of(left, GoToInput) is None
        assert (state_of(left).cursor, state_of(left).game.flags) == (state_of(expert()).cursor, 0)
    assert press(model, "ctrl+c").exit_status == 0


def test_a_click_closes_go_to_without_opening_a_cell() -> None:
    model = press(expert(), ":")
    row, col = state_of(model).geometry.clamp(state_of(model).looks.view)
    clicked = click(model, row, col)
    assert mode_of(clicked, GoToInput) is None
    assert not state_of(clicked).game.opened


def test_the_text_typed_into_go_to_is_still_there_after_f1() -> None:
    model = typed(press(expert(), ":"), "3 2")
    helped = press(model, "f1")
    assert isinstance(helped.top, HelpScreen)
    assert helped.top.about is Context.GAME
    assert state_of(press(helped, "esc", "7", "enter")).cursor == (2, 26)
