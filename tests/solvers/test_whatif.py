"""What-if: what follows from proposals holds in every layout that fits them, and what breaks can't be."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.consequences import Consequences, find_consequences
from minesweeper.core.cells import CellSet
from minesweeper.core.position import Position, read_position
from minesweeper.core.textboard import draw_picture, read_picture
from minesweeper.solvers import whatif
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.proof import ClueSystem
from minesweeper.solvers.whatif import Violation, WhatIf, what_if
from tests.solvers.brute_force import possible
from tests.strategies import cell_sets, positions

BEGINNER = """
12211F###
1FF112###
1221.1###
.....1###
.....1###
111111###
##P######
#########
#########
"""


def asked(text: str, mines: int, exact: bool = False) -> tuple[Position, WhatIf]:
    """What follows in a picture with P for proposals and F for confirmed mines."""
    text = "\n".join(text.split())
    picture = read_picture(text, "#FP.12345678")
    position = read_position(text.replace("P", "#"), mines)
    return position, run_to_end(what_if(position, picture.where("P"), picture.where("F"), exact))


def drawn(position: Position, found: WhatIf) -> list[str]:
    """The implied cells as a picture: ``*`` mines, ``+`` safe cells."""
    layers = [(position.opened, "."), (found.implied_mines, "*"), (found.implied_safe, "+"), (found.proposals, "P")]
    return draw_picture(position.grid, layers, "#").split()


def test_the_picture_of_a_clue_violated() -> None:
    position, found = asked(BEGINNER, 10)
    assert drawn(position, found) == [
        ".....#*##",
        ".##...+##",
        "......+##",
        "......*##",
        "......+##",
        "......+##",
        "++P++*+##",
        "#########",
        "#########",
    ]
    cell = position.grid.cell
    assert found.violations == (Violation(cell(5, 0), clue=1, mines=0, room=0),)
    assert found.culprit == cell(6, 2)
    assert found.refuted == 1 << cell(6, 2)
    assert found.mines_left == 10 - 3 - 1 - 3
    assert Consequences(position, found).text() == (
        "Then the 1 at row 6, column 1 would have no mine: row 7, column 3 is safe to open."
    )


def test_several_proposals_imply_mines_and_safe_cells() -> None:
    position, found = asked("P1#1##1P", 3)
    assert drawn(position, found) == ["P.+.*+.P"]
    assert found.from_proposals == found.implied_mines | found.implied_safe
    assert not found.is_broken
    assert Consequences(position, found).text() == "Then 1 more cell would be a mine and 2 cells would be safe."


def test_what_follows_anyway_is_told_from_what_the_proposals_add() -> None:
    position, found = asked("1#1## 111#P", 2)
    assert drawn(position, found) == [".*.++", "...+P"]
    assert found.from_proposals == 1 << position.grid.cell(0, 4)
    assert Consequences(position, found).text() == "Then 1 cell would be safe."


def test_a_proposal_that_is_proved_is_called_a_mine_anyway() -> None:
    position, found = asked("1P", 1)
    assert found.proved == 1 << position.grid.cell(0, 1)
    assert Consequences(position, found).text() == "Row 1, column 2 is a mine anyway."


def test_two_proposals_that_exclude_each_other_are_both_left() -> None:
    position, found = asked("P1P ### ###", 3)
    assert [violation.mines for violation in found.violations] == [2]
    assert (found.refuted, found.culprit) == (0, None)
    assert Consequences(position, found).text() == (
        "Then the 1 at row 1, column 2 would have 2 mines: not all proposals can be right."
    )


def test_one_of_two_proposals_is_to_blame() -> None:
    position, found = asked("111### ##P##P", 3)
    assert found.culprit == position.grid.cell(1, 2)
    assert Consequences(position, found).text().endswith("would have no mine: row 2, column 3 is safe to open.")


def test_the_one_that_all_others_clash_with_is_not_called_safe() -> None:
    # Without the proposal in the middle nothing breaks, and yet it may be the only one that is right.
    _, found = asked("P1P1P##", 2)
    assert found.is_broken
    assert (found.refuted, found.culprit) == (0, None)


def test_two_proposals_that_are_both_wrong_are_both_safe_to_open() -> None:
    position, found = asked("111#111 ##P#P##", 4)
    assert found.refuted == found.proposals
    assert found.culprit is None
    assert Consequences(position, found).text().endswith(": row 2, columns 3 and 5 are safe to open.")


def test_a_proposal_that_breaks_a_clue_only_with_a_flag_is_not_called_safe() -> None:
    position, found = asked("F1P ### ###", 3)
    assert found.is_broken
    assert (found.refuted, found.culprit) == (0, None)
    assert Consequences(position, found).text().endswith("the proposal or a flag is wrong.")


def test_flags_are_counted_among_the_mines() -> None:
    position, found = asked("F2P ### ###", 3)
    assert drawn(position, found) == ["#.P", "+++", "###"]
    assert found.mines_left == 1


def test_the_mine_total_frees_all_other_cells() -> None:
    position, found = asked("1### #### ##P#", 2)
    assert found.implied_safe == 0
    position, found = asked("1P## #### ##P#", 2)
    assert found.implied_safe == position.hidden & ~found.proposals
    assert found.mines_left == 0


def test_too_many_mines_break_the_total() -> None:
    position, found = asked("#### P### PPP#", 3)
    assert found.breaks_total
    assert found.mines_left == -1
    assert Consequences(position, found).text() == (
        "Then there would be 4 mines instead of 3: not all proposals can be right."
    )


def test_too_little_room_breaks_the_total() -> None:
    position, found = asked("#1P1#", 2)
    assert found.breaks_total
    assert Consequences(position, found).text() == (
        "Then there would be no room for 1 mine of 2: row 1, column 3 is safe to open."
    )


def test_exact_reasoning_finds_what_propagation_does_not() -> None:
    text = "#1. #21 ##P"
    _, roughly = asked(text, 2)
    position, exactly = asked(text, 2, exact=True)
    assert drawn(position, roughly) == ["#..", "#..", "#+P"]
    assert drawn(position, exactly) == ["#..", "#..", "++P"]


def test_exact_reasoning_names_the_clues_that_can_not_hold_together() -> None:
    _, roughly = asked("#1. #21 P##", 2)
    assert not roughly.is_broken
    position, exactly = asked("#1. #21 P##", 2, exact=True)
    assert exactly.conflict == sum(1 << position.grid.cell(row, col) for row, col in ((0, 1), (1, 1), (1, 2)))
    assert exactly.culprit == position.grid.cell(2, 0)
    assert (
        Consequences(position, exactly).text() == "Then these 3 clues could not hold: row 3, column 1 is safe to open."
    )


def test_given_mines_count_as_known_and_are_no_proposals() -> None:
    position = read_position("*1#1#", 2)
    found = run_to_end(what_if(position, 0))
    assert (found.proposals, found.implied_safe, found.implied_mines, found.from_proposals) == (0, 0b00100, 0b10000, 0)
    assert run_to_end(what_if(position, 0b00001)) == found
    assert run_to_end(what_if(position, 0, confirmed=0b00001)) == found
    assert Consequences(position, run_to_end(what_if(position, 0b00100))).text() == (
        "Then the 1 at row 1, column 2 would have 2 mines: row 1, column 3 is safe to open."
    )


def test_proposals_on_opened_cells_don_t_count() -> None:
    position = read_position("1#\n11", 1)
    assert run_to_end(what_if(position, 0b0001)).proposals == 0
    assert list(what_if(position, 0b0010)) != []


def check(position: Position, confirmed: CellSet, found: WhatIf) -> None:
    """All that is said holds in every layout that fits the position, the proposals and the confirmed mines."""
    claims = found.proposals | confirmed
    fitting = possible(position, given_mined=claims)
    assert not (found.implied_mines | found.implied_safe) & claims & ~found.implied_safe
    if found.is_broken:
        assert fitting.nothing_fits
    if not fitting.nothing_fits:
        assert not found.implied_mines & fitting.safe
        assert not found.implied_safe & fitting.mined
    assert not found.refuted & possible(position).mined
    assert not found.refuted & ~found.proposals
    assert found.culprit is None or found.refuted == 1 << found.culprit
    for violation in found.violations:
        assert violation.clue == position.clue(violation.cell)
        assert violation.mines > violation.clue or violation.mines + violation.room < violation.clue


@settings(max_examples=150)
@given(positions(max_side=5), st.data())
def test_propagation_is_sound(position: Position, data: st.DataObject) -> None:
    proposals, confirmed = (data.draw(cell_sets(position.grid)) & data.draw(cell_sets(position.grid)) for _ in "pc")
    found = run_to_end(what_if(position, proposals, confirmed))
    check(position, confirmed & position.hidden & ~proposals, found)
    assert Consequences(position, found).text()


@settings(max_examples=120)
@given(positions(max_side=5), st.data())
def test_exact_reasoning_finds_all_that_follows(position: Position, data: st.DataObject) -> None:
    proposals = data.draw(cell_sets(position.grid)) & data.draw(cell_sets(position.grid)) & position.hidden
    found = run_to_end(what_if(position, proposals, exact=True))
    check(position, 0, found)
    fitting = possible(position, given_mined=proposals)
    assert found.is_broken == fitting.nothing_fits
    if not found.is_broken:
        assert found.implied_safe == position.hidden & ~fitting.mined
        assert found.implied_mines == position.hidden & ~fitting.safe & ~(proposals | position.given)
    else:
        assert found.refuted == proposals & ~possible(position).mined


@settings(max_examples=150)
@given(positions(max_side=5), st.data())
def test_what_is_shown_later_is_never_less(position: Position, data: st.DataObject) -> None:
    proposals, confirmed = (data.draw(cell_sets(position.grid)) & data.draw(cell_sets(position.grid)) for _ in "pc")
    slices = find_consequences(position, proposals, confirmed, exact=True)
    first = next(progress for progress in slices if progress is not None).found
    last = run_to_end(slices).found
    for one, other in ((first.implied_mines, last.implied_mines), (first.implied_safe, last.implied_safe)):
        assert one & first.from_proposals & ~(other & last.from_proposals) == 0
    assert first.refuted & ~last.refuted == 0
    assert set(first.violations) <= set(last.violations)


@given(positions(max_side=5), st.data())
def test_exact_reasoning_around_the_proposals_of_a_large_board_is_sound(
    position: Position, data: st.DataObject
) -> None:
    proposals = data.draw(cell_sets(position.grid)) & data.draw(cell_sets(position.grid))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whatif, "_MOST_CLUES", 0)
        patch.setattr(whatif, "_RADIUS", 1)
        check(position, 0, run_to_end(what_if(position, proposals, exact=True)))


def test_on_a_large_board_flags_far_from_the_proposals_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: set[int] = set()

    class Watched(ClueSystem):
        def __init__(self, position: Position, clues: Iterable[int], given_safe: int = 0, given_mined: int = 0) -> None:
            super().__init__(position, clues, given_safe, given_mined)
            looked_at.update(self.clues)

    monkeypatch.setattr(whatif, "_MOST_CLUES", 1)
    monkeypatch.setattr(whatif, "ClueSystem", Watched)
    asked("P1" + "#" * 40 + "1F", 20, exact=True)
    assert looked_at == {1}
