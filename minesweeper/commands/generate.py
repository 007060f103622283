"""Makes boards, and prints them or writes them to files in one of several formats.

``boards.deal`` and ``boards.noguess`` make the boards. The same seed always makes the same boards, for any number of
processes.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import IO

from minesweeper.boards.codes import to_code
from minesweeper.boards.deal import START, BoardSeed, new_seed, usual_first
from minesweeper.boards.layout import Board
from minesweeper.boards.noguess import Dealt, deal_no_guess
from minesweeper.core.boardspec import ADJUSTED, NORMAL, SPEC_EXAMPLE, BoardSpec, board_type, read_spec
from minesweeper.core.cells import cells_of, place_text
from minesweeper.core.commandline import ArgumentsError, row_and_col, warn, whole_number
from minesweeper.core.files import check_free, new_file
from minesweeper.core.pool import work_all
from minesweeper.core.progress import progress_line
from minesweeper.core.text import JSON_VERSION, LONGEST_NAME, access_error, json_text, plural, quote
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.board_files import MAX_SIDE, to_mbf
from minesweeper.storage.settings import PRESETS

MOST_BOARDS = 1_000_000
MOST_JOBS = 256


def add_arguments(parser: argparse.ArgumentParser) -> None:
    board = f"{', '.join(PRESETS)}, or {SPEC_EXAMPLE}".replace("%", "%%")
    parser.add_argument("board", metavar="BOARD", help=board)
    parser.add_argument("--no-guess", action="store_true", help="make boards that logic alone can finish")
    parser.add_argument("--fair", action="store_true", help=argparse.SUPPRESS)
    start = f"open this cell first, counted from 0 (default: {START},{START}; with --first safe: 0,0)"
    parser.add_argument("--start", metavar="ROW,COL", type=row_and_col, help=start)
    first = "open: the first cell opens a region; safe: it only isn't a mine (default: open)"
    parser.add_argument("--first", choices=("open", "safe"), default="open", help=first)
    seed = (
        "make the boards from this text; the first is the board of 'play --seed', and bench/7 is board 7 of"
        " 'bench --seed bench'"
    )
    parser.add_argument("--seed", metavar="TEXT", help=seed)
    number = whole_number(1, MOST_BOARDS)
    parser.add_argument("-n", metavar="N", type=number, default=1, help="make this many boards (default: 1)")
    formats = (
        "code: one line per board; picture: text boards; json: for bench --boards; mbf: one file each (default: code)"
    )
    parser.add_argument("--format", choices=("code", "picture", "json", "mbf"), default="code", help=formats)
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file, or to this folder for mbf")
    parser.add_argument("--force", action="store_true", help="replace existing files")
    jobs = whole_number(1, MOST_JOBS)
    parser.add_argument("--jobs", metavar="N", type=jobs, default=1, help="use this many processes (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Makes the boards and writes each as soon as it is made.

    Bad input raises a ValueError before the first one is made.
    """
    spec = PRESETS.get(args.board.lower()) or read_spec(args.board, PRESETS)
    if args.format == "mbf" and max(spec.width, spec.height) > MAX_SIDE:
        raise ArgumentsError(
            f"{spec} can't be written as mbf, which takes sides up to {MAX_SIDE}. Use another --format"
        )
    opening = args.first == "open"
    if args.fair:
        raise ArgumentsError(
            "a fair board can't be generated, because its mines are settled only while it is played."
            " Play one with 'minesweeper play BOARD --fair', or leave --fair out"
        )
    if args.no_guess and not opening:
        raise ArgumentsError(
            "--first safe can't be combined with --no-guess, because a no-guess board begins with a region"
        )
    first = usual_first(spec, opening=opening) if args.start is None else spec.grid.cell(*args.start)
    seed = new_seed() if args.seed is None else args.seed
    # The first seed is the text as it was given, so that a game with this seed has the same board.
    texts = [seed, *(f"{seed}/{number}" for number in range(2, args.n + 1))]
    seeds = [BoardSeed(spec, first, text, opening) for text in texts]
    labels: Counter[str] = Counter()
    with closing(_make_all(seeds, args, labels)) as boards:
        if args.format == "mbf":
            _write_files(boards, args, spec)
        elif args.output in (None, "-"):
            _write_lines(boards, sys.stdout, args.format)
        else:
            with new_file(args.output, force=args.force) as stream:
                _write_lines(boards, stream, args.format)
    if args.no_guess and args.format != "json":
        _print_labels(labels, spec)
    if args.no_guess and args.format == "mbf":
        start = place_text(*spec.grid.row_col(first))
        warn([f".mbf files can't store the first cell: start at {start}, or you may have to guess."])
    return 0


# Making boards


def _make_all(
    seeds: Sequence[BoardSeed], args: argparse.Namespace, labels: Counter[str]
) -> Generator[Board, None, None]:
    """Yields the boards in their order, and counts their labels, by which an adjusted board is recognised later.

    On a terminal, a line shows the progress. Raises ArgumentsError if a no-guess board can't be made.
    """
    made, attempts, began = 0, 0, time.monotonic()

    def progress() -> str:
        tried = plural(attempts, "attempt", ",")
        return f"{made:,} of {len(seeds):,}, {tried}, {time.monotonic() - began:.0f} s"

    with progress_line(progress):
        make = partial(_make, no_guess=args.no_guess)
        for one, dealt in zip(seeds, work_all(make, seeds, args.jobs), strict=True):
            if dealt.board is None:
                raise ArgumentsError(
                    f"could not make a no-guess board of {one.spec} in {dealt.attempts:,} attempts."
                    " Try fewer mines, another --start or another --seed"
                )
            made, attempts = made + 1, attempts + dealt.attempts
            labels[dealt.board.label] += 1
            yield dealt.board


def _make(seed: BoardSeed, no_guess: bool) -> Dealt:
    return run_to_end(deal_no_guess(seed.spec, seed.first, seed.seed)) if no_guess else Dealt(seed.make(), 1)


# Writing boards


def _write_files(boards: Iterable[Board], args: argparse.Namespace, spec: BoardSpec) -> None:
    """Writes each board to an .mbf file of its own. All names are checked before the first board is made."""
    if args.output in (None, "-"):
        raise ArgumentsError("mbf boards are written to files. Name a folder for them, for example: -o boards")
    folder, digits = Path(args.output), len(str(args.n))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = set(os.listdir(folder))
    except (OSError, ValueError) as error:  # A null character in the name raises ValueError.
        raise ArgumentsError(access_error("written", quote(args.output, LONGEST_NAME), error)) from None
    names = [f"{spec.width}x{spec.height}-{spec.mines}-{number:0{digits}}.mbf" for number in range(1, args.n + 1)]
    for name in there.intersection(names):
        check_free(folder / name, force=args.force)
    for name, board in zip(names, boards, strict=True):
        with new_file(folder / name, force=args.force) as stream:
            stream.buffer.write(to_mbf(board.layout))


def _write_lines(boards: Iterable[Board], stream: IO[str], form: str) -> None:
    to_text = {"code": to_code, "picture": lambda board: board.layout.to_picture(), "json": _to_json}[form]
    for number, board in enumerate(boards):
        gap = "\n" if form == "picture" and number else ""
        stream.write(f"{gap}{to_text(board)}\n")


def _to_json(board: Board) -> str:
    layout, first, label = board
    fields = {
        "version": JSON_VERSION,
        "w": layout.grid.width,
        "h": layout.grid.height,
        "first": None if first is None else layout.grid.row_col(first),
        "start": first,
        "mines": cells_of(layout.mines),
        "label": label,
    }
    return json_text(fields)


def _print_labels(labels: Counter[str], spec: BoardSpec) -> None:
    """Prints how many boards aren't what was asked for, and why, because the formats can't store that."""
    reasons = {
        ADJUSTED: f"no-guess boards of {spec} are too rare to find by dealing",
        NORMAL: f"the first cell wins {spec} at once",
    }
    for label, reason in reasons.items():
        if labels[label]:
            count = f"{labels[label]:,} of {plural(labels.total(), 'board', ',')}"
            warn([f"{board_type(label)}: {count}, because {reason}."])
