"""Going to a cell: its row and column are typed, and Enter goes there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.core.text import quote
from minesweeper.play.game import Game
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.state import GameState, Mode
from minesweeper.ui.widgets.chrome import KeyHint, Message, say

LONGEST = 16
"""So many characters are typed at most."""


@dataclass(frozen=True)
class GoingTo(Mode):
    """A place that is being typed: a row, or a row and a column, counted from 1."""

    typed: str = ""
    problem: str = ""

    asks = is_interrupted = True

    def context(self, game: Game) -> Context:
        return Context.FORM

    def key(self, state: GameState, model: Model, key: str) -> GameState | None:
        if model.keymap.action(Context.FORM, key) is Action.HELP:
            return None
        if key == "esc":
            return state.leave()
        if key == "enter":
            return self._go(state, model)
        if key in ("backspace", "delete"):
            return self._with(state, self.typed[:-1] if key == "backspace" else "")
        sign = " " if key in ("space", ",", ";", "tab") else key
        is_part = len(sign) == 1 and ((sign.isdecimal() and sign.isascii()) or sign == " ")
        return self._with(state, self.typed + sign) if is_part and len(self.typed) < LONGEST else state

    def _with(self, state: GameState, typed: str) -> GameState:
        return state._replace(mode=replace(self, typed=typed, problem=""))

    def _go(self, state: GameState, model: Model) -> GameState:
        grid, numbers = state.game.grid, [int(word) for word in self.typed.split()]
        if not numbers:
            return state.leave()
        row, col = numbers if len(numbers) == 2 else (numbers[0], state.cursor[1] + 1)
        if len(numbers) > 2 or not (1 <= row <= grid.height and 1 <= col <= grid.width):
            allowed = f"rows 1 to {grid.height}, columns 1 to {grid.width}"
            problem = f"{quote(self.typed, typed=True)} is not on the board: {allowed}."
            return state._replace(mode=GoingTo(problem=problem))
        return move_to(state.leave(), model, row - 1, col - 1)

    def act(self, state: GameState, model: Model, action: Action) -> GameState | Model | None:
        if action is Action.HELP:  # what was typed stays below it
            return model.go(Route.HELP, state.leave().context)
        return {Action.SELECT: lambda: self._go(state, model), Action.BACK: state.leave}.get(action, lambda: None)()

    def goes_on(self, action: Action | None) -> bool:
        return False

    def words(self, state: GameState) -> Message:
        asked = f"Go to row and column: {self.typed}_"
        short = f"Row col: {self.typed}_"
        if self.problem:
            return say(f"{self.problem} {asked}", f"{self.problem} {short}", alarm=True)
        return say(asked, short)

    def hints(self, state: GameState) -> list[KeyHint]:
        return [(Action.SELECT, "go"), (Action.BACK, "stay"), (Action.HELP, "help")]


def ask_place(state: GameState, model: Model) -> GameState:
    """The state that waits for a row and a column."""
    return state.enter(GoingTo())
