"""Checks the colours of every theme by computing WCAG contrasts and distances between colours."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from minesweeper.storage.themes import packaged_themes
from minesweeper.ui.draw.glyphs import GLYPHS, Tile
from minesweeper.ui.draw.large import LIGHT
from minesweeper.ui.draw.rgb import DIRECT_COLOURS, from_hex, red_green_blue
from minesweeper.ui.draw.rgb import contrast as contrast_of
from minesweeper.ui.draw.theme import (
    BACKGROUNDS,
    NUMBERS,
    Look,
    Palette,
    background_from,
    colours_from,
    knows_direct_colours,
    palette,
)
from tests.ui.draw.tile_styles import tile_styles

Colour = tuple[float, float, float]
THEMES = packaged_themes()

EVERY_PALETTE = list(product(THEMES, BACKGROUNDS, (0, 8, 16, 256, DIRECT_COLOURS)))
SHADED = [key for key in EVERY_PALETTE if key[2] >= 256]
"""The palettes with all shades of their theme."""
COLOURED = [key for key in SHADED if key[0] != "mono"]
OURS = ("classic", "colour-blind", "high")
"""The themes whose colours are our own. The others follow palettes that many players know."""
DISTINCT = [key for key in COLOURED if key[0] == "classic" or key[2] == DIRECT_COLOURS]
"""The palettes in which no two colours of a theme have the same nearest colour."""
NUMBER_STYLES = [f"{number} on opened" for number in NUMBERS]
DONE_STYLES = [f"{number}.done on opened" for number in NUMBERS]
PAGE_STYLES = {
    *"border frame.won frame.lost frame.record ruler ruler.lit text text.dim title key bad good star bar page".split(),
    *"chart.rate chart.now chart.time chart.best selected pill".split(),
    *"banner.won banner.lost banner.record".split(),
    *(f"{role} on pill" for role in ("flag", "mark", "good", "bad")),
    "mark on selected",
}
ON_GROUNDS = {"selected", "pill", "banner.won", "banner.lost", "banner.record"}
"""The styles of text outside the board that has its own background."""
TILE_STYLES = set(tile_styles().values())
FACES = ("hidden", "hidden.odd", "hidden+8", "hidden-7", "safe", "safe.odd", "heat.2", "heat.2.odd")
CURSOR_STYLES = {f"cursor on {ground}" for ground in ("opened", *FACES)} | {"cursor.full"}
STYLES = PAGE_STYLES | TILE_STYLES | CURSOR_STYLES | {f"cap on {ground}" for ground in FACES}
SHAPES = {"mark", "proof.bar", "pole", "mine.glint", "boom.ray", "odds"}
"""Roles that colour pixels, bars and blocks instead of text."""
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


def linear(colour: int) -> Colour:
    parts = red_green_blue(colour)
    red, green, blue = (part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def times(matrix: tuple[Colour, Colour, Colour], colour: Colour) -> Colour:
    red, green, blue = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return red, green, blue


def contrasts(look: Look, background: str) -> list[float]:
    """The contrast of a look on its own background or, if it has none, on each page that it can stand on."""
    if look.fg is None:
        return []
    pages = [from_hex(page) for page in PAGES[background]] if look.bg is None else [look.bg]
    return [round(contrast_of(look.fg, page), 1) for page in pages]


# Machado, Oliveira and Fernandes 2009, full severity, on linear RGB.
SIGHTS: dict[str, tuple[Colour, Colour, Colour]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))  # over the white point


def distance(one: int, other: int, sight: str) -> float:
    """How different two colours look to eyes with this kind of colour vision, as a distance in CIELAB."""

    def lab(colour: int) -> Colour:
        red, green, blue = times(SIGHTS[sight], linear(colour))
        seen = (min(max(red, 0), 1), min(max(green, 0), 1), min(max(blue, 0), 1))
        x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in times(XYZ, seen))
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


def test_every_colour_of_a_theme_is_used_by_a_style() -> None:
    made_of = {part for style in STYLES for part in style.split(" on ")}
    bases = {part.split("+")[0].split("-")[0].removesuffix(".odd") for part in made_of}
    assert bases | SHAPES == palette("classic", "dark", 256).roles()


@pytest.mark.parametrize("key", EVERY_PALETTE, ids=str)
def test_every_palette_has_all_styles_within_its_colours(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    for style in STYLES:
        look = looks[style]
        assert all(index is None or 0 <= index < key[2] for index in look[:2]), style
        assert look.bg is None or look.fg is not None, f"{style}: an own colour on a painted background is a gamble"


LOOKS = {
    "page": Look(231, 16),
    "flag": Look(124, 16, bold=True),
    "title": Look(231, 16, underline=True),
    "opened": Look(252, 16),
    "hidden": Look(240, 252, dim=True),
    "filled": Look(16, 16, reverse=True),
    "proof": Look(231, 0x2B3F5A, underline=True),
    **{number: Look(20 + place, 16) for place, number in enumerate(NUMBERS)},
}


def test_a_style_can_stand_on_the_background_of_another_style() -> None:
    looks = Palette(LOOKS, {}, DIRECT_COLOURS)
    assert looks["flag"] == Look(124, 16, bold=True)
    assert looks["flag on hidden"] == Look(124, 252, bold=True)
    assert looks["title on hidden"] == Look(240, 252, underline=True), "without a colour, it takes the background's"
    assert looks["flag on filled"] == Look(124, 16, bold=True, reverse=True)
    assert looks["filled on hidden"] == Look(16, 252)
    assert looks["flag on ink of hidden"] == Look(124, 240, bold=True)
    for unknown in ("neon on hidden", "flag on neon", "hidden.even", "hidden+", "ink of neon"):
        with pytest.raises(KeyError):
            looks[unknown]


def test_backgrounds_are_shaded_only_with_256_colours_or_more() -> None:
    for colours in (256, DIRECT_COLOURS):
        looks = Palette(LOOKS, {}, colours)
        grounds = [looks[f"flag on hidden{light}"].bg for light in ("-50", ".odd", "", "+50")]
        assert grounds[2] == 252
        shades = [sum(red_green_blue(ground)) for ground in grounds if ground is not None]
        assert shades == sorted(set(shades))
    few = Palette(LOOKS, {}, 16)
    assert len({few[f"flag on hidden{light}"] for light in ("-50", ".odd", "", "+50")}) == 1


def test_a_look_that_a_theme_names_stays_the_same_on_any_background() -> None:
    fixed = {"flag": Look(16, 200), "proof": Look(16, 117), "n1": Look(99, 16)}
    looks = Palette(LOOKS, fixed, DIRECT_COLOURS)
    assert looks["flag on hidden"] == Look(16, 200)
    assert looks["n2 on proof"] == Look(16, 117)
    assert looks["n1 on hidden"] == Look(99, 252), "this look names no background of its own"


def test_all_numbers_have_different_colours_with_256_colours() -> None:
    for theme, background in product(set(THEMES) - {"mono"}, ("dark", "light")):
        exact = [palette(theme, background, DIRECT_COLOURS)[style].fg for style in NUMBER_STYLES]
        nearest = [palette(theme, background, 256)[style].fg for style in NUMBER_STYLES]
        assert len(set(nearest)) == len(set(exact)), (theme, background)


def floor_of(style: str, theme: str, colours: int) -> float:
    """The lowest contrast that a style may have, which is higher for text than for shapes and decoration."""
    floor = _floor_of(style, theme)
    if colours == 256:
        floor *= 0.75  # with 256 colours, the nearest one may be closer to the background
    return floor if theme in OURS else floor * 0.78


def _floor_of(style: str, theme: str) -> float:
    role, _, ground = style.partition(" on ")
    if role in ("hidden", "hidden.odd", "cap", "near", "pressed") or style in ("border", "page"):
        return 1.0
    if role.endswith(".done") or role == "done":
        return 4.5 if theme == "high" else 3.0
    if role.startswith("chart"):
        return 1.6
    if ground.startswith(("hidden", "safe", "heat")) or role.startswith(("safe", "heat", "boom", "cursor")):
        return 2.4
    if role in ("flag", "mark", "good", "bad", "star", "bar", "flag.won") or role.startswith("frame"):
        return 2.5
    if ground == "proof" or style in PAGE_STYLES - ON_GROUNDS:
        return 2.9
    return 7.0 if theme == "high" and style in (*NUMBER_STYLES, "selected") else 3.4


@pytest.mark.parametrize("key", COLOURED, ids=str)
def test_all_texts_of_a_theme_have_enough_contrast(key: tuple[str, str, int]) -> None:
    for style in STYLES:
        floor = floor_of(style, key[0], key[2])
        assert all(figure >= floor for figure in contrasts(palette(*key)[style], key[1])), style


@pytest.mark.parametrize("key", [key for key in SHADED if key[2] == DIRECT_COLOURS], ids=str)
def test_numbers_have_enough_contrast_on_opened_cells(key: tuple[str, str, int]) -> None:
    for style in NUMBER_STYLES:
        assert contrasts(palette(*key)[style], key[1])[0] >= (7.0 if key[0] == "high" else 4.5), style


@pytest.mark.parametrize("key", [key for key in SHADED if key[2] == DIRECT_COLOURS], ids=str)
@pytest.mark.parametrize("style", ["mine", "danger"])
def test_mines_have_enough_contrast_on_every_row_of_a_large_tile(key: tuple[str, str, int], style: str) -> None:
    looks = palette(*key)
    face = "mined" if style == "danger" else "hidden"
    for ground in (face, f"{face}.odd", *(f"{face}{light:+}" for rows in LIGHT.values() for light in rows)):
        assert contrasts(looks[f"{style} on {ground}"], key[1])[0] >= 3.0, ground


@pytest.mark.parametrize("key", [key for key in SHADED if key[2] == DIRECT_COLOURS], ids=str)
def test_the_tick_of_a_safe_cell_has_the_contrast_of_text(key: tuple[str, str, int]) -> None:
    assert contrasts(palette(*key)["safe"], key[1])[0] >= 4.5


@pytest.mark.parametrize("key", SHADED, ids=str)
def test_hidden_and_opened_cells_have_different_backgrounds(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    well = looks["opened"].bg
    assert well is not None
    for style in ("hidden", "hidden+8", "hidden-7"):
        ground = looks[style].bg
        assert ground is not None
        assert contrast_of(well, ground) >= 1.2, style


@pytest.mark.parametrize("key", DISTINCT, ids=str)
def test_important_states_of_cells_have_different_backgrounds(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    grounds = [looks[style].bg for style in ("opened", "hidden", "boom", "flag.wrong", "missed", "n1 on proof")]
    assert len(set(grounds)) == 6


@pytest.mark.parametrize(("colours", "background"), [(16, "dark"), (16, "light"), (8, "dark")])
@pytest.mark.parametrize("shades", [XTERM, VGA], ids=["xterm", "vga"])
def test_numbers_in_8_or_16_colours_suit_common_terminals(colours: int, background: str, shades: str) -> None:
    page = from_hex(PAGES[background][0])
    for number in NUMBER_STYLES:
        look = palette("classic", background, colours)[number]
        assert look.bold
        assert look.fg is None or round(contrast_of(from_hex(shades.split()[look.fg]), page), 1) >= 2.7, number


@pytest.mark.parametrize("key", [*(key for key in EVERY_PALETTE if key[2] < 256), *DISTINCT], ids=str)
def test_the_cursor_has_a_background_that_no_tile_has(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    cursor = looks["cursor.full"]
    for style in TILE_STYLES:
        assert (looks[style].bg, looks[style].reverse) != (cursor.bg, cursor.reverse), style


@pytest.mark.parametrize("key", SHADED, ids=str)
def test_the_cursor_has_the_same_colour_everywhere(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    assert looks["cursor"].fg == looks["cursor on opened"].fg == looks["cursor on hidden+8"].fg


def test_without_colours_only_the_cursor_is_reversed_on_the_board() -> None:
    looks = palette("classic", "dark", 0)
    assert all(looks[style][:2] == (None, None) for style in STYLES)
    assert [style for style in TILE_STYLES if looks[style].reverse] == []
    assert looks["cursor"].reverse


def test_the_mono_theme_has_only_greys() -> None:
    for background, colours in product(BACKGROUNDS, (256, DIRECT_COLOURS)):
        looks = palette("mono", background, colours)
        shades = {part for style in TILE_STYLES for part in looks[style][:2] if part is not None}
        assert all(max(parts) - min(parts) <= 8 for parts in map(red_green_blue, shades))


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_all_themes_look_the_same_without_colours(background: str) -> None:
    first, *others = (palette(theme, background, 0) for theme in THEMES if theme != "high")
    assert all(theme[style] == first[style] for theme in others for style in STYLES)


@pytest.mark.parametrize("theme", PAINTED)
def test_themes_that_paint_the_page_use_no_colour_of_the_terminal(theme: str) -> None:
    assert all(None not in palette(theme, "either", 256)[style][:2] for style in STYLES)


@pytest.mark.parametrize("theme", ["classic", "colour-blind"])
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_the_board_has_its_own_background_but_the_page_has_none(theme: str, background: str) -> None:
    looks = palette(theme, background, 256)
    assert all(None not in looks[style][:2] for style in TILE_STYLES)
    assert all(looks[style].bg is None for style in ("page", "text", "text.dim", "border", "ruler", "good", "bad"))
    for colours in (8, 16):
        looks = palette(theme, background, colours)
        assert all(looks[style].bg is None for style in ("opened", "hidden", "page", *NUMBER_STYLES))


@pytest.mark.parametrize("theme", ["classic", "colour-blind"])
def test_the_board_on_an_unknown_background_is_the_dark_one(theme: str) -> None:
    either, dark = palette(theme, "either", 256), palette(theme, "dark", 256)
    assert {style for style in TILE_STYLES | CURSOR_STYLES if either[style] != dark[style]} == set()


@pytest.mark.parametrize("key", DISTINCT, ids=str)
def test_each_step_of_the_odds_has_a_different_colour(key: tuple[str, str, int]) -> None:
    looks = palette(*key)
    assert len({looks[f"heat.{step}"].fg for step in range(5)}) == 5
    assert len({looks[f"heat.{step}"].bg for step in range(5)}) == 1


@pytest.mark.parametrize("key", EVERY_PALETTE, ids=str)
def test_finished_numbers_look_different_from_unfinished_ones(key: tuple[str, str, int]) -> None:
    """With enough colours, a finished number keeps its hue at half the light. Unfinished numbers are bold."""
    looks = palette(*key)
    for number, done in zip(NUMBER_STYLES, DONE_STYLES, strict=True):
        assert looks[number].bold
        assert not looks[done].bold
        if key in COLOURED:
            assert looks[done].fg != looks[number].fg


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_missed_and_exploded_cells_differ_for_colour_blind_eyes(background: str) -> None:
    looks = palette("colour-blind", background, DIRECT_COLOURS)
    missed, boom = looks["missed"].bg, looks["boom"].bg
    assert missed is not None
    assert boom is not None
    assert all(distance(missed, boom, sight) > 60 for sight in SIGHTS)


def test_green_and_red_of_the_classic_theme_confuse_colour_blind_eyes() -> None:
    """This checks the simulation of colour blindness. With a wrong matrix, the test above would be worthless."""
    looks = palette("classic", "dark", 256)
    green, red = looks["n2 on opened"].fg, looks["n3 on opened"].fg
    assert green is not None
    assert red is not None
    assert distance(green, red, "all cones") > 3 * distance(green, red, "deuteranopia")


@pytest.mark.parametrize("background", ["dark", "light"])
def test_numbers_of_the_colour_blind_theme_differ_for_all_eyes(background: str) -> None:
    """A small distance is enough, because numbers differ by their shape too."""
    looks = palette("colour-blind", background, 256)
    shades = [shade for number in NUMBER_STYLES if (shade := looks[number].fg) is not None]
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
def test_the_variable_colorfgbg_gives_the_terminal_background(value: str | None, background: str) -> None:
    assert background_from({} if value is None else {"COLORFGBG": value}) == background


@pytest.mark.parametrize(
    ("reported", "used"),
    [(-1, 0), (0, 0), (2, 0), (8, 8), (16, 16), (52, 16), (88, 16), (256, 256), (768, 256), (DIRECT_COLOURS, 256)],
)
def test_the_palette_depends_on_the_number_of_terminal_colours(reported: int, used: int) -> None:
    assert colours_from({}, reported) == used
    assert colours_from({"NO_COLOR": ""}, reported) == used
    assert colours_from({"NO_COLOR": "1"}, reported, "on") == 0
    assert colours_from({}, reported, "on") == (DIRECT_COLOURS if reported == DIRECT_COLOURS else used)
    assert colours_from({"COLORTERM": "truecolor"}, reported, "off") == used


@pytest.mark.parametrize(
    ("environ", "is_known"),
    [
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, True),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, True),
        ({"TERM": "xterm-256color", "COLORTERM": "yes"}, False),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/tmux"}, True),
        ({"TERM": "screen-256color", "TMUX": "/tmp/tmux"}, True),
        ({"TERM": "screen-256color", "COLORTERM": "truecolor"}, False),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "STY": "1.pts"}, False),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM": "linux", "COLORTERM": "truecolor"}, False),
        ({"TERM": "eterm-color", "COLORTERM": "truecolor"}, False),
    ],
)
def test_the_environment_decides_whether_24_bit_colours_are_used(environ: dict[str, str], is_known: bool) -> None:
    assert knows_direct_colours(environ) == is_known
    assert colours_from(environ, DIRECT_COLOURS) == (DIRECT_COLOURS if is_known else 256)


def test_the_terminfo_entry_can_allow_24_bit_colours() -> None:
    assert knows_direct_colours({"TERM": "xterm-kitty"}, is_direct=True)
    assert not knows_direct_colours({"TERM": "screen-256color"}, is_direct=True)


@pytest.mark.parametrize("background", ["dark", "light"])
@pytest.mark.parametrize("theme", THEMES)
def test_highlighted_digits_have_enough_contrast_on_opened_cells(theme: str, background: str) -> None:
    """Large digits reach the edge of their tile, where a dark digit would run into the dark gap."""
    looks = palette(theme, background, DIRECT_COLOURS)
    well = looks["opened"].bg
    for role in ("lowest", "violated"):
        fg, bg = looks[role].fg, looks[role].bg
        assert fg is not None
        assert bg is not None
        assert well is not None
        assert contrast_of(fg, well) >= 3
        assert contrast_of(fg, bg) >= 4.5


@pytest.mark.parametrize("colours", [256, 16, 8, 0])
def test_empty_cells_and_clues_of_a_proof_have_the_same_background(colours: int) -> None:
    """An opened cell without a clue can be part of a proof if a wrong flag kept its neighbour closed."""
    _, style = GLYPHS["unicode"].piece(Tile.PROOF, 0)
    assert palette("classic", "dark", colours)[style].bg == palette("classic", "dark", colours)["n1 on proof"].bg
