"""The state of the game screen, and the base class of its modes.

`GameState` is the session with everything that the screen adds to it: cursor and view, overlay, what-if mines, settings
and a stack of modes. Whatever comes and goes above the game, such as a tip, a question, the bot or the result, is a
`Mode` in a module of its own. All values are immutable, so a function that changes something returns a new state.
`game_screen` puts the state into the model, and `game_events` decides what an event does to it.
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
    """An animation that reveals cells in growing square rings around a centre.

    Until a ring reaches a cell, the cell looks as it did before the move.
    """

    cells: CellSet
    centre: int
    radius: int
    last: int
    """The radius that covers every cell in view."""
    step: int
    """How many rings appear per step.

    This is more on a large board, so that the animation doesn't take longer there.
    """
    seconds_left: float
    """The seconds until the next step."""

    def tick(self, seconds: float) -> Rings | None:
        """Moves the animation forward by this many seconds. Returns None once the rings cover every cell in view."""
        seconds_left, radius = self.seconds_left - seconds, self.radius
        while seconds_left <= 0 and radius < self.last:
            seconds_left += PACE
            radius += self.step
        return None if radius >= self.last else self._replace(seconds_left=seconds_left, radius=radius)

    def outside(self, grid: Grid) -> CellSet:
        """The animated cells that the rings haven't reached yet."""
        return self.cells & ~self._reached(grid, self.radius)

    def ring(self, grid: Grid) -> CellSet:
        """The cells of the rings that the last step added.

        Unlike `outside`, this may include cells that aren't animated.
        """
        return self._reached(grid, self.radius) & ~self._reached(grid, self.radius - self.step)

    def _reached(self, grid: Grid, radius: int) -> CellSet:
        row, col = grid.row_col(self.centre)
        return grid.rectangle(row - radius, col - radius, 2 * radius + 1, 2 * radius + 1) if radius >= 0 else 0


class Press(NamedTuple):
    """A mouse button that is held down on a cell."""

    button: str
    cell: int
    inside: bool = True
    """Whether the pointer is still on the cell where the button went down."""


class BoardView(NamedTuple):
    """How the player looks at the board: cursor, view, held mouse button and animations.

    None of it belongs to the game, so none of it is saved.
    """

    cursor: tuple[int, int]
    view: View = View()
    reduced: bool = False
    """Whether the reduced view is on, in which each number counts only those mines around it that aren't flagged
    yet.
    """
    click_mode: bool = False
    """Whether the mouse buttons are swapped, so that the left button flags."""
    press: Press | None = None
    rings: Rings | None = None
    """The animation of the cells that the last move opened."""
    wave: Rings | None = None
    """The animation after a game: the flags that appear after a win, or the mines that the shock wave reveals after a
    loss.

    It starts when ``rings`` ends.
    """
    ignore_keys_s: float = 0.0
    """For how many more seconds a key only ends animations.

    Without this pause after a game, a hurried key would close the result before the player saw it.
    """

    def tick(self, seconds: float) -> BoardView:
        """Moves all animations forward by this many seconds. While the rings are still growing, the wave waits."""
        return self._replace(
            rings=self.rings.tick(seconds) if self.rings else None,
            wave=self.wave.tick(seconds) if self.wave and not self.rings else self.wave,
            ignore_keys_s=max(0.0, self.ignore_keys_s - seconds),
        )

    def end_animations(self) -> BoardView:
        """Ends all animations, so that the board shows everything at once."""
        return self if self.rings is self.wave is None else self._replace(rings=None, wave=None)


class Aids(NamedTuple):
    """The overlay and the what-if mines, with what is known about both."""

    overlay: Overlay = Overlay.OFF
    analysis: Analysis | None = None
    """The exact analysis of the current position or of an earlier one.

    An earlier one speeds up the next analysis, but isn't shown.
    """
    chance: tuple[str, str] | None = None
    """The win chance as a sentence and as a short figure. None if no guess is needed, or if the chance is unknown."""
    chance_of: tuple[Position, int] | None = None
    """The position and the setting ``think`` for which the win chance was computed, even if the result was None.

    This keeps the screen from computing it again.
    """
    what_if_mines: CellSet = 0
    """The cells that the player tries as mines."""
    what_if: WhatIf | None = None
    """What follows from the what-if mines, or None until it has been computed."""
    tells: bool = True
    """Whether a message explains what follows from the what-if mines.

    This is so right after the player has changed them, but not after later moves, when the message would only repeat
    itself.
    """

    @property
    def is_used(self) -> bool:
        """Whether an overlay is on or a what-if mine is set."""
        return bool(self.what_if_mines) or self.overlay is not Overlay.OFF

    def with_what_if(self, marks: Marks) -> Marks:
        """Adds the what-if mines to the marks on the board and, if it has been computed, what follows from them."""
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
    """What a mode shows. If a part is None, the mode below supplies it; if none does, the game screen shows its own."""

    message: Message | None = None
    hints: list[KeyHint] | None = None
    marks: Marks | None = None
    heading: BoardHeader | None = None
    """The line above a board that isn't a game, such as the board of a lesson.

    It takes the place of the game header.
    """
    panel: list[PanelLine] | None = None
    """The lines beside the board.

    On a terminal without room for a panel, their texts share one line below the board.
    """
    bar: ResultBar | None = None
    """The result of the game, which stands out below the frame of the board."""
    edge: str | None = None
    """The style of the frame around the board."""
    picture: Callable[[Canvas], None] | None = None
    """A function that draws into the margins beside the board, such as the picture of a win."""
    is_walked: bool | None = None
    """Whether the player steps through explanations, so that on a small screen the marked cells stay visible instead of
    the key hints.
    """

    def over(self, below: ModeView) -> ModeView:
        """Takes each part that this view doesn't have from the view of the mode below."""
        missing = [name for name, own in zip(self._fields, self, strict=True) if own is None]
        return self._replace(**{name: getattr(below, name) for name in missing})


class Mode:
    """Something that the game screen does besides plain play, such as showing a tip, asking a question or running the
    bot.

    Modes are immutable and form a stack, which is empty while the player simply plays. An event is offered to the top
    mode first, then to the modes below it, and at last to the game. If a mode closes while its job runs, the result of
    the job is dropped.

    The class attributes say what kind of mode it is. The methods are hooks, which the game screen calls.
    """

    __slots__ = ()

    asks = False
    """Whether the mode waits for an answer, so that the next key may be this answer."""
    plays_itself = False
    """Whether the mode makes moves without the player, as the bot and the solvers do."""
    is_bot = False
    """Whether the mode is the bot."""
    is_like_game = False
    """Whether a board that isn't recorded looks like a normal game, without the row numbers and the panel that such
    boards usually get.
    """
    has_text_panel = False
    """Whether the panel of the mode contains sentences, which need more columns than figures."""
    works_below = False
    """Whether the job of the mode also runs while another mode is on top, as long as the game isn't over."""
    is_interrupted = False
    """Whether the mode closes when the player leaves the program's window or suspends the program.

    Modes that ask close in any case.
    """

    def context(self, game: Game) -> Context | None:
        """The context whose keys apply in this mode, or None if the keys of the game apply."""
        return None

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        """Called for each key, before the game handles it. ``action`` is what the key does in the current context, or
        None.

        If the player clicked on a key hint, ``key`` is an empty string. Returns None, the default, to leave the key to
        the mode below or to the game.
        """
        return None

    def click(self, state: GameState, event: Mouse) -> GameState | None:
        """Called for each mouse event, before the game handles it.

        Returns None, the default, to leave the event to the mode below or to the game.
        """
        return None

    def paste(self, state: GameState, text: str) -> GameState | None:
        """Called for the top mode when the player pastes text.

        Returns None, the default, if the mode doesn't take text.
        """
        return None

    def choices(self, state: GameState) -> Mapping[Action, str] | None:
        """Called when the player asks for a list of everything that can be done here (key X).

        Returns each action with the text of its line. By default it returns None, and the list shows all keys of the
        context.
        """
        return None

    def close_if_done(self, action: Action | None) -> Mode | None:
        """Called for input that the mode didn't handle.

        Returns the mode if it stays open, as it does by default, or None to close it. For mouse and paste, ``action``
        is None.
        """
        return self

    def on_move(self, state: GameState, session: Session) -> GameState:
        """Called for the top mode after a move.

        ``session`` is the game with the move made. By default the screen simply shows it.
        """
        return state._replace(session=session)

    def on_change(self, state: GameState, before: GameState) -> GameState:
        """Called for every mode after any event that changed the state, so that the mode can adapt it.

        ``before`` is the state before the event.
        """
        return state

    def on_game_end(self, game: Game) -> Mode | None:
        """Called when the game ends.

        A mode that stays open above the result returns itself or a changed copy. By default a mode returns None and
        closes.
        """
        return None

    def work(self, state: GameState) -> Job | None:
        """The job that the mode needs done now, or None.

        Unlike the callbacks of other jobs, those of this job get the game state instead of the model.
        """
        return None

    def wait(self, game: Game) -> float:
        """The seconds until the mode needs `tick`, or 0 if it isn't waiting for a time."""
        return 0.0

    def tick(self, state: GameState, seconds: float) -> GameState:
        """Called for the top mode when time has passed, at the latest after as many seconds as `wait` returned.

        By default nothing changes.
        """
        return state

    def view(self, state: GameState) -> ModeView:
        """What the mode shows. By default it shows nothing of its own."""
        return ModeView()


class SearchMode(Mode):
    """A mode that searches for an answer and then shows it until the next key or click.

    Keys that don't change a cell, such as those that move the cursor, don't stop the search. Any other key does.
    """

    __slots__ = ()

    @property
    def is_found(self) -> bool:
        """Whether the search has ended and the answer is on the screen."""
        return False

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        return state.ready_for_input() if key == "esc" or action is Action.BACK else None

    def close_if_done(self, action: Action | None) -> Mode | None:
        # The key for details shows the row and column numbers that the answer mentions, so the answer stays.
        if action is Action.COUNTERS:
            return self
        return None if self.is_found or action not in QUIET else self


M = TypeVar("M", bound=Mode)
P = ParamSpec("P")
_IDLE = Mode()


@lru_cache(maxsize=4)
def _arrange(
    rows: int, cols: int, width: int, height: int, cell_size: str, looks: TerminalLooks, has_panel: bool, has_text: bool
) -> Geometry:
    """Arranges the parts of the screen.

    The result is cached, because one event asks for the same arrangement several times.
    """
    has_blocks = looks.outlines
    return arrange(rows, cols, width, height, cell_size, has_blocks=has_blocks, has_panel=has_panel, has_text=has_text)


class GameState(NamedTuple):
    """A game on the screen: the session, how the player looks at it, and what Minesweeper shows and asks."""

    session: Session
    looks: BoardView
    env: Env
    """The terminal, the settings and everything else of the model that the game reads.

    `GameScreen` copies it from the model before each event, so it's never out of date.
    """
    modes: tuple[Mode, ...] = ()
    """The stack of modes, with the top mode last. When a mode closes, the mode below it goes on."""
    message: Message = SILENCE
    """The message that the last key or click caused. The next input clears it."""
    aids: Aids = Aids()
    moved: Geometry | None = None
    """Where the parts of the screen are while the board makes room for a list of choices.

    Usually None, and the board stays at its normal place.
    """
    wishes: tuple[Callable[[Model], Model], ...] = ()
    """Functions that change the model, which this state can't do itself.

    `GameScreen` calls them in order after the event and removes them, so a state on the screen has none.
    """

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def context(self) -> Context:
        """The context whose keys apply now: that of the highest mode that has its own, otherwise that of a running or
        finished game.
        """
        for mode in reversed(self.modes):
            own = mode.context(self.game)
            if own is not None:
                return own
        return Context.OVER if self.game.is_over else Context.GAME

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and column of the cursor, counted from 0."""
        return self.looks.cursor

    @property
    def cell(self) -> int:
        """The cell under the cursor."""
        return self.game.grid.cell(*self.looks.cursor)

    @property
    def current_analysis(self) -> Analysis | None:
        """The exact analysis of the current position.

        None if no overlay is shown, the game is over, or the analysis of this position isn't ready.
        """
        aids = self.aids
        if aids.overlay is Overlay.OFF or aids.analysis is None or self.game.is_over:
            return None
        return aids.analysis if aids.analysis.position == self.game.position else None

    @property
    def chance(self) -> tuple[str, str] | None:
        """The win chance of the current position as a sentence and as a figure.

        None if it's unknown or no overlay is shown.
        """
        about = self.aids.chance_of
        return self.aids.chance if self.current_analysis and about and about[0] == self.game.position else None

    @property
    def is_bots(self) -> bool:
        """Whether the bot plays this game."""
        return any(mode.is_bot for mode in self.modes)

    @property
    def is_unrecorded(self) -> bool:
        """Whether this board is never saved or recorded: a game that the bot started from the menu, a lesson, or an
        analysis board.
        """
        return not self.session.id

    @property
    def is_running(self) -> bool:
        """Whether a cell was opened and the game isn't over. Minesweeper asks before it ends such a game."""
        return self.game.phase is Phase.PLAYING

    @property
    def is_detailed(self) -> bool:
        """Whether the screen shows row numbers and a panel: if the player turned details on, and on boards that aren't
        recorded, unless a mode wants them to look like games.
        """
        is_instrument = self.is_unrecorded and not any(mode.is_like_game for mode in self.modes)
        return is_instrument or self.env.settings.is_on("details")

    @property
    def geometry(self) -> Geometry:
        """Where the parts of the screen are on the current terminal."""
        if self.moved is not None:
            return self.moved
        grid, env = self.game.grid, self.env
        size, has_text = env.settings.text("cell_size"), self.has_text_panel
        return _arrange(env.rows, env.cols, grid.width, grid.height, size, env.looks, self.is_detailed, has_text)

    @property
    def has_text_panel(self) -> bool:
        """Whether the panel beside the board contains sentences, as in a lesson, instead of figures."""
        return any(mode.has_text_panel for mode in self.modes)

    @property
    def centred_on(self) -> Rect:
        """The columns in which message and key bar are centred, as a rectangle.

        It's the frame of the board, extended by the panel if the panel has sentences.
        """
        frame, panel = self.geometry.frame, self.geometry.right_panel
        return (
            frame
            if panel is None or not self.has_text_panel
            else frame._replace(width=panel.left + panel.width - frame.left)
        )

    @property
    def assist_level(self) -> str:
        """The assist level of this game.

        A game started from the custom form may have its own; otherwise the setting applies.
        """
        return self.session.assist_level or self.env.settings.text("assist")

    @property
    def assist_permission(self) -> str:
        """The assist permission of this game.

        A game started from the custom form may have its own; otherwise the setting applies.
        """
        return self.session.assist_permission or self.env.settings.text("help_keys")

    @property
    def protects_rank(self) -> bool:
        """Whether the first assist in this game is blocked or must be confirmed, because an assisted game isn't ranked.

        Once the player has allowed assists or used one, the game isn't protected any more. Boards that are never
        recorded are never protected.
        """
        permission, session = self.assist_permission, self.session
        is_allowed = permission == "on" or (permission == "ask first" and session.allows_assists)
        return not (is_allowed or session.is_assisted or self.is_unrecorded)

    @property
    def blocks_assists(self) -> bool:
        """Whether assists are blocked in this game."""
        return self.protects_rank and self.assist_permission == "off"

    def key(self, action: Action) -> str:
        """The name of the key for an action in the current context, such as ``F2``, to be used in messages."""
        return self.env.keymap.label(self.context, action)

    def say(self, *texts: str, alarm: bool = False, names_cells: bool = False) -> GameState:
        """Shows a message.

        ``texts`` are its forms, the longest first; the first form that fits is shown. ``names_cells`` adds row and
        column numbers to the board, because the message mentions cells by their numbers.
        """
        return self._replace(message=say(*texts, alarm=alarm, names_cells=names_cells))

    def with_view(self, **changes: Any) -> GameState:
        """Changes fields of ``looks``, such as the cursor, the view, the held button or an animation."""
        return self._replace(looks=self.looks._replace(**changes))

    def with_overlay(self, **changes: Any) -> GameState:
        """Changes fields of ``aids``: the overlay, the what-if mines and what is known about both."""
        return self._replace(aids=self.aids._replace(**changes))

    def move_to(self, row: int, col: int) -> GameState:
        """Moves the cursor to a place, or to the nearest cell if the place is outside the board.

        The view scrolls so that it shows the cursor.
        """
        grid = self.game.grid
        row, col = max(0, min(row, grid.height - 1)), max(0, min(col, grid.width - 1))
        return self.with_view(cursor=(row, col), view=self.geometry.follow(self.looks.view, row, col))

    def point_at(self, cell: int, press: Press | None = None) -> GameState:
        """Moves the cursor to the cell under the mouse pointer.

        The view doesn't scroll, because the cell must stay under the pointer. ``press`` is the button that is held down
        there, if any.
        """
        return self.with_view(cursor=self.game.grid.row_col(cell), press=press)

    def move_to_cell(self, cell: int) -> GameState:
        """Moves the cursor to a cell. The view scrolls so that it shows the cursor."""
        return self.move_to(*self.game.grid.row_col(cell))

    # Changes of the model

    def then(self, change: Callable[Concatenate[Model, P], Model], *arguments: P.args, **named: P.kwargs) -> GameState:
        """Adds a wish: after this event, the screen calls ``change`` with the model and these arguments."""
        return self._replace(wishes=(*self.wishes, lambda model: change(model, *arguments, **named)))

    def with_settings(self, settings: Settings, *names: str) -> GameState:
        """Changes settings.

        The rest of this event already sees the new values. Only the settings in ``names`` are also saved to the
        settings file.
        """
        return self._replace(env=self.env._replace(settings=settings)).then(Model.with_settings, settings, *names)

    # The stack of modes

    @property
    def mode(self) -> Mode:
        """The top mode. If the stack is empty, this is a mode that does nothing."""
        return self.modes[-1] if self.modes else _IDLE

    @property
    def layers(self) -> tuple[Mode, ...]:
        """All modes that get events, the top mode last.

        While an overlay or what-if is in use, its mode lies below the stack.
        """
        return (overlay_mode.OVERLAY, *self.modes) if self.aids.is_used else self.modes

    def find(self, kind: type[M]) -> M | None:
        """The lowest mode of this class, or None if the stack has none."""
        return next((mode for mode in self.modes if isinstance(mode, kind)), None)

    def get(self, kind: type[M]) -> M:
        """The lowest mode of this class, for callers that know that the stack has one."""
        return next(mode for mode in self.modes if isinstance(mode, kind))

    def push_mode(self, mode: Mode) -> GameState:
        """Puts a mode on top of the stack.

        This clears the last message and forgets a held mouse button, because both belong to what the player did before.
        """
        return self._replace(modes=(*self.modes, mode), message=SILENCE).with_view(press=None)

    def pop_mode(self) -> GameState:
        """Closes the top mode."""
        return self._replace(modes=self.modes[:-1])

    def close_modes(self) -> GameState:
        """Closes all modes, so that the player plays on."""
        return self._replace(modes=())

    def replace_mode(self, old: Mode, new: Mode) -> GameState:
        """Replaces ``old`` by ``new`` at the same place of the stack.

        Nothing changes if ``old`` isn't there any more.
        """
        return self._replace(modes=tuple([new if mode is old else mode for mode in self.modes]))

    def view(self) -> ModeView:
        """Merges what the modes show.

        Where several modes have the same part, such as a message, the highest one wins.
        """
        view = ModeView()
        for mode in reversed(self.modes):
            view = view.over(mode.view(self))
        return view

    def ready_for_input(self, action: Action | None = None) -> GameState:
        """Prepares for the next input: ends animations, clears the message and closes the modes that are done.

        ``action`` is what the input does, or None for input without an action.
        """
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
"""The actions that don't stop a search, because they don't change a cell."""
