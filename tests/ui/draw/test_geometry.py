"""The geometry of the game screen: where board, header, panel and lists go on terminals of every size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.draw.fitting import make_room
from minesweeper.ui.draw.geometry import Geometry, View, arrange, cell_size_in

sizes = st.tuples(st.integers(7, 200), st.integers(20, 600))
boards = st.tuples(st.integers(1, 300), st.integers(1, 300))


@pytest.mark.parametrize(
    ("terminal", "beginner", "expert", "large"),
    [
        ("20x7", "2x1 20x7+0+0 9x5 s18+1+0", "2x1 20x7+0+0 9x5 s18+1+0", "2x1 20x7+0+0 9x5 s18+1+0"),
        ("40x12", "2x1 22x11+9+0 9x9 s20+10+0", "2x1 40x11+0+0 18x9 s38+1+0", "2x1 40x11+0+0 18x9 s38+1+0"),
        ("80x24", "4x2 39x20+20+1 9x9 s35+22+0", "2x1 64x18+8+1 30x16 s60+10+0", "2x1 80x21+0+1 38x19 s76+2+0"),
        ("200x60", "8x4 75x38+62+11 9x9 s71+64+10", "6x3 183x50+8+4 30x16 s179+10+3", "2x1 200x57+0+1 98x55 s196+2+0"),
    ],
)
def test_boards_have_their_recorded_places_at_four_screen_sizes(
    terminal: str, beginner: str, expert: str, large: str
) -> None:
    cols, rows = map(int, terminal.split("x"))
    assert describe(arrange(rows, cols, 9, 9)) == beginner
    assert describe(arrange(rows, cols, 30, 16)) == expert
    assert describe(arrange(rows, cols, 200, 100)) == large


@pytest.mark.parametrize(
    ("rows", "cols", "wish", "size"),
    [
        (24, 80, "auto", "4x2"),
        (23, 80, "auto", "3x1"),
        (24, 80, "3x1", "3x1"),
        (40, 80, "8x4", "6x3"),
        (11, 80, "auto", "2x1"),
    ],
)
def test_cells_have_the_largest_size_that_shows_the_whole_board(rows: int, cols: int, wish: str, size: str) -> None:
    assert cell_size_in(rows, cols, 9, 9, wish) == size
    geometry = arrange(rows, cols, 9, 9, wish)
    assert f"{geometry.cell_width}x{geometry.cell_height}" == size


def test_cells_larger_than_4x2_need_block_characters() -> None:
    assert cell_size_in(60, 200, 9, 9, "auto", has_blocks=False) == "4x2"
    assert cell_size_in(60, 200, 9, 9, "8x4", has_blocks=False) == "4x2"
    assert arrange(60, 200, 9, 9, has_blocks=False).cell_width == 4


@pytest.mark.parametrize(
    ("terminal", "board", "has_sides"),
    [
        ("80x24", (38, 20), True),
        ("80x24", (39, 20), False),
        ("80x24", (40, 20), False),
        ("80x24", (40, 99), False),
        ("80x24", (41, 20), True),
        ("20x7", (9, 9), True),
        ("20x7", (10, 9), False),
        ("40x12", (20, 6), False),
    ],
)
def test_the_board_frame_loses_its_sides_if_the_board_then_fits(
    terminal: str, board: tuple[int, int], has_sides: bool
) -> None:
    cols, rows = map(int, terminal.split("x"))
    geometry = arrange(rows, cols, *board)
    assert geometry.has_sides is has_sides
    assert (geometry.view_cols == board[0]) is (board[0] <= cols // 2)


def test_a_requested_panel_keeps_the_sides_of_the_board_frame() -> None:
    assert arrange(30, 100, 50, 20).view_cols == 50
    beside = arrange(30, 100, 50, 20, has_panel=True)
    assert (beside.has_sides, beside.right_panel is None) == (True, False)


def test_a_board_scrolls_only_if_the_screen_has_too_few_rows_for_it() -> None:
    """An Expert board needs 20 rows: 16 for its cells, 2 for its frame, and one each for header and key bar."""
    whole = arrange(20, 80, 30, 16)
    assert (whole.view_rows, whole.free_rows, whole.strip.top, whole.below) == (16, 0, 0, 19)
    assert arrange(19, 80, 30, 16).view_rows == 14  # one row is kept free for messages
    assert arrange(21, 80, 30, 16).free_rows == 1


@pytest.mark.parametrize(
    ("terminal", "board", "panel"),
    [
        ("80x24", (9, 9), "4x2 39x20+6+1 9x9 s35+8+0 r26"),
        ("80x24", (30, 16), "2x1 64x18+8+1 30x16 s60+10+0"),
        ("120x40", (9, 9), "6x3 57x29+17+5 9x9 s53+19+4 r26"),
        ("200x60", (30, 16), "4x2 123x34+20+13 30x16 s119+22+12 r34"),
        ("120x40", (200, 100), "2x1 91x37+0+1 44x35 s87+2+0 r26"),
        ("40x12", (9, 9), "2x1 22x11+9+0 9x9 s20+10+0"),
    ],
)
def test_panels_have_their_recorded_places_beside_boards(terminal: str, board: tuple[int, int], panel: str) -> None:
    cols, rows = map(int, terminal.split("x"))
    assert describe(arrange(rows, cols, *board, has_panel=True)) == panel


def describe(geometry: Geometry) -> str:
    frame = geometry.frame
    text, strip = f"{geometry.cell_width}x{geometry.cell_height}", geometry.strip
    text += f" {frame.width}x{frame.height}+{frame.left}+{frame.top} {geometry.view_cols}x{geometry.view_rows}"
    text += f" s{strip.width}+{strip.left}+{strip.top}"
    return text + (f" r{geometry.right_panel.width}" if geometry.right_panel else "")


@given(sizes, boards, st.sampled_from(["auto", "2x1", "3x1", "4x2"]), st.booleans())
def test_header_board_and_panel_fit_the_screen_without_overlapping(
    size: tuple[int, int], board: tuple[int, int], cell_size: str, has_panel: bool
) -> None:
    geometry = arrange(*size, *board, cell_size, has_panel=has_panel)
    frame = geometry.frame
    assert frame.top >= 0
    assert frame.left >= 0
    assert frame.left + frame.width <= geometry.cols
    assert 1 <= geometry.view_rows <= board[1]
    assert 1 <= geometry.view_cols <= board[0]
    # A board that is shown whole may use the row of the message.
    is_tight = geometry.rows < 14 or geometry.view_rows == board[1]
    bottom = geometry.rows - (0 if geometry.is_compact else 1 if is_tight else 2)
    assert geometry.below == frame.top + frame.height <= bottom
    assert geometry.first_col + geometry.cell_width * geometry.view_cols + geometry.rest + geometry.has_sides == (
        frame.left + frame.width
    )
    assert geometry.rest >= 0
    assert geometry.has_sides or geometry.view_cols == board[0]
    strip, panel = geometry.strip, geometry.right_panel
    assert strip.left >= 0
    assert strip.left + strip.width <= geometry.cols
    assert strip.top == frame.top if geometry.is_strip_in_edge else 0 <= strip.top < frame.top
    if panel:
        assert panel.left + panel.width <= geometry.cols
        assert panel.left > frame.left + frame.width


@given(sizes, boards, st.data())
def test_every_place_on_a_tile_belongs_to_its_cell(
    size: tuple[int, int], board: tuple[int, int], data: st.DataObject
) -> None:
    geometry = arrange(*size, *board)
    view = geometry.clamp(View(data.draw(st.integers(-5, 400)), data.draw(st.integers(-5, 400))))
    row = view.row + data.draw(st.integers(0, geometry.view_rows - 1))
    col = view.col + data.draw(st.integers(0, geometry.view_cols - 1))
    top, left = geometry.place(view, row, col)
    for down in range(geometry.cell_height):
        for right in range(geometry.cell_width):
            assert geometry.cell_at(view, top + down, left + right) == (row, col)


@given(sizes, boards, st.data())
def test_places_outside_the_board_belong_to_no_cell(
    size: tuple[int, int], board: tuple[int, int], data: st.DataObject
) -> None:
    geometry = arrange(*size, *board)
    row = data.draw(st.integers(0, geometry.rows - 1))
    col = data.draw(st.integers(0, geometry.cols - 1))
    cell = geometry.cell_at(View(), row, col)
    frame = geometry.frame
    inside = (
        frame.top < row < frame.top + frame.height - 1
        and geometry.first_col <= col < geometry.first_col + geometry.view_cols * geometry.cell_width
    )
    assert (cell is not None) == inside


@given(sizes, boards, st.data())
def test_the_view_follows_the_cursor_with_a_margin(
    size: tuple[int, int], board: tuple[int, int], data: st.DataObject
) -> None:
    geometry = arrange(*size, *board)
    start = View(data.draw(st.integers(0, 300)), data.draw(st.integers(0, 300)))
    row, col = data.draw(st.integers(0, board[1] - 1)), data.draw(st.integers(0, board[0] - 1))
    view = geometry.follow(start, row, col)
    for place, begin, length, whole in (
        (row, view.row, geometry.view_rows, board[1]),
        (col, view.col, geometry.view_cols, board[0]),
    ):
        margin = min(3, length // 3)
        assert begin >= 0
        assert begin + length <= whole
        assert place - begin >= min(margin, place)
        assert begin + length - 1 - place >= min(margin, whole - 1 - place)
    assert geometry.follow(view, row, col) == view


@given(
    st.tuples(st.integers(12, 70), st.integers(40, 220)),
    boards,
    st.tuples(st.integers(4, 20), st.integers(10, 36)),
    st.booleans(),
)
def test_a_list_covers_the_board_only_if_moving_it_isnt_enough(
    size: tuple[int, int], board: tuple[int, int], wanted: tuple[int, int], has_panel: bool
) -> None:
    (rows, cols), (height, width) = size, wanted
    before = arrange(rows, cols, *board, has_panel=has_panel)
    col = before.first_col
    moved, box = make_room(before, height, width, col)
    frame, strip = moved.frame, moved.strip
    assert frame[2:] == before.frame[2:]
    assert min(frame.top, frame.left, strip.top, strip.left) >= 0
    assert frame.left + frame.width <= cols
    assert strip.left + strip.width <= cols
    assert frame.top - strip.top == before.frame.top - before.strip.top
    assert strip.top < box.top
    assert box.top + box.height < rows
    assert box.left >= 0
    assert box.left + box.width <= cols
    is_beside = box.left >= frame.left + frame.width
    is_below = box.top >= frame.top + frame.height
    assert is_beside or is_below or frame.width + 2 + width > cols - min(4, before.frame.left)
    assert is_beside or is_below or before.strip.top + 1 + frame.height + height > rows - 2 or before.is_strip_in_edge
    assert box.height == height or not is_below


def test_a_list_over_the_board_leaves_the_cursor_in_view() -> None:
    whole = arrange(24, 80, 30, 16)
    for col in range(30):
        moved, box = make_room(whole, 15, 27, whole.place(View(), 0, col)[1])
        _, left = moved.place(View(), 0, col)
        assert not {left, left + 1} & set(range(box.left, box.left + box.width))


def test_a_list_goes_left_of_the_board_if_the_right_side_is_taken() -> None:
    board = arrange(40, 120, 9, 9)
    assert make_room(board, 10, 27, 40)[1].left > board.frame.left + board.frame.width
    unmoved, box = make_room(board, 10, 27, 40, is_taken=True)
    assert unmoved == board
    assert box.left >= 0
    assert box.left + box.width < board.frame.left


def test_a_list_gives_up_its_frame_before_the_board_moves() -> None:
    board = arrange(24, 80, 9, 9)
    moved, box = make_room(board, 10, 27, 40, least=21)
    assert moved.frame == board.frame
    assert (box.left, box.left + box.width) == (board.frame.left + board.frame.width, 81)
    assert make_room(board, 10, 27, 40, least=22)[0].frame.left < board.frame.left
