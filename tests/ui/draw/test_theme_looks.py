"""What every tile and every kind of text looks like in every palette, pinned as a table: looks.txt.

A change of looks that is meant: ``python -m tests.ui.draw.test_theme_looks`` writes the table anew.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

from minesweeper.ui.draw.theme import BACKGROUNDS, Look, palette
from tests.ui.draw.tile_styles import tile_styles

TABLE = Path(__file__).parent / "looks.txt"
KEYS = [
    *product(("classic", "colour-blind"), BACKGROUNDS, (256, 16, 8)),
    *product(("high", "gruvbox", "dracula", "solarized"), ("dark",), (256, 16, 8)),
    ("mono", "either", 0),
]
OTHERS = {
    "tile under the cursor, filled": "cursor.full",
    **{f"cursor's bars on {ground}": f"cursor on {ground}" for ground in ("opened", "hidden", "hidden.odd", "safe")},
    **{f"gap of a large tile, {ground}": f"cap on {ground}" for ground in ("hidden", "flag.won")},
    "letter 3 of the title": "n3",
    **{
        f"words, {role}": role
        for role in (
            "page border frame.won frame.lost ruler ruler.lit text text.dim title key selected pill pill.end"
            " banner.won banner.lost bad good bar"
        ).split()
    },
}


def look_text(look: Look) -> str:
    """A look as the tables of the theme write it; "-" stands for the terminal's own colour."""
    fg, bg = ("-" if colour is None else str(colour) for colour in look[:2])
    return f"{fg}/{bg}" + "".join(letter for letter, mark in zip("bdur", look[2:], strict=True) if mark)


def made_table() -> str:
    """The table of today's code."""
    heads = [f"{'':28}" + "".join(f"{head[part]:<13}" for head in KEYS) for part in range(3)]
    palettes = [palette(*key) for key in KEYS]
    styles = tile_styles() | OTHERS
    rows = [
        f"{name:28}" + "".join(f"{look_text(looks[style]):13}" for looks in palettes) for name, style in styles.items()
    ]
    return "\n".join(line.rstrip() for line in (*heads, *rows)) + "\n"


def test_everything_looks_as_it_did_in_every_palette() -> None:
    old, new = TABLE.read_text("utf-8").splitlines(), made_table().splitlines()
    assert [line for line in new if line not in old] == []
    assert new == old


if __name__ == "__main__":
    TABLE.write_text(made_table(), "utf-8")
