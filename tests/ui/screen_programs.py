"""Small programs that run in a pseudo-terminal and show the events that they receive."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

from minesweeper.ui.draw.canvas import Canvas, Frame
from minesweeper.ui.draw.theme import Look, colours_from, palette
from minesweeper.ui.terminal.curses_terminal import open_terminal
from minesweeper.ui.terminal.events import Background, Change, Event, Focus, Key, Mouse, Paste, Signal
from minesweeper.ui.terminal.events import Terminal as Shown
from tests.tools.terminal.session import Terminal
from tests.tools.windows_curses import become_windows_curses


def quit_cleanly(terminal: Terminal, *, main_buffer: bool = True) -> None:
    """Quits the program and checks that it restored the terminal."""
    terminal.press("q")
    assert terminal.wait_exit() == 0
    terminal.assert_restored(main_buffer=main_buffer)


def echo() -> int:
    """Shows the latest events until q. `!` raises an exception, `y` copies, `b` rings the bell and `s` hangs."""
    # Imported here, because a test may have loaded the module again.
    from minesweeper.ui.app import PLAIN
    from minesweeper.ui.terminal.curses_terminal import check_terminal, open_terminal

    check_terminal(os.environ, PLAIN)
    with open_terminal() as screen:
        screen.set_palette(palette("classic", "dark", colours_from(os.environ, screen.colours)))
        return _echo_on(screen)


def _echo_on(screen: Shown) -> int:
    seen: list[Event] = []
    while True:
        screen.paint(picture(*screen.size(), [words_of(event) for event in seen], screen.colours))
        event = screen.read(None)
        while event is not None:
            seen.append(event)
            status = _react(screen, event)
            if status is not None:
                return status
            event = screen.read(0)


def _react(screen: Shown, event: Event) -> int | None:
    if isinstance(event, Signal):
        return 128 + event.number
    if event is Change.CLOSED:
        return 3
    if event is Change.SUSPEND:
        screen.suspend()
    if isinstance(event, Key):
        if event.name == "q":
            return 0
        if event.name == "!":
            raise RuntimeError("the program has a fault")
        if event.name == "y":
            screen.copy_to_clipboard("a board code")
        if event.name == "b":
            screen.bell()
        if event.name == "s":
            screen.bell()
            while True:
                pass
    return None


def words_of(event: Event) -> str:
    """An event in a few words."""
    match event:
        case Key(name):
            return name
        case Mouse(kind, button, row, col):
            return f"{kind} {button} {row},{col}"
        case Focus(gained):
            return f"focus {'in' if gained else 'out'}"
        case Background(shade):
            return shade
        case Change():
            return event.name.lower()
        case Paste() | Signal():
            return type(event).__name__.lower()


def picture(rows: int, cols: int, words: list[str], colours: int) -> Frame:
    """A frame with the screen size, the number of events and the latest ones. Every corner of the frame is written."""
    canvas = Canvas(rows, cols)
    canvas.write(0, 0, f"{rows}x{cols} {len(words)} events {colours} colours", "title")
    canvas.write(0, cols - 1, "⚐", "proposal")
    if rows > 2:
        for place, word in enumerate(reversed(words)):
            canvas.write(1 + place % (rows - 2), 26 * (place // (rows - 2)), word, "text")
    canvas.write(rows - 1, 0, "⚑" * (cols - 1), "flag")
    canvas.write(rows - 1, cols - 1, "✱", "danger")
    canvas.place_cursor(1, 0)
    return canvas.frame()


def echo_as_on_windows() -> int:
    """Like `echo`, but curses has only the names that windows-curses has, and input comes as key codes."""
    for name in [name for name in sys.modules if name.startswith("minesweeper.ui.") and "curses" in name]:
        del sys.modules[name]
    become_windows_curses()
    sys.modules["termios"] = sys.modules["fcntl"] = None  # type: ignore[assignment]
    sys.platform = "win32"
    return echo()


def many_pairs() -> int:
    """Paints a frame with more pairs of colours than any terminal has, then waits for q."""
    with open_terminal() as screen:
        looks = {f"{number}": Look(number % 256, number // 256, bold=True) for number in range(600)}
        screen.set_palette(looks)
        canvas = Canvas(*screen.size())
        for number in range(600):
            canvas.write(number // 80, number % 80, "x", f"{number}")
        screen.paint(canvas.frame())
        return 0 if screen.read(None) == Key("q") else 1


def page() -> int:
    """Paints a frame with a palette that sets the background of the whole screen."""
    with open_terminal() as screen:
        screen.set_palette({"page": Look(231, 19), "loud": Look(196, None, bold=True, underline=True)})
        canvas = Canvas(*screen.size())
        canvas.write(2, 3, "LOUD", "loud")
        screen.paint(canvas.frame())
        return 0 if screen.read(None) == Key("q") else 1


def fault_at_once() -> int:
    """Raises an exception before anything is painted."""
    with open_terminal():
        raise RuntimeError("the program has a fault")


def two_screens() -> int:
    """Opens the terminal twice, one time after the other."""
    return echo() or echo()


def ends_when_it_returns() -> int:
    """Suspends itself at once and ends without painting when it is resumed."""
    with open_terminal() as screen:
        screen.suspend()
    return 0


def looks_at_its_environment() -> int:
    """Fails if LINES or COLUMNS are in the environment, because they would fix the size."""
    with open_terminal():
        return int("LINES" in os.environ or "COLUMNS" in os.environ)


def leaves_before_it_has_read_all() -> int:
    """Ends without reading all keys. Fails if the shell would receive the rest."""
    with open_terminal() as screen:
        screen.paint(picture(*screen.size(), ["ready"], 0))
        screen.read(None)
        select.select([0], [], [])
    return int(bool(select.select([0], [], [], 0)[0]))


def gives_signals_back() -> int:
    """Fails if, at the end, a signal has another handler than before the start."""

    def handlers() -> list[object]:
        return [signal.getsignal(number) for number in sorted(signal.valid_signals())]

    before, files = handlers(), os.listdir("/dev/fd")
    with open_terminal():
        pass
    return int(handlers() != before or signal.set_wakeup_fd(-1) != -1 or os.listdir("/dev/fd") != files)


def tells_its_child_the_environment(into: Path) -> int:
    """Opens the terminal and lets a child program write its environment to a file."""
    with open_terminal(), into.open("w") as stream:
        return subprocess.run(["env"], stdout=stream, check=True).returncode


def paints_and_tells_its_writes() -> int:
    """Paints three frames with ever fewer changes, then prints how many bytes each one wrote.

    The first frame is complete, the second changes nine rows and the third a single row.
    """
    sizes, write = list[int](), os.write

    def counted(number: int, data: bytes) -> int:
        sizes.append(write(number, data))
        return sizes[-1]

    with open_terminal() as screen:
        rows, cols = screen.size()
        words = [[str(number) for number in range(count)] for count in (0, 8, 8)]
        frames = [picture(rows, cols, shown, screen.colours) for shown in words]
        frames[2] = frames[1]._replace(lines=((), *frames[1].lines[1:]))
        os.write = counted  # type: ignore[assignment]
        for frame in frames:
            screen.paint(frame)
        os.write = write
        painted = list(sizes)
    print("WRITES", *painted, "END", flush=True)
    return 0


def paints_without_waiting() -> int:
    """Paints many frames on a terminal that accepts only as much as it has room for, then waits for q."""
    with open_terminal() as screen:
        os.set_blocking(1, False)
        rows, cols = screen.size()
        for count in range(200):
            screen.paint(picture(rows, cols, [str(number * count) for number in range(500)], screen.colours))
        os.set_blocking(1, True)
        return 0 if screen.read(None) == Key("q") else 1
