"""Moves the cursor and the view, and handles the mouse: buttons, drags and the wheel.

The left button acts on release, and a release on another cell cancels it; the right one acts on press; the middle
one and left with right chord.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.core.cells import contains
from minesweeper.core.late import LateModule
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.draw.geometry import Geometry, View
from minesweeper.ui.game.game_draw import edge_button, game_chrome
from minesweeper.ui.game.game_state import GameState, Press
from minesweeper.ui.game.moves import chord_at, flag_at, open_at
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.header import header_button_at

if TYPE_CHECKING:
    from minesweeper.ui.draw import dots
else:
    dots = LateModule("minesweeper.ui.draw.dots")


SCROLL_STEP = 2
WHEEL_STEP = 3
_SCROLLS = {
    Action.SCROLL_UP: (-SCROLL_STEP, 0),
    Action.SCROLL_DOWN: (SCROLL_STEP, 0),
    Action.SCROLL_LEFT: (0, -SCROLL_STEP),
    Action.SCROLL_RIGHT: (0, SCROLL_STEP),
}


def move_cursor(state: GameState, action: Action) -> GameState | None:
    """Moves the cursor or the view; returns None for any other action."""
    row, col = state.cursor
    page = max(1, state.geometry.view_rows - 1)
    places = {
        Action.MOVE_UP: (row - 1, col),
        Action.MOVE_DOWN: (row + 1, col),
        Action.MOVE_LEFT: (row, col - 1),
        Action.MOVE_RIGHT: (row, col + 1),
        Action.ROW_START: (row, 0),
        Action.ROW_END: (row, state.game.grid.width - 1),
        Action.PAGE_UP: (row - page, col),
        Action.PAGE_DOWN: (row + page, col),
    }
    if action in places:
        return state.move_to(*places[action])
    if action in _SCROLLS:
        return scroll(state, *_SCROLLS[action])
    if action not in (Action.NEXT_HIDDEN, Action.PREVIOUS_HIDDEN):
        return None
    cell = state.game.next_hidden(state.cell, backwards=action is Action.PREVIOUS_HIDDEN)
    if cell is None:
        other = "other hidden cell without a mark" if state.game.typed_position else "hidden cell beside a number"
        return state.say(f"There is no {other}.")
    return state.move_to_cell(cell)


def scroll(state: GameState, rows: int, cols: int) -> GameState:
    """Moves the view and leaves the cursor where it is."""
    geometry, view = state.geometry, state.looks.view
    if not geometry.scrolls:
        return state.say("The whole board is in view, so it doesn't scroll.", "The whole board is in view.")
    return state.with_view(view=geometry.clamp(View(view.row + rows, view.col + cols)))


def fit_view(state: GameState) -> GameState:
    """Fits the view to the current terminal."""
    geometry = state.geometry
    view = geometry.clamp(state.looks.view)
    if not geometry.shows(view, state.cursor):
        view = geometry.follow(view, *state.cursor)
    return state.with_view(view=view, press=None)


def switch_reduced(state: GameState) -> GameState:
    """Switches the reduced view on or off."""
    return state.with_view(reduced=not state.looks.reduced)


def switch_clicks(state: GameState) -> GameState:
    """Swaps the meaning of the mouse buttons."""
    was_on = state.looks.click_mode
    text = "Left click opens, right click flags." if was_on else "Left click flags, right click opens."
    return state.with_view(click_mode=not was_on).say(text)


# ------------------------------------------------------------------------------
# The mouse.
# ------------------------------------------------------------------------------


def mouse_move(state: GameState, event: Mouse) -> GameState | Action:
    """Handles a mouse event; returns the action that the clicked place stands for, if any."""
    if event.kind == "wheel":
        return _wheel(state, event)
    cell = cell_at(state, event)
    if event.kind == "press":
        if cell is None:
            return _press_elsewhere(state, event)
        # A click that ends typing does nothing else.
        return state.ready_for_input() if state.mode.asks else _press(state.ready_for_input(), event, cell)
    press = state.looks.press
    if press is None or event.button != press.button:
        return state
    if event.kind == "drag":
        return state.with_view(press=press._replace(inside=cell == press.cell))
    return _release(state, cell)


def cell_at(state: GameState, event: Mouse) -> int | None:
    """Returns the cell under the pointer; rows covered by a message can't be pressed."""
    place = state.geometry.cell_at(state.looks.view, event.row, event.col)
    if place is None or (event.kind == "press" and game_chrome(state).is_covered(event.row)):
        return None
    return state.game.grid.cell(*place)


def _wheel(state: GameState, event: Mouse) -> GameState:
    by = WHEEL_STEP if event.button in ("down", "wheel-right") else -WHEEL_STEP
    is_across = event.shift or event.button.startswith("wheel")
    return scroll(state.with_view(press=None), *((0, by) if is_across else (by, 0)))


def _press(state: GameState, event: Mouse, cell: int) -> GameState:
    if state.game.is_over:
        return state
    held = state.looks.press
    if event.button == "right":
        state = state.point_at(cell)
        if held and held.button == "left" and held.cell == cell and contains(state.game.opened, cell):
            return chord_at(state, cell)
        act = open_at if state.looks.click_mode else flag_at
        return act(state, cell)
    state = state.point_at(cell, Press(event.button, cell))
    return _release(state, cell) if state.env.settings.text("mouse_opens_on") == "press" else state


def _release(state: GameState, cell: int | None) -> GameState:
    press = state.looks.press
    state = state.with_view(press=None)
    if press is None or cell is None or cell != press.cell:
        return state
    if press.button == "middle":
        return chord_at(state, cell)
    if state.looks.click_mode and not contains(state.game.opened, cell):
        return flag_at(state, cell)
    return open_at(state, cell)


def _press_elsewhere(state: GameState, event: Mouse) -> GameState | Action:
    """Handles a press outside the board: on the map, a dashed edge, a hint or the strip."""
    geometry = state.geometry
    action = action_at(state, event)
    if action is not None:
        return action
    rows, cols = _beyond(geometry, state.looks.view, event)
    if (rows or cols) and event.button == "left" and not game_chrome(state).is_covered(event.row):
        half = max(1, geometry.view_rows // 2), max(1, geometry.view_cols // 2)
        return scroll(state.ready_for_input(), rows * half[0], cols * half[1])
    view = None
    if geometry.scrolls:
        view = dots.view_at(dots.map_place(geometry), geometry, event.row, event.col)
    state = state.ready_for_input()
    return state if view is None or event.button != "left" else state.with_view(view=view)


def _beyond(geometry: Geometry, view: View, event: Mouse) -> tuple[int, int]:
    """Returns the direction, in rows and columns, in which a click on a dashed edge scrolls; (0, 0) elsewhere."""
    frame = geometry.frame
    if not frame.holds(event.row, event.col):
        return 0, 0
    row, col = event.row - frame.top, event.col - frame.left
    above, below, left_of, right_of = geometry.goes_on(view)
    return (
        (row == frame.height - 1 and below) - (row == 0 and above),
        (col == frame.width - 1 and right_of) - (col == 0 and left_of),
    )


def _action_above(state: GameState, geometry: Geometry, event: Mouse) -> Action | None:
    """Returns the action of a place above the board: in the header."""
    place, heading = (event.row, event.col), state.view().heading
    if heading is not None:
        is_on_panel = geometry.right_panel is not None and geometry.right_panel.left <= event.col
        return heading.action if event.row == geometry.strip.top and not is_on_panel else None
    part = header_button_at(geometry, *place)
    if part == "mines":
        return None if state.is_bots or state.game.is_over else Action.CLICK_MODE
    if part == "time":
        return Action.PAUSE if state.context is Context.GAME else Action.MORE
    return Action.NEW_GAME if part == "face" else None


def action_at(state: GameState, event: Mouse) -> Action | None:
    """Returns the action of a pressed hint or part of the strip."""
    if event.button != "left":
        return None
    geometry, place = state.geometry, (event.row, event.col)
    if cell_at(state, event) is not None:
        return None
    above = _action_above(state, geometry, event)
    if above is not None:
        return above
    chrome, button = game_chrome(state), edge_button(geometry, state)
    is_on_edge = button is not None and button.holds(*place) and not chrome.is_covered(event.row)
    return Action.HELP if is_on_edge else chrome.action_at(*place)
