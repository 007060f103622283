"""The guesses of a game: what they are, and their odds against brute force."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from minesweeper.play.game import Phase
from minesweeper.play.guesses import Guess, find_guesses, without_mistakes
from minesweeper.play.replay import Replay, opens, replay_of, sessions_of
from minesweeper.play.session import MoveKind, Session
from minesweeper.solvers.deduction import run_to_end
from tests.play.test_replay import replay_in
from tests.solvers.brute_force import fitting_layouts
from tests.strategies import sessions
from tests.ui.driving import board


def guesses_of(replay: Replay) -> tuple[Guess, ...]:
    """The guesses of a game, found at once."""
    return run_to_end(find_guesses(replay))


def test_the_first_open_of_a_dealt_board_is_no_guess_and_of_a_given_one_is() -> None:
    replay = replay_in(board("*2*\n...").open_cell(4))
    assert guesses_of(replay._replace(dealt=True)) == ()
    assert guesses_of(replay._replace(dealt=False)) == (Guess(0, 2 / 6, True),)


def test_what_unlock_opens_is_no_guess() -> None:
    session = board("*2*\n...").open_cell(4)
    assert guesses_of(replay_in(session.apply(1 << 1, 0, "unlock"))._replace(dealt=True)) == ()
    assert len(guesses_of(replay_in(session.apply(1 << 1, 0, "bot"))._replace(dealt=True))) == 1


def test_opening_a_provable_mine_is_a_mistake_and_not_counted_as_a_guess() -> None:
    session = board("*1.1*2*").open_cell(2).open_cell(0)
    (found,) = guesses_of(replay_in(session)._replace(dealt=True))
    assert (found, found.is_mistake) == (Guess(1, 1.0, False), True)
    assert without_mistakes([found, Guess(0, 0.5, True)]) == (Guess(0, 0.5, True),)


def test_a_chord_on_flags_that_cant_both_be_right_is_a_mistake_though_neither_is_disproved() -> None:
    session = board("*2*\n121").open_cell(3).open_cell(4).mark(0, False).mark(1, False).chord(4)
    assert session.game.phase is Phase.LOST
    assert guesses_of(replay_in(session)._replace(dealt=True))[-1] == Guess(4, 1.0, False)


@given(sessions(max_side=3))
def test_guesses_are_what_brute_force_finds(session: Session) -> None:
    replay = replay_of(session)
    if replay is None or replay.spec.grid.size > 10:
        return
    found = {guess.move: guess for guess in guesses_of(replay)}
    games = [played.game for played in sessions_of(replay)]
    for number, move in enumerate(replay.moves):
        game = games[number]
        risked = 0 if game.is_over else opens(game, move)
        if not risked or (game.phase is Phase.READY and replay.dealt):
            assert number not in found
            continue
        layouts = list(fitting_layouts(game.position))
        risk = Fraction(sum(bool(mines & risked) for mines in layouts), len(layouts))
        assert (number in found) == (risk > 0)
        if risk:
            guess = found[number]
            assert guess.survived == (not games[number + 1].exploded)
            assert guess.is_mistake == (risk == 1)
            if move.kind is not MoveKind.ASSIST:
                assert guess.odds == pytest.approx(float(risk))
                assert guess.is_exact
