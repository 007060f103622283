"""Keys and actions: each key has one meaning, each action a key, and changes that would break that are refused."""

from __future__ import annotations

import pytest

from minesweeper.storage.settings import load_settings, shipped_file
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import key_label, make_keymap


@pytest.mark.parametrize("letter", "rfclmnzxhq")
def test_letters_work_in_either_case(letter: str) -> None:
    keymap, _ = make_keymap()
    assert keymap.action(Context.GAME, letter) is keymap.action(Context.GAME, letter.upper())


@pytest.mark.parametrize("letter", "wasdjke")
def test_capitals_of_some_letters_are_other_actions(letter: str) -> None:
    keymap, _ = make_keymap()
    assert keymap.action(Context.GAME, letter) is not keymap.action(Context.GAME, letter.upper())


def test_an_unknown_key_means_nothing() -> None:
    keymap, _ = make_keymap()
    assert keymap.action(Context.GAME, "f9") is None
    assert keymap.action(Context.GAME, "é") is None


def test_a_key_can_be_changed_and_two_actions_can_swap() -> None:
    keymap, problems = make_keymap({"game": {"flag": ("c",), "complete": ("f", "f8")}})
    assert problems == []
    assert keymap.action(Context.GAME, "c") is Action.FLAG
    assert keymap.action(Context.GAME, "f8") is Action.COMPLETE


def test_a_clash_is_refused_with_the_owner_and_nothing_changes() -> None:
    keymap, problems = make_keymap({"game": {"flag": ("c",)}})
    assert problems == ["key 'c' is not free for flag: it means complete"]
    assert keymap.keys(Context.GAME, Action.FLAG) == ("f",)


def test_an_action_is_never_left_without_a_key() -> None:
    keymap, problems = make_keymap({"game": {"quit": ()}})
    assert problems == ["quit would have no key: Q Ctrl+C stays"]
    assert keymap.action(Context.GAME, "q") is Action.QUIT


def test_unknown_contexts_and_actions_are_named_with_what_there_is() -> None:
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
        ("space", "Space"),
        ("pgup", "PgUp"),
        ("ctrl+c", "Ctrl+C"),
        ("shift+up", "Shift+Up"),
        ("+", "+"),
        ("ctrl++", "Ctrl++"),
        ("?", "?"),
    ],
)
def test_keys_are_named_as_people_write_them(name: str, label: str) -> None:
    assert key_label(name) == label


def test_the_shipped_settings_load_without_a_complaint() -> None:
    settings, problems = load_settings([shipped_file()])
    assert problems == []
    assert make_keymap(settings.keys) == make_keymap()


def test_an_endless_name_is_quoted_in_part() -> None:
    """Found by hostile settings: the sentence was as long as the name."""
    _, problems = make_keymap({"9" * 5000: {}, "game": {"9" * 5000: ("f",), "flag": ("9" * 5000,)}})
    assert problems
    assert all(len(problem) < 3000 for problem in problems)


def test_no_file_takes_ctrl_c_away_from_quit() -> None:
    keymap, problems = make_keymap({"game": {"quit": ("f9",), "tip": ("ctrl+c",)}, "menu": {"quit": ("f9",)}})
    for context in (Context.GAME, Context.MENU):
        assert keymap.action(context, "ctrl+c") is Action.QUIT
        assert keymap.action(context, "f9") is Action.QUIT
    assert problems == ["key 'ctrl+c' is not free for tip: it always quits"]
