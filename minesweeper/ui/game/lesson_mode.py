"""Runs lessons and the guided game on the game screen: an example first, then the player marks cells and is answered.

Nothing opens while the player marks. Lesson sessions have no id, so they are never saved or recorded. After some
drills, the next lesson comes from the player's own games, which are searched meanwhile.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from minesweeper.assist.best_guess import win_figure
from minesweeper.assist.naming import UNMARKED, Naming, name_cell, name_cells
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import Topic
from minesweeper.core.cells import contains, first_cell
from minesweeper.core.text import join_sentences, plural, say_percent, wrap
from minesweeper.play.game import Game
from minesweeper.play.guided_game import CHORD_STEP, GuidedGame, MoveWords, begin_step
from minesweeper.play.judging import (
    MOST_HINTS,
    NO_MARKS,
    Judgement,
    LessonHint,
    MarkedCells,
    Objection,
    find_hint,
    hint_click,
    judge_answer,
)
from minesweeper.play.lesson_drills import EXAMPLE, make_lesson
from minesweeper.play.lessons import (
    Answer,
    ComparedGuesses,
    Explanation,
    Lesson,
    Walkthrough,
    explain_lesson,
    find_lessons,
    judge_clicks,
)
from minesweeper.play.session import MoveKind, Session
from minesweeper.storage.lesson_scores import (
    MIXED,
    MODE_MIXED,
    MODE_TOPIC,
    Course,
    LessonAnswer,
    keep_answer,
    make_answer,
    make_next_lesson,
    open_course,
    search_next,
)
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.env import Env, env_of
from minesweeper.ui.base.model import Job, Model, Then
from minesweeper.ui.draw.geometry import Geometry
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.cursor import cell_at
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.game_start import first_state, with_session
from minesweeper.ui.game.game_state import GameState, Mode, ModeView
from minesweeper.ui.game.moves import open_here
from minesweeper.ui.game.panels import PROOF_SIGNS, legend
from minesweeper.ui.game.tip_mode import (
    STEP_KEYS,
    is_whole,
    last_step,
    look_at_proof,
    proof_marks,
    show_marks,
    step_after,
    step_hints,
)
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine
from minesweeper.ui.widgets.proof_text import proof_message, room_of

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Saves

_NAMES = 9
"""The columns for the names of equal guesses."""
_TIGHT_ROWS = 8
"""With fewer rows beside the board, an answer doesn't fit below it."""
_NO_PROOF = "Nothing to prove: the mines are shown. Flag one, then open a number next to it."
_STAYS = "This cell is open or has a flag, so it can't be marked."


@dataclass(frozen=True)
class LessonMode(Mode):
    """Collects the marks of an answer, or shows how it was judged."""

    course: Course
    lesson: Lesson
    marks: MarkedCells = NO_MARKS
    hints: int = 0
    """The number of hints that the player has asked for."""
    hint: LessonHint | None = None
    """The hint that is shown."""
    elapsed: float = 0.0
    """The seconds until the answer."""
    explanation: Explanation | Judgement | None = None
    at: int = 0
    """The shown step of the explanation, from 1; 0 shows the whole."""
    message: Message = SILENCE
    waits: bool = False
    """Whether the next lesson is being made."""
    question: str = ""
    """What is being worked out: "hint" or "answer"; empty if nothing is."""
    is_example: bool = False
    """Whether the lesson only shows how its topic works."""
    result: Answer | None = None
    """How the player answered; None before the answer."""

    def context(self, game: Game) -> Context:
        return Context.LESSON

    @property
    def is_mixed(self) -> bool:
        """Whether the lesson is one of mixed practice, which names no topic before the answer."""
        return self.course.mixed is not None

    @property
    def verdict(self) -> str:
        """Returns "Right." or "Wrong."; empty if the player asked for the proof."""
        return {Answer.RIGHT: "Right.", Answer.WRONG: "Wrong."}.get(self.result or Answer.SHOWN, "")

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if action in (Action.BACK, Action.PAUSE):
            return self._leave(state)
        if action in (Action.OPEN, Action.FLAG, Action.COMPLETE) and self._cannot_mark(state, state.cell):
            return state.say(_STAYS)
        if self.question and action in (Action.TIP, Action.SELECT, Action.NEW_GAME):
            return state
        if action in STEP_KEYS:
            return self._walk(state, action)
        if self.result is not None:
            if action is Action.TIP:  # there is nothing left to hint at, so the whole explanation returns
                return self._show(state, 0)
            is_next = action in (Action.SELECT, Action.OPEN, Action.NEW_GAME)
            return self._next(state.ready_for_input(action)) if is_next else None
        if action is Action.TIP:
            return self._asking(state.ready_for_input(action), "hint")
        if action is Action.NEW_GAME:
            return self._next(state.ready_for_input(action))
        if action is not Action.SELECT:
            return None
        is_played = self.lesson.topic is Topic.CHORDS
        return open_here(state.ready_for_input(action)) if is_played else self._asking(state, "answer")

    def click(self, state: GameState, event: Mouse) -> GameState | None:
        cell = cell_at(state, event) if event.kind == "press" else None
        return state.point_at(cell).say(_STAYS) if cell is not None and self._cannot_mark(state, cell) else None

    def _cannot_mark(self, state: GameState, cell: int) -> bool:
        """Whether marks are collected and a cell is open or has a flag, so that a move there would be a chord."""
        is_marking = self.result is None and self.lesson.topic is not Topic.CHORDS
        return is_marking and contains(state.game.opened | state.game.flags, cell)

    def _leave(self, state: GameState) -> GameState:
        left = state.then(Model.pop).then(Model.pop)
        return left.then(routes.lesson_list.open_lessons, self.course._replace(mixed=None), self.lesson.topic)

    def _asking(self, state: GameState, what: str) -> GameState:
        return state.replace_mode(self, replace(self, question=what, message=SILENCE, waits=False))

    def _walk(self, state: GameState, action: Action) -> GameState:
        """Shows another step of the explanation; the whole comes before the first step."""
        if self.explanation is None:
            tip, done = state.key(Action.TIP), state.key(Action.SELECT)
            if self.lesson.clicks:
                return state.say(f"{tip} gives a hint. The steps follow when the board is cleared.")
            return state.say(f"{tip} gives a hint, {done} judges your marks. Steps follow the answer.")
        if is_whole(self.explanation, action):
            return state  # the explanation that is shown is the whole
        return self._show(state, step_after(self.at, action, len(self.explanation.steps)))

    def _show(self, state: GameState, at: int) -> GameState:
        """Shows a step of the explanation, or the whole. Clicks are played on the board up to the step."""
        assert self.explanation is not None
        state = state.ready_for_input().replace_mode(self, replace(self, at=at))
        if self.lesson.clicks:
            state = state._replace(session=state.session._replace(game=self.lesson.game_after(at)))
        return look_at_proof(state, self.explanation, at)

    def _next(self, state: GameState) -> GameState:
        """Starts the next lesson, or makes one. Mixed practice ends after its last lesson."""
        if self.is_mixed and len(self.course.mixed or ()) >= MIXED:
            return self._leave(state)
        own = None if self.is_mixed else self.course.next_own(self.lesson.topic)
        return _with_lesson(state, own) if own else state.replace_mode(self, replace(self, waits=True))

    def on_move(self, state: GameState, session: Session) -> GameState:
        if self.result is not None or self.question or session.game is state.game or not session.moves:
            return state
        if self.lesson.topic is Topic.CHORDS:
            return self._clicked(state, session)
        move = session.moves[-1]
        if move.kind not in (MoveKind.OPEN, MoveKind.FLAG):
            return state.say(_STAYS)
        marks = self.marks.toggle(self.lesson, move.cell, is_mine=move.kind is MoveKind.FLAG)
        if marks == self.marks:
            return state.say(_STAYS if self.lesson.values is None else "Mark the cell that you would open.")
        return state.replace_mode(self, replace(self, marks=marks, hint=None, message=SILENCE))

    def _clicked(self, state: GameState, session: Session) -> GameState:
        """Counts a click of a drill about clicks, and judges the cleared board."""
        if session.game.exploded:
            if contains(state.game.opened, session.moves[-1].cell):
                return state.say("A flag is wrong: this chord would open a marked mine.", "A flag is wrong.")
            return state.say("That cell is one of the marked mines.")
        mode = replace(self, hint=None)
        if session.game.is_over:
            result, text = judge_clicks(self.lesson, session)
            message, shown = say(f"{text} The steps show the shortest way known.", text), Walkthrough(self.lesson)
            mode = replace(mode, result=result, message=message, elapsed=session.elapsed, explanation=shown)
        if mode.result is Answer.WRONG:  # back to the start, because a cleared board would be drawn as a win
            session = session._replace(game=self.lesson.game)
        state = state.replace_mode(self, mode)._replace(session=session._replace(moves=(), past=()))
        return _keep_result(state, mode) if mode.result is not None else state

    def on_game_end(self, game: Game) -> Mode:
        return self

    def tick(self, state: GameState, seconds: float) -> GameState:
        if self.result is None:
            return state
        return state._replace(session=state.session._replace(elapsed=self.elapsed))

    def work(self, state: GameState) -> Job | None:
        if self.question == "answer":
            return Job(judge_answer, (self.lesson, self.marks), _judged)
        if self.question:
            return Job(explain_lesson, (self.lesson,), _hinted)
        if self.waits:
            return next_work(self.course, self.lesson.topic, _with_lesson)
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
        if self.explanation is not None and self.at:
            return proof_message(self.explanation, UNMARKED, self.at)
        moves = session.clicks.effective
        if self.lesson.topic is Topic.CHORDS and moves and not self.message:
            return say(f"{plural(moves, 'move')}; {self.lesson.fewest} are enough.")
        # A panel shows the task beside the board, and a small screen shows it until the first mark or hint.
        is_begun = geometry.is_compact and (any(self.marks) or self.hints)
        has_task = not (self.message or is_begun or geometry.right_panel)
        return say(*self._task) if has_task else self.message

    @property
    def _task(self) -> tuple[str, ...]:
        """What the player has to do, longest form first."""
        lesson = self.lesson
        blank = "If nothing can be proved, choose Done without marks." if self.is_mixed and lesson.wants_proof else ""
        whole = f"{lesson.origin} {lesson.task} {blank}".strip()
        return whole, lesson.goal if lesson.topic is Topic.CHORDS else lesson.task, lesson.brief

    def _marks(self, game: Game) -> Marks | None:
        shown = self.explanation
        if self.lesson.topic is Topic.CHORDS and game.layout is not None:
            clicked = 1 << self.lesson.clicks[self.at - 1].cell if self.at else 0
            hinted = self.hint.clues if self.hint is not None else 0
            return Marks(danger=game.layout.mines & ~game.flags, proof=clicked & game.opened, guess=hinted & ~clicked)
        if shown is None:
            clues = self.hint.clues if self.hint is not None else 0
            if self.lesson.values is not None:
                return Marks(guess=self.marks.safe)
            return Marks(safe=self.marks.safe, danger=self.marks.mined, proof=clues)
        compared = shown.reason if isinstance(shown, Judgement) else shown
        if isinstance(compared, ComparedGuesses):
            cells = compared.groups[max(0, self.at - 1)][1]
            worse = 0 if cells & compared.safe else cells
            return Marks(guess=cells & ~worse, worse=worse, best=compared.safe & ~cells)
        marks = explanation_marks(shown, self.at)
        if isinstance(shown, Judgement) and not self.at and not _layouts_shown(shown):
            right = shown.right_marks
            marks = marks._replace(safe=marks.safe | right.safe, danger=marks.danger | right.mined)
        return marks._replace(safe=marks.safe & ~game.opened)

    def _hints(self) -> list[KeyHint]:
        if self.result is not None:
            by_step = step_hints(self.at, last_step(self.explanation))
            if self.at:
                return [*by_step, (Action.SELECT, "next"), (Action.HELP, "help")]
            ways: list[KeyHint] = [(Action.SELECT, "next"), (Action.BACK, "back")]
            # Small screens have room for only two hints.
            return [*(by_step + ways if self.is_example else ways + by_step), (Action.HELP, "help")]
        is_counted = self.hints and not self.lesson.clicks
        hint: KeyHint = (Action.TIP, f"hint {self.hints + 1} of {MOST_HINTS}" if is_counted else "hint")
        rest: list[KeyHint] = [hint, (Action.BACK, "back"), (Action.HELP, "help")]
        if self.lesson.topic is Topic.CHORDS:
            return [(Action.OPEN, "open"), (Action.FLAG, "flag"), *rest]
        marks: list[KeyHint] = [(Action.OPEN, "safe"), (Action.FLAG, "mine")]
        return [(Action.SELECT, "done"), *(marks[:1] if self.lesson.values is not None else marks), *rest]

    @property
    def _title(self) -> str:
        if self.is_mixed:
            return f"Mixed practice {len(self.course.mixed or ())} of {MIXED}"
        return f"{'Example' if self.is_example else 'Lesson'}: {self.lesson.topic.title}"

    def _panel(self, state: GameState, width: int) -> list[PanelLine]:
        topic = self.lesson.topic
        lines: list[PanelLine] = [*((line, "title") for line in wrap(self._title, width)), ("", "")]
        if self.result is None:
            lines += [*((line, "text") for line in wrap(self._task[0], width)), ("", "")]
        if not self.is_mixed:
            lines += [(line, "text.dim") for line in wrap(topic.about, width)]
            lines += [("", ""), *((text, "text") for text in _figures(self.course, topic))]
        elif self.result is not None and not self.lesson.is_blank:
            lines += [(line, "text") for line in wrap(f"{topic.title}. {topic.about}", width)]
        if self.verdict:
            lines += [("", ""), (self.verdict.rstrip("."), "good" if self.result is Answer.RIGHT else "bad")]
        if isinstance(self.explanation, Judgement) and state.geometry.frame.height > state.env.rows - _TIGHT_ROWS:
            # The board leaves one line for the message, so the whole answer stands beside the board.
            text = self.explanation.text(room_of(state.env)._replace(is_taught=True))
            return [*lines, ("", ""), *((line, "text") for line in wrap(text, width))]
        shown = self.explanation.reason if isinstance(self.explanation, Judgement) else self.explanation
        if isinstance(shown, ComparedGuesses):
            return [*lines, ("", ""), *self._guess_lines(shown, state.env)]
        return lines if self.explanation is None else [*lines, ("", ""), *legend("Proof", PROOF_SIGNS, state)]

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
        figures = [] if self.is_mixed else _figures(self.course, self.lesson.topic)
        return [(self._title, "text"), *((text, "text") for text in figures)]


def _figures(course: Course, topic: Topic) -> list[str]:
    """Returns the player's score in lessons of this topic, and when the topic is due."""
    score = course.score(topic)
    if not score.tried:
        return ["not tried yet"]
    return [f"tried {score.tried}, right {score.right}", score.text, course.schedule(topic).words(course.today)]


def _layouts_shown(shown: Judgement) -> bool:
    """Whether a judgement explains an undecided cell by two layouts, which the board shows one after the other."""
    first = shown.objections[0] if shown.objections else shown.reason
    return isinstance(first, Objection) and first.layouts is not None


def explanation_marks(shown: Explanation | Judgement, at: int) -> Marks:
    """Returns the marks of what explains a lesson, or of one of its steps. An undecided cell has a mark of its own."""
    if at:
        step = shown.steps[at - 1]
        flags = shown.lesson.game.flags if isinstance(shown, Judgement) else 0
        return Marks(safe=step.safe, danger=step.mined & ~flags, proof=step.clues)
    first = shown.objections[0] if isinstance(shown, Judgement) and shown.objections else None
    if isinstance(shown, Judgement) and _layouts_shown(shown):
        return Marks(safe=shown.safe, danger=shown.mined & ~shown.lesson.game.flags)
    if first is not None and first.proof is None:
        return Marks(guess=1 << first.cell)
    proof = first.proof if first is not None else shown.reason if isinstance(shown, Judgement) else shown
    if isinstance(proof, Proof):
        return proof_marks(proof)
    return Marks(guess=shown.changes, proof=shown.because)


def _judged(state: GameState, judgement: Judgement) -> GameState:
    """Explains the answer, marks its cells and saves the result. Done without marks only gives a hint."""
    mode = state.get(LessonMode)
    room = room_of(state.env)._replace(is_taught=True)
    message = say(*dict.fromkeys(judgement.text(place) for place in (room, room._replace(is_brief=True))))
    if not (any(mode.marks) or judgement.is_right):
        message = say(f"{judgement.verdict} {state.key(Action.TIP)} gives a hint.", judgement.verdict)
        return state.replace_mode(mode, replace(mode, question="", message=message))
    result = Answer.RIGHT if judgement.is_right else Answer.WRONG
    elapsed = state.session.elapsed
    answered = replace(
        mode, question="", result=result, elapsed=elapsed, explanation=judgement, message=message, hint=None
    )
    return _explained(state.replace_mode(mode, answered), answered, judgement)


def _explained(state: GameState, mode: LessonMode, shown: Explanation | Judgement) -> GameState:
    state = look_at_proof(state, shown) if mode.result is not Answer.RIGHT else show_marks(state)
    return state if mode.result is Answer.SHOWN else _keep_result(state, mode)


def _hinted(state: GameState, explanation: Explanation | None) -> GameState:
    """Shows the next hint. The last one shows the whole proof, and the answer no longer counts."""
    mode = state.get(LessonMode)
    number = min(mode.hints + 1, MOST_HINTS)
    if mode.lesson.clicks:
        hint = hint_click(mode.lesson, state.game)
        hinted = replace(mode, question="", hints=mode.hints + 1, hint=hint, message=say(hint.text, names_cells=True))
        return show_marks(state.replace_mode(mode, hinted))
    if number == MOST_HINTS and explanation is not None:
        room = room_of(state.env)._replace(is_taught=True)
        message = say(*(explanation.text(place) for place in (room, room._replace(is_brief=True))))
        shown = replace(
            mode, question="", hints=number, result=Answer.SHOWN, explanation=explanation, message=message, hint=None
        )
        return _explained(state.replace_mode(mode, shown), shown, explanation)
    hint = find_hint(mode.lesson, number, explanation)
    message = say(f"{number}/{MOST_HINTS}  {hint.text}", hint.text, names_cells=True)
    hinted = replace(mode, question="", hints=number, hint=hint, message=message)
    return show_marks(state.replace_mode(mode, hinted))


def _keep_result(state: GameState, mode: LessonMode) -> GameState:
    """Saves an answer and counts it in the course."""
    assert mode.result is not None
    kind, milliseconds = MODE_MIXED if mode.is_mixed else MODE_TOPIC, round(1000 * mode.elapsed)
    answer = make_answer(mode.lesson, mode.result, mode.marks, milliseconds, mode.hints, kind)
    state = state.replace_mode(mode, replace(mode, course=mode.course.after(mode.lesson, answer)))
    return state.then(Model.query, _keep, answer, then=_kept)


def _keep(saves: Saves, answer: LessonAnswer) -> str | None:
    """Saves an answer; returns the problem if that failed."""
    return keep_answer(saves.store, answer)


def _kept(screen: GameScreen, model: Model, problem: str | None) -> Model:
    """Reports that an answer couldn't be saved."""
    return model if problem is None else model._replace(notice=join_sentences(model.notice, problem))


# ------------------------------------------------------------------------------
# Finding the next lesson, here and from the list of topics.
# ------------------------------------------------------------------------------


def search_work(course: Course, on_result: Then) -> Job | None:
    """Returns the job that searches the next game for lessons."""
    game = course.pending
    return None if game is None else Job(find_lessons, (game.id, game.replay, game.guesses), on_result)


def next_work(course: Course, topic: Topic, on_result: Then) -> Job:
    """Returns the job that makes the next lesson of a topic, or of the mixed practice that is going on."""
    return Job(make_next_lesson, (course, topic if course.mixed is None else course.next_mixed()), on_result)


Example: TypeAlias = "tuple[Lesson, Explanation]"


def make_example(topic: Topic) -> Generator[None, None, Example]:
    """Makes the worked example of a topic."""
    lesson = yield from make_lesson(topic, EXAMPLE)
    explanation = yield from explain_lesson(lesson)
    assert explanation is not None
    return lesson, explanation


def find_course(saves: Saves, course: Course | None) -> Course:
    """Reads the player's progress, or adds the next game to search to a course."""
    return open_course(saves.store) if course is None else search_next(saves.store, course)


def _searched(state: GameState, lessons: tuple[Lesson, ...]) -> GameState:
    course = state.get(LessonMode).course.with_lessons(lessons)
    return _with_course(state, course).then(Model.query, find_course, course, then=_found)


def _found(screen: GameScreen, model: Model, course: Course) -> Model:
    return screen.change(model, lambda state: _with_course(state, course))


def _with_course(state: GameState, course: Course) -> GameState:
    """Takes over what was found; scores may have changed meanwhile."""
    mode = state.get(LessonMode)
    found = {name: getattr(course, name) for name in ("lessons", "pending", "below", "searched")}
    return state.replace_mode(mode, replace(mode, course=mode.course._replace(**found)))


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
    lesson, shown = example
    room = room_of(env_of(model), less=5)._replace(is_taught=True)
    message = say(*(f"Example. {shown.text(place)}" for place in (room, room._replace(is_brief=True))))
    mode = LessonMode(course, lesson, explanation=shown, message=message, is_example=True, result=Answer.SHOWN)
    state = first_state(lesson.session, env_of(model))._replace(modes=(mode,))
    return model.push(GameScreen(look_at_proof(state, shown)))


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
        # The words name the number that proves the move, because a beginner doesn't know the marks yet.
        room = room_of(state.env)
        message = say(proof.text(UNMARKED), proof.text(room._replace(is_brief=True)), names_cells=True)
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
