"""Defines the moves of a game in order, of which replays are made."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from minesweeper.core.cells import CellSet
    from minesweeper.solvers.deduction import Deduction


Why: TypeAlias = "Deduction | tuple[int, int] | None"
"""The reason for an assistant's move: the deduction that proves it, or the odds of a mine for a guess."""


class MoveKind(Enum):
    """The kinds of moves. The values are stored in replays, so they never change."""

    OPEN = "open"
    FLAG = "flag"
    MARK = "mark"
    """The flag key with question marks on: none, flag, question mark, none."""
    CHORD = "chord"
    COMPLETE = "complete"
    ASSIST = "assist"
    """Cells opened and flagged by an assistant."""
    UNDO = "undo"
    GIVE_UP = "give up"


class Move(NamedTuple):
    """One move: its time, kind and cell. The reason doesn't count when moves are compared."""

    ms: int
    """Milliseconds on the game's clock."""
    kind: MoveKind
    cell: int = -1
    """The cell it was made on, or -1."""
    safe: CellSet = 0
    mined: CellSet = 0
    """The cells that an assistant opened and flagged."""
    helper: str = ""
    """The name of the assistant."""
    why: Why = None
    """The reason for an assistant's move, if known. Files leave it out, because it can be found again."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])


class Trail:
    """A list of moves that grows at its end and shares its past, so that every session can keep its own.

    Neither this nor Past is a tuple: comparing or hashing tuples nested as deeply as a game is long overflows the
    stack.
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
        while mine is not its:  # from the first shared move on, both are equal
            if mine is None or its is None or mine.move != its.move:
                return False
            mine, its = mine.earlier, its.earlier
        return True

    __hash__ = None  # type: ignore[assignment]


def has_assist(trail: Trail | None) -> bool:
    """Says whether an assistant made one of the moves."""
    while trail is not None and trail.move.kind is not MoveKind.ASSIST:
        trail = trail.earlier
    return trail is not None


def moves_of(trail: Trail | None) -> list[Move]:
    """Returns the moves from the first to the last."""
    moves = []
    while trail is not None:
        moves.append(trail.move)
        trail = trail.earlier
    return moves[::-1]
