"""Settings in the real program: changes are seen at once and again in the next program."""

from __future__ import annotations

import json
from pathlib import Path

from minesweeper.storage.options import OPTIONS
from minesweeper.storage.themes import packaged_themes
from tests.tools.terminal.session import Terminal

MOUSE = {1000, 1002, 1006}
YELLOW = b"38;5;226"
"""The colour of the cursor in the theme High, and in no other."""


def choose(terminal: Terminal, name: str) -> None:
    """Moves down to the setting with this name."""
    for _ in OPTIONS:
        if terminal.settle().shows(f"▌ {name}"):
            break
        terminal.press("down")
    assert terminal.screen.shows(f"▌ {name}")


def test_changed_settings_apply_at_once_and_in_the_next_program(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    own.write_text('{"mouse": false}')
    with Terminal.program(["--config", str(own)], tmp_path) as terminal:
        terminal.wait_for("Beginner")
        assert not terminal.settle().private & MOUSE
        assert terminal.screen.is_on(2004)
        terminal.press("0")
        choose(terminal, "Mouse ")
        terminal.press("right")
        terminal.wait_for("‹ On ›")
        assert terminal.settle().private >= MOUSE
        terminal.press("right")
        terminal.stop()
        terminal.cont()
        assert not terminal.settle().private & MOUSE
        terminal.press("home")
        choose(terminal, "Theme")
        mark = terminal.mark()
        for _ in packaged_themes():
            terminal.press("right")
            if terminal.settle().shows("‹ High ›"):
                break
        assert YELLOW in terminal.output(mark)
        terminal.press("esc")
        terminal.wait_for("Intermediate")
        terminal.press("8")
        terminal.wait_for("Move up")
        terminal.press("enter", "f8")
        terminal.wait_for("W  Up  F8")
        terminal.quit()
    keys = {"game": {"move-up": ["w", "up", "f8"]}}
    assert json.loads(own.read_text()) == {"mouse": False, "theme": "high", "keys": keys}
    assert not (tmp_path / ".config").exists()
    argv = ["play", "beginner", "--seed", "x"]
    with Terminal.program(argv, tmp_path, env={"MINESWEEPER_CONFIG": str(own)}) as terminal:
        terminal.wait_for("Space open")
        row = terminal.settle().cursor.y
        assert YELLOW in terminal.output()
        terminal.press("f8")
        assert terminal.settle().cursor.y < row
        terminal.quit()


def test_damaged_settings_and_a_damaged_database_are_both_reported(tmp_path: Path) -> None:
    config, games = tmp_path / ".config" / "minesweeper", tmp_path / ".local" / "share" / "minesweeper"
    for folder, name in ((config, "settings.json"), (games, "games.db")):
        folder.mkdir(parents=True)
        (folder / name).write_bytes(b"rubbish" * 1000)
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for("settings.json: not JSON")
        terminal.wait_for("games.db was damaged")
        assert terminal.screen.shows("settings.json: not JSON")
        terminal.quit()
