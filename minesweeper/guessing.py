"""Which moves of a finished game were guesses, and at what odds: computed from its replay as any assistant would."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction

from minesweeper.cells import CellSet, cells_of
from minesweeper.film import opens
from minesweeper.finished import Guess
from minesweeper.game import Game, Phase
from minesweeper.position import Position
from minesweeper.replays import Replay, play_move, start_session
from minesweeper.solvers.exact import Reasoner
from minesweeper.trail import Move, MoveKind

MAX_CELLS = 40_000
"""Larger boards are left out: a game there has so many moves that it would take minutes."""
_LOOKED = "unlock"
"""The one helper that looks at the mines: what it opens is no guess."""


def guesses_in_slices(replay: Replay) -> Generator[None, None, tuple[Guess, ...]]:
    """The guesses of a game, in slices of a few milliseconds."""
    session, reasoner, guesses = start_session(replay), Reasoner(), []
    for number, move in enumerate(replay.moves):
        game = session.game
        odds = yield from _odds_of(game, move, reasoner, replay.dealt)
        session = play_move(session, move, replay.dealt)
        if odds:
            guesses.append(Guess(number, float(odds), not session.game.exploded))
    return tuple(guesses)


def _odds_of(game: Game, move: Move, reasoner: Reasoner, dealt: bool) -> Generator[None, None, Fraction]:
    """The chance that a move loses; 0 if it opens nothing, or only what is proved safe."""
    risked = 0 if game.is_over or move.helper == _LOOKED else opens(game, move)
    if not risked or (game.phase is Phase.READY and dealt):  # the first open dealt the mines: it was never a risk
        return Fraction(0)
    if game.phase is Phase.READY:
        return Fraction(game.mine_total, game.grid.size)
    position = game.position
    safe, _ = yield from reasoner.certain_in_slices(position)
    if not risked & ~safe:
        return Fraction(0)
    return (yield from _exact_odds(position, risked, reasoner, is_chord=move.kind is not MoveKind.OPEN))


def _exact_odds(
    position: Position, risked: CellSet, reasoner: Reasoner, *, is_chord: bool
) -> Generator[None, None, Fraction]:
    analysis = yield from reasoner.analyse_in_slices(position)
    risks = [Fraction(*analysis.odds(cell)) for cell in cells_of(risked & ~analysis.safe)]
    # Of the cells around a number no more are mined than it has wrong flags: with one, the chances simply add up.
    return min(sum(risks, Fraction(0)), Fraction(1)) if is_chord else max(risks, default=Fraction(0))
