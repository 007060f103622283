"""Screens have few words: the board has the screen to itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.words import MOST, SIZES, count_words, screen_text


@pytest.mark.parametrize(("cols", "rows"), SIZES)
@pytest.mark.parametrize("case", MOST)
def test_no_screen_has_more_words_than_it_may(case: str, cols: int, rows: int, tmp_path: Path) -> None:
    text = screen_text(case, tmp_path, cols, rows)
    assert count_words(text) <= MOST[case], text


def test_words_have_two_letters_or_more() -> None:
    assert count_words("0:12 :) F flag  Esc pause r3c5 Über") == 4
