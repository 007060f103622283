"""Pictures of positions as others draw them: in a frame, with bars, with numbers around them, with text beside them.

It finds the cells and the sign in each; what the signs mean is said by ``found_signs``. The order of the rules is told
in docs/solve.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise, takewhile
from typing import TypeAlias
from unicodedata import normalize

from minesweeper.core.pictures import HIDDEN, PictureError, check_rows, grid_of
from minesweeper.core.text import clean, plural, quote
from minesweeper.storage.found_signs import (
    BLANK,
    DOTS,
    HIDDEN_SIGNS,
    MINE_SIGNS,
    NAMED,
    SIGNS,
    FoundPicture,
    has_room,
    is_closed,
)
from minesweeper.storage.mine_words import totals_in

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
_STROKE = re.compile(r"\s*([-_=~─━═—–])\1+\s*")
"""A line of one stroke: above and below a picture, or before a signature."""
_UNSEEN = dict.fromkeys((0xFE0E, 0xFE0F, 0x20E3, 0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF))
"""Characters that only change how the one before them looks, or that nobody sees: the mark of a file's start."""
_DIGIT_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
_NAMES = {
    **{name: str(number) for number, name in enumerate(_DIGIT_NAMES)},
    "black_large_square": "⬛",
    "white_large_square": "⬜",
    "blue_square": "🟦",
    "green_square": "🟩",
    "bomb": "💣",
    "triangular_flag_on_post": "🚩",
}
_NAME = re.compile(r":([a-z_]{3,24}):")
"""An emoji as chats write it."""

_WORD = re.compile(r"\S+")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_SIGN_LETTERS = frozenset("FfPMXxH")
_ROW_SIGNS = SIGNS - {BLANK} | {"9", *_SIDES}
_SIZE = re.compile(r"\d+x\d+(?:x\d+|/\d+)?")
_SAME_THRICE = re.compile(r"([^\W\d_])\1\1")
_REMARK = tuple("<←⇐(/;")
"""With this a remark behind a row may begin, an arrow most often."""

_ARROW = re.compile(r"\S\s+[-=]+>\s+\S")

_MOST_DIGITS = 4
"""The numbers of columns stand in so many lines at most, if they are read downwards."""
_DIGITS_AND_BLANKS = frozenset("0123456789 ")
_LABEL = re.compile(r"\s*(\d{1,7}|[A-Za-z])[:)|](?=.*\S)")
_LABEL_WITH_DOT = re.compile(r"\s*(\d{1,7})\.(?=\s+\S)")
_BULLETS = frozenset("*-+•")
_MINUS_ONE = re.compile(r"(?<!\S)-1(?!\S)")
_BOXED = re.compile(r"\s*(?:\[[^\[\]]?\]\s*)+")
_SPOILERS = re.compile(r"\s*(?:\|\|[^|]+\|\|\s*){2,}")
_LIST_START = re.compile(r"\s*(?:\w{1,40}\s*=\s*)?(?:\w{1,40}\.)?(?:\w{1,40}\()?\[")
"""A name may be given to a list, and a call around it, such as np.array(, makes it an array."""
_LIST_END = re.compile(r"\s*(?:,\s*dtype\s*=[^\[\]]*)?\)?[\s,;]*$")
_VALUES = re.compile(r"(?:-?\d|None|null)\s*[,\s]\s*(?:-?\d|None|null)[^\[]*\]|\[\s*(?:-?\d|None|null)\s*[,\s]")
"""A part of a list in a line of text."""
_LIST_PART = re.compile(r"\s*(?:([\[(])|([\])])|(-?\d(?!\d)|None|null|'[^'\s]?'|\"[^\"\s]?\"|,))")
_LISTED = {"None": HIDDEN, "null": HIDDEN, "-1": HIDDEN, "-2": MINE_SIGNS[0]}

_COLUMNS = (("column", 0), ("column", -1))

_Line: TypeAlias = tuple[int, str]
"""A line with its number."""
_Row: TypeAlias = tuple[int, list[str]]
"""The number of a line, and the cells in it: a sign each, or BLANK."""


def find_picture(text: str) -> FoundPicture | None:
    """The picture in a text without blank lines; None if none of its lines is a row."""
    whole = [_plain(line) for line in text.splitlines()]
    lines = [(number, line.rstrip()) for number, line in enumerate(whole, start=1)]
    looks: list[str] = []
    notes: list[str] = []
    framed = _inside_frame(lines)
    if framed is not None:
        rows, outside = framed
        looks.append("a frame")
        found = _between_bars(rows) or _in_columns(rows)
    else:
        lines = list(_without_remarks(lines, notes))
        body = _without_text(lines)
        if not body or (len(body) == 1 and _STROKE.fullmatch(body[0][1])):
            return None
        outside = [line for line in lines if not body[0][0] <= line[0] <= body[-1][0]]
        # The last cells of a row may be blank.
        ends = {number: line for number, line in enumerate(whole, start=1) if line.strip()}
        table = [(number, ends[number] if ends[number].rstrip() == line else line) for number, line in body]
        found = _unframed(table, looks, notes)
    _check_lengths(found)
    grid = check_rows(found, NAMED, SIGNS)
    signs = tuple(sign for _, cells in found for sign in cells)
    texts = tuple(line for _, line in outside if is_text(line))
    return FoundPicture(grid, signs, tuple(looks), texts, tuple(notes))


def _unframed(table: list[_Line], looks: list[str], notes: list[str]) -> list[_Row]:
    """The rows of lines with no frame around them; the first form that is theirs. Their last blanks are still there."""
    if all(_SPOILERS.fullmatch(line) for _, line in table):
        raise PictureError(
            f"line {table[0][0]} has its cells in spoilers: write only what is seen, and # for the others"
        )
    listed = _in_lists(table, notes)
    if listed is not None:
        return listed
    arrow = next((number for number, line in table if _ARROW.search(line)), None)
    if arrow is not None:
        raise PictureError(f"line {arrow} has an arrow between cells: write the rows of one position alone")
    table = _without_strokes(_without_heading_stroke(table), notes)
    table = _with_minus_one(_without_bullets(table, notes), notes)
    body = [(number, line.rstrip()) for number, line in table]
    numbered = _numbered(body) or _numbered_table(table)
    if numbered is not None:
        looks.append("numbers around it")
        return numbered
    parted = _with_sides(body, notes) or _between_bars(body) or _between_tabs(table) or _between_commas(body, notes)
    if parted is not None:
        return _without_counts(parted, notes)
    rows = _without_numbers(body)
    if rows != body:
        looks.append("numbers beside it")
    found = _side_by_side(rows)
    if len({len(cells) for _, cells in found}) > 1:
        return _filled_up(rows, notes) or found
    if _is_spaced([line.split() for _, line in rows]):
        return _without_counts(found, notes)
    words = [line.split() for _, line in rows]
    if all(len(row) == 2 and len(row[0]) == 1 < len(row[1]) for row in words):
        counted = _without_counts(found, notes, _COLUMNS[:1])
        if counted != found:
            return counted
    if any(len(row) > 1 for row in words):
        _check_clues(rows)
        if _filled_up(rows, []):
            number = next(number for (number, _), row in zip(rows, words, strict=True) if len(row) > 1)
            raise PictureError(
                f"line {number} has blanks that may be empty cells: write . or 0 for each, or the rows without blanks"
            )
        notes.append("blanks between cells are no cells")
    return found


def _check_clues(rows: Sequence[_Line]) -> None:
    """Refuses numbers among cells that are no clues, as of programs that write 10 for a hidden cell."""
    words = [(number, word) for number, line in rows for word in line.split()]
    long = next(((number, word) for number, word in words if len(word) > 1 and word.isdecimal()), None)
    if long is not None and any(len(word) == 1 for _, word in words):
        raise PictureError(f"line {long[0]}: {quote(long[1], 20)} is no clue: clues are 0 to 8, a hidden cell is #")


def _check_lengths(rows: Sequence[_Row]) -> None:
    width = len(rows[0][1])
    for number, cells in rows:
        if len(cells) != width:
            raise PictureError(
                f"line {number} has {plural(len(cells), 'cell')}, the first row has {width}: rows are equally long,"
                " with . or 0 for an empty cell"
            )


def _plain(line: str) -> str:
    """A line without what only changes looks; digits in circles and wide signs are plain ones."""
    named = _NAME.sub(lambda found: _NAMES.get(found[1], found[0]), line)
    return named if named.isascii() else "".join(map(_plain_sign, named.translate(_UNSEEN)))


@lru_cache(maxsize=4096)
def _plain_sign(sign: str) -> str:
    # Sign by sign: to put a row of marks into their order takes time that grows with its square.
    return normalize("NFKC", sign)


# Text


def is_text(line: str) -> bool:
    """Whether there is a word in a line, letters of which one at least is no sign; or a size, such as 30x16/99."""
    if any(not _SIGN_LETTERS.issuperset(word) for word in _LETTERS.findall(line)):
        return not _is_listed(line)
    return "/" in line and bool(_SIZE.fullmatch(line.strip()))


def _without_text(lines: Sequence[_Line]) -> list[_Line]:
    """The lines from the first row to the last: text may stand before and after them."""
    rows = [place for place, (_, line) in enumerate(lines) if line and not is_text(line)]
    body = list(lines[rows[0] : rows[-1] + 1]) if rows else []
    if len(body) > len(rows):
        number = next(number for number, line in body if not line or is_text(line))
        raise PictureError(f"line {number} is no row: the rows of a picture stand together")
    return body


def _without_remarks(lines: Sequence[_Line], notes: list[str]) -> Iterator[_Line]:
    """The lines without the text behind rows; a line of text beside rows that is as long as they may be one is refused.

    How long that is, is told by the lines that are no text.
    """
    texts = [is_text(line) for _, line in lines]
    lengths = {_length(line) for (_, line), found in zip(lines, texts, strict=True) if line and not found}
    rows = {place: row for place, (_, line) in enumerate(lines) if texts[place] and (row := _before_remark(line))}
    if not lengths and len({_length(row) for row in rows.values()}) == 1 < len(rows):
        lengths = {_length(row) for row in rows.values()}
    is_row = [not text or (place in rows and _length(rows[place]) in lengths) for place, text in enumerate(texts)]
    has_lists = any("[" in line for (_, line), text in zip(lines, texts, strict=True) if not text)
    remarks = sum(map(min, texts, is_row))
    if remarks:
        notes.append(f"the text behind {plural(remarks, 'row')} is left out")
    for place, (number, line) in enumerate(lines):
        if is_row[place] or not any(is_row[max(place - 1, 0) : place + 2]):
            yield number, rows[place] if texts[place] and is_row[place] else line
        elif any(length in lengths for length in _row_like(line)) or (has_lists and _VALUES.search(line)):
            raise PictureError(
                f"line {number} may be a row with text, or text: write the row alone, or a blank line beside the text"
            )
        else:
            yield number, line


def _length(line: str) -> int:
    """How many signs stand in a line."""
    return len(_BAR.sub("", "".join(line.split())))


def _before_remark(line: str) -> str:
    """What looks like a row at the start of a line of text, clearly apart from the text; else empty."""
    end = _signs_at_start(line)
    row, rest = line[:end].rstrip(), line[end:].lstrip()
    is_apart = rest.startswith(_REMARK) or len(line) - len(rest) - len(row) > 1 or "\t" in line[len(row) : -len(rest)]
    return row if is_apart and not _is_number(row, line) else ""


def _row_like(line: str) -> Iterator[int]:
    """The lengths of the rows that a line of text may be, or hold: at its start, at its end, or as a word."""
    words = line.split()
    cut = line[: _signs_at_start(line)].split()
    for some in (cut, words[::-1]):
        known = list(takewhile(_ROW_SIGNS.issuperset, some))
        if not _is_number(" ".join(known), line):
            yield from (length for length in accumulate(map(_length, known)) if length > 1)
    for word in words:
        if len(word) > 2 and _ROW_SIGNS.issuperset(word) and not word.isdigit() and not _SIZE.fullmatch(word):
            yield _length(word)
    if _SAME_THRICE.search(line) or (len(words) == 1 and any(sign.isdigit() or sign == HIDDEN for sign in line)):
        yield _length(line)


def _is_number(part: str, line: str) -> bool:
    """Whether a part of a line of text is a size or a number of mines, which have the signs of cells."""
    words = part.split()
    return all(map(_SIZE.fullmatch, words)) or (all(map(str.isdigit, words)) and bool(totals_in(line)))


def _signs_at_start(line: str) -> int:
    """Where the signs at the start of a line end: after whole words, or before what no word goes on with."""
    end = 0
    for word in _WORD.finditer(line):
        known = next((place for place, sign in enumerate(word[0]) if sign not in _ROW_SIGNS), len(word[0]))
        if known == len(word[0]):
            end = word.end()
            continue
        return word.start() + known if word[0].startswith(_REMARK, known) else end
    return end


# Lines and marks beside rows


def _without_strokes(lines: list[_Line], notes: list[str]) -> list[_Line]:
    """The lines without those of one stroke above and below, where another sign is there for hidden cells."""
    rows = [line for line in lines if not _STROKE.fullmatch(line[1])]
    strokes = {line.strip()[0] for _, line in lines if _STROKE.fullmatch(line)}
    if not rows or not strokes or any(_BAR.search(line) for _, line in lines):
        return lines
    signs = {sign for _, line in rows for sign in line}
    is_spaced = _is_spaced([line.split() for _, line in rows]) and all(len(line.split()) > 1 for _, line in rows)
    has_hidden = bool(signs.intersection(HIDDEN_SIGNS) - strokes - {"?"})
    left_out = {sign for sign in strokes if sign not in SIGNS or is_spaced or (has_hidden and sign not in signs)}
    places = [place for place, (_, line) in enumerate(lines) if _STROKE.fullmatch(line) and line.strip()[0] in left_out]
    kept = [line for line in lines if not (_STROKE.fullmatch(line[1]) and line[1].strip()[0] in left_out)]
    between = [place for place in places if 0 < place < len(lines) - 1]
    if between and len(between) < len(kept) - 1:
        raise PictureError(f"line {lines[between[0]][0]} is no row: the rows of a picture stand together")
    if places:
        notes.append(f"{plural(len(lines) - len(kept), 'line')} of {' and '.join(sorted(left_out))} left out")
    return kept


def _without_heading_stroke(lines: list[_Line]) -> list[_Line]:
    """The lines without a stroke below the numbers of columns, which has not as many signs as there are cells."""
    words = lines[0][1].split()
    is_below = len(lines) > 2 and len(words) > 1 and _counts(words) and _STROKE.fullmatch(lines[1][1])
    return [lines[0], *lines[2:]] if is_below and len(lines[1][1].strip()) != len(words) else lines


def _without_bullets(lines: list[_Line], notes: list[str]) -> list[_Line]:
    """The lines without the mark of a list before each, which is no cell because no other cell has its sign."""
    words = [line.split(None, 1) for _, line in lines]
    marks = {row[0] for row in words if row}
    mark = marks.pop()
    if marks or mark not in _BULLETS or len(lines) < 2 or any(len(row) < 2 for row in words):
        return lines
    rows = [(number, row[1]) for (number, _), row in zip(lines, words, strict=True)]
    signs = [sign for _, row in rows for sign in row if sign != " "]
    is_close = all(len(row.split()) == 1 < len(row.strip()) for _, row in rows)
    if mark in signs:
        if is_close:
            raise PictureError(f"every line begins with '{mark} ': write the rows without it, or without the blank")
        return lines
    is_hidden = mark in HIDDEN_SIGNS and not set(signs).intersection(HIDDEN_SIGNS) - {"?"}
    if not is_close and (is_hidden or (mark in MINE_SIGNS and _may_be_mines([row.split() for _, row in rows]))):
        return lines
    notes.append(f"the {mark} before each row is left out")
    return rows


def _may_be_mines(rows: Sequence[Sequence[str]]) -> bool:
    """Whether all cells before the rows may be given mines."""
    width = len(rows[0]) + 1
    signs = [sign for row in rows for sign in (MINE_SIGNS[0], *row)]
    return len(signs) == width * len(rows) and has_room(width, signs, {*DOTS, "0"})


def _with_minus_one(lines: list[_Line], notes: list[str]) -> list[_Line]:
    """The lines with a sign for -1, as programs write a hidden cell, if every other word is one sign."""
    words = {word for _, line in lines for word in line.split()}
    if "-1" not in words or len(words) == 1 or any(len(word) > 1 for word in words - {"-1"}):
        return lines
    notes.append("-1 is hidden")
    return [(number, _MINUS_ONE.sub(f" {HIDDEN}", line)) for number, line in lines]


def _without_counts(
    rows: list[_Row], notes: list[str], edges: Sequence[tuple[str, int]] = (("row", 0), ("row", -1), *_COLUMNS)
) -> list[_Row]:
    """The rows without numbers of columns above them or of rows beside them, if these can't be clues.

    Numbers that count up end in a corner, where hardly any cell is hidden: from 1 to 3 already one mine has no room.
    """
    for what, edge in edges:
        found = [cells for _, cells in rows]
        if len({*map(len, found)}) > 1 or min(len(found), len(found[0])) < 2:
            return rows
        width, signs = len(found[0]), [sign for cells in found for sign in cells]
        places = list(range(len(signs)))
        line = places[edge * width :][:width] if what == "row" else places[edge % width :: width]
        numbers = [signs[place] for place in line]
        if not _counts(numbers) or has_room(width, signs, {*DOTS, "0", BLANK}, line):
            continue
        notes.append(
            f"the {'first' if not edge else 'last'} {what}, {clean(' '.join(numbers))}, is left out as numbers"
        )
        if what == "row":
            del rows[edge]
        else:
            rows = [(number, cells[1:] if not edge else cells[:-1]) for number, cells in rows]
    return rows


def what_counts(width: int, signs: Sequence[str]) -> str:
    """A note on a first row, or first column, that counts up and can't be clues; empty if there is none."""
    for what, line in (("row", range(width)), ("column", range(0, len(signs), width))):
        numbers = [signs[place] for place in line]
        if 1 < len(line) < 10 and _counts(numbers) and not has_room(width, signs, {*DOTS, "0"}, line):
            return f"the first {what}, {clean(' '.join(numbers))}, is taken as clues"
    return ""


# Lists of programs


def _is_listed(line: str) -> bool:
    """Whether a line is a part of a list as programs write it, with words such as None in it."""
    if not any(sign in line for sign in "[,"):
        return False
    return all(part[0] != "=" for part in _list_parts(line))


def _list_parts(line: str) -> list[str]:
    """The brackets and values of a line; ``=`` where something else stands."""
    start = _LIST_START.match(line)
    place = start.end() - 1 if start else 0
    parts: list[str] = []
    ending = _LIST_END.search(line, line.rfind("]") + 1) if "]" in line else None
    end = ending.start() if ending else len(line.rstrip(" \t,;"))
    while place < end:
        found = _LIST_PART.match(line, place)
        if found is None:
            return ["="]
        parts.append(found[0].strip())
        place = found.end()
    return parts


def _in_lists(lines: Sequence[_Line], notes: list[str]) -> list[_Row] | None:
    """Cells in lists, as programs write them: in brackets of their own, or a list a row."""
    if not any("[" in line for _, line in lines):
        return None
    if all(_BOXED.fullmatch(line) for _, line in lines):
        boxes = [(number, re.findall(r"\[([^\[\]]?)\]", line)) for number, line in lines]
        if max(len(cells) for _, cells in boxes) > 1:
            return [(number, [cell.strip() for cell in cells]) for number, cells in boxes]
    rows: list[_Row] = []
    hidden: set[str] = set()
    is_open = False
    for number, line in lines:
        for part in _list_parts(line):
            if part == "=":
                return None
            if part in "[(":
                if is_open and rows[-1][1]:
                    return None
                rows.append((number, []))
                is_open = True
            elif part in "])":
                is_open = False
            elif part != "," and is_open:
                if _LISTED.get(part) == HIDDEN:
                    hidden.add(part)
                rows[-1][1].append(_LISTED.get(part, part.strip("'\"")))
            elif part != ",":
                return None
    rows = [row for row in rows if row[1]]
    notes += [f"{name} is hidden" for name in sorted(hidden)]
    return rows or None


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


def _with_sides(lines: Sequence[_Line], notes: list[str]) -> list[_Row] | None:
    """Rows that begin and end with a bar, with or without bars between their cells; lines between rows don't count."""
    inner: list[_Line] = []
    rules: list[int] = []
    for place, (number, line) in enumerate(lines):
        found = line.strip()
        is_row = len(found) > 1 and found[0] in _SIDES and found[-1] in _SIDES
        parts = _BAR.split(found[1:-1])
        if is_row and (len(parts) == 1 or not all(_DASHES.fullmatch(part) for part in parts)):
            inner.append((number, found[1:-1]))
        elif not _RULE.fullmatch(found):
            return None
        else:
            rules.append(place)
    if rules == [1] and len(inner) > 1 and not inner[0][1].strip(_SIDES + " "):
        notes.append("the first row is left out as a heading without text")
        del inner[0]
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
        if len(others) < len(signs) and SIGNS.issuperset(signs) and _MARKS.issuperset(others):
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
    return len(text) == 2 and text[0] in _MARKS and text[1] in SIGNS


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


def _between_commas(lines: Sequence[_Line], notes: list[str]) -> list[_Row] | None:
    """Cells with commas or semicolons between them, in quotes or not; None if a part has more than a sign."""
    for comma in ",;":
        parts = [[part.strip(" \t\"'") for part in line.split(comma)] for _, line in lines]
        if min(map(len, parts)) < 2 or any(len(part) > 1 and part not in _LISTED for row in parts for part in row):
            continue
        if all(len(row) > 2 and not row[-1] for row in parts):  # a comma behind each cell
            parts = [row[:-1] for row in parts]
        found = {part for row in parts for part in row}
        notes += [f"{name} is hidden" for name in sorted(found & set(_LISTED)) if _LISTED[name] == HIDDEN]
        cells = [[_LISTED.get(part, part) for part in row] for row in parts]
        return [(number, row) for (number, _), row in zip(lines, cells, strict=True)]
    return None


def _without_numbers(lines: Sequence[_Line]) -> list[_Line]:
    """The lines without the numbers of rows, if these go past 8, as no clue does, or have a mark behind them."""
    for label, least in ((_LABEL, 2), (_LABEL_WITH_DOT, 3)):
        found = [label.match(line) for _, line in lines]
        labels = [one[1] for one in found if one]
        if least <= len(lines) == len(labels) and _counts(labels):
            return [(number, line[len(one[0]) :]) for (number, line), one in zip(lines, found, strict=True) if one]
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


def _filled_up(lines: Sequence[_Line], notes: list[str]) -> list[_Row] | None:
    """Rows of which some are short, filled up with blank cells; None unless that is clear.

    It is where no other sign is there for an empty cell, signs stand below each other, and the new cells have no hidden
    one beside them, as in a game: a row of which a cell got lost has none of it.
    """
    indent = min(len(line) - len(line.lstrip()) for _, line in lines)
    step = 2 if _is_spaced([line.split() for _, line in lines]) else 1
    width = (max(len(line) for _, line in lines) - indent + step - 1) // step
    if width > len(lines) * max(len(line) for _, line in lines) or "\t" in "".join(line for _, line in lines):
        return None
    grid_of(width, len(lines))  # before short lines are filled up with blank cells
    if any(line[indent + 1 :: 2].strip() for _, line in lines) and step == 2:
        return None
    whole = [(number, line[indent::step].ljust(width)) for number, line in lines]
    rows = [(number, [BLANK if sign == " " else sign for sign in line]) for number, line in whole]
    signs = [sign for _, cells in rows for sign in cells]
    blanks = {BLANK}
    is_clear = {"0", *DOTS}.isdisjoint(signs) and has_room(width, signs, blanks) and is_closed(width, signs, blanks)
    if not is_clear:
        return None
    notes.append("short rows are filled up with empty cells")
    return rows


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
    has_bars = any(_BAR.search(line) for _, line in lines)
    kept = [line for line in lines if not _is_rule(line[1]) and not (has_bars and _STROKE.fullmatch(line[1]))]
    barred = _numbered_bars(kept) if has_bars else None
    if barred is not None:
        return barred
    open_lines = [(number, _BAR.sub(" ", line)) for number, line in kept]
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


def _numbered_bars(lines: Sequence[_Line]) -> list[_Row] | None:
    """Rows with bars between cells, their numbers before the first one; those of columns need not stand right above."""
    numbers = _BAR.sub(" ", lines[0][1]).split() if lines else []
    parts = [[part.strip() for part in _BAR.split(line)] for _, line in lines[1:]]
    cells = [row[1:-1] if not row[-1] and len(row) == len(numbers) + 2 else row[1:] for row in parts]
    if not _counts(numbers) or not _counts([row[0] for row in parts]):
        return None
    if any(len(row) != len(numbers) for row in cells) or any(len(part) > 1 for row in cells for part in row):
        return None
    return [(number, row) for (number, _), row in zip(lines[1:], cells, strict=True)]


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
    if len(labels) > 1 and len({*map(len, labels)}) == 1 < len(labels[0]) and all(map(str.isdecimal, labels)):
        labels = [label.lstrip("0") or "0" for label in labels]  # 01, 02, ..
    return bool(labels) and any(all(label == name(n) for n, label in enumerate(labels)) for name in starts)
