"""Random input in a real pseudo-terminal: keys, sizes, signals and restarts of the program."""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Iterator
from pathlib import Path

from minesweeper.cli import main
from tests.tools.monkey.laws import Book
from tests.tools.monkey.steps import ENDING, Step
from tests.tools.terminal.emulator import Emulator
from tests.tools.terminal.session import Terminal

STARTS: tuple[tuple[str, ...], ...] = ((), (), ("play", "beginner"), ("play", "expert"), ("play", "8x8/20"))
TERMS = ("xterm-256color", "xterm-256color", "xterm", "screen-256color", "linux", "vt100")
_WITHOUT_BUFFER = {"linux", "vt100", "screen-256color"}


class Outside:
    """Plays steps on programs in pseudo-terminals. Raises the first error that is found."""

    def __init__(self, home: Path, seed: int) -> None:
        self._home = home
        self._chance = random.Random(f"terminal {seed}")
        self._size = (24, 80)
        self.book = Book()
        self.lives = 0

    @property
    def _folder(self) -> Path:
        return self._home / ".local" / "share" / "minesweeper"

    def play(self, steps: Iterator[Step]) -> None:
        """Plays all steps. If the program ends, it is started again. In the end it is asked to quit."""
        is_done = False
        while not is_done:
            with self._program() as terminal:
                is_done = self._live(terminal, steps)
            self.book.audit(self._folder)

    def _program(self) -> Terminal:
        self.lives += 1
        argv, number = list(self._chance.choice(STARTS)), self._chance.getrandbits(64)
        self.term = self._chance.choice(TERMS)

        def run() -> int:
            os.urandom = random.Random(number).randbytes  # otherwise no failure could be repeated
            return main(argv)

        rows, cols = self._size
        # In a narrow terminal, earlier text would wrap into rows that no test could recognise.
        self._keeps_text = self.term not in _WITHOUT_BUFFER and cols >= 20
        return Terminal.call(run, self._home, rows=rows, cols=cols, term=self.term, deadline=120.0)

    def _live(self, terminal: Terminal, steps: Iterator[Step]) -> bool:
        """Plays steps until the program ends. Returns whether no steps are left."""
        terminal.settle()
        for step in steps:
            if step.kind == "kill":
                terminal.signal(signal.SIGKILL)
                terminal.wait_exit()
            else:
                self._do(terminal, step)
            if step.kind == "signal" and step.value in ENDING:
                status = terminal.wait_exit()
                assert status in (0, 128 + getattr(signal, step.value)), f"{step.value} ended it with {status}"
            if terminal.exit_status is not None:
                if step.kind != "kill":
                    self._check_end(terminal, step)
                return False
        terminal.signal(signal.SIGTERM)
        terminal.wait_exit()
        self._check_end(terminal, Step("signal", "SIGTERM"))
        return True

    def _do(self, terminal: Terminal, step: Step) -> None:
        if step.kind == "send":
            terminal.send(step.value.encode("latin-1"))
        elif step.kind == "size":
            self._size = (step.value[0], step.value[1])
            terminal.resize(*self._size)
        elif step.kind == "signal":
            terminal.signal(getattr(signal, step.value))
        else:
            self._rest(terminal)

    def _rest(self, terminal: Terminal) -> None:
        """Waits until the program has handled its input. The screen must then be intact."""
        terminal.settle()
        while terminal.stopped:
            terminal.assert_restored(main_buffer=False)
            terminal.cont()
            terminal.settle()
        if terminal.exit_status is None:
            check_screen(terminal.screen)
            if self._chance.random() < 0.05:
                self._check_redraw(terminal)
        del terminal.screen.raw[:]

    def _check_redraw(self, terminal: Terminal) -> None:
        """Asserts that repainting the whole screen changes only the clock, so that no change was missed before."""
        before = shape_of(terminal.screen)
        for _ in range(20):
            terminal.signal(signal.SIGWINCH)
            terminal.settle()
            after = shape_of(terminal.screen)
            if after == before or terminal.exit_status is not None:
                return
            before = after  # an animation must end first, or the screen would be read in the middle of it
        raise AssertionError(f"drawn anew it looks different:\n{before}\n{after}")

    def _check_end(self, terminal: Terminal, step: Step) -> None:
        status = terminal.exit_status
        # 70: a Ctrl-C that came after the terminal was given back, and so interrupts the harness.
        endings = (0, 70, *(128 + getattr(signal, name) for name in ENDING))
        assert status in endings, f"ended with {status} after {step}:\n{terminal.screen.picture()}"
        assert b"Traceback" not in terminal.output(), terminal.screen.picture()
        terminal.assert_restored(main_buffer=self._keeps_text)


def check_screen(screen: Emulator) -> None:
    """Asserts that the screen is intact: no unknown sequence, no wrapped row, no unfinished update."""
    assert not screen.unknown, f"the program sent {screen.unknown[:5]}"
    assert 0 <= screen.cursor.y < screen.lines
    assert 0 <= screen.cursor.x <= screen.columns
    assert not screen.is_on(2026), "an update was begun and not ended"
    assert screen.margins is None
    assert not screen.shows("Traceback (most recent")


def shape_of(screen: Emulator) -> str:
    """The screen as text without digits, because these may belong to a clock."""
    return re.sub(r"[0-9]", "0", "\n".join(screen.text()))
