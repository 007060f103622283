"""The sentences that explain deductions: the exact text for each kind, and that each fits its room."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.naming import Room, line_count
from minesweeper.assist.tip import Proof
from minesweeper.core.position import Position, read_position
from minesweeper.core.textboard import read_text_board
from minesweeper.solvers import assumptions, simple
from minesweeper.solvers.deduction import Deduction, Kind, Step, run_to_end
from minesweeper.solvers.proof import simplest_proof
from minesweeper.solvers.tips import tip
from tests.strategies import positions


def tip_words(picture: str, mines: int, near: int | None = None) -> tuple[Kind, str, str]:
    """The kind, the full sentence and the short one of a tip, for rows that stand side by side."""
    text = "\n".join(picture.split())
    position, flags = read_position(text, mines), read_text_board(text, "#*F.12345678").where("F")
    advice = run_to_end(tip(position, flags, near))
    assert isinstance(advice, Deduction)
    return advice.kind, Proof(position, advice, flags).text(), Proof(position, advice, flags).text(Room(is_brief=True))


@pytest.mark.parametrize(
    ("picture", "mines", "kind", "words"),
    [
        ("1#1 111 ...", 1, Kind.ONE_CLUE, "* is a mine: the 1 has no other cell."),
        ("F#2 ##2", 4, Kind.ONE_CLUE, "* are mines: the 2 has no other cell."),
        (".# 1# 1#", 1, Kind.ONE_CLUE, "+ are safe: beside an empty cell."),
        ("22# FF1", 2, Kind.ONE_CLUE, "+ is safe: the 2 has its mines already."),
        ("*1#", 1, Kind.ONE_CLUE, "+ is safe: the 1 has its mine already."),
        ("121 F##", 2, Kind.TWO_CLUES, "* is a mine: the 2 and 1 share a mine."),
        ("#1 ## #2", 2, Kind.TWO_CLUES, "* mine, + safe: 2 and 1 share a mine."),
        ("#1 ## F2", 2, Kind.TWO_CLUES, "+ is safe: the 2 and 1 share a mine."),
        ("1#1 111 111 ##F", 2, Kind.TWO_CLUES, "A flag is wrong: both 1s share a mine."),
        ("1# 2# ## 1#", 2, Kind.ASSUMPTION, "+ is safe: a mine there overfills the 1."),
        ("##### #24F3 #12F2", 5, Kind.ASSUMPTION, "* is a mine: otherwise the 1 has no mine."),
        ("22 FF ##", 2, Kind.MINE_TOTAL, "+ are safe: both mines are known."),
        ("#### ####", 0, Kind.MINE_TOTAL, "+ are safe: there is no mine."),
        ("# # 1 # F 1 . . .", 2, Kind.MINE_TOTAL, "+ is safe: the clues need all mines."),
        ("#1## 1### ###1", 2, Kind.MINE_TOTAL, "+ are safe: the clues need all mines."),
        ("### 1#1", 2, Kind.MINE_TOTAL, "* is a mine: the rest must be mines."),
        ("2#2 ###", 2, Kind.MINE_TOTAL, "* are mines: 2 mines for two clues."),
        ("1## ##1", 2, Kind.MINE_TOTAL, "+ are safe: 2 mines for two clues."),
        ("#1. #21 ###", 2, Kind.EXACT_COUNT, "+ is safe: 3 clues add up."),
        ("#2#1 ###2 ####", 3, Kind.EXACT_COUNT, "+ are safe either way."),
    ],
)
def test_each_kind_of_deduction_has_a_short_sentence(picture: str, mines: int, kind: Kind, words: str) -> None:
    assert (tip_words(picture, mines)[0], tip_words(picture, mines)[2]) == (kind, words)


@pytest.mark.parametrize(
    ("picture", "mines", "sentence"),
    [
        (
            *(".# 1# 1#", 1),
            "Rows 1-2, column 2 are safe. The empty cell at row 1, column 1 has no mine beside it.",
        ),
        (
            *("*1#", 1),
            "Row 1, column 3 is safe. The 1 at row 1, column 2 has its mine at row 1, column 1, so its other cell"
            " is safe.",
        ),
        (
            *("*31 ### ###", 4),
            "Row 2, column 1 is a mine. The 3 at row 1, column 2 still needs two mines in row 2, columns 1-3. The 1"
            " at row 1, column 3 leaves room for only one mine where they overlap, so row 2, column 1 is a mine."
            " (Without the known mines, this is the 1-2 pattern.)",
        ),
        (
            *("2#2 ###", 2),
            "Rows 1-2, column 2 are mines. There are two mines in all, but the 2 at row 1, column 1 and the 2 at "
            "row 1, column 3 need four together. So two mines must count for both: those are rows 1-2, column 2, "
            "the two hidden cells both see.",
        ),
        (
            *("1## ##1", 2),
            "Rows 1-2, column 2 are safe. There are two mines in all. Every hidden cell left is beside the 1 at "
            "row 1, column 1 or the 1 at row 2, column 3, which need two together, so none counts for both: rows "
            "1-2, column 2, which both see, are safe.",
        ),
        ("#### ####", 0, "Rows 1-2, columns 1-4 are safe. There is no mine."),
    ],
)
def test_each_kind_of_deduction_has_a_sentence_in_full(picture: str, mines: int, sentence: str) -> None:
    assert tip_words(picture, mines)[1] == sentence


def test_clues_with_known_mines_are_not_said_to_have_no_other_mines() -> None:
    _, sentence, _ = tip_words("#*#*#*# #4#6#4# #*#*#*#", 10)
    assert "see all of these cells and have no other mines but the known ones, so" in sentence


def test_a_sentence_that_counts_mines_mentions_unproved_flags() -> None:
    text = tip_words("#1## 1### #F#1", 2)[1]
    assert "Without the flag at row 3, column 2, which is not proved, two mines are left." in text


def test_a_deduction_without_a_reason_is_explained_by_its_count() -> None:
    position = read_position("1#1", 1)
    step = Step(mined=2, clues=5, argument=14)
    deduction = Deduction(Kind.EXACT_COUNT, 0, 2, 5, steps=(step,))
    assert Proof(position, deduction).text() == (
        "Row 1, column 2 is a mine. It is so in each of the 14 ways to place the mines around the 1 at row 1, column 1"
        " and the 1 at row 1, column 3."
    )


def test_a_deduction_without_steps_is_explained_in_one_sentence() -> None:
    position = read_position("1#1", 1)
    assert Proof(position, Deduction(Kind.ONE_CLUE, 0, 2, 0)).text() == "Row 1, column 2 is a mine. The clues show it."


def check_texts(position: Position, deduction: Deduction) -> None:
    """Checks that a sentence takes at most two lines on the screen and that its short form is short."""
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
def test_every_deduction_of_every_solver_can_be_explained(position: Position, near: int) -> None:
    near %= position.grid.size
    flagged = run_to_end(simple.sweep(position))[1]
    results: list[object] = [run_to_end(tip(position, flags, near)) for flags in (0, flagged)]
    results += list(simple.deductions(position))
    results += list(assumptions.deductions(position))
    for deduction in results:
        if isinstance(deduction, Deduction):
            check_texts(position, deduction)
            check_texts(position, simplest_proof(position, deduction))
