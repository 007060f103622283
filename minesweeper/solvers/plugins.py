"""Finds players by name, including plug-ins (``module:function``), and checks their answers.

A plug-in may fail in any way and answer anything, so every error is reported in one sentence.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import index
from typing import Any, TypeAlias, TypeGuard

from minesweeper.core.cells import CellSet, Grid, to_cell_set
from minesweeper.core.position import GivenPlace, Position, to_cell
from minesweeper.core.signals import Stopped
from minesweeper.core.text import LONGEST_NAME, clean, quote
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import ExactSolver
from minesweeper.solvers.players import PLAYERS, Choice, Player, PlayerError, make_player
from minesweeper.solvers.rollouts import Budget

PlayerAnswer: TypeAlias = (
    GivenPlace | Iterable[GivenPlace] | tuple[GivenPlace | Iterable[GivenPlace] | CellSet, bool] | None
)
"""The answer of a player: a place to open or several, optionally with whether they are certain; None to give up.

With the flag ``certain``, the cells may also be the bits of an int. Lists work instead of tuples (for programs that use
JSON), and numpy's numbers and booleans instead of Python's.
"""

NEEDED = (
    "a (row, col), a list of them, ((row, col), certain), (list, certain), (bits of an int, certain) or None is needed"
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
        found = index(cells)
        if not 0 <= found <= position.grid.all_cells:
            raise AnswerError(f"answered {_shown(answer)}: {NEEDED}")
    else:
        found = to_cell_set(_cells(position.grid, cells, answer))
    if not found & position.hidden:
        raise AnswerError(f"answered {_shown(answer)}, which opens nothing: None gives up")
    return found, certain


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
        raise AnswerError(f"answered {_shown(answer)}: {NEEDED}") from None
    except ValueError as error:
        raise AnswerError(f"answered {_shown(answer)}: {error}") from None


def _shown(answer: object) -> str:
    try:
        return quote(str(answer), 60)
    except Exception:  # a plug-in's object may fail in any way
        return f"{quote(type(answer).__name__, 60)}, which can't be shown"


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


def find_player(name: str, budget: Budget | None = None) -> Callable[[], Player]:
    """Returns a function that makes players of that name: one of PLAYERS, or ``module:function``.

    A plug-in function is called with each position. A class is instantiated once per game, and its instance is called.
    Only ``deep`` takes a budget.
    """
    if budget is not None:
        if name != "deep":
            raise PlayerError(f"a budget is for deep: {quote(name, 60)} thinks as long as it needs")
        return partial(make_player, name, budget)
    if name in PLAYERS:
        return PLAYERS[name]
    module_name, _, attribute = name.partition(":")
    if not module_name or not attribute:
        from minesweeper.core.suggest import did_you_mean  # loaded late: most names are known

        meant = did_you_mean(name, PLAYERS)
        raise PlayerError(f"{quote(name, 60)} is no solver: {', '.join(PLAYERS)} or {PLUG_IN}{meant}")
    if "" not in sys.path:
        sys.path.insert(0, "")  # the current folder comes first, as with python -m
    try:
        found = getattr(importlib.import_module(module_name), attribute)
    except (KeyboardInterrupt, Stopped):
        raise
    except BaseException as error:  # a plug-in may fail in any way
        raise PlayerError(f"{quote(name, 60)} can't be loaded: {_fault(error)}") from None
    if not callable(found):
        raise PlayerError(f"{quote(name, 60)} is no function")
    return lambda: _checked(name, _asked(name, found) if isinstance(found, type) else found)


def _asked(name: str, function: Callable[..., Any], *given: object) -> Any:
    """Calls a plug-in and reports its errors as PlayerError."""
    try:
        return function(*given)
    except (AnswerError, KeyboardInterrupt, Stopped):
        raise
    except BaseException as error:
        raise PlayerError(f"{quote(name, 60)} failed: {_fault(error)}") from None


def _fault(error: BaseException) -> str:
    """Describes an error of a plug-in, with the line where it happened."""
    import traceback  # loaded late: most plug-ins work

    last = traceback.extract_tb(error.__traceback__)[-1]
    is_told = isinstance(error, (ImportError, SyntaxError)) or last.filename == __file__
    place = "" if is_told else f" ({os.path.basename(last.filename)}, line {last.lineno})"
    try:
        told = f"{type(error).__name__}: {error}"
    except Exception:  # the error's text may fail too
        told = type(error).__name__
    return clean(told, 200) + clean(place, LONGEST_NAME)


def _checked(name: str, player: Callable[[Position], object]) -> Player:
    """Makes a player that checks a plug-in's answers and, if they don't say, finds out whether they are certain."""
    exact_solver = ExactSolver()

    def ask(position: Position) -> tuple[CellSet, bool | None] | None:
        return read_answer(position, player(position))  # reads here: the answer may be a generator that fails

    def choose(position: Position) -> Choice | None:
        try:
            answer = _asked(name, ask, position)
        except AnswerError as error:
            raise PlayerError(f"{quote(name, 60)} {error}") from None
        if answer is None:
            return None
        cells, certain = answer
        if certain is None:
            certain = not cells & position.hidden & ~run_to_end(exact_solver.all_certain(position))[0]
        return Choice(cells, certain)

    return choose
