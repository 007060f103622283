"""The pause, and the list of actions after a game."""

from __future__ import annotations

import pytest

from minesweeper.core.times import clock_text
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import key_label
from minesweeper.ui.base.model import Model, Request, handle, render, resize, tick, wait
from minesweeper.ui.draw.geometry import Rect
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.pause import BRIEF, ChoicesScreen, result_choices
from minesweeper.ui.terminal.events import Change, Focus, Mouse
from tests.ui.driving import ASCII, CALM, board, cursor_to, press, rows_of, start, state_of, text_of, work
from tests.ui.game_boards import BEGINNER, game
from tests.ui.watching import style_of


def click_choice(model: Model, action: Action) -> Model:
    """Clicks an entry of a list. First turns the wheel until the entry is in view."""
    for _ in range(40):
        assert isinstance(model.top, ChoicesScreen)
        page = model.top.page(model)
        for row in range(page.room.top, page.room.top + page.room.height):
            if page.target_at(row, page.room.left + 2) is action:
                return handle(model, Mouse("press", "left", row, page.room.left + 2))
        model = handle(model, Mouse("wheel", "down", page.room.top, page.room.left + 2))
    raise AssertionError(action)


class TestPause:
    def running(self) -> Model:
        return tick(press(cursor_to(game("*2*\n..."), 0, 1), "r"), 2.0)

    @pytest.mark.parametrize("key", ["x", "esc"])
    def test_the_pause_hides_the_board_and_stops_the_clock(self, key: str) -> None:
        model = press(self.running(), key)
        below = state_of(model).geometry.strip.top + 1
        assert "2" not in "".join(rows_of(model)[below:])
        assert wait(model) is None
        assert state_of(tick(model, 60.0)).session.elapsed == 2.0
        resumed = press(model, "r")
        assert state_of(tick(resumed, 1.0)).session.elapsed == 3.0

    def test_the_list_of_the_pause_has_a_title_and_aligned_keys(self) -> None:
        paused = press(self.running(), "x")
        assert " Paused " in text_of(paused)
        assert style_of(paused, " Paused ") == "title"
        assert "Delete  give up" in text_of(paused)

    def test_each_choice_of_the_pause_has_its_key(self) -> None:
        paused = press(self.running(), "x")
        for key, end in (("n", Phase.READY), ("delete", Phase.GIVEN_UP)):
            asked = press(paused, key)
            assert "will count as abandoned." in text_of(asked)
            assert state_of(press(asked, "y")).game.phase is end
            assert state_of(press(asked, key)).game.phase is Phase.PLAYING, "a second press of the key confirms nothing"
            stays = press(asked, "down")
            assert isinstance(stays.top, ChoicesScreen)
            assert state_of(stays).game.phase is Phase.PLAYING
        assert press(paused, "q").exit_status == 0
        assert isinstance(press(paused, "x").top, GameScreen)

    @pytest.mark.parametrize(("key", "asks"), [("k", "on"), ("J", "ask first"), ("t", "on"), ("b", "ask first")])
    def test_assistants_in_the_pause_ask_first_if_the_permission_says_so(self, key: str, asks: str) -> None:
        paused = press(cursor_to(game(BEGINNER), 4, 0), "r", "x")
        paused = paused._replace(settings=paused.settings.with_value("help_keys", asks))
        listed = press(paused, "a")
        assert isinstance(listed.top, ChoicesScreen)
        names = [listed.keymap.label(Context.GAME, action) for action in listed.top.choices]
        down = ["down"] * names.index(key_label(key))
        for model in (press(listed, key), press(listed, *down, "enter")):
            done = work(model)
            assert isinstance(done.top, GameScreen)
            assert done.top.asks() is not state_of(done).session.is_assisted is (asks == "on")

    @pytest.mark.parametrize(("cols", "rows"), [(20, 7), (40, 12), (80, 24)])
    def test_every_assistant_can_be_reached_from_the_pause_by_clicks(self, cols: int, rows: int) -> None:
        paused = press(cursor_to(game(BEGINNER, cols=cols, rows=rows), 4, 0), "r", "x")
        for action in (Action.TIP, Action.GUESS, Action.OVERLAY, Action.SIMPLE_ALL, Action.SMART_STEP, Action.BOT):
            used = click_choice(click_choice(paused, Action.ASSISTANTS), action)
            assert isinstance(used.top, GameScreen)
            assert state_of(work(used)) != state_of(work(press(paused, "r")))

    def test_the_list_of_assistants_leads_back_to_pause_or_game(self) -> None:
        paused = press(self.running(), "x")
        listed = press(paused, "a")
        assert text_of(press(listed, "esc")) == text_of(paused)
        assert isinstance(press(listed, "r").top, GameScreen)
        assert press(listed, "q").exit_status == 0
        assert "Assistants" in text_of(listed)
        below = state_of(listed).geometry.strip.top + 1
        assert "2" not in "".join(rows_of(listed)[below:]), "the board stays hidden while the clock is stopped"

    @pytest.mark.parametrize(("cols", "rows"), [(20, 7), (40, 12), (80, 24)])
    def test_each_choice_of_the_pause_is_in_view_when_it_is_selected(self, cols: int, rows: int) -> None:
        model = press(cursor_to(game(BEGINNER, cols=cols, rows=rows, looks=ASCII), 4, 0), "r", "x")
        for opened in (model, press(tick(press(model, "delete", "y"), 5.0), "x")):
            assert isinstance(opened.top, ChoicesScreen)
            for text in opened.top.choices.values():
                cursor = render(opened).cursor
                assert cursor is not None
                assert opened.top.page(opened).target_at(*cursor) is opened.top.focus
                assert any(form in rows_of(opened)[cursor[0]] for form in (text, BRIEF.get(text, text)))
                opened = press(opened, "down")

    @pytest.mark.parametrize(
        ("cols", "rows", "preset", "side"),
        [
            (80, 24, "beginner", "right"),
            (120, 40, "beginner", "right"),
            (98, 24, "expert", "right"),
            (80, 46, "expert", "below"),
            (80, 24, "expert", "over"),
        ],
    )
    def test_the_list_after_a_game_leaves_the_board_in_view(self, cols: int, rows: int, preset: str, side: str) -> None:
        session = new_session(CALM.presets[preset], preset, seed="7")
        model = press(
            start(session, cols, rows, CALM.with_value("cell_size", "2x1" if cols == 98 else "auto")),
            "space",
            "x",
            "delete",
            "y",
        )
        model = tick(tick(model, 5.0), 5.0)
        bare, before = rows_of(model), state_of(model).geometry
        listed = press(model, "x")
        assert isinstance(listed.top, ChoicesScreen)
        room, lines = listed.top.page(listed).room, rows_of(listed)
        box = Rect(room.top - 1, room.left - 1, room.height + 2, room.width + 2)
        moved = listed.top.board_geometry(listed)
        frame, up, left = moved.frame, before.frame.top - moved.frame.top, before.frame.left - moved.frame.left
        for row in range(frame.top, frame.top + frame.height):
            for col in range(frame.left, frame.left + frame.width):
                if not box.holds(row, col):
                    assert lines[row].ljust(cols)[col] == bare[row + up].ljust(cols)[col + left]
        is_covered = any(frame.holds(row, box.left) for row in range(box.top, box.top + box.height))
        assert is_covered is (side == "over")
        assert (box.top >= frame.top + frame.height) is (side == "below")
        assert (box.left >= frame.left + frame.width) is (side == "right")
        assert "Given up after" in text_of(listed)
        row, col = moved.place(state_of(model).looks.view, *state_of(model).cursor)
        assert not box.holds(row, col)
        has_frame = box.left + box.width <= cols
        assert has_frame is ((cols, preset) != (80, "beginner")), "this screen has no room for the frame of the list"
        assert lines[room.top - 1][room.left - 1] == ("╭" if has_frame else " ")

    @pytest.mark.parametrize("keys", [("x",), ("t", "t", "x"), ("x", "delete", "y", "x")])
    @pytest.mark.parametrize("rows", [12, 16])
    def test_the_list_of_the_pause_covers_neither_mines_left_nor_clock(self, rows: int, keys: tuple[str, ...]) -> None:
        model = tick(press(cursor_to(game(BEGINNER, cols=40, rows=rows, looks=ASCII), 4, 0), "r"), 2.0)
        for key in keys:
            model = tick(work(press(model, key)), 0.5)
        assert isinstance(model.top, ChoicesScreen)
        state = model.top.state
        strip = rows_of(model)[state.geometry.strip.top]
        assert clock_text(state.session.elapsed) in strip
        assert f"* {state.game.mines_left} " in strip
        page = model.top.page(model)
        for row, line in enumerate(page.shown, page.top):
            assert line.spots[-1].part.text.split(" (")[0] in rows_of(model)[row]

    def test_losing_the_focus_or_suspending_pauses_a_running_game(self) -> None:
        lost_focus = handle(self.running(), Focus(gained=False))
        assert "the window lost the focus" in text_of(lost_focus)
        suspended = handle(self.running(), Change.SUSPEND)
        assert isinstance(suspended.top, ChoicesScreen)
        assert Request.STOP in suspended.effects
        assert isinstance(handle(game(), Focus(gained=False)).top, GameScreen)

    def test_a_window_that_is_too_small_stops_the_clock_until_it_grows(self) -> None:
        model = resize(self.running(), 5, 15)
        assert rows_of(model) == ["need 20x7", "now 15x5", "game is kept", "clock stopped", "Q quits"]
        model = tick(model, 30.0)
        assert state_of(press(model, "r", "space", "x")).game == state_of(model).game
        model = resize(model, 24, 80)
        assert state_of(model).session.elapsed == 2.0
        assert press(resize(model, 6, 80), "q").exit_status == 0
        assert [rows_of(resize(model, 3, cols))[0] for cols in (8, 1)] == ["20x7", "!"]


@pytest.mark.parametrize("is_lost", [True, False])
def test_the_list_after_a_game_offers_actions_that_work(is_lost: bool) -> None:
    model = start(board("*1......\n11......\n........\n......11\n......1*"))
    model = work(press(cursor_to(model, *((0, 0) if is_lost else (2, 3))), "space"))
    model = tick(tick(model, 5.0), 5.0)
    assert state_of(model).game.is_over
    listed = press(model, "esc")
    assert isinstance(listed.top, ChoicesScreen)
    words = set(listed.top.choices.values())
    assert {"new game", "same board", "replay", "bot game", "statistics", "main menu", "quit"} <= words
    assert not {"copy code", "analysis"} & words
    assert ("keep playing" in words) is is_lost
    assert press(listed, "y").effects[-1:] == press(model, "y").effects[-1:]
    assert press(listed, "f6").top.context is Context.ANALYSIS
    assert state_of(press(listed, "b")).is_bots
    bots = state_of(press(listed, "b"))
    while not bots.game.is_over:
        bots = bots._replace(session=bots.session.give_up())
    assert result_choices(bots).choices[Action.BOT] == "next bot game"
