"""The history command: all finished games out as JSON lines or a table, and in again without doubles."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import BinaryIO

from minesweeper.core.inputs import bounded_lines, counted, open_input
from minesweeper.core.outputs import new_file
from minesweeper.core.printing import use_safe_errors
from minesweeper.core.progress import ProgressLine
from minesweeper.core.text import LONGEST_NAME, plural, quote
from minesweeper.storage.disk import data_folder
from minesweeper.storage.exchange import (
    MAX_LINE,
    MAX_REFUSALS,
    Imported,
    LeftOut,
    export_csv,
    export_lines,
    import_lines,
)
from minesweeper.storage.store import FILE_NAME, Store, open_store

INCOMPLETE = 1
"""The exit status when some games could not be read or kept."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    what = parser.add_subparsers(dest="what", metavar="export|import", required=True)
    out = what.add_parser("export", help="write all finished games, with their replays")
    out.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="a new file; without it, or -, they are printed"
    )
    out.add_argument("--force", action="store_true", help="replace a file that is there already")
    out.add_argument("--csv", action="store_true", help="a table without replays, which can't be read back")
    into = what.add_parser("import", help="add the games of an export that are not there yet")
    into.add_argument("file", metavar="FILE", help="JSON lines as exported, or - for standard input")


def run(arguments: argparse.Namespace) -> int:
    """Writes or reads all games; the result is the exit status."""
    use_safe_errors(sys.stdout)  # a seed or the name of a file may hold what the locale has no bytes for
    folder = data_folder(os.environ)
    if arguments.what == "import":
        with open_input(arguments.file) as stream, open_store(folder) as store:
            return _import(store, stream)
    if folder is None or not os.path.lexists(os.path.join(folder, FILE_NAME)):  # an export of nothing makes no store
        print("minesweeper: No game was finished yet.", file=sys.stderr)
        return 0
    with open_store(folder) as store:
        left = LeftOut()
        lines = export_csv(store, left) if arguments.csv else export_lines(store, left)
        count = _write(arguments.file, lines, force=arguments.force) - arguments.csv
        troubles = [*store.notices, *([store.problem] if store.problem else []), *left.sentences()]
    for trouble in troubles:
        print(f"minesweeper: {trouble}", file=sys.stderr)
    if arguments.file != "-":
        print(f"{plural(count, 'game', ',')} written to {quote(arguments.file, LONGEST_NAME)}.")
    return INCOMPLETE if troubles else 0


def _write(name: str, lines: Iterator[str], *, force: bool) -> int:
    """Writes lines to a new file, or prints them; the result is how many."""
    count = 0
    if name == "-":
        for line in lines:
            print(line)
            count += 1
        return count
    with new_file(name, force=force) as stream, ProgressLine(sys.stderr) as progress:
        for line in counted(lines, "written", progress.show, every=1):
            stream.write(line + "\n")
            count += 1
    return count


def _import(store: Store, stream: BinaryIO) -> int:
    with ProgressLine(sys.stderr) as progress:
        lines = counted(bounded_lines(stream, MAX_LINE), "read", progress.show, every=1)
        result = import_lines(store, lines)
    print(f"{plural(result.added, 'game', ',')} added, {result.doubles:,} already there, {result.refused:,} refused.")
    for text in _complaints(result):
        print(f"minesweeper: {text}", file=sys.stderr)
    return INCOMPLETE if result.refused or result.problem else 0


def _complaints(result: Imported) -> list[str]:
    complaints = list(result.refusals)
    if result.refused > MAX_REFUSALS:
        complaints.append(f"and {result.refused - MAX_REFUSALS:,} more lines")
    if result.problem is not None:
        complaints.append(f"{result.problem} What was added is kept, and the same import can be run again.")
    return complaints
