"""A solver takes over the game screen: starting, showing each move, making it, stopping, being stuck."""

from __future__ import annotations

from dataclasses import replace

from minesweeper.core.cells import first_cell
from minesweeper.core.text import plural
from minesweeper.play.assist import INTELLIGENT, follows
from minesweeper.play.game import Game, Phase
from minesweeper.solvers.players import NextMove
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.moves import after_move
from minesweeper.ui.game.solver import SolverName, SolverRun, move_sentence, stuck_sentence, wrong_flag_sentence
from minesweeper.ui.game.state import GameState


def start_solver(state: GameState, model: Model, solver: SolverName, all_moves: bool) -> GameState:
    """The state with a solver at work."""
    if state.game.is_over:
        return state
    if state.game.phase is Phase.READY:
        return state.say("Open a first cell: before that nothing can be known.")
    run = SolverRun(solver, all_moves, model.settings.number("solver_depth"))
    return replace(state, solver=run).say(f"The {solver} solver thinks ..")


def stop_solver(state: GameState) -> GameState:
    """The state with the solver stopped."""
    moves = state.solver.moves if state.solver else 0
    return replace(state, solver=None).say(f"Stopped after {plural(moves, 'move')}.")


def receive_move(state: GameState, model: Model, found: NextMove | None) -> GameState:
    """The state after the solver found a move, or after it found that there is none."""
    run = state.solver
    if run is None:
        return state
    if run.quiet:
        return _follow_quietly(state, model, run, found)
    if found is None and run.solver == "simple" and not run.looking_further:
        return replace(state, solver=replace(run, looking_further=True))
    if found is None or run.looking_further:
        text = stuck_sentence(run, found, state.key(model, Action.SMART_STEP))
        return replace(state, solver=None).say(text)
    pause = model.settings.number("solver_pause_ms") / 1000
    text = move_sentence(state.game, found, run.solver, model.cols - 2)
    state = replace(state, solver=replace(run, shown=found, left=pause)).say(text)
    focus = found.safe | (found.mined & ~state.game.flags)
    state = move_to(state, model, *state.game.grid.row_col(first_cell(focus)))
    return state if pause else make_shown_move(state, model)


def follow_player(state: GameState, model: Model, before: Game) -> GameState:
    """The state after a move of the player at the level that does by itself what is certain."""
    if state.solver or state.bot or not follows(model.settings.text("assist"), before, state.session):
        return state
    return replace(state, solver=SolverRun("exact", True, 1, quiet=True))


def _follow_quietly(state: GameState, model: Model, run: SolverRun, found: NextMove | None) -> GameState:
    if found is None:
        return replace(state, solver=None)
    session = state.session.apply(found.safe, found.mined, INTELLIGENT)
    moved = after_move(replace(state, solver=None), model, session, state.cell)
    return moved if moved.game.is_over else replace(moved, solver=run)


def make_shown_move(state: GameState, model: Model) -> GameState:
    """The state after the move that the solver shows."""
    run = state.solver
    if run is None or run.shown is None:
        return state
    wrong = run.shown.safe & state.game.flags
    session = state.session.apply(run.shown.safe, run.shown.mined, run.solver, run.shown.deduction)
    going_on = replace(run, shown=None, moves=run.moves + 1) if run.all_moves else None
    text = wrong_flag_sentence(state.game, wrong) if wrong else state.message
    return after_move(replace(state, solver=going_on, message=text), model, session, state.cell)
