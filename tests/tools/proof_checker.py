"""Checks proofs of ``minesweeper solve --json`` by brute force: ``python -m tests.tools.proof_checker FILE``.

FILE has a JSON object on each line: the answer of ``solve --json`` with a field ``board``, whose rows have ``#`` for
hidden cells and a digit for each opened one. Nothing of Minesweeper is imported: a solver's mistake can't hide here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Cell = tuple[int, int]
Limit = tuple[frozenset[Cell], int, int]
"""Cells, with the smallest and the greatest number of mines among them."""


class FalseProof(Exception):
    """Raised if a step breaks a rule of proofs. The message says which rule."""


class Known(NamedTuple):
    """The cells that are known at some point of a proof."""

    safe: frozenset[Cell]
    mined: frozenset[Cell]

    def plus(self, safe: Iterable[Cell], mined: Iterable[Cell]) -> Known:
        return Known(self.safe.union(safe), self.mined.union(mined))


def check_answer(board: Sequence[str], answer: dict[str, Any]) -> int:
    """Checks every step of all deductions and returns how many deductions have steps.

    The results of deductions without steps don't count as known.
    """
    known, checked = Known(frozenset(), _cells(answer["given"])), 0
    for deduction in answer["deductions"]:
        safe, mined, steps = _cells(deduction["safe"]), _cells(deduction["mined"]), deduction["steps"]
        if steps:
            after = _check_steps(board, answer["mines"], steps, known)
            _need(safe <= after.safe and mined <= after.mined, "the steps don't prove the cells")
            checked, known = checked + 1, known.plus(safe, mined)
    return checked


def _check_steps(board: Sequence[str], mines: int, steps: Sequence[dict[str, Any]], known: Known) -> Known:
    for step in steps:
        safe, mined = _cells(step["safe"]), _cells(step["mined"])
        _need(bool(safe | mined) != step["contradicts"], "a step settles cells or ends in a contradiction")
        _need(_cells(step["uses_safe"]) <= known.safe, "a step uses a safe cell that isn't known yet")
        _need(_cells(step["uses_mined"]) <= known.mined, "a step uses a mine that isn't known yet")
        (_check_branches if step["branches"] else _check_step)(board, mines, step, known)
        known = known.plus(safe, mined)
    return known


def _check_step(board: Sequence[str], mines: int, step: dict[str, Any], known: Known) -> None:
    """Checks that no layout fits the named clues if one of the results is wrong."""
    hidden = frozenset((row, col) for row, line in enumerate(board) for col, sign in enumerate(line) if sign == "#")
    limits: list[Limit] = [(hidden, mines, mines)] if step["uses_total"] else []
    for row, col in _cells(step["clues"]):
        _need(board[row][col].isdigit(), "a step names a clue that isn't on the board")
        near = frozenset((row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)) & hidden
        limits.append((near, int(board[row][col]), int(board[row][col])))
    limits += [(frozenset([cell]), 0, 0) for cell in _cells(step["uses_safe"])]
    limits += [(frozenset([cell]), 1, 1) for cell in _cells(step["uses_mined"])]
    opposites: list[list[Limit]] = [[(frozenset([cell]), 1, 1)] for cell in _cells(step["safe"])]
    opposites += [[(frozenset([cell]), 0, 0)] for cell in _cells(step["mined"])]
    for opposite in opposites or [[]]:
        _need(not _has_layout(limits + opposite), "a step doesn't follow from its reasons")


def _check_branches(board: Sequence[str], mines: int, step: dict[str, Any], known: Known) -> None:
    """Follows each assumption. The branches must cover all cases and agree on the results of the step."""
    cases = [(_cells(branch["assumes_safe"]), _cells(branch["assumes_mined"])) for branch in step["branches"]]
    _need(all(len(safe) + len(mined) == 1 for safe, mined in cases), "a branch assumes something about one cell")
    covers_all = len(cases) == 2 and cases[0] == cases[1][::-1]
    safe, mined = _cells(step["safe"]), _cells(step["mined"])
    for branch, (safe_case, mined_case) in zip(step["branches"], cases, strict=True):
        after = _check_steps(board, mines, branch["steps"], known.plus(safe_case, mined_case))
        if not (branch["steps"] and branch["steps"][-1]["contradicts"]):
            _need(covers_all and not step["contradicts"], "a branch leaves a case open")
            _need(safe <= after.safe and mined <= after.mined, "the branches don't agree on what the step settles")
    _need(covers_all or (mined, safe) == cases[0], "a refuted assumption proves its opposite only")


def _has_layout(limits: Iterable[Limit]) -> bool:
    """Whether some layout keeps all limits. First settles the cells that a single limit decides."""
    limits = list(limits)
    while True:
        limits = [limit for limit in limits if limit[0] or limit[1] > 0 or limit[2] < 0]
        if any(least > len(cells) or most < 0 for cells, least, most in limits):
            return False
        forced = next(((cells, least) for cells, least, most in limits if least == len(cells) or most == 0), None)
        if forced is None:
            break
        limits = _with_cells(limits, forced[0], is_mine=forced[1] > 0)
    if not limits:
        return True
    cell = min(min(limits, key=lambda limit: len(limit[0]))[0])
    return any(_has_layout(_with_cells(limits, frozenset([cell]), is_mine=is_mine)) for is_mine in (True, False))


def _with_cells(limits: Iterable[Limit], known: frozenset[Cell], is_mine: bool) -> list[Limit]:
    counted = [(cells - known, len(cells & known) if is_mine else 0, least, most) for cells, least, most in limits]
    return [(cells, least - mines, most - mines) for cells, mines, least, most in counted]


def _cells(places: Iterable[Sequence[int]]) -> frozenset[Cell]:
    return frozenset((row, col) for row, col in places)


def _need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise FalseProof(otherwise)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        answers = [json.loads(line) for line in file]
    print(f"{sum(check_answer(answer['board'], answer) for answer in answers):,} proofs hold")
