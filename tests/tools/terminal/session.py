"""A program in a pseudo-terminal as tests use it: keys, mouse, size, signals, and whether the terminal is restored."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypedDict

import pytest

from tests.tools.posix import has_posix
from tests.tools.terminal import child, keys
from tests.tools.terminal.emulator import AUTOWRAP, CURSOR_KEYS, Emulator
from tests.tools.terminal.glyphs import BLANK
from tests.tools.terminal.link import Link, NotSettled

with contextlib.suppress(ImportError):  # Windows has none: see `Terminal`
    import termios

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

__all__ = ["NotSettled", "Options", "Terminal"]

ROOT = Path(__file__).resolve().parents[3]

# What a shell may have left on the screen before the program starts.
BEFORE = b"$ ls\r\nboards  notes.txt\r\n$ minesweeper\r\n"

# Modes a program may leave behind: mouse (9, 1000-1016), focus, paste, synchronized output, the alternate buffers.
LEFT_ON = frozenset({9, 47, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1047, 1049, 2004, 2026})

_INHERITED = ("PATH", "LD_LIBRARY_PATH", "TMPDIR", "TERMINFO", "TERMINFO_DIRS", "VIRTUAL_ENV")


class Options(TypedDict, total=False):
    """The ways in which a terminal may differ from a plain one."""

    rows: int  # 24
    cols: int  # 80
    term: str | None  # TERM, xterm-256color; None leaves it unset
    env: Mapping[str, str | None]  # on top of the defaults; None removes a variable
    ignored: Iterable[signal.Signals]  # signals the program inherits as ignored, as under nohup
    deadline: float  # seconds any wait may take; only a hang ever takes that long
    escape_wait: float  # seconds within which the program must know a lone ESC from the start of a key


class Terminal(Link):
    """A program in a terminal. Use it as a context manager, which kills the program at the end.

    `screen` is the emulator, `pid` the program, `exit_status` its status once it has ended, and `stopped` is true after
    Ctrl-Z.
    """

    def __init__(self, target: Callable[[], int | None], home: Path, fresh: bool, options: Options) -> None:
        """Use `call`, `program` or `command`. Where there are no pseudo-terminals the running test is skipped."""
        if not has_posix():
            pytest.skip("needs a pseudo-terminal")
        screen = Emulator(options.get("rows", 24), options.get("cols", 80))
        screen.feed(BEFORE)
        screen.raw.clear()
        self._text_before = screen.scrollback + screen.text()[: screen.cursor.y]
        home.mkdir(parents=True, exist_ok=True)
        environment = _environment(home, options.get("term", "xterm-256color"), options.get("env", {}))
        ignored = tuple(options.get("ignored", ()))
        plan = child.Plan(target, environment, home, ignored, fresh)
        super().__init__(plan, screen, options.get("deadline", 90.0), options.get("escape_wait", 0.1))

    @classmethod
    def call(cls, target: Callable[[], int | None], home: Path, **options: Unpack[Options]) -> Self:
        """Runs a function in a forked child, which exits with its result."""
        return cls(target, home, False, options)

    @classmethod
    def program(cls, argv: Sequence[str], home: Path, **options: Unpack[Options]) -> Self:
        """Runs `main` of the program in a forked child, with these arguments."""

        def run() -> int:
            sys.argv = ["minesweeper", *argv]
            status: int = importlib.import_module("minesweeper.cli").main(list(argv))
            return status

        return cls(run, home, False, options)

    @classmethod
    def command(cls, argv: Sequence[str], home: Path, **options: Unpack[Options]) -> Self:
        """Runs a command line in a new process. This is slower, but shows what a fork can't show."""

        def run() -> int:
            os.execvp(argv[0], list(argv))

        return cls(run, home, True, options)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            print(f"The screen when the test failed ({self._condition()}):\n{self.screen.picture()}")
        self.close()

    # Sending.

    def press(self, *names: str) -> None:
        """Presses keys by name in one burst. Arrows are sent as ESC [ A or ESC O A, depending on the mode."""
        application = self.screen.is_on(CURSOR_KEYS)
        self.send(b"".join([keys.key_bytes(name, application=application) for name in names]))

    def click(self, row: int, col: int, button: str = "left") -> None:
        """Presses and releases a button at a place on the screen."""
        self._need_mouse()
        self.send(keys.click_bytes(row, col, button))

    def quit(self, key: str = "ctrl+c") -> None:
        """Quits by a key. The exit status must be 0, and the terminal must be restored."""
        self.press(key)
        assert self.wait_exit() == 0
        self.assert_restored()

    def wheel(self, row: int, col: int, direction: str = "down") -> None:
        """Turns the wheel one step "up" or "down"."""
        self._need_mouse()
        self.send(keys.mouse_bytes(row, col, f"wheel {direction}"))

    def _need_mouse(self) -> None:
        on = self.screen.private
        would_report = bool({1000, 1002, 1003} & on) and 1006 in on
        assert would_report, f"no terminal would report this: the modes on are {sorted(on)}"

    def paste(self, text: str) -> None:
        """Pastes text, between paste marks if the program asked for them."""
        data = text.encode()
        self.send(keys.PASTE_START + data + keys.PASTE_END if self.screen.is_on(2004) else data)

    def resize(self, rows: int, cols: int) -> None:
        """Changes the size. The program is notified by SIGWINCH if it is in the foreground."""
        self._pump()
        self.screen.resize(rows, cols)
        self._set_size()

    # Signals, job control, the end.

    def signal(self, number: int) -> None:
        """Sends a signal to the program."""
        self._read_reports()
        seen, stopped = self._report_count, self.stopped
        if self.exit_status is None:
            os.kill(self.pid, number)
        if number == signal.SIGCONT and stopped:
            self._until(lambda: self._report_count > seen, "the program to resume")

    def stop(self) -> None:
        """Presses Ctrl-Z and waits until the program has stopped."""
        self.send(b"\x1a")
        self.wait_stopped()

    def wait_stopped(self) -> None:
        """Waits until the program has stopped."""
        self._until(lambda: self.stopped or self.exit_status is not None, "the program to stop")
        assert self.stopped, self._message("the program to stop")

    def cont(self) -> None:
        """Brings the stopped program back to the foreground, like `fg` of a shell."""
        seen = self._report_count
        os.kill(self._keeper.pid, signal.SIGUSR1)
        self._until(lambda: self._report_count > seen, "the program to resume")

    def close_terminal(self) -> None:
        """Closes the window, so that the program's terminal hangs up."""
        self._pump()
        self._hang_up()

    def wait_exit(self) -> int:
        """Waits for the end and returns the exit status, which is 128 + n after signal n."""
        self._until(lambda: self.exit_status is not None, "the program to end")
        assert self.exit_status is not None
        return self.exit_status

    def wait_for(self, what: str | Callable[[Emulator], bool]) -> Emulator:
        """Waits until the screen shows a text or meets a condition; for what comes by itself, such as a clock.

        What the program soon draws over may be missed, so wait for something that lasts.
        """

        def met() -> bool:
            return self.screen.shows(what) if isinstance(what, str) else what(self.screen)

        self._until(lambda: met() or self.exit_status is not None, f"the screen to show {what!r}")
        assert met(), self._message(f"the screen to show {what!r}")
        return self.screen

    # Asking.

    def mark(self) -> int:
        """The current place in the output, for `output`."""
        return len(self.screen.raw)

    def output(self, since: int = 0) -> bytes:
        """The raw bytes that the program has written since a mark."""
        return bytes(self.screen.raw[since:])

    def termios(self) -> list[Any]:
        """The current settings of the terminal."""
        return termios.tcgetattr(self._slave)

    def assert_restored(self, *, main_buffer: bool = True) -> None:
        """Checks that the terminal is as the program found it.

        `main_buffer` is false for a TERM without a second one.
        """
        self._pump()
        wrong = self._changed_settings() + _changed_modes(self.screen)
        if main_buffer:
            wrong += self._changed_text()
        assert not wrong, "\n".join(["The terminal is not restored:", *wrong, self.screen.picture()])

    def _changed_settings(self) -> list[str]:
        names = ("iflag", "oflag", "cflag", "lflag", "ispeed", "ospeed", "cc")
        triples = zip(names, self.termios_before, self.termios(), strict=True)
        return [f"termios {name} was {was} and is {now}" for name, was, now in triples if was != now]

    def _changed_text(self) -> list[str]:
        width = min(self.screen.narrowest, self.screen.columns)  # what is further right isn't in view
        was = [row[:width].rstrip() for row in self._text_before]
        rows = (self.screen.scrollback + self.screen.text())[: len(was)]
        now = [row[:width].rstrip() for row in rows]
        return [] if now == was else [f"the main buffer began with {was} and begins with {now}"]


def _changed_modes(screen: Emulator) -> list[str]:
    fine = {
        f"the modes {sorted(screen.private & LEFT_ON)} are on": not screen.private & LEFT_ON,
        "the alternate buffer is in view": not screen.alternate,
        "the cursor is hidden": screen.cursor_visible,
        "cursor keys or keypad are in application mode": not (screen.is_on(CURSOR_KEYS) or screen.keypad),
        "lines do not wrap": screen.is_on(AUTOWRAP),
        f"text comes out as {screen.pen}": screen.pen == BLANK,
        "letters come out as lines": not screen.draws_lines,
        f"only rows {screen.margins} scroll": screen.margins is None,
        f"{screen.unfinished!r} is unfinished": not screen.unfinished,
    }
    return [complaint for complaint, is_fine in fine.items() if not is_fine]


def _environment(home: Path, term: str | None, changes: Mapping[str, str | None]) -> dict[str, str]:
    values: dict[str, str | None] = {name: os.environ.get(name) for name in _INHERITED}
    values |= {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
        "XDG_STATE_HOME": str(home / ".local" / "state"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "TERM": term,
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        **changes,
    }
    return {name: value for name, value in values.items() if value is not None}
