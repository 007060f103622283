"""The cursor and the view of a board: steps, jumps, scrolling."""

from __future__ import annotations

from dataclasses import replace

from minesweeper.core.cells import first_cell
from minesweeper.play.game import Game
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import Geometry, View
from minesweeper.ui.game.state import GameState

SCROLL_STEP = 2

STEPS = {
    Action.MOVE_UP: (-1, 0),
    Action.MOVE_DOWN: (1, 0),
    Action.MOVE_LEFT: (0, -1),
    Action.MOVE_RIGHT: (0, 1),
}
SCROLLS = {
    Action.SCROLL_UP: (-SCROLL_STEP, 0),
    Action.SCROLL_DOWN: (SCROLL_STEP, 0),
    Action.SCROLL_LEFT: (0, -SCROLL_STEP),
    Action.SCROLL_RIGHT: (0, SCROLL_STEP),
}
JUMPS = frozenset({Action.ROW_START, Action.ROW_END, Action.PAGE_UP, Action.PAGE_DOWN})
SEARCHES = {Action.NEXT_HIDDEN: False, Action.PREVIOUS_HIDDEN: True}


def move_cursor(state: GameState, model: Model, action: Action) -> GameState | None:
    """The state after an action that moves the cursor or the view; None for any other action."""
    row, col = state.cursor
    if action in STEPS:
        rows, cols = STEPS[action]
        return move_to(state, model, row + rows, col + cols)
    if action in SCROLLS:
        return scroll(state, model, *SCROLLS[action])
    if action in JUMPS:
        page = max(1, state.geometry(model).view_rows - 1)
        places = {
            Action.ROW_START: (row, 0),
            Action.ROW_END: (row, state.game.grid.width - 1),
            Action.PAGE_UP: (row - page, col),
            Action.PAGE_DOWN: (row + page, col),
        }
        return move_to(state, model, *places[action])
    if action in SEARCHES:
        cell = next_hidden(state.game, state.cell, backwards=SEARCHES[action])
        if cell is None:
            return state.say("There is no hidden cell beside a number.")
        return move_to(state, model, *state.game.grid.row_col(cell))
    return None


def move_to(state: GameState, model: Model, row: int, col: int) -> GameState:
    """The state with the cursor on a cell, or the nearest one on the board, and the view following it."""
    grid = state.game.grid
    row, col = max(0, min(row, grid.height - 1)), max(0, min(col, grid.width - 1))
    return replace(state, cursor=(row, col), view=state.geometry(model).follow(state.view, row, col))


def scroll(state: GameState, model: Model, rows: int, cols: int) -> GameState:
    """The state with the view moved and the cursor left where it is."""
    geometry = state.geometry(model)
    view = geometry.clamp(View(state.view.row + rows, state.view.col + cols))
    if not geometry.scrolls:
        return state.say("The whole board is in view.")
    state = replace(state, view=view)
    if is_in_view(geometry, view, state.cursor):
        return state
    return state.say("The view was moved; the cursor stays where it is and any move brings it back.")


def fit_view(state: GameState, model: Model) -> GameState:
    """The state with a view that suits the terminal as it is."""
    geometry = state.geometry(model)
    view = geometry.clamp(state.view)
    if not is_in_view(geometry, view, state.cursor):
        view = geometry.follow(view, *state.cursor)
    return replace(state, view=view, press=None)


def is_in_view(geometry: Geometry, view: View, cursor: tuple[int, int]) -> bool:
    """Whether a cell is in the part of the board that is shown."""
    row, col = cursor[0] - view.row, cursor[1] - view.col
    return 0 <= row < geometry.view_rows and 0 <= col < geometry.view_cols


def next_hidden(game: Game, cell: int, *, backwards: bool) -> int | None:
    """The next hidden cell without a flag beside a number, in reading order and round the board."""
    candidates = game.position.frontier & ~game.flags & ~(1 << cell)
    if not candidates:
        return None
    before = candidates & ((1 << cell) - 1)
    if backwards:
        return (before or candidates).bit_length() - 1
    return first_cell((candidates ^ before) or candidates)
