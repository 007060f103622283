"""A line that is typed on the game screen: a place to go to, or a size; Enter takes it, Esc leaves all as it was."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.core.text import quote
from minesweeper.play.game import Game
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.game_state import GameState, Mode
from minesweeper.ui.widgets.chrome import KeyHint, Message, say

LONGEST = 16
"""So many characters are typed at most."""


@dataclass(frozen=True)
class LineInput(Mode):
    """What is typed so far, and what was wrong with the last try."""

    typed: str = ""
    problem: str = ""

    asks = is_interrupted = True
    endings = "go", "cancel"
    """What Enter and Esc do, in a word each."""

    def sign_of(self, key: str) -> str:
        """The character that a key types; nothing if it is no part of such a line."""
        raise NotImplementedError

    def take(self, state: GameState, model: Model) -> GameState:
        """The state after what was typed is taken."""
        raise NotImplementedError

    def asked(self) -> tuple[str, str]:
        """What is asked for, and the same in short."""
        raise NotImplementedError

    def context(self, game: Game) -> Context:
        return Context.FORM

    def key(self, state: GameState, model: Model, key: str) -> GameState | None:
        if model.keymap.action(Context.FORM, key) is Action.HELP:
            return None
        if key == "esc":
            return state.leave()
        if key == "enter":
            return self._taken(state, model)
        if key in ("backspace", "delete"):
            return self._with(state, self.typed[:-1] if key == "backspace" else "")
        sign = self.sign_of(key)
        return self._with(state, self.typed + sign) if sign and len(self.typed) < LONGEST else state

    def paste(self, state: GameState, model: Model, text: str) -> GameState | None:
        """What can be typed here of a pasted line; several lines are for what lies below."""
        lines = text.split("\n")
        if any(line.strip() for line in lines[1:]):
            left = state.leave()
            return left.mode.paste(left, model, text)
        signs = "".join(self.sign_of("space" if sign == " " else sign) for sign in lines[0].strip())
        return self._with(state, (self.typed + signs)[:LONGEST])

    def _with(self, state: GameState, typed: str) -> GameState:
        return state._replace(mode=replace(self, typed=typed, problem=""))

    def _taken(self, state: GameState, model: Model) -> GameState:
        return self.take(state, model) if self.typed.strip() else state.leave()

    def refused(self, state: GameState, problem: str) -> GameState:
        """The state that tells what is wrong, and asks again."""
        return state._replace(mode=replace(self, typed="", problem=problem))

    def act(self, state: GameState, model: Model, action: Action) -> GameState | Model | None:
        if action is Action.HELP:  # what was typed stays below it
            return model.open_screen(Route.HELP, state.leave().context)
        return {Action.SELECT: lambda: self._taken(state, model), Action.BACK: state.leave}.get(action, lambda: None)()

    def goes_on(self, action: Action | None) -> bool:
        return False

    def words(self, state: GameState) -> Message:
        # A few blanks, so that the line does not move with every character.
        asked, short = (f"{text}: {f'{self.typed}_':9}" for text in self.asked())
        if self.problem:
            return say(f"{self.problem} {asked}", f"{self.problem} {short}", alarm=True)
        return say(asked, short)

    def hints(self, state: GameState) -> list[KeyHint]:
        return [(Action.SELECT, self.endings[0]), (Action.BACK, self.endings[1]), (Action.HELP, "help")]


@dataclass(frozen=True)
class GoToInput(LineInput):
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
    return state.enter(GoToInput())
