"""Keys in sentences are those in force: with all keys changed, no message names one that was shipped."""

from __future__ import annotations

import re
from string import ascii_letters, digits

import pytest

from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.base.model import Model
from minesweeper.ui.widgets.chrome import SILENCE
from tests.ui.driving import CALM, board, press, start, state_of, work

CONTEXTS = (Context.GAME, Context.OVER, Context.PAUSED, Context.BOT)
OTHER, REFUSED = make_keymap(
    {
        context.value: {
            action.id: (f"alt+{sign}",)
            for action, sign in zip(make_keymap()[0].bindings[context], ascii_letters + digits, strict=False)
        }
        for context in CONTEXTS
    }
)
SHIPPED = re.compile(r"(?<![+\w-])(?:Space|Enter|Tab|PgUp|PgDn|Shift\+\w+|F\d+|[B-HJ-Z])(?![\w-])")
"""How sentences name keys as shipped; Esc, which stops what is thought about, can't be changed there."""
TYPED = (Action.COPY_CODE, Action.GO_TO)
"""A code may hold any letter, and where a place is typed Enter and Esc are what they are in all fields."""
BOARD = "*1...\n11...\n.....\n...11\n...1*"
STARTS: dict[str, list[Action]] = {
    "ready": [],
    "flagged": [Action.FLAG],
    "running": [Action.OPEN],
    "chord refused": [Action.OPEN, Action.MOVE_UP, Action.OPEN],
    "lost": [Action.MOVE_UP, Action.MOVE_UP, Action.MOVE_LEFT, Action.MOVE_LEFT, Action.OPEN],
}


def act(model: Model, *actions: Action) -> Model:
    for action in actions:
        keys = model.keymap.keys(model.top.context, action)
        model = work(press(model, *keys[:1]))
    return model


@pytest.mark.parametrize("begun", STARTS)
@pytest.mark.parametrize("action", [action for action in Action if action not in TYPED])
def test_no_message_names_a_key_that_is_not_in_force(action: Action, begun: str) -> None:
    assert REFUSED == []
    model = start(board(BOARD), settings=Settings({**CALM.values, "assist": "single"}))._replace(keymap=OTHER)
    model = act(model, *STARTS[begun])
    if model.top.context in CONTEXTS and model.keymap.keys(model.top.context, action):
        model = act(model, action)
    for text in (*state_of(model).said.texts, *(state_of(model).view(model).message or SILENCE).texts):
        assert not SHIPPED.search(text), text
