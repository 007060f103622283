"""The sentences that explain a deduction: why its last step holds, in forms of several lengths.

An `Explainer` follows the steps that the solver noted and never looks for a reason of its own, so a sentence can't
claim what wasn't proved. ``Proof`` in ``assist/tip.py`` chooses the form that fits a room, and its ``steps`` show a
proof one step at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from minesweeper.assist.naming import LISTED, Naming, Pattern, Seen, find_pattern, name_cells, name_clue, name_clues
from minesweeper.core.cells import CellSet, cells_of, first_cell, to_cell_set
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise, join, noun_for, plural
from minesweeper.solvers.deduction import Deduction, Step, all_clues
from minesweeper.solvers.proof import SumArgument

_MOST_CLUES = 400
"""The most clues of a deduction that is explained. With more, only the result is reported."""
_MOST_STEPS = 12
"""The most steps within an assumption that are explained one by one. With more, only the clues are named."""
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Explainer:
    """The sentences about one deduction.

    `flags` are the player's flags, `is_past` puts the sentences into the past tense, and `naming` says how they call
    cells.
    """

    def __init__(
        self,
        position: Position,
        deduction: Deduction,
        flags: CellSet = 0,
        is_past: bool = False,
        naming: Naming = Naming.FULL,
    ) -> None:
        self.position, self.deduction, self.flags = position, deduction, flags
        self.tense, self.naming = "was" if is_past else "is", naming
        self.decided = deduction.safe | deduction.mined
        self.is_told = bool(deduction.steps) and deduction.because.bit_count() <= _MOST_CLUES
        """Whether the deduction can be explained.

        It can't if it has no steps or too many clues, and then only its result is reported.
        """
        self._in_all = f"{plural(position.mine_total, 'mine')} in all"

    # ------------------------------------------------------------------------------
    # Clues and cells of a step
    # ------------------------------------------------------------------------------

    def names(self, cells: CellSet, most: int = LISTED) -> str:
        """Names some cells, or counts them if the text would have more than `most` parts."""
        return name_cells(self.position.grid, cells, most, self.naming)

    def clue(self, clue: int) -> str:
        """Names a clue, such as ``the 2 at row 6, column 1``."""
        return name_clue(self.position, clue, self.naming)

    def clues(self, clues: CellSet) -> str:
        """Names some clues, or counts them if they are too many to list."""
        return name_clues(self.position, clues, LISTED, self.naming)

    def beside(self, clue: int) -> CellSet:
        """The cells next to a clue."""
        return self.position.grid.neighbours(clue)

    def mines_of(self, clue: int, step: Step) -> CellSet:
        """The known mines next to a clue.

        Some are known from before the deduction, and some come from earlier steps that this step uses.
        """
        return self.beside(clue) & (self.deduction.assumes_mined | step.uses_mined)

    def needs(self, clue: int, step: Step) -> int:
        """How many mines a clue still needs at a step."""
        return self.position.clue(clue) - self.mines_of(clue, step).bit_count()

    def cells(self, clue: int, step: Step) -> CellSet:
        """The hidden cells next to a clue that are still undecided at a step."""
        given = self.deduction.assumes_safe | self.deduction.assumes_mined | step.uses_safe | step.uses_mined
        return self.beside(clue) & self.position.hidden & ~given

    def sides(self, step: Step) -> tuple[list[int], list[int]]:
        """The clues of a step in two lists: those that need mines, and those that leave room for few.

        This only makes sense for a step that compares clues.
        """
        if isinstance(step.argument, SumArgument):
            return cells_of(step.argument.more), cells_of(step.argument.less)
        first, second = cells_of(step.clues)
        # If the step finds mines, they lie beside the clue that needs more. If it finds safe cells, they lie beside the
        # other one.
        seen = self.beside(first)
        is_second = not seen & step.mined if step.mined else bool(seen & step.safe)
        return ([second], [first]) if is_second else ([first], [second])

    # ------------------------------------------------------------------------------
    # The whole deduction
    # ------------------------------------------------------------------------------

    def reasons(self) -> list[str]:
        """Explains the last step in forms from the fullest to the shortest. The fuller ones also say which earlier
        steps it builds on.

        If the deduction has no steps or too many clues, the only form says that the clues show it.
        """
        if not self.is_told:
            return ["The clues show it."]
        *before, step = self.deduction.steps
        forms, tag = self.step_reasons(step), self.pattern_words(step)
        known = self.known_words()
        if not before:
            forms = [f"{forms[0]}{known}", *forms] if known else forms
            return [f"{forms[0]}{tag}", *forms] if tag else forms
        *fuller, last = forms
        reasons = [f"{text}{more}" for text in fuller or forms for more in self._known_before(before, step)]
        reasons = [f"{reasons[0]}{known}", *reasons] if known else reasons
        return [*reasons, last] if fuller else reasons

    def step_reasons(self, step: Step) -> list[str]:
        """Explains a single step in forms from the fullest to the shortest, without the steps before it."""
        if step.branches:
            return self._by_ways(step)
        if isinstance(step.argument, SumArgument):
            if step.argument.total:
                return self._by_total(step, step.argument)
        elif step.argument or step.uses_total or step.clues.bit_count() > 2:
            return self._every_arrangement(step)
        if step.clues.bit_count() == 1:
            return [self._one_clue(step)]
        return (self._few_where_they_overlap if step.mined else self._none_left)(step, *self.sides(step))

    def pattern(self, step: Step) -> Pattern | None:
        """The pattern of a step. None if players have no name for it."""
        if step.branches or step.uses_total or step.clues.bit_count() != 2:
            return None
        (one,), (other,) = self.sides(step)

        def look(clue: int) -> Seen | None:
            is_clue = self.position.opened >> clue & 1
            return Seen(clue, self.needs(clue, step), self.cells(clue, step)) if is_clue else None

        seen, also = look(one), look(other)
        return find_pattern(self.position.grid, seen, also, look) if seen and also else None

    def pattern_words(self, step: Step) -> str:
        """A remark in brackets that names the pattern of a step. Empty if it has no name."""
        pattern = self.pattern(step)
        if pattern is None:
            return ""
        this = "Without the known mines, this" if self.known_mines(cells_of(step.clues), step) else "This"
        return f" ({this} is {pattern.words(' ' if self.naming is Naming.SPOKEN else '-')}.)"

    def result(self, step: Step, tense: str = "is") -> str:
        """A clause that says which cells are mines and which are safe after a step.

        `tense` may be "would", for steps within an assumption.
        """
        mined = [are_mined(step.mined, self.names(step.mined), tense)] if step.mined else []
        safe = [are_safe(step.safe, self.names(step.safe), tense)] if step.safe else []
        return ", and ".join([*mined, *safe])

    def known_words(self, reason: str = "") -> str:
        """A remark in brackets that names the mines without a flag which were proved before and which the deduction
        uses.

        Empty if there are none, or if ``reason``, the text in front of the remark, names or counts them already.
        """
        step = self.deduction.steps[-1]
        known = self.deduction.assumes_mined & ~(self.position.given | self.flags)
        if step.safe and step.clues.bit_count() == 1 and not (step.branches or step.argument):
            # The reason of such a step names the known mines of its clue, so the remark leaves them out.
            known &= ~self.mines_of(first_cell(step.clues), step)
        if self.deduction.uses_total or not known:
            return ""
        names = self.names(known)
        return "" if names in reason else f" ({capitalise(are_mined(known, names))}, as proved before.)"

    def _known_before(self, before: Sequence[Step], step: Step) -> list[str]:
        """Remarks in brackets about the earlier steps that the last step builds on, and their clues: in full, in short,
        and empty.
        """
        proved = _settled(before)
        safe, mined = step.uses_safe & proved, step.uses_mined & proved
        support = all_clues(before)
        clues, count = self.clues(support), support.bit_count()
        prove = "proves" if count == 1 else "prove"
        what = "that mine" if (safe | mined).bit_count() == 1 else "these mines"
        is_named = step.clues.bit_count() == 1 and not safe and self.mines_of(first_cell(step.clues), step) == mined
        if is_named:
            known = f"{capitalise(clues)} {prove} {what}"
        else:
            mines = [are_mined(mined, self.names(mined))] if mined else []
            others = [are_safe(safe, self.names(safe))] if safe else []
            known = f"{capitalise(join([*mines, *others]))} by {clues}"
        return [f" ({known}.)", f" ({plural(count, 'clue')} {prove} {what if is_named else 'the rest'}.)", ""]

    # ------------------------------------------------------------------------------
    # One clue
    # ------------------------------------------------------------------------------

    def _one_clue(self, step: Step) -> str:
        """Explains a step by a single clue: either it has all its mines, or it has no other cells for them."""
        clue = first_cell(step.clues)
        number, name = self.position.clue(clue), capitalise(self.clue(clue))
        if step.safe:
            if not number:
                return f"{name} has no mine beside it."
            mines = self.mines_of(clue, step)
            rest = f"so its other {are_safe(step.safe, _cells(step.safe))}"
            flagged = "" if mines & ~(self.flags & self.deduction.assumes_mined) else "flagged, "
            return f"{name} has {_its_mines(number)} {flagged}at {self.names(mines)}, {rest}."
        hidden, known = self.beside(clue) & self.position.hidden, self.mines_of(clue, step)
        free = hidden & ~(step.mined | known)
        if not free:
            count = hidden.bit_count()
            if count == 1:
                return f"{name} has no other hidden neighbour."
            if step.mined == self.deduction.mined == hidden:
                return f"{name} has only these {in_words(count)} hidden neighbours."
            flags = (hidden & self.flags).bit_count()
            flagged = f", {in_words(flags)} of them flagged" if 0 < flags < count else ""
            every = "both" if count == 2 else "all"
            # Text mode and the board don't call a flagged cell hidden.
            what = "unopened" if flagged else "hidden"
            return f"{name} has only {in_words(count)} {what} neighbours{flagged}, so {every} are mines."
        safe = f"{capitalise(are_safe(free, self.names(free)))}, so {lower_first(name)}"
        if not free & ~_settled(self.deduction.steps):
            safe = name  # An earlier step has just named these safe cells.
        new_mines = step.mined.bit_count()
        mine = "its mine" if number == 1 else "its last mine" if new_mines == 1 else f"its {in_words(new_mines)} mines"
        if known and new_mines > 1:
            mine = f"its other {in_words(new_mines)} mines"
        return f"{safe} has no other cell{'s' if new_mines > 1 else ''} left for {mine}."

    # ------------------------------------------------------------------------------
    # Clues that add up
    # ------------------------------------------------------------------------------

    def _none_left(self, step: Step, more: list[int], less: list[int]) -> list[str]:
        """Explains safe cells.

        The clues of ``more`` need all mines that the clues of ``less`` still have, in cells that both see. So the other
        cells of ``less`` are safe.
        """
        pronoun = "it" if (step.safe & self.decided).bit_count() == 1 else "them"
        have = f"{capitalise(self.clues(to_cell_set(more)))} {_have(more)} {self._all_mines(more, step)}"
        few = f"These {len(more)} clues have {self._all_mines(more, step)}" if len(more) > 1 else have
        names = self.clues(to_cell_set(less))
        if len(less) > 1:
            return [
                f"{few} in cells of {names}. So these have no mine left for {pronoun}.",
                f"These {len(more) + len(less)} clues add up. So no mine is left for {pronoun}.",
            ]
        known = self.mines_of(less[0], step).bit_count()
        of = f"that {names} sees too"
        if known:
            of = f"of {names}, whose other {'mine is' if known == 1 else 'mines are'} known"
        return [
            f"{have} in cells {of}. So {names} has no mine left for {self.names(step.safe)}.",
            f"{few} in cells {of}. So {names} has no mine left for {pronoun}.",
            f"{few} in cells of {names}. So none is left for {pronoun}.",
        ]

    def _all_mines(self, clues: list[int], step: Step) -> str:
        """The mines that some clues still need, such as ``its last mine`` or ``their three mines``."""
        missing = sum(self.needs(clue, step) for clue in clues)
        if len(clues) > 1:
            return f"their {in_words(missing)} mines"
        if not self.mines_of(clues[0], step):
            return _its_mines(missing)
        return "its last mine" if missing == 1 else f"its other {in_words(missing)} mines"

    def _few_where_they_overlap(self, step: Step, more: list[int], less: list[int]) -> list[str]:
        """Explains mines.

        The clues of ``less`` leave room for only few mines in the cells that they share with the clues of ``more``, so
        these need all their other cells.
        """
        count, safe = step.mined.bit_count(), step.safe & self.decided
        known = self.known_mines(less, step)
        room = in_words(sum(self.needs(clue, step) for clue in less), "more mine" if known else "mine")
        if len(more) > 1 or len(less) > 1:
            return self._many_overlap(step, more, less, f"only {room}")
        one, other = self._short(more[0], less), self._short(less[0], more)
        if not one:
            both = f"These {self.position.clue(more[0])}s can share only {room}"
            rest = ", and the other has no more" if safe else ""
            that = "that cell" if count == 1 else "those cells"
            return [
                f"{both}. So the one beside {self.names(step.mined)} needs {that} too{rest}.",
                f"{both}. So one needs its other {_cells(step.mined)}{rest}.",
                f"{both}.",
            ]
        mines = self.mines_of(more[0], step).bit_count()
        with_known = f", with {in_words(mines, 'mine')} known," if mines else ""
        rest = f", and {other}'s other {are_safe(safe, _cells(safe))}" if safe else ""
        cells = f"{one}'s {'only other cell' if count == 1 else f'other {in_words(count)} cells'}"
        start = f"{capitalise(self.clue(less[0]))} and {self.clue(more[0])}{with_known} can share only {room}, so"
        share = f"{capitalise(other)} and {one} can share only {room}"
        return [
            f"{start} {are_mined(step.mined, f'{cells}, {self.names(step.mined)},')}{rest}.",
            f"{start} {are_mined(step.mined, cells)}{rest}.",
            f"{share}. So {one}'s other {are_mined(step.mined, _cells(step.mined))}{rest}.",
            f"{share}.",
        ]

    def _many_overlap(self, step: Step, more: list[int], less: list[int], room: str) -> list[str]:
        """Explains mines where more than two clues overlap. `room` says how many mines they leave room for, such as
        ``only one mine``.

        These forms are short and don't name every clue, because a screen marks the clues.
        """
        one, other = self._short(more[0], less), self._short(less[0], more)
        leave, whom = "leaves" if len(less) == 1 else "leave", f"{in_words(len(more))} others"
        whose, who = "their", other or "one clue" if len(less) == 1 else f"these {len(less)} clues"
        if len(more) == 1:
            whom, whose = one or self.clue(more[0]), f"{one}'s" if one else "its"
        safe = step.safe & self.decided
        rest = f", and {other or 'it' if len(less) == 1 else 'they'} {_have(less)} no more" if safe else ""
        start = f"{capitalise(who)} {leave} {whom} {room} where they overlap"
        so = are_mined(step.mined, f"{whose} other {_cells(step.mined)}")
        return [f"{start}. So {so}{rest}.", f"{start}."]

    def known_mines(self, clues: Iterable[int], step: Step) -> CellSet:
        """The known mines next to any of some clues."""
        mines = 0
        for clue in clues:
            mines |= self.mines_of(clue, step)
        return mines

    def _short(self, clue: int, others: Iterable[int]) -> str:
        """Names a clue by its number alone. Empty if another clue of the sentence has the same number."""
        number = self.position.clue(clue)
        return "" if any(self.position.clue(other) == number for other in others) else f"the {number}"

    # ------------------------------------------------------------------------------
    # The mine total
    # ------------------------------------------------------------------------------

    def mines_left_words(self, step: Step, tally: SumArgument, also: str = "") -> str:
        """A clause about how many mines are left. If the counter on the screen includes wrong or unproved flags, the
        clause says that it counts without them.

        `also` is what is left besides the mines, such as ``four hidden cells``.
        """
        count, known = tally.mines_left, self.deduction.assumes_mined | step.uses_mined
        wrong, doubt = self.flags & step.safe, self.flags & ~(known | step.safe)
        without = [f"the wrong {noun_for(wrong.bit_count(), 'flag')}"] if wrong else []
        if doubt:
            flags = doubt.bit_count()
            without.append(f"the {noun_for(flags, 'flag')} at {self.names(doubt)}, which {be(flags)} not proved")
        start = f"without {join(without)}, " if without else ""
        mines = in_words(count, "mine")
        more = known & ~self.flags
        if more:  # The counter on the screen still includes these mines, because they have no flag.
            named = self.names(more, 2) if self.flags else in_words(more.bit_count(), "mine")
            bare = in_words(count) if count else "none"
            start, mines = f"{start}with {named} known, ", mines if self.flags or also else bare
        are = be(2 if also else count, self.tense)
        if not known and not start and not also:
            return f"there {are} {mines} in all"
        return f"{start}{mines}{f' and {also}' if also else ''} {are} left"

    def _by_total(self, step: Step, tally: SumArgument) -> list[str]:
        """Explains a step that uses the mine total, in forms from the fullest to the shortest."""
        if tally.total < 0:
            explain = self._count_for_both if tally.both else self._no_mine_left
        else:
            explain = self._none_for_both if tally.both else self._no_room_left
        return explain(step, tally, cells_of(tally.more or tally.less))

    def _need(self, count: int) -> str:
        """The verb *need* for a number of clues, in the tense of the sentences."""
        return "needed" if self.tense == "was" else "needs" if count == 1 else "need"

    def _no_mine_left(self, step: Step, tally: SumArgument, clues: list[int]) -> list[str]:
        """Explains safe cells: the clues need all mines that are left, so every other cell is safe.

        If `clues` is empty, every mine is known already.
        """
        total, count = self.position.mine_total, tally.mines_left
        so = f"so every other hidden cell {be(1, self.tense)} safe."
        if not clues:
            mines = {1: "The only mine", 2: "Both mines"}.get(total, f"All {total} mines")
            return [f"{mines} {be(total, self.tense)} known, {so}" if total else "There is no mine."]
        still = "still " if self.known_mines(clues, step) else ""
        all_of = {1: "it", 2: "both"}.get(count, f"all {in_words(count)}")
        named = [self.clues(to_cell_set(clues))]
        if len(clues) > 1:
            named.append(f"these {len(clues)} clues")
        start = capitalise(self.mines_left_words(step, tally))
        forms = [f"{start}, and {who} {still}{self._need(len(clues))} {all_of}" for who in named]
        return [*(f"{form}, {so}" for form in forms), f"{forms[-1]}."]

    def _count_for_both(self, step: Step, tally: SumArgument, clues: list[int]) -> list[str]:
        """Explains mines: two clues need more mines than are left, so some mines must count for both.

        These are in the cells that both see.
        """
        start, names = capitalise(self.mines_left_words(step, tally)), self.clues(to_cell_set(clues))
        where, count = self.names(tally.both), tally.both.bit_count()
        still = "still " if self.known_mines(clues, step) else ""
        need = f"{still}{self._need(2)}"
        together = in_words(sum(self.needs(clue, step) for clue in clues))
        must = f"{in_words(count, 'mine')} must count for both"
        that = f"{'that' if count == 1 else 'those'} {be(count, self.tense)}"
        seen = "the one hidden cell both see" if count == 1 else f"the {in_words(count)} hidden cells both see"
        rest = f" Elsewhere no mine {be(1, self.tense)} left." if step.safe & self.decided else ""
        return [
            f"{start}, but {names} {need} {together} together. So {must}: {that} {where}, {seen}.{rest}",
            f"{start}, but these 2 clues {need} {together}. So {must}.",
        ]

    def _no_room_left(self, step: Step, tally: SumArgument, clues: list[int]) -> list[str]:
        """Explains mines: the mines that are left fill all cells which the clues don't limit."""
        outside = step.mined.bit_count()
        if not clues:
            start = capitalise(self.mines_left_words(step, tally, in_words(outside, "hidden cell")))
            return [f"{start}, so {are_mined(step.mined, 'that' if outside == 1 else 'all')}."]
        start, names = capitalise(self.mines_left_words(step, tally)), self.clues(to_cell_set(clues))
        room = in_words(sum(self.needs(clue, step) for clue in clues))
        rest = are_mined(step.mined, in_words(outside, "other hidden cell"))
        return [
            f"{start}. {capitalise(names)} can take only {room} of them, so the {rest}.",
            f"{start}, and these clues can take only {room} of them, so all other cells are mines.",
        ]

    def _none_for_both(self, step: Step, tally: SumArgument, clues: list[int]) -> list[str]:
        """Explains safe cells: the clues can take all mines that are left only if no mine counts for two of them.

        So the cells that two of them see are safe.
        """
        names, outside, two = self.clues(to_cell_set(clues)), step.mined.bit_count(), len(clues) == 2
        need = in_words(sum(self.needs(clue, step) for clue in clues))
        see, both = ("which both see", "both") if two else ("which two of them see", "two of them")
        are = are_safe(tally.both, f"{self.names(tally.both)}, {see},")
        start = capitalise(self.mines_left_words(step, tally))
        if outside:
            cells = f"only {in_words(outside, 'other hidden cell')} {be(outside)} left"
            mined = f", and {are_mined(step.mined, self.names(step.mined))}" if step.mined & self.decided else ""
            enough = f"That is just enough if none counts for {both}, so {are}{mined}."
            return [
                f"{start}. {capitalise(names)} can take at most {need}, and {cells}. {enough}",
                f"{start}; these {len(clues)} clues can take {need} of them only if none counts for {both}.",
            ]
        where = f"{', '.join(map(self.clue, clues[:-1]))} or {self.clue(clues[-1])}"
        return [
            f"{start}. Every hidden cell left is beside {where}, which need {need} together, so none counts for {both}:"
            f" {are}.",
            f"{start}. These {len(clues)} clues need {need} together, so none counts for {both}.",
        ]

    # ------------------------------------------------------------------------------
    # Assumptions and cases
    # ------------------------------------------------------------------------------

    def _by_ways(self, step: Step) -> list[str]:
        """Explains a step that assumes something.

        Either this leads to a contradiction, or both cases lead to the same result.
        """
        count, clues = step.all_clues.bit_count(), self.clues(step.all_clues)
        total = f" with {self._in_all}" * step.uses_total
        first = step.branches[0][0]
        cell = first.safe | first.mined
        if len(step.branches) > 1:
            start = f"Whether {self.names(cell)} is a mine or not,"
            return [f"{start} {which} show it{total}." for which in (clues, f"these {plural(count, 'clue')}")]
        is_it = self.decided == cell and len(self.deduction.steps) == 1
        start = f"If {'it' if is_it else self.names(cell)} were {'safe' if first.safe else 'a mine'},"
        hold = "not hold" if count == 1 else "not all hold"
        few = f"{start} {clues if count == 1 else f'these {count} clues'} could {hold}{total}."
        if self.is_long(step):
            return [f"{start} {clues} could {hold}{total}.", few]
        *between, end = step.branches[0][1:]
        if end.branches or any(step.branches or step.uses_total for step in between):
            return [few]
        broken = self.consequence(end)
        if not between:
            return [f"{start} {broken}.", few]
        after = f"{start} {broken} after {plural(len(between), 'step')}."
        return [f"{start} {self._in_few_words(between)}, and {broken}.", after, few]

    def is_long(self, step: Step) -> bool:
        """Whether the branches of a step have too many steps to explain each of them."""
        return sum(map(_count_steps, step.branches)) > _MOST_STEPS

    def same_goes_for(self, step: Step) -> str:
        """A sentence about other cells for which the last step would be the same.

        Empty if the step proves all cells of the deduction itself.
        """
        others = self.decided & ~(step.safe | step.mined)
        if step is not self.deduction.steps[-1] or not others:
            return ""
        is_seen = others & self.position.grid.spread(self.deduction.because)
        seen = "seen by the same clues" if is_seen else "which none of these clues sees either"
        return f" The same goes for {self.names(others)}, {seen}."

    def _in_few_words(self, steps: Sequence[Step]) -> str:
        """Lists what each step within an assumption proves, without its reason."""
        parts = []
        for number, step in enumerate(steps):
            cells = step.safe | step.mined
            what = "safe" if step.safe else "a mine" if cells.bit_count() == 1 else "mines"
            parts.append(f"{self.names(cells)} {'' if number else 'would be '}{what}")
        return ", then ".join(parts)

    def consequence(self, step: Step) -> str:
        """A clause about a step within an assumption: what would follow from it, and which clue shows that."""
        if step.uses_total or step.clues.bit_count() != 1:
            return self._total_consequence(step)
        clue = first_cell(step.clues)
        name = self.clue(clue)
        if step.is_broken:
            count = self.mines_of(clue, step).bit_count()
            possible = self._possible(clue, step)
            if step.uses_mined:
                return f"{name} would have {in_words(count)} mines"
            return f"{name} could have only {in_words(possible, 'mine')}" if possible else f"{name} would have no mine"
        if step.safe:
            return f"{name} would have {_its_mines(self.position.clue(clue))}, so {self.result(step, 'would')}"
        return f"{name} would need {self.names(step.mined)}"

    def _possible(self, clue: int, step: Step) -> int:
        """How many hidden cells next to a clue could still be mines."""
        known = self.deduction.assumes_safe | step.uses_safe
        return (self.beside(clue) & self.position.hidden & ~known).bit_count()

    def _total_consequence(self, step: Step) -> str:
        """A clause about a step within an assumption that uses the mines left."""
        tally, result, names = step.argument, self.result(step, "would"), self.clues(step.clues) if step.clues else ""
        assert isinstance(tally, SumArgument)
        count, clues = tally.mines_left, cells_of(step.clues)
        need = in_words(sum(self.needs(clue, step) for clue in clues))
        mines_left = f"{in_words(count, 'mine')} would be left"
        if tally.total < 0:
            if not clues:
                over = self.position.mine_total - count
                return f"there would be {over} mines in all" if step.is_broken else f"{mines_left}, so {result}"
            if step.is_broken:
                return f"{names} would need {need} mines, but only {mines_left}"
            return f"only {mines_left}, and {names} would need {'it' if count == 1 else 'them'}, so {result}"
        known = self.deduction.assumes_safe | self.deduction.assumes_mined | step.uses_safe | step.uses_mined
        outside = (self.position.hidden & ~(known | self.position.grid.spread(step.clues))).bit_count()
        if not clues:
            as_many = f"{mines_left} for as many hidden cells, so {result}"
            return f"{mines_left}, but only {in_words(outside, 'hidden cell')}" if step.is_broken else as_many
        can = f"{names} could take only {need} of them"
        if step.is_broken:
            return f"{mines_left}, but {can}, and {in_words(outside, 'other hidden cell')} would be left"
        return f"{mines_left}, and {can}, so {result}"

    def _every_arrangement(self, step: Step) -> list[str]:
        """Explains a step that only a count of all layouts shows. Such a step has no reason in words."""
        count = step.clues.bit_count()
        ways = step.argument if isinstance(step.argument, int) else 0
        way = {0: "every way", 1: "the only way"}.get(ways, f"each of the {ways:,} ways")
        total = f", with {self._in_all}" * step.uses_total
        few = "this clue" if count == 1 else f"these {count} clues" if count else "all clues"
        named = self.clues(step.clues) if 0 < count <= LISTED else few
        return [f"It is so in {way} to place the mines around {clues}{total}." for clues in (named, few)]

    # ------------------------------------------------------------------------------
    # Reasons in a few words
    # ------------------------------------------------------------------------------

    def words(self, the: str = "the ") -> str:
        """The reason in a few words, with the colon or blank that joins them to a result.

        `the` is empty where room is so short that the article is left out.
        """
        if not self.is_told:
            return f": {the}clues show it"
        step = self.deduction.steps[-1]
        tally = step.argument
        if step.branches:
            return self._words_of_ways(step)
        if isinstance(tally, SumArgument) and tally.total:
            return self._words_of_total(step, tally)
        if isinstance(tally, int) or step.uses_total:
            return f" in every layout of {plural(step.clues.bit_count(), 'clue')}"
        if step.clues.bit_count() == 1:
            number = self.position.clue(first_cell(step.clues))
            if step.mined:
                return f": {the}{number} has no other cell"
            return f": {the}{number} has its {noun_for(number, 'mine')} already" if number else ": beside an empty cell"
        more, less = self.sides(step)
        if len(more) + len(less) > 2:
            return f": {len(more) + len(less)} clues add up"
        one, other = self.position.clue(more[0]), self.position.clue(less[0])
        shared = self.needs(less[0], step)
        pair = f"both {one}s" if one == other else f"{the}{one} and {other}"
        return f": {pair} share {'a mine' if shared == 1 else f'{shared} mines'}"

    def _words_of_ways(self, step: Step) -> str:
        """The reason in a few words, for a step that assumes something."""
        if len(step.branches) > 1:
            return " either way"
        end = step.branches[0][-1]
        if end.uses_total:
            return ": otherwise the mines left don't fit"
        if end.branches or not end.clues:
            return ": otherwise the clues clash"
        clue = first_cell(end.clues)
        if end.uses_mined and step.branches[0][0].mined:
            return f": a mine there overfills the {self.position.clue(clue)}"
        words = "too many" if end.uses_mined else "too few" if self._possible(clue, end) else "no"
        return f": otherwise the {self.position.clue(clue)} has {words} {'mine' if words == 'no' else 'mines'}"

    def _words_of_total(self, step: Step, tally: SumArgument) -> str:
        """The reason in a few words, for a step that uses the mine total."""
        total = self.position.mine_total
        if tally.both:
            return f": {plural(tally.mines_left, 'mine')} for {in_words(step.clues.bit_count())} clues"
        if tally.total > 0:
            return ": the rest must be mines"
        if tally.more:
            return ": the clues need all mines"
        mines = {0: "there is no mine", 1: "the only mine is", 2: "both mines are"}.get(total, f"all {total} mines are")
        return f": {mines}{' known' if total else ''}"


def _settled(steps: Iterable[Step]) -> CellSet:
    """All cells that some steps prove, safe cells and mines together."""
    cells = 0
    for step in steps:
        cells |= step.safe | step.mined
    return cells


def _count_steps(way: Sequence[Step]) -> int:
    """How many steps a branch has after its assumption. The steps of branches inside it count too."""
    return sum(1 + sum(map(_count_steps, step.branches)) for step in way[1:])


def lower_first(text: str) -> str:
    """Makes the first letter of a text small, so that the text can follow a colon."""
    return text[:1].lower() + text[1:]


def _have(clues: Sequence[int]) -> str:
    return "has" if len(clues) == 1 else "have"


def _its_mines(number: int) -> str:
    """All mines of a clue in words, such as ``both its mines``."""
    return {1: "its mine", 2: "both its mines"}.get(number, f"all {in_words(number)} of its mines")


def in_words(number: int, noun: str = "") -> str:
    """A number as a word up to ten, with the noun that it counts, if one is given: ``two``, ``two mines`` or ``11
    mines``.
    """
    word = _WORDS[number] if number < len(_WORDS) else str(number)
    return f"{word} {noun_for(number, noun)}" if noun else word


def be(count: int, tense: str = "is") -> str:
    """The verb *be* for a number of things: ``is`` or ``are`` and, for the tenses "was" and "would", ``was``, ``were``
    or ``would be``.
    """
    return "would be" if tense == "would" else {"is": ("is", "are"), "was": ("was", "were")}[tense][count != 1]


def are_safe(cells: CellSet, names: str, tense: str = "is") -> str:
    """The clause that some cells are safe.

    `names` is how the clause calls them, and the number of `cells` decides between *is* and *are*.
    """
    return f"{names} {be(cells.bit_count(), tense)} safe"


def are_mined(cells: CellSet, names: str, tense: str = "is") -> str:
    """The clause that some cells are mines.

    `names` is how the clause calls them, and the number of `cells` decides between *is* and *are*.
    """
    count = cells.bit_count()
    return f"{names} {be(count, tense)} {'a mine' if count == 1 else 'mines'}"


def _cells(cells: CellSet) -> str:
    return "cell" if cells.bit_count() == 1 else "cells"
