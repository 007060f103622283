"""The main menu: its entries, saved games, settings that it changes, and how it looks at every size."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.text import start_notice
from minesweeper.play.assist_level import LEVEL_NAMES
from minesweeper.storage.records import DailyRecord, Group, Record, SavedGame
from minesweeper.ui.autosave_service import AutosaveService
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.base.model import Model, SaveSettings, StoreCache, resize, tick
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.draw.large import large_tile
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.loop import run
from minesweeper.ui.screens import menu as menu_module
from minesweeper.ui.screens.menu import MenuScreen, open_menu
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import say
from tests.tools.fake_terminal import FakeClock, FakeTerminal, Wait
from tests.ui.driving import ASCII, CALM, press, rows_of, state_of, text_of
from tests.ui.watching import click_text, framed, place_of_text, style_of, trimmed


def menu(cols: int = 80, rows: int = 24, *problems: str, looks: TerminalLooks | None = None) -> Model:
    """The menu as the program starts it, for a player who has finished Learn to play."""
    settings = CALM.with_value("learn_row", False)
    return Model(rows, cols, (open_menu(),), settings, looks=looks or TerminalLooks(), notice=start_notice(problems))


def top_menu(model: Model) -> MenuScreen:
    """The menu, which must be on top."""
    assert isinstance(model.top, MenuScreen)
    return model.top


def shelved(model: Model) -> Model:
    """The model after the database was read. The player has good Beginner results, but no Expert win yet."""
    records = {
        Group("beginner", "normal", board="9x9/10"): Record(12, 10, 2, 4, 5, 39_500),
        Group("intermediate", "normal", board="16x16/40"): Record(12, 5, 7, 0, 2, 122_224),
        Group("expert", "normal", board="30x16/99"): Record(14, 0, 13, 0, 0, None),
    }
    return model.with_cache(StoreCache(records, replays=26, daily=DailyRecord(date(2026, 11, 16))))


def with_kept_game(model: Model, level: str = "3") -> Model:
    """Starts a game, leaves it and returns to the menu."""
    model = press(model, level, "enter")
    assert state_of(model).is_running
    return press(tick(model, 161.5), "x", "m")


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
def test_menu_entries_keep_their_places_when_saved_games_are_read(size: tuple[int, int]) -> None:
    for last in ("beginner", "expert", "custom"):
        settings = CALM.with_value("last_board", last).with_value("learn_row", size == (80, 24))
        before = menu(*size)._replace(screens=(open_menu(settings),))
        games = (SavedGame("a", name="expert", board="30x16/99"), SavedGame("b", name="expert", board="30x16/99"))
        for waiting in ((), games):
            after = before.with_cache(shelved(before).cache._replace(waiting=waiting))
            assert top_menu(after).selected is (Action.CONTINUE if waiting else top_menu(before).selected)
            early, late = places_of_items(before), places_of_items(after)
            assert early.items() <= late.items()
            assert set(late.values()) - set(early.values()) <= {Action.CONTINUE}


def places_of_items(model: Model) -> dict[tuple[int, int], Action]:
    """The menu entry that a click on each place would choose."""
    page = top_menu(model).page(model)
    targets = {(row, col): page.target_at(row, col) for row in range(model.rows) for col in range(model.cols)}
    return {place: target for place, target in targets.items() if isinstance(target, Action)}


def test_a_click_on_the_menu_acts_on_the_entry_that_was_painted(tmp_path: Path) -> None:
    """The loop paints a frame, reads the database, and only then handles the click."""
    first = AutosaveService(tmp_path)
    model = with_kept_game(first.begin(menu()))
    first.watch(model, 0.0)
    first.save_now(model)
    first.close()
    row, col = place_of_text(menu(), "Beginner")
    terminal = FakeTerminal(24, 80, [Mouse("press", "left", row, col), Wait(0.5)])
    autosave = AutosaveService(tmp_path)
    run(menu(), terminal, clock=FakeClock(), services=lambda: [autosave])
    assert "Lessons" in terminal.frames[0].text()
    assert "saved game" not in terminal.frames[0].text()
    assert "Beginner" in terminal.text
    assert "Lessons" not in terminal.text


def test_the_menu_at_40x12_shows_all_of_its_entries() -> None:
    assert framed(with_kept_game(shelved(menu(40, 12, looks=ASCII)))) == trimmed(
        """
        |      F  M I N E S W E E P E R  *       |
        |  1  Beginner       9x9     0:39.500    |
        |  2  Intermediate   16x16   2:02.224    |
        |  3  Expert         30x16               |
        |  4  Custom         36x18               |
        |> 5  Continue       Expert, 2:41 played |
        |  6  Daily          16 Nov              |
        |  M  Board type     < random >          |
        |  T  Lessons   E  Analysis    B  Bot    |
        |  7  Replays   9  Statistics  8  Keys   |
        |  0  Settings  H  Help        Q  Quit   |
        |      Enter choose  H help  Q quit      |
        """
    )


@pytest.mark.parametrize("looks", [ASCII, TerminalLooks(colours=16), TerminalLooks(frame_set="ascii")])
def test_without_block_characters_the_name_in_the_menu_is_one_line(looks: TerminalLooks) -> None:
    assert "M I N E S W E E P E R" in text_of(menu(looks=looks))
    assert "▄" not in text_of(menu(looks=looks))
    assert style_of(menu(looks=ASCII), "M I N E") == "title"


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_a_click_on_the_board_type_in_the_menu_changes_it(size: tuple[int, int]) -> None:
    model = click_text(menu(*size), "Board type")
    assert model.settings.text("boards") == "no-guess"
    assert "Board type     ‹ no-guess ›" in text_of(model)
    assert click_text(model, "no-guess").settings.text("boards") == "fair"


def test_presets_in_the_menu_have_the_sizes_of_the_settings() -> None:
    settings = CALM._replace(presets={**CALM.presets, "beginner": BoardSpec(8, 8, 7)})
    model = menu()._replace(settings=settings)
    assert "8x8       7 mines" in text_of(model)
    assert state_of(press(model, "1")).session.spec == BoardSpec(8, 8, 7)


def test_up_from_the_first_entry_of_the_menu_leads_to_the_last() -> None:
    model = press(menu(), "up")
    assert top_menu(model).selected is Action.QUIT
    assert top_menu(press(model, "down")).selected is Action.PLAY_BEGINNER
    assert top_menu(press(model, "home")).selected is Action.PLAY_BEGINNER
    assert top_menu(press(menu(), "end")).selected is Action.QUIT


def test_esc_in_the_menu_selects_quit_without_quitting() -> None:
    model = press(menu(), "esc")
    assert top_menu(model).selected is Action.QUIT
    assert model.exit_status is None


def test_continue_restores_the_session_and_its_cursor() -> None:
    model = press(menu(), "1", "enter", "right", "f")
    before = state_of(model)
    model = press(model, "x", "m")
    assert model.screens == (model.top,)
    assert top_menu(model).selected is Action.CONTINUE
    model = press(model, "5")
    after = state_of(model)
    assert (after.session, after.cursor) == (before.session, before.cursor)
    assert isinstance(model.top, GameScreen)
    menu_below = model.screens[0]
    assert isinstance(menu_below, MenuScreen)
    assert not menu_below.has_running_game()


def test_a_continued_game_fits_a_terminal_that_has_shrunk() -> None:
    model = press(with_kept_game(menu(200, 60)), "home")
    model = press(resize(model, 7, 20), "5")
    row, col = state_of(model).cursor
    view = state_of(model).looks.view
    assert 0 <= row - view.row < 5
    assert 0 <= col - view.col < 9
    text_of(model)


def test_two_games_that_were_left_can_both_be_continued() -> None:
    model = with_kept_game(with_kept_game(menu(), "3"), "1")
    assert "5  Continue       Beginner, 2:41 played, 2 saved games" in text_of(model)
    assert state_of(press(model, "5", "enter")).session.preset == "beginner"
    expert = press(model, "5", "down", "enter")
    assert state_of(expert).session.preset == "expert"
    assert state_of(press(expert, "x", "m", "5", "down", "enter")).session.preset == "beginner"


def test_the_menu_after_a_finished_game_selects_its_preset() -> None:
    model = press(menu(), "2", "enter", "x", "delete", "y")
    model = press(tick(model, 1), "m")
    assert not top_menu(model).has_running_game()
    assert top_menu(model).selected is Action.PLAY_INTERMEDIATE
    assert Action.CONTINUE not in top_menu(model).targets


def full_disk(model: Model) -> Model:
    """The model of a program that can't save anything."""
    return model._replace(cache=StoreCache(problem="Games are not saved: the disk is full."))


def test_quitting_asks_once_if_a_game_cant_be_saved() -> None:
    model = press(full_disk(with_kept_game(menu())), "q")
    assert model.exit_status is None
    assert "Your game can't be saved. Games are not saved: the disk is full." in text_of(model)
    assert style_of(model, "Quit? Your") == "bad"
    assert press(model, "y").exit_status == 0
    assert press(model, "ctrl+c").exit_status == 0
    assert press(model, "q").exit_status is None
    stays = press(model, "down")
    assert stays.exit_status is None
    assert top_menu(stays).has_running_game()
    assert "Quit? Your" not in text_of(stays)
    assert press(stays, "q").exit_status is None


def test_the_menu_shows_the_first_problem_and_how_many_there_are() -> None:
    shown = rows_of(menu(80, 24, "A.", "B.", "C."))[22]
    assert shown == " 1 of 3 problems: A. 'minesweeper settings' lists them."


def test_the_menu_names_the_keys_that_the_player_has_bound() -> None:
    keymap, problems = make_keymap({"menu": {"play-expert": ("i",), "help": ("f1",)}})
    assert problems == []
    model = menu()._replace(keymap=keymap)
    rows = rows_of(model)
    assert any(row.startswith("            I  Expert ") for row in rows)
    assert "F1 help" in rows[-1]
    assert state_of(press(model, "i")).session.preset == "expert"
    assert press(model, "3") == model


def test_the_menu_omits_mine_totals_without_room_for_them() -> None:
    shown = [text_of(shelved(menu(cols, 24))) for cols in (80, 50, 44)]
    assert ["10 mines" in text for text in shown] == [True, True, False]
    assert all("0:39.500" in text and "16x16" in text for text in shown)


def test_the_menu_shows_the_selected_entry_beside_any_message() -> None:
    for message in ("", "problem " * 20):
        for selected in top_menu(menu()).targets:
            screen = MenuScreen(selected, message=say(message))
            for cols, rows in ((20, 7), (40, 12), (80, 14), (80, 24)):
                shown = text_of(menu(cols, rows, looks=TerminalLooks(colours=16)).with_top(screen))
                assert len(re.findall(r"▌|\[[A-Z0-9] ", shown)) == 1, (cols, rows, selected)


def test_left_and_right_in_the_menu_change_the_board_type_of_games() -> None:
    model = press(menu(), "right")
    assert model.settings.text("boards") == "no-guess"
    assert "No-guess: solvable by logic." in text_of(model)
    assert state_of(press(model, "1")).session.board_type == "no-guess"
    for key in ("left", "a"):
        assert press(model, key).settings.text("boards") == "normal"
    for key in ("right", "d", "m"):
        assert press(model, key).settings.text("boards") == "fair"
    assert press(model, "m", "m").settings.text("boards") == "normal"


def test_left_and_right_walk_through_the_entries_of_other_screens() -> None:
    boards = press(menu(), *["down"] * 5)
    assert top_menu(boards).selected is Action.BOARDS
    types = [press(boards, key).settings.text("boards") for key in ("right", "left", "enter")]
    assert types == ["no-guess", "fair", "no-guess"]
    assert "Enter change" in text_of(boards)
    lessons = press(boards, "down")
    assert top_menu(press(lessons, "left")).selected is Action.LESSONS
    assert top_menu(press(lessons, *["d"] * 3)).selected is Action.REPLAYS
    assert top_menu(press(lessons, *["right"] * 20)).selected is Action.QUIT
    assert press(lessons, "right").settings == boards.settings


def test_up_and_down_move_by_rows_through_the_entries_of_the_menu() -> None:
    model, seen = press(menu(), *["down"] * 5), []
    for key in ("down", "right", "down", "down", "up", "up", "up", "end", "up", "end", "down"):
        model = press(model, key)
        seen.append(top_menu(model).selected)
    walked = [Action.LESSONS, Action.ANALYSE, Action.STATISTICS, Action.HELP, Action.STATISTICS, Action.ANALYSE]
    assert seen == [*walked, Action.BOARDS, Action.QUIT, Action.KEYBINDINGS, Action.QUIT, Action.PLAY_BEGINNER]


def test_f2_in_the_menu_changes_the_assist_level_of_games() -> None:
    model = press(menu(), "f2")
    assert "Assist level what-if: the flag key" in text_of(model)
    assert SaveSettings({"assist": "dual", "custom_assist": "dual"}) in model.effects
    assert press(model, "1").settings.text("assist") == "dual"
    assert [press(menu(), *["f2"] * turns).settings.text("assist") for turns in range(3)] == list(LEVEL_NAMES)
    assert "Assist level" not in text_of(menu())


@pytest.mark.parametrize("size", [(20, 7), (40, 12), (80, 24)])
def test_every_entry_of_the_menu_shows_its_key(size: tuple[int, int]) -> None:
    model = with_kept_game(Model(size[1], size[0], (open_menu(CALM),), CALM))
    names = "Beginner Intermediate Expert Custom Continue Daily Replays Keys Statistics Settings".split()
    named = {**dict(zip("1234567890", names, strict=True)), "N": "Learn to play", "M": "Board", "T": "Lessons"}
    named |= {"E": "Analysis", "B": "Bot", "H": "Help", "Q": "Quit"}
    texts = [text_of(press(model, "home", *["down"] * step)) for step in range(len(named))]
    for key, name in named.items():
        assert any(re.search(rf"(^|[ \[▌]){key} +{name}", text, re.MULTILINE) for text in texts), (key, name)


@pytest.mark.parametrize("size", [(20, 7), (40, 12), (80, 24)])
def test_the_menu_has_room_for_the_name_of_any_board_type(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any name fits that isn't longer than the longest one of today."""
    third = menu_module._BOARD_TYPES._replace(choices=("normal", "no-guess", "x"), names={"x": "W" * len("no-guess")})
    for value in third.choices:
        monkeypatch.setattr(menu_module, "_BOARD_TYPES", third._replace(notes=dict.fromkeys(third.choices, "its note")))
        model = menu(*size)._replace(settings=CALM._replace(values={**CALM.values, "boards": value}))
        shown = text_of(press(model, *["down"] * 5))
        assert third.word(value).lower() in shown
        assert len(rows_of(model)) == size[1]


def test_the_name_in_the_menu_is_as_large_as_the_terminal_allows() -> None:
    heights = {
        (cols, rows): sum("█" in row for row in rows_of(menu(cols, rows)))
        for cols, rows in ((200, 60), (100, 36), (99, 36), (100, 35), (80, 24), (60, 18), (40, 12))
    }
    assert heights == {(200, 60): 3, (100, 36): 3, (99, 36): 2, (100, 35): 2, (80, 24): 2, (60, 18): 2, (40, 12): 0}


def test_the_name_in_the_menu_shows_its_letters_in_6x3_tiles() -> None:
    rows = rows_of(menu(100, 36))
    top = next(number for number, row in enumerate(rows) if "▄▄▄▄▄▄▄▄" in row)
    assert "\n".join(f"|{row.strip()}|" for row in rows[top + 1 : top + 4]) == trimmed(
        """
        |█ ▐█▄ █▄▀▄▀▄█ ▀█▀ █ █▖█ █ █▀▀ █ ▟▀▀ ██   ██ █▀▀ █ █▀▀ █ █▀▙ █ █▀▀ █ █▀▙ █ ▄█▄ █|
        |█ ▐▀  ██ ▀ ██  █  █ █▜█ █ █▀  █ ▝▀▙ ██ █ ██ █▀  █ █▀  █ █▀▘ █ █▀  █ █▜▌ █▝▙██▘█|
        |█▄▀▀▄▄█▀▄▄▄▀█▄▀▀▀▄█▄▀▄▀▄█▄▀▀▀▄█▄▀▀▄▄█▄▀▄▀▄█▄▀▀▀▄█▄▀▀▀▄█▄▀▄▄▄█▄▀▀▀▄█▄▀▄▀▄█▄▄▀▄▄█|
        """
    )


def test_small_tiles_of_the_name_look_like_those_of_boards() -> None:
    for sign in "M⚑":
        assert menu_module._small_tile(sign, "n1 on hidden") == large_tile((f" {sign}", "n1 on hidden"), 2, 4)


def test_continue_is_dimmed_and_explained_without_a_saved_game() -> None:
    model = menu().with_cache(StoreCache(replays=0))
    assert "5  Continue       no saved game" in text_of(model)
    assert style_of(model, "Continue") == "text.dim"
    assert "No game is saved." in text_of(press(model, "5"))
    assert "no saved game" not in text_of(menu()), "the database hasn't been read"


def test_the_menu_offers_learn_to_play_until_it_is_finished() -> None:
    model = Model(24, 80, (open_menu(CALM),), CALM)
    won = Record(1, 1, 0, 1, 1, 39_500)
    played = StoreCache({Group("beginner", "normal", board="9x9/10"): won}, replays=1, waiting=(SavedGame("a"),))
    assert "N  Learn to play" in text_of(model.with_cache(played))
    assert "N  Learn to play" in text_of(press(model, "n", "esc")), "leaving Learn to play doesn't finish it"
    assert "N  Learn to play" not in text_of(model.with_settings(CALM.with_value("learn_row", False), "learn_row"))


def test_the_learn_to_play_entry_is_never_cut_at_40x12() -> None:
    new = Model(12, 40, (open_menu(CALM),), CALM).with_cache(StoreCache(replays=0))
    offer = next(row for row in rows_of(new) if "Learn to play" in row)
    assert offer.strip() == "N  Learn to play  five short steps"
