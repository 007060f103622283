"""A law of sentences: the clues that a sentence names prove each cell that it claims.

The sentences are read back from their text, so that the test checks what they say, whatever they were made from.
"""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.tip import Proof
from minesweeper.core.cells import CellSet, Grid
from minesweeper.core.position import Position
from minesweeper.solvers import assumptions
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.proof import simplest_proof
from minesweeper.solvers.tips import every_deduction, tip
from tests.solvers.brute_force import possible
from tests.strategies import cell_sets, positions

SPAN = r"\d+(?:-\d+)?"
CLUE = re.compile(r"\b(?:the|The) (\d|empty cell) at row (\d+), column (\d+)")
CELLS = re.compile(rf"[Rr]ows? ({SPAN}), column(?: (\d+)|s ({SPAN}(?:, {SPAN})*(?: and {SPAN})?))")
TOTAL = re.compile(
    r"\bmines? (is|are|would be) (left|known)|hidden cells? (is|are) left|known, |in all|There is no mine"
)


def numbers(text: str) -> list[int]:
    """The numbers, counted from 0, that ranges counted from 1 stand for."""
    results: list[int] = []
    for part in re.split(", | and ", text):
        first, _, last = part.partition("-")
        results += range(int(first) - 1, int(last or first))
    return results


def cells_in(grid: Grid, text: str) -> CellSet:
    """The cells that a text names, without its clues."""
    result = 0
    for rows, one, several in CELLS.findall(CLUE.sub("", text)):
        for row in numbers(rows):
            for col in numbers(one or several):
                result |= 1 << grid.cell(row, col)
    return result


def claims_in(grid: Grid, sentence: str) -> tuple[CellSet, CellSet, str]:
    """The cells that a sentence claims to be safe or mines, and the rest of the sentence, which says why."""
    result, _, why = sentence.partition(". ")
    safe = mined = 0
    waiting = 0
    for part in re.split(r"( is safe| are safe| is wrong| are wrong| is a mine| are mines)", result):
        if part.endswith(("safe", "wrong")):
            safe |= waiting
        elif part.endswith(("mine", "mines")):
            mined |= waiting
        else:
            waiting = cells_in(grid, part)
    return safe, mined, why


def clues_in(position: Position, text: str) -> CellSet:
    """The clues that a text names, each checked by its number."""
    result = 0
    for number, row, col in CLUE.findall(text):
        cell = position.grid.cell(int(row) - 1, int(col) - 1)
        assert position.opened >> cell & 1
        assert position.clue(cell) == (0 if number == "empty cell" else int(number))
        result |= 1 << cell
    return result


def check_sentence(position: Position, deduction: Deduction, flags: CellSet = 0) -> None:
    """The sentence is about the cells of the deduction, names exactly its clues, and they prove the cells."""
    sentence = Proof(position, deduction, flags).text()
    safe, mined, why = claims_in(position.grid, sentence)
    assert (safe, mined) == (deduction.safe, deduction.mined), sentence
    clues, says_total = clues_in(position, why), bool(TOTAL.search(why))
    assert clues == deduction.because, sentence
    assert says_total == deduction.uses_total, sentence
    # Assumed cells are provable flags or were proved before.
    given = {"given_safe": deduction.assumes_safe, "given_mined": deduction.assumes_mined}
    rest = possible(position, clues, with_total=says_total, **given)
    assert not safe & rest.mined, sentence
    assert not mined & rest.safe, sentence
    # Each claim has a clause that gives its reason: it names the cell, or is about the "it" of an assumption. Other
    # cells of one clue, and hidden cells that no clue touches, need no names.
    last, claimed = deduction.steps[-1], safe | mined
    unnamed = claimed & ~cells_in(position.grid, why)
    if last.branches:
        assert not unnamed or (claimed.bit_count() == 1 and why.count("it were") == 1), sentence
    elif last.clues.bit_count() == 1 or last.uses_total:
        assert not unnamed & ~(last.safe | last.mined), sentence
    else:
        assert not unnamed, sentence


@given(positions(max_side=5), st.data())
def test_every_tip_names_the_clues_that_prove_it(position: Position, data: st.DataObject) -> None:
    flags = data.draw(st.just(run_to_end(analyse(position)).mined) | cell_sets(position.grid)) & position.hidden
    advice = run_to_end(tip(position, flags))
    if isinstance(advice, Deduction):
        check_sentence(position, advice, flags)


@settings(max_examples=60)
@given(positions(max_side=5))
def test_every_proof_of_the_command_solve_names_its_clues(position: Position) -> None:
    for proved in every_deduction(run_to_end(analyse(position))):
        check_sentence(position, proved.deduction)


@settings(max_examples=60)
@given(positions(max_side=5))
def test_every_proof_of_the_smart_solver_names_its_clues(position: Position) -> None:
    for deduction in assumptions.deductions(position, depth=2):
        if deduction is not None:
            proof = simplest_proof(position, deduction)
            clues = clues_in(position, Proof(position, proof).text())
            assert clues == proof.because
