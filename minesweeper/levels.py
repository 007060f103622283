"""The assistant levels: what the program does for the player after each move. It sees only what the player sees."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, TypeAlias

from minesweeper.cells import CellSet, contains
from minesweeper.game import Game
from minesweeper.position import Position
from minesweeper.session import Session
from minesweeper.trail import MoveKind, moves_of

if TYPE_CHECKING:
    from minesweeper.solvers.exact import Reasoner

Decided: TypeAlias = tuple[CellSet, CellSet]
"""Cells that are certainly safe, and cells that are certainly mines."""

SINGLE, DUAL, INTELLIGENT = "single", "dual", "intelligent"
LEVELS = (SINGLE, DUAL, INTELLIGENT)
MEANINGS = {
    SINGLE: "Level Single: the flag key sets flags, and nothing is done for you.",
    DUAL: "Level Dual: the flag key goes on to a proposal.",
    INTELLIGENT: "Level Intelligent: what is certain is done for you after each move.",
}


def next_level(level: str) -> str:
    """The level after one, and the first after the last."""
    return LEVELS[(LEVELS.index(level) + 1) % len(LEVELS)]


def follows(level: str, before: Game, session: Session) -> bool:
    """Whether the program goes on by itself after a move that led from a game to a session."""
    return level == INTELLIGENT and session.is_running and session.game.opened != before.opened


def next_step(position: Position, flags: CellSet, reasoner: Reasoner) -> Generator[None, None, Decided | None]:
    """The cells that are certainly safe or mined, in slices; None if there is nothing left to do about them."""
    safe, mined = yield from reasoner.certain_in_slices(position)
    return (safe, mined) if safe or mined & ~flags else None


def follow_up(session: Session) -> Session:
    """The session with all certain mines flagged and all certainly safe cells opened, until nothing is certain."""
    from minesweeper.solvers.exact import Reasoner  # loaded late: most games are played without
    from minesweeper.solvers.slices import finish

    reasoner = Reasoner()
    while session.is_running:
        step = finish(next_step(session.game.position, session.game.flags, reasoner))
        if step is None:
            break
        session = session.apply(*step, INTELLIGENT)
    return session


def is_players_flag(session: Session, cell: int) -> bool:
    """Whether a flag was not set by an assistant: only such a flag can be taken away at the level Intelligent."""
    return not any(move.kind is MoveKind.ASSIST and contains(move.mined, cell) for move in moves_of(session.trail))
