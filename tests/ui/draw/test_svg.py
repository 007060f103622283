"""Frames as SVG: images have the page colour of their theme, contain no scripts, and can be animated."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from minesweeper.ui.draw.canvas import Canvas, Frame
from minesweeper.ui.draw.glyphs import QUADRANTS
from minesweeper.ui.draw.rgb import DIRECT_COLOURS
from minesweeper.ui.draw.svg import COL, MARGIN, ROW, Paint, colour, film, still
from minesweeper.ui.draw.theme import Look, palette

NAMESPACE = "{http://www.w3.org/2000/svg}"
DARK = Paint(palette("classic", "dark", DIRECT_COLOURS))


def frame_of(text: str, style: str = "text", cols: int = 20) -> Frame:
    canvas = Canvas(2, cols)
    canvas.write(0, 1, text, style)
    return canvas.frame()


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{NAMESPACE}text")]


def page_of(svg: str) -> str | None:
    return next(ElementTree.fromstring(svg).iter(f"{NAMESPACE}rect")).get("fill")


@pytest.mark.parametrize(
    ("theme", "background", "page"),
    [
        ("classic", "dark", "#16181d"),
        ("mono", "dark", "#16181d"),
        ("high", "dark", "#000100"),
    ],
)
def test_an_svg_image_has_the_page_colour_of_its_theme(theme: str, background: str, page: str) -> None:
    paint = Paint(palette(theme, background, DIRECT_COLOURS), background)
    assert page_of(still(frame_of("x"), paint)) == page


@given(st.text(max_size=12))
@example("\x1b[31m\0\ufffe")
def test_any_text_in_an_svg_image_stays_text_and_never_becomes_markup(text: str) -> None:
    svg = still(frame_of(f'<b>&"{text}', cols=40), DARK)
    allowed = {"svg", "style", "rect", "text", "path", "g", "animate"}
    assert {element.tag.removeprefix(NAMESPACE) for element in ElementTree.fromstring(svg).iter()} <= allowed
    assert "".join(texts(svg)).startswith('<b>&"')


def test_an_svg_animation_contains_only_the_changes_of_each_frame() -> None:
    svg = film([frame_of("ab"), frame_of("ac"), frame_of("dc")], [1.0, 1.0, 2.0], DARK)
    root = ElementTree.fromstring(svg)
    assert texts(svg) == ["ab", "c", "d"]
    assert [element.get("keyTimes") for element in root.iter(f"{NAMESPACE}animate")] == ["0;0.2500", "0;0.5000"]
    assert "script" not in svg


@pytest.mark.parametrize(
    ("number", "written"),
    [(0, "#000000"), (9, "#f14c4c"), (16, "#000000"), (75, "#5fafff"), (255, "#eeeeee"), (0x6CB6FF, "#6cb6ff")],
)
def test_svg_images_write_palette_and_24_bit_colours_in_hexadecimal(number: int, written: str) -> None:
    assert colour(number) == written


@given(st.text(QUADRANTS, min_size=1, max_size=12))
def test_block_characters_in_svg_images_fill_their_quadrants(blocks: str) -> None:
    ink = "#010203"
    svg = still(frame_of(blocks, "ink"), Paint({"page": Look(), "ink": Look(0x010203)}))
    filled = [element for element in ElementTree.fromstring(svg).iter(f"{NAMESPACE}rect") if element.get("fill") == ink]
    left, top = MARGIN + COL, MARGIN
    pixels = []
    for element in filled:
        x, y, width, height = (float(element.get(name) or 0) for name in ("x", "y", "width", "height"))
        places = (int((x - left) * 2 / COL), int((y - top) * 2 / ROW), int(width * 2 / COL), int(height * 2 / ROW))
        pixels += [(places[0] + right, places[1] + down) for right in range(places[2]) for down in range(places[3])]
    wanted = [
        (2 * at + bit % 2, bit // 2)
        for at, block in enumerate(blocks)
        for bit in range(4)
        if QUADRANTS.index(block) >> bit & 1
    ]
    assert sorted(pixels) == sorted(wanted)
