"""Handles the mouse on the game screen: buttons, drags and the wheel.

The left button acts on release, and a release on another cell cancels it; the right one acts on press; the middle
one and left with right chord.
"""

from __future__ import annotations

from minesweeper.core.cells import contains
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import Geometry
from minesweeper.ui.game.cursor import point_at, scroll, show_part, with_press
from minesweeper.ui.game.game_draw import edge_button, game_chrome
from minesweeper.ui.game.game_state import GameState, Press
from minesweeper.ui.game.moves import chord_at, flag_at, open_at
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.header import heading_place, strip_part

WHEEL_STEP = 3


def mouse_move(state: GameState, model: Model, event: Mouse) -> GameState | Action:
    """Handles a mouse event; returns the action that the clicked place stands for, if any."""
    if event.kind == "wheel":
        return _wheel(state, model, event)
    cell = cell_at(state, model, event)
    if event.kind == "press":
        if cell is None:
            return _press_elsewhere(state, model, event)
        # A click that ends typing does nothing else.
        return state.calm() if state.mode.asks else _press(state.calm(), model, event, cell)
    press = state.looks.press
    if press is None or event.button != press.button:
        return state
    if event.kind == "drag":
        return with_press(state, press._replace(inside=cell == press.cell))
    return _release(state, model, cell)


def cell_at(state: GameState, model: Model, event: Mouse) -> int | None:
    """Returns the cell under the pointer; rows covered by a message can't be pressed."""
    place = state.geometry(model).cell_at(state.looks.view, event.row, event.col)
    if place is None or (event.kind == "press" and game_chrome(state, model).is_covered(event.row)):
        return None
    return state.game.grid.cell(*place)


def _wheel(state: GameState, model: Model, event: Mouse) -> GameState:
    steps = {
        "up": (-WHEEL_STEP, 0),
        "down": (WHEEL_STEP, 0),
        "wheel-left": (0, -WHEEL_STEP),
        "wheel-right": (0, WHEEL_STEP),
    }
    rows, cols = steps[event.button]
    if event.shift and rows:
        rows, cols = 0, rows
    return scroll(with_press(state, None), model, rows, cols)


def _press(state: GameState, model: Model, event: Mouse, cell: int) -> GameState:
    if state.game.is_over:
        return state
    held = state.looks.press
    if event.button == "right":
        state = point_at(state, cell, None)
        if held and held.button == "left" and held.cell == cell and contains(state.game.opened, cell):
            return chord_at(state, model, cell)
        act = open_at if state.looks.click_mode else flag_at
        return act(state, model, cell)
    state = point_at(state, cell, Press(event.button, cell))
    return _release(state, model, cell) if model.settings.text("mouse_opens_on") == "press" else state


def _release(state: GameState, model: Model, cell: int | None) -> GameState:
    press = state.looks.press
    state = with_press(state, None)
    if press is None or cell is None or cell != press.cell:
        return state
    if press.button == "middle":
        return chord_at(state, model, cell)
    if state.looks.click_mode and not contains(state.game.opened, cell):
        return flag_at(state, model, cell)
    return open_at(state, model, cell)


def _press_elsewhere(state: GameState, model: Model, event: Mouse) -> GameState | Action:
    """Handles a press outside the board: on the map, a dashed edge, a hint or the strip."""
    geometry = state.geometry(model)
    action = action_at(state, model, event)
    if action is not None:
        return action
    rows, cols = geometry.beyond(state.looks.view, event.row, event.col)
    if (rows or cols) and event.button == "left" and not game_chrome(state, model).is_covered(event.row):
        half = max(1, geometry.view_rows // 2), max(1, geometry.view_cols // 2)
        return scroll(state.calm(), model, rows * half[0], cols * half[1])
    view = None
    if geometry.scrolls:
        from minesweeper.ui.draw.dots import map_place, view_at

        view = view_at(map_place(geometry), geometry, event.row, event.col)
    state = state.calm()
    return state if view is None or event.button != "left" else show_part(state, view)


def _action_above(state: GameState, model: Model, geometry: Geometry, event: Mouse) -> Action | None:
    """Returns the action of a place above the board: in the heading or the status."""
    place, heading = (event.row, event.col), state.view(model).heading
    if heading is not None:
        return heading.action if heading_place(heading, geometry, model.looks).holds(*place) else None
    part = strip_part(geometry, *place)
    if part == "mines":
        return None if state.is_bots or state.game.is_over else Action.CLICK_MODE
    if part == "time":
        return Action.PAUSE if state.context is Context.GAME else Action.MORE
    return Action.NEW_GAME if part == "face" else None


def action_at(state: GameState, model: Model, event: Mouse) -> Action | None:
    """Returns the action of a pressed hint or part of the strip."""
    if event.button != "left":
        return None
    geometry, place = state.geometry(model), (event.row, event.col)
    if cell_at(state, model, event) is not None:
        return None
    above = _action_above(state, model, geometry, event)
    if above is not None:
        return above
    chrome = game_chrome(state, model)
    button = edge_button(geometry, state, model) if geometry.is_compact and not chrome.is_covered(event.row) else None
    return button.action if button and button.holds(*place) else chrome.action_at(*place)
