"""Lessons by typed lines: a position is shown, what is certain is typed as in a game, and the reason is told.

The game that was played waits behind the lesson, its clock stands still, and nothing of the lesson counts in it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from minesweeper.assist.naming import SPOKEN
from minesweeper.core.cells import CellSet, first_cell
from minesweeper.core.text import begin, quote
from minesweeper.plain import game
from minesweeper.plain.game import LessonTurn, PlainState, Refusal, Reply, Shows
from minesweeper.plain.helpers import deduction_facts
from minesweeper.plain.start import describe_size
from minesweeper.play.assist_level import SINGLE
from minesweeper.play.lessons import (
    Lesson,
    Topic,
    answer_of,
    explain_answer,
    is_right,
    objection,
)
from minesweeper.play.session import Session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.lessons import LessonBook

KINDS = ", ".join(topic.value for topic in Topic)
HOW_TO = "Open or flag a cell that you can prove. Type tip for the proof, lesson for another position, leave to return."


def begin_lesson(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Shows a lesson: of the kind that is named, of the same one again, or of the easiest that is not mastered."""
    book = state.book or LessonBook()
    topic = _topic(rest.strip().lower())
    if topic is None:
        topic = book.course.weakest() if state.lesson is None else state.lesson.lesson.topic
    lesson = book.next_of(topic)
    behind = replace(state.kept, book=book, settings=state.settings)
    # Unlike that of the screen its session has a name: so that what is told of a move is told of this board.
    session = lesson.session._replace(id=lesson.id, last=lesson.at)
    shown = replace(behind.begin(session, SINGLE), lesson=LessonTurn(lesson, behind))
    first = state.lesson is None
    size = f"{describe_size(session.spec)}." if state.is_spoken else ""  # else it is seen
    parts = f"Lesson, {topic.value}.", size, topic.about if first else "", lesson.origin, HOW_TO if first else ""
    text = " ".join(filter(None, parts))
    return shown, Reply(text, shows=Shows.BOARD, near=lesson.at, facts=_facts(lesson))


def _topic(text: str) -> Topic | None:
    """The kind that a text names, by its beginning or one of its words; None if it names none."""
    if not text:
        return None
    found = [topic for topic in Topic if topic.value.startswith(text) or text in topic.value.split()]
    if len(found) != 1:
        raise Refusal(f"{quote(text, typed=True)} isn't a topic of lessons. Choose from {KINDS}.")
    return found[0]


def leave_lesson(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Goes back to the game."""
    if state.lesson is None:
        raise Refusal("You aren't in a lesson. Type lesson to start one.")
    kept = replace(state.kept, settings=state.settings)
    return kept, Reply("Back in your game.", shows=Shows.BOARD, near=kept.session.last)


def open_certain(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Opens a cell, or the cells around a number whose flags match, as an answer."""
    return _judge(state, game.open_cell(state, rest)[0].session)


def flag_certain(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Sets a flag as an answer."""
    return _judge(state, game.flag_cell(state, rest)[0].session)


def expand_certain(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Completes a number as an answer."""
    return _judge(state, game.expand_cell(state, rest)[0].session)


def show_proof(state: PlainState, rest: str) -> tuple[PlainState, Reply]:
    """Tells what is certain and why; that is an answer too, and not a right one."""
    return _told(state, state.session, (0, 0))


def _judge(state: PlainState, session: Session) -> tuple[PlainState, Reply]:
    """The play after an answer that leads to a session, and what is said about it."""
    answer = answer_of(state.session.game, session)
    if not any(answer):
        raise Refusal("This flag is proved, so it stays. Open or flag another cell.")
    return _told(state, session, answer)


def _told(state: PlainState, session: Session, answer: tuple[CellSet, CellSet]) -> tuple[PlainState, Reply]:
    turn, book = state.lesson, state.book
    assert turn is not None
    assert book is not None
    if turn.is_answered:
        raise Refusal("You have answered this lesson. Type lesson for the next one, or leave to return to your game.")
    lesson, right = turn.lesson, is_right(turn.lesson, *answer)
    proof = run_to_end(explain_answer(lesson, *answer))
    head = "Right." if right else objection(lesson, *answer) if any(answer) else ""
    opened, flagged = answer
    wrong = opened & lesson.analysis.mined or flagged & lesson.analysis.safe
    # The objection has said already what is proved of the cell.
    is_said = wrong and proof.safe | proof.mined == 1 << first_cell(wrong)
    reason = proof.why(SPOKEN.naming) if is_said else proof.text(SPOKEN)
    problem = book.keep(lesson, right) or ""
    score = book.course.score(lesson.topic).text
    parts = (head, reason, f"{begin(lesson.topic.value)}: {score} right.", problem, "Type lesson for the next one.")
    # The last safe cell would end the game, and a cell that is not certain stays closed.
    is_shown = right and not session.game.is_over
    after = replace(state, session=session if is_shown else state.session, lesson=replace(turn, is_answered=True))
    near = first_cell(proof.safe | proof.mined)
    facts = {**_facts(lesson, right), **deduction_facts(state, proof.deduction)}
    shows = Shows.BOARD if is_shown else Shows.NOTHING
    return after, Reply(" ".join(filter(None, parts)), shows=shows, near=near, facts=facts)


def _facts(lesson: Lesson, right: bool | None = None) -> dict[str, Any]:
    return {"lesson": {"id": lesson.id, "kind": lesson.topic.value, "right": right}}
