"""Making a no-guess board when its first cell is opened: progress meanwhile, and what to do if none is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.boards.deal import deal
from minesweeper.boards.layout import Board
from minesweeper.boards.noguess import Dealt, deal_no_guess_in_slices
from minesweeper.core.specs import ADJUSTED, BoardSpec
from minesweeper.core.text import plural
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.moves import after_move
from minesweeper.ui.game.state import GameState

REPORT_EVERY = 25
"""After so many attempts the progress that is shown changes."""


@dataclass(frozen=True)
class DealTask:
    """Make a no-guess board for a first cell, going on after attempts that were made before."""

    spec: BoardSpec
    cell: int
    seed: str
    tried: int
    ready: Dealt | None = None
    """What was made ahead of need."""

    def begin(self) -> Iterator[int | Dealt | None]:
        """Yields the number of attempts now and then, None at the end of every other slice, at last the board."""
        if self.ready is not None:
            yield self.ready
            return
        slices = deal_no_guess_in_slices(self.spec, self.cell, self.seed, tried=self.tried)
        shown = self.tried
        while True:
            try:
                attempts = next(slices)
            except StopIteration as stop:
                yield stop.value
                return
            if attempts >= shown + REPORT_EVERY:
                shown = attempts
                yield attempts
            else:
                yield None


def deal_task(state: GameState) -> DealTask | None:
    """The work for the board that is being made; None while another process does it, or the player is asked."""
    dealing, session = state.dealing, state.session
    if dealing is None or dealing.failed:
        return None
    is_first = dealing.cell == state.proposed and not dealing.tried
    if is_first and state.stocked is None:
        return None
    return DealTask(session.spec, dealing.cell, session.seed, dealing.tried, state.stocked if is_first else None)


def stop_dealing(state: GameState, model: Model, key: str) -> GameState:
    """The state after a key while a board is made, or after the answer to what should be done without one."""
    dealing = state.dealing
    if dealing is None:
        return state
    action = model.keymap.action(state.context, key)
    if dealing.failed and (action is Action.NEW_GAME or key == "y"):
        going_on = replace(dealing, tried=dealing.attempts, failed=False)
        return replace(state, dealing=going_on).say("Making a no-guess board .. Esc stops.")
    if dealing.failed and action is Action.OPEN:
        layout = deal(state.session.spec, dealing.cell, state.session.seed)
        return _open(state, model, Board(layout, dealing.cell))
    if key == "esc" or dealing.failed:
        return replace(state, dealing=None, proposed=None).say("No board was made. Open a cell to try again.")
    return state


def receive_board(state: GameState, model: Model, result: int | Dealt | None) -> GameState:
    """The state after progress or the end of making a board."""
    dealing = state.dealing
    if dealing is None or result is None:
        return state
    if isinstance(result, int):
        return replace(state, dealing=replace(dealing, attempts=result)).say(progress_text(result))
    if result.board is not None:
        return _open(state, model, result.board)
    more, normal = state.key(model, Action.NEW_GAME), state.key(model, Action.OPEN)
    failed = replace(dealing, attempts=result.attempts, failed=True)
    tries = plural(result.attempts, "attempt")
    text = f"No board without guesses was found in {tries}. {more}: go on, {normal}: a normal board."
    return replace(state, dealing=failed).say(text)


def progress_text(attempts: int) -> str:
    """What is said while a board is made."""
    return f"Making a no-guess board: {plural(attempts, 'attempt')} so far. Esc stops."


def _open(state: GameState, model: Model, board: Board) -> GameState:
    dealing = state.dealing
    if dealing is None:
        return state
    session = state.session.open_first(board)
    text = {
        ADJUSTED: "Chance made no such board, so this one was adjusted until it needs no guess.",
        "normal": "This is a normal board." if state.session.boards != "normal" else "",
    }.get(board.label, "")
    return after_move(replace(state, dealing=None, proposed=None, stocked=None).say(text), model, session, dealing.cell)
