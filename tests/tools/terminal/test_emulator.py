"""The emulated terminal draws, erases, scrolls and remembers as real ones do."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.terminal.emulator import Emulator
from tests.tools.terminal.glyphs import BLANK, Glyph

ROWS = b"one\r\ntwo\r\nthree\r\nfour"


def fed(data: bytes, rows: int = 4, cols: int = 10) -> Emulator:
    emulator = Emulator(rows, cols)
    emulator.feed(data)
    return emulator


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"ab\x1b[3bc", ["abbbbc", "", "", ""]),
        (b"0123456789\x1b[2bx", ["0123456789", "99x", "", ""]),
        (ROWS + b"\x1b[S", ["two", "three", "four", ""]),
        (ROWS + b"\x1b[2T", ["", "", "one", "two"]),
        (ROWS + b"\x1b[2;3r\x1b[S", ["one", "three", "", "four"]),
        (ROWS + b"\x1b[2;3r\x1b[T", ["one", "", "two", "four"]),
        (b"\x1b[10G\x1b[Zx", ["        x", "", "", ""]),
        (b"\x1b[10G\x1b[2Zx", ["x", "", "", ""]),
        (b"a\x1b[Ib", ["a       b", "", "", ""]),
        (b"abcdef\x1b[2G\x1b[3X", ["a   ef", "", "", ""]),
        (b"abcdef\x1b[2G\x1b[2@", ["a  bcdef", "", "", ""]),
        (b"0123456789\x1b[2G\x1b[2@\x1b[2P", ["01234567", "", "", ""]),
        (b"abcdef\x1b[2G\x1b[2P", ["adef", "", "", ""]),
        (ROWS + b"\x1b[2;2H\x1b[2Lx", ["one", "x", "", "two"]),
        (ROWS + b"\x1b[2;2H\x1b[2Mx", ["one", "xour", "", ""]),
        (b"\x1b[3dx\x1b[6`y\x1b[2aw", ["", "", "x    y  w", ""]),
        (b"ab\x1bEcd", ["ab", "cd", "", ""]),
        (b"ab\x1bDcd\x1bMef", ["ab  ef", "  cd", "", ""]),
        (ROWS + b"\x1b[H\x1bM", ["", "one", "two", "three"]),
        (ROWS + b"\r\nfive", ["two", "three", "four", "five"]),
        (ROWS + b"\x1b[2;2H\x1b[J", ["one", "t", "", ""]),
        (ROWS + b"\x1b[2;2H\x1b[1J", ["", "  o", "three", "four"]),
        (ROWS + b"\x1b[2;2H\x1b[1K", ["one", "  o", "three", "four"]),
        (b"0123456789\x1b[K", ["012345678", "", "", ""]),
        (b"0123456789\r\nx", ["0123456789", "x", "", ""]),
        (b"0123456789\x1b[1mx", ["0123456789", "x", "", ""]),
        (b"\x1b[?7l0123456789xyz", ["012345678z", "", "", ""]),
        (b"ab\x1b[4h\x1b[1Gxy\x1b[4l", ["xyab", "", "", ""]),
        (b"ab\x1b7\x1b[3;3Hc\x1b8d", ["abd", "", "  c", ""]),
        (b"\x1b(0lqk\x1b(Bq", ["┌─┐q", "", "", ""]),
        (b"\x1b)0\x0elqk\x0fq", ["┌─┐q", "", "", ""]),
        ("⚑日x".encode() + b"\x1b[3Gy", ["⚑ yx", "", "", ""]),
        ("0123456日".encode() + "日".encode(), ["0123456日", "日", "", ""]),
        ("e\u0301a\u200db".encode(), ["e\u0301a\u200db", "", "", ""]),
    ],
)
def test_sequences_change_the_screen_as_on_a_real_terminal(data: bytes, expected: list[str]) -> None:
    assert fed(data).text() == expected


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b=\x1b>\x1b[>4;1m\x1b[>1u\x1b[<u\x1b[22;0;0t\x1b[2 q\x1b[?1c\x1b[!p",
        b"\x1bPq#0\x1b\\\x1b_apc\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\",
        b"\x1b]0;title\x07\x1b]2;title\x1b\\\x1b]52;c;eA==\x07",
        b"\x1b F\x1b%G\x1b[?2026h\x1b[?2026l\x1b[?6n\x1b[1;2;3;4y",
        "\x9b2\x20q\x9d0;title\x9c\x90dcs\x9c".encode(),
    ],
)
def test_what_has_no_look_leaves_no_text(data: bytes) -> None:
    emulator = fed(data + b"x")
    assert emulator.text() == ["x", "", "", ""]
    assert emulator.glyph(0, 0) == Glyph("x")


def test_a_sequence_it_does_not_know_is_kept_to_be_asserted() -> None:
    assert fed(b"\x1b[31m\x1b[H\x1b[2J\x1b[?25l").unknown == []
    assert len(fed(b"\x1b[5y\x1b[\x1b[A").unknown) == 2


@given(st.binary(max_size=60), st.integers(1, 5), st.integers(1, 12))
def test_no_bytes_at_all_upset_it(data: bytes, rows: int, cols: int) -> None:
    emulator = Emulator(rows, cols)
    emulator.feed(data)
    emulator.resize(3, 7)
    emulator.feed(data)
    assert len(emulator.text()) == 3


@given(st.lists(st.sampled_from([b"\x1b", b"[", b"1", b";", b"H", b"m", b"]", b"\x07", "⚑".encode(), b"?", b"h"])))
def test_a_split_sequence_means_the_same_as_a_whole_one(pieces: list[bytes]) -> None:
    whole = fed(b"".join(pieces))
    split = Emulator(4, 10)
    for byte in b"".join(pieces):
        split.feed(bytes([byte]))
    assert split.glyphs() == whole.glyphs()
    assert (split.private, split.osc, split.unfinished) == (whole.private, whole.osc, whole.unfinished)


@pytest.mark.parametrize(
    ("sgr", "look"),
    [
        ("1;31;42", Glyph("x", fg="red", bg="green", bold=True)),
        ("2;4;7;8", Glyph("x", dim=True, underline=True, reverse=True, conceal=True)),
        ("93;104", Glyph("x", fg="brightyellow", bg="brightblue")),
        ("38;5;208;48;5;2", Glyph("x", fg="color208", bg="green")),
        ("38;2;1;2;255", Glyph("x", fg="#0102ff")),
        ("38:2::1:2:255;4:3", Glyph("x", fg="#0102ff", underline=True)),
        ("1;2;3;4;5;7;9;22;23;24;25;27;29", Glyph("x")),
        ("31;41;39;49", Glyph("x")),
        ("31;7;0", Glyph("x")),
        ("31;", Glyph("x")),
    ],
)
def test_sgr_sets_the_look_of_what_is_drawn(sgr: str, look: Glyph) -> None:
    assert fed(f"\x1b[{sgr}mx".encode()).glyph(0, 0) == look


def test_erasing_takes_the_background_of_the_pen_and_nothing_else() -> None:
    emulator = fed(b"\x1b[1;4;7;44m\x1b[2J")
    assert {glyph for row in emulator.glyphs() for glyph in row} == {BLANK._replace(bg="blue")}


def test_the_alternate_buffer_gives_the_main_one_back_with_its_cursor() -> None:
    emulator = fed(ROWS + b"\x1b[?1049h")
    assert (emulator.alternate, emulator.text()) == (True, ["", "", "", ""])
    emulator.feed(b"\x1b[H\x1b[2Jboard\x1b[?1049l!")
    assert not emulator.alternate
    assert emulator.text() == ["one", "two", "three", "four!"]


def test_the_main_buffer_survives_a_resize_of_the_alternate_one() -> None:
    emulator = fed(ROWS + b"\x1b[?1049h\x1b[4;1Hboard")
    emulator.resize(2, 3)
    assert emulator.text() == ["", "boa"]
    emulator.resize(4, 10)
    assert emulator.text() == ["", "boa", "", ""]
    emulator.feed(b"\x1b[?1049l")
    assert emulator.scrollback + emulator.text() == ["one", "two", "three", "four"]


def test_private_modes_can_be_asserted() -> None:
    emulator = fed(b"\x1b[?1000;1002;1006h\x1b[?2004h\x1b[?1004h\x1b[?2026h\x1b[?1002l\x1b[?25l\x1b=")
    assert emulator.private == {7, 1000, 1006, 2004, 1004, 2026}
    assert emulator.keypad
    assert not emulator.cursor_visible
    emulator.feed(b"\x1bc")
    assert emulator.private == {7, 25}
    assert not emulator.keypad


def test_strings_are_swallowed_and_kept() -> None:
    text = base64.b64encode("⚑ 3x3".encode())
    emulator = fed(b"a\x1b]52;c;" + text + b"\x07b\x1b]8;;http://x\x1b\\c\x1bPdcs\x1b\\d")
    assert emulator.row(0) == "abcd"
    assert emulator.clipboard == "⚑ 3x3"
    assert emulator.osc[1:] == ["8;;http://x"]
    assert emulator.strings[2] == ("DCS", "dcs")


def test_a_new_sequence_or_a_cancel_breaks_a_string_off() -> None:
    assert fed(b"\x1b]0;title\x1b[31mx").glyph(0, 0) == Glyph("x", fg="red")
    assert fed(b"\x1bPdcs\x18x").row(0) == "x"
    assert fed(b"\x1b]0;title").unfinished == "\x1b]0;title"


def test_full_clears_are_counted_and_partial_ones_are_not() -> None:
    assert fed(b"\x1b[2J\x1b[H\x1b[J\x1b[3;1H\x1b[J\x1b[1J\x1b[2K").clears == 2


def test_questions_are_answered() -> None:
    emulator = fed(b"\x1b[2;3H\x1b[6n\x1b[?2026$p")
    assert bytes(emulator.replies) == b"\x1b[2;3R\x1b[?2026;2$y"


def test_found_places_are_columns_even_after_wide_characters() -> None:
    emulator = fed("日本x\r\nx".encode())
    assert emulator.find_all("x") == [(0, 4), (1, 0)]
    assert emulator.find("本x") == (0, 2)
    with pytest.raises(AssertionError, match="'y' is not on the screen"):
        emulator.find("y")
