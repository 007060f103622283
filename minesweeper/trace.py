"""What assistants did in a game, move by move, each deduction with its sentence. It is made from the game's moves.

A move remembers the deduction behind it; where it does not (a game that was saved, or many cells in one go), the
deductions are found again from the position before the move, which is all that an assistant saw.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from minesweeper.cells import CellSet
from minesweeper.position import Position
from minesweeper.replays import play_move, replay_of, start_session
from minesweeper.session import Session
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.deduction import Deduction
from minesweeper.solvers.evidence import Decided
from minesweeper.solvers.exact import analyse_in_slices
from minesweeper.solvers.explain import explain
from minesweeper.solvers.places import name_cells, percent, plural
from minesweeper.solvers.tips import deduction_in_slices
from minesweeper.trail import Move, MoveKind, Trail, moves_of

LARGE = 10_000
"""On a board of more cells, moves of which nothing is remembered are told by their numbers of cells."""
_WIDTH = 200
"""A trace has room for the long form of a sentence."""
_MOST_CELLS = 1_000
"""A move about more cells is told by their number."""
NAMES = {
    "tip": "Tip",
    "simple": "Simple solver",
    "smart": "Smart solver",
    "exact": "Exact solver",
    "intelligent": "Intelligent level",
    "bot": "Bot",
    "unlock": "Unlock",
}


class Told(NamedTuple):
    """One deduction or guess of an assistant, or its unlock, in words."""

    ms: int
    """When it was made, on the game's clock."""
    who: str
    text: str


def trace_in_slices(session: Session) -> Iterator[Told | None]:
    """All that assistants did in a game, in order; None at the end of each slice."""
    replay = replay_of(session)
    if replay is None:
        return
    teller, before = Teller(), start_session(replay)
    for move in replay.moves:
        yield from teller.tell(before, move)
        before = play_move(before, move, replay.dealt)
        yield None


@dataclass
class Teller:
    """Tells the moves of one game; what it had to analyse is remembered from move to move, to save time."""

    analysis: Analysis | None = None

    def tell(self, before: Session, move: Move) -> Iterator[Told | None]:
        """The deductions behind a move in the session before it; None at the end of each slice."""
        if move.kind is not MoveKind.ASSIST:
            return
        who = NAMES.get(move.helper, move.helper.capitalize())
        for text in self._texts(before, move):
            yield None if text is None else Told(move.ms, who, text)

    def _texts(self, before: Session, move: Move) -> Iterator[str | None]:
        position, flags, why = before.game.position, before.game.flags, move.why
        safe, mined = move.safe & position.hidden, move.mined & ~flags
        if move.helper == "unlock":
            yield f"It looked at the mines and opened {name_cells(position.grid, safe)}."
        elif isinstance(why, Deduction) and (why.because or why.uses_total):
            yield explain(position, why, _WIDTH, flags)
        elif position.grid.size > LARGE or (safe | mined).bit_count() > _MOST_CELLS:
            yield _by_numbers(position, safe, mined, None if isinstance(why, Deduction) else why)
        else:
            yield from self._found_again(position, flags, safe, mined)

    def _found_again(self, position: Position, flags: CellSet, safe: CellSet, mined: CellSet) -> Iterator[str | None]:
        """The deductions that lead to some cells, each following from those before it, and the guess if one is left."""
        analysis = yield from self._analyse(position)
        wanted = Decided(safe & analysis.safe, mined & analysis.mined)
        given = Decided(0, 0)
        while wanted.safe | wanted.mined:
            deduction = yield from deduction_in_slices(analysis, wanted, given)
            yield explain(position, deduction, _WIDTH, flags)
            given = Decided(given.safe | deduction.safe, given.mined | deduction.mined)
            wanted = Decided(wanted.safe & ~deduction.safe, wanted.mined & ~deduction.mined)
        guessed = safe & ~analysis.safe
        if guessed:
            yield _guess(position, guessed, analysis.odds(guessed.bit_length() - 1))

    def _analyse(self, position: Position) -> Generator[None, None, Analysis]:
        if self.analysis is None or self.analysis.position != position:
            self.analysis = yield from analyse_in_slices(position, self.analysis)
        return self.analysis


def _by_numbers(position: Position, safe: CellSet, mined: CellSet, odds: tuple[int, int] | None) -> str:
    if odds is not None:
        return _guess(position, safe, odds)
    opened, flagged = safe.bit_count(), mined.bit_count()
    counts = [(opened, f"{plural(opened, 'cell')} opened"), (flagged, f"{plural(flagged, 'mine')} flagged")]
    return f"Proved in one look at the board: {' and '.join(text for count, text in counts if count)}."


def _guess(position: Position, cells: CellSet, odds: tuple[int, int]) -> str:
    return f"Nothing could be proved: a guess at {name_cells(position.grid, cells)}, {percent(*odds)} a mine."


class Follower:
    """Tells what assistants do in a game as it goes on: it is shown the session again and again."""

    def __init__(self) -> None:
        self._seen: Session | None = None
        self._teller = Teller()

    def follow(self, session: Session) -> Iterator[Told | None]:
        """What has been done since the last time; None at the end of each slice. It is to be read to its end."""
        before, self._seen = self._seen, session
        if before is None or session.game.layout is None:
            moves = moves_of(session.trail)
            replay = replay_of(session)
            if replay is None:
                self._seen = None
                return
            before, dealt = start_session(replay), replay.dealt
        else:
            moves, dealt = _moves_since(session.trail, before.trail), False
        for number, move in enumerate(moves, 1):
            yield from self._teller.tell(before, move)
            if number < len(moves):
                before = play_move(before, move, dealt)


def _moves_since(trail: Trail | None, last: Trail | None) -> list[Move]:
    """The moves of a trail after the last one that was seen."""
    moves = []
    while trail is not None and trail is not last:
        moves.append(trail.move)
        trail = trail.earlier
    return moves[::-1]
