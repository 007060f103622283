"""Files with the results of `bench`, so that a run can be interrupted, continued, merged and compared.

A file has one JSON object per line. The first line names the `BenchRun`, and every further line is the result of the
next board, written as soon as it is known. So an interrupted run continues where its file ends. If the program was
killed while it was writing, the file ends in half a line, which is dropped.

``bench --against`` reads how another player did on the same boards, either from such a file or from lines that begin
with 0 or 1. Such lines don't name their boards, so they need a file of boards.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from heapq import merge
from itertools import chain, groupby
from math import isfinite
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from minesweeper.bench.games import BoardResult
from minesweeper.core.files import (
    OutputError,
    bounded_lines,
    check_free,
    input_name,
    open_input,
)
from minesweeper.core.late import LateModule
from minesweeper.core.text import join, quote, quote_value, system_reason
from minesweeper.core.validate import RecordError, describe, number, parse_json, seconds, text, truth

if TYPE_CHECKING:
    import fcntl
else:
    fcntl = LateModule("fcntl")


MOST_BOARDS = 1_000_000_000
_FORM = "minesweeper_bench"
_VERSION = 1
_HEAD = b'{"%s":' % _FORM.encode()
"""How the first line of every such file begins."""
_LONGEST_LINE = 100_000
_LONGEST_TEXT = 60_000
"""The most characters of a text in a file. A seed may be as long as an argument of the command line."""
_MOST_MS = 1e12


class SaveError(ValueError):
    """A file that has no run, or has another run than this one. The message says why."""


class BenchRun(NamedTuple):
    """A player on a series of boards: which boards, which player and which code.

    Runs with equal fields have equal results.
    """

    board: str
    """A size such as 30x16/99, or the name of a file of boards."""
    digest: str | None
    """The fingerprint of the whole file of boards. None for dealt boards, because their seed identifies them."""
    seed: str | None
    """The text that random boards are dealt from. None for the boards of a file."""
    first: str | None
    """"open" if no mine lies next to the first cell, so that it opens an area; "safe" if the cell is only safe.

    None for the boards of a file.
    """
    start: tuple[int, ...] | None
    """The row and the column of the first cell, counted from 0. None for the boards of a file."""
    solver: str
    options: Mapping[str, float | bool]
    """The options that change the results, such as the budget of `deep`."""
    version: str
    code: str
    """The fingerprint of this program (see ``games.fingerprint``)."""
    player_code: str | None
    """The fingerprint of the module of a plug-in player. None for a player of this program."""
    begin: int
    """The number of the first board, counted from 1."""
    wanted: int
    """How many boards the run has, whether or not they are played yet."""

    @property
    def end(self) -> int:
        """The number of the last board."""
        return self.begin + self.wanted - 1

    def named(self, games: int) -> dict[str, Any]:
        """The fields of the run for the JSON report. `games` is how many boards are finished."""
        fields = self._asdict()
        return {
            **{name: fields[name] for name in ("board", "digest", "seed", "first", "solver")},
            **{name: value for name, value in self.options.items() if name != "value"},
            "version": self.version,
            "code": self.code,
            "from": self.begin,
            "wanted": self.wanted,
            "complete": games == self.wanted,
        }

    def to_line(self) -> bytes:
        """The first line of the run's file."""
        fields = {**self._asdict(), "from": self.begin}
        del fields["begin"]
        return _line({_FORM: _VERSION, **fields})

    def differences(self, other: BenchRun, fields: Iterable[str]) -> list[str]:
        """Says in clauses which of the named fields differ from those of another run. Empty if none does."""
        # Two files of boards are compared by their content, because a file may have been moved.
        is_moved = self.digest is not None and other.digest is not None
        return [
            f"{_NAMES.get(name, f'the {name}')} is {_shown(theirs)} there and {_shown(ours)} here"
            for name in fields
            if (theirs := getattr(other, name)) != (ours := getattr(self, name)) and not (is_moved and name == "board")
        ]


_TEXTS = ("board", "solver", "version", "code")
_TEXTS_OR_NONE = ("digest", "seed", "first", "player_code")
_BOARD_FIELDS = ("board", "digest", "seed", "first", "start")
_NAMES = {
    "digest": "the content of the board file",
    "first": "--first",
    "start": "the first cell",
    "options": "the set of options",
    "code": "the code of this program (its fingerprint)",
    "player_code": "the code of the solver (its fingerprint)",
    "begin": "the first board",
    "wanted": "the number of boards",
}


def _shown(value: object) -> str:
    """A value of a field as text for a message."""
    return "none" if value is None or value == {} else quote_value(value)


def _line(fields: Mapping[str, object]) -> bytes:
    """One line of the file."""
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def _read_run(line: bytes, source: str) -> BenchRun:
    """Reads the run from the first line of a file. Raises SaveError if it doesn't name one."""
    try:
        data = parse_json(line, _LONGEST_LINE)
        number(data, _FORM, _VERSION, _VERSION)
        start, options = data.get("start"), data.get("options")
        if not isinstance(options, dict) or not all(isinstance(value, (int, float)) for value in options.values()):
            raise RecordError(f"options is {describe(options)}. Use an object of numbers")
        texts: dict[str, Any] = {name: text(data, name, _LONGEST_TEXT) for name in _TEXTS}
        for name in _TEXTS_OR_NONE:
            texts[name] = None if data.get(name) is None else text(data, name, _LONGEST_TEXT)
        return BenchRun(
            **texts,
            start=tuple(start) if isinstance(start, list) else None,
            options=options,
            begin=number(data, "from", 1, MOST_BOARDS),
            wanted=number(data, "wanted", 1, MOST_BOARDS),
        )
    except RecordError as error:
        raise SaveError(f"{source} isn't a file made by 'bench --save', line 1: {error}") from None


def _read_result(data: Mapping[str, Any]) -> tuple[int, BoardResult]:
    """Reads the number of a board and its result."""
    luck = data.get("luck")
    if luck is not None and (isinstance(luck, bool) or not isinstance(luck, (int, float)) or not isfinite(luck)):
        raise RecordError(f"luck is {describe(luck)}. Use a number or null")
    return number(data, "board", 1, 2 * MOST_BOARDS), BoardResult(
        win=truth(data, "win"),
        guesses=number(data, "guesses", 0, MOST_BOARDS),
        ms=seconds(data, "ms", _MOST_MS),
        lost_on_certain_move=truth(data, "lost_on_certain_move", False),
        luck=luck,
        value=seconds(data, "value", 1) if "value" in data else None,
    )


def _read_results(lines: Iterable[bytes], run: BenchRun, name: str) -> Iterator[tuple[int, BoardResult, int]]:
    """Yields the results in the lines after the first one: the number of the board, its result and the length of the
    line in bytes. Half a line at the end is skipped. Raises SaveError if a line is bad, or if it isn't about the next
    board.
    """
    for count, line in enumerate(lines, start=1):
        if not line.endswith(b"\n"):
            return  # The program that wrote this line was killed in the middle of it.
        expected = run.begin + count - 1
        try:
            board, result = _read_result(parse_json(line, _LONGEST_LINE))
            if board != expected:
                raise RecordError(f"expected board {expected:,} but found board {board:,}")
            if count > run.wanted:
                raise RecordError(f"board {board:,} isn't part of the run, which ends with board {run.end:,}")
        except RecordError as error:
            raise SaveError(f"{name}, line {count + 1}: {error}") from None
        yield board, result, len(line)


class SavedRun:
    """A run that was read from a file. Raises SaveError if the file has none."""

    def __init__(self, path: str) -> None:
        self.name = input_name(path)
        self._path = path
        with open_input(path) as stream:
            line = next(bounded_lines(stream, _LONGEST_LINE), b"")
        self.run = _read_run(line, self.name)
        self.whole = len(line)
        """The length in bytes of the complete lines that were read so far."""

    def results(self) -> Iterator[tuple[int, BoardResult]]:
        """Yields the number and the result of each finished board, in order."""
        with open_input(self._path) as stream:
            lines = bounded_lines(stream, _LONGEST_LINE)
            self.whole = len(next(lines, b""))
            for board, result, length in _read_results(lines, self.run, self.name):
                yield board, result
                self.whole += length


class SaveFile:
    """The file that a run is saved to. It stays locked as long as it is open."""

    def __init__(self, path: str, run: BenchRun) -> None:
        """Creates the file, or opens it if it has the same run.

        Raises SaveError if it has anything else or if another `bench` is using it.
        """
        self._path = path
        if path == "-":
            # In other options, - means standard input or output, but the next run couldn't read the results from there.
            raise SaveError("--save needs the name of a file, not '-'")
        check_free(path, force=True)
        with self._refusals():
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        try:
            self._begin(run)
        except BaseException:
            self.close()
            raise

    def _begin(self, run: BenchRun) -> None:
        """Locks the file, writes the first line if it is new, and checks that it has this run."""
        name, head = input_name(self._path), run.to_line()
        if not _lock(self._file):
            raise SaveError(f"{name} is in use by another bench. Wait until it ends, or choose another file")
        start = os.read(self._file, len(head))
        if b"\n" not in start and head.startswith(start):
            # The file is new, or the program that began it was killed at once.
            self._cut(0)
            self._write(head)
        differences = run.differences(SavedRun(self._path).run, BenchRun._fields)
        if differences:
            raise SaveError(
                f"{name} belongs to another run: {join(differences)}. Choose another file. To add boards to a run,"
                " save them with --from to a second file, and report on both with --merge"
            )

    def results(self) -> Iterator[tuple[int, BoardResult]]:
        """Yields the number and the result of each finished board.

        The caller must read them to the end before it adds a board, because only then half a line at the end is
        dropped.
        """
        saved = SavedRun(self._path)
        yield from saved.results()
        self._cut(saved.whole)

    def add(self, board: int, result: BoardResult) -> None:
        """Writes the result of the next board. When this returns, the result survives the end of the program."""
        self._write(_line(result.to_data(board)))

    def close(self) -> None:
        """Closes the file, so that another run may use it."""
        os.close(self._file)

    def _cut(self, length: int) -> None:
        """Shortens the file to this length in bytes, so that writing continues there."""
        with self._refusals():
            os.ftruncate(self._file, length)
            os.lseek(self._file, 0, os.SEEK_END)

    def _write(self, line: bytes) -> None:
        """Writes all bytes of a line."""
        with self._refusals():
            while line:
                line = line[os.write(self._file, line) :]

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Raises an OutputError with the reason if the system refuses to write."""
        try:
            yield
        except OSError as error:
            raise OutputError(self._path, system_reason(error)) from None


def _lock(descriptor: int) -> bool:
    """Locks a file.

    Returns False if another program has locked it. If the system has no locks, it returns True, because a run without a
    lock is better than none.
    """
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except (ImportError, OSError):  # Python was built without locks, or the file system has none.
            pass
    return True


class Merged:
    """Several files about one player on the same series of boards, joined so that each board counts once."""

    def __init__(self, paths: Sequence[str]) -> None:
        """Reads the first line of each file. Raises SaveError if their runs can't be joined."""
        saved = [SavedRun(path) for path in paths]
        same = [field for field in BenchRun._fields if field not in ("begin", "wanted")]
        for other in saved:
            differences = saved[0].run.differences(other.run, same)
            if differences:
                raise SaveError(f"{other.name} belongs to another run than {saved[0].name}: {join(differences)}")
        self._saved = saved
        first, end = min(saved, key=lambda one: one.run.begin).run, max(one.run.end for one in saved)
        self.run = first._replace(wanted=end - first.begin + 1)
        """The joined run: all boards from the first to the last.

        Boards in between that no file has belong to it too.
        """
        self.missing: list[tuple[int, int]] = []
        """The first and the last board of each range that no file has.

        The list is complete only after all results were read.
        """

    def results(self) -> Iterator[tuple[int, BoardResult]]:
        """Yields the number and the result of each board that a file has, in order.

        Raises SaveError if two files contradict each other on a board.
        """
        by_board = itemgetter(0)
        last_board = self.run.begin - 1
        for board, same in groupby(merge(*map(_named_results, self._saved), key=by_board), by_board):
            (_, result, source), *others = same
            for _, other, name in others:
                if replace(other, ms=result.ms) != result:
                    raise SaveError(
                        f"{source} and {name} contradict each other on board {board:,}. Play it again with"
                        f" 'bench --from {board} -n 1', and merge without the wrong file"
                    )
            self._miss(last_board + 1, board - 1)
            last_board = board
            yield board, result
        self._miss(last_board + 1, self.run.end)

    def _miss(self, first: int, last: int) -> None:
        """Adds the boards from `first` to `last` to `missing`. Does nothing if this range is empty."""
        if first <= last:
            self.missing.append((first, last))


def _named_results(saved: SavedRun) -> Iterator[tuple[int, BoardResult, str]]:
    """The results of one file, each with the name of the file."""
    return ((board, result, saved.name) for board, result in saved.results())


# Results of another player


def read_wins(path: str, run: BenchRun) -> list[bool]:
    """Reads for each board of a run whether another player won it.

    Raises SaveError if the file is about other boards or lacks one.
    """
    name = input_name(path)
    with open_input(path) as stream:
        lines = bounded_lines(stream, _LONGEST_LINE)
        first = next(lines, b"")
        if first.startswith(_HEAD):
            theirs = _read_run(first, name)
            differences = run.differences(theirs, _BOARD_FIELDS)
            if differences:
                raise SaveError(f"{name} is about other boards: {join(differences)}")
            results = _read_results(lines, theirs, name)
            wins: Iterable[tuple[int, bool]] = ((board, result.win) for board, result, _ in results)
        elif run.seed is None:
            wins = _digits(chain([first], lines), name)
        else:
            raise SaveError(f"{name} doesn't name its boards. Add --boards FILE, or name a file made by 'bench --save'")
        ours: list[bool] = []
        for board, win in wins:
            if board == run.begin + len(ours):
                ours.append(win)
                if len(ours) == run.wanted:
                    return ours
    raise SaveError(
        f"{name} has no board {run.begin + len(ours):,}, but this run plays boards {run.begin:,} to {run.end:,}."
        " Choose boards that both have, with --from and -n"
    )


def _digits(lines: Iterable[bytes], name: str) -> Iterator[tuple[int, bool]]:
    """Yields the number and the result of each line that begins with 0 or 1. Line 1 is about board 1."""
    for count, line in enumerate(lines, start=1):
        digit = line.strip()[:1]
        if digit not in (b"0", b"1"):
            shown = quote(line.decode("ascii", "replace").strip(), 20)
            raise SaveError(
                f"{name}, line {count}: {shown} doesn't begin with 0 or 1."
                " Write one line per board: 1 for a win, 0 otherwise"
            )
        yield count, digit == b"1"
