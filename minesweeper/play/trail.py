"""The moves of a game in the order they were made: what a replay is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from minesweeper.core.cells import CellSet

if TYPE_CHECKING:
    from minesweeper.solvers.deduction import Deduction


Why: TypeAlias = "Deduction | tuple[int, int] | None"
"""What an assistant's move rests on: the deduction that proves it, or the odds of a mine for a guess."""


class MoveKind(Enum):
    """What a move did; the values are kept in replays, so they never change."""

    OPEN = "open"
    FLAG = "flag"
    MARK = "mark"
    """The flag key with question marks on: none, flag, question mark, none."""
    CHORD = "chord"
    COMPLETE = "complete"
    ASSIST = "assist"
    """An assistant opened and flagged cells."""
    UNDO = "undo"
    GIVE_UP = "give up"


@dataclass(frozen=True, slots=True)
class Move:
    """One move: when, what, and where."""

    ms: int
    """Milliseconds on the game's clock."""
    kind: MoveKind
    cell: int = -1
    """The cell it was made on, if it was made on one."""
    safe: CellSet = 0
    mined: CellSet = 0
    """What an assistant opened and flagged."""
    helper: str = ""
    """Which assistant it was."""
    why: Why = field(default=None, compare=False, repr=False)
    """What its move rests on, if that is known; it is not kept in files, because it can be found again."""


# Not a NamedTuple, and neither is Past: to hash tuples nested as deeply as a game is long overruns the stack.
@dataclass(frozen=True, slots=True)
class Trail:
    """A list of moves that grows at its end and shares its past, so that every session can keep its own."""

    move: Move
    earlier: Trail | None


def has_assist(trail: Trail | None) -> bool:
    """Whether one of the moves was an assistant's."""
    while trail is not None and trail.move.kind is not MoveKind.ASSIST:
        trail = trail.earlier
    return trail is not None


def moves_of(trail: Trail | None) -> list[Move]:
    """The moves from the first to the last."""
    moves = []
    while trail is not None:
        moves.append(trail.move)
        trail = trail.earlier
    return moves[::-1]
