"""Opens safe cells until a move can be proved. Only unlock looks at the mines.

Tested in tests/ui/game/test_game_state.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper.core.cells import to_cell_set
from minesweeper.play.game import Phase
from minesweeper.play.unlock import Unlocked, unlock, unlock_sentence
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.jobs import Job
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.cursor import move_to_cell
from minesweeper.ui.game.end import make_move
from minesweeper.ui.game.game_state import QUIET, GameState, Mode
from minesweeper.ui.widgets.chrome import Message, say


@dataclass(frozen=True)
class UnlockMode(Mode):
    """Works out an unlock."""

    def key(self, state: GameState, model: Model, key: str) -> GameState | None:
        return state.calm() if key == "esc" else None

    def goes_on(self, action: Action | None) -> bool:
        return action in QUIET

    def work(self, state: GameState, model: Model) -> Job | None:
        return Job(unlock, (state.game,), receive_unlocked, hint=(state.cell,))

    def words(self, state: GameState) -> Message:
        return say("Unlock looks at the mines...")


def ask_unlock(state: GameState, model: Model) -> GameState:
    """Asks for an unlock."""
    if state.game.phase is Phase.PLAYING:
        return state.enter(UnlockMode())
    return state if state.game.is_over else state.say("Open a first cell: it opens a region by itself.")


def receive_unlocked(state: GameState, model: Model, unlocked: Unlocked) -> GameState:
    """Opens the unlocked cells."""
    state, text = state.leave(), unlock_sentence(unlocked)
    if unlocked.cells:
        first = unlocked.cells[0]
        state = move_to_cell(state, model, first)
        state = make_move(state, model, to_cell_set(unlocked.cells), 0, "unlock", cell=first)
    return state if state.game.is_over else state.say(text)
