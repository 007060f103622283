"""The pictures in docs/pictures are those that the program draws now."""

from __future__ import annotations

from xml.etree import ElementTree

from tests.tools.gallery.__main__ import FOLDER
from tests.tools.gallery.scenes import pictures
from tests.tools.readme import README


def test_the_pictures_of_the_documentation_are_up_to_date() -> None:
    drawn = pictures()
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    assert kept.keys() == drawn.keys(), "python -m tests.tools.gallery writes the pictures anew"
    stale = [name for name, text in drawn.items() if kept[name] != text]
    assert not stale, (
        f"{', '.join(stale)}: the program draws otherwise now; python -m tests.tools.gallery writes them anew"
    )


def test_the_pictures_of_the_documentation_are_valid_and_used() -> None:
    readme = README.read_text(encoding="utf-8")
    playing = README.parent.joinpath("docs", "playing.md").read_text(encoding="utf-8")
    assert readme.count("docs/pictures/") == 5, "one of a game, and one for each feature that nobody else has"
    for path in FOLDER.glob("*.svg"):
        ElementTree.fromstring(path.read_text(encoding="utf-8"))
        assert f"](docs/pictures/{path.name})" in readme or f"](pictures/{path.name})" in playing
