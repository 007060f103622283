"""Makes a no-guess board in advance, in another process that never touches the terminal.

The process is a plain one with two pipes, not one of the multiprocessing module: that would share our signals and
streams, and need one more process. It ends when it is done, when it is stopped, and when this program ends in any way,
because then its input ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from pathlib import Path

from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.noguess import Dealt, deal_no_guess
from minesweeper.core.boardspec import BoardSpec, read_spec
from minesweeper.solvers.deduction import run_to_end

_CHUNK = 1 << 16
_PROGRESS_SECONDS = 0.1
_NICENESS = 5
_NONE = "none"
"""Stands for the label where there is no board."""


class NoGuessWorker:
    """Makes the no-guess board of a seed for a proposed first cell, if a process can be started."""

    def __init__(self, spec: BoardSpec, first: int, seed: str) -> None:
        self.spec = spec
        self.first = first
        self.seed = seed
        self.attempts = 0
        """The attempts so far, as of the last poll."""
        self._result: Dealt | None = None
        self._unread = b""
        self._process = _start([str(spec), str(first), seed])
        self._stop = weakref.finalize(self, _end, self._process) if self._process else None

    @property
    def is_running(self) -> bool:
        """Says whether a result may still come."""
        return self._stop is not None and self._stop.alive

    def poll(self) -> Dealt | None:
        """Returns the result if it is there. Never waits."""
        if self.is_running:
            self._read()
        return self._result

    def stop(self) -> None:
        """Ends the process at once. A result that has come stays."""
        if self._stop:
            self._stop()

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        while True:
            try:
                chunk = os.read(self._process.stdout.fileno(), _CHUNK)
            except BlockingIOError:
                return
            if not chunk:
                self.stop()
                return
            *lines, self._unread = (self._unread + chunk).split(b"\n")
            for line in lines:
                attempts, *found = line.decode().split(maxsplit=2)
                self.attempts = int(attempts)
                if found:
                    mines, label = found  # a label may have blanks
                    board = None if label == _NONE else Board(Layout(self.spec.grid, int(mines, 16)), self.first, label)
                    self._result = Dealt(board, self.attempts)


def _start(arguments: list[str]) -> subprocess.Popen[bytes] | None:
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=Path(__file__).resolve().parents[2],  # modules are looked for there first, not in the player's folder
            start_new_session=True,  # keys of the terminal, such as Ctrl-C, are not for it
        )
    except (OSError, ValueError):
        return None
    assert process.stdout is not None
    try:
        _never_wait(process.stdout.fileno())
    except (OSError, KeyError):  # on Windows, pipes can't do that before Python 3.12
        _end(process)
        return None
    return process


def _never_wait(descriptor: int) -> None:
    """Lets reads return at once. KeyError where the system has no way to do that."""
    set_blocking: Callable[[int, bool], None] = os.__dict__["set_blocking"]
    set_blocking(descriptor, False)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


def main(arguments: list[str]) -> None:
    """Does the work of the other process: prints the attempts for progress, and then the mines and label."""
    text, first, seed = arguments
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    _never_wait(0)
    told = time.monotonic()

    def show(attempts: int) -> None:
        nonlocal told
        if time.monotonic() - told > _PROGRESS_SECONDS:
            if _has_ended():
                sys.exit()
            told = time.monotonic()
            print(attempts, flush=True)

    result = run_to_end(deal_no_guess(read_spec(text), int(first), seed), show)
    board = result.board
    print(result.attempts, f"{board.layout.mines:x} {board.label}" if board else f"0 {_NONE}", flush=True)


def _has_ended() -> bool:
    """Says whether the program that wants the board is gone."""
    try:
        return not os.read(0, 1)
    except BlockingIOError:
        return False


if __name__ == "__main__":
    main(sys.argv[1:])
