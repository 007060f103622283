"""What is asked first: before a running game is ended or spoiled, and before the first helper takes its rank."""

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
"""Here a move is provable, so nothing has to be unlocked; the analysis and the bot do more than mark the game."""


def wishing(help_keys: str) -> Settings:
    """Settings that allow assists, block them, or ask first."""
    return CALM.with_value("help_keys", help_keys)


def ready(settings: Settings = CALM, session: Session | None = None, cols: int = 80, rows: int = 24) -> Model:
    """A game of which nothing is open."""
    return start((session or board(BEGINNER))._replace(is_known_board=False), cols, rows, settings, ASCII)


def running(settings: Settings = CALM, session: Session | None = None) -> Model:
    """A game of which a region is open, with moves that can be proved, the cursor on a hidden cell."""
    return cursor_to(click(ready(settings, session), 4, 0), 0, 0)


class TestEnds:
    @pytest.mark.parametrize(("key", "question"), ENDS)
    def test_a_running_game_asks_and_names_what_is_lost(self, key: str, question: str) -> None:
        model = press(running(), key)
        assert mode_of(model, Confirmation)
        assert message_of(model) == question
        assert state_of(model).game.phase is Phase.PLAYING

    def test_a_practice_is_no_game_that_counts(self) -> None:
        session = state_of(running()).session._replace(was_lost=True)
        practice = state_of(start(session))
        assert abandon_question(practice, Action.GIVE_UP) == "Give up this game?"

    @pytest.mark.parametrize(("key", "_"), ENDS)
    def test_y_confirms(self, key: str, _: str) -> None:
        asked = press(running(), key)
        before = state_of(asked).session
        assert rows_of(asked)[-1].split() == ["Y", "yes", "Esc", "cancel"]
        for after in (press(asked, "y"), click_text(asked, "Y yes")):
            assert mode_of(after, Confirmation) is None
            session = state_of(after).session
            assert (session.id != before.id) if key != "b" else ("bot" in text_of(after).lower())

    @pytest.mark.parametrize(("key", "_"), ENDS)
    def test_esc_or_n_cancels_and_nothing_is_said(self, key: str, _: str) -> None:
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
    def test_the_daily_loses_its_rank(self, key: str, question: str) -> None:
        assert message_of(press(running(session=board(BEGINNER, "daily")), key)) == question

    def test_a_game_without_a_rank_has_none_to_lose(self) -> None:
        session = board(BEGINNER)._replace(assistants=frozenset({"tip"}))
        assert message_of(press(running(session=session), "b")) == "Let the bot finish this game?"


class TestAnswersByMouse:
    def asked(self) -> Model:
        model = click_text(running(), ":)")
        assert "abandoned" in message_of(model)
        return model

    def test_the_face_again_says_yes(self) -> None:
        assert state_of(click_text(self.asked(), ":)")).game.phase is Phase.READY

    def test_a_click_on_the_board_says_no_and_opens_nothing(self) -> None:
        model = self.asked()
        opened = state_of(model).game.opened
        model = click(model, 0, 4)
        assert state_of(model).game.opened == opened
        assert not state_of(model).modes

    def test_a_question_is_gone_after_an_interruption(self) -> None:
        paused = handle(self.asked(), Focus(False))
        assert isinstance(paused.top, ChoicesScreen)
        assert not state_of(press(paused, "r")).modes
        assert message_of(press(paused, "r")) == ""


class TestAssists:
    @pytest.mark.parametrize("key", [key for key, *_ in ASSISTS if key not in ELSEWHERE])
    def test_allow_asks_nothing_and_says_nothing_of_it(self, key: str) -> None:
        model = work(press(running(), key))
        assert mode_of(model, Confirmation) is None
        assert state_of(model).session.is_assisted
        assert "assisted" not in message_of(model)

    @pytest.mark.parametrize(("key", "label", "assists"), ASSISTS)
    def test_ask_first_asks_in_the_key_bar(self, key: str, label: str, assists: str) -> None:
        before = running(wishing("ask first"))
        model = press(before, key)
        line = f"{label} again {assists}, which makes the game assisted"
        assert rows_of(model)[-1].strip() == line
        assert rows_of(model)[:-1] == rows_of(before)[:-1], "the board has the rest of the screen"
        assert press(model, "esc").top == before.top
        for answered in (press(model, key), press(model, "y"), click_text(model, line)):
            assert mode_of(answered, Confirmation) is None
            assert key in ELSEWHERE[:2] or state_of(work(answered)).session.is_assisted

    def test_a_yes_counts_for_the_rest_of_the_game_even_if_the_first_assist_found_nothing(self) -> None:
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

    def test_a_search_that_is_stopped_or_finds_nothing_leaves_the_game_unassisted(self) -> None:
        for key in ("t", "g"):
            searching = press(running(), key)
            assert not state_of(press(searching, "esc")).session.is_assisted
            assert state_of(work(searching)).session.is_assisted

    def test_ask_first_is_the_default(self) -> None:
        assert Settings().text("help_keys") == Settings().text("custom_help_keys") == "ask first"

    def test_any_other_key_or_click_acts_as_usual(self) -> None:
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
    def test_a_narrow_screen_asks_by_a_message(self, size: tuple[int, int], line: str) -> None:
        before = cursor_to(click(ready(wishing("ask first"), cols=size[0], rows=size[1]), 4, 0), 0, 0)
        model = press(before, "k")
        assert line in " ".join(text_of(model).split())
        changed = [row for row, other in zip(rows_of(model), rows_of(before), strict=True) if row != other]
        assert len(changed) <= 2
        for answered in (press(model, "k"), click_text(model, "again")):
            assert state_of(work(answered)).session.is_assisted

    @pytest.mark.parametrize("wish", ["ask first", "off"])
    def test_a_flag_is_taken_back_without_a_question_and_the_game_stays_ranked(self, wish: str) -> None:
        model = press(running(wishing(wish)), "tab", "f")
        assert state_of(model).game.flags
        model = press(model, "z")
        assert message_of(model) == "Undone."
        assert not state_of(model).game.flags
        assert not state_of(model).session.is_assisted

    def test_only_the_first_assist_is_asked_about(self) -> None:
        model = work(press(running(wishing("ask first")), "v", "v"))
        assert state_of(model).session.is_assisted
        assert mode_of(press(model, "t"), Confirmation) is None

    def test_blocked_assists_are_no_hints_until_the_game_is_assisted(self) -> None:
        assisted = running(wishing("off"), board(BEGINNER)._replace(assistants=frozenset({"tip"})))
        offered, left, again = (
            dict(play_hints(state_of(model))) for model in (running(), running(wishing("off")), assisted)
        )
        assert Action.TIP in offered
        assert set(left) == {action for action in offered if not action.assists or action is Action.UNDO}
        assert list(again) == list(offered)

    @pytest.mark.parametrize("key", [key for key, *_ in ASSISTS])
    def test_block_refuses_with_a_sentence(self, key: str) -> None:
        model = running(wishing("off"))
        after = work(press(model, key))
        assert message_of(after) == "Assists are blocked for this game. Change that in Settings."
        assert state_of(after).session == state_of(model).session

    def test_nothing_to_take_back_is_not_asked_about(self) -> None:
        assert mode_of(press(ready(wishing("ask first")), "z"), Confirmation) is None

    def test_after_the_game_assists_are_free(self) -> None:
        model = press(running(wishing("off")), "x", "delete", "y")
        assert state_of(model).game.phase is Phase.GIVEN_UP
        assert "blocked" not in message_of(work(press(model, "t")))


def expert(cols: int = 80, rows: int = 24) -> Model:
    return start(new_session(BoardSpec(30, 16, 99), "expert"), cols, rows)


def typed(model: Model, text: str) -> Model:
    return press(model, *["space" if sign == " " else sign for sign in text])


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (80, 24)])
@pytest.mark.parametrize("text", ["3,27", " 03  027 "])
def test_a_row_and_a_column_lead_there_and_the_view_follows(text: str, cols: int, rows: int) -> None:
    model = press(typed(press(expert(cols, rows), ":"), text), "enter")
    state = state_of(model)
    assert state.cursor == (2, 26)
    assert state.geometry.follow(state.looks.view, 2, 26) == state.looks.view
    assert mode_of(model, GoToInput) is None


def test_a_row_alone_keeps_the_column() -> None:
    model = expert()
    col = state_of(model).cursor[1]
    assert state_of(press(model, ":", "1", "2", "enter")).cursor == (11, col)


@pytest.mark.parametrize("text", ["17 1", "0 5", "1 2 3", "99999999999"])
def test_a_place_off_the_board_is_quoted_and_asked_for_again(text: str) -> None:
    model = press(typed(press(expert(), ":"), text), "enter")
    assert message_of(model).startswith(f"'{text}' is not on the board: rows 1 to 16, columns 1 to 30.")
    assert state_of(model).cursor == state_of(expert()).cursor
    assert state_of(press(typed(model, "1 1"), "enter")).cursor == (0, 0)


def test_it_can_be_corrected_and_left_and_no_key_does_anything_else() -> None:
    model = press(expert(), ":", "4", "x", "backspace", "2", "f", "space", "9", "up", "delete")
    assert "Go to row and column: _" in text_of(model)
    assert state_of(press(model, "5", "space", "6", "enter")).cursor == (4, 5)
    for left in (press(model, "esc"), press(model, "enter")):
        assert mode_of(left, GoToInput) is None
        assert (state_of(left).cursor, state_of(left).game.flags) == (state_of(expert()).cursor, 0)
    assert press(model, "ctrl+c").exit_status == 0


def test_a_click_leaves_it_and_does_nothing_else() -> None:
    model = press(expert(), ":")
    row, col = state_of(model).geometry.clamp(state_of(model).looks.view)
    clicked = click(model, row, col)
    assert mode_of(clicked, GoToInput) is None
    assert not state_of(clicked).game.opened


def test_f1_shows_the_help_and_what_was_typed_is_still_there() -> None:
    model = typed(press(expert(), ":"), "3 2")
    helped = press(model, "f1")
    assert isinstance(helped.top, HelpScreen)
    assert helped.top.about is Context.GAME
    assert state_of(press(helped, "esc", "7", "enter")).cursor == (2, 26)
