"""The report for a bug report: what it names, what stays private, and that it changes nothing."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.cli import main
from minesweeper.version import VERSION
from tests.storage.golden_store import STORE
from tests.storage.storing import live_nowhere
from tests.tools.terminal.session import Terminal

COMMAND = [sys.executable, str(Path(__file__).resolve().parents[2] / "minesweeper.py"), "settings", "--report"]
"""In a process of its own the report sees the terminal anew: curses looks up one type of terminal per process."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which the files lie at their usual places on Linux and Windows.

    The type of the terminal is unknown here, because curses looks up only the first type that it knows. Otherwise
    programs that later tests fork from this process would not notice a terminal that can't show the game.
    """
    live_nowhere(monkeypatch)
    monkeypatch.delenv("MINESWEEPER_CONFIG", raising=False)
    monkeypatch.setenv("TERM", "unknown-in-tests")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


def facts_of(text: str) -> dict[str, str]:
    """The facts of a report by name."""
    return dict(re.split(r"\s+", line, maxsplit=1) for line in text.splitlines())


def report(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, str]:
    """Makes a report in this process and returns its facts."""
    assert main(["settings", "--report", *words]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return facts_of(output.out)


def report_without_terminal() -> dict[str, str]:
    """Makes a report in a process without a terminal and returns its facts."""
    done = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    assert "\x1b" not in done.stdout
    return facts_of(done.stdout)


def test_the_report_names_versions_and_paths_without_a_terminal(home: Path) -> None:
    facts = report_without_terminal()
    assert facts["Minesweeper"] == VERSION
    assert platform.python_version() in facts["Python"]
    assert facts["Terminal"].endswith("input redirected, output redirected")
    assert re.fullmatch(r"~\S+settings\.json: not created yet, 0 changed, 0 themes of your own", facts["Settings"])
    assert re.fullmatch(r"~\S+games\.db: not created yet", facts["Games"])
    assert list(home.iterdir()) == []


@pytest.mark.posix("a pseudo-terminal")
def test_the_report_names_what_was_detected_in_a_terminal(home: Path) -> None:
    shown = report_in_terminal(home, {})
    assert "TERM=xterm-256color, 60x20" in shown
    assert "256 of 256 used" in shown
    assert "on in the settings, known to this type" in shown


def report_in_terminal(home: Path, environ: dict[str, str]) -> str:
    """Makes a report in a pseudo-terminal and returns its text."""
    with Terminal.command(COMMAND, home / "own", rows=20, cols=60, term="xterm-256color", env=environ) as terminal:
        assert terminal.wait_exit() == 0
        return "".join(terminal.screen.scrollback + terminal.screen.text())


@pytest.mark.posix("a pseudo-terminal")
@pytest.mark.parametrize(
    ("environ", "used"),
    [
        ({"COLORTERM": "truecolor"}, "24-bit used"),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, "0 of 256 used"),
        ({"COLORTERM": "truecolor", "STY": "1"}, "256 of 256 used"),
    ],
)
def test_the_report_says_how_many_colours_are_used(home: Path, environ: dict[str, str], used: str) -> None:
    assert used in report_in_terminal(home, environ)


def test_the_report_hides_values_of_settings_and_other_variables(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = home / "own.json"
    own.write_text('{"bell": true, "custom": "17x9/23", "theme": "pink"}')
    monkeypatch.setenv("SECRET_TOKEN", "a word of mine")
    monkeypatch.setenv("NO_COLOR", "1")
    facts = report(capsys, "--config", str(own))
    assert facts["Settings"].startswith(f"~{os.sep}own.json: ")
    assert facts["Settings"].endswith("1 problem")
    assert "NO_COLOR=1" in facts["Variables"]
    assert not re.search(r"17x9|mine\b|pink|" + re.escape(str(home)), "".join(facts.values()))


def test_the_report_counts_games_and_leaves_the_database_unchanged(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.setenv("LOCALAPPDATA", str(home))
    folder = home / "minesweeper"
    folder.mkdir()
    shutil.copy(STORE, folder / "games.db")
    before = (folder / "games.db").read_bytes()
    games = report(capsys)["Games"]
    assert re.search(r"games\.db: \d+ games, version \d+, [\d,]+ bytes, 0 backups, 0 kept aside$", games)
    assert [path.name for path in folder.iterdir()] == ["games.db"]
    assert (folder / "games.db").read_bytes() == before


def test_the_report_says_why_a_game_database_cannot_be_read(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.setenv("LOCALAPPDATA", str(home))
    (home / "minesweeper").mkdir()
    (home / "minesweeper" / "games.db").write_text("no database")
    assert "games.db: can't be read: its content is malformed" in report(capsys)["Games"]


@pytest.mark.posix("types of terminals")
def test_the_report_names_an_unknown_terminal_without_control_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "no\x1bsuch")
    assert report_without_terminal()["Screen"].endswith("nothing is known about this type of terminal")
