"""Draws the game screen: board, header, messages, hints and the side panels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from minesweeper.core.cells import CellSet, cells_of
from minesweeper.play.game import Phase
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.keymap import key_label
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import load
from minesweeper.ui.draw.board import BoardPicture, draw_board, position_text
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, is_compact
from minesweeper.ui.draw.glyphs import Piece
from minesweeper.ui.draw.overlay import Overlay, odds_in_view, overlay_texts
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.aids import chance_of, known_of, what_if_marks
from minesweeper.ui.game.cursor import is_in_view
from minesweeper.ui.game.panels import info_line, right_panel
from minesweeper.ui.game.start import start_words
from minesweeper.ui.game.state import GameState, ShownCells
from minesweeper.ui.widgets.chrome import (
    SILENCE,
    Band,
    Button,
    Chrome,
    KeyHint,
    Message,
    first_words,
    lay_chrome,
    say,
)
from minesweeper.ui.widgets.status import Status, draw_header, draw_panel, face_of

if TYPE_CHECKING:
    from minesweeper.ui.widgets.heading import Heading


def draw_game(state: GameState, model: Model, canvas: Canvas) -> None:
    """Draws everything."""
    geometry = state.geometry(model)
    looks = state.looks
    draw_board(canvas, geometry, picture_of(state, model, geometry), model.settings, model.looks)
    heading = heading_of(state, model)
    if heading is None:
        draw_header(canvas, geometry, game_status(state, model), model.looks)
    else:
        load("widgets.heading:draw_heading")(canvas, geometry, heading, model.looks)
    draw_edge_text(canvas, geometry, state, model)
    if geometry.left_panel:
        draw_panel(canvas, geometry.left_panel, load("game.legends:left_panel")(state, model))
    if geometry.right_panel:
        lines = right_panel(state, model)
        draw_panel(canvas, geometry.panel_for(len(lines)) or geometry.right_panel, lines)
        if geometry.scrolls:
            from minesweeper.ui.draw.minimap import draw_minimap, map_place  # few boards need it

            draw_minimap(canvas, map_place(geometry), state.game, geometry, looks.view, model.looks)
    if geometry.info_row is not None and not state.game.is_over and not _covers_info(state, geometry):
        room = canvas.cols - 2
        tints = [] if heading else _odds_line(state, model, room)
        line = tints or [(info_line(state, model, room), "text.dim")]
        canvas.write_pieces(geometry.info_row, 1, line)
    game_chrome(state, model).draw(canvas)


def heading_of(state: GameState, model: Model) -> Heading | None:
    """What stands above the board in place of a game's status, if it is no game."""
    return state.mode.heading(state, model) or state.below.heading(state, model)


def _odds_line(state: GameState, model: Model, room: int) -> list[Piece]:
    """What the tints of the odds mean, while they are shown, if there is room for it."""
    has_odds = known_of(state) and state.aids.overlay is Overlay.ODDS
    line: list[Piece] = load("draw.odds:odds_line")(model.looks, room) if has_odds else []
    return line


def _covers_info(state: GameState, geometry: Geometry) -> bool:
    """Whether a solver plays whose words of two lines now and then would cover the line about the game: it'd blink."""
    return state.mode.plays_itself and geometry.info_row == geometry.rows - 3


def picture_of(state: GameState, model: Model, geometry: Geometry) -> BoardPicture:
    """The board as it is drawn: after the end the frame tells the result, and a board that is won has no cursor."""
    looks = state.looks
    cursor = None if state.game.phase is Phase.WON else looks.cursor
    edge: str = load("game.verdict:edge_of")(state) if state.game.is_over else "border"
    marks = marks_of(state, geometry)
    if model.settings.is_on("light_neighbours"):
        marks = marks._replace(near=marks.near | _lit_cells(state))
    return BoardPicture(state.game, looks.view, cursor, marks, looks.reduced, edge)


def shown_cells(state: GameState) -> ShownCells:
    """What is marked on the board by the mode, or after the end."""
    if state.ended and state.ended.review:
        at_end: ShownCells = load("game.verdict:shown_at_end")(state)
        return at_end
    return state.mode.marks(state.game)


def marks_of(state: GameState, geometry: Geometry) -> Marks:
    """What is shown on top of the game: what the mode shows, the aids, and what moves for a moment."""
    game, looks, known, shown = state.game, state.looks, known_of(state), shown_cells(state)
    safe, danger = shown.safe, shown.mined
    if known and not (safe | danger):
        safe, danger = known.safe, known.mined
    what_if = what_if_marks(state.aids)
    what_if["violated"] = what_if.get("violated", 0) | shown.clash
    has_start = state.start.proposed is not None and game.phase is Phase.READY
    return Marks(
        pressed=_pressed_cells(state),
        near=looks.near,
        proof=shown.proof,
        safe=safe,
        danger=danger & ~game.flags,
        veiled=_veiled_cells(state) | (shown.safe & game.opened),
        cheered=_cheered_flags(state),
        disproved=game.flags & safe,
        guess=shown.guess,
        worse=shown.worse,
        best=shown.best,
        start=1 << (state.start.proposed or 0) if has_start else 0,
        **what_if,
        odds=odds_in_view(known, game, geometry, geometry.clamp(looks.view))
        if known and state.aids.overlay is Overlay.ODDS
        else {},
    )


def _lit_cells(state: GameState) -> CellSet:
    """Returns the hidden neighbours of the number under the cursor."""
    game, cell = state.game, state.game.grid.cell(*state.cursor)
    is_number = game.phase is Phase.PLAYING and game.opened >> cell & 1
    return game.grid.neighbours(cell) & game.hidden & ~game.flags if is_number else 0


def _veiled_cells(state: GameState) -> CellSet:
    """What the last move has opened and a wave has not reached, and flags of a win that have not come up."""
    looks, grid = state.looks, state.game.grid
    veiled = looks.rings.outside(grid) if looks.rings else 0
    return veiled | looks.cheer.outside(grid) if looks.cheer else veiled


def _cheered_flags(state: GameState) -> CellSet:
    """The flags of a win, as far as the wave has come."""
    looks, game = state.looks, state.game
    if game.phase is not Phase.WON or looks.rings:
        return 0
    return game.flags & ~looks.cheer._replace(cells=game.flags).outside(game.grid) if looks.cheer else game.flags


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
    has_mouse = model.settings.is_on("mouse") and not (paused or bot or state.game.is_over)
    keys = model.keymap.keys(state.context, Action.CLICK_MODE)
    switch = (key_label(keys[0]) if keys else "") if has_mouse else None
    return Status(state.session, face, paused, looks.reduced, looks.click_mode, "", bot, unsaved, switch)


def said_now(state: GameState) -> Message:
    """What is said now: by the last key, the mode, or the end."""
    return _with_news(state, state.said or state.mode.words(state) or start_words(state) or _end_words(state))


def _end_words(state: GameState, model: Model | None = None) -> Message:
    words: Message = load("game.verdict:words_at_end")(state, model) if state.ended else SILENCE
    return words


def _with_news(state: GameState, message: Message) -> Message:
    """What is said with the news that the game has become assisted, once nothing plays by itself and nothing asks."""
    if not state.is_spoiled or state.mode.plays_itself or state.mode.asks or state.game.is_over:
        return message
    if not message:
        return say(*_NEWS)
    return message._replace(texts=(*(f"{text} {new}" for text in message.texts for new in _NEWS), *message.texts))


_NEWS = ("This game now counts as assisted.", "Now assisted.")


def heard(state: GameState, model: Model) -> GameState:
    """The state before a key or click: the news was told if it was in view, beside more than that something works."""
    is_told = state.is_spoiled and state.mode.work(state, model) is None
    if is_told and game_chrome(state, model).reading.text.endswith(_NEWS):
        return state._replace(is_spoiled=False)
    return state


def game_chrome(state: GameState, model: Model) -> Chrome:
    """The message and the hints; on a small screen a message lies over the bottom edge and the lowest rows."""
    compact, over = is_compact(model.rows, model.cols), state.game.is_over
    message = _brief(state, model) if compact else said_now(state)
    if not message:
        message = state.mode.about(state, model) or _about_board(state, model, compact)
    geometry = state.geometry(model)
    has_band = over and not (compact and message)  # a small screen has room for one of them
    band: Band | None = load("game.verdict:band_of")(state, model, geometry) if has_band else None
    most = 3 if compact and (over or state.mode.asks) else 2
    if band and not compact:  # as many lines as there is room for below the frame
        most = max(1, min(2, model.rows - 2 - geometry.frame.top - geometry.frame.height))
    hints, keeps = hints_in_place(state, model), _kept_rows(state, model)
    if state.game.phase is Phase.WON and state.ended and state.ended.telling:
        keeps = []
    free = not (over or _has_own_hints(state))
    lay = partial(lay_chrome, model, state.context, hints, message, most=most, cleared=compact, keeps=keeps, band=band)
    chrome = lay(over_hints=free)
    if compact and state.mode.is_walked and any(map(chrome.is_covered, keeps)):
        lower = lay(over_hints=True)  # what is proved matters more than the hints
        return chrome if any(map(lower.is_covered, keeps)) else lower
    return chrome


def _has_own_hints(state: GameState) -> bool:
    """Whether there are hints that matter at any size: those of the bot, a lesson, a question, or to walk a proof."""
    mode = state.mode
    return not state.game.is_over and (mode.is_bot or state.is_watched or mode.asks or mode.is_walked)


def _kept_rows(state: GameState, model: Model) -> list[int]:
    """The rows of the screen that what is said is about: that of the cursor, then those of a proof that is shown."""
    geometry, view, grid = state.geometry(model), state.looks.view, state.game.grid
    shown = ShownCells() if state.mode.plays_itself else shown_cells(state)
    cells = (shown.safe | shown.mined | shown.proof) & grid.rectangle(*view, geometry.view_rows, geometry.view_cols)
    places = [state.cursor, *map(grid.row_col, cells_of(cells))]
    return [geometry.place(view, *place)[0] for place in places if is_in_view(geometry, view, place)]


def _brief(state: GameState, model: Model) -> Message:
    """What is said on a small screen."""
    brief = state.said or state.mode.brief(state, model) or start_words(state)
    return _with_news(state, brief or _end_words(state, model))


def _about_board(state: GameState, model: Model, compact: bool) -> Message:
    """What is said while nobody has anything to say: what the overlay knows, or the first words of all."""
    known, odds = known_of(state), state.aids.overlay is Overlay.ODDS
    if known:
        return say(*overlay_texts(known, state.game, state.cursor, odds, chance_of(state)))
    return say(first_words(model.keymap)) if _is_first(state, model) and not compact else SILENCE


_COMPACT_END: list[KeyHint] = [(Action.NEW_GAME, "new game"), (Action.MORE, "more")]


def _is_first(state: GameState, model: Model) -> bool:
    """Whether the first words of all are to be said."""
    return state.game.phase is Phase.READY and model.shelf.is_empty


def hints_in_place(state: GameState, model: Model) -> list[KeyHint]:
    """The hints of the last row, which are buttons too; in compact only if that row is free, or they matter most."""
    geometry = state.geometry(model)
    if not geometry.is_compact:
        return game_hints(state, model)
    if _has_own_hints(state):
        return game_hints(state, model) if state.below.lasts else state.mode.hints(state) or []
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
    """The cursor's place in the frame's bottom edge where the board scrolls, and always in compact; the tints' odds."""
    frame = geometry.frame
    bottom, inner = frame.top + frame.height - 1, frame.width - 2
    if geometry.is_compact:
        text = _edge_place(geometry, state, model)
        canvas.write(bottom, frame.left + 1, text, "text.dim")
        button = edge_button(geometry, state, model)
        if button is not None:
            canvas.write(button.row, button.col, _edge_help(state, model), "text.dim")
        return
    text = position_text(geometry, state.cursor, inner - 2) if geometry.scrolls else ""
    canvas.write(bottom, frame.left + inner - len(text), text, "text")
    # Where no line and no panel tells what the tints mean: that of the analysis board is about the best move.
    if geometry.right_panel is None and (geometry.info_row is None or heading_of(state, model)):
        canvas.write_pieces(bottom, frame.left + 2, _odds_line(state, model, inner - 3 - len(text)))


def _edge_help(state: GameState, model: Model) -> str:
    return f"{state.key(model, Action.HELP)} help"


def _edge_place(geometry: Geometry, state: GameState, model: Model) -> str:
    """Where the cursor is, as the bottom edge says it in compact, beside the hint that may stand there."""
    inner, is_moved = geometry.frame.width - 2, not is_in_view(geometry, state.looks.view, state.cursor)
    room = inner if _has_free_row(geometry) else inner - 1 - len(_edge_help(state, model))
    return position_text(geometry, state.cursor, room, is_moved) or position_text(geometry, state.cursor, inner)


def edge_button(geometry: Geometry, state: GameState, model: Model) -> Button | None:
    """The hint in the frame's bottom edge in compact, if it has room there beside the cursor's place."""
    frame, text = geometry.frame, _edge_help(state, model)
    inner = frame.width - 2
    if _has_free_row(geometry) or len(_edge_place(geometry, state, model)) + 1 + len(text) > inner:
        return None
    return Button(frame.top + frame.height - 1, frame.left + 1 + inner - len(text), len(text), Action.HELP)


def game_hints(state: GameState, model: Model) -> list[KeyHint]:
    """The keys that matter now, most important first."""
    own, names = state.mode.hints(state), state.mode.renamed()
    if own is not None and Action.NEXT_STEP not in names:
        return own
    if state.game.is_over:
        hints: list[KeyHint] = load("game.verdict:end_hints")(state)
        return hints
    aids = state.aids
    hints = [(step, "") for step in (Action.NEXT_STEP, Action.PREVIOUS_STEP) if step in names]
    going_on = state.below.hints(state)
    if going_on is not None:
        first = _named([*hints, (Action.TIP, "")] if Action.TIP in names else hints, names)
        return [*first, *(hint for hint in going_on if hint[0] not in dict(first))]
    if hints:  # what is gone through is taken by its own key, which matters more than the way back
        hints.insert(1, (Action.GUESS, "guess") if Action.GUESS in names else (Action.TIP, "tip"))
    hints += [(Action.HELP, "help"), (Action.OPEN, "open"), (Action.FLAG, "flag")]
    if aids.proposals:
        hints += [(Action.PROPOSE, "propose"), (Action.CLEAR_PROPOSALS, "clear")]
    if aids.overlay is not Overlay.OFF:
        hints.append((Action.OVERLAY, aids.overlay.next_word))
    hints += [(Action.PAUSE, "pause"), (Action.COMPLETE, "complete"), (Action.TIP, "tip"), (Action.GUESS, "guess")]
    hints = list(dict.fromkeys(hints))
    if aids.overlay is Overlay.OFF:
        hints.append((Action.OVERLAY, aids.overlay.next_word))
    hints += [
        (Action.SIMPLE_STEP, "solver"),
        (Action.REDUCED, "full" if state.looks.reduced else "reduced"),
        (Action.UNDO, "undo"),
        (Action.NEW_GAME, "new"),
        (Action.QUIT, "quit"),
        (Action.ANALYSE, "analyse"),
    ]
    if state.refuses_help(model):
        hints = load("game.asking:without_help")(hints)
    return _named(hints, names)


def _named(hints: list[KeyHint], names: Mapping[Action, str]) -> list[KeyHint]:
    """The hints by the names that they have now, each action once."""
    words = {action: names.get(action, word) for action, word in reversed(hints)}
    return [(action, words[action]) for action in dict.fromkeys(action for action, _ in hints)]
