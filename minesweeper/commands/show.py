"""Prints the boards of files or codes as text boards, with their measures.

``storage.board_files`` reads the files, and ``boards.measures`` computes the measures. With ``--position``, it prints
what a player would see after the first open, as ``solve`` reads it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from minesweeper.assist.answers import clue_layers
from minesweeper.boards.codes import PREFIX, from_code, is_code, to_code
from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.measures import count_islands, count_openings, difficulty, three_bv, zini
from minesweeper.boards.noguess import needs_no_guess
from minesweeper.commands.table import INCOMPLETE
from minesweeper.core import textboard
from minesweeper.core.cells import place_text
from minesweeper.core.commandline import ArgumentsError, add_json, choose_paper, warn
from minesweeper.core.files import STANDARD_INPUT, InputError, input_name, named_errors, read_input
from minesweeper.core.progress import progress_line, with_seconds
from minesweeper.core.sizes import SpecError
from minesweeper.core.text import JSON_VERSION, LONGEST_NAME, clean, json_text, plural
from minesweeper.core.textboard import FLAG, HIDDEN, Paper
from minesweeper.play.game import Game, begin_game
from minesweeper.storage.board_files import FORMATS, MAX_BYTES, read_boards, read_games

MOST_CHECKED = 250_000
"""Boards with more cells aren't checked for guesses, because that could take minutes."""
_VERDICTS = {
    True: "; no guess is needed from there",
    False: "; from there, logic alone doesn't finish the board",
    None: "",
}


class Measures(NamedTuple):
    """The measures of a board, in the order in which they are printed."""

    three_bv: int
    openings: int
    islands: int
    zini: int
    difficulty: float | None
    """From 0 to 10, or None for a board without mines or without safe cells."""
    no_guess: bool | None
    """Whether logic alone finishes the board from its first cell. None if it has no first cell or is too large to
    check."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = ", ".join(kind.name for kind in FORMATS)
    source = f"files with boards ({kinds}), board codes, or - for standard input"
    parser.add_argument("sources", metavar="FILE|CODE", nargs="+", help=source)
    form = parser.add_mutually_exclusive_group()
    position = "print the position after the first open (or the open cells of a .mine file) with the mine total, as"
    position += " solve reads it"
    form.add_argument("--position", action="store_true", help=position)
    add_json(parser, "print one JSON object per board; cells count from 0", form)


def run(args: argparse.Namespace) -> int:
    paper = choose_paper(sys.stdout, os.environ)
    # JSON has a field for the source, and positions are meant for another program.
    is_named = len(args.sources) > 1 and not (args.json or args.position)
    status, is_begun = 0, False
    for source in args.sources:
        try:
            for number, lines in enumerate(_all_shown(source, args, paper)):
                if is_begun and not args.json:
                    print()
                if is_named and not number:
                    print(f"{input_name(source)}:")
                print("\n".join(lines))
                is_begun = True
        except ValueError as error:
            if len(args.sources) == 1 or not type(error).__module__.startswith("minesweeper"):
                raise
            status = INCOMPLETE  # A file with a fault must not keep the other files from being shown.
            warn([f"{str(error).removesuffix('.')}."])
    return status


def _all_shown(source: str, args: argparse.Namespace, paper: Paper) -> Iterator[list[str]]:
    """Yields the lines to print for each board of a file, of standard input or of a code. Errors name the file."""
    if is_code(source):
        yield _shown(from_code(source), source, args, paper)
        return
    try:
        data = read_input(source, MAX_BYTES)
    except InputError as error:
        # If no file has this name, it may be a board code with a typing error.
        hint = "" if source == STANDARD_INPUT or os.path.exists(source) else f". A board code starts with {PREFIX}"
        raise ArgumentsError(f"{error}{hint}") from None
    read: Callable[..., Iterator[Board | Game]] = read_games if args.position else read_boards
    with named_errors(source):
        for number, board in enumerate(read(data, source), start=1):
            if isinstance(board, Game) and not board.opened:
                which = f"{input_name(source)}, board {number}"
                warn([f"{which} has no first cell, so all its cells are hidden."])
            yield _shown(board, source, args, paper)


def _shown(board: Board | Game, source: str, args: argparse.Namespace, paper: Paper) -> list[str]:
    """The lines to print for one board: the board with its measures, its JSON, or its position."""
    if isinstance(board, Game) or args.position:
        return position_lines(board if isinstance(board, Game) else begin_game(board))
    with progress_line(with_seconds("Measuring the board...")):
        measures = measure(board)
    if args.json:
        return [json_text(_to_data(board, measures, source), pretty=args.pretty)]
    return [*_draw(board.layout, paper), "", *_describe(board, measures, paper)]


def position_lines(game: Game) -> list[str]:
    """A position in the form that ``solve`` reads, with its mine total. It has flags only if a .mine file had them."""
    layers = [*clue_layers(game.position), (game.flags, FLAG)]
    return [f"mines: {game.mine_total}", *textboard.draw_rows(game.grid, layers, HIDDEN)]


def measure(board: Board) -> Measures:
    """Computes the measures of a board. Whether logic alone finishes it takes longest."""
    layout, first, _ = board
    try:
        hardness = round(difficulty(layout.spec), 1)
    except SpecError:
        hardness = None
    return Measures(
        three_bv(layout),
        count_openings(layout),
        count_islands(layout),
        zini(layout),
        hardness,
        None if first is None or layout.grid.size > MOST_CHECKED else needs_no_guess(layout, first),
    )


def _draw(layout: Layout, paper: Paper) -> Iterator[str]:
    """Draws a board as rows of text.

    On a terminal, it has numbers at its edges and is cut into parts that fit. Elsewhere it is a plain text board, which
    other commands can read.
    """
    rows = layout.to_picture().split("\n")
    if paper.rows is None:
        yield from rows
        return
    for window in textboard.bands(layout.grid, paper):
        part = [row[window.col : window.col + window.width] for row in rows]
        yield from textboard.number_rows(layout.grid, window, part, paper)


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
        verdict = _VERDICTS[measures.no_guess]
        yield from textboard.wrap_to_paper(f"first cell: {place_text(*grid.row_col(first))}{verdict}", paper)
    yield to_code(board)


def _to_data(board: Board, measures: Measures, source: str) -> dict[str, object]:
    layout, first, _ = board
    return {
        "version": JSON_VERSION,
        "w": layout.grid.width,
        "h": layout.grid.height,
        "mine_count": layout.mine_count,
        "first": None if first is None else layout.grid.row_col(first),
        "start": first,
        **measures._asdict(),
        "code": to_code(board),
        "source": clean(source, LONGEST_NAME),
    }
