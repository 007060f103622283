"""The proofs of `solve --json` are correct by brute force, and the checker refuses proofs that are damaged."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from minesweeper.assist.answers import solve
from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of, contains, to_cell_set
from minesweeper.core.position import Position, read_position
from minesweeper.core.text import json_text
from minesweeper.play.game import Game
from tests.tools.proof_checker import FalseProof, check_answer
from tests.tools.proofs import dense_positions

Answer = tuple[list[str], dict[str, Any]]
Damage = Callable[[dict[str, Any]], bool]
SPECS = (BoardSpec(30, 16, 99), BoardSpec(16, 16, 40))


def expert_positions(random: Random) -> Iterator[Position]:
    """Yields random boards on which a few safe cells were opened."""
    while True:
        spec = random.choice(SPECS)
        layout = Layout(spec.grid, to_cell_set(random.sample(range(spec.grid.size), spec.mines)))
        game = Game(spec.grid, spec.mines, layout)
        for cell in random.sample(cells_of(layout.safe), 12):
            game = game if contains(game.opened, cell) else game.open_cells(1 << cell)
        yield game.position


def answer_of(position: Position) -> Answer:
    """The board of a position as text, and the answer of ``solve --json`` about it."""
    answer = json.loads(json_text(solve(position).to_data()))
    return position.to_picture().replace(".", "0").splitlines(), answer


def test_all_of_5000_proofs_are_correct_by_brute_force() -> None:
    checked = 0
    for position in islice(dense_positions(Random(17)), 150):
        checked += check_answer(*answer_of(position))
    for position in expert_positions(Random(18)):
        if checked >= 5000:
            break
        checked += check_answer(*answer_of(position))


def every_step(steps: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yields all steps. The steps of its branches come before the step itself."""
    for step in steps:
        for branch in step["branches"]:
            yield from every_step(branch["steps"])
        yield step


# Each damage changes a step and says whether the proof must be refused now. Without that, a step may still be true.


def swap_results(step: dict[str, Any]) -> bool:
    step["safe"], step["mined"] = step["mined"], step["safe"]
    return bool(step["safe"] or step["mined"])


def drop_clues(step: dict[str, Any]) -> bool:
    had_clues, step["clues"] = bool(step["clues"]), []
    return had_clues and not step["uses_total"]


def use_result_as_reason(step: dict[str, Any]) -> bool:
    step["uses_safe"] = step["uses_safe"] + step["safe"]
    return bool(step["safe"])


def claim_contradiction(step: dict[str, Any]) -> bool:
    was_result = not step["contradicts"]
    step["contradicts"] = True
    return was_result


def forget_branches(step: dict[str, Any]) -> bool:
    had_branches, step["branches"] = bool(step["branches"]), []
    return had_branches


def cut_branch(step: dict[str, Any]) -> bool:
    for branch in step["branches"]:
        branch["steps"] = []
    return bool(step["branches"])


DAMAGES = (
    swap_results,
    drop_clues,
    use_result_as_reason,
    claim_contradiction,
    forget_branches,
    cut_branch,
)


BRANCHED = {
    "#####\n#54##\n##211\n##31#\n###1#": 13,
    "12##\n2#5#\n3#5#\n####\n#543\n####": 12,
    "1##1\n#4##\n#3##\n1211\n....": 4,
    "#1....\n#31.11\n##212#\n#4##3#\n23####\n##1#1#": 9,
    "####2\n#3#5#\n#2###\n###6#\n#####\n#4#4#": 16,
    "1#21##\n#####1\n######": 5,
}
"""Positions whose proofs make assumptions, which are rare on random boards, with their mine totals."""


@cache
def answers_to_break() -> tuple[Answer, ...]:
    positions = [read_position(board, mines) for board, mines in BRANCHED.items()]
    return tuple(map(answer_of, [*positions, *islice(dense_positions(Random(19)), 10)]))


def broken_answers(damage: Damage) -> Iterator[Answer]:
    """Yields copies of each answer in which one step is damaged, as often as that is possible."""
    for board, answer in answers_to_break():
        for number, deduction in enumerate(answer["deductions"]):
            for at in range(len(list(every_step(deduction["steps"])))):
                broken = deepcopy(answer)
                if damage(list(every_step(broken["deductions"][number]["steps"]))[at]):
                    yield board, broken


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_proof_checker_refuses_broken_proofs(damage: Damage) -> None:
    refused = 0
    for board, broken in broken_answers(damage):
        with pytest.raises(FalseProof):
            check_answer(board, broken)
        refused += 1
    assert refused > 5


def test_the_proof_checker_trusts_no_deduction_without_steps() -> None:
    refused = 0
    for board, answer in answers_to_break():
        for number, deduction in enumerate(answer["deductions"]):
            later = [step for other in answer["deductions"][number + 1 :] for step in every_step(other["steps"])]
            used = [cell for step in later for cell in step["uses_safe"] + step["uses_mined"]]
            broken = deepcopy(answer)
            broken["deductions"][number]["steps"] = []
            if any(cell in used for cell in deduction["safe"] + deduction["mined"]):
                with pytest.raises(FalseProof):
                    check_answer(board, broken)
                refused += 1
    assert refused > 5
