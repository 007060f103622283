"""Explanations: the exact sentence for each kind of reasoning, and that every sentence fits its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.naming import Room, line_count
from minesweeper.assist.tip import Proof
from minesweeper.boards.deal import deal
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position, read_position
from minesweeper.core.textboard import read_picture
from minesweeper.play.game import Game
from minesweeper.solvers import assumptions, simple
from minesweeper.solvers.deduction import Deduction, Kind, Step, run_to_end
from minesweeper.solvers.proof import simplest_proof
from minesweeper.solvers.tips import tip
from tests.strategies import positions


def told(picture: str, mines: int, near: int | None = None) -> tuple[Kind, str, str]:
    """Kind, sentence and few words of the tip for a picture whose rows stand side by side."""
    text = "\n".join(picture.split())
    position, flags = read_position(text, mines), read_picture(text, "#*F.12345678").where("F")
    found = run_to_end(tip(position, flags, near)).deduction
    assert found is not None
    return found.kind, Proof(position, found, flags).text(), Proof(position, found, flags).text(Room(is_brief=True))


@pytest.mark.parametrize(
    ("picture", "mines", "kind", "words", "sentence"),
    [
        pytest.param(
            *("1#1 111 ...", 1, Kind.ONE_CLUE, "* is a mine: the 1 has no other cell."),
            "Row 1, column 2 is a mine. The 1 at row 1, column 1 has no other hidden neighbour.",
            id="a single cell left",
        ),
        pytest.param(
            *("F#2 ##2", 4, Kind.ONE_CLUE, "* are mines: the 2 has no other cell."),
            "Rows 1-2, column 2 are mines. The 2 at row 1, column 3 has only these two hidden neighbours.",
            id="as many cells as mines",
        ),
        pytest.param(
            *(".# 1# 1#", 1, Kind.ONE_CLUE, "+ are safe: beside an empty cell."),
            "Rows 1-2, column 2 are safe. The empty cell at row 1, column 1 has no mine beside it.",
            id="an empty cell",
        ),
        pytest.param(
            *("22# FF1", 2, Kind.ONE_CLUE, "+ is safe: the 2 has its mines."),
            "Row 1, column 3 is safe. The 2 at row 1, column 2 has both its mines at row 2, columns 1-2, so its "
            "other cell is safe. (The 2 at row 1, column 1 proves these mines.)",
            id="all its mines found",
        ),
        pytest.param(
            *("121 F##", 2, Kind.TWO_CLUES, "* is a mine: the 2 and 1 share a mine."),
            "Row 2, column 3 is a mine. The 1 at row 1, column 1 and the 2 at row 1, column 2 can share only one "
            "mine, so the 2's only other cell, row 2, column 3, is a mine. (This is the 1-2-1 pattern.)",
            id="two clues share too few mines for one",
        ),
        pytest.param(
            *("#1 ## #2", 2, Kind.TWO_CLUES, "* mine, + safe: 2 and 1 share a mine."),
            "Row 3, column 1 is a mine, and row 1, column 1 is safe. The 1 at row 1, column 2 and the 2 at row 3,"
            " column 2 can share only one mine, so the 2's only other cell, row 3, column 1, is a mine. The "
            "overlap then holds the 1's mine, so row 1, column 1 is safe.",
            id="two clues decide on both sides",
        ),
        pytest.param(
            *("1# 2# ## 1#", 2, Kind.ASSUMPTION, "+ is safe: else the 1 has too many."),
            "Row 4, column 2 is safe. If it were a mine, the 1 at row 4, column 1 would have its mine, so row 3, "
            "columns 1-2 would be safe; then the 2 at row 2, column 1 would need rows 1-2, column 2; and the 1 at"
            " row 1, column 1 would have two mines.",
            id="an assumption",
        ),
        pytest.param(
            *("22 FF ##", 2, Kind.MINE_TOTAL, "+ are safe: both mines are known."),
            "Row 3, columns 1-2 are safe. Both mines are known, so every other hidden cell is safe.",
            id="all mines are known",
        ),
        pytest.param(
            *("*1#", 1, Kind.ONE_CLUE, "+ is safe: the 1 has its mine."),
            "Row 1, column 3 is safe. The 1 at row 1, column 2 has its mine at row 1, column 1, so its other cell"
            " is safe.",
            id="a given mine needs no proof",
        ),
        pytest.param(
            *("*31 ### ###", 4, Kind.TWO_CLUES, "* is a mine: the 3 and 1 share a mine."),
            "Row 2, column 1 is a mine. The 1 at row 1, column 3 and the 3 at row 1, column 2, which already has "
            "a mine at row 1, column 1, can share only one mine, so the 3's only other cell, row 2, column 1, is "
            "a mine. (Without the known mines, this is the 1-2 pattern.)",
            id="a given mine of two clues",
        ),
        pytest.param(
            *("# # 1 # F 1 . . .", 2, Kind.MINE_TOTAL, "+ is safe: the clues need all mines."),
            "Row 1, column 1 is safe. One mine is left, and the 1 at row 3, column 1 needs it, so every other "
            "hidden cell is safe.",
            id="a clue needs all mines left",
        ),
        pytest.param(
            *("#1## 1### ###1", 2, Kind.MINE_TOTAL, "+ are safe: the clues need all mines."),
            "Row 1, columns 3-4 are safe. There are two mines in all. The 1 at row 2, column 1 and the 1 at row "
            "3, column 4 need one each, and they share no hidden cell, so every other hidden cell is safe.",
            id="clues need all mines left",
        ),
        pytest.param(
            *("### 1#1", 2, Kind.MINE_TOTAL, "* is a mine: the rest must be mines."),
            "Row 1, column 1 is a mine. There are two mines in all. The 1 at row 2, column 3 can take only one of"
            " them, so the one other hidden cell is a mine.",
            id="no room beside the clues",
        ),
        pytest.param(
            *("2#2 ###", 2, Kind.MINE_TOTAL, "* are mines: 2 mines for two clues."),
            "Rows 1-2, column 2 are mines. There are two mines in all, but the 2 at row 1, column 1 and the 2 at "
            "row 1, column 3 need four together. So two mines must count for both: those are rows 1-2, column 2, "
            "the two hidden cells both see.",
            id="mines that count for two clues",
        ),
        pytest.param(
            *("1## ##1", 2, Kind.MINE_TOTAL, "+ are safe: 2 mines for two clues."),
            "Rows 1-2, column 2 are safe. There are two mines in all. Every hidden cell left is beside the 1 at "
            "row 1, column 1 or the 1 at row 2, column 3, which need two together, so none counts for both: rows "
            "1-2, column 2, which both see, are safe.",
            id="no mine counts for two clues",
        ),
        pytest.param(
            *("#1. #21 ###", 2, Kind.EXACT_COUNT, "+ is safe: 3 clues add up."),
            "Row 3, column 1 is safe. The 1 at row 1, column 2 has its mine in rows 1-2, column 1 and the 1 at "
            "row 2, column 3 has its mine in row 3, columns 2-3, so the 2 at row 2, column 2, which sees all four"
            " cells, has no mine left for row 3, column 1.",
            id="three clues add up",
        ),
        pytest.param(
            *("1#3##1 1###2#", 4, Kind.EXACT_COUNT, "* is a mine: 4 clues add up."),
            "Row 2, column 3 is a mine. The 3 at row 1, column 3 and the 1 at row 1, column 6 need four mines and"
            " share no hidden cell. The 1 at row 2, column 1 and the 2 at row 2, column 5 allow them only three "
            "mines where they overlap, so their other cell, row 2, column 3, is a mine.",
            id="four clues add up",
        ),
        pytest.param(
            *("#### ####", 0, Kind.MINE_TOTAL, "+ are safe: there is no mine."),
            "Rows 1-2, columns 1-4 are safe. There is no mine.",
            id="a board without mines",
        ),
        pytest.param(
            *("#2#1 ###2 ####", 3, Kind.EXACT_COUNT, "+ are safe either way."),
            "Row 3, columns 1-2 are safe. Row 1, column 3 is a mine or safe. If it is a mine, the 1 at row 1, "
            "column 4 has its mine, so row 2, column 3 is safe; then only two mines are left, and the 2 at row 1,"
            " column 2 and the 2 at row 2, column 4 need them, so row 3, columns 1-2 are safe. If it is safe, the"
            " 1 at row 1, column 4 needs row 2, column 3; then only two mines are left, and the 2 at row 1, "
            "column 2 and the 2 at row 2, column 4 need them, so row 3, columns 1-2 are safe. Both ways lead to "
            "the same.",
            id="cases that come to the same",
        ),
        pytest.param(
            *("1#1 111 111 ##F", 2, Kind.TWO_CLUES, "A flag is wrong: both 1s share a mine."),
            "The flag at row 4, column 3 is wrong. The 1 at row 3, column 1 has its mine in row 4, columns 1-2, "
            "so the 1 at row 3, column 2, which sees both cells, has no mine left for row 4, column 3. (This is "
            "the 1-1 pattern.)",
            id="a wrong flag comes first",
        ),
    ],
)
def test_each_kind_of_reasoning_has_its_sentence(
    picture: str, mines: int, kind: Kind, words: str, sentence: str
) -> None:
    assert told(picture, mines) == (kind, sentence, words)


def test_clues_with_known_mines_are_not_said_to_have_no_other_mines() -> None:
    _, sentence, _ = told("#*#*#*# #4#6#4# #*#*#*#", 10)
    assert "see all six cells between them and have no other mines but the known ones, so none is left" in sentence


def test_a_few_words_name_no_mark_for_mines_that_are_all_flagged() -> None:
    assert told("#1 ## F2", 2)[2] == "+ is safe: the 2 and 1 share a mine."


def test_steps_that_lead_to_the_last_one_are_told_in_order() -> None:
    assert told("2#F21 F#2#F", 4)[1] == (
        "Row 2, column 4 is safe. First, the 1 at row 1, column 5 and the 2 at row 1, column 4 can share"
        " only one mine, so the 2's only other cell, row 1, column 3, is a mine. Now the 2 at row 2,"
        " column 3, which already has a mine at row 1, column 3, and the 2 at row 1, column 1 can share"
        " only one more mine, so the only other cell of the 2 at row 1, column 1, row 2, column 1, is a"
        " mine. The overlap then holds the last mine of the 2 at row 2, column 3, so row 2, column 4 is"
        " safe."
    )


def test_an_assumption_that_leaves_a_clue_without_mines() -> None:
    kind, sentence, words = told("##### #24F3 #12F2", 5)
    assert kind is Kind.ASSUMPTION
    assert sentence.endswith(
        "If row 1, column 4 were safe, the 4 at row 2, column 3 would need row 1, columns 2-3; then the 2 at row "
        "2, column 2 would have"
        " both its mines, so rows 2-3, column 1 would be safe; and the 1 at row 3, column 2 would have no mine."
        " The same goes for rows 2-3, column 4, seen by the same clues."
    )
    assert words == "* are mines: else the 1 has none."


def test_the_counter_of_the_sentence_is_that_of_the_screen() -> None:
    """8x8 with 12 mines, no-guess, seed L14, first cell row 5, column 5: with eleven flags the screen shows 1."""
    picture = ".1F1..11 1221.12F 2F2..1F2 2F2..222 2321.1F2 F4F2.12F ##F31.11 ##3F1..."
    kind, sentence, words = told(picture, 12, near=49)
    assert kind is Kind.MINE_TOTAL
    assert sentence == (
        "Row 7, column 2 is a mine. One mine is left. The 4 at row 6, column 2 and the 3 at row 8, column 3 both "
        "still need it,"
        " so it is row 7, column 2, the one hidden cell both see."
    )
    assert words == "* is a mine: 1 mine for two clues."


def test_a_flag_that_nothing_proves_is_told_where_mines_are_counted() -> None:
    text = told("#1## 1### #F#1", 2)[1]
    assert "Without the flag at row 3, column 2, which is not proved, two mines are left." in text


def test_a_count_is_told_where_no_reason_is_known() -> None:
    position = read_position("1#1", 1)
    step = Step(mined=2, clues=5, argument=14)
    deduction = Deduction(Kind.EXACT_COUNT, 0, 2, 5, steps=(step,))
    assert Proof(position, deduction).text() == (
        "Row 1, column 2 is a mine. There are 14 ways to place the mines around the 1 at row 1, column 1"
        " and the 1 at row 1, column 3. In each of them it is a mine."
    )


def test_many_clues_or_none_are_told_by_the_result_alone() -> None:
    position = read_position("1#1", 1)
    assert Proof(position, Deduction(Kind.ONE_CLUE, 0, 2, 0)).text() == "Row 1, column 2 is a mine. The clues show it."


def check_texts(position: Position, deduction: Deduction) -> None:
    """On the screen the sentence takes two lines at most; it begins as one does, and the words are few."""
    full, sentence = Proof(position, deduction).text(), Proof(position, deduction).text(Room(78))
    words = Proof(position, deduction).text(Room(is_brief=True))
    assert line_count(sentence, 78) <= 2
    for text in (full, sentence):
        assert text[0].isupper() or text[0].isdigit()
        assert text[-1] in ".)"
    assert len(words) <= 44
    assert line_count(Proof(position, deduction).text(Room(40)), 40) <= 4


@settings(max_examples=60)
@given(positions(max_side=7), st.integers(0, 48))
def test_every_solver_can_be_explained(position: Position, near: int) -> None:
    near %= position.grid.size
    found = [run_to_end(tip(position, near=near)).deduction]
    found += [run_to_end(tip(position, run_to_end(simple.sweep(position))[1], near)).deduction]
    found += list(simple.deductions(position))
    found += list(assumptions.deductions(position))
    for deduction in found:
        if deduction is not None:
            check_texts(position, deduction)
            check_texts(position, simplest_proof(position, deduction))


def test_a_deduction_that_uses_the_total_without_need_can_be_explained() -> None:
    """Once the smart solver's chain has its clues, these decide the cell whatever the total is."""
    position = read_position("#######\n##4332#\n2##1##1\n1###2#1\n124##1#\n####2##\n#######", 12)
    found = [
        deduction for deduction in assumptions.deductions(position) if deduction is not None and deduction.uses_total
    ]
    assert found
    for deduction in found:
        check_texts(position, deduction)
        check_texts(position, simplest_proof(position, deduction))


def test_sentences_fit_on_an_expert_board() -> None:
    spec = BoardSpec(30, 16, 99)
    game = Game(spec.grid, spec.mines, deal(spec, 250, "sentences")).open_cell(250)
    for _ in range(60):
        found = run_to_end(tip(game.position, game.flags)).deduction
        if found is None:
            assert game.layout is not None
            found = Deduction(Kind.EXACT_COUNT, 1 << cells_of(game.hidden & game.layout.safe)[0], 0, 0)
        else:
            check_texts(game.position, found)
        game = game.set_flags(game.flags | found.mined).open_cells(found.safe)
        if game.is_over:
            break
