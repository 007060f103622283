"""Board specs as text: which are read, and that others are refused in one clear sentence."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.boardspec import SPEC_EXAMPLE, BoardSpec, is_mines_text, read_mine_count, read_spec
from minesweeper.core.sizes import SpecError
from tests.strategies import specs


@given(specs(max_side=40))
def test_a_board_spec_written_as_text_is_read_back(spec: BoardSpec) -> None:
    assert read_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "width", "height", "mines"),
    [
        ("30X16/99", 30, 16, 99),
        ("  40 x 20 / 160 ", 40, 20, 160),
        ("1x2/1", 1, 2, 1),
        ("007x07/007", 7, 7, 7),
        ("1000x1000/999999", 1000, 1000, 999_999),
        ("1x1000000/1", 1, 1_000_000, 1),
        ("40x20/20%", 40, 20, 160),
        ("40x25/20.5%", 40, 25, 205),
        ("9x9/0.01%", 9, 9, 1),
        ("9x9/99.99%", 9, 9, 80),
        ("1x2/80%", 1, 2, 1),
    ],
)
def test_board_specs_are_read_in_every_allowed_form(text: str, width: int, height: int, mines: int) -> None:
    assert read_spec(text) == BoardSpec(width, height, mines)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "x", "9", "x9/10", "9x/10", "/10", "9x9x9", "9x9/10/10", "9,9/10",
        "-9x9/10", "9x-9/10", "9x9/-10", "+9x9/10", "9.5x9/10", "9x9/10.5", "9x9/20%%", "9x9/%", "9x9/.5%", "9x9/5.%",
        "9x9/1e9%", "9x9/1e3", "9x9/nan%", "9x9/inf%", "0x9x9/3", "1_0x9/10", "９x9/10", "٩x٩/١٠", "9×9/10", "9x9/²",
        "9x9/10\x1b[31m", "9x9/10\n9x9/10", "\ud800", "expert",
    ],
)  # fmt: skip
def test_an_invalid_board_spec_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(SpecError) as refused:
        read_spec(text)
    assert str(refused.value) == f"{text!r} isn't a board. Use {SPEC_EXAMPLE}"
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("text", ["9x9", "9x9/"])
def test_a_size_without_mines_is_refused_with_an_example_of_that_size(text: str) -> None:
    with pytest.raises(SpecError, match=f"^'{text}' has no mine count. Add one, for example 9x9/20%$"):
        read_spec(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0x9/10", "width 0 is not allowed. Use 1 to 1,000,000"),
        ("9x0/10", "height 0 is not allowed. Use 1 to 1,000,000"),
        ("1000001x1/10", "width 1000001 is not allowed. Use 1 to 1,000,000"),
        ("1001x1000/10", "1001x1000 has 1,001,000 cells, but a board has at most 1,000,000"),
        ("1x1/1", "1x1/1 has one cell. The smallest board is 1x2 or 2x1"),
        ("9x9/0", "0 mines don't fit on 9x9. Use 1 to 80"),
        ("9x9/81", "81 mines don't fit on 9x9. Use 1 to 80"),
        ("9x9/0%", "'0%' is too sparse. A 9x9 board takes 1 to 80 mines"),
        ("9x9/100%", "'100%' is too dense. A 9x9 board takes 1 to 80 mines"),
    ],
)
def test_an_impossible_board_spec_is_refused_with_the_allowed_values(text: str, reason: str) -> None:
    with pytest.raises(SpecError) as refused:
        read_spec(text)
    assert str(refused.value) == f"{text!r}: {reason}"


HUGE = "9" * 5000


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{HUGE}x9/10", "too large a number. Boards have at most 1,000,000 cells"),
        (f"9x9/{HUGE}", "too large a number. Boards have at most 1,000,000 cells"),
        (f"9x9/{HUGE}%", "is too dense"),
        ("x" * 100_000, "isn't a board. Use"),
    ],
    ids=["width", "mines", "density", "no number"],
)
def test_a_very_long_board_spec_is_refused_in_one_short_sentence(text: str, reason: str) -> None:
    with pytest.raises(SpecError, match=reason) as refused:
        read_spec(text)
    assert text[:20] in str(refused.value)
    assert len(str(refused.value)) < 160


def test_an_invalid_mine_count_is_refused_even_with_many_digits() -> None:
    with pytest.raises(SpecError, match=r"^'1e3' isn't a number of mines. Use one such as 160"):
        read_mine_count("1e3", 81)
    assert read_mine_count(HUGE, 81) > 1_000_000
    assert read_mine_count(f"{HUGE}%", 81) == 81


@given(st.integers(2, 1_000_000), st.integers(0, 100_000_000))
def test_a_density_in_percent_gives_the_nearest_possible_mine_count(cells: int, millionths: int) -> None:
    exact = Fraction(millionths * cells, 100_000_000)
    count = read_mine_count(f"{millionths // 1_000_000}.{millionths % 1_000_000:06}%", cells)
    if 0 < millionths < 100_000_000:
        assert 1 <= count <= cells - 1
        assert abs(count - exact) <= Fraction(1, 2) or count in (1, cells - 1)
    else:
        assert count == exact


_MINES = r"\d+(?:\.\d+)?%|\d+"
_SPEC = re.compile(rf"(\d+)\s*[xX]\s*(\d+)\s*/\s*({_MINES})", re.ASCII)


@given(st.text("12 \t\u00a0\u0663xX/.%-+", max_size=12))
def test_only_text_in_the_form_of_a_board_spec_is_read(text: str) -> None:
    """Compares the reader with a regular expression of the form. Wrong numbers have messages of their own."""
    try:
        read_spec(text)
        is_form = True
    except SpecError as error:
        is_form = not re.search("isn't a board|has no mine count", str(error))
    assert is_form == bool(_SPEC.fullmatch(text.strip()))
    assert is_mines_text(text) == bool(re.fullmatch(_MINES, text, re.ASCII))
