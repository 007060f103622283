"""Runs the assistants that make moves: the solvers, the auto level that continues after the player, and unlock."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from minesweeper.assist.tip import ExplainedMove, find_move
from minesweeper.core.cells import contains, first_cell, to_cell_set
from minesweeper.core.text import plural
from minesweeper.play.assist_level import INTELLIGENT, MEANINGS, SINGLE, next_help_level
from minesweeper.play.game import Game
from minesweeper.play.unlock import Unlocked, unlock, unlock_sentence
from minesweeper.solvers.players import MoveMemory, MoveRequest, MoveScope
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Job, Model, Then
from minesweeper.ui.game.game_start import advise_start
from minesweeper.ui.game.game_state import GameState, Mode, ModeView, SearchMode, ShownCells, put
from minesweeper.ui.game.moves import make_move
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Message, say
from minesweeper.ui.widgets.proof_text import both_forms, room_of

SolverName = Literal["simple", "smart", "exact"]
BATCH_CELLS = 10_000
"""The largest board on which "all moves" shows single moves; on larger ones it makes all proved moves at once."""


@dataclass(frozen=True)
class SolverMode(Mode):
    """Thinks, or waits before making the shown move. Any key stops the solver."""

    solver: SolverName
    all_moves: bool
    depth: int
    """The number of assumptions the smart solver may chain."""
    said: Message
    moves: int = 0
    shown: ExplainedMove | None = None
    left: float = 0.0
    """The seconds until the shown move is made."""
    memory: MoveMemory = field(default_factory=MoveMemory, compare=False)

    plays_itself = True
    is_interrupted = True

    def key(self, state: GameState, model: Model, key: str, action: Action | None = None) -> GameState:
        stopped = state.leave().say(f"Stopped after {plural(self.moves, 'move')}.")
        # A key pressed twice must not open the mine that the solver was about to flag.
        clues = self.shown.because if self.shown and contains(self.shown.mined, state.cell) else 0
        return stopped.move_to_cell(model, first_cell(clues)) if clues else stopped

    def click(self, state: GameState, model: Model, event: Mouse) -> GameState:
        return self.key(state, model, "") if event.kind == "press" else state

    def work(self, state: GameState, model: Model) -> Job | None:
        if self.shown:
            return None
        if not self.all_moves or state.game.grid.size <= BATCH_CELLS:
            return _work(self.solver, state, self.depth, "one", self.memory, self.show)
        # The smart solver starts afresh, so that consequences of a proved mine appear step by step.
        memory = MoveMemory() if self.solver == "smart" else self.memory
        return _work(self.solver, state, self.depth, "look", memory, self.show)

    def show(self, state: GameState, model: Model, found: ExplainedMove | None) -> GameState:
        """Shows the move that the solver found, or says that there is none."""
        if found is None:
            return self._stuck(state.leave(), model)
        pause = model.settings.number("solver_pause_ms") / 1000
        said = both_forms(found.text, room_of(model))
        state = state.leave().enter(replace(self, shown=found, left=pause, said=said))
        state = state.move_to_cell(model, first_cell(found.safe | (found.mined & ~state.game.flags)))
        return state if pause else _make_shown(state, model)

    def _stuck(self, state: GameState, model: Model) -> GameState:
        """Says that the solver found no move, and which key helps next: that of a stronger solver or of a guess."""
        made = f" after {plural(self.moves, 'move')}" if self.moves else ""
        smart = state.key(model, Action.SMART_ALL if self.all_moves else Action.SMART_STEP)
        exact = state.key(model, Action.EXACT_ALL if self.all_moves else Action.EXACT_STEP)
        guess = state.key(model, Action.GUESS)
        if self.solver == "simple":
            end = f"{smart} asks the smart solver."
            return state.say(f"The simple rules are stuck{made}. {end}", f"Stuck{made}. {end}", f"Stuck. {end}")
        if self.solver == "smart":
            end = f"{exact} asks the exact solver, {guess} shows the best guess."
            brief = f"Stuck. {exact}: exact solver, {guess}: guess."
            return state.say(f"The smart solver is stuck{made}. {end}", brief)
        end = f"{guess} shows the best one."
        if not self.memory.is_complete:
            unproved = f"No more proof was found{made}; there are too many clues to try all."
            return state.say(f"{unproved} {guess} shows the best guess.", f"No proof found. {guess} shows a guess.")
        brief = f"Only a guess is left. {end}"
        return state.say(f"Nothing more can be proved{made}: only a guess is left. {end}", brief)

    def wait(self, game: Game) -> float:
        return max(self.left, 1e-9) if self.shown else 0.0

    def tick(self, state: GameState, model: Model, seconds: float) -> GameState:
        if not self.shown:
            return state
        state = state.swap(self, replace(self, left=self.left - seconds))
        return _make_shown(state, model) if self.left <= seconds else state

    def view(self, state: GameState, model: Model) -> ModeView:
        geometry, shown = state.geometry(model), self.shown
        name, is_compact = self.solver.capitalize(), geometry.is_compact
        # Sentences of one and two lines would cover and uncover the board in turn.
        is_brief = is_compact or (self.all_moves and not geometry.free_rows)
        return ModeView(
            say(f"{name}: move {self.moves + 1}") if is_brief else self.said,
            None if is_compact else [(Action.PAUSE, "or any key: stop the solver")],
            ShownCells(shown.safe, shown.mined, shown.because) if shown else None,
        )


def _make_shown(state: GameState, model: Model) -> GameState:
    """Makes the move that the solver shows."""
    mode = state.get(SolverMode)
    move = mode.shown
    assert move is not None
    if mode.all_moves:
        state = state.swap(mode, replace(mode, shown=None, moves=mode.moves + 1))
    else:
        state = state.leave()._replace(said=mode.said)
    return make_move(state, model, move.safe, move.mined, mode.solver, cell=state.cell)


@dataclass(frozen=True)
class AutoMode(Mode):
    """Plays every provable move after each move of the player."""

    memory: MoveMemory = field(default_factory=MoveMemory, compare=False)

    def work(self, state: GameState, model: Model) -> Job | None:
        if state.help_level(model) != INTELLIGENT:
            return None
        return _work("exact", state, 1, "look", self.memory, self.make)

    def make(self, state: GameState, model: Model, found: ExplainedMove | None) -> GameState:
        """Makes all provable moves, or gives the game back to the player when none is left."""
        if found is None:
            return state.leave()
        return make_move(state, model, found.safe, found.mined, INTELLIGENT, cell=state.cell)


def next_level(state: GameState, model: Model) -> Model:
    """Switches to the next assist level."""
    level, settings = next_help_level(state.help_level(model)), model.settings
    if state.session.help_level:
        settings = settings.with_value("custom_assist", level)
        state = state._replace(session=state.session._replace(help_level=level))
    else:
        settings = settings.with_level(level)
    text = f"{MEANINGS[level]} Later games start this way too."
    if level != SINGLE and state.refuses_help(model):
        text = f"{MEANINGS[level]} But assists are blocked."
    return put(model, state.say(text)).with_settings(settings, "assist", "custom_assist")


def _work(solver: str, state: GameState, depth: int, scope: MoveScope, memory: MoveMemory, done: Then) -> Job:
    game = state.game
    request = MoveRequest(game.position, game.flags, depth, scope, game.proved_mines)
    return Job(find_move, (solver, request), done, hint=(state.cell, memory))


def start_solver(state: GameState, model: Model, *, solver: SolverName, all_moves: bool = False) -> GameState:
    """Lets a solver make one move, or all that it finds."""
    if not state.is_running:
        return advise_start(state)
    said = say(f"The {solver} solver is thinking...")
    return state.enter(SolverMode(solver, all_moves, model.settings.number("solver_depth"), said))


# ------------------------------------------------------------------------------
# Unlock opens safe cells until a move can be proved. It is the only assistant that looks at the mines.
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class UnlockMode(SearchMode):
    """Searches for the safe cells to open."""

    def work(self, state: GameState, model: Model) -> Job | None:
        return Job(unlock, (state.game,), receive_unlocked, hint=(state.cell,))

    def view(self, state: GameState, model: Model) -> ModeView:
        return ModeView(say("Unlock looks at the mines..."))


def ask_unlock(state: GameState, model: Model) -> GameState:
    """Asks for an unlock."""
    return state.enter(UnlockMode()) if state.is_running else advise_start(state)


def receive_unlocked(state: GameState, model: Model, unlocked: Unlocked) -> GameState:
    """Opens the unlocked cells."""
    state, text = state.leave(), unlock_sentence(unlocked)
    if unlocked.cells:
        first = unlocked.cells[0]
        state = state.move_to_cell(model, first)
        state = make_move(state, model, to_cell_set(unlocked.cells), 0, "unlock", cell=first)
    return state if state.game.is_over else state.say(text)
