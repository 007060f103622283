"""The screen that starts a game of the bot: the player chooses its solver, board, board type and speed.

The settings remember solver and speed, because other games of the bot use them too. The game itself is a game screen
with a bot mode, and it is neither saved nor recorded.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum

from minesweeper.core.boardspec import BOARD_TYPES, NO_GUESS, BoardSpec
from minesweeper.core.text import plural
from minesweeper.play.session import new_session
from minesweeper.storage.options import option_of
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, replace
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.game.bot_mode import begin_bot, start_bot
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.game_start import first_state
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.controls import start_button, switch
from minesweeper.ui.widgets.page import (
    MENU_WIDTH,
    Page,
    PageScreen,
    PageSpec,
    TableCell,
    blank,
    entry,
)

_HINTS: list[KeyHint] = [
    (Action.SELECT, "watch"),
    (Action.RIGHT, "change"),
    (Action.BACK, "back"),
    (Action.HELP, "help"),
]
_SOLVERS = {
    "simple": "Opens what single clues prove. When stuck, it opens the cell with the lowest odds.",
    "smart": "Follows chains of assumptions. When stuck, it opens the cell with the lowest odds.",
    "exact": "Opens every provable cell. When stuck, it opens the cell with the lowest odds.",
    "best": "Opens every provable cell. When stuck, it opens the best guess.",
}
"""How each solver plays, for the message."""
_WHEN_STUCK = {
    **dict.fromkeys(("simple", "smart", "exact"), "lowest odds when stuck"),
    "best": "best guess when stuck",
}
"""What each solver does when it can't prove a move, for the row."""
_VALUE_COLS = len("‹ Intermediate ›")
"""The columns of the longest value."""
_LEVELS = ("beginner", "intermediate", "expert", "custom")
"""The boards to choose from."""


class BotRow(Enum):
    """The rows of the screen from top to bottom. The last one starts the game."""

    SOLVER = "Solver"
    BOARD = "Board"
    MODE = "Board type"
    SPEED = "Speed"
    WATCH = "Watch"


CHOICES = tuple(BotRow)


class BotSetupScreen(PageScreen):
    """The choices before a game of the bot."""

    board: str
    """The name of a preset, or ``custom`` for the custom board that was played last."""
    mode: str
    """The board type."""
    focus: BotRow = BotRow.SOLVER
    targets = CHOICES
    context = Context.WATCH

    def page(self, model: Model) -> Page:
        names = {row: (row.value, "Type") if row is BotRow.MODE else row.value for row in CHOICES[:-1]}
        compact = is_compact(model.rows, model.cols)
        rows = [
            entry(
                row,
                name,
                switch(model.looks, row, self._words(row, model), 0 if compact else _VALUE_COLS),
                *(() if compact else (self._about(row, model),)),
            )
            for row, name in names.items()
        ]
        rows += [blank(), start_button(BotRow.WATCH, BotRow.WATCH.value)]
        # If the rows just fit, no row is left for a message.
        has_words = model.rows > len(rows) + 2
        message, reserve = (self._said(model), 2) if has_words else (SILENCE, 0)
        titles = ("Watch the bot",)
        return self.arrange_page(
            model, PageSpec(titles, rows, _HINTS, message, width=MENU_WIDTH, reserved_rows=reserve)
        )

    def _spec(self, settings: Settings) -> BoardSpec:
        return settings.custom if self.board == "custom" else settings.presets[self.board]

    def _about(self, row: BotRow, model: Model) -> TableCell:
        """A few words that stand beside the value of a row."""
        spec = self._spec(model.settings)
        words = {
            BotRow.SOLVER: _WHEN_STUCK[model.settings.text("bot_solver")],
            BotRow.BOARD: f"{spec.width}x{spec.height}, {plural(spec.mines, 'mine')}",
            BotRow.MODE: "needs no guess" if self.mode == NO_GUESS else "may need guesses",
            BotRow.SPEED: "moves per second",
        }
        return TableCell((words[row], ""), "text.dim")

    def _words(self, row: BotRow, model: Model) -> tuple[str, ...]:
        """The value of a row in several forms, the longest first."""
        if row is BotRow.BOARD:
            spec = self._spec(model.settings)
            is_custom = self.board == "custom"
            return (str(spec), f"{spec.width}x{spec.height}") if is_custom else (self.board.capitalize(),)
        if row is BotRow.MODE:
            return (option_of("boards").word(self.mode),)
        name = "bot_solver" if row is BotRow.SOLVER else "bot_speed"
        return (option_of(name).word(model.settings.value(name)),)

    def _said(self, model: Model) -> Message:
        spec = self._spec(model.settings)
        faster, slower = (model.keymap.label(Context.BOT, action) for action in (Action.FASTER, Action.SLOWER))
        words = {
            BotRow.SOLVER: _SOLVERS[model.settings.text("bot_solver")],
            BotRow.BOARD: f"{spec.width}x{spec.height} with {plural(spec.mines, 'mine')}.",
            BotRow.MODE: option_of("boards").meaning,
            BotRow.SPEED: f"Moves per second. {faster} and {slower} change it while the bot plays.",
            BotRow.WATCH: "One game follows the other. Bot games aren't recorded.",
        }
        return say(words[self.focus])

    def act_here(self, model: Model, action: Action) -> Model:
        if action in (Action.LEFT, Action.RIGHT):
            return self.turn(model, self.focus, -1 if action is Action.LEFT else 1)
        return self._watch(model) if action is Action.SELECT else super().act_here(model, action)

    def press(self, model: Model, target: Hashable) -> Model:
        model = super().press(model, target)
        return self._watch(model) if target is BotRow.WATCH else model

    def turn(self, model: Model, name: Hashable, by: int) -> Model:
        screen = self.focused_on(name)
        if name is BotRow.BOARD:
            screen = replace(screen, board=_LEVELS[(_LEVELS.index(self.board) + by) % len(_LEVELS)])
        elif name is BotRow.MODE:
            screen = replace(screen, mode=BOARD_TYPES[(BOARD_TYPES.index(self.mode) + by) % len(BOARD_TYPES)])
        model = model.with_top(screen)
        option = "bot_solver" if name is BotRow.SOLVER else "bot_speed" if name is BotRow.SPEED else None
        if option is None:
            return model
        value = option_of(option).step(model.settings.value(option), by, around=True)
        return model.with_settings(model.settings.with_value(option, value), option)

    def _watch(self, model: Model) -> Model:
        """Starts the bot on a new board. The session has no id, because the game is neither saved nor recorded."""
        session = new_session(self._spec(model.settings), self.board, board_type=self.mode)._replace(id="")
        state = first_state(session, model.env)._replace(modes=(start_bot(model.settings, watched=True),))
        return model.push(GameScreen(begin_bot(state)))


def open_bot_setup(model: Model, board: str | None = None) -> Model:
    """Opens the choices before a game of the bot.

    ``board`` is a preset or ``custom``; without it, the board that was played last is selected.
    """
    settings = model.settings
    return model.push(BotSetupScreen(board or settings.text("last_board"), settings.text("boards")))
