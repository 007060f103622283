"""The game screen's state beyond the session: values by owner, and the mode, of which there is one at a time.

Each value is written by one file and read by all: looks by ``cursor``, aids by ``aids``, how it begins by ``start``,
how it ended by ``end``. What excludes each other (a tip, a solver, a question) is a mode, in the file of its subject.
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
"""Seconds that an animation takes at most."""


class Rings(NamedTuple):
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
        return None if radius >= self.last else self._replace(left=left, radius=radius)

    def outside(self, grid: Grid) -> CellSet:
        """The cells that the rings have not reached."""
        return self.cells & ~self._reached(grid, self.radius)

    def ring(self, grid: Grid) -> CellSet:
        """The rings that were reached last."""
        return self._reached(grid, self.radius) & ~self._reached(grid, self.radius - self.step)

    def _reached(self, grid: Grid, radius: int) -> CellSet:
        row, col = grid.row_col(self.centre)
        return grid.rectangle(row - radius, col - radius, 2 * radius + 1, 2 * radius + 1) if radius >= 0 else 0


def start_rings(cells: CellSet, centre: int, reach: int, pace: float, steps: int = 0) -> Rings | None:
    """Rings from a cell to as far as is in view, in so many steps if need be; None where nothing is to animate."""
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
    """How the board is looked at, and what moves on it for a moment."""

    cursor: tuple[int, int]
    view: View = View()
    reduced: bool = False
    click_mode: bool = False
    press: Press | None = None
    near: CellSet = 0
    """Neighbours of a number whose chord was refused, lit up for a moment."""
    flash: float = 0.0
    rings: Rings | None = None
    wave: Rings | None = None
    """Flags that come up after a win, or mines behind a shock wave after a loss; it begins once the rings are over."""

    def tick(self, seconds: float) -> BoardLooks:
        """The looks after some time."""
        return self._replace(
            rings=self.rings.tick(seconds) if self.rings else None,
            wave=self.wave.tick(seconds) if self.wave and not self.rings else self.wave,
            flash=max(0.0, self.flash - seconds),
            near=self.near if self.flash > seconds else 0,
        )

    def calm(self) -> BoardLooks:
        """The looks with everything that moves at its end."""
        if self.rings is self.wave is None and not self.near and not self.flash:
            return self
        return self._replace(rings=None, wave=None, near=0, flash=0.0)


class Aids(NamedTuple):
    """What is laid over the board at the player's wish."""

    overlay: Overlay = Overlay.OFF
    analysis: Analysis | None = None
    """What the exact solver knows of the position, or of an earlier one."""
    chance: tuple[str, str] | None = None
    """The chance to win in words and as a figure, if a guess is needed and it is known or was estimated."""
    chance_of: tuple[Position, int] | None = None
    """The position that ``chance`` is about and the seconds to think, also if it was not found."""
    proposals: CellSet = 0
    """The cells that the player proposes as mines: what if?"""
    what_if: WhatIf | None = None
    what_if_of: tuple[Position, CellSet, CellSet] | None = None
    """The position, the proposals and the flags that ``what_if`` is about."""
    is_settled: bool = False
    """Whether ``what_if`` is all that is looked for, and not only what single clues have shown so far."""


class GameStart(NamedTuple):
    """Where a game that waits for its first open had better begin."""

    proposed: int | None = None
    """The cell to start at, for which another process makes the board meanwhile."""
    stocked: Dealt | None = None
    """What came of that."""
    telling: bool = False
    """Whether it is told."""


class Ended(NamedTuple):
    """How a game ended, as far as it is known yet, and what of it is told."""

    ignore_keys_s: float = 0.0
    """Seconds for which keys are ignored, so that no hurried key wipes the result."""
    telling: Literal["", "end", "proof"] = "end"
    outcome: Outcome | None = None
    """What came of recording the game."""
    fatal: FatalMove | None = None
    """The move that lost it, while its review is being worked out."""
    review: Review | None = None
    proof: Proof | None = None
    """Why a cell was safe that is marked on the board."""
    at: int | None = None
    """Which step of that proof is shown; None: the whole of it."""
    told: Message = SILENCE
    """What is said about it."""
    proof_seen: bool = False
    """Whether it is in view and told already, so that the next one may be asked for."""
    proofs_shown: CellSet = 0
    """The safe cells whose proofs were shown."""
    next_proof_from: CellSet | None = None
    """The same while the next proof is looked for."""
    replay_to_analyse: Replay | None = None
    """What is searched for guesses and where these are judged, unless they are known and judged."""
    guesses: tuple[Guess, ...] | None = None
    """The guesses and mistakes, once they are known: first as they are, then judged."""

    def calm(self) -> Ended:
        """The end after a key: what is to say of it is told as long as nothing else is said."""
        return self._replace(telling="end") if self.telling == "proof" else self

    def tick(self, seconds: float) -> Ended:
        """The same after some time."""
        return self._replace(ignore_keys_s=max(0.0, self.ignore_keys_s - seconds)) if self.ignore_keys_s else self


class ShownCells(NamedTuple):
    """What a mode shows on the board."""

    safe: CellSet = 0
    mined: CellSet = 0
    proof: CellSet = 0
    guess: CellSet = 0
    worse: CellSet = 0
    """A guess that is shown though it is worse than the best one."""
    best: CellSet = 0
    """The best guess while another one is shown."""
    clash: CellSet = 0
    """Clues that can't hold together."""


class Mode:
    """What the screen is busy with, or waits for. Entering another mode leaves it, and with it all that it had armed.

    A mode is immutable. It is asked for everything that is its own: keys and clicks, work, time, marks, words, hints,
    panel; None leaves the matter to the screen. What comes of its work is dropped once it is left.
    """

    __slots__ = ()

    plays_itself = False
    """Whether moves come without the player."""
    is_bot = False
    """Whether the bot plays."""
    is_interrupted = False
    """Whether it ends when the player goes away."""
    asks = False
    """Whether an answer is waited for."""
    is_sized = False
    """Whether it is worded for the size of the terminal, so that another size ends it."""
    is_walked = False
    """Whether it has keys that matter at any size."""
    lasts = False
    """Whether it goes on once a mode that was entered over it is left."""
    is_unrecorded = False
    """Whether it is a game of the bot from the menu, a lesson or a sketch: none of them is saved or recorded."""

    def context(self, game: Game) -> Context | None:
        """Which keys are in force, if not those of the game."""
        return None

    def key(self, state: GameState, model: Model, key: str) -> GameState | Model | None:
        """What a key does that is the mode's own whatever the key map says."""
        return None

    def act(self, state: GameState, model: Model, action: Action) -> GameState | Model | None:
        """What an action does that has a meaning of its own here."""
        return None

    def click(self, state: GameState, model: Model, event: Mouse) -> GameState | Model | None:
        """What a mouse event does that is the mode's own."""
        return None

    def paste(self, state: GameState, model: Model, text: str) -> GameState | None:
        """What a pasted text does, if it is wanted."""
        return None

    def moved(self, state: GameState, session: Session) -> GameState:
        """The state after a move that leads to a session."""
        return state._replace(session=session)

    def goes_on(self, action: Action | None) -> bool:
        """Whether the mode stays when something else is done: an action, or a move of the mouse."""
        return True

    def over(self, game: Game) -> Mode:
        """The mode after the game has ended."""
        return IDLE

    def come_further(self, attempts: int) -> Mode:
        """The mode after so many attempts at the board that it waits for."""
        return self

    def unwatched(self) -> Mode:
        """The mode while another screen about this game is looked at."""
        return self

    def work(self, state: GameState, model: Model) -> Job | None:
        """The work to do in slices; what it finds is told with the state and the model."""
        return None

    def wait(self, game: Game) -> float:
        """Seconds until its time has come; 0: it waits for nothing."""
        return 0.0

    def tick(self, state: GameState, model: Model, seconds: float) -> GameState:
        """The state after some time."""
        return state

    def marks(self, game: Game) -> ShownCells:
        """What it shows on the board."""
        return ShownCells()

    def words(self, state: GameState) -> Message:
        """What it says."""
        return SILENCE

    def brief(self, state: GameState, model: Model) -> Message:
        """The same on a small screen, where it is to hide as little of the board as can be."""
        return self.words(state)

    def about(self, state: GameState, model: Model) -> Message:
        """What stands there while nothing is to say, where that is its own and not what the overlay knows."""
        return SILENCE

    def hints(self, state: GameState) -> list[KeyHint] | None:
        """The keys that matter, where they are its own."""
        return None

    def heading(self, state: GameState, model: Model) -> Heading | None:
        """What stands above the board, where it is no status of a game."""
        return None

    def panel(self, state: GameState, model: Model) -> list[PanelLine] | None:
        """What the panel says, where it is its own."""
        return None

    def line(self, state: GameState, model: Model) -> list[PanelLine] | None:
        """What the line below the board says in place of that, where there is no panel."""
        return None


class Idle(Mode):
    """Nothing: the player's turn."""

    __slots__ = ()


IDLE = Idle()


class GameState(NamedTuple):
    """A game on the screen."""

    session: Session
    looks: BoardLooks
    mode: Mode = IDLE
    suspended_mode: Mode = IDLE
    """The mode that goes on when this one is left, if one lasts; it is asked where this one has nothing to say."""
    said: Message = SILENCE
    """What the last key or click led to."""
    aids: Aids = Aids()
    start: GameStart = GameStart()
    ended: Ended | None = None
    idle_seconds: float | None = 0.0
    """For how long nothing was done while the clock ran; None once help was offered for it."""

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.session.game

    @property
    def context(self) -> Context:
        """Which keys are in force."""
        own = self.mode.context(self.game) or self.suspended_mode.context(self.game)
        return own or (Context.OVER if self.game.is_over else Context.GAME)

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and column of the cursor."""
        return self.looks.cursor

    @property
    def cell(self) -> int:
        """The cell under the cursor."""
        return self.game.grid.cell(*self.looks.cursor)

    @property
    def is_bots(self) -> bool:
        """Whether the bot plays it."""
        return self.mode.is_bot or self.suspended_mode.is_bot

    @property
    def is_unrecorded(self) -> bool:
        """Whether it is a game of the bot from the menu, a lesson or a sketch: none of them is saved or recorded."""
        return self.mode.is_unrecorded or self.suspended_mode.is_unrecorded

    @property
    def is_running(self) -> bool:
        """Whether something was opened and the game is not over: what ends it then asks first."""
        return self.game.phase is Phase.PLAYING

    def is_detailed(self, model: Model) -> bool:
        """Whether numbers and a panel stand beside the board: at the player's wish, or because it is no game."""
        return self.is_unrecorded or model.settings.is_on("details")

    def geometry(self, model: Model) -> Geometry:
        """Where things stand on the terminal as it is."""
        grid = self.game.grid
        size, blocks = model.settings.text("cell_size"), model.looks.outlines
        panel = self.is_detailed(model)
        return arrange(model.rows, model.cols, grid.width, grid.height, size, has_blocks=blocks, has_panel=panel)

    def help_level(self, model: Model) -> str:
        """The help level that was chosen for it: games of the custom form have their own."""
        return self.session.help_level or model.settings.text("assist")

    def help_keys(self, model: Model) -> str:
        """What the first help does to it, in the same way."""
        return self.session.help_keys or model.settings.text("help_keys")

    def refuses_help(self, model: Model) -> bool:
        """Whether it is to stay without help."""
        return self.help_keys(model) == "off" and not (self.session.is_assisted or self.is_unrecorded)

    def key(self, model: Model, action: Action) -> str:
        """How a message names the key of an action."""
        return model.keymap.label(self.context, action)

    def say(self, *texts: str, alarm: bool = False, names_cells: bool = False) -> GameState:
        """The state with a message, the longest form first."""
        return self._replace(said=say(*texts, alarm=alarm, names_cells=names_cells))

    def enter(self, mode: Mode) -> GameState:
        """The state in another mode, which has the word; a button that is held is forgotten."""
        suspended = self.mode if self.mode.lasts else self.suspended_mode
        looks = self.looks if self.looks.press is None else self.looks._replace(press=None)
        return self._replace(mode=mode, suspended_mode=IDLE if mode.lasts else suspended, said=SILENCE, looks=looks)

    def leave(self) -> GameState:
        """The state with its mode left."""
        return self._replace(mode=self.suspended_mode, suspended_mode=IDLE)

    def idle(self) -> GameState:
        """The state in no mode at all: the player's turn."""
        return self._replace(mode=IDLE, suspended_mode=IDLE)

    def calm(self, action: Action | None = None) -> GameState:
        """The state for something new: animations finished, what was said gone, the mode left unless it goes on."""
        state = self if self.mode.goes_on(action) else self.leave()
        return state._replace(
            looks=self.looks.calm(),
            said=SILENCE,
            idle_seconds=self.idle_seconds and 0.0,
            start=self.start._replace(telling=False) if self.start.telling else self.start,
            ended=self.ended and self.ended.calm(),
        )

    def ticked(self, seconds: float) -> GameState:
        """The state after some time, but for what the mode does with it."""
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
"""What a player may do while something is thought about: it looks elsewhere and changes no cell."""


class StateScreen(Screen):
    """The game screen as its parts see it."""

    def with_state(self, model: Model, state: GameState) -> Model:
        """The model with this screen, which is on top, in another state."""
        raise NotImplementedError


def put(model: Model, state: GameState) -> Model:
    """The model with the game screen, which is on top, in another state."""
    assert isinstance(model.top, StateScreen)
    return model.top.with_state(model, state)
