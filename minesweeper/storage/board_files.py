"""Reads boards and games from files of all formats in ``FORMATS``, and writes .mbf files.

The ending of a file's name decides its format. If the ending isn't known, the content decides. Text boards, board
codes, JSON lines and RAWVF have modules of their own, and .mbf and .mine files are read here. The results contain
layouts, so they must never reach a solver or an assistant: ``text_boards`` reads positions for these from the same
files.
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
from minesweeper.core.cells import cells_of, contains, make_grid, to_cell_set
from minesweeper.core.files import input_name, lines_of, named_errors, read_input
from minesweeper.core.sizes import MAX_CELLS, SpecError, check_size
from minesweeper.core.text import join, plural, quote
from minesweeper.core.textboard import CLUES, FLAG, QUESTION, PictureError, read_text_board
from minesweeper.play.game import Game, begin_game
from minesweeper.play.rawvf_moves import start_of, to_moves
from minesweeper.play.session import MoveKind, Session, new_session

if TYPE_CHECKING:
    from minesweeper.storage.settings import Settings

MAX_BYTES = 1 << 26
"""The most bytes of a file that are read. A hundred thousand Expert boards fit."""
MAX_SIDE = 255
"""The longest side of a board in an .mbf file, where one byte says the row or column of a mine."""

MOST_WORK = 1_000_000_000
"""The first cell of a replay is searched only until the moves times the cells reach this limit, which takes some
seconds."""

_MBF_HEAD = 4
_MINE_HEAD = re.compile(r"(\d{1,7})x(\d{1,7})x(\d{1,7})", re.ASCII | re.IGNORECASE)
_MINE_TEXT = re.compile(rf"\s*{_MINE_HEAD.pattern}[^\S\n]*(?:\n|$)", re.ASCII | re.IGNORECASE)
_RAWVF_BOARD = re.compile(r"^[ \t]*board:[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_HIDDEN_SAFE, _HIDDEN_MINE = "H", "M"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""The first bytes of a text with two bytes per character, as some programs on Windows write it."""
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_BYTES = "latin-1"
"""The encoding that turns a binary file into a text with one character per byte, so that all readers take a text."""


class Format(NamedTuple):
    """A file format for boards."""

    name: str
    """The name as it stands before the word *files*."""
    read: Callable[[str], Iterator[Board]]
    suffixes: tuple[str, ...] = ()
    fits: Callable[[str], bool] = lambda text: False
    """Whether a text is meant to have this format, even if it has faults."""


class BoardFileError(ValueError):
    """A file has no board or a fault. The message says where, and what was expected."""


def read_boards(data: bytes, name: str = "") -> Iterator[Board]:
    """Yields the boards in the content of a file. Of ``name``, only the ending matters.

    A fault is a ValueError of one of the readers, and it may come after some boards.
    """
    kind, text = _recognise(data, name)
    return kind.read(text)


def read_games(data: bytes, name: str = "") -> Iterator[Game]:
    """Yields games on the boards of a file, each with its first cell open.

    A .mine file says itself which cells are open and flagged, so its game is in that state.
    """
    kind, text = _recognise(data, name)
    return iter([from_mine(text)]) if kind is _MINE else map(begin_game, kind.read(text))


def _recognise(data: bytes, name: str) -> tuple[Format, str]:
    """Finds the format of a file by the ending of its name, otherwise by its content.

    Returns it with the text of the file.
    """
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
    """Starts a game on the board of a code or of a file. If the board has a first cell, it is open already."""
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
    """Decodes the text of a file. Raises BoardFileError if it is empty or has a line too long for any board."""
    _check_lines(data)
    text = data.decode("utf-16" if data.startswith(_UTF_16) else "utf-8-sig", "replace")
    if not text.strip():
        raise BoardFileError(f"the file is empty. {_known()}")
    return text


def _check_lines(data: bytes) -> None:
    """Raises BoardFileError if a line is too long for any board.

    This looks at the bytes, because decoding them takes several times as much memory.
    """
    start = 0
    while len(data) - start > MAX_LINE:
        end = data.rfind(b"\n", start, start + MAX_LINE + 1)
        if end < 0:
            number = data.count(b"\n", 0, start) + 1
            raise BoardFileError(f"line {number} has more than {MAX_LINE:,} characters, which is longer than any board")
        start = end + 1


def from_mbf(data: bytes) -> Layout:
    """Reads the layout of an .mbf file.

    Its bytes are the width, the height, the mine count in two bytes, and then the column and the row of each mine.
    """
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
            # This message counts from 0 in brackets, because the file does so too.
            raise BoardFileError(f"byte {place} of the .mbf file: the mine at [row, col] [{row}, {col}] {reason}")
        mines.add(row * width + col)
    return Layout(make_grid(width, height), to_cell_set(mines))


def to_mbf(layout: Layout) -> bytes:
    """The bytes of an .mbf file with this layout. Raises BoardFileError if a side is longer than 255."""
    width, height = layout.grid.width, layout.grid.height
    if max(width, height) > MAX_SIDE:
        raise BoardFileError(
            f"{width}x{height} can't be written as .mbf, which allows sides up to {MAX_SIDE}. Use another format"
        )
    places = [side for cell in cells_of(layout.mines) for side in (cell % width, cell // width)]
    return bytes((width, height)) + layout.mine_count.to_bytes(2, "big") + bytes(places)


def from_mine(text: str) -> Game:
    """Reads the game of a .mine file, which has a line such as ``9x9x10`` and then the rows, with opened cells and
    flags.
    """
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
    # The number of cells is checked first, because looking at each cell takes long.
    if _count_cells(rows) > width * height:
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
    """Yields the text boards of a file. Blank lines separate them."""
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
    try:  # Reads the board again with blank lines in front, so that the error names the line of the file.
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
"""All formats. A file without a known ending has the first format that its text fits. If none fits, it is read as text
boards."""
