"""Asks a named solver for its next move, and makes players that play whole games.

Keys, the bot, text mode and ``bench`` use ``next_move``. It gets a ``Position``, never the mines, and answers with the
cells to open and the deduction or the odds behind them. What each solver does is in ``SOLVERS``. A player is a function
that is asked for each move of a game. It plays by a solver, or it is a plug-in, a function of somebody else's program
named as ``module:function``. A plug-in may fail in any way and answer anything, so its answers are checked and its
errors are reported in one sentence.
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
    # Loaded late, because most plug-ins work.
    traceback = LateModule("traceback")


MoveScope: TypeAlias = Literal["one", "look", "all"]
"""How much a solver may do in one move.

- ``one``: one deduction with its reason. Solvers by rules take the nearest, and solvers by counting the easiest one.
- ``look``: everything that one look at the board proves. With assumptions, this is only the first new deduction.
- ``all``: everything that the solver can prove. If single clues prove anything, this is a move of its own, because it
  is found quickly.
"""


class NextMove(NamedTuple):
    """The next move of a solver."""

    safe: CellSet
    """The cells to open: all cells that were proved safe, or the one that is guessed."""
    mined: CellSet
    """The cells that were proved to be mines."""
    deduction: Deduction | None = None
    """The proof. None for a guess, and if the move opens everything that was proved without a reason for each cell."""
    guess: RecommendedMove | None = None
    """The guess, or None if the cells are proved."""

    @property
    def odds(self) -> Odds:
        """The odds that a cell to open is a mine: those of the guess, or 0 in 1 for proved cells."""
        return (0, 1) if self.guess is None else self.guess.odds


class MoveMemory:
    """What earlier moves of a game found out, to save time.

    It serves only for positions that follow from the last one. After an undo, for example, make a new memory.
    """

    __slots__ = ("analysis", "exact_solver", "is_complete", "mined", "tried")

    def __init__(self, analysis: Analysis | None = None, effort: Effort = THOROUGH) -> None:
        self.analysis = analysis
        """The last position that was analysed. If it is the position of the move, everything about it is known."""
        self.exact_solver = ExactSolver(analysis, effort)
        self.mined: CellSet = 0
        """The mines that the solvers by rules have proved."""
        self.tried: assumptions.Tried = set()
        self.is_complete = True
        """Whether the last search by counting was complete. If so, nothing but its findings can be proved."""

    def analyse(self, position: Position) -> Generator[None, None, Analysis]:
        """Analyses the position, unless the remembered analysis is of this position and can't be improved.

        Runs in slices.
        """
        if self.analysis is None or not self.analysis.is_last_word_on(position):
            self.analysis = yield from self.exact_solver.analyse(position)
        return self.analysis


Slices: TypeAlias = Generator[None, None, NextMove | None]
"""A search for a move, in slices of a few milliseconds. Its result is None if nothing more can be proved."""


class MoveRequest(NamedTuple):
    """What a solver needs to know to make its next move: the position and what counts as a move."""

    position: Position
    flags: CellSet | None = None
    """The flags on the board.

    They are never used as evidence. They only tell the solver to skip moves that would flag the same mines again. If
    None, every move that only flags mines is skipped.
    """
    depth: int = assumptions.DEPTH
    """How many assumptions the solver "smart" may make at once, one on top of the other."""
    scope: MoveScope = "one"
    proved_mines: CellSet = 0
    """Mines that were proved in earlier moves.

    If the scope is one deduction by counting, it is a tip, which may build on these mines.
    """
    guesses: bool = False
    """Whether the solver guesses when it is stuck."""
    is_fair: bool = False
    """Whether the board is fair.

    Where nothing can be proved, a stuck solver then opens the nearest cell that isn't a provable mine, because on a
    fair board this guess survives.
    """
    budget: Budget | None = None
    """The time to think about a guess. With a budget, "deep" makes the guess, whichever solver was asked."""

    @property
    def old_mines(self) -> CellSet:
        """The mines that a move needn't flag, because they have a flag or were given with the position.

        All cells if ``flags`` is None.
        """
        return self.position.grid.all_cells if self.flags is None else self.flags | self.position.given


class Solver(NamedTuple):
    """A solver of ``SOLVERS``: how it proves cells, and what it opens when it is stuck."""

    prove: Callable[[MoveRequest, int | None, MoveMemory], Slices]
    guess: Callable[[Analysis, int | None], Generator[None, None, RecommendedMove]]
    by_rules: bool = False
    """Whether the solver never counts layouts. Then it may be stuck although something can be proved."""
    plays_on: bool = False
    """Whether the solver guesses in its own games. If not, it gives up when it is stuck."""


def next_move(solver: str, request: MoveRequest, near: int | None = None, memory: MoveMemory | None = None) -> Slices:
    """Finds the next move of a solver. Runs in slices of a few milliseconds.

    Of equally easy moves, it takes the one nearest to the cell ``near``. Returns None if the solver is stuck and the
    request allows no guess. On a fair board where nothing can be proved it guesses all the same. Raises ``PlayerError``
    if no solver has this name.
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
    # A solver by rules may be stuck although a cell can be proved safe. Then its guess is that cell.
    choice = (yield from fair_guess(analysis, near)) if request.is_fair else None
    if choice is None and not request.guesses:
        return None
    if choice is None:
        choice = yield from (deep_guess(analysis, budget) if budget is not None else rules.guess(analysis, near))
    # A solver by rules flags only what it can prove itself.
    mined = memory.mined if rules.by_rules else analysis.mined
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
    """Makes a move of the first deduction that opens a cell or flags a new mine. Returns None if no deduction does."""
    for deduction in deductions:
        if deduction is not None and (move := _move_if_new(deduction.safe, deduction.mined, old_mines, deduction)):
            return move
        yield
    return None


def _move_if_new(
    safe: CellSet, mined: CellSet, old_mines: CellSet, deduction: Deduction | None = None
) -> NextMove | None:
    """Makes the move that opens and flags these cells. Returns None if it would change nothing on the board."""
    return NextMove(safe, mined, deduction) if safe or mined & ~old_mines else None


def _safest(analysis: Analysis, near: int | None) -> Generator[None, None, RecommendedMove]:
    """Chooses a cell with the lowest odds.

    Among equals, cells of the frontier come before the interior, then the nearest to ``near``. If a cell was proved
    safe, it takes the nearest of these.
    """
    # Pauses first, because the analysis may have used up the slice.
    yield
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
"""The solvers by name, the weakest first. All lists of solver names are made from this."""

BY_RULES = tuple(name for name, solver in SOLVERS.items() if solver.by_rules)


class PlayerError(ValueError):
    """Raised if a solver is unknown or a plug-in player can't be used. The message is for the user."""


class Choice(NamedTuple):
    """The cells that a player opens in one move."""

    cells: CellSet
    certain: bool
    """Whether the cells are proved safe. If not, this is a guess."""
    safety: float | None = None
    """The chance that a guess is safe, or None if the player doesn't know it."""
    win_chance: float | None = None
    """The exact chance that this player wins from here, with this move included. None if the player doesn't know it."""


Player: TypeAlias = Callable[[Position], Choice | None]
"""Plays one game.

It is called with each position and returns its choice, or None to give up. It may remember things from move to move.
"""


def make_fair_player(solver: str) -> Player:
    """Makes a player for one game on a fair board.

    It opens what its solver proves, and when it is stuck, the first cell that isn't proved to be a mine.
    """
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
    """Makes a player for one game.

    It opens what its solver proves. When it is stuck, it guesses or gives up, as ``SOLVERS`` says.
    """
    # A small effort is enough, because bench makes thousands of moves.
    memory, guesses = MoveMemory(effort=QUICK), SOLVERS[solver].plays_on

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
"""For the name of each solver, a function that makes its player for one game."""


PlayerAnswer: TypeAlias = (
    GivenPlace | Iterable[GivenPlace] | tuple[GivenPlace | Iterable[GivenPlace] | CellSet, bool] | None
)
"""What a plug-in may answer: a place to open or several, also with whether they are certain, or None to give up.

If it says whether they are certain, the cells may also be the bits of an int. Lists may take the place of tuples,
because programs that read JSON have only lists, and numbers and booleans of numpy the place of Python's.
"""

NEEDED = (
    "Return (row, col), a list of them, or None to give up. To say whether they are safe, return (cells, certain),"
    " where the cells may also be the bits of an int"
)

PLUG_IN = "module:function"


class AnswerError(ValueError):
    """Raised if a plug-in's answer isn't a move.

    The message continues a sentence that begins with the plug-in's name.
    """


def read_answer(position: Position, answer: object) -> tuple[CellSet, bool | None] | None:
    """Reads the answer of a plug-in. Returns the cells to open and whether the answer calls them certain, or None if it
    gives up.

    The second value is None if the answer doesn't say. Raises ``AnswerError`` for anything that isn't a move, such as a
    cell that is opened already.
    """
    if answer is None:
        return None
    cells: Any = answer
    certain = None
    if _says_certain(answer):
        # Ignores further items, such as the odds that some players add.
        cells, certain = answer[0], bool(answer[1])
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
    # A list of two numbers is a place, not a set of cells with whether they are certain.
    return isinstance(answer, tuple) or not _is_number(answer[0])


def _cells(grid: Grid, given: object, answer: object) -> list[int]:
    """The cells of one place or several. ``answer`` is the whole answer, which is quoted in errors."""
    places = list(given) if isinstance(given, Iterable) else [given]
    is_one = len(places) == 2 and all(map(_is_number, places))
    try:
        return [to_cell(grid, place) for place in ([places] if is_one else places)]
    except TypeError:
        raise AnswerError(f"returned {quote(str(answer), 60)}. {NEEDED}") from None
    except ValueError as error:
        raise AnswerError(f"returned {quote(str(answer), 60)}: {error}") from None


def _is_bool(value: object) -> bool:
    """Whether a value is a boolean of Python or numpy. It doesn't load numpy."""
    if isinstance(value, bool):
        return True
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    return kind == "b" and getattr(value, "shape", None) == ()


def _is_number(value: object) -> bool:
    """Whether a value is an integer of any type. An array of numpy has ``__index__`` too, but refuses it."""
    try:
        index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def find_player(name: str, budget: Budget | None = None, *, is_fair: bool = False) -> Callable[[], Player]:
    """Finds players by name: that of a solver or, as ``module:function``, a plug-in. The result is a function that
    makes a player for each game.

    A plug-in that is a function is called with each position. If it is a class, one instance is made per game and
    called instead. Only "deep" takes a budget. With ``is_fair``, our players are made for fair boards, where any guess
    is as good as another. Raises ``PlayerError`` if the name is unknown or the plug-in can't be loaded.
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
        # Puts the current folder first, as python -m does.
        sys.path.insert(0, "")
    player = _ask(
        f"{quote(name, 60)} can't be loaded", lambda: getattr(importlib.import_module(module_name), attribute)
    )
    if not callable(player):
        raise PlayerError(f"{quote(name, 60)} isn't a function")
    return lambda: _checked(name, _ask(f"{quote(name, 60)} failed", player) if isinstance(player, type) else player)


def _ask(fault: str, function: Callable[..., Any], *given: object) -> Any:
    """Calls a plug-in. Whatever error it raises becomes a ``PlayerError`` that begins with ``fault``."""
    try:
        return function(*given)
    except (AnswerError, KeyboardInterrupt, Stopped):
        raise
    except BaseException as error:
        raise PlayerError(f"{fault}: {_fault(error)}") from None


def _fault(error: BaseException) -> str:
    """Describes an error of a plug-in in one line, with the file and the line where it happened."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    is_told = isinstance(error, (ImportError, SyntaxError)) or last.filename == __file__
    place = "" if is_told else f" ({os.path.basename(last.filename)}, line {last.lineno})"
    return clean(f"{type(error).__name__}: {error}", 200) + clean(place, LONGEST_NAME)


def _checked(name: str, player: Callable[[Position], object]) -> Player:
    """Makes a player of a plug-in that checks its answers.

    If an answer doesn't say whether its cells are certain, this player finds it out.
    """
    exact_solver = ExactSolver()

    def ask(position: Position) -> tuple[CellSet, bool | None] | None:
        # Reads the answer here, because it may be a generator that fails.
        return read_answer(position, player(position))

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
