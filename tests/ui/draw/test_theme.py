"""The promises of the themes, computed from the theme data: every figure below is a WCAG contrast or a distance."""

from __future__ import annotations

from itertools import product

import pytest

from minesweeper.storage.options import OPTIONS
from minesweeper.ui.draw.theme import (
    BACKGROUNDS,
    THEMES,
    Look,
    Palette,
    background_from,
    colours_from,
    palette,
    read_column,
)
from tests.ui.draw.tile_styles import tile_styles

Colour = tuple[float, float, float]

EVERY_PALETTE = list(product(THEMES, BACKGROUNDS, (0, 8, 16, 256)))
COLOUR_PALETTES = [key for key in EVERY_PALETTE if key[0] != "mono" and key[2]]
NUMBERS = [f"n{clue} on opened" for clue in range(1, 9)]
PAGE_STYLES = {"border", "text", "text.dim", "title", "key", "selected", "bad", "good", "bar", "page"}
TILE_STYLES = set(tile_styles().values()) | {"cursor"}
STYLES = PAGE_STYLES | TILE_STYLES
SHAPES = {"mark", "logo", "logo.odd"}
"""Roles of bars and blocks, which are no words: their grounds are what is read."""
"""All that screens name; the letters of the title have those of numbers."""

XTERM = (
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
VGA = "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"

# Terminal backgrounds: plain, and the two that are common in colour schemes.
PAGES = {
    "dark": ("000000", "1e1e1e", "2e3440"),
    "light": ("ffffff", "fdf6e3", "e4e4e4"),
    "either": ("000000", "ffffff"),
}


def from_hex(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


def from_index(index: int) -> Colour:
    """A colour of the 256: the cube from 16, the greys from 232. The first 16 are the terminal's to choose."""
    assert 16 <= index < 256
    if index >= 232:
        return (8 + 10 * (index - 232),) * 3
    levels, place = (0, 95, 135, 175, 215, 255), index - 16
    return levels[place // 36], levels[place // 6 % 6], levels[place % 6]


def linear(colour: Colour) -> Colour:
    red, green, blue = (part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)
    return red, green, blue


def times(matrix: tuple[Colour, Colour, Colour], colour: Colour) -> Colour:
    red, green, blue = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    def luminance(colour: Colour) -> float:
        return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def contrasts(look: Look, background: str) -> list[float]:
    """The contrast of a look of 256 colours on its background, or else on each page it can stand on."""
    if look.fg is None:
        return []
    pages = [from_hex(page) for page in PAGES[background]] if look.bg is None else [from_index(look.bg)]
    return [round(contrast(from_index(look.fg), page), 1) for page in pages]


# Machado, Oliveira and Fernandes 2009, full severity, on linear RGB.
SIGHTS: dict[str, tuple[Colour, Colour, Colour]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))  # over the white point


def distance(one: int, other: int, sight: str) -> float:
    """The distance in Lab of two of the 256 colours, as an eye sees them."""

    def lab(index: int) -> Colour:
        red, green, blue = times(SIGHTS[sight], linear(from_index(index)))
        seen = (min(max(red, 0), 1), min(max(green, 0), 1), min(max(blue, 0), 1))
        x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in times(XYZ, seen))
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


def test_every_role_is_part_of_a_style_and_every_style_is_made_of_roles() -> None:
    made_of = {part for style in STYLES for part in style.split(" on ")}
    assert made_of | SHAPES == palette("classic", "dark", 256).keys()


@pytest.mark.parametrize("key", EVERY_PALETTE, ids=str)
def test_every_palette_has_every_style_within_its_colours(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    count = 0 if key[0] == "mono" else key[2]
    for style in STYLES:
        look = looks[style]
        assert all(index is None or 0 <= index < count for index in look[:2]), style
        assert look.bg is None or look.fg is not None, f"{style}: an own colour on a painted background is a gamble"


@pytest.mark.parametrize("key", EVERY_PALETTE, ids=str)
def test_poor_terminals_have_pairs_enough(key: tuple[str, str, int]) -> None:
    if key[2] < 256:
        assert len({palette(*key)[style][:2] for style in STYLES}) < 64


def test_a_role_stands_on_the_ground_of_another_one() -> None:
    looks = Palette(
        page=Look(231, 16),
        flag=Look(124, 16, bold=True),
        title=Look(231, 16, underline=True),
        hidden=Look(240, 252, dim=True),
        filled=Look(16, 16, reverse=True),
    )
    assert looks["flag"] == Look(124, 16, bold=True)
    assert looks["flag on hidden"] == Look(124, 252, bold=True)
    assert looks["title on hidden"] == Look(240, 252, underline=True), "without a colour of its own: the ground's"
    assert looks["flag on filled"] == Look(124, 16, bold=True, reverse=True)
    assert looks["filled on hidden"] == Look(16, 252)


@pytest.mark.parametrize("style", ["neon", "flag on neon", "neon on hidden", ""])
def test_a_style_of_no_role_is_refused(style: str) -> None:
    with pytest.raises(KeyError):
        palette("classic", "dark", 256)[style]


def test_a_row_of_the_table_with_an_entry_too_few_is_named() -> None:
    table = "theme a b\nbackground * *\ncolours 8 8\npage own =\nn1 4"
    with pytest.raises(ValueError, match="the row 'n1' of a theme table has 2 words, not 3"):
        read_column(table, ("a", "dark", "8"))
    assert read_column(f"{table} =", ("b", "dark", "8")) == {"page": "own", "n1": "4"}


FIGURES_OF_NUMBERS = {
    ("classic", "dark"): "9.1/7.2/5.4 11.4/9.0/6.8 9.1/7.2/5.4 7.7/6.1/4.6 10.2/8.1/6.1 11.7/9.3/7.0 "
    "18.1/14.4/10.8 8.8/7.0/5.3",
    ("classic", "light"): "8.6/8.0/6.8 8.0/7.4/6.3 7.4/6.9/5.9 15.6/14.4/12.2 10.3/9.6/8.1 7.5/6.9/5.9 "
    "21.0/19.5/16.5 7.1/6.6/5.6",
    ("classic", "either"): "4.6/4.6 4.5/4.7 5.3/4.0 4.6/4.5 4.5/4.7 4.8/4.4 own 4.6/4.5",
    ("high", "dark"): "13.2 16.7 12.0 11.5 15.3 17.2 21.0 13.6",
    ("colour-blind", "dark"): "5.1 6.7 5.3 4.7 6.8 11.7 12.5 5.9",
    ("colour-blind", "light"): "5.1 5.9 5.9 6.9 4.5 5.5 16.5 5.6",
}


@pytest.mark.parametrize(("key", "figures"), FIGURES_OF_NUMBERS.items(), ids=str)
def test_numbers_have_the_contrast_they_were_chosen_for(key: tuple[str, str], figures: str) -> None:
    """A single figure is the one on the page, or the worst of the pages."""
    looks = palette(*key, 256)
    for number, text in zip(NUMBERS, figures.split(), strict=True):
        stated = [] if text == "own" else [float(part) for part in text.split("/")]
        found = contrasts(looks[number], key[1])
        assert (found if len(stated) != 1 else [min(found)]) == stated, number


FIGURES_OF_STYLES = """
hidden                4.4   4.6   11.1  4.4
pressed on opened     3.6   3.6   13.6  3.6
near                  5.3   8.8   18.1  5.3
flag on hidden        4.8   4.8   7.4   6.1
question on hidden    5.5   8.4   11.1  5.5
flag.wrong            7.4   7.4   11.5  8.7
mine                  4.5   11.1  21.0  4.5
boom                  5.4   5.4   7.4   6.9
done on opened        3.6   4.1   11.1  3.6
over on opened        5.4   5.9   12.0  6.8
proof                 13.2  13.2  17.8  13.2
safe                  12.1  12.1  16.7  9.1
danger                9.1   9.1   7.4   8.7
proposal              11.5  11.5  12.8  11.5
if.mine               4.5   5.7   11.5  6.1
if.safe               6.6   5.2   17.7  5.2
violated              5.4   5.4   7.4   6.9
guess                 15.3  15.3  19.9  15.3
heat.N                9.1   9.1   9.1   9.1
heat.N on heat.N.odd  7.7   7.7   7.7   8.6
cursor                19.6  13.0  19.6  19.7
border,text.dim       3.6   4.1   13.6  3.6
selected              11.1  7.1   19.6  11.1
bad                   5.4   5.9   12.0  6.8
good                  7.2   6.3   16.7  7.8
bar                   5.4   5.1   13.2  5.4
"""


@pytest.mark.parametrize("row", FIGURES_OF_STYLES.strip().splitlines(), ids=lambda row: row.split()[0])
def test_styles_have_the_contrast_they_were_chosen_for(row: str) -> None:
    """Each figure is the worst of the styles in its row, on the worst page."""
    name, *figures = row.rsplit(maxsplit=4)
    styles = [name.replace("N", str(step)) for step in range(5)] if "N" in name else name.split(",")
    themes = (("classic", "dark"), ("classic", "light"), ("high", "dark"), ("colour-blind", "dark"))
    for theme, figure in zip(themes, figures, strict=True):
        looks = palette(*theme, 256)
        assert min(min(contrasts(looks[style], theme[1])) for style in styles) == float(figure), theme


@pytest.mark.parametrize("key", [key for key in COLOUR_PALETTES if key[2] == 256], ids=str)
def test_nothing_is_hard_to_read_in_256_colours(key: tuple[str, str, int]) -> None:
    for style in STYLES:
        look = palette(*key)[style]
        quiet = 4.0 if key[1] == "either" else 3.6
        floor = 7.4 if key[0] == "high" else 4.4 if style in NUMBERS and key[1] != "either" else quiet
        assert all(figure >= floor for figure in contrasts(look, key[1])), style


@pytest.mark.parametrize(
    ("colours", "background", "shades", "figures"),
    [
        (16, "dark", XTERM, "4.4 15.3 5.3 6.7 19.6 16.7 21.0 16.7"),
        (16, "dark", VGA, "4.1 15.8 6.7 8.0 19.7 17.1 21.0 9.0"),
        (16, "light", XTERM, "9.4 own 5.8 4.7 5.8 own 21.0 4.0"),
        (16, "light", VGA, "13.3 own 7.8 6.4 7.8 own 21.0 7.5"),
        (8, "dark", XTERM, "10.6 9.7 3.6 4.5 12.3 10.6 16.7 16.7"),
        (8, "dark", VGA, "7.3 6.7 2.7 3.3 4.0 7.3 9.0 9.0"),
    ],
)
def test_numbers_in_few_colours_suit_the_common_palettes(
    colours: int, background: str, shades: str, figures: str
) -> None:
    looks = [palette("classic", background, colours)[number] for number in NUMBERS]
    page = from_hex(PAGES[background][0])
    found = [
        "own" if look.fg is None else str(round(contrast(from_hex(shades.split()[look.fg]), page), 1)) for look in looks
    ]
    assert found == figures.split()
    assert all(look.bold for look in looks) == (colours == 8)


@pytest.mark.parametrize("key", EVERY_PALETTE, ids=str)
def test_the_cursor_looks_like_no_tile(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    cursor = looks["cursor"]
    for style in TILE_STYLES - {"cursor"}:
        assert (looks[style].bg, looks[style].reverse) != (cursor.bg, cursor.reverse), style


def test_mono_has_no_colour_and_reverses_nothing_on_the_board_but_the_cursor() -> None:
    looks = palette("mono", "dark", 256)
    assert all(looks[style][:2] == (None, None) for style in STYLES)
    assert [style for style in TILE_STYLES if looks[style].reverse] == ["cursor"]


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_without_colours_every_theme_is_mono(background: str) -> None:
    assert all(palette(theme, background, 0) == palette("mono", background, 256) for theme in THEMES)


@pytest.mark.parametrize("colours", [8, 16, 256])
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_high_paints_the_whole_page(background: str, colours: int) -> None:
    assert all(None not in palette("high", background, colours)[style][:2] for style in STYLES)


@pytest.mark.parametrize("theme", ["classic", "colour-blind"])
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_opened_cells_keep_the_background_of_the_terminal(theme: str, background: str) -> None:
    for colours in (8, 16, 256):
        looks = palette(theme, background, colours)
        assert all(looks[style].bg is None for style in ("opened", "page", "text", "done on opened", *NUMBERS))


@pytest.mark.parametrize("key", [key for key in COLOUR_PALETTES if key[2] == 256], ids=str)
def test_neighbours_of_one_kind_can_be_told_apart(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    for style in ("hidden", *(f"heat.{step}" for step in range(5))):
        assert looks[style].bg != looks[f"{style}.odd"].bg, style


@pytest.mark.parametrize("key", EVERY_PALETTE, ids=str)
def test_a_done_number_looks_unlike_one_with_work_left(key: tuple[str, str, int]) -> None:
    """An 8 is grey by tradition, and done as soon as its flags are set: it may look the same."""
    looks = palette(*key)
    assert looks["done on opened"] not in [looks[number] for number in NUMBERS[:7]]


@pytest.mark.parametrize("colours", [8, 16])
def test_few_colours_take_an_unknown_background_for_dark(colours: int) -> None:
    assert palette("classic", "either", colours) == palette("classic", "dark", colours)


def safe_to_danger(theme: str, background: str, sight: str) -> float:
    looks = palette(theme, background, 256)
    safe, danger = looks["safe"].bg, looks["danger"].bg
    assert safe is not None
    assert danger is not None
    return distance(safe, danger, sight)


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_safe_and_danger_are_far_apart_for_colour_blind_eyes(background: str) -> None:
    assert round(safe_to_danger("colour-blind", background, "all cones")) == 128
    assert all(safe_to_danger("colour-blind", background, sight) > 101 for sight in SIGHTS)


def test_classic_is_why_colour_blind_exists() -> None:
    """Guards the simulation too: with a wrong matrix the test above would prove nothing."""
    assert round(safe_to_danger("classic", "dark", "all cones")) == 87
    assert round(safe_to_danger("classic", "dark", "deuteranopia")) == 6


def closest_numbers(theme: str, background: str) -> float:
    looks = palette(theme, background, 256)
    shades = [shade for number in NUMBERS if (shade := looks[number].fg) is not None]
    pairs = [(one, other) for one, other in product(shades, shades) if one < other]
    return min(distance(*pair, sight) for pair in pairs for sight in SIGHTS)


def test_on_an_unknown_background_numbers_lie_no_closer_for_colour_blind_eyes() -> None:
    others = min(closest_numbers("colour-blind", background) for background in ("dark", "light"))
    assert closest_numbers("colour-blind", "either") > others


@pytest.mark.parametrize(
    ("value", "background"),
    [
        (None, "either"),
        ("", "either"),
        ("15;0", "dark"),
        ("15;8", "dark"),
        ("0;7", "light"),
        ("0;15", "light"),
        ("0;default;9", "light"),
        ("12;6", "dark"),
        ("0;16", "dark"),
        ("0;default", "either"),
        ("0;" + "9" * 5000, "dark"),
    ],
)
def test_colorfgbg_tells_the_background(value: str | None, background: str) -> None:
    assert background_from({} if value is None else {"COLORFGBG": value}) == background


@pytest.mark.parametrize(
    ("reported", "used"),
    [(-1, 0), (0, 0), (2, 0), (8, 8), (16, 16), (52, 16), (88, 16), (256, 256), (768, 256), (32768, 8), (1 << 24, 8)],
)
def test_a_terminal_gets_the_palette_its_colours_allow(reported: int, used: int) -> None:
    assert colours_from({}, reported) == used
    assert colours_from({"NO_COLOR": ""}, reported) == used
    assert colours_from({"NO_COLOR": "1"}, reported) == 0


@pytest.mark.parametrize(
    ("key", "wrong"),
    [(("neon", "dark", 256), "'neon'"), (("classic", "auto", 256), "'auto'"), (("classic", "dark", 88), "88")],
)
def test_a_palette_that_does_not_exist_is_refused_with_the_value(key: tuple[str, str, int], wrong: str) -> None:
    with pytest.raises(ValueError, match=f"^{wrong} is none of "):
        palette(*key)


def test_the_themes_that_can_be_chosen_are_those_that_are_painted() -> None:
    choices = next(option.choices for option in OPTIONS if option.name == "theme")
    assert choices == THEMES
