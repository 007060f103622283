"""The installed program and library, used from a folder without the checkout.

The suite tests the launcher of the checkout and the single file. ``tests.tools.release`` runs the same tests with
packages that it has built and installed, and names their Python in MINESWEEPER_PYTHON.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from minesweeper.version import VERSION
from tests.tools.onefile import build

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = os.environ.get("MINESWEEPER_PYTHON", "")
ONE_FILE = os.environ.get("MINESWEEPER_FILE", "")


class Program(NamedTuple):
    """One way to start the program, the Python that has its library, and the folder that contains it."""

    command: Sequence[str]
    python: str
    path: str
    """The search path with which Python finds the library. Empty if it is installed."""
    home: Path


def ways() -> list[str]:
    """The ways to start the program that are tested."""
    if INSTALLED:
        return ["the one file"] if ONE_FILE else ["minesweeper", "the module"]
    return ["the launcher", "the one file"]


@pytest.fixture(scope="module", name="program", params=ways())
def a_program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    python, way = INSTALLED or sys.executable, request.param
    if way == "the launcher":
        return Program([python, str(ROOT / "minesweeper.py")], python, str(ROOT), ROOT)
    if way == "the one file":
        file = ONE_FILE or str(build(tmp_path_factory.mktemp("one") / "minesweeper.pyz"))
        return Program([python, file], python, file, Path(file))
    scripts = Path(python).parent
    command = [python, "-m", "minesweeper"] if way == "the module" else [str(scripts / way)]
    return Program(command, python, "", scripts.parent)


def surroundings(program: Program, home: Path) -> Mapping[str, str]:
    """An environment without any sign of the checkout, and an empty home."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG", "MINESWEEPER"))}
    own = {"HOME": str(home), "LOCALAPPDATA": str(home), "PYTHONPATH": program.path}
    return {**kept, **{name: value for name, value in own.items() if value}}


def run(
    program: Program, home: Path, *words: str, typed: str = "", python: bool = False
) -> subprocess.CompletedProcess[str]:
    command = [program.python] if python else list(program.command)
    environ = surroundings(program, home)
    return subprocess.run(
        [*command, *words], cwd=home, env=environ, input=typed, capture_output=True, text=True, check=False
    )


def test_an_installed_package_has_its_version_and_type_hints(program: Program, tmp_path: Path) -> None:
    assert run(program, tmp_path, "--version").stdout == f"minesweeper {VERSION}\n"
    look = "import pkgutil, minesweeper as m; print(m.__file__); print(pkgutil.get_data('minesweeper', 'py.typed'))"
    done = run(program, tmp_path, "-c", look, python=True)
    file, typed = done.stdout.splitlines()
    assert Path(file).is_relative_to(program.home), done.stderr
    assert typed == "b''"


def test_an_installed_package_has_its_settings_and_plays_text_mode(program: Program, tmp_path: Path) -> None:
    done = run(program, tmp_path, "settings")
    assert done.stderr == ""
    assert "All settings have their defaults." in done.stdout
    assert run(program, tmp_path, "plain", "beginner", "--seed", "1", typed="5 5\nquit\n").returncode == 0


def test_an_installed_package_makes_boards_in_other_processes(program: Program, tmp_path: Path) -> None:
    done = run(program, tmp_path, "generate", "expert", "--no-guess", "-n", "2", "--seed", "1", "--jobs", "2")
    assert (done.returncode, done.stdout.count("ms1-")) == (0, 2), done.stderr


def test_an_installed_package_runs_the_examples_of_the_library(program: Program, tmp_path: Path) -> None:
    page = tmp_path / "examples.txt"
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 10
    page.write_text("\n".join(blocks), "utf-8")
    done = run(program, tmp_path, "-m", "doctest", str(page), python=True)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_an_installed_package_wins_a_game_on_the_full_screen(program: Program, tmp_path: Path) -> None:
    pytest.importorskip("termios", reason="needs a pseudo-terminal")
    from tests.tools.terminal.session import Terminal
    from tests.whole.test_program import PLAY, win_by_keys

    path = {"PYTHONPATH": program.path or None}
    with Terminal.command([*program.command, *PLAY], tmp_path, env=path) as terminal:
        terminal.wait_for("Beginner")
        win_by_keys(terminal)
        terminal.quit()
    assert '"wins":1' in run(program, tmp_path, "stats", "--json").stdout
