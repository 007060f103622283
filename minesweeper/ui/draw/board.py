"""Draws a board: its frame, the tiles in view, the cursor, and row and column numbers."""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.play.game import Game
from minesweeper.storage.settings import Settings
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import LARGE_WIDTH, Geometry, View
from minesweeper.ui.draw.glyphs import Looks, Piece, ground_of
from minesweeper.ui.draw.tiles import Marks, tile_options, tile_rows


class BoardPicture(NamedTuple):
    """Describes a board to draw."""

    game: Game
    view: View
    cursor: tuple[int, int] | None
    marks: Marks = Marks()
    reduced: bool = False
    edge: str = "border"
    """The style of the frame."""
    is_numbered: bool = False
    """Whether rows and columns have their numbers."""


CHECKERED = 600
"""With more tiles in view, hidden ones don't alternate in shade: each change of shade costs bytes on the line."""


def draw_board(canvas: Canvas, geometry: Geometry, picture: BoardPicture, settings: Settings, looks: Looks) -> None:
    """Draws frame, tiles and cursor."""
    view = geometry.clamp(picture.view)
    caps = geometry.cell_width >= 4 and looks.outlines
    shaded = looks.colours == 256 and geometry.view_rows * geometry.view_cols <= CHECKERED and not caps
    options = tile_options(settings, looks, reduced=picture.reduced, shaded=shaded, small=geometry.is_compact)
    rows = tile_rows(picture.game, picture.marks, options, view.row, view.col, geometry.view_rows, geometry.view_cols)
    terminal_cursor = settings.text("terminal_cursor")
    draw_frame(canvas, geometry, view, looks, rows, picture.edge, spelled=terminal_cursor == "on")
    if picture.cursor:
        _draw_cursor(canvas, geometry, picture, rows, looks, terminal_cursor)
    if picture.is_numbered and not (geometry.is_compact or geometry.is_strip_in_edge):
        _draw_numbers(canvas, geometry, view, picture.cursor)


def draw_frame(
    canvas: Canvas,
    geometry: Geometry,
    view: View,
    looks: Looks,
    tiles: list[list[Piece]] | None = None,
    style: str = "border",
    spelled: bool = False,
) -> None:
    """Draws the frame, solid where the board ends and dashed where it continues, with tiles in it or empty.

    Each row is written from left to right, which a canvas does much faster than in any other order.
    """
    frame, glyphs = geometry.frame, looks.frame
    above, below, left_of, right_of = geometry.goes_on(view)
    top_left, top_right, bottom_left, bottom_right = tuple(glyphs.corners)
    inner, bottom, right = frame.width - 2, frame.top + frame.height - 1, frame.left + frame.width - 1
    canvas.write(frame.top, frame.left, top_left + glyphs.edge(inner, dashed=above) + top_right, style)
    left_side, right_side = (glyphs.side(dashed=left_of), style), (glyphs.side(dashed=right_of), style)
    rest = " " * (inner - geometry.pad - geometry.cell_width * geometry.view_cols)
    for row in range(frame.top + 1, bottom):
        if tiles is None:
            canvas.write(row, frame.left, *left_side)
            canvas.write(row, right, *right_side)
            continue
        line, part = divmod(row - frame.top - 1, geometry.cell_height)
        if geometry.cell_width >= LARGE_WIDTH:
            pieces = _large_line(tiles, line, part, geometry, spelled)
        else:
            pieces = _tile_line(tiles[line], geometry.cell_width, part, looks)
        well = (" " * geometry.pad, "opened")
        canvas.write_pieces(row, frame.left, [left_side, well, *pieces, (rest, "opened"), right_side])
    canvas.write(bottom, frame.left, bottom_left + glyphs.edge(inner, dashed=below) + bottom_right, style)


def _large(tile: Piece, geometry: Geometry, spelled: bool, *, ringed: bool = False) -> list[list[Piece]]:
    from minesweeper.ui.draw.large import large_tile  # most terminals have no room for large cells

    return large_tile(tile, geometry.cell_height, geometry.cell_width, spelled, ringed)


def _large_line(tiles: list[list[Piece]], line: int, part: int, geometry: Geometry, spelled: bool) -> list[Piece]:
    """Returns one screen row of a row of large tiles."""
    from minesweeper.ui.draw.large import is_filled, large_tile

    height, width = geometry.cell_height, geometry.cell_width
    below = [""] * len(tiles[line])
    if part == height - 1 and line + 1 < len(tiles) and not spelled:
        below = [tile[1] if is_filled(tile, height) else "" for tile in tiles[line + 1]]
    both = zip(tiles[line], below, strict=True)
    return [piece for tile, style in both for piece in large_tile(tile, height, width, spelled, below=style)[part]]


def _tile_line(pieces: list[Piece], cell_width: int, part: int, looks: Looks) -> list[Piece]:
    """Returns one screen row of a row of tiles. A tile of two rows has its characters in the first."""
    if cell_width == 3:
        return [(f"{text} ", style) for text, style in pieces]
    line: list[Piece] = []
    if cell_width == 2:
        if looks.colours < 256 or not any(style.startswith("heat") for _, style in pieces):
            return pieces
        for text, style in pieces:  # odds of two digits have two tints: so 505050 reads as three fifties
            is_split = style.startswith("heat") and text.isdigit()
            line += [(text[0], style), (text[1], f"{style}.last")] if is_split else [(text, style)]
        return line
    for text, style in pieces:
        ground = ground_of(style)
        if not looks.outlines or ground == "opened":
            line.append((f"{text}  " if part == 0 else "    ", style))
        elif part == 0:
            line += [(f"{text} ", style), (CAP_SIDE, f"cap on {ground}")]
        else:
            line.append((CAP_FOOT, f"cap on {ground}"))
    return line


CAP_SIDE, CAP_FOOT = "▐", "▄▄▄▟"
"""The gaps right of a large tile and below it. In the cursor's colour they are its outline."""


def position_text(geometry: Geometry, cursor: tuple[int, int], room: int, is_moved: bool = False) -> str:
    """Says where the cursor is on how large a board, or that the view was moved from it, as long as the room allows."""
    row, col = cursor[0] + 1, cursor[1] + 1
    if is_moved and geometry.is_compact:
        return next((text for text in (f"moved: r{row} c{col}", "moved") if len(text) <= room), "")
    texts = [
        f" row {row}/{geometry.board_rows}  col {col}/{geometry.board_cols} ",
        f"r{row}/{geometry.board_rows} c{col}/{geometry.board_cols}",
        f"r{row} c{col}",
    ]
    if geometry.is_compact:
        texts = texts[1:]
    return next((text for text in texts if len(text) <= room), "")


def _draw_numbers(canvas: Canvas, geometry: Geometry, view: View, cursor: tuple[int, int] | None) -> None:
    """Writes row numbers left of the frame and column numbers into its upper edge. Those of the cursor are lit."""
    frame, (lit_row, lit_col) = geometry.frame, cursor or (-1, -1)
    digits = len(str(view.row + geometry.view_rows))
    if frame.left > digits:
        for row in range(view.row, view.row + geometry.view_rows):
            screen_row = geometry.place(view, row, view.col)[0] + (geometry.cell_height - 1) // 2
            style = "ruler.lit" if row == lit_row else "ruler"
            canvas.write(screen_row, frame.left - digits - 1, f"{row + 1:{digits}}", style)
    for col, place in _column_places(geometry, view, lit_col).items():
        canvas.write(frame.top, place, str(col + 1), "ruler.lit" if col == lit_col else "ruler")


def _column_places(geometry: Geometry, view: View, lit: int) -> dict[int, int]:
    """Returns the columns whose numbers are shown, with their places. A number gives way to that of the cursor."""
    last = view.col + geometry.view_cols
    step = 1 if len(str(last)) < geometry.cell_width or geometry.view_cols <= 9 else 5
    middle = max(2, (geometry.cell_width + 1) // 2)
    ends = {col: geometry.place(view, view.row, col)[1] + middle for col in range(view.col, last)}
    shown = {col for col in ends if (col + 1) % step == 0 or col == view.col == 0}
    if lit in ends and lit not in shown:
        start = ends[lit] - len(str(lit + 1))
        shown = {col for col in shown if ends[col] < start or ends[col] - len(str(col + 1)) > ends[lit]} | {lit}
    return {col: ends[col] - len(str(col + 1)) for col in sorted(shown)}


def _draw_cursor(
    canvas: Canvas, geometry: Geometry, picture: BoardPicture, rows: list[list[Piece]], looks: Looks, wish: str
) -> None:
    """Marks the tile under the cursor, and puts the terminal's own cursor on it."""
    view = geometry.clamp(picture.view)
    assert picture.cursor is not None
    row, col = picture.cursor[0] - view.row, picture.cursor[1] - view.col
    if not (0 <= row < geometry.view_rows and 0 <= col < geometry.view_cols):
        return
    screen_row, screen_col = geometry.place(view, *picture.cursor)
    if geometry.cell_width < 4:
        has_well = screen_col + 2 < geometry.frame.left + geometry.frame.width - 1
        after = [*rows[row][col + 1 :], *([("  ", "opened")] if has_well else [])]
        beside = after[0] if after else None
        mark_tile(canvas, screen_row, screen_col, rows[row][col], looks, beside=beside, width=geometry.cell_width)
    elif looks.outlines:
        _ring_tile(canvas, geometry, screen_row, screen_col, rows, row, col, looks, wish == "on")
    else:
        mark_tile(canvas, screen_row, screen_col, rows[row][col], looks, width=3)
    visible = wish == "on" or (wish == "auto" and looks.colours == 0)
    down, right = (geometry.cell_height - 1) // 2, max(1, (geometry.cell_width - 1) // 2)
    canvas.place_cursor(screen_row + down, screen_col + right, visible=visible)


def mark_tile(
    canvas: Canvas, row: int, col: int, tile: Piece, looks: Looks, *, beside: Piece | None = None, width: int = 2
) -> None:
    """Draws the cursor around a tile, which stays as it is. A done number under it is lit.

    Its right half stands in the first column of the tile ``beside`` (None for no tile) unless a modifier is there. A
    tile that has a modifier itself has no room for the outline and is filled.
    """
    text, style = tile
    left, right = "▐▌" if looks.outlines else "[]"
    after = beside[1] if width == 2 and beside else style if width == 3 else ""
    free = width == 3 or beside is None or beside[0][0] == " "
    if text[0] == " ":
        canvas.write(row, col, left, _cursor_on(style, looks))
        canvas.write(row, col + 1, text[1], style.replace(".done", ""))
    else:
        canvas.write(row, col, text, "cursor.full")
        free = free and not looks.outlines
    if free:
        canvas.write(row, col + 2, right, _cursor_on(after, looks))


def _cursor_on(style: str, looks: Looks) -> str:
    """Returns the style of the cursor on the background of another style; with few colours, on its own."""
    return f"cursor on {ground_of(style)}" if style and looks.colours == 256 else "cursor"


def _ring_tile(
    canvas: Canvas,
    geometry: Geometry,
    screen_row: int,
    screen_col: int,
    rows: list[list[Piece]],
    row: int,
    col: int,
    looks: Looks,
    spelled: bool,
) -> None:
    """Draws the cursor around a large tile: in the gaps to its neighbours, of which the upper one may be the frame."""
    text, style = rows[row][col]
    style = style.replace(".done", "")
    above = _cursor_on(rows[row - 1][col][1] if row else "", looks)
    corner = _cursor_on("opened" if row else "", looks)
    beside = _cursor_on(rows[row][col - 1][1] if col else "opened", looks)
    width = geometry.cell_width
    edge = [("▄" * (width - 1), above)]
    if width >= LARGE_WIDTH:
        lines = _large((text, style), geometry, spelled, ringed=True)
        if row:  # the digit above may reach into its gap: the ring leaves it whole
            *parts, (text, style) = _large(rows[row - 1][col], geometry, spelled, ringed=True)[-1]
            edge = [*parts, (text[:-1], style)]
    else:
        own = _cursor_on(style, looks)
        lines = [[(f"{text} ", style), (CAP_SIDE, own)], [(CAP_FOOT, own)]]
    canvas.write_pieces(screen_row - 1, screen_col - 1, [("▗", corner), *edge, ("▄", corner)])
    for down, line in enumerate(lines, 1):
        side = _cursor_on("opened", looks) if down == len(lines) else beside
        canvas.write_pieces(screen_row + down - 1, screen_col - 1, [(CAP_SIDE, side), *line])
