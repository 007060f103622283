"""Slips are told from words that only look alike."""

from __future__ import annotations

import pytest

from minesweeper.core.suggest import closest, did_you_mean


@pytest.mark.parametrize(("word", "meant"), [("begginer", "beginner"), ("EXPRT", "expert"), ("easy", None), ("", None)])
def test_a_slip_is_understood_and_another_word_is_not(word: str, meant: str | None) -> None:
    known = ["beginner", "intermediate", "expert", "replay"]
    assert closest(word, known) == meant
    assert did_you_mean(word, known) == (f"; did you mean: {meant}" if meant else "")


def test_a_word_as_long_as_a_book_takes_no_time() -> None:
    assert closest("x" * 1_000_000, ["x" * 40]) == "x" * 40
