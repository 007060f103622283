"""Steps through a shown proof: the next step, its message, cursor and view.

Used for tips, lessons and missed safe cells after a loss.
Tested in tests/ui/game/test_tip_mode.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper.assist.naming import Room
from minesweeper.assist.tip import ProofStep
from minesweeper.core.cells import CellSet, cells_of, first_cell
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.game.cursor import move_to_cell, show_part
from minesweeper.ui.game.game_draw import game_chrome, shown_cells
from minesweeper.ui.game.game_state import GameState, ShownCells
from minesweeper.ui.widgets.chrome import SENTENCE, KeyHint, Message, message_width, say


def next_step_of(steps: Sequence[object], at: int | None, by: int) -> int | None:
    """Returns the number of another step; None stands for the whole proof, before the first step.

    Candidates of a guess work the same way: the best guess comes first.
    """
    number = (-1 if at is None else at) + by
    return None if number < 0 or not steps else min(number, len(steps) - 1)


def step_message(steps: tuple[ProofStep, ...], at: int) -> Message:
    """Returns the message about a step of a proof."""
    number = f"{at + 1}/{len(steps)}"
    return say(f"{number}  {steps[at].text}", f"{number} {steps[at].words}.", names_cells=True)


def walk_hints(take: KeyHint, word: str, at: int | None, count: int) -> list[KeyHint]:
    """Returns the hints while a playable move is shown; ``word`` names its ``count`` steps."""
    play: list[KeyHint] = [(Action.OPEN, "open"), (Action.FLAG, "flag"), (Action.HELP, "help")]
    if at is None:
        return [take, *[(Action.NEXT_STEP, word)] * bool(word), *play]
    return [*[(Action.NEXT_STEP, word)] * (at < count - 1), (Action.PREVIOUS_STEP, "back"), take, play[0], play[-1]]


def room_of(model: Model, less: int = 0) -> Room:
    """Returns the room for a sentence about a proof, and the signs that mark its cells."""
    glyphs = model.looks.glyphs
    width = min(message_width(model.cols), SENTENCE) - less
    return Room(width, safe=glyphs.tile(Tile.SAFE)[1], mine=glyphs.tile(Tile.DANGER)[1])


def step_marks(step: ProofStep) -> ShownCells:
    """Returns the marks of a step."""
    return ShownCells(step.safe, step.mined, step.clues)


def look_at_step(state: GameState, model: Model, steps: tuple[ProofStep, ...], at: int) -> GameState:
    """Moves the cursor to the clue of a step, or to the proved cell in the last step."""
    step = steps[at]
    proved = step.safe or step.mined
    cells = proved if at == len(steps) - 1 else step.clues or proved
    return show_marks(move_to_cell(state, model, first_cell(cells)) if cells else state, model)


def show_marks(state: GameState, model: Model) -> GameState:
    """Scrolls so that all marked cells are visible next to the message; if that fails, the proved ones."""
    shown = shown_cells(state)
    proved = shown.safe | shown.mined
    for cells in (proved | shown.proof, proved):
        view = _view_of(state, model, cells | 1 << state.cell) if cells else None
        if view is not None:
            return show_part(state, view)
    return state


def _view_of(state: GameState, model: Model, cells: CellSet) -> View | None:
    """Returns the nearest view that shows the cells outside the message; None if they don't fit.

    A view that also has room for the hints is preferred.
    """
    geometry, now = state.geometry(model), state.looks.view
    if cells.bit_count() > geometry.view_rows * geometry.view_cols:
        return None
    places = [state.game.grid.row_col(cell) for cell in cells_of(cells)]
    rows, cols = zip(*places, strict=True)
    least = geometry.clamp(View(max(rows) + 1 - geometry.view_rows, max(cols) + 1 - geometry.view_cols))
    most = geometry.clamp(View(min(rows), min(cols)))
    if least.row > most.row or least.col > most.col:
        return None
    col = max(least.col, min(now.col, most.col))
    found = None
    for row in sorted(range(least.row, most.row + 1), key=lambda row: abs(row - now.row)):
        view = View(row, col)
        chrome = game_chrome(show_part(state, view), model)
        if not any(chrome.is_covered(geometry.place(view, *place)[0]) for place in places):
            if chrome.buttons:
                return view
            found = found or view
    return found
