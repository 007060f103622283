"""Where everything of the game screen stands: a pure function of the terminal's and the board's size.

One function maps a cell to its place on the screen; its inverse serves the mouse.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

MIN_ROWS, MIN_COLS = 7, 20
COMPACT_ROWS, COMPACT_COLS = 12, 40
PANEL, LEFT_PANEL, RIGHT_PANEL, GAP = 26, 30, 34, 3
PANEL_ROWS, PART_COLS, WIDE_COLS, TALL_ROWS = 16, 100, 160, 40
"""From so many rows on there are panels; from so many columns on also beside a board that is wider than the screen, at
first of middle size; from so many rows on the header has a row above it."""
RULER = 3
"""The columns left of a frame that the numbers of rows need; a panel on the right does not take them."""
MARGIN = 3
"""How many cells the view keeps between the cursor and its edge."""
CELL_SIZES = {"8x4": (4, 8), "6x3": (3, 6), "4x2": (2, 4), "3x1": (1, 3), "2x1": (1, 2)}
"""Rows and columns of a cell by name, the largest first."""
LARGE_WIDTH = 6
"""Cells from this width on are made of half blocks on coloured grounds."""

Arrangement = Literal["compact", "standard", "panel", "roomy"]


class Rect(NamedTuple):
    """A rectangle of the screen."""

    top: int
    left: int
    height: int
    width: int

    def holds(self, row: int, col: int) -> bool:
        """Whether a place of the screen is inside."""
        return self.top <= row < self.top + self.height and self.left <= col < self.left + self.width


class View(NamedTuple):
    """The top left cell of the part of the board that is in view."""

    row: int = 0
    col: int = 0


class Geometry(NamedTuple):
    """The parts of the game screen."""

    mode: Arrangement
    rows: int
    cols: int
    board_rows: int
    board_cols: int
    cell_height: int
    cell_width: int
    frame: Rect
    view_rows: int
    view_cols: int
    header_row: int | None
    """None in compact: the status is in the frame's top edge, or on row 0 where ``status_row`` says so."""
    status_row: int
    left_panel: Rect | None = None
    right_panel: Rect | None = None
    info_row: int | None = None
    """Where one line about the game stands; above a second line of a message where there are rows enough."""
    pad: int = 0
    """The columns of well between the frame's left side and the first tile: the cursor's outline has room there."""

    @property
    def is_compact(self) -> bool:
        """Whether status and hints share the frame's edges."""
        return self.mode == "compact"

    @property
    def scrolls(self) -> bool:
        """Whether the board is larger than the view."""
        return self.view_rows < self.board_rows or self.view_cols < self.board_cols

    def place(self, view: View, row: int, col: int) -> tuple[int, int]:
        """The screen row and column where the tile of a cell starts."""
        return (
            self.frame.top + 1 + (row - view.row) * self.cell_height,
            self.frame.left + 1 + self.pad + (col - view.col) * self.cell_width,
        )

    def cell_at(self, view: View, screen_row: int, screen_col: int) -> tuple[int, int] | None:
        """The board row and column under a place of the screen, if a tile is there."""
        row, col = screen_row - self.frame.top - 1, screen_col - self.frame.left - 1 - self.pad
        if row < 0 or col < 0:
            return None
        row, col = row // self.cell_height, col // self.cell_width
        if row >= self.view_rows or col >= self.view_cols:
            return None
        return row + view.row, col + view.col

    def panel_for(self, lines: int) -> Rect | None:
        """Gives the right panel, raised above the frame as far as needed for so many lines and a message of two."""
        panel = self.right_panel
        if panel is None:
            return None
        top = max(self.status_row + 1, min(panel.top, panel.top + panel.height - 1 - lines))
        return panel._replace(top=top, height=panel.top + panel.height - top)

    def goes_on(self, view: View) -> tuple[bool, bool, bool, bool]:
        """Whether the board goes on above, below, left and right of what is in view: there the edge is dashed."""
        below = view.row + self.view_rows < self.board_rows
        return view.row > 0, below, view.col > 0, view.col + self.view_cols < self.board_cols

    def beyond(self, view: View, screen_row: int, screen_col: int) -> tuple[int, int]:
        """Where a dashed edge at a place of the screen leads: a step of rows and columns; 0, 0 where there is none."""
        top, left = self.frame.top, self.frame.left
        bottom, right = top + self.frame.height - 1, left + self.frame.width - 1
        if not (top <= screen_row <= bottom and left <= screen_col <= right):
            return 0, 0
        above, below, left_of, right_of = self.goes_on(view)
        return (
            (screen_row == bottom and below) - (screen_row == top and above),
            (screen_col == right and right_of) - (screen_col == left and left_of),
        )

    def clamp(self, view: View) -> View:
        """The nearest view that shows nothing outside the board."""
        return View(
            max(0, min(view.row, self.board_rows - self.view_rows)),
            max(0, min(view.col, self.board_cols - self.view_cols)),
        )

    def follow(self, view: View, row: int, col: int) -> View:
        """The view moved as little as needed to show a cell with a margin around it."""
        return self.clamp(
            View(_follow(view.row, self.view_rows, row), _follow(view.col, self.view_cols, col)),
        )


def _follow(start: int, length: int, place: int) -> int:
    margin = min(MARGIN, length // 3)
    return max(min(start, place - margin), place + margin - length + 1)


def is_too_small(rows: int, cols: int) -> bool:
    """Whether the terminal is below the 20x7 that the program needs."""
    return rows < MIN_ROWS or cols < MIN_COLS


def is_compact(rows: int, cols: int) -> bool:
    """Whether there is too little room for rows of their own for status, messages and hints."""
    return rows < COMPACT_ROWS or cols < COMPACT_COLS


def arrange(
    rows: int, cols: int, width: int, height: int, cell_size: str = "auto", *, has_blocks: bool = True
) -> Geometry:
    """Lays out a board of width x height on a screen of rows x cols; cells larger than 4x2 need half blocks."""
    if is_compact(rows, cols):
        return _arrange_compact(rows, cols, width, height)
    tall = rows >= TALL_ROWS
    cell_height, cell_width = CELL_SIZES[cell_size_in(rows, cols, width, height, cell_size, has_blocks)]
    view_rows = min(height, (rows - (5 if tall else 3) - 2) // cell_height)
    least = _pads(cell_width)[0]
    too_wide = cell_width * width + 2 + least > cols
    panel = _beside_part(rows, cols) if too_wide else 0
    room = cols - (panel + GAP if panel else 0)
    view_cols = min(width, (room - 2 - least) // cell_width)
    pads = _pads_in(cell_width, room - 2 - cell_width * view_cols)
    frame_height, frame_width = cell_height * view_rows + 2, cell_width * view_cols + 2 + pads

    mode, left, right = _panels(rows, cols, frame_width, too_wide)
    around = (left + GAP if left else 0) + (right + GAP if right else 0)
    spare = cols - frame_width - around
    margin = max(spare // 2, min(spare, RULER))
    frame_left = margin + (left + GAP if left else 0)
    if tall:
        frame_top = 2 if view_rows < height else max(2, (rows - frame_height) // 2)
    else:
        frame_top = 1 + (rows - 3 - frame_height) // 2
    frame = Rect(frame_top, frame_left, frame_height, frame_width)
    panel_height = rows - 2 - frame_top
    free = rows - 2 - frame_top - frame_height  # the message, of one line, and the hints have theirs
    return Geometry(
        mode=mode,
        rows=rows,
        cols=cols,
        board_rows=height,
        board_cols=width,
        cell_height=cell_height,
        cell_width=cell_width,
        frame=frame,
        view_rows=view_rows,
        view_cols=view_cols,
        header_row=1 if tall else 0,
        status_row=1 if tall else 0,
        left_panel=Rect(frame_top, margin, panel_height, left) if left else None,
        right_panel=Rect(frame_top, frame_left + frame_width + GAP, panel_height, right) if right else None,
        info_row=rows - 2 - min(free, 2) if free > 0 and not right else None,
        pad=_left_pad(cell_width, pads),
    )


def cell_size_in(rows: int, cols: int, width: int, height: int, wish: str, has_blocks: bool = True) -> str:
    """Names the size of the cells of a board on a screen: the one wished for, or the next that fits."""
    if is_compact(rows, cols):
        return "2x1"
    names = [name for name, (_, wide) in CELL_SIZES.items() if has_blocks or wide < LARGE_WIDTH]
    first = names.index(wish) if wish in names else 0
    return next((name for name in names[first:] if _fits(rows, cols, width, height, name)), "2x1")


def _fits(rows: int, cols: int, width: int, height: int, cell_size: str) -> bool:
    """Whether a whole board with its frame stands on a screen; header, messages and hints have rows of their own."""
    cell_height, cell_width = CELL_SIZES[cell_size]
    rows_left = rows - (5 if rows >= TALL_ROWS else 4)
    return cell_width * width + 2 + _pads(cell_width)[0] <= cols and cell_height * height + 2 <= rows_left


def _pads(cell_width: int) -> tuple[int, int]:
    """How many columns of well a frame has beside its tiles at least and at most.

    The outline of the cursor needs a column right of tiles of two columns, and left of large ones.
    """
    return {2: (1, 2), 3: (0, 0)}.get(cell_width, (1, 1))


def _pads_in(cell_width: int, spare: int) -> int:
    """How many columns of well there are where so many columns are left."""
    return min(_pads(cell_width)[1], spare)


def _left_pad(cell_width: int, pads: int) -> int:
    """How many of them are on the left: of a single one that of large tiles."""
    return 1 if pads == 2 or (pads and cell_width >= 4) else 0


def _beside_part(rows: int, cols: int) -> int:
    """The width of the panel beside a board of which only a part is in view; 0 where the board needs all the room."""
    if rows < PANEL_ROWS or cols < PART_COLS:
        return 0
    return RIGHT_PANEL if cols >= WIDE_COLS else PANEL


def _panels(rows: int, cols: int, frame_width: int, too_wide: bool) -> tuple[Arrangement, int, int]:
    """The mode and the widths of the left and the right panel."""
    if too_wide:
        panel = _beside_part(rows, cols)
        return "roomy" if panel == RIGHT_PANEL else "panel" if panel else "standard", 0, panel
    if rows >= PANEL_ROWS and cols >= frame_width + LEFT_PANEL + RIGHT_PANEL + 2 * GAP:
        return "roomy", LEFT_PANEL, RIGHT_PANEL
    if rows >= PANEL_ROWS and cols >= RULER + frame_width + PANEL + GAP:
        return "panel", 0, PANEL
    return "standard", 0, 0


def _arrange_compact(rows: int, cols: int, width: int, height: int) -> Geometry:
    """No rows of their own for status and hints; a frame too narrow for the status leaves row 0 to it."""
    view_cols = min(width, (cols - 2) // 2)
    pads = _pads_in(2, cols - 2 - 2 * view_cols)
    frame_width = 2 * view_cols + 2 + pads
    own_status = frame_width < MIN_COLS
    first = 1 if own_status else 0
    view_rows = min(height, rows - 2 - first)
    frame_height = view_rows + 2
    frame = Rect(first + (rows - first - frame_height) // 2, (cols - frame_width) // 2, frame_height, frame_width)
    return Geometry(
        mode="compact",
        rows=rows,
        cols=cols,
        board_rows=height,
        board_cols=width,
        cell_height=1,
        cell_width=2,
        frame=frame,
        view_rows=view_rows,
        view_cols=view_cols,
        header_row=0 if own_status else None,
        status_row=0 if own_status else frame.top,
        pad=_left_pad(2, pads),
    )
