"""Themes of the package and of the player, which are checked when they are read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minesweeper.storage.settings import load_all
from minesweeper.storage.themes import ThemeError, load_theme, packaged_themes
from minesweeper.ui.draw.rgb import DIRECT_COLOURS
from minesweeper.ui.draw.theme import Look, palette
from minesweeper.ui.screens.settings_screen import show_choices


def write_theme(folder: Path, content: object, name: str = "mine") -> Path:
    path = folder / "themes" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_a_players_theme_is_offered_and_changes_its_colours(tmp_path: Path) -> None:
    path = write_theme(tmp_path, {"base": "dracula", "256": {"n1": "21 bold", "flag": "16 on 214"}})
    (tmp_path / "settings.json").write_text('{"theme": "mine"}', encoding="utf-8")
    settings, _, _, problems = load_all({}, str(tmp_path / "settings.json"))
    assert (settings.text("theme"), problems) == ("mine", [])
    assert show_choices(settings.option("theme")).endswith(", Mine")
    looks, base = palette("mine", "dark", 256, settings.themes["mine"]), palette("dracula", "dark", 256)
    assert str(path) == settings.themes["mine"]
    assert (looks["n1"].fg, looks["flag"]) == (21, Look(16, 214))
    assert {role for role in base.roles() if looks[role] != base[role]} == {"n1", "flag"}
    few, base = palette("mine", "dark", 16, settings.themes["mine"]), palette("dracula", "dark", 16)
    assert {role for role in base.roles() if few[role] != base[role]} == set()


ROLES_OF_VERSION_1 = """
    n1 n2 n3 n4 n5 n6 n7 n8 n1.done n2.done n3.done n4.done n5.done n6.done n7.done n8.done opened hidden
    hidden.odd cap page pressed near flag flag.won question flag.wrong mine boom done over proof safe danger
    proposal if.mine if.safe violated guess heat.0 heat.1 heat.2 heat.3 heat.4 heat.0.last heat.1.last
    heat.2.last heat.3.last heat.4.last cursor cursor.full border frame.won frame.lost ruler ruler.lit text.dim
    text title key selected mark pill pill.end bad good banner.won banner.lost bar logo logo.odd
""".split()
"""All roles that the first themes could name."""


@pytest.mark.parametrize("colours", [256, DIRECT_COLOURS])
def test_a_theme_in_the_format_of_version_1_keeps_its_colours(colours: int, tmp_path: Path) -> None:
    assert len(ROLES_OF_VERSION_1) == 71
    looks = {role: f"{16 + place} on {232 + place % 24} bold" for place, role in enumerate(ROLES_OF_VERSION_1)}
    path = write_theme(tmp_path, {"base": "classic", "256": looks, "256 light": {"n1": "200 on 255"}})
    assert load_all({}, str(tmp_path / "settings.json")).problems == []
    dark, light = (palette("mine", background, colours, str(path)) for background in ("dark", "light"))
    for place, role in enumerate(ROLES_OF_VERSION_1):
        assert dark[role] == Look(16 + place, 232 + place % 24, bold=True), role
    assert light["n1"] == Look(200, 255)
    assert dark["flag on hidden"] == dark["flag"], "it has a ground of its own"


def test_a_theme_may_change_only_a_few_colours(tmp_path: Path) -> None:
    content = {"base": "gruvbox", "dark": {"n1": "6cb6ff", "page": "-"}}
    path = str(write_theme(tmp_path, content))
    assert load_all({}, str(tmp_path / "settings.json")).problems == []
    looks, base = palette("mine", "dark", DIRECT_COLOURS, path), palette("gruvbox", "dark", DIRECT_COLOURS)
    assert (looks["n1"].fg, looks["page"].bg) == (0x6CB6FF, None)
    assert looks["boom"] == base["boom"]
    light = palette("mine", "light", DIRECT_COLOURS, path)
    assert light["n1"] == palette("gruvbox", "light", DIRECT_COLOURS)["n1"], "it changes only the dark side"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "themes/mine.json: "),
        ({"256": {}}, 'has no base theme. Add, for example, "base": "classic"'),
        ({"base": "neon"}, 'the base "neon" isn\'t one of classic, '),
        ({"base": "classic", "64": {}}, 'a block. Use "dark" or "light" for colours. For looks, use "256"'),
        ({"base": "classic", "256": []}, "256 needs looks"),
        ({"base": "classic", "256": {"sky": "4"}}, "'sky' isn't a role. The roles are n1, "),
        ({"base": "classic", "256": {"n1": "blue"}}, 'n1 is "blue". Use colours below 256 and bold'),
        ({"base": "classic", "16": {"n1": "21"}}, 'n1 is "21". Use colours below 16 and bold'),
        ({"base": "classic", "256": {"n1": 4}}, "n1 is 4. Use colours"),
        ({"base": "classic", "dark": ["6cb6ff"]}, "dark needs colours, for example"),
        ({"base": "classic", "dark": {"sky": "6cb6ff"}}, "'sky' isn't a colour of a theme. They are page, ink, "),
        ({"base": "classic", "light": {"n1": "blue"}}, 'n1 is "blue". Use six hexadecimal digits, such as "6cb6ff"'),
        ({"base": "classic", "light": {"n1": "-"}}, 'n1 is "-". Use six'),
        ({"base": "classic", "contrast": "much"}, 'contrast is "much". Use a number from 1 to 21'),
        ({"base": "classic", "contrast": 22}, "contrast is 22. Use a number from 1 to 21"),
    ],
)
def test_a_damaged_theme_is_reported_and_not_offered(content: object, reason: str, tmp_path: Path) -> None:
    path = write_theme(tmp_path, content)
    settings, _, _, problems = load_all({}, str(tmp_path / "settings.json"))
    assert len(problems) == 1
    assert reason in problems[0]
    assert settings.themes == {}
    with pytest.raises(ThemeError):
        load_theme("mine", str(path))


def test_an_unreadable_theme_is_reported_without_its_folders(tmp_path: Path) -> None:
    (tmp_path / "themes" / "mine.json").mkdir(parents=True)
    assert load_all({}, str(tmp_path / "settings.json")).problems == [
        "themes/mine.json can't be read: it isn't a regular file."
    ]


def test_a_players_theme_cannot_take_the_name_of_a_shipped_one(tmp_path: Path) -> None:
    write_theme(tmp_path, {"base": "classic"}, "mono")
    assert load_all({}, str(tmp_path / "settings.json")).settings.themes == {}
    assert packaged_themes()[0] == "classic"
    assert len(packaged_themes()) >= 7
