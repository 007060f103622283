"""Presses every key and clicks every hint on every screen, at several sizes and with several looks.

A random walk from any screen follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.base.actions import BINDINGS, Action, Context
from minesweeper.ui.base.keymap import key_label
from minesweeper.ui.base.model import Model, handle, resize
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.screens.help import HelpPart, help_entries
from minesweeper.ui.terminal.events import Key, Mouse
from tests.ui.driving import ASCII, finish_work, rows_of, text_of
from tests.ui.every_screen import every_screen
from tests.ui.watching import SIZES as ANY_SIZE
from tests.ui.watching import Step, steps, wander

SIZES = [(20, 7), (80, 24)]
LOOKS = {
    "256": TerminalLooks(),
    "16": TerminalLooks(colours=16),
    "8": TerminalLooks(colours=8),
    "mono": TerminalLooks(colours=0),
    "ascii": ASCII,
}


def screens(size: tuple[int, int]) -> Iterator[tuple[str, Model]]:
    """Every screen at a size."""
    for name, model in every_screen(*size):
        settings = model.settings.with_value("cell_size", "auto")
        yield name, model.top.fit(model._replace(settings=settings, effects=()))


def pressed(model: Model, action: Action) -> Model:
    """The model after the first key of an action."""
    return handle(model, Key(model.keymap.keys(model.top.context, action)[0]))


MOVES = {action for action in Action if action.id.startswith(("page-", "row-", "scroll-"))}
"""Actions that do nothing if everything is in view."""


@pytest.mark.parametrize("size", SIZES)
def test_every_action_changes_some_screen_at_every_size(size: tuple[int, int]) -> None:
    looks = list(LOOKS.values())
    live: set[tuple[Context, Action]] = set()
    for _, model in screens(size):
        before = [text_of(model._replace(looks=look)) for look in looks]
        for number, action in enumerate(BINDINGS[model.top.context]):
            after, look = pressed(model, action), number % len(looks)
            shown = text_of(after._replace(looks=looks[look]))
            if not after.effects and shown == before[look] and after.top.work(after):
                after = finish_work(after)
                shown = text_of(after._replace(looks=looks[look]))
            if after.effects or shown != before[look]:
                live.add((model.top.context, action))
    every = {(context, action) for context, actions in BINDINGS.items() for action in actions if action not in MOVES}
    dead = sorted(f"{context.value}: {action.id}" for context, action in every - live)
    assert not dead


@pytest.mark.parametrize("size", SIZES)
def test_a_click_on_a_key_hint_does_the_same_as_the_key(size: tuple[int, int]) -> None:
    clicked, looks = 0, list(LOOKS.values())
    for number, (name, model) in enumerate(screens(size), SIZES.index(size)):
        model = model._replace(looks=looks[number % len(looks)])
        last = rows_of(model)[-1]
        for action in BINDINGS[model.top.context]:
            label = model.keymap.label(model.top.context, action)
            for match in re.finditer(rf"(?<!\S){re.escape(label)} (?=[a-z])", last):
                by_key, place = pressed(model, action), (model.rows - 1, match.start())
                by_click = handle(handle(model, Mouse("press", "left", *place)), Mouse("release", "left", *place))
                assert rows_of(by_click)[-1] == rows_of(by_key)[-1], f"{name}: {label}"
                assert [type(screen) for screen in by_click.screens] == [type(screen) for screen in by_key.screens]
                clicked += 1
    assert clicked > 50


@pytest.mark.parametrize("about", Context)
def test_every_action_is_listed_in_help_with_its_keys(about: Context) -> None:
    model = Model(24, 80)
    entries = help_entries(about, model.keymap, model.settings, model.looks, HelpPart.KEYS)
    for context, actions in model.keymap.bindings.items():
        for action, keys in actions.items():
            signs = [entry.sign for entry in entries if action in entry.actions and entry.text]
            is_grouped = action.id.startswith(("move", "scroll", "clue"))
            assert signs if is_grouped else " ".join(map(key_label, keys)) in signs, (context, action)


@cache
def walked() -> list[Model]:
    """Every screen, as a start for a random walk."""
    return [model for _, model in every_screen(80, 24)]


KEYS = sorted({key for actions in BINDINGS.values() for binding in actions.values() for key in binding.keys})


@given(st.integers(0, 200), ANY_SIZE, steps(KEYS))
def test_every_frame_fits_its_terminal_after_random_input(
    number: int, size: tuple[int, int], script: list[Step]
) -> None:
    models = walked()
    wander(resize(models[number % len(models)], *size), script)
