"""Settings in the real program in a real pseudo-terminal: changed, seen at once, there again next time."""

from __future__ import annotations

import json
from pathlib import Path

from minesweeper.storage.options import OPTIONS
from minesweeper.storage.themes import packaged_themes
from tests.tools.terminal.session import Terminal


def choose(terminal: Terminal, name: str, *ways: str) -> None:
    """Opens the settings and moves down to the one with a name; more keys lead to the advanced ones."""
    terminal.press("0", *ways)
    for _ in OPTIONS:
        if terminal.settle().shows(f"▌ {name}"):
            break
        terminal.press("down")
    assert terminal.screen.shows(f"▌ {name}")


def test_a_theme_is_seen_at_once_and_there_again_next_time(tmp_path: Path) -> None:
    path = tmp_path / ".config" / "minesweeper" / "settings.json"
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for("Beginner")
        choose(terminal, "Theme")
        mark = terminal.mark()
        for _ in packaged_themes():
            terminal.press("right")
            if terminal.settle().shows("‹ High ›"):
                break
        assert b"38;5;226" in terminal.output(mark)  # the yellow of the cursor in this theme alone
        assert json.loads(path.read_text()) == {"theme": "high"}
        terminal.quit()
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for("Beginner")
        assert b"38;5;226" in terminal.output()
        terminal.quit()


def test_the_mouse_is_left_to_the_terminal_where_the_setting_says_so(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    own.write_text('{"mouse": false}')
    with Terminal.program(["--config", str(own)], tmp_path) as terminal:
        terminal.wait_for("Beginner")
        assert not terminal.settle().private & {1000, 1002, 1006}
        assert terminal.screen.is_on(2004)
        choose(terminal, "Mouse ")
        terminal.press("right")
        terminal.wait_for("‹ On ›")
        assert terminal.settle().private >= {1000, 1002, 1006}
        terminal.press("right")
        assert not terminal.settle().private & {1000, 1002, 1006}
        terminal.stop()
        terminal.cont()
        assert not terminal.settle().private & {1000, 1002, 1006}
        terminal.quit()


def test_a_key_is_bound_in_the_chosen_file_and_works_next_time(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    with Terminal.program(["--config", str(own)], tmp_path) as terminal:
        terminal.wait_for("Beginner")
        terminal.press("8")
        terminal.wait_for("Move up")
        terminal.press("enter", "f8")
        terminal.wait_for("W Up F8")
        terminal.quit()
    assert json.loads(own.read_text()) == {"keys": {"game": {"move-up": ["w", "up", "f8"]}}}
    assert not (tmp_path / ".config").exists()
    argv = ["play", "beginner", "--seed", "x"]
    with Terminal.program(argv, tmp_path, env={"MINESWEEPER_CONFIG": str(own)}) as terminal:
        terminal.wait_for("Space open")
        row = terminal.settle().cursor.y
        terminal.press("f8")
        assert terminal.settle().cursor.y < row
        terminal.quit()


def test_damaged_settings_and_damaged_games_are_both_told(tmp_path: Path) -> None:
    config, games = tmp_path / ".config" / "minesweeper", tmp_path / ".local" / "share" / "minesweeper"
    for folder, name in ((config, "settings.json"), (games, "games.db")):
        folder.mkdir(parents=True)
        (folder / name).write_bytes(b"rubbish" * 1000)
    for argv in ([], ["play", "beginner"]):  # the second time games.db is whole again
        with Terminal.program(argv, tmp_path) as terminal:
            terminal.wait_for("settings.json: not JSON")
            if not argv:
                terminal.wait_for("games.db was damaged")
                assert terminal.screen.shows("settings.json: not JSON")
            terminal.quit()
