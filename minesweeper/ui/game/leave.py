"""Leaving a game: the question that is asked first, the next game, the pause, the menu, and the way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from minesweeper.boards.layout import Board
from minesweeper.play.trail import has_assist
from minesweeper.storage.values import Group, group_of
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Copy, Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.game.mouse import action_at
from minesweeper.ui.game.pause import over_screen, pause_screen
from minesweeper.ui.game.start import next_game
from minesweeper.ui.game.state import GameState, Mode, put
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import KeyHint, Message, ask

Yes = Callable[[GameState, Model], GameState | Model]


class _Question(NamedTuple):
    action: Action
    said: Message
    yes: Yes


class Asking(_Question, Mode):
    """A question about an action that would end the running game."""

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


def _ask(state: GameState, model: Model, action: Action, yes: Yes, question: str, short: str) -> GameState:
    said = ask(state.key(model, action), question, short)._replace(style="text")
    return state.calm().enter(Asking(action, said, yes))


def leave_for_next(state: GameState, model: Model) -> GameState:
    """The state with a new game, after a question if one is running."""
    if not state.is_running:
        return next_game(state, model)
    if state.session.was_lost:
        return _ask(state, model, Action.NEW_GAME, next_game, "Leave this practice?", "Leave it?")
    text = "Leave this game? It counts as abandoned."
    return _ask(state, model, Action.NEW_GAME, next_game, text, "Leave? It counts as abandoned.")


def leave_program(state: GameState, model: Model) -> GameState | Model:
    """The end of the program, after a question if a running game can't be kept."""
    if not state.is_running or state.is_watched or model.shelf.problem is None:
        return model.quit()
    short = "Quit? The game can't be kept."
    return _ask(state, model, Action.QUIT, lambda state, model: model.quit(), f"{short} {model.shelf.problem}", short)


def show_trace(state: GameState, model: Model) -> GameState | Model:
    """The model with the trace of this game on top, if there is one; a bot waits while nobody looks."""
    if not has_assist(state.session.trail):
        return state.say("No assistant has made a move in this game.")
    waiting = state.mode.unwatched()
    model = model if waiting is state.mode else put(model, state._replace(mode=waiting))
    return model.go(Route.TRACE, state.session)


def show_code(state: GameState, model: Model) -> GameState | Model:
    """The model with the board's code shown and copied; the code holds the mines, so never before the end."""
    if not state.game.is_over:
        return state
    if state.game.layout is None:
        return state.say("There is no board to copy: no mine was laid yet.", "No mine was laid yet.")
    from minesweeper.boards.codes import to_code

    code = to_code(Board(state.game.layout, state.session.first))
    told = put(model, state.say(f"Board code, copied if the terminal allows: {code}", f"Board code: {code}"))
    # What is to be copied from the screen is not cut in two.
    shown = model.go(Route.CODE, code) if told.top.reading(told).line else told
    return shown.with_effect(Copy(code))


def show_statistics(state: GameState, model: Model) -> Model:
    """The model with the statistics of games like this one on top."""
    group = group_of(state.session)
    return model.go(Route.STATISTICS, Group(group.level, group.mode))


def pause(state: GameState, model: Model, reason: str = "") -> Model:
    """The model with the pause on top."""
    return model.push(pause_screen(state, reason))


def show_more(state: GameState, model: Model) -> Model:
    """The model with all that can be done after the end on top."""
    return model.push(over_screen(state))


def main_menu(state: GameState, model: Model) -> Model:
    """The model with the menu alone, which keeps a running game at hand."""
    return model.home()
