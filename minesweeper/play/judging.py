"""Judges the marks with which a player answers a lesson, explains every wrong or missing cell, and gives hints.

All marks are judged against the same position, because no cell opens while the player marks. A wrong mark is explained
by the proof of this cell. If nothing decides the cell, because it is a mine in some layouts and safe in others, two
such layouts explain it. A `Judgement` and an `Objection` have the same properties and methods as a `Proof`, so screens
show all three in the same way. Lessons about clicks are answered by playing, and `lessons` judges them.
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
from minesweeper.play.lessons import (
    FEW_WORDS,
    ComparedGuesses,
    Explanation,
    Lesson,
    explain_lesson,
    objection_to_guess,
    prove_in_turn,
    whole_step,
)
from minesweeper.solvers.deduction import ProvedCells

MOST_HINTS = 4
"""The number of the last hint, which is the whole proof."""
_LINES = 3
"""How many lines an explanation may take. If none of its longer forms fits, the shortest is used."""
_NARROW = 60
"""With fewer columns, sentences about two layouts use short names for cells."""
_WHAT_IT_IS = {
    **{("safe", False): "which is safe", ("safe", True): "which are safe"},
    **{("mine", False): "which is a mine", ("mine", True): "which are mines"},
    **{("", False): "which isn't decided", ("", True): "which aren't decided"},
}
"""What a cell is that the player marked wrongly, by its fact and by whether there are several."""


class MarkedCells(NamedTuple):
    """The cells that the player has marked as safe or as mines, which is the answer to a lesson."""

    safe: CellSet = 0
    mined: CellSet = 0

    def toggle(self, lesson: Lesson, cell: int, *, is_mine: bool) -> MarkedCells:
        """Marks a cell as a mine (``is_mine``) or as safe. If it has this mark already, the mark is removed.

        Opened and flagged cells can't be marked. In a lesson about guesses, only one cell can be marked as safe and
        none as a mine, so a new mark replaces the old one.
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
"""The answer before the first mark."""


@dataclass(frozen=True)
class Objection:
    """What is wrong with one cell of an answer, and why."""

    lesson: Lesson
    cell: int
    marked: str
    """How the player marked the cell: ``"safe"``, ``"mine"``, or empty if the mark is missing."""
    proof: Proof | None = None
    """The proof of exactly this cell, or None if nothing decides it."""
    layouts: TwoLayouts | None = None
    """If nothing decides the cell, two layouts that both fit: in one of them, the cell is a mine.

    None if no such pair was found.
    """
    also: bool = False
    """Whether the judgement explains another cell before this one, so that the sentence begins differently."""

    @property
    def position(self) -> Position:
        """The position of the lesson."""
        return self.lesson.game.position

    @property
    def fact(self) -> str:
        """What the cell is: ``"safe"``, ``"mine"``, or empty if nothing decides it."""
        return "" if self.proof is None else "safe" if self.proof.safe else "mine"

    @property
    def safe(self) -> CellSet:
        """The cell, if it's provably safe.

        If nothing decides a cell that the player marked as a mine, the cell too, because the layout that contradicts
        the mark has no mine there. Otherwise empty.
        """
        if self.proof is None:
            return 1 << self.cell if self.layouts and self.marked == "mine" else 0
        return self.proof.safe

    @property
    def mined(self) -> CellSet:
        """The cell, if it's provably a mine.

        If nothing decides it, all mines of the layout that contradicts the mark.
        """
        if self.proof is None:
            return self._layouts_in_turn[0] if self.layouts else 0
        return self.proof.mined

    @property
    def _layouts_in_turn(self) -> tuple[CellSet, ...]:
        """The mines of the two layouts.

        The layout that contradicts the mark comes first. Empty if no layouts were found.
        """
        both = tuple(self.layouts or ())
        return both[::-1] if self.marked == "mine" else both

    @property
    def because(self) -> CellSet:
        """The clues of the proof. Empty if nothing decides the cell."""
        return self.proof.because if self.proof else 0

    @property
    def changes(self) -> CellSet:
        """The cell to which a screen moves the cursor."""
        return 1 << self.cell

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """The steps of the proof or, without a proof, one step for each of the two layouts."""
        return self.steps_in(Naming.FULL)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """The steps of the objection, in which ``naming`` says how cells are called."""
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
        """The sentence that explains what is wrong, in the longest form for which ``room`` is large enough."""
        return self.text_before("", room)

    def text_before(self, rest: str, room: Room) -> str:
        """The sentence that explains what is wrong, in the longest form that leaves enough lines for ``rest``, the text
        that follows it.
        """
        forms = list(self._forms(room))
        if room.is_brief:
            return forms[-1]
        return next((form for form in forms if line_count(f"{form} {rest}", room.width or 0) <= _LINES), forms[-1])

    def _forms(self, room: Room) -> Iterator[str]:
        """The sentences that explain what is wrong, the longest first.

        If ``room`` has no width, the longest is the only one.
        """
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
        """The sentences about a cell that a proof decides, the longest first."""
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
        """The result with a few words of the reason: first with the cell's full name, then with its short one."""
        short = name_cell(self.lesson.game.grid, self.cell, Naming.SHORT)
        for cell in (name, short):
            yield capitalise(proof.text(room._replace(is_brief=True, safe=cell, mine=cell)))

    def _mines_at(self, cells: CellSet, naming: Naming) -> str:
        """The words for mines at these cells, such as ``a mine at row 3, column 5``."""
        return f"{'mines' if cells.bit_count() > 1 else 'a mine'} at {self._names(cells, naming)}"

    def _names(self, cells: CellSet, naming: Naming) -> str:
        """The names of these cells. If there are too many to list, the rest is only counted."""
        return name_cells(self.lesson.game.grid, cells, LISTED, naming)

    def _both_fit(self, layouts: TwoLayouts, naming: Naming) -> str:
        """The sentence that says that both layouts fit. Its form depends on how many cells differ."""
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
    """What Minesweeper answers to the marks of a player.

    It explains the first objection in full, and then the other ones one by one.
    """

    lesson: Lesson
    marks: MarkedCells
    objections: tuple[Objection, ...] = ()
    reason: Explanation | Objection | None = None
    """What explains the lesson as a whole.

    It's used if no single cell is to blame, and None if nothing needs an explanation.
    """
    verdict: str = ""
    """The sentence before the reason, such as ``Right.``. Empty if an objection says what is wrong."""
    is_right: bool = False
    """Whether the answer counts as right."""
    rest: tuple[Proof, ...] = ()
    """After a right answer, the proofs of the cells that the reason leaves out, each building on those before it."""

    @property
    def position(self) -> Position:
        """The position of the lesson."""
        return self.lesson.game.position

    @property
    def _first(self) -> Explanation | Objection | None:
        """What is explained first: the first objection or, without one, the lesson as a whole."""
        return self.objections[0] if self.objections else self.reason

    @property
    def safe(self) -> CellSet:
        """The safe cells of the first explanation."""
        return self._first.safe if self._first else 0

    @property
    def mined(self) -> CellSet:
        """The mines of the first explanation."""
        return self._first.mined if self._first else 0

    @property
    def because(self) -> CellSet:
        """The clues of the first explanation."""
        return self._first.because if self._first else 0

    @property
    def changes(self) -> CellSet:
        """The cells to which a screen moves the cursor for the first explanation."""
        return self._first.changes if self._first else 0

    @property
    def right_marks(self) -> MarkedCells:
        """The marks that can be proved, whether or not the lesson asked for them."""
        analysis = self.lesson.analysis
        return MarkedCells(self.marks.safe & analysis.safe, self.marks.mined & analysis.mined)

    @property
    def missed(self) -> ProvedCells:
        """The cells that the player was asked to mark and didn't mark."""
        wanted = self.lesson.wanted
        return ProvedCells(wanted.safe & ~self.marks.safe, wanted.mined & ~self.marks.mined)

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """The steps of the first explanation, then one step for each other objection or, after a right answer, for each
        other proof.

        An objection with two layouts has further steps for these.
        """
        return self.steps_in(Naming.FULL)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """The steps of the judgement, in which ``naming`` says how cells are called."""
        first, others = self._first, self.objections[1:]
        steps = list(first.steps_in(naming)) if first else []
        for one in others:
            words = one.text(FEW_WORDS).rstrip(".")
            steps.append(ProofStep(one.text(Room(naming=naming)), words, one.because, one.safe, one.mined))
            steps += one.steps_in(naming) if one.layouts else ()
        return (*steps, *(whole_step(proof, naming) for proof in self.rest))

    def text(self, room: Room = UNMARKED) -> str:
        """The verdict, the first explanation and the names of the other wrong and missing cells, as far as ``room``
        allows.
        """
        head = self.verdict
        if self._first is None:
            return head
        if not room.is_brief and len(self.objections) > 1:
            wrong, missing = (
                [one for one in self.objections[1:] if bool(one.marked) is is_wrong] for is_wrong in (True, False)
            )
            head = " ".join(filter(None, (head, self._listed(wrong, room), self._listed(missing, room))))
        count = sum(map(int.bit_count, self.right_marks))
        # A screen shows the right marks instead.
        if room.width is None and count and self.objections and self.objections[0].marked:
            right = "Your other mark is right." if count == 1 else "Your other marks are right."
            head = f"{head} {right}".strip()
        less = 0 if room.width is None else len(head) // _LINES + 1
        narrower = room._replace(width=None if room.width is None else room.width - less)
        first = self.objections[0].text_before(head, room) if self.objections else self._first.text(narrower)
        if isinstance(self._first, Proof) and not room.is_brief:
            # If lines are free, the clues are named, because several of them may look alike. The proof may repeat the
            # result, so only its reason is used then.
            named = self._first.text(Room(naming=room.naming))
            result, _, why = named.partition(". ")
            named = why if lower_first(result) in why else named
            first = named if room.width is None or line_count(f"{head} {named}", room.width) <= _LINES else first
        return " ".join(filter(None, (first, head) if self.objections else (head, first)))

    def _listed(self, objections: list[Objection], room: Room) -> str:
        """A sentence with the names of these cells, which are either all wrong or all missing.

        Empty if there are none.
        """
        if not objections:
            return ""
        grid, most, parts = self.lesson.game.grid, LISTED if room.width is None else 2, list[str]()
        for marked in ("safe", "mine", ""):
            for fact in ("safe", "mine", ""):
                cells = sum(1 << one.cell for one in objections if (one.marked, one.fact) == (marked, fact))
                count = cells.bit_count()
                if not count:
                    continue
                names = name_cells(grid, cells, most, room.naming)
                if marked:
                    parts.append(f"the {noun_for(count, f'{marked} mark')} at {names}, {_WHAT_IT_IS[fact, count > 1]}")
                else:
                    parts.append(f"the {noun_for(count, 'safe cell' if fact == 'safe' else 'mine')} at {names}")
        return f"Also {'wrong' if objections[0].marked else 'missing'}: {'; '.join(parts)}."


def judge_answer(lesson: Lesson, marks: MarkedCells) -> Generator[None, None, Judgement]:
    """Judges the marks of a player, as a generator.

    The objections come in this order: marks that a proof contradicts, marks that nothing decides, and missing cells. An
    answer without any mark, where something can be proved, gets no objections, because they would give the solution
    away.
    """
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
        if lesson.proof is None:
            verdict = "Right: nothing can be proved here."
            return Judgement(lesson, marks, reason=_undecided(lesson), verdict=verdict, is_right=True)
        reason, rest = (yield from explain_lesson(lesson)), tuple[Proof, ...]()
        if lesson.wants_all and isinstance(reason, Proof):
            known = ProvedCells(reason.safe, reason.proved_mines | lesson.game.flags)
            rest = yield from prove_in_turn(lesson, wanted, known)
        return Judgement(lesson, marks, reason=reason, verdict="Right.", is_right=True, rest=rest)
    if not marks.safe | marks.mined:
        return Judgement(lesson, marks, verdict="Something can be proved here.")
    unmarked = missing.safe | missing.mined
    # In a lesson that asks for a single cell, only one missing cell is explained.
    if not lesson.wants_all:
        unmarked = 0 if has_one or lesson.proof is None else unmarked & (lesson.proof.safe | lesson.proof.mined)
        unmarked &= -unmarked
    found = [(cell, "") for cell in cells_of(unmarked)]
    objections = list[Objection]()
    for cell, marked in [*wrong, *found]:
        objections.append((yield from _object(lesson, cell, marked, also=bool(objections))))
        yield
    return Judgement(lesson, marks, tuple(objections))


def _undecided(lesson: Lesson) -> Objection | None:
    """Explains by two layouts why nothing can be proved.

    It prefers a cell for which the layouts differ in only two places. Returns None if it finds no two layouts.
    """
    analysis, found = lesson.analysis, list[Objection]()
    for cell in cells_of(lesson.game.hidden & ~(analysis.safe | analysis.mined)):
        layouts = find_two_layouts(lesson.game, analysis, cell)
        if layouts is not None:
            found.append(Objection(lesson, cell, "", layouts=layouts))
            if sum(map(int.bit_count, layouts.differences)) <= 2:
                return found[-1]
    return found[0] if found else None


def _object(lesson: Lesson, cell: int, marked: str, *, also: bool) -> Generator[None, None, Objection]:
    """Explains what is wrong with one cell, as a generator: by the easiest proof of this cell or, if nothing decides
    it, by two layouts.
    """
    analysis, bit = lesson.analysis, 1 << cell
    goal = ProvedCells(analysis.safe & bit, analysis.mined & bit)
    if not goal.safe | goal.mined:
        return Objection(lesson, cell, marked, layouts=find_two_layouts(lesson.game, analysis, cell), also=also)
    known = lesson.game.flags & ~bit
    deduction = yield from easiest_proof(analysis, goal, ProvedCells(mined=known))
    deduction = deduction._replace(safe=goal.safe, mined=goal.mined)
    return Objection(lesson, cell, marked, Proof(lesson.game.position, deduction, lesson.game.flags), also=also)


def _judge_guess(lesson: Lesson, marks: MarkedCells) -> Judgement:
    """Judges an answer to a lesson about guesses. Every guess with the best win chance is right."""
    assert lesson.values is not None
    best = sum(1 << value.cell for value in lesson.values.ranked if not value.regret)
    is_right = bool(marks.safe) and not marks.mined and not marks.safe & ~best
    verdict = "Right." if is_right else objection_to_guess(lesson, lesson.values, marks.safe)
    return Judgement(lesson, marks, reason=ComparedGuesses(lesson.values), verdict=verdict, is_right=is_right)


def _judge_fifty(lesson: Lesson, marks: MarkedCells) -> Generator[None, None, Judgement]:
    """Judges an answer to a lesson about a 50/50, as a generator.

    All of its cells must be marked, and it doesn't matter whether as safe or as mines.
    """
    marked, name = marks.safe | marks.mined, ""
    reason = yield from explain_lesson(lesson)
    if wrong := marked & ~lesson.fifty:
        name = name_cell(lesson.game.grid, first_cell(wrong))
    is_right = marked == lesson.fifty
    verdict = f"{capitalise(name)} isn't part of it." if name else "Right." if is_right else "That isn't all of it."
    return Judgement(lesson, marks, reason=reason, verdict=verdict, is_right=is_right)


# ------------------------------------------------------------------------------
# Hints
# ------------------------------------------------------------------------------


class LessonHint(NamedTuple):
    """A hint, with the clues that the board marks for it."""

    text: str
    clues: CellSet = 0


def find_hint(lesson: Lesson, number: int, explanation: Explanation | None, naming: Naming = Naming.FULL) -> LessonHint:
    """One of four hints, each of which gives away more: where to look, which clues to use, the first step, and the
    whole proof. ``number`` counts from 1.

    ``explanation`` is what explains the lesson as a whole, or None if nothing can be proved. In a lesson about guesses,
    the first three hints name two cells to compare.
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
    """The next move in a lesson about clicks.

    It's taken from the shortest sequence known, without the clicks that the board no longer needs.
    """
    grid, left = game.grid, lesson.clicks_left(game)
    if not left:
        return LessonHint("Open the cells without a mine that are left.")
    return LessonHint(f"Next: {left[0].kind} {name_cell(grid, left[0].cell, naming)}.", 1 << left[0].cell)


def _area(lesson: Lesson, cells: CellSet, naming: Naming) -> str:
    """The name of the smallest rectangle that contains these cells."""
    places = [lesson.game.grid.row_col(cell) for cell in cells_of(cells)]
    rows, cols = [row for row, _ in places], [col for _, col in places]
    height, width = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
    return name_cells(lesson.game.grid, lesson.game.grid.rectangle(min(rows), min(cols), height, width), LISTED, naming)
