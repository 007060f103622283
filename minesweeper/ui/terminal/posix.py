"""Input from the terminal on Linux, macOS and other POSIX systems: the bytes of standard input, and signals.

A signal only writes a byte into a pipe (`signal.set_wakeup_fd`), so that none is lost between a check and the wait. It
becomes an event like any key, so that the loop can save the game before the program ends. All bytes and signals that
wait are taken at once, so that Ctrl+C and signals that end the program are noticed before keys that have piled up. The
bytes are decoded by `decoder`. This module neither uses curses nor writes to the terminal.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections import deque
from collections.abc import Mapping
from functools import cached_property
from types import FrameType
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule
from minesweeper.ui.terminal.events import Change, Event, Key, Mouse, Paste, Signal

if TYPE_CHECKING:
    from minesweeper.ui.terminal import decoder
else:
    decoder = LateModule("minesweeper.ui.terminal.decoder")  # the first frame is painted without it

assert sys.platform != "win32"

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT, signal.SIGABRT)
TYPED = (Key, Mouse, Paste)
INTERRUPT = Key("ctrl+c")
KEYS_OF_SIGNALS: dict[Event, Event] = {Key("ctrl+z"): Change.SUSPEND, Key("ctrl+\\"): Signal(signal.SIGQUIT)}
HUNG_SECONDS = 2.0
ANSWER_SECONDS = 2.0
"""How long the terminal may take to answer a question. During this time, a lone Esc is recognised more slowly."""
FLOOD, FLOOD_LIMIT = 64, 250_000
"""From how many waiting events on Ctrl+C and ending signals overtake them, and how many events may wait at most.

Nobody types 64 keys ahead, so such a flood was pasted or comes from a program.
"""


def esc_delay(environ: Mapping[str, str]) -> float | None:
    """How many seconds to wait for the rest of a sequence after ESC, from the variable ESCDELAY that curses reads too.

    Returns None if the variable isn't a number of milliseconds from 1 to 10,000.
    """
    text = environ.get("ESCDELAY", "")
    is_number = text.isascii() and text.isdigit() and len(text) <= 5
    return int(text) / 1000 if is_number and 0 < int(text) <= 10_000 else None


class PosixInput:
    """The input of one terminal. `start` must be called before curses starts, so that curses leaves our signals alone.

    Ctrl+Z and Ctrl+\\ suspend and quit as in other programs. A terminal in raw mode only sends them as keys, so this
    class turns these keys into the events of the signals.
    """

    def __init__(self, terminal: int = 0, environ: Mapping[str, str] = os.environ) -> None:
        self._terminal = terminal
        self._environ = environ
        self._queue: deque[Event] = deque()
        self._silence: float | None = None  # the time at which a silence ends the unfinished sequence
        self._closed = False
        self._asked: float | None = None  # the time at which the terminal was asked what it hasn't answered yet
        self._unread_since: float | None = None  # the time of the first ending signal that the loop hasn't read
        self._meanings: dict[int, Event] = {
            signal.SIGWINCH: Change.RESIZE,
            signal.SIGTSTP: Change.SUSPEND,
            signal.SIGCONT: Change.RESUMED,
            **{number: Signal(number) for number in ENDING},
        }

    @cached_property
    def _decoder(self) -> decoder.Decoder:
        new = decoder.Decoder(esc_delay(self._environ))
        new.await_answer(self._asked is not None)
        return new

    def await_answer(self) -> None:
        """Prepares for the terminal's answer to a question, which will arrive among the keys."""
        self._asked = time.monotonic()

    def start(self) -> None:
        """Begins to receive signals."""
        self._wake, self._wake_end = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(self._wake_end, False)
        self._old_wake_end = signal.set_wakeup_fd(self._wake_end, warn_on_full_buffer=False)
        # Signals that are ignored stay ignored, because the parent process, such as nohup, wanted it so.
        self._old_handlers = {
            number: signal.signal(number, self._on_signal)
            for number in self._meanings
            if signal.getsignal(number) is not signal.SIG_IGN
        }

    def stop(self) -> None:
        """Restores the signal handlers that `start` replaced."""
        for number, handler in self._old_handlers.items():
            # None means that the handler wasn't set by Python, such as faulthandler's for SIGABRT. Python can't set
            # it again.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        signal.set_wakeup_fd(self._old_wake_end)
        os.close(self._wake)
        os.close(self._wake_end)

    def read(self, timeout: float | None) -> Event | None:
        """Waits for the next event. Returns None if none came within ``timeout`` seconds; None waits without end."""
        deadline = None if timeout is None else time.monotonic() + timeout
        if self._queue:  # looks again, because an ending signal that has come by now goes first
            self._take_what_comes(0.0)
        while not self._queue:
            limits = [limit for limit in (deadline, self._silence) if limit is not None]
            is_silent = not self._take_what_comes(max(0.0, min(limits) - time.monotonic()) if limits else None)
            if is_silent and self._silence is not None and time.monotonic() >= self._silence:
                self._take(self._decoder.timeout())
                self._wait_for_silence()
            if not self._queue and deadline is not None and time.monotonic() >= deadline:
                return None
        return self._queue.popleft()

    def _take_what_comes(self, wait: float | None) -> bool:
        """Queues the events of the bytes and signals that come within ``wait`` seconds. Returns whether bytes came."""
        ready, _, _ = select.select([self._terminal, self._wake], [], [], wait)
        # If the program was stopped and the time ran out meanwhile, select reports nothing, although a signal came.
        if self._wake in ready or not ready:
            self._take_signals()
        if self._terminal in ready:
            self._take_bytes()
        return self._terminal in ready

    def stop_process(self) -> None:
        """Stops the program with its whole process group, as Ctrl+Z does. Returns when the program is continued."""
        if signal.SIGTSTP not in self._old_handlers:
            return  # the parent ignores this signal, so nobody would continue the program
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        # Sends SIGTSTP instead of SIGSTOP. If no shell is left to resume the program, the system ignores SIGTSTP, but
        # SIGSTOP would stop it for good.
        os.kill(0, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self._take_signals(ignored=signal.SIGCONT)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """Remembers when the first ending signal came that the loop hasn't read.

        If another one comes more than HUNG_SECONDS later, the loop hangs, so the program ends at once.
        """
        if number not in ENDING:
            return
        if self._unread_since is None:
            self._unread_since = time.monotonic()
        elif time.monotonic() - self._unread_since > HUNG_SECONDS:
            raise SystemExit(128 + number)

    def _take_signals(self, ignored: int = 0) -> None:
        try:
            numbers = os.read(self._wake, 4096)
        except BlockingIOError:
            return
        self._unread_since = None
        # Each signal is reported once, because three hundred changes of the size need a single frame. SIGCONT comes
        # first, because the other signals arrived after the stop.
        self._take(
            [
                self._meanings[number]
                for number in sorted(dict.fromkeys(numbers), key=lambda number: number != signal.SIGCONT)
                if number in self._meanings and number != ignored
            ]
        )

    def _take_bytes(self) -> None:
        try:
            data = b"" if self._closed else os.read(self._terminal, 65536)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            if not self._closed or not self._queue:
                self._queue.append(Change.CLOSED)
            self._closed = True
            return
        if self._asked is not None and time.monotonic() - self._asked > ANSWER_SECONDS:
            self._asked = None
            self._decoder.await_answer(False)
        self._take(self._decoder.feed(data))
        self._wait_for_silence()

    def _wait_for_silence(self) -> None:
        patience = self._decoder.patience
        self._silence = None if patience is None else time.monotonic() + patience

    def _take(self, events: list[Event]) -> None:
        for event in events:
            event = KEYS_OF_SIGNALS.get(event, event)
            if len(self._queue) >= FLOOD and (event == INTERRUPT or isinstance(event, Signal)):
                self._queue = deque(waiting for waiting in self._queue if not isinstance(waiting, TYPED))
            elif len(self._queue) >= FLOOD_LIMIT and isinstance(event, TYPED):
                continue
            self._queue.append(event)
