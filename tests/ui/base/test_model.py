"""Screens are immutable values, like frozen dataclasses, and `Env` is what a screen sees of the model."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

import pytest

from minesweeper.ui.base.model import Env, Screen, StoreCache, replace
from tests.ui.driving import ASCII, CALM, menu


class Point(Screen):
    row: int
    col: int = 0


class Spot(Point):
    """A point with a label, whose class adds a field to that of its parent."""

    sign = "unannotated names are no fields"

    label: str = ""

    @property
    def place(self) -> tuple[int, int]:
        return self.row, self.col


def test_screens_have_the_fields_of_all_their_classes_in_order() -> None:
    assert repr(Spot(1, 2, "x")) == "Spot(row=1, col=2, label='x')"
    assert Spot(row=1).place == (1, 0)
    assert repr(Spot(1, label="x")) == "Spot(row=1, col=0, label='x')"


def test_screens_are_equal_if_class_and_fields_are_equal() -> None:
    assert Point(1, 2) == Point(1, col=2)
    assert Point(1) != Point(2)
    assert Point(1) != Spot(1)
    with pytest.raises(TypeError):
        hash(Point(1))


def test_replace_copies_screens_and_dataclasses_with_changed_fields() -> None:
    @dataclass(frozen=True)
    class Size:
        width: int
        height: int = 1

    before = Spot(1, label="x")
    assert replace(before, col=3) == Spot(1, 3, "x")
    assert before == Spot(1, label="x")
    assert replace(Size(2), height=3) == Size(2, 3)


def test_fields_of_a_screen_cannot_be_assigned() -> None:
    with pytest.raises(AttributeError, match="Point can't be changed"):
        Point(1).row = 2  # type: ignore[misc]


def test_screens_refuse_missing_unknown_and_repeated_fields() -> None:
    for values, named in (((), {}), ((1, 2, 3), {}), ((1,), {"row": 1}), ((1,), {"colour": 1})):
        with pytest.raises(TypeError, match="Point needs other values for its fields row, col"):
            Point(*values, **named)


def test_declaring_a_screen_does_not_load_dataclasses() -> None:
    code = "import sys, minesweeper.ui.base.model; sys.exit('dataclasses' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_field_of_env_comes_from_the_model() -> None:
    model = menu(40, 12, CALM, ASCII, StoreCache(replays=3))
    assert all(getattr(model.env, name) is getattr(model, name) for name in Env._fields)
