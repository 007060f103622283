"""The program with faulthandler and in Python's development mode, which install signal handlers of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.storage.saves_table import open_saves

ROOT = Path(__file__).parents[2]

MODES = {"faulthandler": ["-X", "faulthandler"], "development": ["-X", "dev"]}
COMMANDS = ["stats", "plain beginner", "bench beginner --solver simple -n 2 --jobs 1 --seed s", "history export games"]


def run(mode: list[str], command: str, home: Path) -> tuple[int, str]:
    """The exit status and the errors of a command."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    done = subprocess.run(
        [sys.executable, *mode, "-m", "minesweeper", *command.split()],
        cwd=home,
        env=kept | {"HOME": str(home), "LOCALAPPDATA": str(home), "PYTHONPATH": str(ROOT)},
        input="5 5\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_commands_work_the_same_in_pythons_development_modes(mode: list[str], command: str, tmp_path: Path) -> None:
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    assert run(mode, command, tmp_path / "with") == run([], command, tmp_path / "without")


@pytest.mark.posix("needs a pseudo-terminal")
@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_the_full_screen_restores_the_terminal_in_development_mode(mode: list[str], tmp_path: Path) -> None:
    from tests.tools.terminal.session import Terminal

    with Terminal.command([sys.executable, *mode, "-m", "minesweeper"], tmp_path) as terminal:
        terminal.wait_for("Beginner")
        terminal.quit("q")


@pytest.mark.posix("sends signals")
@pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
def test_sigabrt_saves_the_game_although_faulthandler_waits_for_it(mode: list[str], tmp_path: Path) -> None:
    from tests.tools.terminal.session import Terminal
    from tests.whole.promises.playing import PLAY, begin

    with Terminal.command([sys.executable, *mode, "-m", "minesweeper", *PLAY], tmp_path) as terminal:
        begin(terminal)
        terminal.signal(signal.SIGABRT)
        assert terminal.wait_exit() == 128 + signal.SIGABRT
        terminal.assert_restored()
    saves = open_saves(tmp_path / ".local" / "share" / "minesweeper")
    assert [game.mines_left for game in saves.games()] == [9]
    saves.close()
