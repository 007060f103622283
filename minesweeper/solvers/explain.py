"""A Deduction as a sentence or two that a person understands; where room is short, as a few words.

The reasoning is found anew from the clues that the deduction names, so every solver's deductions can be explained.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from minesweeper.core.cells import CellSet, Grid, cells_of, first_cell, place_text, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers.deduction import Deduction, Kind
from minesweeper.solvers.reasons import (
    ClueSet,
    Decided,
    Event,
    Evidence,
    Reason,
    Reasoning,
    TotalReason,
    Way,
    reason_by_total,
    reason_for,
)

# ------------------------------------------------------------------------------
# What cells and clues are called in a sentence: rows and columns count from 1, row first.
# ------------------------------------------------------------------------------

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_LISTED = 64
"""More cells than this are only counted."""


def name_cell(grid: Grid, cell: int) -> str:
    """A cell's name, such as ``row 7 col 3``."""
    return place_text(*grid.row_col(cell))


def name_cells(grid: Grid, cells: CellSet, most: int = 3) -> str:
    """The names of some cells, such as ``row 7 col 1-2 and row 8 col 1, 3``; of too many only the number."""
    count = cells.bit_count()
    parts = _parts(grid, cells_of(cells)) if count <= _LISTED else []
    return join(parts) if 0 < len(parts) <= most else f"{count} cells"


def _parts(grid: Grid, cells: Sequence[int]) -> list[str]:
    """A name for each row, or for several rows below each other that have the same columns."""
    cols_of: dict[int, list[int]] = {}
    for cell in cells:
        row, col = grid.row_col(cell)
        cols_of.setdefault(row, []).append(col)
    blocks: list[tuple[int, int, list[int]]] = []
    for row, cols in cols_of.items():
        if blocks and blocks[-1][1] == row - 1 and blocks[-1][2] == cols:
            blocks[-1] = (blocks[-1][0], row, cols)
        else:
            blocks.append((row, row, cols))
    return [f"row {_range(first, last)} col {_ranges(cols)}" for first, last, cols in blocks]


def _ranges(numbers: Sequence[int]) -> str:
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return ", ".join(_range(first, last) for first, last in runs)


def _range(first: int, last: int) -> str:
    return f"{first + 1}" if first == last else f"{first + 1}-{last + 1}"


def name_clue(position: Position, clue: int) -> str:
    """A clue's name, such as ``the 2 at row 6 col 1``."""
    number = position.clue(clue)
    return f"the {number or 'empty cell'} at {name_cell(position.grid, clue)}"


def name_clues(position: Position, clues: CellSet, most: int = 2) -> str:
    """The names of some clues; of more than so many their number."""
    if clues.bit_count() > most:
        return f"these {clues.bit_count()} clues" if clues.bit_count() > 1 else "this clue"
    return join([name_clue(position, clue) for clue in cells_of(clues)])


def join(names: Sequence[str]) -> str:
    """The names with commas and ``and``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def in_words(number: int) -> str:
    """A small number as a word."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def ordinal(number: int) -> str:
    """A small number as in ``third``."""
    return _ORDINALS[number]


def begin(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def plural(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def are_safe(cells: CellSet, names: str) -> str:
    """That some cells of that name are safe."""
    return f"{names} {'is' if cells.bit_count() == 1 else 'are'} safe"


def are_mined(cells: CellSet, names: str) -> str:
    """That some cells of that name are mines."""
    return f"{names} is a mine" if cells.bit_count() == 1 else f"{names} are mines"


def percent(mined: int, layouts: int) -> str:
    """A chance in percent to one decimal; one that is not certain never reads as 0 or 100."""
    tenths = (2000 * mined + layouts) // (2 * layouts)
    if 0 < mined < layouts and tenths in (0, 1000):
        return "<0.1%" if tenths == 0 else ">99.9%"
    return f"{tenths // 10}.{tenths % 10}%"


def line_count(text: str, width: int) -> int:
    """How many lines the text takes when it is broken between words."""
    lines, room = 0, 0
    for word in text.split():
        if len(word) + 1 <= room:
            room -= len(word) + 1
        else:
            lines, room = lines + 1, width - len(word)
    return lines


# ------------------------------------------------------------------------------
# A deduction with its clues as evidence, and the names of its cells and clues in sentences.
# ------------------------------------------------------------------------------


class Explanation(NamedTuple):
    """Why a deduction holds: sentences to choose from, the fullest first, and a few words."""

    sentences: list[str]
    words: str


class Case:
    """What an explanation is about; sets of cells and clues are those of the evidence."""

    def __init__(self, position: Position, deduction: Deduction) -> None:
        self.position, self.deduction = position, deduction
        given_safe, given_mined = deduction.given_safe, deduction.given_mined
        self.evidence = Evidence(position, cells_of(deduction.because), given_safe, given_mined)
        self.cell = first_cell(deduction.safe or deduction.mined)
        """One of the cells decided, a safe one if there is one."""
        bit = self.evidence.from_board(1 << self.cell)
        self.goal = Decided(bit, 0) if deduction.safe else Decided(0, bit)

    @property
    def decided(self) -> CellSet:
        """All cells that the deduction decides."""
        return self.evidence.from_board(self.deduction.safe | self.deduction.mined)

    @property
    def is_one_cell(self) -> bool:
        """Whether the deduction decides a single cell of the board."""
        return (self.deduction.safe | self.deduction.mined).bit_count() == 1

    def number(self, clue: int) -> int:
        """The number that a clue shows."""
        return self.position.clue(self.evidence.clues[clue])

    def names(self, cells: CellSet, most: int = 3) -> str:
        """The names of numbered cells."""
        return name_cells(self.position.grid, self.evidence.to_board(cells), most)

    def clue(self, clue: int) -> str:
        """The name of a clue."""
        return name_clue(self.position, self.evidence.clues[clue])

    def clues(self, clues: ClueSet, most: int = 2) -> str:
        """The names of some clues, or how many there are."""
        return name_clues(self.position, self.evidence.clues_on_board(clues), most)

    def beside(self, clue: int) -> CellSet:
        """The cells of the board beside a clue."""
        return self.position.grid.neighbours(self.evidence.clues[clue])

    def opposite(self, cell: int) -> str:
        """What a decided cell of the board is not."""
        return "a mine" if self.deduction.safe >> cell & 1 else "safe"


# ------------------------------------------------------------------------------
# Sentences for what a person sees without counting layouts: single clues, pairs of clues, assumptions.
# ------------------------------------------------------------------------------

_MOST_EVENTS = 4
"""An assumption with more consequences is told by its end alone."""


def explain_by_reason(case: Case) -> Explanation | None:
    """The explanation by the easiest reason for all cells of the deduction; None if there is none."""
    reasoning, reason = reason_for(case.evidence, case.evidence.all_clues, case.goal)
    if reason is None:
        return None
    cells = reason.cells if reason.way is None else case.evidence.twins(reason.support, reason.cells)
    if case.decided & ~cells:
        return None
    if reason.way is not None:
        found = _failing_assumption(case, reason.way)
    elif len(reason.clues) == 1:
        found = _one_clue(case, reason)
    else:
        found = _two_clues(case, reasoning, reason)
    known = _known_before(case, reasoning, reason)
    return Explanation([f"{text}{more}" for text in found.sentences for more in known], found.words)


def _known_before(case: Case, reasoning: Reasoning, reason: Reason) -> list[str]:
    """What must be known before, and from which clues: in full, in short, and nothing."""
    used = reason.from_safe | reason.from_mined
    if not used:
        return [""]
    support = 0
    for cell in cells_of(used):
        support |= reasoning.reason_of[cell].support
    clues = case.clues(support)
    parts = []
    if reason.from_mined:
        parts.append(are_mined(reason.from_mined, case.names(reason.from_mined)))
    if reason.from_safe:
        parts.append(are_safe(reason.from_safe, case.names(reason.from_safe)))
    count = support.bit_count()
    prove = "proves" if count == 1 else "prove"
    what = "that mine" if used.bit_count() == 1 else "these mines"
    is_named = reason.kind is Kind.ONE_CLUE and not reason.from_safe
    known = f"{begin(clues)} {prove} {what}" if is_named else f"{begin(join(parts))} by {clues}"
    return [f" ({known}.)", f" ({plural(count, 'clue')} {prove} {what if is_named else 'the rest'}.)", ""]


def _one_clue(case: Case, reason: Reason) -> Explanation:
    clue = reason.clues[0]
    number, name = case.number(clue), begin(case.clue(clue))
    if reason.safe:
        if not number:
            return Explanation([f"{name} has no mine beside it."], ": beside an empty cell")
        mines = case.beside(clue) & (case.deduction.given_mined | case.evidence.to_board(reason.from_mined))
        where = name_cells(case.position.grid, mines)
        rest = "so its other cell is free" if reason.safe.bit_count() == 1 else "so its other cells are free"
        return Explanation([f"{name} has {_its_mines(number)} at {where}, {rest}."], f": the {number} has its mines")
    hidden = (case.beside(clue) & case.position.hidden).bit_count()
    words = f": the {number} has no other cell"
    if hidden == 1:
        return Explanation([f"{name} has no other hidden neighbour."], words)
    if hidden > number:
        needs = f"{name} has only {in_words(number)} cells left for its mines."
        return Explanation([needs if number > 1 else f"{name} has no other cell left for its mine."], words)
    if case.decided.bit_count() == hidden:
        return Explanation([f"{name} has only these {in_words(number)} hidden neighbours."], words)
    return Explanation([f"{name} has only {in_words(number)} hidden neighbours, so all are mines."], words)


def _its_mines(number: int) -> str:
    return {1: "its mine", 2: "both its mines"}.get(number, f"all its {in_words(number)} mines")


class _Clue(NamedTuple):
    """One clue of a pair: its number, name and open cells, and how many mines it misses there."""

    number: int
    name: str
    cells: CellSet
    missing: int


def _two_clues(case: Case, reasoning: Reasoning, reason: Reason) -> Explanation:
    evidence, known = case.evidence, reasoning.safe | reasoning.mined
    one, other = (
        _Clue(
            case.number(clue),
            case.clue(clue),
            evidence.masks[clue] & ~known,
            evidence.needs[clue] - (evidence.masks[clue] & reasoning.mined).bit_count(),
        )
        for clue in reason.clues
    )
    mines = "a mine" if other.missing == 1 else f"{other.missing} mines"
    sentences = _share_all(case, reason, one, other) if not reason.mined else _share_some(case, reason, one, other)
    pair = f"both {one.number}s" if one.number == other.number else f"the {one.number} and {other.number}"
    return Explanation([*sentences, f"These clues share {mines}."], f": {pair} share {mines}")


def _share_all(case: Case, reason: Reason, one: _Clue, other: _Clue) -> list[str]:
    """All cells of the one are cells of the other too, so it has its mines there and the rest is free."""
    size = one.cells.bit_count()
    free = f"its {ordinal(size + 1)} cell is free" if reason.safe.bit_count() == 1 else "its other cells are free"
    text = f"{begin(one.name)} has {_its_missing(one.missing, one.number)} in"
    return [
        f"{text} {case.names(one.cells)}; {other.name} sees those {in_words(size)} as well, so {free}.",
        f"{text} cells that {other.name} sees too, so {free}.",
    ]


def _share_some(case: Case, reason: Reason, one: _Clue, other: _Clue) -> list[str]:
    """The other leaves the one so few mines in the cells they share that it needs all the rest of its own."""
    is_same = one.number == other.number
    first, second = ("the first", "the second") if is_same else (f"the {one.number}", f"the {other.number}")
    mined = f"the other cells of {first} are mines"
    if reason.mined.bit_count() == 1:
        mined = f"the {ordinal(one.cells.bit_count())} cell of {first} is a mine"
    more, mines = "more " * (other.missing < other.number), "mine" if other.missing == 1 else "mines"
    text = f"{begin(one.name)} and {other.name} share"
    where = f"{text} {case.names(one.cells & other.cells)}, where only {other.missing} {more}{mines} can be, so {mined}"
    few = f"{text} only {other.missing} {more}{mines}, so"
    if not reason.safe & case.decided:
        return [f"{where}.", f"{few} {first} needs all its other cells."]
    tail = f"{second} has {'no more' if more else 'none'} elsewhere."
    if not reason.mined & case.decided:
        return [f"{where}, and {tail}", f"{few} {tail}"]
    return [f"{where}, and {tail}", f"{few} {first} needs all its other cells and {tail}", f"{few} {tail}"]


def _its_missing(missing: int, number: int) -> str:
    if missing == number:
        return "its mine" if number == 1 else f"its {number} mines"
    return "its last mine" if missing == 1 else f"its last {missing} mines"


def _failing_assumption(case: Case, way: Way) -> Explanation:
    cell = case.evidence.cells[way.cell]
    *events, broken = way.events
    end, word = _broken(case, broken)
    whose = "it" if case.is_one_cell else name_cell(case.position.grid, cell)
    start = f"If {whose} were {case.opposite(cell)},"
    clues = case.clues(case.evidence.all_clues)
    sentences = [f"{start} {end}."]
    if events:
        story = ", then ".join([_would_be(case, event, number == 0) for number, event in enumerate(events)])
        steps = plural(len(events), "step")
        sentences = [
            f"{start} {story}, and {end}.",
            f"{start} {_at_the_end(case, way)} in {steps}, and {end}.",
            f"{start} {end} after {steps}.",
        ][len(events) > _MOST_EVENTS :]
    sentences.append(f"{start} {clues} could not all hold.")
    return Explanation(sentences, f": else the {case.number(broken.clue)} has {word}")


def _would_be(case: Case, event: Event, is_first: bool) -> str:
    cells = event.safe | event.mined
    what = "safe" if event.safe else "a mine" if cells.bit_count() == 1 else "mines"
    return f"{case.names(cells)} {'would be ' * is_first}{what}"


def _at_the_end(case: Case, way: Way) -> str:
    """What would be with the cells of the clue that can't hold."""
    *_, broken = way.events
    cells = (broken.from_mined or broken.from_safe) & ~(1 << way.cell)
    what = "safe" if broken.from_safe else "a mine" if cells.bit_count() == 1 else "mines"
    return f"{case.names(cells)} would be {what}"


def _broken(case: Case, broken: Event) -> tuple[str, str]:
    """What would be wrong with a clue, in a sentence and in two words."""
    clue = broken.clue
    name = case.clue(clue)
    if broken.from_mined:
        return f"{name} would have too many mines", "too many"
    possible = case.number(clue) - case.evidence.needs[clue]
    possible += (case.evidence.masks[clue] & ~broken.from_safe).bit_count()
    if not possible:
        return f"{name} would have no mine", "none"
    return f"{name} could have only {possible} {'mine' if possible == 1 else 'mines'}", "too few"


# ------------------------------------------------------------------------------
# Sentences for what only counting shows: the mine total, clues that add up, and all arrangements of mines.
# ------------------------------------------------------------------------------


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


WIDTH = 78
_LINES = 2
_MOST_CLUES = 400
"""Of a deduction with more clues than this only the result is told."""


def explain(position: Position, deduction: Deduction, width: int = WIDTH, flags: CellSet = 0) -> str:
    """What the deduction says and why, in at most two lines of that width if that is possible.

    With the player's flags it says first which of them are wrong.
    """
    reasons = _explanation(position, deduction).sentences
    text = ""
    for most in (3, 2, 1):
        says = begin(_says(position, deduction, flags, most))
        for reason in reasons:
            text = f"{says}. {reason}"
            if line_count(text, width) <= _LINES:
                return text
    return text


def explain_briefly(
    position: Position, deduction: Deduction, safe: str = "+", mine: str = "*", flags: CellSet = 0
) -> str:
    """The same in about 40 characters; the cells are named by the marks that the screen puts on them."""
    words = _explanation(position, deduction).words
    if deduction.safe & flags:
        return f"A flag is wrong{words}."
    if deduction.safe and deduction.mined:
        mines = "mine" if deduction.mined.bit_count() == 1 else "mines"
        return f"{mine} {mines}, {safe} safe{words.replace(': the ', ': ', 1)}."
    return f"{are_safe(deduction.safe, safe) if deduction.safe else are_mined(deduction.mined, mine)}{words}."


def _says(position: Position, deduction: Deduction, flags: CellSet, most: int) -> str:
    """The result of a deduction."""
    wrong, safe, mined = deduction.safe & flags, deduction.safe & ~flags, deduction.mined
    parts = []
    if wrong:
        one = wrong.bit_count() == 1
        parts.append(
            f"the flag{'' if one else 's'} at {name_cells(position.grid, wrong, most)} {'is' if one else 'are'} wrong"
        )
    if mined:
        parts.append(are_mined(mined, name_cells(position.grid, mined, most)))
    if safe:
        parts.append(are_safe(safe, name_cells(position.grid, safe, most)))
    return join(parts)


def _explanation(position: Position, deduction: Deduction) -> Explanation:
    clues = deduction.because.bit_count()
    if clues > _MOST_CLUES or not (clues or deduction.uses_total):
        return Explanation(["The clues show it."], ": the clues show it")
    case = Case(position, deduction)
    if deduction.uses_total:
        return explain_by_total(case)
    if deduction.kind is Kind.EXACT_COUNT:
        return explain_by_count(case)
    return explain_by_reason(case) or explain_deeper(case)
