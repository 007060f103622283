"""Draws the game screen: strip, board, sentence and key bar, and with details a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.late import LateModule
from minesweeper.play.game import Phase
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import MessageView
from minesweeper.ui.draw.board import BoardPicture, draw_board, position_text
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, STRIP_ROWS, Geometry
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.game_state import GameState, ModeView
from minesweeper.ui.widgets.chrome import SILENCE, Button, Chrome, ChromeSpec, KeyHint, Message, arrange_chrome, say
from minesweeper.ui.widgets.header import GameHeader, draw_board_header, draw_edge, draw_panel, draw_strip

if TYPE_CHECKING:
    from minesweeper.ui.draw import dots, odds
    from minesweeper.ui.game import panels
else:
    panels = LateModule("minesweeper.ui.game.panels")
    dots = LateModule("minesweeper.ui.draw.dots")  # Few boards need it.
    odds = LateModule("minesweeper.ui.draw.odds")


def draw_game(state: GameState, canvas: Canvas) -> None:
    """Draws the board with everything around it."""
    view = state.view()
    draw_scene(state, view, canvas)
    if view.picture:
        view.picture(canvas)
    game_chrome(state, view).draw(canvas)


def draw_scene(state: GameState, view: ModeView, canvas: Canvas) -> None:
    """Draws the game screen without its message and hints."""
    geometry = state.geometry
    picture = picture_of(state, view)
    draw_board(canvas, geometry, picture, state.env.settings, state.env.looks)
    if view.heading is None:
        header = game_header(state)
        draw_strip(canvas, geometry, header, state.env.looks)
        if not picture.is_numbered:
            draw_edge(canvas, geometry, header, _ring_in_edge(geometry, picture, state.env.looks))
    else:
        draw_board_header(canvas, geometry, view.heading, state.env.looks)
    if geometry.is_compact or view.bar is None or view.bar.row >= geometry.below:
        draw_edge_text(canvas, geometry, state)  # Otherwise the result stands there.
    if geometry.right_panel:
        lines = panels.play_panel(state) if view.panel is None else view.panel
        draw_panel(canvas, geometry.panel_for(len(lines)) or geometry.right_panel, lines)
        if geometry.scrolls:
            dots.draw_minimap(canvas, dots.map_place(geometry), state.game, geometry, state.looks.view, state.env.looks)
    elif state.is_detailed and geometry.info_row is not None and not (state.game.is_over or state.moved):
        line = panels.info_line(state, view, canvas.cols - 2)
        canvas.write(geometry.info_row, (canvas.cols - len(line)) // 2, line, "text.dim")


def _ring_in_edge(geometry: Geometry, picture: BoardPicture, looks: TerminalLooks) -> range:
    """The columns of the frame's upper edge that the cursor's ring takes; empty unless it is in the first row."""
    view, cursor = geometry.clamp(picture.view), picture.cursor
    if cursor is None or cursor[0] != view.row or not looks.has_faces(geometry.cell_width):
        return range(0)
    col = geometry.place(view, *cursor)[1]
    return range(col - 1, col + geometry.cell_width)


def game_header(state: GameState, paused: bool = False) -> GameHeader:
    """The facts that stand above the board and in its edge."""
    looks = state.looks
    unsaved = bool(state.env.cache.problem and state.is_running and state.session.id)
    return GameHeader(
        state.session, looks.press is not None, paused, looks.reduced, looks.click_mode, state.is_bots, unsaved
    )


def picture_of(state: GameState, view: ModeView) -> BoardPicture:
    """Describes the board to draw. A won board has no cursor."""
    looks = state.looks
    cursor = None if state.game.phase is Phase.WON else looks.cursor
    marks = marks_of(state, view)
    if state.env.settings.is_on("light_neighbours"):
        marks = marks._replace(near=marks.near | _lit_cells(state))
    is_numbered = state.is_detailed or shown_message(state, view).names_cells
    # The game itself never changes, because it is over: only its picture has more open cells.
    game = state.game._replace(opened=state.game.opened | marks.uncovered) if marks.uncovered else state.game
    return BoardPicture(game, looks.view, cursor, marks, looks.reduced, view.edge or "border", is_numbered)


def marks_of(state: GameState, view: ModeView) -> Marks:
    """Adds the marks of the overlay, of what-if and of the animations to those of the modes."""
    game, looks, analysis, shown = state.game, state.looks, state.current_analysis, view.marks or Marks()
    safe, danger = shown.safe, shown.danger
    if analysis:  # Proved cells stay marked under a tip or a guess.
        safe, danger = safe | (analysis.safe & ~danger), danger | (analysis.mined & ~safe)
    veiled = _veiled_cells(state)
    marks = state.aids.with_what_if(shown)._replace(
        pressed=_pressed_cells(state),
        near=_shock_ring(state),
        safe=safe,
        danger=danger & ~game.flags,
        veiled=veiled | (shown.safe & game.opened),
        cheered=game.flags & ~veiled if game.phase is Phase.WON and not looks.rings else 0,
        disproved=game.flags & safe,
        uncovered=shown.uncovered & ~(safe | shown.guess | shown.worse | shown.best),
    )
    if not analysis or state.aids.overlay is not Overlay.ODDS:
        return marks
    risks = odds.odds_in_view(analysis, game, state.geometry, state.geometry.clamp(looks.view))
    return marks._replace(odds=risks, lowest=odds.lowest_risks(analysis, game))


def _lit_cells(state: GameState) -> CellSet:
    """Returns the hidden neighbours of the number under the cursor."""
    game, cell = state.game, state.game.grid.cell(*state.cursor)
    is_number = game.phase is Phase.PLAYING and game.opened >> cell & 1
    return game.grid.neighbours(cell) & game.hidden & ~game.flags if is_number else 0


def _veiled_cells(state: GameState) -> CellSet:
    """Returns the cells that an animation has not revealed yet: opened cells, flags of a win, mines of a loss."""
    looks, grid = state.looks, state.game.grid
    veiled = looks.rings.outside(grid) if looks.rings else 0
    return veiled | looks.wave.outside(grid) | (looks.wave.cells & _shock_ring(state)) if looks.wave else veiled


def _shock_ring(state: GameState) -> CellSet:
    """Returns the ring that the shock wave of the exploded mine has reached."""
    wave, game = state.looks.wave, state.game
    return wave.ring(game.grid) if wave and game.exploded and not state.looks.rings else 0


def _pressed_cells(state: GameState) -> CellSet:
    """Returns the hidden cells that the held button would open: the cell, or the neighbours of a number."""
    press, game = state.looks.press, state.game
    if press is None or not press.inside:
        return 0
    cell = 1 << press.cell
    around = game.grid.neighbours(press.cell) if cell & game.opened else cell
    return around & game.hidden & ~game.flags


def said_now(state: GameState, view: ModeView) -> Message:
    """Returns the current message: of the last key or of a mode."""
    return state.message or view.message or SILENCE


def shown_message(state: GameState, view: ModeView) -> Message:
    """Returns the message below the board: the current one, or the overlay's about the board."""
    message = said_now(state, view)
    is_small = state.env.rows < STRIP_ROWS or state.env.cols < COMPACT_COLS
    if is_small and message.names_cells and len(message.texts) > 1:
        # Rows and columns have no numbers there, and room is short.
        message = message._replace(texts=message.texts[1:])
    analysis, shows_odds = state.current_analysis, state.aids.overlay is Overlay.ODDS
    if message or not analysis:
        return message
    is_fair, tenths = state.session.is_judged, state.env.looks.sign_of_tenths(state.geometry.cell_width)
    return say(*odds.overlay_words(analysis, state.game, state.cursor, shows_odds, state.chance, is_fair, tenths))


def game_chrome(state: GameState, view: ModeView | None = None) -> Chrome:
    """Arranges message and hints. On a small screen the message covers the lowest rows."""
    view = state.view() if view is None else view
    geometry, over, message = state.geometry, state.game.is_over, shown_message(state, view)
    compact, free = geometry.is_compact, geometry.free_rows
    bar = None if (compact or not free) and message else view.bar  # A small screen has room for only one of them.
    most = 3 if compact and (over or state.mode.asks) else 2
    if not compact:  # Use the room below the frame; a low screen has none.
        is_low = state.env.rows < STRIP_ROWS or not free
        most = (3 if over else 1) if is_low else max(2, min(3, free - (bar is not None and free > 2)))
    keeps = [] if state.game.phase is Phase.WON else _kept_rows(state, geometry, view)
    # Figures of a game may reach below its board; the panel of a lesson or an analysis rarely does.
    is_beside = bool(geometry.right_panel and view.panel and len(view.panel) <= geometry.frame.height)
    spec = ChromeSpec(
        hints_in_place(state, view),
        message,
        most_lines=most,
        clears_hints=compact,
        kept_rows=keeps,
        bar=bar,
        frame=state.centred_on,
        is_low=state.is_detailed and not is_beside,
        covers_hints=view.hints is None,
    )
    chrome = arrange_chrome(state.env, state.context, spec)
    if compact and view.is_walked and any(map(chrome.is_covered, keeps)):
        # Proved cells matter more than the hints.
        lower = arrange_chrome(state.env, state.context, spec._replace(covers_hints=True))
        return chrome if any(map(lower.is_covered, keeps)) else lower
    return chrome


def _kept_rows(state: GameState, geometry: Geometry, view: ModeView) -> list[int]:
    """Returns the screen rows that the message is about: of the cursor first, then of the shown proof."""
    part, grid = state.looks.view, state.game.grid
    shown = Marks() if state.mode.plays_itself else view.marks or Marks()
    cells = (shown.safe | shown.danger | shown.proof) & grid.rectangle(*part, geometry.view_rows, geometry.view_cols)
    places = [state.cursor, *map(grid.row_col, cells_of(cells))]
    return [geometry.place(part, *place)[0] for place in places if geometry.shows(part, place)]


def reading_of(state: GameState) -> MessageView:
    """Returns the text in view; empty if the next key must act at once instead of showing the rest of a message."""
    # A key must stop automatic moves at once, and a message that has just appeared can't have been read.
    if state.mode.plays_itself or state.looks.ignore_keys_s:
        return MessageView()
    view = state.view()
    return game_chrome(state, view).reading if said_now(state, view) else MessageView()


def hints_in_place(state: GameState, view: ModeView) -> list[KeyHint]:
    """Returns the clickable hints of the last row. A small screen shows them only if the row is free or they matter."""
    geometry = state.geometry
    if not geometry.is_compact:
        return play_hints(state) if view.hints is None else view.hints
    if view.hints is not None:
        return [hint for hint in view.hints if state.is_unrecorded or hint[0] is not Action.HELP]
    if state.game.phase is Phase.READY and state.env.cache.is_empty:
        return [(Action.OPEN, "open"), (Action.FLAG, "flag"), (Action.HELP, "help")]
    return [(Action.HELP, "help"), (Action.PAUSE, "pause")] if geometry.below < geometry.rows else []


def draw_edge_text(canvas: Canvas, geometry: Geometry, state: GameState) -> None:
    """Writes the place of the cursor into the bottom edge of a scrolling board, and on small screens a hint."""
    frame, (place, hint) = geometry.frame, _edge_texts(geometry, state)
    bottom, end = frame.top + frame.height - 1, frame.left + frame.width - 1
    style = "text.dim" if geometry.is_compact else "text"
    style = style if geometry.shows(state.looks.view, state.cursor) else "mark"
    if geometry.is_compact:
        canvas.write(bottom, frame.left + 1, place, style)
        canvas.write(bottom, end - len(hint), hint, "text.dim")
    else:
        canvas.write(bottom, end - 1 - len(place), place, style)


def _edge_texts(geometry: Geometry, state: GameState) -> tuple[str, str]:
    """Returns the place of the cursor, and on a small screen without a free row the hint for help if it fits too."""
    inner, has_hint = geometry.frame.width - 2, geometry.is_compact and geometry.below == geometry.rows
    hint, place = f"{state.key(Action.HELP)} help" if has_hint else "", ""
    if geometry.scrolls:
        rooms = inner - len(hint) - bool(hint), inner
        places = (position_text(geometry, state.looks.view, state.cursor, room) for room in rooms)
        place = next(filter(None, places), "")
    return place, hint if len(place) + 1 + len(hint) <= inner else ""


def edge_button(geometry: Geometry, state: GameState) -> Button | None:
    """Returns the button in the bottom edge of a small screen."""
    frame, hint = geometry.frame, _edge_texts(geometry, state)[1]
    col = frame.left + frame.width - 1 - len(hint)
    return Button(frame.top + frame.height - 1, col, Action.HELP, hint) if hint else None


def play_hints(state: GameState) -> list[KeyHint]:
    """Returns the key hints of a game without a mode: at most five, the most useful first, with help among them."""
    play: list[KeyHint] = [(Action.OPEN, "open"), (Action.FLAG, "flag")]
    tip: list[KeyHint] = [] if state.blocks_assists else [(Action.TIP, "tip")]
    last: KeyHint = (Action.HELP, "help")
    if state.aids.what_if_mines:
        return [(Action.PROPOSE, "try a mine"), (Action.CLEAR_PROPOSALS, "clear"), *play, last]
    if state.aids.overlay is not Overlay.OFF:
        return [(Action.OVERLAY, state.aids.overlay.next_word(state.session.is_judged)), *tip, *play, last]
    if state.game.phase is Phase.READY:
        return [(Action.OPEN, "open"), (Action.MOVE_UP, "move"), last]
    return [*play, *(tip if state.env.cols >= _TIP_COLS else []), last, (Action.PAUSE, "pause")]


_TIP_COLS = 46
"""From this many columns on the key bar has room for the tip."""
