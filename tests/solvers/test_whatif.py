"""What-if: everything said to follow from what-if mines holds in every layout that contains them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.what_if import WhatIfAnswer
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.position import Position, read_position
from minesweeper.core.textboard import draw_text_board, read_text_board
from minesweeper.solvers import whatif
from minesweeper.solvers.bitrules import sweep_to_end
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.whatif import WhatIf, what_if
from tests.solvers.brute_force import possible
from tests.strategies import cell_sets, positions
from tests.tools.cell_boards import assert_cells_apart, assert_cells_within, assert_same_cells


def asked(text: str, mines: int) -> tuple[Position, WhatIf]:
    """The what-if of a text board, with P for what-if mines and F for flags that the player confirmed."""
    text = "\n".join(text.split())
    picture = read_text_board(text, "#FP.12345678")
    position = read_position(text.replace("P", "#"), mines)
    return position, run_to_end(what_if(position, picture.where("P"), picture.where("F")))


def drawn(position: Position, result: WhatIf) -> list[str]:
    """The implied cells as a text board: ``*`` for mines and ``+`` for safe cells."""
    layers = [
        (position.opened, "."),
        (result.implied_mines, "*"),
        (result.implied_safe, "+"),
        (result.what_if_mines, "P"),
    ]
    return draw_text_board(position.grid, layers, "#").split()


@pytest.mark.parametrize(
    ("picture", "mines", "implied", "sentence"),
    [
        ("P1#1##1P", 3, "P.+.*+.P", "Then 1 more cell would be a mine and 2 cells would be safe."),
        ("1#1## 111#P", 2, ".*.++ ...+P", "Then 1 cell would be safe."),
        ("1P", 1, ".P", "Row 1, column 2 is a mine anyway."),
        ("F2P ### ###", 3, "#.P +++ ###", "Then 3 cells would be safe."),
        ("1P## #### ##P#", 2, ".P++ ++++ ++P+", "Then 9 cells would be safe."),
        ("#1. #21 ##P", 2, "#.. #.. ++P", "Then 1 cell would be safe."),
    ],
)
def test_what_if_mines_imply_mines_and_safe_cells(picture: str, mines: int, implied: str, sentence: str) -> None:
    position, result = asked(picture, mines)
    assert drawn(position, result) == implied.split()
    assert WhatIfAnswer(position, result).text() == sentence


@pytest.mark.parametrize(
    ("picture", "mines", "broken", "blame"),
    [
        ("P1P ### ###", 3, "the 1 at row 1, column 2 would have 2 mines", "not all of them can be mines"),
        ("111### ##P##P", 3, "the 1 at row 1, column 1 would have no mine", "row 2, column 3 is safe to open"),
        # The middle what-if mine contradicts all others, but it may still be the only right one.
        ("P1P1P##", 2, "the 1 at row 1, column 2 would have 2 mines", "not all of them can be mines"),
        ("#1P1P1#", 3, "the 1 at row 1, column 4 would have 2 mines", "row 1, columns 3 and 5 are safe to open"),
        ("F1P ### ###", 3, "the 1 at row 1, column 2 would have 2 mines", "that mine or a flag is wrong"),
        ("#### P### PPP#", 3, "there would be 4 mines instead of 3", "not all of them can be mines"),
        ("#1P1#", 2, "there would be no room for 1 mine of 2", "row 1, column 3 is safe to open"),
        ("#1. #21 P##", 2, "these 3 clues could not hold", "row 3, column 1 is safe to open"),
        # Of two violated clues, the one nearest to a what-if mine is named.
        ("1#1#1#1P1P", 3, "the 1 at row 1, column 9 would have 2 mines", "row 1, column 8 is safe to open"),
    ],
)
def test_a_violated_clue_is_blamed_on_the_wrong_what_if_mines(
    picture: str, mines: int, broken: str, blame: str
) -> None:
    position, result = asked(picture, mines)
    assert result.is_broken
    assert WhatIfAnswer(position, result).text() == f"Then {broken}: {blame}."


def check(position: Position, confirmed: CellSet, result: WhatIf) -> None:
    """Checks that each claim holds in every layout with the what-if mines and the confirmed ones."""
    claims = result.what_if_mines | confirmed
    fitting = possible(position, given_mined=claims)
    assert not (result.implied_mines | result.implied_safe) & claims & ~result.implied_safe
    if result.is_broken:
        assert fitting.nothing_fits
    if not fitting.nothing_fits:
        assert_cells_apart(position.grid, result.implied_mines, fitting.safe)
        assert_cells_apart(position.grid, result.implied_safe, fitting.mined)
    known = result.what_if_mines | confirmed | position.given | result.implied_mines
    assert result.mines_left == position.mine_total - known.bit_count()
    assert_cells_apart(position.grid, result.refuted, possible(position).mined)
    assert_cells_within(position.grid, result.refuted, result.what_if_mines)
    assert result.culprit is None or result.refuted == 1 << result.culprit
    for violation in result.violations:
        assert violation.clue == position.clue(violation.cell)
        assert violation.mines > violation.clue or violation.mines + violation.room < violation.clue


@settings(max_examples=150)
@given(positions(max_side=5), st.data())
def test_what_if_answers_agree_with_brute_force(position: Position, data: st.DataObject) -> None:
    what_if_mines, confirmed = (data.draw(cell_sets(position.grid)) & data.draw(cell_sets(position.grid)) for _ in "pc")
    answer = run_to_end(what_if(position, what_if_mines, confirmed))
    confirmed &= position.hidden & ~what_if_mines
    check(position, confirmed, answer)
    assert WhatIfAnswer(position, answer).text()
    claims = answer.what_if_mines | confirmed | position.given
    fitting = possible(position, given_mined=claims)
    assert answer.is_broken == fitting.nothing_fits
    if not answer.is_broken:
        assert_same_cells(position.grid, answer.implied_safe, position.hidden & ~fitting.mined)
        assert_same_cells(position.grid, answer.implied_mines, position.hidden & ~fitting.safe & ~claims)
    else:
        assert answer.refuted == answer.what_if_mines & ~possible(position).mined
    before, after = (
        run_to_end(sweep_to_end(position, mines | position.given, with_total=True)) for mines in (confirmed, claims)
    )
    shown = (after.mined & ~before.mined) | (after.safe & ~before.safe)
    assert not shown & ~(answer.from_what_if_mines | claims)


@given(positions(max_side=5), st.data())
def test_what_if_answers_on_a_large_board_prove_nothing_false(position: Position, data: st.DataObject) -> None:
    what_if_mines = data.draw(cell_sets(position.grid)) & data.draw(cell_sets(position.grid))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whatif, "_MOST_CLUES", 0)
        patch.setattr(whatif, "_RADIUS", 1)
        check(position, 0, run_to_end(what_if(position, what_if_mines)))


@pytest.mark.parametrize(("text", "proved"), [("1P", [1]), ("#1P", []), ("FP1 ###", []), ("P1P", [])])
def test_a_what_if_mine_is_proved_only_by_clues(text: str, proved: list[int]) -> None:
    _, result = asked(text, 1)
    assert cells_of(result.proved) == proved
