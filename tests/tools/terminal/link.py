"""The test's side of a pseudo-terminal: starts the program, moves bytes both ways, and waits without guessing.

It handles processes, descriptors and time. Keys, mouse and assertions are in `session`.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import struct
import time
from collections.abc import Callable

from tests.tools.terminal import child, proc
from tests.tools.terminal.emulator import Emulator

with contextlib.suppress(ImportError):  # Windows has neither of them, so it has no `Terminal`
    import fcntl
    import termios

_UNFINISHED_KEY = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O[0-9;]*)?\Z")
_PAUSE = 0.001
_QUIET = 0.05


class NotSettled(TimeoutError):
    """Raised if the program didn't do in time what the test waits for."""


class Link:
    """A running program and the screen that shows its output."""

    def __init__(self, plan: child.Plan, screen: Emulator, deadline: float, escape_wait: float) -> None:
        """Starts the program; no wait takes longer than `deadline` seconds.

        Within `escape_wait` seconds it must be able to tell a lone ESC from the start of a key.
        """
        self.screen = screen
        self.exit_status: int | None = None
        self.stopped = False
        self.pid = 0
        self._deadline = deadline
        self._escape_wait = escape_wait
        self._sent = b""
        self._outbox = bytearray()
        self._reports = b""
        self._report_count = 0
        self._is_open = True
        self._closed = False
        self._master, self._slave = os.openpty()
        child.OWNED.update((self._master, self._slave))
        os.set_blocking(self._master, False)
        self._set_size()
        self.termios_before = termios.tcgetattr(self._slave)
        self._keeper = child.start(plan, self._slave)
        try:
            self._until(lambda: self.pid != 0, "the program to start")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Kills the program and its keeper, and closes the terminal."""
        if self._closed:
            return
        self._closed = True
        self._read_reports()
        if self.pid and self.exit_status is None:
            for kill in (os.killpg, os.kill):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    kill(self.pid, signal.SIGKILL)
        _release(self._keeper.leash)
        # The keeper reaps the program and ends. The end of its reports shows that.
        late = time.monotonic() + 10
        while time.monotonic() < late:
            if select.select([self._keeper.events], [], [], 1)[0] and not os.read(self._keeper.events, 4096):
                break
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._keeper.pid, signal.SIGKILL)
        os.waitpid(self._keeper.pid, 0)
        _release(self._keeper.events)
        self._hang_up()

    def _hang_up(self) -> None:
        if self._is_open:
            self._is_open = False
            _release(self._slave)
            _release(self._master)

    def _set_size(self) -> None:
        size = struct.pack("HHHH", self.screen.lines, self.screen.columns, 0, 0)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)

    # Moving bytes.

    def send(self, data: bytes | str) -> None:
        """Types bytes, or text as UTF-8. Reads the output meanwhile, so that neither side blocks the other."""
        data = data.encode() if isinstance(data, str) else data
        self._sent = (self._sent + data)[-64:]
        self._outbox += data
        self._until(lambda: not self._outbox or self.exit_status is not None, "the program to read its input")

    def _pump(self) -> bool:
        """Reads what the program wrote and writes what waits for it. Returns whether any byte moved."""
        moved = False
        if not self._is_open:
            return moved
        for _ in range(64):  # A program that never stops writing must not keep the test here.
            try:
                data = os.read(self._master, 65536)
            except OSError:
                break
            if not data:
                break
            self.screen.feed(data)
            moved = True
        if self._outbox:
            with contextlib.suppress(OSError):
                del self._outbox[: os.write(self._master, self._outbox[:1024])]
                moved = True
        return moved

    def _read_reports(self) -> None:
        while select.select([self._keeper.events], [], [], 0)[0]:
            data = os.read(self._keeper.events, 4096)
            if not data:
                break
            self._reports += data
        *lines, self._reports = self._reports.split(b"\n")
        for line in lines:
            self._report_count += 1
            name, *values = line.decode().split()
            self.stopped = name == "stopped"
            if name == "started":
                self.pid = int(values[0])
            elif name == "ended":
                self.exit_status = int(values[0])

    # Waiting.

    def settle(self) -> Emulator:
        """Waits until the program has answered all input and waits for more, has stopped, or has ended.

        This works on a busy machine too. Asking the terminal for input or output first delivers what is on its way, and
        the program must have slept without a break while both were empty. A program that sleeps on something other than
        input, such as a lock or time.sleep, has not settled.
        """
        assert self._is_open, "a closed terminal has nothing to settle: use wait_exit"
        late = time.monotonic() + self._deadline
        undecided = _UNFINISHED_KEY.search(self._sent) is not None
        first_rest: float | None = None
        while not self._is_over():
            if self._rests():
                now = time.monotonic()
                first_rest = first_rest or now
                # A timer for a lone ESC was set before the first rest, so it ends within this time after it.
                if not undecided or now >= first_rest + self._escape_wait:
                    break
            if time.monotonic() > late:
                raise NotSettled(self._message("the program to wait for input"))
            self._wait_a_little(_PAUSE)
        self._sent = b""
        return self.screen

    def _is_over(self) -> bool:
        self._read_reports()
        return (self.exit_status is not None or self.stopped) and not self._pump()

    def _rests(self) -> bool:
        if not proc.AVAILABLE:
            return self._is_quiet() and self._is_quiet()
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            mark = proc.resting(self.pid)
            if self._pump() or mark is None or self._input_waits():
                return False
            return not self._pump() and proc.resting(self.pid) == mark
        return False

    def _is_quiet(self) -> bool:
        """For systems that say little about a process: whether it sleeps and both sides stay empty for a while."""
        if self._pump() or self._input_waits() or not proc.is_asleep(self.pid):
            return False
        return not select.select([self._master], [], [], _QUIET)[0]

    def _input_waits(self) -> bool:
        # Unlike FIONREAD this delivers first what was written to the master and is still on its way.
        return bool(self._outbox or select.select([self._slave], [], [], 0)[0])

    def _until(self, done: Callable[[], bool], what: str) -> None:
        late = time.monotonic() + self._deadline
        while True:
            # Reports come first, so that the screen has everything that the program wrote before a report.
            self._read_reports()
            self._pump()
            if done():
                return
            if time.monotonic() > late:
                raise NotSettled(self._message(what))
            self._wait_a_little(1.0)

    def _wait_a_little(self, seconds: float) -> None:
        """Sleeps until something comes from the program, or for `seconds`."""
        masters = [self._master] if self._is_open else []
        select.select([self._keeper.events, *masters], masters if self._outbox else [], [], seconds)

    def _condition(self) -> str:
        if self.exit_status is not None:
            return f"ended with {self.exit_status}"
        if self.stopped or not proc.AVAILABLE:
            return "stopped" if self.stopped else "running"
        return proc.describe(self.pid)

    def _message(self, what: str) -> str:
        return f"waited for {what}; it is: {self._condition()}\n{self.screen.picture()}"


def _release(descriptor: int) -> None:
    child.OWNED.discard(descriptor)
    os.close(descriptor)
