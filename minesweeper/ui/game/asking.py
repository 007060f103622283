"""What is asked first: before a running game is ended or spoiled, and before the first helper takes its rank.

Everywhere by one rule: once anything was opened, the same key again or Y confirms, and anything else goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from minesweeper.boards.daily import DAILY
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.mouse import action_at
from minesweeper.ui.game.state import GameState, Mode, put
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import KeyHint, Message, ask

Yes = Callable[[GameState, Model], GameState | Model]

_HELPS = {
    **dict.fromkeys((Action.SIMPLE_STEP, Action.SIMPLE_ALL), "The simple solver"),
    **dict.fromkeys((Action.SMART_STEP, Action.SMART_ALL), "The smart solver"),
    **dict.fromkeys((Action.EXACT_STEP, Action.EXACT_ALL), "The exact solver"),
    Action.TIP: "A tip",
    Action.GUESS: "The best guess",
    Action.OVERLAY: "The overlay",
    Action.PROPOSE: "What if",
    Action.FLAG: "A proposal",
    Action.ANALYSE: "The analysis board",
    Action.UNLOCK: "Unlock",
    Action.UNDO: "Undo",
    Action.BOT: "The bot",
}
"""What takes the rank of a game that had no help yet, as a question calls it."""
_COUNT_AT_ONCE = (Action.OVERLAY, Action.PROPOSE, Action.FLAG, Action.BOT)
"""Those that are asked about before the first open too: they count at once or stay; others only give advice then."""


class _Question(NamedTuple):
    action: Action
    said: Message
    yes: Yes


class Asking(_Question, Mode):
    """A question about an action that would end the running game, or take its rank."""

    asks = is_interrupted = True

    def key(self, state: GameState, model: Model, key: str) -> GameState | Model:
        return self._answer(state, model, model.keymap.confirms(state.context, self.action, key))

    def _answer(self, state: GameState, model: Model, says_yes: bool) -> GameState | Model:
        state = state.leave()
        return self.yes(state, put(model, state)) if says_yes else state.say("The game goes on.")

    def click(self, state: GameState, model: Model, event: Mouse) -> GameState | Model:
        if event.kind != "press":
            return state
        return self._answer(state, model, action_at(state, model, event) is self.action)

    def goes_on(self, action: Action | None) -> bool:
        return False

    def words(self, state: GameState) -> Message:
        return self.said

    def hints(self, state: GameState) -> list[KeyHint]:
        return [(self.action, "yes"), (Action.PAUSE, "or any other key: no")]


def ask_about(state: GameState, model: Model, action: Action, yes: Yes, *texts: str) -> GameState:
    """The state with a question about an action, longest form first."""
    said = ask(state.key(model, action), *texts)._replace(style="text")
    return state.calm().enter(Asking(action, said, yes))


def what_is_lost(state: GameState, action: Action) -> tuple[str, ...]:
    """The question about an action that would end the running game, longest form first; nothing if nothing is lost."""
    if not state.is_running or state.is_watched:
        return ()
    session = state.session
    name = "this practice" if session.was_lost else "the daily" if session.name == DAILY else "this game"
    is_ranked = not (session.was_lost or session.known or session.is_assisted)
    loss = "" if session.was_lost else "It counts as abandoned."
    if is_ranked and session.name == DAILY:
        loss = "It then is not ranked."
    questions = {
        Action.NEW_GAME: (f"Leave {name}?", "Leave?", loss),
        Action.GIVE_UP: (f"Give up {name}?", "Give up?", loss),
        Action.BOT: (f"Let the bot end {name}?", "Bot?", "It then is not ranked." if is_ranked else ""),
    }
    if action not in questions:
        return ()
    *forms, lost = questions[action]
    return tuple(f"{form} {lost}".rstrip() for form in forms)


def asked_first(state: GameState, model: Model, action: Action, yes: Yes) -> GameState | None:
    """The state with what is asked, or refused, before an action is done; None if it can be done at once."""
    refused = ask_help(state, model, action, yes)
    if refused is not None:
        return refused
    texts = what_is_lost(state, action)
    return ask_about(state, model, action, yes, *texts) if texts else None


def without_help(hints: list[KeyHint]) -> list[KeyHint]:
    """The hints that a game has which is to stay unassisted: flags, and undo of them, need no help."""
    return [hint for hint in hints if hint[0] not in _HELPS or hint[0] in (Action.FLAG, Action.UNDO)]


def ask_help(state: GameState, model: Model, action: Action, yes: Yes) -> GameState | None:
    """The state that protects a game without help from its first one, as the settings want it; None if that is fine."""
    wish, session = state.help_keys(model), state.session
    counts = state.is_running or (action in _COUNT_AT_ONCE and not state.game.is_over)
    if wish == "on" or action not in _HELPS or session.is_assisted or state.is_watched or not counts:
        return None
    if action is Action.UNDO and not session.undo().is_assisted:
        return None  # there is nothing to take back, or nothing but a mark
    if wish == "off":
        home = "The custom form" if session.help_keys else "Settings"
        text = f"Help keys are off: this game stays unassisted. {home} has them."
        return state.say(text, f"Help keys are off: {home} has them.", "Help keys are off.")
    if action is Action.BOT and state.is_running:
        return None  # the bot asks in any case
    helper = _HELPS[action]
    return ask_about(state, model, action, yes, f"{helper}? This game then counts as assisted.", f"{helper}? Assisted.")
