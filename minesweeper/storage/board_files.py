"""Reads files of boards. The extension decides the format, otherwise the content does.

Text boards, board codes, JSON lines and RAWVF replays are read by their own modules; .mbf and .mine files here.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.codes import CodeError, from_code, is_code
from minesweeper.boards.formats import MAX_LINE, read_board_lines
from minesweeper.boards.layout import Board, Layout, check_clues, read_layout
from minesweeper.boards.rawvf import read_rawvf
from minesweeper.core.cells import MAX_CELLS, SpecError, cells_of, check_size, contains, make_grid, to_cell_set
from minesweeper.core.files import input_name, lines_of, named_errors, read_input
from minesweeper.core.text import join, plural, quote
from minesweeper.core.textboard import CLUES, FLAG, QUESTION, PictureError, read_text_board
from minesweeper.play.game import Game, begin_game
from minesweeper.play.rawvf_moves import start_of, to_moves
from minesweeper.play.session import MoveKind, Session, new_session

if TYPE_CHECKING:
    from minesweeper.storage.settings import Settings

MAX_BYTES = 1 << 26
"""The size in bytes of the largest file that is read: a hundred thousand expert boards."""
MAX_SIDE = 255
"""The longest side of a board in an .mbf file, which has one byte per row or column."""

MOST_WORK = 1_000_000_000
"""The limit of moves times cells in the search for the first cell of a replay: some seconds."""

_MBF_HEAD = 4
_MINE_HEAD = re.compile(r"(\d{1,7})x(\d{1,7})x(\d{1,7})", re.ASCII | re.IGNORECASE)
_MINE_TEXT = re.compile(rf"\s*{_MINE_HEAD.pattern}[^\S\n]*(?:\n|$)", re.ASCII | re.IGNORECASE)
_RAWVF_BOARD = re.compile(r"^[ \t]*board:[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_HIDDEN_SAFE, _HIDDEN_MINE = "H", "M"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""The marks of texts with two bytes per character, which some systems write."""
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_BYTES = "latin-1"
"""The encoding of a binary file as a text: one character per byte."""


class Format(NamedTuple):
    """A format for boards."""

    name: str
    """The name before "files"."""
    read: Callable[[str], Iterator[Board]]
    suffixes: tuple[str, ...] = ()
    fits: Callable[[str], bool] = lambda text: False
    """Says whether a text is meant to have this format, even if it is damaged."""


class BoardFileError(ValueError):
    """Reports a file without a board, with the place and the expected form."""


def read_boards(data: bytes, name: str = "") -> Iterator[Board]:
    """Yields the boards in the content of a file. Only the extension of its name matters.

    The errors of all readers are ValueErrors. They may come with any board, not only with the first.
    """
    kind, text = _recognise(data, name)
    return kind.read(text)


def read_games(data: bytes, name: str = "") -> Iterator[Game]:
    """Yields the games in a file: the open cells it names, or otherwise boards with their first cell opened."""
    kind, text = _recognise(data, name)
    return iter([from_mine(text)]) if kind is _MINE else map(begin_game, kind.read(text))


def _recognise(data: bytes, name: str) -> tuple[Format, str]:
    """Finds the format of a file by its name, otherwise by its content. Returns it with the file's text."""
    suffix = PurePath(name).suffix.lower()
    kind = next((kind for kind in FORMATS if suffix in kind.suffixes), None)
    if kind is None and not data.startswith(_UTF_16) and _BINARY.search(data):
        kind = _MBF
        try:
            from_mbf(data)
        except BoardFileError as error:
            raise BoardFileError(f"the file is neither a text nor an .mbf file ({error}). {_known()}") from None
    if kind is _MBF:
        return kind, data.decode(_BYTES)
    text = _checked_text(data)
    return kind or next((kind for kind in FORMATS if kind.fits(text)), TEXT_BOARDS), text


def session_on(text: str, settings: Settings) -> Session:
    """Starts a session on the board of a code or a file. Its first cell, if any, is already open."""
    board = from_code(text) if is_code(text) else _first_board(Path(text))
    session = new_session(board.layout.spec, settings.name_of(board.layout.spec), layout=board.layout)
    return session if board.first is None else session._replace(first=board.first, game=begin_game(board))


def _first_board(path: Path) -> Board:
    data = read_input(path, MAX_BYTES)
    with named_errors(path):
        for board in read_boards(data, path.name):
            return board
    raise BoardFileError(f"{input_name(path)} has no board")


def _checked_text(data: bytes) -> str:
    """Decodes the text of a file, and refuses lines that are too long for any board."""
    _check_lines(data)
    text = data.decode("utf-16" if data.startswith(_UTF_16) else "utf-8-sig", "replace")
    if not text.strip():
        raise BoardFileError(f"the file is empty. {_known()}")
    return text


def _check_lines(data: bytes) -> None:
    """Refuses a line that is too long for any board, before decoding takes several times its length."""
    start = 0
    while len(data) - start > MAX_LINE:
        end = data.rfind(b"\n", start, start + MAX_LINE + 1)
        if end < 0:
            number = data.count(b"\n", 0, start) + 1
            raise BoardFileError(f"line {number} has more than {MAX_LINE:,} characters, which is longer than any board")
        start = end + 1


def from_mbf(data: bytes) -> Layout:
    """Reads the layout of an .mbf file: width, height, mine count in two bytes, column and row of each mine."""
    if len(data) < _MBF_HEAD:
        raise BoardFileError(f"the .mbf file has {len(data)} bytes, but needs at least {_MBF_HEAD}")
    width, height, count = data[0], data[1], int.from_bytes(data[2:4], "big")
    try:
        check_size(width, height)
    except SpecError as error:
        raise BoardFileError(f"the .mbf file begins with a wrong size: {error}") from None
    if count > width * height:
        raise BoardFileError(f"the .mbf file says {plural(count, 'mine')}, more than fit on {width}x{height}")
    if len(data) != _MBF_HEAD + 2 * count:
        wanted = f"{plural(count, 'mine')} on {width}x{height} need {_MBF_HEAD + 2 * count}"
        raise BoardFileError(f"the .mbf file has {len(data)} bytes, but {wanted}")
    mines: set[int] = set()
    for place in range(_MBF_HEAD, len(data), 2):
        col, row = data[place], data[place + 1]
        if col >= width or row >= height or row * width + col in mines:
            reason = "is named twice" if col < width and row < height else f"isn't on a {width}x{height} board"
            # Counts from 0, as the file does.
            raise BoardFileError(f"byte {place} of the .mbf file: the mine at [row, col] [{row}, {col}] {reason}")
        mines.add(row * width + col)
    return Layout(make_grid(width, height), to_cell_set(mines))


def to_mbf(layout: Layout) -> bytes:
    """Returns the bytes of an .mbf file. Raises BoardFileError for a board with a side over 255."""
    width, height = layout.grid.width, layout.grid.height
    if max(width, height) > MAX_SIDE:
        raise BoardFileError(
            f"{width}x{height} can't be written as .mbf, which allows sides up to {MAX_SIDE}. Use another format"
        )
    places = [side for cell in cells_of(layout.mines) for side in (cell % width, cell // width)]
    return bytes((width, height)) + layout.mine_count.to_bytes(2, "big") + bytes(places)


def from_mine(text: str) -> Game:
    """Reads the game of a .mine file: a line such as 9x9x10, then the rows."""
    start = text.lstrip()
    number = text.count("\n", 0, len(text) - len(start)) + 1
    line, _, rows = start.partition("\n")
    head = _MINE_HEAD.fullmatch(line.strip())
    if not head:
        quoted = quote(line.strip())
        raise BoardFileError(
            f"line {number}: {quoted} isn't the head of a .mine file. Begin with a line such as 9x9x10"
        )
    width, height, count = (int(part) for part in head.groups())
    try:
        check_size(width, height)
    except SpecError as error:
        raise BoardFileError(f"line {number}: {error}") from None
    if _count_cells(rows) > width * height:  # before each cell is looked at
        raise PictureError(f"the .mine file has {_count_cells(rows):,} cells, but its head says {width}x{height}")
    board = read_text_board("\n" * number + rows, "0" + CLUES[1:] + _HIDDEN_SAFE + _HIDDEN_MINE + FLAG + QUESTION)
    grid = board.grid
    if (grid.width, grid.height) != (width, height):
        raise BoardFileError(
            f"the .mine file has rows of {grid.width}x{grid.height}, but its head says {width}x{height}"
        )
    layout = Layout(grid, board.where(_HIDDEN_MINE + FLAG + QUESTION))
    if layout.mine_count != count:
        raise BoardFileError(
            f"the .mine file has {plural(layout.mine_count, 'mine')} (M, F, ?), but its head says {count}"
        )
    clues = board.clues()
    check_clues(layout, clues)
    opened = to_cell_set(cell for cell, _ in clues)
    return Game(grid, count, layout, opened, board.where(FLAG), board.where(QUESTION))


def _known() -> str:
    return f"Minesweeper reads {join([kind.name for kind in FORMATS])} files"


def _read_codes(text: str) -> Iterator[Board]:
    for number, line in enumerate(lines_of(text), start=1):
        if line.strip():
            try:
                yield from_code(line)
            except CodeError as error:
                raise BoardFileError(f"line {number}: {error}") from None


def _read_text_boards(text: str) -> Iterator[Board]:
    """Reads text boards with blank lines between them."""
    rows: list[str] = []
    cells = 0
    for number, line in enumerate(chain(lines_of(text), [""]), start=1):
        cells += _count_cells(line)
        if cells > MAX_CELLS:
            raise PictureError(f"line {number}: the text board has more than {MAX_CELLS:,} cells")
        if line.strip():
            rows.append(line)
        elif rows:
            yield Board(_read_rows("".join(rows), number - len(rows)))
            rows, cells = [], 0


def _count_cells(rows: str) -> int:
    return len("".join(rows.split()))


def _read_rows(text: str, number: int) -> Layout:
    try:
        return read_layout(text)
    except PictureError:
        if number == 1:
            raise
    try:  # read again with the lines before it, so that the error has the line number of the file
        return read_layout("\n" * (number - 1) + text)
    except PictureError as error:
        raise PictureError(f"the text board from line {number}: {error}") from None


def _read_mbf(text: str) -> Iterator[Board]:
    yield Board(from_mbf(text.encode(_BYTES)))


def _read_json(text: str) -> Iterator[Board]:
    return read_board_lines(lines_of(text))


def _read_mine(text: str) -> Iterator[Board]:
    layout = from_mine(text).layout
    assert layout is not None
    yield Board(layout)


def _read_replay(text: str) -> Iterator[Board]:
    recording = read_rawvf(text)
    moves = islice(to_moves(recording), MOST_WORK // recording.layout.grid.size)
    first = start_of(recording)
    if first is None:
        first = next((move.cell for move in moves if move.kind is MoveKind.OPEN), None)
    is_safe = first is not None and contains(recording.layout.safe, first)
    yield Board(recording.layout, first if is_safe else None)


TEXT_BOARDS = Format("text boards", _read_text_boards)
_MBF = Format(".mbf", _read_mbf, (".mbf",))
_MINE = Format(".mine", _read_mine, (".mine",), lambda text: bool(_MINE_TEXT.match(text)))
FORMATS = (
    TEXT_BOARDS,
    Format("board codes", _read_codes, fits=is_code),
    Format("JSON lines", _read_json, (".json", ".jsonl", ".ndjson"), lambda text: text.lstrip().startswith("{")),
    _MBF,
    _MINE,
    Format("RAWVF", _read_replay, (".rawvf",), lambda text: bool(_RAWVF_BOARD.search(text))),
)
"""All formats. A text without a known extension has the first format that it fits, otherwise it is a text board."""
