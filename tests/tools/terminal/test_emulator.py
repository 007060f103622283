"""The emulated terminal draws, erases, scrolls and saves like real ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.terminal.emulator import Emulator
from tests.tools.terminal.glyphs import Glyph

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
        (b"a\tb", ["a       b", "", "", ""]),
        (b"abcdef\x1b[2G\x1b[3X", ["a   ef", "", "", ""]),
        (b"0123456789\x1b[2G\x1b[2@\x1b[2P", ["01234567", "", "", ""]),
        (ROWS + b"\x1b[2;2H\x1b[2Lx", ["one", "x", "", "two"]),
        (ROWS + b"\x1b[2;2H\x1b[2Mx", ["one", "xour", "", ""]),
        (b"\x1b[3dx\x1b[6Gy\x1b[2Cw", ["", "", "x    y  w", ""]),
        (b"ab\x1bDcd\x1bMef", ["ab  ef", "  cd", "", ""]),
        (ROWS + b"\x1b[H\x1bM", ["", "one", "two", "three"]),
        (ROWS + b"\r\nfive", ["two", "three", "four", "five"]),
        (ROWS + b"\x1b[2;2H\x1b[J", ["one", "t", "", ""]),
        (ROWS + b"\x1b[2;2H\x1b[1J", ["", "  o", "three", "four"]),
        (ROWS + b"\x1b[2;2H\x1b[1K", ["one", "  o", "three", "four"]),
        (b"0123456789\x1b[K", ["012345678", "", "", ""]),
        (b"0123456789\x1b[1mx", ["0123456789", "x", "", ""]),
        (b"\x1b[?7l0123456789xyz", ["012345678z", "", "", ""]),
        (b"ab\x1b[4h\x1b[1Gxy\x1b[4l", ["xyab", "", "", ""]),
        (b"ab\x1b7\x1b[3;3Hc\x1b8d", ["abd", "", "  c", ""]),
        (b"\x1b(0lqk\x1b(Bq", ["┌─┐q", "", "", ""]),
        (b"\x1b)0\x0elqk\x0fq", ["┌─┐q", "", "", ""]),
        (b"\x1b]0;title\x07\x1b[?25h\x1bPdcs\x1b\\\x1b]2;t\x1b[22tx", ["x", "", "", ""]),
    ],
)
def test_the_emulator_handles_escape_sequences_like_a_real_terminal(data: bytes, expected: list[str]) -> None:
    assert fed(data).text() == expected


def test_the_emulator_collects_unknown_escape_sequences() -> None:
    assert fed(b"\x1b[31m\x1b[H\x1b[2J\x1b[?25l\x1b]11;?\x07").unknown == []
    assert fed("\x1b[5y\x1b[\x1b[A\x9b日".encode()).unknown == ["\x1b[5y", "\x1b[", "\x9b", "日"]
    assert fed(b"\x1b]0;title").unfinished == "\x1b]0;title"


@given(st.lists(st.sampled_from([b"\x1b", b"[", b"1", b";", b"H", b"m", b"]", b"\x07", "⚑".encode(), b"?", b"h"])))
def test_the_emulator_handles_split_escape_sequences_like_whole_ones(pieces: list[bytes]) -> None:
    whole, split = fed(b"".join(pieces)), fed(b"")
    for byte in b"".join(pieces):
        split.feed(bytes([byte]))
    assert (split.picture(), split.pen, split.osc) == (whole.picture(), whole.pen, whole.osc)
    assert (split.unfinished, split.unknown) == (whole.unfinished, whole.unknown)


@pytest.mark.parametrize(
    ("sgr", "look"),
    [
        ("1;31;42", Glyph("x", fg="red", bg="green", bold=True)),
        ("2;4;7", Glyph("x", dim=True, underline=True, reverse=True)),
        ("93;104", Glyph("x", fg="brightyellow", bg="brightblue")),
        ("38;5;208;48;5;2", Glyph("x", fg="color208", bg="green")),
        ("1;2;4;5;7;22;24;25;27", Glyph("x")),
        ("31;41;39;49", Glyph("x")),
        ("31;7;0", Glyph("x")),
        ("31;", Glyph("x")),
    ],
)
def test_the_emulator_applies_colours_to_later_characters(sgr: str, look: Glyph) -> None:
    assert fed(f"\x1b[{sgr}mx".encode()).glyph(0, 0) == look


def test_the_emulator_restores_the_main_buffer() -> None:
    emulator = fed(ROWS + b"\x1b[?1049h")
    assert (emulator.alternate, emulator.text()) == (True, ["", "", "", ""])
    emulator.feed(b"\x1b[4;1Hboard")
    emulator.resize(2, 3)
    assert emulator.text() == ["", "boa"]
    emulator.resize(4, 10)
    emulator.feed(b"\x1b[?1049l!")
    assert not emulator.alternate
    assert emulator.scrollback + emulator.text() == ["one", "two", "three", "four!"]


def test_the_emulator_counts_full_clears_of_the_screen() -> None:
    assert fed(b"\x1b[2J\x1b[H\x1b[J\x1b[3;1H\x1b[J\x1b[1J\x1b[2K").clears == 2
