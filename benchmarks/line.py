"""Counts the bytes that the program sends to each kind of terminal for each kind of change.

python -m benchmarks.line
"""

from __future__ import annotations

import json
import statistics
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.tools.terminal.session import Terminal

TERMS = ("xterm-256color", "xterm", "tmux-256color", "linux", "vt100")
SIZES = ((80, 24), (200, 60))
PLAY = ["play", "expert", "--seed", "line"]
JOBS = (
    "cursor move",
    "flag",
    "open a region",
    "solver's move",
    "second of the clock",
    "full repaint",
)
SETTINGS = {"motion": "reduced", "solver_pause_ms": 0}
"""Without animations, so that a change is one frame."""


def main() -> None:
    """Prints a Markdown table."""
    print(f"| bytes sent, expert board | {' | '.join(JOBS)} |")
    print("|---|" + "---|" * len(JOBS))
    for cols, rows in SIZES:
        for term in TERMS:
            with tempfile.TemporaryDirectory() as home:
                sent = measure(term, cols, rows, Path(home))
            print(f"| {term}, {cols}x{rows} | {' | '.join(f'{sent[job]:,.0f}' for job in JOBS)} |", flush=True)


def measure(term: str, cols: int, rows: int, home: Path) -> dict[str, float]:
    """Counts the bytes of each job in one kind of terminal; the median if a job is done several times."""
    folder = home / ".config" / "minesweeper"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text(json.dumps(SETTINGS), "utf-8")
    with Terminal.program(PLAY, home, term=term, cols=cols, rows=rows) as terminal:
        terminal.wait_for("Expert")
        terminal.settle()

        def bytes_of(act: Callable[[], None]) -> int:
            mark = terminal.mark()
            act()
            terminal.settle()
            return len(terminal.output(mark))

        moves = [bytes_of(partial(terminal.press, key)) for key in ("right", "down", "left", "up") * 3]
        flags = [bytes_of(lambda: terminal.press("f")) for _ in range(6)]
        region = bytes_of(lambda: terminal.press("space"))
        solver = [bytes_of(lambda: terminal.press("e")) for _ in range(5)]
        repaint = [bytes_of(lambda: terminal.press("ctrl+l")) for _ in range(3)]
        second = _second(terminal)
    medians = (moves, flags, [region], solver, [second], repaint)
    return {job: statistics.median(values) for job, values in zip(JOBS, medians, strict=True)}


def _second(terminal: Terminal) -> int:
    """Counts the bytes that the clock sends when a second has passed and nothing else happens."""
    mark = terminal.mark()
    terminal.wait_for(lambda screen: terminal.mark() > mark)
    terminal.settle()
    return len(terminal.output(mark))


if __name__ == "__main__":
    main()
