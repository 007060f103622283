"""Changes of the key map: no key with two meanings, no action without one, and saved so that they come back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import Keymap, make_keymap
from minesweeper.ui.screens.bindings import (
    KeyRefusal,
    add_key,
    key_changes,
    remove_key,
    reset_action,
    swap_key,
    to_keys,
    vim_keymap,
)
from tests.ui.keymaps import STANDARD, check

BOUND = [(context, action) for context, actions in STANDARD.bindings.items() for action in actions]


def test_presets_leave_every_key_with_one_meaning() -> None:
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
    """The shipped keys after many changes, each refused or made."""
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


@given(changes)
def test_no_change_gives_a_key_two_meanings_or_leaves_an_action_without_one(
    script: list[tuple[tuple[Context, Action], str, str]],
) -> None:
    check(changed(script))


@given(changes)
def test_what_is_saved_gives_the_same_keys_again(script: list[tuple[tuple[Context, Action], str, str]]) -> None:
    keymap = changed(script)
    wanted = key_changes({}, keymap, STANDARD)
    file = {
        context: {action: tuple(keys) for action, keys in actions.items() if keys is not None}
        for context, actions in wanted.items()
    }
    again, problems = make_keymap(file)
    assert problems == []
    assert again == keymap
    assert key_changes(to_keys({}, keymap), keymap, STANDARD) == {}
