"""The game header above a board and the words in the edge of the board, which name only what is unusual."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, StoreCache, handle
from minesweeper.ui.terminal.events import Mouse
from tests.ui.driving import click, press, rows_of, start, state_of

SpecNumbers: TypeAlias = tuple[int, int, int]
NAMES = {"beginner": BoardSpec(9, 9, 10), "expert": BoardSpec(30, 16, 99)}


def game(name: str = "expert", cols: int = 80, rows: int = 24, known: bool = False) -> Model:
    """A running game on a board that is always the same."""
    session = new_session(NAMES[name], name, "s").open_cell(40)
    return start(session._replace(is_known_board=known), cols, rows)


def edge_of(model: Model) -> str:
    """The words in the upper edge of the board."""
    row = rows_of(model)[state_of(model).geometry.frame.top]
    return " ".join(row.replace("\u2500", " ").strip(" \u256d\u256e").split())


def pressed(model: Model, text: str) -> Model:
    """Returns the model after a click on a part of the game header."""
    row = state_of(model).geometry.strip.top
    return handle(model, Mouse("press", "left", row, rows_of(model)[row].index(text)))


def test_the_board_edge_of_an_ordinary_game_has_only_its_preset() -> None:
    assert edge_of(game()) == "Expert"
    assert rows_of(game())[0].split() == ["\u2731", "99", ":)", "0:00"]


def test_the_board_edge_names_anything_unusual_in_whole_words() -> None:
    model = press(game(known=True), "v", "l", "f5", "up")
    assert edge_of(model) == "Expert left flags assisted reduced"
    session = new_session(NAMES["expert"], "expert", "s").open_cell(40)._replace(id="kept", is_known_board=False)
    assert edge_of(start(session)._replace(cache=StoreCache(problem="The disk is full."))) == "Expert not saved"


def test_words_without_room_in_the_board_edge_are_dropped() -> None:
    assert edge_of(press(game("beginner", known=True), "v", "l", "up")) == "Beginner assisted reduced"
    assert edge_of(press(game("beginner", 40, 16, known=True), "v", "l", "up")) == "Beginner assisted"


def test_a_low_screen_has_the_game_header_in_the_board_edge() -> None:
    assert edge_of(game("beginner", 40, 12)) == "\u2731 10 :) 0:00"
    assert edge_of(press(game("expert", 60, 12), "l")).split() == ["\u2731", "99", ":)", "reduced", "0:00"]


def test_the_game_header_at_20x7_replaces_the_face_with_a_word() -> None:
    assert rows_of(game(cols=20, rows=7))[0].startswith("\u256d\u273199 0:00 :)")
    assert rows_of(press(game(cols=20, rows=7), "l"))[0].startswith("\u256d\u273199 0:00 reduced")


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (30, 9), (40, 12), (50, 14), (60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("spec", [(3, 3, 1), (7, 5, 4), (9, 9, 10), (30, 16, 99)])
def test_click_mode_has_a_label_at_every_size(cols: int, rows: int, spec: SpecNumbers) -> None:
    session = new_session(BoardSpec(*spec), "custom", "s").open_cell(4)
    clicks = press(start(session, cols, rows), "f5", "up")
    assert any("left flags" in row or "L flags" in row for row in rows_of(clicks))


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_each_part_of_the_game_header_can_be_clicked(size: tuple[int, int]) -> None:
    model = game("beginner", *size)
    flags = pressed(model, "10")
    assert state_of(flags).looks.click_mode
    assert state_of(click(flags, 8, 8)).game.flags
    assert not state_of(pressed(flags, "10")).looks.click_mode
    assert pressed(model, "0:00").top is not model.top
    assert len(pressed(model, "0:00").screens) == len(model.screens) + 1
    assert state_of(pressed(model, ":)")).mode.asks
