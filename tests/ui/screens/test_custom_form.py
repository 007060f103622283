"""The form of a custom game: what its fields may hold, what is wrong with them, and which board they make."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.ui.draw.geometry import arrange, smallest_screen
from minesweeper.ui.screens.custom import CHOICES, FIELDS, LENGTHS, NUMBERS, TEXTS, CustomForm, CustomScreen, Field
from tests.ui.driving import press, text_of
from tests.ui.forms import custom, fields_of, numbers, screen_of
from tests.ui.watching import style_of


def form_of(*numbers: str) -> CustomForm:
    """A form with a size, mines and default choices."""
    choices = {field: str(option.default) for field, option in CHOICES.items()}
    return CustomForm({**dict(zip(NUMBERS, numbers, strict=True)), **choices})


@pytest.mark.parametrize(
    ("width", "height", "mines", "field", "sentence"),
    [
        ("0", "20", "9", Field.WIDTH, "Width 0 is too small for height 20. Use 1 to 50,000."),
        ("60000", "20", "9", Field.WIDTH, "Width 60000 is too large for height 20. Use 1 to 50,000."),
        ("2000000", "0", "9", Field.WIDTH, "Width 2000000 is too large. Use 1 to 1,000,000."),
        ("", "20", "9", Field.WIDTH, "Width is empty. Use 1 to 50,000."),
        ("", "", "9", Field.WIDTH, "Width is empty. Use 1 to 1,000,000."),
        ("40", "0", "9", Field.HEIGHT, "Height 0 is too small for width 40. Use 1 to 25,000."),
        ("1", "1", "1", Field.HEIGHT, "Height 1 is too small for width 1. Use 2 to 1,000,000."),
        ("40", "20", "0", Field.MINES, "Mines 0 is too small for 40x20. Use 1 to 799, or a density such as 20%."),
        ("40", "20", "100%", Field.MINES, "Mines 100% is too large for 40x20. Use 1 to 799, or a density such as 20%."),
        ("40", "20", "", Field.MINES, "Mines is empty. Use 1 to 799, or a density such as 20%."),
        ("40", "20", "5%5", Field.MINES, "Mines 5%5 isn't a number. Use 1 to 799, or a density such as 20%."),
        ("40", "20", "1.5", Field.MINES, "Mines 1.5 isn't a number. Use 1 to 799, or a density such as 20%."),
    ],
)
def test_what_is_wrong_is_said_with_the_value_and_what_is_allowed(
    width: str, height: str, mines: str, field: Field, sentence: str
) -> None:
    form = replace(form_of(width, height, mines), mines_typed=True)
    problem = form.problem(field)
    assert problem is not None
    assert (problem.field, problem.text) == (field, sentence)
    assert len(problem.short) <= 2 * 20
    model = custom()
    model = model.with_top(CustomScreen(form, Field.START))
    refused = press(model, "enter")
    assert screen_of(refused).form == form
    assert screen_of(refused).focus in (field, Field.HEIGHT)
    assert style_of(refused, screen_of(refused).focus.value) == "bad"


def test_of_two_sides_that_do_not_fit_together_the_one_being_typed_is_named() -> None:
    form = form_of("2000", "2000", "9")
    assert [form.problem(focus).field for focus in (Field.WIDTH, Field.HEIGHT, Field.START)] == [  # type: ignore[union-attr]
        Field.WIDTH,
        Field.HEIGHT,
        Field.HEIGHT,
    ]


@given(numbers, numbers, st.one_of(numbers, st.text("0123456789.%", max_size=7)))
def test_a_form_has_either_a_problem_or_a_board(width: str, height: str, mines: str) -> None:
    form = form_of(width, height, mines)
    if form.problem(Field.START) is None:
        board = form.board()
        assert (board.width, board.height) == (int(width), int(height))
        for field in (Field.WIDTH, Field.HEIGHT):
            assert form.limits(field)[0] <= int(form.text(field)) <= form.limits(field)[1]
    else:
        assert all(form.problem(focus) is not None for focus in FIELDS)


@given(st.sampled_from([Field.WIDTH, Field.HEIGHT, Field.MINES]), st.integers(-3, 3), numbers, numbers)
def test_stepping_never_makes_a_good_form_wrong(field: Field, by: int, width: str, height: str) -> None:
    form = form_of(width, height, "1")
    if form.problem(field) is None:
        assert form.step(field, by).problem(field) is None


def test_what_is_typed_stays_within_the_length_of_its_field() -> None:
    for field in TEXTS:
        model = custom()
        model = press(model.with_top(replace(screen_of(model), focus=field)), *"1234567890" * 6)
        assert len(screen_of(model).form.text(field)) == LENGTHS[field]
        for cols, rows in ((20, 7), (40, 12), (80, 24)):
            text_of(model._replace(cols=cols, rows=rows))


@given(st.integers(1, 120), st.integers(1, 120))
def test_the_screen_that_is_said_to_be_needed_shows_all_and_a_smaller_one_does_not(width: int, height: int) -> None:
    board = BoardSpec(width, max(2, height), 1)
    rows, cols = smallest_screen(board.width, board.height)
    assert not arrange(rows, cols, board.width, board.height).scrolls
    if cols > 20:
        assert arrange(rows, cols - 1, board.width, board.height).scrolls
    if rows > 7:
        assert arrange(rows - 1, cols, board.width, board.height).scrolls


@pytest.mark.parametrize("digits", ["9" * 10_000, "0" * 10_000, "٣", "1" * 10])
def test_thousands_of_digits_are_refused_and_never_raise(digits: str) -> None:
    for texts in ((digits, "9", "9"), ("9", digits, "9"), ("9", "9", digits), (digits, digits, digits + "%")):
        form = form_of(*texts)
        problem = form.problem(Field.WIDTH)
        assert problem is not None or texts[2].endswith("%") or digits.strip("0") == ""
        for field in (Field.WIDTH, Field.HEIGHT, Field.MINES):
            form.step(field, 1)
            form.limits(field)
    model = press(custom(), *digits[:3000])
    assert len(fields_of(model)[0]) <= 7
