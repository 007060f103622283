"""How each solver plays a game without a person: a position in, the next cells to open out. It never sees the mines."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from minesweeper.cells import CellSet
from minesweeper.position import Position
from minesweeper.solvers import simple, smart


class Choice(NamedTuple):
    """Cells to open together."""

    cells: CellSet
    certain: bool
    """Whether they are proved to be safe; one that is not is a guess."""


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


PLAYERS: dict[str, Callable[[], Player]] = {"simple": simple_player, "smart": smart_player}
"""The players by the name of their solver; each call makes one for one game."""
