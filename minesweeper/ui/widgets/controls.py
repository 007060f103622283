"""Cells and rows of lists and forms: headings, figures, buttons and switches.

They are parts of the pages of `page`, which is loaded before the first frame; these are only loaded when a screen needs
them. Tested in tests/ui/widgets/test_page.py.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.widgets.page import GAPS, Form, Fragment, Row, TableCell, as_cell


def figure(text: str) -> TableCell:
    """Makes a cell that is aligned right, and disappears where room is short."""
    return TableCell((text, ""), is_right=True)


def header(*cells: TableCell | str | tuple[Form, ...]) -> Row:
    """Makes the quiet names of columns above a table."""
    return Row(tuple(as_cell(cell)._replace(style="text.dim") for cell in cells))


def heading(text: str) -> Row:
    """Makes the line above a group."""
    return Row((TableCell((text,), "title"),))


def start_button(target: Hashable, word: str) -> Row:
    """Makes the row below a form that starts what the form describes."""
    return Row((TableCell((f"[ {word} ]",), "title"),), target)


def buttons(words: Sequence[tuple[Hashable, str]], style: str = "text", label: str = "") -> TableCell:
    """Makes a cell of words side by side, each with its own target, behind a quiet label."""
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
    """Makes a cell of keys with their words side by side, as in the key bar, each with its own target."""
    forms = []
    for gap in GAPS:
        parts: list[Fragment] = []
        for target, key, word in words:
            before = [Fragment(gap, "text.dim")] if parts else []
            parts += [*before, Fragment(key, "key", target), Fragment(f" {word}", "text.dim", target)]
        forms.append(tuple(parts))
    return TableCell(tuple(forms), wraps=True)


def switch(looks: TerminalLooks, name: Hashable, words: Sequence[str], least: int = 0) -> TableCell:
    """Makes a cell of a value, in words longest first: a click on it means (name, 1), on its left end (name, -1)."""
    back, on, (before, after) = (name, -1), (name, 1), looks.glyphs.turn
    boxed = [
        (Fragment(f"{before}{gap}", "bar", back), Fragment(f"{word}{gap}{after}", "bar", on))
        for word in words
        for gap in (" ", "")
    ]
    return TableCell((*boxed, (Fragment(words[-1], "bar", on),)), least=least)
