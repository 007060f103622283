"""Looks at frames as a player would: pictures with the terminal's edge, styles by place, and aimless wandering."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from minesweeper.ui.base.model import Model, handle, render, resize
from minesweeper.ui.terminal.events import Key, Mouse, MouseButton
from tests.ui.driving import text_of

Size = tuple[int, int]
Step = Key | Mouse | Size

SIZES = st.tuples(st.integers(7, 60), st.integers(20, 200))
"""Rows and columns of every terminal that the program promises to fit."""


def framed(model: Model) -> str:
    """The frame as a picture, with the terminal's left and right edge."""
    return "\n".join(f"|{row:{model.cols}}|" for row in text_of(model).split("\n"))


def trimmed(text: str) -> str:
    """A picture from a test: without its first and last line break and the indent of the code around it."""
    return "\n".join(line.strip() for line in text.strip().split("\n"))


def style_of(model: Model, text: str) -> str:
    """The style in which a text stands on the screen."""
    return render(model).style_at(*place_of_text(model, text))


def roles_of(model: Model, text: str) -> list[str]:
    """The roles of the first such text: of its ink, and of its ground without the light on it."""
    return re.sub(r"[+-]\d+$", "", style_of(model, text)).split(" on ")


def place_of_text(model: Model, text: str) -> tuple[int, int]:
    """The row and column where a text starts on the screen."""
    for number, row in enumerate(render(model).text().split("\n")):
        if text in row:
            return number, row.index(text)
    raise AssertionError(f"{text!r} is not on the screen:\n{render(model).text()}")


def click_text(model: Model, text: str) -> Model:
    """The model after a click on a text."""
    row, col = place_of_text(model, text)
    model = handle(model, Mouse("press", "left", row, col))
    return handle(model, Mouse("release", "left", row, col))


def wheel(model: Model, button: MouseButton, row: int = 0, col: int = 0) -> Model:
    """The model after a turn of the wheel."""
    return handle(model, Mouse("wheel", button, row, col))


def steps(keys: list[str]) -> st.SearchStrategy[list[Step]]:
    """What can happen at a terminal: keys, the mouse anywhere, other sizes."""
    mouse = st.builds(
        Mouse,
        st.sampled_from(["press", "release", "drag"]),
        st.sampled_from(["left", "middle", "right"]),
        st.integers(0, 60),
        st.integers(0, 200),
    )
    turn = st.builds(
        Mouse,
        st.just("wheel"),
        st.sampled_from(["up", "down", "wheel-left", "wheel-right"]),
        st.integers(0, 60),
        st.integers(0, 200),
    )
    key = st.builds(Key, st.sampled_from(keys))
    return st.lists(st.one_of(key, key, key, mouse, turn, SIZES), max_size=15)


def wander(model: Model, script: list[Step]) -> Model:
    """The model after all steps; each frame on the way must fit, with styles that the themes know."""
    text_of(model)
    for step in script:
        model = handle(model, step) if isinstance(step, (Key, Mouse)) else resize(model, *step)
        model = model._replace(effects=())
        text_of(model)
    return model
