"""Tips and the moves of solvers, each with its explanation.

A `Proof` is a deduction that explains itself. Where no board is marked, its text names every clue and cell and explains
every step. A screen marks them instead, so the text has at most two lines there, and `Proof.steps` shows the proof step
by step. `find_proof` finds a tip, `find_proof_about` proves certain cells, and `find_move` asks a solver. The sentences
come from `assist/sentences.py`. Tested in tests/assist/test_sentences.py and tests/ui/game/test_solver_mode.py.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.assist.naming import LISTED, UNMARKED, Naming, Room, line_count, name_cell, name_cells
from minesweeper.assist.sentences import Explainer, are_mined, are_safe, be, in_words, lower_first
from minesweeper.core.cells import CellSet, cells_of, first_cell
from minesweeper.core.late import LateModule
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise, noun_for, plural
from minesweeper.solvers.deduction import Deduction, ProvedCells, Step
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.proof import SumArgument, simplest_proof
from minesweeper.solvers.tips import NoProof, easiest_deduction, tip

if TYPE_CHECKING:
    from minesweeper.solvers import players
else:
    # The module is loaded late, because tips and `solve` need no player.
    players = LateModule("minesweeper.solvers.players")

WIDTH = 78
_LINES = 2


class ProofStep(NamedTuple):
    """One step of a proof as a screen shows it. An inference with several clues may be shown in several such steps."""

    text: str
    words: str
    """The step in about 30 characters."""
    clues: CellSet = 0
    """The clues to mark at this step."""
    safe: CellSet = 0
    """The cells to mark as safe at this step, assumed ones included."""
    mined: CellSet = 0
    """The cells to mark as mines at this step, assumed ones included."""


@dataclass(frozen=True)
class Proof:
    """A deduction about a position that explains itself.

    `flags` are the player's flags. The text begins with wrong ones, and its counts of mines agree with the counter on
    the screen.
    """

    position: Position
    deduction: Deduction
    flags: CellSet = 0
    was: bool = False
    """Whether the sentences are in the past tense, because the proof explains a lost game."""

    @property
    def safe(self) -> CellSet:
        """The cells that the deduction proves safe."""
        return self.deduction.safe

    @property
    def mined(self) -> CellSet:
        """The cells that the deduction proves to be mines."""
        return self.deduction.mined

    @property
    def because(self) -> CellSet:
        """All clues that the proof uses."""
        return self.deduction.because

    @property
    def last_clues(self) -> CellSet:
        """The clues of the last step, which are marked while a short sentence speaks only of this step.

        If the last step uses no clue itself, because it rests on the mine total or on earlier steps, these are all
        clues.
        """
        steps = self.deduction.steps
        return (steps[-1].all_clues if steps else 0) or self.because

    @property
    def mines_found_before(self) -> CellSet:
        """The mines that earlier steps of the proof found and that its last step uses."""
        mines = 0
        for step in self.deduction.steps[:-1]:
            mines |= step.mined
        return mines & self.deduction.steps[-1].uses_mined if mines else 0

    @property
    def wrong_flags(self) -> CellSet:
        """The flags on cells that the deduction proves safe."""
        return self.deduction.safe & self.flags

    @property
    def proved_mines(self) -> CellSet:
        """All mines that the proof shows, those of its earlier steps included."""
        mined = self.deduction.mined
        for step in self.deduction.steps:
            mined |= step.mined
        return mined

    @property
    def known_mines(self) -> CellSet:
        """The mines that were proved before and have no flag, and that the proof builds on."""
        return self.deduction.assumes_mined & ~(self.position.given | self.flags)

    @property
    def changes(self) -> CellSet:
        """The cells that a player opens or flags by following the tip.

        Mines that have a flag already aren't among them.
        """
        return self.deduction.safe | self.deduction.mined & ~self.flags

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """The steps in the order in which a person would show them, with the result last and with cells named in full.

        Empty if the deduction can't be explained.
        """
        return self.steps_in(Naming.FULL)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """The steps, as in `steps`, but with cells called as `naming` says."""
        explainer = self._explainer(naming)
        if not explainer.is_told:
            return ()
        *steps, last = _walk(explainer, self.deduction.steps)
        return (*steps, last._replace(safe=self.safe, mined=self.mined))

    def _explainer(self, naming: Naming = Naming.FULL) -> Explainer:
        return Explainer(self.position, self.deduction, self.flags, self.was, naming)

    def text(self, room: Room = UNMARKED) -> str:
        """Says what the deduction proves and why, in the longest form that fits the room.

        If none fits, it is the shortest form.
        """
        if room.is_brief:
            return self.marked_forms(room)[-1]
        text = ""
        for text in self._forms(room):
            if room.width is None or line_count(text, room.width) <= _LINES + room.is_taught:
                return text
        return text

    def why(self, naming: Naming = Naming.FULL, names_pattern: bool = True) -> str:
        """Explains the whole deduction step by step in one text.

        With `names_pattern`, the text may end with the name of the pattern.
        """
        explainer = self._explainer(naming)
        if not explainer.is_told:
            return explainer.reasons()[0]
        *before, last = self.deduction.steps
        pattern = ""
        texts = [step.text for step in _walk(explainer, before)]
        if _is_one_step(last) or explainer.is_long(last):
            texts.append(explainer.step_reasons(last)[0])
        else:
            # After a contradiction, the conclusion "So ..." is left out, because the result already stands in front.
            texts += [step.text for step in _walk(explainer, [last])][: -1 if len(last.branches) == 1 else None]
            texts[-1] += explainer.same_goes_for(last)
            pattern = explainer.pattern_words(last) if names_pattern and not before else ""
        texts[-1] += explainer.known_words(" ".join(texts)) + pattern
        return " ".join([f"First, {lower_first(texts[0])}", *texts[1:]] if before else texts)

    @property
    def words(self) -> str:
        """The reason in a few words that can follow the result."""
        return self._explainer().words()

    def _forms(self, room: Room) -> Iterator[str]:
        """Yields the text in all forms, from the longest to the shortest.

        Within one form, all cells are named in full or all in short.
        """
        if room.width is None:
            yield self._sentence(self._result(room, LISTED), self.why(room.naming))
            return
        rooms = [room] if room.is_taught else [room, room._replace(naming=Naming.SHORT)]
        reasons = list(zip(*(self._explainer(place.naming).reasons() for place in rooms), strict=True))
        # The board marks the cells, so a form that names fewer of them but gives a fuller reason comes first.
        forms = [(some, most) for some in (reasons[:-1], reasons) for most in (3, 2, 1, 0)]
        for some, most in forms:
            for named in some:
                for place, reason in zip(rooms, named, strict=True):
                    yield self._sentence(self._result(place, most), reason)

    def _sentence(self, result: str, reason: str) -> str:
        """Joins result and reason. In the past tense, a colon joins them to one sentence."""
        return f"{result}{f': {lower_first(reason)}' if self.was else f'. {reason}'}"

    def _result(self, room: Room, most: int) -> str:
        """Says which flags are wrong, which cells are mines and which are safe.

        A safe cell with a flag appears only as a wrong flag.
        """
        grid, tense = self.position.grid, "was" if self.was else "is"
        wrong, safe, mined = self.wrong_flags, self.safe & ~self.flags, self.mined
        parts = []
        if wrong:
            names = name_cells(grid, wrong, most, room.naming)
            parts.append(f"the {noun_for(wrong.bit_count(), 'flag')} at {names} {be(wrong.bit_count(), tense)} wrong")
        if mined:
            parts.append(are_mined(mined, name_cells(grid, mined, most, room.naming), tense))
        if safe:
            parts.append(are_safe(safe, name_cells(grid, safe, most, room.naming), tense))
        return capitalise(", and ".join(parts))

    def marked_forms(self, room: Room) -> list[str]:
        """The result and its reason in forms for a screen that marks the cells, from the longest to the shortest.
        Sentences use the signs instead of names.

        If the last step has a pattern with a name, the longest form names it. The shortest form has about 40
        characters.
        """
        explainer, tense = self._explainer(), "was" if self.was else "is"
        # A flagged mine still shows its flag instead of the mark, so the sentence is about the other mines.
        marked = self.mined & ~self.flags
        mines = are_mined(marked or self.mined, room.mine, tense)
        safe, terse = are_safe(self.safe, room.safe, tense), ""
        if self.wrong_flags:
            subject = f"{room.wrong_flag} {be(self.wrong_flags.bit_count(), tense)}" if room.wrong_flag else ""
            result = f"{subject or f'A flag {tense}'} wrong"
        elif self.safe and marked:
            result = f"{mines}, and {safe}"
            terse = f"{room.mine} {noun_for(marked.bit_count(), 'mine')}, {room.safe} safe{explainer.words('')}."
        else:
            result = safe if self.safe else mines
        text = f"{result}{explainer.words()}."
        pattern = explainer.pattern_words(self.deduction.steps[-1]) if explainer.is_told else ""
        return [*([f"{text}{pattern}"] if pattern else []), text, *([terse] if terse else [])]


def find_proof(
    position: Position,
    flags: CellSet = 0,
    near: int | None = None,
    previous: Analysis | None = None,
    proved_mines: CellSet = 0,
) -> Generator[None, None, Proof | NoProof]:
    """Finds a tip in slices: the easiest provable move and, among equally easy ones, the one nearest to the cell
    `near`.

    Flags are never used as evidence, and a flag that is provably wrong is the first tip. Only on a large board, where
    the search begins around `near`, a wrong flag far away may come later. `proved_mines` were proved earlier in the
    game, so the proof may use them. `previous` is an analysis of this or an earlier position, which saves time. Returns
    a `NoProof` if nothing can be proved beyond the flags. Raises Contradiction if no layout fits the position.
    """
    result = yield from tip(position, flags, near, previous, proved_mines=proved_mines)
    return result if isinstance(result, NoProof) else Proof(position, result, flags)


def no_proof_text(is_complete: bool) -> str:
    """Says that no tip was found.

    An incomplete search may have missed a proof, so the text then says only that none was found.
    """
    if is_complete:
        return "Nothing can be proved."
    return "No proof was found, but the clues are too many to try all."


def forced_guess_text(cell: str) -> str:
    """Says which cell a solver or the bot opens on a fair board where nothing can be proved.

    `cell` is the name of the cell.
    """
    return f"{no_proof_text(is_complete=True)} A forced guess: {cell}."


def find_proof_about(
    position: Position, cells: CellSet, flags: CellSet = 0, near: int | None = None, previous: Analysis | None = None
) -> Generator[None, None, Proof | NoProof]:
    """Finds, in slices, the easiest proof of one of some cells, such as the cells of a move that a player made.

    If none of these cells can be proved, it returns the same as `find_proof`: the easiest provable move of the
    position.
    """
    analysis = yield from analyse(position, previous)
    wanted = ProvedCells(analysis.safe & cells, analysis.mined & cells)
    if not wanted.safe | wanted.mined:
        return (yield from find_proof(position, flags, near, analysis))
    return Proof(position, (yield from easiest_deduction(analysis, wanted, ProvedCells(), flags)), flags)


class ExplainedMove(NamedTuple):
    """The next move of a solver, with a text that explains it."""

    solver: str
    """The solver's name."""
    request: players.MoveRequest
    """The question that the solver answered."""
    move: players.NextMove
    """The move. If it has a deduction, this deduction has steps, so that it can be explained."""

    @property
    def safe(self) -> CellSet:
        """The cells to open."""
        return self.move.safe

    @property
    def mined(self) -> CellSet:
        """The proved mines."""
        return self.move.mined

    @property
    def because(self) -> CellSet:
        """The clues that prove the move. Empty if the move isn't a single deduction."""
        return self.move.deduction.because if self.move.deduction else 0

    def text(self, room: Room = UNMARKED) -> str:
        """Describes the move and explains it.

        In a brief text, short names of cells replace the signs, so that it can be read without the marks of the move.
        """
        position, deduction = self.request.position, self.move.deduction
        if deduction is not None:
            safe, mine = (
                name_cells(position.grid, cells, 1, Naming.SHORT) for cells in (deduction.safe, deduction.mined)
            )
            return Proof(position, deduction, self.request.flags or 0).text(room._replace(safe=safe, mine=mine))
        if self.move.guess is not None:
            return forced_guess_text(name_cell(position.grid, self.move.guess.cell, room.naming))
        opened, flagged = self.safe.bit_count(), (self.mined & ~self.request.old_mines).bit_count()
        counts = [(opened, f"{plural(opened, 'cell')} to open"), (flagged, plural(flagged, "mine"))]
        return f"{self.solver.capitalize()} solver: {' and '.join(text for count, text in counts if count)}."


def find_move(
    solver: str, request: players.MoveRequest, near: int | None = None, memory: players.MoveMemory | None = None
) -> Generator[None, None, ExplainedMove | None]:
    """Asks a solver for its next move, in slices, and finds the easiest reason for it.

    `memory` keeps what earlier moves of the same solver found out. Returns None if the solver is stuck.
    """
    move = yield from players.next_move(solver, request, near, memory)
    if move is None:
        return None
    if move.deduction is not None and not move.deduction.steps:
        move = move._replace(deduction=simplest_proof(request.position, move.deduction))
    return ExplainedMove(solver, request, move)


def _walk(explainer: Explainer, steps: Sequence[Step]) -> Iterator[ProofStep]:
    """Yields the steps of a proof as a screen shows them. Each also has the cells that the steps before it proved."""
    known = ProvedCells()
    for step in steps:
        yield from _steps(explainer, step, known)
        known = _after(step, known)


def _after(step: Step, known: ProvedCells) -> ProvedCells:
    """The cells that are known after a step."""
    return ProvedCells(known.safe | step.safe, known.mined | step.mined)


def _is_one_step(step: Step) -> bool:
    """Whether a step is shown as a whole.

    This is so if it uses one clue or none, or if only a count of all layouts shows it.
    """
    if step.branches:
        return False
    if isinstance(step.argument, SumArgument):
        return bool(step.argument.both) or not step.clues
    return step.clues.bit_count() != 2 or step.uses_total or step.argument is not None


def _steps(explainer: Explainer, step: Step, known: ProvedCells) -> Iterator[ProofStep]:
    """Divides one step of a deduction into the steps to show. `known` are the cells that are decided before it."""
    if _is_one_step(step):
        why = explainer.step_reasons(step)[0]
        text = f"{capitalise(explainer.result(step))}: {lower_first(why)}"
        yield ProofStep(text, _words(explainer, step), step.clues, *_after(step, known))
    elif step.branches:
        yield from _ways(explainer, step, known)
    elif isinstance(step.argument, SumArgument) and step.argument.total:
        yield from _total(explainer, step, step.argument, known)
    else:
        yield from _balance(explainer, step, known)


def _balance(explainer: Explainer, step: Step, known: ProvedCells) -> Iterator[ProofStep]:
    """Shows a step that compares clues: first each clue that needs mines, then the clues that leave room for few, then
    the result.
    """
    more, less = explainer.sides(step)
    for clue in more:
        needs = in_words(explainer.needs(clue, step), "mine")
        still = " still" if explainer.mines_of(clue, step) else ""
        where = explainer.names(explainer.cells(clue, step))
        yield ProofStep(
            f"{capitalise(explainer.clue(clue))}{still} needs {needs} in {where}.",
            f"the {explainer.position.clue(clue)}{still} needs {needs}",
            1 << clue,
            *known,
        )
    room = sum(explainer.needs(clue, step) for clue in less)
    known_mines = explainer.known_mines(less, step)
    leave, few = "leaves" if len(less) == 1 else "leave", in_words(room, "more mine" if known_mines else "mine")
    names = explainer.clues(sum(1 << clue for clue in less))
    number = f"the {explainer.position.clue(less[0])}" if len(less) == 1 else f"{len(less)} clues"
    if step.mined:
        so = explainer.result(step._replace(safe=0))
        text = f"{capitalise(names)} {leave} room for only {few} where they overlap, so {so}."
        yield ProofStep(text, f"{number} {leave} room for {room}", step.clues, known.safe, known.mined | step.mined)
    if step.safe:
        have, see = ("has", "sees") if len(less) == 1 else ("have", "see")
        so = explainer.result(step._replace(mined=0))
        rest = "no other mines but the known ones" if known_mines else "no other mine left"
        if known_mines and len(less) == 1:
            rest = f"its other {noun_for(known_mines.bit_count(), 'mine')} at {explainer.names(known_mines)}"
        text = f"{capitalise(names)} {see} all of these cells and {have} {rest}, so {so}."
        if step.mined:
            held = "still missing at" if known_mines else "of"
            text = f"The overlap then holds all the mines {held} {names}, so {so}."
        yield ProofStep(text, f"{number} {have} no more", step.clues, *_after(step, known))


def _total(explainer: Explainer, step: Step, tally: SumArgument, known: ProvedCells) -> Iterator[ProofStep]:
    """Shows a step that uses the mine total: the mines left, then the clues that need or can take some of them, then
    the result.
    """
    count = tally.mines_left
    mines_left = f"{'1 mine' if count == 1 else f'{count} mines'} left"
    yield ProofStep(f"{capitalise(explainer.mines_left_words(step, tally))}.", mines_left, 0, *known)
    for clue in cells_of(tally.more | tally.less):
        needs = explainer.needs(clue, step)
        takes = "needs" if tally.total < 0 else "can take only"
        yield ProofStep(
            f"{capitalise(explainer.clue(clue))} {takes} {'it' if count == 1 else f'{in_words(needs)} of them'}.",
            f"the {explainer.position.clue(clue)} {takes} {needs}",
            1 << clue,
            *known,
        )
    so, outside = "So", step.mined.bit_count()
    if tally.total > 0:
        so = f"Only {in_words(outside, 'other hidden cell')} {be(outside)} left, so"
    elif tally.more.bit_count() > 1:
        so = "They share no hidden cell, so"
    yield ProofStep(f"{so} {explainer.result(step)}.", _words(explainer, step), step.clues, *_after(step, known))


def _ways(explainer: Explainer, step: Step, known: ProvedCells) -> Iterator[ProofStep]:
    """Shows a step that assumes something: each branch from its assumption on, then the conclusion."""
    for number, way in enumerate(step.branches):
        assumption = way[0]
        name = explainer.names(assumption.safe | assumption.mined)
        what = "safe" if assumption.safe else "a mine"
        start = "Suppose" if not number else "Now suppose"
        supposed = _after(assumption, known)
        yield ProofStep(f"{start} {name} were {what}.", f"suppose it were {what}", 0, *supposed)
        yield from _branch(explainer, way[1:], supposed)
    proved = _after(step, known)
    if step.is_broken:
        yield ProofStep("Neither can be.", "neither can be", 0, *known)
    elif len(step.branches) == 1:
        yield ProofStep(f"So {explainer.result(step)}.", _words(explainer, step), step.all_clues, *proved)
    else:
        yield ProofStep(f"Either way {explainer.result(step)}.", "either way", step.all_clues, *proved)


def _branch(explainer: Explainer, steps: Sequence[Step], known: ProvedCells) -> Iterator[ProofStep]:
    """Shows the steps that follow from an assumption."""
    for step in steps:
        proved = _after(step, known)
        if step.branches:
            yield from _ways(explainer, step, known)
        else:
            text = f"{'But then' if step.is_broken else 'Then'} {explainer.consequence(step)}."
            yield ProofStep(text, _words(explainer, step), step.clues, *proved)
        known = proved


def _words(explainer: Explainer, step: Step) -> str:
    """A step in a few words, for `ProofStep.words`."""
    if step.clues.bit_count() != 1:
        if step.is_broken:
            return "that can't be"
        return "so this follows" if step.branches or not step.clues else f"by {step.clues.bit_count()} clues"
    number = explainer.position.clue(first_cell(step.clues))
    if step.is_broken:
        return f"the {number} has too {'many' if step.uses_mined else 'few'}"
    this = "this" if step.mined.bit_count() == 1 else "these"
    return f"the {number} needs {this}" if step.mined else f"the {number} has its {noun_for(number, 'mine')}"
