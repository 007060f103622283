"""The keys screen: binding by pressing a key, swapping, removing, resetting, and saving to the settings file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import Keymap, key_label, make_keymap
from minesweeper.ui.base.model import Model, SaveSettings, handle
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.game.game_state import GameState
from minesweeper.ui.screens.bindings import (
    BindingsScreen,
    KeyRefusal,
    add_key,
    key_changes,
    remove_key,
    reset_action,
    swap_key,
    to_keys,
    vim_keymap,
)
from minesweeper.ui.screens.help import HelpScreen, meaning
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.terminal.events import Mouse
from tests.ui.driving import ASCII, CALM, menu, page_rows, press, rows_of, state_of, text_of
from tests.ui.screens.test_settings_screen import play, saved
from tests.ui.watching import click_text, place_of_text, style_of, wheel

STANDARD, _ = make_keymap()


def bindings(cols: int = 80, rows: int = 24, looks: TerminalLooks | None = None) -> Model:
    """The keys screen, opened from the menu."""
    return press(menu(cols, rows, looks=looks), "8")


def screen_of(model: Model) -> BindingsScreen:
    assert isinstance(model.top, BindingsScreen)
    return model.top


def on(model: Model, action: Action, context: Context = Context.GAME) -> Model:
    """Selects an action of a context on the keys screen."""
    while screen_of(model).about is not context:
        model = press(model, "right")
    return press(model, "home", *["down"] * screen_of(model).targets.index(action.id))


def keys_of(model: Model, action: Action, context: Context = Context.GAME) -> tuple[str, ...]:
    return model.keymap.keys(context, action)


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (80, 24)])
def test_each_action_of_the_keys_screen_shows_its_keys_and_meaning(cols: int, rows: int) -> None:
    model = bindings(cols, rows, ASCII)
    for context in Context:
        assert screen_of(model).about is context
        assert context.title in text_of(model)
        for _ in screen_of(model).targets:
            action, shown = screen_of(model).selected, " ".join(text_of(model).split())
            assert action.title in shown
            assert all(key_label(key) in shown for key in STANDARD.keys(context, action)), action
            assert meaning(action, context, CALM)[1:] in shown
            model = press(model, "down")
        model = press(model, "right")
    assert screen_of(press(model, "left")).about is list(Context)[-1]


def test_binding_a_capital_letter_mentions_caps_lock() -> None:
    model = press(on(bindings(), Action.UNDO), "enter", "Y")
    sentence = "Shift+Y now means 'Undo'. If you didn't press Shift, Caps Lock is on."
    assert sentence in " ".join(text_of(model).split())
    assert "Caps Lock" not in text_of(press(on(bindings(), Action.UNDO), "enter", "f8"))


def test_a_newly_bound_key_works_without_a_restart() -> None:
    model = press(on(bindings(), Action.UNDO), "enter")
    assert "Press the new key for 'Undo'." in text_of(model)
    model = press(model, "f8")
    assert keys_of(model, Action.UNDO) == ("z", "f8")
    assert "F8 now means 'Undo'." in text_of(model)
    assert model.effects == (SaveSettings({"keys": {"game": {"undo": ["z", "f8"]}}}),)
    model = press(on(model, Action.FLAG), "enter", "f9")
    assert state_of(press(model, "esc", "1", "f9")).game.flags


def test_esc_cancels_adding_or_removing_a_key() -> None:
    model = on(bindings(), Action.UNDO)
    for start in ("enter", "delete"):
        after = press(model, start, "esc")
        assert after.keymap == model.keymap
        assert after.effects == ()
        assert "Nothing changed." in text_of(after)
        assert screen_of(after).waiting is None
    assert isinstance(press(model, "esc").top, MenuScreen)


def test_a_key_of_another_action_is_swapped_only_after_y() -> None:
    model = press(on(bindings(), Action.UNDO), "enter", "c")
    assert (model.keymap, model.effects) == (STANDARD, ())
    assert "C already means 'Finish number'. Swap C and Z?" in " ".join(text_of(model).split())
    assert style_of(model, "C already means") == "bad"
    swapped = press(model, "y")
    assert keys_of(swapped, Action.UNDO) == ("c",)
    assert keys_of(swapped, Action.COMPLETE) == ("z",)
    assert "C now means 'Undo', and Z means 'Finish number'." in text_of(swapped)
    assert swapped.effects == (SaveSettings({"keys": {"game": {"complete": ["z"], "undo": ["c"]}}}),)
    left = press(model, "esc")
    assert left.keymap == STANDARD
    assert isinstance(left.top, BindingsScreen)
    assert press(model, "enter").keymap == STANDARD


def test_delete_on_the_keys_screen_removes_the_key_pressed_next() -> None:
    model = press(on(bindings(), Action.OPEN), "delete", "space")
    assert keys_of(model, Action.OPEN) == ("r", "enter")
    assert "Space no longer means 'Open'." in text_of(model)
    again = press(model, "delete", "f")
    assert again.keymap == model.keymap
    assert "F isn't a key of 'Open'." in text_of(again)


def test_the_last_key_of_an_action_cant_be_removed() -> None:
    model = press(on(bindings(), Action.FLAG), "delete", "f")
    assert keys_of(model, Action.FLAG) == ("f",)
    assert "F is the only key of 'Flag'. Add another one first." in text_of(model)
    model = press(on(bindings(), Action.HELP), "delete", "h", "delete", "?", "delete", "f1")
    assert keys_of(model, Action.HELP) == ("f1",)


def test_ctrl_c_cant_be_removed_from_quit() -> None:
    model = press(on(bindings(), Action.QUIT), "delete", "q")
    assert keys_of(model, Action.QUIT) == ("ctrl+c",)
    refused = remove_key(STANDARD, Context.GAME, Action.QUIT, "ctrl+c")
    assert isinstance(refused, KeyRefusal)
    assert refused.text == "Ctrl+C always quits. It can't be removed."
    assert isinstance(add_key(STANDARD, Context.GAME, Action.FLAG, "ctrl+c"), KeyRefusal)
    assert swap_key(model.keymap, Context.GAME, Action.QUIT, "f") == model.keymap
    assert "Swap" not in text_of(press(model, "enter", "f"))
    for waiting in ("enter", "delete"):
        assert press(on(bindings(), Action.FLAG), waiting, "ctrl+c").exit_status == 0


def test_keys_that_are_typed_into_form_fields_cant_be_bound_there() -> None:
    model = press(on(bindings(), Action.CLEAR, Context.FORM), "enter", "5")
    assert "5 is typed into the fields, so it can't be a key here." in text_of(model)
    assert model.keymap == STANDARD
    assert keys_of(press(model, "enter", "f5"), Action.CLEAR, Context.FORM) == ("delete", "ctrl+u", "f5")


def test_resetting_one_action_leaves_the_keys_of_others_unchanged() -> None:
    model = press(on(bindings(), Action.UNDO), "enter", "f8", "down", "enter", "f9")
    other = screen_of(model).selected
    assert " Undo the last move; after a loss: keep playing. Default: Z." in text_of(on(model, Action.UNDO))
    model = press(on(model, Action.UNDO), "0")
    assert keys_of(model, Action.UNDO) == ("z",)
    assert "f9" in keys_of(model, other)
    assert model.effects[-1] == SaveSettings({"keys": {"game": {"undo": None}}})


def test_an_action_isnt_reset_if_another_action_uses_its_default_key() -> None:
    model = press(on(bindings(), Action.UNDO), "enter", "c", "y")
    model = press(model, "0")
    assert "Z now means 'Finish number', so 'Undo' can't be reset." in text_of(model)
    assert keys_of(model, Action.UNDO) == ("c",)


def test_the_vim_keys_can_be_chosen_and_reset() -> None:
    model = press(bindings(), "2")
    assert "Vim keys" in text_of(model)
    assert keys_of(model, Action.MOVE_LEFT)[0] == "h"
    expected = {
        "h": Action.MOVE_LEFT,
        "j": Action.MOVE_DOWN,
        "k": Action.MOVE_UP,
        "l": Action.MOVE_RIGHT,
        "?": Action.HELP,
        "[": Action.SIMPLE_STEP,
    }
    assert {key: model.keymap.action(Context.GAME, key) for key in expected} == expected
    menu = press(model, "esc", "home", "j", "j", "k")
    assert isinstance(menu.top, MenuScreen)
    assert menu.top.selected is Action.PLAY_BEGINNER, "J and K moved the selection below Learn to play"
    assert isinstance(press(menu, "?").top, HelpScreen)
    assert not isinstance(press(menu, "h").top, HelpScreen)
    standard = press(model, "1")
    assert standard.keymap == STANDARD
    assert "Vim keys" not in page_rows(standard)[0]


def test_vim_keys_move_on_the_analysis_board_but_digits_stay_clues() -> None:
    board = press(bindings(), "2", "esc", "e")
    assert state_of(press(board, "l", "l", "j", "h", "k")).cursor == (0, 1)
    typed: GameState = state_of(press(board, "0", "1", "2", "$"))
    assert typed.game.position.to_picture().startswith(".12")
    assert typed.cursor == (0, typed.game.grid.width - 1)


def test_choosing_a_set_of_keys_asks_before_the_players_keys_are_lost() -> None:
    model = press(on(bindings(), Action.UNDO), "enter", "f8")
    asked = press(model, "1")
    assert asked.keymap == model.keymap
    assert "Reset all keys? Your own keys will be lost." in text_of(asked)
    assert press(asked, "1").keymap == model.keymap
    assert "Nothing changed." in text_of(press(asked, "2"))
    assert press(asked, "2", "2", "y").keymap == vim_keymap(STANDARD)
    assert press(asked, "y").keymap == STANDARD


def test_the_mouse_selects_an_action_binds_it_and_changes_the_context() -> None:
    model = bindings()
    row, col = place_of_text(model, "Open  ")
    model = handle(model, Mouse("press", "left", row, col))
    assert screen_of(model).selected is Action.OPEN
    assert screen_of(model).waiting is None
    waiting = handle(model, Mouse("press", "left", row, col))
    assert screen_of(waiting).waiting is Action.SELECT
    assert screen_of(handle(waiting, Mouse("press", "left", 5, 5))).waiting is None
    assert screen_of(click_text(model, "›")).about is Context.OVER
    assert screen_of(click_text(model, "‹ Game")).about is list(Context)[-1]
    assert handle(model, Mouse("press", "right", row, col)) == model
    model = wheel(wheel(model, "up"), "up")
    targets = screen_of(model).targets
    assert targets.index(screen_of(model).focus) == targets.index(Action.OPEN.id) - 2


def test_only_changed_keys_are_saved_to_the_settings_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    undo = screen_of(bindings()).targets.index(Action.UNDO.id)
    play(path, "8", *["down"] * undo, "enter", "f8")
    assert saved(path) == {"keys": {"game": {"undo": ["z", "f8"]}}}
    assert "Z  F8" in play(path, "8", *["down"] * undo).text
    play(path, "8", *["down"] * undo, "0")
    assert saved(path) == {}


def test_saving_a_key_keeps_unknown_actions_of_the_settings_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"mine": 1, "keys": {"later": {"fly": ["f"]}, "game": {"flag": ["c"], "swim": ["s"]}}}')
    undo = screen_of(bindings()).targets.index(Action.UNDO.id)
    play(path, "8", *["down"] * undo, "enter", "f8")
    assert saved(path) == {"mine": 1, "keys": {"later": {"fly": ["f"]}, "game": {"swim": ["s"], "undo": ["z", "f8"]}}}


def check(keymap: Keymap) -> None:
    """Asserts that every key has one meaning in each context and that every action has a key."""
    for context, actions in keymap.bindings.items():
        names = [key for keys in actions.values() for key in keys]
        assert len(names) == len(set(names)), context
        assert all(actions.values()), context
        assert set(actions) == set(STANDARD.bindings[context])
        assert "ctrl+c" in actions[Action.QUIT]


BOUND = [(context, action) for context, actions in STANDARD.bindings.items() for action in actions]


def test_standard_and_vim_keys_give_every_key_one_meaning() -> None:
    check(STANDARD)
    check(vim_keymap(STANDARD))


changes = st.lists(
    st.tuples(
        st.sampled_from(BOUND),
        st.sampled_from(["add", "remove", "swap", "reset"]),
        st.sampled_from("a b c z Z [ space enter esc up f5 ctrl+c ctrl+l ? h q 1 delete".split()),
    ),
    max_size=12,
)


def changed(script: list[tuple[tuple[Context, Action], str, str]]) -> Keymap:
    """The default keys after a list of changes, some of which are refused."""
    keymap = STANDARD
    for (context, action), kind, key in script:
        if kind == "add":
            done = add_key(keymap, context, action, key)
        elif kind == "remove":
            done = remove_key(keymap, context, action, key)
        elif kind == "swap":
            done = swap_key(keymap, context, action, key) if key != "ctrl+c" else keymap
        else:
            done = reset_action(keymap, STANDARD, context, action)
        keymap = keymap if isinstance(done, KeyRefusal) else done
    return keymap


@settings(max_examples=60)
@given(changes)
def test_any_changes_of_keys_leave_each_key_one_meaning_after_saving(
    script: list[tuple[tuple[Context, Action], str, str]],
) -> None:
    keymap = changed(script)
    check(keymap)
    wanted = key_changes({}, keymap, STANDARD)
    file = {
        context: {action: tuple(keys) for action, keys in actions.items() if keys is not None}
        for context, actions in wanted.items()
    }
    again, problems = make_keymap(file)
    assert problems == []
    assert again == keymap
    assert key_changes(to_keys({}, keymap), keymap, STANDARD) == {}


def test_a_wide_keys_screen_shows_all_keys_of_a_game_in_two_columns() -> None:
    model = press(menu(120, 40), "8")
    rows = rows_of(model)
    (top,) = (row for row in rows if "Move and open" in row)
    assert "Assistants" in top
    assert "more" not in text_of(model)
    right = click_text(model, "Best guess")
    assert style_of(right, "Best guess") == "selected"
    assert style_of(right, "Move up") == "text"


def test_the_last_visible_row_of_the_keys_screen_is_never_a_heading() -> None:
    for downs in range(45):
        rows = [row.strip("│ ") for row in rows_of(press(menu(80, 24), "8", *["down"] * downs)) if row.strip("│ ")]
        before = next((rows[at - 1] for at, row in enumerate(rows) if row.startswith("▾")), "")
        assert before not in ("Move and open", "View", "Assistants", "Game"), downs
