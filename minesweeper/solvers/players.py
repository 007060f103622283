"""Finds the next move of a named solver, for keys, bot, text mode and bench; also makes players for whole games.

Takes a position and returns the cells to open, with the deduction or the odds behind them. Never sees the mines. A
player may be a plug-in (``module:function``), which may fail in any way and answer anything. So its answers are
checked, and every error is reported in one sentence.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeGuard

from minesweeper.core.cells import CellSet, Grid, first_cell, nearest_first, to_cell_set
from minesweeper.core.late import LateModule
from minesweeper.core.position import GivenPlace, Position, to_cell
from minesweeper.core.signals import Stopped
from minesweeper.core.text import LONGEST_NAME, clean, did_you_mean, quote
from minesweeper.solvers import assumptions, simple
from minesweeper.solvers.count_linear import QUICK, THOROUGH, Effort
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.exact import Analysis, ExactSolver
from minesweeper.solvers.guess import GuessKind, RecommendedMove, best_guess, fair_guess
from minesweeper.solvers.mine_total import Odds
from minesweeper.solvers.rollouts import Budget, deep_guess
from minesweeper.solvers.tips import NoProof, tip

if TYPE_CHECKING:
    import traceback
else:
    traceback = LateModule("traceback")  # most plug-ins work


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
    guess: RecommendedMove | None = None

    @property
    def odds(self) -> Odds:
        """The odds that a cell to open is a mine: those of the guess. A proved cell is never a mine."""
        return (0, 1) if self.guess is None else self.guess.odds


class MoveMemory:
    """Remembers findings from earlier moves of the same game to save time.

    A position that does not follow from the last one, for example after an undo, needs a new memory.
    """

    __slots__ = ("analysis", "exact_solver", "is_complete", "mined", "tried")

    def __init__(self, analysis: Analysis | None = None, effort: Effort = THOROUGH) -> None:
        self.analysis = analysis
        """The last analysed position. If it is the position of the move, everything is known."""
        self.exact_solver = ExactSolver(analysis, effort)
        self.mined: CellSet = 0
        """The mines that rules have proved."""
        self.tried: assumptions.Tried = set()
        self.is_complete = True
        """Whether the last search by counting was complete, so that nothing else can be proved."""

    def analyse(self, position: Position) -> Generator[None, None, Analysis]:
        """Analyses a position, or returns the remembered analysis."""
        if self.analysis is None or not self.analysis.is_last_word_on(position):
            self.analysis = yield from self.exact_solver.analyse(position)
        return self.analysis


Slices: TypeAlias = Generator[None, None, NextMove | None]
"""Searches a move in slices of a few milliseconds; returns None if nothing more is proved."""


class MoveRequest(NamedTuple):
    """A request for the next move of a solver: the position, and what counts as a move there."""

    position: Position
    flags: CellSet | None = None
    """The flags on the board. They are never used as evidence. They only tell the solver to skip moves that would flag
    the same mines again. With None, it skips every move that only flags mines."""
    depth: int = assumptions.DEPTH
    """How many assumptions of the smart solver may hold at once."""
    scope: MoveScope = "one"
    proved_mines: CellSet = 0
    """Mines that were proved in earlier moves. A single move by counting is a tip, which may build on them."""
    guesses: bool = False
    """Whether the solver guesses when it is stuck."""
    is_fair: bool = False
    """Whether the board is fair. Where nothing can be proved, a stuck solver then opens the nearest cell that isn't a
    provable mine, because that guess survives."""
    budget: Budget | None = None
    """The time to think about a guess. With a budget, ``deep`` makes the guess, whichever solver was asked."""

    @property
    def old_mines(self) -> CellSet:
        """The mines that a move needn't flag: those that have a flag, and those given with the position."""
        return self.position.grid.all_cells if self.flags is None else self.flags | self.position.given


class Solver(NamedTuple):
    """Describes a solver: how it proves cells, and what it opens when it is stuck."""

    prove: Callable[[MoveRequest, int | None, MoveMemory], Slices]
    guess: Callable[[Analysis, int | None], Generator[None, None, RecommendedMove]]
    by_rules: bool = False
    """Whether the solver never counts layouts, so that it may be stuck although something can be proved."""
    plays_on: bool = False
    """Whether the solver guesses in its own games; otherwise it gives up when stuck."""


def next_move(solver: str, request: MoveRequest, near: int | None = None, memory: MoveMemory | None = None) -> Slices:
    """Finds the next move of a solver, in slices of a few milliseconds.

    Of equally easy moves, it takes the one nearest to the cell ``near``. Returns None if the solver is stuck and the
    request allows no guess, except on a fair board where nothing can be proved.
    """
    if memory is None:
        memory = MoveMemory()
    if solver not in SOLVERS:
        raise PlayerError(f"{quote(solver, 60)} isn't a solver. Use {', '.join(SOLVERS)}")
    rules, budget = SOLVERS[solver], request.budget
    move = yield from rules.prove(request, near, memory)
    if move is not None or not (request.guesses or request.is_fair):
        return move
    analysis = yield from memory.analyse(request.position)
    # A solver by rules may be stuck although a cell is safe. Then it opens that cell.
    choice = (yield from fair_guess(analysis, near)) if request.is_fair else None
    if choice is None and not request.guesses:
        return None
    if choice is None:
        choice = yield from (deep_guess(analysis, budget) if budget is not None else rules.guess(analysis, near))
    mined = memory.mined if rules.by_rules else analysis.mined  # by rules: flags only what it can prove
    return NextMove(1 << choice.cell, mined, guess=choice)


def _by_single_clues(request: MoveRequest, near: int | None, memory: MoveMemory) -> Slices:
    position = request.position
    if request.scope == "one":
        return (yield from _first_new_move(simple.deductions(position, near=near), request.old_mines))
    safe, memory.mined = yield from simple.sweep(position, memory.mined)
    return _move_if_new(safe, memory.mined, request.old_mines)


def _by_assumptions(request: MoveRequest, near: int | None, memory: MoveMemory) -> Slices:
    position, depth, old_mines = request.position, request.depth, request.old_mines
    if request.scope == "one":
        deductions = assumptions.deductions(position, depth, near=near, tried=memory.tried)
        return (yield from _first_new_move(deductions, old_mines))
    move = yield from _by_single_clues(request, near, memory)
    if move is not None:
        return move
    safe = 0
    for deduction in assumptions.deductions(position, depth, memory.mined, near=near, tried=memory.tried):
        if deduction is None:
            yield
            continue
        safe |= deduction.safe
        memory.mined |= deduction.mined
        if request.scope == "look" and (move := _move_if_new(deduction.safe, deduction.mined, old_mines, deduction)):
            return move
    return _move_if_new(safe, memory.mined, old_mines)


def _by_counting(request: MoveRequest, near: int | None, memory: MoveMemory) -> Slices:
    position, old_mines = request.position, request.old_mines
    if request.scope == "one":
        search = yield from tip(position, old_mines, near, proved_mines=request.proved_mines, prefers_safe=False)
        if isinstance(search, NoProof):
            memory.is_complete = search.is_complete
            return None
        return NextMove(search.safe, search.mined, search)
    analysis = memory.analysis
    if analysis is not None and analysis.is_last_word_on(position):
        memory.is_complete = analysis.is_complete
        return _move_if_new(analysis.safe, analysis.mined, old_mines)
    if request.scope == "all":
        move = _move_if_new(*(yield from simple.sweep(position)), old_mines)
        if move is not None:
            return move
    safe, mined = yield from memory.exact_solver.certain(position)
    memory.is_complete = memory.exact_solver.is_complete
    return _move_if_new(safe, mined, old_mines)


def _first_new_move(deductions: Iterator[Deduction | None], old_mines: CellSet) -> Slices:
    """Returns the first deduction that changes anything, as a move."""
    for deduction in deductions:
        if deduction is not None and (move := _move_if_new(deduction.safe, deduction.mined, old_mines, deduction)):
            return move
        yield
    return None


def _move_if_new(
    safe: CellSet, mined: CellSet, old_mines: CellSet, deduction: Deduction | None = None
) -> NextMove | None:
    """Returns the move that opens and flags these cells; None if it would change nothing."""
    return NextMove(safe, mined, deduction) if safe or mined & ~old_mines else None


def _safest(analysis: Analysis, near: int | None) -> Generator[None, None, RecommendedMove]:
    """Returns a cell with the lowest odds; among equals, the nearest cell next to a number."""
    yield  # the analysis may have used up the slice
    grid = analysis.position.grid
    if analysis.safe:
        return RecommendedMove(next(nearest_first(grid, analysis.safe, near)), (0, 1), GuessKind.CERTAIN)
    sets = [(risk / layouts, False, to_cell_set(group)) for group, risk, layouts in analysis.group_odds()]
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        sets.append((risk / layouts, True, analysis.interior))
    lowest = min((chance, inside) for chance, inside, _ in sets)
    cells = sum(group for chance, inside, group in sets if (chance, inside) == lowest)
    cell = next(nearest_first(grid, cells, near))
    odds, is_exact, is_complete = analysis.odds(cell), analysis.is_exact, analysis.is_complete
    return RecommendedMove(cell, odds, GuessKind.SAFEST, is_exact=is_exact, is_complete=is_complete)


SOLVERS: dict[str, Solver] = {
    "simple": Solver(_by_single_clues, _safest, by_rules=True),
    "smart": Solver(_by_assumptions, _safest, by_rules=True),
    "exact": Solver(_by_counting, _safest),
    "best": Solver(_by_counting, lambda analysis, _: best_guess(analysis), plays_on=True),
    "deep": Solver(_by_counting, lambda analysis, _: deep_guess(analysis, Budget()), plays_on=True),
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


def make_fair_player(solver: str) -> Player:
    """Makes a player for fair boards. When its solver is stuck, it opens the first cell not proved to be a mine."""
    memory, is_by_rules = MoveMemory(effort=QUICK), SOLVERS[solver].by_rules

    def choose(position: Position) -> Choice | None:
        move = run_to_end(next_move(solver, MoveRequest(position, scope="look"), memory=memory))
        if move is not None and move.safe:
            return Choice(move.safe, certain=True)
        mined = memory.mined if is_by_rules else run_to_end(memory.analyse(position)).mined
        unproved = position.hidden & ~mined
        return Choice(1 << first_cell(unproved), certain=False) if unproved else None

    return choose


def make_player(solver: str, budget: Budget | None = None) -> Player:
    """Makes a player that opens what its solver proves. When stuck, it guesses or gives up."""
    memory, guesses = MoveMemory(effort=QUICK), SOLVERS[solver].plays_on  # quick: a bench makes thousands of moves

    def choose(position: Position) -> Choice | None:
        request = MoveRequest(position, scope="look", guesses=guesses, budget=budget)
        move = run_to_end(next_move(solver, request, memory=memory))
        if move is None or move.guess is None:
            return None if move is None else Choice(move.safe, certain=True)
        (mined, layouts), wins = move.guess.odds, move.guess.wins
        safety = 1 - mined / layouts if move.guess.is_exact else None
        win_chance = wins[0] / wins[1] if wins is not None else None
        return Choice(move.safe, certain=False, safety=safety, win_chance=win_chance)

    return choose


PLAYERS: dict[str, Callable[[], Player]] = {solver: partial(make_player, solver) for solver in SOLVERS}
"""The players by the name of their solver. Each call makes a player for one game."""


PlayerAnswer: TypeAlias = (
    GivenPlace | Iterable[GivenPlace] | tuple[GivenPlace | Iterable[GivenPlace] | CellSet, bool] | None
)
"""The answer of a player: a place to open or several, optionally with whether they are certain; None to give up.

With the flag ``certain``, the cells may also be the bits of an int. Lists work instead of tuples (for programs that use
JSON), and numpy's numbers and booleans instead of Python's.
"""

NEEDED = (
    "Return (row, col), a list of them, or None to give up. To say whether they are safe, return (cells, certain),"
    " where the cells may also be the bits of an int"
)

PLUG_IN = "module:function"


class AnswerError(ValueError):
    """Reports an answer that isn't a move."""


def read_answer(position: Position, answer: object) -> tuple[CellSet, bool | None] | None:
    """Returns the cells of an answer, and whether it calls them certain (None if it does not say); None to give up."""
    if answer is None:
        return None
    cells: Any = answer
    certain = None
    if _says_certain(answer):
        cells, certain = answer[0], bool(answer[1])  # ignores further items, such as the player's odds
    if certain is not None and _is_number(cells):
        cell_set = index(cells)
        if not 0 <= cell_set <= position.grid.all_cells:
            raise AnswerError(f"returned {quote(str(answer), 60)}. {NEEDED}")
    else:
        cell_set = to_cell_set(_cells(position.grid, cells, answer))
    if not cell_set & position.hidden:
        raise AnswerError(f"returned {quote(str(answer), 60)}, which opens nothing. To give up, return None")
    return cell_set, certain


def _says_certain(answer: object) -> TypeGuard[Sequence[Any]]:
    """Whether an answer says if its cells are certain."""
    if not isinstance(answer, (tuple, list)) or len(answer) < 2 or not _is_bool(answer[1]):
        return False
    return isinstance(answer, tuple) or not _is_number(answer[0])  # two numbers in a list are a place


def _cells(grid: Grid, given: object, answer: object) -> list[int]:
    """Returns the cells of one place or several."""
    places = list(given) if isinstance(given, Iterable) else [given]
    is_one = len(places) == 2 and all(map(_is_number, places))
    try:
        return [to_cell(grid, place) for place in ([places] if is_one else places)]
    except TypeError:
        raise AnswerError(f"returned {quote(str(answer), 60)}. {NEEDED}") from None
    except ValueError as error:
        raise AnswerError(f"returned {quote(str(answer), 60)}: {error}") from None


def _is_bool(value: object) -> bool:
    """Whether a value is a boolean; recognises numpy's without loading numpy."""
    if isinstance(value, bool):
        return True
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    return kind == "b" and getattr(value, "shape", None) == ()


def _is_number(value: object) -> bool:
    """Whether a value is an integer of any type. A numpy array has ``__index__`` but refuses it."""
    try:
        index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def find_player(name: str, budget: Budget | None = None, *, is_fair: bool = False) -> Callable[[], Player]:
    """Returns a function that makes players of that name: one of PLAYERS, or ``module:function``.

    A plug-in function is called with each position. A class is instantiated once per game, and its instance is called.
    Only ``deep`` takes a budget. ``is_fair`` asks for players of fair boards, where ours guess without weighing odds.
    """
    if is_fair and name in SOLVERS:
        return partial(make_fair_player, name)
    if budget is not None:
        if name != "deep":
            raise PlayerError(f"only the solver 'deep' takes a budget, not {quote(name, 60)}")
        return partial(make_player, name, budget)
    if name in PLAYERS:
        return PLAYERS[name]
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        meant = did_you_mean(name, PLAYERS)
        raise PlayerError(f"{quote(name, 60)} isn't a solver. Use {', '.join(PLAYERS)} or {PLUG_IN}{meant}")
    if "" not in sys.path:
        sys.path.insert(0, "")  # the current folder comes first, as with python -m
    player = _ask(
        f"{quote(name, 60)} can't be loaded", lambda: getattr(importlib.import_module(module_name), attribute)
    )
    if not callable(player):
        raise PlayerError(f"{quote(name, 60)} isn't a function")
    return lambda: _checked(name, _ask(f"{quote(name, 60)} failed", player) if isinstance(player, type) else player)


def _ask(fault: str, function: Callable[..., Any], *given: object) -> Any:
    """Calls a plug-in, which may fail in any way, and reports its errors as PlayerError."""
    try:
        return function(*given)
    except (AnswerError, KeyboardInterrupt, Stopped):
        raise
    except BaseException as error:
        raise PlayerError(f"{fault}: {_fault(error)}") from None


def _fault(error: BaseException) -> str:
    """Describes an error of a plug-in, with the line where it happened."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    is_told = isinstance(error, (ImportError, SyntaxError)) or last.filename == __file__
    place = "" if is_told else f" ({os.path.basename(last.filename)}, line {last.lineno})"
    return clean(f"{type(error).__name__}: {error}", 200) + clean(place, LONGEST_NAME)


def _checked(name: str, player: Callable[[Position], object]) -> Player:
    """Makes a player that checks a plug-in's answers and, if they don't say, finds out whether they are certain."""
    exact_solver = ExactSolver()

    def ask(position: Position) -> tuple[CellSet, bool | None] | None:
        return read_answer(position, player(position))  # reads here: the answer may be a generator that fails

    def choose(position: Position) -> Choice | None:
        try:
            answer = _ask(f"{quote(name, 60)} failed", ask, position)
        except AnswerError as error:
            raise PlayerError(f"{quote(name, 60)} {error}") from None
        if answer is None:
            return None
        cells, certain = answer
        if certain is None:
            certain = not cells & position.hidden & ~run_to_end(exact_solver.all_certain(position))[0]
        return Choice(cells, certain)

    return choose
