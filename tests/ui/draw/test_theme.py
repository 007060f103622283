"""The promises of the themes, computed from the theme data: every figure below is a WCAG contrast or a distance."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from minesweeper.storage.themes import packaged_themes
from minesweeper.ui.draw.theme import BACKGROUNDS, Look, Palette, background_from, colours_from, palette
from tests.ui.draw.tile_styles import tile_styles

Colour = tuple[float, float, float]
THEMES = packaged_themes()

EVERY_PALETTE = list(product(THEMES, BACKGROUNDS, (0, 8, 16, 256)))
COLOUR_PALETTES = [key for key in EVERY_PALETTE if key[0] != "mono" and key[2]]
IN_256 = [key for key in COLOUR_PALETTES if key[2] == 256]
NUMBERS = [f"n{clue} on opened" for clue in range(1, 9)]
DONE_NUMBERS = [f"n{clue}.done on opened" for clue in range(1, 9)]
GROUNDS = ("opened", "hidden", "hidden.odd")
ON_PILL = {f"{role} on pill" for role in ("flag", "mark", "good", "bad")}
PAGE_STYLES = {
    *"border frame.won frame.lost ruler ruler.lit text text.dim title key bad good bar page pill.end".split(),
    *"selected pill banner.won banner.lost".split(),
    *ON_PILL,
    "mark on selected",
}
TILE_STYLES = set(tile_styles().values())
CURSOR_STYLES = {f"cursor on {ground}" for ground in GROUNDS} | {"cursor.full"}
CAP_STYLES = {f"cap on {ground}" for ground in GROUNDS}
STYLES = PAGE_STYLES | TILE_STYLES | CURSOR_STYLES | CAP_STYLES
SHAPES = {"mark", "logo", "logo.odd"}
"""Roles of bars and blocks, which are no words: their grounds are what is read."""
"""All that screens name; the letters of the title have those of numbers."""
PAINTED = [theme for theme in packaged_themes() if palette(theme, "either", 256)["page"].bg is not None]
"""The themes that paint the page."""

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
    with pytest.raises(KeyError):
        looks["neon on hidden"]


def floor_of(style: str, theme: str, background: str) -> float:
    """The least contrast of a style: that of words, of shapes and quiet words, or of what is only decoration."""
    role, _, _ = style.partition(" on ")
    if role in ("hidden", "hidden.odd", "cap", "pill.end", "near") or style in ("pressed on opened", "border", "page"):
        return 1.0
    if style == "ruler":
        return 2.9
    if style.endswith(".done on opened") or style == "done on opened":
        return 4.5 if theme == "high" else 3.0
    if role in ("flag", "cursor", "frame.won", "frame.lost") or style in ON_PILL or style == "mark on selected":
        return 3.0
    if look_is_on_page(style):
        return 3.6
    return 7.0 if theme == "high" else 4.5


def look_is_on_page(style: str) -> bool:
    return style in PAGE_STYLES - ON_PILL - {"selected", "pill", "banner.won", "banner.lost"}


@pytest.mark.parametrize("key", IN_256, ids=str)
def test_nothing_is_hard_to_read_in_256_colours(key: tuple[str, str, int]) -> None:
    for style in STYLES:
        floor = floor_of(style, key[0], key[1])
        assert all(figure >= floor for figure in contrasts(palette(*key)[style], key[1])), style


@pytest.mark.parametrize("key", IN_256, ids=str)
def test_the_ground_of_a_hidden_cell_tells_it_from_an_opened_one(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    well = looks["opened"].bg
    for style in ("hidden", "hidden.odd"):
        ground, dot = looks[style].bg, looks[style].fg
        assert well is not None
        assert ground is not None
        assert dot is not None
        assert round(contrast(from_index(well), from_index(ground)), 1) >= 1.4, style
        assert 1.3 <= contrast(from_index(dot), from_index(ground)) <= 4.5, "the dot is decoration, yet not nothing"


@pytest.mark.parametrize("key", IN_256, ids=str)
def test_states_are_told_by_their_grounds(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    grounds = [looks[style].bg for style in ("opened", "hidden", "boom", "flag.wrong", "safe", "proof", "guess")]
    if key[0] == "colour-blind":
        assert len(set(grounds)) == len(grounds)
    assert len({looks[style].bg for style in ("opened", "hidden", "danger", "safe", "proof", "guess")}) == 6


@pytest.mark.parametrize(("colours", "background"), [(16, "dark"), (16, "light"), (8, "dark")])
@pytest.mark.parametrize("shades", [XTERM, VGA], ids=["xterm", "vga"])
def test_numbers_in_few_colours_suit_the_common_palettes(colours: int, background: str, shades: str) -> None:
    page = from_hex(PAGES[background][0])
    for number in NUMBERS:
        look = palette("classic", background, colours)[number]
        assert look.bold
        assert look.fg is None or round(contrast(from_hex(shades.split()[look.fg]), page), 1) >= 2.7, number


@pytest.mark.parametrize("key", EVERY_PALETTE, ids=str)
def test_a_tile_under_the_cursor_looks_like_no_tile(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    cursor = looks["cursor.full"]
    for style in TILE_STYLES:
        assert (looks[style].bg, looks[style].reverse) != (cursor.bg, cursor.reverse), style


@pytest.mark.parametrize("key", IN_256, ids=str)
def test_the_cursor_has_one_colour_everywhere(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    colour = looks["cursor"].fg
    assert {looks["cursor.full"].bg, looks["mark"].fg} == {colour}
    assert looks["ruler.lit"].fg in (colour, None)


def test_mono_has_no_colour_and_reverses_nothing_on_the_board_but_the_cursor() -> None:
    looks = palette("mono", "dark", 256)
    assert all(looks[style][:2] == (None, None) for style in STYLES)
    assert [style for style in TILE_STYLES if looks[style].reverse] == []
    assert looks["cursor"].reverse


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_without_colours_every_theme_is_mono(background: str) -> None:
    assert all(palette(theme, background, 0) == palette("mono", background, 256) for theme in THEMES)


@pytest.mark.parametrize("theme", PAINTED)
def test_a_theme_that_paints_the_page_needs_no_background(theme: str) -> None:
    assert all(None not in palette(theme, "either", 256)[style][:2] for style in STYLES)
    assert palette(theme, "light", 256) == palette(theme, "dark", 256) == palette(theme, "either", 256)


@pytest.mark.parametrize("theme", ["classic", "colour-blind"])
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_the_board_paints_its_own_ground_and_the_page_is_the_terminals(theme: str, background: str) -> None:
    looks = palette(theme, background, 256)
    assert all(None not in looks[style][:2] for style in TILE_STYLES)
    assert all(looks[style].bg is None for style in ("page", "text", "text.dim", "border", "ruler", "good", "bad"))
    for colours in (8, 16):
        looks = palette(theme, background, colours)
        assert all(looks[style].bg is None for style in ("opened", "hidden", "page", *NUMBERS))


@pytest.mark.parametrize("theme", ["classic", "colour-blind"])
def test_on_an_unknown_background_the_board_is_that_of_a_dark_one(theme: str) -> None:
    either, dark = palette(theme, "either", 256), palette(theme, "dark", 256)
    assert {style for style in TILE_STYLES | CURSOR_STYLES if either[style] != dark[style]} == set()


@pytest.mark.parametrize("key", COLOUR_PALETTES, ids=str)
def test_each_step_of_the_odds_has_a_ground_of_its_own_on_which_neighbours_differ_in_weight(
    key: tuple[str, str, int],
) -> None:
    looks = palette(*key)
    assert len({looks[f"heat.{step}"].bg for step in range(5)}) == 5
    for step in range(5) if key in IN_256 else ():
        one, other = looks[f"heat.{step}"], looks[f"heat.{step}.last"]
        assert (one.bg, one.bold, other.bold) == (other.bg, True, False)


@pytest.mark.parametrize("key", EVERY_PALETTE, ids=str)
def test_a_done_number_looks_unlike_one_with_work_left(key: tuple[str, str, int]) -> None:
    """With 256 colours it keeps its hue at half light; what is left to do is bold."""
    looks = palette(*key)
    for number, done in zip(NUMBERS, DONE_NUMBERS, strict=True):
        assert looks[number].bold
        assert not looks[done].bold
        if key[2] == 256 and key[0] != "mono":
            assert looks[done].fg != looks[number].fg


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_safe_and_danger_are_far_apart_for_colour_blind_eyes(background: str) -> None:
    looks = palette("colour-blind", background, 256)
    safe, danger = looks["safe"].bg, looks["danger"].bg
    assert safe is not None
    assert danger is not None
    assert all(distance(safe, danger, sight) > 85 for sight in SIGHTS)


def test_classic_is_why_colour_blind_exists() -> None:
    """Guards the simulation too: with a wrong matrix the test above would prove nothing."""
    looks = palette("classic", "dark", 256)
    green, red = looks["n2 on opened"].fg, looks["n3 on opened"].fg
    assert green is not None
    assert red is not None
    assert distance(green, red, "all cones") > 3 * distance(green, red, "deuteranopia")


@pytest.mark.parametrize("background", ["dark", "light"])
def test_numbers_are_told_apart_by_colour_blind_eyes(background: str) -> None:
    """They are figures and not only colours: it is enough that no two look the same."""
    looks = palette("colour-blind", background, 256)
    shades = [shade for number in NUMBERS if (shade := looks[number].fg) is not None]
    assert all(distance(*pair, sight) > 2 for pair in combinations(shades, 2) for sight in SIGHTS)


@pytest.mark.parametrize(
    ("value", "background"),
    [
        (None, "either"),
        ("15;0", "dark"),
        ("0;15", "light"),
        ("0;default;9", "light"),
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
