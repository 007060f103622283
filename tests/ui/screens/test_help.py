"""The help: it names the keys that the player has bound, can be searched, and leads back to the same place."""

from __future__ import annotations

import pytest

from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import Keymap, make_keymap
from minesweeper.ui.base.model import Model, render
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.screens.bindings import vim_keymap
from minesweeper.ui.screens.help import Entry, HelpPart, HelpScreen, help_entries, open_help
from minesweeper.ui.widgets.header import GameHeader
from tests.ui.driving import CALM, board, menu, page_rows, press, rows_of, text_of
from tests.ui.watching import click_text, style_of


def first_of(context: Context = Context.GAME, cols: int = 80, rows: int = 24) -> Model:
    """The first page of the help over the menu."""
    return open_help(menu(cols, rows), context)


def help_of(cols: int = 80, rows: int = 24) -> Model:
    """The whole help over the menu."""
    return first_of(cols=cols, rows=rows).with_top(HelpScreen(Context.GAME, HelpPart.ALL))


FIRST_80 = """
 0|    Help
 2|    Open every safe cell. Open a mine and you lose. A number is how many of
 3|    its eight neighbours are mines.
 5|    WASD or arrows  move
 6|    Space           open; a number with all its flags opens its neighbours
 7|    F               flag
 8|    T               tip: a safe move, and why
 9|    Z               undo
11|    K               simple solver: one move
12|    J               simple solver: all moves
13|    Shift+K         smart solver: one move
14|    Shift+J         smart solver: all moves
16|    V               show safe cells, then odds
17|    G               best guess
18|    Esc             pause
19|    Mouse           left opens, right flags, middle or left+right: chord
21|    1 all keys  2 symbols  3 words  4 rules  5 this screen  / search
23|                                    Esc back
"""


class TestFirstPage:
    def test_the_first_page_of_the_help_shows_how_to_play_at_80x24(self) -> None:
        rows = [f"{number:2}|{row}" for number, row in enumerate(page_rows(first_of())) if row]
        assert rows == FIRST_80.strip("\n").split("\n")
        assert style_of(first_of(), "WASD or arrows") == "key"

    def test_the_help_at_20x7_shows_the_most_important_keys(self) -> None:
        text = " ".join(text_of(first_of(cols=20, rows=7)).split())
        for key, word in {"Space": "open", "F": "flag", "T": "tip", "Z": "undo"}.items():
            assert f" {key} {word}" in f" {text}"
        for key in ("K", "J", "Shift+K", "Shift+J", "WASD"):
            assert f" {key} " in f" {text}"

    def test_the_first_page_of_the_help_doesnt_scroll_at_80x24(self) -> None:
        assert press(first_of(), "pgdn") == first_of()

    @pytest.mark.parametrize("context", Context)
    def test_the_help_begins_with_how_to_play_in_the_menu_and_in_games(self, context: Context) -> None:
        model = first_of(context, cols=120, rows=60)
        is_played = context.value in ("menu", "game", "paused", "over", "bot")
        begins = "What counts" if context in (Context.LESSON, Context.LESSONS) else context.heading
        first = rows_of(model)[screen_of(model).page(model).top].strip("│ ")
        assert first.startswith("Open every safe cell" if is_played else begins)
        assert "4 rules" in text_of(model)

    @pytest.mark.parametrize(
        ("key", "heading"), [("1", "Menu"), ("2", "Symbols"), ("3", "Words"), ("4", "Rules"), ("5", "Menu")]
    )
    def test_digits_lead_from_the_first_page_of_the_help_to_its_parts(self, key: str, heading: str) -> None:
        model = first_of(Context.MENU, 20, 7)
        part = press(model, key)
        assert heading in text_of(part)
        assert press(part, "esc") == model
        assert press(part, "1", "esc") == model, "Esc leads from any part to the first page"
        end = press(model, "end")
        assert click_text(end, f"{key} ").top == part.top

    def test_a_search_on_the_first_page_covers_the_whole_help(self) -> None:
        model = first_of()
        result = press(model, "/", *"efficiency", "enter")
        assert screen_of(result).part is HelpPart.ALL
        assert "3BV divided by the number of clicks" in text_of(result)
        assert screen_of(press(result, "esc")).part is HelpPart.FIRST


def screen_of(model: Model) -> HelpScreen:
    """The help, which must be on top."""
    assert isinstance(model.top, HelpScreen)
    return model.top


def entries_of(context: Context, keymap: Keymap | None = None, settings: Settings = CALM) -> list[Entry]:
    """The entries of the help."""
    return help_entries(context, keymap or make_keymap()[0], settings, TerminalLooks())


def whole_text(model: Model) -> str:
    """The text of all pages of the help, one after the other."""
    texts = []
    model = press(model, "home")
    while True:
        texts.append(text_of(model))
        after = press(model, "pgdn")
        if after == model:
            return "\n".join(texts)
        model = after


@pytest.mark.parametrize("cols", [20, 80])
def test_every_word_of_the_help_is_shown_at_every_width(cols: int) -> None:
    shown = whole_text(help_of(cols=cols, rows=60)).split()
    for entry in entries_of(Context.GAME):
        for word in f"{entry.sign} {entry.text}".split():
            assert word in shown or len(word) > cols, entry


@pytest.mark.parametrize("item", ["0", "b"])
def test_the_help_says_how_far_page_down_goes_in_a_list(item: str) -> None:
    model = press(menu(), item)
    meaning = next(entry.text for entry in entries_of(model.top.context) if entry.actions == (Action.PAGE_DOWN,))
    assert (meaning == "go to the last entry") == (press(model, "pgdn") == press(model, "end"))


def test_the_help_explains_every_word_in_the_edge_of_a_board() -> None:
    session = (
        board(".*", "beginner")
        ._replace(is_known_board=True, board_type="no-guess", was_lost=True)
        .with_assistant("tip")
    )
    header = GameHeader(session, paused=True, reduced=True, click_mode=True, bot=True, unsaved=True)
    signs = {entry.sign.lower() for entry in entries_of(Context.GAME)}
    assert set(header.unusual) <= signs


def test_the_help_names_the_keys_that_the_player_has_bound() -> None:
    keymap, problems = make_keymap({"game": {"flag": ("f8", "f9"), "move-up": ("f7",), "help": ("f1",)}})
    assert problems == []
    model = help_of()._replace(keymap=keymap)
    text = " ".join(text_of(model).split())
    assert "F8 F9 set or remove a flag" in text
    assert "F7 A Left S Down D Right move the cursor" in text
    assert "F8 flag" in " ".join(text_of(first_of()._replace(keymap=keymap)).split())
    assert "HJKL WASD arrows" in text_of(help_of()._replace(keymap=vim_keymap(make_keymap()[0])))


def test_the_help_follows_the_settings_for_flags_and_mouse() -> None:
    changed = Settings({"question_marks": True, "mouse_opens_on": "press"})
    usual, other = ([entry.text for entry in entries_of(Context.GAME, None, each)] for each in (CALM, changed))
    assert "set or remove a flag" in usual
    assert "set a flag, a question mark or nothing, in turn" in other
    assert any("acts when you release" in text for text in usual)
    assert any("acts at once" in text for text in other)


def test_a_search_in_the_help_finds_one_place_after_the_other() -> None:
    model = press(help_of(), "/", *"undo")
    assert page_rows(model)[22] == "    /undo"
    assert page_rows(model)[-1].split() == "Enter search Esc cancel".split()
    assert render(model).cursor == (22, 9)
    result = press(model, "enter")
    assert page_rows(result)[2].split()[:2] == ["Z", "undo"]
    position = page_rows(result)[22].split()
    assert position[:2] == ["1", "of"]
    assert style_of(result, "undo the last move") == "selected"
    again = press(result, "n")
    assert page_rows(again)[22].strip().startswith("2 of")
    for _ in range(int(position[2].rstrip(":")) - 1):
        again = press(again, "n")
    assert again.top == result.top


def test_a_failed_search_in_the_help_doesnt_scroll() -> None:
    before = press(help_of(), "pgdn")
    model = press(before, "/", *"xyzzy", "enter")
    assert page_rows(model)[22].strip() == "Not found: xyzzy"
    assert style_of(model, "Not found") == "bad"
    assert screen_of(model).top == screen_of(before).top
    assert page_rows(press(model, "down"))[22] == ""


def test_letters_typed_into_the_search_of_the_help_run_no_actions() -> None:
    model = press(help_of(), "/", "q", "h", "n", "space", "x")
    assert screen_of(model).typing == "qhn x"
    assert screen_of(press(model, "backspace")).typing == "qhn "
    assert screen_of(press(model, "up")).typing == "qhn x"
    assert screen_of(press(model, "esc")).typing is None
    assert screen_of(press(help_of(), "/", "backspace")).typing is None
    assert press(model, "ctrl+c").exit_status == 0
