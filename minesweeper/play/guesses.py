"""Finds the guesses of a game: each guess of a replay with its odds, and whether the last move of a loss was forced.

It reasons about the position before a move like any assistant, without the mines.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from fractions import Fraction
from typing import NamedTuple

from minesweeper.assist.loss import FatalMove, Worth, odds_to_lose
from minesweeper.core.cells import CellSet, first_cell
from minesweeper.core.text import rough_percent
from minesweeper.play.game import Game, Phase
from minesweeper.play.moves import Move, MoveKind
from minesweeper.play.replay import Replay, first_session, opens, play_move
from minesweeper.play.session import Cause, Session
from minesweeper.solvers.count_linear import THOROUGH
from minesweeper.solvers.exact import ExactSolver

MAX_CELLS = 40_000
"""The largest board that is analysed: a game on a larger one has so many moves that it would take minutes."""
_LEAST, _MOST = 2.0**-1022, 1 - 2.0**-53
_CHORDS = (MoveKind.CHORD, MoveKind.COMPLETE)
_LOOKED = "unlock"
"""The only assistant that looks at the mines: cells that it opens aren't guesses."""


class Guess(NamedTuple):
    """A move that wasn't proved safe: its number among the moves, its mine risk, and how it ended."""

    move: int
    odds: float
    survived: bool
    is_exact: bool = True
    """Whether the odds are exact: not if there are too many clues to count."""
    worth: Worth | None = None
    """The value of the guess; None until it is judged."""

    @property
    def chance(self) -> str:
        """Writes the odds."""
        return rough_percent(self.odds, self.is_exact)

    @property
    def is_mistake(self) -> bool:
        """Says whether the move was provably bound to lose. It is judged with the guesses, but doesn't count as one."""
        return self.odds >= 1

    @property
    def loss(self) -> str:
        """Writes the loss of win chance in points, in few columns; empty if it is zero or unknown."""
        if self.worth is None or not self.worth.given_away:
            return ""
        given = 100 * self.worth.given_away
        return f"  ~-{given:.0f}" if self.worth.margin else f"  -{given:.1f}"

    @property
    def name(self) -> str:
        """Names the move: a guess with its odds."""
        return "mistake" if self.is_mistake else f"guess {self.chance}"

    @property
    def kind(self) -> str:
        """Describes the guess in few words, with its quality once that is known."""
        return ", ".join(filter(None, (self.name, self.worth.kind if self.worth else "")))


def without_mistakes(guesses: Iterable[Guess]) -> tuple[Guess, ...]:
    """Returns the moves that count as guesses."""
    return tuple(guess for guess in guesses if not guess.is_mistake)


def find_guesses(replay: Replay) -> Generator[None, None, tuple[Guess, ...]]:
    """Finds the guesses and mistakes of a game, in slices of a few milliseconds."""
    session, exact_solver, guesses = first_session(replay), ExactSolver(effort=THOROUGH), []
    for number, move in enumerate(replay.moves):
        game = session.game
        odds, is_exact = yield from _odds_of(game, move, exact_solver, replay.dealt)
        session = play_move(session, move, replay.dealt)
        if odds:
            guesses.append(Guess(number, _as_float(odds), not session.game.exploded, is_exact))
    return tuple(guesses)


def _as_float(odds: Fraction) -> float:
    """Returns the nearest float, but 0 and 1 only for certainty."""
    return float(odds) if odds == 1 else min(max(float(odds), _LEAST), _MOST)


def _odds_of(
    game: Game, move: Move, exact_solver: ExactSolver, dealt: bool
) -> Generator[None, None, tuple[Fraction, bool]]:
    """Returns the mine risk of a move, and whether it is exact; 0 if it opens nothing or only proved safe cells."""
    risked = 0 if game.is_over or move.helper == _LOOKED else opens(game, move)
    if not risked or (game.phase is Phase.READY and dealt):  # the first open dealt the mines, so it was never a risk
        return Fraction(0), True
    if game.phase is Phase.READY:
        return Fraction(game.mine_total, game.grid.size), True
    position = game.position
    safe, _ = yield from exact_solver.certain(position)
    if not risked & ~safe:
        return Fraction(0), True
    analysis = yield from exact_solver.analyse(position)
    odds, is_exact = yield from odds_to_lose(analysis, risked, trusted_flags(game, move))
    return Fraction(*odds), is_exact


def trusted_flags(game: Game, move: Move) -> CellSet:
    """Returns the flags that a chord relies on; none for any other move."""
    return game.flags & game.grid.neighbours(move.cell) if move.kind in _CHORDS else 0


def fatal_move(before: Game, session: Session) -> FatalMove | None:
    """Returns the move that led from a game to a lost session; None if it isn't lost."""
    game = session.game
    if not game.exploded or game.layout is None:
        return None
    chord = session.last if session.cause is Cause.CHORDED else None
    wrong = game.flags & ~game.layout.mines & game.grid.neighbours(chord) if chord is not None else 0
    opened = game.opened & ~before.opened & ~game.exploded
    return FatalMove(before.position, first_cell(game.exploded), chord, wrong, opened, before.flags)
