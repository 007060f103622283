"""Moves the cursor and the view, tracks the held mouse button and starts animations."""

from __future__ import annotations

from minesweeper.core.cells import CellSet
from minesweeper.play.game import Game
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import Geometry, View
from minesweeper.ui.game.game_state import BoardLooks, GameState, Press, start_rings

SCROLL_STEP = 2
FLASH_SECONDS = 0.15
IGNORE_KEYS_SECONDS = 0.4
PACE = 0.04
SHOCK_PACE, SHOCK_STEPS = 0.034, 9
_STEPS = {
    Action.MOVE_UP: (-1, 0),
    Action.MOVE_DOWN: (1, 0),
    Action.MOVE_LEFT: (0, -1),
    Action.MOVE_RIGHT: (0, 1),
}
_SCROLLS = {
    Action.SCROLL_UP: (-SCROLL_STEP, 0),
    Action.SCROLL_DOWN: (SCROLL_STEP, 0),
    Action.SCROLL_LEFT: (0, -SCROLL_STEP),
    Action.SCROLL_RIGHT: (0, SCROLL_STEP),
}
_JUMPS = frozenset({Action.ROW_START, Action.ROW_END, Action.PAGE_UP, Action.PAGE_DOWN})
_SEARCHES = {Action.NEXT_HIDDEN: False, Action.PREVIOUS_HIDDEN: True}


def looked(state: GameState, looks: BoardLooks) -> GameState:
    """Replaces the looks of the board."""
    return state._replace(looks=looks)


def move_cursor(state: GameState, model: Model, action: Action) -> GameState | None:
    """Moves the cursor or the view; returns None for any other action."""
    row, col = state.cursor
    if action in _STEPS:
        rows, cols = _STEPS[action]
        return move_to(state, model, row + rows, col + cols)
    if action in _SCROLLS:
        if not state.geometry(model).scrolls:  # With Caps Lock on, a letter that moves scrolls instead.
            return state.say("The whole board is in view. Is Caps Lock on?")
        return scroll(state, model, *_SCROLLS[action])
    if action in _JUMPS:
        page = max(1, state.geometry(model).view_rows - 1)
        places = {
            Action.ROW_START: (row, 0),
            Action.ROW_END: (row, state.game.grid.width - 1),
            Action.PAGE_UP: (row - page, col),
            Action.PAGE_DOWN: (row + page, col),
        }
        return move_to(state, model, *places[action])
    if action in _SEARCHES:
        cell = state.game.next_hidden(state.cell, backwards=_SEARCHES[action])
        if cell is None:
            other = "other hidden cell without a mark" if state.game.sketch else "hidden cell beside a number"
            return state.say(f"There is no {other}.")
        return move_to_cell(state, model, cell)
    return None


def move_to(state: GameState, model: Model, row: int, col: int) -> GameState:
    """Moves the cursor to a cell, or to the nearest one on the board; the view follows."""
    grid = state.game.grid
    row, col = max(0, min(row, grid.height - 1)), max(0, min(col, grid.width - 1))
    view = state.geometry(model).follow(state.looks.view, row, col)
    return looked(state, state.looks._replace(cursor=(row, col), view=view))


def move_to_cell(state: GameState, model: Model, cell: int) -> GameState:
    """Moves the cursor to the cell with this number; the view follows."""
    return move_to(state, model, *state.game.grid.row_col(cell))


def scroll(state: GameState, model: Model, rows: int, cols: int) -> GameState:
    """Moves the view and leaves the cursor where it is."""
    geometry, view = state.geometry(model), state.looks.view
    if not geometry.scrolls:
        return state.say("The whole board is in view.")
    state = show_part(state, geometry.clamp(View(view.row + rows, view.col + cols)))
    # On a small screen a message would cover the cells; the frame's edge names the place instead.
    if geometry.is_compact or is_in_view(geometry, state.looks.view, state.cursor):
        return state
    return state.say("The view was moved. Any move of the cursor brings it back.")


def show_part(state: GameState, view: View) -> GameState:
    """Shows another part of the board."""
    return looked(state, state.looks._replace(view=view))


def fit_view(state: GameState, model: Model) -> GameState:
    """Fits the view to the current terminal."""
    geometry = state.geometry(model)
    view = geometry.clamp(state.looks.view)
    if not is_in_view(geometry, view, state.cursor):
        view = geometry.follow(view, *state.cursor)
    return looked(state, state.looks._replace(view=view, press=None))


def is_in_view(geometry: Geometry, view: View, cursor: tuple[int, int]) -> bool:
    """Whether a cell is in view."""
    row, col = cursor[0] - view.row, cursor[1] - view.col
    return 0 <= row < geometry.view_rows and 0 <= col < geometry.view_cols


def switch_reduced(state: GameState, model: Model) -> GameState:
    """Switches the reduced view on or off."""
    return looked(state, state.looks._replace(reduced=not state.looks.reduced))


def switch_clicks(state: GameState, model: Model) -> GameState:
    """Swaps the meaning of the mouse buttons."""
    looks = state.looks
    text = "Left click opens, right click flags." if looks.click_mode else "Left click flags, right click opens."
    return looked(state, looks._replace(click_mode=not looks.click_mode)).say(text)


def with_press(state: GameState, press: Press | None) -> GameState:
    """Sets or clears the held mouse button."""
    return looked(state, state.looks._replace(press=press))


def point_at(state: GameState, cell: int, press: Press | None) -> GameState:
    """Moves the cursor to the pointer; the view stays."""
    return looked(state, state.looks._replace(cursor=state.game.grid.row_col(cell), press=press))


def light_up(state: GameState, model: Model, cells: CellSet) -> GameState:
    """Lights up cells for a moment."""
    if model.settings.text("motion") == "none":
        return state
    return looked(state, state.looks._replace(near=cells, flash=FLASH_SECONDS))


def ignore_keys(state: GameState) -> GameState:
    """Lets keys end only animations for a moment."""
    return looked(state, state.looks._replace(ignore_keys_s=IGNORE_KEYS_SECONDS))


def unfold(state: GameState, model: Model, before: Game, cell: int) -> GameState:
    """Reveals the cells that a move opened in rings around its cell."""
    opened = state.game.opened & ~before.opened
    rings = None
    if model.settings.text("motion") == "full" and opened.bit_count() >= 2:
        rings = start_rings(opened, cell, _reach(state, model, cell), PACE)
    return looked(state, state.looks._replace(rings=rings))


def cheer(state: GameState, model: Model, before: Game, cell: int) -> GameState:
    """Raises flags in rings from the winning cell, after the opened cells have appeared."""
    rings = None
    if model.settings.text("motion") == "full":
        rings = start_rings(state.game.flags & ~before.flags, cell, _reach(state, model, cell), PACE)
    return looked(state, state.looks._replace(wave=rings, press=None))


def shock(state: GameState, model: Model, cell: int) -> GameState:
    """Sends a shock wave from the exploded mine and reveals the other mines behind it."""
    game, rings = state.game, None
    if model.settings.text("motion") == "full" and game.layout is not None:
        mines, reach = game.layout.mines & ~(game.flags | game.exploded), _reach(state, model, cell)
        rings = start_rings(mines, cell, reach, SHOCK_PACE, SHOCK_STEPS)
    return looked(state, state.looks._replace(wave=rings, press=None))


def _reach(state: GameState, model: Model, cell: int) -> int:
    """Returns the distance to the farthest cell in view."""
    geometry, view = state.geometry(model), state.looks.view
    row, col = state.game.grid.row_col(cell)
    rows = abs(row - view.row), abs(view.row + geometry.view_rows - 1 - row)
    cols = abs(col - view.col), abs(view.col + geometry.view_cols - 1 - col)
    return max(*rows, *cols)
