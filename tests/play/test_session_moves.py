"""The trail: a list of moves that shares its past, and from which the same game is played again."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.play.session import Move, MoveKind, Trail, has_assist, moves_of, new_session, replay_move
from tests.play.test_session import SMALL, steps

OPEN, FLAG, ASSIST = (Move(ms, kind) for ms, kind in enumerate((MoveKind.OPEN, MoveKind.FLAG, MoveKind.ASSIST)))


def test_moves_are_listed_from_the_first_and_two_trails_may_share_their_past() -> None:
    past = Trail(OPEN, None)
    one, other = Trail(FLAG, past), Trail(ASSIST, past)
    assert (moves_of(None), moves_of(one), moves_of(other)) == ([], [OPEN, FLAG], [OPEN, ASSIST])


def test_an_assistants_move_is_found_wherever_it_was() -> None:
    assert not has_assist(None)
    assert not has_assist(Trail(FLAG, Trail(OPEN, None)))
    assert has_assist(Trail(FLAG, Trail(ASSIST, Trail(OPEN, None))))


@given(moves=steps, seed=st.text(max_size=3), undo=st.booleans())
def test_the_trail_replays_to_the_same_game(moves: list[tuple[str, int]], seed: str, undo: bool) -> None:
    session = new_session(SMALL, "beginner", seed).mark(7, question_marks=False).open_cell(40)
    for step, (move, cell) in enumerate(moves):
        session = session.tick(0.25)
        acts = {"open": session.open_cell, "chord": session.chord, "complete": session.complete}
        session = acts[move](cell % 81) if move in acts else session.mark(cell % 81, question_marks=move == "question")
        if undo and step % 3 == 2:
            session = session.undo()
    if not session.game.is_over:
        session = session.apply(0, session.game.layout.mines if session.game.layout else 0, "exact").give_up()
    again = new_session(SMALL, "beginner", seed)
    for recorded in moves_of(session.trail):
        again = replay_move(again, recorded)
    assert again.game == session.game
    assert again.helpers == session.helpers


def test_a_trail_however_long_never_ends_the_process() -> None:
    # In a process of its own: to compare tuples that are nested so deeply overruns the stack.
    code = """
from minesweeper.play.session import Past, new_session
from minesweeper.play.session import Move, MoveKind, Trail
from minesweeper.storage.settings import PRESETS

def session():
    trail, past = None, None
    for _ in range(100_000):
        trail, past = Trail(Move(0, MoveKind.FLAG, 1), trail), Past(restore, past)
    return new_session(PRESETS["beginner"], "beginner", "x")._replace(trail=trail)

def restore(game):
    return game

one, other = session(), session()
print(one == other, one.trail != other.trail, hash(one) == hash(other))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "True False True\n")


def test_trails_are_equal_when_their_moves_are_whatever_those_rest_on() -> None:
    guess = ASSIST._replace(why=(1, 3))
    assert guess == ASSIST
    assert (guess != ASSIST) is False
    assert hash(ASSIST) == hash(guess)
    assert Trail(FLAG, Trail(ASSIST, None)) == Trail(FLAG, Trail(guess, None))
    assert Trail(FLAG, Trail(ASSIST, None)) != Trail(FLAG, Trail(OPEN, None))
    assert Trail(FLAG, Trail(ASSIST, None)) != Trail(FLAG, None)
    assert Trail(FLAG, None) != FLAG
