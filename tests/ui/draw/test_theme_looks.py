"""What every tile and every kind of text looks like in every palette, pinned as a table: looks.txt.

A change of looks that is meant: ``python -m tests.ui.draw.test_theme_looks`` writes the table anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from minesweeper.ui.draw.glyphs import Tile, tile_style
from minesweeper.ui.draw.theme import BACKGROUNDS, Look, palette

TABLE = Path(__file__).parent / "looks.txt"
KEYS = [*product(("classic", "colour-blind", "high"), BACKGROUNDS, (256, 16, 8)), ("mono", "either", 0)]
NUMBERED = {Tile.NUMBER, Tile.DONE, Tile.OVER, Tile.PROOF, Tile.VIOLATED}
WORDS = ("page", "border", "text", "text.dim", "title", "key", "selected", "bad", "good", "bar")
VARIANTS = {
    "tile hidden, odd": "hidden.odd",
    "tile hidden, near": "near",
    "tile flag, cheered": "good",
    "tile flag, reduced": "done",
    "tile 0, reduced": "done",
    "tile 3, reduced": "n3",
    "tile -1, reduced": "over",
    "tile under the cursor": "cursor",
    "letter 3 of the title": "n3",
}


def styles() -> Iterator[tuple[str, str]]:
    """What is to be seen, and its style."""
    for tile in Tile:
        if tile in NUMBERED:
            yield from ((f"tile {tile.value} {clue}", tile_style(tile, clue)) for clue in range(1, 9))
        else:
            yield f"tile {tile.value}", tile_style(tile)
    for step, odd in product(range(5), ("", ".odd")):
        yield f"tile of odds, step {step}{odd}", f"heat.{step}{odd}"
    yield from VARIANTS.items()
    yield from ((f"words, {style}", style) for style in WORDS)


def look_text(look: Look) -> str:
    """A look as the tables of the theme write it; "-" stands for the terminal's own colour."""
    fg, bg = ("-" if colour is None else str(colour) for colour in look[:2])
    return f"{fg}/{bg}" + "".join(letter for letter, mark in zip("bdur", look[2:], strict=True) if mark)


def made_table() -> str:
    """The table of today's code."""
    heads = [f"{'':28}" + "".join(f"{head[part]:<13}" for head in KEYS) for part in range(3)]
    palettes = [palette(*key) for key in KEYS]
    rows = [f"{name:28}" + "".join(f"{look_text(looks[style]):13}" for looks in palettes) for name, style in styles()]
    return "\n".join(line.rstrip() for line in (*heads, *rows)) + "\n"


def test_everything_looks_as_it_did_in_every_palette() -> None:
    old, new = TABLE.read_text("utf-8").splitlines(), made_table().splitlines()
    assert [line for line in new if line not in old] == []
    assert new == old


if __name__ == "__main__":
    TABLE.write_text(made_table(), "utf-8")
