"""Draws the game screen: board, header, messages, hints and the side panels."""

from __future__ import annotations

from minesweeper.play.game import Phase
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.board import BoardPicture, draw_board, draw_minimap, map_place, position_text
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry
from minesweeper.ui.draw.overlay import Overlay, overlay_lines, overlay_sentence
from minesweeper.ui.draw.words import wrap
from minesweeper.ui.game.bot import BotRun, bot_sentence, bot_words
from minesweeper.ui.game.end import brief_win
from minesweeper.ui.game.moves import end_sentence
from minesweeper.ui.game.panels import info_line, left_panel, right_panel
from minesweeper.ui.game.state import GameState
from minesweeper.ui.widgets.chrome import Button, KeyHint, draw_hints, draw_message, first_words
from minesweeper.ui.widgets.status import Status, draw_header, draw_panel, face_of


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
    lines, last = message_lines(state, model), message_end(geometry)
    draw_message(canvas, lines, last, style)
    hints = [] if lines and geometry.is_compact else hints_in_place(state, model)
    if hints and geometry.is_compact:
        draw_message(canvas, [""], last)
    draw_hints(canvas, hints, model.keymap, state.context, canvas.rows - 1)


def message_end(geometry: Geometry) -> int:
    """The screen row of a message's last line."""
    return geometry.rows - (1 if geometry.is_compact else 2)


def message_lines(state: GameState, model: Model) -> list[str]:
    """What is said now, in the lines that have room; they may cover a part of the board."""
    message, geometry = state.message, state.geometry(model)
    if not message and state.bot and not state.game.is_over:
        message = bot_sentence(state.bot, state.game)
    if not message and state.known:
        message = overlay_sentence(state.known, state.game, state.cursor, state.overlay is Overlay.ODDS)
    if geometry.is_compact:
        return _compact_lines(state, model, message)
    if not message and _is_first(state, model):
        message = first_words(model.keymap)
    return wrap(message, model.cols - 2)[:2]


def _compact_lines(state: GameState, model: Model, message: str) -> list[str]:
    lines = wrap(message, model.cols)[: 4 if state.game.is_over or state.asking else 3]
    if state.known and not state.message and not state.bot:
        lines = overlay_lines(state.known, state.game, state.cursor, state.overlay is Overlay.ODDS)
    if state.solver:  # a sentence for each move would hide half the board
        lines = [f"{state.solver.solver.capitalize()}: move {state.solver.moves + 1}"]
    if state.context is Context.BOT and state.bot and not state.message:
        lines = _compact_bot_lines(state, state.bot, model)
    if state.outcome and state.outcome.problem is None and message == end_sentence(state.session, state.outcome):
        lines = brief_win(state.session, state.outcome, model.cols) if state.game.phase is Phase.WON else lines
    if state.game.is_over:
        lines.append("  ".join(f"{state.key(model, action)} {word}" for action, word in _COMPACT_END))
    return lines


_COMPACT_END: list[KeyHint] = [(Action.NEW_GAME, "new game"), (Action.MORE, "more")]


def _is_first(state: GameState, model: Model) -> bool:
    """Whether the first words of all are to be said."""
    return state.game.phase is Phase.READY and model.shelf.is_empty


def hints_in_place(state: GameState, model: Model) -> list[KeyHint]:
    """The hints of the last row, which are buttons too; in compact only if that row is free, or they matter most."""
    geometry = state.geometry(model)
    if not geometry.is_compact:
        return game_hints(state)
    if state.game.is_over:
        return _COMPACT_END
    first: list[KeyHint] = [(Action.OPEN, "open"), (Action.FLAG, "flag"), (Action.HELP, "help")]
    if _is_first(state, model):
        return first
    return [(Action.HELP, "help"), (Action.PAUSE, "pause")] if _has_free_row(geometry) else []


def _has_free_row(geometry: Geometry) -> bool:
    """Whether there is a row below the frame in compact."""
    return geometry.frame.top + geometry.frame.height < geometry.rows


def _compact_bot_lines(state: GameState, run: BotRun, model: Model) -> list[str]:
    """The bot's move, and its speed with the keys that drive it."""
    actions = (Action.BOT_PAUSE, Action.BOT_STEP, Action.FASTER, Action.SLOWER, Action.BACK)
    keys = " ".join(state.key(model, action) for action in actions)
    return [bot_words(run, state.game), f"{run.speed}/s {keys}"[: model.cols]]


def draw_edge_text(canvas: Canvas, geometry: Geometry, state: GameState, model: Model) -> None:
    """The cursor's place in the frame's bottom edge where the board scrolls, and always in compact."""
    frame = geometry.frame
    bottom, inner = frame.top + frame.height - 1, frame.width - 2
    if geometry.is_compact:
        text = position_text(geometry, state.cursor, inner)
        canvas.write(bottom, frame.left + 1, text, "text.dim")
        button = edge_button(geometry, state, model)
        if button is not None:
            canvas.write(button.row, button.col, _edge_help(state, model), "text.dim")
    elif geometry.scrolls:
        text = position_text(geometry, state.cursor, inner - 2)
        canvas.write(bottom, frame.left + inner - len(text), text, "text")


def _edge_help(state: GameState, model: Model) -> str:
    return f"{state.key(model, Action.HELP)} help"


def edge_button(geometry: Geometry, state: GameState, model: Model) -> Button | None:
    """The hint in the frame's bottom edge in compact, if it has room there beside the cursor's place."""
    frame, text = geometry.frame, _edge_help(state, model)
    inner = frame.width - 2
    if _has_free_row(geometry) or len(position_text(geometry, state.cursor, inner)) + 1 + len(text) > inner:
        return None
    return Button(frame.top + frame.height - 1, frame.left + 1 + inner - len(text), len(text), Action.HELP)


def game_hints(state: GameState) -> list[KeyHint]:
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
    if state.asking:
        return [(state.asking, "yes"), (Action.PAUSE, "or any other key: no")]
    if state.solver:
        return [(Action.PAUSE, "or any key: stop the solver")]
    if state.game.is_over:
        hints = [(Action.NEW_GAME, "new game"), (Action.SAME_BOARD, "same board again")]
        hints = [(Action.BOT, "next bot game"), *hints] if state.bot else hints
        if state.game.phase is Phase.LOST:
            hints += [(Action.UNDO, "carry on (practice)"), (Action.TIP, "why")]
        hints += [(Action.MORE, "more"), (Action.MAIN_MENU, "menu"), (Action.COPY_CODE, "copy code")]
        return [*hints, (Action.QUIT, "quit")]
    hints = [(Action.HELP, "help"), (Action.OPEN, "open"), (Action.FLAG, "flag")]
    if state.proposals:
        hints += [(Action.PROPOSE, "propose"), (Action.CLEAR_PROPOSALS, "clear"), (Action.WHAT_IF_EXACT, "find all")]
    if state.overlay is not Overlay.OFF:
        hints.append((Action.OVERLAY, "no odds" if state.overlay is Overlay.ODDS else "odds in %"))
    hints += [(Action.PAUSE, "pause"), (Action.COMPLETE, "complete")]
    hints += [(Action.TIP, "make the move" if state.tip else "tip"), (Action.GUESS, "guess")]
    if state.overlay is Overlay.OFF:
        hints.append((Action.OVERLAY, "odds"))
    return [
        *hints,
        (Action.SIMPLE_STEP, "solver"),
        (Action.REDUCED, "full" if state.reduced else "reduced"),
        (Action.UNDO, "undo"),
        (Action.NEW_GAME, "new"),
        (Action.QUIT, "quit"),
    ]
