"""The mouse on the game screen: buttons, drags and the wheel.

The left button acts on release, and a release on another cell cancels it; the right one acts on press; the middle
one and left with right chord.
"""

from __future__ import annotations

from dataclasses import replace

from minesweeper.core.cells import contains
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.board import map_place, view_at
from minesweeper.ui.game.cursor import scroll
from minesweeper.ui.game.draw import edge_button, game_hints, game_status, hints_in_place, message_end, message_lines
from minesweeper.ui.game.moves import chord_at, flag_at, open_at
from minesweeper.ui.game.state import GameState, Press
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import hint_at
from minesweeper.ui.widgets.status import face_place

WHEEL_STEP = 3


def mouse_move(state: GameState, model: Model, event: Mouse) -> GameState | Action:
    """The state after a mouse event, or the action that the place under the pointer stands for."""
    if event.kind == "wheel":
        return _wheel(state, model, event)
    geometry = state.geometry(model)
    place = geometry.cell_at(state.view, event.row, event.col)
    # A message may lie over the lowest rows, and nobody means a cell that can't be seen.
    covered = 0 <= message_end(geometry) - event.row < len(message_lines(state, model))
    cell = state.game.grid.cell(*place) if place and not (covered and event.kind == "press") else None
    if event.kind == "press":
        return _press_elsewhere(state, model, event) if cell is None else _press(state.calm(), model, event, cell)
    if state.press is None or event.button != state.press.button:
        return state
    if event.kind == "drag":
        return replace(state, press=replace(state.press, inside=cell == state.press.cell))
    return _release(state, model, cell)


def click_on_bot(state: GameState, model: Model, event: Mouse) -> Action | None:
    """What a mouse event asks of the bot: what the hint under the pointer says, or to pause."""
    if event.kind != "press":
        return None
    place = (event.row, event.col)
    hint = hint_at(game_hints(state), model.keymap, state.context, model.rows - 1, model.cols, place)
    return Action.BOT_PAUSE if hint is None or state.geometry(model).is_compact else hint


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
    return scroll(replace(state, press=None), model, rows, cols)


def _press(state: GameState, model: Model, event: Mouse, cell: int) -> GameState:
    if state.game.is_over:
        return state
    held = state.press
    state = replace(state, cursor=state.game.grid.row_col(cell))
    if event.button == "right":
        if held and held.button == "left" and held.cell == cell and contains(state.game.opened, cell):
            return chord_at(replace(state, press=None), model, cell)
        act = open_at if state.click_mode else flag_at
        return act(replace(state, press=None), model, cell)
    state = replace(state, press=Press(event.button, cell))
    if model.settings.text("mouse_opens_on") == "press":
        return _release(state, model, cell)
    return state


def _release(state: GameState, model: Model, cell: int | None) -> GameState:
    press = state.press
    state = replace(state, press=None)
    if press is None or cell != press.cell:
        return state
    if press.button == "middle":
        return chord_at(state, model, cell)
    if state.click_mode and not contains(state.game.opened, cell):
        return flag_at(state, model, cell)
    return open_at(state, model, cell)


def _press_elsewhere(state: GameState, model: Model, event: Mouse) -> GameState | Action:
    """A press beside the board, or on a message: the face, a hint, the map. Hints are where the state shows them."""
    if event.button != "left":
        return state.calm()
    geometry = state.geometry(model)
    face = face_place(game_status(state), geometry, model.looks)
    if face and face.holds(event.row, event.col):
        return Action.NEW_GAME
    view = view_at(map_place(geometry), geometry, event.row, event.col) if geometry.scrolls else None
    if view is not None:
        return replace(state.calm(), view=view)
    place = (event.row, event.col)
    hints = hints_in_place(state, model)
    action = hint_at(hints, model.keymap, state.context, model.rows - 1, model.cols, place)
    if geometry.is_compact and action is None and not hints:
        button = edge_button(geometry, state, model)
        action = button.action if button and button.holds(*place) else None
    if geometry.is_compact and event.row == geometry.status_row:
        action = Action.MORE if state.game.is_over else Action.PAUSE
    return state.calm() if action is None else action
