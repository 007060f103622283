"""Real terminals under Xvfb: xterm and urxvt keep all their 256 colours, even if the program is killed.

The tests in pseudo-terminals look at the bytes that are sent. Here the terminal itself is asked for its colours, before
the game starts and after it ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TERMINALS = {"xterm": ["xterm", "-tn", "xterm-256color", "-e"], "urxvt": ["urxvt", "-pe", "", "-e"]}
DEADLINE = 120.0
"""The seconds after which a terminal hangs. Only a fault takes so long."""

# This script runs inside the terminal. It asks for the colours, plays, asks again, and writes both answers.
INSIDE = r"""
import json, os, re, select, signal, sys, termios, tty

def colours():
    before = termios.tcgetattr(0)
    tty.setraw(0)
    try:
        return [colour(number) for number in range(256)]
    finally:
        termios.tcsetattr(0, termios.TCSANOW, before)

def colour(number):
    os.write(1, b"\x1b]4;%d;?\x07" % number)
    answer = b""
    while not answer.endswith((b"\x07", b"\x1b\\")):
        if not select.select([0], [], [], 20)[0]:
            raise SystemExit("the terminal gave no answer: %r" % answer)
        answer += os.read(0, 1)
    return re.search(rb"rgb:[0-9a-f/]+", answer)[0].decode()

def play(ending):
    from minesweeper.cli import main
    from minesweeper.ui.terminal.curses_terminal import CursesTerminal
    paint = CursesTerminal.paint

    def paint_and_end(self, frame):
        paint(self, frame)
        report["colours"] = self.colours
        os.write(pipe[1], b"%d" % self.colours)
        if ending == "OSC 4":
            os.write(1, b"\x1b]4;200;rgb:12/34/56\x07")
        os.kill(os.getpid(), signal.SIGTERM if ending == "TERM" else signal.SIGKILL)

    CursesTerminal.paint = paint_and_end
    sys.exit(main(["play", "expert", "--seed", "7"]))

path, ending = sys.argv[1:]
report, pipe = {"before": colours()}, os.pipe()
child = os.fork()
if not child:
    play(ending)
os.waitpid(child, 0)
os.close(pipe[1])
report["shown"] = int(os.read(pipe[0], 20) or b"0")
report["after"] = colours()
with open(path + ".part", "w") as stream:
    json.dump(report, stream)
os.rename(path + ".part", path)
"""


@pytest.fixture(scope="module", name="display")
def display_of_xvfb() -> Iterator[str]:
    """A display of its own that nobody sees."""
    if shutil.which("Xvfb") is None:
        pytest.skip("needs Xvfb")
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with open(reader, encoding="ascii") as stream:
        number = stream.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def reported(terminal: str, ending: str, display: str, folder: Path) -> dict[str, object]:
    """The colours of a real terminal before and after a game that ends in the given way."""
    command = TERMINALS[terminal]
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    script, result, own = folder / "inside.py", folder / "report.json", folder / "tmp"
    script.write_text(INSIDE, "utf-8")
    own.mkdir()
    inside = shlex.join([sys.executable, str(script), str(result), ending])
    environ = {
        **{name: value for name, value in os.environ.items() if name in ("PATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV")},
        **{"HOME": str(folder), "TMPDIR": str(own), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
        **{"DISPLAY": display, "COLORTERM": "truecolor"},
    }
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(
            [*command, "sh", "-c", f"{inside} 2>{shlex.quote(str(folder / 'errors'))}"],
            env=environ,
            timeout=DEADLINE,
            check=False,
        )
    assert result.exists(), (folder / "errors").read_text() if (folder / "errors").exists() else "it did not start"
    assert list(own.iterdir()) == [], "something was left in the folder for temporary files"
    report: dict[str, object] = json.loads(result.read_text())
    return report


@pytest.mark.parametrize("ending", ["KILL", "TERM"])
@pytest.mark.parametrize("terminal", TERMINALS)
def test_all_256_colours_of_a_real_terminal_stay_unchanged(
    terminal: str, ending: str, display: str, tmp_path: Path
) -> None:
    report = reported(terminal, ending, display, tmp_path)
    assert report["shown"] == 1 << 24
    assert report["after"] == report["before"]


def test_a_changed_colour_of_a_real_terminal_would_be_noticed(display: str, tmp_path: Path) -> None:
    report = reported("xterm", "OSC 4", display, tmp_path)
    assert report["after"] != report["before"]
