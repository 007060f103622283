"""Lists what assistants did in a game, each deduction with its sentence.

A move remembers its deduction. Where it doesn't (a saved game, or many cells at once), the deductions are found again
from the position before the move, which is all that an assistant saw.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from minesweeper.assist.naming import LISTED, Naming, name_cells
from minesweeper.assist.tip import Proof
from minesweeper.core.cells import CellSet
from minesweeper.core.position import Position
from minesweeper.core.text import percent, plural
from minesweeper.play.assist_level import INTELLIGENT
from minesweeper.play.game import Phase
from minesweeper.play.replay import first_session, play_move, replay_of
from minesweeper.play.session import Move, MoveKind, Session
from minesweeper.solvers.deduction import Decided, Deduction
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.players import SOLVERS
from minesweeper.solvers.tips import easiest_deduction

LARGE = 10_000
"""On boards with more cells, moves without a remembered deduction are described by their numbers of cells."""
_MOST_CELLS = 1_000
"""A move about more cells is described by their number."""
_ENDS = {Phase.WON: "Won", Phase.LOST: "Lost", Phase.GIVEN_UP: "Given up"}


class TraceEntry(NamedTuple):
    """One deduction, guess or unlock of an assistant, in words."""

    ms: int = 0
    """The time on the game's clock in milliseconds."""
    who: str = ""
    text: str = ""
    move: int = 0
    """The number of the move in the game, from 0."""
    safe: CellSet = 0
    mined: CellSet = 0
    because: CellSet = 0
    """The clues that prove it. ``safe``, ``mined`` and ``because`` are empty on a large board."""
    proof: Proof | None = None
    """The proof of a deduction; None for a guess or an unlock, and on a large board."""

    @property
    def brief(self) -> str:
        """Describes the result and its reason in one line, with cells in their short form."""
        if self.proof is None:
            return self.text
        return f"{self._found()}   {self.proof.why(Naming.SHORT)}"

    @property
    def short(self) -> str:
        """Describes the result and its reason in a few words."""
        return self.text if self.proof is None else f"{self._found()}{self.proof.words}."

    def _found(self) -> str:
        """Names the mines and the safe cells of a deduction."""
        assert self.proof is not None
        grid, both = self.proof.position.grid, (("mine", self.mined), ("safe", self.safe))
        return ", ".join(f"{what} {name_cells(grid, cells, LISTED, Naming.SHORT)}" for what, cells in both if cells)


class AssistLog:
    """Lists what assistants did in one game. Remembers analyses from move to move, to save time."""

    def __init__(self) -> None:
        self._analysis: Analysis | None = None

    def entries(self, session: Session, seen: Session | None = None) -> Iterator[TraceEntry | None]:
        """Yields what was done since an earlier session of the game was seen, and None at the end of each slice."""
        replay = replay_of(session)
        if replay is None:
            return
        if seen is None or seen.game.layout is None:
            seen = first_session(replay)
        for number in range(len(seen.moves), len(session.moves)):
            move = session.moves[number]
            if move.kind is MoveKind.ASSIST:
                yield from self._move_entries(seen, move, number)
            if number < len(session.moves) - 1:
                seen = play_move(seen, move, replay.dealt)
                yield None

    def _move_entries(self, before: Session, move: Move, number: int) -> Iterator[TraceEntry | None]:
        who = "Assist level auto" if move.helper == INTELLIGENT else move.helper.capitalize()
        who += " solver" * (move.helper in SOLVERS)
        for told in self._entries(before, move):
            if told is not None and before.spec.grid.size > LARGE:
                told = TraceEntry(text=told.text)
            yield None if told is None else told._replace(ms=move.ms, who=who, move=number)

    def _entries(self, before: Session, move: Move) -> Iterator[TraceEntry | None]:
        position, flags, why = before.game.position, before.game.flags, move.why
        safe, mined = move.safe & position.hidden, move.mined & ~flags
        if move.helper == "unlock":
            text = f"It looked at the mines and opened {name_cells(position.grid, safe)}."
            yield TraceEntry(text=text, safe=safe)
        elif isinstance(why, Deduction) and (why.because or why.uses_total):
            yield _entry(Proof(position, why, flags))
        elif position.grid.size > LARGE or (safe | mined).bit_count() > _MOST_CELLS:
            text = _by_numbers(position, safe, mined, None if isinstance(why, Deduction) else why)
            yield TraceEntry(text=text, safe=safe, mined=mined)
        else:
            yield from self._found_again(position, flags, safe, mined)

    def _found_again(
        self, position: Position, flags: CellSet, safe: CellSet, mined: CellSet
    ) -> Iterator[TraceEntry | None]:
        """Yields the deductions that lead to some cells, each from those before it, and the guess if one remains."""
        analysis = self._analysis = yield from analyse(position, self._analysis)
        wanted = Decided(safe & analysis.safe, mined & analysis.mined)
        given = Decided(0, 0)
        while wanted.safe | wanted.mined:
            deduction = yield from easiest_deduction(analysis, wanted, given, flags)
            yield _entry(Proof(position, deduction, flags))
            given = Decided(given.safe | deduction.safe, given.mined | deduction.mined)
            wanted = Decided(wanted.safe & ~deduction.safe, wanted.mined & ~deduction.mined)
        guessed = safe & ~analysis.safe
        if guessed:
            odds = analysis.odds(guessed.bit_length() - 1)
            text = _guess(position, guessed, percent(*odds, analysis.is_exact), analysis.is_complete)
            yield TraceEntry(text=text, safe=guessed)


def _entry(proof: Proof) -> TraceEntry:
    return TraceEntry(text=proof.text(), safe=proof.safe, mined=proof.mined, because=proof.because, proof=proof)


def _by_numbers(position: Position, safe: CellSet, mined: CellSet, odds: tuple[int, int] | None) -> str:
    if odds is not None:
        return _guess(position, safe, f"{percent(*odds)} by its own count", is_complete=False)
    opened, flagged = safe.bit_count(), mined.bit_count()
    counts = [(opened, f"{plural(opened, 'cell')} opened"), (flagged, f"{plural(flagged, 'mine')} flagged")]
    return f"Proved in one look at the board: {' and '.join(text for count, text in counts if count)}."


def _guess(position: Position, cells: CellSet, odds: str, is_complete: bool) -> str:
    known = "Nothing could be proved" if is_complete else "No proof was found"
    return f"{known}: a guess at {name_cells(position.grid, cells)}, {odds} mine risk."
