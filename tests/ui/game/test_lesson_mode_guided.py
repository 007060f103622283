"""The guided game on the screen: done by keys and by mouse at every size, wrong moves explained, nothing recorded."""

from __future__ import annotations

import pytest

from minesweeper.core.cells import first_cell
from minesweeper.play.guided_game import STEPS
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Model, StoreCache, tick
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.game.lesson_mode import GuidedMode
from minesweeper.ui.screens.menu import MenuScreen, open_menu
from tests.ui.driving import CALM, click, cursor_to, message_of, press, state_of, text_of, the_mode
from tests.ui.watching import click_text, framed, trimmed

KEYS = ["space"], ["up", "right", "space"], ["up", "f", "left", "f"], ["space"]
"""The keys that do each step, from the marked cell."""


def menu(cols: int = 80, rows: int = 24) -> Model:
    model = Model(rows, cols, (open_menu(CALM),), CALM, looks=Looks())
    return model.with_cache(StoreCache(replays=0))


def guided(model: Model) -> GuidedMode:
    return the_mode(model, GuidedMode)


def finish(model: Model) -> Model:
    """Plays the last step by following tips."""
    while not guided(model).guided.is_done:
        proof = guided(model).guided.tip()
        assert proof is not None
        cell = first_cell(proof.changes)
        row, col = state_of(model).game.grid.row_col(cell)
        model = press(cursor_to(model, row, col), "space" if proof.safe >> cell & 1 else "f")
    return model


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
def test_all_five_steps_by_keys(size: tuple[int, int]) -> None:
    model = press(menu(*size), "n")
    for number, keys in enumerate(KEYS):
        assert guided(model).guided.number == number
        model = press(model, *keys)
        assert guided(model).guided.is_done, number
        model = press(model, "enter")
    model = finish(model)
    assert "You won" in text_of(model)
    model = press(tick(model, 2.0), "enter")
    assert isinstance(model.top, MenuScreen)


def test_the_task_stands_right_below_the_board_and_the_edge_counts_the_steps() -> None:
    lines = text_of(press(menu(), "n")).splitlines()
    assert any("─ Step 1 of 5 ─" in line for line in lines)
    bottom = next(number for number, line in enumerate(lines) if "╰" in line)
    assert lines[bottom + 1].strip() == ""
    assert lines[bottom + 2].strip().startswith("Some cells hide mines.")


def test_all_moves_by_mouse() -> None:
    model = press(menu(), "n")
    model = click(model, 1, 2)
    assert message_of(model) == STEPS[0].done
    assert message_of(click(model, 0, 0)) == STEPS[0].done  # a hurried click on the board doesn't go on
    model = click(click_text(model, "Enter next"), 1, 2)
    assert message_of(model) == STEPS[1].done
    model = click(click(click_text(model, "Enter next"), 0, 0, "right"), 0, 1, "right")
    assert message_of(model) == STEPS[2].done
    model = click(click_text(model, "Enter next"), 1, 1)
    assert message_of(model) == STEPS[3].done


def test_a_wrong_move_is_explained_and_moving_on_shows_the_task_again() -> None:
    model = press(menu(), "n", "space", "enter")
    task = message_of(model)
    model = press(model, "right", "right", "space")
    assert message_of(model).startswith("Row 2, column 4 isn't proved safe yet. Look at the marked 1: ")
    assert message_of(press(model, "left")) == task


@pytest.mark.parametrize("keys", [("space", "enter"), ("space", "enter", "up", "right", "space", "enter")])
def test_space_on_an_open_number_is_no_chord_before_chords_are_taught(keys: tuple[str, ...]) -> None:
    model = press(menu(), "n", *keys)
    again = press(model, "space")
    assert message_of(again) == "This cell is open already. The arrows move to a hidden one."
    assert guided(again).guided == guided(model).guided


def test_t_shows_a_provable_move() -> None:
    model = press(menu(), "n", "space", "enter", "t")
    assert "are safe. The 1 at row 1, column 2 has its mine flagged" in message_of(model)


def test_a_small_screen_shows_the_task_and_then_the_board() -> None:
    model = press(menu(20, 7), "n", "space", "enter")
    assert framed(model) == trimmed(
        """
        |✱1 0:00 :)          |
        |   ╭────────────╮   |
        |   │  1 1 ⋅ ⋅ ⋅ │   |
        |   │  ⚑▸1 ⋅ ⋅ ⋅ │   |
        |The 1 has its mine: |
        | open a cell by it. |
        |Space open  Esc back|
        """
    )
    assert "open a cell by it." not in text_of(press(model, "right"))


@pytest.mark.parametrize("key", ["esc", "q"])
def test_esc_leaves_at_any_time_and_at_the_first_step_the_menu_offers_it_no_more(key: str) -> None:
    model = menu()
    left = press(model, "n", "space", "enter", key)
    assert isinstance(left.top, MenuScreen)
    assert "N  Learn to play" in text_of(left)
    dismissed = press(left, "n", key)
    assert "N  Learn to play" not in text_of(dismissed)
    assert "Learn to play is in Lessons from now on." in text_of(dismissed)
    assert not dismissed.settings.is_on("learn_row")


def test_the_menu_offers_it_only_until_it_is_taken_or_a_game_is_won() -> None:
    taken = Settings({"learn_row": False})
    model = Model(24, 80, (open_menu(taken),), taken, looks=Looks()).with_cache(StoreCache(replays=0))
    assert "Learn to play" not in text_of(model)
    unread = Model(24, 80, (open_menu(CALM),), CALM, looks=Looks())
    assert "Learn to play" not in text_of(unread)  # nothing is known about earlier games yet


def test_nothing_of_it_is_a_game() -> None:
    model = finish(
        press(menu(), "n", "space", "enter", "up", "right", "space", "enter", *KEYS[2], "enter", "space", "enter")
    )
    assert state_of(model).session.id == ""
    assert not model.top.has_running_game()
