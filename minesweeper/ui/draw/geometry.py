"""Where everything of the game screen stands: a pure function of the terminal's and the board's size.

One function maps a cell to its place on the screen; its inverse serves the mouse.
"""

from __future__ import annotations

from typing import NamedTuple

MIN_ROWS, MIN_COLS = 7, 20
COMPACT_ROWS, COMPACT_COLS = 12, 40
STRIP_ROWS = 14
"""From this many rows on the strip has a row of its own above the frame."""
STRIP_COLS = 21
"""The strip is at least this wide, also above a narrower board."""
PANEL, WIDE_PANEL, GAP = 26, 34, 3
"""The columns of a panel, and those between it and the frame."""
_PANEL_LINES = 16
"""The lines of the longest usual panel."""
PANEL_ROWS, PART_COLS, WIDE_COLS = 16, 100, 160
"""From this many rows on there is a panel, from this many columns on also beside a board that scrolls, or wider."""
RULER = 3
"""The columns left of a frame that the numbers of rows need."""
MARGIN = 3
"""How many cells the view keeps between the cursor and its edge."""
CELL_SIZES = {"8x4": (4, 8), "6x3": (3, 6), "4x2": (2, 4), "3x1": (1, 3), "2x1": (1, 2)}
"""Rows and columns of a cell by name, the largest first."""
LARGE_WIDTH = 6
"""Cells from this width on are made of half blocks on coloured grounds."""


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

    is_compact: bool
    """Whether there is too little room for a key bar: the lower edge of the frame has its most important hint."""
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
    """Where mines left, face and time stand: above the frame, or on a low screen in its upper edge."""
    right_panel: Rect | None = None
    pad: int = 0
    """The columns of well between the frame's left side and the first tile: the cursor's outline has room there."""

    @property
    def is_strip_in_edge(self) -> bool:
        """Whether the strip lies in the frame's upper edge, which then has room for nothing else."""
        return self.strip.top == self.frame.top

    @property
    def below(self) -> int:
        """The screen row below the frame."""
        return self.frame.top + self.frame.height

    @property
    def info_row(self) -> int | None:
        """The row for a line about the game where there is no panel, if it leaves one for a message."""
        return self.below if self.right_panel is None and self.below < self.rows - 2 else None

    @property
    def free_rows(self) -> int:
        """How many rows there are between the frame and the key bar."""
        return self.rows - 1 - self.below

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
        top = max(0, min(panel.top, panel.top + panel.height - 1 - lines))
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

    Cells larger than 4x2 need half blocks, and leave no room for a panel. The board stands in the middle, with its
    strip above it and room for two lines and the key bar below it.
    """
    if is_compact(rows, cols):
        return _arrange_compact(rows, cols, width, height)
    name = cell_size_in(rows, cols, width, height, cell_size, has_blocks and not has_panel)
    cell_height, cell_width = CELL_SIZES[name]
    least = _pads(cell_width)[0]
    too_wide = cell_width * width + 2 + least > cols
    wanted = (WIDE_PANEL if cols >= WIDE_COLS else PANEL) if has_panel and rows >= PANEL_ROWS else 0
    panel = wanted if too_wide and cols >= PART_COLS else 0
    room = cols - (panel + GAP if panel else 0)
    view_cols = min(width, (room - 2 - least) // cell_width)
    pads = _pads_in(cell_width, room - 2 - cell_width * view_cols)
    frame_width = cell_width * view_cols + 2 + pads
    in_edge = rows < STRIP_ROWS and frame_width >= STRIP_COLS
    first = 0 if in_edge else 1
    kept = 1 if rows < STRIP_ROWS else 2  # the key bar, and a line above it where the screen is not so low
    view_rows = min(height, (rows - first - 2 - kept) // cell_height)
    frame_height = cell_height * view_rows + 2
    if not too_wide and RULER + frame_width + GAP + wanted <= cols:
        panel = wanted
    spare = cols - frame_width - (panel + GAP if panel else 0)
    left = max(spare // 2, min(spare, RULER))
    top = max(first, min((rows - frame_height) // 2, rows - 3 - frame_height))
    if panel:  # A small board stands higher, so that the panel can begin beside it.
        top = max(first, min(top, rows - 3 - _PANEL_LINES))
    frame = Rect(top, left, frame_height, frame_width)
    strip_width = max(STRIP_COLS, frame_width - 4)
    strip_left = max(0, min(left + (frame_width - strip_width) // 2, cols - strip_width))
    return Geometry(
        is_compact=False,
        rows=rows,
        cols=cols,
        board_rows=height,
        board_cols=width,
        cell_height=cell_height,
        cell_width=cell_width,
        frame=frame,
        view_rows=view_rows,
        view_cols=view_cols,
        strip=_in_edge(frame) if in_edge else Rect(top - 1, strip_left, 1, strip_width),
        right_panel=Rect(top, left + frame_width + GAP, rows - 2 - top, panel) if panel else None,
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
    """Whether a whole board stands on a screen with its frame, the strip, two lines and the key bar."""
    cell_height, cell_width = CELL_SIZES[cell_size]
    return cell_width * width + 2 + _pads(cell_width)[0] <= cols and cell_height * height + 6 <= rows


def smallest_screen(width: int, height: int) -> tuple[int, int]:
    """Finds the rows and columns of the smallest terminal that shows all of a board."""
    heights = range(max(MIN_ROWS, height + 2), height + 10)
    # All but compact terminals have a blank column at the right of the board.
    for cols in (max(MIN_COLS, 2 * width + 2), 2 * width + 3):
        for rows in heights:
            if not arrange(rows, cols, width, height).scrolls:
                return rows, cols
    raise AssertionError(f"no terminal shows all of {width}x{height}")


def largest_board(rows: int, cols: int, cell_size: str) -> tuple[int, int]:
    """Finds the width and height of the largest board that a terminal shows whole."""
    width = max(width for width in range(1, cols) if not arrange(rows, cols, width, 1, cell_size).scrolls)
    heights = (height for height in range(1, rows) if not arrange(rows, cols, width, height, cell_size).scrolls)
    return width, max(heights, default=1)


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


def _in_edge(frame: Rect) -> Rect:
    return Rect(frame.top, frame.left + 1, 1, frame.width - 2)


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
        is_compact=True,
        rows=rows,
        cols=cols,
        board_rows=height,
        board_cols=width,
        cell_height=1,
        cell_width=2,
        frame=frame,
        view_rows=view_rows,
        view_cols=view_cols,
        strip=Rect(0, 0, 1, cols) if own_status else _in_edge(frame),
        pad=_left_pad(2, pads),
    )
