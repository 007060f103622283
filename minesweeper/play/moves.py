"""The moves of a game in the order they were made: what a replay is made of."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from minesweeper.core.cells import CellSet
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


class Move(NamedTuple):
    """One move: when, what, and where. What it rests on is no part of what it is: two moves may be equal without."""

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
    why: Why = None
    """What its move rests on, if that is known; it is not kept in files, because it can be found again."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])


class Trail:
    """A list of moves that grows at its end and shares its past, so that every session can keep its own.

    Not a tuple, and neither is Past: to compare or hash tuples nested as deeply as a game is long overruns the stack.
    """

    __slots__ = ("earlier", "move")

    def __init__(self, move: Move, earlier: Trail | None) -> None:
        self.move = move
        self.earlier = earlier

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trail):
            return NotImplemented
        mine: Trail | None = self
        its: Trail | None = other
        while mine is not its:  # from where both are the same one, their past is
            if mine is None or its is None or mine.move != its.move:
                return False
            mine, its = mine.earlier, its.earlier
        return True

    __hash__ = None  # type: ignore[assignment]


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
