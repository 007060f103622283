"""Counts what is loaded before the first frame, because each module costs time before the player sees anything.

The real program runs in a pseudo-terminal, in a fresh process. The tests count modules and lines of code instead of
milliseconds. Docstrings and comments don't count, because Python loads compiled modules, in which they cost almost
nothing: explaining the code may never fail a test.
"""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.tools.size import measure
from tests.tools.terminal.session import Terminal

OWN = "minesweeper"
FORBIDDEN = {
    "menu": "minesweeper.solvers minesweeper.play sqlite3 argparse dataclasses inspect datetime pathlib random",
    "play expert": "minesweeper.solvers sqlite3 dataclasses inspect pathlib subprocess",
}
"""By what is started, packages and modules that are not loaded before the first frame.

A game that is started from the command line loads the parser of its options.
"""
MOST = {"menu": (38, 4_794), "play expert": (65, 7_512)}
"""How many modules of ours are loaded at most, and how many lines of code they have together. The folders count as
modules. Both may become less."""

# A profiler notices the end of the first call of `paint`, because a patch would import modules.
PROGRAM = """
import os, sys

def look(frame, event, argument):
    if event == "return" and frame.f_code.co_name == "paint":
        sys.setprofile(None)
        files = [name + "\\t" + (getattr(module, "__file__", None) or "") for name, module in sys.modules.items()]
        with open(path, "w") as stream:
            stream.write("\\n".join(files))
        os._exit(0)

path = sys.argv.pop(1)
sys.setprofile(look)
from minesweeper.cli import main
sys.exit(main())
"""


@pytest.fixture(scope="module", name="folder")
def module_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("first-frame")


@cache
def loaded(start: str, folder: Path) -> dict[str, str]:
    """The modules that are loaded when the first frame is on the screen, with their files."""
    path, words = folder / start.replace(" ", "-"), [] if start == "menu" else shlex.split(start)
    # Without the site module, because it may load modules on this machine that don't belong to the program.
    with Terminal.command([sys.executable, "-S", "-c", PROGRAM, str(path), *words], folder / "home") as terminal:
        assert terminal.wait_exit() == 0
    return dict(line.split("\t") for line in path.read_text().splitlines())


@pytest.mark.parametrize("start", FORBIDDEN)
def test_only_necessary_modules_are_loaded_before_the_first_frame(start: str, folder: Path) -> None:
    names = loaded(start, folder)
    assert "curses" in names
    forbidden = FORBIDDEN[start].split()
    results = [name for name in names if any(f"{name}.".startswith(f"{package}.") for package in forbidden)]
    assert not results, f"loaded before the first frame of {start}: {', '.join(results)}"


@pytest.mark.parametrize("start", MOST)
def test_the_code_loaded_before_the_first_frame_stays_within_a_limit(start: str, folder: Path) -> None:
    own = {name: file for name, file in loaded(start, folder).items() if name.split(".")[0] == OWN}
    lines = {name: measure(Path(file), Counter()).code for name, file in own.items()}
    table = "\n".join(f"{count:5} {name}" for name, count in sorted(lines.items()))
    most_modules, most_lines = MOST[start]
    assert len(lines) <= most_modules, f"{len(lines)} modules:\n{table}"
    assert sum(lines.values()) <= most_lines, f"{sum(lines.values())} lines:\n{table}"
