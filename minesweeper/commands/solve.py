"""The solve command: positions as pictures, .mine files or boards in; annotated pictures, sentences or JSON out."""

from __future__ import annotations

import argparse
import codecs
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from minesweeper.core import printing
from minesweeper.core.arguments import LONGEST_THINK, add_json, check_pretty, time_up_to
from minesweeper.core.cells import MAX_CELLS, CellSet, Grid, place_text
from minesweeper.core.inputs import bounded_lines, open_input
from minesweeper.core.pictures import CLUES, FLAG, HIDDEN, MINE, QUESTION, read_picture
from minesweeper.core.position import Position, make_position
from minesweeper.core.printing import Paper
from minesweeper.core.text import plural, quote
from minesweeper.solvers.deduction import Contradiction
from minesweeper.solvers.solution import Solution, clue_layers, odds_lines, places, solve

CONTRADICTORY = 3
MAX_BYTES = 1 << 24
"""The largest file that is read: several times the picture of the largest board."""

SAFE, WRONG, BEST, CLASH = "+", "x", ">", "!"
_LEGEND = {SAFE: "safe", MINE: "mine", WRONG: "wrong flag", BEST: "best guess", CLASH: "clues that clash"}


class SolveError(ValueError):
    """Input that is no position, with the reason and what is allowed."""


@dataclass(frozen=True, slots=True)
class FlaggedPosition:
    """What was read: a position, and the flags in it."""

    position: Position
    flags: CellSet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the solve command to its parser."""
    source = (
        "pictures (# hidden, . and digits opened, F flag) with blank lines between them, a .mine file,"
        " or boards (codes, JSON lines), whose first cell is opened; - is the input"
    )
    parser.add_argument("file", metavar="FILE|CODE", help=source)
    parser.add_argument("--mines", metavar="N", type=_whole_number, help="the mine total; a picture needs it")
    parser.add_argument("--odds", action="store_true", help="also print the chance of a mine of each cell, in percent")
    think = "how long to think about a guess: then its chance to win is estimated where it is not exact"
    parser.add_argument("--think", metavar="SECONDS", type=time_up_to(LONGEST_THINK), default=0.0, help=think)
    answers = parser.add_mutually_exclusive_group()
    answers.add_argument("--picture", action="store_true", help="print only the annotated picture, as plain rows")
    answers.add_argument("--text", action="store_true", help="print only the sentences")
    add_json(parser, "print a JSON object a position; rows and columns count from 0", answers)


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise argparse.ArgumentTypeError(f"{quote(text, typed=True)} is no number of mines: use one such as 99")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Solves the positions of a file, each when it is read, and prints the answers; the result is the exit status."""
    check_pretty(args)
    printing.use_safe_errors(sys.stdout)
    paper = printing.choose_paper(sys.stdout, os.environ)
    status = 0
    for number, given in enumerate(_all_given(args.file, args.mines), start=1):
        if number > 1 and not args.json:
            print()
        if not _solve_one(given, number, args, paper):
            status = CONTRADICTORY
        sys.stdout.flush()  # whoever writes the next position may wait for this answer
    return status


def _solve_one(given: FlaggedPosition, number: int, args: argparse.Namespace, paper: Paper) -> bool:
    """Prints the answer about one position; whether a layout fits it."""
    try:
        solution = solve(given.position, places(given.position.grid, given.flags), args.think)
    except Contradiction as error:
        _print_contradiction(given, number, error, args, paper)
        return False
    if args.json:
        print(printing.json_text(solution.to_data(), pretty=args.pretty))
    elif args.picture:
        print("\n".join(printing.draw_rows(given.position.grid, _answer_layers(solution), HIDDEN)))
    else:
        _print_lines(_answer(solution, args, paper))
    return True


# What is read


def _all_given(name: str, mines: int | None) -> Iterator[FlaggedPosition]:
    """The positions of a file, or that of a code."""
    if _is_code(name) and not os.path.exists(name):
        yield read_given(name.encode(), "", mines)
        return
    is_empty = True
    with open_input(name) as stream:
        for number, text in _blocks(_decoded(bounded_lines(stream, MAX_BYTES))):
            is_empty = False
            try:
                given = _read_text(text, name, mines)
            except ValueError as error:
                if number == 1 or not type(error).__module__.startswith("minesweeper"):
                    raise
                raise SolveError(f"the position from line {number}: {error}") from None
            yield given
    if is_empty:
        _read_text("", name, mines)


def _decoded(lines: Iterator[bytes]) -> Iterator[str]:
    """The lines as text; some systems write text of two bytes a character, marked as such."""
    for number, line in enumerate(lines):
        if not number and line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            yield from _to_text(b"".join([line, *lines])).splitlines(keepends=True)
            return
        yield line.decode("utf-8" if number else "utf-8-sig", "replace")


def _blocks(lines: Iterator[str]) -> Iterator[tuple[int, str]]:
    """Each position with the number of its first line: a board is a line, else blank lines lie between them."""
    block: list[str] = []
    length = 0
    for number, line in enumerate(chain(lines, [""]), start=1):
        if line.strip() and not _is_board(line):
            block.append(line)
            length += len(line)
            if length > MAX_BYTES:
                raise SolveError(f"the position from line {number - len(block) + 1} has more than {MAX_BYTES:,} bytes")
            continue
        if block:
            yield number - len(block), "".join(block)
            block, length = [], 0
        if line.strip():
            yield number, line


def read_given(data: bytes, name: str, mines: int | None) -> FlaggedPosition:
    """The position in the content of a file that has one; of the name only the extension matters."""
    return _read_text(_to_text(data), name, mines)


def _to_text(data: bytes) -> str:
    has_mark = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return data.decode("utf-16" if has_mark else "utf-8-sig", "replace")


def _read_text(text: str, name: str, mines: int | None) -> FlaggedPosition:
    first_line = text.lstrip().partition("\n")[0].strip()
    if name.lower().endswith(".mine") or _is_mine_head(first_line):
        return _read_mine(text, mines)
    if _is_board(text):
        return _read_board(text, mines)
    if mines is None:
        raise SolveError("a picture does not tell the mine total: add it, such as --mines 99")
    cells = len("".join(text.split()))
    if cells > MAX_CELLS:
        raise SolveError(f"the picture has {cells:,} cells: at most {MAX_CELLS:,} are allowed")
    picture = read_picture(text, HIDDEN + FLAG + QUESTION + CLUES + "0")
    return FlaggedPosition(make_position(picture.grid, picture.clues(), mines), picture.where(FLAG))


def _is_board(text: str) -> bool:
    return text.lstrip().startswith("{") or _is_code(text)


def _is_code(text: str) -> bool:
    if not text.lstrip().startswith("ms"):
        return False
    from minesweeper.boards.codes import is_code  # loaded late: who solves a picture loads nothing that knows mines

    return is_code(text)


def _read_board(text: str, mines: int | None) -> FlaggedPosition:
    """What one sees of a board once its first cell is opened; where the mines are stays here."""
    from minesweeper.boards.codes import CodeError, from_code
    from minesweeper.boards.formats import BoardLineError, read_board_line
    from minesweeper.play.game import begin_game

    try:
        game = begin_game(from_code(text) if _is_code(text) else read_board_line(text))
    except (CodeError, BoardLineError) as error:
        raise SolveError(f"this is no board: {error}") from None
    _check_mines(mines, game.mine_total, "board")
    return FlaggedPosition(game.position, 0)


def _check_mines(given: int | None, told: int, what: str) -> None:
    if given not in (None, told):
        raise SolveError(f"--mines {given} does not go with the {what}, which has {told}: leave it out")


def _is_mine_head(line: str) -> bool:
    numbers = line.lower().split("x")
    return len(numbers) == 3 and all(number.isascii() and number.isdigit() for number in numbers)


def _read_mine(text: str, mines: int | None) -> FlaggedPosition:
    from minesweeper.storage.board_files import from_mine  # loaded late: a picture needs no file formats

    game = from_mine(text)
    _check_mines(mines, game.mine_total, ".mine file")
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
    return f"{found} Best guess: {place}, {solution.best.text}."


def _answer_layers(solution: Solution) -> list[tuple[CellSet, str]]:
    analysis, flags = solution.analysis, solution.flags
    guess = 0
    if not analysis.safe and solution.best is not None:
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


def _print_contradiction(
    given: FlaggedPosition, number: int, error: Contradiction, args: argparse.Namespace, paper: Paper
) -> None:
    clues = places(given.position.grid, error.clues)
    if args.json:
        data = {
            "version": printing.JSON_VERSION,
            "mines": given.position.mine_total,
            "contradiction": str(error),
            "clues": clues,
        }
        print(printing.json_text(data, pretty=args.pretty))
        return
    grid, layers = given.position.grid, [*clue_layers(given.position), (given.flags, FLAG)]
    if args.picture:
        print("\n".join(printing.draw_rows(grid, [*layers, (error.clues, CLASH)], HIDDEN)))
    elif not args.text:
        _print_lines(_board(grid, layers, paper, error.clues))
    sys.stdout.flush()
    which = "" if number == 1 else f"position {number}: "
    print(f"minesweeper: {which}no layout fits: {error}", file=sys.stderr)


def _print_lines(lines: Iterator[str]) -> None:
    for line in lines:
        print(line)
