"""The help: a line for every key that is in force, scrolled, searched, and left for the same place."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from minesweeper.core.specs import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import Keymap, key_label, make_keymap
from minesweeper.ui.base.model import Model, handle, render, resize
from minesweeper.ui.base.shelf import Shelf
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.game.screen import GameScreen, open_game
from minesweeper.ui.screens.help import Entry, HelpPart, HelpScreen, help_entries, open_help
from minesweeper.ui.screens.menu import MenuScreen, open_menu
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.status import Status
from tests.ui.driving import ASCII, CALM, board, press, rows_of, text_of
from tests.ui.every_screen import every_screen
from tests.ui.watching import SIZES, Step, click_text, framed, steps, style_of, trimmed, wander, wheel

KEYS = "up down w s j k b pgup pgdn home end space / n q enter backspace esc h f1 a é z 1 2 3 4 5 tab ctrl+l".split()
CONTEXTS = list(Context)


def help_of(
    context: Context = Context.GAME,
    cols: int = 80,
    rows: int = 24,
    looks: Looks | None = None,
    keymap: Keymap | None = None,
) -> Model:
    """A model that shows all of the help over the menu."""
    return first_of(context, cols, rows, looks, keymap).with_top(HelpScreen(context, HelpPart.ALL))


def first_of(
    context: Context = Context.GAME,
    cols: int = 80,
    rows: int = 24,
    looks: Looks | None = None,
    keymap: Keymap | None = None,
) -> Model:
    """A model that shows the first screen of the help over the menu."""
    model = Model(rows, cols, (open_menu(),), CALM, looks=looks or Looks())
    model = model._replace(keymap=keymap) if keymap else model
    return open_help(model, context)


FIRST_80 = """
 0| How to play
 2| GOAL    Open every safe cell; to open a mine loses. A number tells how many
 3|         of the eight cells around it are mines. A flag is your own note that
 4|         there is a mine: it keeps the cell from being opened.
 6| KEYS    Arrows or WASD move   Space opens   F flags
 7|         Space on a number with its flags opens the rest   Esc pauses
 8|         Z takes back
10| MOUSE   left opens   right flags   middle, or both, opens the rest
12| STUCK?  T a tip and why   V safe cells, then odds   G best guess
13|         K, J the simple solver   Shift+K, Shift+J the smart one
15| MORE    1 all keys   2 signs and colours   3 words   4 rules and fair play
16|         5 this screen's keys   / search
23| Esc back  1 all keys  2 signs  3 words  4 rules  5 this screen  / search
"""


class TestFirstScreen:
    def test_it_tells_how_to_play_on_one_screen(self) -> None:
        rows = [f"{number:2}|{row}" for number, row in enumerate(rows_of(first_of())) if row]
        assert rows == FIRST_80.strip("\n").split("\n")
        assert style_of(first_of(), "Arrows or WASD") == "key"

    @pytest.mark.parametrize("context", [context for context in CONTEXTS if context is not Context.ANALYSIS])
    def test_it_is_the_same_from_anywhere_and_whole_from_80x24_on(self, context: Context) -> None:
        assert text_of(first_of(context)) == text_of(first_of())
        model = first_of(context)
        assert press(model, "pgdn") == model

    def test_its_keys_are_those_in_force(self) -> None:
        keymap, problems = make_keymap({"game": {"flag": ("f8",), "undo": ("f9",)}, "reader": {"search": ("f3",)}})
        assert problems == []
        text = text_of(first_of(keymap=keymap))
        assert "F8 flags" in text
        assert "F9 takes back" in text
        assert "F3 search" in text

    @pytest.mark.parametrize(
        ("key", "heading"),
        [("1", "MOVE AND OPEN"), ("2", "SIGNS"), ("3", "WORDS"), ("4", "THE GAME"), ("5", "MENU")],
    )
    def test_all_else_lies_behind_it(self, key: str, heading: str) -> None:
        model = first_of(Context.MENU)
        part = press(model, key)
        assert heading in whole_text(part)
        assert press(part, "esc") == model
        assert press(part, "1", "esc") == model, "parts lie beside each other"
        word = {"1": "all keys", "2": "signs and", "3": "3 words", "4": "rules and", "5": "this screen's"}[key]
        assert click_text(model, word) == part

    def test_each_part_offers_the_others_by_their_digits(self) -> None:
        for part, own in zip("12345", ("all keys", "signs", "words", "rules", "this screen"), strict=True):
            hints = rows_of(press(first_of(), part))[-1]
            assert "/ search" in hints
            assert f"{part} {own}" not in hints
            assert sum(f"{digit} " in hints for digit in "12345") >= 3
            assert screen_of(press(first_of(), part, "3")).part is HelpPart.WORDS

    def test_signs_and_colours_are_explained_and_the_words_of_the_screens(self) -> None:
        signs, words = whole_text(press(first_of(), "2")), whole_text(press(first_of(), "3"))
        assert all(text in signs for text in ("COLOURS", "!⚑", "%3", "the colour of what is safe"))
        assert all(
            word in words
            for word in ("Difficulty", "Adjusted", "Rank", "Counts as", "Survival", "Gamble", "Single", "Intelligent")
        )
        assert "Level " not in words

    @pytest.mark.parametrize("size", [(20, 7), (40, 12)])
    def test_on_small_screens_a_click_leads_there_too(self, size: tuple[int, int]) -> None:
        model = first_of(cols=size[0], rows=size[1])
        for _ in range(40):
            if any(row.startswith(("1 ", " 1 ")) for row in rows_of(model)):
                break
            model = press(model, "down")
        assert screen_of(click_text(model, "all keys")).part is HelpPart.KEYS

    def test_a_search_from_it_goes_through_all_of_the_help(self) -> None:
        model = first_of()
        found = press(model, "/", *"efficiency", "enter")
        assert screen_of(found).part is HelpPart.ALL
        assert "of" in rows_of(found)[22]
        assert "3BV by the clicks" in text_of(found)
        assert screen_of(press(found, "esc")).part is HelpPart.FIRST
        assert "not found: xyzzy" in text_of(press(model, "/", *"xyzzy", "enter"))

    def test_every_action_of_the_table_is_in_some_part(self) -> None:
        keymap, _ = make_keymap()
        for about in CONTEXTS:
            entries = help_entries(about, keymap, CALM, Looks().glyphs, HelpPart.KEYS)
            told = {action for entry in entries for action in entry.actions}
            assert {action for actions in keymap.bindings.values() for action in actions} <= told


def over_a_game(cols: int = 80, rows: int = 24) -> Model:
    """A model that shows the help over a game."""
    model = Model(rows, cols, (open_menu(),), CALM)
    model = open_game(model, new_session(BoardSpec(9, 9, 10), "beginner"))
    return press(model, "right", "f", "h")


def screen_of(model: Model) -> HelpScreen:
    """The help, which must be on top."""
    assert isinstance(model.top, HelpScreen)
    return model.top


def top_of(model: Model) -> int:
    """How many lines of the help are above those in view."""
    return screen_of(model).page(model).number(*screen_of(model).top)


def entries_of(context: Context, keymap: Keymap | None = None, settings: Settings = CALM) -> list[Entry]:
    """What the help says."""
    return help_entries(context, keymap or make_keymap()[0], settings, Looks().glyphs)


def whole_text(model: Model) -> str:
    """All pages of the help one after the other."""
    texts = []
    model = press(model, "home")
    while True:
        texts.append(text_of(model))
        after = press(model, "pgdn")
        if after == model:
            return "\n".join(texts)
        model = after


def total_of(header: str) -> int:
    """How many lines the help has, as its header says."""
    return int(header.rstrip().replace("/", " ").split(" ")[-1])


def test_the_help_of_the_game_at_80x24() -> None:
    rows = rows_of(help_of())
    assert rows[0].startswith(" Help")
    assert rows[0].endswith(f"lines 1-20 of {total_of(rows[0])}")
    assert [row.rstrip(" ▰│") for row in rows[1:8]] == [
        "",
        " MOVE AND OPEN",
        " arrows WASD       move the cursor",
        " Space R Enter     open the cell; on a number with all its flags: chord",
        " F                 set or remove a flag",
        " C                 finish a number: flag what must be mines, open the rest",
        " Tab               go to the next hidden cell next to a number",
    ]
    assert [row[78] for row in rows[2:22]] == sorted((row[78] for row in rows[2:22]), reverse=True)  # ▰ before │
    assert rows[23] == " PgDn more  Esc back  / search  1 all keys  2 signs  3 words  4 rules"


def test_the_help_of_the_game_at_20x7() -> None:
    model = first_of(cols=20, rows=7, looks=ASCII)
    total = total_of(rows_of(model)[0])
    assert framed(model) == trimmed(
        f"""
        |Help          1-5/{total}|
        |Open all but mines #|
        |Space         open ||
        |F             flag ||
        |T              tip ||
        |Esc          pause ||
        |PgDn more  Esc back |
        """
    )


def test_very_wide_terminals_have_two_columns_of_at_most_90() -> None:
    rows = rows_of(help_of(cols=200, rows=30))
    left = rows[2].index("MOVE AND OPEN")
    right = next(row.index("Q Ctrl+C ") for row in rows if "Q Ctrl+C " in row)
    assert (left, right - left) == (7, 94)
    one_column = rows_of(help_of(cols=139, rows=30))[2:-4]
    assert all(len(row) - len(row.lstrip()) >= 23 for row in one_column)


@pytest.mark.parametrize(
    ("context", "title"),
    [
        (Context.GAME, "MOVE AND OPEN"),
        (Context.OVER, "AT THE END OF A GAME"),
        (Context.PAUSED, "PAUSE"),
        (Context.MENU, "MENU"),
        (Context.FORM, "CUSTOM GAME"),
        (Context.READER, "READING THE HELP"),
    ],
)
def test_the_keys_of_the_place_one_came_from_are_first(context: Context, title: str) -> None:
    entries = entries_of(context)
    assert entries[0] == Entry(title, heading=True)
    headings = [entry.text for entry in entries if entry.heading]
    assert len(headings) == len(set(headings))
    assert {"THE GAME", "MOVE AND OPEN", "ASSISTANTS", "VIEW", "GAME", "MOUSE", "READING THE HELP"} <= set(headings)


@pytest.mark.parametrize("about", CONTEXTS)
def test_every_action_that_has_a_key_has_a_line(about: Context) -> None:
    keymap, _ = make_keymap()
    entries = entries_of(about)
    for context, actions in keymap.bindings.items():
        for action, keys in actions.items():
            lines = [entry.sign for entry in entries if action in entry.actions]
            if action.id.startswith(("move", "scroll")):
                assert lines, (context, action)
            elif action.id.startswith("clue"):
                assert lines == ["0 1 2 3 4 5 6 7 8"]
            else:
                assert " ".join(key_label(key) for key in keys) in lines, (context, action)


def test_every_line_about_keys_is_on_some_page() -> None:
    for cols, rows in ((20, 7), (44, 12), (80, 24), (200, 60)):
        text = " ".join(whole_text(help_of(cols=cols, rows=rows)).split())
        for entry in entries_of(Context.GAME):
            for word in entry.text.split()[:1]:
                assert word in text, (cols, entry)


@pytest.mark.parametrize("size", [(7, 20), (24, 80), (60, 200)])
def test_fair_play_is_found_and_read_in_full_at_every_size(size: tuple[int, int]) -> None:
    model = press(resize(help_of(), *size), "/", *"fair", "space", *"play", "enter")
    assert "FAIR PLAY" in text_of(model)
    words = ""
    for _ in range(80):
        words += " " + " ".join(row.rstrip("│|█#") for row in rows_of(model)[1:-1])
        model = press(model, "down")
    words = " ".join(words.split())
    for part in ("Assistants see what you", "are claims, not", "Unlock (!)", "looks at the mines", "says that it"):
        assert part in words


@pytest.mark.parametrize("item", ["0", "8", "b"])
def test_the_help_says_how_far_page_down_goes_in_a_list(item: str) -> None:
    model = press(Model(24, 80, (open_menu(),), CALM), item)
    said = next(entry.text for entry in entries_of(model.top.context) if entry.actions == (Action.PAGE_DOWN,))
    assert (said == "go to the last entry") == (press(model, "pgdn") == press(model, "end"))


def test_every_word_in_the_edge_of_a_board_is_explained() -> None:
    session = board(".*", "beginner")._replace(known=True, boards="no-guess", was_lost=True).helped("tip")
    status = Status(session, ":)", True, True, True, bot=True, unsaved=True)
    signs = {entry.sign.lower() for entry in entries_of(Context.GAME)}
    assert set(status.unusual) <= signs


def test_after_the_end_the_help_says_what_tip_and_bot_do_there() -> None:
    first = {entry.sign: entry.text for entry in reversed(entries_of(Context.OVER))}
    assert first["T"].startswith("after a loss: show why")
    assert first["B"] == "let the bot play another board of this kind"


def test_the_text_follows_the_keys_in_force() -> None:
    keymap, problems = make_keymap({"game": {"flag": ("f8", "f9"), "move-up": ("f7",), "help": ("f1",)}})
    assert problems == []
    text = text_of(help_of(keymap=keymap))
    assert " F8 F9             set or remove" in text
    assert " F7 A Left S Down  move the cursor" in text
    menu = press(Model(40, 80, (open_menu(),), keymap=make_keymap({"menu": {"help": ("f5",)}})[0]), "f5", "5")
    assert " F5                show help" in text_of(menu)


def test_four_keys_that_belong_together_are_named_as_one() -> None:
    def moves(up: str, left: str, down: str, right: str) -> str:
        keys = {"move-up": up, "move-left": left, "move-down": down, "move-right": right}
        keymap, problems = make_keymap(
            {
                "game": {
                    **{name: tuple(text.split()) for name, text in keys.items()},
                    **{name: (f"f{n}",) for n, name in enumerate(("simple-step", "simple-all", "reduced", "help"), 21)},
                    "smart-step": ("i",),
                    "smart-all": ("u",),
                }
            }
        )
        assert problems == []
        return next(entry.sign for entry in entries_of(Context.GAME, keymap) if Action.MOVE_UP in entry.actions)

    assert moves("up", "left", "down", "right") == "arrows"
    assert moves("k up", "h left", "j down", "l right") == "arrows HJKL"
    assert moves("K", "H", "J", "L") == "Shift+HJKL"
    assert moves("ctrl+up", "ctrl+left", "ctrl+down", "ctrl+right") == "Ctrl+arrows"
    assert moves("k", "left", "j", "right") == "K Left J Right"
    assert moves("k up", "left", "j", "right") == "K Up Left J Right"


def test_settings_change_what_the_help_says() -> None:
    changed = Settings({"question_marks": True, "mouse_opens_on": "press"})
    usual, other = ([entry.text for entry in entries_of(Context.GAME, None, each)] for each in (CALM, changed))
    assert "flag, or take the flag away" in usual
    assert "flag, question mark and none in turn" in other
    assert any("acts when released" in text for text in usual)
    assert any("acts at once" in text for text in other)


def test_keys_and_headings_stand_out() -> None:
    model = help_of()
    assert style_of(model, "MOVE AND OPEN") == "title"
    assert style_of(model, "Space R Enter") == "key"
    assert style_of(model, "move the cursor") == "text"
    signs = press(help_of(), "/", *"signs", "enter")
    assert style_of(signs, "✸") == "boom"


def test_scrolling_by_lines_pages_and_to_the_ends() -> None:
    model = help_of()
    assert top_of(press(model, "up")) == 0
    assert top_of(press(model, "down", "s", "j")) == 3
    assert top_of(press(model, "pgdn")) == 19
    assert top_of(press(model, "pgdn", "pgup")) == 0
    end = press(model, "end")
    total = total_of(rows_of(end)[0])
    assert rows_of(end)[0].endswith(f"lines {total - 19}-{total} of {total}")
    assert press(end, "down") == end
    assert press(end, "home") == model
    assert top_of(press(wheel(wheel(model, "down"), "down"), "up")) == 5
    assert wheel(model, "up") == model


def test_the_scroll_bar_shows_the_part_in_view_and_can_be_clicked() -> None:
    model = help_of()
    assert [row[-1] for row in rows_of(model)[2:22]].index("▰") == 0
    end = handle(model, Mouse("press", "left", 21, 78))
    assert top_of(end) == total_of(rows_of(end)[0]) - 20
    assert [row[-1] for row in rows_of(end)[2:22]][-1] == "▰"
    middle = top_of(handle(end, Mouse("drag", "left", 11, 78)))
    assert 0.3 < middle / top_of(end) < 0.7
    assert handle(model, Mouse("press", "left", 10, 40)) == model


def test_hints_are_buttons() -> None:
    assert isinstance(click_text(help_of(), "Esc back").top, MenuScreen)
    assert top_of(click_text(help_of(), "PgDn more")) == 19
    assert screen_of(click_text(help_of(), "/ search")).typing == ""


def test_a_search_finds_the_next_place_and_goes_round() -> None:
    model = press(help_of(), "/", *"undo")
    assert rows_of(model)[22] == " /undo"
    assert render(model).cursor == (22, 6)
    found = press(model, "enter")
    assert rows_of(found)[2].startswith(" Z                 undo")
    assert rows_of(found)[22] == " 1 of 3: undo"
    assert style_of(found, "Z    ") == "selected"
    again = press(found, "n")
    assert rows_of(again)[22] == " 2 of 3: undo"
    assert "or undo of" in text_of(again)
    again = press(again, "n")
    assert rows_of(again)[22] == " 3 of 3: undo"
    assert press(again, "n").top == found.top


def test_a_search_is_for_text_in_either_case_across_line_ends() -> None:
    model = press(help_of(cols=20, rows=7), "/", *"MUST", "space", *"bE", "space", *"Mines", "enter")
    assert rows_of(model)[1:4] == ["C                  ▰", "  finish a number: │", "  flag what must   │"]


def test_a_text_that_is_not_there_is_not_found_and_the_place_stays() -> None:
    model = press(help_of(), "pgdn", "/", *"xyzzy", "enter")
    assert rows_of(model)[22] == " not found: xyzzy"
    assert style_of(model, "not found") == "bad"
    assert top_of(model) == 19
    assert rows_of(press(model, "down"))[22] == ""
    assert rows_of(press(help_of(cols=20, rows=7), "/", *"xyz", "enter"))[5] == "not found: xyz"


def test_what_is_typed_into_the_search_is_no_command() -> None:
    model = press(help_of(), "/", "q", "h", "n", "space", "x")
    assert screen_of(model).typing == "qhn x"
    assert screen_of(press(model, "backspace")).typing == "qhn "
    assert screen_of(press(model, "up")).typing == "qhn x"
    assert screen_of(press(model, "esc")).typing is None
    assert screen_of(press(help_of(), "/", "backspace")).typing is None
    assert press(model, "ctrl+c").exit_status == 0


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (80, 24)])
def test_while_a_search_is_typed_the_hints_name_no_key_that_is_text_then(cols: int, rows: int) -> None:
    model = press(help_of(cols=cols, rows=rows), "/", *"undo")
    if cols == 80:
        assert rows_of(model)[-1] == " Enter search  Esc not"
        assert screen_of(click_text(model, "Enter search")).query == "undo"
        left = click_text(model, "Esc not")
        assert screen_of(left).typing is None
        assert not screen_of(left).query
    assert "more" not in rows_of(model)[-1]


def test_searching_on_without_a_search_says_how_to_begin() -> None:
    assert rows_of(press(help_of(), "n"))[22] == " / starts a search."


@pytest.mark.parametrize("key", ["esc", "h", "?", "enter", "x"])
def test_leaving_leads_back_to_the_same_place(key: str) -> None:
    model = over_a_game()
    game = model.screens[-2]
    assert isinstance(game, GameScreen)
    back = press(model, "pgdn", key)
    assert back.top == game
    assert back.exit_status is None


def test_q_leads_back_and_the_menu_below_asks() -> None:
    assert isinstance(press(help_of(), "q").top, MenuScreen)
    running = press(over_a_game(), "esc", "left", "enter", "x", "m")
    assert press(running, "h", "ctrl+c").exit_status == 0
    asked = press(running._replace(shelf=Shelf(problem="The disk is full.")), "h", "q", "q")
    assert asked.exit_status is None
    assert isinstance(asked.top, MenuScreen)
    assert asked.top.asking


@given(SIZES, SIZES, st.lists(st.sampled_from(["down", "pgdn"]), max_size=8))
def test_a_new_size_keeps_the_same_entry_in_view(
    before: tuple[int, int], after: tuple[int, int], keys: list[str]
) -> None:
    assume(before != after)
    model = press(help_of(cols=before[1], rows=before[0]), *keys)
    screen = screen_of(model)
    assume(screen.top[0] >= screen.card)
    entry = entries_of(Context.GAME)[screen.top[0] - screen.card]
    assert (entry.sign or entry.text).split()[0] in text_of(resize(model, *after))


@given(st.sampled_from(CONTEXTS), SIZES, steps(KEYS))
def test_every_frame_fits_whatever_happens(context: Context, size: tuple[int, int], script: list[Step]) -> None:
    wander(help_of(context, cols=size[1], rows=size[0]), script)
    wander(first_of(context, cols=size[1], rows=size[0]), script)


def test_on_a_small_screen_the_help_begins_with_a_card_of_one_page() -> None:
    card = rows_of(first_of(cols=20, rows=7, looks=ASCII))[1:6]
    assert [row[:18].split() for row in card] == [
        ["Open", "all", "but", "mines"],
        ["Space", "open"],
        ["F", "flag"],
        ["T", "tip"],
        ["Esc", "pause"],
    ]
    assert "1         all keys" in text_of(press(first_of(cols=20, rows=7), "pgdn"))
    assert "Open all but mines" not in text_of(first_of())


@pytest.mark.parametrize("key", ["f1", "?"])
def test_f1_and_the_question_mark_open_the_help_on_every_screen_and_lead_back(key: str) -> None:
    waiting = ("help", "question", "bot", "asking", "waiting", "export")
    for name, model in every_screen(80, 24):
        if not any(word in name for word in waiting) or name == "bot set-up":
            opened = press(model, key)
            assert isinstance(opened.top, HelpScreen), name
            assert press(opened, key).top.context is model.top.context, name
