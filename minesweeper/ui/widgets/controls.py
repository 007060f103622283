"""Makes table cells and rows for lists and forms: headings, figures, buttons and switches.

`page` has the cells and rows that the menu needs, so it is loaded before the first frame. The functions of this module
are needed only by other screens, so they are loaded later. Tested in tests/ui/widgets/test_page.py.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.widgets.page import GAPS, Form, Fragment, Row, TableCell, as_cell


def figure(text: str) -> TableCell:
    """A cell with a number or another short fact, aligned right. It is left out if its row is too narrow."""
    return TableCell((text, ""), is_right=True)


def header(*cells: TableCell | str | tuple[Form, ...]) -> Row:
    """A row with the names of the columns of a table, in dim text."""
    return Row(tuple(as_cell(cell)._replace(style="text.dim") for cell in cells))


def heading(text: str) -> Row:
    """A row with the heading of a group."""
    return Row((TableCell((text,), "title"),))


def start_button(target: Hashable, word: str) -> Row:
    """The row below a form with the button that starts what the form describes."""
    return Row((TableCell((f"[ {word} ]",), "title"),), target)


def buttons(words: Sequence[tuple[Hashable, str]], style: str = "text", label: str = "") -> TableCell:
    """A cell with words side by side, each with its own click target, as pairs of target and word.

    If ``label`` isn't empty, it stands before them in dim text.
    """
    forms = []
    for gap in GAPS:
        parts = [Fragment(label, "text.dim")] if label else []
        for target, word in words:
            if parts:
                parts.append(Fragment(gap, "text.dim"))
            parts.append(Fragment(word, style, target))
        forms.append(tuple(parts))
    return TableCell(tuple(forms), wraps=True)


def key_buttons(words: Sequence[tuple[Hashable, str, str]]) -> TableCell:
    """A cell with keys and their words side by side, as in the key bar.

    Each one is a target, the name of a key, and a word.
    """
    forms = []
    for gap in GAPS:
        parts: list[Fragment] = []
        for target, key, word in words:
            before = [Fragment(gap, "text.dim")] if parts else []
            parts += [*before, Fragment(key, "key", target), Fragment(f" {word}", "text.dim", target)]
        forms.append(tuple(parts))
    return TableCell(tuple(forms), wraps=True)


def switch(looks: TerminalLooks, name: Hashable, words: Sequence[str], least: int = 0) -> TableCell:
    """A cell with a value between arrows, which the player changes by clicks. ``words`` are the forms of the value, the
    longest first.

    The click target is ``(name, -1)`` on the left arrow, which means the value before, and ``(name, 1)`` on the rest,
    which means the next value.
    """
    back, on, (before, after) = (name, -1), (name, 1), looks.glyphs.turn
    boxed = [
        (Fragment(f"{before}{gap}", "bar", back), Fragment(f"{word}{gap}{after}", "bar", on))
        for word in words
        for gap in (" ", "")
    ]
    return TableCell((*boxed, (Fragment(words[-1], "bar", on),)), least=least)
