"""Positions as text, in files or pasted: pictures of all kinds, .mine texts, and boards, whose first cell is opened.

The one home of reading them. What was understood where anything had to be is told in a sentence.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from operator import index
from typing import NamedTuple

from minesweeper.core.cells import MAX_CELLS, CellSet, cells_of
from minesweeper.core.pictures import CLUES, PictureError, read_picture
from minesweeper.core.position import Position, make_position
from minesweeper.core.printing import ODDS_TITLE
from minesweeper.core.text import plural, quote_object
from minesweeper.storage.found_pictures import (
    ALLOWED,
    BLANK,
    DOTS,
    FLAG_SIGNS,
    MINE_SIGNS,
    FoundPicture,
    find_picture,
    mines_in,
    tell,
    why_dots_are_hidden,
)

MAX_BYTES = 1 << 24
"""The largest text of one position: several times the picture of the largest board."""
_QUOTED = re.compile(r"\s*> ?")
_DEEPEST_QUOTE = 8
"""A quote in a quote, and so on, is read up to so deep."""
_UNEVEN = re.compile(r"\t|\S {2,}\S|\S\S +\S|\S +\S\S")
"""Blanks that may be cells: tabs, wide gaps, and gaps between cells that else stand close together."""
_FENCE = re.compile(r"\s*(?:```.*|~~~.*|\[/?(?:code|pre|tt|spoiler|quote)\b[^]]*\])\s*", re.IGNORECASE)
"""A line that parts a picture from the text around it, as forums write it."""


class PositionTextError(ValueError):
    """Text that is no position, with the reason and what is allowed."""


class MinesUnknown(PositionTextError):
    """A picture whose mine total nobody tells."""

    def __init__(self) -> None:
        super().__init__("a picture does not tell the mine total: add it, or a line such as 'mines: 99'")


class ReadPosition(NamedTuple):
    """What was read: a position, the flags in it, and what was understood."""

    position: Position
    flags: CellSet = 0
    told: str = ""
    """A sentence about what had to be understood; empty if nothing had to be."""


class Mines(NamedTuple):
    """What the mine total of a picture may be, in this order: asked for, told by the text, or else."""

    asked: int | None = None
    told: int | None = None
    otherwise: int | None = None


def read_puzzle(text: str, mine_total: int | None = None, *, otherwise: int | None = None) -> ReadPosition:
    """The one position in a text, however it is drawn.

    As a mine total ``mine_total`` counts before what the text says, ``otherwise`` only where it says nothing.
    """
    if not isinstance(text, str):
        raise TypeError(f"{quote_object(text)} is no text: a picture of a position is needed")
    mines = Mines(_checked_total(mine_total), mines_in(text), _checked_total(otherwise))
    found = list(read_positions(text.splitlines(keepends=True), "", mines))
    if len(found) > 1:
        raise PositionTextError(f"there are {plural(len(found), 'position')} in the text: one is needed")
    return found[0]


def _checked_total(given: int | None) -> int | None:
    if given is not None and (not hasattr(given, "__index__") or index(given) < 0):
        raise PositionTextError(f"{quote_object(given)} is no number of mines: a whole number is needed")
    return None if given is None else index(given)


def read_positions(lines: Iterable[str], name: str, mines: Mines) -> Iterator[ReadPosition]:
    """The positions in the lines of a file, each as soon as it ends; of the name only the extension matters.

    Text between them is left out. A mine total that it tells is that of the pictures after it, and of the one before it
    if nobody else has told that.
    """
    first_text = waiting = ""
    is_empty = True
    for number, text in _blocks(iter(lines)):
        try:
            found = _read_block(text, name, mines)
        except MinesUnknown:
            if waiting:
                raise
            waiting = text
            continue
        except ValueError as error:
            if number == 1 or not type(error).__module__.startswith("minesweeper"):
                raise
            raise PositionTextError(f"the position from line {number}: {error}") from None
        if found is None:
            first_text, mines = first_text or text, _told(mines, text)
            if waiting and mines.told is not None:
                found, waiting = _read_block(waiting, name, mines), ""
        elif waiting:
            raise MinesUnknown
        if found is not None:
            is_empty = False
            yield found
    if waiting:
        raise MinesUnknown
    if is_empty:
        _refuse(first_text)


def _told(mines: Mines, text: str) -> Mines:
    """The same with the mine total that a text tells, if it tells one."""
    found = mines_in(text)
    return mines if found is None else mines._replace(told=found)


def _refuse(text: str) -> None:
    """Raises the error for a text in which no line is a row."""
    read_picture(text, ALLOWED)
    raise PositionTextError("there is no position in the text: a picture, a .mine text or a board is needed")


def decoded(lines: Iterator[bytes]) -> Iterator[str]:
    """Lines of a file as text; some systems write text of two bytes a character, marked as such."""
    for number, line in enumerate(lines):
        if not number and line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            data = b"".join([line, *lines])
            yield from data.decode("utf-16", "replace").splitlines(keepends=True)
            return
        yield line.decode("utf-8" if number else "utf-8-sig", "replace")


def _blocks(lines: Iterator[str], depth: int = 0) -> Iterator[tuple[int, str]]:
    """Each position, or text, with the number of its first line: a board is a line, else blank lines part them."""
    block: list[str] = []
    length = 0
    for number, line in enumerate(chain(lines, [""]), start=1):
        if line.strip() and not _FENCE.fullmatch(line) and not is_board(line):
            block.append(line)
            length += len(line)
            if length > MAX_BYTES:
                first = number - len(block) + 1
                raise PositionTextError(f"the position from line {first} has more than {MAX_BYTES:,} bytes")
            continue
        if block:
            yield from _unquoted(number - len(block), block, depth)
            block, length = [], 0
        if is_board(line):
            yield number, line


def _unquoted(first: int, block: list[str], depth: int) -> Iterator[tuple[int, str]]:
    """The parts of a block without the marks of a forum's quote, if every line has one; else the block itself."""
    is_quote = depth < _DEEPEST_QUOTE and all(line.lstrip().startswith(">") for line in block)
    # A lone row may begin with the best guess.
    if not is_quote or (len(block) == 1 and block[0].lstrip()[:2] != "> "):
        yield first, "".join(block)
        return
    # Other marks of that kind may be cells: the best guess.
    for number, text in _blocks((_QUOTED.sub("", line, count=1) for line in block), depth + 1):
        yield first + number - 1, text


def _read_block(text: str, name: str, mines: Mines) -> ReadPosition | None:
    """The position of a block; None if it is text."""
    first_line = text.lstrip().partition("\n")[0].strip()
    if name.lower().endswith(".mine") or _is_mine_head(first_line):
        return _read_mine(text, mines.asked)
    if is_board(text):
        return _read_board(text, mines.asked)
    if first_line.startswith(ODDS_TITLE):
        return None
    cells = len("".join(text.split()))
    if cells > 4 * MAX_CELLS:
        raise PositionTextError(f"the picture has {cells:,} cells: at most {MAX_CELLS:,} are allowed")
    is_ours, picture = _find(text)
    return None if picture is None else _understood(picture, is_ours, _told(mines, text))


def _find(text: str) -> tuple[bool, FoundPicture | None]:
    """Whether a text is a picture as this program writes it, and the picture in it."""
    try:
        ours = read_picture(text, ALLOWED)
    except PictureError:
        return False, find_picture(text)
    picture = FoundPicture(ours.grid, tuple(ours.symbols))
    found = find_picture(text) if _UNEVEN.search(text) else None
    if found is not None and BLANK in found.signs:
        return False, found
    has_gaps = found is not None and found.has_gaps
    return not has_gaps, picture._replace(has_gaps=has_gaps)


def _understood(picture: FoundPicture, is_ours: bool, mines: Mines) -> ReadPosition:
    """The position of a picture."""
    total = next((number for number in mines if number is not None), None)
    if total is None:
        raise MinesUnknown
    why = why_dots_are_hidden(picture) if total else ""
    value = {BLANK: 0, "0": 0, **dict.fromkeys(DOTS, 0), **{sign: clue for clue, sign in enumerate(CLUES)}}
    for dot in DOTS if why else ():
        del value[dot]
    clues = [(cell, value[sign]) for cell, sign in enumerate(picture.signs) if sign in value]
    position = make_position(picture.grid, clues, total, cells_of(picture.where(MINE_SIGNS)))
    by_text = mines.told if mines.asked is None else None
    told = "" if is_ours and not why and by_text is None else tell(picture, why, by_text)
    return ReadPosition(position, picture.where(FLAG_SIGNS), told)


def is_board(text: str) -> bool:
    """Whether a text is meant as a board: a code, or a line of JSON."""
    return text.lstrip().startswith("{") or is_board_code(text)


def is_board_code(text: str) -> bool:
    """Whether a text is meant as the code of a board."""
    if not text.lstrip().startswith("ms"):
        return False
    from minesweeper.boards.codes import is_code  # loaded late: who reads a picture loads nothing that knows mines

    return is_code(text)


def _read_board(text: str, mines: int | None) -> ReadPosition:
    """What one sees of a board once its first cell is opened; where the mines are stays here."""
    from minesweeper.boards.codes import CodeError, from_code
    from minesweeper.boards.formats import BoardLineError, read_board_line
    from minesweeper.play.game import begin_game

    try:
        game = begin_game(from_code(text) if is_board_code(text) else read_board_line(text))
    except (CodeError, BoardLineError) as error:
        raise PositionTextError(f"this is no board: {error}") from None
    _check_mines(mines, game.mine_total, "board")
    return ReadPosition(game.position)


def _check_mines(asked: int | None, told: int, what: str) -> None:
    if asked not in (None, told):
        raise PositionTextError(f"a mine total of {asked} does not go with the {what}, which has {told}: leave it out")


def _is_mine_head(line: str) -> bool:
    numbers = line.lower().split("x")
    return len(numbers) == 3 and all(number.isascii() and number.isdigit() for number in numbers)


def _read_mine(text: str, mines: int | None) -> ReadPosition:
    from minesweeper.storage.board_files import from_mine  # loaded late: a picture needs no file formats

    game = from_mine(text)
    _check_mines(mines, game.mine_total, ".mine file")
    return ReadPosition(game.position, game.flags)  # what the file says of the mines stays here
