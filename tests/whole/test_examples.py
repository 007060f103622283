"""The examples of --help and all commands of the documentation work as pasted into a shell."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from minesweeper import candidates, certain, odds, read_position
from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.commands.manual import parsers
from minesweeper.commands.parser import EXAMPLE
from minesweeper.commands.table import COMMANDS
from minesweeper.play.guesses import Guess
from minesweeper.storage.games_table import FinishedGame
from tests.storage.storing import finished, write_replay
from tests.ui.driving import board

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
FULL_SCREEN = ("play", "daily", "analyse")
"""These commands need a terminal, so other tests start them in one."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the program on its path and with the files that the examples name."""
    program = tmp_path / "bin" / "minesweeper"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m minesweeper "$@"\n')
    program.chmod(0o755)
    for target in (tmp_path, tmp_path / "docs" / "examples"):  # the README names them from the checkout
        shutil.copytree(EXAMPLES, target, dirs_exist_ok=True)
    return tmp_path


def judged_game() -> FinishedGame:
    """The game of docs/examples/judged.json: an assistant helped in it, and its guess is rated."""
    session = board("*2*\n...", "custom").open_cell(4).apply_assist(1 << 3, 1, "exact").open_cell(2)
    return replace(
        finished(session), guesses=(Guess(2, 0.5, False, rating=GuessRating(Necessity.FORCED, 0.1, 0.5, 0.0, 5)),)
    )


def pasted(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Runs a line of bash and returns the finished process."""
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
def test_the_example_of_a_command_works_as_pasted(name: str, folder: Path) -> None:
    for file in EXAMPLES.iterdir():  # examples must not need other files of the checkout
        (folder / file.name).unlink()
    example = COMMANDS[name].example
    if "man " in example and shutil.which("man") is None:
        example = example.partition(" && ")[0]
    done = pasted(folder, example)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("name", ["export", "import", "check"])  # the example of restore needs a backup
def test_the_examples_of_history_commands_work_as_pasted(name: str, folder: Path) -> None:
    part = next(parser for parser in parsers() if parser.prog == f"minesweeper history {name}")
    example = str(part.epilog).removeprefix(EXAMPLE)
    done = pasted(folder, example)
    assert done.returncode == 0, example
    # In a pipe, import may make the game database before export looks for it.
    assert done.stderr == "minesweeper: No finished games yet.\n" or (name == "import" and not done.stderr), example


PIPES = {
    "generate expert -n 3 --seed x | minesweeper bench --boards - --solver best --json": '"games":3',
    "generate beginner -n 2 --seed x | minesweeper show - --position | minesweeper solve - --json": '"mines":10',
    "generate beginner -n 2 --seed x --format json | minesweeper solve - --text": "safe",
    "generate beginner --seed x --format picture | minesweeper show - --json": '"first":null',
}


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("line", PIPES)
def test_commands_work_together_in_pipes(line: str, folder: Path) -> None:
    done = pasted(folder, f"minesweeper {line}")
    assert (done.returncode, done.stderr) == (0, "")
    assert PIPES[line] in done.stdout


COMMAND = re.compile(r"^(?:[A-Z]+=\S+ )*(?:minesweeper|printf)\b.*$", re.MULTILINE)
ELSEWHERE = {"json.md": "test_json_page.py and test_console_json.py", "players.md": "test_bots.py"}
"""Pages whose commands other tests run, because they also compare what is printed."""


def documented() -> list[str]:
    """Every command in the shell examples of the README and the players' pages, once, without its comment."""
    lines = dict[str, None]()
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "docs" / "dev" / "solver.md"]:
        if page.name not in ELSEWHERE:
            for block in re.findall(r"^```sh\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE):
                lines |= {re.sub(r"  +#.*", "", line).rstrip(): None for line in COMMAND.findall(block)}
    return list(lines)


def test_the_search_for_documented_commands_finds_them() -> None:
    assert {"minesweeper daily", "minesweeper replay game.rawvf --moves", "ESCDELAY=100 minesweeper"} <= {*documented()}


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("line", documented())
def test_documented_commands_work_as_pasted(line: str, folder: Path) -> None:
    if "man " in line and shutil.which("man") is None:
        line = line.partition(" && ")[0]
    last = line.rpartition("minesweeper")[2].split()
    done = pasted(folder, line)
    if not last or last[0] in FULL_SCREEN:  # the arguments were valid, and then the terminal was missing
        assert (done.returncode, done.stdout) == (1, "")
        assert "is not a terminal" in done.stderr
    else:
        assert done.returncode == 0, done.stdout + done.stderr


def test_worked_example_of_the_solver_page_has_its_odds_and_guess() -> None:
    position = read_position("122#\n####\n####", 4)
    found = {guess.cell: guess for guess in candidates(position)}
    assert certain(position)[:2] == ((), ((1, 2),))
    assert [row[:2] for row in odds(position)[1:]] == [[Fraction(8, 14), Fraction(6, 14)], [Fraction(5, 14)] * 2]
    assert (found[2, 2].ratio, found[2, 2].win) == ((5, 14), 9 / 14)
    assert (found[0, 3].ratio, found[0, 3].win) == ((4, 14), 8 / 14)


def test_the_example_replay_is_a_judged_game() -> None:
    written, shipped = (
        json.loads(write_replay(judged_game(), "json")),
        json.loads((EXAMPLES / "judged.json").read_text()),
    )
    for chance in ("id", "ended_at", "code", "seed"):
        written.pop(chance), shipped.pop(chance)
    assert written == shipped
