"""What follows the end of a game: it is told how it was recorded, its guesses are looked for, it can be watched.

The storage of games loads only here, when a game has ended: a game begins sooner without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.core.position import Position
from minesweeper.play.replay import Replay
from minesweeper.play.review import Guess, guesses_in_slices
from minesweeper.solvers.exact import Analysis
from minesweeper.storage.values import Outcome
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.draw.overlay import analyse_to_show
from minesweeper.ui.game.moves import end_sentence
from minesweeper.ui.game.state import GameState


def with_outcome(state: GameState, outcome: Outcome) -> GameState:
    """The state after its game was recorded."""
    from minesweeper.play.replay import replay_of
    from minesweeper.ui.replay.state import examinable

    if state.message == end_sentence(state.session) or outcome.problem:
        state = replace(state, message=end_sentence(state.session, outcome))
    return replace(
        state,
        outcome=outcome,
        alarm=state.alarm or outcome.problem is not None,
        examining=_examine(examinable(replay_of(state.session))) if outcome.problem is None else None,
    )


def wish_guesses_kept(state: GameState, model: Model, guesses: tuple[Guess, ...]) -> Model:
    """The model with the wish to keep the guesses of the finished game with it."""
    from minesweeper.ui.replay.state import keep_guesses

    return model if state.outcome is None else model.ask(keep_guesses, state.outcome.id, guesses)


def watch_game(state: GameState, model: Model) -> Model:
    """The model with the replay of the finished game on top."""
    from minesweeper.storage.finished import finish_game
    from minesweeper.storage.saves import RunningGame

    session, outcome = state.session, state.outcome
    key = session.id if outcome is None else outcome.id
    game = finish_game(RunningGame(session._replace(was_lost=False), key))
    if game is None or game.replay is None or not session.game.is_over:
        return model
    is_kept = outcome is not None and outcome.problem is None
    return model.go(Route.REPLAY, game, "just now", is_kept=is_kept)


@dataclass(frozen=True)
class AnalyseTask:
    """Analyse a position, building on what was known of an earlier one."""

    position: Position
    previous: Analysis | None = None

    def begin(self) -> Iterator[Analysis | None]:
        """Yields None at the end of each slice, then the analysis."""
        analysis = yield from analyse_to_show(self.position, self.previous)
        yield analysis


@dataclass(frozen=True, eq=False)
class ExamineTask:
    """Find the guesses of a game."""

    replay: Replay

    def begin(self) -> Iterator[tuple[Guess, ...] | None]:
        """Yields None at the end of each slice, then the guesses."""
        guesses = yield from guesses_in_slices(self.replay)
        yield guesses


def _examine(replay: Replay | None) -> ExamineTask | None:
    return None if replay is None else ExamineTask(replay)
