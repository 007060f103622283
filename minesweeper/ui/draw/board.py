"""Draws the board of a game or a replay on a canvas: frame, tiles, cursor, row and column numbers.

The caller describes the board in a `BoardPicture`, and a `Geometry` says where it stands on the screen. What each tile
looks like is decided in `tiles`; large cells are drawn by `large`.
"""

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
    # Many terminals have no room for large cells, so their drawing is loaded late.
    large = LateModule("minesweeper.ui.draw.large")


class BoardPicture(NamedTuple):
    """A board to draw, with everything that changes how it looks apart from the player's settings."""

    game: Game
    view: View
    cursor: tuple[int, int] | None
    """The row and column of the cell under the cursor, or None to draw no cursor."""
    marks: Marks = Marks()
    reduced: bool = False
    """Whether numbers are shown minus the flags around them."""
    edge: str = "border"
    """The style of the frame, such as ``border``, or ``frame.won`` after a win."""
    is_numbered: bool = False
    """Whether row and column numbers are written at the frame."""


CHECKERED = 1500
"""If more tiles than this are in view, hidden ones don't alternate in shade, because each change of shade costs bytes
on the line to the terminal.
"""


def draw_board(
    canvas: Canvas, geometry: Geometry, picture: BoardPicture, settings: Settings, looks: TerminalLooks
) -> None:
    """Draws frame, tiles and cursor, and the row and column numbers if the picture asks for them.

    There are no numbers on a compact screen, or where the upper edge of the frame already shows the mines left and the
    time. If the view of the picture reaches beyond the board, the nearest view that doesn't is drawn.
    """
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
    """Draws the tiles in view and their frame, which is dashed on each side where the board continues.

    ``style`` is that of the frame. If ``caps`` is set, the tiles are drawn as large ones, and if ``spelled`` is set,
    these show characters instead of pictures. Each row is written from left to right, because a canvas is much faster
    at this than at any other order.
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
    """The pieces of one screen row through a row of large tiles.

    ``part`` is the number of the screen row within the tiles, counted from 0. If ``spelled`` is set, the tiles show
    characters instead of pictures.
    """
    height, width, draw = geometry.cell_height, geometry.cell_width, large.large_tile
    return [piece for tile in tiles for piece in draw(tile, height, width, spelled)[part]]


def _tile_line(pieces: list[Piece], cell_width: int, part: int) -> list[Piece]:
    """The pieces of one screen row through a row of tiles that aren't large.

    A tile that is two rows high has its characters in the first one, and ``part`` is 1 for the second.
    """
    if cell_width == 2:
        return pieces
    return [(_widened("" if part else text, cell_width), style) for text, style in pieces]


def _widened(text: str, width: int) -> str:
    """Fills the two characters of a tile up to the width of a cell.

    If the tile shows odds of two digits, the column before them stays blank.
    """
    return (text.rjust(min(3, width)) if text.isdigit() else text).ljust(width)


def position_text(geometry: Geometry, view: View, cursor: tuple[int, int], room: int) -> str:
    """The place of the cursor and the size of the board, such as ``r3c5 of 30x16``, for a board that scrolls.

    If the cursor is out of view, arrows say in which direction it is. The text is the longest that fits into ``room``
    columns, and "" if not even the shortest fits.
    """
    place, way = short_place(*cursor), geometry.way_to(view, cursor)
    texts = [f"{way} cursor {place}", f"{way} {place}", way] if way else [f"{place} of {geometry.board_size}", place]
    blank = "" if geometry.is_compact else " "
    return next((text for text in (f"{blank}{text}{blank}" for text in texts) if len(text) <= room), "")


def _draw_numbers(canvas: Canvas, geometry: Geometry, view: View, cursor: tuple[int, int] | None) -> None:
    """Writes row numbers left of the frame and column numbers into its upper edge.

    Those of the cursor stand out. The row numbers are left out if there aren't enough columns left of the frame.
    """
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
    """Chooses which columns of the board show their number, and returns the screen column where each number starts.

    Where cells are too narrow for every number, the first column and every fifth one show theirs. The number of the
    cursor's column ``lit`` is always shown if the column is in view, and numbers that would touch it are left out.
    """
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
    """Draws the cursor on a tile that is already on the canvas, and puts the terminal's own cursor there.

    Nothing is drawn if the cell is out of view. ``wish`` is the setting ``terminal_cursor``; with ``auto``, the
    terminal's own cursor is visible only if there are no colours.
    """
    row, col = cursor[0] - view.row, cursor[1] - view.col
    if not (0 <= row < geometry.view_rows and 0 <= col < geometry.view_cols):
        return
    screen_row, screen_col = geometry.place(view, *cursor)
    if looks.outlines and rows[row][col][1] == "boom":
        # The mine that exploded stands out by itself, and a ring would draw the eye away from it.
        pass
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
    """Draws the cursor around a small tile, without covering its characters. A dim number under it is shown bright.

    The cursor has two halves: the left one stands in the first column of the tile, and the right one in its last column
    if the tile is wider than its two characters. Otherwise the right half stands in the first column of the next tile
    ``beside``, unless this tile has a sign there; None means that no tile follows. If the tile itself has a sign in its
    first column, or if it ends at the edge of the screen, the cursor is a filled background instead.
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
    """The style of half a cursor that stands on a tile of the given style.

    Only terminals with 256 colours can keep the background of the tile.
    """
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
    """Draws the cursor around a large tile, in the gaps to the tiles next to it.

    Above the first row in view, the gap is the frame. ``row`` and ``col`` count from the first tile in view. If
    ``spelled`` is set, the tile shows its characters instead of a picture.
    """

    height, width = geometry.cell_height, geometry.cell_width
    text, style = rows[row][col]
    edge, corner = [("▄" * (width - 1), "cursor")], "cursor"
    # The cursor takes only the lower half of the gap above, so that a digit of the tile there keeps its foot.
    if row:
        above = large.large_tile(rows[row - 1][col], height, width, spelled, foot="cursor")[-1]
        edge, corner = _without_gap(above), "cursor on opened"
    canvas.write_pieces(screen_row - 1, screen_col - 1, [("▗", corner), *edge, ("▖", corner)])
    side = "cursor on opened"
    tile = text, style.replace(".done", "")
    for down, line in enumerate(large.large_tile(tile, height, width, spelled, ringed=True, foot="cursor")):
        canvas.write_pieces(screen_row + down, screen_col - 1, [("▐", side), *line])


def _without_gap(pieces: list[Piece]) -> list[Piece]:
    """Removes the last column of a large tile, which is the gap to the next one."""
    *parts, (text, style) = pieces
    return [*parts, (text[:-1], style)] if len(text) > 1 else parts
