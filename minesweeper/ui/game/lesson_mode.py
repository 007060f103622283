"""Runs a lesson on the game screen: the player opens or flags a provable cell and sees the proof.

Its session has no id, so it is never saved or recorded. The next lesson comes from the player's own games, which are
searched meanwhile; otherwise one is made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from minesweeper.assist.tip import Proof, ProofStep
from minesweeper.core.cells import CellSet, first_cell
from minesweeper.core.text import wrap
from minesweeper.play.game import Game
from minesweeper.play.lessons import (
    Lesson,
    Topic,
    answer_of,
    explain_answer,
    find_lessons,
    is_right,
    make_lesson,
    objection,
)
from minesweeper.play.session import Session
from minesweeper.storage.lessons import Course, keep_answer, open_course, search_next
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.jobs import Job, Then
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.game.cursor import move_to_cell
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.game_start import first_state, with_session
from minesweeper.ui.game.game_state import GameState, Mode, ModeView, ShownCells, put
from minesweeper.ui.game.moves import open_here
from minesweeper.ui.game.panels import signs
from minesweeper.ui.game.tip_mode import look_at_step, next_step_of, room_of, show_marks, step_marks, step_message
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Archive

_TASK = "Open a provably safe cell, or flag a provable mine."
_WAITING = say("Making the next lesson...", "Making one...")
_WAYS_OUT = (Action.BACK, Action.PAUSE)


@dataclass(frozen=True)
class LessonMode(Mode):
    """Waits for an answer, or shows the proof."""

    course: Course
    lesson: Lesson
    answer: tuple[CellSet, CellSet] | None = None
    """The opened and flagged cells; both are empty if the player asked for the proof."""
    elapsed: float = 0.0
    """The seconds until the answer."""
    proof: Proof | None = None
    at: int | None = None
    """The shown step of the proof; None shows the whole proof."""
    said: Message = SILENCE
    waits: bool = False
    """Whether the next lesson is being made."""

    def context(self, game: Game) -> Context:
        return Context.LESSON

    @property
    def steps(self) -> tuple[ProofStep, ...]:
        """Returns the steps of the shown proof."""
        return () if self.proof is None else self.proof.steps

    @property
    def is_right(self) -> bool:
        """Whether the answer is right."""
        return self.answer is not None and is_right(self.lesson, *self.answer)

    @property
    def verdict(self) -> str:
        """Returns "Right." or "Wrong."; empty if the player asked for the proof."""
        return "Right." if self.is_right else "Wrong." if self.answer and any(self.answer) else ""

    def key(self, state: GameState, model: Model, key: str, action: Action | None) -> GameState | Model | None:
        if action in _WAYS_OUT:
            return model.pop().pop().open_screen(Route.LESSONS, self.course, self.lesson.topic)
        if action is Action.TIP:
            return self._answered(state.calm(action), (0, 0)) if self.answer is None else state
        if action in (Action.NEXT_STEP, Action.PREVIOUS_STEP):
            return self._walk(state, model, 1 if action is Action.NEXT_STEP else -1)
        if action is Action.NEW_GAME or (action is Action.SELECT and self.answer is not None):
            return self._next(state.calm(action), model)
        return open_here(state.calm(action), model) if action is Action.SELECT else None

    def _walk(self, state: GameState, model: Model, by: int) -> GameState:
        """Shows another step of the proof; the whole proof comes before the first step."""
        if self.proof is None:
            tip, step = state.key(model, Action.TIP), state.key(model, Action.NEXT_STEP)
            return state.say(f"{tip} shows the proof; {step} then walks through it.", f"{tip}: the proof first.")
        at = next_step_of(self.steps, self.at, by)
        state = state.calm().swap(self, replace(self, at=at))
        return state if at is None else look_at_step(state, model, self.steps, at)

    def _next(self, state: GameState, model: Model) -> GameState:
        """Starts the next lesson, or makes one; the proof of an answer comes first."""
        if self.answer is not None and self.proof is None:
            return state
        own = self.course.own(self.lesson.topic)
        return _with_lesson(state, model, own[0]) if own else state.swap(self, replace(self, waits=True))

    def moved(self, state: GameState, session: Session) -> GameState:
        if self.answer is not None or session.game is state.game:
            return state
        answer = answer_of(state.game, session)
        if not any(answer):
            return state.say("This flag is certain: it stays.")
        state = self._answered(state, answer)
        # The last safe cell would end the game, and an unproved cell stays closed.
        is_shown = is_right(self.lesson, *answer) and not session.game.is_over
        # Without moves there is no log to show.
        return state._replace(session=session._replace(trail=None, past=None)) if is_shown else state

    def _answered(self, state: GameState, answer: tuple[CellSet, CellSet]) -> GameState:
        return state.swap(self, replace(self, answer=answer, elapsed=state.session.elapsed, waits=False))

    def tick(self, state: GameState, model: Model, seconds: float) -> GameState:
        if self.answer is None:
            return state
        return state._replace(session=state.session._replace(elapsed=self.elapsed))

    def work(self, state: GameState, model: Model) -> Job | None:
        if self.answer is not None and self.proof is None:
            return Job(explain_answer, (self.lesson, *self.answer), _explain)
        if self.waits:
            return made_work(self.course, self.lesson.topic, _with_lesson)
        return search_work(self.course, _searched)

    def view(self, state: GameState, model: Model) -> ModeView:
        geometry = state.geometry(model)
        return ModeView(
            self._message(geometry.is_compact),
            self._hints(),
            self._marks(state.game),
            panel=self._panel(model, geometry.right_panel.width) if geometry.right_panel else self._line(),
        )

    def _message(self, is_compact: bool) -> Message:
        if self.waits:
            return _WAITING
        if self.at is not None:
            return step_message(self.steps, self.at)
        return self.said if self.said or is_compact else say(f"{self.lesson.origin} {_TASK}".strip(), _TASK)

    def _marks(self, game: Game) -> ShownCells | None:
        proof = self.proof
        if self.at is not None:
            shown = step_marks(self.steps[self.at])
            return shown._replace(safe=shown.safe & ~game.opened)
        return None if proof is None else ShownCells(proof.safe & ~game.opened, proof.mined, proof.because)

    def _hints(self) -> list[KeyHint]:
        if self.proof is not None:
            by_step: list[KeyHint] = [(Action.NEXT_STEP, "step")] * (len(self.steps) > 1)
            if self.at is None:  # Small screens have room for only two hints.
                return [(Action.SELECT, "next"), (Action.BACK, "back"), *by_step, (Action.HELP, "help")]
            return [*by_step, (Action.PREVIOUS_STEP, "back"), (Action.SELECT, "next"), (Action.HELP, "help")]
        return [
            (Action.OPEN, "open"),
            (Action.FLAG, "flag"),
            (Action.TIP, "show the proof"),
            (Action.BACK, "back"),
            (Action.HELP, "help"),
        ]

    def _panel(self, model: Model, width: int) -> list[PanelLine]:
        topic = self.lesson.topic
        lines: list[PanelLine] = [(line, "title") for line in wrap(f"Lesson: {topic.value}", width)] + [("", "")]
        lines += [(line, "text") for line in wrap(topic.about, width)]
        lines += [("", ""), *((text, "text") for text in _figures(self.course, topic))]
        if self.proof is None:
            return lines
        pointer = model.looks.glyphs.pointer
        return [
            *lines,
            ("", ""),
            (self.verdict.rstrip("."), "good" if self.is_right else "bad" if self.verdict else "text"),
            ("", ""),
            *signs([(pointer, "clues that prove it"), model.looks.safe_sign, model.looks.mine_sign]),
        ]

    def _line(self) -> list[PanelLine]:
        topic = self.lesson.topic
        return [(f"Lesson: {topic.value}", "text"), *((text, "text") for text in _figures(self.course, topic))]


def _figures(course: Course, topic: Topic) -> list[str]:
    """Returns the player's score in lessons of this kind."""
    score = course.score(topic)
    return [f"tried {score.tried}, right {score.right}", score.text] if score.tried else ["not tried yet"]


def _explain(state: GameState, model: Model, proof: Proof) -> GameState | Model:
    """Judges the answer, marks and explains the proof, and saves the result."""
    old = mode = state.find(LessonMode)
    if old is None or mode is None or mode.answer is None:
        return state
    lesson, right = mode.lesson, mode.is_right
    short = mode.verdict
    head = objection(lesson, *mode.answer) if short and not right else short
    room = room_of(model, less=(len(head) + 2) // 2)
    reason, brief = proof.text(room), proof.text(room._replace(is_brief=True))
    said = say(*(f"{first} {text}".strip() for first, text in ((head, reason), (head, brief), (short, brief))))
    mode = replace(mode, proof=proof, said=said, course=mode.course.after(lesson, right))
    state = state.swap(old, mode)
    if not right:
        state = move_to_cell(state, model, first_cell(proof.safe or proof.changes))
    state = show_marks(state, model)
    return put(model, state).query(_keep, lesson, right, then=_kept)


def _keep(archive: Archive, lesson: Lesson, right: bool) -> str | None:
    """Saves an answer; returns the problem if that failed."""
    return keep_answer(archive.store, lesson, right)


def _kept(screen: GameScreen, model: Model, problem: str | None) -> Model:
    """Reports that an answer couldn't be saved."""
    state, mode = screen.state, screen.state.find(LessonMode)
    if problem is None or mode is None:
        return model
    texts = [f"{text} {problem}".strip() for text in (*mode.said.texts, mode.verdict)]
    return put(model, state.swap(mode, replace(mode, said=say(*texts, alarm=True))))


# ------------------------------------------------------------------------------
# Finding the next lesson, here and from the list of kinds.
# ------------------------------------------------------------------------------


def search_work(course: Course, done: Then) -> Job | None:
    """Returns the job that searches the next game for lessons."""
    game = course.pending
    return None if game is None else Job(find_lessons, (game.id, game.replay, game.guesses), done)


def made_work(course: Course, topic: Topic, done: Then) -> Job:
    """Returns the job that makes a lesson."""
    return Job(make_lesson, (topic, course.made(topic)), done)


def find_course(archive: Archive, course: Course | None) -> Course:
    """Reads the player's progress, or adds the next game to search to a course."""
    return open_course(archive.store) if course is None else search_next(archive.store, course)


def _searched(state: GameState, model: Model, lessons: tuple[Lesson, ...]) -> GameState | Model:
    mode = state.find(LessonMode)
    if mode is None:
        return state
    course = mode.course.with_lessons(lessons)
    return put(model, state.swap(mode, replace(mode, course=course))).query(find_course, course, then=_found)


def _found(screen: GameScreen, model: Model, course: Course) -> Model:
    state, mode = screen.state, screen.state.find(LessonMode)
    return model if mode is None else put(model, state.swap(mode, replace(mode, course=course)))


def _with_lesson(state: GameState, model: Model, lesson: Lesson) -> GameState:
    """Starts another lesson with the same view."""
    mode = state.find(LessonMode)
    if mode is None:
        return state
    return _begun(with_session(state, model, lesson.session), model, mode.course, lesson)


def _begun(state: GameState, model: Model, course: Course, lesson: Lesson) -> GameState:
    grid = lesson.game.grid
    middle = grid.cell(grid.height // 2, grid.width // 2)
    state = state._replace(modes=(LessonMode(course.showing(lesson), lesson),))
    return move_to_cell(state, model, middle if lesson.at is None else lesson.at)


def open_lesson(model: Model, course: Course, lesson: Lesson) -> Model:
    """Opens a lesson over the list of kinds."""
    return model.push(GameScreen(_begun(first_state(lesson.session, model), model, course, lesson)))
