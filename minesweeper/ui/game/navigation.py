"""Leads from the game screen to the pause, the menu, other screens and the exit."""

from __future__ import annotations

from minesweeper.boards.codes import to_code
from minesweeper.boards.daily import DAILY
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import SpecError
from minesweeper.core.text import begin
from minesweeper.play.analysis import MOST_CELLS, sketch_of
from minesweeper.play.game import Phase
from minesweeper.play.session import has_assist
from minesweeper.storage.daily import share_text
from minesweeper.storage.records import Group, group_of
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Copy, Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.game.confirm import ask_about
from minesweeper.ui.game.game_state import GameState, put
from minesweeper.ui.game.pause import mode_screen, over_screen, pause_screen


def leave_program(state: GameState, model: Model) -> GameState | Model:
    """Quits; asks first if a running game can't be saved."""
    if not state.is_running or state.is_unrecorded or model.cache.problem is None:
        return model.quit()
    short = "Quit? This game can't be saved."
    return ask_about(state, Action.QUIT, lambda _, model: model.quit(), f"{short} {model.cache.problem}", short)


def show_trace(state: GameState, model: Model) -> GameState | Model:
    """Opens the assistant log of this game."""
    if not has_assist(state.session.trail):
        return state.say("No assistant has made a move in this game.")
    return put(model, state).open_screen(Route.TRACE, state.session)


def show_analysis(state: GameState, model: Model) -> GameState | Model:
    """Opens the position with its flags on the analysis board, without any mines. A running game becomes assisted."""
    game = state.game
    try:
        sketch = sketch_of(game.position, game.flags)
    except SpecError as error:
        return state.say(f"{begin(str(error))}.", f"Too large: at most {MOST_CELLS:,} cells.")
    if state.is_running:
        model = put(model, state._replace(session=state.session.helped("analysis")))
    # The analysis can't know the rule about the first cell, so the message mentions it.
    is_first = game.phase is Phase.READY
    said = ("In the game the first cell is never a mine; here that is not known.", "The first cell is never a mine.")
    return model.open_screen(Route.ANALYSIS, sketch, state.cursor, *said * is_first)


def show_code(state: GameState, model: Model) -> GameState | Model:
    """Shows and copies the board code. The code contains the mines, so only after the end.

    A daily board gives a text to share instead.
    """
    if not state.game.is_over:
        return state
    if state.game.layout is None:
        return state.say("There is no board to copy: no mine was laid yet.", "No mine was laid yet.")
    if state.session.name == DAILY:
        text = share_text(state.session)
        return model.open_screen(Route.CODE, text, "Text to share").with_effect(Copy(text))
    code = to_code(Board(state.game.layout, state.session.first))
    told = put(model, state.say(f"Board code, copied if the terminal allows: {code}", f"Board code: {code}"))
    # Text to copy must not be wrapped.
    shown = model.open_screen(Route.CODE, code) if told.top.reading(told).line else told
    return shown.with_effect(Copy(code))


def show_statistics(state: GameState, model: Model) -> Model:
    """Opens the statistics of games like this one."""
    group = group_of(state.session)
    return model.open_screen(Route.STATISTICS, Group(group.level, group.mode))


def pause(state: GameState, model: Model, reason: str = "") -> Model:
    """Pauses the game."""
    return model.push(pause_screen(state, reason))


def show_more(state: GameState, model: Model) -> Model:
    """Opens the list of choices after the end, or of all that a mode offers."""
    over = state.context is Context.OVER
    return model.push(over_screen(state, is_compact(model.rows, model.cols)) if over else mode_screen(state))


def main_menu(state: GameState, model: Model) -> Model:
    """Returns to the menu, which keeps a running game."""
    return model.to_menu()
