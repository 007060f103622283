"""Draws the game screen: the board with its header, the message and the key bar, and a panel if details are on.

Nothing here changes the state. Drawing asks the modes what they show (`ModeView`) and merges that with what the game
screen shows by itself: overlay, what-if mines and animations. The arranged message and hints (`game_chrome`) are also
needed by code that handles clicks, because a message may cover cells. The folder `ui/draw` does the drawing.
"""

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
    # Loaded late, because only few boards are so large that they need a map.
    dots = LateModule("minesweeper.ui.draw.dots")
    odds = LateModule("minesweeper.ui.draw.odds")


def draw_game(state: GameState, canvas: Canvas) -> None:
    """Draws the board with everything around it."""
    view = state.view()
    draw_scene(state, view, canvas)
    if view.picture:
        view.picture(canvas)
    game_chrome(state, view).draw(canvas)


def draw_scene(state: GameState, view: ModeView, canvas: Canvas) -> None:
    """Draws the game screen without its message and key hints.

    A list of choices draws the game below it with this function, because the list has a message and hints of its own.
    """
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
        # Otherwise the result bar covers the lower edge of the frame.
        draw_edge_text(canvas, geometry, state)
    if geometry.right_panel:
        lines = panels.play_panel(state) if view.panel is None else view.panel
        draw_panel(canvas, geometry.panel_for(len(lines)) or geometry.right_panel, lines)
        if geometry.scrolls:
            dots.draw_minimap(canvas, dots.map_place(geometry), state.game, geometry, state.looks.view, state.env.looks)
    elif state.is_detailed and geometry.info_row is not None and not (state.game.is_over or state.moved):
        line = panels.info_line(state, view, canvas.cols - 2)
        canvas.write(geometry.info_row, (canvas.cols - len(line)) // 2, line, "text.dim")


def _ring_in_edge(geometry: Geometry, picture: BoardPicture, looks: TerminalLooks) -> range:
    """The screen columns of the frame's upper edge that the ring around the cursor covers, so that no text is written
    there.

    The range is empty unless the cursor is in the first visible row and the terminal can show this ring.
    """
    view, cursor = geometry.clamp(picture.view), picture.cursor
    if cursor is None or cursor[0] != view.row or not looks.has_faces(geometry.cell_width):
        return range(0)
    col = geometry.place(view, *cursor)[1]
    return range(col - 1, col + geometry.cell_width)


def game_header(state: GameState, paused: bool = False) -> GameHeader:
    """The facts for the line above the board, such as mines left and time.

    It also warns if the running game can't be saved.
    """
    looks = state.looks
    unsaved = bool(state.env.cache.problem and state.is_running and state.session.id)
    return GameHeader(
        state.session, looks.press is not None, paused, looks.reduced, looks.click_mode, state.is_bots, unsaved
    )


def picture_of(state: GameState, view: ModeView) -> BoardPicture:
    """Everything that is needed to draw the board as it looks now. After a win, the board has no cursor."""
    looks = state.looks
    cursor = None if state.game.phase is Phase.WON else looks.cursor
    marks = marks_of(state, view)
    if state.env.settings.is_on("light_neighbours"):
        marks = marks._replace(near=marks.near | _lit_cells(state))
    is_numbered = state.is_detailed or shown_message(state, view).names_cells
    # After a loss, the picture shows cells as open that were never opened. The game itself must not change, because
    # it's over.
    game = state.game._replace(opened=state.game.opened | marks.uncovered) if marks.uncovered else state.game
    return BoardPicture(game, looks.view, cursor, marks, looks.reduced, view.edge or "border", is_numbered)


def marks_of(state: GameState, view: ModeView) -> Marks:
    """All signs on the board: those of the modes, and those of the overlay, what-if and the animations."""
    game, looks, analysis, shown = state.game, state.looks, state.current_analysis, view.marks or Marks()
    safe, danger = shown.safe, shown.danger
    # Proved cells stay marked while a tip or a guess is shown above the overlay.
    if analysis:
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
    """The hidden neighbours of the number under the cursor.

    Empty if the cursor isn't on an opened cell of a running game.
    """
    game, cell = state.game, state.game.grid.cell(*state.cursor)
    is_number = game.phase is Phase.PLAYING and game.opened >> cell & 1
    return game.grid.neighbours(cell) & game.hidden & ~game.flags if is_number else 0


def _veiled_cells(state: GameState) -> CellSet:
    """The cells that still look hidden because an animation hasn't reached them: opened cells, the flags of a win, or
    the mines of a loss.
    """
    looks, grid = state.looks, state.game.grid
    veiled = looks.rings.outside(grid) if looks.rings else 0
    return veiled | looks.wave.outside(grid) | (looks.wave.cells & _shock_ring(state)) if looks.wave else veiled


def _shock_ring(state: GameState) -> CellSet:
    """The cells of the ring that the shock wave has just reached. Empty unless the wave after a loss is running."""
    wave, game = state.looks.wave, state.game
    return wave.ring(game.grid) if wave and game.exploded and not state.looks.rings else 0


def _pressed_cells(state: GameState) -> CellSet:
    """The hidden cells that look pressed because a mouse button is held down: the cell itself, or the neighbours of an
    opened number.

    Empty once the pointer has left the cell, because releasing the button does nothing then.
    """
    press, game = state.looks.press, state.game
    if press is None or not press.inside:
        return 0
    cell = 1 << press.cell
    around = game.grid.neighbours(press.cell) if cell & game.opened else cell
    return around & game.hidden & ~game.flags


def said_now(state: GameState, view: ModeView) -> Message:
    """The current message: that of the last key or click if it caused one, otherwise that of the highest mode with a
    message.
    """
    return state.message or view.message or SILENCE


def shown_message(state: GameState, view: ModeView) -> Message:
    """The message below the board.

    Without a current message, it's the rule of fair boards at the start of a player's first fair game or, with an
    overlay on, what the overlay says about the cell under the cursor and the board.
    """
    message = said_now(state, view) or (panels.fair_rule(state) if state.session.is_judged else SILENCE)
    is_small = state.env.rows < STRIP_ROWS or state.env.cols < COMPACT_COLS
    if is_small and message.names_cells and len(message.texts) > 1:
        # A small screen has no row and column numbers and little room, so the form without them comes first.
        message = message._replace(texts=message.texts[1:])
    analysis, shows_odds = state.current_analysis, state.aids.overlay is Overlay.ODDS
    if message or not analysis:
        return message
    is_fair, tenths = state.session.is_judged, state.env.looks.sign_of_tenths(state.geometry.cell_width)
    return say(*odds.overlay_words(analysis, state.game, state.cursor, shows_odds, state.chance, is_fair, tenths))


def game_chrome(state: GameState, view: ModeView | None = None) -> Chrome:
    """Arranges the message, the result bar and the key hints around the board. On a small screen, a long message covers
    the lowest rows of the board, but where possible not the rows that it speaks about.

    ``view`` is what the modes show, for callers that have it already.
    """
    view = state.view() if view is None else view
    geometry, over, message = state.geometry, state.game.is_over, shown_message(state, view)
    compact, free = geometry.is_compact, geometry.free_rows
    # A small screen has room for either the message or the result.
    bar = None if (compact or not free) and message else view.bar
    most = 3 if compact and (over or state.mode.asks) else 2
    # A message may use the rows below the frame, but a low screen has none.
    if not compact:
        is_low = state.env.rows < STRIP_ROWS or not free
        most = (3 if over else 1) if is_low else max(2, min(3, free - (bar is not None and free > 2)))
    keeps = [] if state.game.phase is Phase.WON else _kept_rows(state, geometry, view)
    # The figures of a game may continue below the board's last row, so then the message must stand lower. The panel of
    # a lesson or an analysis board rarely does that.
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
        # While the player steps through a proof, the proved cells matter more than the hints, so the message may cover
        # the hints.
        lower = arrange_chrome(state.env, state.context, spec._replace(covers_hints=True))
        return chrome if any(map(lower.is_covered, keeps)) else lower
    return chrome


def _kept_rows(state: GameState, geometry: Geometry, view: ModeView) -> list[int]:
    """The screen rows that a message must not cover, the most important first: the row of the cursor, then those of the
    marked cells and clues.

    Rows that aren't in view are left out. While the bot or a solver plays, only the row of the cursor counts.
    """
    part, grid = state.looks.view, state.game.grid
    shown = Marks() if state.mode.plays_itself else view.marks or Marks()
    cells = (shown.safe | shown.danger | shown.proof) & grid.rectangle(*part, geometry.view_rows, geometry.view_cols)
    places = [state.cursor, *map(grid.row_col, cells_of(cells))]
    return [geometry.place(part, *place)[0] for place in places if geometry.shows(part, place)]


def reading_of(state: GameState) -> MessageView:
    """Which part of a long message is in view.

    If it's empty, the next key acts at once; otherwise a key may first show the rest of the message.
    """
    # A key must stop automatic moves at once. And a message that has only just appeared can't have been read, so a key
    # must not continue it.
    if state.mode.plays_itself or state.looks.ignore_keys_s:
        return MessageView()
    view = state.view()
    return game_chrome(state, view).reading if said_now(state, view) else MessageView()


def hints_in_place(state: GameState, view: ModeView) -> list[KeyHint]:
    """The key hints in the last row, which can be clicked.

    A small screen shows hints only if a mode has some, if the board leaves the row free, or before the first move of a
    player who has no games yet.
    """
    geometry = state.geometry
    if not geometry.is_compact:
        return play_hints(state) if view.hints is None else view.hints
    if view.hints is not None:
        return [hint for hint in view.hints if state.is_unrecorded or hint[0] is not Action.HELP]
    if state.game.phase is Phase.READY and state.env.cache.is_empty:
        return [(Action.OPEN, "open"), (Action.FLAG, "flag"), (Action.HELP, "help")]
    return [(Action.HELP, "help"), (Action.PAUSE, "pause")] if geometry.below < geometry.rows else []


def draw_edge_text(canvas: Canvas, geometry: Geometry, state: GameState) -> None:
    """Writes the cursor's place into the lower edge of the frame, if the board is too large for the screen.

    On a small screen, the hint for help stands there too. The place is highlighted while the cursor is out of view.
    """
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
    """The texts in the lower edge of the frame: the cursor's place, which is empty unless the board scrolls, and the
    hint for help.

    The hint is empty if another row has it, or if it doesn't fit beside the place.
    """
    inner, has_hint = geometry.frame.width - 2, geometry.is_compact and geometry.below == geometry.rows
    hint, place = f"{state.key(Action.HELP)} help" if has_hint else "", ""
    if geometry.scrolls:
        rooms = inner - len(hint) - bool(hint), inner
        places = (position_text(geometry, state.looks.view, state.cursor, room) for room in rooms)
        place = next(filter(None, places), "")
    return place, hint if len(place) + 1 + len(hint) <= inner else ""


def edge_button(geometry: Geometry, state: GameState) -> Button | None:
    """The hint for help in the lower edge of the frame as a button, or None if it isn't there."""
    frame, hint = geometry.frame, _edge_texts(geometry, state)[1]
    col = frame.left + frame.width - 1 - len(hint)
    return Button(frame.top + frame.height - 1, col, Action.HELP, hint) if hint else None


def play_hints(state: GameState) -> list[KeyHint]:
    """The key hints while no mode has its own: at most five, the most useful first. Help is always among them."""
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
"""The number of columns from which the key bar has room for the hint of the tip key."""
