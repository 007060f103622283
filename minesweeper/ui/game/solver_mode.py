"""The assistants that make moves on the game screen: the three solvers, the automatic moves of the level *auto*, and
unlock.

A solver makes one move, or all that it can prove. It shows each move before it makes the move, and any key stops it.
Unlock opens safe cells until a move can be proved again, and it is the only assistant that looks at the mines. The
solvers themselves are in `minesweeper.solvers`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from minesweeper.assist.tip import ExplainedMove, find_move
from minesweeper.core.cells import contains, first_cell, to_cell_set
from minesweeper.core.text import plural
from minesweeper.play.assist_level import LEVEL_AUTO, LEVEL_OFF, MEANINGS, next_assist_level
from minesweeper.play.game import Game
from minesweeper.play.replay import guess_news
from minesweeper.play.unlock import Unlocked, unlock, unlock_sentence
from minesweeper.solvers.players import MoveMemory, MoveRequest, MoveScope
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Job, Then
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.game_start import advise_start
from minesweeper.ui.game.game_state import GameState, Mode, ModeView, SearchMode
from minesweeper.ui.game.moves import make_move
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Message, say
from minesweeper.ui.widgets.proof_text import both_forms, room_of

SolverName = Literal["simple", "smart", "exact"]
"""The solvers that the player can ask for a move."""
BATCH_CELLS = 10_000
"""The largest number of cells on which the key for all moves shows every single move.

On larger boards, a solver makes all proved moves at once, because showing them would take too long.
"""


@dataclass(frozen=True)
class SolverMode(Mode):
    """A solver at work: it's looking for its next move, or shows the move for a moment before it makes the move.

    Any key or click stops the solver.
    """

    solver: SolverName
    all_moves: bool
    """Whether the solver goes on after its first move."""
    depth: int
    """How many assumptions the smart solver may chain."""
    message: Message
    """What the solver says about its move or, while it is looking for the first one, that it's thinking."""
    moves: int = 0
    """How many moves the solver has made."""
    shown: ExplainedMove | None = None
    """The move that the solver shows and is about to make, or None while it is looking for one."""
    seconds_left: float = 0.0
    """The seconds until the shown move is made."""
    memory: MoveMemory = field(default_factory=MoveMemory, compare=False)
    """What the solver remembers of earlier moves, which makes the next move faster."""

    plays_itself = True
    is_interrupted = True

    def key(self, state: GameState, key: str, action: Action | None = None) -> GameState:
        stopped = state.pop_mode().say(f"Stopped after {plural(self.moves, 'move')}.")
        # The key that stops the solver may be pressed twice. The second press must not open the mine that the solver
        # was about to flag, so the cursor moves to a clue.
        clues = self.shown.because if self.shown and contains(self.shown.mined, state.cell) else 0
        return stopped.move_to_cell(first_cell(clues)) if clues else stopped

    def click(self, state: GameState, event: Mouse) -> GameState:
        return self.key(state, "") if event.kind == "press" else state

    def work(self, state: GameState) -> Job | None:
        if self.shown:
            return None
        if not self.all_moves or state.game.grid.size <= BATCH_CELLS:
            return _work(self.solver, state, self.depth, "one", self.memory, self.show, state.session.is_judged)
        # Without its memory, the smart solver finds the consequences of a proved mine one by one, so that each step is
        # small.
        memory = MoveMemory() if self.solver == "smart" else self.memory
        return _work(self.solver, state, self.depth, "look", memory, self.show, state.session.is_judged)

    def show(self, state: GameState, move: ExplainedMove | None) -> GameState:
        """Called with the move that the solver found.

        Shows it for the time that the player has set. None means that the solver found no move, and a message says so.
        """
        if move is None:
            return self._stuck(state.pop_mode())
        pause = state.env.settings.number("solver_pause_ms") / 1000
        message = both_forms(move.text, room_of(state.env))
        state = state.pop_mode().push_mode(replace(self, shown=move, seconds_left=pause, message=message))
        state = state.move_to_cell(first_cell(move.safe | (move.mined & ~state.game.flags)))
        return state if pause else _make_shown(state)

    def _stuck(self, state: GameState) -> GameState:
        """Says that the solver found no move, and which key helps next: that of a stronger solver, or that of the best
        guess.
        """
        made = f" after {plural(self.moves, 'move')}" if self.moves else ""
        smart = state.key(Action.SMART_ALL if self.all_moves else Action.SMART_STEP)
        exact = state.key(Action.EXACT_ALL if self.all_moves else Action.EXACT_STEP)
        guess = state.key(Action.GUESS)
        if self.solver == "simple":
            end = f"{smart} asks the smart solver."
            return state.say(f"The simple rules are stuck{made}. {end}", f"Stuck{made}. {end}", f"Stuck. {end}")
        if self.solver == "smart":
            end = f"{exact} asks the exact solver, {guess} shows the best guess."
            brief = f"Stuck. {exact}: exact solver, {guess}: guess."
            return state.say(f"The smart solver is stuck{made}. {end}", brief)
        end = f"{guess} shows the best one."
        if not self.memory.is_complete:
            unproved = f"The solver found no more proofs{made}, but couldn't try all clues."
            return state.say(f"{unproved} {guess} shows the best guess.", f"No proof found. {guess} shows a guess.")
        brief = f"Only a guess is left. {end}"
        return state.say(f"Nothing more can be proved{made}: only a guess is left. {end}", brief)

    def wait(self, game: Game) -> float:
        return max(self.seconds_left, 1e-9) if self.shown else 0.0

    def tick(self, state: GameState, seconds: float) -> GameState:
        if not self.shown:
            return state
        state = state.replace_mode(self, replace(self, seconds_left=self.seconds_left - seconds))
        return _make_shown(state) if self.seconds_left <= seconds else state

    def view(self, state: GameState) -> ModeView:
        geometry, shown = state.geometry, self.shown
        name, is_compact = self.solver.capitalize(), geometry.is_compact
        # Without a free row below the board, sentences of one and of two lines would cover and uncover the last row in
        # turn.
        is_brief = is_compact or (self.all_moves and not geometry.free_rows)
        return ModeView(
            say(f"{name}: move {self.moves + 1}") if is_brief else self.message,
            None if is_compact else [(Action.PAUSE, "or any key: stop the solver")],
            _marks_of(shown) if shown else None,
        )


def _marks_of(shown: ExplainedMove) -> Marks:
    """The marks of a solver's move.

    In a fair game it may be a guess; otherwise the marks are the proved cells and the clues that prove them.
    """
    if shown.move.guess is not None:
        return Marks(guess=shown.safe)
    return Marks(safe=shown.safe, danger=shown.mined, proof=shown.because)


def _make_shown(state: GameState) -> GameState:
    """Makes the move that the solver shows. The solver stays if it makes all moves; otherwise its mode closes."""
    mode = state.get(SolverMode)
    move = mode.shown
    assert move is not None
    if mode.all_moves:
        state = state.replace_mode(mode, replace(mode, shown=None, moves=mode.moves + 1))
    else:
        state = state.pop_mode()._replace(message=mode.message)
    return make_move(state, move.safe, move.mined, mode.solver, cell=state.cell)


@dataclass(frozen=True)
class AutoMode(Mode):
    """The automatic moves of the level *auto*.

    After a move of the player, this mode makes every move that can be proved, until nothing more can be proved.
    """

    memory: MoveMemory = field(default_factory=MoveMemory, compare=False)
    """What the solver remembers of earlier moves, which makes the next move faster."""

    def work(self, state: GameState) -> Job | None:
        if state.assist_level != LEVEL_AUTO:
            return None
        return _work("exact", state, 1, "look", self.memory, self.make)

    def make(self, state: GameState, move: ExplainedMove | None) -> GameState:
        """Called with all moves that can be proved now, and makes them.

        None means that nothing more can be proved, so the player goes on.
        """
        if move is None:
            return state.pop_mode()
        return make_move(state, move.safe, move.mined, LEVEL_AUTO, cell=state.cell)


def next_level(state: GameState) -> GameState:
    """Switches to the next assist level, which later games use too.

    In a game of the custom form this changes the level of the form; otherwise it changes the setting.
    """
    level, settings = next_assist_level(state.assist_level), state.env.settings
    if state.session.assist_level:
        settings = settings.with_value("custom_assist", level)
        state = state._replace(session=state.session._replace(assist_level=level))
    else:
        settings = settings.with_level(level)
    text = f"{MEANINGS[level]} Later games start this way too."
    if level != LEVEL_OFF and state.blocks_assists:
        text = f"{MEANINGS[level]} But assists are blocked."
    return state.say(text).with_settings(settings, "assist", "custom_assist")


def _work(
    solver: str,
    state: GameState,
    depth: int,
    scope: MoveScope,
    memory: MoveMemory,
    on_result: Then,
    is_fair: bool = False,
) -> Job:
    """The job that finds the next move of a solver.

    With ``scope`` *one* it finds a single move, and with *look* all that follow from one look at the board. ``memory``
    is what the solver found out before.
    """
    game = state.game
    request = MoveRequest(game.position, game.flags, depth, scope, game.proved_mines, is_fair=is_fair)
    return Job(find_move, (solver, request), on_result, extra=(state.cell, memory))


def start_solver(state: GameState, *, solver: SolverName, all_moves: bool = False) -> GameState:
    """Starts a solver, which makes one move or, with ``all_moves``, all moves that it can prove.

    Before the first cell is opened, a message says how to begin instead.
    """
    if not state.is_running:
        return advise_start(state)
    message = say(f"The {solver} solver is thinking...")
    return state.push_mode(SolverMode(solver, all_moves, state.env.settings.number("solver_depth"), message))


# ------------------------------------------------------------------------------
# Unlock
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class UnlockMode(SearchMode):
    """The search of unlock for safe cells that make the next move provable."""

    def work(self, state: GameState) -> Job | None:
        return Job(unlock, (state.game,), receive_unlocked, extra=(state.cell,))

    def view(self, state: GameState) -> ModeView:
        return ModeView(say("Unlock looks at the mines..."))


def ask_unlock(state: GameState) -> GameState:
    """Starts unlock. Before the first cell is opened, a message says how to begin instead."""
    return state.push_mode(UnlockMode()) if state.is_running else advise_start(state)


def receive_unlocked(state: GameState, unlocked: Unlocked) -> GameState:
    """Called with the safe cells that unlock found.

    Opens them and says which they are. If it found none, the message says that a move can be proved without them.
    """
    state, text = state.pop_mode(), unlock_sentence(unlocked)
    if unlocked.cells:
        first, before = unlocked.cells[0], state.session
        state = state.move_to_cell(first)
        state = make_move(state, to_cell_set(unlocked.cells), 0, "unlock", cell=first)
        text = f"{text} {guess_news(before, state.session)}".rstrip()
    return state if state.game.is_over else state.say(text)
