"""The page about players: its programs run as pasted and print what the page says."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.bench.referee import JudgedGame, judge_position, make_report, report_lines
from minesweeper.bench.suite import suite_positions

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "players.md").read_text("utf-8")


def block(kind: str, heading: str) -> str:
    """The first block of a kind below a heading of the page."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    match = re.search(rf"^```{kind}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert match, heading
    return match[1]


def run(folder: Path, *command: str) -> str:
    """Runs a command in a folder, with the program installed, and returns what it prints."""
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


def test_the_documented_bot_has_eleven_lines_and_plays_as_documented(folder: Path) -> None:
    assert len([line for line in (folder / "bot.py").read_text().splitlines() if line]) == 11
    assert "[write a bot](docs/players.md#write-a-bot) in eleven lines of Python" in " ".join(
        (ROOT / "README.md").read_text("utf-8").split()
    )
    assert run(folder, "bot.py") == block("text", "Write a bot")


def test_the_bench_plays_the_documented_bot_and_finds_its_guesses(folder: Path) -> None:
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


SOLVERS = {"bot:bot": "bot.py", "weak:safest_cell": "weak.py"}
"""The players that the page has judged, and their files."""


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_referee_judges_documented_players_as_documented(
    solver: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figures of whole boards aren't compared, because playing the suite would take too long."""
    (folder / "weak.py").write_text(block("python", "Begin weaker"))
    monkeypatch.syspath_prepend(str(folder))
    for module in ("bot", "weak"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    given_away = [judge_position(entry, solver) for entry in suite_positions()]
    lines = report_lines(make_report(solver, given_away, [JudgedGame("9x9/10", 1.0, False, 1.0)] * 2), 0.0)
    printed = PAGE.partition(f"--solver {solver}\n```\n")[2].partition("```text\n")[2].partition("```")[0].splitlines()
    assert len(printed) == len(lines) + 2  # the page has two more sizes
    assert [line for line in lines if "positions" in line] == [line for line in printed if "positions" in line]
    assert lines[:2] == printed[:2]


def test_only_the_gymnasium_environment_loads_numpy_and_gymnasium() -> None:
    loading = re.compile(r"^\s*(import|from) (numpy|gymnasium)", re.MULTILINE)
    files = [path.name for path in (ROOT / "minesweeper").rglob("*.py") if loading.search(path.read_text("utf-8"))]
    assert files == ["gymnasium_env.py"]
