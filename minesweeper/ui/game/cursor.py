"""The cursor, the view and the mouse on the game screen.

The left button acts when it's released, and releasing it on another cell cancels the click. The right button acts as
soon as it's pressed. The middle button chords, and so do left and right together. A click outside the board may stand
for an action, for example on a key hint; then `mouse_move` returns this action, and `game_events` carries it out.
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
"""How many rows or columns a scroll key moves the view."""
WHEEL_STEP = 3
"""How many rows or columns one notch of the mouse wheel moves the view."""
_SCROLLS = {
    Action.SCROLL_UP: (-SCROLL_STEP, 0),
    Action.SCROLL_DOWN: (SCROLL_STEP, 0),
    Action.SCROLL_LEFT: (0, -SCROLL_STEP),
    Action.SCROLL_RIGHT: (0, SCROLL_STEP),
}


def move_cursor(state: GameState, action: Action) -> GameState | None:
    """Moves the cursor or scrolls the view, if that is what the action means. Returns None for any other action."""
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
    """Scrolls the view by rows and columns, and leaves the cursor where it is.

    If the whole board is in view, only a message appears.
    """
    geometry, view = state.geometry, state.looks.view
    if not geometry.scrolls:
        return state.say("The whole board is in view, so it doesn't scroll.", "The whole board is in view.")
    return state.with_view(view=geometry.clamp(View(view.row + rows, view.col + cols)))


def fit_view(state: GameState) -> GameState:
    """Adapts the view to the size of the terminal, and scrolls if the cursor would be outside it.

    A held mouse button is forgotten.
    """
    geometry = state.geometry
    view = geometry.clamp(state.looks.view)
    if not geometry.shows(view, state.cursor):
        view = geometry.follow(view, *state.cursor)
    return state.with_view(view=view, press=None)


def switch_reduced(state: GameState) -> GameState:
    """Turns the reduced view on or off, in which numbers count only the mines that aren't flagged."""
    return state.with_view(reduced=not state.looks.reduced)


def switch_clicks(state: GameState) -> GameState:
    """Swaps the left and the right mouse button, or swaps them back."""
    was_on = state.looks.click_mode
    text = "Left click opens, right click flags." if was_on else "Left click flags, right click opens."
    return state.with_view(click_mode=not was_on).say(text)


# ------------------------------------------------------------------------------
# The mouse
# ------------------------------------------------------------------------------


def mouse_move(state: GameState, event: Mouse) -> GameState | Action:
    """Handles a mouse event.

    Returns the next state or, if the player clicked on a place that stands for an action, this action.
    """
    if event.kind == "wheel":
        return _wheel(state, event)
    cell = cell_at(state, event)
    if event.kind == "press":
        if cell is None:
            return _press_elsewhere(state, event)
        # While the player types, a click on the board only ends the typing.
        return state.ready_for_input() if state.mode.asks else _press(state.ready_for_input(), event, cell)
    press = state.looks.press
    if press is None or event.button != press.button:
        return state
    if event.kind == "drag":
        return state.with_view(press=press._replace(inside=cell == press.cell))
    return _release(state, cell)


def cell_at(state: GameState, event: Mouse) -> int | None:
    """The cell under the pointer, or None outside the board.

    A press on a row that a message covers doesn't count either, because the player can't see the cell.
    """
    place = state.geometry.cell_at(state.looks.view, event.row, event.col)
    if place is None or (event.kind == "press" and game_chrome(state).is_covered(event.row)):
        return None
    return state.game.grid.cell(*place)


def _wheel(state: GameState, event: Mouse) -> GameState:
    """Scrolls the board. The wheel moves it up and down or, with Shift or a sideways wheel, to the left and right."""
    by = WHEEL_STEP if event.button in ("down", "wheel-right") else -WHEEL_STEP
    is_across = event.shift or event.button.startswith("wheel")
    return scroll(state.with_view(press=None), *((0, by) if is_across else (by, 0)))


def _press(state: GameState, event: Mouse, cell: int) -> GameState:
    """Handles a button that goes down on a cell.

    The right button acts at once, and with the left button held down it chords. The other buttons wait for their
    release, unless the setting ``mouse_opens_on`` is ``press``.
    """
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
    """Handles a button that goes up: acts on the cell where it went down.

    If the pointer has moved to another cell, nothing happens.
    """
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
    """Handles a press outside the cells.

    This may be an action, the map of a large board, or a dashed edge of the frame, which scrolls the board. Any other
    press only clears the message.
    """
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
    """The direction in which a click on a dashed edge scrolls: -1, 0 or 1 for rows and for columns.

    (0, 0) if the click is elsewhere or the board ends at this edge.
    """
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
    """The action of a click above the board, or None.

    In the game header these are the mine counter, the face and the clock. Boards that aren't games have a heading
    instead, which may have one action.
    """
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
    """The action of a left press on the header, on a key hint or on the hint in the edge of a small screen.

    None elsewhere.
    """
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
