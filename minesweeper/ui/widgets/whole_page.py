"""Arranges whole pages: the rows of a screen in one column, in several columns or as a list, with title, frame, message
and hints around them.

`PageScreen` calls these functions for every screen but the menu, which arranges its rows itself. That is why they
aren't in the module `page`: the menu appears before this module is loaded. Tested in tests/ui/widgets/test_page.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect, is_compact
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.widgets.chrome import Chrome, ChromeSpec, arrange_chrome, column_width
from minesweeper.ui.widgets.page import (
    HIGH_ROWS,
    MORE,
    ListScreen,
    Page,
    PageScreen,
    PageSpec,
    Row,
    arrange_rows,
    first_in_view,
    is_counted_list,
)

_FRAME_COLS = 3
"""The columns between a page and the outside of its frame, on either side: the side of the frame and two blank
columns.
"""
_COLUMN_GAP = 3
"""The blank columns between columns of rows."""


def arrange_page(screen: PageScreen, model: Model, spec: PageSpec) -> Page:
    """Arranges the whole page, with title, rows, message and hints."""
    chrome = _arrange_chrome(screen, model, spec)
    room = chrome.body._replace(width=chrome.body.width - spec.beside)
    page = arrange_rows(chrome, spec.rows, room, screen.focus, first=spec.first, above=_above(model, chrome))
    if MORE in spec.hints and not page.is_more:
        chrome = _arrange_chrome(screen, model, spec._replace(hints=[hint for hint in spec.hints if hint != MORE]))
    return _framed(model, page._replace(chrome=chrome), spec, "" if page.is_whole else screen.place(page))


def arrange_columns(screen: PageScreen, model: Model, spec: PageSpec, columns: Sequence[Sequence[Row]]) -> Page | None:
    """Arranges columns of rows with equal width, side by side below the title.

    Returns None if one of them has too many rows.
    """
    chrome = _arrange_chrome(screen, model, spec)
    room, count = chrome.body, len(columns)
    width = (room.width - _COLUMN_GAP * (count - 1)) // count
    lefts = range(room.left, room.left + room.width, width + _COLUMN_GAP)
    rooms = [room._replace(left=left, width=width) for left in lefts[:count]]
    pages = [arrange_rows(chrome, *pair, screen.focus, first=0) for pair in zip(columns, rooms, strict=True)]
    used = max(len(page.lines) for page in pages)
    if used > room.height:
        return None
    top = room.top + int((room.height - used) * _above(model, chrome))
    first, *others = (page._replace(top=top) for page in pages)
    return _framed(model, first._replace(beside=tuple(others)), spec, "")


def arrange_list(screen: ListScreen, model: Model, spec: PageSpec, header: Row | None = None) -> Page:
    """Arranges a list below its title, with only the rows in view.

    ``header`` has the names of the columns; small screens leave it out. The rows of ``spec`` are used only if the list
    is empty.
    """
    compact = is_compact(model.rows, model.cols)
    chrome = _arrange_chrome(screen, model, spec._replace(most_lines=3 if compact else 2))
    above = [header] if header and screen.total and not compact else []
    room = chrome.body
    if is_counted_list(chrome, screen.total, room.height - len(above)):
        # This row says how many entries are below.
        room = room._replace(height=room.height - 1)
    height = room.height - len(above)
    first = first_in_view(screen.selected, screen.selected, screen.total, height, chrome.covered)
    shown = range(screen.total)[max(0, first) :][:height]
    rows = [*above, *(screen.row(model, number) for number in shown)] or spec.rows
    page = arrange_rows(chrome, rows, room, screen.selected, above=_above(model, chrome))
    if room != chrome.body:
        page = page._replace(above=shown.start, below=screen.total - shown.stop)
    return _framed(model, page, spec, screen.place(page) if len(shown) < screen.total else "")


def _arrange_chrome(screen: PageScreen, model: Model, spec: PageSpec) -> Chrome:
    """Arranges title, message and hints for a page. If the page has a frame, rows are kept free for its edges."""
    compact = is_compact(model.rows, model.cols)
    wanted = ChromeSpec(
        hints=screen.hints_of(spec.hints),
        message=screen.message if spec.message is None else spec.message,
        most_lines=spec.most_lines,
        reserved_rows=(0 if compact else 1) if spec.reserved_rows is None else spec.reserved_rows,
        width=column_width(model, spec.width),
    )
    chrome = arrange_chrome(model, screen.context, wanted)
    if not _is_framed(chrome):
        return chrome
    gap = 1 if model.rows >= HIGH_ROWS else 0
    edge = gap + 1
    return chrome._replace(gap=gap, end=chrome.end - edge, edge=edge)


def _above(model: Model, chrome: Chrome) -> float:
    """The share of the unused rows that is left above a page: 1/2 centres the page, and 0 begins it at the top."""
    return 1 / 2 if model.rows >= HIGH_ROWS or _is_framed(chrome) else 0


def _is_framed(chrome: Chrome) -> bool:
    """Whether the screen has room for a frame around the page."""
    return chrome.left >= _FRAME_COLS


def _framed(model: Model, page: Page, spec: PageSpec, place: str) -> Page:
    """Puts the title right above the rows of a page, the message right below them, and a frame around them if it has
    room.

    On a high screen, the message begins in the same row however long it is, so that it doesn't move with the focus.
    ``place`` is the position of the focus, or "" if everything is in view.
    """
    chrome, frame = page.chrome, None
    if _is_framed(chrome) and page.top > page.room.top + 1:
        chrome = chrome._replace(gap=1)
    chrome = chrome._replace(top=page.top - 1 - chrome.gap)
    if _is_framed(chrome):
        shown = max(len(column.shown) for column in (page, *page.beside))
        end = page.top + (page.room.height + 1 if page.below else shown) + chrome.gap
        width = chrome.width + 2 * _FRAME_COLS
        if model.rows >= HIGH_ROWS:
            chrome = chrome.with_message_from(end + 2)
        last = min(end, *(line.row - 1 for line in chrome.message)) if chrome.message else end
        frame = Rect(chrome.top, chrome.left - _FRAME_COLS, last + 1 - chrome.top, width)
    elif model.rows >= HIGH_ROWS and chrome.gap:
        chrome = chrome.with_message_from(page.top + len(page.shown) + 1)
    if place and page.above and chrome.left:
        place = f"{'^' if model.looks.glyph_set == 'ascii' else '▴'} {page.above} more  {place}"
    return page._replace(chrome=chrome.titled(spec.titles, place), frame=frame)


def draw_frame(page: Page, frame: Rect, canvas: Canvas, looks: TerminalLooks) -> None:
    """Draws the frame of a page, with a blank on either side of the title and of the position in its upper edge."""
    looks.frame.draw(canvas, frame)
    chrome = page.chrome
    for col, text in (chrome.left, chrome.title), (chrome.left + chrome.width - len(chrome.place), chrome.place):
        if text:
            canvas.write(chrome.top, col - 1, " " * (len(text) + 2), "text")
