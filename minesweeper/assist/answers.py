"""All answers about a position for commands and other programs, as a `Solution`: proved cells with reasons, odds, the
best move and the number of layouts.

A place is a pair (row, column), counted from 0, but sentences count rows and columns from 1. The player's flags are
only claims: they never change an answer, and `wrong_flags` lists those that are proved wrong. `solve` answers
everything; `certain`, `deductions`, `odds`, `clue_odds`, `best_move` and `candidates` answer one question each, and
`api` offers all of them to library users. `odds_lines` draws the odds as text for commands and text mode.
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
    fractions = LateModule("fractions")  # It is loaded late, because importing it takes longer than solving a position.


Value = TypeVar("Value")
MOST_DIGITS = 4000
"""The most digits in which the number of layouts is written out.

Python refuses to write integers of more than 4,300 digits, so a larger number becomes a power of ten.
"""
_MOST_SECONDS = 1e9
SAFE, MINED = "+", "*"
ODDS_TILE = 3
"""The width of a cell in `odds_lines`, in characters: two for the odds and a blank that separates them."""


class HintStep(NamedTuple):
    """One inference in the proof of a hint, with everything that a program needs to check it.

    The result follows from the numbers at `clues`, the cells in `uses_safe` and `uses_mined`, which an earlier step or
    an earlier hint has proved, the mine total if `uses_total` is True, and the branches.
    """

    safe: tuple[Place, ...]
    """The cells that the step proves safe."""
    mined: tuple[Place, ...]
    """The cells that the step proves to be mines."""
    contradicts: bool
    """Whether the reasons contradict each other.

    This ends the branch that the step belongs to, because its assumption can't be true.
    """
    clues: tuple[Place, ...]
    uses_safe: tuple[Place, ...]
    uses_mined: tuple[Place, ...]
    uses_total: bool
    branches: tuple[HintBranch, ...]
    """The cases that the step distinguishes. Most steps have none.

    A single branch ends in a contradiction, so the opposite of its assumption is true. Two branches assume that a cell
    is a mine and that it is safe. What both of them prove is true in any case, and a branch that ends in a
    contradiction counts as proving everything.
    """

    def to_data(self) -> dict[str, Any]:
        """The step as values that `json` can write. Its branches become dictionaries too."""
        return {**self._asdict(), "branches": [branch.to_data() for branch in self.branches]}


class HintBranch(NamedTuple):
    """An assumption about one cell, and the steps that follow from it."""

    assumes_safe: tuple[Place, ...]
    """The cell, if the branch assumes that it is safe; otherwise empty."""
    assumes_mined: tuple[Place, ...]
    """The cell, if the branch assumes that it is a mine; otherwise empty."""
    steps: tuple[HintStep, ...]

    def to_data(self) -> dict[str, Any]:
        """The branch as values that `json` can write. Its steps become dictionaries too."""
        return {**self._asdict(), "steps": [step.to_data() for step in self.steps]}


class Hint(NamedTuple):
    """A deduction for other programs: the cells that it proves, the clues that show why, a sentence and the steps of
    the proof.
    """

    kind: str
    safe: tuple[Place, ...]
    mined: tuple[Place, ...]
    because: tuple[Place, ...]
    """The clues that prove this hint from the position alone.

    They include the clues of earlier hints that it builds on.
    """
    text: str
    uses_total: bool = False
    """Whether the proof needs the mine total as well as the clues."""
    steps: tuple[HintStep, ...] = ()
    """The steps of the proof. Each comes after the steps that it uses, and the last one proves the cells.

    It is empty only if counting a whole board proved so many cells at once that no separate steps exist.
    """

    def to_data(self) -> dict[str, Any]:
        """The hint as values that `json` can write, in the form that docs/json.md describes."""
        data = _data(self, "kind safe mined because uses_total text")
        return {**data, "steps": [step.to_data() for step in self.steps]}


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A cell that could be opened, with its mine risk and its win chance."""

    cell: Place
    odds: float
    """The chance that the cell is a mine, from 0 to 1."""
    ratio: Odds
    """The same chance as two whole numbers: in how many layouts the cell is a mine, and how many layouts there are."""
    win: float | None
    """The win chance of the move, from 0 to 1, or None if it is unknown.

    If `win_exact` is True, this is the win chance of best play. Otherwise it is how often a bot won after this move.
    """
    win_margin: float
    """Half of the 95% interval of an estimated win chance, at least 0.01.

    It covers how far the bot's sample of games may be off by chance, but not how much better best play might do. It is
    0 if the win chance is exact.
    """
    win_exact: bool
    """Whether `win` is the exact win chance of best play."""
    text: str
    """The chances in words, such as ``12.5% mine risk; 61.3% win chance``.

    For a candidate, this is a comparison with the best guess.
    """


@dataclass(frozen=True, slots=True)
class BestMove(RatedMove):
    """The best cell to open: a proved safe cell or, if none can be proved, the best guess.

    `kind` says how it was chosen.
    """

    kind: str
    is_exact: bool
    """Whether `odds` and `ratio` are exact, because every layout was counted."""


@dataclass(frozen=True, slots=True)
class CandidateMove(RatedMove):
    """A guess that is worth comparing with the best guess.

    Its `text` says why it is worse, and is empty for the best guess itself.
    """

    behind: float | None
    """How much lower the win chance is than that of the best guess, from 0 to 1, or None if unknown.

    It is negative if the estimate for this guess came out higher.
    """
    behind_margin: float
    """Half of the 95% interval of ``behind``.

    It is smaller than the margins of the two win chances, because both guesses were played on the same layouts.
    """

    def to_data(self) -> dict[str, Any]:
        """The candidate as values that `json` can write, in the form that docs/json.md describes."""
        return _data(self, "cell odds win win_exact win_margin behind behind_margin text")


@dataclass(frozen=True)
class Solution:
    """All answers about one position.

    The best move, the candidates and the sentences take longest, so each is computed when it is first read.
    """

    position: Position
    analysis: Analysis
    flags: CellSet = 0
    think: float = 0.0
    """How many seconds the search for a guess and its win chance may take.

    With 0, only an exact win chance is reported.
    """

    @cached_property
    def best(self) -> BestMove | None:
        """The best cell to open: a proved safe cell or, if none can be proved, the best guess.

        It is None if every hidden cell is a mine.
        """
        if self._comparison is None:
            return _choose(self.analysis)
        return _tell_best(self.position, self._comparison.best, self._comparison.ranked[0])

    @cached_property
    def candidates(self) -> tuple[CandidateMove, ...]:
        """The best guess and other guesses to compare with it, best first.

        Empty if no guess is needed, because a safe cell is proved or every hidden cell is a mine.
        """
        return () if self._comparison is None else candidate_moves(self._comparison)

    @cached_property
    def _comparison(self) -> GuessComparison | None:
        """The comparison behind `best` and `candidates`, or None if no guess is needed."""
        if self.analysis.safe or not self.position.hidden & ~self.analysis.mined:
            return None
        return run_to_end(compare_guesses(self.analysis, budget_of(self.think)))

    @cached_property
    def deductions(self) -> tuple[Hint, ...]:
        """All deductions, easy ones first. A hint may build on cells that earlier hints proved."""
        return tuple(hints(self.analysis))

    @property
    def mines(self) -> int:
        """The mine total."""
        return self.position.mine_total

    @property
    def is_exact(self) -> bool:
        """Whether all layouts were counted.

        If too many clues are linked, the odds and the number of layouts are estimates.
        """
        return self.analysis.is_exact

    @property
    def is_complete(self) -> bool:
        """Whether every provable cell was found. Cells listed as safe or mined are proved even if this is False."""
        return self.analysis.is_complete

    @property
    def safe(self) -> tuple[Place, ...]:
        """The hidden cells that are safe in every layout. If ``is_complete`` is False, some may be missing."""
        return places(self.position.grid, self.analysis.safe)

    @property
    def mined(self) -> tuple[Place, ...]:
        """The hidden cells that are mines in every layout. If ``is_complete`` is False, some may be missing."""
        return places(self.position.grid, self.analysis.mined)

    @property
    def given(self) -> tuple[Place, ...]:
        """The given mines of the position. ``mined`` includes them."""
        return places(self.position.grid, self.position.given)

    @property
    def wrong_flags(self) -> tuple[Place, ...]:
        """The flags on cells that are proved safe."""
        return places(self.position.grid, self.analysis.safe & self.flags)

    @property
    def layouts(self) -> str:
        """How many layouts fit the position, as text: all digits up to 4,000 of them, otherwise a power of ten such as
        ``about 10^5000``. An estimate is a power of ten too.
        """
        count = self.analysis.layouts
        if count is not None and count < 10**MOST_DIGITS:
            return str(count)
        return f"about 10^{round(self.analysis.magnitude)}"

    def odds(self) -> list[list[float | None]]:
        """The chance of a mine for each cell, as a list of rows.

        It is None for an opened cell, and 0 or 1 only for a proved one.
        """
        return odds_grid(self.analysis)

    def to_data(self) -> dict[str, Any]:
        """The solution as values that `json` can write, in the form that docs/json.md describes.

        Reading it computes all answers.
        """
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
    """The named fields of a value as a dictionary. `names` is one text with the names separated by blanks."""
    return {name: getattr(value, name) for name in names.split()}


def solve(position: Position, flags: Iterable[GivenPlace] = (), think: float = 0.0) -> Solution:
    """Answers every question about a position.

    `flags` are the places that the player has flagged, and only `wrong_flags` depends on them. `think` is how many
    seconds the search for a guess may take. Raises Contradiction if no layout fits the position.
    """
    seconds = _need_seconds(think)
    analysis = run_to_end(analyse(need_position(position)))
    claimed = to_cell_set(to_cell(position.grid, place) for place in flags) & position.hidden
    return Solution(position, analysis, claimed, seconds)


class Certain(NamedTuple):
    """The cells that can be proved in a position, without reasons."""

    safe: tuple[Place, ...]
    mined: tuple[Place, ...]
    is_complete: bool
    """Whether the search tried everything, so that no other cell can be proved."""


def certain(position: Position, *, quick: bool = False) -> Certain:
    """Proves cells without sentences and odds, which is faster than `solve`.

    With `quick`, it stops at the first method that finds a safe cell. Raises Contradiction if no layout fits the
    position, but a quick search may stop before it notices that.
    """
    grid, exact_solver = need_position(position).grid, ExactSolver(effort=THOROUGH)
    safe, mined = (
        run_to_end(exact_solver.certain(position)) if quick else run_to_end(exact_solver.all_certain(position))
    )
    return Certain(places(grid, safe), places(grid, mined), exact_solver.is_complete and not (quick and safe))


class Answers(list[Value]):
    """A list of answers that knows whether they are exact."""

    def __init__(self, values: Iterable[Value], is_exact: bool) -> None:
        super().__init__(values)
        self.is_exact = is_exact
        """Whether the answers are exact and none is missing. False if the board was too large to count every layout."""


def deductions(position: Position) -> Answers[Hint]:
    """Lists all deductions about a position, easy ones first. A hint may build on the hints before it.

    If the list's ``is_exact`` is False, too many clues are linked and a deduction may be missing. Raises Contradiction
    if no layout fits.
    """
    analysis = run_to_end(analyse(need_position(position)))
    return Answers(hints(analysis), analysis.is_complete)


def odds(position: Position) -> Answers[list[fractions.Fraction | None]]:
    """Computes the exact chance of a mine for each cell, as a list of rows. It is None for opened cells.

    If the list's ``is_exact`` is False, the board was too large to count. Its odds are then close to the exact ones,
    and 0 or 1 only for proved cells. Raises Contradiction if no layout fits.
    """
    analysis = run_to_end(analyse(need_position(position)))
    return Answers(_grid_of(analysis, fractions.Fraction), analysis.is_exact)


def clue_odds(position: Position, place: GivenPlace) -> Answers[fractions.Fraction]:
    """Computes how likely a cell is to show each number from 0 to 8 if it is opened, as a list of nine chances.

    The rest up to 1 is the chance that the cell is a mine. An opened cell shows its own number with chance 1. If the
    list's ``is_exact`` is False, too many clues are linked and the chances are estimates.
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
    """Analyses the position as if a hidden cell were opened and showed a clue.

    Returns None if no layout has this clue there.
    """
    ones, twos, fours, eights = (plane | (clue >> bit & 1) << cell for bit, plane in enumerate(position.clues))
    try:
        return run_to_end(
            analyse(position._replace(opened=position.opened | 1 << cell, clues=(ones, twos, fours, eights)))
        )
    except Contradiction:
        return None


def best_move(position: Position, think: float = 0.0) -> BestMove | None:
    """Finds the best cell to open: a proved safe cell or, if none can be proved, the best guess.

    The search for a guess takes up to ``think`` seconds. With 0 seconds, a win chance is reported only if it is exact.
    Returns None if every hidden cell is a mine, and raises Contradiction if no layout fits.
    """
    if _need_seconds(think):
        return solve(position, think=think).best
    return _choose(run_to_end(analyse(need_position(position))))


def candidates(position: Position, think: float = 0.0) -> Answers[CandidateMove]:
    """Lists the best guess and other guesses to compare with it, best first. Empty if no guess is needed.

    Late in a game, win chances are exact, and the list's ``is_exact`` is True if all of them are. Earlier they are
    estimated if ``think`` allows some seconds, and otherwise unknown.
    """
    moves = solve(position, think=think).candidates
    return Answers(moves, all(candidate.win_exact for candidate in moves))


def _need_seconds(think: float) -> float:
    """Checks a time to think that a caller passed, and returns it as a float.

    Raises TypeError if it isn't a number, and ValueError if it is negative or more than thirty years.
    """
    try:
        is_valid = 0 <= think < _MOST_SECONDS
    except TypeError:
        raise TypeError(f"the time to think must be a number of seconds, not {quote(think)}") from None
    if not is_valid:
        raise ValueError(f"{quote(think)} isn't a valid time to think: use 0 or more seconds")
    return float(think)


def hints(analysis: Analysis) -> Iterator[Hint]:
    """Yields the deductions of an analysis one at a time, so that a caller who needs only some doesn't wait for all
    sentences.
    """
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
    """The steps of a deduction for programs, with places instead of cell sets.

    A proof by assumption speaks of one cell, and its sentence adds that the same goes for other cells that the same
    clues see. A program can't follow such a remark, so the last step is repeated for each of these cells, with the two
    cells exchanged.
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
    """Exchanges two cells in a set: if the set has one of `both`, it gets the other one instead.

    A set with both or neither stays unchanged.
    """
    return cells ^ both if (cells & both).bit_count() == 1 else cells


def _to_hint_steps(grid: Grid, steps: Iterable[Step], known: ProvedCells) -> tuple[HintStep, ...]:
    """Translates steps into `HintStep`s.

    Cells that were `known` before the deduction count as used by each step whose clues see them.
    """
    return tuple(_to_hint_step(grid, step, known) for step in steps)


def _to_hint_step(grid: Grid, step: Step, known: ProvedCells) -> HintStep:
    """Translates one step.

    Each step lists all known cells that its clues see, because the solver notes only cells that its own steps proved.
    """
    # If a step has branches, it is the steps inside them that use the mine total, and these say so themselves.
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
    """The chance of a mine for each cell as a list of rows, with None for opened cells.

    Rounding never turns an unproved chance into 0 or 1.
    """
    return _grid_of(analysis, _share)


def frontier_odds(analysis: Analysis) -> Iterator[tuple[Iterable[int], Odds]]:
    """Yields groups of cells, each with the odds of its cells as two numbers: the layouts in which the cell is a mine,
    and all layouts. Undecided cells of the interior are left out, because all of them have the odds ``totals.inside``.

    The proved cells come last. An earlier group may contain some of them, so a caller must let later odds replace
    earlier ones.
    """
    for cells, risk, layouts in analysis.group_odds():
        if 0 < risk < layouts:
            yield cells, (risk, layouts)
    yield cells_of(analysis.safe), (0, 1)
    yield cells_of(analysis.mined), (1, 1)


def _grid_of(analysis: Analysis, to_value: Callable[[int, int], Value]) -> list[list[Value | None]]:
    """The odds as a list of rows, with None for opened cells.

    `to_value` makes each value from two numbers: in how many layouts the cell is a mine, and how many layouts there
    are.
    """
    grid = analysis.position.grid
    values: list[Value | None] = [None] * grid.size
    interior = [(cells_of(analysis.interior), analysis.totals.inside)] if analysis.interior else []
    for cells, ratio in chain(interior, frontier_odds(analysis)):
        value = to_value(*ratio)
        for cell in cells:
            values[cell] = value
    return [values[start : start + grid.width] for start in range(0, grid.size, grid.width)]


def _share(risk: int, layouts: int) -> float:
    """The share of layouts with a mine as a float.

    If rounding gives 0 or 1 although the cell isn't proved, the closest float between 0 and 1 is returned instead.
    """
    share = risk / layouts
    if share == 1.0 and risk != layouts:
        return nextafter(1.0, 0.0)
    return nextafter(0.0, 1.0) if share == 0.0 and risk else share


def _choose(analysis: Analysis) -> BestMove | None:
    """The best cell to open, found without roll-outs. Returns None if every hidden cell is a mine."""
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
    """Describes each compared guess in words, in the order of the comparison: the best guess first."""
    return tuple(
        CandidateMove(
            *_rate(comparison.position, one), why_worse(comparison, one), behind=one.gap, behind_margin=one.gap_margin
        )
        for one in comparison.ranked
    )


def _rate(position: Position, one: GuessValue) -> tuple[Place, float, Odds, float | None, float, bool]:
    return position.grid.row_col(one.cell), _share(*one.odds), one.odds, one.chance, one.margin, one.is_exact


def clue_layers(position: Position) -> list[tuple[CellSet, str]]:
    """The opened cells of a position by what they show, each cell set with its character.

    `textboard.draw_rows` draws later sets over earlier ones.
    """
    numbers = [(cells_with_number(position.clues, n, position.opened), CLUES[n]) for n in range(1, 9)]
    return [(position.opened, EMPTY), *numbers]


def odds_lines(analysis: Analysis, paper: Paper, near: int | None = None, is_fair: bool = False) -> Iterator[str]:
    """Draws the odds in percent next to the clues, as lines of text that begin with an explanation.

    The whole board is drawn, in bands if it is wider than the paper. With `near`, only the part around this cell is
    drawn. Cells of the interior show the sign of a hidden cell, because all of them have the same odds, which the
    explanation names. On a fair board the odds decide nothing, so only proved cells get a sign.
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
        # Odds are drawn without colour, because the colours of digits would make them look like clues.
        yield from textboard.number_rows(grid, window, rows, paper._replace(colour=False), marks, ODDS_TILE)


def _elsewhere(analysis: Analysis) -> str:
    """The end of the line above the odds, which gives the odds of the interior.

    Empty if these odds are certain or if no cell is in the interior.
    """
    risk, layouts = analysis.totals.inside
    if not analysis.interior or risk in (0, layouts):
        return ""
    return f", {HIDDEN} is {percent(risk, layouts, analysis.is_exact)} each"


def odds_figure(risk: int, layouts: int) -> str:
    """The odds as two characters.

    A rounded chance never looks certain: only proved cells get the signs for safe and mine, and other odds go from
    ``<1`` to 99.
    """
    if risk in (0, layouts):
        return f" {MINED}" if risk else f" {SAFE}"
    rounded = (200 * risk + layouts) // (2 * layouts)
    return "<1" if rounded == 0 else f"{min(rounded, 99):2}"
