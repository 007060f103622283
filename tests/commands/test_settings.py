"""The command settings shows where the player's file is, what differs from the defaults, and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minesweeper.cli import main
from tests.storage.storing import live_in, live_nowhere


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home for the test, whatever the environment of the machine says."""
    monkeypatch.delenv("MINESWEEPER_CONFIG", raising=False)
    live_in(tmp_path / "config", monkeypatch)
    return tmp_path


def write(path: Path, **entries: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(entries))
    return path


def test_the_settings_command_says_where_a_missing_file_would_be(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["settings"]) == 0
    path = home / "config" / "minesweeper" / "settings.json"
    assert capsys.readouterr().out == (f"Your settings: {path} (not created yet)\nAll settings have their defaults.\n")
    assert not path.exists()


def test_the_settings_command_lists_differences_from_the_defaults(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(
        home / "config" / "minesweeper" / "settings.json",
        theme="high",
        bell=False,
        custom="50x20/200",
        presets={"beginner": "8x8/10"},
        keys={"game": {"flag": ["v8", "f"], "open": ["space", "r", "enter"]}},
    )
    assert main(["settings"]) == 0
    assert capsys.readouterr().out.split("\n") == [
        f"Your settings: {path}",
        "Changed settings:",
        '  theme             "high"  (default: "classic")',
        '  custom            "50x20/200"  (default: "36x18/130")',
        '  presets.beginner  "8x8/10"  (default: "9x9/10")',
        '  keys.game.flag    ["v8", "f"]  (default: ["f"])',
        "",
    ]


def test_the_settings_command_shows_values_as_screen_and_file_do(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(home / "config" / "minesweeper" / "settings.json", assist="dual", help_keys="on")
    assert main(["settings"]) == 0
    assert capsys.readouterr().out.split("\n")[2:4] == [
        '  assist     What-if ("dual" in the file)  (default: Off ("single" in the file))',
        '  help_keys  Allow ("on" in the file)  (default: Ask first ("ask first" in the file))',
    ]


def test_the_settings_command_lists_ineffective_keys_with_reasons(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = {"trace": {"up": ["k"]}, "game": {"what-if-exact": ["y"], "flag": ["t"], "tip": ["t"]}}
    path = write(home / "config" / "minesweeper" / "settings.json", keys=keys)
    assert main(["settings"]) == 1
    output = capsys.readouterr()
    assert output.out.split("\n") == [
        f"Your settings: {path}",
        "Changed settings:",
        '  keys.game.flag  ["t"]  (default: ["f"])',
        "Ignored settings:",
        "  keys.game.what-if-exact: Minesweeper no longer has this action",
        "  keys.trace.up: Minesweeper no longer has this action",
        "",
    ]
    assert output.err == "minesweeper: settings.json: key 't' is not free for flag: it means tip.\n"


def test_the_settings_command_reports_wrong_values_and_fails(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(home / "config" / "minesweeper" / "settings.json", theme="pink")
    assert main(["settings"]) == 1
    output = capsys.readouterr()
    assert "All settings have their defaults" in output.out
    assert output.err.startswith('minesweeper: settings.json: theme is "pink". Use')


def test_the_option_config_works_before_and_after_a_command(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = write(home / "first.json", theme="high"), write(home / "second.json", theme="mono")
    monkeypatch.setenv("MINESWEEPER_CONFIG", str(first))
    for argv, word in (
        (["settings"], '"high"'),
        (["settings", "--config", str(second)], '"mono"'),
        (["--config", str(second), "settings"], '"mono"'),
    ):
        assert main(argv) == 0
        assert word in capsys.readouterr().out


def test_the_settings_command_prints_one_json_object(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(home / "own.json", theme="mono", bell=3)
    assert main(["settings", "--json", "--config", str(path)]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report == {
        "version": 1,
        "file": str(path),
        "exists": True,
        "differences": {"theme": {"yours": "mono", "shipped": "classic"}},
        "ignored": {},
        "problems": ["own.json: bell is 3. Use true or false."],
    }


def test_the_settings_command_works_without_a_home(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    live_nowhere(monkeypatch)
    assert main(["settings"]) == 0
    assert capsys.readouterr().out.startswith("Your settings can't be saved, because there is no home folder.")


@pytest.mark.posix("a file has control characters in its name")
def test_the_settings_command_prints_no_control_characters(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(home / "own\x1b[2J.json", theme="\x1b", keys={"ga\x1bme": {"fl\nag": ["\x1b"]}})
    main(["settings", "--config", str(path)])
    output = capsys.readouterr()
    assert "\x1b" not in output.out + output.err
    assert "ga?me.fl?ag" in output.out


@pytest.mark.posix("Windows calls such a file missing")
@pytest.mark.parametrize("length", [300, 131_000])
def test_the_settings_command_shortens_a_file_name_that_is_too_long(
    length: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["settings", "--config", "x" * length]) == 1
    output = capsys.readouterr()
    assert "can't be read: File name too long" in output.err
    assert len(output.err) < 400
    assert len(output.out) < 5_000
