"""Reads events of a POSIX terminal: bytes of standard input and signals together. Knows no curses and no output.

Signals only leave a byte in a pipe (`signal.set_wakeup_fd`), so none is lost between a check and the wait. They become
events in their turn, so the loop can save the game before it leaves. All waiting bytes and signals are taken at once,
so that ctrl+c and ending signals are seen before keys that have piled up.
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
"""The seconds in which the terminal may answer a question. Until then, a lone Esc is recognised more slowly."""
FLOOD, FLOOD_LIMIT = 64, 250_000
"""If more events wait, they weren't typed, so ending signals go first; and the most events that may wait."""


def esc_delay(environ: Mapping[str, str]) -> float | None:
    """Reads from ESCDELAY, as curses does, how many seconds a lone ESC is given. None if it isn't a sensible number."""
    text = environ.get("ESCDELAY", "")
    is_number = text.isascii() and text.isdigit() and len(text) <= 5
    return int(text) / 1000 if is_number and 0 < int(text) <= 10_000 else None


class PosixInput:
    """Reads one terminal. Start it before curses, which leaves signals alone that have a handler.

    ctrl+z and ctrl+\\ work as everywhere, although a terminal in raw mode sends no signals for them.
    """

    def __init__(self, terminal: int = 0, environ: Mapping[str, str] = os.environ) -> None:
        self._terminal = terminal
        self._environ = environ
        self._queue: deque[Event] = deque()
        self._silence: float | None = None  # when silence ends an unfinished sequence
        self._closed = False
        self._asked: float | None = None  # when the terminal was asked a question that is still open
        self._unread_since: float | None = None  # when an ending signal came that the loop hasn't read
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
        """Expects an answer of the terminal among the keys, from the first byte on."""
        self._asked = time.monotonic()

    def start(self) -> None:
        """Takes the signals over."""
        self._wake, self._wake_end = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(self._wake_end, False)
        self._old_wake_end = signal.set_wakeup_fd(self._wake_end, warn_on_full_buffer=False)
        # An ignored signal stays ignored: a parent such as nohup wanted it so.
        self._old_handlers = {
            number: signal.signal(number, self._on_signal)
            for number in self._meanings
            if signal.getsignal(number) is not signal.SIG_IGN
        }

    def stop(self) -> None:
        """Gives the signals back."""
        for number, handler in self._old_handlers.items():
            # None stands for a handler that Python didn't set and can't set again, such as faulthandler's for SIGABRT.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        signal.set_wakeup_fd(self._old_wake_end)
        os.close(self._wake)
        os.close(self._wake_end)

    def read(self, timeout: float | None) -> Event | None:
        """Returns the next event, or None if none came within ``timeout`` seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        if self._queue:  # a later event may have to go first
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
        """Takes the bytes and signals that come within ``wait`` seconds. Returns whether there were bytes."""
        ready, _, _ = select.select([self._terminal, self._wake], [], [], wait)
        if self._wake in ready or not ready:  # stopped and woken after its time, select looks at nothing
            self._take_signals()
        if self._terminal in ready:
            self._take_bytes()
        return self._terminal in ready

    def stop_process(self) -> None:
        """Stops the program as ctrl+z does, with its whole process group, and returns when it continues."""
        if signal.SIGTSTP not in self._old_handlers:
            return  # the parent ignores it, so nobody could wake us
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        # Not SIGSTOP: in an orphaned group, without a shell that could wake us, the system ignores SIGTSTP.
        os.kill(0, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self._take_signals(ignored=signal.SIGCONT)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """Notes when an ending signal came. If the loop hasn't read one for long, it hangs: end the program."""
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
        # Each kind once, because three hundred changes of size are one. A stop is reported before what came after it.
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
