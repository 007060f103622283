"""Sentences for what only counting shows: the mine total, clues that add up, and all arrangements of mines."""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.cells import CellSet, to_cell_set
from minesweeper.solvers.by_total import TotalReason, reason_by_total
from minesweeper.solvers.case import Case, Explanation
from minesweeper.solvers.evidence import ClueSet
from minesweeper.solvers.places import begin, name_cell, name_cells, plural


def explain_by_total(case: Case) -> Explanation:
    """The explanation of a deduction that uses the mine total."""
    evidence = case.evidence
    reason = reason_by_total(evidence, evidence.all_clues, case.goal)
    if reason is None or case.decided & ~evidence.twins(evidence.all_clues, case.goal.safe | case.goal.mined):
        return _every_arrangement(case, f"the {plural(case.position.mine_total, 'mine')}")
    if reason.assumed is None:
        return _all_needed(case, reason) if reason.needs_more else _all_others(case, reason)
    cell = evidence.cells[reason.assumed]
    start = f"If {'it' if case.is_one_cell else name_cell(case.position.grid, cell)} were {case.opposite(cell)},"
    left, bound = reason.mines_left, reason.bound
    if reason.needs_more:
        need = f"would need {plural(bound, 'mine')}, but {_only_left(case, left)}."
        sentences = [f"{start} {case.clues(reason.open_clues, most)} {need}" for most in (2, 0)]
        return Explanation(sentences, f": {_only_left(case, left)}")
    of_left = f"the {plural(left, 'mine')}{'' if left == case.position.mine_total else ' left'}"
    return Explanation([f"{start} there would be room for only {bound} of {of_left}."], f": {of_left} need room")


def _only_left(case: Case, left: int) -> str:
    if left == case.position.mine_total:
        return f"there {'is' if left == 1 else 'are'} only {plural(left, 'mine')}"
    return f"only {plural(left, 'mine')} {'is' if left == 1 else 'are'} left"


def _all_needed(case: Case, reason: TotalReason) -> Explanation:
    """No mine is left for cells elsewhere."""
    total, left = case.position.mine_total, reason.mines_left
    if left:
        needs = "needs" if reason.open_clues.bit_count() == 1 else "need"
        what = {1: "it", 2: "both"}.get(left, f"all {left}")
        text = f"{begin(_only_left(case, left))}, and"
        sentences = [f"{text} {case.clues(reason.open_clues, most)} {needs} {what}." for most in (3, 0)]
        return Explanation(sentences, ": the clues need all mines")
    if not total:
        return Explanation(["There is no mine."], ": there is no mine")
    found = {1: "the only mine is", 2: "both mines are"}.get(total, f"all {total} mines are")
    words = f": {found} found"
    mines = case.evidence.to_board(reason.pinned) | case.deduction.given_mined
    sentences = [f"{begin(found)} accounted for: {name_cells(case.position.grid, mines)}."]
    if reason.pinned:
        clues = case.clues(case.evidence.all_clues)
        sentences = [f"{sentences[0][:-1]}, by {clues}.", f"{begin(found)} accounted for by {clues}."]
    return Explanation(sentences, words)


def _all_others(case: Case, reason: TotalReason) -> Explanation:
    """Cells elsewhere must take the mines that have no room beside the clues."""
    _, size = case.evidence.unseen(case.evidence.all_clues)
    beside, left = reason.bound + 1 - size, reason.mines_left
    words = ": the rest must be mines"
    if not reason.open_clues:
        return Explanation([f"{begin(plural(left, 'mine'))} and as many cells are left."], words)
    room = f"there is room for only {beside} of {plural(left, 'mine')}, so all other cells are mines."
    return Explanation([f"Beside {case.clues(reason.open_clues, most)} {room}" for most in (2, 0)], words)


class _Sum(NamedTuple):
    """A clue and others that share no open cell with each other, whose mines it must have or can't have."""

    clue: int
    addends: ClueSet
    mines: int
    """The mines of the addends together."""
    safe: CellSet
    mined: CellSet


def explain_by_count(case: Case) -> Explanation:
    """The explanation of a deduction that only counting shows: clues that add up, or all arrangements."""
    general = _every_arrangement(case, "mines")
    for found in _sums(case):
        if case.decided & ~(found.safe | found.mined):
            continue
        name, others = case.clue(found.clue), case.clues(found.addends, most=3)
        mines, number = plural(found.mines, "mine"), case.number(found.clue)
        if not found.mined:
            text = f"{begin(others)} have {mines} in cells that {name} sees too, so it has no other."
            return Explanation([text, *general.sentences], f": the {number} has its mines")
        rest = "cell" if found.mined.bit_count() == 1 else "cells"
        tail = ", and those have none elsewhere" if found.safe & case.decided else ""
        text = f"{begin(name)} can have only {mines} in cells of {others}, so it needs its other {rest}{tail}."
        return Explanation([text, *general.sentences], f": the {number} needs its other {rest}")
    return general


def _sums(case: Case) -> list[_Sum]:
    """The ways to see the open clues as one and some others that add up to it."""
    evidence = case.evidence
    possible = evidence.possible(evidence.all_clues)
    if possible is None:
        return []
    safe, mined = possible.settled
    cells = [mask & ~(safe | mined) for mask in evidence.masks]
    missing = [need - (mask & mined).bit_count() for need, mask in zip(evidence.needs, evidence.masks, strict=True)]
    open_clues = [number for number, mask in enumerate(cells) if mask]
    found = []
    for clue in open_clues:
        addends = [number for number in open_clues if number != clue]
        covered = 0
        for number in addends:
            covered |= cells[number]
        if covered.bit_count() != sum(cells[number].bit_count() for number in addends):
            continue
        mines = sum(missing[number] for number in addends)
        rest, outside = cells[clue] & ~covered, covered & ~cells[clue]
        if mines == missing[clue] and not outside:
            found.append(_Sum(clue, to_cell_set(addends), mines, rest, 0))
        if missing[clue] - mines == rest.bit_count():
            found.append(_Sum(clue, to_cell_set(addends), mines, outside, rest))
    return found


def _every_arrangement(case: Case, mines: str) -> Explanation:
    deduction, count = case.deduction, case.evidence.all_clues.bit_count()
    one = case.is_one_cell
    if deduction.safe and deduction.mined:
        what = "this is so"
    elif deduction.safe:
        what = "it is free" if one else "they are free"
    else:
        what = "it is a mine" if one else "they are mines"
    clues = "this clue" if count == 1 else f"these {count} clues"
    text = f"In every arrangement of {mines} that fits {clues}, {what}."
    return Explanation([text], f" in every fit of {plural(count, 'clue')}")


def explain_deeper(case: Case) -> Explanation:
    """The explanation of a deduction by assumptions within assumptions."""
    assumed = next((step for step in case.deduction.steps if step.assumed), None)
    clues, is_one = case.clues(case.evidence.all_clues), case.evidence.all_clues.bit_count() == 1
    if case.is_one_cell or assumed is None:
        otherwise = case.opposite(case.cell) if case.is_one_cell else "otherwise"
        hold = "hold" if is_one else "all hold"
        return Explanation([f"If it were {otherwise}, {clues} could not {hold}."], ": else clues can't hold")
    cell = name_cells(case.position.grid, assumed.safe | assumed.mined)
    return Explanation([f"{begin(clues)} show{'s' * is_one} it whether {cell} is a mine or not."], " either way")
