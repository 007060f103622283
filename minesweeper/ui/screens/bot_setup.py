"""A game of the bot, in a small box over the menu: which solver, which board, how fast. Enter watches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from minesweeper.core.text import plural
from minesweeper.play.session import new_session
from minesweeper.storage.options import OPTIONS, Value
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect, is_compact
from minesweeper.ui.game.bot import begin_bot, start_bot
from minesweeper.ui.game.screen import GameScreen
from minesweeper.ui.game.start import first_state
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, draw_box, lay_chrome, say
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, lay_list, rows_in_view

_OPTIONS = {option.name: option for option in OPTIONS}
_HINTS: list[KeyHint] = [
    (Action.SELECT, "watch"),
    (Action.BACK, "back"),
    (Action.LEFT, "less"),
    (Action.RIGHT, "more"),
    (Action.HELP, "help"),
    (Action.UP, "up"),
    (Action.DOWN, "down"),
]
_SOLVERS = {
    "simple": "Single clues only; where they end, the cell with the lowest odds.",
    "smart": "Assumptions that fail prove cells; where that ends, the lowest odds.",
    "exact": "Everything that can be proved; else the cell with the lowest odds.",
    "best": "Everything that can be proved; else the guess that wins most often.",
}
_NARROW = 30
_BOX = 44
"""The columns of the box."""
_BOARDS = ("beginner", "intermediate", "expert", "custom")


class Row(Enum):
    """What can be chosen, from top to bottom, and the row that starts."""

    SOLVER = "Solver"
    BOARD = "Board"
    MODE = "Boards"
    SPEED = "Speed"
    WATCH = "Watch"


ROWS = tuple(Row)


@dataclass(frozen=True)
class BotSetupScreen(ListScreen):
    """The choices for a game of the bot; solver and speed are remembered in the settings."""

    board: str
    mode: str
    selected: int = 0

    @property
    def context(self) -> Context:
        return Context.WATCH

    @property
    def row(self) -> Row:
        """The row that is selected."""
        return ROWS[self.selected]

    def listing(self, model: Model) -> Listing:
        # Where all rows just fit, there is no room for words about them.
        message = self._message(model) if model.rows > len(ROWS) + 3 else SILENCE
        titles, total = ("Watch the bot",), len(ROWS)
        if is_compact(model.rows, model.cols):
            return lay_list(model, self.context, _HINTS, total, self.selected, message, titles=titles)
        chrome, box = lay_chrome(model, self.context, _HINTS, message, most=2, cleared=True), _box(model)
        chrome = chrome._replace(top=box.top, left=box.left + 2, width=box.width - 4).titled(titles, "")
        rows = rows_in_view(self.selected, total, box.top + 1, total)
        return Listing(chrome, total, self.selected, rows, box.left + 1, box.width - 2)

    def draw(self, model: Model, canvas: Canvas) -> None:
        if not is_compact(model.rows, model.cols):
            model.screens[0].draw(model, canvas)
            box = _box(model)
            for row in range(box.top, box.top + box.height):
                canvas.write(row, box.left - 1, " " * (box.width + 2), "text")
            draw_box(canvas, box, "border", model.looks)
        super().draw(model, canvas)

    def line(self, model: Model, number: int, width: int) -> str:
        row = ROWS[number]
        if row is Row.WATCH:
            return str(row.value)
        value = self._value(row, model.settings)
        if width < _NARROW:
            value = value.partition("/")[0] if row is Row.BOARD else value
            return f"{row.value}{value:>{width - len(row.value)}}"
        return f"{row.value:<10}< {value} >"

    def page(self, listing: Listing) -> int:
        return listing.total

    def on(self, number: int) -> BotSetupScreen:
        return replace(self, selected=number)

    def press(self, model: Model, number: int, col: int) -> Model:
        screen = self.on(number)
        model = model.with_top(screen)
        return screen.pick(model) if screen.row is Row.WATCH else screen._step(model, 1, around=True)

    def press_back(self, model: Model, number: int, col: int) -> Model:
        screen = self.on(number)
        return screen._step(model.with_top(screen), -1)

    def use(self, model: Model, action: Action) -> Model:
        if action in (Action.LEFT, Action.RIGHT):
            return self._step(model, -1 if action is Action.LEFT else 1)
        return super().use(model, action)

    def _step(self, model: Model, by: int, around: bool = False) -> Model:
        """The model with the value of the selected row changed."""
        if self.row is Row.BOARD:
            place = (_BOARDS.index(self.board) + by) % len(_BOARDS)
            return model.with_top(replace(self, board=_BOARDS[place]))
        if self.row is Row.MODE:
            return model.with_top(replace(self, mode="normal" if self.mode == "no-guess" else "no-guess"))
        name = {Row.SOLVER: "bot_solver", Row.SPEED: "bot_speed"}.get(self.row)
        if name is None:
            return model
        value: Value = _OPTIONS[name].step(model.settings.value(name), by, around)
        return model.with_settings(model.settings.with_value(name, value), name)

    def pick(self, model: Model) -> Model:
        """The model with the bot at work on a new board, which is neither saved nor recorded."""
        settings = model.settings
        spec = settings.custom if self.board == "custom" else settings.presets[self.board]
        session = new_session(spec, self.board, boards=self.mode)._replace(id="")
        state = first_state(session, model)._replace(mode=start_bot(settings, watched=True))
        return model.push(GameScreen(begin_bot(state, model)))

    def _value(self, row: Row, settings: Settings) -> str:
        if row is Row.BOARD:
            spec = settings.custom if self.board == "custom" else settings.presets[self.board]
            return str(spec) if self.board == "custom" else self.board.capitalize()
        if row is Row.SPEED:
            return f"{settings.number('bot_speed')}/s"
        return self.mode if row is Row.MODE else settings.text("bot_solver")

    def _message(self, model: Model) -> Message:
        settings = model.settings
        spec = settings.custom if self.board == "custom" else settings.presets[self.board]
        faster, slower = (model.keymap.label(Context.BOT, action) for action in (Action.FASTER, Action.SLOWER))
        words = {
            Row.SOLVER: _SOLVERS[settings.text("bot_solver")],
            Row.BOARD: f"{spec.width}x{spec.height} with {plural(spec.mines, 'mine')}.",
            Row.MODE: "No-guess boards can be finished by logic alone.",
            Row.SPEED: f"Moves a second; {faster} and {slower} change it while the bot plays.",
        }
        return say(words.get(self.row, "One game follows the other; bot games are not recorded."))


def _box(model: Model) -> Rect:
    """Where the choices stand: in the middle, with a frame around them."""
    height, width = len(ROWS) + 2, min(_BOX, model.cols - 2)
    return Rect((model.rows - 2 - height) // 2, (model.cols - width) // 2, height, width)


def open_bot_setup(model: Model, board: str | None = None) -> Model:
    """The model with the choices on top, on the board that was chosen or else the one last played."""
    settings = model.settings
    return model.push(BotSetupScreen(board or settings.text("last_board"), settings.text("boards")))
