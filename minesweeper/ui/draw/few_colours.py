"""The colours of a theme on terminals with 16, 8 or no colours.

On these, each terminal chooses its own shades, so colours can't be mixed and the theme file says how each role looks.
Loaded only on such terminals. Tested in tests/ui/draw/test_theme.py.
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
"""Roles that need 256 colours to differ, and for each of them the role whose look it gets on other terminals."""


def looks_of(blocks: tuple[Theme, ...], background: str, colours: int) -> dict[str, str]:
    """The look of every role as a text such as ``16 on 214 bold``, on terminals with 16, 8 or no colours.

    ``blocks`` are the theme and the themes that it is based on. If several of them give a role a look, the last one
    counts.
    """
    named: dict[str, str] = {}
    for block in blocks:
        named |= {**block.get(str(colours), {}), **block.get(f"{colours} {background}", {})}
    return named | {role: named[older] for role, older in _STANDS_FOR.items()}
