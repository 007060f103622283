"""The show command: the boards of a file or a code as pictures, with their measures."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from minesweeper.boards.codes import PREFIX, from_code, is_code, to_code
from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.measures import count_islands, count_openings, difficulty, three_bv
from minesweeper.boards.noguess import needs_no_guess
from minesweeper.boards.zini import zini
from minesweeper.core import printing
from minesweeper.core.cells import place_text
from minesweeper.core.inputs import InputError, Told, read_input, tell_nobody
from minesweeper.core.printing import Paper
from minesweeper.core.progress import ProgressLine
from minesweeper.core.specs import SpecError
from minesweeper.core.text import plural
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
    source = f"a file with boards ({kinds}), - for the input, or a board code"
    parser.add_argument("source", metavar="FILE|CODE", help=source)
    parser.add_argument("--json", action="store_true", help="print a JSON object a board; cells count from 0")


def run(args: argparse.Namespace) -> int:
    """Prints each board; the result is the exit status."""
    paper = printing.choose_paper(sys.stdout, os.environ)
    with ProgressLine(sys.stderr) as progress:
        for number, board in enumerate(_read(args.source, progress.show)):
            measures = measure(board, progress.show)
            progress.clear()
            if args.json:
                print(json.dumps(_to_data(board, measures)))
                continue
            lines = [*_draw(board.layout, paper), "", *_describe(board, measures, paper)]
            print("\n".join([""] * (number > 0) + lines))
    return 0


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
        "w": layout.grid.width,
        "h": layout.grid.height,
        "mine_count": layout.mine_count,
        "start": first,
        "three_bv": measures.three_bv,
        "openings": measures.openings,
        "islands": measures.islands,
        "zini": measures.zini,
        "difficulty": measures.difficulty,
        "no_guess": measures.no_guess,
        "code": to_code(board),
    }
