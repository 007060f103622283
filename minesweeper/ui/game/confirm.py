"""Asks before a running game is ended, and before the first assistant makes it assisted.

Y says yes; N and Esc say no. For an assist the same key again says yes too. Any other key acts as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from minesweeper.boards.daily import DAILY
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import COMPACT_COLS
from minesweeper.ui.game.game_draw import game_chrome
from minesweeper.ui.game.game_state import GameState, Mode, ModeView, put
from minesweeper.ui.game.mouse import action_at
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import YES, say

Yes = Callable[[GameState, Model], GameState | Model]

BAR_COLS = 70
"""The width from which the key bar has room for the question; narrower screens show a message."""


@dataclass(frozen=True)
class Confirmation(Mode):
    """Asks before an action that would end the running game or make it assisted."""

    action: Action
    texts: tuple[str, ...]
    """The question, longest form first; empty for an assist."""
    assists: str
    """The effect of the assist that the question is about; empty for a question that Y or N answers."""
    yes: Yes

    asks = True

    def key(self, state: GameState, model: Model, key: str, action: Action | None) -> GameState | Model | None:
        if key in ("y", "Y") or (self.assists and key and action is self.action):
            return self._confirm(state, model)
        is_no = key in ("n", "N") and not self.assists
        return state.leave() if is_no or key == "esc" else None

    def _confirm(self, state: GameState, model: Model) -> GameState | Model:
        state = state.leave()
        return self.yes(state, put(model, state))

    def click(self, state: GameState, model: Model, event: Mouse) -> GameState | Model:
        if event.kind != "press":
            return state
        action = action_at(state, model, event)
        is_on_line = bool(self.assists) and game_chrome(state, model).is_covered(event.row)
        if event.button == "left" and (action is self.action or is_on_line):
            return self._confirm(state, model)
        if not self.assists:
            return state.leave()  # A click outside the buttons isn't a move.
        model = put(model, state.leave())
        return model.top.use_mouse(model, event)

    def calm(self, action: Action | None) -> Mode | None:
        return None

    def view(self, state: GameState, model: Model) -> ModeView:
        if not self.assists:
            return ModeView(say(*self.texts), [(self.action, YES), (Action.PAUSE, "cancel")])
        does, key = f"again {self.assists}; the game will count as assisted", state.key(model, self.action)
        if model.cols >= BAR_COLS:
            return ModeView(hints=[(self.action, does)])
        return ModeView(say(f"{key} {does}" if model.cols >= COMPACT_COLS else f"{key} again: assisted"))


def ask_about(state: GameState, action: Action, yes: Yes, *texts: str) -> GameState:
    """Asks about an action; the longest form comes first."""
    return state.calm().enter(Confirmation(action, texts, "", yes))


def what_is_lost(state: GameState, action: Action) -> str:
    """Returns the question before ending the running game; empty if nothing would be lost."""
    session = state.session
    questions = {
        Action.NEW_GAME: ("Start a new game?", "This one will"),
        Action.GIVE_UP: ("Give up this game?", "It will"),
        Action.BOT: ("Let the bot finish this game?", "It won't be ranked."),
    }
    if not state.is_running or state.is_unrecorded or action not in questions:
        return ""
    question, cost = questions[action]
    is_ranked = not (session.was_lost or session.known or session.is_assisted)
    if action is Action.BOT:
        cost = cost if is_ranked else ""
    elif session.was_lost:  # The loss counts already.
        cost = ""
    else:
        cost += " count as abandoned"
        cost += ", and you can't rank on it again." if is_ranked and session.name == DAILY else "."
    return f"{question} {cost}".rstrip()


def ask_loss(state: GameState, action: Action, yes: Yes) -> GameState | None:
    """Asks before ending the running game; returns None if nothing would be lost."""
    text = what_is_lost(state, action)
    return ask_about(state, action, yes, text) if text else None


def ask_assist(state: GameState, model: Model, action: Action, yes: Yes, assist: Action) -> GameState | None:
    """Protects an unassisted game from its first assist as the settings say; returns None if the action may happen.

    ``assist`` names the assistant, whose own key may be another one: F tries a mine where the assist level says so.
    """
    session = state.session
    if not (state.is_running or (assist.counts_early and not state.game.is_over)):
        return None
    if action is Action.UNDO and not session.undo().is_assisted:
        return None  # There is nothing to undo except a mark.
    if state.refuses_help(model):
        home = "the custom form" if session.help_keys else "Settings"
        return state.say(f"Assists are blocked for this game. Change that in {home}.")
    return state.calm().enter(Confirmation(action, (), assist.assists, yes))
