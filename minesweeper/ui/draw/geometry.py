"""Computes where everything of the game screen stands, from the sizes of the terminal and the board alone.

One function maps a cell to its place on the screen. Its inverse serves the mouse.
"""

from __future__ import annotations

from typing import NamedTuple

MIN_ROWS, MIN_COLS = 7, 20
COMPACT_ROWS, COMPACT_COLS = 12, 40
STRIP_ROWS = 14
"""From this many rows on, the strip has a row of its own above the frame."""
STRIP_COLS = 21
"""The least width of the strip, also above a narrower board."""
PANEL, WIDE_PANEL, GAP = 26, 34, 3
"""The columns of a panel, of a wide one, and between it and the frame."""
_PANEL_LINES = 16
"""The lines of the longest usual panel."""
PANEL_ROWS, PART_COLS, WIDE_COLS = 16, 100, 160
"""The least rows for a panel, and the least columns for one next to a board that scrolls, and for a wide one."""
RULER = 3
"""The columns left of a frame that row numbers need."""
MARGIN = 3
"""The cells that the view keeps between the cursor and its edge."""
CELL_SIZES = {"8x4": (4, 8), "6x3": (3, 6), "4x2": (2, 4), "3x1": (1, 3), "2x1": (1, 2)}
"""Rows and columns of a cell by name, the largest first."""
LARGE_WIDTH = 6
"""The width from which on cells are made of half blocks on coloured grounds."""
_PADS = {2: (1, 2), 3: (0, 0), 4: (1, 1), 6: (1, 1), 8: (1, 1)}
"""The fewest and most blank columns between the sides of a frame and its tiles, by the width of a cell.

The cursor's outline needs a column right of tiles of two columns, and left of large ones.
"""


class Rect(NamedTuple):
    """Describes a rectangle of the screen."""

    top: int
    left: int
    height: int
    width: int

    def holds(self, row: int, col: int) -> bool:
        """Says whether a place of the screen is inside."""
        return self.top <= row < self.top + self.height and self.left <= col < self.left + self.width


class View(NamedTuple):
    """Names the top left cell of the part of the board that is in view."""

    row: int = 0
    col: int = 0


class Geometry(NamedTuple):
    """Holds the parts of the game screen."""

    is_compact: bool
    """Whether there is too little room for a key bar. Then the frame's lower edge shows its most important hint."""
    rows: int
    cols: int
    board_rows: int
    board_cols: int
    cell_height: int
    cell_width: int
    frame: Rect
    view_rows: int
    view_cols: int
    strip: Rect
    """The place of mines left, face and time: above the frame, or on a low screen in its upper edge."""
    right_panel: Rect | None = None
    pad: int = 0
    """The blank columns between the frame's left side and the first tile, for the cursor's outline."""
    has_sides: bool = True
    """Whether the frame has a left and a right side. Without them, all columns of the frame can show tiles."""

    @property
    def first_col(self) -> int:
        """The screen column where the first tile in view starts."""
        return self.frame.left + self.has_sides + self.pad

    @property
    def rest(self) -> int:
        """The blank columns between the last tile in view and the frame's right side."""
        end = self.frame.left + self.frame.width - self.has_sides
        return end - self.first_col - self.cell_width * self.view_cols

    @property
    def is_strip_in_edge(self) -> bool:
        """Says whether the strip lies in the frame's upper edge, which then has room for nothing else."""
        return self.strip.top == self.frame.top

    @property
    def below(self) -> int:
        """Returns the screen row below the frame."""
        return self.frame.top + self.frame.height

    @property
    def info_row(self) -> int | None:
        """Returns the row for a line about the game if there is no panel and a row is left for a message."""
        return self.below if self.right_panel is None and self.below < self.rows - 2 else None

    @property
    def free_rows(self) -> int:
        """Counts the rows between the frame and the key bar."""
        return self.rows - 1 - self.below

    @property
    def scrolls(self) -> bool:
        """Says whether the board is larger than the view."""
        return self.view_rows < self.board_rows or self.view_cols < self.board_cols

    def place(self, view: View, row: int, col: int) -> tuple[int, int]:
        """Returns the screen row and column where the tile of a cell starts."""
        return (
            self.frame.top + 1 + (row - view.row) * self.cell_height,
            self.first_col + (col - view.col) * self.cell_width,
        )

    def cell_at(self, view: View, screen_row: int, screen_col: int) -> tuple[int, int] | None:
        """Returns the board row and column under a place of the screen, or None if no tile is there."""
        row = (screen_row - self.frame.top - 1) // self.cell_height
        col = (screen_col - self.first_col) // self.cell_width
        if not (0 <= row < self.view_rows and 0 <= col < self.view_cols):
            return None
        return row + view.row, col + view.col

    def shows(self, view: View, place: tuple[int, int]) -> bool:
        """Says whether a cell, given by row and column, is in view."""
        return 0 <= place[0] - view.row < self.view_rows and 0 <= place[1] - view.col < self.view_cols

    def way_to(self, view: View, place: tuple[int, int]) -> str:
        """Arrows from the view to a cell, given by row and column: at most one of ``^v`` and one of ``<>``.

        Empty if the cell is in view.
        """
        row, col = place[0] - view.row, place[1] - view.col
        upright = "^" if row < 0 else "v" if row >= self.view_rows else ""
        return upright + ("<" if col < 0 else ">" if col >= self.view_cols else "")

    @property
    def board_size(self) -> str:
        """The size of the board, such as ``30x16``."""
        return f"{self.board_cols}x{self.board_rows}"

    def panel_for(self, lines: int) -> Rect | None:
        """Returns the right panel, raised as far as its lines and a message of two lines need."""
        panel = self.right_panel
        if panel is None:
            return None
        top = max(0, min(panel.top, panel.top + panel.height - 1 - lines))
        return panel._replace(top=top, height=panel.top + panel.height - top)

    def goes_on(self, view: View) -> tuple[bool, bool, bool, bool]:
        """Says whether the board continues above, below, left and right of the view: there the edge is dashed."""
        below = view.row + self.view_rows < self.board_rows
        return view.row > 0, below, view.col > 0, view.col + self.view_cols < self.board_cols

    def clamp(self, view: View) -> View:
        """Returns the nearest view that shows nothing outside the board."""
        return View(
            max(0, min(view.row, self.board_rows - self.view_rows)),
            max(0, min(view.col, self.board_cols - self.view_cols)),
        )

    def follow(self, view: View, row: int, col: int) -> View:
        """Moves the view as little as needed to show a cell with a margin around it."""
        return self.clamp(View(_follow(view.row, self.view_rows, row), _follow(view.col, self.view_cols, col)))


def _follow(start: int, length: int, place: int) -> int:
    margin = min(MARGIN, length // 3)
    return max(min(start, place - margin), place + margin - length + 1)


def is_too_small(rows: int, cols: int) -> bool:
    """Says whether the terminal is below the 20x7 that the program needs."""
    return rows < MIN_ROWS or cols < MIN_COLS


def is_compact(rows: int, cols: int) -> bool:
    """Says whether status, messages and hints have no rows of their own."""
    return rows < COMPACT_ROWS or cols < COMPACT_COLS


def arrange(
    rows: int,
    cols: int,
    width: int,
    height: int,
    cell_size: str = "auto",
    *,
    has_blocks: bool = True,
    has_panel: bool = False,
) -> Geometry:
    """Lays out a board of width x height on a screen of rows x cols.

    Cells larger than 4x2 need half blocks and, if a panel is wanted, room for it. The board stands in the middle, with
    its strip above it and room for two lines and the key bar below it. A compact screen has only the board. A frame
    whose sides alone would make the board too wide has no sides.
    """
    compact = is_compact(rows, cols)
    wanted = (WIDE_PANEL if cols >= WIDE_COLS else PANEL) if has_panel and rows >= PANEL_ROWS and not compact else 0
    name = cell_size_in(rows, cols, width, height, cell_size, has_blocks and not has_panel)
    if wanted:  # Larger cells are taken only if the panel still has room beside them.
        beside = cell_size_in(rows, cols - RULER - GAP - wanted, width, height, cell_size, has_blocks)
        name = max(name, beside, key=CELL_SIZES.__getitem__)
    cell_height, cell_width = CELL_SIZES[name]
    # A compact screen has no blank column beside the tiles: there the cursor may stand on the frame's side.
    least, most = (0, 2) if compact else _PADS[cell_width]
    too_wide = cell_width * width + 2 + least > cols
    panel = wanted if too_wide and cols >= PART_COLS else 0
    sides = 2 if panel or not too_wide or cell_width * width > cols else 0
    inner = cols - sides - (panel + GAP if panel else 0)
    view_cols = min(width, (inner - least if sides else inner) // cell_width)
    pads = min(most, inner - cell_width * view_cols)
    frame_width = cell_width * view_cols + sides + pads
    in_edge = frame_width >= MIN_COLS if compact else rows < STRIP_ROWS and frame_width >= STRIP_COLS
    first = 0 if in_edge else 1
    room = rows - first - 2
    # The key bar, and a line above it where the screen is not so low and the board doesn't need that line.
    reserved = 0 if compact else 1 if rows < STRIP_ROWS or cell_height * height == room - 1 else 2
    view_rows = min(height, (room - reserved) // cell_height)
    frame_height = cell_height * view_rows + 2
    panel = wanted if not too_wide and RULER + frame_width + GAP + wanted <= cols else panel
    spare = cols - frame_width - (panel + GAP if panel else 0)
    left = spare // 2 if compact else max(spare // 2, min(spare, RULER))
    top = _frame_top(rows, first, frame_height, 0 if compact else 3, _PANEL_LINES if panel else 0)
    frame = Rect(top, left, frame_height, frame_width)
    return Geometry(
        is_compact=compact,
        rows=rows,
        cols=cols,
        board_rows=height,
        board_cols=width,
        cell_height=cell_height,
        cell_width=cell_width,
        frame=frame,
        view_rows=view_rows,
        view_cols=view_cols,
        strip=_strip(frame, cols, in_edge, compact),
        right_panel=Rect(top, left + frame_width + GAP, rows - 2 - top, panel) if panel else None,
        pad=1 if pads == 2 or (pads and cell_width >= 4) else 0,  # a single column is on the left of large tiles
        has_sides=sides > 0,
    )


def _frame_top(rows: int, first: int, height: int, below: int, panel_lines: int) -> int:
    """Returns the row where the frame begins: it stands in the middle, with so many rows free below it.

    A small board with a panel stands higher, so that the panel can begin next to it.
    """
    middle = (rows - height) // 2 if below else first + (rows - first - height) // 2
    return max(first, min(middle, rows - below - max(height, panel_lines)))


def _strip(frame: Rect, cols: int, in_edge: bool, compact: bool) -> Rect:
    """Returns the place of the strip: in the frame's upper edge or above it, on a compact screen in the first row."""
    if in_edge:
        return Rect(frame.top, frame.left + 1, 1, frame.width - 2)
    if compact:
        return Rect(0, 0, 1, cols)
    width = max(STRIP_COLS, frame.width - 4)
    return Rect(frame.top - 1, max(0, min(frame.left + (frame.width - width) // 2, cols - width)), 1, width)


def cell_size_in(rows: int, cols: int, width: int, height: int, wish: str, has_blocks: bool = True) -> str:
    """Names the size of a board's cells on a screen: the wished one, or the next that shows the whole board."""
    if is_compact(rows, cols):
        return "2x1"
    names = [name for name, (_, wide) in CELL_SIZES.items() if has_blocks or wide < LARGE_WIDTH]
    for name in names[names.index(wish) if wish in names else 0 :]:
        high, wide = CELL_SIZES[name]
        # The frame, the strip, two lines and the key bar need room too.
        if wide * width + 2 + _PADS[wide][0] <= cols and high * height + 6 <= rows:
            return name
    return "2x1"
