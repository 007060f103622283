"""Where the parts of the game screen stand: the frame with the board, the strip above it, the panel beside it.

`arrange` computes this from the sizes of the terminal and the board alone, so the same sizes always look the same.
`Geometry.place` finds a cell's place on the screen, and `cell_at` finds the cell under the mouse. A `View` says which
part of a larger board is shown.
"""

from __future__ import annotations

from typing import NamedTuple

MIN_ROWS, MIN_COLS = 7, 20
COMPACT_ROWS, COMPACT_COLS = 12, 40
STRIP_ROWS = 14
"""If the terminal has at least this many rows, the strip has a row of its own above the frame."""
STRIP_COLS = 21
"""The strip is at least this wide, even above a narrower board."""
PANEL, WIDE_PANEL, TEXT_PANEL, GAP = 26, 34, 44, 3
"""The widths of a panel, of a wide panel, at most of a panel with sentences, and of the gap between a panel and the
frame."""
_PANEL_LINES = 16
"""How many lines the panel needs in most games."""
PANEL_ROWS, PART_COLS, WIDE_COLS = 16, 100, 160
"""A panel needs this many rows. Beside a board that scrolls, it needs 100 columns, and a wide panel needs 160."""
_FOOT = 6
"""The rows that the result of a game, its sentences and the keys take below a board, with blank rows between them."""
RULER = 3
"""How many columns left of the frame the row numbers need."""
MARGIN = 3
"""How many cells the view keeps between the cursor and its own edge, if it can."""
CELL_SIZES = {"8x4": (4, 8), "6x3": (3, 6), "4x2": (2, 4), "3x1": (1, 3), "2x1": (1, 2)}
"""The rows and columns of a cell for each cell size, the largest first."""
LARGE_WIDTH = 6
"""Cells of at least this width are drawn by half blocks."""
_PADS = {2: (1, 2), 3: (0, 0), 4: (1, 1), 6: (1, 1), 8: (1, 1)}
"""For each width of a cell, the fewest and most blank columns between the sides of the frame and the tiles.

The cursor's outline needs a column right of tiles of two columns, and left of large ones.
"""


class Rect(NamedTuple):
    """A rectangle of the screen."""

    top: int
    left: int
    height: int
    width: int

    def holds(self, row: int, col: int) -> bool:
        """Whether a place of the screen is inside the rectangle."""
        return self.top <= row < self.top + self.height and self.left <= col < self.left + self.width


class View(NamedTuple):
    """Which part of the board is shown, given by the row and column of its top left cell."""

    row: int = 0
    col: int = 0


class Geometry(NamedTuple):
    """Where the parts of the game screen stand, in rows and columns of the terminal."""

    is_compact: bool
    """Whether the screen is too small for a key bar, so that the frame's lower edge shows the most important hint."""
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
    """Where the mines left, the face and the time stand: above the frame, or in its upper edge on a low screen."""
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
        """Whether the strip lies in the upper edge of the frame, so that nothing else fits there."""
        return self.strip.top == self.frame.top

    @property
    def below(self) -> int:
        """The screen row below the frame."""
        return self.frame.top + self.frame.height

    @property
    def info_row(self) -> int | None:
        """The row for a line about the game, or None if a panel shows this, or if messages need the row."""
        return self.below if self.right_panel is None and self.below < self.rows - 2 else None

    @property
    def free_rows(self) -> int:
        """The number of rows between the frame and the key bar."""
        return self.rows - 1 - self.below

    @property
    def scrolls(self) -> bool:
        """Whether the board is larger than the view."""
        return self.view_rows < self.board_rows or self.view_cols < self.board_cols

    def place(self, view: View, row: int, col: int) -> tuple[int, int]:
        """The screen row and column of the top left corner of a cell's tile."""
        return (
            self.frame.top + 1 + (row - view.row) * self.cell_height,
            self.first_col + (col - view.col) * self.cell_width,
        )

    def cell_at(self, view: View, screen_row: int, screen_col: int) -> tuple[int, int] | None:
        """The row and column on the board of the cell at a place of the screen, or None if it isn't on a tile."""
        row = (screen_row - self.frame.top - 1) // self.cell_height
        col = (screen_col - self.first_col) // self.cell_width
        if not (0 <= row < self.view_rows and 0 <= col < self.view_cols):
            return None
        return row + view.row, col + view.col

    def shows(self, view: View, place: tuple[int, int]) -> bool:
        """Whether a cell, given by its row and column, is in view."""
        return 0 <= place[0] - view.row < self.view_rows and 0 <= place[1] - view.col < self.view_cols

    def way_to(self, view: View, place: tuple[int, int]) -> str:
        """Arrows that say where a cell lies from the view: ``^`` or ``v``, followed by ``<`` or ``>``.

        Empty if the cell, given by its row and column, is in view.
        """
        row, col = place[0] - view.row, place[1] - view.col
        upright = "^" if row < 0 else "v" if row >= self.view_rows else ""
        return upright + ("<" if col < 0 else ">" if col >= self.view_cols else "")

    @property
    def board_size(self) -> str:
        """The size of the board, such as ``30x16``."""
        return f"{self.board_cols}x{self.board_rows}"

    def panel_for(self, lines: int) -> Rect | None:
        """Where the panel stands if it has so many lines, raised to leave room for a message. None without a panel."""
        panel = self.right_panel
        if panel is None:
            return None
        top = max(0, min(panel.top, panel.top + panel.height - 1 - lines))
        return panel._replace(top=top, height=panel.top + panel.height - top)

    def goes_on(self, view: View) -> tuple[bool, bool, bool, bool]:
        """Whether the board goes on above, below, left of and right of the view. There the frame is dashed."""
        below = view.row + self.view_rows < self.board_rows
        return view.row > 0, below, view.col > 0, view.col + self.view_cols < self.board_cols

    def clamp(self, view: View) -> View:
        """The nearest view that doesn't show anything outside the board."""
        return View(
            max(0, min(view.row, self.board_rows - self.view_rows)),
            max(0, min(view.col, self.board_cols - self.view_cols)),
        )

    def follow(self, view: View, row: int, col: int) -> View:
        """Moves the view just far enough to show a cell with a margin around it."""
        return self.clamp(View(_follow(view.row, self.view_rows, row), _follow(view.col, self.view_cols, col)))


def _follow(start: int, length: int, place: int) -> int:
    margin = min(MARGIN, length // 3)
    return max(min(start, place - margin), place + margin - length + 1)


def is_too_small(rows: int, cols: int) -> bool:
    """Whether the terminal is smaller than 20x7, which the program needs."""
    return rows < MIN_ROWS or cols < MIN_COLS


def is_compact(rows: int, cols: int) -> bool:
    """Whether the screen is so small that status, messages and hints don't have rows of their own."""
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
    has_text: bool = False,
) -> Geometry:
    """Lays out a board of ``width`` by ``height`` cells on a screen of ``rows`` by ``cols``.

    The board stands in the middle, with its strip above it, and room for two lines and the key bar below it. A compact
    screen only has the board. If the board would fit without the sides of the frame, the frame has no sides.

    ``cell_size`` is the player's choice; a smaller one is used if the board would not fit. Cells larger than 4x2 are
    only used if the terminal has half blocks (``has_blocks``) and, with ``has_panel``, if the panel still has room.
    With ``has_text``, the panel has sentences and takes more of the columns that the board leaves.
    """
    compact = is_compact(rows, cols)
    wanted = (WIDE_PANEL if cols >= WIDE_COLS else PANEL) if has_panel and rows >= PANEL_ROWS and not compact else 0
    name = cell_size_in(rows, cols, width, height, cell_size, has_blocks and not has_panel)
    if wanted:  # Larger cells are used only if the panel still has room beside them.
        beside = cell_size_in(rows, cols - RULER - GAP - wanted, width, height, cell_size, has_blocks)
        name = max(name, beside, key=CELL_SIZES.__getitem__)
    cell_height, cell_width = CELL_SIZES[name]
    # On a compact screen, the cursor may be drawn on the frame's side, so the tiles need no blank column there.
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
    # One row is for the key bar, and one above it for messages, unless the screen is low or the board needs the row.
    reserved = 0 if compact else 1 if rows < STRIP_ROWS or cell_height * height == room - 1 else 2
    view_rows = min(height, (room - reserved) // cell_height)
    frame_height = cell_height * view_rows + 2
    panel = wanted if not too_wide and RULER + frame_width + GAP + wanted <= cols else panel
    if panel and has_text:
        panel = max(panel, min(TEXT_PANEL, cols - RULER - frame_width - GAP - 1))
    spare = cols - frame_width - (panel + GAP if panel else 0)
    left = spare // 2 if compact else max(spare // 2, min(spare, RULER))
    top = _frame_top(rows, first, frame_height, 0 if compact else _FOOT, _PANEL_LINES if panel else 0)
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
        pad=1 if pads == 2 or (pads and cell_width >= 4) else 0,  # Beside large tiles, a single blank is on the left.
        has_sides=sides > 0,
    )


def _frame_top(rows: int, first: int, height: int, below: int, panel_lines: int) -> int:
    """The row where the frame begins. The frame stands in the middle and leaves ``below`` rows free.

    A small board stands higher if it has a panel, so that all lines of the panel have room beside and below it.
    """
    middle = (rows - height) // 2 if below else first + (rows - first - height) // 2
    return max(first, min(middle, rows - below - max(height, panel_lines)))


def _strip(frame: Rect, cols: int, in_edge: bool, compact: bool) -> Rect:
    """Where the strip stands.

    It lies in the upper edge of the frame if ``in_edge`` is set, in the first row of the screen if ``compact`` is set,
    and otherwise above the frame.
    """
    if in_edge:
        return Rect(frame.top, frame.left + 1, 1, frame.width - 2)
    if compact:
        return Rect(0, 0, 1, cols)
    width = max(STRIP_COLS, frame.width - 4)
    return Rect(frame.top - 1, max(0, min(frame.left + (frame.width - width) // 2, cols - width)), 1, width)


def cell_size_in(rows: int, cols: int, width: int, height: int, wish: str, has_blocks: bool = True) -> str:
    """The name of the cell size to use on a screen: the player's choice or, if that is too large, the next that fits.
    Without ``has_blocks``, the terminal has no half blocks, which cells larger than 4x2 need.

    ``2x1`` is used even if the board doesn't fit with it, because the board can scroll.
    """
    if is_compact(rows, cols):
        return "2x1"
    names = [name for name, (_, wide) in CELL_SIZES.items() if has_blocks or wide < LARGE_WIDTH]
    for name in names[names.index(wish) if wish in names else 0 :]:
        high, wide = CELL_SIZES[name]
        # The frame, the strip, two lines and the key bar also need room.
        if wide * width + 2 + _PADS[wide][0] <= cols and high * height + 6 <= rows:
            return name
    return "2x1"
