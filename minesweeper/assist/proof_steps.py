"""Splits a proof into steps for a walk-through: the sentence of each step, and its clues and cells on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from minesweeper.assist.sentences import Explainer, in_words
from minesweeper.core.cells import CellSet, cells_of, first_cell
from minesweeper.core.text import begin
from minesweeper.solvers.deduction import Decided, Step
from minesweeper.solvers.proof import SumArgument


class ProofStep(NamedTuple):
    """One step of a proof as it is shown."""

    text: str
    words: str
    """The step in about 30 characters."""
    clues: CellSet = 0
    """The clues that the step uses."""
    safe: CellSet = 0
    """The safe cells at this step, assumed ones included."""
    mined: CellSet = 0


def walk(explainer: Explainer) -> tuple[ProofStep, ...]:
    """Lists the steps of a proof in the order a person would show them, the result last."""
    if not explainer.is_told:
        return ()
    deduction = explainer.deduction
    *before, last = deduction.steps
    steps: list[ProofStep] = []
    known = Decided(0, 0)
    for step in before:
        steps += _steps(explainer, step, known)
        known = Decided(known.safe | step.safe, known.mined | step.mined)
    steps += _steps(explainer, last, known)
    end = ProofStep(steps[-1].text, steps[-1].words, steps[-1].clues, deduction.safe, deduction.mined)
    return (*steps[:-1], end)


def _steps(explainer: Explainer, step: Step, known: Decided) -> Iterator[ProofStep]:
    """Splits one deduction step into steps to show, given the known cells."""
    found = Decided(known.safe | step.safe, known.mined | step.mined)
    if step.branches:
        yield from _ways(explainer, step, known, depth=0)
        return
    if isinstance(step.argument, SumArgument) and step.argument.total:
        yield from _total(explainer, step, step.argument, known)
        return
    if (
        step.clues.bit_count() > 1
        and not step.uses_total
        and (step.argument is None or isinstance(step.argument, SumArgument))
    ):
        yield from _balance(explainer, step, known)
        return
    text = explainer.step_reasons(step)[0]
    yield ProofStep(
        f"{begin(explainer.result(step))}: {text[0].lower()}{text[1:]}", _words(explainer, step), step.clues, *found
    )


def _balance(explainer: Explainer, step: Step, known: Decided) -> Iterator[ProofStep]:
    """Shows an argument by sums: clues that need mines, clues that leave room for few, and the rest."""
    more, less = explainer.sides(step)
    for clue in more:
        mines = explainer.needs(clue, step)
        needs = "one mine" if mines == 1 else f"{in_words(mines)} mines"
        still = " still" * bool(explainer.mines_of(clue, step))
        where = explainer.names(explainer.cells(clue, step))
        yield ProofStep(
            f"{begin(explainer.clue(clue))}{still} needs {needs} in {where}.",
            f"the {explainer.position.clue(clue)}{still} needs {needs}",
            1 << clue,
            *known,
        )
    room = sum(explainer.needs(clue, step) for clue in less)
    leave, few = "leaves" if len(less) == 1 else "leave", "one mine" if room == 1 else f"{in_words(room)} mines"
    names = explainer.clues(sum(1 << clue for clue in less))
    number = f"the {explainer.position.clue(less[0])}" if len(less) == 1 else f"{len(less)} clues"
    mined = Decided(known.safe, known.mined | step.mined)
    if step.mined:
        so = explainer.result(step._replace(safe=0))
        text = f"{begin(names)} {leave} room for only {few} where they overlap, so {so}."
        yield ProofStep(text, f"{number} {leave} room for {room}", step.clues, *mined)
    if step.safe:
        have, see = ("has", "sees") if len(less) == 1 else ("have", "see")
        so = explainer.result(step._replace(mined=0))
        text = f"{begin(names)} {see} all of these cells and {have} no other mine left, so {so}."
        if step.mined:
            had = any(explainer.mines_of(clue, step) for clue in less)
            text = f"The overlap then holds all the mines {'still missing at' if had else 'of'} {names}, so {so}."
        yield ProofStep(text, f"{number} {have} no more", step.clues, known.safe | step.safe, mined.mined)


def _total(explainer: Explainer, step: Step, tally: SumArgument, known: Decided) -> Iterator[ProofStep]:
    """Shows an argument by the mine total: the mines left, the clues that need or take them, and the result."""
    count = tally.mines_left
    left = f"{'1 mine' if count == 1 else f'{count} mines'} left"
    yield ProofStep(f"{begin(explainer.left(step, tally))}.", left, 0, *known)
    for clue in cells_of(tally.more | tally.less):
        needs = explainer.needs(clue, step)
        takes = "needs" if tally.total < 0 else "can take only"
        yield ProofStep(
            f"{begin(explainer.clue(clue))} {takes} {in_words(needs)} of them.",
            f"the {explainer.position.clue(clue)} {takes} {needs}",
            1 << clue,
            *known,
        )
    found = Decided(known.safe | step.safe, known.mined | step.mined)
    yield ProofStep(f"So {explainer.result(step)}.", _words(explainer, step), step.clues, *found)


def _ways(explainer: Explainer, step: Step, known: Decided, depth: int) -> Iterator[ProofStep]:
    """Shows each branch from its assumption on, then the conclusion."""
    for number, way in enumerate(step.branches):
        assumption = way[0]
        name = explainer.names(assumption.safe | assumption.mined)
        what = "safe" if assumption.safe else "a mine"
        start = "Suppose" if not number else "Now suppose"
        safe, mined = known.safe | assumption.safe, known.mined | assumption.mined
        yield ProofStep(f"{start} {name} were {what}.", f"suppose it were {what}", 0, safe, mined)
        yield from _branch(explainer, way[1:], Decided(safe, mined), depth)
    found = Decided(known.safe | step.safe, known.mined | step.mined)
    if step.is_broken:
        yield ProofStep("Neither can be.", "neither can be", 0, *known)
    elif len(step.branches) == 1:
        yield ProofStep(f"So {explainer.result(step)}.", _words(explainer, step), step.all_clues, *found)
    else:
        yield ProofStep(f"Either way {explainer.result(step)}.", "either way", step.all_clues, *found)


def _branch(explainer: Explainer, steps: Sequence[Step], known: Decided, depth: int) -> Iterator[ProofStep]:
    """Shows the consequences of an assumption."""
    for step in steps:
        if step.branches:
            yield from _ways(explainer, step, known, depth + 1)
        else:
            known = Decided(known.safe | step.safe, known.mined | step.mined)
            start = "But then" if step.is_broken else "Then"
            text = f"{start} {explainer.consequence(step, would=True)}."
            yield ProofStep(text, _words(explainer, step), step.clues, *known)
        known = Decided(known.safe | step.safe, known.mined | step.mined)


def _words(explainer: Explainer, step: Step) -> str:
    """Writes a step in a few words."""
    if step.clues.bit_count() != 1:
        if step.is_broken:
            return "that can't be"
        return "so this follows" if step.branches or not step.clues else f"by {step.clues.bit_count()} clues"
    number = explainer.position.clue(first_cell(step.clues))
    if step.is_broken:
        return f"the {number} has too {'many' if step.uses_mined else 'few'}"
    this = "this" if step.mined.bit_count() == 1 else "these"
    return f"the {number} needs {this}" if step.mined else f"the {number} has its mine{'s' * (number > 1)}"
