"""Draws values as columns of blocks, such as the win rate over the games, and measures the bars of a histogram.

A graph has a title with a figure, words left of it and below it, and one value that stands out: the latest win rate or
the best time. The column of this value has a colour of its own and, if there is room above it, a mark that points at
it, because not every terminal has colours. All columns of a graph are equally wide, so that no game seems to weigh more
than another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median_low
from typing import NamedTuple

from minesweeper.ui.draw.glyphs import Piece, TerminalLooks

_EIGHTHS = " ▁▂▃▄▅▆▇█"
"""The characters that fill a place from below, by the number of eighths."""
_LOWEST = 3
"""The rows up to which a graph uses all its rows.

A higher one with an even number of rows leaves the first one free.
"""
_HIGHEST = 3
"""How many times as high as a usual column the top of the graph may be.

Without this limit, one very long game would make all other columns tiny.
"""


class Graph(NamedTuple):
    """What a graph shows, for any width and height. `draw_graph` draws it."""

    titles: tuple[str, ...]
    """The title in several forms, the longest first. If not even the last form fits, it is cut."""
    figures: tuple[str, ...]
    """The figure right of the title in several forms, the longest first."""
    values: tuple[float, ...]
    """The values from the oldest to the newest. There is at least one, and none is negative."""
    marked: int
    """The index of the value that stands out."""
    choose: Callable[[Sequence[float]], float]
    """Chooses which value a column shows if it stands for several values, such as the smallest."""
    label: Callable[[float], str]
    """The text of a value, for the words left of the columns."""
    unit: str
    """What is counted from left to right, such as ``game``."""
    last: int
    """The number of the last game, for the right end of the axis. There may be fewer values than games."""
    note: str = ""
    """Words in the middle below the columns.

    A ``{}`` is replaced by the number of values in a column, and a note with a ``{}`` is left out if every value has a
    column of its own.
    """
    styles: tuple[str, str] = ("chart.rate", "chart.now")
    """The style of the columns, then that of the column that stands out."""
    top: float | None = None
    """The value at the top of the graph.

    If it is None, the top is the highest value rounded up by ``scale``, unless this value is unusually high.
    """
    scale: Callable[[float], float] = float
    """Rounds a value up to a top that is easy to read and whose half is easy to read too."""


def draw_graph(graph: Graph, width: int, height: int, looks: TerminalLooks) -> list[list[Piece]]:
    """Draws a graph as rows of pieces, each exactly ``width`` columns wide: the title, ``height`` rows, and the axis.

    Zero is in the middle of the lowest row and the top in the middle of the highest one, because the labels stand in
    these rows. If the height is even and more than 3, the first row is left free, so that half the top has a row in the
    middle too.
    """
    highest = max(graph.values) if graph.top is None else graph.top
    top = graph.top or graph.scale(min(highest, _HIGHEST * median_low(graph.values)) or 1)
    labels = graph.label(top) + "+" * (highest > top), graph.label(top / 2), graph.label(0.0)
    left = max(map(len, labels)) + 2
    count = min(len(graph.values), width - left)
    spans, step = spans_of(len(graph.values), count), (width - left) // count
    free = height % 2 == 0 and height > _LOWEST
    height -= free
    shown = [graph.choose(graph.values[start:end]) for start, end in spans]
    words = dict(zip((0, height // 2, height - 1), labels, strict=True))
    eighths = [round(8 * (height - 1) * min(value / top, 1)) for value in shown]
    is_marked = [start <= graph.marked < end for start, end in spans]
    pointer = is_marked.index(True)
    bar, gap, rest = max(1, step - 1), " " * (step > 1), " " * (width - left - step * count)
    sides = _sides(looks)
    rows = [_title(graph, left, width - left), *[[(" " * width, "text")]] * free]
    for row in range(height):
        base = 8 * (height - 1 - row)
        between = gap if base else sides[3] * len(gap)
        styles = [graph.styles[marked] for marked in is_marked]
        blocks = [bar * _block(filled, base, looks) for filled in eighths]
        if 0 < base < eighths[pointer] + 12 and not blocks[pointer].strip():
            blocks[pointer] = ("▾" if looks.glyph_set != "ascii" else "v").center(bar)
        side = sides[2 if not base else 1 if row in words else 0]
        pieces = [(f"{words.get(row, ''):>{left - 2}} ", "text.dim"), (side, "border")]
        for block, style in zip(blocks, styles, strict=True):
            pieces += [(block, style if block.strip(sides[3]) else "border"), (between, "border")]
        rows.append([*_joined(pieces), (rest, "text")])
    axis = _axis(graph, left, step * count - len(gap), {end - start for start, end in spans})
    return [*rows, [*axis, (gap + rest, "text")]]


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Joins pieces of one style that follow each other.

    Blanks take the style of the piece before them, because they look the same in any style.
    """
    joined: list[Piece] = []
    for text, style in pieces:
        if joined and (joined[-1][1] == style or not text.strip()):
            joined[-1] = (joined[-1][0] + text, joined[-1][1])
        else:
            joined.append((text, style))
    return joined


def _sides(looks: TerminalLooks) -> str:
    """The four characters of the axes: upright, upright beside a label, the corner, and level."""
    return "│┤┴─" if looks.frame_set == "lines" else "||+-"


def spans_of(count: int, columns: int) -> list[tuple[int, int]]:
    """Spreads values evenly over columns.

    Each column gets the index of its first value, and the index after its last one.
    """
    return [(column * count // columns, (column + 1) * count // columns) for column in range(columns)]


def _block(eighths: int, base: int, looks: TerminalLooks) -> str:
    """The character of a column in one row, whose middle is ``base`` eighths of a row above zero. ``eighths`` is the
    height of the column.

    In the lowest row, a column fills the upper half, and a column of less than two eighths shows only the axis.
    """
    if not base:
        return _sides(looks)[3] if eighths < 2 else "▀" if looks.has_blocks else looks.glyphs.full
    filled = max(0, min(eighths - base + 4, 8))
    return _EIGHTHS[filled] if looks.has_blocks else looks.glyphs.full if filled >= 4 else " "


def _title(graph: Graph, left: int, room: int) -> list[Piece]:
    """The row above the columns with the title, and the figure right beside it.

    At the far right, the figure would seem to belong to the column below it.
    """
    pairs = [(title, f"  {figure}") for figure in graph.figures for title in graph.titles]
    fitting = ((title, figure) for title, figure in pairs if len(title) + len(figure) <= room)
    title, figure = next(fitting, (graph.titles[-1][:room], ""))
    return [(" " * left, "text"), (title, "title"), (figure.ljust(room - len(title)), graph.styles[1])]


def _axis(graph: Graph, left: int, room: int, sizes: set[int]) -> list[Piece]:
    """The row below the columns: the numbers of the first and the last game, with the note between them if it fits.

    ``sizes`` are the different numbers of values that columns stand for.
    """
    first, last = f"{graph.unit} 1", str(graph.last)
    if len(first) + 1 + len(last) > room:
        first = "1"
    note = graph.note.format("-".join(map(str, sorted(sizes)))) if graph.note.count("{}") else graph.note
    middle = room - len(first) - len(last)
    if len(note) + 2 > middle or (note != graph.note and max(sizes) == 1):
        note = ""
    return [(" " * left, "text"), (f"{first}{note:^{middle}}{last}", "text.dim")]


def bar_length(count: int, most: int, width: int) -> int:
    """The length of a bar of a histogram.

    The bar of the largest count ``most`` fills the width. Any other bar is at least one column long, except that of 0,
    which has none.
    """
    return max(1, (2 * count * width + most) // (2 * most)) if count else 0
