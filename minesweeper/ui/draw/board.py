"""Draws a board: the frame with its honest edges, the tiles in view, the cursor, row and column numbers."""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.play.game import Game
from minesweeper.storage.settings import Settings
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, View
from minesweeper.ui.draw.glyphs import Looks, Piece
from minesweeper.ui.draw.tiles import Marks, tile_options, tile_rows


class BoardPicture(NamedTuple):
    """What a drawn board shows."""

    game: Game
    view: View
    cursor: tuple[int, int] | None
    marks: Marks = Marks()
    reduced: bool = False
    edge: str = "border"
    """The style of the frame."""


def draw_board(canvas: Canvas, geometry: Geometry, picture: BoardPicture, settings: Settings, looks: Looks) -> None:
    """Draws frame, tiles and cursor."""
    view = geometry.clamp(picture.view)
    options = tile_options(settings, looks, reduced=picture.reduced, shaded=geometry.cell_width == 4)
    rows = tile_rows(picture.game, picture.marks, options, view.row, view.col, geometry.view_rows, geometry.view_cols)
    draw_frame(canvas, geometry, view, looks, rows, picture.edge)
    if settings.is_on("numbers"):
        _draw_numbers(canvas, geometry, view)
    if picture.cursor:
        _draw_cursor(canvas, geometry, view, picture.cursor, rows, settings, looks)


def draw_frame(
    canvas: Canvas,
    geometry: Geometry,
    view: View,
    looks: Looks,
    tiles: list[list[Piece]] | None = None,
    edge: str = "border",
) -> None:
    """Draws the frame, solid where the board ends and dashed where it goes on, with tiles in it or empty.

    Each row is written from left to right, which a canvas does much faster than in any other order.
    """
    frame, glyphs = geometry.frame, looks.frame
    above, below, left_of, right_of = geometry.goes_on(view)
    top_left, top_right, bottom_left, bottom_right = tuple(glyphs.corners)
    inner, bottom, right = frame.width - 2, frame.top + frame.height - 1, frame.left + frame.width - 1
    top_edge = glyphs.edge(inner, dashed=above)
    canvas.write(frame.top, frame.left, top_left + top_edge + top_right, edge)
    left_side, right_side = glyphs.side(dashed=left_of), glyphs.side(dashed=right_of)
    for row in range(frame.top + 1, bottom):
        if tiles is None:
            canvas.write(row, frame.left, left_side, edge)
            canvas.write(row, right, right_side, edge)
            continue
        line, part = divmod(row - frame.top - 1, geometry.cell_height)
        pieces = _tile_line(tiles[line], geometry.cell_width, part)
        rest = " " * (inner - geometry.cell_width * len(pieces))
        canvas.write_pieces(row, frame.left, [(left_side, edge), *pieces, (rest, ""), (right_side, edge)])
    canvas.write(bottom, frame.left, bottom_left + glyphs.edge(inner, dashed=below) + bottom_right, edge)


def _tile_line(pieces: list[Piece], cell_width: int, part: int) -> list[Piece]:
    """One screen row of a row of tiles; a large tile has its characters in the first of its two."""
    if cell_width == 2:
        return pieces
    return [(f" {text} " if part == 0 else "    ", style) for text, style in pieces]


def position_text(geometry: Geometry, cursor: tuple[int, int], room: int) -> str:
    """Where the cursor is and how large the board, as long as the room allows."""
    row, col = cursor[0] + 1, cursor[1] + 1
    texts = [
        f" row {row}/{geometry.board_rows}  col {col}/{geometry.board_cols} ",
        f"r{row}/{geometry.board_rows} c{col}/{geometry.board_cols}",
        f"r{row} c{col}",
    ]
    if geometry.is_compact:
        texts = texts[1:]
    return next((text for text in texts if len(text) <= room), "")


def _draw_numbers(canvas: Canvas, geometry: Geometry, view: View) -> None:
    """Row and column numbers outside the frame, each only where there is free room."""
    frame = geometry.frame
    digits = len(str(view.row + geometry.view_rows))
    left_limit = geometry.left_panel.left + geometry.left_panel.width if geometry.left_panel else 0
    if frame.left - left_limit > digits and not geometry.is_compact:
        for row in range(view.row, view.row + geometry.view_rows):
            screen_row, _ = geometry.place(view, row, view.col)
            canvas.write(screen_row, frame.left - digits - 1, f"{row + 1:{digits}}", "text.dim")
    if geometry.header_row is not None and frame.top - 1 > geometry.header_row and not geometry.is_compact:
        width = geometry.cell_width
        step = 1 if len(str(view.col + geometry.view_cols)) < width or geometry.view_cols <= 9 else 5
        for col in range(view.col, view.col + geometry.view_cols):
            if (col + 1) % step == 0 or col == view.col == 0:
                _, screen_col = geometry.place(view, view.row, col)
                text = str(col + 1)
                end = screen_col + (3 if width == 4 else 2)
                canvas.write(frame.top - 1, end - len(text), text, "text.dim")


def _draw_cursor(
    canvas: Canvas,
    geometry: Geometry,
    view: View,
    cursor: tuple[int, int],
    rows: list[list[Piece]],
    settings: Settings,
    looks: Looks,
) -> None:
    """Marks the tile under the cursor, and puts the terminal's own cursor on it."""
    row, col = cursor[0] - view.row, cursor[1] - view.col
    if not (0 <= row < geometry.view_rows and 0 <= col < geometry.view_cols):
        return
    screen_row, screen_col = geometry.place(view, *cursor)
    large = geometry.cell_width == 4
    beside = rows[row][col + 1] if col + 1 < geometry.view_cols else None
    mark_tile(canvas, screen_row, screen_col, rows[row][col], looks, beside=beside, large=large)
    wish = settings.text("terminal_cursor")
    visible = wish == "on" or (wish == "auto" and looks.colours == 0)
    canvas.place_cursor(screen_row, screen_col + (2 if large else 1), visible=visible)


def mark_tile(
    canvas: Canvas, row: int, col: int, tile: Piece, looks: Looks, *, beside: Piece | None = None, large: bool = False
) -> None:
    """Draws a tile with the cursor on it; a modifier, also that of the tile beside it, is never hidden by the mark."""
    text = tile[0]
    if large:
        canvas.write(row, col, f"[{text}]" if looks.brackets else f" {text} ", "cursor")
        canvas.write(row + 1, col, "    ", "cursor")
        return
    if looks.brackets:
        if text[0] == " ":
            text = f"[{text[1]}"
        if beside is None or beside[0][0] == " ":
            text += "]"
    canvas.write(row, col, text, "cursor")
