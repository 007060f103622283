"""Cells as they are typed: every name that text mode prints can be typed again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.cells import place_text, short_place
from minesweeper.plain.coords import COLUMN_FIRST, FROM_0, ROW_FIRST, read_typed

ORDERS = st.sampled_from([COLUMN_FIRST, ROW_FIRST, FROM_0])
NUMBERS = st.integers(0, 9999)


@given(NUMBERS, NUMBERS, ORDERS)
def test_named_cells_can_be_typed_in_either_order_of_numbers(row: int, col: int, order: str) -> None:
    text = place_text(row, col)
    forms = [text, text.capitalize(), text.upper(), short_place(row, col), short_place(row, col).replace(" ", "")]
    forms += [text.replace("column", "col"), text.replace(",", ""), f"row {row + 1}: column {col + 1}"]
    forms += [f"col {col + 1} row {row + 1}", f"c{col + 1}r{row + 1}", f"r {row + 1} c {col + 1}"]
    for form in forms:
        assert read_typed(form, order) == (row, col, True), form


@given(NUMBERS, NUMBERS)
def test_bare_numbers_are_read_in_the_order_of_the_settings(row: int, col: int) -> None:
    for typed, order in (
        (f"{col + 1} {row + 1}", COLUMN_FIRST),
        (f"{row + 1} {col + 1}", ROW_FIRST),
        (f"{row} {col}", FROM_0),
    ):
        for form in (typed, typed.replace(" ", ","), f"({typed.replace(' ', ', ')})", f"[{typed}]"):
            assert read_typed(form, order) == (row, col, False), form


@pytest.mark.parametrize(
    "text",
    ["", "5", "55", "r5", "row 5", "r2r3", "c2 c3", "2 c3", "r2 3", "2 3 4", "r2c3 4", "x2y3", "-1 2", "٣ 1", "2.3"],
)
def test_text_that_names_no_cell_is_not_read_as_one(text: str) -> None:
    assert read_typed(text, COLUMN_FIRST) is None


def test_numbers_of_any_length_can_be_typed_as_cells() -> None:
    assert read_typed("1 " + "9" * 5000, COLUMN_FIRST) == (10**7 - 1, 0, False)
