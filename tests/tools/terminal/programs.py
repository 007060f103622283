"""Small programs for the tests of the harness to run in its terminals."""

from __future__ import annotations

import curses
import os
import signal
import termios
import time
import tty
from collections.abc import Callable


def say(text: str) -> None:
    os.write(1, text.encode())


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def reader(work: Callable[[bytes], None] = lambda data: None) -> Callable[[], int]:
    """A program that counts the bytes it reads and ends at `q`."""

    def run() -> int:
        settings = termios.tcgetattr(0)
        tty.setraw(0)
        count = 0
        data = b""
        while b"q" not in data:
            work(data)
            count += len(data)
            say(f"\rread {count} bytes")
            data = os.read(0, 64)
        termios.tcsetattr(0, termios.TCSANOW, settings)
        say("\r\n")
        return 0

    return run


def window() -> int:
    """A curses program that shows its size and its keys, stops politely and ends at `q`."""

    def body(sheet: curses.window) -> None:
        curses.raw()
        curses.set_escdelay(25)
        curses.use_default_colors()
        keys: list[str] = []
        while "q" not in keys:
            sheet.erase()
            rows, cols = sheet.getmaxyx()
            sheet.addstr(0, 0, f"{rows}x{cols}"[: cols - 1])
            sheet.addstr(rows - 1, 0, " ".join(keys)[-cols + 1 :])
            sheet.refresh()
            code = sheet.getch()
            if code == 26:
                curses.endwin()
                os.kill(os.getpid(), signal.SIGTSTP)
            else:
                keys.append(curses.keyname(code).decode())

    curses.wrapper(body)
    return 0
