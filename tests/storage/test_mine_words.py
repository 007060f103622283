"""Mine totals in the words of a text: what is taken as one, and what is not."""

from __future__ import annotations

import pytest

from minesweeper.storage.mine_words import mines_in, mines_left_in, totals_in


@pytest.mark.parametrize(
    ("text", "mines"),
    [
        ("mines: 10", 10),
        ("Mines = 1,000", 1000),
        ("expert, 99 mines", 99),
        ("40 bombs.", 40),
        ("30x16/99", 99),
        ("7 of 10 mines left, 3 of 71 opened, 0:12", 10),
        ("9x9, 10 mines: 1 layout fits.", 10),
        ("Mines 7", 7),
        ("total mines 7", 7),
        ("Total: 4 mines", 4),
        ("there are 2 mines in the corner, 7 in total", 7),
        ("99 mines in the whole board", 99),
        ("1 mine, as 1 mine is all", 1),
        ("there are 2 mines in the corner", None),
        ("there are at least 2 mines", None),
        ("2 mines, or 3 mines", None),
        ("mines: 5 left", None),
        ("mines left: 5", None),
        ("mines: 3/10", None),
        ("0.2 mines", None),
        ("3 mines left", None),
        ("with two mines", None),
        ("10", None),
    ],
)
def test_a_mine_total_is_taken_from_plain_words(text: str, mines: int | None) -> None:
    assert mines_in(text) == mines


def test_several_totals_are_all_told_unless_one_is_called_the_total() -> None:
    assert totals_in("2 mines here, or 3 mines, or 4 mines") == {3, 4}
    assert totals_in("3 mines, or 4 mines, 9 mines in all") == {9}


@pytest.mark.parametrize("text", ["2 mines left", "mines: 2 left", "mines left: 2", "2 bombs remaining"])
def test_mines_that_are_left_are_told_as_they_stand(text: str) -> None:
    assert mines_left_in(f"Only {text}!") == text
    assert mines_in(text) is None
