"""Keymaps: each key has one meaning, each action has a key, and a settings file can't break that."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.storage.settings import Keys, load_settings, load_shipped
from minesweeper.ui.base.actions import BINDINGS, Action, Context
from minesweeper.ui.base.keymap import key_label, make_keymap

GOLDEN = Path(__file__).parents[2] / "golden" / "settings-v1.json"
KEYS = st.sampled_from("a f o P p r f5 m x esc space enter z 9 q t ctrl+c".split())


def test_letters_work_in_both_cases_unless_a_capital_is_bound() -> None:
    keymap, _ = make_keymap()
    for letter in "rfclmnzxhqywasdjke":
        is_same = keymap.action(Context.GAME, letter) is keymap.action(Context.GAME, letter.upper())
        assert is_same == (letter not in "wasdjke"), letter


def test_two_actions_can_swap_their_keys() -> None:
    keymap, problems = make_keymap({"game": {"flag": ("c",), "complete": ("f", "f8")}})
    assert problems == []
    assert keymap.action(Context.GAME, "c") is Action.FLAG
    assert keymap.action(Context.GAME, "f8") is Action.COMPLETE


def test_a_key_of_another_action_is_refused_with_that_actions_name() -> None:
    keymap, problems = make_keymap({"game": {"flag": ("c",)}})
    assert problems == ["key 'c' is not free for flag: it means complete"]
    assert keymap.keys(Context.GAME, Action.FLAG) == ("f",)


def test_an_action_cant_lose_its_last_key() -> None:
    keymap, problems = make_keymap({"game": {"quit": ()}})
    assert problems == ["quit would have no key: Q Ctrl+C stays"]
    assert keymap.action(Context.GAME, "q") is Action.QUIT


def test_unknown_contexts_and_actions_are_refused_with_the_known_ones() -> None:
    _, problems = make_keymap({"gmae": {"flag": ("c",)}, "game": {"flagg": ("c",)}})
    assert "'gmae'" in problems[0]
    assert "game, over" in problems[0]
    assert "'flagg'" in problems[1]
    assert "flag, complete" in problems[1]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("r", "R"),
        ("K", "Shift+K"),
        ("pgup", "PgUp"),
        ("ctrl+c", "Ctrl+C"),
        ("shift+up", "Shift+Up"),
        ("ctrl++", "Ctrl++"),
    ],
)
def test_keys_are_named_as_people_write_them(name: str, label: str) -> None:
    assert key_label(name) == label


def test_the_keys_of_the_shipped_settings_are_the_default_keys() -> None:
    settings, problems = load_shipped()
    assert problems == []
    assert make_keymap(settings.keys) == make_keymap()


def test_messages_about_keys_quote_only_part_of_endless_names() -> None:
    """Hostile settings once made a message as long as the name in them."""
    _, problems = make_keymap({"9" * 5000: {}, "game": {"9" * 5000: ("f",), "flag": ("9" * 5000,)}})
    assert problems
    assert all(len(problem) < 3000 for problem in problems)


def test_no_settings_file_can_take_ctrl_c_away_from_quit() -> None:
    keymap, problems = make_keymap({"game": {"quit": ("f9",), "tip": ("ctrl+c",)}, "menu": {"quit": ("f9",)}})
    for context in (Context.GAME, Context.MENU):
        assert keymap.action(context, "ctrl+c") is Action.QUIT
        assert keymap.action(context, "f9") is Action.QUIT
    assert problems == ["key 'ctrl+c' is not free for tip: it always quits"]


def test_a_players_key_replaces_a_default_key_that_can_be_spared() -> None:
    keys: Keys = {"game": {"counters": ("f5",), "flag": ("f", "P")}, "over": {"statistics": ("9", "R")}}
    keymap, problems = make_keymap(keys)
    assert problems == []
    assert keymap.action(Context.GAME, "f5") is Action.COUNTERS
    assert keymap.action(Context.GAME, "P") is Action.FLAG
    assert keymap.keys(Context.GAME, Action.CLEAR_PROPOSALS) == ("o",)
    assert keymap.action(Context.OVER, "R") is Action.STATISTICS
    assert keymap.keys(Context.GAME, Action.CLICK_MODE) == keymap.keys(Context.OVER, Action.SAME_BOARD) == ()


def test_f1_opens_the_help_everywhere_and_closes_it() -> None:
    keymap, _ = make_keymap()
    for context in Context:
        assert keymap.action(context, "f1") is (Action.BACK if context is Context.READER else Action.HELP)


def test_a_player_can_bind_f1_to_another_action() -> None:
    keys: Keys = {"game": {"tip": ("t", "f1")}}
    keymap, problems = make_keymap(keys)
    assert problems == []
    assert keymap.action(Context.GAME, "f1") is Action.TIP
    assert keymap.action(Context.MENU, "f1") is Action.HELP


def test_keys_of_the_pause_from_older_settings_still_work() -> None:
    earlier = {"give-up": ("b",), "quit": ("x", "q", "ctrl+c"), "back": ("esc",), "trace": ("f4", "t")}
    for part in ({"quit": earlier["quit"]}, earlier):
        keymap, problems = make_keymap({"paused": part})
        assert problems == []
        assert keymap.action(Context.PAUSED, "x") is Action.QUIT
        assert {action.id: keys for action, keys in keymap.bindings[Context.PAUSED].items()}.items() >= part.items()


def test_a_player_can_bind_the_key_that_shows_clues_after_a_loss() -> None:
    keymap, problems = make_keymap({"over": {"new-game": ("c",)}})
    assert problems == []
    assert keymap.action(Context.OVER, "c") is Action.NEW_GAME


def test_removed_contexts_and_actions_in_settings_are_ignored() -> None:
    assert make_keymap({"game": {"what-if-exact": ("y", "f12")}, "trace": {"up": ("f12",)}}) == make_keymap()


def test_keys_of_version_1_settings_load_without_a_message() -> None:
    settings, problems = load_settings(GOLDEN)
    assert problems == []
    assert "trace" in settings.keys
    assert make_keymap(settings.keys)[1] == []


@given(st.dictionaries(st.sampled_from([action.id for action in BINDINGS[Context.GAME]]), st.lists(KEYS, max_size=3)))
def test_no_settings_file_gives_a_key_two_meanings(entries: dict[str, list[str]]) -> None:
    keymap, _ = make_keymap({"game": {name: tuple(dict.fromkeys(keys)) for name, keys in entries.items()}})
    names = [key for keys in keymap.bindings[Context.GAME].values() for key in keys]
    assert len(names) == len(set(names))
    free = (Action.CLICK_MODE, Action.SAME_BOARD, Action.ANALYSE)
    assert all(keys for action, keys in keymap.bindings[Context.GAME].items() if action not in free)


TYPED = (Context.FORM,)
STAYS = (Context.GAME, Context.OVER, Context.PAUSED, Context.MENU, Context.BOT)


@pytest.mark.parametrize("context", [context for context in Context if context not in STAYS])
def test_q_and_esc_go_back_from_screens_without_text_fields(context: Context) -> None:
    keymap, _ = make_keymap()
    assert keymap.action(context, "esc") is Action.BACK
    assert keymap.action(context, "q") is (None if context in TYPED else Action.BACK)
    assert keymap.action(context, "ctrl+c") is Action.QUIT
