"""Large tiles: digits and signs of half blocks, gaps, the ring of the cursor, and characters for screen readers."""

from __future__ import annotations

import pytest

from minesweeper.ui.base.model import render
from minesweeper.ui.draw.glyphs import GLYPHS, Piece, Tile
from minesweeper.ui.draw.large import large_tile
from minesweeper.ui.draw.theme import palette
from tests.ui.driving import CALM, board, cursor_to, press, start, state_of
from tests.ui.game_boards import BEGINNER

LARGE = [(3, 6), (4, 8)]


def picture(tile: Piece, height: int, width: int, **options: bool) -> list[str]:
    """Returns the characters of a large tile, row by row."""
    return ["".join(text for text, _ in row) for row in large_tile(tile, height, width, **options)]


def styles(tile: Piece, height: int, width: int, **options: bool) -> set[str]:
    """Returns the styles of a large tile."""
    return {style for row in large_tile(tile, height, width, **options) for _, style in row}


def test_digits_are_made_of_half_blocks() -> None:
    assert picture((" 2", "n2 on opened"), 3, 6) == [" ▀▀█  ", " █▀▀  ", " ▀▀▀  "]
    assert picture((" 2", "n2 on opened"), 4, 8) == ["  ▄▄▄   ", "  ▄▄█   ", "  █▄▄   ", "        "]


def test_a_row_of_hidden_tiles_is_one_run() -> None:
    for size in LARGE:
        assert all(row == [(row[0][0], "cap on hidden")] for row in large_tile((" ⋅", "hidden"), *size))


@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("name", GLYPHS)
def test_flags_mines_and_checks_are_shapes_that_differ_in_every_glyph_set(name: str, size: tuple[int, int]) -> None:
    tiles = [GLYPHS[name].piece(tile) for tile in (Tile.FLAG, Tile.PROPOSAL, Tile.MINE, Tile.SAFE, Tile.QUESTION)]
    pictures = ["".join(picture(tile, *size)) for tile in tiles]
    assert len(set(pictures)) == len(tiles)
    for text in pictures:
        assert sum(map(text.count, "█▀▄")) >= size[1] + 3, "more than the gap below the face"


def test_a_modifier_stands_beside_its_sign() -> None:
    assert [row[:5] for row in picture(("~✓", "if.safe on hidden"), 3, 6)] == ["   ▄█", "~▀▄▀ ", "▄▄▄▄▄"]


def test_a_proving_clue_of_6x3_reaches_into_the_gap_above_it() -> None:
    for above in ((" ⋅", "hidden"), (" 2", "n2 on opened")):
        foot = large_tile(above, 3, 6, below="proof")[-1]
        assert foot[-1][1] == f"ground of proof on {above[1].split()[-1]}"
    assert foot[1] == ("▀▀▀", "n2 on proof"), "the digit above stays whole"
    assert palette("classic", "dark", 256)[f"{foot[-1][1]}"].fg == palette("classic", "dark", 256)["proof"].bg


def test_odds_have_two_digits_in_8x4_and_characters_in_6x3() -> None:
    assert picture(("41", "heat.3"), 4, 8)[:3] == ["▄ ▄  ▄ ▐", "█▄█ ▀█ ▐", "  █ ▄█▄▐"]
    assert "41" in picture(("41", "heat.3"), 3, 6)[1]
    assert " 7" in picture((" 7", "heat.0"), 3, 6)[1]


@pytest.mark.parametrize("size", LARGE)
def test_a_spelled_tile_keeps_its_characters(size: tuple[int, int]) -> None:
    for tile in ((" 3", "n3 on opened"), (" ⚑", "flag on hidden"), ("41", "heat.3"), ("▸1", "proof")):
        assert tile[0].strip() in "\n".join(picture(tile, *size, spelled=True))


@pytest.mark.parametrize("size", LARGE)
def test_every_tile_has_its_size_ringed_or_not(size: tuple[int, int]) -> None:
    height, width = size
    for glyphs in GLYPHS.values():
        for piece in (("37", "heat.2"), *(glyphs.piece(tile, 3) for tile in Tile)):
            for ringed in (False, True):
                assert [len(row) for row in picture(piece, *size, ringed=ringed)] == [width] * height
            assert picture(piece, *size, ringed=True)[-1].endswith("▟"), "the ring closes"


@pytest.mark.parametrize(("size", "setting"), [("2x1", True), ("4x2", True), ("8x4", True), ("4x2", False)])
def test_the_number_under_the_cursor_lights_its_hidden_neighbours(size: str, setting: bool) -> None:
    settings = CALM.with_value("cell_size", size).with_value("light_neighbours", setting)
    model = press(cursor_to(start(board(BEGINNER, "beginner"), 200, 60, settings), 4, 0), "space")
    game = state_of(model).game
    number = next(cell for cell in range(81) if game.opened >> cell & 1 and game.position.clue(cell))
    lit = {style for line in render(cursor_to(model, *divmod(number, 9))).lines for _, _, style in line}
    assert any(style.endswith("near") for style in lit) == setting
    assert not any(style.endswith("near") for line in render(model).lines for _, _, style in line)


def test_the_ring_leaves_the_digit_above_it_whole() -> None:
    model = press(
        cursor_to(start(board(BEGINNER, "beginner"), 120, 40, CALM.with_value("cell_size", "6x3")), 4, 0), "space"
    )
    game = state_of(model).game
    number = next(cell for cell in range(72) if game.opened >> cell & 1 and game.position.clue(cell))
    below = cursor_to(model, number // 9 + 1, number % 9)
    row, col = state_of(below).geometry.place(state_of(below).looks.view, number // 9, number % 9)
    foot = render(below).lines[row + 2]
    assert any(style.endswith("on cursor.full") for at, _, style in foot if col <= at < col + 6)
