"""Judges the marks with which a player answers a lesson, and explains each cell that is wrong or missing.

All marks are judged against the same position, because no cell opens while the player marks. A wrong mark is explained
by the proof of exactly that cell or, if nothing decides the cell, by two layouts that both fit. The hints of a lesson
are here too. Lessons about clicks have no marks: `lessons` judges those.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from minesweeper.assist.naming import LISTED, UNMARKED, Naming, Room, line_count, name_cell, name_cells
from minesweeper.assist.sentences import lower_first
from minesweeper.assist.tip import Proof, ProofStep
from minesweeper.assist.topics import Topic, easiest_proof
from minesweeper.core.cells import CellSet, cells_of, first_cell
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise, noun_for
from minesweeper.play.game import Game
from minesweeper.play.layout_change import TwoLayouts, find_two_layouts
from minesweeper.play.lessons import ComparedGuesses, Explanation, Lesson, explain_lesson, objection_to_guess
from minesweeper.solvers.deduction import ProvedCells

MOST_HINTS = 4
"""The last hint is the whole proof."""
_LINES = 3
_NARROW = 60
"""With fewer columns, the cells of two layouts are named in short."""
_FEW_WORDS = Room(40, is_brief=True)


class MarkedCells(NamedTuple):
    """The answer to a lesson: the cells that the player marked."""

    safe: CellSet = 0
    mined: CellSet = 0

    def toggle(self, lesson: Lesson, cell: int, *, is_mine: bool) -> MarkedCells:
        """Marks a cell as safe or as a mine; the same mark again removes it. Opened and flagged cells can't be marked.

        A lesson about guesses has one answer, so another mark takes the place of the first.
        """
        bit = 1 << cell & lesson.game.hidden & ~lesson.game.flags
        old = self.mined if is_mine else self.safe
        if lesson.values is not None:
            return MarkedCells(bit & ~old) if bit and not is_mine else self
        safe, mined = self.safe & ~bit, self.mined & ~bit
        if not old & bit:
            safe, mined = (safe, mined | bit) if is_mine else (safe | bit, mined)
        return MarkedCells(safe, mined)


NO_MARKS = MarkedCells()


@dataclass(frozen=True)
class Objection:
    """What is wrong with one cell of an answer, with its proof or two layouts. It explains itself like a proof."""

    lesson: Lesson
    cell: int
    marked: str
    """``"safe"`` or ``"mine"`` as the player marked the cell; empty if the cell is missing."""
    proof: Proof | None = None
    """The proof of exactly this cell; None if nothing decides it."""
    layouts: TwoLayouts | None = None
    """Two layouts that both fit, if nothing decides the cell and they were found."""
    also: bool = False
    """Whether another cell of the answer was explained before this one."""

    @property
    def position(self) -> Position:
        """The position of the lesson."""
        return self.lesson.game.position

    @property
    def safe(self) -> CellSet:
        """The cell if it is provably safe, or if the layout that contradicts the mark has no mine there."""
        if self.proof is None:
            return 1 << self.cell if self.layouts and self.marked == "mine" else 0
        return self.proof.safe

    @property
    def mined(self) -> CellSet:
        """The cell if it is provably a mine. If it isn't decided, the mines of the layout that contradicts the mark."""
        if self.proof is None:
            return self._layouts_in_turn[0] if self.layouts else 0
        return self.proof.mined

    @property
    def _layouts_in_turn(self) -> tuple[CellSet, ...]:
        """The two layouts, the one that contradicts the mark first."""
        both = tuple(self.layouts or ())
        return both[::-1] if self.marked == "mine" else both

    @property
    def because(self) -> CellSet:
        """The clues of the proof."""
        return self.proof.because if self.proof else 0

    @property
    def changes(self) -> CellSet:
        """The cell, so that a screen looks at it."""
        return 1 << self.cell

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """The steps of the proof, or one layout, then the other."""
        return self.steps_in(Naming.FULL)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """Lists the steps with another way to name cells."""
        if self.proof is not None:
            return self.proof.steps_in(naming)
        if self.layouts is None:
            return ()
        steps, bit = list[ProofStep](), 1 << self.cell
        for start, mines, other in zip(
            ("In one layout", "In the other"), self._layouts_in_turn, self._layouts_in_turn[::-1], strict=True
        ):
            here, there = mines & ~other, other & ~mines
            parts = [self._mines_at(here, naming)] if here else []
            parts += [f"none at {self._names(there, naming)}" if here else f"no mine at {self._names(there, naming)}"]
            end = " All other mines are the same in both." if steps else ""
            text = f"{start} there {'are' if here.bit_count() > 1 else 'is'} {' and '.join(parts)}.{end}"
            steps.append(ProofStep(text, start, 0, bit & ~mines, mines))
        return tuple(steps)

    def text(self, room: Room = UNMARKED) -> str:
        """Says what was wrong with the cell and why, in the fullest form that fits."""
        return self.text_before("", room)

    def text_before(self, rest: str, room: Room) -> str:
        """Says the same in the fullest form that fits together with the text that follows it."""
        forms = list(self._forms(room))
        if room.is_brief:
            return forms[-1]
        return next((form for form in forms if line_count(f"{form} {rest}", room.width or 0) <= _LINES), forms[-1])

    def _forms(self, room: Room) -> Iterator[str]:
        """Yields the sentences, the longest first. Without a width there is only the longest."""
        name = name_cell(self.lesson.game.grid, self.cell, room.naming)
        if self.proof is not None:
            yield from self._decided(self.proof, name, room)
            return
        how = "as a mine" if self.marked == "mine" else "safe"
        mark = (
            f"You marked {name} {how}, but it isn't decided." if self.marked else f"{capitalise(name)} isn't decided."
        )
        if self.layouts is None:
            mined, layouts = self.lesson.analysis.odds(self.cell)
            yield f"{mark} It is a mine in {mined:,} of {layouts:,} layouts."
            return
        yield f"{mark} {self._both_fit(self.layouts, room.naming)}"
        if room.width is not None:
            naming = Naming.SHORT if room.width < _NARROW else room.naming
            yield f"Not decided: {lower_first(self._both_fit(self.layouts, naming))}"
            yield "Both fit: a mine here, or none."

    def _decided(self, proof: Proof, name: str, room: Room) -> Iterator[str]:
        if not self.marked:
            start = "" if self.also else "All your marks are right, but "
            also, what = "also " if self.also else "", "safe" if proof.safe else "a mine"
            missing = f"{start}{name} is {also}missing. It is {what}: "
            yield f"{capitalise(missing)}{lower_first(proof.why(room.naming))}"
            if room.width is not None:
                yield f"{capitalise(f'{start}{name} is missing.')} {proof.text(room._replace(safe=name, mine=name))}"
                yield from (f"Missing: {lower_first(text)}" for text in self._briefly(proof, name, room))
            return
        head = "You marked it safe, but" if self.marked == "safe" else "You marked it as a mine, but"
        # The board shows the other right marks too, so a sign wouldn't tell which cell is meant.
        room = room if room.width is None else room._replace(safe=name, mine=name)
        rooms = [room] if room.width is None else [UNMARKED, room]
        for place in rooms:
            text = lower_first(proof.text(place))
            result = text.partition(". ")[0]
            yield f"{head} {text.replace(f', so {result}', '')}"  # the result stands before its reason
        if room.width is not None:
            yield from self._briefly(proof, name, room)

    def _briefly(self, proof: Proof, name: str, room: Room) -> Iterator[str]:
        """Yields the result with a few words of the reason, with the cell named in full, then in short."""
        short = name_cell(self.lesson.game.grid, self.cell, Naming.SHORT)
        for cell in (name, short):
            yield capitalise(proof.text(room._replace(is_brief=True, safe=cell, mine=cell)))

    def _mines_at(self, cells: CellSet, naming: Naming) -> str:
        return f"{'mines' if cells.bit_count() > 1 else 'a mine'} at {self._names(cells, naming)}"

    def _names(self, cells: CellSet, naming: Naming) -> str:
        return name_cells(self.lesson.game.grid, cells, LISTED, naming)

    def _both_fit(self, layouts: TwoLayouts, naming: Naming) -> str:
        every = "every number and the mine total" if self.lesson.uses_total else "every number"
        if_mined, if_safe = layouts.differences
        if if_mined == 1 << self.cell and if_safe.bit_count() == 1:
            return f"The mine can be there or at {self._names(if_safe, naming)}: both fit {every}."
        one, other = self._names(if_mined, naming), self._names(if_safe, naming)
        if not if_safe:
            return f"Whether {one} has a mine or not, {every} can hold."
        return f"Mines at {one} fit {every}, and so do mines at {other}."


@dataclass(frozen=True)
class Judgement:
    """All that is said about an answer: the first objection in full, and the others one by one."""

    lesson: Lesson
    marks: MarkedCells
    objections: tuple[Objection, ...] = ()
    reason: Explanation | Objection | None = None
    """What explains the lesson as a whole, if there is no objection to a single cell."""
    verdict: str = ""
    """The sentence before the reason."""
    is_right: bool = False

    @property
    def position(self) -> Position:
        """The position of the lesson."""
        return self.lesson.game.position

    @property
    def _first(self) -> Explanation | Objection | None:
        return self.objections[0] if self.objections else self.reason

    @property
    def safe(self) -> CellSet:
        """The safe cells of what is explained first."""
        return self._first.safe if self._first else 0

    @property
    def mined(self) -> CellSet:
        """The mines of what is explained first."""
        return self._first.mined if self._first else 0

    @property
    def because(self) -> CellSet:
        """The clues of what is explained first."""
        return self._first.because if self._first else 0

    @property
    def changes(self) -> CellSet:
        """The cells to look at."""
        return self._first.changes if self._first else 0

    @property
    def right_marks(self) -> MarkedCells:
        """The marks that can be proved, whether or not the lesson asked for them."""
        analysis = self.lesson.analysis
        return MarkedCells(self.marks.safe & analysis.safe, self.marks.mined & analysis.mined)

    @property
    def missed(self) -> ProvedCells:
        """The cells that the player could have marked and didn't."""
        wanted = self.lesson.wanted
        return ProvedCells(wanted.safe & ~self.marks.safe, wanted.mined & ~self.marks.mined)

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """The steps of the first explanation, then the other objections with theirs."""
        return self.steps_in(Naming.FULL)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """Lists the steps with another way to name cells."""
        first, others = self._first, self.objections[1:]
        steps = list(first.steps_in(naming)) if first else []
        for one in others:
            words = one.text(_FEW_WORDS).rstrip(".")
            steps.append(ProofStep(one.text(Room(naming=naming)), words, one.because, one.safe, one.mined))
            steps += one.steps_in(naming) if one.layouts else ()
        return tuple(steps)

    def text(self, room: Room = UNMARKED) -> str:
        """States the verdict, explains the first objection and lists the other cells."""
        head = self.verdict
        if self._first is None:
            return head
        if not room.is_brief and len(self.objections) > 1:
            wrong, missing = (
                [one for one in self.objections[1:] if bool(one.marked) is is_wrong] for is_wrong in (True, False)
            )
            head = " ".join(filter(None, (head, self._listed(wrong, room), self._listed(missing, room))))
        less = 0 if room.width is None else len(head) // _LINES + 1
        narrower = room._replace(width=None if room.width is None else room.width - less)
        first = self.objections[0].text_before(head, room) if self.objections else self._first.text(narrower)
        if isinstance(self._first, Proof) and not room.is_brief:
            # With free lines, the numbers are named, because several look alike. The reason may end with the result.
            named = self._first.text(Room(naming=room.naming))
            result, _, why = named.partition(". ")
            named = why if lower_first(result) in why else named
            first = named if room.width is None or line_count(f"{head} {named}", room.width) <= _LINES else first
        return " ".join(filter(None, (first, head) if self.objections else (head, first)))

    def _listed(self, objections: list[Objection], room: Room) -> str:
        if not objections:
            return ""
        parts = []
        for marked in ("safe", "mine", ""):
            cells = sum(1 << one.cell for one in objections if one.marked == marked)
            names = name_cells(self.lesson.game.grid, cells, LISTED if room.width is None else 2, room.naming)
            mark = f"the {marked} mark{'s' * (cells.bit_count() > 1)} at " if marked else ""
            parts += [f"{mark}{names}"] if cells else []
        return f"Also {'wrong' if objections[0].marked else 'missing'}: {' and '.join(parts)}."


def judge_answer(lesson: Lesson, marks: MarkedCells) -> Generator[None, None, Judgement]:
    """Judges an answer, in slices: first marks that contradict a proof, then those without one, then missing cells."""
    if lesson.values is not None:
        return _judge_guess(lesson, marks)
    if lesson.topic is Topic.FIFTY:
        return (yield from _judge_fifty(lesson, marks))
    wanted, analysis = lesson.wanted, lesson.analysis
    wrong = [(cell, "safe") for cell in cells_of(marks.safe & analysis.mined)]
    wrong += [(cell, "mine") for cell in cells_of(marks.mined & analysis.safe)]
    wrong += [(cell, "safe") for cell in cells_of(marks.safe & ~(analysis.safe | analysis.mined))]
    wrong += [(cell, "mine") for cell in cells_of(marks.mined & ~(analysis.safe | analysis.mined))]
    missing = ProvedCells(wanted.safe & ~marks.safe & ~marks.mined, wanted.mined & ~marks.safe & ~marks.mined)
    has_one = bool(marks.safe & wanted.safe | marks.mined & wanted.mined)
    is_enough = not (missing.safe | missing.mined) if lesson.wants_all else has_one
    if not wrong and is_enough:
        reason = _undecided(lesson) if lesson.proof is None else (yield from explain_lesson(lesson))
        verdict = "Right: nothing can be proved here." if not wanted.safe | wanted.mined else "Right."
        return Judgement(lesson, marks, reason=reason, verdict=verdict, is_right=True)
    if not marks.safe | marks.mined:
        return Judgement(lesson, marks, verdict="Something can be proved here.")
    unmarked = missing.safe | missing.mined
    if not lesson.wants_all:  # one cell of the proof is enough
        unmarked = 0 if has_one or lesson.proof is None else unmarked & (lesson.proof.safe | lesson.proof.mined)
        unmarked &= -unmarked
    found = [(cell, "") for cell in cells_of(unmarked)]
    objections = list[Objection]()
    for cell, marked in [*wrong, *found]:
        objections.append((yield from _object(lesson, cell, marked, also=bool(objections))))
        yield
    return Judgement(lesson, marks, tuple(objections))


def _undecided(lesson: Lesson) -> Objection | None:
    """Shows by two layouts that a cell isn't decided, the one for which they differ least; None if none were found."""
    analysis, found = lesson.analysis, list[Objection]()
    for cell in cells_of(lesson.game.hidden & ~(analysis.safe | analysis.mined)):
        layouts = find_two_layouts(lesson.game, analysis, cell)
        if layouts is not None:
            found.append(Objection(lesson, cell, "", layouts=layouts))
            if sum(map(int.bit_count, layouts.differences)) <= 2:
                return found[-1]
    return found[0] if found else None


def _object(lesson: Lesson, cell: int, marked: str, *, also: bool) -> Generator[None, None, Objection]:
    analysis, bit = lesson.analysis, 1 << cell
    goal = ProvedCells(analysis.safe & bit, analysis.mined & bit)
    if not goal.safe | goal.mined:
        return Objection(lesson, cell, marked, layouts=find_two_layouts(lesson.game, analysis, cell), also=also)
    known = lesson.known_mines & ~bit
    deduction = yield from easiest_proof(analysis, goal, ProvedCells(mined=known))
    deduction = deduction._replace(safe=goal.safe, mined=goal.mined)
    return Objection(lesson, cell, marked, Proof(lesson.game.position, deduction, lesson.game.flags), also=also)


def _judge_guess(lesson: Lesson, marks: MarkedCells) -> Judgement:
    assert lesson.values is not None
    best = sum(1 << value.cell for value in lesson.values.ranked if not value.regret)
    is_right = bool(marks.safe) and not marks.mined and not marks.safe & ~best
    verdict = "Right." if is_right else objection_to_guess(lesson, lesson.values, marks.safe)
    return Judgement(lesson, marks, reason=ComparedGuesses(lesson.values), verdict=verdict, is_right=is_right)


def _judge_fifty(lesson: Lesson, marks: MarkedCells) -> Generator[None, None, Judgement]:
    """The cells of the 50/50 are right, whatever they were marked as."""
    marked, name = marks.safe | marks.mined, ""
    reason = yield from explain_lesson(lesson)
    if wrong := marked & ~lesson.fifty:
        name = name_cell(lesson.game.grid, first_cell(wrong))
    is_right = marked == lesson.fifty
    verdict = f"{capitalise(name)} isn't part of it." if name else "Right." if is_right else "That isn't all of it."
    return Judgement(lesson, marks, reason=reason, verdict=verdict, is_right=is_right)


# ------------------------------------------------------------------------------
# Hints.
# ------------------------------------------------------------------------------


class LessonHint(NamedTuple):
    """A hint with the numbers that it marks."""

    text: str
    clues: CellSet = 0


def find_hint(lesson: Lesson, number: int, explanation: Explanation | None, naming: Naming = Naming.FULL) -> LessonHint:
    """Gives one of four hints, each of which says more: the area, the numbers, the first step, the whole proof.

    ``explanation`` is what explains the lesson as a whole, if anything can be proved.
    """
    grid = lesson.game.grid
    if explanation is None:
        return LessonHint("Nothing can be proved here.")
    if number >= MOST_HINTS:
        return LessonHint(explanation.text(Room(naming=naming)), explanation.because)
    if isinstance(explanation, ComparedGuesses):
        pair = sorted(first_cell(cells) for _, cells in explanation.groups[:2])
        return LessonHint(f"Compare {' and '.join(name_cell(grid, cell, naming) for cell in pair)}.")
    clues = explanation.because
    if number <= 1 or not clues:
        return LessonHint(
            f"Look at {_area(lesson, grid.spread(clues or explanation.safe | explanation.mined), naming)}."
        )
    if number == 2 or not explanation.steps:
        what = noun_for(clues.bit_count(), "mine" if lesson.fifty else "number")
        prove = "proves" if clues.bit_count() == 1 else "prove"
        return LessonHint(f"The {what} at {name_cells(grid, clues, LISTED, naming)} {prove} it.", clues)
    return LessonHint(explanation.steps_in(naming)[0].text, clues)


def hint_click(lesson: Lesson, game: Game, naming: Naming = Naming.FULL) -> LessonHint:
    """Gives the next move of a lesson about clicks: the first of the shortest sequence that the board still needs."""
    grid, left = game.grid, lesson.clicks_left(game)
    if not left:
        return LessonHint("Open the cells without a mine that are left.")
    return LessonHint(f"Next: {left[0].kind} {name_cell(grid, left[0].cell, naming)}.", 1 << left[0].cell)


def _area(lesson: Lesson, cells: CellSet, naming: Naming) -> str:
    """Names the smallest rectangle around some cells."""
    places = [lesson.game.grid.row_col(cell) for cell in cells_of(cells)]
    rows, cols = [row for row, _ in places], [col for _, col in places]
    height, width = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
    return name_cells(lesson.game.grid, lesson.game.grid.rectangle(min(rows), min(cols), height, width), LISTED, naming)
