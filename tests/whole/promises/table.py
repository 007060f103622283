"""Writes docs/dev/guarantees.md from promises and mutants: ``python -m tests.whole.promises.table``."""

from __future__ import annotations

from pathlib import Path

from tests.tools.mutants.catalogue import PROMISES as MUTANTS

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[2] / "docs" / "dev" / "guarantees.md"
RESTORED = "terminal restored"

PROMISES = {
    1: f"Quit: {RESTORED}, exit status 0",
    2: f"A fault of the program: {RESTORED}, the traceback can be read",
    3: f"SIGTERM, SIGHUP, SIGQUIT, SIGINT, SIGABRT: {RESTORED}, status 128 + n, the game is saved",
    4: f"Ctrl-C on every screen: {RESTORED}",
    5: f"Ctrl-Z, another size, fg: {RESTORED} while stopped, then screen and mouse are back",
    6: "The terminal is closed: the program ends",
    7: "The same with SIGHUP ignored: it ends, it never spins",
    8: "Without a terminal: one sentence, status 1; text mode plays in pipes",
    9: "TERM unset, unknown or dumb: one sentence that names plain mode",
    10: "Ten kinds of terminal start, play and quit; colours fall back to attributes",
    11: "Sizes from 1x1 to 600x200 and back keep the game",
    12: "A storm of 300 sizes ends with the right screen",
    13: "SIGWINCH at the same size paints everything",
    14: "LINES and COLUMNS in the environment freeze no size",
    15: "The flag is seen in C, missing and UTF-8 locales",
    16: "Click bursts: none is lost, the order is kept; wheels and side buttons neither flag nor open",
    17: "ESC acts within 300 ms; junk, pastes and split sequences never act as keys",
    18: "Names that some curses lack are not needed",
    19: "Idle: nothing is sent, no CPU is used; the terminal's own background is kept",
    20: "150 times kill -9 while saving: all that was said to be saved is there",
    21: "A full disk: old data stays whole, you can keep playing, and unsaved games are saved later",
    22: "No home, or one that can't be written: you can play, and Minesweeper says that nothing is saved",
    23: "A damaged, empty, truncated or newer game database is set aside with a message, never overwritten",
    24: "Four programs with 200 saves each leave 800 games",
    25: "Hostile files, names and texts are refused within bounds, no byte of them reaches the terminal",
}

HEAD = """# Guarantees

What Minesweeper promises about the terminal and your files. The names of the tests in `tests/whole/promises` have the
number of their promise: those of promise 7 begin with `test_promise_07`. Each promise was also broken on purpose, to
see its tests fail: `python -m tests.tools.mutants` breaks copies of the program in these ways and more, and reports
what no test notices.

*Restored* means: terminal settings as before, mouse and all other modes off, cursor visible, main screen with its text.
`python -m tests.whole.promises.table` writes this page.

| | promise | what was broken to check its tests |
|---|---|---|
"""


def page() -> str:
    """The whole page."""
    rows = []
    for number, text in PROMISES.items():
        broken = [f"{mutant.name} (`{mutant.file}`)" for mutant in MUTANTS if mutant.promise == number]
        rows.append(f"| {number} | {text} | {'<br>'.join(broken)} |")
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
