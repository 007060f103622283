"""Writes what assistants do to a file while games are played: a line for each deduction, as soon as it is made.

Each line is handed to the system at once, so a signal, a fault or a kill loses nothing that was written. Only the
sentences of a move about many cells may come a moment later; those are written in slices, and at the end in any case.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from minesweeper.game import Phase
from minesweeper.printing import clean
from minesweeper.session import Session
from minesweeper.times import milliseconds_text
from minesweeper.trace import Follower, Told

SLICE = 0.01
_LONGEST_NAME = 200
_ENDS = {Phase.WON: "Won", Phase.LOST: "Lost", Phase.GIVEN_UP: "Given up"}


class TraceError(ValueError):
    """A file that no trace can be written to."""


class TraceFile:
    """A file that traces are added to."""

    def __init__(self, path: str) -> None:
        self._name = path
        self.problem: str | None = None
        """Why nothing more is written, if so."""
        self._followers: dict[str, Follower] = {}
        self._last: dict[str, Session] = {}
        self._waiting: deque[Iterator[str | None]] = deque()
        try:
            # Added to what is there: a trace is a log, and a log is not thrown away by a second game.
            self._file = os.open(Path(path), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise TraceError(f"--trace '{clean(path, _LONGEST_NAME)}' can't be written: {reason}") from None

    def follow(self, session: Session) -> None:
        """Notes what has happened in a game since the last time; ``work`` and ``finish`` write it."""
        last = self._last.get(session.id)
        if last is session or (last and last.trail is session.trail) or session.trail is None:
            return
        self._last[session.id] = session
        if last is None or not _continues(session, last):
            self._followers[session.id] = Follower()
            name = "" if session.name == "custom" else f"{session.name.capitalize()} "
            self._waiting.append(iter([f"Game: {name}{session.spec}, {session.label or session.mode} board."]))
        self._waiting.append(_lines(self._followers[session.id].follow(session)))
        if session.game.is_over:
            end = f"{_ENDS[session.game.phase]} after {milliseconds_text(session.milliseconds)}."
            self._waiting.append(iter([end]))

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be written."""
        return bool(self._waiting) and self.problem is None

    def work(self, clock: Callable[[], float] = time.monotonic, seconds: float = SLICE) -> None:
        """Writes what waits, for a slice of time."""
        end = clock() + seconds
        while self.is_busy and clock() < end:
            self._step()

    def finish(self) -> None:
        """Writes all that waits."""
        while self.is_busy:
            self._step()

    def close(self) -> str | None:
        """Ends the file; the result is why the trace is not complete, if so."""
        self.finish()
        os.close(self._file)
        return self.problem

    def _step(self) -> None:
        line = next(self._waiting[0], _END)
        if line is _END:
            self._waiting.popleft()
        elif isinstance(line, str):
            self._write(line)

    def _write(self, line: str) -> None:
        try:
            os.write(self._file, f"{line}\n".encode())
        except OSError as error:
            reason = error.strerror or error
            self.problem = f"The trace is not complete: {clean(self._name, _LONGEST_NAME)} can't be written ({reason})."


_END = object()


def _continues(session: Session, last: Session) -> bool:
    """Whether a session goes on with the game that was seen last under its name; games of the bot have none."""
    trail = session.trail
    while not session.id and trail is not None and trail is not last.trail:
        trail = trail.earlier
    return trail is not None


def _lines(told: Iterator[Told | None]) -> Iterator[str | None]:
    for one in told:
        yield None if one is None else trace_line(one)


def trace_line(told: Told) -> str:
    """One deduction as a line of text."""
    return f"{milliseconds_text(told.ms)}  {told.who}: {told.text}"
