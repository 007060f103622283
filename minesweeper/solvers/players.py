"""Finds the next move of a named solver, for keys, bot, text mode and bench; also makes players from such moves.

Takes a position and returns the cells to open, with the deduction or the odds behind them. Never sees the mines.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, nearest_first, to_cell_set
from minesweeper.core.position import Position
from minesweeper.core.text import quote
from minesweeper.solvers import assumptions, simple
from minesweeper.solvers.count_linear import QUICK, THOROUGH, Effort
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.exact import Analysis, ExactSolver
from minesweeper.solvers.guess import GuessKind, GuessMove, best_guess
from minesweeper.solvers.proof import simplest_proof
from minesweeper.solvers.rollouts import Budget, deep_guess
from minesweeper.solvers.tips import tip

MoveScope: TypeAlias = Literal["one", "look", "all"]
"""How much a solver does in one move.

- ``one``: one deduction with its reason; the nearest one by rules, the easiest one by counting.
- ``look``: everything that one look at the board proves; with assumptions, only the first new deduction.
- ``all``: everything that the solver proves. Findings of single clues are a move of their own, because they are quick.
"""


class NextMove(NamedTuple):
    """Holds the next move of a solver."""

    safe: CellSet
    """The cells to open: all proved safe, or the guessed cell."""
    mined: CellSet
    """The cells proved to be mines."""
    deduction: Deduction | None = None
    """The proof; None for a guess, or if many cells are proved at once."""
    guess: GuessMove | None = None

    @property
    def because(self) -> CellSet:
        """The opened cells whose clues prove the move, if it is one deduction."""
        return self.deduction.because if self.deduction else 0

    def simplified(self, position: Position) -> NextMove:
        """Returns the move with the easiest proof, to show to a player. Finding that proof takes time."""
        return self if self.deduction is None else self._replace(deduction=simplest_proof(position, self.deduction))


class MoveMemory:
    """Remembers findings from earlier moves of the same game to save time.

    A position that does not follow from the last one, for example after an undo, needs a new memory.
    """

    __slots__ = ("analysis", "exact_solver", "is_complete", "mined", "tried")

    def __init__(self, analysis: Analysis | None = None, effort: Effort = THOROUGH) -> None:
        self.analysis = analysis
        """The last analysed position. If it is the position of the move, everything is known."""
        self.exact_solver = ExactSolver(analysis.cache if analysis else None, effort)
        self.mined: CellSet = 0
        """The mines that rules have proved."""
        self.tried: assumptions.Tried = set()
        self.is_complete = True
        """Whether the last search by counting was complete, so that nothing else can be proved."""

    def analyse(self, position: Position) -> Generator[None, None, Analysis]:
        """Analyses a position, or returns the remembered analysis."""
        if self.analysis is None or self.analysis.position != position or not self.analysis.is_final:
            self.analysis = yield from self.exact_solver.analyse(position)
        return self.analysis


Slices: TypeAlias = Generator[None, None, NextMove | None]
"""Searches a move in slices of a few milliseconds; returns None if nothing more is proved."""


class _Question(NamedTuple):
    """Holds the arguments of ``next_move`` for a solver."""

    position: Position
    flags: CellSet
    near: int | None
    depth: int
    memory: MoveMemory
    scope: MoveScope


class Solver(NamedTuple):
    """Describes a solver: how it proves cells, and what it opens when it is stuck."""

    prove: Callable[[_Question], Slices]
    guess: Callable[[Analysis, int | None], Generator[None, None, GuessMove]]
    by_rules: bool = False
    """Whether the solver never counts layouts, so that it may be stuck although something can be proved."""
    plays_on: bool = False
    """Whether the solver guesses in its own games; otherwise it gives up when stuck."""


def next_move(
    solver: str,
    position: Position,
    flags: CellSet | None = None,
    near: int | None = None,
    depth: int = assumptions.DEPTH,
    memory: MoveMemory | None = None,
    scope: MoveScope = "one",
    guesses: bool = False,
    budget: Budget | None = None,
) -> Slices:
    """Finds the next move of a solver, in slices of a few milliseconds; None if it is stuck and may not guess.

    Flags prove nothing: they only show which mines aren't new. Without flags no mine is new, and a move opens a cell.
    Given mines are never new.
    """
    if flags is None:
        flags = position.grid.all_cells
    if memory is None:
        memory = MoveMemory()
    question = _Question(position, flags | position.given, near, depth, memory, scope)
    move = _find(solver).prove(question)
    return _or_guess(move, solver, question, budget) if guesses else move


def _find(solver: str) -> Solver:
    if solver not in SOLVERS:
        raise PlayerError(f"{quote(solver, 60)} is no solver: {', '.join(SOLVERS)}")
    return SOLVERS[solver]


def _or_guess(
    slices: Slices, solver: str, question: _Question, budget: Budget | None
) -> Generator[None, None, NextMove]:
    move = yield from slices
    if move is not None:
        return move
    memory = question.memory
    analysis = yield from memory.analyse(question.position)
    choice = yield from choose_guess(solver, analysis, question.near, budget)
    mined = memory.mined if solver in BY_RULES else analysis.mined  # by rules: flags only what it can prove
    return NextMove(1 << choice.cell, mined, guess=choice)


def _by_single_clues(question: _Question) -> Slices:
    position, memory = question.position, question.memory
    if question.scope == "one":
        return (yield from _first_new_move(simple.deductions(position, near=question.near), question.flags))
    safe, memory.mined = yield from simple.sweep(position, 0, memory.mined)
    return _move_if_new(safe, memory.mined, question.flags)


def _by_assumptions(question: _Question) -> Slices:
    position, flags, near, depth, memory, scope = question
    if scope == "one":
        found = assumptions.deductions(position, depth, near=near, tried=memory.tried)
        return (yield from _first_new_move(found, flags))
    move = yield from _by_single_clues(question)
    if move is not None:
        return move
    safe = 0
    for deduction in assumptions.deductions(position, depth, 0, memory.mined, near=near, tried=memory.tried):
        if deduction is None:
            yield
            continue
        safe |= deduction.safe
        memory.mined |= deduction.mined
        if scope == "look" and (move := _move_if_new(deduction.safe, deduction.mined, flags, deduction)):
            return move
    return _move_if_new(safe, memory.mined, flags)


def _by_counting(question: _Question) -> Slices:
    position, flags, near, _, memory, scope = question
    if scope == "one":
        deduction, _, memory.is_complete = yield from tip(position, flags, near)
        return None if deduction is None else NextMove(deduction.safe, deduction.mined, deduction)
    known = memory.analysis
    if known is not None and known.position == position and known.is_final:
        memory.is_complete = known.is_complete
        return _move_if_new(known.safe, known.mined, flags)
    if scope == "all":
        move = _move_if_new(*(yield from simple.sweep(position)), flags)
        if move is not None:
            return move
    safe, mined = yield from memory.exact_solver.certain(position)
    memory.is_complete = memory.exact_solver.is_complete
    return _move_if_new(safe, mined, flags)


def _first_new_move(found: Iterator[Deduction | None], flags: CellSet) -> Slices:
    """Returns the first deduction that changes anything, as a move."""
    for deduction in found:
        if deduction is not None and (move := _move_if_new(deduction.safe, deduction.mined, flags, deduction)):
            return move
        yield
    return None


def _move_if_new(safe: CellSet, mined: CellSet, flags: CellSet, deduction: Deduction | None = None) -> NextMove | None:
    """Returns the move that opens and flags these cells; None if it would change nothing."""
    return NextMove(safe, mined, deduction) if safe or mined & ~flags else None


def choose_guess(
    solver: str, analysis: Analysis, near: int | None = None, budget: Budget | None = None
) -> Generator[None, None, GuessMove]:
    """Chooses the cell that a solver opens when it is stuck. With a budget, ``deep`` chooses instead.

    A solver by rules may be stuck although a cell is safe. Then it opens that cell.
    """
    guess = _find(solver).guess(analysis, near)
    return (yield from (guess if budget is None else deep_guess(analysis, budget)))


def _best(analysis: Analysis, near: int | None) -> Generator[None, None, GuessMove]:
    return (yield from best_guess(analysis))


def _deep(analysis: Analysis, near: int | None) -> Generator[None, None, GuessMove]:
    return (yield from deep_guess(analysis, Budget()))


def _safest(analysis: Analysis, near: int | None) -> Generator[None, None, GuessMove]:
    """Returns a cell with the lowest odds; among equals, the nearest cell next to a number."""
    yield  # the analysis may have used up the slice
    grid = analysis.position.grid
    if analysis.safe:
        return GuessMove(next(nearest_first(grid, analysis.safe, near)), (0, 1), GuessKind.CERTAIN)
    sets = [(risk / layouts, False, to_cell_set(group)) for group, risk, layouts in analysis.group_odds()]
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        sets.append((risk / layouts, True, analysis.interior))
    best, cells = (1.0, True), 0
    for chance, inside, group in sets:
        if (chance, inside) < best:
            best, cells = (chance, inside), 0
        if (chance, inside) == best:
            cells |= group
    cell = next(nearest_first(grid, cells, near))
    return GuessMove(cell, analysis.odds(cell), GuessKind.SAFEST, None, analysis.is_exact, analysis.is_complete)


SOLVERS: dict[str, Solver] = {
    "simple": Solver(_by_single_clues, _safest, by_rules=True),
    "smart": Solver(_by_assumptions, _safest, by_rules=True),
    "exact": Solver(_by_counting, _safest),
    "best": Solver(_by_counting, _best, plays_on=True),
    "deep": Solver(_by_counting, _deep, plays_on=True),
}
"""The solvers by name, weakest first. All lists of solver names come from here."""

BY_RULES = tuple(name for name, solver in SOLVERS.items() if solver.by_rules)


class PlayerError(ValueError):
    """Reports an unknown solver, or a plug-in player that can't be used."""


class Choice(NamedTuple):
    """Holds cells to open together."""

    cells: CellSet
    certain: bool
    """Whether the cells are proved safe; otherwise this is a guess."""
    safety: float | None = None
    """The chance that a guess is safe, if the player knows it."""
    win_chance: float | None = None
    """The exact chance that this player wins from here, including this move; None if unknown."""


Player: TypeAlias = Callable[[Position], Choice | None]
"""Plays one game: takes each position in turn and returns its choice, or None to give up. May keep state."""


def make_player(solver: str, budget: Budget | None = None) -> Player:
    """Makes a player that opens what its solver proves. When stuck, it guesses or gives up."""
    memory, guesses = MoveMemory(effort=QUICK), SOLVERS[solver].plays_on  # quick: a bench makes thousands of moves

    def choose(position: Position) -> Choice | None:
        move = run_to_end(next_move(solver, position, None, None, assumptions.DEPTH, memory, "look", guesses, budget))
        if move is None or move.guess is None:
            return None if move is None else Choice(move.safe, True)
        (mined, layouts), wins = move.guess.odds, move.guess.wins
        safety = 1 - mined / layouts if move.guess.is_exact else None
        return Choice(move.safe, False, safety, wins[0] / wins[1] if wins is not None else None)

    return choose


PLAYERS: dict[str, Callable[[], Player]] = {solver: partial(make_player, solver) for solver in SOLVERS}
"""The players by the name of their solver. Each call makes a player for one game."""
