"""Measures a board of a million cells in the real program: from a key to the frame that shows it, and memory.

python -m benchmarks.big

Times are wall times in a pseudo-terminal of 200x60, the emulator that reads the screen included.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from benchmarks.measure import machine, spread
from tests.tools.terminal.session import ROOT, Terminal

ROWS, COLS = 60, 200
KEYS = 60
BOARD = "1000x1000/150000"
_PLACE = re.compile(r"row \d+/1000 +col \d+/1000")


def main() -> None:
    """Prints a Markdown table."""
    print(machine())
    print(f"\n| {BOARD}, key to painted frame, wall ms | times | median | p95 | max |\n|---|---|---|---|---|")
    argv = [sys.executable, str(ROOT / "minesweeper.py"), "play", BOARD, "--seed", "big"]
    with tempfile.TemporaryDirectory() as home:
        options = {"PYTHONDONTWRITEBYTECODE": None, "PYTHONPYCACHEPREFIX": f"{home}/cache"}
        for is_warm in (False, True):  # the first start only fills the cache of bytecode
            with Terminal.command(argv, Path(home), rows=ROWS, cols=COLS, env=options, deadline=120.0) as terminal:
                terminal.wait_for("Arrows move")
                terminal.settle()
                if is_warm:
                    _measure(terminal)
                    print(f"| peak memory | {_peak_memory(terminal)} MB | | | |", flush=True)


def _measure(terminal: Terminal) -> None:
    _row("first click", [_until_output(terminal, "space")])
    terminal.settle()
    _row("cursor", _walk(terminal, KEYS))
    _row("scroll", [_until_output(terminal, key) for key in ("S", "D", "W", "A") * 5])
    _row("page", [_until_output(terminal, key) for key in ("pgdn", "pgdn", "pgup", "home", "end") * 4])
    terminal.press(*["pgup"] * 3, "tab")
    terminal.settle()
    _row("flag", [_until_output(terminal, "f") for _ in range(10)])
    _row("reduced view", [_until_output(terminal, "l") for _ in range(6)])
    terminal.press("v")
    _row("cursor while the overlay is worked out", _walk(terminal, KEYS))
    terminal.settle()
    _row("cursor with the overlay", _walk(terminal, KEYS))
    terminal.press("esc")
    terminal.settle()
    for key, name in (("j", "simple solver"), ("J", "smart solver"), ("E", "exact solver")):
        _row(f"{name}: first frame", [_until_output(terminal, key)])
        _row(f"{name}: Esc to its end", [_until_idle(terminal, "esc")])


def _peak_memory(terminal: Terminal) -> int:
    """Returns the most memory that the program had at once, in megabytes."""
    status = Path(f"/proc/{terminal.pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) >> 10


def _row(name: str, times: list[float]) -> None:
    print(f"| {name} | {len(times)} | {spread(times, 0)} |", flush=True)


def _walk(terminal: Terminal, count: int) -> list[float]:
    """Returns the time of each step of the cursor, until its new place is on the screen."""
    times = []
    for number in range(count):
        before = _place(terminal)
        start = time.perf_counter()
        terminal.press(("right", "down")[number % 2])
        terminal.wait_for(partial(_has_moved, terminal, before))
        times.append((time.perf_counter() - start) * 1000)
    return times


def _has_moved(terminal: Terminal, before: str, screen: object) -> bool:
    return _place(terminal) != before


def _place(terminal: Terminal) -> str:
    """Returns the place of the cursor that the lower edge of the board shows."""
    match = _PLACE.search("\n".join(terminal.screen.text()[-5:]))
    return match[0] if match else ""


def _until_output(terminal: Terminal, key: str) -> float:
    """Returns the time until the program sends something after a key."""
    mark, start = terminal.mark(), time.perf_counter()
    terminal.press(key)
    terminal.wait_for(lambda screen: terminal.mark() > mark)
    spent = (time.perf_counter() - start) * 1000
    if key not in ("j", "J", "E", "space"):
        terminal.settle()
    return spent


def _until_idle(terminal: Terminal, key: str) -> float:
    """Returns the time until the program waits for the next key."""
    start = time.perf_counter()
    terminal.press(key)
    terminal.settle()
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
