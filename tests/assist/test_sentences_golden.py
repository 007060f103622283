"""200 recorded sentences of all kinds.

``python -m tests.tools.sentences`` records them again. Then read all of them.
"""

from __future__ import annotations

from itertools import pairwise
from re import search

from minesweeper.assist.naming import line_count
from tests.tools.sentences import GOLDEN, SCREEN, lines_anew


def test_the_recorded_sentences_of_tips_never_change() -> None:
    assert lines_anew() == GOLDEN.read_text("utf-8").splitlines()


def test_the_200_recorded_sentences_fit_two_lines_on_the_screen() -> None:
    lines = GOLDEN.read_text("utf-8").splitlines()
    entries = [(head, text) for head, text in pairwise(lines) if text.startswith("  ")]
    assert len(entries) == 200
    assert all(line_count(text, 78) <= 2 for head, text in entries if head.endswith(SCREEN))


def test_every_sentence_names_its_cells_in_one_way() -> None:
    for text in GOLDEN.read_text("utf-8").splitlines():
        assert not (search(r"\b[Rr]\d+(-\d+)?c\d", text) and search(r"\b[Rr]ows? \d", text)), text
