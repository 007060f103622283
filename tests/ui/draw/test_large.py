"""Large tiles: lit from above, with pictures made of quarter blocks, gaps, and a cursor ring.

The tests read a tile back as pixels, two by two for each character, because that is what a player sees. For screen
readers, large tiles keep their plain characters.
"""

from __future__ import annotations

from itertools import product

import pytest

from minesweeper.ui.base.model import Model, render
from minesweeper.ui.draw.glyphs import GLYPHS, QUADRANTS, GlyphSet, Piece, Tile, ground_of
from minesweeper.ui.draw.large import DIGITS, LIGHT, large_tile
from minesweeper.ui.draw.rgb import DIRECT_COLOURS, luminance
from minesweeper.ui.draw.theme import Palette, palette
from tests.ui.draw.tile_styles import tile_styles
from tests.ui.driving import CALM, board, cursor_to, place_of, press, start, state_of
from tests.ui.game_boards import BEGINNER

LARGE = [(2, 4), (3, 6), (4, 8)]
PICTURED = LARGE[1:]
LOOKS = palette("classic", "dark", DIRECT_COLOURS)
FLAG = GLYPHS["unicode"].piece(Tile.FLAG)
HIDDEN = ("  ", "hidden")


def rows_of_characters(tile: Piece, size: tuple[int, int], **options: bool) -> list[str]:
    """The characters of a large tile, row by row."""
    return ["".join(text for text, _ in row) for row in large_tile(tile, *size, **options)]


def colours_of(tile: Piece, size: tuple[int, int], looks: Palette = LOOKS) -> list[list[int | None]]:
    """The colours of the pixels of a large tile. A letter counts as its background."""
    rows: list[list[int | None]] = []
    for pieces in large_tile(tile, *size):
        upper: list[int | None] = []
        lower: list[int | None] = []
        for text, style in pieces:
            for character in text:
                inked = max(QUADRANTS.find(character), 0)
                four = [looks[style].fg if inked & bit else looks[style].bg for bit in (1, 2, 4, 8)]
                upper += four[:2]
                lower += four[2:]
        rows += [upper, lower]
    return rows


def ink_of(tile: Piece, size: tuple[int, int], ink: int | None) -> list[str]:
    """Draws the pixels that have one colour as `#`, without the gap to the right of the tile and below it."""
    return ["".join("#" if pixel == ink else "." for pixel in row[:-2]) for row in colours_of(tile, size)[:-1]]


@pytest.mark.parametrize("digit", "12345678")
def test_large_digits_have_the_same_shape_at_6x3_and_8x4(digit: str) -> None:
    tile = (f" {digit}", f"n{digit} on opened")
    ink = LOOKS[f"n{digit} on opened"].fg
    assert ink_of(tile, (3, 6), ink) == [f"..{row}.." for row in DIGITS[digit]]
    assert ink_of(tile, (4, 8), ink)[1:6] == [f"....{row}...." for row in DIGITS[digit]]


def test_no_two_large_digits_have_the_same_shape() -> None:
    assert len(set(DIGITS.values())) == len(DIGITS) == 10


@pytest.mark.parametrize("size", LARGE)
def test_each_row_of_a_large_hidden_tile_has_a_single_style(size: tuple[int, int]) -> None:
    """A row with one style is a single run, so its colours are sent to the terminal only once."""
    for height, pieces in zip(LIGHT[size[0]], large_tile(HIDDEN, *size), strict=True):
        assert {style for _, style in pieces} == {f"cap on hidden{height:+}"}


@pytest.mark.parametrize("size", LARGE)
def test_large_hidden_tiles_are_lit_from_above_but_opened_ones_arent(size: tuple[int, int]) -> None:
    face = [luminance(row[0]) for row in colours_of(HIDDEN, size)[::2] if row[0] is not None]
    assert len(face) == size[0]
    assert face == sorted(set(face), reverse=True)
    for tile in (("  ", "opened"), (" 2", "n2 on opened")):
        assert {row[0] for row in colours_of(tile, size)} == {LOOKS["opened"].bg}


@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("tile", [HIDDEN, FLAG, ("41", "heat.3"), GLYPHS["unicode"].piece(Tile.BOOM)])
def test_the_gap_right_of_and_below_a_large_tile_is_visible(size: tuple[int, int], tile: Piece) -> None:
    well = LOOKS["opened"].bg
    *face, below = colours_of(tile, size)
    assert set(below) == {well}
    assert {pixel for row in face for pixel in row[-2:]} == {well}
    assert well not in {row[0] for row in face}


@pytest.mark.parametrize("size", LARGE)
def test_clues_of_a_proof_on_large_tiles_have_a_bar_below_them(size: tuple[int, int]) -> None:
    *face, below = colours_of((" 1", "n1 on proof"), size)
    bar, tint, well = LOOKS["proof.bar"].fg, LOOKS["proof"].bg, LOOKS["opened"].bg
    assert below == [bar] * (2 * size[1] - 2) + [well] * 2
    assert {pixel for row in face for pixel in row[-2:]} == {well}
    assert face[0][0] == tint
    if size in PICTURED:
        assert "▸" not in "".join(rows_of_characters(("▸1", "n1 on proof"), size)), "the bar replaces the sign"


@pytest.mark.parametrize("size", [(1, 2), *LARGE])
@pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=GLYPHS)
def test_an_empty_cell_of_a_proof_has_the_background_of_the_proof(glyphs: GlyphSet, size: tuple[int, int]) -> None:
    tile = glyphs.piece(Tile.PROOF, 0)
    assert LOOKS[tile[1]].bg == LOOKS["proof"].bg
    assert size == (1, 2) or len(colours_of(tile, size)) == 2 * size[0]


@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=GLYPHS)
def test_large_hidden_tiles_have_a_different_shape_for_each_state(glyphs: GlyphSet, size: tuple[int, int]) -> None:
    # These are plain backgrounds, which differ only in brightness.
    same = {Tile.HIDDEN, Tile.NEAR, Tile.PRESSED, Tile.EMPTY, Tile.FAR}
    alike = {frozenset((Tile.FLAG, Tile.FLAG_WON)), frozenset((Tile.FLAG, Tile.FLAG_REDUCED))}
    # The same state before and after the end of the game.
    alike |= {frozenset((Tile.SAFE, Tile.MISSED)), frozenset((Tile.DANGER, Tile.MINE))}
    alike |= {frozenset((Tile.FLAG_WON, Tile.FLAG_REDUCED))}
    tiles = [tile for tile in Tile if tile not in same and "n" not in tile.columns[0]]
    shapes = {tile: "\n".join(rows_of_characters(glyphs.piece(tile), size)) for tile in tiles}
    for one, other in product(tiles, tiles):
        if one is not other and frozenset((one, other)) not in alike:
            assert shapes[one] != shapes[other], (one, other)


@pytest.mark.parametrize("name", GLYPHS)
def test_without_colours_each_state_of_a_cell_has_its_characters(name: str) -> None:
    glyphs = GLYPHS[name]
    quiet = {
        Tile.NEAR,
        Tile.EARLIER,
        Tile.PRESSED,
        Tile.FLAG_WON,
        Tile.FLAG_REDUCED,
        Tile.MINE,
        Tile.EMPTY,
        Tile.FREE,
        Tile.DONE,
    }
    shown = [glyphs.tile(tile, 3) for tile in Tile if tile not in quiet]
    assert len(set(shown)) == len(shown)
    assert glyphs.tile(Tile.MISSED) != glyphs.tile(Tile.SAFE)


@pytest.mark.parametrize("size", PICTURED)
def test_pictures_on_large_tiles_show_both_of_their_colours(size: tuple[int, int]) -> None:
    """A character can show only two colours. Where three meet, the picture must not lose one of its own."""
    for style in ("mine on hidden", "flag on hidden", "boom", "danger on mined"):
        tile = next(glyphs for glyphs in (GLYPHS["unicode"].piece(tile) for tile in Tile) if glyphs[1] == style)
        shown = {pixel for row in colours_of(tile, size) for pixel in row}
        second = {"mine": "mine.glint", "flag": "pole", "boom": "boom.ray", "danger": "mine.glint"}[style.split()[0]]
        assert LOOKS[second].fg in shown
        assert LOOKS[style].fg in shown


def test_odds_stand_in_the_middle_of_large_tiles() -> None:
    ink = LOOKS["heat.3"].fg
    assert rows_of_characters(("41", "heat.3"), (2, 4))[0] == "41%█"
    assert rows_of_characters(("41", "heat.3"), (3, 6)) == ["     █", " 41% █", "▄▄▄▄▄█"]
    assert rows_of_characters((" 7", "heat.3"), (3, 6))[1] == "  7% █"
    assert rows_of_characters(("<1", "heat.0"), (3, 6))[1] == " <1% █"
    for tile in (("41", "heat.3"), ("88", "heat.3"), (" 7", "heat.3")):
        rows = ink_of(tile, (4, 8), ink)
        assert {*rows[0], *rows[6]} == {"."}
        assert all(row[:2] == row[-2:] == ".." for row in rows)


@pytest.mark.parametrize("tile", [Tile.FLAG, Tile.SAFE, Tile.MINE])
@pytest.mark.parametrize("size", PICTURED)
def test_pictures_stand_in_the_middle_of_large_tiles(size: tuple[int, int], tile: Tile) -> None:
    piece = GLYPHS["unicode"].piece(tile)
    inks = {LOOKS[role].fg for role in (piece[1], "pole", "mine.glint")}
    *face, _ = colours_of(piece, size)
    used = [col for row in face for col, pixel in enumerate(row[:-2]) if pixel in inks]
    left, right = min(used), 2 * size[1] - 3 - max(used)
    assert left >= 1
    assert abs(left - right) <= 2


def test_the_glint_on_a_large_mine_lies_inside_the_mine() -> None:
    for size in PICTURED:
        rows = ink_of(GLYPHS["unicode"].piece(Tile.MINE), size, LOOKS["mine.glint"].fg)
        body = ink_of(GLYPHS["unicode"].piece(Tile.MINE), size, LOOKS["mine on hidden"].fg)
        row, col = next((row, line.index("#")) for row, line in enumerate(rows) if "#" in line)
        assert body[row][col - 1] == body[row - 1][col] == body[row + 1][col] == "#"


@pytest.mark.parametrize("size", LARGE)
def test_a_large_tile_for_screen_readers_keeps_its_characters(size: tuple[int, int]) -> None:
    for tile in ((" 3", "n3 on opened"), FLAG, ("41", "heat.3"), ("!1", "over on opened"), ("✗3", "violated")):
        assert tile[0].strip() in "\n".join(rows_of_characters(tile, size, spelled=True))


@pytest.mark.parametrize("size", PICTURED)
def test_a_warning_sign_stands_at_the_upper_left_of_a_large_tile(size: tuple[int, int]) -> None:
    for tile in (("~✓", "if.safe on hidden"), ("!1", "over on opened"), ("✗3", "violated")):
        assert rows_of_characters(tile, size)[0][0] == tile[0][0]


@pytest.mark.parametrize("size", LARGE)
def test_every_large_tile_has_its_size_with_and_without_the_cursor(size: tuple[int, int]) -> None:
    height, width = size
    for glyphs, ringed, spelled in product(GLYPHS.values(), (False, True), (False, True)):
        for piece in (("37", "heat.2"), *(glyphs.piece(tile, 3) for tile in Tile)):
            rows = rows_of_characters(piece, size, ringed=ringed, spelled=spelled)
            assert [len(row) for row in rows] == [width] * height


@pytest.mark.parametrize("colours", [256, DIRECT_COLOURS])
@pytest.mark.parametrize("size", LARGE)
def test_the_theme_has_a_look_for_every_style_of_large_tiles(size: tuple[int, int], colours: int) -> None:
    looks = palette("classic", "dark", colours)
    for style, text, ringed in product(tile_styles().values(), (" 3", "▸⋅", "41"), (False, True)):
        for row in large_tile((text, style), *size, ringed=ringed):
            assert all(looks[style] for _, style in row)


@pytest.mark.parametrize(("size", "setting"), [("2x1", True), ("4x2", True), ("8x4", True), ("4x2", False)])
def test_the_number_under_the_cursor_lights_its_hidden_neighbours(size: str, setting: bool) -> None:
    settings = CALM.with_value("cell_size", size).with_value("light_neighbours", setting)
    model = press(cursor_to(start(board(BEGINNER, "beginner"), 200, 60, settings), 4, 0), "space")
    game = state_of(model).game
    number = next(cell for cell in range(81) if game.opened >> cell & 1 and game.position.clue(cell))
    lit = {style for line in render(cursor_to(model, *divmod(number, 9))).lines for _, _, style in line}
    assert any(ground_of(style).startswith("near") for style in lit) == setting
    assert not any("near" in style for line in render(model).lines for _, _, style in line)


def at_6x3(row: int = 4, col: int = 0) -> Model:
    model = cursor_to(start(board(BEGINNER, "beginner"), 120, 40, CALM.with_value("cell_size", "6x3")), 4, 0)
    return cursor_to(press(model, "space"), row, col)


def test_the_cursor_ring_leaves_the_foot_of_the_digit_above_visible() -> None:
    game = state_of(at_6x3()).game
    number = next(cell for cell in range(72) if game.opened >> cell & 1 and game.position.clue(cell))
    model = at_6x3(number // 9 + 1, number % 9)
    row, col = state_of(model).geometry.place(state_of(model).looks.view, number // 9, number % 9)
    foot = [(text, style) for at, text, style in render(model).lines[row + 2] if col <= at < col + 5]
    assert any(style.endswith("on ink of cursor") and set(text) == {"▀"} for text, style in foot)
    assert all("cursor" in style for _, style in foot)


def test_the_cursor_ring_covers_only_the_gaps_between_large_tiles() -> None:
    """The tiles around the cursor don't change, so that a cursor step rewrites little of the screen."""
    before, after = at_6x3(0, 8), at_6x3(4, 4)
    row, col = place_of(after, 4, 4)
    for down, right in ((-3, 0), (0, -6), (0, 6), (3, 0)):
        at = row + down, col + right - 1
        styles = [[render(model).style_at(at[0], at[1] + place) for place in range(5)] for model in (before, after)]
        assert styles[0] == styles[1]


@pytest.mark.parametrize("size", ["2x1", "3x1", "4x2", "6x3"])
def test_an_exploded_cell_has_no_cursor(size: str) -> None:
    settings = CALM.with_value("cell_size", size)
    model = press(cursor_to(start(board("*1....\n....*."), 120, 40, settings), 0, 1), "space")
    lost = press(cursor_to(model, 0, 0), "space")
    assert not [style for style in styles_of(lost) if "cursor" in style]
    assert [style for style in styles_of(model) if "cursor" in style]


def styles_of(model: Model) -> set[str]:
    return {style for line in render(model).lines for _, _, style in line}
