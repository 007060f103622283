"""What follows the end of a game: it is told how it was recorded, its guesses are looked for, it can be watched.

The storage of games loads only here, when a game has ended: a game begins sooner without it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from minesweeper.play.session import Session
from minesweeper.storage.values import Outcome
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.game.moves import end_sentence
from minesweeper.ui.game.state import GameState

if TYPE_CHECKING:
    from minesweeper.play.review import Guess


def with_outcome(state: GameState, outcome: Outcome) -> GameState:
    """The state after its game was recorded."""
    from minesweeper.play.replay import replay_of
    from minesweeper.ui.replay.state import plan_examination

    if state.message == end_sentence(state.session) or outcome.problem:
        state = replace(state, message=end_sentence(state.session, outcome))
    return replace(
        state,
        outcome=outcome,
        alarm=state.alarm or outcome.problem is not None,
        examining=plan_examination(replay_of(state.session)) if outcome.problem is None else None,
    )


def keep_guesses(state: GameState, model: Model, guesses: tuple[Guess, ...]) -> Model:
    """The model with the wish to keep the guesses of the finished game with it."""
    from minesweeper.ui.replay.state import KeepGuesses

    return model if state.outcome is None else model.ask(KeepGuesses(state.outcome.id, guesses))


def watch_game(state: GameState, model: Model, play: Callable[[Session, Model], Screen]) -> Model:
    """The model with the replay of the finished game on top."""
    from minesweeper.storage.finished import finish_game
    from minesweeper.storage.saves import RunningGame
    from minesweeper.ui.replay.screen import open_replay

    session, outcome = state.session, state.outcome
    key = session.id if outcome is None else outcome.id
    game = finish_game(RunningGame(replace(session, was_lost=False), key))
    if game is None or game.replay is None or not session.game.is_over:
        return model
    is_kept = outcome is not None and outcome.problem is None
    return model.push(open_replay(game, model, "just now", play, is_kept=is_kept))
