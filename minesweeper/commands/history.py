"""Exports and imports finished games, checks the game database, and restores backups.

``storage.import_export`` does the work on games, and ``storage.database_file`` checks the file. Nothing here deletes a
game.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from minesweeper.commands.parser import add_part
from minesweeper.commands.table import INCOMPLETE
from minesweeper.core.commandline import use_safe_errors, warn
from minesweeper.core.files import InputError, bounded_lines, input_name, named_errors, new_file, open_input
from minesweeper.core.late import LateModule
from minesweeper.core.progress import progress_line, with_seconds
from minesweeper.core.signals import signals_as_stops
from minesweeper.core.text import LONGEST_NAME, clean, join, plural, quote
from minesweeper.storage.import_export import (
    MAX_LINE,
    MAX_REFUSALS,
    Imported,
    LeftOut,
    add_records,
    export_csv,
    export_lines,
    import_lines,
    restore_file,
)
from minesweeper.storage.paths import data_folder
from minesweeper.storage.store import FILE_NAME, Store, existing_folder, open_store

if TYPE_CHECKING:
    from minesweeper.storage import database_file, games_table, lesson_scores, replay_files, saves_table
else:
    games_table = LateModule("minesweeper.storage.games_table")
    lesson_scores = LateModule("minesweeper.storage.lesson_scores")
    replay_files = LateModule("minesweeper.storage.replay_files")
    saves_table = LateModule("minesweeper.storage.saves_table")
    database_file = LateModule("minesweeper.storage.database_file")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", metavar="export|import|check|restore", required=True)
    summary = "Export all finished games with replays, and your lessons"
    out = add_part(what, "export", summary, "minesweeper history export > games.jsonl")
    out.add_argument("file", metavar="FILE", nargs="?", default="-", help="the new file (default: - prints them)")
    out.add_argument("--force", action="store_true", help="replace an existing file")
    out.add_argument("--csv", action="store_true", help="write a table without replays, which can't be imported")
    summary = "Add the games and lessons of an export, or one replay"
    into = add_part(what, "import", summary, "minesweeper history export | minesweeper history import -")
    into.add_argument("file", metavar="FILE", help="JSON lines as exported, or a RAWVF replay; - reads standard input")
    summary = "Check the game database and list its backups"
    add_part(what, "check", summary, "minesweeper history check")
    summary = "Add the missing games of a backup or of a damaged file"
    back = add_part(what, "restore", summary, "minesweeper history restore games.db.backup-20261116-091233")
    back.add_argument("file", metavar="FILE", help="a file that check lists, such as games.db.backup-20261116-091233")


@signals_as_stops()
def run(arguments: argparse.Namespace) -> int:
    use_safe_errors(sys.stdout)  # A seed or a file name may contain characters that the encoding of the output lacks.
    if arguments.what == "import":
        with open_input(arguments.file) as stream, _changed_store() as store:
            return _import(store, stream, arguments.file)
    if arguments.what == "restore":
        with _changed_store() as store:
            return _restore(store, arguments.file)
    folder = existing_folder(os.environ)
    if folder is None:
        warn(["No finished games yet."])
    if arguments.what == "check":
        return _check(folder) if folder is not None else 0
    with open_store(folder) as store:
        left_out = LeftOut()
        lines = export_csv(store, left_out) if arguments.csv else export_lines(store, left_out)
        count = _write(arguments.file, lines, force=arguments.force) - arguments.csv
        troubles = [*(store.all_messages if folder else store.notices), *left_out.sentences()]
    warn(troubles)
    if arguments.file != "-":
        print(f"{left_out.written(count)} written to {quote(arguments.file, LONGEST_NAME)}.")
    return INCOMPLETE if troubles else 0


@contextmanager
def _changed_store() -> Iterator[Store]:
    """Opens the game database for the block and closes it afterwards, and then prints its notices.

    The notices come last, because closing may make a backup and that may fail.
    """
    store = open_store(data_folder(os.environ))
    try:
        with store:
            yield store
    finally:
        warn(store.notices)


def _write(name: str, lines: Iterator[str], *, force: bool) -> int:
    """Writes lines to a new file, or prints them if the name is ``-``. Returns how many lines were written."""
    is_file, count = name != "-", 0
    output = new_file(name, force=force) if is_file else nullcontext(sys.stdout)
    progress = progress_line(lambda: f"{count:,} written") if is_file else nullcontext()
    with output as stream, progress:
        for line in lines:
            stream.write(f"{line}\n")
            count += 1
    return count


_RAWVF_LINE = re.compile(rb"(?:\xef\xbb\xbf)?\s*\w+[ \t]*:")
"""Matches how a RAWVF replay begins, which is ``Name: value``. A line of JSON begins with a brace."""


def _import(store: Store, stream: BinaryIO, name: str) -> int:
    with progress_line(with_seconds("Importing...")):
        lines = bounded_lines(stream, MAX_LINE)
        first = next(lines, b"")
        if _RAWVF_LINE.match(first):
            result = _import_replay(store, first, stream, name)
        else:
            with named_errors(name):
                result = import_lines(store, chain([first], lines))
    print(f"{_added(result)} added, {result.doubles:,} already in the database, {result.refused:,} refused.")
    warn(_complaints(result, f"{input_name(name)}, "))
    return INCOMPLETE if result.refused or result.problem else 0


def _import_replay(store: Store, first: bytes, stream: BinaryIO, name: str) -> Imported:
    """Adds the game of a RAWVF replay.

    It counts as a game on a known board, because nobody knows who played it and what they had seen before.
    """
    data = first + stream.read(replay_files.MAX_BYTES - len(first) + 1)
    if len(data) > replay_files.MAX_BYTES:
        raise InputError(f"{input_name(name)} is too large. Replays have at most {replay_files.MAX_BYTES:,} bytes")
    with named_errors(name):
        return add_records(store, [replay_files.read_replay(data.decode("utf-8-sig", "replace"))])


def _restore(store: Store, name: str) -> int:
    path = Path(name)
    if store.path is not None and path.name == name and not os.path.lexists(path):
        # The parts ``check`` and the notices name files without their folder, which is that of the database.
        path = store.path.parent / name
    try:
        with progress_line(with_seconds("Restoring...")):
            result = restore_file(store, path)
    except (*database_file.ERRORS, ValueError) as error:
        reason = database_file.reason_of(error) if isinstance(error, database_file.ERRORS) else "its name isn't allowed"
        raise InputError(f"{quote(name, LONGEST_NAME)} can't be restored: {reason}") from None
    missing = 0 if result.problem else (database_file.games_in(path) or 0) - result.added - result.doubles
    unread = max(missing, result.refused)
    print(
        f"{_added(result, plural(result.saved, 'saved game', ','))} added,"
        f" {result.doubles:,} already in the database, {unread:,} can't be read."
    )
    warn(_complaints(result))
    return INCOMPLETE if unread or result.problem else 0


def _check(folder: str) -> int:
    """Prints the state of the game database, and lists the backups and damaged files next to it.

    Damage is repaired first. Returns the exit status.
    """
    with open_store(folder) as store:
        is_whole = store.check()
        games, saved = games_table.count_games(store), len(saves_table.Saves(store).games())
        counts = f"{plural(games, 'game', ',')}, {plural(games_table.count_replays(store), 'replay', ',')}"
        answers = (
            f", {plural(answered, 'lesson answer', ',')}" if (answered := len(lesson_scores.all_answers(store))) else ""
        )
        troubles = store.all_messages
    state = {True: "whole", False: "damaged", None: "not checked"}[is_whole]
    print(f"{FILE_NAME}: {state}, {counts}, {plural(saved, 'saved game', ',')}{answers}")
    path = Path(folder) / FILE_NAME
    for what, files in (("backup", database_file.backups_of(path)), ("kept aside", database_file.kept_aside(path))):
        for file in files:
            game_count = database_file.games_in(file)
            about = "its games can't be counted" if game_count is None else plural(game_count, "game", ",")
            print(f"{what}: {clean(file.name, None)}, {about}")
    warn(troubles)
    return INCOMPLETE if troubles or not is_whole else 0


def _added(result: Imported, *more: str) -> str:
    """Says how many games were added, and how many lesson answers if there are any."""
    answers = [plural(result.answers, "lesson answer", ",")] if result.answers else []
    return join([plural(result.added, "game", ","), *more, *answers])


def _complaints(result: Imported, where: str = "") -> list[str]:
    complaints = [f"{where}{refusal}." for refusal in result.refusals]
    if result.refused > MAX_REFUSALS:
        complaints.append(f"and {result.refused - MAX_REFUSALS:,} more lines")
    if result.problem is not None:
        complaints.append(f"{result.problem} The added games are kept. You can run the same import again.")
    return complaints
