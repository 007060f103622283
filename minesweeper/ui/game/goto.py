"""Going to a cell: its row and column are typed, and Enter goes there."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper.core.text import quote
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.state import GameState
from minesweeper.ui.game.typed import TypedLine
from minesweeper.ui.widgets.chrome import Message


@dataclass(frozen=True)
class GoingTo(TypedLine):
    """A place that is being typed: a row, or a row and a column, counted from 1."""

    def sign_of(self, key: str) -> str:
        sign = " " if key in ("space", ",", ";", "tab") else key
        return sign if len(sign) == 1 and ((sign.isdecimal() and sign.isascii()) or sign == " ") else ""

    def take(self, state: GameState, model: Model) -> GameState:
        grid, numbers = state.game.grid, [int(word) for word in self.typed.split()]
        row, col = numbers if len(numbers) == 2 else (numbers[0], state.cursor[1] + 1)
        if len(numbers) > 2 or not (1 <= row <= grid.height and 1 <= col <= grid.width):
            allowed = f"rows 1 to {grid.height}, columns 1 to {grid.width}"
            return self.refused(state, f"{quote(self.typed, typed=True)} is not on the board: {allowed}.")
        return move_to(state.leave(), model, row - 1, col - 1)

    def words(self, state: GameState) -> Message:
        return super().words(state)._replace(names_cells=True)

    def asked(self) -> tuple[str, str]:
        return "Go to row and column", "Row col"


def ask_place(state: GameState, model: Model) -> GameState:
    """The state that waits for a row and a column."""
    return state.enter(GoingTo())
