"""Saves runs of the bench in files: the run, and its results as JSON lines, each written as it comes.

The first line names the run; every other line has the result of the next board. So an interrupted run continues where
its file ends. Half a line at the end comes from a program that was killed while writing: it is dropped.

``bench --against`` reads how another player did on the same boards: from such a file, or from lines that begin with 0
or 1, which name no boards and so need boards of a file.
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
"""The beginning of the first line of a file."""
_LONGEST_LINE = 100_000
_LONGEST_TEXT = 60_000
"""The most characters of a text in a file: a seed may be as long as a command-line argument."""
_MOST_MS = 1e12


class SaveError(ValueError):
    """Reports a file that isn't a run, or isn't about this one, with the reason."""


class BenchRun(NamedTuple):
    """Identifies a run: the boards, the player and its code. Equal runs have equal results."""

    board: str
    """A size such as 30x16/99, or the name of a file of boards."""
    digest: str | None
    """The fingerprint of a whole file of boards; None for dealt boards, which their seed identifies."""
    seed: str | None
    first: str | None
    """Whether the first cell opens a region or is only safe."""
    start: tuple[int, ...] | None
    """The row and the column of the first cell, from 0."""
    solver: str
    options: Mapping[str, float | bool]
    version: str
    code: str
    """The fingerprint of this program, see ``games.fingerprint``."""
    player_code: str | None
    """The fingerprint of the module of a plug-in player."""
    begin: int
    """The number of the first board, from 1."""
    wanted: int
    """The number of boards."""

    @property
    def end(self) -> int:
        """Returns the number of the last board."""
        return self.begin + self.wanted - 1

    def named(self, games: int) -> dict[str, Any]:
        """Returns the fields of the run for a report about this many games."""
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
        """Returns the first line of a file."""
        fields = {**self._asdict(), "from": self.begin}
        del fields["begin"]
        return _line({_FORM: _VERSION, **fields})

    def differences(self, other: BenchRun, fields: Iterable[str]) -> list[str]:
        """Lists the fields that differ from a run in a file, as clauses."""
        is_moved = self.digest is not None and other.digest is not None  # the content counts, not the place
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
    return "none" if value is None or value == {} else quote_value(value)


def _line(fields: Mapping[str, object]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def _read_run(line: bytes, source: str) -> BenchRun:
    """Reads the run that the first line of a file names. Raises SaveError for anything else."""
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
    """Yields the results in the lines below the first one: the board number, its result and the length of its line."""
    for count, line in enumerate(lines, start=1):
        if not line.endswith(b"\n"):
            return  # its writer was killed in the middle of a line
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
    """Reads a file with a run from its beginning. Raises SaveError for a bad file."""

    def __init__(self, path: str) -> None:
        self.name = input_name(path)
        self._path = path
        with open_input(path) as stream:
            line = next(bounded_lines(stream, _LONGEST_LINE), b"")
        self.run = _read_run(line, self.name)
        self.whole = len(line)
        """The length of the complete lines read so far."""

    def results(self) -> Iterator[tuple[int, BoardResult]]:
        """Yields the finished boards in order, each with its number."""
        with open_input(self._path) as stream:
            lines = bounded_lines(stream, _LONGEST_LINE)
            self.whole = len(next(lines, b""))
            for board, result, length in _read_results(lines, self.run, self.name):
                yield board, result
                self.whole += length


class SaveFile:
    """The file that a run is saved to. It is locked as long as it is open."""

    def __init__(self, path: str, run: BenchRun) -> None:
        """Creates the file, or opens one with the same run. Raises SaveError for any other file."""
        self._path = path
        if path == "-":  # elsewhere - means standard input or output, and neither can be read by the next run
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
        name, head = input_name(self._path), run.to_line()
        if not _lock(self._file):
            raise SaveError(f"{name} is in use by another bench. Wait until that ends, or choose another file")
        start = os.read(self._file, len(head))
        if b"\n" not in start and head.startswith(start):  # new, or its writer was killed at once
            self._cut(0)
            self._write(head)
        differences = run.differences(SavedRun(self._path).run, BenchRun._fields)
        if differences:
            raise SaveError(
                f"{name} belongs to another run: {join(differences)}. Choose another file. To add boards to a run,"
                " save them with --from to a second file, and report on both with --merge"
            )

    def results(self) -> Iterator[tuple[int, BoardResult]]:
        """Yields the finished boards. Read them to the end before adding one."""
        saved = SavedRun(self._path)
        yield from saved.results()
        self._cut(saved.whole)

    def add(self, board: int, result: BoardResult) -> None:
        """Writes the result of the next board. Once this returns, it survives the end of the program."""
        self._write(_line(result.to_data(board)))

    def close(self) -> None:
        """Closes the file, so that another run may use it."""
        os.close(self._file)

    def _cut(self, length: int) -> None:
        with self._refusals():
            os.ftruncate(self._file, length)
            os.lseek(self._file, 0, os.SEEK_END)

    def _write(self, line: bytes) -> None:
        with self._refusals():
            while line:
                line = line[os.write(self._file, line) :]

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Turns refusals of the system into an OutputError."""
        try:
            yield
        except OSError as error:
            raise OutputError(self._path, system_reason(error)) from None


def _lock(descriptor: int) -> bool:
    """Locks a file. Returns False if another program holds the lock. Without locks on this system, it returns True."""
    if sys.platform != "win32":
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except (ImportError, OSError):  # Python was built without locks, or the file system has none
            pass
    return True


class Merged:
    """Joins runs of one player on the same series of boards. Each board counts once."""

    def __init__(self, paths: Sequence[str]) -> None:
        """Reads the first lines of the files. Raises SaveError if the runs can't be joined."""
        saved = [SavedRun(path) for path in paths]
        same = [field for field in BenchRun._fields if field not in ("begin", "wanted")]
        for other in saved:
            differences = saved[0].run.differences(other.run, same)
            if differences:
                raise SaveError(f"{other.name} belongs to another run than {saved[0].name}: {join(differences)}")
        self._saved = saved
        first, end = min(saved, key=lambda one: one.run.begin).run, max(one.run.end for one in saved)
        self.run = first._replace(wanted=end - first.begin + 1)
        """All boards from the first to the last, including those in between that no file covers."""
        self.missing: list[tuple[int, int]] = []
        """The first and last boards of the ranges that no file has, once all results were read."""

    def results(self) -> Iterator[tuple[int, BoardResult]]:
        """Yields the boards that any file has done, in order. Raises SaveError if two files contradict each other."""
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
        if first <= last:
            self.missing.append((first, last))


def _named_results(saved: SavedRun) -> Iterator[tuple[int, BoardResult, str]]:
    return ((board, result, saved.name) for board, result in saved.results())


# The results of another player


def read_wins(path: str, run: BenchRun) -> list[bool]:
    """Returns for each board of a run whether the other player won it. Raises SaveError for a file on other boards."""
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
    """Yields the board number and the result of each line. Line 1 is about board 1."""
    for count, line in enumerate(lines, start=1):
        digit = line.strip()[:1]
        if digit not in (b"0", b"1"):
            shown = quote(line.decode("ascii", "replace").strip(), 20)
            raise SaveError(f"{name}, line {count}: {shown} doesn't begin with 0 or 1")
        yield count, digit == b"1"
