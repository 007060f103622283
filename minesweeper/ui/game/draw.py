"""Draws the game screen: board, header, messages, hints and the side panels."""

from __future__ import annotations

from minesweeper.core.cells import CellSet
from minesweeper.play.game import Phase
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.board import BoardPicture, draw_board, position_text
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, is_compact
from minesweeper.ui.draw.overlay import Overlay, odds_in_view, overlay_texts
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.aids import known_of, what_if_marks
from minesweeper.ui.game.cursor import is_in_view
from minesweeper.ui.game.end import proof_of_loss, words_at_end
from minesweeper.ui.game.panels import info_line, left_panel, right_panel
from minesweeper.ui.game.start import start_words
from minesweeper.ui.game.state import GameState
from minesweeper.ui.widgets.chrome import (
    SILENCE,
    Button,
    Chrome,
    KeyHint,
    Message,
    draw_message,
    first_words,
    lay_chrome,
    say,
)
from minesweeper.ui.widgets.status import Status, draw_header, draw_panel, face_of


def draw_game(state: GameState, model: Model, canvas: Canvas) -> None:
    """Draws everything."""
    geometry = state.geometry(model)
    looks = state.looks
    picture = BoardPicture(state.game, looks.view, looks.cursor, marks_of(state, geometry), looks.reduced)
    draw_board(canvas, geometry, picture, model.settings, model.looks)
    draw_header(canvas, geometry, game_status(state, model), model.looks)
    draw_edge_text(canvas, geometry, state, model)
    if geometry.left_panel:
        draw_panel(canvas, geometry.left_panel, left_panel(state, model))
    if geometry.right_panel:
        draw_panel(canvas, geometry.right_panel, right_panel(state, model))
        if geometry.scrolls:
            from minesweeper.ui.draw.minimap import draw_minimap, map_place  # few boards need it

            draw_minimap(canvas, map_place(geometry), state.game, geometry, looks.view, model.looks)
    if geometry.info_row is not None:
        draw_message(canvas, [info_line(state, model, canvas.cols - 2)], geometry.info_row, "text.dim")
    game_chrome(state, model).draw(canvas)


def marks_of(state: GameState, geometry: Geometry) -> Marks:
    """What is shown on top of the game: what the mode shows, the aids, and what moves for a moment."""
    game, looks, known, shown = state.game, state.looks, known_of(state), state.mode.marks(state.game)
    if state.ended and state.ended.telling == "why":
        shown = proof_of_loss(state)
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


def game_status(state: GameState, model: Model, paused: bool = False) -> Status:
    """What the header says."""
    looks, bot = state.looks, state.is_bots
    face = face_of(state.session, looks.press is not None, paused)
    unsaved = bool(model.shelf.problem and state.is_running and state.session.id)
    return Status(state.session, face, paused, looks.reduced, looks.click_mode, bot=bot, unsaved=unsaved)


def said_now(state: GameState) -> Message:
    """What is said now: by the last key, the mode, or the end."""
    return _with_news(state, state.said or state.mode.words(state) or start_words(state) or words_at_end(state))


def _with_news(state: GameState, message: Message) -> Message:
    """What is said with the news that the game has become assisted, once nothing plays by itself any more."""
    if not state.is_spoiled or state.mode.plays_itself or state.game.is_over:
        return message
    news = ("This game now counts as assisted.", "Now assisted.")
    if not message:
        return say(*news)
    return message._replace(texts=(*(f"{text} {new}" for text in message.texts for new in news), *message.texts))


def game_chrome(state: GameState, model: Model) -> Chrome:
    """The message and the hints; on a small screen a message lies over the bottom edge and the lowest rows."""
    compact, over = is_compact(model.rows, model.cols), state.game.is_over
    message = _brief(state, model) if compact else said_now(state)
    if not message:
        message = _about_board(state, model, compact)
    if state.game.phase is Phase.WON and message.style == "text":
        message = message._replace(style="good")
    most = 3 if compact and (over or state.mode.asks) else 2
    hints, keeps = hints_in_place(state, model), _cursor_row(state, model)
    free = not (over or _has_own_hints(state))
    return lay_chrome(model, state.context, hints, message, most=most, over_hints=free, cleared=compact, keeps=keeps)


def _has_own_hints(state: GameState) -> bool:
    """Whether there are hints that matter at any size: those that drive the bot, or answer a question."""
    return not state.game.is_over and (state.mode.is_bot or state.mode.asks)


def _cursor_row(state: GameState, model: Model) -> int | None:
    """The row of the screen on which the cursor is: what is said is mostly about its cell."""
    geometry, view = state.geometry(model), state.looks.view
    return geometry.place(view, *state.cursor)[0] if is_in_view(geometry, view, state.cursor) else None


def _brief(state: GameState, model: Model) -> Message:
    """What is said on a small screen."""
    brief = state.said or state.mode.brief(state, model) or start_words(state)
    return _with_news(state, brief or words_at_end(state, model.cols))


def _about_board(state: GameState, model: Model, compact: bool) -> Message:
    """What is said while nobody has anything to say: what the overlay knows, or the first words of all."""
    known, odds = known_of(state), state.aids.overlay is Overlay.ODDS
    if known:
        return say(*overlay_texts(known, state.game, state.cursor, odds))
    return say(first_words(model.keymap)) if _is_first(state, model) and not compact else SILENCE


_COMPACT_END: list[KeyHint] = [(Action.NEW_GAME, "new game"), (Action.MORE, "more")]


def _is_first(state: GameState, model: Model) -> bool:
    """Whether the first words of all are to be said."""
    return state.game.phase is Phase.READY and model.shelf.is_empty


def hints_in_place(state: GameState, model: Model) -> list[KeyHint]:
    """The hints of the last row, which are buttons too; in compact only if that row is free, or they matter most."""
    geometry = state.geometry(model)
    if not geometry.is_compact:
        return game_hints(state)
    if _has_own_hints(state):
        return state.mode.hints(state) or []
    if state.game.is_over:
        return _COMPACT_END
    first: list[KeyHint] = [(Action.OPEN, "open"), (Action.FLAG, "flag"), (Action.HELP, "")]
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


def game_hints(state: GameState) -> list[KeyHint]:
    """The keys that matter now, most important first."""
    own = state.mode.hints(state)
    if own is not None:
        return own
    if state.game.is_over:
        return end_hints(state)
    aids, names = state.aids, state.mode.renamed()
    hints = [(Action.HELP, "help"), (Action.OPEN, "open"), (Action.FLAG, "flag")]
    if aids.proposals:
        hints += [(Action.PROPOSE, "propose"), (Action.CLEAR_PROPOSALS, "clear")]
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


def end_hints(state: GameState) -> list[KeyHint]:
    """The keys that matter after a game."""
    hints = [(Action.NEW_GAME, "new game"), (Action.SAME_BOARD, "same board")]
    if state.game.phase is Phase.LOST:
        hints += [(Action.UNDO, "carry on (practice)"), (Action.TIP, "why")]
    hints += [(Action.MORE, "more"), (Action.MAIN_MENU, "menu"), (Action.COPY_CODE, "copy code")]
    return [*hints, (Action.QUIT, "quit")]
