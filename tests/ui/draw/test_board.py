"""How boards are drawn: the cursor around a tile, large tiles, row and column numbers, full-width boards."""

from __future__ import annotations

import pytest

from minesweeper.ui.base.model import Model, handle, render
from minesweeper.ui.draw.board import CHECKERED, mark_tile
from minesweeper.ui.draw.canvas import Canvas, Frame, Line
from minesweeper.ui.draw.glyphs import Piece, TerminalLooks
from minesweeper.ui.terminal.events import Mouse
from tests.ui.driving import CALM, board, cursor_to, place_of, press, rows_of, start, state_of
from tests.ui.game_boards import BEGINNER

OUTLINED, FEW, NARROW = TerminalLooks(), TerminalLooks(colours=16), TerminalLooks(frame_set="ascii")


def marked(tile: str, beside: str | None, looks: TerminalLooks, width: int = 2, style: str = "n3 on opened") -> Line:
    canvas = Canvas(1, 8)
    neighbour: Piece | None = None if beside is None else (beside, "hidden")
    mark_tile(canvas, 0, 0, (tile, style), looks, beside=neighbour, width=width)
    return canvas.frame().lines[0]


LEFT, THREE = (0, "▐", "cursor on opened"), (1, "3", "n3 on opened")


@pytest.mark.parametrize(
    ("tile", "beside", "looks", "width", "line"),
    [
        (" 3", " .", OUTLINED, 2, (LEFT, THREE, (2, "▌", "cursor on hidden"))),
        (" 3", None, OUTLINED, 2, (LEFT, THREE, (2, "▌", "cursor"))),
        (" 3", "!1", OUTLINED, 2, (LEFT, THREE)),
        ("!3", " .", OUTLINED, 2, ((0, "!3", "cursor.full"),)),
        (" 3", "!1", OUTLINED, 3, (LEFT, THREE, (2, "▌", "cursor on opened"))),
        ("33", " .", OUTLINED, 3, (LEFT, (1, "33", "n3 on opened"), (3, "▌", "cursor on hidden"))),
        ("33", "50", OUTLINED, 3, (LEFT, (1, "33", "n3 on opened"), (3, "▌", "cursor on hidden"))),
        ("33", "!1", OUTLINED, 3, (LEFT, (1, "33", "n3 on opened"))),
        (" 3", "38", FEW, 2, ((0, "[", "cursor"), THREE)),
        (
            "  ",
            " .",
            FEW,
            4,
            ((0, "[", "cursor"), (1, " ", "n3 on opened"), (2, "]", "cursor"), (3, " ", "n3 on opened")),
        ),
        ("33", " .", FEW, 4, ((0, "[", "cursor"), (1, "33", "n3 on opened"), (3, "]", "cursor"))),
        (" 3", " .", FEW, 2, ((0, "[", "cursor"), THREE, (2, "]", "cursor"))),
        ("!3", " .", FEW, 2, ((0, "!3", "cursor.full"), (2, "]", "cursor"))),
        (" 3", " .", NARROW, 2, ((0, "[", "cursor on opened"), THREE, (2, "]", "cursor on hidden"))),
    ],
)
def test_the_cursor_surrounds_a_tile_without_covering_its_signs(
    tile: str, beside: str | None, looks: TerminalLooks, width: int, line: Line
) -> None:
    """With few colours, or if block characters may be two columns wide, the cursor is a pair of brackets."""
    assert marked(tile, beside, looks, width) == line


def test_a_finished_number_under_the_cursor_is_not_dimmed() -> None:
    assert marked(" 3", " .", OUTLINED, style="n3.done on opened")[1] == THREE


def beginner(cols: int = 80, rows: int = 24, looks: TerminalLooks = OUTLINED) -> Model:
    """A Beginner game with one region opened and one flag. The cursor is on the flag."""
    model = press(cursor_to(start(board(BEGINNER, "beginner"), cols, rows, looks=looks), 4, 0), "space")
    return press(cursor_to(model, 1, 1), "f")


def around(model: Model) -> tuple[list[str], Frame, int, int]:
    """Finds the characters of the cursor's tile and its surroundings.

    Returns three rows of characters, beginning above the tile, then the frame and the row and column of the tile.
    """
    row, col = place_of(model, *state_of(model).cursor)
    frame = render(model)
    lines = [line.ljust(80)[col - 2 : col + 3] for line in rows_of(model)[row - 1 : row + 2]]
    return lines, frame, row, col - 1


def test_the_cursor_on_a_large_tile_is_a_ring_in_the_gaps_around_it() -> None:
    lines, frame, row, col = around(beginner())
    assert lines == ["▗▄▄▄▖", "▐ ⚑ ▌", "▐▄▄▄▌"]
    assert frame.style_at(row, col + 1) == "flag on hidden+7", "the ring doesn't change the tile itself"
    assert [frame.style_at(row - 1, col), frame.style_at(row + 1, col)] == ["cursor on hidden-5"] * 2
    assert [frame.style_at(row, col - 1), frame.style_at(row, col + 3)] == ["cursor on opened"] * 2


def test_the_cursor_ring_in_the_first_row_overlaps_the_board_frame() -> None:
    lines, frame, row, col = around(cursor_to(beginner(), 0, 3))
    assert (lines[0], frame.style_at(row - 1, col)) == ("▗▄▄▄▖", "cursor")
    lines, frame, row, col = around(cursor_to(beginner(), 0, 0))
    assert lines == ["▗▄▄▄▖", "▐   ▌", "▐▄▄▄▌"]
    assert frame.style_at(row, col - 1) == "cursor on opened"


@pytest.mark.parametrize("looks", [FEW, NARROW, TerminalLooks("ascii", "ascii", 0)], ids=["16", "narrow", "mono"])
def test_without_block_characters_the_cursor_is_a_pair_of_brackets(looks: TerminalLooks) -> None:
    model = beginner(looks=looks)
    text = "\n".join(rows_of(model))
    assert not set("▐▄█▗▌") & set(text)
    assert "[⚑]" in text or "[F]" in text


def styles_in_view(model: Model) -> set[str]:
    return {style for line in render(model).lines for _, _, style in line}


def test_hidden_tiles_alternate_in_shade_on_boards_up_to_1500_cells() -> None:
    few, many = (board("\n".join(["*" + "." * 49] * rows)) for rows in (30, 31))
    assert CHECKERED == 50 * 30
    assert "hidden.odd" not in styles_in_view(start(board(BEGINNER), 200, 60)), "large tiles have gaps instead"
    small = CALM.with_value("cell_size", "2x1")
    shown = [styles_in_view(start(session, 200, 60, small)) for session in (few, many)]
    assert ["hidden.odd" in styles for styles in shown] == [True, False]
    assert "hidden.odd" not in styles_in_view(start(few, 200, 60, small, FEW))


def test_the_row_and_column_numbers_of_the_cursor_are_highlighted() -> None:
    settings = CALM.with_value("details", True)
    model = cursor_to(start(board("\n".join(["." * 30] * 15 + ["*" + "." * 29])), settings=settings), 7, 12)
    frame, (row, col) = render(model), place_of(model, 7, 12)
    top = state_of(model).geometry.frame.top
    lit = [(at, text) for at, line in enumerate(frame.lines) for _, text, style in line if style == "ruler.lit"]
    assert lit == [(top - 1, ":)"), (top, "13"), (row, " 8")]
    assert rows_of(model)[top][col - 1 : col + 1] == "13"
    beside = cursor_to(model, 7, 13)
    assert "14" in rows_of(beside)[top]
    assert "15" not in rows_of(beside)[top], "the number would touch the cursor's number"


def test_the_column_number_is_visible_above_the_cursor_ring() -> None:
    model = cursor_to(start(board("*........\n" + "\n".join(["." * 9] * 8))), 0, 3)
    top = state_of(model).geometry.frame.top
    assert "▗▄▄▄▖" in rows_of(model)[top]
    assert "▗▄4▄▖" in rows_of(press(model, ":"))[top]


WIDE = board("\n".join(["." * 40] * 3 + ["." * 38 + "*."] + ["." * 40] * 16))
"""A board of 40x20, which has no room for the sides of its frame at 80x24."""


class TestWithoutSides:
    def model(self, looks: TerminalLooks = OUTLINED) -> Model:
        return start(WIDE, looks=looks)

    def test_a_board_as_wide_as_the_screen_shows_all_of_its_columns(self) -> None:
        model = press(self.model(), "f")
        rows, geometry = rows_of(model), state_of(model).geometry
        assert not geometry.scrolls
        assert rows[1].startswith("── 40x20 ──")
        assert set(rows[22]) == {"─"}
        assert not set("│╎╭╮╰╯") & set("".join(rows))

    def test_clicks_reach_both_outer_columns_of_a_full_width_board(self) -> None:
        model = self.model()
        for screen_col, col in ((0, 0), (1, 0), (78, 39), (79, 39)):
            after = handle(model, Mouse("press", "right", 2, screen_col))
            assert state_of(after).game.flags == 1 << col

    def test_the_cursor_is_visible_at_both_ends_of_a_full_width_row(self) -> None:
        opened = press(cursor_to(self.model(), 2, 39), "space")
        for looks in (OUTLINED, FEW, NARROW):
            shown = opened._replace(looks=looks)
            left, right = "▐▌" if looks is OUTLINED else "[]"
            first = rows_of(cursor_to(shown, 2, 0))[4]
            assert (first[0], first[2]) == (left, right)
            frame = render(cursor_to(shown, 2, 39))
            assert frame.text().split("\n")[4][78:] == f"{left}1"
            assert frame.style_at(4, 79) == "cursor.full"

    def test_a_full_width_board_names_reduced_view_and_click_mode(self) -> None:
        model = press(cursor_to(self.model(), 2, 38), "space", "l")
        assert "reduced" in rows_of(model)[1]
        switched = handle(model, Mouse("press", "left", 0, 2))
        assert "left flags" in rows_of(switched)[1]
