"""Moves made for the player, and the end of a game: how it is noticed, recorded and reviewed.

Whoever plays a move (the player, a tip, a solver, the bot, ..), the state after it comes from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from minesweeper.core.cells import CellSet, first_cell, place_text
from minesweeper.play.game import Game, Phase
from minesweeper.play.session import Session, new_id
from minesweeper.storage.values import Outcome
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route, load
from minesweeper.ui.base.work import Work
from minesweeper.ui.game.cursor import cheer, move_to_cell, unfold, with_press
from minesweeper.ui.game.state import IDLE, Ended, GameState, put
from minesweeper.ui.widgets.chrome import SILENCE

if TYPE_CHECKING:
    from minesweeper.play.review import Guess
    from minesweeper.storage.ending import GameEnd

DEAF_SECONDS = 0.4
"""At the end of a game keys are ignored for so long, so that no hurried key wipes the result."""


def make_move(
    state: GameState, model: Model, safe: CellSet, mined: CellSet, who: str, why: Any = None, *, cell: int
) -> GameState:
    """The state after a move that is made for the player: cells opened and flagged, from a cell on."""
    wrong = safe & state.game.flags
    if wrong:
        state = state.say(*wrong_flag_words(state.game, wrong))
    return after_move(state, model, state.session.apply(safe, mined, who, why), cell)


def wrong_flag_words(game: Game, wrong: CellSet) -> tuple[str, str]:
    """What is said about flags that were proved wrong, and the same in short."""
    place, count = place_text(*game.grid.row_col(first_cell(wrong))), wrong.bit_count()
    if count == 1:
        return (
            f"The flag at {place} was wrong: that cell is safe. It was taken away.",
            f"A wrong flag is gone: {place}.",
        )
    return f"{count} flags were wrong, the first at {place}. They were taken away.", f"{count} wrong flags are gone."


def after_move(state: GameState, model: Model, session: Session, cell: int) -> GameState:
    """The state with a moved session: the region opens in rings, an end is told."""
    before = state.game
    state = state.mode.moved(state, session)
    if state.game is before:
        return state
    state = unfold(state, model, before, cell)
    return _end(state, model, before, cell) if state.game.is_over else state


def _end(state: GameState, model: Model, before: Game, cell: int) -> GameState:
    game = state.game
    state = cheer(state, model, before, cell) if game.phase is Phase.WON else with_press(state, None)
    ended = Ended(DEAF_SECONDS)
    if game.exploded:
        from minesweeper.play.review import fatal_move  # it brings the solvers

        ended = ended._replace(fatal=fatal_move(before, state.session) if before.opened else None)
        state = move_to_cell(state, model, first_cell(game.exploded))
    return state._replace(mode=state.mode.over(game), below=IDLE, said=SILENCE, ended=ended)


def with_end(state: GameState, ended: Ended) -> GameState:
    """The state with more known or told about its end."""
    return state._replace(ended=ended)


def give_up(state: GameState, model: Model) -> GameState:
    """The state of a game given up."""
    return state._replace(session=state.session.give_up(), ended=Ended(DEAF_SECONDS)).idle()


def carry_on(state: GameState, session: Session) -> GameState:
    """The state with a move taken back: whatever ended has not."""
    return state._replace(session=session, ended=None).idle()


def to_player(state: GameState) -> GameState:
    """The state of a game that is the player's from now on: it is saved, and recorded at its end."""
    return state if state.session.id else state._replace(session=state.session._replace(id=new_id()))


def tell_end(state: GameState) -> GameState:
    """The state with the end told once more."""
    return state._replace(ended=state.ended._replace(telling="end")) if state.ended else state


def with_outcome(state: GameState, outcome: Outcome) -> GameState:
    """The state after its game was recorded."""
    from minesweeper.play.replay import replay_of
    from minesweeper.ui.replay.state import examinable  # a game begins sooner without the storage of games

    ended = (state.ended or Ended(telling=""))._replace(outcome=outcome)
    if outcome.problem is None:
        is_judged = ended.guesses is not None and all(guess.worth for guess in ended.guesses)
        examining = None if is_judged else examinable(replay_of(state.session))
        return state._replace(ended=ended._replace(examining=examining))
    return state._replace(ended=ended._replace(telling="end"), said=SILENCE)


def end_work(state: GameState) -> Work | None:
    """What is still to be found out about a game that has ended."""
    ended = state.ended
    if ended is None:
        return None
    if ended.fatal:
        from minesweeper.play.review import review_loss_in_slices

        return Work(review_loss_in_slices, ended.fatal, load("game.verdict:reviewed"))
    if ended.walking is not None:
        work: Work = load("game.verdict:proof_work")(ended)
        return work
    if ended.examining and ended.guesses is None:
        from minesweeper.play.review import guesses_in_slices

        return Work(guesses_in_slices, (ended.examining,), _examined)
    if ended.examining:
        from minesweeper.play.skill import judge_in_slices

        return Work(judge_in_slices, (ended.examining, ended.guesses), _examined)
    return None


def _examined(state: GameState, model: Model, guesses: tuple[Guess, ...]) -> GameState | Model:
    """The guesses of the finished game are known, or how well they were chosen, and that is kept with it."""
    from minesweeper.ui.replay.state import keep_guesses

    assert state.ended is not None
    outcome = state.ended.outcome
    state = with_guesses(state, game_key(state), guesses)
    return state if outcome is None else put(model, state).ask(keep_guesses, outcome.id, guesses)


def with_guesses(state: GameState, key: str, guesses: tuple[Guess, ...]) -> GameState:
    """The state after the guesses of a game were found or judged, on whatever screen, if it is this one."""
    ended = state.ended
    if ended is None or key != game_key(state):
        return state
    is_judged = all(guess.worth for guess in guesses)
    return with_end(state, ended._replace(guesses=guesses, examining=None if is_judged else ended.examining))


def game_key(state: GameState) -> str:
    """Under which id the game is kept, or would be."""
    outcome = state.ended.outcome if state.ended else None
    return state.session.id if outcome is None else outcome.id


def end_of(state: GameState) -> GameEnd:
    """How the game ended, as far as it is known."""
    from minesweeper.storage.ending import GameEnd  # loaded late: no game begins with its end

    ended = state.ended or Ended()
    if ended.guesses is None:
        return GameEnd(state.session, ended.outcome, ended.review)
    from minesweeper.play.review import without_mistakes
    from minesweeper.play.skill import skill_of

    found = ended.guesses
    return GameEnd(state.session, ended.outcome, ended.review, len(without_mistakes(found)), skill_of(found))


def watch_game(state: GameState, model: Model) -> Model:
    """The model with the replay of the finished game on top, with the guesses that are known of it."""
    from dataclasses import replace

    from minesweeper.storage.finished import finish_game
    from minesweeper.storage.saves import RunningGame

    session, ended = state.session, state.ended or Ended()
    game = finish_game(RunningGame(session._replace(was_lost=False), game_key(state)))
    if game is None or game.replay is None or not session.game.is_over:
        return put(model, state.say("There is nothing to watch: no cell was opened."))
    is_kept = ended.outcome is not None and ended.outcome.problem is None
    return model.go(Route.REPLAY, replace(game, guesses=ended.guesses), "just now", is_kept=is_kept)
