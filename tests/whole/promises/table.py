"""Writes docs/dev/guarantees.md from the promises: ``python -m tests.whole.promises.table``."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[2] / "docs" / "dev" / "guarantees.md"
PROMISES = {
    1: "When you quit, the terminal is restored and the exit status is 0.",
    2: "If the program fails, the terminal is restored first, so that you can read the traceback.",
    3: "SIGTERM, SIGHUP, SIGQUIT, SIGINT and SIGABRT save the game, restore the terminal and end with status 128 + n.",
    4: "Ctrl-C quits on every screen, and the terminal is restored.",
    5: "Ctrl-Z restores the terminal while the program is stopped. After `fg` the screen and the mouse are back, "
    "even if the size changed meanwhile.",
    6: "If the terminal is closed, the program ends.",
    7: "It also ends if SIGHUP is ignored, instead of using a whole core for ever.",
    8: "Without a terminal, one sentence says so and the status is 1. Text mode plays in pipes.",
    9: "If TERM is unset, unknown or dumb, one sentence names text mode, which plays anyway.",
    10: "Ten kinds of terminals start, play and quit. Where colours are missing, bold and reverse replace them.",
    11: "The game survives every size from 1x1 to 600x200 and back.",
    12: "After 300 changes of size in a row, the screen is right.",
    13: "SIGWINCH at the same size paints everything again, because something else may have drawn on the screen.",
    14: "LINES and COLUMNS in the environment don't freeze the size.",
    15: "You see the flag in UTF-8, in the C locale and without a locale.",
    16: "No click of a burst is lost, and their order is kept. Wheels and side buttons never flag or open.",
    17: "Esc acts within 300 ms. Junk, pasted text and key sequences that arrive in parts never act as keys.",
    18: "The program works without the curses functions that some systems lack.",
    19: "While you do nothing, the program sends nothing and uses no CPU. It keeps the terminal's own background.",
    20: "After 150 times `kill -9` while saving, everything that was reported as saved is there.",
    21: "When the disk is full, old data stays whole and you can keep playing. Unsaved games are saved later.",
    22: "Without a home folder, or if it can't be written, you can play, and a message says that nothing is saved.",
    23: "A damaged, empty, truncated or newer game database is never overwritten. A message says what happened to it.",
    24: "Four programs that save 200 games each at the same time leave 800 games.",
    25: "Hostile files, names and texts are refused before they take much time or memory, "
    "and none of their control characters reaches the terminal.",
}

HEAD = """# Guarantees

For everyone who wants to rely on Minesweeper, and for those who change it: what it promises about the terminal and your
files. Each promise has tests in `tests/whole/promises` whose names carry its number: those of promise 7 begin with
`test_promise_07`. To be sure that these tests fail when a promise is broken, `python -m tests.tools.mutants` breaks
copies of the program on purpose, and reports what no test notices.

*The terminal is restored* means: its settings are as before, the mouse and all other modes are off, the cursor is
visible, and the main screen shows its text. `python -m tests.whole.promises.table` writes this page.

"""


def page() -> str:
    """The whole page as text."""
    return HEAD + "".join(f"{number}. {text}\n" for number, text in PROMISES.items())


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
