"""Reading settings: which values a file may change, and how a wrong one is refused in favour of its default."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.storage.options import OPTIONS
from minesweeper.storage.settings import PRESETS, Settings, load_settings, player_file, read_settings
from minesweeper.storage.themes import packaged_themes


def read(**entries: object) -> tuple[Settings, list[str]]:
    return read_settings(json.dumps(entries).encode(), Settings())


*_FIRST, _LAST = packaged_themes()
_THEMES = f"{', '.join(_FIRST)} or {_LAST}"


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ({"theme": "pink"}, f'theme is "pink". Use {_THEMES}.'),
        ({"bot_speed": 101}, "bot_speed is 101. Use a whole number from 1 to 100."),
        ({"bot_speed": True}, "bot_speed is true. Use a whole number from 1 to 100."),
        ({"bell": 1}, "bell is 1. Use true or false."),
        ({"custom": "9x9"}, "custom: '9x9' has no mine count. Add one, for example 9x9/20%."),
        ({"custom": 7}, 'custom is 7. Use a text such as "30x16/99".'),
        ({"presets": {"expert": "0x9/3"}}, "preset expert: '0x9/3': width 0 is not allowed. Use 1 to 1,000,000."),
        ({"presets": {"hard": "9x9/3"}}, '"hard" isn\'t a preset. The presets are beginner, intermediate, expert.'),
        ({"presets": []}, "presets is []. Use an object in {braces}."),
        ({"keys": {"game": {"flag": "f"}}}, 'key "flag" is "f". Use a list such as ["f", "Space"].'),
        ({"keys": {"game": 3}}, 'keys of "game" is 3. Use an object in {braces}.'),
    ],
)
def test_a_wrong_setting_is_quoted_and_keeps_its_default(entries: dict[str, object], sentence: str) -> None:
    settings, problems = read(**entries)
    assert problems == [sentence]
    assert {option.name: settings.value(option.name) for option in OPTIONS} == {o.name: o.default for o in OPTIONS}
    assert settings.presets == PRESETS


def test_an_unknown_setting_is_named_with_all_known_ones() -> None:
    _, (problem,) = read(colour="red")
    assert problem.startswith('"colour" isn\'t a setting. The settings are boards, assist, ')


def test_one_wrong_preset_does_not_spoil_the_others() -> None:
    settings, problems = read(presets={"hard": "9x9/3", "beginner": "9x9/12"})
    assert len(problems) == 1
    assert settings.presets == {**PRESETS, "beginner": BoardSpec(9, 9, 12)}


def test_settings_of_earlier_versions_are_read_without_a_message() -> None:
    settings, problems = read(cascade_ms=60, live_counters=True, numbers=False, bell=True)
    assert problems == []
    assert settings == Settings({"bell": True})


def test_the_players_settings_override_the_shipped_ones(tmp_path: Path) -> None:
    shipped, own = tmp_path / "a.json", tmp_path / "b.json"
    shipped.write_text('{"theme": "high", "bell": true}')
    own.write_text('{"theme": "mono"}')
    settings = Settings()
    for path in (shipped, own, tmp_path / "missing.json", None):
        settings, problems = load_settings(path, settings)
        assert problems == []
    assert settings.text("theme") == "mono"
    assert settings.is_on("bell")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(("text", "entry"), [("50x20/22%", "50x20/22%"), ("50x20/ 20", "50x20/20")])
def test_a_custom_board_setting_keeps_its_written_form(text: str, entry: str) -> None:
    settings, problems = read(custom=text)
    assert not problems
    assert settings.entry("custom") == entry
    assert read(custom=entry)[0] == settings


@hypothesis_settings(max_examples=50)
@given(st.dictionaries(st.sampled_from([*(o.name for o in OPTIONS), "presets", "custom", "keys", "x"]), json_values))
def test_after_reading_any_settings_every_value_is_allowed(entries: dict[str, object]) -> None:
    settings, _ = read(**entries)
    for option in OPTIONS:
        assert option.check(settings.value(option.name)) is None


def test_a_settings_file_named_by_the_player_precedes_the_home(tmp_path: Path) -> None:
    home = {"HOME": "/home/a", "MINESWEEPER_CONFIG": str(tmp_path / "env.json")}
    assert player_file(home) == str(tmp_path / "env.json")
    assert player_file(home, chosen=str(tmp_path / "own.json")) == str(tmp_path / "own.json")
    in_home = player_file({**home, "MINESWEEPER_CONFIG": ""}, "linux")
    assert Path(in_home or "") == Path("/home/a/.config/minesweeper/settings.json")
    assert player_file({"MINESWEEPER_CONFIG": "here.json"}) == os.path.join(os.getcwd(), "here.json")
