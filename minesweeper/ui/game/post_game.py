"""Finds, rates and saves the guesses of a finished game, and opens its replay.

Tested in tests/ui/game/test_end_view.py. Loaded when the first game ends.
"""

from __future__ import annotations

from dataclasses import replace

from minesweeper.play.guesses import Guess, find_guesses, judge_guesses
from minesweeper.play.replay import replay_of
from minesweeper.storage.games_table import finish_game
from minesweeper.storage.records import Outcome
from minesweeper.storage.saves_table import RunningGame
from minesweeper.ui.base.jobs import Job
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.game.end import with_end
from minesweeper.ui.game.game_state import Ended, GameState, put
from minesweeper.ui.replay.state import examinable, keep_guesses
from minesweeper.ui.widgets.chrome import SILENCE


def with_outcome(state: GameState, outcome: Outcome) -> GameState:
    """Stores the result of recording the game."""
    ended = (state.ended or Ended(telling=""))._replace(outcome=outcome)
    if outcome.problem is None:
        is_judged = ended.guesses is not None and all(guess.worth for guess in ended.guesses)
        replay = None if is_judged else examinable(replay_of(state.session))
        return with_end(state, ended._replace(replay_to_analyse=replay))
    return with_end(state, ended._replace(telling="end"))._replace(said=SILENCE)


def examination(ended: Ended) -> Job:
    """Returns the job that finds the guesses, then the one that rates them."""
    if ended.guesses is None:
        return Job(find_guesses, (ended.replay_to_analyse,), _examined)
    return Job(judge_guesses, (ended.replay_to_analyse, ended.guesses), _examined)


def _examined(state: GameState, model: Model, guesses: tuple[Guess, ...]) -> GameState | Model:
    """Stores the found or rated guesses and saves them with the game."""
    assert state.ended is not None
    outcome = state.ended.outcome
    state = with_guesses(state, game_key(state), guesses)
    return state if outcome is None else put(model, state).query(keep_guesses, outcome.id, guesses)


def with_guesses(state: GameState, key: str, guesses: tuple[Guess, ...]) -> GameState:
    """Takes the guesses of a game, found on any screen, if they belong to this game."""
    ended = state.ended
    if ended is None or key != game_key(state):
        return state
    replay = None if all(guess.worth for guess in guesses) else ended.replay_to_analyse
    return with_end(state, ended._replace(guesses=guesses, replay_to_analyse=replay))


def game_key(state: GameState) -> str:
    """Returns the id under which the game is or would be saved."""
    outcome = state.ended.outcome if state.ended else None
    return state.session.id if outcome is None else outcome.id


def watch_game(state: GameState, model: Model) -> Model:
    """Opens the replay of the finished game with its known guesses."""
    session, ended = state.session, state.ended or Ended()
    game = finish_game(RunningGame(session._replace(was_lost=False), game_key(state)))
    if game is None or game.replay is None or not session.game.is_over:
        return put(model, state.say("There is nothing to watch: no cell was opened."))
    is_kept = ended.outcome is not None and ended.outcome.problem is None
    return model.open_screen(Route.REPLAY, replace(game, guesses=ended.guesses), "just now", is_kept=is_kept)
