"""The assist levels, which say what Minesweeper does by itself: nothing, what-if marks, or all provable moves.

The level decides what the flag key does (`press_flag`) and whether moves follow automatically (`follow_up`), in the
full screen and in text mode alike. Like every assistant, it only uses what the player can see.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.cells import CellSet, contains
from minesweeper.core.late import LateModule
from minesweeper.play.game import Game
from minesweeper.play.session import MoveKind, Session

if TYPE_CHECKING:
    from minesweeper.solvers import deduction, players
else:
    deduction = LateModule("minesweeper.solvers.deduction")  # most games are played without it
    players = LateModule("minesweeper.solvers.players")


LEVEL_OFF, LEVEL_WHAT_IF, LEVEL_AUTO = "single", "dual", "intelligent"
ASSIST_LEVELS = (LEVEL_OFF, LEVEL_WHAT_IF, LEVEL_AUTO)
"""The stored values of the setting ``assist``, in the order in which the assist level key (F2) goes through them."""
LEVEL_NAMES = {LEVEL_OFF: "off", LEVEL_WHAT_IF: "what-if", LEVEL_AUTO: "auto"}
"""The name of each level on the screen and on the command line. The stored values are older than these names."""
MEANINGS = {
    LEVEL_OFF: "Assist level off: the flag key sets flags, and nothing is done for you.",
    LEVEL_WHAT_IF: "Assist level what-if: the flag key also tries a mine and shows what would follow.",
    LEVEL_AUTO: "Assist level auto: after each move, Minesweeper makes every provable move. The game is assisted.",
}


PROVED_FLAG_STAYS = "The flag stays: Minesweeper proved this mine."
"""What the flag key says at the assist level auto, where the mines that Minesweeper proves keep their flags."""


def stored_level(name: str) -> str:
    """The stored value of the level with this name. The name must exist."""
    return next(level for level, known in LEVEL_NAMES.items() if known == name)


def read_level(word: str) -> str | None:
    """The stored value of an assist level, named by its word on the screen or by its stored value.

    Returns None if no level has this name.
    """
    levels = {**{name: level for level, name in LEVEL_NAMES.items()}, **{level: level for level in ASSIST_LEVELS}}
    return levels.get(word.lower())


def next_assist_level(level: str) -> str:
    """The assist level that the assist level key (F2) switches to: off, what-if, auto, then off again."""
    return ASSIST_LEVELS[(ASSIST_LEVELS.index(level) + 1) % len(ASSIST_LEVELS)]


def continues_automatically(level: str, before: Game, session: Session) -> bool:
    """Whether `follow_up` should make moves after the player's move, which changed the game ``before`` to ``session``.

    It should at the level auto, if the move opened cells and the game still runs.
    """
    return level == LEVEL_AUTO and session.is_running and session.game.opened != before.opened


def follow_up(session: Session) -> Session:
    """Makes all provable moves: flags proved mines and opens proved safe cells until nothing more can be proved."""
    memory = players.MoveMemory()
    while session.is_running:
        game = session.game
        request = players.MoveRequest(game.position, game.flags, scope="look")
        move = deduction.run_to_end(players.next_move("exact", request, memory=memory))
        if move is None:
            break
        session = session.with_proved_mines(move.mined).apply_assist(move.safe, move.mined, LEVEL_AUTO)
    return session


class FlagKey(Enum):
    """What the flag key does on a hidden cell."""

    MARK = "sets, changes or removes the mark"
    TURN = "turns the flag into a what-if mine"
    PROPOSE = "tries the cell as a mine"
    WITHDRAW = "takes the what-if mine back"
    STAY = "keeps the flag, which is the assistant's"


def flag_key(level: str, session: Session, cell: int, what_if_mines: CellSet) -> FlagKey:
    """What the flag key does on a hidden cell at an assist level.

    At the level auto, only the assistant sets flags, so the key tries a mine instead.
    """
    is_flagged = contains(session.game.flags, cell)
    if level == LEVEL_AUTO and is_flagged:
        assists = (move for move in session.moves if move.kind is MoveKind.ASSIST)
        return FlagKey.STAY if any(contains(move.mined, cell) for move in assists) else FlagKey.MARK
    if level != LEVEL_OFF and contains(what_if_mines, cell):
        return FlagKey.WITHDRAW
    if level == LEVEL_AUTO:
        return FlagKey.PROPOSE
    return FlagKey.TURN if level == LEVEL_WHAT_IF and is_flagged else FlagKey.MARK


class FlagPress(NamedTuple):
    """What a press of the flag key did, and the session and the what-if mines after it."""

    does: FlagKey
    session: Session
    what_if_mines: CellSet


def press_flag(level: str, session: Session, cell: int, what_if_mines: CellSet, question_marks: bool) -> FlagPress:
    """Presses the flag key on a hidden cell of a running game. The full screen and text mode both use this.

    Question marks only exist at the level off, even if the setting is on. A what-if mine makes the game assisted.
    """
    does = flag_key(level, session, cell, what_if_mines)
    if does in (FlagKey.MARK, FlagKey.TURN):
        session = session.mark(cell, question_marks and level == LEVEL_OFF)
    if does in (FlagKey.TURN, FlagKey.PROPOSE, FlagKey.WITHDRAW):
        session, what_if_mines = session.with_assistant("what-if"), what_if_mines ^ (1 << cell)
    return FlagPress(does, session, what_if_mines & ~session.game.flags)
