"""What the game screen remembers beyond the session: cursor, view, messages, presses, animations, a solver at work."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from minesweeper.core.cells import CellSet, Grid, to_cell_set
from minesweeper.core.position import Position
from minesweeper.play.game import Game, Phase
from minesweeper.play.review import Review
from minesweeper.play.session import Session
from minesweeper.solvers.deduction import Deduction
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.guess import GuessMove
from minesweeper.solvers.whatif import WhatIf
from minesweeper.storage.values import Outcome
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import Geometry, View, arrange
from minesweeper.ui.draw.overlay import Overlay, odds_in_view
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.bot import BotRun
from minesweeper.ui.game.solver import SolverRun

if TYPE_CHECKING:
    from minesweeper.boards.noguess import Dealt

# ------------------------------------------------------------------------------
# Short animations on the board: a region that opens in rings, and joy over a won game. Values that feel time pass.
# ------------------------------------------------------------------------------

LONGEST = 0.6
"""Seconds that an animation takes at most."""


@dataclass(frozen=True)
class Rings:
    """Cells that appear in square rings around a cell; what lies outside the radius still looks as before."""

    cells: CellSet
    centre: int
    radius: int
    last: int
    """The radius at which everything in view is reached."""
    step: int
    """How many rings appear at a time."""
    pace: float
    """Seconds between steps."""
    left: float

    def tick(self, seconds: float) -> Rings | None:
        """The animation after some time; None when it is over."""
        left, radius = self.left - seconds, self.radius
        while left <= 0 and radius < self.last:
            left += self.pace
            radius += self.step
        return None if radius >= self.last else replace(self, left=left, radius=radius)

    def outside(self, grid: Grid) -> CellSet:
        """The cells that the rings have not reached."""
        row, col = grid.row_col(self.centre)
        side = 2 * self.radius + 1
        return self.cells & ~grid.rectangle(row - self.radius, col - self.radius, side, side)


def start_rings(cells: CellSet, centre: int, reach: int, pace: float) -> Rings | None:
    """Rings from a cell to as far as is in view; None where there is nothing to animate."""
    if pace <= 0 or reach < 2:
        return None
    steps = max(1, int(LONGEST / pace))
    step = max(1, -(-reach // steps))
    return Rings(cells, centre, 0, reach, step, pace, pace)


SHORTEST_WAIT = 0.001
"""What rounding leaves of a wait must not make the loop run idle."""


@dataclass(frozen=True)
class Press:
    """A mouse button held down on a cell."""

    button: str
    cell: int
    inside: bool = True
    """Whether the pointer is still on that cell."""


@dataclass(frozen=True)
class Dealing:
    """A no-guess board that is being made for its first cell."""

    cell: int
    attempts: int = 0
    tried: int = 0
    """Attempts of earlier runs, after which to go on."""
    failed: bool = False
    """Whether none was found, and the player is asked what to do."""


@dataclass(frozen=True)
class GameState:
    """A game on the screen."""

    session: Session
    cursor: tuple[int, int]
    view: View = field(default_factory=View)
    reduced: bool = False
    click_mode: bool = False
    message: str = ""
    alarm: bool = False
    """Whether the message is about something that went wrong."""
    press: Press | None = None
    near: CellSet = 0
    """Neighbours of a number whose chord was refused, lit up for a moment."""
    flash: float = 0.0
    rings: Rings | None = None
    cheer: Rings | None = None
    solver: SolverRun | None = None
    deaf: float = 0.0
    """Seconds for which keys are ignored."""
    overlay: Overlay = Overlay.OFF
    analysis: Analysis | None = None
    """What the exact solver knows of the position, or of an earlier one."""
    dealing: Dealing | None = None
    proposed: int | None = None
    """The cell to start at, for which another process makes the board meanwhile."""
    stocked: Dealt | None = None
    """What came of that."""
    reviewing: Any | None = None
    """The review of a lost game, while it is being worked out."""
    review: Review | None = None
    examining: Any | None = None
    """The search for the guesses of a recorded game, while it goes on."""
    guesses: int | None = None
    """How many moves of a finished game were guesses, once that is known."""
    outcome: Outcome | None = None
    """What came of recording the game."""
    proposals: CellSet = 0
    """The cells that the player proposes as mines: what if?"""
    what_if: WhatIf | None = None
    what_if_of: tuple[Position, CellSet, CellSet] | None = None
    """The position, the proposals and the flags that ``what_if`` is about."""
    exactly: bool = False
    """Whether all that follows from the proposals was asked for, not only what single clues show."""
    unlocking: bool = False
    wants_tip: bool = False
    """Whether a tip was asked for and is being worked out."""
    tip: Deduction | None = None
    """The deduction that is shown and would be made."""
    guessing: bool = False
    """Whether the best guess was asked for and is being worked out."""
    think: int = 0
    """For how many seconds a guess is thought about."""
    guess: GuessMove | None = None
    """The guess that is shown and would be taken."""
    bot: BotRun | None = None
    asking: Action | None = None
    """What would end the running game and waits to be confirmed."""

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.session.game

    @property
    def context(self) -> Context:
        """Which keys are in force."""
        if self.bot and not self.game.is_over and not self.dealing:
            return Context.BOT
        return Context.OVER if self.game.is_over else Context.GAME

    @property
    def cell(self) -> int:
        """The cell under the cursor."""
        return self.game.grid.cell(*self.cursor)

    @property
    def is_running(self) -> bool:
        """Whether there is a game to be lost by leaving."""
        return self.game.phase is Phase.PLAYING

    @property
    def is_watched(self) -> bool:
        """Whether it is a game of the bot from the menu, which is neither saved nor recorded."""
        return self.bot is not None and self.bot.watched

    def geometry(self, model: Model) -> Geometry:
        """Where things stand on the terminal as it is."""
        grid = self.game.grid
        return arrange(model.rows, model.cols, grid.width, grid.height, model.settings.text("cell_size"))

    def key(self, model: Model, action: Action) -> str:
        """How a message names the key of an action."""
        return model.keymap.label(self.context, action)

    def say(self, message: str) -> GameState:
        """The state with a message."""
        return replace(self, message=message, alarm=False)

    def calm(self) -> GameState:
        """The state with animations finished and the last message gone; while it thinks it goes on to say so."""
        message = self.message if self.guessing else ""
        return replace(
            self, rings=None, cheer=None, message=message, alarm=False, near=0, flash=0.0, guess=None, tip=None
        )

    @property
    def known(self) -> Analysis | None:
        """The analysis of the position as it is, while an overlay shows it."""
        if self.overlay is Overlay.OFF or self.game.is_over or self.analysis is None:
            return None
        return self.analysis if self.analysis.position == self.game.position else None

    def marks(self, geometry: Geometry) -> Marks:
        """What is shown on top of the game now."""
        shown, known = self.solver.shown if self.solver else self.tip, self.known
        game, grid = self.game, self.game.grid
        safe = shown.safe if shown else known.safe if known else 0
        danger = shown.mined if shown else known.mined if known else 0
        return Marks(
            pressed=self._pressed_cells(),
            near=self.near,
            proof=shown.because if shown else 0,
            safe=safe,
            danger=danger & ~game.flags,
            veiled=self.rings.outside(grid) if self.rings else 0,
            cheered=game.flags & ~self.cheer.outside(grid) if self.cheer else 0,
            disproved=game.flags & safe,
            guess=1 << self.guess.cell if self.guess else self._bot_guess(),
            start=1 << self.proposed if self.proposed is not None and game.phase is Phase.READY else 0,
            **self._what_if_marks(),
            odds=odds_in_view(known, game, geometry, geometry.clamp(self.view))
            if known and self.overlay is Overlay.ODDS
            else {},
        )

    def _what_if_marks(self) -> dict[str, CellSet]:
        found = self.what_if
        if found is None:
            return {"proposed": self.proposals}
        implied = found.from_proposals
        return {
            "proposed": self.proposals,
            "if_mine": found.implied_mines & implied,
            "if_safe": found.implied_safe & implied,
            "violated": to_cell_set(violation.cell for violation in found.violations) | found.conflict,
            "refuted": found.disproved | (0 if found.blamed is None else 1 << found.blamed),
        }

    def _bot_guess(self) -> CellSet:
        shown = self.bot.shown if self.bot else None
        return 1 << shown.cell if shown and shown.is_guess and not self.game.is_over else 0

    def _pressed_cells(self) -> CellSet:
        """The hidden cells that a held button would open: the cell itself, or the neighbours of a number."""
        if self.press is None or not self.press.inside:
            return 0
        cell = 1 << self.press.cell
        around = self.game.grid.neighbours(self.press.cell) if cell & self.game.opened else cell
        return around & self.game.hidden & ~self.game.flags


def tick_state(state: GameState, seconds: float) -> GameState:
    """The state after some time; a solver's move that is due is left to the caller."""
    run, bot = state.solver, state.bot
    return replace(
        state,
        bot=_tick_bot(bot, state.game, seconds),
        session=state.session.tick(seconds),
        rings=state.rings.tick(seconds) if state.rings else None,
        cheer=state.cheer.tick(seconds) if state.cheer else None,
        deaf=max(0.0, state.deaf - seconds),
        flash=max(0.0, state.flash - seconds),
        near=state.near if state.flash > seconds else 0,
        solver=replace(run, left=run.left - seconds) if run and run.shown else run,
    )


def _tick_bot(bot: BotRun | None, game: Game, seconds: float) -> BotRun | None:
    if bot is None or not (bot.is_waiting or bot.follows(game)):
        return bot
    return replace(bot, left=bot.left - seconds)


def seconds_to_wait(state: GameState) -> float | None:
    """Seconds until something on the screen changes by itself."""
    waits = [
        1.0 - state.session.elapsed % 1.0 if state.session.is_running else 0.0,
        state.rings.left if state.rings else 0.0,
        state.cheer.left if state.cheer else 0.0,
        state.deaf,
        state.flash,
        state.solver.left if state.solver and state.solver.shown else 0.0,
        state.bot.left if state.bot and (state.bot.is_waiting or state.bot.follows(state.game)) else 0.0,
    ]
    soonest = min((seconds for seconds in waits if seconds > 0), default=None)
    return None if soonest is None else max(soonest, SHORTEST_WAIT)
