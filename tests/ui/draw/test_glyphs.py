"""The glyph sets: each tile has two characters of its own, each character takes one column, and odds never mislead."""

from __future__ import annotations

import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.draw.dots import dot_character
from minesweeper.ui.draw.glyphs import (
    FACES,
    FRAMES,
    FULL_BAR,
    GLYPHS,
    GlyphSet,
    TerminalLooks,
    Tile,
    automatic_glyphs,
)
from minesweeper.ui.draw.odds_tiles import heat, odds_tile
from tests.ui.draw.tile_styles import NUMBERED

every_set = pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=GLYPHS.keys())
ASCII = GLYPHS["ascii"]
UNICODE = GLYPHS["unicode"]

# The characters beyond ASCII that Unicode's emoji-data.txt calls emoji, up to U+2BFF.
EMOJI = """
00A9 00AE 203C 2049 2122 2139 2194-2199 21A9-21AA 231A-231B 2328 23CF 23E9-23F3 23F8-23FA 24C2 25AA-25AB 25B6 25C0
25FB-25FE 2600-2604 260E 2611 2614-2615 2618 261D 2620 2622-2623 2626 262A 262E-262F 2638-263A 2640 2642 2648-2653
265F-2660 2663 2665-2666 2668 267B 267E-267F 2692-2697 2699 269B-269C 26A0-26A1 26A7 26AA-26AB 26B0-26B1 26BD-26BE
26C4-26C5 26C8 26CE-26CF 26D1 26D3-26D4 26E9-26EA 26F0-26F5 26F7-26FA 26FD 2702 2705 2708-270D 270F 2712 2714 2716
271D 2721 2728 2733-2734 2744 2747 274C 274E 2753-2755 2757 2763-2764 2795-2797 27A1 27B0 27BF 2934-2935 2B05-2B07
2B1B-2B1C 2B50 2B55
"""


def emoji() -> set[str]:
    bounds = [span.partition("-") for span in EMOJI.split()]
    return {chr(code) for low, _, high in bounds for code in range(int(low, 16), int(high or low, 16) + 1)}


def characters(glyphs: GlyphSet) -> set[str]:
    """Every character that a glyph set can put on the screen."""
    texts = [*(glyphs.tile(tile) for tile in Tile), *(dot_character(mask, glyphs) for mask in range(256))]
    return {*"".join(texts), glyphs.pointer, glyphs.full, glyphs.rest}


@every_set
def test_every_tile_of_a_glyph_set_has_two_characters(glyphs: GlyphSet) -> None:
    assert all(len(glyphs.tile(tile, clue)) == 2 for tile in Tile for clue in range(-8, 9))


@every_set
def test_different_tiles_of_a_glyph_set_have_different_characters(glyphs: GlyphSet) -> None:
    """Some tiles may share characters, because they never meet or differ by colour.

    A finished number is only dimmed, a mine after the end looks like a proved one, and a pressed tile looks opened. The
    clue of an earlier step is only tinted, so that the clues of the current sentence stand out.
    """
    alike = {Tile.EARLIER, Tile.DONE, Tile.MINE, Tile.PRESSED, Tile.NEAR, Tile.FLAG_WON, Tile.FLAG_REDUCED}
    pairs = [
        glyphs.tile(tile, clue) for tile in set(Tile) - alike for clue in (range(1, 9) if tile in NUMBERED else [0])
    ]
    assert sorted(set(pairs)) == sorted(pairs)


def test_the_ascii_glyph_set_has_only_ascii_characters() -> None:
    assert all(char.isascii() and char.isprintable() for char in characters(ASCII))
    assert all(char.isascii() for part in FRAMES["ascii"] for char in part)
    assert all(char.isascii() for face in FACES.values() for char in face)


@pytest.mark.parametrize("name", ["ascii", "unicode"])
def test_ascii_and_unicode_glyphs_are_one_column_wide_everywhere(name: str) -> None:
    assert {unicodedata.east_asian_width(char) for char in characters(GLYPHS[name])} <= {"N", "Na"}


def test_only_solid_frame_lines_may_be_two_columns_wide() -> None:
    lines = FRAMES["lines"]
    ambiguous = {char for part in lines for char in part if unicodedata.east_asian_width(char) not in ("N", "Na")}
    assert ambiguous == {lines.solid, lines.solid_side, *lines.corners}
    assert {unicodedata.east_asian_width(char) for char in ambiguous} == {"A"}


def test_additional_nerd_font_glyphs_are_private_use_characters() -> None:
    extra = characters(GLYPHS["nerd"]) - characters(UNICODE)
    assert extra
    assert {unicodedata.category(char) for char in extra} == {"Co"}


@every_set
def test_no_glyph_is_an_emoji(glyphs: GlyphSet) -> None:
    assert "☠" in emoji()
    assert not characters(glyphs) & emoji()


@pytest.mark.parametrize(
    ("percent", "whole", "tenth"),
    [
        ("0.49", "<1", "1"),
        ("0.5", " 1", "1"),
        ("14.9", "15", "1"),
        ("15", "15", "2"),
        ("24.9", "25", "2"),
        ("99.6", "99", "9"),
    ],
)
def test_odds_are_shown_in_percent_or_in_tenths(percent: str, whole: str, tenth: str) -> None:
    odds = Fraction(percent) / 100
    assert odds_tile(odds.numerator, odds.denominator, UNICODE, "") == whole
    assert odds_tile(odds.numerator, odds.denominator, UNICODE, "%") == f"%{tenth}"
    bar = "▁▁▂▃▃▄▅▅▆▇"[int(tenth)]
    assert odds_tile(odds.numerator, odds.denominator, UNICODE, FULL_BAR) == f" {bar}"


@pytest.mark.parametrize(
    ("colours", "cell_width", "sign"),
    [(256, 2, FULL_BAR), (256, 3, ""), (256, 8, ""), (16, 2, "%"), (8, 3, ""), (0, 2, "%"), (0, 4, "%")],
)
def test_odds_are_shown_in_tenths_if_two_digits_would_touch_a_clue(colours: int, cell_width: int, sign: str) -> None:
    assert TerminalLooks(colours=colours).sign_of_tenths(cell_width) == sign


@every_set
@pytest.mark.parametrize("tenths", ["", FULL_BAR, "%"])
def test_certain_odds_look_like_proved_cells(glyphs: GlyphSet, tenths: str) -> None:
    assert odds_tile(0, 7, glyphs, tenths) == glyphs.tile(Tile.SAFE)
    assert odds_tile(7, 7, glyphs, tenths) == glyphs.tile(Tile.DANGER)


@given(st.integers(1, 10**40), st.integers(1, 10**40), st.sampled_from(["", FULL_BAR, "%"]))
def test_odds_that_arent_certain_never_look_certain(mines: int, safe: int, tenths: str) -> None:
    in_tenths = [f" {bar}" for bar in "▁▂▃▄▅▆▇"] if tenths == FULL_BAR else [f"{tenths}{one}" for one in range(1, 10)]
    in_percent = ["<1", *(f"{one:2}" for one in range(1, 100))]
    assert odds_tile(mines, mines + safe, ASCII, tenths) in (in_tenths if tenths else in_percent)


@pytest.mark.parametrize(
    ("percent", "step"),
    [(0, 0), (10, 0), (10.6, 1), (20, 1), (20.6, 2), (35, 2), (35.6, 3), (60, 3), (60.6, 4), (100, 4)],
)
def test_odds_change_their_colour_above_10_20_35_and_60_percent(percent: float, step: int) -> None:
    assert heat(round(percent * 10), 1000) == step


@pytest.mark.parametrize(
    ("part", "whole", "picture"),
    [
        (0, 71, "----------"),
        (33, 71, "#####-----"),
        (70, 71, "#########-"),
        (71, 71, "##########"),
        (0, 0, "##########"),
    ],
)
def test_a_progress_bar_is_full_only_when_everything_is_done(part: int, whole: int, picture: str) -> None:
    assert "".join(ASCII.bar(part, whole, 10)) == picture


@pytest.mark.parametrize(
    ("term", "utf8", "lang", "names"),
    [
        ("xterm-256color", True, "en_GB.UTF-8", ("unicode", "lines")),
        ("tmux-256color", True, "kok_IN.UTF-8", ("unicode", "lines")),
        ("xterm-256color", True, "ja_JP.UTF-8", ("unicode", "ascii")),
        ("xterm-256color", False, "C", ("ascii", "ascii")),
        ("linux", True, "en_GB.UTF-8", ("ascii", "ascii")),
        ("vt100", True, "en_GB.UTF-8", ("ascii", "ascii")),
    ],
)
def test_the_glyph_set_depends_on_terminal_encoding_and_language(
    term: str, utf8: bool, lang: str, names: tuple[str, str]
) -> None:
    assert automatic_glyphs(term, utf8, lang) == names
