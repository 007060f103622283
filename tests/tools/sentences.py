"""200 recorded sentences of all kinds, each with the position of a game from a fixed seed.

``python -m tests.tools.sentences`` records the sentences again and keeps their positions.

An entry is a line that names the position, and its sentence. Read all of them after a change, and ask whether you would
say this to a friend.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from minesweeper.assist.naming import Room
from minesweeper.assist.tip import WIDTH, Proof
from minesweeper.boards.deal import deal
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.position import Position
from minesweeper.play.game import Game
from minesweeper.solvers import assumptions
from minesweeper.solvers.deduction import Deduction, Kind, run_to_end
from minesweeper.solvers.exact import Analysis, ExactSolver
from minesweeper.solvers.proof import simplest_proof
from minesweeper.solvers.tips import every_deduction, tip

GOLDEN = Path(__file__).parents[1] / "golden" / "sentences.txt"
SCREEN = "; screen"
"""After a style: the sentence is the one for a screen with details, which show rows and columns."""
MARKS = "; marks"
"""After a style: the sentence is the one for any other screen, which calls cells by their marks."""


class Case(NamedTuple):
    """A position of a game, and the style in which the question about it is answered."""

    spec: str
    seed: str
    move: int
    style: str

    @classmethod
    def read(cls, line: str) -> Case:
        """The case that a line describes."""
        spec, seed, move, style = line.removesuffix(SCREEN).removesuffix(MARKS).split()
        return cls(spec, seed, int(move), style)

    def __str__(self) -> str:
        return f"{self.spec} {self.seed} {self.move} {self.style}"


class Told(NamedTuple):
    """A deduction about a position with the flags that the player has set."""

    position: Position
    deduction: Deduction
    flags: CellSet

    def sentence(self, head: str) -> str:
        """The sentence about a case. The first line of its entry says which case it is."""
        proof = Proof(self.position, self.deduction, self.flags, was=" lost" in head)
        if head.endswith(MARKS):
            return proof.marked_forms(Room(wrong_flag="!F"))[0]
        return proof.text(Room(WIDTH if head.endswith(SCREEN) else None))


def tell_all(cases: list[Case]) -> dict[Case, Told]:
    """The sentence about each case. Every game is played only once."""
    wanted: dict[tuple[str, str], dict[int, list[Case]]] = {}
    for case in cases:
        wanted.setdefault(case[:2], {}).setdefault(case.move, []).append(case)
    results = {}
    for (spec, seed), by_move in wanted.items():
        for move, (game, analysis) in enumerate(positions(spec, seed)):
            for case in by_move.pop(move, []):
                results[case] = tell(game, analysis, case)
            if not by_move:
                break
    return results


def positions(spec: str, seed: str) -> Iterator[tuple[Game, Analysis]]:
    """The positions of a game in which random safe cells are opened, provable ones first."""
    size, mines = spec.split("/")
    width, height = size.split("x")
    board = BoardSpec(int(width), int(height), int(mines))
    random, exact_solver = Random(f"{spec} {seed}"), ExactSolver()
    first = random.randrange(board.grid.size)
    layout = deal(board, first, seed)
    game = Game(board.grid, board.mines, layout).open_cell(first)
    while not game.is_over:
        analysis = run_to_end(exact_solver.analyse(game.position))
        yield game, analysis
        game = game.open_cell(random.choice(cells_of(analysis.safe or game.hidden & layout.safe)))


def tell(game: Game, analysis: Analysis, case: Case) -> Told:
    """The sentence for somebody who asks in this style."""
    position, random = game.position, Random(str(case))
    near, flags = random.randrange(position.grid.size), analysis.mined
    if case.style == "solve":
        every = [proved.deduction for proved in every_deduction(analysis)]
        hard = [deduction for deduction in every if deduction.kind is not Kind.ONE_CLUE]
        return Told(position, random.choice(hard or every), 0)
    if case.style == "smart":
        result = next(result for result in assumptions.deductions(position, near=near) if result is not None)
        return Told(position, simplest_proof(position, result), flags)
    if case.style == "none":
        flags = 0
    elif case.style in ("doubt", "wrong"):
        undecided = position.hidden & ~(analysis.mined | analysis.safe)
        flags |= 1 << random.choice(cells_of(analysis.safe if case.style == "wrong" else undecided))
    tipped = run_to_end(tip(position, flags, near))
    assert isinstance(tipped, Deduction)
    return Told(position, tipped, flags)


def lines_anew() -> list[str]:
    """The lines of the golden file with the current sentences."""
    lines = GOLDEN.read_text("utf-8").splitlines()
    heads = [line for line in lines if line and line[0].isdigit()]
    text = tell_all([Case.read(head) for head in heads])
    written = []
    for line in lines:
        if line in heads:
            written += [line, f"  {text[Case.read(line)].sentence(line)}"]
        elif not line.startswith("  "):
            written.append(line)
    return written


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(lines_anew()) + "\n", "utf-8")
