"""The walk through a proof that is shown: which step comes next, what is said about it, and where the cursor goes.

Proofs are those of a tip, of a lesson, and of a cell that was safe when a game was lost.
Tested in tests/ui/game/test_tip.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper.core.cells import first_cell
from minesweeper.solvers.walking import ProofStep
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.cursor import move_to_cell
from minesweeper.ui.game.state import GameState, ShownCells
from minesweeper.ui.widgets.chrome import Message, say


def next_step_of(steps: Sequence[object], at: int | None, by: int) -> int | None:
    """The number of the step that comes so many steps after one; None is what stands before the first: the whole proof.

    Candidates are gone through in the same way: before them is the best guess.
    """
    number = (-1 if at is None else at) + by
    return None if number < 0 or not steps else min(number, len(steps) - 1)


def step_message(steps: tuple[ProofStep, ...], at: int) -> Message:
    """What is said about one step of a proof."""
    number = f"{at + 1}/{len(steps)}"
    return say(f"{number}  {steps[at].text}", f"{number} {steps[at].words}.")


def step_marks(step: ProofStep) -> ShownCells:
    """What is marked on the board at a step."""
    return ShownCells(step.safe, step.mined, step.clues)


def look_at_step(state: GameState, model: Model, steps: tuple[ProofStep, ...], at: int) -> GameState:
    """The state with the cursor on what a step is about: its clue, or at the end what is proved."""
    step = steps[at]
    proved = step.safe or step.mined
    cells = proved if at == len(steps) - 1 else step.clues or proved
    return move_to_cell(state, model, first_cell(cells)) if cells else state
