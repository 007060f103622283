"""Pictures of positions as others draw them: in a frame, with bars, with numbers around them, with text beside them.

It finds the cells and what stands in each, and says which signs are hidden cells, flags or mines, and when a dot is a
hidden cell. The order of the rules is told in docs/solve.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias
from unicodedata import normalize

from minesweeper.core.cells import CellSet, Grid, to_cell_set
from minesweeper.core.pictures import CLUES, EMPTY, FLAG, HIDDEN, MINE, QUESTION, PictureError, check_rows, grid_of
from minesweeper.core.text import join, plural, printable, quote

ALLOWED = HIDDEN + MINE + FLAG + QUESTION + CLUES + "0"
"""The signs that this program writes, and that a sentence about a wrong one names."""

# Private use: the signs of Nerd Fonts, which the screens may show.
HIDDEN_SIGNS = HIDDEN + QUESTION + "-_+>■□▢▣▪▫◻◼◽◾⬛⬜⬚█▓▒░🟦🟩⋅✓\uf128\uf00c"
FLAG_SIGNS = FLAG + "fPx⚑⚐🚩\uf024\uf11d"
MINE_SIGNS = MINE + "MX💣✱✸✹\uf1e2\uf0e7"
DOTS = EMPTY + "·"
"""Opened empty cells, unless nothing else is hidden."""
BLANK = ""
"""A cell of a frame, or between bars, with nothing in it: opened and empty."""

_SIGNS = frozenset((*HIDDEN_SIGNS, *FLAG_SIGNS, *MINE_SIGNS, *DOTS, *CLUES, "0", BLANK))
_IF = "~"
_MARKS = frozenset("!x✗+✓>▸[]▐▌▗▄▟\uf00d\uf00c" + _IF)
"""What may stand before a sign, or around it, and says nothing about the cell; after ``~`` nothing is known of it."""
_FEET = frozenset(" ▗▄▟▐▌")
_SIDES, _OPEN_SIDES = "|│║┃¦", "╎:"
_BAR = re.compile(f"[{_SIDES}]")
_DASHED = re.compile(r"╌|- -")
"""In the edge of a frame: the board goes on there."""
_TOP_LEFT = re.compile(r"[╭┌╔┏╒╓][─━═╌▗]|\+[-=]")
"""The cursor of a screen may lie over the edge beside the corner."""
_TOP_RIGHT = re.compile(r"[─━═╌][╮┐╗┓╕╖]|[-= ]\+")
_LEFT = frozenset(_SIDES + _OPEN_SIDES + "╰└╚┗╘╙+├╠┣╞╟┠")
"""What the left side of a frame is made of, its lower corner included."""
_RULE = re.compile(r"(?=.*(?:--|==|[─━═]))[-=+:|│║┃─━═┼╬╋├┤╠╣┣┫┬┴╦╩┳┻\s]+")
_DASHES = re.compile(r"\s*(?::[-=─━═]+:?|[-=─━═]+:|[-=─━═]{3,})\s*")
_UNSEEN = dict.fromkeys((0xFE0E, 0xFE0F, 0x20E3, 0x200B, 0x200D))
"""Characters that only change how the one before them looks."""

_WORD = re.compile(r"\S+")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_SIGN_LETTERS = frozenset("FfPMXx")
_LEFT_OVER = "(?:left|remain|known|more)"
_MINES = (
    re.compile(r"\bof (\d[\d,]{0,8}) mines?\b", re.IGNORECASE),
    re.compile(r"\b\d{1,7}x\d{1,7}/(\d{1,7})\b", re.IGNORECASE),
    re.compile(rf"\b(\d[\d,]{{0,8}}) (?:mines?|bombs?)\b(?! *{_LEFT_OVER})", re.IGNORECASE),
    re.compile(r"\b(?:mines?|bombs?)(?: in all| total)? ?[:=] ?(\d[\d,]{0,8})\b", re.IGNORECASE),
)
_MINES_LEFT = re.compile(rf"\b\d[\d,]{{0,8}} (?:mines?|bombs?) *{_LEFT_OVER}\w*", re.IGNORECASE)
"""No total: flags that are not in the picture may count in it."""

_MOST_DIGITS = 4
"""The numbers of columns stand in so many lines at most, if they are read downwards."""
_DIGITS_AND_BLANKS = frozenset("0123456789 ")

_Line: TypeAlias = tuple[int, str]
"""A line with its number."""
_Row: TypeAlias = tuple[int, list[str]]
"""The number of a line, and the cells in it: a sign each, or BLANK."""


class FoundPicture(NamedTuple):
    """The cells of a picture, and what was around them."""

    grid: Grid
    signs: tuple[str, ...]
    """The sign of each cell, in the order of the cells."""
    looks: tuple[str, ...] = ()
    """What it has around it, such as ``a frame``."""
    text: tuple[str, ...] = ()
    """The lines of text above and below it."""
    has_gaps: bool = False
    """Whether blanks that are no cells part cells that else stand close together."""

    def where(self, signs: str) -> CellSet:
        """The cells that show one of the signs."""
        wanted = set(signs)
        return to_cell_set(cell for cell, sign in enumerate(self.signs) if sign in wanted)


def mines_in(text: str) -> int | None:
    """The mine total that a text tells in a plain way, such as ``10 mines`` or ``mines: 10``; None if it does not."""
    for pattern in _MINES:
        found = pattern.search(text)
        if found:
            return int(found[1].replace(",", ""))
    return None


def find_picture(text: str) -> FoundPicture | None:
    """The picture in a text without blank lines; None if none of its lines is a row."""
    whole = [_plain(line) for line in text.splitlines()]
    lines = [(number, line.rstrip()) for number, line in enumerate(whole, start=1)]
    looks: list[str] = []
    has_gaps = False
    framed = _inside_frame(lines)
    if framed is not None:
        rows, outside = framed
        looks.append("a frame")
        found = _between_bars(rows) or _in_columns(rows)
    else:
        body = _without_text(lines)
        if not body:
            return None
        outside = [line for line in lines if not body[0][0] <= line[0] <= body[-1][0]]
        table = [(number, whole[number - 1]) for number, _ in body]  # its last cells may be blank
        numbered = _numbered(body) or _numbered_table(table)
        if numbered is not None:
            looks.append("numbers around it")
        parted = numbered or _with_sides(body) or _between_bars(body) or _between_tabs(table)
        has_gaps = parted is None and _has_gaps(body)
        found = parted or _side_by_side(_without_numbers(body))
    grid = check_rows(found, ALLOWED, _SIGNS)
    signs = tuple(sign for _, cells in found for sign in cells)
    return FoundPicture(grid, signs, tuple(looks), tuple(line for _, line in outside if _is_text(line)), has_gaps)


def _plain(line: str) -> str:
    """A line without what only changes looks; digits in circles and wide signs are plain ones."""
    return normalize("NFKC", line.translate(_UNSEEN))


def _without_text(lines: Sequence[_Line]) -> list[_Line]:
    """The lines from the first row to the last: text may stand before and after them."""
    rows = [place for place, (_, line) in enumerate(lines) if line and not _is_text(line)]
    body = list(lines[rows[0] : rows[-1] + 1]) if rows else []
    if len(body) > len(rows):
        number = next(number for number, line in body if not line or _is_text(line))
        raise PictureError(f"line {number} is no row: the rows of a picture stand together")
    return body


def _is_text(line: str) -> bool:
    """Whether there is a word in a line: letters of which one at least is no sign."""
    return any(not _SIGN_LETTERS.issuperset(word) for word in _LETTERS.findall(line))


# Frames and bars


def _inside_frame(lines: Sequence[_Line]) -> tuple[list[_Line], list[_Line]] | None:
    """What stands between the sides of a frame, and the lines above and below it; None if there is no frame."""
    last = 0
    for first, (_, top) in enumerate(lines):
        begin, ends = _TOP_LEFT.search(top), [found.end() - 1 for found in _TOP_RIGHT.finditer(top)]
        if first < last or begin is None or not ends or ends[-1] < begin.end():
            continue
        left, width = begin.start(), ends[-1] - begin.end() + 1
        last = first + 1
        while last < len(lines) and lines[last][1][left : left + 1] in _LEFT:
            last += 1
        beside = [line for line in lines[first + 1 : last] if line[1][left] in _SIDES + _OPEN_SIDES]
        rows = [_between_sides(line, left, width) for line in beside]
        if rows:
            for number, line in (lines[first], lines[last - 1]):
                if line[left] not in _SIDES and _DASHED.search(line, left, left + width + 2):
                    raise _part_of_a_board(number)
            return rows, [*lines[:first], *lines[last:]]
    return None


def _between_sides(line: _Line, left: int, width: int) -> _Line:
    """A line of a frame from its left side to the right one; that is not where the edge ends if signs are wide."""
    number, text = line[0], line[1][left + 1 :]
    sides = line[1][left] + text[width : width + 1]
    if sides[-1] not in _SIDES or len(sides) == 1:
        width = max(text.rfind(side) for side in _SIDES)
    if width < 0 or not set(sides).isdisjoint(_OPEN_SIDES):
        raise _part_of_a_board(number)
    return number, text[:width]


def _part_of_a_board(number: int) -> PictureError:
    return PictureError(f"line {number}: the frame is open there, as around a part of a board: the whole one is needed")


def _between_bars(lines: Sequence[_Line]) -> list[_Row] | None:
    """Cells with bars between them; None if there are no bars, or more than a cell between two."""
    parts = [[part.strip() for part in _BAR.split(line)] for _, line in lines]
    is_cell = all(len(part) <= 1 or _is_marked(part) for row in parts for part in row)
    if not is_cell or max(map(len, parts)) == 1:
        return None
    return [(number, [_sign(part) for part in row]) for (number, _), row in zip(lines, parts, strict=True)]


def _with_sides(lines: Sequence[_Line]) -> list[_Row] | None:
    """Rows that begin and end with a bar, with or without bars between their cells; lines between rows don't count."""
    inner: list[_Line] = []
    for number, line in lines:
        found = line.strip()
        is_row = len(found) > 1 and found[0] in _SIDES and found[-1] in _SIDES
        parts = _BAR.split(found[1:-1])
        if is_row and (len(parts) == 1 or not all(_DASHES.fullmatch(part) for part in parts)):
            inner.append((number, found[1:-1]))
        elif not _RULE.fullmatch(found):
            return None
    if not inner:
        return None
    return _between_bars(inner) or _in_columns(inner)


def _in_columns(lines: Sequence[_Line]) -> list[_Row]:
    """Cells that stand below each other, each as wide as the others; one with nothing in it is BLANK."""
    width = max(len(line) for _, line in lines)
    short = next((number for number, line in lines if 2 * len(line) < width), None)
    if short is not None:  # wide signs make a line shorter, but not by more than half
        raise PictureError(f"line {short} is less than half as long as another row: rows are equally long")
    padded = [(number, line.ljust(width)) for number, line in lines]
    upper, lower = padded[::2], padded[1::2]
    if len(upper) == len(lower) and all(_FEET.issuperset(line) for _, line in lower):
        large = _in_tiles(upper, 4)
        if large is not None:
            return large
    is_close = not any(" " in line for _, line in padded)
    found = None if is_close else _in_tiles(padded, 2) or _in_tiles(padded, 3)
    return found or [(number, [BLANK if sign == " " else sign for sign in line]) for number, line in padded]


def _in_tiles(lines: Sequence[_Line], size: int) -> list[_Row] | None:
    """Cells of so many columns each, of which one holds the sign; None if they are not so wide."""
    for start in range(size):
        signs = [sign for _, line in lines for sign in line[start::size] if sign != " "]
        others = [mark for _, line in lines for col, mark in enumerate(line) if mark != " " and (col - start) % size]
        if len(others) < len(signs) and _SIGNS.issuperset(signs) and _MARKS.issuperset(others):
            width = len(lines[0][1])
            if size == 2 and not start and not width % 2 and all(line[0] == " " for _, line in lines):
                start = 2  # a margin on both sides, as around the boards of this program
            return [(number, _tiles(line, range(start, width, size))) for number, line in lines]
    return None


def _tiles(line: str, places: Sequence[int]) -> list[str]:
    """The signs at some places of a line; the character before each is its mark."""
    cells = [(line[place - 1 : place].strip(), line[place : place + 1].strip()) for place in places]
    return [_sign(mark + sign) if sign else BLANK for mark, sign in cells]


def _sign(text: str) -> str:
    """The sign of a cell, without its mark."""
    if len(text) < 2:
        return text
    return HIDDEN if text[0] == _IF else text[-1]


def _is_marked(text: str) -> bool:
    return len(text) == 2 and text[0] in _MARKS and text[1] in _SIGNS


# Without a frame


def _between_tabs(lines: Sequence[_Line]) -> list[_Row] | None:
    """Cells with a tab between them, as tables of other programs are pasted; None if a part has more than a sign."""
    return _table_of(lines, _tabbed(lines))


def _numbered_table(lines: Sequence[_Line]) -> list[_Row] | None:
    """The same without the numbers of its columns and rows; None if it has not both."""
    heading, *rows = _tabbed(lines)
    if heading[0] or not _counts(heading[1:]) or not _counts([row[0] for row in rows]):
        return None
    return _table_of(lines[1:], [row[1:] for row in rows])


def _tabbed(lines: Sequence[_Line]) -> list[list[str]]:
    """What stands between the tabs of each line; short lines are filled up, as their last tabs are easily lost."""
    parts = [[part.strip() for part in line.split("\t")] for _, line in lines]
    most = max(map(len, parts))
    grid_of(most, len(lines))  # before that many blank cells are made
    return [[*cells, *[BLANK] * (most - len(cells))] for cells in parts]


def _table_of(lines: Sequence[_Line], parts: list[list[str]]) -> list[_Row] | None:
    if not any("\t" in line for _, line in lines) or any(len(part) > 1 for cells in parts for part in cells):
        return None
    return [(number, cells) for (number, _), cells in zip(lines, parts, strict=True)]


def _without_numbers(lines: Sequence[_Line]) -> list[_Line]:
    """The lines without the numbers of rows, if these go past 8: no clue is larger."""
    words = [line.split() for _, line in lines]
    if len(lines) > 8 and _counts([row[0] for row in words]) and all(len(row) > 1 for row in words):
        return [(number, line.lstrip()[len(row[0]) :]) for (number, line), row in zip(lines, words, strict=True)]
    return list(lines)


def _side_by_side(lines: Sequence[_Line]) -> list[_Row]:
    """Rows without bars: a sign a cell, with blanks between them or not."""
    rows = [(number, line.split()) for number, line in lines]
    if _is_spaced([words for _, words in rows]):
        return _with_blank_cells(lines) or [(number, [_sign(word) for word in words]) for number, words in rows]
    return [(number, list("".join(words))) for number, words in rows]


def _is_spaced(rows: Sequence[Sequence[str]]) -> bool:
    """Whether there are blanks between all cells of some rows."""
    is_cell = all(len(word) == 1 or _is_marked(word) for words in rows for word in words)
    return is_cell and any(len(words) > 1 for words in rows)


def _has_gaps(lines: Sequence[_Line]) -> bool:
    """Whether there are blanks between some cells, but not between all."""
    rows = [line.split() for _, line in _without_numbers(lines)]
    return not _is_spaced(rows) and any(len(words) > 1 for words in rows)


def _with_blank_cells(lines: Sequence[_Line]) -> list[_Row] | None:
    """Cells in columns of equal width, of which some are blank; None if no gap has room for a cell.

    Where there is such a gap and the rows don't agree on the columns, nobody knows how many cells it stands for.
    """
    places = [[word.end() - 1 for word in _WORD.finditer(line)] for _, line in lines]
    gaps = [[after - before for before, after in pairwise(row)] for row in places]
    step = min(gap for row in gaps for gap in row)
    wide = next((number for (number, _), row in zip(lines, gaps, strict=True) if max(row, default=0) >= 2 * step), None)
    if wide is None:
        return None
    first, last = places[0][0], places[0][-1]
    in_columns = all((place - first) % step == 0 for row in places for place in row)
    if not in_columns or any((row[0], row[-1]) != (first, last) for row in places):
        raise PictureError(
            f"line {wide} has a gap with room for a cell: write 0 there, or the rows in the same columns"
        )
    columns = range(first, last + 1, step)
    grid_of(len(columns), len(lines))  # before gaps are filled up with blank cells
    return [(number, _tiles(line, columns)) for number, line in lines]


def _numbered(lines: Sequence[_Line]) -> list[_Row] | None:
    """Rows with the numbers of columns above them, and most often of rows beside them; None if there are none.

    Without numbers beside them those above must go past 8, or be letters: others may be clues.
    """
    open_lines = [(number, _BAR.sub(" ", line)) for number, line in lines if not _is_rule(line)]
    for above in range(1, min(_MOST_DIGITS, len(open_lines) - 1) + 1):
        heading, rows = open_lines[above - 1][1], open_lines[above:]
        if len(rows) > 1 and rows[-1][1].strip() == heading.strip():
            rows = rows[:-1]
        words = heading.split()
        if _counts(list("".join(words))):
            found = _below(rows, heading)
        else:
            found = _beside(rows, len(words)) if _counts(words) else None
        if found is not None:
            return found
        if not set(heading) <= _DIGITS_AND_BLANKS:
            break
    return None


def _is_rule(line: str) -> bool:
    """Whether a line only parts others: not one of hidden cells, which has no crossing."""
    return bool(_RULE.fullmatch(line)) and any(sign not in "-=: " for sign in line)


def _below(rows: Sequence[_Line], heading: str) -> list[_Row] | None:
    """Rows whose cells stand below the numbers of their columns."""
    places = [place for place, sign in enumerate(heading) if sign != " "]
    labels = [line[: max(places[0] - 1, 0)].strip(" .:") for _, line in rows]
    is_plain = not any(labels) and (len(places) > 8 or "".join(heading.split()).isalpha())
    between = set(range(places[0], places[-1])).difference(places)
    others = {sign for _, line in rows for place, sign in enumerate(line[: places[-1]]) if place in between}
    beyond = [line[places[-1] + 1 :].strip(" .:") for _, line in rows]
    is_all = "\t" not in heading and (not any(beyond) or beyond == labels)
    if not (is_plain or _counts(labels)) or not is_all or not _MARKS.issuperset(others - {" "}):
        return None
    grid_of(len(places), len(rows))  # before short lines are filled up with blank cells
    return [(number, _tiles(line, places)) for number, line in rows]


def _beside(rows: Sequence[_Line], width: int) -> list[_Row] | None:
    """Rows of so many cells with blanks between them, after their numbers."""
    words = [line.split() for _, line in rows]
    if all(len(row) == width + 1 for row in words) and _counts([row[0].rstrip(".:") for row in words]):
        words = [row[1:] for row in words]
    elif not all(len(row) == width for row in words):
        return None
    return [(number, [_sign(word) for word in row]) for (number, _), row in zip(rows, words, strict=True)]


def _counts(labels: Sequence[str]) -> bool:
    """Whether labels count from 0 or 1, or from A: numbers in full, or their last digits."""
    starts: list[Callable[[int], str]] = [
        lambda n: str(n + 1),
        str,
        lambda n: str((n + 1) % 10),
        lambda n: str(n % 10),
        lambda n: chr(ord("A") + n),
        lambda n: chr(ord("a") + n),
    ]
    return bool(labels) and any(all(label == name(n) for n, label in enumerate(labels)) for name in starts)


# What was understood


def why_dots_are_hidden(picture: FoundPicture) -> str:
    """Why all dots are hidden cells, in a few words; empty if they are opened empty ones.

    That they are, as in all pictures of this program, unless no other sign is there for a hidden cell. Where empty
    cells are blank or 0, dots are no third sign for them: then flags, question marks and mines may stand beside them.
    """
    signs = set(picture.signs)
    hidden, marked = signs.intersection(HIDDEN_SIGNS), signs.intersection(QUESTION + FLAG_SIGNS + MINE_SIGNS)
    empty = "blank" if BLANK in signs else "0" if "0" in signs else ""
    if not signs.intersection(DOTS) or hidden - {QUESTION} or (marked and not empty):
        return ""
    return f"because empty cells are {empty}" if marked else "because nothing else is"


def tell(picture: FoundPicture, why_dots: str, mines: int | None) -> str:
    """What was understood, in a sentence; ``mines`` if the text told them."""
    signs, grid = set(picture.signs), picture.grid
    parts = []
    hidden = [sign for sign in HIDDEN_SIGNS if sign in signs and sign != HIDDEN]
    if hidden:
        parts.append(f"{join(list(map(printable, hidden)))} {'is' if len(hidden) == 1 else 'are'} hidden")
    if why_dots:
        parts.append(f". is hidden, {why_dots}")
    if BLANK in signs:
        parts.append("blank cells are empty")
    for known, noun in ((FLAG_SIGNS, "flag"), (MINE_SIGNS, "given mine")):
        used = [sign for sign in known if sign in signs]
        if used:
            which = "" if used == [known[0]] else f" ({printable(' '.join(used))})"
            parts.append(f"{plural(picture.where(known).bit_count(), noun)}{which}")
    if picture.has_gaps:
        parts.append("blanks between cells are no cells")
    if mines is not None:
        parts.append(f"{plural(mines, 'mine')} in all, as the text says")
    parts += _about_text(picture.text, mines)
    around = f" with {join(picture.looks)}" if picture.looks else ""
    return f"Read as {grid.width}x{grid.height}{around}{': ' if parts else ''}{'; '.join(parts)}."


def _about_text(lines: Sequence[str], mines: int | None) -> list[str]:
    """What became of the lines of text; that which told the mine total was used."""
    unused = [line for line in lines if mines is None or mines_in(line) != mines]
    left = [found[0] for line in unused if mines_in(line) is None and (found := _MINES_LEFT.search(line))]
    parts = [f"{quote(text, typed=True)} is not taken as the total" for text in left]
    others = len(unused) - len(left)
    return [*parts, f"{plural(others, 'line')} of text left out"] if others else parts
