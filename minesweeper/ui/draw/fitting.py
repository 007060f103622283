"""Questions about room that only some screens ask, answered with the help of `geometry`.

The custom form asks how large a terminal must be for a board, and the list What next asks where it can stand without
covering the board. Drawing a game doesn't need this module.

Tested in tests/ui/draw/test_geometry.py.
"""

from __future__ import annotations

from minesweeper.ui.draw.geometry import GAP, MIN_COLS, MIN_ROWS, STRIP_ROWS, Geometry, Rect, arrange

_LEAST_GAP, _LEAST_LEFT = 2, 4
"""The fewest columns between the frame and a box beside it, and left of a frame that moved to make room for a box."""


def make_room(
    geometry: Geometry, height: int, width: int, col: int, *, least: int = 0, is_taken: bool = False
) -> tuple[Geometry, Rect]:
    """Finds a place for a box: right of the board, where a panel may have been, otherwise below the board.

    If something else stands on the right (``is_taken``), the box stands on the left, as long as it has room there. If
    only ``least`` columns are free on the right, the box takes them all and reaches past the end of the screen, so that
    it has no frame. Otherwise the board moves left or up by the columns or rows that the box lacks. If the screen has
    no room for both, the box covers an end of the board, but not the tile that starts at the screen column ``col``.
    Returns the geometry of the board, perhaps moved, and the place of the box, which may have fewer rows than it wants.
    """
    frame, last = geometry.frame, geometry.rows - 1
    end = frame.left + frame.width
    right = geometry.cols - end
    top = max(geometry.strip.top + 1, min(frame.top, last - height))
    if is_taken and width + _LEAST_GAP <= frame.left:
        left = frame.left - min(GAP, frame.left - width) - width
        return geometry, Rect(top, left, min(height, last - top), width)
    if least and least <= right < width + _LEAST_GAP:
        return _moved(geometry, 0, 0), Rect(top, end, min(height, last - top), right + 1)
    if least and right < width:
        width = min(width, least + 1)
    beside = Rect(top, min(end + GAP, geometry.cols - width), min(height, last - top), width)
    missing, free = max(0, end + _LEAST_GAP + width - geometry.cols), max(0, frame.left - _LEAST_LEFT)
    if missing <= free:
        return _moved(geometry, 0, missing), beside
    # The row between the board and a box below it is needed for the result.
    up = max(0, geometry.below + 1 + height - last)
    if up <= min(frame.top, geometry.strip.top):
        left = max(0, min(frame.left + (frame.width - width) // 2, geometry.cols - width))
        return _moved(geometry, up, 0), Rect(geometry.below + 1 - up, left, height, width)
    if col + geometry.cell_width <= beside.left:
        return _moved(geometry, 0, 0), beside
    if col >= width:
        return _moved(geometry, 0, 0), beside._replace(left=0)
    if col - free + geometry.cell_width <= beside.left:
        return _moved(geometry, 0, free), beside
    return _moved(geometry, 0, end - geometry.cols), beside._replace(left=0)


def _moved(geometry: Geometry, up: int, left: int) -> Geometry:
    """A geometry with the board and its strip moved up and left. It has no panel."""
    frame, strip = geometry.frame, geometry.strip
    return geometry._replace(
        frame=frame._replace(top=frame.top - up, left=frame.left - left),
        strip=strip._replace(top=strip.top - up, left=max(0, min(strip.left - left, geometry.cols - strip.width))),
        right_panel=None,
    )


def smallest_screen(width: int, height: int) -> tuple[int, int]:
    """Finds the rows and columns of the smallest terminal that shows all of a board."""
    # The screen may be as narrow as the board. A compact screen needs a few columns more, for the words in its upper
    # edge.
    least = max(MIN_COLS, 2 * width)
    for cols in range(least, least + 4):
        for rows in range(max(MIN_ROWS, height + 2), height + 10):
            if not arrange(rows, cols, width, height).scrolls:
                return rows, cols
    raise AssertionError(f"no terminal shows all of {width}x{height}")


def largest_board(rows: int, cols: int, cell_size: str) -> tuple[int, int]:
    """Finds the width and height of the largest board that a terminal shows as a whole.

    On terminals that aren't low, a row for a message must be left.
    """
    width = max(width for width in range(1, cols) if not arrange(rows, cols, width, 1, cell_size).scrolls)
    places = (arrange(rows, cols, width, height, cell_size) for height in range(1, rows))
    heights = (place.board_rows for place in places if not place.scrolls and (place.free_rows or rows < STRIP_ROWS))
    return width, max(heights, default=1)
