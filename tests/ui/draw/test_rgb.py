"""Calculations with colours: mixing, shading, contrast, and the nearest of the 256 palette colours."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.draw.rgb import (
    BLACK,
    INDEXED,
    WHITE,
    _distance,
    contrast,
    from_hex,
    lit,
    mix,
    nearest,
    readable,
    red_green_blue,
)

COLOURS = st.integers(INDEXED, WHITE)


def test_24_bit_colours_are_never_mistaken_for_palette_indices() -> None:
    assert from_hex("000000") == from_hex("0000ff") == BLACK == INDEXED
    assert from_hex("6cb6ff") == 0x6CB6FF
    assert red_green_blue(0x6CB6FF) == (0x6C, 0xB6, 0xFF)


def test_palette_indices_have_the_colours_of_xterm() -> None:
    assert [red_green_blue(index) for index in (16, 75, 231, 232, 255)] == [
        (0, 0, 0),
        (95, 175, 255),
        (255, 255, 255),
        (8, 8, 8),
        (238, 238, 238),
    ]


@given(COLOURS, COLOURS, st.integers(0, 100))
def test_a_mixed_colour_lies_between_its_two_colours(one: int, other: int, percent: int) -> None:
    mixed = red_green_blue(mix(one, other, percent))
    assert all(
        min(a, b) <= part <= max(a, b) or part == 1
        for a, b, part in zip(red_green_blue(one), red_green_blue(other), mixed, strict=True)
    )
    assert mix(one, other, 0) == one
    assert mix(one, other, 100) == other


@given(COLOURS, st.integers(1, 100))
def test_lighting_a_colour_brightens_it_and_shading_darkens_it(colour: int, percent: int) -> None:
    assert (
        sum(red_green_blue(lit(colour, -percent)))
        <= sum(red_green_blue(colour))
        <= sum(red_green_blue(lit(colour, percent)))
    )


@given(COLOURS, COLOURS, st.sampled_from([3.0, 4.5, 7.0]))
def test_a_readable_colour_reaches_its_contrast_or_is_black_or_white(colour: int, ground: int, least: float) -> None:
    shown = readable(colour, ground, least)
    assert contrast(shown, ground) >= least or shown in (BLACK, WHITE)


@given(COLOURS)
def test_the_nearest_palette_index_has_the_least_colour_distance(colour: int) -> None:
    parts = red_green_blue(colour)
    best = min(_distance(parts, index) for index in range(16, 256))
    assert _distance(parts, nearest(colour)) == best


@given(COLOURS)
def test_a_palette_index_that_is_taken_isnt_chosen_again(colour: int) -> None:
    first = nearest(colour)
    assert nearest(colour, [first]) != first
    assert nearest(first) == first
