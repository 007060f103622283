"""Analysis boards: signs are written and read back, the size can change, and no move is played."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import to_cell_set
from minesweeper.core.position import read_position
from minesweeper.core.sizes import SpecError
from minesweeper.core.textboard import CLUES, FLAG, HIDDEN, MINE, read_text_board
from minesweeper.play.analysis_board import (
    analysis_board,
    analysis_session,
    analysis_signs,
    analysis_text,
    changed_cell,
    empty_analysis_board,
    sign_at,
    with_spec,
    write_sign,
)
from minesweeper.play.game import Game, Phase
from minesweeper.storage.text_boards import read_puzzle

SIGNS = CLUES + HIDDEN + FLAG + MINE


def a_board(picture: str, mines: int = 1) -> Game:
    """The analysis board of a text board."""
    game = empty_analysis_board(BoardSpec(len(picture.split()[0]), len(picture.split()), mines))
    for cell, sign in enumerate("".join(picture.split())):
        game = write_sign(game, cell, sign)
    return game


@st.composite
def pictures(draw: st.DrawFn, most: int = 6) -> str:
    """Text boards with all signs of an analysis board, whether or not a layout fits."""
    width, height = draw(st.tuples(st.integers(1, most), st.integers(2, most)))
    return "\n".join(draw(st.text(SIGNS, min_size=width, max_size=width)) for _ in range(height))


@given(pictures())
def test_signs_written_on_an_analysis_board_form_its_position(picture: str) -> None:
    game = a_board(picture)
    assert analysis_signs(game) == picture
    position = read_position(picture, 1)
    assert game.position == position
    assert game.flags == read_text_board(picture, SIGNS).where(FLAG)
    assert analysis_board(position, game.flags) == game


@given(pictures(), st.data())
def test_a_written_sign_replaces_only_the_sign_of_its_cell(picture: str, data: st.DataObject) -> None:
    game = a_board(picture)
    cell, sign = data.draw(st.integers(0, game.grid.size - 1)), data.draw(st.sampled_from(SIGNS))
    written = write_sign(game, cell, sign)
    expected = [sign if other == cell else sign_at(game, other) for other in range(game.grid.size)]
    assert [sign_at(written, other) for other in range(game.grid.size)] == expected
    assert (written is game) == (sign == sign_at(game, cell))
    assert changed_cell(game, written) == (None if written is game else cell)


@given(pictures(), st.integers(1, 8), st.integers(2, 8))
def test_a_resized_analysis_board_keeps_the_cells_of_both_sizes(picture: str, width: int, height: int) -> None:
    game = a_board(picture)
    other = with_spec(game, BoardSpec(width, height, 1))
    rows, shown = picture.split("\n"), analysis_signs(other).split("\n")
    expected = [(rows[row] if row < len(rows) else "").ljust(width, HIDDEN)[:width] for row in range(height)]
    assert shown == expected
    if (width, height) == (game.grid.width, game.grid.height):
        assert other == game


@given(pictures(), st.integers(1, 12))
@example("...\n...", 1)
@example("1.\n..", 1)
def test_a_copied_analysis_board_is_read_back(picture: str, mines: int) -> None:
    game = a_board(picture)
    game = with_spec(game, BoardSpec(game.grid.width, game.grid.height, min(mines, game.grid.size - 1)))
    read = read_puzzle(analysis_text(game))
    assert analysis_board(read.position, read.flags) == game


def test_no_move_can_be_played_on_an_analysis_board() -> None:
    game = a_board("1#\n#*\n11", 2)
    session = analysis_session(game)
    assert game.phase is Phase.PLAYING
    assert not game.is_over
    assert game.clue(0) == 1
    assert not session.would_deal(1)
    assert session.open_cell(1).game is session.chord(0).game is game
    assert not session.is_running
    assert session.apply_assist(to_cell_set([1]), to_cell_set([2]), "tip").game.flags == to_cell_set([2])
    assert analysis_signs(session.apply_assist(to_cell_set([1]), to_cell_set([2]), "tip").game) == "1#\nF*\n11"
    assert not session.id


def test_clues_and_given_mines_replace_flags_on_an_analysis_board() -> None:
    position = read_position("1*\n##", 2)
    assert analysis_board(position, to_cell_set([0, 1, 2])).flags == to_cell_set([2])


def test_an_impossible_or_too_large_analysis_board_is_refused() -> None:
    with pytest.raises(SpecError, match="0 mines don't fit on 2x2"):
        analysis_board(read_position("##\n##", 0))
    with pytest.raises(SpecError, match="101x100 has 10,100 cells, but the analysis board takes at most 10,000"):
        empty_analysis_board(BoardSpec(101, 100, 10))
    with pytest.raises(SpecError, match="the analysis board takes at most 10,000"):
        with_spec(empty_analysis_board(BoardSpec(2, 2, 1)), BoardSpec(1, 10_001, 1))
