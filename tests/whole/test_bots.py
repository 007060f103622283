"""The page about bots: its programs run as they are pasted, and do what it says."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def block(kind: str, heading: str) -> str:
    """The first block of a kind below a heading of the page."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    match = re.search(rf"^```{kind}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert match, heading
    return match[1]


def run(folder: Path, *command: str) -> str:
    """What a command prints that is run in a folder where the program is installed."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the bot of the page."""
    (tmp_path / "bot.py").write_text(block("python", "Write a bot"))
    return tmp_path


def test_the_bot_has_as_many_lines_as_the_readme_says_and_plays_as_the_page_says(folder: Path) -> None:
    assert len([line for line in (folder / "bot.py").read_text().splitlines() if line]) == 11
    assert "[write a bot](docs/api.md#write-a-bot) in eleven lines of Python" in " ".join(
        (ROOT / "README.md").read_text("utf-8").split()
    )
    assert run(folder, "bot.py") == block("text", "Write a bot")


def test_the_bench_plays_it_and_finds_out_by_itself_what_it_does_not_say(folder: Path) -> None:
    command = shlex.split(block("sh", "Thousands of games").replace("100", "20"))
    text = (
        (folder / "bot.py")
        .read_text()
        .replace("proved.safe, True", "proved.safe")
        .replace("(move.cell, False)", "move.cell")
    )
    (folder / "silent.py").write_text(text)
    results = []
    for module in ("bot", "silent"):
        words = [word.replace("bot:", f"{module}:") for word in command]
        report = json.loads(run(folder, "-m", *words, "--json", "--each"))
        results.append([(result["win"], result["guesses"]) for result in report["results"]])
    assert results[0] == results[1]
    assert len(results[0]) == 20
    assert any(guesses for _, guesses in results[0])


LEARNING = """
import numpy as np

from environment import Environment
from minesweeper import Position, best_move, places

environment, won = Environment(), 0
for seed in range(20):
    seen, over, total = environment.reset(seed), False, 0.0
    start = environment.game.opened.bit_count() / 71
    assert seen.shape == (9, 9) and seen.dtype == np.int8 and np.array_equal(seen, environment.reset(seed))
    while not over:
        position = Position.from_rows(seen, 10)
        assert position == environment.game.position
        row, col = best_move(position).cell
        assert seen[row, col] == -1
        seen, reward, over, more = environment.step(9 * row + col)
        total += reward
    assert (abs(start + total - 1) < 1e-9) == (more["phase"] == "won") and (reward == -1) == (more["phase"] == "lost")
    won += more["phase"] == "won"
assert won > 10
print("learned")
"""


@pytest.mark.skipif(find_spec("numpy") is None, reason="needs numpy")
def test_the_environment_plays_with_arrays(folder: Path) -> None:
    (folder / "environment.py").write_text(block("python", "An environment for learning programs"))
    (folder / "learn.py").write_text(LEARNING)
    assert run(folder, "learn.py") == "learned\n"


def test_nothing_of_ours_loads_numpy() -> None:
    for module in (ROOT / "minesweeper").rglob("*.py"):
        assert not re.search(r"^\s*(import|from) numpy", module.read_text("utf-8"), re.MULTILINE), module
