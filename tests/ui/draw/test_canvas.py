"""The canvas: text outside of it is cut, later text covers earlier text, and control characters are replaced."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcwidth

from minesweeper.ui.draw.canvas import Canvas, clean_text

ROWS, COLS = 3, 12

places = st.tuples(st.integers(-2, ROWS + 1), st.integers(-5, COLS + 3))
texts = st.text(alphabet="abc ", max_size=COLS + 4)
styles = st.sampled_from(["", "n1", "flag"])
Drawing = list[tuple[tuple[int, int], list[tuple[str, str]]]]
writes = st.lists(st.tuples(places, st.lists(st.tuples(texts, styles), min_size=1, max_size=4)), max_size=12)


def drawn(*texts_at: tuple[int, int, str, str]) -> Canvas:
    canvas = Canvas(ROWS, COLS)
    for row, col, text, style in texts_at:
        canvas.write(row, col, text, style)
    return canvas


def test_places_of_a_frame_without_text_have_no_style() -> None:
    frame = drawn((1, 2, "ab", "n1"), (1, 6, "c", "flag")).frame()
    assert [frame.style_at(1, col) for col in range(8)] == ["", "", "n1", "n1", "", "", "flag", ""]


def test_a_cursor_outside_the_canvas_is_hidden() -> None:
    canvas = Canvas(ROWS, COLS)
    canvas.place_cursor(2, 11)
    assert (canvas.frame().cursor, canvas.frame().cursor_visible) == ((2, 11), True)
    canvas.place_cursor(2, 12)
    assert (canvas.frame().cursor, canvas.frame().cursor_visible) == (None, False)


@given(writes)
def test_a_canvas_shows_the_last_text_written_to_each_place(drawing: Drawing) -> None:
    canvas = Canvas(ROWS, COLS)
    grid: dict[tuple[int, int], tuple[str, str]] = {}
    for (row, col), pieces in drawing:
        after = canvas.write_pieces(row, col, pieces)
        for text, style in pieces:
            grid |= {(row, col + place): (character, style) for place, character in enumerate(text)}
            col += len(text)
        assert after == col
    for row, line in enumerate(canvas.frame().lines):
        shown = {(row, col + place): (c, style) for col, text, style in line for place, c in enumerate(text)}
        assert shown == {at: cell for at, cell in grid.items() if at[0] == row and 0 <= at[1] < COLS}
        for (col, text, style), (next_col, _, next_style) in pairwise(line):
            assert text
            assert col + len(text) < next_col or (col + len(text) == next_col and style != next_style)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x07\x00", "?[31mred??"),
        ("tab\tnew\nline\r", "tab new line "),
        ("\u202eright to left\u2066", "?right to left?"),
        ("e\u0301", "e?"),
        ("広い", "??"),
        ("no\u00a0break", "no break"),
        ("∙⚑✱▸✓│─╌╎é\uf024", "∙⚑✱▸✓│─╌╎é\uf024"),
    ],
)
def test_characters_that_arent_one_column_wide_are_replaced(text: str, shown: str) -> None:
    assert clean_text(text) == shown
    canvas = Canvas(1, 40)
    canvas.write(0, 0, text, "a")
    assert canvas.frame().lines[0] == ((0, shown, "a"),)


@settings(max_examples=50)
@given(st.text(max_size=30))
def test_any_text_in_a_frame_has_one_column_per_character(text: str) -> None:
    canvas = Canvas(1, 30)
    canvas.write(0, 0, text, "a")
    for _, shown, _ in canvas.frame().lines[0]:
        assert len(shown) == len(text)
        for character in shown:
            assert wcwidth(character) == 1
            assert unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
