"""Reads a typed line on the game screen: a cell to go to, or a size. Enter accepts, Esc cancels."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.core.text import quote
from minesweeper.play.game import Game
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.game_state import GameState, Mode, ModeView
from minesweeper.ui.widgets.chrome import KeyHint, Message, say

LONGEST = 16
"""The maximum number of characters."""


@dataclass(frozen=True)
class LineInput(Mode):
    """Holds the typed text and the problem with the last try."""

    typed: str = ""
    problem: str = ""

    asks = True
    endings = "go", "cancel"
    """The hints of Enter and Esc."""

    def sign_of(self, key: str) -> str:
        """Returns the character that a key types; empty if it isn't allowed."""
        raise NotImplementedError

    def take(self, state: GameState, model: Model) -> GameState:
        """Accepts the typed text."""
        raise NotImplementedError

    def asked(self) -> tuple[str, str]:
        """Returns the prompt: the full text and a short one."""
        raise NotImplementedError

    def context(self, game: Game) -> Context:
        return Context.FORM

    def key(self, state: GameState, model: Model, key: str, action: Action | None) -> GameState | Model | None:
        if action is Action.HELP:  # The typed text stays.
            return model.open_screen(Route.HELP, state.leave().context)
        if key == "esc" or action is Action.BACK:
            return state.leave()
        if key == "enter" or action is Action.SELECT:
            return self.take(state, model) if self.typed.strip() else state.leave()
        if key in ("backspace", "delete"):
            return self._with(state, self.typed[:-1] if key == "backspace" else "")
        if not key:
            return None
        sign = self.sign_of(key)
        return self._with(state, self.typed + sign) if sign and len(self.typed) < LONGEST else state

    def paste(self, state: GameState, model: Model, text: str) -> GameState | None:
        """Types the allowed characters of a pasted line; several lines go to the mode below."""
        lines = text.split("\n")
        if any(line.strip() for line in lines[1:]):
            left = state.leave()
            return left.mode.paste(left, model, text)
        signs = "".join(self.sign_of("space" if sign == " " else sign) for sign in lines[0].strip())
        return self._with(state, (self.typed + signs)[:LONGEST])

    def _with(self, state: GameState, typed: str) -> GameState:
        return state.swap(self, replace(self, typed=typed, problem=""))

    def refused(self, state: GameState, problem: str) -> GameState:
        """Shows the problem and asks again."""
        return state.swap(self, replace(self, typed="", problem=problem))

    def calm(self, action: Action | None) -> Mode | None:
        return None

    def view(self, state: GameState, model: Model) -> ModeView:
        hints: list[KeyHint] = [(Action.SELECT, self.endings[0]), (Action.BACK, self.endings[1]), (Action.HELP, "help")]
        return ModeView(self._message(), hints)

    def _message(self) -> Message:
        # A few blanks keep the line still while typing.
        asked, short = (f"{text}: {f'{self.typed}_':9}" for text in self.asked())
        if self.problem:
            return say(f"{self.problem} {asked}", f"{self.problem} {short}", alarm=True, names_cells=True)
        return say(asked, short, names_cells=True)


@dataclass(frozen=True)
class GoToInput(LineInput):
    """Reads a row, or a row and a column, counted from 1."""

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

    def asked(self) -> tuple[str, str]:
        return "Go to row and column", "Row col"


def ask_place(state: GameState, model: Model) -> GameState:
    """Asks for a row and a column."""
    return state.enter(GoToInput())
