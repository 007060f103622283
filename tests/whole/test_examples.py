"""The examples of --help: each works as it is pasted into a shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.commands.table import COMMANDS

ROOT = Path(__file__).parents[2]
FULL_SCREEN = ("play", "daily", "analyse")
"""They need a terminal: other tests start them so."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the program on its path, and with the replay that one example names."""
    program = tmp_path / "bin" / "minesweeper"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m minesweeper "$@"\n')
    program.chmod(0o755)
    shutil.copy(ROOT / "tests" / "golden" / "other.rawvf", tmp_path / "game.rawvf")
    return tmp_path


def pasted(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """What becomes of a line of bash."""
    environment = {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
    }
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in FULL_SCREEN])
def test_the_example_of_a_command_works_as_it_is_pasted(name: str, folder: Path) -> None:
    example = COMMANDS[name].example
    if "man " in example and shutil.which("man") is None:
        example = example.partition(" && ")[0]
    done = pasted(folder, example)
    assert (done.returncode, done.stdout + done.stderr) == (0, done.stdout + done.stderr), example


PIPES = {
    "generate expert -n 3 --seed x | minesweeper bench --boards - --solver best --json": '"games":3',
    "generate beginner -n 2 --seed x | minesweeper solve - --json": '"version":1',
    "generate beginner -n 2 --seed x | minesweeper show - --position | minesweeper solve - --json": '"mines":10',
    "generate beginner -n 2 --seed x --format json | minesweeper solve - --text": "safe",
    "generate beginner --seed x --format picture | minesweeper show - --json": '"first":null',
    "replay game.rawvf --json --pretty": '"kind": "open"',
    "history import game.rawvf": "1 game added",
}


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("line", PIPES)
def test_commands_fit_together(line: str, folder: Path) -> None:
    done = pasted(folder, f"minesweeper {line}")
    assert (done.returncode, done.stderr) == (0, "")
    assert PIPES[line] in done.stdout
