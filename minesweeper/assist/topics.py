"""The topics of lessons, and which topic the reasoning in a position belongs to.

`file_position` finds the easiest proof in a position with its `Topic`, and `file_missed` finds the topic that a player
has missed. Flags that can be proved count as known mines, because a player who has flagged a mine needn't prove it
again. `PatternProof` explains a 1-2-1 or 1-2-2-1 pattern as a whole: all its numbers, its mines and its safe cells.
Tested in tests/play/test_lesson_drills.py.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from minesweeper.assist.naming import LISTED, UNMARKED, Naming, Pattern, Room, Seen, follow_wall, name_cells
from minesweeper.assist.sentences import Explainer
from minesweeper.assist.tip import Proof, ProofStep
from minesweeper.core.cells import CellSet, Grid, cells_of, first_cell, steps_between, to_cell_set
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise
from minesweeper.solvers.bitrules import sweep_to_end
from minesweeper.solvers.deduction import Deduction, Kind, ProvedCells, Step
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.proof import ClueSystem, ProofSearch, SumArgument
from minesweeper.solvers.tips import easiest_deduction


class Topic(Enum):
    """A kind of reasoning that lessons teach. ``LEARNING_ORDER`` says which topic to learn first.

    Files store the values, so they must never change. New topics are added at the end.
    """

    title: str
    """The topic's name in a list."""
    about: str
    """What the topic teaches, in one sentence for players."""

    def __new__(cls, value: str, title: str = "", about: str = "") -> Topic:
        topic = object.__new__(cls)
        topic._value_, topic.title, topic.about = value, title, about
        return topic

    ONE_CLUE = (
        "one clue",
        "One clue",
        "A clue is an opened number. If it has just as many hidden neighbours as mines, all of them are mines.",
    )
    KNOWN_MINES = (
        "known mines",
        "Known mines",
        "A number whose mines are all flagged is done: its other neighbours are safe. Otherwise count what is missing.",
    )
    ONE_ONE = (
        "1-1",
        "The 1-1 pattern",
        "Two 1s stand side by side along a row of hidden cells, where the row ends: the third cell of the row is safe.",
    )
    ONE_TWO = (
        "1-2",
        "The 1-2 pattern",
        "A 1 and a 2 stand side by side along a row of hidden cells: the cell that only the 2 touches is a mine.",
    )
    ONE_TWO_ONE = (
        "1-2-1",
        "The 1-2-1 pattern",
        "1, 2, 1 along a row of hidden cells: the cells facing the 1s are mines, and the one facing the 2 is safe.",
    )
    ONE_TWO_TWO_ONE = (
        "1-2-2-1",
        "The 1-2-2-1 pattern",
        "1, 2, 2, 1 along a row of hidden cells: the cells facing the 2s are mines, and those facing the 1s are safe.",
    )
    HOLE = (
        "hole",
        "Holes",
        "All hidden neighbours of one number also touch a second one that needs as many mines. Then all other "
        "neighbours of the second number are safe.",
    )
    EDGE = (
        "corners and edges",
        "Corners and edges",
        "Beside the edge of the board a number has few neighbours. Compare it with the next number, which touches "
        "most of them too.",
    )
    TWO_CLUES = (
        "two clues",
        "Two clues that overlap",
        "Two numbers share hidden cells. How many mines fit there decides the cells that only one of them touches.",
    )
    MORE_CLUES = (
        "three clues and more",
        "Three clues and more",
        "Three numbers or more decide a cell together: add them up, and leave none out.",
    )
    ASSUMPTION = (
        "assumption",
        "Assumption",
        "Suppose that a cell is a mine, or safe, and follow the numbers. If one of them can't hold, the opposite is "
        "true.",
    )
    MINE_TOTAL = (
        "mine total",
        "Counting the last mines",
        "Near the end, the number of mines left decides cells that the clues alone leave open.",
    )
    GUESS = "guessing", "Guessing", "Nothing can be proved: open the cell with the best chance to win the game."
    CHORDS = (
        "chords",
        "Chords and clicks",
        "You see the mines here. A number with all its flags opens its other neighbours at once, which saves moves.",
    )
    REDUCTION = (
        "reduction",
        "Patterns among flags",
        "Subtract from each number the flags beside it, then look for a pattern you know.",
    )
    COUNT_EARLY = (
        "counting early",
        "Counting early",
        "The number of mines left can prove a cell even while many cells are hidden.",
    )
    NO_FLAGS = (
        "no flags",
        "Without flags",
        "No mine is flagged: remember the mines that you have proved, and find the safe cells.",
    )
    FIFTY = (
        "fifty-fifty",
        "50/50s seen early",
        "One of two cells is a mine, and no number will ever tell which, so guess at once: waiting only costs time.",
    )
    MID_GUESS = (
        "mid-board guessing",
        "Guessing in mid-board",
        "Nothing can be proved, and the safest cell isn't always the best one to open.",
    )


LEARNING_ORDER = (
    *(Topic.ONE_CLUE, Topic.KNOWN_MINES, Topic.CHORDS, Topic.ONE_ONE, Topic.REDUCTION, Topic.ONE_TWO),
    *(Topic.ONE_TWO_ONE, Topic.ONE_TWO_TWO_ONE, Topic.HOLE, Topic.EDGE, Topic.TWO_CLUES),
    *(Topic.MINE_TOTAL, Topic.COUNT_EARLY, Topic.MORE_CLUES, Topic.ASSUMPTION, Topic.NO_FLAGS),
    *(Topic.FIFTY, Topic.GUESS, Topic.MID_GUESS),
)
"""All topics in the order in which players learn them.

Counting the last mines comes before three clues and assumptions, because it decides far more no-guess boards.
"""


MOST_CELLS = 10_000
"""The largest board for lessons, in cells. To prove everything on a larger one would take seconds."""
_MOST_COMPARED = 20
"""The most equally easy proofs that are compared.

On a large board, hundreds of clues may each prove a cell on their own.
"""
_MOST_ADDED = 3
"""The most clues that a learner is asked to add up. With more, an assumption is easier to follow."""


class TopicProof(NamedTuple):
    """The easiest proof in a position, and the topic of its reasoning."""

    topic: Topic
    proof: Deduction


def is_lesson(analysis: Analysis) -> bool:
    """Whether a position can become a lesson: a cell is opened, the board has at most `MOST_CELLS` cells, and the
    analysis is exact and complete.
    """
    position = analysis.position
    fits = bool(position.opened) and position.grid.size <= MOST_CELLS
    return fits and analysis.is_exact and analysis.is_complete


def proof_length(deduction: Deduction) -> int:
    """How much a person has to follow in a proof: the number of its clues and of its steps after an assumption."""
    steps = sum(len(way) for step in deduction.steps for way in step.branches)
    return deduction.because.bit_count() + steps


def topic_of(position: Position, deduction: Deduction) -> Topic | None:
    """The topic of a deduction.

    Returns None if only a count of all layouts proves its cells, because no person can follow that.
    """
    step = deduction.steps[-1]
    if deduction.kind is Kind.MINE_TOTAL:
        return Topic.MINE_TOTAL
    if deduction.kind is Kind.ONE_CLUE:
        beside = position.grid.neighbours(first_cell(step.clues))
        return Topic.KNOWN_MINES if beside & (deduction.assumes_mined | step.uses_mined) else Topic.ONE_CLUE
    if deduction.kind is Kind.TWO_CLUES:
        pattern = Explainer(position, deduction).pattern(step)
        if pattern is not None:
            return Topic(pattern.value)
        return Topic.EDGE if deduction.because & _border(position.grid) else Topic.TWO_CLUES
    if deduction.kind is Kind.ASSUMPTION:
        return Topic.ASSUMPTION
    return Topic.MORE_CLUES if isinstance(step.argument, SumArgument) and not deduction.uses_total else None


def _border(grid: Grid) -> CellSet:
    """The cells in the outermost rows and columns of the board."""
    inside = grid.rectangle(1, 1, max(grid.height - 2, 0), max(grid.width - 2, 0))
    return grid.all_cells & ~inside


def file_position(
    analysis: Analysis,
    flags: CellSet,
    near: int | None = None,
    wanted: ProvedCells | None = None,
    known_safe: CellSet = 0,
) -> Generator[None, None, TopicProof | None]:
    """Finds the easiest proof in a position and its topic, in slices.

    `flags` must be provable, because they count as known mines, and the ``known_safe`` cells count as proved too.
    ``wanted`` are the cells to prove; by default these are all provable cells without a flag. Among equally easy
    proofs, it takes the earliest topic, then the shortest proof, then the one nearest to the cell ``near``. Returns
    None if no wanted cell can be proved except by a count of all layouts.
    """
    given = ProvedCells(known_safe, flags)
    wanted = wanted or ProvedCells(analysis.safe, analysis.mined & ~flags)
    filed: list[TopicProof] = []
    kind = None
    for _ in range(_MOST_COMPARED):
        if not wanted.safe | wanted.mined:
            break
        deduction = yield from easiest_proof(analysis, wanted, given, near)
        if kind is not None and deduction.kind is not kind:
            break
        kind = deduction.kind
        topic = topic_of(analysis.position, deduction)
        # A proof with several steps builds on an easier proof, which this loop has usually found before.
        if topic is not None and (len(deduction.steps) == 1 or not filed):
            filed.append(TopicProof(topic, deduction))
        # Of harder proofs, only the first is known to be the easiest, so no other ones are compared.
        if kind not in (Kind.ONE_CLUE, Kind.TWO_CLUES):
            break
        wanted = ProvedCells(wanted.safe & ~deduction.safe, wanted.mined & ~deduction.mined)

    def order(one: TopicProof) -> tuple[int, int, int]:
        cells, grid = cells_of(one.proof.safe | one.proof.mined), analysis.position.grid
        steps = 0 if near is None else min(steps_between(grid, near, cell) for cell in cells)
        return list(Topic).index(one.topic), proof_length(one.proof), steps

    return min(filed, key=order, default=None)


def file_missed(
    analysis: Analysis, flags: CellSet, near: int | None, wanted: ProvedCells
) -> Generator[None, None, TopicProof | None]:
    """Finds the topic that a player missed who didn't see any of the wanted cells, with a proof of such a cell.

    This works in slices. It proves the easiest cells first, until a wanted one is among them, and returns the hardest
    topic that was needed on the way. Flags that can be proved are known from the start, and so are all mines that
    simple rules prove, flagged or not. Otherwise players who never flag would always seem to miss the easiest topic.
    Returns None if no wanted cell can be proved except by a count of all layouts.
    """
    swept = yield from sweep_to_end(analysis.position, flags & analysis.mined)
    known, hardest = swept.mined & ~wanted.mined, Topic.ONE_CLUE
    while wanted.safe | wanted.mined:
        goal = ProvedCells(wanted.safe, (analysis.mined if wanted.safe else wanted.mined) & ~known)
        filed = yield from file_position(analysis, known, near, goal)
        if filed is None:
            break
        hardest = max(hardest, filed.topic, key=list(Topic).index)
        if filed.proof.safe & wanted.safe or filed.proof.mined & wanted.mined:
            return TopicProof(hardest, filed.proof)
        known |= filed.proof.mined
    return None


def easiest_proof(
    analysis: Analysis, wanted: ProvedCells, given: ProvedCells, near: int | None = None
) -> Generator[None, None, Deduction]:
    """Finds the easiest deduction of a wanted cell, in slices. It adds up a few clues instead of making an assumption
    where that is possible.

    Among equally easy ones, it takes the one nearest to the cell ``near``. The cells in ``given`` have been proved
    before. At least one wanted cell must be provable.
    """
    deduction = yield from easiest_deduction(analysis, wanted, given, near=near)
    if deduction.kind is Kind.ASSUMPTION:
        return _as_sum(analysis.position, deduction, given)
    return deduction


def _as_sum(position: Position, deduction: Deduction, given: ProvedCells) -> Deduction:
    """Turns a proof by assumption into one that adds up its clues, if a sum of few clues proves the same cells.

    Otherwise it returns the proof unchanged.
    """
    if deduction.because.bit_count() < 3:
        return deduction
    system = ClueSystem(position, cells_of(deduction.because), *given)
    goal = ProvedCells(system.from_board(deduction.safe), system.from_board(deduction.mined))
    reason = ProofSearch(system).by_sum(goal, _MOST_ADDED)
    if reason is None or reason.support.bit_count() > _MOST_ADDED:
        return deduction
    return system.make_deduction(ProvedCells(deduction.safe, deduction.mined), reason.support, [reason])


# ------------------------------------------------------------------------------
# Patterns of three and four numbers
# ------------------------------------------------------------------------------

_MINES_FACE = {(1, 2, 1): 1, (1, 2, 2, 1): 2}
"""The numbers of each pattern, and the number that stands in front of its mines."""


@dataclass(frozen=True)
class PatternProof(Proof):
    """The proof of a 1-2-1 or 1-2-2-1 pattern.

    It shows the mine in front of each end first, and the safe cells last.
    """

    line: tuple[Seen, ...] = ()
    """The clues of the pattern from one end to the other."""

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """The steps for a screen, which marks the cells, so that the sentences needn't name them."""
        return self._steps(None)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """The steps for a page or a player who listens, with the cells named in the sentences."""
        return self._steps(naming)

    def _steps(self, naming: Naming | None) -> tuple[ProofStep, ...]:
        """Makes the steps. If `naming` is None, the sentences don't name cells."""
        steps: list[ProofStep] = []
        mined = 0
        for end, beside in (self.line[:2], self.line[:-3:-1]):
            mine, clues = _mine(end, beside), 1 << end.clue | 1 << beside.clue
            step, mined = Step(mined=mine, clues=clues), mined | mine
            pair = self.deduction._replace(safe=0, mined=mine, because=clues, steps=(step,))
            reasons = Explainer(self.position, pair, self.flags, naming=naming or Naming.FULL).step_reasons(step)
            text = reasons[-2] if naming is None else reasons[0]
            start = "From the other end, t" if steps else "T"
            steps.append(ProofStep(f"{start}{text[1:]}", "they can share only one mine", clues, 0, mined))
        text = f"Now each number has its mines, so {self._others(naming)}."
        steps.append(ProofStep(text, "the rest is safe", self.because, self.safe, self.mined))
        return tuple(steps)

    def text(self, room: Room = UNMARKED) -> str:
        """Names the pattern and says which cells are mines and which are safe.

        On a screen, which marks the cells, it doesn't name them.
        """
        needs = tuple(seen.needs for seen in self.line)
        name, faced = (" " if room.naming is Naming.SPOKEN else "-").join(map(str, needs)), _MINES_FACE[needs]
        if room.is_brief:
            return f"{name}: the mines face the {faced}s."
        naming = room.naming if room.width is None else None
        numbers = "these numbers" if naming is None else f"the numbers at {self._names(self.because, naming)}"
        known = "without the known mines, " if self.deduction.assumes_mined else ""
        mines = "" if naming is None else f": {self._names(self.mined, naming)}"
        return (
            f"{capitalise(f'{known}{numbers}')} are {name}. The cells facing the {faced}s are mines{mines}."
            f" {capitalise(self._others(naming))}."
        )

    def _others(self, naming: Naming | None) -> str:
        """A clause which says that all other cells of the pattern are safe."""
        unflagged = "unflagged " if self.deduction.assumes_mined else ""
        names = "" if naming is None else f": {self._names(self.safe, naming)}"
        return f"all other {unflagged}cells beside these numbers are safe{names}"

    def _names(self, cells: CellSet, naming: Naming) -> str:
        return name_cells(self.position.grid, cells, LISTED, naming)


def _mine(end: Seen, beside: Seen) -> CellSet:
    """The cell in front of an end of the pattern, which must be a mine: the second number from the end sees it, but the
    end doesn't.
    """
    return beside.cells & ~end.cells


def find_pattern_proof(position: Position, deduction: Deduction, flags: CellSet) -> PatternProof | None:
    """Finds the whole pattern to which a deduction from two clues belongs.

    `flags` count as known mines. Returns None if the deduction isn't part of a 1-2-1 or 1-2-2-1 pattern.
    """
    explainer, step = Explainer(position, deduction), deduction.steps[-1]
    if explainer.pattern(step) not in (Pattern.ONE_TWO_ONE, Pattern.ONE_TWO_TWO_ONE):
        return None

    def look(clue: int) -> Seen | None:
        around = position.grid.neighbours(clue) & position.hidden
        needs = position.clue(clue) - (around & flags).bit_count()
        return Seen(clue, needs, around & ~flags) if position.opened >> clue & 1 else None

    (one,), (other,) = explainer.sides(step)
    seen, also = look(one), look(other)
    assert seen is not None
    assert also is not None
    line = follow_wall(position.grid, seen, also, look)
    line = line[: 3 if [seen.needs for seen in line[:3]] == [1, 2, 1] else 4]
    if tuple(seen.needs for seen in line) not in _MINES_FACE:
        return None
    mined = _mine(*line[:2]) | _mine(*line[:-3:-1])
    safe = 0
    for seen in line:
        safe |= seen.cells & ~mined
    because = to_cell_set(seen.clue for seen in line)
    known = flags & position.grid.spread(because)
    by_pattern = Deduction(Kind.TWO_CLUES, safe, mined, because, assumes_mined=known)
    return PatternProof(position, by_pattern, flags, line=tuple(line))
