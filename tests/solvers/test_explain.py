"""Explanations: the exact sentence for each kind of reasoning, and that every sentence fits its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards.deal import deal
from minesweeper.core.cells import cells_of, make_grid
from minesweeper.core.pictures import read_picture
from minesweeper.core.position import Position, read_position
from minesweeper.core.specs import BoardSpec
from minesweeper.play.game import Game
from minesweeper.solvers import simple, smart
from minesweeper.solvers.deduction import Deduction, Kind
from minesweeper.solvers.explain import explain, explain_briefly, line_count, name_cells
from minesweeper.solvers.reasons import easier
from minesweeper.solvers.tips import tip
from tests.strategies import positions

BEGINNER = "12211F### 1FF112### 1221.1### .....1### .....1### 111111### ######### ######### #########"


def told(picture: str, mines: int, near: int | None = None) -> tuple[Kind, str, str]:
    """Kind, sentence and few words of the tip for a picture whose rows stand side by side."""
    text = "\n".join(picture.split())
    position, flags = read_position(text, mines), read_picture(text, "#F.12345678").where("F")
    found = tip(position, flags, near).deduction
    assert found is not None
    return found.kind, explain(position, found, flags=flags), explain_briefly(position, found, flags=flags)


def test_one_clue_with_a_single_cell_left() -> None:
    assert told("1#1 111 ...", 1) == (
        Kind.ONE_CLUE,
        "Row 1 col 2 is a mine. The 1 at row 1 col 1 has no other hidden neighbour.",
        "* is a mine: the 1 has no other cell.",
    )


def test_one_clue_with_as_many_cells_as_mines() -> None:
    assert told("F#2 ##2", 4) == (
        Kind.ONE_CLUE,
        "Row 1-2 col 2 are mines. The 2 at row 1 col 3 has only these two hidden neighbours.",
        "* are mines: the 2 has no other cell.",
    )


def test_an_empty_cell_frees_all_beside_it() -> None:
    assert told(".# 1# 1#", 1) == (
        Kind.ONE_CLUE,
        "Row 1-2 col 2 are safe. The empty cell at row 1 col 1 has no mine beside it.",
        "+ are safe: beside an empty cell.",
    )


def test_one_clue_with_all_its_mines_found() -> None:
    assert told("22# FF1", 2) == (
        Kind.ONE_CLUE,
        "Row 1 col 3 is safe. The 2 at row 1 col 2 has both its mines at row 2 col 1-2, so its other cell is free."
        " (The 2 at row 1 col 1 proves these mines.)",
        "+ is safe: the 2 has its mines.",
    )


def test_the_picture_of_a_tip() -> None:
    assert told(BEGINNER, 10, near=46) == (
        Kind.TWO_CLUES,
        "Row 7 col 3 is safe. The 1 at row 6 col 1 has its mine in row 7 col 1-2;"
        " the 1 at row 6 col 2 sees those two as well, so its third cell is free.",
        "+ is safe: both 1s share a mine.",
    )


def test_two_clues_that_share_too_few_mines_for_one() -> None:
    assert told("121 F##", 2) == (
        Kind.TWO_CLUES,
        "Row 2 col 3 is a mine. The 2 at row 1 col 2 and the 1 at row 1 col 1 share row 2 col 1-2,"
        " where only 1 mine can be, so the third cell of the 2 is a mine.",
        "* is a mine: the 2 and 1 share a mine.",
    )


def test_two_clues_that_decide_on_both_sides() -> None:
    assert told("#1 ## #2", 2) == (
        Kind.TWO_CLUES,
        "Row 3 col 1 is a mine and row 1 col 1 is safe. The 2 at row 3 col 2 and the 1 at row 1 col 2"
        " share only 1 mine, so the 1 has none elsewhere.",
        "* mine, + safe: 2 and 1 share a mine.",
    )


def test_two_clues_that_free_a_cell_say_so() -> None:
    kind, sentence, _ = told("2#F21 F#2#F", 4)
    assert kind is Kind.TWO_CLUES
    assert sentence == (
        "Row 2 col 4 is safe. The 2 at row 1 col 1 and the 2 at row 2 col 3 share only 1 more mine,"
        " so the second has no more elsewhere. (2 clues prove the rest.)"
    )


def test_an_assumption_told_step_by_step() -> None:
    assert told("1# 2# ## 1#", 2) == (
        Kind.ASSUMPTION,
        "Row 4 col 2 is safe. If it were a mine, row 3 col 1-2 would be safe, then row 1-2 col 2 mines,"
        " and the 1 at row 1 col 1 would have too many mines.",
        "+ is safe: else the 1 has too many.",
    )


def test_an_assumption_told_by_its_end() -> None:
    assert told("#1 ## 2# #1", 2) == (
        Kind.ASSUMPTION,
        "Row 1 col 1 is safe. If it were a mine, row 3 col 2 and row 4 col 1 would be mines in 2 steps,"
        " and the 1 at row 4 col 2 would have too many mines.",
        "+ is safe: else the 1 has too many.",
    )


def test_an_assumption_that_leaves_a_clue_without_mines() -> None:
    kind, sentence, words = told("##### #24F3 #12F2", 5)
    assert kind is Kind.ASSUMPTION
    assert sentence.endswith(
        "If row 1 col 4 were safe, row 1 col 2-3 would be mines, then row 2-3 col 1 safe,"
        " and the 1 at row 3 col 2 would have no mine."
    )
    assert words == "* are mines: else the 1 has none."


def test_all_mines_are_accounted_for() -> None:
    assert told("22 FF ##", 2) == (
        Kind.MINE_TOTAL,
        "Row 3 col 1-2 are safe. Both mines are accounted for: row 2 col 1-2, by the 2 at row 1 col 1.",
        "+ are safe: both mines are found.",
    )


def test_the_clues_need_all_mines_that_are_left() -> None:
    assert told("## ## 1#", 1) == (
        Kind.MINE_TOTAL,
        "Row 1 col 1-2 are safe. There is only 1 mine, and the 1 at row 3 col 1 needs it.",
        "+ are safe: the clues need all mines.",
    )
    assert told("#1## 1### ###1", 2) == (
        Kind.MINE_TOTAL,
        "Row 1 col 3-4 are safe. There are only 2 mines, and the 1 at row 2 col 1 and the 1 at row 3 col 4 need both.",
        "+ are safe: the clues need all mines.",
    )


def test_the_mines_left_have_no_room_beside_the_clues() -> None:
    assert told("### 1#1", 2) == (
        Kind.MINE_TOTAL,
        "Row 1 col 1 is a mine. Beside the 1 at row 2 col 3 there is room for only 1 of 2 mines,"
        " so all other cells are mines.",
        "* is a mine: the rest must be mines.",
    )


def test_a_cell_that_would_take_more_mines_than_there_are() -> None:
    assert told("2#2 ###", 2) == (
        Kind.MINE_TOTAL,
        "Row 1-2 col 2 are mines. If row 1 col 2 were safe, the 2 at row 1 col 1 and the 2 at row 1 col 3"
        " would need 3 mines, but there are only 2 mines.",
        "* are mines: there are only 2 mines.",
    )


def test_a_cell_that_would_leave_no_room_for_all_mines() -> None:
    assert told("1## ##1", 2) == (
        Kind.MINE_TOTAL,
        "Row 1-2 col 2 are safe. If row 1 col 2 were a mine, there would be room for only 1 of the 2 mines.",
        "+ are safe: the 2 mines need room.",
    )


def test_clues_that_add_up() -> None:
    assert told("#1. #21 ###", 2) == (
        Kind.EXACT_COUNT,
        "Row 3 col 1 is safe. The 1 at row 1 col 2 and the 1 at row 2 col 3 have 2 mines in cells"
        " that the 2 at row 2 col 2 sees too, so it has no other.",
        "+ is safe: the 2 has its mines.",
    )
    assert told("### 13# .1#", 3) == (
        Kind.EXACT_COUNT,
        "Row 1 col 3 is a mine. The 3 at row 2 col 2 can have only 2 mines in cells of the 1 at row 2 col 1"
        " and the 1 at row 3 col 2, so it needs its other cell.",
        "* is a mine: the 3 needs its other cell.",
    )


def test_every_arrangement() -> None:
    assert told("1#3##1 1###2#", 4) == (
        Kind.EXACT_COUNT,
        "Row 2 col 3 is a mine. In every arrangement of mines that fits these 4 clues, it is a mine.",
        "* is a mine in every fit of 4 clues.",
    )


def test_every_arrangement_of_all_mines() -> None:
    kind, sentence, words = told("##F 23# 1F2 #2F", 4)
    assert kind is Kind.EXACT_COUNT
    assert sentence.endswith("are safe. In every arrangement of the 4 mines that fits these 3 clues, this is so.")
    assert words == "* mines, + safe in every fit of 3 clues."


def test_a_wrong_flag_is_named_first() -> None:
    assert told("1#1 111 111 ##F", 2) == (
        Kind.TWO_CLUES,
        "The flag at row 4 col 3 is wrong. The 1 at row 3 col 1 has its mine in cells that the 1 at row 3 col 2"
        " sees too, so its third cell is free.",
        "A flag is wrong: both 1s share a mine.",
    )


def test_many_clues_or_none_are_told_by_the_result_alone() -> None:
    position = read_position("1#1", 1)
    assert explain(position, Deduction(Kind.ONE_CLUE, 0, 2, 0)) == "Row 1 col 2 is a mine. The clues show it."


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        ([(0, 0)], "row 1 col 1"),
        ([(0, 0), (0, 1), (0, 2)], "row 1 col 1-3"),
        ([(0, 0), (0, 2), (0, 3)], "row 1 col 1, 3-4"),
        ([(1, 1), (2, 1), (3, 1)], "row 2-4 col 2"),
        ([(1, 1), (3, 1)], "row 2 col 2 and row 4 col 2"),
        ([(0, 0), (2, 1), (4, 2)], "row 1 col 1, row 3 col 2 and row 5 col 3"),
        ([(0, 0), (1, 1), (2, 2), (3, 3)], "4 cells"),
    ],
)
def test_cells_are_named_by_rows_and_columns_from_one(cells: list[tuple[int, int]], name: str) -> None:
    grid = make_grid(5, 5)
    assert name_cells(grid, sum(1 << grid.cell(row, col) for row, col in cells)) == name


def check_texts(position: Position, deduction: Deduction) -> None:
    """The sentence takes two lines at most, names a cell or a number of them, and the words are few."""
    sentence, words = explain(position, deduction), explain_briefly(position, deduction)
    assert line_count(sentence, 78) <= 2
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence[-1] in ".)"
    assert len(words) <= 44
    assert line_count(explain(position, deduction, width=40), 40) <= 4


@settings(max_examples=60)
@given(positions(max_side=7), st.integers(0, 48))
def test_every_solver_can_be_explained(position: Position, near: int) -> None:
    near %= position.grid.size
    found = [tip(position, near=near).deduction]
    found += [tip(position, simple.sweep(position)[1], near).deduction]
    found += list(simple.deductions(position))
    found += list(smart.deductions(position))
    for deduction in found:
        if deduction is not None:
            check_texts(position, deduction)
            check_texts(position, easier(position, deduction))


def test_a_deduction_that_uses_the_total_without_need_can_be_explained() -> None:
    """Once the smart solver's chain has its clues, these decide the cell whatever the total is."""
    position = read_position("#######\n##4332#\n2##1##1\n1###2#1\n124##1#\n####2##\n#######", 12)
    found = [deduction for deduction in smart.deductions(position) if deduction is not None and deduction.uses_total]
    assert found
    for deduction in found:
        check_texts(position, deduction)
        check_texts(position, easier(position, deduction))


def test_sentences_fit_on_an_expert_board() -> None:
    spec = BoardSpec(30, 16, 99)
    game = Game(spec.grid, spec.mines, deal(spec, 250, "sentences")).open_cell(250)
    for _ in range(60):
        found = tip(game.position, game.flags).deduction
        if found is None:
            assert game.layout is not None
            found = Deduction(Kind.EXACT_COUNT, 1 << cells_of(game.hidden & game.layout.safe)[0], 0, 0)
        else:
            check_texts(game.position, found)
        game = game.set_flags(game.flags | found.mined).open_cells(found.safe)
        if game.is_over:
            break
