"""The game as one file: it plays, reads its settings from within, and tells the shell how it ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.onefile import build


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("one") / "minesweeper.pyz")


def run(one_file: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(one_file), *words]
    return subprocess.run(command, cwd=one_file.parent, input=typed, capture_output=True, text=True, check=False)


def test_it_has_the_shipped_settings_inside(one_file: Path) -> None:
    done = run(one_file, "settings")
    assert done.stderr == ""
    assert "Nothing differs from the shipped settings." in done.stdout


def test_it_solves_and_plays(one_file: Path) -> None:
    assert "Row 1 col 2 is a mine" in run(one_file, "solve", "-", "--mines", "1", typed="1#\n").stdout
    assert run(one_file, "plain", "beginner", "--seed", "1", typed="5 5\nquit\n").returncode == 0


def test_its_exit_status_tells_of_bad_input(one_file: Path) -> None:
    done = run(one_file, "play", "nonsense")
    assert done.returncode == 2
    assert "'nonsense'" in done.stderr
