"""The golden corpus: 200 sentences of all kinds. ``python -m tests.tools.sentences`` writes it; then read all of it."""

from __future__ import annotations

from itertools import pairwise

from minesweeper.assist.naming import line_count
from tests.tools.sentences import GOLDEN, SCREEN, lines_anew


def test_the_sentences_are_those_that_were_read() -> None:
    assert lines_anew() == GOLDEN.read_text("utf-8").splitlines()


def test_there_are_200_of_them_and_those_of_the_screen_take_two_lines() -> None:
    lines = GOLDEN.read_text("utf-8").splitlines()
    entries = [(head, text) for head, text in pairwise(lines) if text.startswith("  ")]
    assert len(entries) == 200
    assert all(line_count(text, 78) <= 2 for head, text in entries if head.endswith(SCREEN))


def test_a_screen_says_of_a_clue_with_known_mines_that_it_has_them() -> None:
    """Else a 2 whose one mine is elsewhere seems to have room for another one."""
    text = GOLDEN.read_text("utf-8")
    assert "in cells of the 2 at r8c2, whose other mine is known. So it has no mine left for r9c3." in text
    assert "The 1 and the 3, with one mine known, can share only one mine." in text


def test_each_of_several_clues_has_its_own_mines() -> None:
    text = GOLDEN.read_text("utf-8")
    assert "which already have" not in text
    assert (
        "The 3 at row 6, column 8, which already has two mines at row 5, columns 8-9, and the 3 at row 7, column "
        "7, which" in text
    )
