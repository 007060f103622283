"""Layouts: read from text boards, drawn as text boards, and the clues that follow from the mines."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from minesweeper.boards.layout import Layout, read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import make_grid
from minesweeper.core.sizes import SpecError
from minesweeper.core.textboard import PictureError
from tests.strategies import layouts


@given(layouts())
def test_a_layout_written_as_a_text_board_is_read_back(layout: Layout) -> None:
    assert read_layout(layout.to_picture()) == layout
    assert read_layout(layout.to_picture().replace(".", "0")) == layout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("*1\n12", "row 2, column 2 shows 2. The true clue is 1"),
        ("*0", "row 1, column 2 shows 0. The true clue is 1"),
        ("..\n.8", "row 2, column 2 shows 8. The true clue is 0"),
        ("*F", r"line 1, cell 2: 'F' isn't one of \* #"),
        ("*.\n*", "line 2 has 1 cell"),
    ],
)
def test_a_text_board_with_a_wrong_clue_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(PictureError, match=message):
        read_layout(text)


@pytest.mark.parametrize("mines", [1 << 6, -1])
def test_mines_off_the_board_are_refused(mines: int) -> None:
    with pytest.raises(ValueError, match="isn't on a 3x2 board"):
        Layout(make_grid(3, 2), mines)


def test_a_layout_is_pickled_as_its_mines_alone() -> None:
    layout = Layout(make_grid(3, 2), 1)
    small = pickle.dumps(layout)
    assert layout.clue(1) == 1
    assert pickle.dumps(layout) == small
    assert pickle.loads(small) == layout
    assert pickle.loads(small).numbers == layout.numbers


def test_a_layout_without_a_mine_or_a_safe_cell_has_no_board_spec() -> None:
    assert read_layout("*..\n...").spec == BoardSpec(3, 2, 1)
    for picture in ("...", "***"):
        with pytest.raises(SpecError, match="mines don't fit on 3x1"):
            _ = read_layout(picture).spec
