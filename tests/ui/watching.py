"""Looks at frames as a player would: text with the edge of the terminal, styles by place, and random input."""

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
    """The frame as text, between the left and right edge of the terminal."""
    return "\n".join(f"|{row:{model.cols}}|" for row in text_of(model).split("\n"))


def trimmed(text: str) -> str:
    """A picture in a test's source without its first and last line break and its indent."""
    return "\n".join(line.strip() for line in text.strip().split("\n"))


def style_of(model: Model, text: str) -> str:
    """The style of a text on the screen."""
    return render(model).style_at(*place_of_text(model, text))


def roles_of(model: Model, text: str) -> list[str]:
    """The roles of a text where it first appears: the one of its ink and the one of its background, without shading."""
    return re.sub(r"[+-]\d+$", "", style_of(model, text)).split(" on ")


def place_of_text(model: Model, text: str) -> tuple[int, int]:
    """The row and column where a text begins on the screen."""
    for number, row in enumerate(render(model).text().split("\n")):
        if text in row:
            return number, row.index(text)
    raise AssertionError(f"{text!r} is not on the screen:\n{render(model).text()}")


def click_text(model: Model, text: str) -> Model:
    """Returns the model after a click on a text."""
    row, col = place_of_text(model, text)
    model = handle(model, Mouse("press", "left", row, col))
    return handle(model, Mouse("release", "left", row, col))


def wheel(model: Model, button: MouseButton, row: int = 0, col: int = 0) -> Model:
    """Returns the model after a turn of the wheel."""
    return handle(model, Mouse("wheel", button, row, col))


def steps(keys: list[str]) -> st.SearchStrategy[list[Step]]:
    """Lists of random input for hypothesis: keys, mouse events anywhere, and changes of the terminal size."""
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
    """Returns the model after all steps. After each one, the frame must fit and have only known styles."""
    text_of(model)
    for step in script:
        model = handle(model, step) if isinstance(step, (Key, Mouse)) else resize(model, *step)
        model = model._replace(effects=())
        text_of(model)
    return model
