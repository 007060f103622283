"""What only a new player sees: the keys that matter, in the menu and before the first move."""

from __future__ import annotations

from minesweeper.ui.base.model import Model
from minesweeper.ui.base.shelf import Shelf
from minesweeper.ui.screens.menu import open_menu
from tests.ui.driving import CALM, press, text_of


def menu() -> Model:
    """The menu, of a program that does not know yet what was played."""
    return Model(24, 80, (open_menu(),), CALM)


def test_who_never_played_is_told_the_keys_that_matter() -> None:
    words = "New here? Arrows or the mouse, Space opens, F flags, H explains everything."
    new = menu().with_shelf(Shelf(replays=0))
    assert words in text_of(new)
    assert words in text_of(press(new, "1"))
    assert words not in text_of(press(new, "1", "space"))
    assert words not in text_of(menu())
    assert words not in text_of(menu().with_shelf(Shelf(replays=1)))
