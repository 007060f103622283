"""Draws the game screen: board, header, messages, hints and the side panels."""

from __future__ import annotations

from minesweeper.game import Phase
from minesweeper.ui.actions import Action, Context
from minesweeper.ui.frame import Canvas
from minesweeper.ui.geometry import Geometry
from minesweeper.ui.hints import Hint, draw_hints, first_words
from minesweeper.ui.model import Model
from minesweeper.ui.screens.board import BoardPicture, draw_board, position_text
from minesweeper.ui.screens.bot import BotRun, bot_sentence, bot_words
from minesweeper.ui.screens.game_panels import info_line, left_panel, right_panel
from minesweeper.ui.screens.game_state import GameState
from minesweeper.ui.screens.minimap import draw_minimap, map_place
from minesweeper.ui.screens.moves import end_sentence
from minesweeper.ui.screens.overlay import Overlay, overlay_lines, overlay_sentence
from minesweeper.ui.screens.records import brief_win
from minesweeper.ui.screens.status import Status, draw_header, draw_message, draw_panel, face_of
from minesweeper.ui.texts import wrap


def draw_game(state: GameState, model: Model, canvas: Canvas) -> None:
    """Draws everything."""
    geometry = state.geometry(model)
    picture = BoardPicture(state.game, state.view, state.cursor, state.marks(geometry), state.reduced)
    draw_board(canvas, geometry, picture, model.settings, model.looks)
    draw_header(canvas, geometry, game_status(state), model.looks)
    draw_edge_text(canvas, geometry, state, model)
    if geometry.left_panel:
        draw_panel(canvas, geometry.left_panel, left_panel(state, model))
    if geometry.right_panel:
        draw_panel(canvas, geometry.right_panel, right_panel(state, model))
        if geometry.scrolls:
            draw_minimap(canvas, map_place(geometry), state.game, geometry, state.view, model.looks)
    if geometry.info_row is not None:
        draw_message(canvas, [info_line(state, model, canvas.cols - 2)], geometry.info_row, "text.dim")
    _draw_words(canvas, geometry, state, model)


def game_status(state: GameState, paused: bool = False) -> Status:
    """What the header says."""
    face = face_of(state.session, state.press is not None, paused)
    return Status(state.session, face, paused, state.reduced, state.click_mode, bot=state.bot is not None)


def _draw_words(canvas: Canvas, geometry: Geometry, state: GameState, model: Model) -> None:
    """The message and the hints; in compact a message covers the bottom edge and the lowest rows."""
    style = "bad" if state.alarm else "good" if state.game.phase is Phase.WON else "text"
    message = state.message
    if not message and state.bot and not state.game.is_over:
        message = bot_sentence(state.bot, state.game)
    if not message and state.known:
        message = overlay_sentence(state.known, state.game, state.cursor, state.overlay is Overlay.ODDS)
    if geometry.is_compact:
        lines = wrap(message, canvas.cols)[: 4 if state.game.is_over else 3]
        if state.known and not state.message and not state.bot:
            lines = overlay_lines(state.known, state.game, state.cursor, state.overlay is Overlay.ODDS)
        if state.solver:  # a sentence for each move would hide half the board
            lines = [f"{state.solver.solver.capitalize()}: move {state.solver.moves + 1}"]
        if state.context is Context.BOT and state.bot and not state.message:
            lines = _compact_bot_lines(state, state.bot, model)
        if state.outcome and state.outcome.problem is None and message == end_sentence(state.session, state.outcome):
            lines = brief_win(state.session, state.outcome, canvas.cols) if state.game.phase is Phase.WON else lines
        if state.game.is_over:
            lines.append(_compact_end_hints(state, model))
        draw_message(canvas, lines, canvas.rows - 1, style)
        return
    if not message and state.game.phase is Phase.READY and model.shelf.is_empty:
        message = first_words(model.keymap)
    draw_message(canvas, wrap(message, canvas.cols - 2)[:2], canvas.rows - 2, style)
    draw_hints(canvas, game_hints(state), model.keymap, state.context, canvas.rows - 1)


def _compact_bot_lines(state: GameState, run: BotRun, model: Model) -> list[str]:
    """The bot's move, and its speed with the keys that drive it."""
    actions = (Action.BOT_PAUSE, Action.BOT_STEP, Action.FASTER, Action.SLOWER, Action.BACK)
    keys = " ".join(state.key(model, action) for action in actions)
    return [bot_words(run, state.game), f"{run.speed}/s {keys}"[: model.cols]]


def _compact_end_hints(state: GameState, model: Model) -> str:
    return f"{state.key(model, Action.NEW_GAME)} new game  {state.key(model, Action.MORE)} more"


def draw_edge_text(canvas: Canvas, geometry: Geometry, state: GameState, model: Model) -> None:
    """The cursor's place in the frame's bottom edge where the board scrolls, and always in compact."""
    frame = geometry.frame
    bottom, inner = frame.top + frame.height - 1, frame.width - 2
    if geometry.is_compact:
        text = position_text(geometry, state.cursor, inner)
        canvas.write(bottom, frame.left + 1, text, "text.dim")
        help_text = f"{state.key(model, Action.HELP)} help"
        if len(text) + 1 + len(help_text) <= inner:
            canvas.write(bottom, frame.left + 1 + inner - len(help_text), help_text, "text.dim")
    elif geometry.scrolls:
        text = position_text(geometry, state.cursor, inner - 2)
        canvas.write(bottom, frame.left + inner - len(text), text, "text")


def game_hints(state: GameState) -> list[Hint]:
    """The keys that matter now, most important first."""
    if state.context is Context.BOT:
        return [
            (Action.BOT_PAUSE, "go on" if state.bot and state.bot.paused else "pause"),
            (Action.BOT_STEP, "one step"),
            (Action.FASTER, "faster"),
            (Action.SLOWER, "slower"),
            (Action.BACK, "stop"),
            (Action.BOT_STOP, "you play on"),
            (Action.OVERLAY, "odds"),
            (Action.HELP, "help"),
        ]
    if state.solver:
        return [(Action.PAUSE, "or any key: stop the solver")]
    if state.game.is_over:
        hints = [(Action.NEW_GAME, "new game"), (Action.SAME_BOARD, "same board again")]
        hints = [(Action.BOT, "next bot game"), *hints] if state.bot else hints
        if state.game.phase is Phase.LOST:
            hints += [(Action.UNDO, "carry on (practice)"), (Action.TIP, "why")]
        hints += [(Action.COPY_CODE, "copy code"), (Action.MORE, "more"), (Action.MAIN_MENU, "menu")]
        return [*hints, (Action.QUIT, "quit")]
    return [
        (Action.HELP, "help"),
        (Action.OPEN, "open"),
        (Action.FLAG, "flag"),
        (Action.PAUSE, "pause"),
        (Action.COMPLETE, "expand"),
        (Action.TIP, "make the move" if state.tip else "tip"),
        (Action.GUESS, "guess"),
        (Action.OVERLAY, "odds"),
        (Action.SIMPLE_STEP, "solver"),
        (Action.REDUCED, "full" if state.reduced else "reduced"),
        (Action.UNDO, "undo"),
        (Action.NEW_GAME, "new"),
        (Action.QUIT, "quit"),
    ]
