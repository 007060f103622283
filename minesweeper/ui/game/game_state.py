"""The state of the game screen beyond the session: looks, overlay, surroundings, and a stack of modes.

Everything that comes and goes (a tip, a question, the bot, the end of the game) is a mode in its own module.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from minesweeper.core.cells import CellSet, Grid, to_cell_set
from minesweeper.core.late import LateModule
from minesweeper.play.game import Game, Phase
from minesweeper.play.session import Session
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Env, Job, Model
from minesweeper.ui.draw.geometry import Geometry, Rect, View, arrange
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, ResultBar, say
from minesweeper.ui.widgets.header import PanelLine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Concatenate

    from minesweeper.core.position import Position
    from minesweeper.solvers.exact import Analysis
    from minesweeper.solvers.whatif import WhatIf
    from minesweeper.storage.settings import Settings
    from minesweeper.ui.draw.canvas import Canvas
    from minesweeper.ui.draw.glyphs import TerminalLooks
    from minesweeper.ui.game import overlay_mode
    from minesweeper.ui.terminal.events import Mouse
    from minesweeper.ui.widgets.header import BoardHeader
else:
    overlay_mode = LateModule("minesweeper.ui.game.overlay_mode")


PACE = 0.034
"""The seconds between two steps of an animation."""


class Rings(NamedTuple):
    """Shows cells in growing square rings around a cell. Cells outside the radius keep their old look."""

    cells: CellSet
    centre: int
    radius: int
    last: int
    """The radius that covers every cell in view."""
    step: int
    """The number of rings that appear per step."""
    seconds_left: float
    """The seconds until the next step."""

    def tick(self, seconds: float) -> Rings | None:
        """Advances the animation; returns None when it is over."""
        seconds_left, radius = self.seconds_left - seconds, self.radius
        while seconds_left <= 0 and radius < self.last:
            seconds_left += PACE
            radius += self.step
        return None if radius >= self.last else self._replace(seconds_left=seconds_left, radius=radius)

    def outside(self, grid: Grid) -> CellSet:
        """Returns the cells that the rings have not reached yet."""
        return self.cells & ~self._reached(grid, self.radius)

    def ring(self, grid: Grid) -> CellSet:
        """Returns the cells of the newest rings."""
        return self._reached(grid, self.radius) & ~self._reached(grid, self.radius - self.step)

    def _reached(self, grid: Grid, radius: int) -> CellSet:
        row, col = grid.row_col(self.centre)
        return grid.rectangle(row - radius, col - radius, 2 * radius + 1, 2 * radius + 1) if radius >= 0 else 0


class Press(NamedTuple):
    """Remembers a mouse button held down on a cell."""

    button: str
    cell: int
    inside: bool = True
    """Whether the pointer is still on that cell."""


class BoardView(NamedTuple):
    """Holds the cursor, the view, the held button and the animations of the board."""

    cursor: tuple[int, int]
    view: View = View()
    reduced: bool = False
    click_mode: bool = False
    press: Press | None = None
    rings: Rings | None = None
    wave: Rings | None = None
    """The flags that appear after a win, or the mines behind the shock wave after a loss. The wave starts when the
    rings end.
    """
    ignore_keys_s: float = 0.0
    """The seconds during which keys only end animations, so that a hurried key doesn't wipe the result of a game."""

    def tick(self, seconds: float) -> BoardView:
        """Advances all animations of the board."""
        return self._replace(
            rings=self.rings.tick(seconds) if self.rings else None,
            wave=self.wave.tick(seconds) if self.wave and not self.rings else self.wave,
            ignore_keys_s=max(0.0, self.ignore_keys_s - seconds),
        )

    def end_animations(self) -> BoardView:
        """Ends all animations at once."""
        return self if self.rings is self.wave is None else self._replace(rings=None, wave=None)


class Aids(NamedTuple):
    """Holds the overlay and the player's what-if mines."""

    overlay: Overlay = Overlay.OFF
    analysis: Analysis | None = None
    """The exact analysis of this position, or of an earlier one."""
    chance: tuple[str, str] | None = None
    """The win chance as a sentence and as a figure, if a guess is needed and the chance is known or estimated."""
    chance_of: tuple[Position, int] | None = None
    """The position and thinking time that ``chance`` belongs to, even if no chance was found."""
    what_if_mines: CellSet = 0
    """The cells that the player tries as mines."""
    what_if: WhatIf | None = None
    tells: bool = True
    """Whether the consequences get a message: only directly after a what-if move."""

    @property
    def is_used(self) -> bool:
        """Whether an overlay is shown or a mine is tried."""
        return bool(self.what_if_mines) or self.overlay is not Overlay.OFF

    def with_what_if(self, marks: Marks) -> Marks:
        """Adds the what-if mines and, once they are found, their consequences."""
        answer = self.what_if
        if answer is None:
            return marks._replace(proposed=self.what_if_mines)
        implied = answer.from_what_if_mines
        return marks._replace(
            proposed=self.what_if_mines,
            if_mine=answer.implied_mines & implied,
            if_safe=answer.implied_safe & implied,
            violated=marks.violated | to_cell_set(violation.cell for violation in answer.violations) | answer.conflict,
            refuted=answer.refuted | (0 if answer.culprit is None else 1 << answer.culprit),
        )


class ModeView(NamedTuple):
    """What a mode shows. If a part is None, the mode below supplies it; if none does, the game shows its own."""

    message: Message | None = None
    hints: list[KeyHint] | None = None
    marks: Marks | None = None
    heading: BoardHeader | None = None
    """The line above a board that isn't a game, such as that of a lesson."""
    panel: list[PanelLine] | None = None
    """The lines beside the board. Where no panel fits, their texts stand in one line below the board."""
    bar: ResultBar | None = None
    """The result of the game, below the frame."""
    edge: str | None = None
    """The style of the frame around the board."""
    picture: Callable[[Canvas], None] | None = None
    """Draws what stands in the margins beside the board."""
    is_walked: bool | None = None
    """Whether the marked cells matter more than the hints, because the player steps through them."""

    def over(self, below: ModeView) -> ModeView:
        """Fills the missing parts from the view of the mode below."""
        missing = [name for name, own in zip(self._fields, self, strict=True) if own is None]
        return self._replace(**{name: getattr(below, name) for name in missing})


class Mode:
    """Describes what the screen does now: shows a tip, asks a question, runs the bot. An idle screen has no mode.

    A mode is immutable. Input goes to the modes before it goes to the game, and to the top mode first. The results of
    a mode's work are dropped once the mode is left.
    """

    __slots__ = ()

    asks = False
    """Whether the mode waits for an answer."""
    plays_itself = False
    """Whether the mode makes moves without the player."""
    is_bot = False
    """Whether the bot plays."""
    is_like_game = False
    """Whether an unrecorded board looks like a game, without row numbers and a panel."""
    has_text_panel = False
    """Whether the panel has sentences, so that it needs more columns than figures do."""
    works_below = False
    """Whether the mode's work goes on under another mode while the game runs."""
    is_interrupted = False
    """Whether the mode ends when the terminal loses the focus, as a question does."""

    def context(self, game: Game) -> Context | None:
        """Returns the key context of the mode; None for that of the game."""
        return None

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        """Takes a key with its action before the game does; None leaves it. A clicked action has no key: ``""``."""
        return None

    def click(self, state: GameState, event: Mouse) -> GameState | None:
        """Takes a mouse event before the game does; None leaves it."""
        return None

    def paste(self, state: GameState, text: str) -> GameState | None:
        """Takes pasted text; None ignores it."""
        return None

    def choices(self, state: GameState) -> Mapping[Action, str] | None:
        """Called when the player asks for the list of everything that can be done here (key X).

        Returns the actions with their texts. None, the default, lists all keys of the context.
        """
        return None

    def close_if_done(self, action: Action | None) -> Mode | None:
        """Called for input that the mode didn't handle. Returns the mode if it stays open, or None to close it.

        For mouse and paste, ``action`` is None.
        """
        return self

    def on_move(self, state: GameState, session: Session) -> GameState:
        """Called for the top mode after a move. ``session`` has the game with the move made; by default it is shown."""
        return state._replace(session=session)

    def on_change(self, state: GameState, before: GameState) -> GameState:
        """Called for every mode after any change of a shown game; ``before`` is the state until then."""
        return state

    def on_game_end(self, game: Game) -> Mode | None:
        """Called when the game ends. A mode that stays open above the result returns itself or a changed copy.

        By default a mode returns None and closes.
        """
        return None

    def work(self, state: GameState) -> Job | None:
        """Returns the background job of the mode. Its callbacks get the state and the result or the progress."""
        return None

    def wait(self, game: Game) -> float:
        """Returns the seconds until the mode must act; 0 if it waits for nothing."""
        return 0.0

    def tick(self, state: GameState, seconds: float) -> GameState:
        """Called for the top mode when time has passed, at the latest after the seconds that ``wait`` returned."""
        return state

    def view(self, state: GameState) -> ModeView:
        """Returns all that the mode shows."""
        return ModeView()


class SearchMode(Mode):
    """Searches for an answer, during which keys that change no cell work, and shows it until the next key."""

    __slots__ = ()

    @property
    def is_found(self) -> bool:
        """Whether the answer is shown."""
        return False

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        return state.ready_for_input() if key == "esc" or action is Action.BACK else None

    def close_if_done(self, action: Action | None) -> Mode | None:
        if action is Action.COUNTERS:  # this key shows the rows and columns that the answer is about
            return self
        return None if self.is_found or action not in QUIET else self


M = TypeVar("M", bound=Mode)
P = ParamSpec("P")
_IDLE = Mode()


@lru_cache(maxsize=4)
def _arrange(
    rows: int, cols: int, width: int, height: int, cell_size: str, looks: TerminalLooks, has_panel: bool, has_text: bool
) -> Geometry:
    """Arranges the parts of the screen. The results are kept, because every key asks several times for the same one."""
    has_blocks = looks.outlines
    return arrange(rows, cols, width, height, cell_size, has_blocks=has_blocks, has_panel=has_panel, has_text=has_text)


class GameState(NamedTuple):
    """Holds everything about a game on the screen."""

    session: Session
    looks: BoardView
    env: Env
    """The terminal, the settings and the other parts of the model that the game reads. `GameScreen` renews them before
    it calls any function with the state.
    """
    modes: tuple[Mode, ...] = ()
    """The current modes, the top one last. Each one resumes when the modes above it are left."""
    message: Message = SILENCE
    """The message about the last key or click."""
    aids: Aids = Aids()
    moved: Geometry | None = None
    """The geometry while the board makes room for a list of choices. Otherwise the board has its usual place."""
    wishes: tuple[Callable[[Model], Model], ...] = ()
    """What the model must do after this action, in order. The screen carries it out, so a shown state has no wishes."""

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def context(self) -> Context:
        """Returns the key context in force."""
        for mode in reversed(self.modes):
            own = mode.context(self.game)
            if own is not None:
                return own
        return Context.OVER if self.game.is_over else Context.GAME

    @property
    def cursor(self) -> tuple[int, int]:
        """Returns the row and column of the cursor."""
        return self.looks.cursor

    @property
    def cell(self) -> int:
        """Returns the cell under the cursor."""
        return self.game.grid.cell(*self.looks.cursor)

    @property
    def current_analysis(self) -> Analysis | None:
        """Returns the analysis of the current position while an overlay is shown."""
        aids = self.aids
        if aids.overlay is Overlay.OFF or aids.analysis is None or self.game.is_over:
            return None
        return aids.analysis if aids.analysis.position == self.game.position else None

    @property
    def chance(self) -> tuple[str, str] | None:
        """Returns the win chance as text and figure while an overlay is shown; None if unknown."""
        about = self.aids.chance_of
        return self.aids.chance if self.current_analysis and about and about[0] == self.game.position else None

    @property
    def is_bots(self) -> bool:
        """Whether the bot plays this game."""
        return any(mode.is_bot for mode in self.modes)

    @property
    def is_unrecorded(self) -> bool:
        """Whether it is a game of the bot from the menu, a lesson or an analysis board: none of them is saved or
        recorded.
        """
        return not self.session.id

    @property
    def is_running(self) -> bool:
        """Whether a cell was opened and the game isn't over. Ending such a game asks first."""
        return self.game.phase is Phase.PLAYING

    @property
    def is_detailed(self) -> bool:
        """Whether row numbers and a panel are shown: if the player wants details, and on boards that aren't games."""
        is_instrument = self.is_unrecorded and not any(mode.is_like_game for mode in self.modes)
        return is_instrument or self.env.settings.is_on("details")

    @property
    def geometry(self) -> Geometry:
        """Where the parts of the screen stand on the current terminal."""
        if self.moved is not None:
            return self.moved
        grid, env = self.game.grid, self.env
        size, has_text = env.settings.text("cell_size"), self.has_text_panel
        return _arrange(env.rows, env.cols, grid.width, grid.height, size, env.looks, self.is_detailed, has_text)

    @property
    def has_text_panel(self) -> bool:
        """Whether the panel beside the board has the sentences of a lesson."""
        return any(mode.has_text_panel for mode in self.modes)

    @property
    def centred_on(self) -> Rect:
        """What message and key bar are centred on: the frame, or in a lesson also the panel beside it."""
        frame, panel = self.geometry.frame, self.geometry.right_panel
        return (
            frame
            if panel is None or not self.has_text_panel
            else frame._replace(width=panel.left + panel.width - frame.left)
        )

    @property
    def assist_level(self) -> str:
        """Returns the assist level; games of the custom form have their own."""
        return self.session.assist_level or self.env.settings.text("assist")

    @property
    def assist_permission(self) -> str:
        """Returns the setting that protects the rank from assists; games of the custom form have their own."""
        return self.session.assist_permission or self.env.settings.text("help_keys")

    @property
    def protects_rank(self) -> bool:
        """Whether the first assist of this game is blocked or asks first. It asks only until the player says yes."""
        permission, session = self.assist_permission, self.session
        is_allowed = permission == "on" or (permission == "ask first" and session.allows_assists)
        return not (is_allowed or session.is_assisted or self.is_unrecorded)

    @property
    def blocks_assists(self) -> bool:
        """Whether assists are blocked for this game."""
        return self.protects_rank and self.assist_permission == "off"

    def key(self, action: Action) -> str:
        """Returns the name of an action's key, for messages."""
        return self.env.keymap.label(self.context, action)

    def say(self, *texts: str, alarm: bool = False, names_cells: bool = False) -> GameState:
        """Shows a message; the longest form comes first."""
        return self._replace(message=say(*texts, alarm=alarm, names_cells=names_cells))

    def with_view(self, **changes: Any) -> GameState:
        """Changes the looks of the board: cursor, view, held button, animations."""
        return self._replace(looks=self.looks._replace(**changes))

    def with_overlay(self, **changes: Any) -> GameState:
        """Changes the overlay and the what-if mines, and what is known about them."""
        return self._replace(aids=self.aids._replace(**changes))

    def move_to(self, row: int, col: int) -> GameState:
        """Moves the cursor to a cell, or to the nearest one on the board; the view follows."""
        grid = self.game.grid
        row, col = max(0, min(row, grid.height - 1)), max(0, min(col, grid.width - 1))
        return self.with_view(cursor=(row, col), view=self.geometry.follow(self.looks.view, row, col))

    def point_at(self, cell: int, press: Press | None = None) -> GameState:
        """Moves the cursor to the pointer, with a button held down there or not; the view stays."""
        return self.with_view(cursor=self.game.grid.row_col(cell), press=press)

    def move_to_cell(self, cell: int) -> GameState:
        """Moves the cursor to the cell with this number; the view follows."""
        return self.move_to(*self.game.grid.row_col(cell))

    # Changes of the model.

    def then(self, change: Callable[Concatenate[Model, P], Model], *arguments: P.args, **named: P.kwargs) -> GameState:
        """Adds a wish: once this state is shown, the screen calls ``change(model, *arguments, **named)``."""
        return self._replace(wishes=(*self.wishes, lambda model: change(model, *arguments, **named)))

    def with_settings(self, settings: Settings, *names: str) -> GameState:
        """Changes settings, which the rest of this action sees already; the named ones are saved."""
        return self._replace(env=self.env._replace(settings=settings)).then(Model.with_settings, settings, *names)

    # The stack of modes.

    @property
    def mode(self) -> Mode:
        """Returns the top mode."""
        return self.modes[-1] if self.modes else _IDLE

    @property
    def layers(self) -> tuple[Mode, ...]:
        """All modes, the top one last. The overlay and what-if are the bottom one while they are used."""
        return (overlay_mode.OVERLAY, *self.modes) if self.aids.is_used else self.modes

    def find(self, kind: type[M]) -> M | None:
        """Returns the mode of a kind, if the stack has one."""
        return next((mode for mode in self.modes if isinstance(mode, kind)), None)

    def get(self, kind: type[M]) -> M:
        """Returns the mode of a kind, which the stack has for sure."""
        return next(mode for mode in self.modes if isinstance(mode, kind))

    def push_mode(self, mode: Mode) -> GameState:
        """Puts a mode on top. Its message replaces the last one, and a held mouse button is forgotten."""
        return self._replace(modes=(*self.modes, mode), message=SILENCE).with_view(press=None)

    def pop_mode(self) -> GameState:
        """Takes the top mode off the stack."""
        return self._replace(modes=self.modes[:-1])

    def close_modes(self) -> GameState:
        """Leaves all modes: the player moves next."""
        return self._replace(modes=())

    def replace_mode(self, old: Mode, new: Mode) -> GameState:
        """Replaces a mode in its place of the stack."""
        return self._replace(modes=tuple([new if mode is old else mode for mode in self.modes]))

    def view(self) -> ModeView:
        """Merges the views of all modes: each one shows what those above it don't."""
        view = ModeView()
        for mode in reversed(self.modes):
            view = view.over(mode.view(self))
        return view

    def ready_for_input(self, action: Action | None = None) -> GameState:
        """Prepares for the next input: ends animations, clears the message and closes the modes that are done."""
        modes = [mode.close_if_done(action) for mode in self.modes]
        return self._replace(
            modes=tuple([mode for mode in modes if mode is not None]),
            looks=self.looks.end_animations(),
            message=SILENCE,
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
