"""The trace: every deduction of every assistant in order, found again where it was not remembered, kept in a file."""

from __future__ import annotations

from minesweeper.assist.tip import Proof, find_proof
from minesweeper.core.position import read_position
from minesweeper.play.assist_log import AssistLog, TraceEntry
from minesweeper.play.session import Session
from minesweeper.solvers import simple
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.tips import tip
from tests.ui.driving import board

PLAY = ["play", "beginner", "--seed", "program"]
BOARD = """
......*.
......*.
*.......
........
.....*..
*.......
"""


def session_of(picture: str = BOARD, first: int = 3) -> Session:
    return board(picture).open_cell(first)


def told(session: Session) -> list[TraceEntry]:
    return [one for one in AssistLog().entries(session) if one is not None]


def forgetful(session: Session) -> Session:
    """The session as it is after a restart: nothing is remembered of why its assistants moved."""
    return session._replace(moves=tuple(move._replace(why=None) for move in session.moves))


def with_tip(session: Session) -> Session:
    found = run_to_end(tip(session.game.position, session.game.flags, session.last)).deduction
    assert found is not None
    return session.apply(found.safe, found.mined, "tip", found)


def with_simple_move(session: Session) -> Session:
    flags = session.game.flags
    found = next(one for one in simple.deductions(session.game.position) if one.safe or one.mined & ~flags)
    return session.apply(found.safe, found.mined, "simple", found)


def test_each_assistants_deduction_is_told_in_order_with_its_sentence() -> None:
    session = with_simple_move(with_tip(session_of()))
    first, second = told(session)
    assert (first.who, second.who) == ("Tip", "Simple solver")
    assert first.text == "Rows 1-2, column 7 are mines. The 2 at row 1, column 6 has only these two hidden neighbours."
    assert second.text != first.text
    assert ". The " in second.text


def test_deductions_that_are_not_remembered_are_found_again() -> None:
    session = with_tip(with_tip(session_of()))
    texts = [one.text for one in told(session)]
    again = [one.text for one in told(forgetful(session))]
    assert len(again) == 2
    assert again == texts


def test_unlock_says_that_it_looked() -> None:
    session = session_of().apply(1 << 40, 0, "unlock")
    assert [one.text for one in told(session)] == ["It looked at the mines and opened row 6, column 1."]


def test_moves_taken_back_stay_in_the_trace() -> None:
    session = with_tip(with_tip(session_of()).undo())
    first, again = told(session)
    assert first.text == again.text
    assert first.move < again.move


def test_each_deduction_is_listed_once_as_the_game_goes_on() -> None:
    log, session, seen = AssistLog(), session_of(), None
    entries: list[TraceEntry] = []
    for step in (with_tip, with_simple_move, lambda last: with_tip(with_tip(last))):
        session = step(session)
        entries += [one for one in log.entries(session, seen) if one is not None]
        seen = session
        assert entries == told(session)


def test_a_step_in_a_line_calls_mines_mines_and_safe_cells_safe() -> None:
    position = read_position("1#1\n111\n...", 1)
    proof = run_to_end(find_proof(position))
    assert isinstance(proof, Proof)
    entry = TraceEntry(0, "Exact solver", proof.text(), 0, proof.safe, proof.mined, proof.because, proof)
    assert entry.brief == "mine r1c2   The 1 at r1c1 has no other hidden neighbour."
    assert entry.short == "mine r1c2: the 1 has no other cell."
