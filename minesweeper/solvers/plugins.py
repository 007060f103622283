"""Players by name, those of one's own among them: how they are found, and what they may answer, in all programs alike.

What is not ours may hold any fault, and its answer may be anything: each is told in one sentence.
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
"""What a player answers: a place to open or several, if it likes with whether they are certain; None to give up.

With that word the cells may also be the bits of an int, as positions have them. Where there are places, a list will do
for each tuple, as programs that speak JSON have it, and numpy's numbers and truths for Python's.
"""

NEEDED = (
    "a (row, col), a list of them, ((row, col), certain), (list, certain), (bits of an int, certain) or None is needed"
)

PLUG_IN = "module:function"


class AnswerError(ValueError):
    """An answer that is no move."""


def read_answer(position: Position, answer: object) -> tuple[CellSet, bool | None] | None:
    """The cells of an answer, and whether they are certain if it says so; None to give up."""
    if answer is None:
        return None
    cells: Any = answer
    certain = None
    if _says_certain(answer):
        cells, certain = answer[0], bool(answer[1])  # what more there is, such as its chances, is not taken on trust
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
    """Whether an answer says of its cells if they are certain."""
    if not isinstance(answer, (tuple, list)) or len(answer) < 2 or not _is_bool(answer[1]):
        return False
    return isinstance(answer, tuple) or not _is_number(answer[0])  # two numbers in a list are a place


def _cells(grid: Grid, given: object, answer: object) -> list[int]:
    """The cells of one place or of several."""
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
    except Exception:  # somebody else's object may hold any fault
        return f"{quote(type(answer).__name__, 60)}, which can't be shown"


def _is_bool(value: object) -> bool:
    """Whether a value says yes or no; numpy, which is not loaded here, has a kind of its own for that."""
    if isinstance(value, bool):
        return True
    kind = getattr(getattr(value, "dtype", None), "kind", None)
    return kind == "b" and getattr(value, "shape", None) == ()


def _is_number(value: object) -> bool:
    """Whether a value is a whole number of whatever kind; an array of numpy has the method of one, and refuses."""
    try:
        index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def find_player(name: str, budget: Budget | None = None) -> Callable[[], Player]:
    """Returns a function that makes players with that name: one of PLAYERS, or ``module:function``.

    A function is asked with each position. A class is called once per game, and its instance is asked. Only ``deep``
    takes a budget.
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
        sys.path.insert(0, "")  # a file beside the user comes first, as with python -m
    try:
        found = getattr(importlib.import_module(module_name), attribute)
    except (KeyboardInterrupt, Stopped):
        raise
    except BaseException as error:  # it is not ours, and may hold any fault
        raise PlayerError(f"{quote(name, 60)} can't be loaded: {_fault(error)}") from None
    if not callable(found):
        raise PlayerError(f"{quote(name, 60)} is no function")
    return lambda: _checked(name, _asked(name, found) if isinstance(found, type) else found)


def _asked(name: str, function: Callable[..., Any], *given: object) -> Any:
    """What somebody else's function answers."""
    try:
        return function(*given)
    except (AnswerError, KeyboardInterrupt, Stopped):
        raise
    except BaseException as error:
        raise PlayerError(f"{quote(name, 60)} failed: {_fault(error)}") from None


def _fault(error: BaseException) -> str:
    """A fault in somebody else's module: what it is, and the line where it came up."""
    import traceback  # loaded late: most modules hold no fault

    last = traceback.extract_tb(error.__traceback__)[-1]
    is_told = isinstance(error, (ImportError, SyntaxError)) or last.filename == __file__
    place = "" if is_told else f" ({os.path.basename(last.filename)}, line {last.lineno})"
    try:
        told = f"{type(error).__name__}: {error}"
    except Exception:  # what it says may hold one too
        told = type(error).__name__
    return clean(told, 200) + clean(place, LONGEST_NAME)


def _checked(name: str, player: Callable[[Position], object]) -> Player:
    """A player whose answers are checked; where it does not say whether they are certain, counting tells."""
    exact_solver = ExactSolver()

    def ask(position: Position) -> tuple[CellSet, bool | None] | None:
        return read_answer(position, player(position))  # what is read may be a generator, which works only now

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
