"""A short list of choices over a game: the pause, and what can be done after the end. The clock stands still."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.core.times import clock_text
from minesweeper.play.game import Phase
from minesweeper.play.trail import has_assist
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.draw.board import BoardPicture, draw_board, draw_frame
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect
from minesweeper.ui.game.draw import game_status
from minesweeper.ui.game.panels import record_lines
from minesweeper.ui.game.state import GameState
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import draw_hints, draw_message, hint_at
from minesweeper.ui.widgets.list_screen import first_shown
from minesweeper.ui.widgets.status import draw_header, draw_panel

PauseChoice = tuple[Action, str]


@dataclass(frozen=True)
class ChoicesScreen(Screen):
    """Choices about the game below; choosing one closes the list and does it."""

    state: GameState
    choices: tuple[PauseChoice, ...]
    title: str
    message: str
    selected: int = 0
    over: bool = False

    @property
    def context(self) -> Context:
        return Context.OVER if self.over else Context.PAUSED

    def keeps_game(self) -> bool:
        return self.state.is_running

    def type_key(self, model: Model, key: str) -> Model | None:
        # Keys of the list are the same in both contexts; letters come from the context of the game.
        action = model.keymap.action(Context.PAUSED, key)
        if action in _LIST_ACTIONS:
            return self._list_action(model, action)
        return None

    def _list_action(self, model: Model, action: Action) -> Model:
        if action is Action.SELECT:
            return self.choose(model, self.choices[self.selected][0])
        if action is Action.BACK:
            return model.pop()
        last = len(self.choices) - 1
        if action in (Action.UP, Action.DOWN):
            place = (self.selected + (1 if action is Action.DOWN else -1)) % (last + 1)
        else:
            place = 0 if action in (Action.ROW_START, Action.PAGE_UP) else last
        return model.with_top(replace(self, selected=place))

    def act(self, model: Model, action: Action) -> Model:
        # The game itself asks first if it can't be kept.
        if action is not Action.QUIT and any(action is choice for choice, _ in self.choices):
            return self.choose(model, action)
        return model.pop() if action in (Action.RESUME, Action.MORE) else super().act(model, action)

    def choose(self, model: Model, action: Action) -> Model:
        """The model after a choice."""
        if action is Action.QUIT:
            return model.act_below(action)
        model = model.pop()
        return model if action is Action.RESUME else model.top.choose(model, action)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            step = -1 if event.button == "up" else 1
            return model.with_top(replace(self, selected=max(0, min(self.selected + step, len(self.choices) - 1))))
        if event.kind != "press" or event.button != "left":
            return model
        place = self._place(model)
        index = event.row - place.top + self._first(place)
        if place.holds(event.row, event.col) and 0 <= index < len(self.choices):
            return self.choose(model, self.choices[index][0])
        if self.state.geometry(model).is_compact:
            return model
        last, at = model.rows - 1, (event.row, event.col)
        action = hint_at(self._hints(model), model.keymap, self.context, last, model.cols, at)
        return model if action is None else self.act(model, action)

    def _hints(self, model: Model) -> list[PauseChoice]:
        return [*self._shown(model), (Action.HELP, "help")]

    def _shown(self, model: Model) -> list[PauseChoice]:
        """The choices as they are named: none promises to save what can't be saved."""
        if not model.shelf.problem:
            return list(self.choices)
        return [(action, text.removesuffix(", saved")) for action, text in self.choices]

    def _first(self, place: Rect) -> int:
        """The first choice in view."""
        return first_shown(self.selected, len(self.choices), place.height)

    def _place(self, model: Model) -> Rect:
        """Where the list stands: in the panel, or in the middle of the board, or under the status line."""
        geometry = self.state.geometry(model)
        height = len(self.choices)
        if geometry.is_compact:
            return Rect(1, 0, min(height, model.rows - 2), model.cols)
        panel = geometry.right_panel
        if panel:
            return Rect(panel.top + 2, panel.left, height, panel.width)
        width = min(30, model.cols)
        return Rect((model.rows - height) // 2, (model.cols - width) // 2, height, width)

    def draw(self, model: Model, canvas: Canvas) -> None:
        geometry, looks = self.state.geometry(model), model.looks
        place = self._place(model)
        if geometry.is_compact:
            game = self.state.game
            status = f"{looks.glyphs.mine}{game.mines_left} {clock_text(self.state.session.elapsed)}"
            canvas.write(0, 0, f"{status} {self.title}", "title")
            draw_message(canvas, [self.message[: canvas.cols]], canvas.rows - 1)
        else:
            self._draw_board(model, canvas)
            draw_message(canvas, [self.message], canvas.rows - 2)
            draw_hints(canvas, self._hints(model), model.keymap, self.context, canvas.rows - 1)
            canvas.write(place.top - 2, place.left, self.title, "title")
        if geometry.right_panel and not self.over:
            top = place.top + place.height + 1
            room = Rect(top, place.left, canvas.rows - 3 - top, place.width)
            draw_panel(canvas, room, record_lines(self.state, model))
        first = self._first(place)
        for index in range(first, first + place.height):
            action, text = self._shown(model)[index]
            chosen = index == self.selected
            mark = looks.glyphs.pointer if chosen else " "
            line = f"{mark} {model.keymap.label(self.context, action)} {text}"
            if len(line) > place.width:
                line = line.partition(" (")[0]
            canvas.write(
                place.top + index - first, place.left, line.ljust(place.width), "selected" if chosen else "text"
            )

    def _draw_board(self, model: Model, canvas: Canvas) -> None:
        geometry = self.state.geometry(model)
        if self.over:
            picture = BoardPicture(self.state.game, self.state.view, self.state.cursor)
            draw_board(canvas, geometry, picture, model.settings, model.looks)
        else:  # blank, so that nobody thinks while the clock stands still
            draw_frame(canvas, geometry, self.state.view, model.looks)
        draw_header(canvas, geometry, game_status(self.state, not self.over), model.looks)
        place = self._place(model)
        if geometry.right_panel is None:
            for row in range(place.top - 3, place.top + place.height + 1):
                canvas.write(row, place.left - 2, " " * (place.width + 4), "text")


_LIST_ACTIONS = frozenset(
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
    text = f"Paused, because {reason}." if reason else "The clock is stopped."
    return ChoicesScreen(state, choices, "PAUSED", text)


def _trace_choice(state: GameState) -> tuple[PauseChoice, ...]:
    """The trace, if there is one to read."""
    return ((Action.TRACE, "trace: why"),) if has_assist(state.session.trail) else ()


def over_screen(state: GameState) -> ChoicesScreen:
    """What can be done after the end of a game."""
    choices: list[PauseChoice] = [(Action.NEW_GAME, "new game"), (Action.SAME_BOARD, "same board again")]
    if state.game.phase is Phase.LOST:
        choices.append((Action.UNDO, "carry on (practice)"))
    choices += [(Action.WATCH, "watch it"), *_trace_choice(state), (Action.STATISTICS, "statistics")]
    choices += [(Action.MAIN_MENU, "menu"), (Action.QUIT, "quit")]
    return ChoicesScreen(state, tuple(choices), "WHAT NEXT", state.message, over=True)
