"""Makes a no-guess board in advance, in another process that never touches the terminal.

The process is a plain one with two pipes, not one of the multiprocessing module: that would share our signals and
streams, and need one more process. It ends when it is done, when it is stopped, and when this program ends in any way,
because then its input ends.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.noguess import Dealt, deal_no_guess
from minesweeper.core.boardspec import BoardSpec, read_spec
from minesweeper.solvers.deduction import run_to_end

_CHUNK = 1 << 16
_NICENESS = 5
_NONE = "none"
"""Stands for the label where there is no board."""


class NoGuessWorker:
    """Makes the no-guess board of a seed for a proposed first cell, if a process can be started."""

    def __init__(self, spec: BoardSpec, first: int, seed: str) -> None:
        self.spec = spec
        self.first = first
        self._result: Dealt | None = None
        self._output = b""
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
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self._process.stdout.fileno(), _CHUNK):
                self._output += chunk
            self.stop()
            if self._output:
                attempts, mines, label = self._output.decode().rstrip().split(maxsplit=2)  # A label may have blanks.
                board = None if label == _NONE else Board(Layout(self.spec.grid, int(mines, 16)), self.first, label)
                self._result = Dealt(board, int(attempts))


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
    """Does the work of the other process: prints the attempts, the mines and the label."""
    text, first, seed = arguments
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    threading.Thread(target=_end_with_input, daemon=True).start()
    board, attempts = run_to_end(deal_no_guess(read_spec(text), int(first), seed))
    print(attempts, f"{board.layout.mines:x} {board.label}" if board else f"0 {_NONE}", flush=True)


def _end_with_input() -> None:
    """Ends this process as soon as the program that wants the board is gone."""
    os.read(0, 1)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
