"""Runs lessons and the guided game on the game screen: an example first, then the player moves and sees the proof.

Their sessions have no id, so they are never saved or recorded. After some drills, the next lesson comes from the
player's own games, which are searched meanwhile.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from minesweeper.assist.best_guess import win_figure
from minesweeper.assist.naming import UNMARKED, Naming, name_cell, name_cells
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import Topic
from minesweeper.core.cells import CellSet, contains, first_cell
from minesweeper.core.text import join_sentences, plural, say_percent, wrap
from minesweeper.play.game import Game
from minesweeper.play.guided_game import CHORD_STEP, GuidedGame, MoveWords, begin_step
from minesweeper.play.lesson_drills import EXAMPLE, make_lesson
from minesweeper.play.lessons import (
    Answer,
    ComparedGuesses,
    Lesson,
    answer_of,
    explain_answer,
    find_lessons,
    is_right,
    judge_clicks,
    objection,
)
from minesweeper.play.session import Session
from minesweeper.storage.lesson_scores import Course, keep_answer, open_course, search_next
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.env import Env, env_of
from minesweeper.ui.base.model import Job, Model, Then
from minesweeper.ui.draw.geometry import Geometry
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.game_start import first_state, with_session
from minesweeper.ui.game.game_state import GameState, Mode, ModeView
from minesweeper.ui.game.moves import open_here
from minesweeper.ui.game.panels import PROOF_SIGNS, legend
from minesweeper.ui.game.tip_mode import (
    STEP_KEYS,
    WHOLE_PROOF,
    is_whole,
    last_step,
    look_at_proof,
    proof_marks,
    show_marks,
    step_after,
    step_hints,
)
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine
from minesweeper.ui.widgets.proof_text import proof_message, room_of

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Saves

_NAMES = 9
"""The columns for the names of equal guesses."""
_NO_PROOF = "Nothing to prove: the mines are shown. Flag one, then open a number next to it."


@dataclass(frozen=True)
class LessonMode(Mode):
    """Waits for an answer, or shows the proof."""

    course: Course
    lesson: Lesson
    answer: tuple[CellSet, CellSet] = 0, 0
    """The opened and flagged cells; both are empty if the player asked for the proof."""
    elapsed: float = 0.0
    """The seconds until the answer."""
    proof: Proof | ComparedGuesses | None = None
    at: int = 0
    """The shown step of the proof, from 1; 0 shows the whole proof."""
    message: Message = SILENCE
    waits: bool = False
    """Whether the next lesson is being made."""
    is_example: bool = False
    """Whether the lesson only shows how its topic works."""
    result: Answer | None = None
    """How the player answered; None before the answer."""
    is_told: bool = False
    """Whether the answer was explained and saved."""

    def context(self, game: Game) -> Context:
        return Context.LESSON

    @property
    def verdict(self) -> str:
        """Returns "Right." or "Wrong."; empty if the player asked for the proof."""
        return {Answer.RIGHT: "Right.", Answer.WRONG: "Wrong."}.get(self.result or Answer.SHOWN, "")

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if action in (Action.BACK, Action.PAUSE):
            left = state.then(Model.pop).then(Model.pop)
            return left.then(routes.lesson_list.open_lessons, self.course, self.lesson.topic)
        if action is Action.TIP:
            if self.lesson.proof is None and self.lesson.values is None:
                return state.say(_NO_PROOF)
            return self._answered(state.ready_for_input(action), (0, 0), Answer.SHOWN) if self.result is None else state
        if action in STEP_KEYS:
            return self._walk(state, action)
        if action is Action.NEW_GAME or (self.result is not None and action in (Action.SELECT, Action.OPEN)):
            return self._next(state.ready_for_input(action))
        return open_here(state.ready_for_input(action)) if action is Action.SELECT else None

    def _walk(self, state: GameState, action: Action) -> GameState:
        """Shows another step of the proof; the whole proof comes before the first step."""
        if self.lesson.topic is Topic.CHORDS:
            return state.say(_NO_PROOF)
        if self.proof is None:
            tip, step = state.key(Action.TIP), state.key(Action.NEXT_STEP)
            return state.say(f"{tip} shows the proof; {step} then walks through it.")
        if is_whole(self.proof, action):
            return state.say(*WHOLE_PROOF)
        at = step_after(self.at, action, len(self.proof.steps))
        return look_at_proof(state.ready_for_input().replace_mode(self, replace(self, at=at)), self.proof, at)

    def _next(self, state: GameState) -> GameState:
        """Starts the next lesson, or makes one; the proof of an answer comes first."""
        if self.result is not None and not self.is_told:
            return state
        own = self.course.next_own(self.lesson.topic)
        return _with_lesson(state, own) if own else state.replace_mode(self, replace(self, waits=True))

    def on_move(self, state: GameState, session: Session) -> GameState:
        if self.result is not None or session.game is state.game:
            return state
        if self.lesson.topic is Topic.CHORDS:
            return self._clicked(state, session)
        answer = answer_of(state.game, session)
        if not any(answer):
            return state.say("This flag is certain: it stays.")
        result = Answer.RIGHT if is_right(self.lesson, *answer) else Answer.WRONG
        state = self._answered(state, answer, result)
        # The last safe cell would end the game, and an unproved cell stays closed.
        is_shown = result is Answer.RIGHT and not session.game.is_over and self.lesson.values is None
        # Without moves there is no log to show.
        return state._replace(session=session._replace(moves=(), past=())) if is_shown else state

    def _clicked(self, state: GameState, session: Session) -> GameState:
        """Counts a click of a drill about clicks, and judges the cleared board."""
        if session.game.exploded:
            return state.say("There is a mine: it is marked.")
        mode = self
        if session.game.is_over:
            result, text = judge_clicks(self.lesson, session)
            mode = replace(self, result=result, message=say(text), elapsed=session.elapsed)
        return state.replace_mode(self, mode)._replace(session=session._replace(moves=(), past=()))

    def on_game_end(self, game: Game) -> Mode:
        return self

    def _answered(self, state: GameState, answer: tuple[CellSet, CellSet], result: Answer) -> GameState:
        elapsed = state.session.elapsed
        return state.replace_mode(self, replace(self, answer=answer, result=result, elapsed=elapsed, waits=False))

    def tick(self, state: GameState, seconds: float) -> GameState:
        if self.result is None:
            return state
        return state._replace(session=state.session._replace(elapsed=self.elapsed))

    def work(self, state: GameState) -> Job | None:
        if self.result is not None and not self.is_told:
            return Job(explain_answer, (self.lesson, *self.answer), _explain)
        if self.waits:
            return made_work(self.course, self.lesson.topic, _with_lesson)
        return search_work(self.course, _searched)

    def view(self, state: GameState) -> ModeView:
        geometry = state.geometry
        return ModeView(
            self._message(geometry, state.session),
            self._hints(),
            self._marks(state.game),
            panel=self._panel(state, geometry.right_panel.width) if geometry.right_panel else self._line(),
        )

    def _message(self, geometry: Geometry, session: Session) -> Message:
        if self.waits:
            return say("Making the next lesson...")
        if self.proof is not None and self.at:
            return proof_message(self.proof, UNMARKED, self.at)
        moves = session.clicks.effective
        if self.lesson.topic is Topic.CHORDS and moves and not self.message:
            return say(f"{plural(moves, 'move')}; {self.lesson.fewest} are enough.")
        # A panel shows the task beside the board, and a small screen has no room for it.
        has_task = not (self.message or geometry.is_compact or geometry.right_panel)
        return say(*self._task) if has_task else self.message

    @property
    def _task(self) -> tuple[str, ...]:
        """What the player has to do, longest form first."""
        lesson = self.lesson
        whole = f"{lesson.origin} {lesson.task}".strip()
        return whole, lesson.goal if lesson.topic is Topic.CHORDS else lesson.task

    def _marks(self, game: Game) -> Marks | None:
        proof = self.proof
        if self.lesson.topic is Topic.CHORDS and game.layout is not None and self.result is None:
            return Marks(danger=game.layout.mines & ~game.flags)
        if isinstance(proof, ComparedGuesses):
            shown = proof.groups[max(0, self.at - 1)][1]
            worse = 0 if shown & proof.safe else shown
            return Marks(guess=shown & ~worse, worse=worse, best=proof.safe & ~shown)
        if proof is None:
            return None
        marks = proof_marks(proof, self.at)
        return marks._replace(safe=marks.safe & ~game.opened)

    def _hints(self) -> list[KeyHint]:
        if self.result is not None:
            by_step = step_hints(self.at, last_step(self.proof))
            if self.at:
                return [*by_step, (Action.SELECT, "next"), (Action.HELP, "help")]
            ways: list[KeyHint] = [(Action.SELECT, "next"), (Action.BACK, "back")]
            # Small screens have room for only two hints.
            return [*(by_step + ways if self.is_example else ways + by_step), (Action.HELP, "help")]
        proof: list[KeyHint] = [(Action.TIP, "show the proof" if self.lesson.values is None else "show all chances")]
        return [
            (Action.OPEN, "open"),
            (Action.FLAG, "flag"),
            *([] if self.lesson.topic is Topic.CHORDS else proof),
            (Action.BACK, "back"),
            (Action.HELP, "help"),
        ]

    @property
    def _title(self) -> str:
        return f"{'Example' if self.is_example else 'Lesson'}: {self.lesson.topic.title}"

    def _panel(self, state: GameState, width: int) -> list[PanelLine]:
        topic = self.lesson.topic
        lines: list[PanelLine] = [*((line, "title") for line in wrap(self._title, width)), ("", "")]
        if self.result is None:
            lines += [*((line, "text") for line in wrap(self._task[0], width)), ("", "")]
        lines += [(line, "text.dim") for line in wrap(topic.about, width)]
        lines += [("", ""), *((text, "text") for text in _figures(self.course, topic))]
        if self.verdict:
            lines += [("", ""), (self.verdict.rstrip("."), "good" if self.result is Answer.RIGHT else "bad")]
        if isinstance(self.proof, ComparedGuesses):
            return [*lines, ("", ""), *self._guess_lines(self.proof, state.env)]
        return lines if self.proof is None else [*lines, ("", ""), *legend("Proof", PROOF_SIGNS, state)]

    def _guess_lines(self, proof: ComparedGuesses, env: Env) -> list[PanelLine]:
        """Lists all guesses with their chances."""
        lines: list[PanelLine] = [(f"  {'cell':{_NAMES}}{'mine':>6}{'win':>8}", "title")]
        for number, (value, cells) in enumerate(proof.groups):
            names = name_cells(self.lesson.game.grid, cells, 4, Naming.SHORT)
            if len(names) >= _NAMES:  # the first cell names the group, and the marks show the others
                names = f"{name_cell(self.lesson.game.grid, first_cell(cells), Naming.SHORT)} +{cells.bit_count() - 1}"
            sign = env.looks.glyphs.pointer if number == max(0, self.at - 1) else " "
            row = f"{sign} {names:{_NAMES}}{say_percent(*value.odds):>6}{win_figure(value):>8}"
            lines.append((row, "text.dim" if value.regret else "text"))
        return lines

    def _line(self) -> list[PanelLine]:
        figures = _figures(self.course, self.lesson.topic)
        return [(self._title, "text"), *((text, "text") for text in figures)]


def _figures(course: Course, topic: Topic) -> list[str]:
    """Returns the player's score in lessons of this kind."""
    score = course.score(topic)
    return [f"tried {score.tried}, right {score.right}", score.text] if score.tried else ["not tried yet"]


def _explain(state: GameState, proof: Proof | ComparedGuesses | None) -> GameState:
    """Judges the answer, marks and explains the proof, and saves the result."""
    mode = state.get(LessonMode)
    lesson, result = mode.lesson, mode.result
    answered = replace(mode, proof=proof, is_told=True)
    if proof is not None:
        head = objection(lesson, *mode.answer) if result is Answer.WRONG else mode.verdict
        room = room_of(state.env, less=len(head) // 3 + 2)._replace(is_taught=True)
        reason, brief = proof.text(room), proof.text(room._replace(is_brief=True))
        forms = (head, reason), (head, brief), (mode.verdict, brief)
        answered = replace(answered, message=say(*(f"{first} {text}".strip() for first, text in forms)))
    if result is not Answer.SHOWN:
        answered = replace(answered, course=mode.course.after(lesson, result is Answer.RIGHT))
    state = state.replace_mode(mode, answered)
    is_new = proof is not None and result is not Answer.RIGHT
    state = look_at_proof(state, proof) if proof and is_new else show_marks(state)
    if result is Answer.SHOWN:
        return state
    return state.then(Model.query, _keep, lesson, result is Answer.RIGHT, then=_kept)


def _keep(saves: Saves, lesson: Lesson, right: bool) -> str | None:
    """Saves an answer; returns the problem if that failed."""
    return keep_answer(saves.store, lesson, right)


def _kept(screen: GameScreen, model: Model, problem: str | None) -> Model:
    """Reports that an answer couldn't be saved."""
    return model if problem is None else model._replace(notice=join_sentences(model.notice, problem))


# ------------------------------------------------------------------------------
# Finding the next lesson, here and from the list of kinds.
# ------------------------------------------------------------------------------


def search_work(course: Course, on_result: Then) -> Job | None:
    """Returns the job that searches the next game for lessons."""
    game = course.pending
    return None if game is None else Job(find_lessons, (game.id, game.replay, game.guesses), on_result)


def made_work(course: Course, topic: Topic, on_result: Then) -> Job:
    """Returns the job that makes a lesson."""
    return Job(make_lesson, (topic, course.drill(topic)), on_result)


Example: TypeAlias = "tuple[Lesson, Proof | ComparedGuesses]"


def make_example(topic: Topic) -> Generator[None, None, Example]:
    """Makes the worked example of a topic."""
    lesson = yield from make_lesson(topic, EXAMPLE)
    proof = yield from explain_answer(lesson, 0, 0)
    assert proof is not None
    return lesson, proof


def find_course(saves: Saves, course: Course | None) -> Course:
    """Reads the player's progress, or adds the next game to search to a course."""
    return open_course(saves.store) if course is None else search_next(saves.store, course)


def _searched(state: GameState, lessons: tuple[Lesson, ...]) -> GameState:
    course = state.get(LessonMode).course.with_lessons(lessons)
    return _with_course(state, course).then(Model.query, find_course, course, then=_found)


def _found(screen: GameScreen, model: Model, course: Course) -> Model:
    return screen.change(model, lambda state: _with_course(state, course))


def _with_course(state: GameState, course: Course) -> GameState:
    mode = state.get(LessonMode)
    return state.replace_mode(mode, replace(mode, course=course))


def _with_lesson(state: GameState, lesson: Lesson) -> GameState:
    """Starts another lesson with the same view."""
    return _begun(with_session(state, lesson.session), state.get(LessonMode).course, lesson)


def _begun(state: GameState, course: Course, lesson: Lesson) -> GameState:
    grid = lesson.game.grid
    middle = grid.cell(grid.height // 2, grid.width // 2)
    state = state._replace(modes=(LessonMode(course.showing(lesson), lesson),))
    return state.move_to_cell(middle if lesson.at is None else lesson.at)


def open_lesson(model: Model, course: Course, lesson: Lesson) -> Model:
    """Opens a lesson over the list of topics."""
    return model.push(GameScreen(_begun(first_state(lesson.session, env_of(model)), course, lesson)))


def open_example(model: Model, course: Course, example: Example) -> Model:
    """Opens the worked example of a topic over the list of topics."""
    lesson, proof = example
    room = room_of(env_of(model), less=5)._replace(is_taught=True)
    message = say(*(f"Example. {proof.text(place)}" for place in (room, room._replace(is_brief=True))))
    mode = LessonMode(course, lesson, proof=proof, message=message, is_example=True, result=Answer.SHOWN, is_told=True)
    state = first_state(lesson.session, env_of(model))._replace(modes=(mode,))
    return model.push(GameScreen(look_at_proof(state, proof)))


# ------------------------------------------------------------------------------
# The guided game: five steps that the player does by key or mouse.
# ------------------------------------------------------------------------------

OFFER = "learn_row"
"""The setting that keeps the row of the menu until the guided game was finished."""


@dataclass(frozen=True)
class GuidedMode(Mode):
    """Shows a step of the guided game, and explains the moves."""

    guided: GuidedGame
    keys: MoveWords
    message: Message = SILENCE
    """The message about the last move; empty shows the task."""
    tip: Proof | None = None
    is_read: bool = False
    """Whether the player went on after reading the task, so that a small screen shows the board instead."""

    is_like_game = True

    def context(self, game: Game) -> Context:
        return Context.LESSON

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if action in (Action.BACK, Action.PAUSE):
            return state.then(Model.pop)
        if self.guided.is_done and action in (Action.SELECT, Action.OPEN, Action.NEW_GAME):
            return self._next(state)
        if action is Action.NEW_GAME:
            return _begin_step(state, begin_step(self.guided.number))
        if action is Action.TIP:
            return self._show_tip(state)
        opens = action in (Action.SELECT, Action.OPEN)
        if opens and self.guided.number < CHORD_STEP and contains(state.game.opened, state.cell):
            texts = "This cell is open already. The arrows move to a hidden one.", "Open already: arrows move."
            return state.ready_for_input(action).say(*texts)
        return open_here(state.ready_for_input(action)) if action is Action.SELECT else None

    def close_if_done(self, action: Action | None) -> Mode:
        return self if self.guided.is_done else replace(self, message=SILENCE, tip=None, is_read=True)

    def _next(self, state: GameState) -> GameState:
        """Begins the next step; the last one leads back."""
        if self.guided.is_last:
            return state.then(_finish)
        return _begin_step(state, self.guided.next())

    def _show_tip(self, state: GameState) -> GameState:
        proof = self.guided.tip()
        if proof is None or self.guided.is_done:
            return state
        message = proof_message(proof, room_of(state.env))
        return show_marks(state._replace(message=SILENCE).replace_mode(self, replace(self, message=message, tip=proof)))

    def on_move(self, state: GameState, session: Session) -> GameState:
        if self.guided.is_done or session.game is state.game:
            return state
        after, *texts = self.guided.play(session, self.keys)
        state = state.replace_mode(self, replace(self, guided=after, message=say(*texts), tip=None))
        return state._replace(session=after.session) if after is not self.guided else state

    def on_game_end(self, game: Game) -> Mode:
        return self

    def view(self, state: GameState) -> ModeView:
        task, brief = (self.guided.say(text, self.keys) for text in (self.guided.step.task, self.guided.step.brief))
        is_hidden = self.is_read and state.geometry.is_compact
        message = self.message or (SILENCE if is_hidden else say(task, brief))
        return ModeView(message, self._hints(), self._marks(state.game))

    def _marks(self, game: Game) -> Marks:
        if self.tip is not None:
            safe, danger = self.tip.safe & ~game.opened, self.tip.mined & ~game.flags
            return Marks(safe=safe, danger=danger, proof=self.tip.because)
        hidden, numbers = self.guided.marked
        return Marks(safe=hidden, proof=numbers)

    def _hints(self) -> list[KeyHint]:
        if self.guided.is_done:
            return [(Action.SELECT, "done" if self.guided.is_last else "next"), (Action.BACK, "back")]
        hints: list[KeyHint] = [(Action.OPEN, "open"), (Action.FLAG, "flag")]
        # Small screens have room for two hints: the key of the step comes first.
        first, second = reversed(hints) if self.guided.step.flags else hints
        return [first, (Action.BACK, "back"), second, (Action.TIP, "tip")]


def _begin_step(state: GameState, guided: GuidedGame) -> GameState:
    """Begins a step with the same view."""
    return _guided(with_session(state, guided.session), guided)


def _guided(state: GameState, guided: GuidedGame) -> GameState:
    flag, opens, tip = (state.env.keymap.label(Context.LESSON, key) for key in (Action.FLAG, Action.OPEN, Action.TIP))
    keys = MoveWords(
        f"press {opens}, or click it",
        f"go to each and press {flag}, or right-click it",
        f"press {opens} on it, or click it",
        f"press {tip}",
        opens,
        flag,
    )
    return state._replace(modes=(GuidedMode(guided, keys),)).move_to_cell(guided.step.look)


def _finish(model: Model) -> Model:
    """Leaves the guided game after its last step, so that the menu no longer offers it."""
    return model.pop().with_settings(model.settings.with_value(OFFER, False), OFFER)


def open_guided(model: Model) -> Model:
    """Opens the guided game."""
    guided = begin_step()
    return model.push(GameScreen(_guided(first_state(guided.session, env_of(model)), guided)))
