"""The main menu: what it offers, by keys and mouse, the game that waits, and how it looks at every size."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given

from minesweeper.boards.layout import read_layout
from minesweeper.core.specs import BoardSpec
from minesweeper.play.game import new_game
from minesweeper.storage.values import DailyRecord, Group, Record, SavedGame
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.base.model import Model, SaveSettings, handle, render, resize, tick
from minesweeper.ui.base.shelf import Shelf
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.draw.words import start_notice
from minesweeper.ui.game.screen import GameScreen
from minesweeper.ui.screens.bindings import BindingsScreen
from minesweeper.ui.screens.custom import CustomScreen
from minesweeper.ui.screens.help import HelpScreen
from minesweeper.ui.screens.menu import MenuScreen, open_menu
from minesweeper.ui.screens.settings import SettingsScreen
from minesweeper.ui.terminal.events import Key, Mouse
from minesweeper.ui.widgets.chrome import say
from tests.ui.driving import ASCII, CALM, press, rows_of, state_of, text_of
from tests.ui.watching import SIZES, Step, click_text, framed, steps, style_of, trimmed, wander, wheel

KEYS = "up down w s tab shift+tab enter space home end pgup pgdn esc h ? q x m n r 1 2 3 4 5 6 0 z ctrl+l f1".split()


def menu(cols: int = 80, rows: int = 24, *problems: str, looks: Looks | None = None) -> Model:
    """A model that shows the menu as the program starts."""
    return Model(rows, cols, (open_menu(),), CALM, looks=looks or Looks(), notice=start_notice(problems))


def top_menu(model: Model) -> MenuScreen:
    """The menu, which must be on top."""
    assert isinstance(model.top, MenuScreen)
    return model.top


def shelved(model: Model) -> Model:
    """The model after the store was read: Beginner is played well, Expert without a win yet."""
    records = {
        Group("beginner", "normal", board="9x9/10"): Record(12, 10, 2, 4, 5, 39_500),
        Group("intermediate", "normal", board="16x16/40"): Record(12, 5, 7, 0, 2, 122_224),
        Group("expert", "normal", board="30x16/99"): Record(14, 0, 13, 0, 0, None),
    }
    return model.with_shelf(Shelf(records, replays=26, daily=DailyRecord(date(2026, 11, 16))))


def with_kept_game(model: Model, level: str = "3") -> Model:
    """The model back in the menu, with a game begun, left and kept."""
    model = press(model, level, "enter")
    assert state_of(model).is_running
    return press(tick(model, 161.5), "x", "m")


LOGO = """
       ▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖▗▄▄▄▖
       ▐ ⚑ ▌▐ M ▌▐ I ▌▐ N ▌▐ E ▌▐ S ▌▐ W ▌▐ E ▌▐ E ▌▐ P ▌▐ E ▌▐ R ▌▐ ✱ ▌
       ▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘▝▀▀▀▘
""".strip("\n").split("\n")


def test_the_menu_at_80x24_before_anything_is_read() -> None:
    assert rows_of(menu()) == [
        *LOGO,
        "",
        "     Boards < normal >  any layout          Help < Single >  flags only",
        "",
        "                          board   mines",
        "   ▌ 1  Beginner          9x9        10   difficulty 2.0",
        "     2  Intermediate      16x16      40   difficulty 4.5",
        "     3  Expert            30x16      99   difficulty 7.9",
        "     4  New custom game   36x18     130   difficulty 8.0",
        "",
        "     6  Daily",
        "     7  Replays",
        "     T  Lessons",
        "     E  Analysis",
        "",
        "     8  Keybindings",
        "     9  Statistics",
        "     0  Settings",
        "     H  Help",
        "     Q  Quit",
        "",
        " Enter choose  H help  Right boards  F2 help level  B bot  Q quit  W up  S down",
    ]


def test_the_menu_at_80x24_tells_what_one_plays_for_and_shows_a_board() -> None:
    assert rows_of(shelved(menu()))[6:22] == [
        "                          board   mines       best   won            streak",
        "   ▌ 1  Beginner          9x9        10   0:39.500   83% ▰▰▰▰▰▰▰▱   4",
        "     2  Intermediate      16x16      40   2:02.224   41% ▰▰▰▱▱▱▱▱",
        "     3  Expert            30x16      99   no win yet, 14 games",
        "     4  New custom game   36x18     130   difficulty 8.0",
        "",
        "     6  Daily             16 Nov: 30x16 no-guess, not played yet",
        "     7  Replays           26 games                       ╭──────────────────╮",
        "     T  Lessons                                          │  ⋅ ⋅ 1         1 ╎",
        "     E  Analysis                                         │  ⋅ ⚑ 1         1 ╎",
        "                                                         │  ⋅ ⋅ 2 1       1 ╎",
        "     8  Keybindings                                      │  ⋅ ⋅ ⚑ 3 1 1     ╎",
        "     9  Statistics                                       │  ⋅ ⋅ ⚑ ⋅ ⚑ 3 1 1 ╎",
        "     0  Settings                                         │  ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⚑ 1 ╎",
        "     H  Help                                             │  ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ 2 ╎",
        "     Q  Quit                                             ╰╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╯",
    ]


def test_best_times_and_bars_are_green_and_what_is_not_won_is_quiet() -> None:
    model = press(shelved(menu()), "down", "down", "down")
    assert style_of(model, "0:39.500") == style_of(model, "▰▰▰▰▰▰▰") == "good"
    assert style_of(model, "no win yet") == style_of(model, "streak") == style_of(model, "board   mines") == "text.dim"


def test_the_corner_shows_the_game_that_waits_and_leaves_its_line_alone() -> None:
    model = press(tick(press(shelved(menu()), "3", "enter"), 161.5), "x", "m")
    rows = rows_of(model)
    assert rows[10] == "   ▌ 5  Continue          Expert normal, 2:41 played, 99 mines left"
    assert rows[13].endswith("╮")
    assert rows[21].endswith("╯")
    shown = {character for row in rows[14:21] for character in row[59:76]}
    assert {"⋅"} < shown & set("⋅12345678")


def test_a_saved_game_is_shown_in_the_corner() -> None:
    layout = read_layout("**.......\n" + "\n".join(["........."] * 8))
    game = new_game(layout.grid, 2).with_layout(layout).open_cell(80)
    model = shelved(menu())
    saved = SavedGame("a", name="beginner", board="9x9/2")
    model = model.with_shelf(model.shelf._replace(waiting=(saved,), corner=game))
    assert rows_of(model)[14].endswith("│  ⚑ ⚑ 1           ╎")


@pytest.mark.parametrize("size", [(20, 7), (40, 12), (60, 20), (79, 24), (80, 15)])
def test_without_room_there_is_no_corner(size: tuple[int, int]) -> None:
    assert not set("╭╮╰╯") & set(text_of(shelved(menu(*size))))


def test_the_menu_at_20x7() -> None:
    assert framed(menu(20, 7, looks=ASCII)) == trimmed(
        """
        |MINESWEEPER     1/13|
        |> 1 Beginner        |
        |  2 Intermediate    |
        |  3 Expert          |
        |  4 New custom game |
        |  6 Daily           |
        |Enter choose  H help|
        """
    )


def test_the_menu_at_20x7_scrolls_to_the_game_that_waits() -> None:
    assert framed(with_kept_game(menu(20, 7, looks=ASCII))) == trimmed(
        """
        |MINESWEEPER     5/14|
        |  4 New custom game |
        |> 5 Continue    2:41|
        |  6 Daily           |
        |Your Expert game is |
        |waiting.            |
        |Enter choose  H help|
        """
    )


def test_a_game_that_waits_is_offered_with_its_time_and_mines() -> None:
    model = with_kept_game(menu())
    rows = rows_of(model)
    assert rows[10] == "   ▌ 5  Continue          Expert normal, 2:41 played, 99 mines left"
    assert rows[11:13] == ["     6  Daily", "     7  Replays"]
    assert rows[16] == "     8  Keybindings"
    assert rows[22] == " Your Expert game is waiting."


def test_large_terminals_get_a_block_in_the_middle_with_room_between_its_lines() -> None:
    rows = rows_of(menu(200, 60))
    used = [number for number, row in enumerate(rows[:-2]) if row]
    assert used[0] >= 10
    assert 60 - used[-1] >= 12
    assert all(later - earlier >= 2 for earlier, later in pairwise(used[5:]))
    assert all(len(row) - len(row.lstrip()) >= 55 for row in rows[:-2] if row)
    assert all(len(row) <= 145 for row in rows)


def test_the_logo_has_the_colours_of_the_numbers_on_the_shades_of_tiles() -> None:
    frame = render(menu())
    assert [frame.style_at(1, 9 + 5 * index) for index in range(13)] == [
        "flag on hidden",
        *(f"n{index % 8 + 1} on hidden{'' if index % 2 else '.odd'}" for index in range(11)),
        "text on hidden",
    ]


@pytest.mark.parametrize("looks", [ASCII, Looks(colours=16), Looks(frame_set="ascii")])
def test_where_key_caps_cant_be_drawn_the_logo_is_a_line(looks: Looks) -> None:
    assert "M I N E S W E E P E R" in text_of(menu(looks=looks))
    assert "▗" not in text_of(menu(looks=looks))
    assert style_of(menu(looks=ASCII), "M I N E") == "title"


def test_where_rows_are_short_blank_ones_go_first_then_the_caps_then_the_headings() -> None:
    shown = [text_of(menu(80, rows)).split("\n") for rows in (22, 21, 19, 17, 16)]
    assert [rows[0].strip()[:1] for rows in shown] == ["▗", "▗", "⚑", "⚑", "⚑"]
    assert [any(not row for row in rows[: rows.index("     Q  Quit")]) for rows in shown[:-1]] == [True, *[False] * 3]
    assert [any("board   mines" in row for row in rows) for rows in shown] == [True, True, True, False, False]
    assert all(any("Quit" in row for row in rows) for rows in shown[:-1])


def test_the_selected_row_is_raised_over_its_whole_width_with_mark_and_key_in_the_cursors_colour() -> None:
    frame = render(menu())
    assert {frame.style_at(7, col) for col in (3, 4, 5)} == {"mark on selected"}
    assert {frame.style_at(7, col) for col in range(6, 77)} == {"selected"}
    assert frame.style_at(8, 5) == "key"
    assert {frame.style_at(8, col) for col in (3, 4, *range(6, 42), *range(56, 77))} == {"text"}


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 18), (200, 60)])
def test_a_click_on_a_switch_turns_it(size: tuple[int, int]) -> None:
    model = click_text(menu(*size), "Boards")
    assert model.settings.text("boards") == "no-guess"
    assert "no-guess" in text_of(model)
    model = click_text(model, "Single")
    assert model.settings.text("assist") == "dual"
    assert "Dual" in text_of(model)


def test_switches_and_hints_tell_what_is_switched_on_at_every_size() -> None:
    for rows in (12, 13, 16, 24, 60):
        for cols in (60, 80, 200):
            shown = text_of(press(menu(cols, rows), "right", "down"))
            assert "no-guess" in shown, (cols, rows)


def test_items_without_a_feature_are_not_shown_and_their_keys_are_dead() -> None:
    model = menu()
    assert "Continue" not in text_of(model)
    assert top_menu(press(model, "5")) == top_menu(model)._replace(used=True)


@pytest.mark.parametrize(("key", "name"), [("1", "beginner"), ("2", "intermediate"), ("3", "expert")])
def test_a_digit_starts_its_level(key: str, name: str) -> None:
    session = state_of(press(menu(), key)).session
    assert session.name == name
    assert session.spec == CALM.presets[name]
    assert not session.known


def test_levels_follow_the_settings() -> None:
    settings = CALM._replace(presets={**CALM.presets, "beginner": BoardSpec(8, 8, 7)})
    model = menu()._replace(settings=settings)
    assert "8x8         7   difficulty" in text_of(model)
    assert state_of(press(model, "1")).session.spec == BoardSpec(8, 8, 7)


@pytest.mark.parametrize(
    ("keys", "name"), [("enter", "beginner"), ("down enter", "intermediate"), ("s s space", "expert")]
)
def test_arrows_or_letters_and_enter_choose(keys: str, name: str) -> None:
    assert state_of(press(menu(), *keys.split())).session.name == name


def test_the_other_items_open_their_screens() -> None:
    assert isinstance(press(menu(), "4").top, CustomScreen)
    assert isinstance(press(menu(), "h").top, HelpScreen)
    assert isinstance(press(menu(), "?").top, HelpScreen)
    assert isinstance(press(menu(), "8").top, BindingsScreen)
    assert isinstance(press(menu(), "0").top, SettingsScreen)
    assert press(menu(), "q").exit_status == 0


def test_help_leads_back_to_the_same_item() -> None:
    model = press(menu(), "down", "down", "h", "esc")
    assert top_menu(model).selected is Action.HELP


def test_up_from_the_first_item_leads_to_the_last_and_back() -> None:
    model = press(menu(), "up")
    assert top_menu(model).selected is Action.QUIT
    assert top_menu(press(model, "down")).selected is Action.PLAY_BEGINNER
    assert top_menu(press(model, "home")).selected is Action.PLAY_BEGINNER
    assert top_menu(press(menu(), "end")).selected is Action.QUIT


def test_escape_goes_to_quit_but_does_not_quit() -> None:
    model = press(menu(), "esc")
    assert top_menu(model).selected is Action.QUIT
    assert model.exit_status is None


@pytest.mark.parametrize("size", [(20, 7), (40, 12), (80, 24), (200, 60)])
def test_a_click_on_an_item_acts(size: tuple[int, int]) -> None:
    model = menu(*size)
    assert state_of(click_text(model, "Expert")).session.name == "expert"
    assert isinstance(click_text(model, "New custom").top, CustomScreen)
    assert isinstance(click_text(press(model, "end"), "H  Help" if size[0] >= 80 else "Help").top, HelpScreen)


def test_a_click_on_a_hint_acts_and_beside_everything_it_does_not() -> None:
    model = menu().with_top(open_menu()._replace(used=True))
    assert isinstance(click_text(model, "H help").top, HelpScreen)
    assert click_text(model, "Q quit").exit_status == 0
    assert click_text(menu(100, 24), "S down").top == top_menu(model)._replace(selected=Action.PLAY_INTERMEDIATE)
    assert handle(model, Mouse("press", "left", 22, 40)) == model
    assert handle(model, Mouse("press", "left", 9, 1)) == model
    assert handle(model, Mouse("press", "right", 9, 30)) == model


def test_the_wheel_moves_and_stops_at_the_ends() -> None:
    model = wheel(menu(), "down")
    assert top_menu(model).selected is Action.PLAY_INTERMEDIATE
    assert top_menu(wheel(wheel(model, "up"), "up")).selected is Action.PLAY_BEGINNER
    for _ in range(20):
        model = wheel(model, "down")
    assert top_menu(model).selected is Action.QUIT


def test_continue_brings_the_game_back_as_it_was() -> None:
    model = press(menu(), "1", "enter", "right", "f")
    before = state_of(model)
    model = press(model, "x", "m")
    assert model.screens == (model.top,)
    assert top_menu(model).selected is Action.CONTINUE
    model = press(model, "5")
    after = state_of(model)
    assert (after.session, after.cursor) == (before.session, before.cursor)
    assert isinstance(model.top, GameScreen)
    assert not model.screens[0].keeps_game()


def test_time_does_not_pass_for_the_game_that_waits() -> None:
    model = with_kept_game(menu())
    assert state_of(press(tick(model, 500), "enter")).session.elapsed == 161.5


def test_a_game_that_waits_fits_the_terminal_when_it_comes_back() -> None:
    model = press(with_kept_game(menu(200, 60)), "home")
    model = press(resize(model, 7, 20), "5")
    row, col = state_of(model).cursor
    view = state_of(model).looks.view
    assert 0 <= row - view.row < 5
    assert 0 <= col - view.col < 9
    text_of(model)


def test_a_second_game_that_is_left_waits_beside_the_first() -> None:
    model = with_kept_game(with_kept_game(menu(), "3"), "1")
    assert rows_of(model)[22] == " Your Beginner game is waiting, and 1 other."
    assert rows_of(model)[10].endswith("Beginner normal, 2:41 played, 10 mines left; 1 of 2")
    assert state_of(press(model, "5", "enter")).session.name == "beginner"
    expert = press(model, "5", "down", "enter")
    assert state_of(expert).session.name == "expert"
    assert state_of(press(expert, "x", "m", "5", "down", "enter")).session.name == "beginner"


def test_a_finished_game_is_not_kept_and_its_level_is_selected() -> None:
    model = press(menu(), "2", "enter", "x", "b", "b")
    model = press(tick(model, 1), "m")
    assert not top_menu(model).keeps_game()
    assert top_menu(model).selected is Action.PLAY_INTERMEDIATE
    assert "Continue" not in text_of(model)


def test_quitting_asks_nothing_because_a_game_that_waits_is_kept() -> None:
    assert press(with_kept_game(menu()), "q").exit_status == 0
    assert click_text(with_kept_game(menu()), "Q  Quit").exit_status == 0


def full_disk(model: Model) -> Model:
    """The model when nothing can be saved."""
    return model._replace(shelf=Shelf(problem="Games are not saved: the disk is full."))


def test_quitting_with_a_game_that_cant_be_kept_asks_once() -> None:
    model = press(full_disk(with_kept_game(menu())), "q")
    assert model.exit_status is None
    assert "Your game can't be saved. Games are not saved: the disk is full." in text_of(model)
    assert style_of(model, "Quit? Your") == "bad"
    assert press(model, "q").exit_status == 0
    assert press(model, "ctrl+c").exit_status == 0
    stays = press(model, "down")
    assert stays.exit_status is None
    assert top_menu(stays).keeps_game()
    assert "Quit? Your" not in text_of(stays)
    assert press(stays, "q").exit_status is None


def test_quitting_by_mouse_asks_too() -> None:
    model = click_text(full_disk(with_kept_game(menu())), "Q  Quit")
    assert model.exit_status is None
    assert click_text(model, "Q  Quit").exit_status == 0
    assert click_text(model, "Beginner").exit_status is None
    assert isinstance(click_text(model, "Beginner").top, MenuScreen)


def test_a_problem_is_shown_until_a_key_is_pressed() -> None:
    model = menu(80, 24, "settings.json: no such theme")
    assert rows_of(model)[22] == " settings.json: no such theme"
    assert style_of(model, "settings.json") == "bad"
    model = press(model, "down")
    assert rows_of(model)[22] == ""
    assert top_menu(model).selected is Action.PLAY_INTERMEDIATE


def test_of_several_problems_the_first_is_shown_and_how_many_there_are() -> None:
    shown = rows_of(menu(80, 24, "A.", "B.", "C."))[22]
    assert shown == " 1 of 3 problems: A. 'minesweeper settings' lists them."
    model = menu(20, 7, "settings.json is not JSON.", "B.", looks=ASCII)
    assert framed(model) == trimmed(
        """
        |MINESWEEPER     1/13|
        |> 1 Beginner        |
        |  2 Intermediate    |
        |1 of 2 problems:    |
        |settings.json is not|
        |JSON. 'minesweeper  |
        |settings' lists..   |
        """
    )
    assert rows_of(press(model, "down"))[5:] == ["settings' lists", "them."]


def test_a_problem_that_is_longer_than_the_room_ends_in_dots() -> None:
    rows = rows_of(menu(20, 7, "word " * 99, looks=ASCII))
    assert rows[1].startswith("> 1 Beginner")
    assert rows[6].endswith("..")


def test_the_menu_names_the_keys_that_are_in_force() -> None:
    keymap, problems = make_keymap({"menu": {"play-expert": ("i",), "help": ("f1",)}})
    assert problems == []
    model = menu()._replace(keymap=keymap)
    rows = rows_of(model)
    assert rows[9].startswith("     I   Expert ")
    assert "     F1  Help" in rows
    assert state_of(press(model, "i")).session.name == "expert"
    assert press(model, "3") == model


def test_without_room_descriptions_go_first() -> None:
    assert [row.strip() for row in rows_of(menu(57, 17))[2:4]] == [
        "▌ 1  Beginner          9x9      10 mines",
        "2  Intermediate      16x16    40 mines",
    ]
    assert "difficulty 2.0" in text_of(menu(66, 15))
    assert rows_of(menu(24, 9))[1:3] == ["▌ 1 Beginner         9x9", "  2 Intermediate   16x16"]
    shown = [text_of(shelved(menu(cols, 24))) for cols in (80, 72, 66, 60, 54, 46)]
    for text, kept in (("▰", 1), ("streak", 3), ("won", 4), ("0:39.500", 5), ("16x16", 6)):
        assert [text in found for found in shown] == [True] * kept + [False] * (6 - kept), text


def test_the_menu_of_every_size_shows_the_selected_item_beside_any_message() -> None:
    for message in ("", "problem " * 4, "problem " * 20):
        for selected in top_menu(menu()).items:
            screen = MenuScreen(selected, message=say(message))
            for rows in (7, 8, 11, 12, 13, 14, 23, 24, 29, 30, 40, 60):
                for cols in (20, 39, 40, 79, 80, 200):
                    shown = rows_of(menu(cols, rows).with_top(screen))
                    assert sum(row.lstrip()[:1] == "▌" for row in shown) == 1, (cols, rows, selected)


@given(SIZES, steps(KEYS))
def test_every_frame_fits_whatever_happens(size: tuple[int, int], script: list[Step]) -> None:
    wander(menu(size[1], size[0], "a problem that takes some room to be told"), script)


@given(SIZES, steps(KEYS))
def test_every_frame_fits_with_a_game_that_waits(size: tuple[int, int], script: list[Step]) -> None:
    wander(with_kept_game(menu(size[1], size[0], looks=ASCII), "2"), script)


def test_all_keys_of_the_menu_do_something() -> None:
    keymap, _ = make_keymap()
    start = press(with_kept_game(menu()), "down")
    for action in keymap.bindings[Context.MENU]:
        if action is not Action.REDRAW:
            for key in keymap.keys(Context.MENU, action):
                assert handle(start, Key(key)) != start, key


def test_left_and_right_change_the_kind_of_boards_and_games_follow() -> None:
    model = press(menu(), "right")
    assert model.settings.text("boards") == "no-guess"
    assert "finished by logic alone" in text_of(model)
    started = press(model, "1")
    assert state_of(started).session.boards == "no-guess"
    assert press(model, "left").settings.text("boards") == "normal"


def test_f2_changes_the_assistant_level_and_games_follow() -> None:
    model = press(menu(), "f2")
    assert "Assist level what-if: the flag key also tries a mine" in text_of(model)
    assert "Help < Dual >  proposals" in text_of(model)
    assert SaveSettings({"assist": "dual"}) in model.effects
    assert press(model, "1").settings.text("assist") == "dual"
    assert press(model, "f2").settings.text("assist") == "intelligent"
    assert press(model, "f2", "f2").settings.text("assist") == "single"
