"""Draws the game screen: board, header, messages, hints and the side panels."""

from __future__ import annotations

from minesweeper.core.cells import CellSet
from minesweeper.play.game import Phase
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.board import BoardPicture, draw_board, draw_minimap, map_place, position_text
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry
from minesweeper.ui.draw.overlay import Overlay, odds_in_view, overlay_lines, overlay_sentence
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.draw.words import wrap
from minesweeper.ui.game.aids import known_of, what_if_marks
from minesweeper.ui.game.end import rows_at_end, words_at_end
from minesweeper.ui.game.panels import info_line, left_panel, right_panel
from minesweeper.ui.game.start import start_words
from minesweeper.ui.game.state import GameState, Message
from minesweeper.ui.widgets.chrome import (
    Button,
    Hint,
    Status,
    draw_header,
    draw_hints,
    draw_message,
    draw_panel,
    face_of,
    first_words,
)


def draw_game(state: GameState, model: Model, canvas: Canvas) -> None:
    """Draws everything."""
    geometry = state.geometry(model)
    looks = state.looks
    picture = BoardPicture(state.game, looks.view, looks.cursor, marks_of(state, geometry), looks.reduced)
    draw_board(canvas, geometry, picture, model.settings, model.looks)
    draw_header(canvas, geometry, game_status(state), model.looks)
    draw_edge_text(canvas, geometry, state, model)
    if geometry.left_panel:
        draw_panel(canvas, geometry.left_panel, left_panel(state, model))
    if geometry.right_panel:
        draw_panel(canvas, geometry.right_panel, right_panel(state, model))
        if geometry.scrolls:
            draw_minimap(canvas, map_place(geometry), state.game, geometry, looks.view, model.looks)
    if geometry.info_row is not None:
        draw_message(canvas, [info_line(state, model, canvas.cols - 2)], geometry.info_row, "text.dim")
    _draw_words(canvas, geometry, state, model)


def marks_of(state: GameState, geometry: Geometry) -> Marks:
    """What is shown on top of the game: what the mode shows, the aids, and what moves for a moment."""
    game, looks, known, shown = state.game, state.looks, known_of(state), state.mode.marks(state.game)
    safe, danger = shown.safe, shown.mined
    if known and not (safe | danger):
        safe, danger = known.safe, known.mined
    has_start = state.start.proposed is not None and game.phase is Phase.READY
    return Marks(
        pressed=_pressed_cells(state),
        near=looks.near,
        proof=shown.proof,
        safe=safe,
        danger=danger & ~game.flags,
        veiled=looks.rings.outside(game.grid) if looks.rings else 0,
        cheered=game.flags & ~looks.cheer.outside(game.grid) if looks.cheer else 0,
        disproved=game.flags & safe,
        guess=shown.guess,
        start=1 << (state.start.proposed or 0) if has_start else 0,
        **what_if_marks(state.aids),
        odds=odds_in_view(known, game, geometry, geometry.clamp(looks.view))
        if known and state.aids.overlay is Overlay.ODDS
        else {},
    )


def _pressed_cells(state: GameState) -> CellSet:
    """The hidden cells that a held button would open: the cell itself, or the neighbours of a number."""
    press, game = state.looks.press, state.game
    if press is None or not press.inside:
        return 0
    cell = 1 << press.cell
    around = game.grid.neighbours(press.cell) if cell & game.opened else cell
    return around & game.hidden & ~game.flags


def game_status(state: GameState, paused: bool = False) -> Status:
    """What the header says."""
    looks, bot = state.looks, state.mode.is_bot
    face = face_of(state.session, looks.press is not None, paused)
    return Status(state.session, face, paused, looks.reduced, looks.click_mode, bot=bot)


def said_now(state: GameState) -> tuple[Message, bool]:
    """What is said now, and whether it is about something that went wrong: by the last key, the mode, or the end."""
    if state.said:
        return state.said, state.alarm
    words, alarm = words_at_end(state)
    return state.mode.words(state) or start_words(state) or words, alarm


def _draw_words(canvas: Canvas, geometry: Geometry, state: GameState, model: Model) -> None:
    """The message and the hints; in compact a message covers the bottom edge and the lowest rows."""
    _, alarm = said_now(state)
    style = "bad" if alarm else "good" if state.game.phase is Phase.WON else "text"
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
    message, _ = said_now(state)
    if state.geometry(model).is_compact:
        return _compact_lines(state, model, message)
    known = known_of(state)
    if not message and known:
        message = (overlay_sentence(known, state.game, state.cursor, state.aids.overlay is Overlay.ODDS),)
    if not message and _is_first(state, model):
        message = (first_words(model.keymap),)
    return _fitting(message, model.cols - 2, 2)


def _fitting(message: Message, width: int, most: int) -> list[str]:
    """The first form of a message that fits; of the shortest one what fits."""
    forms = [wrap(text, width) for text in message]
    return next((lines for lines in forms if len(lines) <= most), forms[-1][:most] if forms else [])


def _compact_lines(state: GameState, model: Model, message: Message) -> list[str]:
    known, lines = known_of(state), None if state.said else state.mode.rows(state, model)
    if not (lines or state.said or state.mode.words(state)):
        lines = rows_at_end(state, model.cols)
    if not (lines or message) and known:
        lines = overlay_lines(known, state.game, state.cursor, state.aids.overlay is Overlay.ODDS)
    if not lines:
        lines = _fitting(message, model.cols, 4 if state.game.is_over or state.mode.asks else 3)
    if state.game.is_over:
        lines.append("  ".join(f"{state.key(model, action)} {word}" for action, word in _COMPACT_END))
    return lines


_COMPACT_END: list[Hint] = [(Action.NEW_GAME, "new game"), (Action.MORE, "more")]


def _is_first(state: GameState, model: Model) -> bool:
    """Whether the first words of all are to be said."""
    return state.game.phase is Phase.READY and model.shelf.is_empty


def hints_in_place(state: GameState, model: Model) -> list[Hint]:
    """The hints of the last row, which are buttons too; in compact only if that row is free, or they matter most."""
    geometry = state.geometry(model)
    if not geometry.is_compact:
        return game_hints(state)
    if state.game.is_over:
        return _COMPACT_END
    first: list[Hint] = [(Action.OPEN, "open"), (Action.FLAG, "flag"), (Action.HELP, "help")]
    if _is_first(state, model):
        return first
    return [(Action.HELP, "help"), (Action.PAUSE, "pause")] if _has_free_row(geometry) else []


def _has_free_row(geometry: Geometry) -> bool:
    """Whether there is a row below the frame in compact."""
    return geometry.frame.top + geometry.frame.height < geometry.rows


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


def game_hints(state: GameState) -> list[Hint]:
    """The keys that matter now, most important first."""
    own = state.mode.hints(state)
    if own is not None:
        return own
    if state.game.is_over:
        return end_hints(state)
    aids, names = state.aids, state.mode.renamed()
    hints = [(Action.HELP, "help"), (Action.OPEN, "open"), (Action.FLAG, "flag")]
    if aids.proposals:
        hints += [(Action.PROPOSE, "propose"), (Action.CLEAR_PROPOSALS, "clear"), (Action.WHAT_IF_EXACT, "find all")]
    if aids.overlay is not Overlay.OFF:
        hints.append((Action.OVERLAY, "no odds" if aids.overlay is Overlay.ODDS else "odds in %"))
    hints += [(Action.PAUSE, "pause"), (Action.COMPLETE, "complete"), (Action.TIP, "tip"), (Action.GUESS, "guess")]
    if aids.overlay is Overlay.OFF:
        hints.append((Action.OVERLAY, "odds"))
    hints += [
        (Action.SIMPLE_STEP, "solver"),
        (Action.REDUCED, "full" if state.looks.reduced else "reduced"),
        (Action.UNDO, "undo"),
        (Action.NEW_GAME, "new"),
        (Action.QUIT, "quit"),
    ]
    return [(action, names.get(action, word)) for action, word in hints]


def end_hints(state: GameState) -> list[Hint]:
    """The keys that matter after a game."""
    hints = [(Action.NEW_GAME, "new game"), (Action.SAME_BOARD, "same board again")]
    if state.game.phase is Phase.LOST:
        hints += [(Action.UNDO, "carry on (practice)"), (Action.TIP, "why")]
    hints += [(Action.MORE, "more"), (Action.MAIN_MENU, "menu"), (Action.COPY_CODE, "copy code")]
    return [*hints, (Action.QUIT, "quit")]
