"""Holds the state of the game screen beyond the session: one value per owner, and one mode at a time.

Each value is written by one module and read by all: looks by ``cursor``, aids by ``overlay_state``, the start by
``game_start``, the end by ``end``. Things that exclude each other (a tip, a solver, a question) are modes, each in its
own module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from minesweeper.core.cells import CellSet, Grid
from minesweeper.play.game import Game, Phase
from minesweeper.play.session import Session
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.draw.geometry import Geometry, View, arrange
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine

if TYPE_CHECKING:
    from minesweeper.assist.loss import FatalMove, Review
    from minesweeper.assist.tip import Proof
    from minesweeper.boards.noguess import Dealt
    from minesweeper.core.position import Position
    from minesweeper.play.guesses import Guess
    from minesweeper.play.replay import Replay
    from minesweeper.solvers.exact import Analysis
    from minesweeper.solvers.whatif import WhatIf
    from minesweeper.storage.records import Outcome
    from minesweeper.ui.base.jobs import Job
    from minesweeper.ui.terminal.events import Mouse
    from minesweeper.ui.widgets.header import Heading

LONGEST = 0.6
"""The longest time an animation may take, in seconds."""


class Rings(NamedTuple):
    """Shows cells in growing square rings around a cell. Cells outside the radius keep their old look."""

    cells: CellSet
    centre: int
    radius: int
    last: int
    """The radius that covers every cell in view."""
    step: int
    """The number of rings that appear per step."""
    pace: float
    """Seconds between steps."""
    left: float

    def tick(self, seconds: float) -> Rings | None:
        """Advances the animation; returns None when it is over."""
        left, radius = self.left - seconds, self.radius
        while left <= 0 and radius < self.last:
            left += self.pace
            radius += self.step
        return None if radius >= self.last else self._replace(left=left, radius=radius)

    def outside(self, grid: Grid) -> CellSet:
        """Returns the cells that the rings have not reached yet."""
        return self.cells & ~self._reached(grid, self.radius)

    def ring(self, grid: Grid) -> CellSet:
        """Returns the cells of the newest rings."""
        return self._reached(grid, self.radius) & ~self._reached(grid, self.radius - self.step)

    def _reached(self, grid: Grid, radius: int) -> CellSet:
        row, col = grid.row_col(self.centre)
        return grid.rectangle(row - radius, col - radius, 2 * radius + 1, 2 * radius + 1) if radius >= 0 else 0


def start_rings(cells: CellSet, centre: int, reach: int, pace: float, steps: int = 0) -> Rings | None:
    """Starts rings from a cell to the edge of the view, in the given number of steps; None if there is nothing to
    animate.
    """
    if reach < 2:
        return None
    steps = steps or max(1, int(LONGEST / pace))
    step = max(1, -(-reach // steps))
    return Rings(cells, centre, 0, reach, step, pace, pace)


class Press(NamedTuple):
    """A mouse button held down on a cell."""

    button: str
    cell: int
    inside: bool = True
    """Whether the pointer is still on that cell."""


class BoardLooks(NamedTuple):
    """Holds the cursor, the view, the held button and the animations of the board."""

    cursor: tuple[int, int]
    view: View = View()
    reduced: bool = False
    click_mode: bool = False
    press: Press | None = None
    near: CellSet = 0
    """The neighbours of a number whose chord was refused; they light up for a moment."""
    flash: float = 0.0
    rings: Rings | None = None
    wave: Rings | None = None
    """The flags that appear after a win, or the mines behind the shock wave after a loss. The wave starts when the
    rings end.
    """

    def tick(self, seconds: float) -> BoardLooks:
        """Advances all animations of the board."""
        return self._replace(
            rings=self.rings.tick(seconds) if self.rings else None,
            wave=self.wave.tick(seconds) if self.wave and not self.rings else self.wave,
            flash=max(0.0, self.flash - seconds),
            near=self.near if self.flash > seconds else 0,
        )

    def calm(self) -> BoardLooks:
        """Ends all animations at once."""
        if self.rings is self.wave is None and not self.near and not self.flash:
            return self
        return self._replace(rings=None, wave=None, near=0, flash=0.0)


class Aids(NamedTuple):
    """Holds the overlay and the player's what-if mines."""

    overlay: Overlay = Overlay.OFF
    analysis: Analysis | None = None
    """The exact analysis of this position, or of an earlier one."""
    chance: tuple[str, str] | None = None
    """The win chance as a sentence and as a figure, if a guess is needed and the chance is known or estimated."""
    chance_of: tuple[Position, int] | None = None
    """The position and thinking time that ``chance`` belongs to, even if no chance was found."""
    proposals: CellSet = 0
    """The cells that the player tries as mines."""
    what_if: WhatIf | None = None
    what_if_of: tuple[Position, CellSet, CellSet] | None = None
    """The position, the tried mines and the flags that ``what_if`` belongs to."""
    tells: bool = True
    """Whether the consequences get a message: only directly after a what-if move."""
    is_settled: bool = False
    """Whether ``what_if`` is complete; False while only single clues have been used."""


class GameStart(NamedTuple):
    """Suggests where to open the first cell."""

    proposed: int | None = None
    """The suggested first cell. Another process prepares its board."""
    stocked: Dealt | None = None
    """The result of preparing that board."""
    telling: bool = False
    """Whether the message about the suggested cell is shown."""


class Ended(NamedTuple):
    """Holds everything known about the end of a game, and which part of it is shown."""

    ignore_keys_s: float = 0.0
    """The seconds during which keys are ignored, so that a hurried key doesn't wipe the result."""
    telling: Literal["", "end", "proof"] = "end"
    outcome: Outcome | None = None
    """The result of recording the game."""
    fatal: FatalMove | None = None
    """The losing move, while its review is being worked out."""
    review: Review | None = None
    proof: Proof | None = None
    """The proof of the safe cell that is marked on the board."""
    at: int | None = None
    """The step of the proof that is shown; None shows the whole proof."""
    told: Message = SILENCE
    """The message about that proof."""
    proof_seen: bool = False
    """Whether the player has seen the proof, so that the next one may follow."""
    proofs_shown: CellSet = 0
    """The safe cells whose proofs have been shown."""
    next_proof_from: CellSet | None = None
    """The cells to skip while the next proof is searched; None if no search runs."""
    replay_to_analyse: Replay | None = None
    """The replay whose guesses are still to be found and rated; None when that is done."""
    guesses: tuple[Guess, ...] | None = None
    """The guesses and mistakes of the game: first as found, later with ratings."""

    def calm(self) -> Ended:
        """Returns from a proof to the summary of the game after a key."""
        return self._replace(telling="end") if self.telling == "proof" else self

    def tick(self, seconds: float) -> Ended:
        """Counts down the time during which keys are ignored."""
        return self._replace(ignore_keys_s=max(0.0, self.ignore_keys_s - seconds)) if self.ignore_keys_s else self


class ShownCells(NamedTuple):
    """Holds the cells that a mode marks on the board."""

    safe: CellSet = 0
    mined: CellSet = 0
    proof: CellSet = 0
    guess: CellSet = 0
    worse: CellSet = 0
    """A shown guess that is worse than the best one."""
    best: CellSet = 0
    """The best guess, while another candidate is shown."""
    clash: CellSet = 0
    """Clues that contradict each other."""


class Mode:
    """Describes the current activity of the screen. Entering another mode leaves this one and forgets its pending work.

    A mode is immutable. It answers for its own keys, clicks, work, time, marks, messages, hints and panel; None leaves
    the matter to the screen. Results of its work are dropped once the mode is left.
    """

    __slots__ = ()

    plays_itself = False
    """Whether the mode makes moves without the player."""
    is_bot = False
    """Whether the bot plays."""
    is_interrupted = False
    """Whether the mode ends when the terminal loses the focus."""
    asks = False
    """Whether the mode waits for an answer."""
    is_sized = False
    """Whether the message was made for the size of the terminal, so that a resize ends the mode."""
    is_walked = False
    """Whether the mode has keys that matter at any size."""
    lasts = False
    """Whether the mode resumes after another mode that was entered over it."""
    is_unrecorded = False
    """Whether it is a game of the bot from the menu, a lesson or a sketch: none of them is saved or recorded."""

    def context(self, game: Game) -> Context | None:
        """Returns the key context of the mode; None for that of the game."""
        return None

    def key(self, state: GameState, model: Model, key: str) -> GameState | Model | None:
        """Handles a key before the key map does."""
        return None

    def act(self, state: GameState, model: Model, action: Action) -> GameState | Model | None:
        """Handles an action that means something special in this mode."""
        return None

    def click(self, state: GameState, model: Model, event: Mouse) -> GameState | Model | None:
        """Handles a mouse event that means something special in this mode."""
        return None

    def paste(self, state: GameState, model: Model, text: str) -> GameState | None:
        """Handles pasted text; None ignores it."""
        return None

    def moved(self, state: GameState, session: Session) -> GameState:
        """Returns the state after a move that led to a session."""
        return state._replace(session=session)

    def goes_on(self, action: Action | None) -> bool:
        """Whether the mode stays after an action, or after a mouse event (None)."""
        return True

    def over(self, game: Game) -> Mode:
        """Returns the mode after the end of the game."""
        return IDLE

    def come_further(self, attempts: int) -> Mode:
        """Returns the mode after a number of attempts at the board it waits for."""
        return self

    def unwatched(self) -> Mode:
        """Returns the mode for the time another screen covers the game."""
        return self

    def work(self, state: GameState, model: Model) -> Job | None:
        """Returns the background job of the mode. Its callback gets the state and the model."""
        return None

    def wait(self, game: Game) -> float:
        """Returns the seconds until the mode must act; 0 if it waits for nothing."""
        return 0.0

    def tick(self, state: GameState, model: Model, seconds: float) -> GameState:
        """Returns the state after some time has passed."""
        return state

    def marks(self, game: Game) -> ShownCells:
        """Returns the cells that the mode marks."""
        return ShownCells()

    def words(self, state: GameState) -> Message:
        """Returns the message of the mode."""
        return SILENCE

    def brief(self, state: GameState, model: Model) -> Message:
        """Returns a shorter message for small screens, where a message covers part of the board."""
        return self.words(state)

    def about(self, state: GameState, model: Model) -> Message:
        """Returns the message shown while there is nothing else to say; an empty one leaves it to the overlay."""
        return SILENCE

    def hints(self, state: GameState) -> list[KeyHint] | None:
        """Returns the key hints of the mode; None for those of the game."""
        return None

    def heading(self, state: GameState, model: Model) -> Heading | None:
        """Returns the heading above a board that isn't a game; None for the status of the game."""
        return None

    def panel(self, state: GameState, model: Model) -> list[PanelLine] | None:
        """Returns the lines of the panel; None for those of the game."""
        return None

    def line(self, state: GameState, model: Model) -> list[PanelLine] | None:
        """Returns the details for the line below the board, used where the panel doesn't fit."""
        return None


class Idle(Mode):
    """Waits for the player's move."""

    __slots__ = ()


IDLE = Idle()


class GameState(NamedTuple):
    """Holds everything about a game on the screen."""

    session: Session
    looks: BoardLooks
    mode: Mode = IDLE
    suspended_mode: Mode = IDLE
    """The mode that resumes when the current one is left. It also answers where the current one has no answer."""
    said: Message = SILENCE
    """The message about the last key or click."""
    aids: Aids = Aids()
    start: GameStart = GameStart()
    ended: Ended | None = None
    idle_seconds: float | None = 0.0
    """The seconds without any input while the clock ran; None once a tip was offered."""

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def context(self) -> Context:
        """Returns the key context in force."""
        own = self.mode.context(self.game) or self.suspended_mode.context(self.game)
        return own or (Context.OVER if self.game.is_over else Context.GAME)

    @property
    def cursor(self) -> tuple[int, int]:
        """Returns the row and column of the cursor."""
        return self.looks.cursor

    @property
    def cell(self) -> int:
        """Returns the cell under the cursor."""
        return self.game.grid.cell(*self.looks.cursor)

    @property
    def is_bots(self) -> bool:
        """Whether the bot plays this game."""
        return self.mode.is_bot or self.suspended_mode.is_bot

    @property
    def is_unrecorded(self) -> bool:
        """Whether it is a game of the bot from the menu, a lesson or a sketch: none of them is saved or recorded."""
        return self.mode.is_unrecorded or self.suspended_mode.is_unrecorded

    @property
    def is_running(self) -> bool:
        """Whether a cell was opened and the game isn't over. Ending such a game asks first."""
        return self.game.phase is Phase.PLAYING

    def is_detailed(self, model: Model) -> bool:
        """Whether row numbers and a panel are shown: if the player wants details, and on boards that aren't games."""
        return self.is_unrecorded or model.settings.is_on("details")

    def geometry(self, model: Model) -> Geometry:
        """Computes the layout for the current terminal."""
        grid = self.game.grid
        size, blocks = model.settings.text("cell_size"), model.looks.outlines
        panel = self.is_detailed(model)
        return arrange(model.rows, model.cols, grid.width, grid.height, size, has_blocks=blocks, has_panel=panel)

    def help_level(self, model: Model) -> str:
        """Returns the assist level; games of the custom form have their own."""
        return self.session.help_level or model.settings.text("assist")

    def help_keys(self, model: Model) -> str:
        """Returns the setting that protects the rank from assists; games of the custom form have their own."""
        return self.session.help_keys or model.settings.text("help_keys")

    def refuses_help(self, model: Model) -> bool:
        """Whether assists are blocked for this game."""
        return self.help_keys(model) == "off" and not (self.session.is_assisted or self.is_unrecorded)

    def key(self, model: Model, action: Action) -> str:
        """Returns the name of an action's key, for messages."""
        return model.keymap.label(self.context, action)

    def say(self, *texts: str, alarm: bool = False, names_cells: bool = False) -> GameState:
        """Shows a message; the longest form comes first."""
        return self._replace(said=say(*texts, alarm=alarm, names_cells=names_cells))

    def enter(self, mode: Mode) -> GameState:
        """Enters a mode, whose message replaces the last one. A held mouse button is forgotten."""
        suspended = self.mode if self.mode.lasts else self.suspended_mode
        looks = self.looks if self.looks.press is None else self.looks._replace(press=None)
        return self._replace(mode=mode, suspended_mode=IDLE if mode.lasts else suspended, said=SILENCE, looks=looks)

    def leave(self) -> GameState:
        """Leaves the mode and resumes the suspended one."""
        return self._replace(mode=self.suspended_mode, suspended_mode=IDLE)

    def idle(self) -> GameState:
        """Leaves all modes: the player moves next."""
        return self._replace(mode=IDLE, suspended_mode=IDLE)

    def calm(self, action: Action | None = None) -> GameState:
        """Prepares for the next input: ends animations, clears the message and leaves the mode unless it goes on."""
        state = self if self.mode.goes_on(action) else self.leave()
        return state._replace(
            looks=self.looks.calm(),
            said=SILENCE,
            idle_seconds=self.idle_seconds and 0.0,
            start=self.start._replace(telling=False) if self.start.telling else self.start,
            ended=self.ended and self.ended.calm(),
        )

    def ticked(self, seconds: float) -> GameState:
        """Advances clock and animations; the mode handles its own time."""
        return self._replace(
            session=self.session.tick(seconds),
            looks=self.looks.tick(seconds),
            ended=self.ended and self.ended.tick(seconds),
            idle_seconds=self.idle_seconds if self.idle_seconds is None else self.idle_seconds + seconds,
        )


QUIET = frozenset(
    {
        *(Action.MOVE_UP, Action.MOVE_DOWN, Action.MOVE_LEFT, Action.MOVE_RIGHT),
        *(Action.SCROLL_UP, Action.SCROLL_DOWN, Action.SCROLL_LEFT, Action.SCROLL_RIGHT),
        *(Action.ROW_START, Action.ROW_END, Action.PAGE_UP, Action.PAGE_DOWN),
        *(Action.NEXT_HIDDEN, Action.PREVIOUS_HIDDEN, Action.REDUCED, Action.CLICK_MODE, Action.COUNTERS),
        *(Action.OVERLAY, Action.LEVEL, Action.HELP, Action.TRACE, Action.PAUSE),
    }
)
"""The actions allowed during a search: they look elsewhere and change no cell."""


class StateScreen(Screen):
    """Lets the modules of the game put a state on the screen without importing the screen."""

    def with_state(self, model: Model, state: GameState) -> Model:
        """Returns the model with this screen, which is on top, in another state."""
        raise NotImplementedError


def put(model: Model, state: GameState) -> Model:
    """Returns the model with the game screen, which is on top, in another state."""
    assert isinstance(model.top, StateScreen)
    return model.top.with_state(model, state)
