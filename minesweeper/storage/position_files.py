"""Positions as text, in files or pasted: pictures of all kinds, .mine texts, and boards, whose first cell is opened.

The one home of reading them. What was understood where anything had to be is told in a sentence.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from operator import index
from typing import NamedTuple

from minesweeper.core.cells import MAX_CELLS, CellSet, cells_of
from minesweeper.core.pictures import PictureError, read_picture
from minesweeper.core.position import Position, make_position
from minesweeper.core.printing import ODDS_TITLE
from minesweeper.core.text import plural, quote_object
from minesweeper.storage.found_pictures import find_picture, is_text, what_counts
from minesweeper.storage.found_signs import (
    ALLOWED,
    FLAG_SIGNS,
    MINE_SIGNS,
    NAMED,
    NUMBERS,
    FoundPicture,
    meaning_of,
    tell,
)
from minesweeper.storage.mine_words import mines_in

MAX_BYTES = 1 << 24
"""The largest text of one position: several times the picture of the largest board."""
_QUOTED = re.compile(r"\s*> ?")
_DEEPEST_QUOTE = 8
"""A quote in a quote, and so on, is read up to so deep."""
_GAP = re.compile(r"\S[^\S\n]+\S|\t")
"""Blanks that may be cells, and that may part numbers or marks from the cells."""
_TAGGED = re.compile(r"[\[<&`]|~~~")
_PARTING = re.compile(
    r"(?:```|^\s*~~~)\s*(?:[A-Za-z][\w+-]*\s*$)?"
    r"|\[/?(?:code|pre|tt|mono|spoiler|quote|hide)\b[^\[\]]*\]|</?(?:code|pre|tt|blockquote|table|tbody)\b[^<>]*>",
    re.IGNORECASE,
)
"""What parts a picture from the text around it, as forums write it."""
_BREAKING = re.compile(r"</?(?:br|p|div|li|ul|ol)\b[^<>]*>", re.IGNORECASE)
_INLINE = re.compile(
    r"\[/?(?:b|i|u|s|color|colour|size|font|center|left|right|url|align)\b[^\[\]]*\]"
    r"|</?(?:b|i|u|s|em|strong|span|font|small|big|kbd|samp|a|center|html|body)\b[^<>]*>|`",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_FEWEST_ROWS = 3
"""So many single rows of one length with a blank line between them are one picture; fewer may be boards of a row."""


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
    first_text = ""
    waiting: _Block | None = None
    is_empty = True
    for block in _all_blocks(iter(lines)):
        number, text, _ = block
        try:
            found = _read_block(block, name, mines)
        except MinesUnknown:
            if waiting:
                raise
            waiting = block
            continue
        except ValueError as error:
            if number == 1 or not type(error).__module__.startswith("minesweeper"):
                raise
            raise PositionTextError(f"the position from line {number}: {error}") from None
        if found is None:
            first_text, mines = first_text or text, _told(mines, text)
            if waiting and mines.told is not None:
                found, waiting = _read_block(waiting, name, mines), None
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
    read_picture(text, NAMED)
    raise PositionTextError("there is no position in the text: a picture, a .mine text or a board is needed")


def decoded(lines: Iterator[bytes]) -> Iterator[str]:
    """Lines of a file as text; some systems write text of two bytes a character, marked as such."""
    for number, line in enumerate(lines):
        if not number and line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            data = b"".join([line, *lines])
            yield from data.decode("utf-16", "replace").splitlines(keepends=True)
            return
        yield line.decode("utf-8" if number else "utf-8-sig", "replace")


class _Block(NamedTuple):
    """A position, or text, the number of its first line, and what had to be understood to find it."""

    number: int
    text: str
    note: str = ""


def _all_blocks(lines: Iterator[str]) -> Iterator[_Block]:
    """Each position, or text; single rows of one length with a blank line between them are one."""
    rows: list[_Block] = []
    size = 0
    for block in _blocks(lines):
        is_next = rows and block.number == rows[-1].number + 2 and _row_length(block) == _row_length(rows[0])
        if rows and not is_next:
            yield from _joined(rows)
            rows, size = [], 0
        if not _row_length(block):
            yield block
            continue
        rows.append(block)
        size += len(block.text)
        if size > MAX_BYTES:
            raise _too_long(rows[0].number)
    yield from _joined(rows)


def _row_length(block: _Block) -> int:
    """How many signs a block of a single row has; 0 if it is no such."""
    text = block.text.strip()
    if "\n" in text or is_board(text) or is_text(text) or _is_mine_head(text) or not set(text).isdisjoint("[{"):
        return 0
    return len("".join(text.split()))


def _joined(rows: list[_Block]) -> Iterator[_Block]:
    if len(rows) < _FEWEST_ROWS:
        yield from rows
        return
    text = "".join(row.text if row.text.endswith("\n") else f"{row.text}\n" for row in rows)
    yield _Block(rows[0].number, text, "the blank lines between its rows are left out")


def _too_long(number: int) -> PositionTextError:
    return PositionTextError(f"the position from line {number} has more than {MAX_BYTES:,} bytes")


def _blocks(lines: Iterator[str], depth: int = 0) -> Iterator[_Block]:
    """Each part of a text: a board is a line, else blank lines and the tags of forums part them."""
    block: list[str] = []
    length = first = 0
    for number, line in enumerate(chain(lines, [""]), start=1):
        for piece in [line] if is_board(line) else _without_tags(line):
            if piece.strip() and not is_board(piece):
                first = first if block else number
                block.append(piece)
                length += len(piece)
                if length > MAX_BYTES:
                    raise _too_long(first)
                continue
            if block:
                yield from _unquoted(first, block, depth)
                block, length = [], 0
            if is_board(piece):
                yield _Block(number, piece)


def _without_tags(line: str) -> list[str]:
    """A line without what forums and web pages write around pictures; a blank piece is where one begins or ends."""
    if not _TAGGED.search(line):
        return [line]
    parts = _PARTING.split(line)
    # Within a line they are around a row, as if each was code of its own.
    pieces = [parts[0], "", parts[1]] if len(parts) == 2 else ["".join(parts)]
    found = [_INLINE.sub("", part) for piece in pieces for part in _BREAKING.split(piece)]
    texts = [_ENTITY.sub(lambda entity: _character(entity[0]), part) for part in found]
    kept = [f"{text.rstrip()}\n" for text in texts if text.strip()]
    if not kept or len(pieces) == 1:
        return kept or ["\n"]
    before, after = pieces[0].strip(), pieces[2].strip()
    return ["\n", *kept] if not before else [*kept, "\n"] if not after else [kept[0], "\n", *kept[1:]]


def _character(entity: str) -> str:
    """The character that an entity of a web page stands for; itself if that is none that can be seen."""
    from html import unescape  # loaded late: few texts have one

    found = unescape(entity).replace("\xa0", " ")
    return found if found.isprintable() else entity


def _unquoted(first: int, block: list[str], depth: int) -> Iterator[_Block]:
    """The parts of a block without the marks of a forum's quote, if every line but text has one; else the block itself.

    The best guess has the same mark: a picture has one of them, so a lone row must have a blank behind it.
    """
    quoted = [line for line in block if line.lstrip().startswith(">")]
    others = [line for line in block if not line.lstrip().startswith(">")]
    is_quote = bool(quoted) and depth < _DEEPEST_QUOTE and all(map(is_text, others))
    if not is_quote or (len(quoted) == 1 and quoted[0].lstrip()[:2] != "> "):
        yield _Block(first, "".join(block))
        return
    for is_part, numbered in groupby(enumerate(block, start=first), lambda line: line[1].lstrip().startswith(">")):
        lines = list(numbered)
        start, texts = lines[0][0], [line for _, line in lines]
        if not is_part:
            yield _Block(start, "".join(texts))
            continue
        # Other marks of that kind may be cells: the best guess.
        for found in _blocks((_QUOTED.sub("", line, count=1) for line in texts), depth + 1):
            yield found._replace(number=start + found.number - 1)


def _read_block(block: _Block, name: str, mines: Mines) -> ReadPosition | None:
    """The position of a block; None if it is text."""
    text = block.text
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
    if picture is None:
        return None
    noted = picture._replace(notes=(*picture.notes, block.note)) if block.note else picture
    return _understood(noted, is_ours, _told(mines, text))


def _find(text: str) -> tuple[bool, FoundPicture | None]:
    """Whether a text is a picture as this program writes it, and the picture in it."""
    try:
        ours = read_picture(text, ALLOWED)
    except PictureError:
        return False, find_picture(text)
    note = what_counts(ours.grid.width, ours.symbols)
    picture = FoundPicture(ours.grid, tuple(ours.symbols), notes=(note,) if note else ())
    found = find_picture(text) if _GAP.search(text) else None
    return (True, picture) if found is None else (found.signs == picture.signs, found)


def _understood(picture: FoundPicture, is_ours: bool, mines: Mines) -> ReadPosition:
    """The position of a picture."""
    total = next((number for number in mines if number is not None), None)
    if total is None:
        raise MinesUnknown
    meaning = meaning_of(picture, has_mines=bool(total))
    value = {**dict.fromkeys(meaning.empty, 0), **{sign: int(sign) for sign in NUMBERS}}
    clues = [(cell, value[sign]) for cell, sign in enumerate(picture.signs) if sign in value]
    position = make_position(picture.grid, clues, total, cells_of(picture.where(MINE_SIGNS)))
    by_text = mines.told if mines.asked is None else None
    is_plain = is_ours and not picture.notes and not meaning.notes
    told = "" if is_plain and by_text is None else tell(picture, meaning, by_text)
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
