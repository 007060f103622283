"""Solves positions from a file or code, and prints annotated boards with sentences, or JSON.

``storage.text_boards`` reads the positions, and ``assist.answers`` finds everything that is printed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from minesweeper.assist.answers import Solution, clue_layers, odds_lines, solve
from minesweeper.core import textboard
from minesweeper.core.cells import CellSet, place_text
from minesweeper.core.commandline import (
    LONGEST_THINK,
    ArgumentsError,
    add_json,
    choose_paper,
    time_up_to,
    use_safe_errors,
    warn,
    whole_number,
)
from minesweeper.core.files import bounded_lines, decoded, named_errors, open_input
from minesweeper.core.position import Position, places
from minesweeper.core.text import JSON_VERSION, json_text, plural
from minesweeper.core.textboard import FLAG, HIDDEN, MINE, Paper, clear_zeros
from minesweeper.solvers.deduction import Contradiction
from minesweeper.storage.text_boards import MAX_BYTES, MinesUnknown, ReadPosition, is_board_code, read_positions

CONTRADICTORY = 3
SAFE, WRONG, BEST, CLASH = "+", "x", ">", "!"
MINE_NUMBER = whole_number(0, 999_999_999)
_LEGEND = {SAFE: "safe", MINE: "mine", WRONG: "wrong flag", BEST: "best guess", CLASH: "clues that clash"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    source = (
        "text boards (# hidden, . and digits opened, F flag, * given mine; others: docs/formats.md) with blank lines"
        " between them, a .mine file, or boards (codes or JSON lines), whose first cell is opened; - is standard input"
    )
    parser.add_argument("file", metavar="FILE|CODE", help=source)
    parser.add_argument("--mines", metavar="N", type=MINE_NUMBER, help="set the mine count, also if the text names one")
    parser.add_argument("--odds", action="store_true", help="also print the odds of each cell in percent")
    think = "think this long about a guess, to estimate its win chance where it isn't exact"
    think += f" (0 to {LONGEST_THINK:,}, default: 0)"
    parser.add_argument("--think", metavar="SECONDS", type=time_up_to(LONGEST_THINK), default=0.0, help=think)
    answers = parser.add_mutually_exclusive_group()
    answers.add_argument("--picture", action="store_true", help="print only the annotated text board")
    answers.add_argument("--text", action="store_true", help="print only the sentences")
    add_json(parser, "print one JSON object per position; rows and columns count from 0", answers)


def run(args: argparse.Namespace) -> int:
    """Solves each position as soon as it is read, so that another program can wait for one answer before it writes the
    next position.
    """
    use_safe_errors(sys.stdout)
    paper = choose_paper(sys.stdout, os.environ)
    status = 0
    for number, given in enumerate(all_given(args.file, args.mines), start=1):
        if number > 1 and not args.json:
            print()
        if not _solve_one(given, number, args, paper):
            status = CONTRADICTORY
        sys.stdout.flush()  # The program that writes the positions may wait for this answer.
    return status


def _solve_one(given: ReadPosition, number: int, args: argparse.Namespace, paper: Paper) -> bool:
    """Prints the answer for one position. Returns False if no layout fits it."""
    which = "" if number == 1 else f"position {number}: "
    if given.told and not args.json:
        sys.stdout.flush()
        print(f"{which}{given.told}", file=sys.stderr)
    try:
        solution = solve(given.position, places(given.position.grid, given.flags), args.think)
    except Contradiction as error:
        _print_contradiction(given, error, args, paper)
        if not args.json:
            warn([f"{which}no layout fits: {error}."])
        return False
    if args.json:
        print(json_text({**solution.to_data(), "read": given.told or None}, pretty=args.pretty))
        return True
    layouts = solution.layouts
    about = "1 layout fits" if layouts == "1" else f"{layouts} layouts fit"
    _print_board(given.position, _answer_layers(solution), about, args, paper)
    if not args.picture:
        print("\n".join(_sentences(solution, args, paper)))
    return True


def all_given(name: str, mines: int | None) -> Iterator[ReadPosition]:
    """Yields the positions of a file or of a board code. ``mines`` is the mine total for texts that don't name one.

    Raises ArgumentsError if neither the text nor ``mines`` says how many mines there are.
    """
    if is_board_code(name) and not os.path.exists(name):
        yield from read_positions([name], mines)
        return
    with open_input(name) as stream, named_errors(name):
        try:
            yield from read_positions(decoded(bounded_lines(stream, MAX_BYTES)), mines)
        except MinesUnknown:
            raise ArgumentsError("the mine count is missing. Add --mines 99, or a line such as 'mines: 99'") from None


def _sentences(solution: Solution, args: argparse.Namespace, paper: Paper) -> Iterator[str]:
    """Yields the lines below the board: the odds if asked for, the proofs, and a verdict."""
    if not args.text:
        yield ""
    if args.odds:
        yield from odds_lines(solution.analysis, paper)
        yield ""
    for hint in solution.deductions:
        yield from textboard.wrap_to_paper(hint.text, paper)
    for row, col in solution.wrong_flags:
        yield f"The flag at {place_text(row, col)} is wrong: the cell is safe."
    yield from textboard.wrap_to_paper(_verdict(solution), paper)


def _verdict(solution: Solution) -> str:
    """The last sentence, which says how much is proved and which cell to open."""
    verdict = (
        f"{plural(len(solution.safe), 'cell', ',')} proved safe, {plural(len(solution.mined), 'mine', ',')} proved."
    )
    if not solution.is_complete:
        verdict = f"{verdict} There may be more: the clues are too many to count exactly."
    if solution.best is None:
        return f"{verdict} Nothing is left to open."
    place = place_text(*solution.best.cell)
    if solution.safe:
        return f"{verdict} {place.capitalize()} can be opened."
    return f"{verdict} Best guess: {place}, {solution.best.text}."


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


def _print_board(
    position: Position, layers: textboard.Layers, about: str, args: argparse.Namespace, paper: Paper, clash: CellSet = 0
) -> None:
    """Prints the board in the form that the arguments choose: not at all, as a plain text board, or with numbers and
    the meaning of its signs.

    The numbered form can be read again by ``solve``, because its first line has the mine total. ``clash`` are the clues
    that contradict each other.
    """
    grid = position.grid
    if args.picture:
        print(clear_zeros("\n".join(textboard.draw_rows(grid, layers, HIDDEN))))
    if args.picture or args.text:
        return
    lines = [f"{grid.width}x{grid.height}, {plural(position.mine_total, 'mine', ',')}: {about}.", ""]
    for window in textboard.bands(grid, paper):
        rows = textboard.draw_rows(grid, layers, HIDDEN, window)
        marks = textboard.draw_rows(grid, [(clash, CLASH)], " ", window)
        lines += textboard.number_rows(grid, window, rows, paper, marks)
    signs = [f"{sign} {_LEGEND[sign]}" for cells, sign in (*layers, (clash, CLASH)) if cells and sign in _LEGEND]
    if signs:
        lines += ["", *textboard.wrap_to_paper("   ".join(signs), paper)]
    print("\n".join(lines))


def _print_contradiction(given: ReadPosition, error: Contradiction, args: argparse.Namespace, paper: Paper) -> None:
    """Prints the answer for a position that no layout fits: the board with the clues that clash, or JSON."""
    position, grid = given.position, given.position.grid
    if not args.json:
        layers = [*clue_layers(position), (given.flags, FLAG), (position.given, MINE)]
        _print_board(position, layers, "no layout fits", args, paper, error.clues)
        return
    data = {
        "version": JSON_VERSION,
        "mines": position.mine_total,
        "contradiction": str(error),
        "clues": places(grid, error.clues),
        "given": places(grid, error.given),
        "read": given.told or None,
    }
    print(json_text(data, pretty=args.pretty))
