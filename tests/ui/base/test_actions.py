"""The table of keys in `actions`: every context has its actions, and the names in players' files never disappear."""

from __future__ import annotations

import json
from pathlib import Path

from minesweeper.ui.base.actions import BINDINGS, Action, Context
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.screens.help import GAME_TOPICS

GOLDEN = Path(__file__).parents[2] / "golden" / "keys-v1.json"


def test_every_binding_has_keys_and_a_meaning() -> None:
    assert set(BINDINGS) == set(Context)
    assert {action for actions in BINDINGS.values() for action in actions} == set(Action)
    for actions in BINDINGS.values():
        assert all(binding.keys and binding.meaning for binding in actions.values())


def test_every_context_has_a_key_that_quits() -> None:
    for context, actions in BINDINGS.items():
        assert Action.QUIT in actions, context


def test_keys_of_older_settings_files_are_still_accepted() -> None:
    """The file was written by version 1. A later program must not refuse any name in it."""
    known: dict[str, list[str]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    for context, actions in known.items():
        for name in actions:
            assert make_keymap({context: {name: ("f12",)}})[1] == [], (context, name)


def test_no_two_contexts_have_the_same_title() -> None:
    for titles in ([each.title for each in Context], [each.heading for each in Context]):
        assert len(set(titles)) == len(Context)


def test_every_group_of_actions_has_its_place_in_the_help() -> None:
    topics = [topic for topics in GAME_TOPICS.values() for topic in topics]
    assert len(topics) == len(set(topics))
    assert {action.topic for action in BINDINGS[Context.GAME]} == set(topics)
