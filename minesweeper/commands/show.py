"""The show command: the boards of a file or a code as pictures, with their measures."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from minesweeper.boards.codes import PREFIX, from_code, is_code, to_code
from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.measures import count_islands, count_openings, difficulty, three_bv
from minesweeper.boards.noguess import needs_no_guess
from minesweeper.boards.zini import zini
from minesweeper.core import printing
from minesweeper.core.arguments import add_json, check_pretty
from minesweeper.core.cells import place_text
from minesweeper.core.inputs import InputError, Told, input_name, read_input, tell_nobody
from minesweeper.core.printing import Paper
from minesweeper.core.progress import ProgressLine
from minesweeper.core.specs import SpecError
from minesweeper.core.text import plural
from minesweeper.play.game import begin_game
from minesweeper.storage.board_files import FORMATS, MAX_BYTES, read_boards

MOST_CHECKED = 250_000
"""On boards of more cells it is not tried whether a guess is needed: that can take minutes."""


class ShowError(ValueError):
    """A file that can't be read."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of a board, as shown in this order."""

    three_bv: int
    openings: int
    islands: int
    zini: int
    difficulty: float | None
    """Out of 10; None for a board without mines or without safe cells."""
    no_guess: bool | None
    """Whether logic finishes it from the first cell; None without one, or if the board is too large to try."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the show command to its parser."""
    kinds = ", ".join(kind.name for kind in FORMATS)
    source = f"files with boards ({kinds}), - for the input, or board codes"
    parser.add_argument("sources", metavar="FILE|CODE", nargs="+", help=source)
    form = parser.add_mutually_exclusive_group()
    position = "print only what one sees once the first cell is opened, as a picture that solve reads"
    form.add_argument("--position", action="store_true", help=position)
    add_json(parser, "print a JSON object a board; cells count from 0", form)


def run(args: argparse.Namespace) -> int:
    """Prints each board; the result is the exit status."""
    check_pretty(args)
    paper = printing.choose_paper(sys.stdout, os.environ)
    with ProgressLine(sys.stderr) as progress:
        read = _read if len(args.sources) == 1 else _read_named
        boards = chain.from_iterable(read(source, progress.show) for source in args.sources)
        for number, board in enumerate(boards):
            lines = _shown(board, args, paper, progress)
            progress.clear()
            print("\n".join([""] * (number > 0 and not args.json) + lines))
    return 0


def _shown(board: Board, args: argparse.Namespace, paper: Paper, progress: ProgressLine) -> list[str]:
    """What is printed about a board."""
    if args.position:
        return [str(begin_game(board).position)]
    measures = measure(board, progress.show)
    if args.json:
        return [printing.json_text(_to_data(board, measures), pretty=args.pretty)]
    return [*_draw(board.layout, paper), "", *_describe(board, measures, paper)]


def measure(board: Board, told: Told = tell_nobody) -> Measures:
    """The measures of a board, and whether it needs a guess from its first cell."""
    layout, first, _ = board
    can_try = first is not None and layout.grid.size <= MOST_CHECKED
    return Measures(
        three_bv(layout),
        count_openings(layout),
        count_islands(layout),
        zini(layout, told),
        _difficulty(layout),
        needs_no_guess(layout, first) if can_try and first is not None else None,
    )


def _difficulty(layout: Layout) -> float | None:
    try:
        return round(difficulty(layout.spec), 1)
    except SpecError:
        return None


def _read(source: str, told: Told) -> Iterator[Board]:
    if is_code(source):
        return iter([from_code(source)])
    try:
        return read_boards(read_input(source, MAX_BYTES), source, told)
    except InputError as error:
        raise ShowError(f"{error}; a code starts with {PREFIX}") from None


def _read_named(source: str, told: Told) -> Iterator[Board]:
    """The same for one of several files, whose errors say which it is."""
    try:
        yield from _read(source, told)
    except ShowError:
        raise
    except ValueError as error:
        if not type(error).__module__.startswith("minesweeper"):
            raise
        raise ShowError(f"{input_name(source)}: {error}") from None


def _draw(layout: Layout, paper: Paper) -> Iterator[str]:
    """The board with numbers beside it on a terminal, in bands as wide as fit; anywhere else as a plain picture."""
    rows = layout.to_picture().split("\n")
    if paper.rows is None:
        yield from rows
        return
    for window in printing.bands(layout.grid, paper):
        part = [row[window.col : window.col + window.width] for row in rows]
        yield from printing.number_rows(layout.grid, window, part, paper)


def _describe(board: Board, measures: Measures, paper: Paper) -> Iterator[str]:
    layout, first, _ = board
    grid, mines = layout.grid, layout.mine_count
    size = f"{grid.width}x{grid.height}, {plural(mines, 'mine', ',')} ({100 * mines / grid.size:.1f}%)"
    if measures.difficulty is not None:
        size += f", difficulty {measures.difficulty:.1f} of 10"
    yield size
    yield (
        f"3BV {measures.three_bv:,}, {plural(measures.openings, 'opening', ',')},"
        f" {plural(measures.islands, 'island', ',')}, ZiNi {measures.zini:,}"
    )
    if first is not None:
        place = place_text(*grid.row_col(first))
        yield from printing.wrap_to_paper(f"first cell: {place}{_verdict(measures.no_guess)}", paper)
    yield to_code(board)


def _verdict(no_guess: bool | None) -> str:
    if no_guess is None:
        return ""
    return "; no guess is needed from there" if no_guess else "; logic alone does not finish it from there"


def _to_data(board: Board, measures: Measures) -> dict[str, object]:
    layout, first, _ = board
    return {
        "version": printing.JSON_VERSION,
        "w": layout.grid.width,
        "h": layout.grid.height,
        "mine_count": layout.mine_count,
        "first": None if first is None else layout.grid.row_col(first),
        "start": first,
        "three_bv": measures.three_bv,
        "openings": measures.openings,
        "islands": measures.islands,
        "zini": measures.zini,
        "difficulty": measures.difficulty,
        "no_guess": measures.no_guess,
        "code": to_code(board),
    }
