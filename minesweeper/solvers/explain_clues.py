"""Sentences for what a person sees without counting layouts: single clues, pairs of clues, assumptions."""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.cells import CellSet, cells_of
from minesweeper.solvers.case import Case, Explanation
from minesweeper.solvers.deduction import Kind
from minesweeper.solvers.places import (
    are_mined,
    are_safe,
    begin,
    in_words,
    join,
    name_cell,
    name_cells,
    ordinal,
    plural,
)
from minesweeper.solvers.reasons import Event, Reason, Reasoning, Way, reason_for

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
