"""The palettes of terminals with 16, 8 or no colours, whose looks stand in the theme files as they are.

Loaded where a terminal has no more colours. Tested in tests/ui/draw/test_theme.py.
"""

from __future__ import annotations

from minesweeper.storage.themes import Theme

_STANDS_FOR = {
    **dict.fromkeys(("pole", "flag.new"), "flag"),
    "mine.glint": "mine",
    **dict.fromkeys(("missed", "lowest"), "safe"),
    **dict.fromkeys(("frame.record",), "frame.won"),
    **dict.fromkeys(("banner.record",), "banner.won"),
    **dict.fromkeys(("star", "chart.now", "chart.rate"), "good"),
    **dict.fromkeys(("chart.best", "chart.time"), "bar"),
    "boom.ray": "boom",
    "proof.bar": "proof",
    "earlier": "opened",
    **dict.fromkeys(("odds", "mined"), "hidden"),
    "pill": "title",
}
"""The roles that need 256 colours, and the older roles whose looks they have where there are fewer."""


def looks_of(blocks: tuple[Theme, ...], background: str, colours: int) -> dict[str, str]:
    """The look of every role as the blocks of a theme write it, for 16, 8 or no colours."""
    named: dict[str, str] = {}
    for block in blocks:
        named |= {**block.get(str(colours), {}), **block.get(f"{colours} {background}", {})}
    return named | {role: named[older] for role, older in _STANDS_FOR.items()}
