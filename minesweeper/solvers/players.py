"""How each solver plays a game without a person: a position in, the next cells to open out. It never sees the mines."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet
from minesweeper.core.position import Position
from minesweeper.core.text import quote
from minesweeper.solvers import simple, smart
from minesweeper.solvers.deduction import finish
from minesweeper.solvers.deep import Budget, deep_guess_in_slices
from minesweeper.solvers.exact import Analysis, Reasoner
from minesweeper.solvers.guess import Move, best_guess

PLUG_IN = "module:function"


class PlayerError(ValueError):
    """A player of one's own that can't be used."""


class Choice(NamedTuple):
    """Cells to open together."""

    cells: CellSet
    certain: bool
    """Whether they are proved to be safe; one that is not is a guess."""
    safety: float | None = None
    """The chance that a guess is safe, if the player knows it."""
    win_chance: float | None = None
    """The chance that this player wins from here on, this move included, if it knows it exactly."""


Player: TypeAlias = Callable[[Position], Choice | None]
"""Plays one game: called with each position in turn, it returns None to give up. It may remember what it has proved."""


def simple_player() -> Player:
    """A player that follows the two one-clue rules and gives up where they end."""
    mined = 0

    def choose(position: Position) -> Choice | None:
        nonlocal mined
        safe, mined = simple.sweep(position, 0, mined)
        return Choice(safe, True) if safe else None

    return choose


def smart_player() -> Player:
    """A player that reasons by assumptions and gives up where it would have to guess."""
    mined = 0
    tried: smart.Tried = set()

    def choose(position: Position) -> Choice | None:
        nonlocal mined
        safe, mined = simple.sweep(position, 0, mined)
        if safe:
            return Choice(safe, True)
        for deduction in smart.deductions(position, known_mined=mined, tried=tried):
            if deduction is not None:
                mined |= deduction.mined
                if deduction.safe:
                    return Choice(deduction.safe, True)
        return None

    return choose


def exact_player() -> Player:
    """A player that opens every cell that can be proved safe and gives up where it would have to guess."""
    reasoner = Reasoner()

    def choose(position: Position) -> Choice | None:
        safe, _ = reasoner.certain(position)
        return Choice(safe, True) if safe else None

    return choose


def best_player() -> Player:
    """A player that opens what can be proved safe, and makes the strongest guess where nothing can."""
    return _guessing_player(best_guess)


def deep_player(budget: Budget | None = None) -> Player:
    """The same, but it thinks about a guess for a while; by default for a second."""
    return _guessing_player(lambda analysis: finish(deep_guess_in_slices(analysis, budget or Budget())))


def _guessing_player(guess: Callable[[Analysis], Move]) -> Player:
    reasoner = Reasoner()

    def choose(position: Position) -> Choice | None:
        safe, _ = reasoner.certain(position)
        if safe:
            return Choice(safe, True)
        move = guess(reasoner.analyse(position))
        mined, layouts = move.odds
        win_chance = move.wins[0] / move.wins[1] if move.wins is not None else None
        return Choice(1 << move.cell, False, 1 - mined / layouts, win_chance)

    return choose


PLAYERS: dict[str, Callable[[], Player]] = {
    "simple": simple_player,
    "smart": smart_player,
    "exact": exact_player,
    "best": best_player,
    "deep": deep_player,
}
"""The players by the name of their solver; each call makes one for one game. What they do depends on the position."""


def find_player(name: str, budget: Budget | None = None) -> Callable[[], Player]:
    """The maker of players with that name: one of PLAYERS, or ``module:function``; the budget is for ``deep``.

    A function is asked with each position; a class is called once for each game, and what it makes is asked. The answer
    is None to give up, or the set of cells to open and whether they are certain.
    """
    if budget is not None:
        if name != "deep":
            raise PlayerError(f"a budget is for deep: {quote(name, 60)} thinks as long as it needs")
        return partial(deep_player, budget)
    if name in PLAYERS:
        return PLAYERS[name]
    module_name, colon, attribute = name.partition(":")
    if not colon or not module_name or not attribute:
        raise PlayerError(f"{quote(name, 60)} is no solver: {', '.join(PLAYERS)} or {PLUG_IN}")
    if "" not in sys.path:
        sys.path.insert(0, "")  # a file beside the user comes first, as with python -m
    try:
        found = getattr(importlib.import_module(module_name), attribute)
    except (ImportError, AttributeError) as error:
        raise PlayerError(f"{quote(name, 60)} can't be loaded: {error}") from None
    if not callable(found):
        raise PlayerError(f"{quote(name, 60)} is no function")
    return lambda: _checked(name, found() if isinstance(found, type) else found)


def _checked(name: str, player: Callable[[Position], object]) -> Player:
    """A player of one's own whose answers are checked."""

    def choose(position: Position) -> Choice | None:
        answer = player(position)
        if answer is None:
            return None
        if isinstance(answer, tuple) and len(answer) >= 2:
            cells, certain = answer[:2]  # what it says of its chances is not taken on trust
            if isinstance(cells, int) and isinstance(certain, bool) and 0 <= cells <= position.grid.all_cells:
                return Choice(cells, certain)
        needed = "None, or (cells, certain) with the cells as the bits of an int is needed"
        raise PlayerError(f"{quote(name, 60)} answered {quote(str(answer), 60)}: {needed}")

    return choose
