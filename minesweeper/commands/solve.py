"""The solve command: a position as a picture or .mine file in; an annotated picture, reasons and odds, or JSON out."""

from __future__ import annotations

import argparse
import codecs
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from minesweeper.core import printing
from minesweeper.core.cells import MAX_CELLS, CellSet, Grid, place_text
from minesweeper.core.inputs import input_name, read_input
from minesweeper.core.pictures import CLUES, FLAG, HIDDEN, MINE, QUESTION, read_picture
from minesweeper.core.position import Position, make_position
from minesweeper.core.printing import Paper
from minesweeper.core.text import percent, plural, quote
from minesweeper.solvers.deduction import Contradiction
from minesweeper.solvers.solution import Solution, clue_layers, odds_lines, places, solve

CONTRADICTORY = 3
MAX_BYTES = 1 << 24
"""The largest file that is read: several times the picture of the largest board."""

SAFE, WRONG, BEST, CLASH = "+", "x", ">", "!"
_LEGEND = {SAFE: "safe", MINE: "mine", WRONG: "wrong flag", BEST: "best guess", CLASH: "clues that clash"}

_NO_POSITION = "a board, not a position: a picture or a .mine file is needed"


class SolveError(ValueError):
    """Input that is no position, with the reason and what is allowed."""


@dataclass(frozen=True, slots=True)
class FlaggedPosition:
    """What was read: a position, and the flags in it."""

    position: Position
    flags: CellSet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the solve command to its parser."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a picture (# hidden, . and digits opened, F flag), or a .mine file; - is the input",
    )
    parser.add_argument("--mines", metavar="N", type=_whole_number, help="the mine total; a picture needs it")
    parser.add_argument("--odds", action="store_true", help="also print the chance of a mine of each cell, in percent")
    answers = parser.add_mutually_exclusive_group()
    answers.add_argument("--picture", action="store_true", help="print only the annotated picture, as plain rows")
    answers.add_argument("--text", action="store_true", help="print only the sentences")
    answers.add_argument("--json", action="store_true", help="print one JSON object; rows and columns count from 0")


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise argparse.ArgumentTypeError(f"{quote(text, typed=True)} is no number of mines: use one such as 99")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Solves the position of a file and prints the answer; the result is the exit status."""
    printing.use_safe_errors(sys.stdout)
    if _is_code(args.file) and not os.path.exists(args.file):
        raise SolveError(f"{quote(args.file)} is {_NO_POSITION}")
    given = read_given(read_input(args.file, MAX_BYTES), args.file, args.mines)
    paper = printing.choose_paper(sys.stdout, os.environ)
    try:
        solution = solve(given.position, places(given.position.grid, given.flags))
    except Contradiction as error:
        _print_contradiction(given, error, args, paper)
        return CONTRADICTORY
    if args.json:
        _print_json(solution.to_data())
        return 0
    if args.picture:
        print("\n".join(printing.draw_rows(given.position.grid, _answer_layers(solution), HIDDEN)))
        return 0
    _print_lines(_answer(solution, args, paper))
    return 0


def read_given(data: bytes, name: str, mines: int | None) -> FlaggedPosition:
    """The position in the content of a file; of the name only the extension matters."""
    has_mark = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data.decode("utf-16" if has_mark else "utf-8-sig", "replace")
    first_line = text.lstrip().partition("\n")[0].strip()
    if name.lower().endswith(".mine") or _is_mine_head(first_line):
        return _read_mine(text, mines)
    if _is_code(first_line) or first_line.startswith("{"):
        raise SolveError(f"{input_name(name)} holds {_NO_POSITION}")
    if mines is None:
        raise SolveError("a picture does not tell the mine total: add it, such as --mines 99")
    cells = len("".join(text.split()))
    if cells > MAX_CELLS:
        raise SolveError(f"the picture has {cells:,} cells: at most {MAX_CELLS:,} are allowed")
    picture = read_picture(text, HIDDEN + FLAG + QUESTION + CLUES + "0")
    return FlaggedPosition(make_position(picture.grid, picture.clues(), mines), picture.where(FLAG))


def _is_code(text: str) -> bool:
    if not text.startswith("ms"):
        return False
    from minesweeper.boards.codes import is_code  # loaded late: who solves a picture loads nothing that knows mines

    return is_code(text)


def _is_mine_head(line: str) -> bool:
    numbers = line.lower().split("x")
    return len(numbers) == 3 and all(number.isascii() and number.isdigit() for number in numbers)


def _read_mine(text: str, mines: int | None) -> FlaggedPosition:
    from minesweeper.storage.board_files import from_mine  # loaded late: a picture needs no file formats

    game = from_mine(text)
    if mines is not None and mines != game.mine_total:
        raise SolveError(f"--mines {mines} does not go with the .mine file, which has {game.mine_total}: leave it out")
    return FlaggedPosition(game.position, game.flags)  # what the file says of the mines stays here


def _answer(solution: Solution, args: argparse.Namespace, paper: Paper) -> Iterator[str]:
    grid = solution.position.grid
    if not args.text:
        layouts = solution.layouts
        count = f"{layouts} layout{'s' if layouts != '1' else ''} fit{'s' if layouts == '1' else ''}"
        yield f"{grid.width}x{grid.height}, {plural(solution.mines, 'mine', ',')}: {count}."
        yield ""
        yield from _board(grid, _answer_layers(solution), paper)
        yield ""
    if args.odds:
        yield from odds_lines(solution.analysis, paper)
        yield ""
    for hint in solution.deductions:
        yield from printing.wrap_to_paper(hint.text, paper)
    for row, col in solution.wrong_flags:
        yield f"The flag at {place_text(row, col)} is wrong: the cell is safe."
    yield from printing.wrap_to_paper(_verdict(solution), paper)


def _verdict(solution: Solution) -> str:
    """The last sentence: what to do now."""
    found = f"{plural(len(solution.safe), 'cell', ',')} proved safe, {len(solution.mined):,} proved mined."
    if not solution.is_complete:
        found = f"{found} There may be more: the clues are too many to count exactly."
    if solution.best is None:
        return f"{found} Nothing is left to open."
    place = place_text(*solution.best.cell)
    if solution.safe:
        return f"{found} {place.capitalize()} can be opened."
    return f"{found} Best guess: {place}, {percent(*solution.best.ratio, solution.best.is_exact)} a mine."


def _answer_layers(solution: Solution) -> list[tuple[CellSet, str]]:
    analysis, flags = solution.analysis, solution.flags
    guess = 0
    if solution.best is not None and not analysis.safe:
        guess = 1 << solution.position.grid.cell(*solution.best.cell)
    return [
        *clue_layers(solution.position),
        (flags, FLAG),
        (analysis.safe, SAFE),
        (analysis.mined, MINE),
        (analysis.safe & flags, WRONG),
        (guess, BEST),
    ]


def _board(grid: Grid, layers: printing.Layers, paper: Paper, clash: CellSet = 0) -> Iterator[str]:
    """The board with its numbers and a line that explains its signs."""
    for window in printing.bands(grid, paper):
        rows = printing.draw_rows(grid, layers, HIDDEN, window)
        marks = printing.draw_rows(grid, [(clash, CLASH)], " ", window)
        yield from printing.number_rows(grid, window, rows, paper, marks)
    signs = [f"{sign} {_LEGEND[sign]}" for cells, sign in (*layers, (clash, CLASH)) if cells and sign in _LEGEND]
    if signs:
        yield ""
        yield from printing.wrap_to_paper("   ".join(signs), paper)


def _print_contradiction(given: FlaggedPosition, error: Contradiction, args: argparse.Namespace, paper: Paper) -> None:
    clues = places(given.position.grid, error.clues)
    if args.json:
        _print_json({"mines": given.position.mine_total, "contradiction": str(error), "clues": clues})
        return
    grid, layers = given.position.grid, [*clue_layers(given.position), (given.flags, FLAG)]
    if args.picture:
        print("\n".join(printing.draw_rows(grid, [*layers, (error.clues, CLASH)], HIDDEN)))
    elif not args.text:
        _print_lines(_board(grid, layers, paper, error.clues))
    sys.stdout.flush()
    print(f"minesweeper: no layout fits: {error}", file=sys.stderr)


def _print_json(data: dict[str, object]) -> None:
    import json  # loaded late: people read text

    print(json.dumps(data, separators=(",", ":")))


def _print_lines(lines: Iterator[str]) -> None:
    for line in lines:
        print(line)
