"""Small programs that the tests of the test terminal run in it."""

from __future__ import annotations

import curses
import os
import signal
import termios
import tty


def say(text: str) -> None:
    os.write(1, text.encode())


def reader() -> int:
    """A program that counts the bytes it reads and ends at `q`."""
    settings = termios.tcgetattr(0)
    tty.setraw(0)
    count = 0
    data = b""
    while b"q" not in data:
        count += len(data)
        say(f"\rread {count} bytes")
        data = os.read(0, 64)
    termios.tcsetattr(0, termios.TCSANOW, settings)
    say("\r\n")
    return 0


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
