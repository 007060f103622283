"""Measures the game itself: frames, the bytes that they take, start-up, idling.

python -m benchmarks.program

``benchmarks.big`` measures a board of a million cells.
"""

from __future__ import annotations

import json
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from benchmarks.measure import HEAD, machine, repeat, row
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.storage.settings import PRESETS, Settings
from minesweeper.ui.base.model import Model, render
from minesweeper.ui.game.game_screen import open_game
from tests.tools.terminal.session import Terminal

ROOT = Path(__file__).resolve().parent.parent
EXPERT = BoardSpec(30, 16, 99)
STARTS: dict[str, list[str]] = {"menu": [], "play expert": ["play", "expert"]}
FRAME_ENDS = b"\x1b[?2026l"
SCREENS = (
    (80, 24, "expert", "2x1"),
    (80, 24, "beginner", "4x2"),
    (120, 40, "beginner", "6x3"),
    (200, 60, "expert", "6x3"),
)
"""The screens whose bytes are counted: columns, rows, preset and cell size."""
COLOURS: dict[str, dict[str, str | None]] = {"24-bit": {"COLORTERM": "truecolor"}, "256": {}}
STEPS = ("right", "down", "left", "up") * 3


def main() -> None:
    """Prints a Markdown table."""
    print(machine())
    print()
    print(HEAD)
    _measure_frames()
    _measure_program()
    print()
    _measure_screens()


def _measure_frames() -> None:
    for cols, rows in ((80, 24), (200, 60)):
        model = open_game(Model(rows, cols), new_session(EXPERT, "custom", "frames").open_cell(93))
        print(row(f"expert frame rendered, {cols}x{rows}", repeat(partial(render, model), inner=20)))
        print(
            row(f"rendered and painted, {cols}x{rows}", _painted(cols, rows), "every row changed, real pseudo-terminal")
        )


def _measure_screens() -> None:
    """Prints a second table: the time of a frame, and the bytes of a full repaint and of a step of the cursor."""
    print(f"| screen | frame rendered, ms | {' | '.join(f'repaint, {name} | step, {name}' for name in COLOURS)} |")
    print("|---|" + "---|" * (1 + 2 * len(COLOURS)))
    for cols, rows, preset, size in SCREENS:
        settings = Settings({"cell_size": size, "motion": "none"})
        session = new_session(PRESETS[preset], preset, "hello").open_cell(PRESETS[preset].grid.size // 2)
        frame = min(repeat(partial(render, open_game(Model(rows, cols, settings=settings), session)), inner=40))
        counts = [count for environ in COLOURS.values() for count in _bytes_of(cols, rows, preset, size, environ)]
        shown = " | ".join(f"{count:,}" for count in counts)
        print(f"| {cols}x{rows} {preset} {size} | {frame:.2f} | {shown} |", flush=True)


def _bytes_of(cols: int, rows: int, preset: str, size: str, environ: dict[str, str | None]) -> tuple[int, int]:
    """Counts the bytes of a full repaint, and the median of those of a cursor step."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / ".config" / "minesweeper"
        folder.mkdir(parents=True)
        (folder / "settings.json").write_text(json.dumps({"cell_size": size, "motion": "none"}), "utf-8")
        command = ["play", preset, "--seed", "hello"]
        with Terminal.program(command, Path(home), cols=cols, rows=rows, env=environ) as terminal:
            terminal.wait_for(preset.capitalize())
            terminal.settle()

            def bytes_of(key: str) -> int:
                mark = terminal.mark()
                terminal.press(key)
                terminal.settle()
                return len(terminal.output(mark))

            bytes_of("space")
            steps = [bytes_of(key) for key in STEPS]
            return bytes_of("ctrl+l"), round(statistics.median(steps))


def _painted(cols: int, rows: int) -> list[float]:
    """Returns the milliseconds to render and paint a frame in which every row changes, in a real pseudo-terminal."""
    code = "from benchmarks.painting import main; main()"
    with _Program([sys.executable, "-c", code], cols, rows) as program:
        output = program.read_until(b"END")
    times = output[output.index(b"TIMES") + 5 : output.index(b"END")]
    return [float(text) for text in times.split()]


def _measure_program() -> None:
    for name, words in STARTS.items():
        times = [startup(words) for _ in range(9)]
        print(row(f"start-up to first frame, {name}", times, "wall time, Python included"))
    print(row("the same, only Python", [_bare_python() for _ in range(9)], "wall time"))
    print(f"| CPU time of 5 s idle in the menu | {_idle():.1f} | | |")


def startup(words: list[str], root: Path = ROOT) -> float:
    """Returns the milliseconds from the start of a checkout's program to the end of its first frame."""
    start = time.perf_counter()
    with _Program([sys.executable, "minesweeper.py", *words], 80, 24, root) as program:
        program.read_until(FRAME_ENDS)
        return (time.perf_counter() - start) * 1000


def _bare_python() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return (time.perf_counter() - start) * 1000


def _idle() -> float:
    with _Program([sys.executable, "minesweeper.py"], 80, 24) as program:
        program.read_until(b"Quit")
        program.read_for(0.5)
        before = program.cpu_ticks()
        program.read_for(5.0)
        return (program.cpu_ticks() - before) * 1000 / os.sysconf("SC_CLK_TCK")


class _Program:
    """Runs a program in a pseudo-terminal with its own home, so that the player's files stay untouched."""

    def __init__(self, command: list[str], cols: int, rows: int, root: Path = ROOT) -> None:
        self._command = command
        self._size = (cols, rows)
        self._root = root

    def __enter__(self) -> _Program:
        self._home = tempfile.TemporaryDirectory()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.chdir(self._root)
            import fcntl
            import struct
            import termios

            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", self._size[1], self._size[0], 0, 0))
            for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "MINESWEEPER_CONFIG"):
                os.environ.pop(name, None)
            os.environ |= {"TERM": "xterm-256color", "HOME": self._home.name}
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a first run would be measured again and again
            os.execv(self._command[0], self._command)
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self._fd)
        self._home.cleanup()

    def read_until(self, end: bytes) -> bytes:
        """Returns everything printed until a text appears."""
        output = b""
        while end not in output:
            output += os.read(self._fd, 65536)
        return output

    def read_for(self, seconds: float) -> None:
        """Reads output for some time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self._fd], [], [], left)[0]:
                os.read(self._fd, 65536)

    def cpu_ticks(self) -> int:
        """Returns the clock ticks of CPU time that the program has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])


if __name__ == "__main__":
    main()
