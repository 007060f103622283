"""Draws a board: its frame, the tiles in view, the cursor, and row and column numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.cells import short_place
from minesweeper.core.late import LateModule
from minesweeper.play.game import Game
from minesweeper.storage.settings import Settings
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, View
from minesweeper.ui.draw.glyphs import Piece, TerminalLooks, ground_of
from minesweeper.ui.draw.tiles import Marks, tile_options, tile_rows

if TYPE_CHECKING:
    from minesweeper.ui.draw import large
else:
    large = LateModule("minesweeper.ui.draw.large")  # many terminals have no room for large cells


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


CHECKERED = 1500
"""With more tiles in view, hidden ones don't alternate in shade: each change of shade costs bytes on the line."""


def draw_board(
    canvas: Canvas, geometry: Geometry, picture: BoardPicture, settings: Settings, looks: TerminalLooks
) -> None:
    """Draws frame, tiles and cursor."""
    view = geometry.clamp(picture.view)
    caps = looks.has_faces(geometry.cell_width)
    shaded = looks.colours == 256 and geometry.view_rows * geometry.view_cols <= CHECKERED and not caps
    options = tile_options(settings, looks, reduced=picture.reduced, shaded=shaded, cell_width=geometry.cell_width)
    rows = tile_rows(picture.game, picture.marks, options, view.row, view.col, geometry.view_rows, geometry.view_cols)
    terminal_cursor = settings.text("terminal_cursor")
    _draw_tiles(canvas, geometry, view, looks, rows, picture.edge, caps, spelled=terminal_cursor == "on")
    if picture.cursor:
        _draw_cursor(canvas, geometry, view, picture.cursor, rows, looks, terminal_cursor)
    if picture.is_numbered and not (geometry.is_compact or geometry.is_strip_in_edge):
        _draw_numbers(canvas, geometry, view, picture.cursor)


def _draw_tiles(
    canvas: Canvas,
    geometry: Geometry,
    view: View,
    looks: TerminalLooks,
    tiles: list[list[Piece]],
    style: str,
    caps: bool,
    spelled: bool,
) -> None:
    """Draws tiles and their frame, solid where the board ends and dashed where it continues.

    Each row is written from left to right, which a canvas does much faster than in any other order.
    """
    frame, glyphs = geometry.frame, looks.frame
    above, below, left_of, right_of = geometry.goes_on(view)
    corners = slice(None) if geometry.has_sides else slice(1, -1)
    width = frame.width if geometry.has_sides else frame.width + 2
    canvas.write(frame.top, frame.left, glyphs.upper(width, dashed=above)[corners], style)
    start, end = [(" " * geometry.pad, "opened")], [(" " * geometry.rest, "opened")]
    if geometry.has_sides:
        start.insert(0, (glyphs.side(dashed=left_of), style))
        end.append((glyphs.side(dashed=right_of), style))
    for row in range(frame.height - 2):
        line, part = divmod(row, geometry.cell_height)
        if caps:
            pieces = _large_line(tiles[line], part, geometry, spelled)
        else:
            pieces = _tile_line(tiles[line], geometry.cell_width, part)
        canvas.write_pieces(frame.top + 1 + row, frame.left, [*start, *pieces, *end])
    canvas.write(geometry.below - 1, frame.left, glyphs.lower(width, dashed=below)[corners], style)


def _large_line(tiles: list[Piece], part: int, geometry: Geometry, spelled: bool) -> list[Piece]:
    """Returns one screen row of a row of large tiles."""
    height, width, draw = geometry.cell_height, geometry.cell_width, large.large_tile
    return [piece for tile in tiles for piece in draw(tile, height, width, spelled)[part]]


def _tile_line(pieces: list[Piece], cell_width: int, part: int) -> list[Piece]:
    """Returns one screen row of a row of tiles. A tile of two rows has its characters in the first."""
    if cell_width == 2:
        return pieces
    return [(_widened("" if part else text, cell_width), style) for text, style in pieces]


def _widened(text: str, width: int) -> str:
    """Puts a sign into the middle of a wider tile, and odds to the right end of one of three columns."""
    return (text.rjust(min(3, width)) if text.isdigit() else text).ljust(width)


def position_text(geometry: Geometry, view: View, cursor: tuple[int, int], room: int) -> str:
    """Says where the cursor is on how large a board, as long as the room allows.

    If the cursor is out of view, arrows point to it.
    """
    place, way = short_place(*cursor), geometry.way_to(view, cursor)
    texts = [f"{way} cursor {place}", f"{way} {place}", way] if way else [f"{place} of {geometry.board_size}", place]
    blank = "" if geometry.is_compact else " "
    return next((text for text in (f"{blank}{text}{blank}" for text in texts) if len(text) <= room), "")


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
    canvas: Canvas,
    geometry: Geometry,
    view: View,
    cursor: tuple[int, int],
    rows: list[list[Piece]],
    looks: TerminalLooks,
    wish: str,
) -> None:
    """Marks the tile under the cursor, and puts the terminal's own cursor on it."""
    row, col = cursor[0] - view.row, cursor[1] - view.col
    if not (0 <= row < geometry.view_rows and 0 <= col < geometry.view_cols):
        return
    screen_row, screen_col = geometry.place(view, *cursor)
    if looks.outlines and rows[row][col][1] == "boom":
        pass  # it stands out by itself, and a ring would be louder
    elif looks.has_faces(geometry.cell_width):
        _ring_tile(canvas, geometry, screen_row, screen_col, rows, row, col, spelled=wish == "on")
    else:
        has_well = col + 1 < geometry.view_cols or geometry.rest > 0
        after = [*rows[row][col + 1 :], *([("  ", "opened")] if has_well else [])]
        beside = after[0] if after else None
        mark_tile(canvas, screen_row, screen_col, rows[row][col], looks, beside=beside, width=geometry.cell_width)
    visible = wish == "on" or (wish == "auto" and looks.colours == 0)
    down, right = (geometry.cell_height - 1) // 2, max(1, (geometry.cell_width - 1) // 2)
    canvas.place_cursor(screen_row + down, screen_col + right, visible=visible)


def mark_tile(
    canvas: Canvas, row: int, col: int, tile: Piece, looks: TerminalLooks, beside: Piece | None = None, width: int = 2
) -> None:
    """Draws the cursor around a tile, which stays as it is. A done number under it is lit.

    Its right half stands in the last column of a wide tile. If that isn't blank, it stands in the first column of the
    tile ``beside`` (None for no tile) unless a modifier is there. A tile that has a modifier itself, or ends where the
    screen does, has no room for the outline and is filled.
    """
    text, style = _widened(tile[0], width), tile[1]
    left, right = "▐▌" if looks.outlines else "[]"
    has_room = width > 2 and text[-1] == " "
    after = style if has_room else beside[1] if beside else ""
    is_last = not has_room and col + width >= canvas.cols
    free = not is_last and (has_room or beside is None or _widened(beside[0], width)[0] == " ")
    if text[0] == " ":
        canvas.write(row, col, left, _cursor_on(style, looks))
        canvas.write(row, col + 1, text[1:], "cursor.full" if is_last else style.replace(".done", ""))
    else:
        canvas.write(row, col, tile[0], "cursor.full")
        free = free and not looks.outlines
    if free:
        canvas.write(row, col + (max(2, len(text.rstrip())) if has_room else width), right, _cursor_on(after, looks))


def _cursor_on(style: str, looks: TerminalLooks) -> str:
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
    *,
    spelled: bool,
) -> None:
    """Draws the cursor around a large tile: in the gaps to its neighbours, of which the upper one may be the frame."""

    height, width = geometry.cell_height, geometry.cell_width
    text, style = rows[row][col]
    edge, corner = [("▄" * (width - 1), "cursor")], "cursor"
    if row:  # the lower half of the gap above, so that a digit there keeps its foot
        above = large.large_tile(rows[row - 1][col], height, width, spelled, foot="cursor")[-1]
        edge, corner = _without_gap(above), "cursor on opened"
    canvas.write_pieces(screen_row - 1, screen_col - 1, [("▗", corner), *edge, ("▖", corner)])
    side = "cursor on opened"
    tile = text, style.replace(".done", "")
    for down, line in enumerate(large.large_tile(tile, height, width, spelled, ringed=True, foot="cursor")):
        canvas.write_pieces(screen_row + down, screen_col - 1, [("▐", side), *line])


def _without_gap(pieces: list[Piece]) -> list[Piece]:
    """Takes the last column away, which is the gap to the next tile."""
    *parts, (text, style) = pieces
    return [*parts, (text[:-1], style)] if len(text) > 1 else parts
