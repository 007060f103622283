"""Themes: files of the package and of the player, checked when they are read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minesweeper.storage.settings import load_all
from minesweeper.storage.themes import ThemeError, load_theme, packaged_themes
from minesweeper.ui.draw.theme import Look, palette
from minesweeper.ui.screens.settings_screen import show_choices


def write_theme(folder: Path, content: object, name: str = "mine") -> Path:
    path = folder / "themes" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_a_players_theme_is_offered_and_changes_what_it_names(tmp_path: Path) -> None:
    path = write_theme(tmp_path, {"base": "gruvbox", "256": {"n1": "21 bold", "flag": "16 on 214"}})
    (tmp_path / "settings.json").write_text('{"theme": "mine"}', encoding="utf-8")
    settings, _, _, problems = load_all({}, str(tmp_path / "settings.json"))
    assert (settings.text("theme"), problems) == ("mine", [])
    assert show_choices(settings.option("theme")).endswith(", Mine")
    looks, base = palette("mine", "dark", 256, settings.themes["mine"]), palette("gruvbox", "dark", 256)
    assert str(path) == settings.themes["mine"]
    assert (looks["n1"].fg, looks["flag"]) == (21, Look(16, 214))
    assert {role for role in base if looks[role] != base[role]} == {"n1", "flag"}
    assert palette("mine", "dark", 16, settings.themes["mine"]) == palette("gruvbox", "dark", 16)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "themes/mine.json: "),
        ({"256": {}}, 'names no theme to start from. Add, for example, "base": "classic"'),
        ({"base": "neon"}, 'the base "neon" isn\'t one of classic, '),
        ({"base": "classic", "64": {}}, "'64' isn't a block"),
        ({"base": "classic", "256": []}, "256 needs looks"),
        ({"base": "classic", "256": {"sky": "4"}}, "'sky' isn't a role. The roles are n1, "),
        ({"base": "classic", "256": {"n1": "blue"}}, 'n1 is "blue". Use colours below 256 and bold'),
        ({"base": "classic", "16": {"n1": "21"}}, 'n1 is "21". Use colours below 16 and bold'),
        ({"base": "classic", "256": {"n1": 4}}, "n1 is 4. Use colours"),
    ],
)
def test_a_bad_theme_is_reported_and_not_offered(content: object, reason: str, tmp_path: Path) -> None:
    path = write_theme(tmp_path, content)
    settings, _, _, problems = load_all({}, str(tmp_path / "settings.json"))
    assert len(problems) == 1
    assert reason in problems[0]
    assert settings.themes == {}
    with pytest.raises(ThemeError):
        load_theme("mine", str(path))


def test_a_theme_that_cannot_be_read_is_named_without_its_folders(tmp_path: Path) -> None:
    (tmp_path / "themes" / "mine.json").mkdir(parents=True)
    assert load_all({}, str(tmp_path / "settings.json")).problems == [
        "themes/mine.json can't be read: it isn't a regular file."
    ]


def test_the_names_of_the_package_are_taken(tmp_path: Path) -> None:
    write_theme(tmp_path, {"base": "classic"}, "mono")
    assert load_all({}, str(tmp_path / "settings.json")).settings.themes == {}
    assert packaged_themes()[0] == "classic"
    assert len(packaged_themes()) >= 7
