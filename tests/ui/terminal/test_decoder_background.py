"""The terminal is asked for its background (OSC 11) and nobody waits for the answer, no byte of which is ever a key."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.terminal.decoder import ESC_PATIENCE, PASTE_PATIENCE, SLOW_ESC_PATIENCE, Decoder
from minesweeper.ui.terminal.events import Background, Event, Key

DARK, LIGHT = b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", b"\x1b]11;rgb:fdfd/f6f6/e3e3\x07"


def awaiting() -> Decoder:
    decoder = Decoder()
    decoder.await_answer()
    return decoder


@pytest.mark.parametrize(
    ("colour", "shade"),
    [
        ("rgb:0000/0000/0000", "dark"),
        ("rgb:ffff/ffff/ffff", "light"),
        ("rgb:fd/f6/e3", "light"),
        ("rgb:0/2/3", "dark"),
        ("rgb:0000/0000/ffff", "dark"),
        ("rgb:ffff/ffff/0000", "light"),
        ("rgba:2828/2828/2828/ffff", "dark"),
    ],
)
@pytest.mark.parametrize("end", [b"\x07", b"\x1b\\"])
def test_the_answer_tells_a_shade(colour: str, shade: str, end: bytes) -> None:
    events = awaiting().feed(b"\x1b]11;" + colour.encode() + end)
    assert events == [Background(shade)]  # type: ignore[arg-type]


@given(st.sampled_from([DARK, LIGHT]), st.sets(st.integers(1, 25)), st.text("abq ", max_size=3))
def test_in_pieces_and_among_keys_it_is_the_same(answer: bytes, cuts: set[int], typed: str) -> None:
    decoder, keys = awaiting(), typed.encode()
    data = keys + answer + keys
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    events: list[Event] = []
    for start, end in pairwise(places):
        events += decoder.feed(data[start:end])
    pressed = [Key("space" if key == " " else key) for key in typed]
    assert events == [*pressed, Background("dark" if answer is DARK else "light"), *pressed]


def test_a_line_that_stalls_in_the_middle_is_given_time() -> None:
    for cut in range(1, len(DARK)):
        decoder = awaiting()
        decoder.feed(DARK[:cut])
        if cut == 1:
            assert decoder.timeout() == []
        assert decoder.patience == (SLOW_ESC_PATIENCE - ESC_PATIENCE if cut == 1 else PASTE_PATIENCE)
        assert decoder.feed(DARK[cut:]) == [Background("dark")]


def test_an_answer_that_never_comes_costs_no_more_than_a_moment_of_the_first_esc() -> None:
    decoder = awaiting()
    assert decoder.feed(b"\x1b") == []
    assert decoder.timeout() == []
    assert decoder.timeout() == [Key("esc")]
    decoder.timeout()
    decoder.feed(b"\x1b")
    assert decoder.patience == ESC_PATIENCE


@pytest.mark.parametrize("typed", "mR1 \t")
def test_a_key_after_the_first_esc_is_no_alt_key_once_esc_alone_would_have_been_told(typed: str) -> None:
    decoder, usual = awaiting(), Decoder()
    decoder.feed(b"\x1b")
    usual.feed(b"\x1b")
    decoder.timeout()
    expected = usual.timeout() + usual.feed(typed.encode())
    assert decoder.feed(typed.encode()) == expected
    assert decoder.patience is None


def test_an_arrow_that_a_slow_line_splits_is_an_arrow_while_an_answer_may_come() -> None:
    decoder = awaiting()
    decoder.feed(b"\x1b")
    decoder.timeout()
    assert decoder.feed(b"[A") == [Key("up")]


@given(
    st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=200), st.sampled_from([b"\x07", b"\x1b\\"])
)
def test_no_byte_of_a_malformed_answer_is_a_key(text: str, end: bytes) -> None:
    events = awaiting().feed(b"\x1b]11;" + text.encode() + end + b"x")
    assert [event for event in events if not isinstance(event, Background)] == [Key("x")]
