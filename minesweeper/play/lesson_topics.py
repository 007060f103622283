"""Files a provable position under the topic of the easiest reasoning that solves it, with the flags on the board.

Tested in tests/play/test_lesson_drills.py.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from typing import NamedTuple

from minesweeper.assist.naming import Pattern
from minesweeper.assist.sentences import Explainer
from minesweeper.core.cells import CellSet, Grid, cells_of, first_cell, steps_between
from minesweeper.core.position import Position
from minesweeper.solvers.deduction import Decided, Deduction, Kind
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.proof import ClueSystem, ProofSearch, SumArgument
from minesweeper.solvers.tips import easiest_deduction


class Topic(Enum):
    """The kinds of reasoning that lessons teach, in the order in which players learn them.

    The values are stored in files: they never change.
    """

    ONE_CLUE = "one clue"
    KNOWN_MINES = "known mines"
    ONE_ONE = "1-1"
    ONE_TWO = "1-2"
    ONE_TWO_ONE = "1-2-1"
    ONE_TWO_TWO_ONE = "1-2-2-1"
    HOLE = "hole"
    EDGE = "corners and edges"
    TWO_CLUES = "two clues"
    MORE_CLUES = "three clues and more"
    ASSUMPTION = "assumption"
    MINE_TOTAL = "mine total"
    GUESS = "guessing"
    CHORDS = "chords"

    @property
    def title(self) -> str:
        """Names the topic in a list."""
        return _TEXTS[self.value][0]

    @property
    def about(self) -> str:
        """Describes the topic in one sentence."""
        return _TEXTS[self.value][1]


_TEXTS = {
    "one clue": ("One clue", "A clue is a number. With just enough hidden cells, all of them are mines."),
    "known mines": ("One clue with known mines", "A number and its flags: count what it still needs."),
    "1-1": ("The 1-1 pattern", "Two 1s beside hidden cells, one at the end: the third hidden cell is safe."),
    "1-2": ("The 1-2 pattern", "A 1 and a 2 beside hidden cells: the one just past the 2 is a mine."),
    "1-2-1": ("The 1-2-1 pattern", "1, 2, 1 beside hidden cells: the cells facing the 1s are mines."),
    "1-2-2-1": ("The 1-2-2-1 pattern", "1, 2, 2, 1 beside hidden cells: the cells facing the 2s are mines."),
    "hole": ("Holes", "A number opened among hidden cells: its neighbour's mine is its mine too."),
    "corners and edges": ("Corners and edges", "Two numbers at the edge of the board, where cells are few."),
    "two clues": ("Two clues that overlap", "Two numbers that share hidden cells: one limits the other."),
    "three clues and more": ("Three clues and more", "Several numbers that add up: none can be left out."),
    "assumption": ("Assumption", "Suppose a cell is a mine, or safe, and follow the numbers until one breaks."),
    "mine total": ("Counting the last mines", "The numbers, and how many mines are left on the whole board."),
    "guessing": ("Guessing", "Nothing can be proved: open the cell with the best win chance."),
    "chords": ("Chords and clicks", "You know where the mines are. Chords save you moves."),
}
_PATTERNS = {
    Pattern.ONE_ONE: Topic.ONE_ONE,
    Pattern.ONE_TWO: Topic.ONE_TWO,
    Pattern.ONE_TWO_ONE: Topic.ONE_TWO_ONE,
    Pattern.ONE_TWO_TWO_ONE: Topic.ONE_TWO_TWO_ONE,
    Pattern.HOLE: Topic.HOLE,
}
_MOST_ADDED = 3
"""The most clues to add up: with more, an assumption is easier to follow."""
_ORDER = {topic: number for number, topic in enumerate(Topic)}


class Filed(NamedTuple):
    """The easiest proof in a position, and its topic."""

    topic: Topic
    proof: Deduction

    @property
    def difficulty(self) -> tuple[int, int]:
        """The order of the topic, then the length of the proof."""
        return _ORDER[self.topic], proof_length(self.proof)


def proof_length(deduction: Deduction) -> int:
    """Counts the clues and the assumed steps that a person follows."""
    steps = sum(len(way) for step in deduction.steps for way in step.branches)
    return deduction.because.bit_count() + steps


def topic_of(position: Position, deduction: Deduction) -> Topic | None:
    """Returns the topic of a deduction; None if only a count of all arrangements proves it."""
    step = deduction.steps[-1]
    if deduction.kind is Kind.MINE_TOTAL:
        return Topic.MINE_TOTAL
    if deduction.kind is Kind.ONE_CLUE:
        beside = position.grid.neighbours(first_cell(step.clues))
        return Topic.KNOWN_MINES if beside & (deduction.assumes_mined | step.uses_mined) else Topic.ONE_CLUE
    if deduction.kind is Kind.TWO_CLUES:
        pattern = Explainer(position, deduction).pattern(step)
        if pattern is not None:
            return _PATTERNS[pattern]
        return Topic.EDGE if deduction.because & _border(position.grid) else Topic.TWO_CLUES
    if deduction.kind is Kind.ASSUMPTION:
        return Topic.ASSUMPTION
    return Topic.MORE_CLUES if isinstance(step.argument, SumArgument) and not deduction.uses_total else None


def _border(grid: Grid) -> CellSet:
    inside = grid.rectangle(1, 1, max(grid.height - 2, 0), max(grid.width - 2, 0))
    return grid.all_cells & ~inside


def file_position(analysis: Analysis, flags: CellSet, near: int | None = None) -> Generator[None, None, Filed | None]:
    """Finds the easiest proof, with provable flags as known mines; among equals, the one nearest to ``near``.

    Returns None if nothing more can be proved, or only by a count of all arrangements.
    """
    given = Decided(0, flags)
    wanted = Decided(analysis.safe, analysis.mined & ~flags)
    found: list[Filed] = []
    kind = None
    while wanted.safe | wanted.mined:
        deduction = yield from easiest_deduction(analysis, wanted, given)
        if kind is not None and deduction.kind is not kind:
            break
        kind = deduction.kind
        if kind is Kind.ASSUMPTION:
            deduction = yield from _as_sum(analysis.position, deduction, given)
        topic = topic_of(analysis.position, deduction)
        if topic is not None and (len(deduction.steps) == 1 or not found):  # otherwise an earlier one comes first
            found.append(Filed(topic, deduction))
        if kind not in (Kind.ONE_CLUE, Kind.TWO_CLUES):  # of these, only the first is the easiest
            break
        wanted = Decided(wanted.safe & ~deduction.safe, wanted.mined & ~deduction.mined)

    def order(one: Filed) -> tuple[int, int, int]:
        cells = cells_of(one.proof.safe | one.proof.mined)
        grid = analysis.position.grid
        return *one.difficulty, 0 if near is None else min(steps_between(grid, near, cell) for cell in cells)

    return min(found, key=order, default=None)


def _as_sum(position: Position, deduction: Deduction, given: Decided) -> Generator[None, None, Deduction]:
    """Returns a proof by adding up the clues of an assumption, which needs no assumption; otherwise the same proof."""
    if deduction.because.bit_count() < 3:
        return deduction
    system = ClueSystem(position, cells_of(deduction.because), *given)
    goal = Decided(system.from_board(deduction.safe), system.from_board(deduction.mined))
    reason = yield from ProofSearch(system).by_counting(goal, with_total=False)
    argument = None if reason is None else reason.step.argument
    if reason is None or not isinstance(argument, SumArgument) or reason.support.bit_count() > _MOST_ADDED:
        return deduction
    return system.make_deduction(Decided(deduction.safe, deduction.mined), reason.support, [reason])
