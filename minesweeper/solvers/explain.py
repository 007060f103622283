"""A Deduction as a sentence or two that a person understands; where room is short, as a few words.

It tells the reason that the deduction carries and looks for no other. What cells and clues are called in a sentence is
decided here too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from minesweeper.core.cells import CellSet, Grid, cells_of, first_cell, place_text
from minesweeper.core.position import Position
from minesweeper.core.text import begin, join, plural
from minesweeper.solvers.deduction import Deduction, Kind, Step, all_clues
from minesweeper.solvers.reasons import Bound, Sum

WIDTH = 78
_LINES = 2
_MOST_CLUES = 400
"""Of a deduction with more clues than this only the result is told."""
_MOST_STEPS = 4
"""An assumption with more consequences is told by its end alone."""
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_LISTED = 64
"""More cells than this are only counted."""


def nothing_proved(is_complete: bool) -> str:
    """That there is no proof, in words that claim no more than is known."""
    return "Nothing can be proved." if is_complete else "No proof was found, but the clues are too many to try all."


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


def explain_past(
    position: Position,
    deduction: Deduction,
    width: int = WIDTH,
    flags: CellSet = 0,
    *,
    mark: str = "",
    before: Sequence[str] = ("",),
) -> str:
    """That cells were safe, and why, in one sentence after another one: in at most two lines if that is possible.

    The mark is what the cells are called that the screen marks, such as ``green``. What stands before is given longest
    first: the reason comes before its length.
    """
    says = begin(_said(position, deduction, flags, mark))
    text = ""
    for reason in _explanation(position, deduction).sentences:
        for start in before:
            text = f"{start} {says}: {reason[0].lower()}{reason[1:]}".strip()
            if line_count(text, width) <= _LINES:
                return text
    return text


def _said(position: Position, deduction: Deduction, flags: CellSet, mark: str) -> str:
    """The safe cells of a deduction as they were; a flag on one of them was wrong."""
    wrong, safe = deduction.safe & flags, deduction.safe & ~flags
    parts = []
    if wrong:
        one = wrong.bit_count() == 1
        parts.append(
            f"the flag{'s' * (not one)} at {name_cells(position.grid, wrong)} {'was' if one else 'were'} wrong"
        )
    if safe:
        names = f"{name_cells(position.grid, safe)}{f' ({mark})' if mark else ''}"
        parts.append(f"{names} {'was' if safe.bit_count() == 1 else 'were'} safe")
    return join(parts)


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


class _Explanation(NamedTuple):
    """Why a deduction holds: sentences to choose from, the fullest first, and a few words."""

    sentences: list[str]
    words: str


class _Case:
    """What an explanation is about: a deduction, the step that proves it, and those that lead there."""

    def __init__(self, position: Position, deduction: Deduction) -> None:
        self.position, self.deduction = position, deduction
        *self.before, self.step = deduction.steps
        self.decided = deduction.safe | deduction.mined
        self._open = position.hidden & ~(deduction.given_safe | deduction.given_mined)

    @property
    def is_one_cell(self) -> bool:
        """Whether the deduction decides a single cell of the board."""
        return self.decided.bit_count() == 1

    def names(self, cells: CellSet, most: int = 3) -> str:
        """The names of some cells."""
        return name_cells(self.position.grid, cells, most)

    def clue(self, clue: int) -> str:
        """The name of a clue."""
        return name_clue(self.position, clue)

    def clues(self, clues: CellSet, most: int = 2) -> str:
        """The names of some clues, or how many there are."""
        return name_clues(self.position, clues, most)

    def beside(self, clue: int) -> CellSet:
        """The cells of the board beside a clue."""
        return self.position.grid.neighbours(clue)

    def cells(self, clue: int) -> CellSet:
        """The hidden cells beside a clue of which nothing is given."""
        return self.beside(clue) & self._open

    def unseen(self) -> CellSet:
        """The hidden cells beside none of the clues of which nothing is given."""
        return self._open & ~self.position.grid.spread(self.deduction.because)

    def opposite(self, cell: int) -> str:
        """What a decided cell is not."""
        return "a mine" if self.deduction.safe >> cell & 1 else "safe"


def _explanation(position: Position, deduction: Deduction) -> _Explanation:
    if not deduction.steps or deduction.because.bit_count() > _MOST_CLUES:
        return _Explanation(["The clues show it."], ": the clues show it")
    case = _Case(position, deduction)
    step = case.step
    if isinstance(step.tally, Bound):
        return _by_total(case, step.tally)
    if isinstance(step.tally, Sum):
        return _by_sum(case, step.tally)
    if deduction.uses_total:
        return _every_arrangement(case, f"the {plural(position.mine_total, 'mine')}")
    if deduction.kind is Kind.EXACT_COUNT:
        return _every_arrangement(case, "mines")
    if any(deeper.ways for way in step.ways for deeper in way) or len(step.ways) > 1:
        return _deeper(case)
    if step.ways:
        found = _failing_assumption(case, step.ways[0])
    elif step.clues.bit_count() == 1:
        found = _one_clue(case)
    else:
        found = _two_clues(case)
    known = _known_before(case)
    return _Explanation([f"{text}{more}" for text in found.sentences for more in known], found.words)


def _settled(steps: Iterable[Step]) -> CellSet:
    cells = 0
    for step in steps:
        cells |= step.safe | step.mined
    return cells


def _known_before(case: _Case) -> list[str]:
    """What must be known before, and from which clues: in full, in short, and nothing."""
    step, found = case.step, _settled(case.before)
    safe, mined = step.from_safe & found, step.from_mined & found
    if not safe | mined:
        return [""]
    support = all_clues(case.before)
    clues = case.clues(support)
    parts = []
    if mined:
        parts.append(are_mined(mined, case.names(mined)))
    if safe:
        parts.append(are_safe(safe, case.names(safe)))
    count = support.bit_count()
    prove = "proves" if count == 1 else "prove"
    what = "that mine" if (safe | mined).bit_count() == 1 else "these mines"
    is_named = step.clues.bit_count() == 1 and not safe
    known = f"{begin(clues)} {prove} {what}" if is_named else f"{begin(join(parts))} by {clues}"
    return [f" ({known}.)", f" ({plural(count, 'clue')} {prove} {what if is_named else 'the rest'}.)", ""]


def _one_clue(case: _Case) -> _Explanation:
    step = case.step
    clue = first_cell(step.clues)
    number, name = case.position.clue(clue), begin(case.clue(clue))
    if step.safe:
        if not number:
            return _Explanation([f"{name} has no mine beside it."], ": beside an empty cell")
        mines = case.beside(clue) & (case.deduction.given_mined | step.from_mined)
        where = case.names(mines)
        rest = "so its other cell is free" if step.safe.bit_count() == 1 else "so its other cells are free"
        return _Explanation([f"{name} has {_its_mines(number)} at {where}, {rest}."], f": the {number} has its mines")
    hidden = (case.beside(clue) & case.position.hidden).bit_count()
    words = f": the {number} has no other cell"
    if hidden == 1:
        return _Explanation([f"{name} has no other hidden neighbour."], words)
    if hidden > number:
        needs = f"{name} has only {in_words(number)} cells left for its mines."
        return _Explanation([needs if number > 1 else f"{name} has no other cell left for its mine."], words)
    if case.decided.bit_count() == hidden:
        return _Explanation([f"{name} has only these {in_words(number)} hidden neighbours."], words)
    return _Explanation([f"{name} has only {in_words(number)} hidden neighbours, so all are mines."], words)


def _its_mines(number: int) -> str:
    return {1: "its mine", 2: "both its mines"}.get(number, f"all its {in_words(number)} mines")


class _Clue(NamedTuple):
    """One clue of a pair: its number, name and open cells, and how many mines it misses there."""

    number: int
    name: str
    cells: CellSet
    missing: int


def _two_clues(case: _Case) -> _Explanation:
    step = case.step
    clues = cells_of(step.clues)
    # The one that needs more mines comes first: only it sees the mines found, only the other sees the safe cells.
    seen = case.beside(clues[0])
    if not seen & step.mined if step.mined else seen & step.safe:
        clues.reverse()
    one, other = (_clue_of_pair(case, clue) for clue in clues)
    mines = "a mine" if other.missing == 1 else f"{other.missing} mines"
    sentences = _share_all(case, step, one, other) if not step.mined else _share_some(case, step, one, other)
    pair = f"both {one.number}s" if one.number == other.number else f"the {one.number} and {other.number}"
    return _Explanation([*sentences, f"These clues share {mines}."], f": {pair} share {mines}")


def _clue_of_pair(case: _Case, clue: int) -> _Clue:
    number, cells = case.position.clue(clue), case.cells(clue)
    found = case.deduction.given_mined
    for step in case.before:
        found |= step.mined
    missing = number - (case.beside(clue) & found).bit_count()
    return _Clue(number, case.clue(clue), cells & ~_settled(case.before), missing)


def _share_all(case: _Case, step: Step, one: _Clue, other: _Clue) -> list[str]:
    """All cells of the one are cells of the other too, so it has its mines there and the rest is free."""
    size = one.cells.bit_count()
    free = f"its {ordinal(size + 1)} cell is free" if step.safe.bit_count() == 1 else "its other cells are free"
    text = f"{begin(one.name)} has {_its_missing(one.missing, one.number)} in"
    return [
        f"{text} {case.names(one.cells)}; {other.name} sees those {in_words(size)} as well, so {free}.",
        f"{text} cells that {other.name} sees too, so {free}.",
    ]


def _share_some(case: _Case, step: Step, one: _Clue, other: _Clue) -> list[str]:
    """The other leaves the one so few mines in the cells they share that it needs all the rest of its own."""
    is_same = one.number == other.number
    first, second = ("the first", "the second") if is_same else (f"the {one.number}", f"the {other.number}")
    mined = f"the other cells of {first} are mines"
    if step.mined.bit_count() == 1:
        mined = f"the {ordinal(one.cells.bit_count())} cell of {first} is a mine"
    more, mines = "more " * (other.missing < other.number), "mine" if other.missing == 1 else "mines"
    text = f"{begin(one.name)} and {other.name} share"
    where = f"{text} {case.names(one.cells & other.cells)}, where only {other.missing} {more}{mines} can be, so {mined}"
    few = f"{text} only {other.missing} {more}{mines}, so"
    if not step.safe & case.decided:
        return [f"{where}.", f"{few} {first} needs all its other cells."]
    tail = f"{second} has {'no more' if more else 'none'} elsewhere."
    if not step.mined & case.decided:
        return [f"{where}, and {tail}", f"{few} {tail}"]
    return [f"{where}, and {tail}", f"{few} {first} needs all its other cells and {tail}", f"{few} {tail}"]


def _its_missing(missing: int, number: int) -> str:
    if missing == number:
        return "its mine" if number == 1 else f"its {number} mines"
    return "its last mine" if missing == 1 else f"its last {missing} mines"


def _failing_assumption(case: _Case, way: Sequence[Step]) -> _Explanation:
    assumption, *steps, broken = way
    cell = first_cell(assumption.safe | assumption.mined)
    end, word = _broken(case, broken)
    whose = "it" if case.is_one_cell else name_cell(case.position.grid, cell)
    start = f"If {whose} were {case.opposite(cell)},"
    clues = case.clues(case.deduction.because)
    sentences = [f"{start} {end}."]
    if steps:
        story = ", then ".join([_would_be(case, step, number == 0) for number, step in enumerate(steps)])
        count = plural(len(steps), "step")
        sentences = [
            f"{start} {story}, and {end}.",
            f"{start} {_at_the_end(case, broken, cell)} in {count}, and {end}.",
            f"{start} {end} after {count}.",
        ][len(steps) > _MOST_STEPS :]
    sentences.append(f"{start} {clues} could not all hold.")
    return _Explanation(sentences, f": else the {case.position.clue(first_cell(broken.clues))} has {word}")


def _would_be(case: _Case, step: Step, is_first: bool) -> str:
    cells = step.safe | step.mined
    what = "safe" if step.safe else "a mine" if cells.bit_count() == 1 else "mines"
    return f"{case.names(cells)} {'would be ' * is_first}{what}"


def _at_the_end(case: _Case, broken: Step, assumed: int) -> str:
    """What would be with the cells of the clue that can't hold."""
    cells = (broken.from_mined or broken.from_safe) & ~(1 << assumed)
    what = "safe" if broken.from_safe else "a mine" if cells.bit_count() == 1 else "mines"
    return f"{case.names(cells)} would be {what}"


def _broken(case: _Case, broken: Step) -> tuple[str, str]:
    """What would be wrong with a clue, in a sentence and in two words."""
    clue = first_cell(broken.clues)
    name = case.clue(clue)
    if broken.from_mined:
        return f"{name} would have too many mines", "too many"
    given = case.beside(clue) & case.deduction.given_mined
    possible = given.bit_count() + (case.cells(clue) & ~broken.from_safe).bit_count()
    if not possible:
        return f"{name} would have no mine", "none"
    return f"{name} could have only {possible} {'mine' if possible == 1 else 'mines'}", "too few"


def _deeper(case: _Case) -> _Explanation:
    """Assumptions within assumptions, or what holds whichever way a cell is."""
    because = case.deduction.because
    clues, is_one = case.clues(because), because.bit_count() == 1
    if case.is_one_cell:
        hold = "hold" if is_one else "all hold"
        otherwise = case.opposite(first_cell(case.decided))
        return _Explanation([f"If it were {otherwise}, {clues} could not {hold}."], ": else clues can't hold")
    assumption = case.step.ways[0][0]
    cell = case.names(assumption.safe | assumption.mined)
    return _Explanation([f"{begin(clues)} show{'s' * is_one} it whether {cell} is a mine or not."], " either way")


def _by_total(case: _Case, bound: Bound) -> _Explanation:
    """The mine total leaves no other way."""
    if bound.assumed is None:
        return _all_needed(case, bound) if bound.needs_more else _all_others(case, bound)
    cell = bound.assumed
    start = f"If {'it' if case.is_one_cell else name_cell(case.position.grid, cell)} were {case.opposite(cell)},"
    left = bound.mines_left
    if bound.needs_more:
        need = f"would need {plural(bound.mines, 'mine')}, but {_only_left(case, left)}."
        sentences = [f"{start} {case.clues(bound.open_clues, most)} {need}" for most in (2, 0)]
        return _Explanation(sentences, f": {_only_left(case, left)}")
    of_left = f"the {plural(left, 'mine')}{'' if left == case.position.mine_total else ' left'}"
    return _Explanation([f"{start} there would be room for only {bound.mines} of {of_left}."], f": {of_left} need room")


def _only_left(case: _Case, left: int) -> str:
    if left == case.position.mine_total:
        return f"there {'is' if left == 1 else 'are'} only {plural(left, 'mine')}"
    return f"only {plural(left, 'mine')} {'is' if left == 1 else 'are'} left"


def _all_needed(case: _Case, bound: Bound) -> _Explanation:
    """No mine is left for cells elsewhere."""
    total, left = case.position.mine_total, bound.mines_left
    if left:
        needs = "needs" if bound.open_clues.bit_count() == 1 else "need"
        what = {1: "it", 2: "both"}.get(left, f"all {left}")
        text = f"{begin(_only_left(case, left))}, and"
        sentences = [f"{text} {case.clues(bound.open_clues, most)} {needs} {what}." for most in (3, 0)]
        return _Explanation(sentences, ": the clues need all mines")
    if not total:
        return _Explanation(["There is no mine."], ": there is no mine")
    found = {1: "the only mine is", 2: "both mines are"}.get(total, f"all {total} mines are")
    words = f": {found} found"
    sentences = [f"{begin(found)} accounted for: {case.names(bound.pinned | case.deduction.given_mined)}."]
    if bound.pinned:
        clues = case.clues(case.deduction.because)
        sentences = [f"{sentences[0][:-1]}, by {clues}.", f"{begin(found)} accounted for by {clues}."]
    return _Explanation(sentences, words)


def _all_others(case: _Case, bound: Bound) -> _Explanation:
    """Cells elsewhere must take the mines that have no room beside the clues."""
    beside, left = bound.mines + 1 - case.unseen().bit_count(), bound.mines_left
    words = ": the rest must be mines"
    if not bound.open_clues:
        return _Explanation([f"{begin(plural(left, 'mine'))} and as many cells are left."], words)
    room = f"there is room for only {beside} of {plural(left, 'mine')}, so all other cells are mines."
    return _Explanation([f"Beside {case.clues(bound.open_clues, most)} {room}" for most in (2, 0)], words)


def _by_sum(case: _Case, found: Sum) -> _Explanation:
    """Clues that add up to another."""
    general = _every_arrangement(case, "mines")
    name, others = case.clue(found.clue), case.clues(found.addends, most=3)
    mines, number = plural(found.mines, "mine"), case.position.clue(found.clue)
    if not found.mined:
        text = f"{begin(others)} have {mines} in cells that {name} sees too, so it has no other."
        return _Explanation([text, *general.sentences], f": the {number} has its mines")
    rest = "cell" if found.mined.bit_count() == 1 else "cells"
    tail = ", and those have none elsewhere" if found.safe & case.decided else ""
    text = f"{begin(name)} can have only {mines} in cells of {others}, so it needs its other {rest}{tail}."
    return _Explanation([text, *general.sentences], f": the {number} needs its other {rest}")


def _every_arrangement(case: _Case, mines: str) -> _Explanation:
    deduction, count = case.deduction, case.deduction.because.bit_count()
    one = case.is_one_cell
    if deduction.safe and deduction.mined:
        what = "this is so"
    elif deduction.safe:
        what = "it is free" if one else "they are free"
    else:
        what = "it is a mine" if one else "they are mines"
    clues = "this clue" if count == 1 else f"these {count} clues"
    text = f"In every arrangement of {mines} that fits {clues}, {what}."
    return _Explanation([text], f" in every fit of {plural(count, 'clue')}")


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


def in_words(number: int) -> str:
    """A small number as a word."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def ordinal(number: int) -> str:
    """A small number as in ``third``."""
    return _ORDINALS[number]


def are_safe(cells: CellSet, names: str) -> str:
    """That some cells of that name are safe."""
    return f"{names} {'is' if cells.bit_count() == 1 else 'are'} safe"


def are_mined(cells: CellSet, names: str) -> str:
    """That some cells of that name are mines."""
    return f"{names} is a mine" if cells.bit_count() == 1 else f"{names} are mines"


def line_count(text: str, width: int) -> int:
    """How many lines the text takes when it is broken between words."""
    lines, room = 0, 0
    for word in text.split():
        if len(word) + 1 <= room:
            room -= len(word) + 1
        else:
            lines, room = lines + 1, width - len(word)
    return lines
