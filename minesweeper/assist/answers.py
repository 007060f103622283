"""Collects all answers about a position: proved cells with reasons, exact odds, the best move, the number of layouts.

Places are (row, col), counted from 0; sentences count rows and columns from 1. Flags are claims: they change no answer,
and those proved wrong are listed. This module also writes positions and odds as lines of text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from math import nextafter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from minesweeper.assist.best_guess import guess_words, why_worse
from minesweeper.assist.tip import Proof
from minesweeper.core import textboard
from minesweeper.core.cells import CellSet, Grid, cells_of, cells_with_number, to_cell_set
from minesweeper.core.late import LateModule
from minesweeper.core.position import GivenPlace, Place, Position, need_position, places, to_cell
from minesweeper.core.text import JSON_VERSION, percent, quote
from minesweeper.core.textboard import CLUES, EMPTY, HIDDEN, Paper
from minesweeper.solvers import guess
from minesweeper.solvers.count_linear import THOROUGH
from minesweeper.solvers.deduction import Contradiction, Deduction, ProvedCells, Step, run_to_end
from minesweeper.solvers.exact import Analysis, ExactSolver, analyse
from minesweeper.solvers.mine_total import Odds
from minesweeper.solvers.tips import every_deduction
from minesweeper.solvers.win_chance import GuessComparison, GuessValue, budget_of, compare_guesses

if TYPE_CHECKING:
    import fractions
else:
    fractions = LateModule("fractions")  # importing it takes longer than solving a position


Value = TypeVar("Value")
MOST_DIGITS = 4000
"""A larger number of layouts is written as a power of ten; Python itself writes at most 4,300 digits."""
_MOST_SECONDS = 1e9
SAFE, MINED = "+", "*"
ODDS_TILE = 3
"""The width of a cell in characters: odds take two, and a blank separates them."""


class HintStep(NamedTuple):
    """One inference in the proof of a hint, complete enough for a program to check it.

    Whatever the step settles follows from the numbers at `clues`, from the cells in `uses_safe` and `uses_mined`, which
    an earlier step or an earlier hint has settled, from the mine total if `uses_total` is True, and from its branches.
    """

    safe: tuple[Place, ...]
    """The cells that the step proves safe."""
    mined: tuple[Place, ...]
    """The cells that the step proves to be mines."""
    contradicts: bool
    """Whether the reasons contradict each other, which ends the branch that this step belongs to."""
    clues: tuple[Place, ...]
    uses_safe: tuple[Place, ...]
    uses_mined: tuple[Place, ...]
    uses_total: bool
    branches: tuple[HintBranch, ...]
    """The cases of the step, usually none.

    A single branch ends in a contradiction, so that the opposite of its assumption holds. Two branches assume that a
    cell is a mine and that it is safe: what they agree on holds, and one that ends in a contradiction agrees to all.
    """

    def to_data(self) -> dict[str, Any]:
        """The step as JSON values."""
        return {**self._asdict(), "branches": [branch.to_data() for branch in self.branches]}


class HintBranch(NamedTuple):
    """An assumption about one cell, and the steps that follow from it."""

    assumes_safe: tuple[Place, ...]
    """The cell, if the branch assumes that it is safe."""
    assumes_mined: tuple[Place, ...]
    """The cell, if the branch assumes that it is a mine."""
    steps: tuple[HintStep, ...]

    def to_data(self) -> dict[str, Any]:
        """The branch as JSON values."""
        return {**self._asdict(), "steps": [step.to_data() for step in self.steps]}


class Hint(NamedTuple):
    """A deduction in words, with the cells it proves and its clues."""

    kind: str
    safe: tuple[Place, ...]
    mined: tuple[Place, ...]
    because: tuple[Place, ...]
    """The clues that prove this hint without other hints."""
    text: str
    uses_total: bool = False
    """Whether the mine total is needed as well."""
    steps: tuple[HintStep, ...] = ()
    """The proof, each step after those that it uses; the last one proves the cells.

    Empty only if so many cells were proved at once, by counting a whole board, that no separate steps exist.
    """

    def to_data(self) -> dict[str, Any]:
        """The hint as JSON values."""
        data = _data(self, "kind safe mined because uses_total text")
        return {**data, "steps": [step.to_data() for step in self.steps]}


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A cell to open, with its chances."""

    cell: Place
    odds: float
    """The chance that the cell is a mine."""
    ratio: Odds
    """The number of layouts in which the cell is a mine, and of all layouts."""
    win: float | None
    """The win chance if the move is a guess: exact, or how often a bot wins after the move. None: unknown."""
    win_margin: float
    """Half of the 95% interval of an estimated win chance, at least 0.01. Covers the sample, not best play."""
    win_exact: bool
    """Whether the win chance is the exact one of best play."""
    text: str
    """The chances in words, such as ``12.5% mine risk; 61.3% win chance``; of a candidate, the comparison."""


@dataclass(frozen=True, slots=True)
class BestMove(RatedMove):
    """The best cell to open, and how it was chosen."""

    kind: str
    is_exact: bool
    """Whether the odds are exact."""


@dataclass(frozen=True, slots=True)
class CandidateMove(RatedMove):
    """A guess worth comparing with the best one. Its text compares them; it is empty for the best guess."""

    behind: float | None
    """The win chance of the best guess minus this one; below 0 if an estimate came out higher."""
    behind_margin: float
    """Half of the 95% interval of ``behind``, which is known better than the win chances themselves."""

    def to_data(self) -> dict[str, Any]:
        """Returns the candidate as JSON values."""
        return _data(self, "cell odds win win_exact win_margin behind behind_margin text")


@dataclass(frozen=True)
class Solution:
    """All answers about a position. The best move and the sentences take longest, so they are computed on first use."""

    position: Position
    analysis: Analysis
    flags: CellSet = 0
    think: float = 0.0
    """How many seconds the search for a guess and its win chance may take."""

    @cached_property
    def best(self) -> BestMove | None:
        """Finds the cell to open; None when every hidden cell is a mine."""
        if self._comparison is None:
            return _choose(self.analysis)
        return _tell_best(self.position, self._comparison.best, self._comparison.ranked[0])

    @cached_property
    def candidates(self) -> tuple[CandidateMove, ...]:
        """Lists the best guess and guesses to compare with it, best first; empty if a cell is provably safe."""
        return () if self._comparison is None else candidate_moves(self._comparison)

    @cached_property
    def _comparison(self) -> GuessComparison | None:
        """Compares the guesses; None if no guess is needed."""
        if self.analysis.safe or not self.position.hidden & ~self.analysis.mined:
            return None
        return run_to_end(compare_guesses(self.analysis, budget_of(self.think)))

    @cached_property
    def deductions(self) -> tuple[Hint, ...]:
        """Lists all deductions, easy steps first; a hint may build on earlier hints."""
        return tuple(hints(self.analysis))

    @property
    def mines(self) -> int:
        """The mine total."""
        return self.position.mine_total

    @property
    def is_exact(self) -> bool:
        """Whether odds and layouts were counted exactly. They are estimated when too many clues are connected."""
        return self.analysis.is_exact

    @property
    def is_complete(self) -> bool:
        """Whether every provable cell was found. Cells reported as proved are proved in any case."""
        return self.analysis.is_complete

    @property
    def safe(self) -> tuple[Place, ...]:
        """Lists the hidden cells that are safe in all layouts; all of them if ``is_complete``."""
        return places(self.position.grid, self.analysis.safe)

    @property
    def mined(self) -> tuple[Place, ...]:
        """Lists the hidden cells that are mines in all layouts; all of them if ``is_complete``."""
        return places(self.position.grid, self.analysis.mined)

    @property
    def given(self) -> tuple[Place, ...]:
        """Lists the mines that the position itself gives; ``mined`` includes them."""
        return places(self.position.grid, self.position.given)

    @property
    def wrong_flags(self) -> tuple[Place, ...]:
        """Lists the flags on cells that are proved safe."""
        return places(self.position.grid, self.analysis.safe & self.flags)

    @property
    def layouts(self) -> str:
        """Writes the number of layouts that fit: exact up to 4,000 digits, otherwise such as ``about 10^5000``."""
        count = self.analysis.layouts
        if count is not None and count < 10**MOST_DIGITS:
            return str(count)
        return f"about 10^{round(self.analysis.magnitude)}"

    def odds(self) -> list[list[float | None]]:
        """Lists the chance of a mine by row and column; None for opened cells."""
        return odds_grid(self.analysis)

    def to_data(self) -> dict[str, Any]:
        """Returns the solution as JSON values."""
        move = self.best
        return {
            "version": JSON_VERSION,
            "mines": self.mines,
            "exact": self.is_exact,
            "complete": self.is_complete,
            "given": self.given,
            "safe": self.safe,
            "mined": self.mined,
            "odds": self.odds(),
            "best": None if move is None else _data(move, "cell odds win win_exact win_margin"),
            "candidates": [candidate.to_data() for candidate in self.candidates],
            "layouts": self.layouts,
            "deductions": [hint.to_data() for hint in self.deductions],
            "wrong_flags": self.wrong_flags,
        }


def _data(value: object, names: str) -> dict[str, Any]:
    """Returns the named fields of a value."""
    return {name: getattr(value, name) for name in names.split()}


def solve(position: Position, flags: Iterable[GivenPlace] = (), think: float = 0.0) -> Solution:
    """Answers every question about a position; ``think`` limits the search for guesses in seconds.

    Raises Contradiction if no layout fits.
    """
    seconds = _need_seconds(think)
    analysis = run_to_end(analyse(need_position(position)))
    claimed = to_cell_set(to_cell(position.grid, place) for place in flags) & position.hidden
    return Solution(position, analysis, claimed, seconds)


class Certain(NamedTuple):
    """The proved cells, without reasons."""

    safe: tuple[Place, ...]
    mined: tuple[Place, ...]
    is_complete: bool
    """Whether no other cell can be proved."""


def certain(position: Position, *, quick: bool = False) -> Certain:
    """Proves cells without sentences or odds; ``quick`` stops at the first method that finds a safe cell.

    Raises Contradiction if no layout fits; a quick search may miss that.
    """
    grid, exact_solver = need_position(position).grid, ExactSolver(effort=THOROUGH)
    safe, mined = (
        run_to_end(exact_solver.certain(position)) if quick else run_to_end(exact_solver.all_certain(position))
    )
    return Certain(places(grid, safe), places(grid, mined), exact_solver.is_complete and not (quick and safe))


class Answers(list[Value]):
    """A list that knows whether its answers are exact."""

    def __init__(self, values: Iterable[Value], is_exact: bool) -> None:
        super().__init__(values)
        self.is_exact = is_exact
        """Whether the list is complete and exact. It isn't when too many clues are connected."""


def deductions(position: Position) -> Answers[Hint]:
    """Lists all deductions, easy steps first. A hint may build on the hints before it.

    If the list's ``is_exact`` is False, too many clues are connected and a deduction may be missing.
    """
    analysis = run_to_end(analyse(need_position(position)))
    return Answers(hints(analysis), analysis.is_complete)


def odds(position: Position) -> Answers[list[fractions.Fraction | None]]:
    """Counts the exact chance of a mine by row and column; None for opened cells.

    If the list's ``is_exact`` is False, the board was too large to count. Its odds are then close, and 0 or 1 only
    where they are proved.
    """
    analysis = run_to_end(analyse(need_position(position)))
    return Answers(_grid_of(analysis, fractions.Fraction), analysis.is_exact)


def clue_odds(position: Position, place: GivenPlace) -> Answers[fractions.Fraction]:
    """Counts the chances that a cell shows 0 to 8 when opened; the rest to 1 is the chance of a mine.

    The chances are exact unless the list's ``is_exact`` is False. An opened cell shows its clue with chance 1.
    """
    cell = to_cell(need_position(position).grid, place)
    if position.opened >> cell & 1:
        return Answers([fractions.Fraction(position.clue(cell) == clue) for clue in range(9)], is_exact=True)
    analysis = run_to_end(analyse(position))
    safe = 1 - fractions.Fraction(*analysis.odds(cell))
    shown = [_with_clue(position, cell, clue) for clue in range(9)]
    if analysis.is_exact and all(after is None or after.is_exact for after in shown):
        counts = [0 if after is None else after.layouts or 0 for after in shown]
        return Answers([fractions.Fraction(count, analysis.layouts or 1) for count in counts], is_exact=True)
    most = max((after.magnitude for after in shown if after is not None), default=0.0)
    shares = [
        fractions.Fraction(0) if after is None else fractions.Fraction(10 ** (after.magnitude - most))
        for after in shown
    ]
    return Answers([safe * share / (sum(shares) or 1) for share in shares], is_exact=False)


def _with_clue(position: Position, cell: int, clue: int) -> Analysis | None:
    """Analyses the position with a hidden cell opened as a clue; None if no layout fits."""
    ones, twos, fours, eights = (plane | (clue >> bit & 1) << cell for bit, plane in enumerate(position.clues))
    try:
        return run_to_end(
            analyse(position._replace(opened=position.opened | 1 << cell, clues=(ones, twos, fours, eights)))
        )
    except Contradiction:
        return None


def best_move(position: Position, think: float = 0.0) -> BestMove | None:
    """Finds the cell to open: a provably safe one, otherwise the best guess; None if only mines are hidden.

    The search for a guess takes up to ``think`` seconds. With 0 seconds, only an exact win chance is reported.
    """
    if _need_seconds(think):
        return solve(position, think=think).best
    return _choose(run_to_end(analyse(need_position(position))))


def candidates(position: Position, think: float = 0.0) -> Answers[CandidateMove]:
    """Lists the best guess and guesses to compare with it, best first; empty if a cell is provably safe.

    Win chances are exact late in a game, and the list's ``is_exact`` is True if all of them are. Earlier they are
    estimated, if ``think`` allows some seconds.
    """
    moves = solve(position, think=think).candidates
    return Answers(moves, all(candidate.win_exact for candidate in moves))


def _need_seconds(think: float) -> float:
    """Checks a caller's time to think: a number of seconds, 0 or more."""
    try:
        is_valid = 0 <= think < _MOST_SECONDS
    except TypeError:
        raise TypeError(f"the time to think must be a number of seconds, not {quote(think)}") from None
    if not is_valid:
        raise ValueError(f"{quote(think)} isn't a valid time to think: use 0 or more seconds")
    return float(think)


def hints(analysis: Analysis) -> Iterator[Hint]:
    """Puts the deductions of an analysis into words, one at a time."""
    position = analysis.position
    grid = position.grid
    for deduction, clues, uses_total in every_deduction(analysis):
        yield Hint(
            deduction.kind.value,
            places(grid, deduction.safe),
            places(grid, deduction.mined),
            tuple(map(grid.row_col, clues)),
            Proof(position, deduction).text(),
            uses_total,
            hint_steps(position, deduction),
        )


def hint_steps(position: Position, deduction: Deduction) -> tuple[HintStep, ...]:
    """The steps of a deduction for programs, with places instead of sets of cells.

    A proof by assumption speaks of one cell, and its sentence adds that the same goes for the cells that the same clues
    see. Programs get the last step once more for each of these cells, with the two cells exchanged.
    """
    steps = list(deduction.steps)
    if steps:
        last = steps[-1]
        for shown, proved in ((last.safe, deduction.safe), (last.mined, deduction.mined)):
            for cell in cells_of(proved & ~shown if shown else 0):
                both = shown & -shown | 1 << cell
                steps.append(last.renumbered(partial(_exchange, both), lambda clues: clues))
    return _to_hint_steps(position.grid, steps, ProvedCells(deduction.assumes_safe, deduction.assumes_mined))


def _exchange(both: CellSet, cells: CellSet) -> CellSet:
    """Puts one of two cells into a set in place of the other. Sets with both or neither stay the same."""
    return cells ^ both if (cells & both).bit_count() == 1 else cells


def _to_hint_steps(grid: Grid, steps: Iterable[Step], known: ProvedCells) -> tuple[HintStep, ...]:
    """Translates steps. What was ``known`` before the deduction counts as used by each step whose clues see it."""
    return tuple(_to_hint_step(grid, step, known) for step in steps)


def _to_hint_step(grid: Grid, step: Step, known: ProvedCells) -> HintStep:
    # The total of a step with branches is used by steps inside them, which say so themselves.
    uses_total = step.uses_total and not step.branches
    uses_safe, uses_mined = step.uses_safe, step.uses_mined
    if known.safe or known.mined:
        seen = grid.all_cells if uses_total else grid.spread(step.clues)
        uses_safe, uses_mined = uses_safe | known.safe & seen, uses_mined | known.mined & seen
    return HintStep(
        places(grid, step.safe),
        places(grid, step.mined),
        step.is_broken,
        places(grid, step.clues),
        places(grid, uses_safe),
        places(grid, uses_mined),
        uses_total,
        tuple(
            HintBranch(places(grid, way[0].safe), places(grid, way[0].mined), _to_hint_steps(grid, way[1:], known))
            for way in step.branches
        ),
    )


def odds_grid(analysis: Analysis) -> list[list[float | None]]:
    """Lists the chance of a mine by row and column as floats: 0 and 1 only where proved, None for opened cells."""
    return _grid_of(analysis, _share)


def frontier_odds(analysis: Analysis) -> Iterator[tuple[Iterable[int], Odds]]:
    """Lists sets of cells with their odds: all hidden cells except undecided interior ones, which share
    ``totals.inside``.

    The safe cells and the mines come last and override earlier sets.
    """
    for cells, risk, layouts in analysis.group_odds():
        if 0 < risk < layouts:
            yield cells, (risk, layouts)
    yield cells_of(analysis.safe), (0, 1)
    yield cells_of(analysis.mined), (1, 1)


def _grid_of(analysis: Analysis, to_value: Callable[[int, int], Value]) -> list[list[Value | None]]:
    grid = analysis.position.grid
    values: list[Value | None] = [None] * grid.size
    interior = [(cells_of(analysis.interior), analysis.totals.inside)] if analysis.interior else []
    for cells, ratio in chain(interior, frontier_odds(analysis)):
        value = to_value(*ratio)
        for cell in cells:
            values[cell] = value
    return [values[start : start + grid.width] for start in range(0, grid.size, grid.width)]


def _share(risk: int, layouts: int) -> float:
    share = risk / layouts
    if share == 1.0 and risk != layouts:
        return nextafter(1.0, 0.0)
    return nextafter(0.0, 1.0) if share == 0.0 and risk else share


def _choose(analysis: Analysis) -> BestMove | None:
    position = analysis.position
    if not position.hidden & ~analysis.mined:
        return None
    move = run_to_end(guess.strongest_move(analysis))
    chance = None if move.wins is None else move.wins[0] / move.wins[1]
    return _tell_best(position, move, GuessValue(move.cell, move.odds, move.wins, chance))


def _tell_best(position: Position, move: guess.RecommendedMove, value: GuessValue) -> BestMove:
    text = guess_words(value, move.is_exact)
    return BestMove(*_rate(position, value), text, kind=move.kind.value, is_exact=move.is_exact)


def candidate_moves(comparison: GuessComparison) -> tuple[CandidateMove, ...]:
    """Puts the compared guesses into words, best first."""
    return tuple(
        CandidateMove(
            *_rate(comparison.position, one), why_worse(comparison, one), behind=one.gap, behind_margin=one.gap_margin
        )
        for one in comparison.ranked
    )


def _rate(position: Position, one: GuessValue) -> tuple[Place, float, Odds, float | None, float, bool]:
    return position.grid.row_col(one.cell), _share(*one.odds), one.odds, one.chance, one.margin, one.is_exact


def clue_layers(position: Position) -> list[tuple[CellSet, str]]:
    """Pairs the opened cells of a position with the characters of their clues."""
    numbers = [(cells_with_number(position.clues, n, position.opened), CLUES[n]) for n in range(1, 9)]
    return [(position.opened, EMPTY), *numbers]


def odds_lines(analysis: Analysis, paper: Paper, near: int | None = None, is_fair: bool = False) -> Iterator[str]:
    """Draws the odds in percent next to the clues: the whole board in bands, or the part around a cell.

    Cells away from all clues share one chance, given in a sentence below. On a fair board the odds decide nothing, so
    only proved cells get a sign.
    """
    grid = analysis.position.grid
    ones = clue_layers(analysis.position)
    tens = [(cells, " ") for cells, _ in ones]
    members: dict[str, list[int]] = {}
    for cells, ratio in frontier_odds(analysis):
        figure = f" {HIDDEN}" if is_fair and ratio[0] not in (0, ratio[1]) else odds_figure(*ratio)
        members.setdefault(figure, []).extend(cells)
    for figure, listed in members.items():
        tens.append((to_cell_set(listed), figure[0]))
        ones.append((to_cell_set(listed), figure[1]))
    about = "" if analysis.is_exact else ", not exact"
    if is_fair:
        yield f"What can be proved: {SAFE} is safe, {MINED} a mine, {HIDDEN} undecided."
    else:
        yield f"{textboard.ODDS_TITLE}{about}; {SAFE} is safe, {MINED} a mine{_elsewhere(analysis)}."
    windows = textboard.bands(grid, paper, ODDS_TILE)
    if near is not None:
        windows = iter([textboard.choose_window(grid, paper, near, 1, ODDS_TILE)])
    for window in windows:
        marks = textboard.draw_rows(grid, tens, " ", window)
        rows = textboard.draw_rows(grid, ones, HIDDEN, window)
        # Odds have no colour: the colours of digits would make them look like clues.
        yield from textboard.number_rows(grid, window, rows, paper._replace(colour=False), marks, ODDS_TILE)


def _elsewhere(analysis: Analysis) -> str:
    risk, layouts = analysis.totals.inside
    if not analysis.interior or risk in (0, layouts):
        return ""
    return f", {HIDDEN} is {percent(risk, layouts, analysis.is_exact)} each"


def odds_figure(risk: int, layouts: int) -> str:
    """Writes odds in two characters. Only certain cells get the signs for 0% and 100%."""
    if risk in (0, layouts):
        return f" {MINED}" if risk else f" {SAFE}"
    rounded = (200 * risk + layouts) // (2 * layouts)
    return "<1" if rounded == 0 else f"{min(rounded, 99):2}"
