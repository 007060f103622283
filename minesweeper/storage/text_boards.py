"""Reads positions that people type, paste or keep in files: text boards, .mine texts, board codes and JSON lines.

The reader is strict. It reads the forms of ``docs/formats.md`` and refuses everything else, because a board that was
misread would get a wrong answer without anybody noticing. Every refusal names the line, quotes it, says what is wrong
with it, and gives the one change that helps. No step takes more than a fixed number of passes over the text, so that a
long text can't block the program. Mines of a board code never leave this module: its result is a ``Position``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import index
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, make_grid
from minesweeper.core.late import LateModule
from minesweeper.core.position import Position, position_of
from minesweeper.core.sizes import SpecError
from minesweeper.core.text import clean, join, plural, quote
from minesweeper.core.textboard import (
    CLUES,
    EMPTY,
    FLAG,
    HIDDEN,
    MINE,
    ODDS_TITLE,
    QUESTION,
    WHAT_IF_TITLE,
    BoardWindow,
    Paper,
    TextBoard,
    number_rows,
)

if TYPE_CHECKING:
    from minesweeper.boards import codes
    from minesweeper.storage import board_files
else:
    board_files = LateModule("minesweeper.storage.board_files")  # Late, because a text board needs no file formats.
    # Late, so that reading a text board loads no module that knows mines.
    codes = LateModule("minesweeper.boards.codes")


MAX_BYTES = 1 << 24
"""The most bytes in the text of one position. That is several times the text board of the largest board."""
_ONE_ROW = "Write one line for each row, such as '1 2 # F'"
_SIGNS = "Write # for a hidden cell, . for an empty cell, 1 to 8 for a clue, F for a flag or * for a known mine"
_SAME_BLANKS = "Write . for empty cells, and put the same number of blanks between all cells"

BLANK = " "
_MEANINGS = {
    **dict.fromkeys("#?+>-_H⋅■□▢▣▪▫◻◼◽◾⬛⬜█▓▒░🟦🟩", HIDDEN),
    **dict.fromkeys("FfPx⚑⚐🚩", FLAG),
    **dict.fromkeys("*M!💣✱✸✹", MINE),
    **{sign: sign for sign in CLUES},
    **{"0": EMPTY, BLANK: EMPTY},
}
"""What each sign means. In a board after the end of its game, ``x`` is a wrong flag and ``!`` the mine that ended the
game."""
_MARKS = frozenset(" !~+x")
"""The characters that Minesweeper prints before a sign to mark its cell. A cell marked with ``~`` follows from a
what-if mine, so nothing is known about it."""
_LOOKS = {**dict.fromkeys((0xFE0E, 0xFE0F, 0x20E3, 0xFEFF)), 0xA0: " ", **dict.fromkeys(map(ord, "│║┃"), "|")}
"""Characters that are removed, because they only change how others look, and variants of the blank and the bar with the
usual character."""
_COLOUR = re.compile(r"\x1b\[[\d;]{0,20}m")

_SIZE, _NUMBER = r"\d{1,7}x\d{1,7}", r"(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})"
_COUNT = re.compile(
    rf"(?:total )?(?:mines?|bombs?)[ :=]{{1,3}}{_NUMBER}|{_NUMBER} (?:mines?|bombs?)(?: in (?:all|total))?\.?"
    rf"|{_SIZE}/{_NUMBER}",
    re.ASCII | re.IGNORECASE,
)
_OUR_COUNT = re.compile(rf"(?:{_SIZE},|-?[\d,]{{1,12}} of) {_NUMBER} mines?\b.*", re.ASCII)
"""Matches the lines with the mine count that Minesweeper prints next to a board."""
_SIZED = re.compile(rf"({_SIZE})[/,]", re.ASCII)
_MINE_HEAD = re.compile(rf"{_SIZE}x\d{{1,7}}", re.ASCII | re.IGNORECASE)
_MINES_LEFT = re.compile(r"(\d{1,9}) (?:mines?|bombs?) (?:left|remaining)", re.ASCII | re.IGNORECASE)
"""Matches a count from which flags may have been subtracted, so that it isn't the mine total."""
_PART = re.compile(r"columns \d+ to \d+ of")
"""Matches the heading of a part. Minesweeper prints a board in parts if it is too wide for the terminal."""
_GAP = re.compile(r" *(?:(?:`{3,}|~{3,})[\w+-]*)?")
"""Matches a line between two boards: a blank line, or the line that begins or ends a code block in Markdown."""
_WORD = re.compile("[a-eg-wyz]")
"""Matches a letter that no row contains. Rows of lists are an exception."""
_BELOW = (WHAT_IF_TITLE, "minesweeper: ")
"""How lines begin that Minesweeper prints directly below a board: explanations of its signs, and errors."""
_LISTS = ("[", "array(")
_LIST_ROW = re.compile(r"\[([^][]*)\]")
_LIST = re.compile(
    r"(array\()?\[\s*(\[[^][]*\](?:(?:\s*,)?\s*\[[^][]*\])*)\s*\](?(1)\s*(?:, ?dtype=[\w'<>.]{1,20})?\))"
)
"""Matches a list of lists as JSON, Python and numpy print it. Numpy may name a data type after the list."""
_LISTED = {"None": HIDDEN, "null": HIDDEN, "-1": HIDDEN, "-2": MINE}
_FLOAT = re.compile(r"(-?\d)\.0?", re.ASCII)
_LABEL = re.compile(r" *(\d{1,7})(?= )", re.ASCII)
_SEPARATORS = {"|": "bars", "\t": "tabs", ",": "commas"}
_CORNERS, _STROKES = "+┌┐└┘╭╮╰╯╔╗╚╝┏┓┗┛├┤╠╣┣┫", frozenset("-=─━═")
_EDGE = _STROKES.union(_CORNERS, "┬┴┼╦╩╬┳┻╋")
_TOUCHING, _SPACED = re.compile("[^ ][^ ]"), re.compile("[^ ] [^ ]")

_Line: TypeAlias = tuple[int, str]
"""The number of a line, counted from 1, and its text. Later steps replace the text by the signs of the row, one per
cell."""


class PositionTextError(ValueError):
    """A text isn't a position. The message says what is wrong and what to change."""


class MinesUnknown(PositionTextError):
    """A text board doesn't say how many mines it has. Callers catch this to offer their own way to say it."""

    def __init__(self) -> None:
        super().__init__("the text doesn't say how many mines the board has. Add a line such as 'mines: 99'")


class ReadPosition(NamedTuple):
    """A position that was read from a text, with the flags on it."""

    position: Position
    flags: CellSet = 0
    told: str = ""
    """A sentence about how the text was understood, such as which sign was taken for hidden cells. Empty if the text
    left no doubt."""


class _Count(NamedTuple):
    """The mine count in a line, the size of the board if the line has it, and whether Minesweeper printed the line."""

    mines: int
    size: str
    is_ours: bool


class _Board(NamedTuple):
    """A text board before its mine count is known, with its first line for error messages and short notes about how it
    was read.
    """

    first: _Line
    text_board: TextBoard
    notes: list[str]


def read_puzzle(text: str, mine_total: int | None = None, *, otherwise: int | None = None) -> ReadPosition:
    """Reads the only position in a text, in any form that ``docs/formats.md`` describes.

    ``mine_total`` replaces the mine count of the text, and ``otherwise`` is used only if the text has none. Raises
    PositionTextError if the text has no position, several, or a fault.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a position as text, but got {quote(text)}. {_ONE_ROW}")
    for given in (mine_total, otherwise):
        if given is not None and (not hasattr(given, "__index__") or index(given) < 0):
            raise PositionTextError(f"{quote(given)} isn't a number of mines. Use a whole number from 0 on")
    positions = list(islice(read_positions(text.splitlines(), mine_total, otherwise), 2))
    if len(positions) > 1:
        raise PositionTextError("the text has several positions, but only one can be read here. Keep one of them")
    return positions[0]


def read_positions(
    lines: Iterable[str], mine_total: int | None = None, otherwise: int | None = None
) -> Iterator[ReadPosition]:
    """Yields the positions in the lines of a file, each as soon as its last line is read.

    The mine totals have the same meaning as in ``read_puzzle``.
    """
    reader = _Reader(mine_total, otherwise)
    for block in chain(_blocks(lines), [[]]):
        yield from reader.read(block)


def is_board_code(text: str) -> bool:
    """Whether a text is meant as a board code, even if the code has a fault."""
    if not text.lstrip().startswith("ms"):
        return False
    return codes.is_code(text)


def _is_board(line: str) -> bool:
    return line.lstrip().startswith("{") or is_board_code(line)


def _refused(line: _Line, fault: str, remedy: str) -> PositionTextError:
    """The error for a line. ``remedy`` is the one change that helps."""
    return PositionTextError(f"line {line[0]}: {quote(line[1])} {fault}. {remedy}")


def _no_row(line: _Line, *, has_rows: bool) -> PositionTextError:
    """The error for a line of words where a row was expected.

    If the text has rows too (``has_rows``), the line is superfluous. Otherwise the words may be all that the player
    typed, so the error explains what a board looks like.
    """
    if left := _MINES_LEFT.match(line[1].strip()):
        fault = "may count only the mines that have no flag"
        remedy = f"Write the count of all mines, as in 'mines: {left[1]}'"
    elif _PART.match(line[1].strip()):
        fault = "is from a board that was too wide for the terminal, and so printed in parts"
        remedy = "Print the board to a file, where it isn't divided"
    elif has_rows:
        fault, remedy = "is neither a row nor a mine count", "Delete this line"
    else:
        fault, remedy = "is neither a row nor a mine count", f"{_ONE_ROW}, and a line such as 'mines: 10'"
    return _refused(line, fault, remedy)


def _blocks(lines: Iterable[str]) -> Iterator[list[_Line]]:
    """Yields groups of lines that belong together.

    Blank lines and code fences separate them, and a board code or a line of JSON is a group by itself.
    """
    for paragraph in _paragraphs(lines):
        block: list[_Line] = []
        for line in [*_unquoted(paragraph), (0, "")]:
            is_board = _is_board(line[1])
            if is_board or _GAP.fullmatch(line[1]):
                if block:
                    yield block
                if is_board:
                    yield [line]
                block = []
            else:
                block.append(line)


def _paragraphs(lines: Iterable[str]) -> Iterator[list[_Line]]:
    """Yields groups of lines between blank lines.

    A board code or a line of JSON ends its group, so that it can be answered before the next line is typed.
    """
    paragraph: list[_Line] = []
    size = 0
    for number, whole in enumerate(chain(lines, [""]), start=1):
        line = whole if whole.isascii() else whole.translate(_LOOKS)
        line = (_COLOUR.sub("", line) if "\x1b" in line else line).rstrip("\r\n").rstrip(" ")
        if line and not line.strip():
            fault = "has only tabs, which may be a row of empty cells or a gap between two boards"
            raise _refused((number, line), fault, "Write . for each empty cell, or leave the line blank")
        if line:
            paragraph.append((number, line))
            size += len(line)
        if size > MAX_BYTES:
            fault = f"begins a position of more than {MAX_BYTES:,} bytes, which no board needs"
            raise _refused(paragraph[0], fault, "Put a blank line between two boards")
        if paragraph and (not line or _is_board(line)):
            yield paragraph
            paragraph, size = [], 0


def _unquoted(lines: list[_Line]) -> list[_Line]:
    """Removes the ``>`` of a quoted text if every line begins with one.

    A single line that begins with ``>`` may also be a row with the mark of the best guess, so it needs a blank after
    the sign.
    """
    texts = [line.lstrip(" ") for _, line in lines]
    if not all(text.startswith(">") for text in texts) or (len(texts) == 1 and not texts[0].startswith("> ")):
        return lines
    return [(number, text[1:].removeprefix(" ")) for (number, _), text in zip(lines, texts, strict=True)]


class _Reader:
    """Reads one group of lines after another, and remembers mine counts that may belong to a later board."""

    def __init__(self, asked: int | None, otherwise: int | None) -> None:
        self._is_empty = True
        self._asked, self._otherwise = asked, otherwise
        self._count: _Count | None = None
        self._waiting: _Board | None = None  # The mine count of this board may stand below it.
        self._is_ours = False  # Whether Minesweeper printed the text, so that lines of words in it are its own.
        self._words: _Line | None = None

    def read(self, block: list[_Line]) -> Iterator[ReadPosition]:
        """Yields the positions that are complete with this group of lines.

        An empty group means that the text has ended.
        """
        first = block[0][1].strip() if block else ""
        is_own = bool(block) and (_MINE_HEAD.fullmatch(first) is not None or _is_board(first))
        rows, count = ([], None) if is_own else self._rows_of(block)
        self._is_empty = self._is_empty and not rows and not is_own
        if self._words and not self._is_ours and (rows or is_own or not block):
            raise _no_row(self._words, has_rows=not self._is_empty)
        if self._waiting and (rows or is_own or count or not block):
            yield self._position(self._waiting, None if rows else count)
            self._waiting = None
        if is_own:
            yield self._own_position(block)
        self._count = count or self._count
        if rows:
            self._waiting = _read_text_board(rows)
            if self._count or self._asked is not None:
                yield self._position(self._waiting, self._count)
                self._waiting = None
        if self._is_empty and not block:
            found = "a mine count, but no board" if self._count else "no position"
            raise PositionTextError(f"the text has {found}. {_ONE_ROW}, and a line such as 'mines: 10'")

    def _rows_of(self, block: list[_Line]) -> tuple[list[_Line], _Count | None]:
        """The rows in a group of lines, and the mine count next to them.

        Words and odds that Minesweeper printed are left out.
        """
        rows: list[_Line] = []
        count: _Count | None = None
        words: _Line | None = None
        counted = ""
        is_over = is_odds = is_list = False
        for line in block:
            text = line[1].strip()
            is_list = is_list or (not rows and text.startswith(_LISTS))
            if named := _count_in(text):
                if count and count.mines != named.mines:
                    raise _refused(line, f"contradicts {counted}", "Delete the wrong line")
                counted = f"line {line[0]}, {quote(text)}"
                count, is_over, is_odds = named, bool(rows), False
                self._is_ours = self._is_ours or named.is_ours
            elif not is_list and (_WORD.search(text) or text.startswith("> ") or (is_over and text == ">")):
                if rows and not is_over and not text.startswith(_BELOW):
                    raise _no_row(line, has_rows=True)
                words, self._words = line, self._words or line
                is_over, is_odds = True, ODDS_TITLE in text
            elif is_over and not is_odds:
                if words and not rows:
                    raise _no_row(words, has_rows=True)
                remedy = "Move the line between the rows, or put a blank line between two boards"
                raise _refused(line, "isn't directly below the other rows", remedy)
            elif not is_odds:
                rows.append(line)
        return rows, count

    def _position(self, board: _Board, count: _Count | None) -> ReadPosition:
        grid = board.text_board.grid
        size = f"{grid.width}x{grid.height}"
        if count and count.size not in ("", size):
            fault = f"begins a board of {size}, but the text says {count.size}"
            raise _refused(board.first, fault, "Correct the rows, or the size in the text")
        by_text = count.mines if count and self._asked is None else None
        total = next((mines for mines in (self._asked, by_text, self._otherwise) if mines is not None), None)
        if total is None:
            raise MinesUnknown
        notes = list(board.notes)
        if by_text is not None:
            notes.append(f"{plural(by_text, 'mine')} in all, as the text says")
        summary = f"Read as {size}: {'; '.join(notes)}." if notes else ""
        return ReadPosition(position_of(board.text_board, index(total)), board.text_board.where(FLAG), summary)

    def _own_position(self, block: list[_Line]) -> ReadPosition:
        """Reads a board code, a line of JSON or a .mine text, which have mine counts of their own.

        These contain the mines, but only the position is returned.
        """
        text = "\n".join(line for _, line in block)
        try:
            game = next(board_files.read_games(text.encode("utf-8", "replace")))
        except ValueError as error:
            if not type(error).__module__.startswith("minesweeper"):
                raise
            first = block[0][0]
            if _is_board(text):
                raise PositionTextError(f"line {first}: {str(error).removeprefix('line 1: ')}") from None
            raise PositionTextError(f"the position from line {first}: {error}") from None
        if self._asked not in (None, game.mine_total):
            has = f"the board has {plural(game.mine_total, 'mine')}, not {self._asked}"
            raise PositionTextError(f"{has}. Leave the mine count out, because the board has its own")
        return ReadPosition(game.position, 0 if _is_board(text) else game.flags)


def _count_in(text: str) -> _Count | None:
    """The mine count in a line that says nothing else. None for any other line."""
    ours = _OUR_COUNT.fullmatch(text)
    match = ours or _COUNT.fullmatch(text)
    if not match or not match.lastindex:
        return None
    sized = _SIZED.match(text)
    return _Count(int(match[match.lastindex].replace(",", "")), sized[1] if sized else "", ours is not None)


# Rows of a text board


def _read_text_board(lines: list[_Line]) -> _Board:
    """Reads the text board in lines that have nothing but the board, its frame and its numbers."""
    notes: list[str] = []
    try:
        printed = _printed(lines)
        is_list = lines[0][1].lstrip().startswith(_LISTS)
        rows = _checked(_listed(lines)) if is_list else printed or _drawn(lines, notes)
        signs = "".join(row for _, row in rows)
        meanings = _meanings(lines[0], signs, is_printed=printed is not None)
        table = {ord(sign): meaning for sign, meaning in meanings.items()}
        text_board = TextBoard(make_grid(len(rows[0][1]), len(rows)), signs.translate(table))
    except SpecError as error:
        number, first = lines[0]
        raise PositionTextError(f"line {number}: {quote(first)} begins a board, but {error}") from None
    return _Board(lines[0], text_board, notes + _notes(meanings))


def _checked(rows: list[_Line]) -> list[_Line]:
    """Returns the rows unchanged, or raises the error if they can't be a board.

    They need equal lengths and known signs. A blank column at the left or right edge is refused, because it may be
    empty cells or a margin.
    """
    width = len(rows[0][1])
    for line in rows:
        _check_signs(line)
        if len(line[1]) != width:
            fault = f"has {plural(len(line[1]), 'cell')}, but the first row has {width}"
            raise _refused(line, fault, "Give all rows the same number of cells")
    for place, edge in ((0, "first"), (-1, "last")) if width else ():
        if all(row[place] == BLANK for _, row in rows):
            fault = f"begins a board whose {edge} column is blank, which may be empty cells or a margin"
            raise _refused(rows[0], fault, "Write . for empty cells, or remove the margin")
    return rows


def _check_signs(row: _Line) -> None:
    if not _MEANINGS.keys() >= set(row[1]):
        place, sign = next((place, sign) for place, sign in enumerate(row[1], 1) if sign not in _MEANINGS)
        raise _refused(row, f"has {quote(sign)} as cell {place}, which isn't the sign of a cell", _SIGNS)


def _printed(lines: list[_Line]) -> list[_Line] | None:
    """Reads a board with the row numbers, column numbers and marks that Minesweeper prints.

    Returns None if the lines aren't one.
    """
    label = _LABEL.match(lines[-1][1])
    start = label.end() + 1 if label else 0
    width = (len(lines[-1][1]) - start) // 2
    rows = lines[len(str(width)) :]
    if not label or not width or not rows or any(len(line) != start + 2 * width for _, line in rows):
        return None
    marks, signs = [line[start::2] for _, line in rows], [line[start + 1 :: 2] for _, line in rows]
    whole = number_rows(make_grid(width, len(rows)), BoardWindow(0, 0, len(rows), width), signs, Paper(), marks)
    is_same = [line.lstrip(" ") for line in whole] == [line.lstrip(" ") for _, line in lines]
    if not is_same or not _MARKS.issuperset("".join(marks)) or any(BLANK in row for row in signs):
        return None
    pairs = [zip(*pair, strict=True) for pair in zip(signs, marks, strict=True)]
    known = ["".join(HIDDEN if mark == "~" else sign for sign, mark in pair) for pair in pairs]
    return _checked([(number, row) for (number, _), row in zip(rows, known, strict=True)])


def _drawn(lines: list[_Line], notes: list[str]) -> list[_Line]:
    """Reads rows that may have a frame or numbers around them.

    Raises an error if numbers at the edge could also be clues.
    """
    edges = [_is_edge(line) for _, line in lines]
    if any(edges):
        notes.append("a frame is around it")
        rows = [line for line, is_edge in zip(lines, edges, strict=True) if not is_edge]
        if not rows or not edges[0] or not edges[-1]:
            remedy = "Put an edge above the first row and one below the last, or delete the frame"
            raise _refused(lines[edges.index(True)], "begins a frame that isn't around all rows", remedy)
        return _checked(_in_frame(rows))
    sign = next((sign for sign in _SEPARATORS if any(sign in line for _, line in lines)), " ")
    if sign == " " and (inner := _numbered(lines)):
        notes.append("numbers are around it")
        return _checked(_spaced(inner))
    rows = _checked(_parted(lines, sign))
    if sign != " " or " " in lines[0][1].strip(" "):
        _check_edges(lines[0], rows)
    return rows


def _numbered(lines: list[_Line]) -> list[_Line]:
    """Removes row numbers at the left and the line of column numbers above.

    The result is empty unless both are there and count up.
    """
    columns = lines[0][1].split()
    columns = list(columns[0]) if len(columns) == 1 else columns
    labels = [label for _, line in lines[1:] if (label := _LABEL.match(line))]
    if not labels or len(labels) < len(lines) - 1:
        return []
    rows = [(number, label.string[label.end() :]) for (number, _), label in zip(lines[1:], labels, strict=True)]
    is_counted = _count_up(columns) and _count_up([label[1] for label in labels])
    return rows if is_counted and len(rows[0][1].replace(" ", "")) == len(columns) else []


def _check_edges(first: _Line, rows: list[_Line]) -> None:
    """Raises an error if the first row or column counts up from 0 or 1, because its numbers may be clues or numbers of
    rows or columns.
    """
    top, side = rows[0][1], "".join(row[:1] for _, row in rows)
    start = 1 if top.startswith(BLANK) else 0
    if len(top) < 2 or len(side) < 2:
        return
    for labels, name, other in ((side[start:], "row", "column"), (top[start:], "column", "row")):
        if _count_up(labels):
            fault = f"begins a board with numbers that may be clues or {name} numbers"
            close = quote(top.replace(BLANK, EMPTY))
            remedy = f"If they are clues, write cells without gaps, as in {close}; otherwise add {other} numbers too"
            raise _refused(first, fault, remedy)


def _count_up(labels: Sequence[str]) -> bool:
    """Whether these labels are the numbers from 0 or 1 on, or their last digits."""
    start = 0 if labels[0] == "0" else 1
    return all(label in (str(number), str(number % 10)) for number, label in enumerate(labels, start))


def _parted(lines: list[_Line], sign: str) -> list[_Line]:
    """Reads rows that have bars, tabs or commas between their cells. A blank between two of these is an empty cell.

    Between tabs or commas, a cell may also be left out if it is empty.
    """
    if sign == " ":
        return _spaced(lines)
    rows: list[_Line] = []
    for number, line in lines:
        parts = line.strip(" " if sign == "|" else "").split(sign)
        if sign == "|":  # Rows may begin and end with a bar too.
            parts = parts[not parts[0] : len(parts) - (not parts[-1])]
        cells = [part.strip(" ") or BLANK for part in parts]
        if any(len(cell) > 1 for cell in cells) or (sign == "|" and "" in parts):
            wrong = next((cell for cell in cells if len(cell) > 1), "")
            fault = f"has {quote(wrong) if wrong else 'nothing'} between two {_SEPARATORS[sign]} instead of one sign"
            raise _refused((number, line), fault, f"Put one sign between {_SEPARATORS[sign]}, and . for an empty cell")
        rows.append((number, "".join(cells)))
    return rows


def _spaced(lines: list[_Line]) -> list[_Line]:
    """Reads rows whose cells touch each other or have the same number of blanks between them everywhere."""
    rows: list[_Line] = []
    gaps: set[int] = set()
    for number, text in lines:
        line = text.strip(" ")
        cells = line.replace(" ", "")
        gap = (len(line) - len(cells)) // max(len(cells) - 1, 1)
        gaps |= {gap} if len(cells) > 1 else set()
        _check_signs((number, cells))
        if (" " * gap).join(cells) != line:
            raise _refused((number, line), "has gaps of different widths between its cells", _SAME_BLANKS)
        if len(gaps) > 1:
            raise _refused((number, line), "has wider or narrower gaps than the rows above", _SAME_BLANKS)
        rows.append((number, cells))
    return rows


def _is_edge(line: str) -> bool:
    text = line.strip(" ")
    has_corners = len(text) > 1 and text[0] in _CORNERS and text[-1] in _CORNERS
    return has_corners and _EDGE.issuperset(text) and not _STROKES.isdisjoint(text)


def _in_frame(lines: list[_Line]) -> list[_Line]:
    """Reads rows inside a frame, where a blank is an empty cell.

    If any two signs touch, every place is a cell; otherwise every second place is one.
    """
    texts = [line.strip(" ") for _, line in lines]
    for line, text in zip(lines, texts, strict=True):
        if len(text) < 2 or text[0] + text[-1] != "||":
            raise _refused(line, "doesn't begin and end with the bar of the frame", "Put | at both ends of each row")
    if any("|" in text[1:-1] for text in texts):
        return _parted(lines, "|")
    rows = [(number, text[1:-1]) for (number, _), text in zip(lines, texts, strict=True)]
    step = 1 if any(_TOUCHING.search(row) for _, row in rows) else 2
    start = next((len(row) - len(row.lstrip(" ")) for _, row in rows if row.strip(" ")), 0) % step
    has_pairs = step == 1 or any(_SPACED.search(row) for _, row in rows)
    for line in rows:
        is_close = has_pairs or len(line[1].split()) < 2
        if len(line[1]) != len(rows[0][1]) or not is_close or (step == 2 and line[1][1 - start :: 2].strip(" ")):
            fault = "has cells that aren't below those of the first row in the frame"
            raise _refused(line, fault, _SAME_BLANKS)
    return [(number, row[start::step]) for number, row in rows]


def _listed(lines: list[_Line]) -> list[_Line]:
    """Reads the rows of a list of lists, as JSON, Python and numpy print it."""
    match = _LIST.fullmatch(" ".join(line.strip() for _, line in lines))
    lists = [row.split("," if "," in row else None) for row in _LIST_ROW.findall(match[2])] if match else [[""]]
    rows = [[_listed_sign(value.strip()) for value in values] for values in lists]
    if not match:
        raise _refused(
            lines[0],
            "doesn't begin a list of rows",
            "Write a list for each row, as in [[1, -1], [0, 2]], or delete the brackets",
        )
    if not all(map(all, rows)):
        wrong = next(value for values in lists for value in values if not _listed_sign(value.strip()))
        fault = f"begins a list in which {quote(wrong.strip())} isn't a cell"
        raise _refused(lines[0], fault, "Write 0 to 8 for open cells, and -1 or None for hidden cells")
    return [(lines[0][0], "".join(row)) for row in rows]


def _listed_sign(value: str) -> str:
    """The sign for a value in a list, such as ``#`` for -1. Empty if the value doesn't stand for a cell."""
    if len(value) > 1 and value[0] == value[-1] in ("'", '"'):
        value = value[1:-1] or BLANK
    elif whole := _FLOAT.fullmatch(value):
        value = whole[1]
    sign = _LISTED.get(value, value)
    return sign if len(sign) == 1 else ""


# Meanings of signs


def _meanings(first: _Line, signs: str, *, is_printed: bool) -> dict[str, str]:
    """The meaning of each sign in a text board. It depends on which other signs the board has, but never on the clues.

    Raises an error if a sign could have two meanings.
    """
    used = set(signs)
    meanings = {sign: _MEANINGS[sign] for sign in used}
    kinds = {HIDDEN if sign in "+>" else sign for sign in used - {QUESTION} if meanings[sign] == HIDDEN}
    is_marked = QUESTION in used or not {FLAG, MINE}.isdisjoint(meanings.values())
    if len(kinds) > 1:
        fault = f"begins a board with {join(sorted(kinds))}, which all mean hidden, though one may be meant as empty"
        raise _refused(first, fault, "Write # for all hidden cells and . for all empty cells")
    if signs.count(">") > 1:
        fault = "begins a board with several >, but this sign marks the one best guess"
        raise _refused(first, fault, "Write # for hidden cells")
    if EMPTY in used and not kinds and not is_printed:
        if is_marked and used & {"0", BLANK}:
            fault = "begins a board whose . may be hidden or empty, because other signs are empty cells already"
            raise _refused(first, fault, "Write # for hidden cells, or . for all empty cells")
        meanings[EMPTY] = EMPTY if is_marked else HIDDEN
    return meanings


def _notes(meanings: dict[str, str]) -> list[str]:
    """Short notes about signs that Minesweeper itself writes in another way, such as *■ is hidden*."""
    notes = []
    for meaning, usual, name in ((HIDDEN, "#?", "hidden"), (FLAG, "F", "a flag"), (MINE, "*", "a given mine")):
        others = [clean(sign, None) for sign in sorted(meanings) if meanings[sign] == meaning and sign not in usual]
        notes += [f"{join(others)} is {name}"] if others else []
    return [*notes, "a blank is an empty cell"] if BLANK in meanings else notes
