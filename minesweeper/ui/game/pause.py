"""A short list of choices over a game: the pause, and what can be done after the end. The clock stands still."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.core.times import clock_text
from minesweeper.play.game import Phase
from minesweeper.play.trail import has_assist
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import load
from minesweeper.ui.draw.board import draw_board, draw_frame
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect
from minesweeper.ui.game.asking import what_is_lost
from minesweeper.ui.game.draw import game_status, picture_of, said_now
from minesweeper.ui.game.panels import record_lines
from minesweeper.ui.game.state import GameState
from minesweeper.ui.widgets.chrome import SILENCE, Chrome, Message, ask, lay_chrome, say
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, place_in_list, rows_in_view
from minesweeper.ui.widgets.status import draw_header, draw_panel

PauseChoice = tuple[Action, str]


_LIST_KEYS = frozenset(
    {
        Action.UP,
        Action.DOWN,
        Action.ROW_START,
        Action.ROW_END,
        Action.PAGE_UP,
        Action.PAGE_DOWN,
        Action.SELECT,
        Action.BACK,
    }
)


@dataclass(frozen=True)
class ChoicesScreen(ListScreen):
    """Choices about the game below; choosing one closes the list and does it."""

    state: GameState
    choices: tuple[PauseChoice, ...]
    title: str
    message: Message
    selected: int = 0
    over: bool = False
    asking: Action | None = None
    told: Message = SILENCE
    """What is asked, or was answered."""
    is_picked: bool = False
    """Whether it is asked about the entry that was picked, so that picking it again confirms."""

    wraps = True

    @property
    def context(self) -> Context:
        return Context.OVER if self.over else Context.PAUSED

    def keeps_game(self) -> bool:
        return self.state.session.is_kept

    def listing(self, model: Model) -> Listing:
        total, compact = len(self.choices), self.state.geometry(model).is_compact
        # In compact the choices are all the hints there are, and the verdict of a game has been told before.
        hints = [] if compact else self.hints_of([*self._shown(model), (Action.HELP, "help")])
        message = self.told if compact and self.over else self._message(model)
        most = 1 if compact and not self.asking else 3 if compact else 2
        chrome = lay_chrome(model, self.context, hints, message, most=most, over_hints=True)
        place = self._place(model, chrome)
        rows = rows_in_view(self.selected, total, place.top, place.height)
        titles = [self.title]
        if compact:
            status = f"{model.looks.glyphs.mine}{self.state.game.mines_left} {clock_text(self.state.session.elapsed)}"
            titles = [f"{status} {self.title}", f"{status} {self.title.split()[-1]}", status]
        else:
            chrome = chrome._replace(top=place.top - 2, left=place.left, width=place.width)
        chrome = chrome.titled(titles, place_in_list(self.selected, total, place.height))
        return Listing(chrome, total, self.selected, rows, place.left, place.width)

    def line(self, model: Model, number: int, width: int) -> str:
        action, text = self._shown(model)[number]
        line = f"{model.keymap.label(self.context, action)} {text}"
        return line if len(line) <= width else line.partition(" (")[0]

    def on(self, number: int) -> ChoicesScreen:
        return replace(self, selected=number)

    def calm(self) -> ChoicesScreen:
        return replace(self, asking=None, told=SILENCE, is_picked=False)

    def page(self, listing: Listing) -> int:
        return listing.total

    def action_of(self, number: int) -> Action:
        return self.choices[number][0]

    def pick(self, model: Model) -> Model:
        asked = replace(self, is_picked=True)
        return asked.choose(model.with_top(asked), self.choices[self.selected][0])

    def type_key(self, model: Model, key: str) -> Model | None:
        if self.asking is not None:
            by_same_key = self.is_picked and model.keymap.action(Context.PAUSED, key) is Action.SELECT
            return self.answer(model, True) if by_same_key else super().type_key(model, key)
        # Keys of the list are the same in both contexts; letters come from the context of the game.
        action = model.keymap.action(Context.PAUSED, key)
        return self.act(model, action) if action in _LIST_KEYS else None

    def use(self, model: Model, action: Action) -> Model:
        # The game itself asks first if it can't be kept.
        if action is not Action.QUIT and any(action is choice for choice, _ in self.choices):
            return self.choose(model, action)
        return model.pop() if action in (Action.RESUME, Action.MORE) else super().use(model, action)

    def choose(self, model: Model, action: Action) -> Model:
        """The model after a choice, or with the question that comes before one that would end the running game."""
        lost = what_is_lost(self.state, action)
        if not lost:
            return self._do(model, action)
        place = [choice for choice, _ in self.choices].index(action)
        told = ask(model.keymap.label(self.context, action), *lost)
        return model.with_top(replace(self, selected=place, asking=action, told=told))

    def answer(self, model: Model, yes: bool) -> Model:
        if yes and self.asking:
            return self._do(model.with_top(self.calm()), self.asking)
        return model.with_top(replace(self.calm(), told=say("Nothing was changed.")))

    def _do(self, model: Model, action: Action) -> Model:
        if action is Action.QUIT:
            return model.act_below(action)
        model = model.pop()
        return model if action is Action.RESUME else model.top.choose(model, action)

    def _shown(self, model: Model) -> list[PauseChoice]:
        """The choices as they are named: none promises to save what can't be saved."""
        saved = ", not saved" if model.shelf.problem else ", saved"
        return [(action, text.replace(", saved", saved)) for action, text in self.choices]

    def _message(self, model: Model) -> Message:
        problem = model.shelf.problem
        if self.told or not problem or self.over:
            return self.told or self.message
        return say(*(f"{text} {problem}" for text in self.message.texts), problem, "NOT SAVED", alarm=True)

    def _place(self, model: Model, chrome: Chrome) -> Rect:
        """Where the list stands: in the panel, or in the middle of the board, or under the status line."""
        geometry = self.state.geometry(model)
        height, panel = len(self.choices), geometry.right_panel
        if geometry.is_compact:
            return Rect(1, 0, min(height, (chrome.end if chrome.lines else model.rows) - 1), model.cols)
        if panel:
            return Rect(panel.top + 2, panel.left, min(height, chrome.end - panel.top - 2), panel.width)
        # Below the header there are a title and a blank row.
        width, top = min(30, model.cols), max(geometry.status_row + 3, (model.rows - height) // 2)
        return Rect(top, (model.cols - width) // 2, min(height, chrome.end - top), width)

    def draw(self, model: Model, canvas: Canvas) -> None:
        geometry, listing = self.state.geometry(model), self.listing(model)
        place = self._place(model, listing.chrome)
        if not geometry.is_compact:
            self._draw_board(model, canvas, place)
        self.draw_rows(model, canvas, listing)
        listing.chrome.draw(canvas)
        if geometry.right_panel and not self.over:
            top = place.top + place.height + 1
            room = Rect(top, place.left, canvas.rows - 3 - top, place.width)
            draw_panel(canvas, room, record_lines(self.state, model))

    def _draw_board(self, model: Model, canvas: Canvas, place: Rect) -> None:
        geometry = self.state.geometry(model)
        if self.over:
            draw_board(canvas, geometry, picture_of(self.state, model, geometry), model.settings, model.looks)
        else:  # blank, so that nobody thinks while the clock stands still
            draw_frame(canvas, geometry, geometry.clamp(self.state.looks.view), model.looks)
        draw_header(canvas, geometry, game_status(self.state, model, not self.over), model.looks)
        if geometry.right_panel is None:
            for row in range(max(place.top - 3, geometry.status_row + 1), place.top + place.height + 1):
                canvas.write(row, place.left - 2, " " * (place.width + 4), "text")


def pause_screen(state: GameState, reason: str = "") -> ChoicesScreen:
    """The pause of a game."""
    choices = (
        (Action.RESUME, "resume"),
        (Action.NEW_GAME, "new game"),
        (Action.GIVE_UP, "give up, show"),
        *_trace_choice(state),
        (Action.MAIN_MENU, "menu, saved"),
        (Action.QUIT, "quit, saved"),
    )
    texts = ("The clock is stopped.", "The clock is stopped")
    if reason:
        texts = (f"Paused, because {reason}.", f"Paused: {reason}.")
    return ChoicesScreen(state, choices, "PAUSED", say(*texts))


def _trace_choice(state: GameState) -> tuple[PauseChoice, ...]:
    """The trace, if there is one to read."""
    return ((Action.TRACE, "trace"),) if has_assist(state.session.trail) else ()


def over_screen(state: GameState, is_small: bool = False) -> ChoicesScreen:
    """What can be done after the end of a game; a small screen has told its figures only if they are asked for."""
    choices: list[PauseChoice] = [(Action.NEW_GAME, "new game"), (Action.SAME_BOARD, "same board")]
    if state.game.phase is Phase.LOST:
        why: list[PauseChoice] = load("game.verdict:proof_hint")(state)
        choices += [(Action.UNDO, "practise on"), *why]
    elif is_small:
        choices.append((Action.TIP, "figures"))
    choices += [(Action.WATCH, "replay"), (Action.ANALYSE, "analysis"), *_trace_choice(state)]
    choices += [(Action.COPY_CODE, "copy code")]
    choices += [(Action.BOT, "next bot game" if state.is_bots else "bot game"), (Action.STATISTICS, "statistics")]
    choices += [(Action.MAIN_MENU, "menu"), (Action.QUIT, "quit")]
    return ChoicesScreen(state, tuple(choices), "WHAT NEXT", Message(said_now(state).texts), over=True)
