"""Lessons and the guided game on the game screen.

In a lesson, the player marks cells and then asks for a judgement; nothing opens in between. Lessons about clicks are
played on the board instead. Lesson sessions have no id, so they are never saved or recorded, but answers are stored for
the course. While the player thinks, finished games are searched for lessons that fit. `play/lessons.py` and
`play/judging.py` make and judge lessons, `storage/lesson_scores.py` chooses the next one, and `play/guided_game.py` has
the steps of the guided game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from minesweeper.assist.best_guess import win_figure
from minesweeper.assist.naming import UNMARKED, Naming, name_cell, name_cells
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import Topic
from minesweeper.core.cells import contains, first_cell
from minesweeper.core.text import join_sentences, plural, say_percent, wrap
from minesweeper.play.game import Game
from minesweeper.play.guided_game import ASSISTED, CHORD_STEP, GuidedGame, MoveWords, begin_step
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
    make_mixed_lesson,
    make_next_lesson,
    open_course,
    search_next,
)
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Env, Job, Model, Then
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.cursor import cell_at
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.game_start import first_state, with_session
from minesweeper.ui.game.game_state import GameState, Mode, ModeView
from minesweeper.ui.game.moves import open_here
from minesweeper.ui.game.panels import PROOF_SIGNS, signs_legend
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
from minesweeper.ui.widgets.header import BoardHeader, PanelLine
from minesweeper.ui.widgets.proof_text import proof_message, room_of

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Saves

_NAMES = 9
"""The number of columns for the names of guesses with equal chances."""
_PANEL_LINES = 10
"""The largest number of lines that an explanation may have in the panel."""
_ALL_HINTS = 60
"""The number of columns from which the key bar has room for all hints of a lesson."""
BUTTONS = {Action.CLICK_MODE: "left button: mark mines"}
"""The entry in the list of choices for players with a single mouse button.

Choosing it swaps the buttons; choosing it again swaps them back, and the left button marks safe cells.
"""
_STAYS = "This cell is open or has a flag, so it can't be marked."
"""The message if the player wants to mark a cell that is open or flagged."""


@dataclass(frozen=True)
class LessonMode(Mode):
    """A lesson that the player is answering or has answered. An example is a lesson that is answered from the start."""

    course: Course
    """The progress of the player, and the lessons that were found in finished games."""
    lesson: Lesson
    marks: MarkedCells = NO_MARKS
    """The cells that the player has marked."""
    hints: int = 0
    """How many hints the player has asked for."""
    hint: LessonHint | None = None
    """The hint on the screen, or None."""
    elapsed: float = 0.0
    """The seconds that the player took for the answer."""
    explanation: Explanation | Judgement | None = None
    """What explains the lesson or judges the answer, or None before the answer."""
    at: int = 0
    """The step of the explanation that is shown, counted from 1. 0 shows the whole explanation."""
    message: Message = SILENCE
    waits: bool = False
    """Whether the next lesson is being made."""
    question: str = ""
    """What is being worked out for the player: *hint*, *answer*, or empty if nothing is."""
    is_example: bool = False
    """Whether the lesson is the worked example of its topic, which asks nothing."""
    is_mixed: bool = False
    """Whether the lesson belongs to mixed practice, in which the topic isn't named before the answer."""
    result: Answer | None = None
    """How the player answered, or None before the answer."""

    has_text_panel = True

    def context(self, game: Game) -> Context:
        return Context.LESSON

    def choices(self, state: GameState) -> Mapping[Action, str]:
        if self.result is not None:
            walk = {Action.NEXT_STEP: "next step of the proof"} if last_step(self.explanation) else {}
            return {Action.SELECT: "next lesson", **walk}
        done = {} if self.lesson.topic is Topic.CHORDS else {Action.SELECT: "done: judge my marks"}
        return {**done, Action.TIP: "hint", Action.NEW_GAME: "another position", **BUTTONS}

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
            # After the answer no hint is left, so the key shows the whole explanation again.
            if action is Action.TIP:
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
        """Whether the player is marking cells and this cell is open or has a flag.

        A move there would be a chord, so it's refused.
        """
        is_marking = self.result is None and self.lesson.topic is not Topic.CHORDS
        return is_marking and contains(state.game.opened | state.game.flags, cell)

    def _leave(self, state: GameState) -> GameState:
        """Closes the lesson and opens the list of topics with the new scores."""
        left = state.then(Model.pop).then(Model.pop)
        return left.then(routes.lesson_list.open_lessons, self.course, self.lesson.topic, is_mixed=self.is_mixed)

    def _asking(self, state: GameState, what: str) -> GameState:
        """Starts the job that works out a hint or judges the answer."""
        return state.replace_mode(self, replace(self, question=what, message=SILENCE, waits=False))

    def _walk(self, state: GameState, action: Action) -> GameState:
        """Shows another step of the explanation. Before the answer, a message says how to get an explanation."""
        if self.explanation is None:
            tip, done = state.key(Action.TIP), state.key(Action.SELECT)
            if self.lesson.clicks:
                return state.say(f"{tip} gives a hint. The steps follow when the board is cleared.")
            return state.say(f"{tip} gives a hint, {done} judges your marks. Steps follow the answer.")
        if is_whole(self.explanation, action):
            # The explanation has no steps, and the whole of it is on the screen.
            return state
        return self._show(state, step_after(self.at, action, len(self.explanation.steps)))

    def _show(self, state: GameState, at: int) -> GameState:
        """Shows step ``at`` of the explanation, or all of it if ``at`` is 0.

        In a lesson about clicks, the board shows all clicks up to this step.
        """
        assert self.explanation is not None
        state = state.ready_for_input().replace_mode(self, replace(self, at=at))
        if isinstance(self.explanation, Walkthrough):
            state = state._replace(session=state.session._replace(game=self.explanation.game_after(at)))
        return look_at_proof(state, self.explanation, at)

    def _next(self, state: GameState) -> GameState:
        """Asks for the next lesson.

        After the last lesson of mixed practice, and after an example without a topic, it returns to the list of topics.
        """
        if self.lesson.name or (self.is_mixed and self.result is not None and len(self.course.mixed) == MIXED):
            return self._leave(state)
        return state.replace_mode(self, replace(self, waits=True))

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
        """Called after a move in a lesson about clicks.

        A move that opens a mine is taken back, and a cleared board is judged by its number of moves.
        """
        if session.game.exploded:
            if contains(state.game.opened, session.moves[-1].cell):
                return state.say("A flag is wrong: this chord would open a marked mine.", "A flag is wrong.")
            return state.say("That cell is one of the marked mines.")
        mode = replace(self, hint=None)
        if session.game.is_over:
            result, text = judge_clicks(self.lesson, session)
            message, shown = say(f"{text} The steps show the shortest way known.", text), Walkthrough(self.lesson)
            mode = replace(mode, result=result, message=message, elapsed=session.elapsed, explanation=shown)
        # After too many clicks, the lesson starts again, because a cleared board would look like a win.
        if mode.result is Answer.WRONG:
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
            return next_work(self.course, None if self.is_mixed else self.lesson.topic, _with_lesson)
        return search_work(self.course, _searched)

    def view(self, state: GameState) -> ModeView:
        message, marks = self._message(state), self._marks(state.game)
        has_panel = state.geometry.right_panel is not None
        return ModeView(
            SILENCE if has_panel and not self.waits else message,
            self._hints(state.env),
            marks,
            self._heading(state),
            self._panel(state, message, marks or Marks()) if has_panel else [],
        )

    def _heading(self, state: GameState) -> BoardHeader:
        """The line above the board: mines left and, unless the panel has it, the title."""
        mines, geometry = state.game.mines_left, state.geometry
        left = f"{state.env.looks.glyphs.mine} {plural(mines, 'mine')} left"
        if geometry.right_panel is not None:
            return BoardHeader(left, "", Action.MORE)
        title = self._title
        if geometry.is_compact:
            title = title.replace(" practice ", " ") if self.is_mixed else self.lesson.topic.value.capitalize()
        return BoardHeader(title, "", Action.MORE, (left, f"{state.env.looks.glyphs.mine}{mines}"))

    def _message(self, state: GameState) -> Message:
        """What the lesson says now: the task, a hint, or a part of the explanation.

        If the screen has a panel, the panel shows it.
        """
        if self.waits:
            return say("Making the next lesson...")
        if self.explanation is not None and self.at:
            return proof_message(self.explanation, UNMARKED, self.at)
        moves = state.session.clicks.effective
        if self.lesson.topic is Topic.CHORDS and moves and not self.message:
            return say(f"{plural(moves, 'move')}; {self.lesson.fewest} are enough.")
        # A small screen shows the task until the first mark or hint. After that the player needs to see the board.
        is_begun = state.geometry.is_compact and (any(self.marks) or self.hints)
        return self.message if self.message or is_begun else say(*self._task(state))

    def _task(self, state: GameState) -> tuple[str, ...]:
        """The task in several forms, the longest first."""
        lesson = self.lesson
        blank = "If nothing can be proved, choose Done without marks." if self.is_mixed and lesson.wants_proof else ""
        whole = f"{lesson.origin} {lesson.task} {blank}".strip()
        brief = lesson.brief.replace("Done", state.key(Action.SELECT))
        return whole, lesson.goal if lesson.topic is Topic.CHORDS else lesson.task, brief

    def _marks(self, game: Game) -> Marks | None:
        """The marks on the board: those of the player and of the hint or, after the answer, those of the
        explanation.
        """
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

    def _hints(self, env: Env) -> list[KeyHint]:
        """The key hints of the lesson, in the order in which they are needed."""
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
        done: KeyHint = (Action.SELECT, "done")
        marks: list[KeyHint] = [(Action.OPEN, "safe"), (Action.FLAG, "mine")]
        marks = marks[:1] if self.lesson.values is not None else marks
        if env.cols >= _ALL_HINTS:
            return [done, *marks, *rest]
        # A narrow screen first shows how to mark cells and, once a cell is marked, how to finish.
        return [done, *marks, rest[1]] if any(self.marks) else [*marks, done, rest[1]]

    @property
    def _title(self) -> str:
        """The title of the lesson. In mixed practice it counts the lessons instead of naming the topic."""
        if self.is_mixed:
            done = len(self.course.mixed)
            return f"Mixed practice {done if self.result is not None else done % MIXED + 1} of {MIXED}"
        return f"{'Example' if self.is_example else 'Lesson'}: {self.lesson.title}"

    def _panel(self, state: GameState, message: Message, marks: Marks) -> list[PanelLine]:
        """The panel beside the board: title, task, verdict, explanation and the player's score in this topic."""
        assert state.geometry.right_panel is not None
        topic, width, verdict = self.lesson.topic, state.geometry.right_panel.width, _VERDICTS.get(self.result)
        is_named = not self.is_mixed or (self.result is not None and not self.lesson.is_blank)
        parts: list[list[PanelLine]] = [_wrapped(self._title, width, "title")]
        if self.is_mixed and is_named:
            parts[0] += _wrapped(topic.title, width)
        if (self.result is None and is_named) or self.is_example:
            parts.append(_wrapped(self.lesson.about, width, "text.dim"))
        if self.result is None:
            parts.append(_wrapped(self._task(state)[0], width))
        if verdict is not None:
            parts.append([verdict])
        if message and message.texts[0] != self._task(state)[0]:
            texts = (_wrapped(text.removeprefix("Right. "), width) for text in message.texts)
            parts.append(next((lines for lines in texts if len(lines) <= _PANEL_LINES), []))
        shown = self.explanation.reason if isinstance(self.explanation, Judgement) else self.explanation
        if isinstance(shown, ComparedGuesses):
            parts.append(self._guess_lines(shown, state.env))
        elif self.explanation is not None:
            parts.append(signs_legend(self._signs(), marks, state))
        if is_named and not self.is_example:
            parts.append(_wrapped(_figures(self.course, topic), width, "text.dim"))
        return [line for part in parts if part for line in (*part, ("", ""))][:-1]

    def _signs(self) -> dict[Tile, str]:
        """What the signs on the board mean after the answer."""
        if isinstance(self.explanation, Judgement) and _layouts_shown(self.explanation):
            return {Tile.SAFE: "no mine in this layout", Tile.DANGER: "a mine in this layout"}
        if self.lesson.clicks:
            return {Tile.PROOF: "the cell of this move", Tile.DANGER: "a mine"}
        return {**PROOF_SIGNS, Tile.GUESS: "not decided"}

    def _guess_lines(self, proof: ComparedGuesses, env: Env) -> list[PanelLine]:
        """The list of all guesses with their chances, the best first. Cells with equal chances share a line."""
        lines: list[PanelLine] = [(f"  {'cell':{_NAMES}}{'mine':>6}{'win':>8}", "title")]
        for number, (value, cells) in enumerate(proof.groups):
            names = name_cells(self.lesson.game.grid, cells, 4, Naming.SHORT)
            # A line has room for one name: it names the first of these cells, and the marks on the board show the other
            # ones.
            if len(names) >= _NAMES:
                names = f"{name_cell(self.lesson.game.grid, first_cell(cells), Naming.SHORT)} +{cells.bit_count() - 1}"
            sign = env.looks.glyphs.pointer if number == max(0, self.at - 1) else " "
            row = f"{sign} {names:{_NAMES}}{say_percent(*value.odds):>6}{win_figure(value):>8}"
            lines.append((row, "text.dim" if value.regret else "text"))
        return lines


_VERDICTS: dict[Answer | None, PanelLine] = {Answer.RIGHT: ("Right", "good"), Answer.WRONG: ("Wrong", "bad")}
"""The word in the panel for a right and a wrong answer."""


def _wrapped(text: str, width: int, style: str = "text") -> list[PanelLine]:
    """The text as lines of the panel. Empty for an empty text."""
    return [(line, style) for line in wrap(text, width)] if text else []


def _figures(course: Course, topic: Topic) -> str:
    """The player's score in a topic, and when the topic comes again. Empty before the first answer."""
    score = course.score(topic).text
    return f"{score} right. {course.about(topic)}" if score else ""


def _layouts_shown(shown: Judgement) -> bool:
    """Whether the judgement begins with a cell that isn't decided and shows two layouts that both fit.

    The board shows these one after the other.
    """
    first = shown.objections[0] if shown.objections else shown.reason
    return isinstance(first, Objection) and first.layouts is not None


def explanation_marks(shown: Explanation | Judgement, at: int) -> Marks:
    """The marks for an explanation, or for its step ``at``, counted from 1.

    A cell that isn't decided has a mark of its own.
    """
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


def _explain(shown: Explanation | Judgement, env: Env) -> Message:
    """The text of an explanation in three forms. The first is for a panel, and the other two fit below the board."""
    room = room_of(env)._replace(is_taught=True)
    return say(*dict.fromkeys(shown.text(place) for place in (UNMARKED, room, room._replace(is_brief=True))))


def _judged(state: GameState, judgement: Judgement) -> GameState:
    """Called when the answer has been judged.

    Shows and saves the judgement. An empty answer where something can be proved isn't counted; the message only offers
    a hint.
    """
    mode = state.get(LessonMode)
    message = _explain(judgement, state.env)
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
    """Saves the answer and shows the marks of its explanation.

    If the player only asked for the proof, the answer isn't saved, although mixed practice counts the lesson.
    """
    if mode.result is not Answer.SHOWN:
        state = _keep_result(state, mode)
    elif mode.is_mixed:
        state = state.replace_mode(mode, replace(mode, course=mode.course.after_mixed(mode.lesson, False)))
    return show_marks(state) if mode.result is Answer.RIGHT else look_at_proof(state, shown)


def _hinted(state: GameState, explanation: Explanation | None) -> GameState:
    """Called when the explanation for a hint is ready, and shows the next hint.

    The last hint is the whole proof. After that, the answer counts neither as right nor as wrong.
    """
    mode = state.get(LessonMode)
    number = min(mode.hints + 1, MOST_HINTS)
    if mode.lesson.clicks:
        hint = hint_click(mode.lesson, state.game)
        hinted = replace(mode, question="", hints=mode.hints + 1, hint=hint, message=say(hint.text, names_cells=True))
        return show_marks(state.replace_mode(mode, hinted))
    if number == MOST_HINTS and explanation is not None:
        message = _explain(explanation, state.env)
        shown = replace(
            mode, question="", hints=number, result=Answer.SHOWN, explanation=explanation, message=message, hint=None
        )
        return _explained(state.replace_mode(mode, shown), shown, explanation)
    hint = find_hint(mode.lesson, number, explanation)
    message = say(f"{number}/{MOST_HINTS}  {hint.text}", hint.text, names_cells=True)
    hinted = replace(mode, question="", hints=number, hint=hint, message=message)
    return show_marks(state.replace_mode(mode, hinted))


def _keep_result(state: GameState, mode: LessonMode) -> GameState:
    """Saves the answer in the database and counts it in the course."""
    assert mode.result is not None
    kind, milliseconds = MODE_MIXED if mode.is_mixed else MODE_TOPIC, round(1000 * mode.elapsed)
    answer = make_answer(mode.lesson, mode.result, mode.marks, milliseconds, mode.hints, kind)
    state = state.replace_mode(mode, replace(mode, course=mode.course.after(mode.lesson, answer)))
    return state.then(Model.query, _keep, answer, then=_kept)


def _keep(saves: Saves, answer: LessonAnswer) -> str | None:
    """Saves an answer. Returns None, or the reason if that failed."""
    return keep_answer(saves.store, answer)


def _kept(screen: GameScreen, model: Model, problem: str | None) -> Model:
    """Called after an answer was saved. If that failed, the model gets a notice with the reason."""
    return model if problem is None else model._replace(notice=join_sentences(model.notice, problem))


# ------------------------------------------------------------------------------
# The next lesson
# ------------------------------------------------------------------------------


def search_work(course: Course, on_result: Then) -> Job | None:
    """The job that searches the next finished game for lessons, or None if no game is left to search."""
    game = course.pending
    return None if game is None else Job(find_lessons, (game.id, game.replay, game.guesses), on_result)


def next_work(course: Course, topic: Topic | None, on_result: Then) -> Job:
    """The job that makes the next lesson of a topic. Without a topic, it makes the next lesson of mixed practice."""
    if topic is None:
        return Job(make_mixed_lesson, (course,), on_result)
    return Job(make_next_lesson, (course, topic), on_result)


Example: TypeAlias = "tuple[Lesson, Explanation]"
"""A worked example: a lesson and what explains it."""


def find_course(saves: Saves, course: Course | None) -> Course:
    """Reads the player's progress from the database.

    If ``course`` is given, this only adds the next game that should be searched.
    """
    return open_course(saves.store) if course is None else search_next(saves.store, course)


def _searched(state: GameState, lessons: tuple[Lesson, ...]) -> GameState:
    """Called with the lessons that were found in a game.

    Adds them to the course and asks the database for the next game to search.
    """
    course = state.get(LessonMode).course.with_lessons(lessons)
    return _with_course(state, course).then(Model.query, find_course, course, then=_found)


def _found(screen: GameScreen, model: Model, course: Course) -> Model:
    """Called with the course and its next game to search."""
    return screen.change(model, lambda state: _with_course(state, course))


def _with_course(state: GameState, course: Course) -> GameState:
    """Takes what the search has found into the course of this lesson.

    The scores aren't taken over, because an answer may have changed them meanwhile.
    """
    mode = state.get(LessonMode)
    found = {name: getattr(course, name) for name in ("lessons", "pending", "below", "searched")}
    return state.replace_mode(mode, replace(mode, course=mode.course._replace(**found)))


def _with_lesson(state: GameState, lesson: Lesson) -> GameState:
    """Called when the next lesson has been made, and starts it with the same view."""
    mode = state.get(LessonMode)
    return _begun(with_session(state, lesson.session), mode.course, lesson, mode.is_mixed)


def _begun(state: GameState, course: Course, lesson: Lesson, is_mixed: bool) -> GameState:
    """Starts a lesson.

    The cursor is on the cell where the player made a move in the game or, in a drill, in the middle.
    """
    grid = lesson.game.grid
    middle = grid.cell(grid.height // 2, grid.width // 2)
    state = state._replace(modes=(LessonMode(course.showing(lesson), lesson, is_mixed=is_mixed),))
    return state.move_to_cell(middle if lesson.at is None else lesson.at)


def open_lesson(model: Model, course: Course, lesson: Lesson, *, is_mixed: bool = False) -> Model:
    """Opens a lesson above the list of topics."""
    return model.push(GameScreen(_begun(first_state(lesson.session, model.env), course, lesson, is_mixed)))


def open_example(model: Model, course: Course, example: Example) -> Model:
    """Opens the worked example of a topic above the list of topics."""
    lesson, shown = example
    message = _explain(shown, model.env)
    mode = LessonMode(course, lesson, explanation=shown, message=message, is_example=True, result=Answer.SHOWN)
    state = first_state(lesson.session, model.env)._replace(modes=(mode,))
    return model.push(GameScreen(look_at_proof(state, shown)))


# ------------------------------------------------------------------------------
# The guided game
# ------------------------------------------------------------------------------

OFFER = "learn_row"
"""The setting that decides whether the menu offers the guided game.

It's switched off when the player has finished that game.
"""


@dataclass(frozen=True)
class GuidedMode(Mode):
    """A step of the guided game. It shows the task and answers each move."""

    guided: GuidedGame
    """The step with its board."""
    keys: MoveWords
    """How the sentences call the keys."""
    message: Message = SILENCE
    """The answer to the last move. If it's empty, the task is shown."""
    tip: Proof | None = None
    """The tip on the screen, or None."""
    is_read: bool = False
    """Whether the player has pressed a key after reading the task.

    A small screen then hides the task to show the board.
    """
    knows_assisted: bool = False
    """Whether a tip has already said that tips make a game assisted."""

    is_like_game = True

    def context(self, game: Game) -> Context:
        return Context.LESSON

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if action in (Action.BACK, Action.PAUSE):
            return state.then(Model.pop)
        if self.guided.is_done and action in (Action.SELECT, Action.OPEN, Action.NEW_GAME):
            return self._next(state)
        # Lessons have their own help, which is about marks. The guided game is played like a game, so it shows the help
        # of the game.
        if action is Action.HELP:
            return state.then(routes.help_screen.open_help, Context.GAME)
        if action is Action.NEW_GAME:
            return _begin_step(state, begin_step(self.guided.number))
        if action is Action.TIP:
            return self._show_tip(state)
        opens = action in (Action.SELECT, Action.OPEN)
        if opens and self.guided.number < CHORD_STEP and contains(state.game.opened, state.cell):
            texts = "This cell is open already. The arrows move to a hidden one.", "Open already: arrows move."
            return state.ready_for_input(action).say(*texts)
        return open_here(state.ready_for_input(action)) if action is Action.SELECT else None

    def choices(self, state: GameState) -> Mapping[Action, str]:
        return {Action.TIP: "tip: a provable move", Action.NEW_GAME: "restart this step", **BUTTONS}

    def close_if_done(self, action: Action | None) -> Mode:
        return self if self.guided.is_done else replace(self, message=SILENCE, tip=None, is_read=True)

    def _next(self, state: GameState) -> GameState:
        """Starts the next step. After the last step, the guided game closes."""
        if self.guided.is_last:
            return state.then(_finish)
        return _begin_step(state, self.guided.next())

    def _show_tip(self, state: GameState) -> GameState:
        """Shows a provable move with its proof.

        In the first step nothing can be proved yet, so the hint of the step takes its place.
        """
        proof = self.guided.tip()
        if self.guided.is_done:
            return state
        # Before the first clue, nothing can be proved.
        if proof is None or not self.guided.number:
            hint = self.guided.say(self.guided.step.hint, self.keys)
            return state.replace_mode(self, replace(self, message=say(hint)))
        # A beginner doesn't know the marks yet, so the words name the number that proves the move.
        room = room_of(state.env)
        whole, brief = proof.text(UNMARKED), proof.text(room._replace(is_brief=True))
        texts = (whole, brief) if self.knows_assisted else (f"{whole} {ASSISTED}", f"{brief} {ASSISTED}", brief)
        shown = replace(self, message=say(*texts, names_cells=True), tip=proof, knows_assisted=True)
        return show_marks(state._replace(message=SILENCE).replace_mode(self, shown))

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
        """The marks of the tip or, without a tip, those of the step."""
        if self.tip is not None:
            safe, danger = self.tip.safe & ~game.opened, self.tip.mined & ~game.flags
            return Marks(safe=safe, danger=danger, proof=self.tip.because)
        hidden, numbers = self.guided.marked
        return Marks(safe=hidden, proof=numbers)

    def _hints(self) -> list[KeyHint]:
        """The key hints of the step."""
        if self.guided.is_done:
            return [(Action.SELECT, "done" if self.guided.is_last else "next"), (Action.BACK, "back")]
        hints: list[KeyHint] = [(Action.OPEN, "open"), (Action.FLAG, "flag")]
        # Small screens have room for only two hints, so the key that the step needs comes first.
        first, second = reversed(hints) if self.guided.step.flags else hints
        return [first, (Action.BACK, "back"), second, (Action.TIP, "tip")]


def _begin_step(state: GameState, guided: GuidedGame) -> GameState:
    """Starts a step, with the same view of the board as before."""
    knows_assisted = state.get(GuidedMode).knows_assisted
    return _guided(with_session(state, guided.session), guided, knows_assisted)


def _guided(state: GameState, guided: GuidedGame, knows_assisted: bool = False) -> GameState:
    """The state at the start of a step, whose sentences name the keys that the player has chosen."""
    flag, opens, tip = (state.env.keymap.label(Context.LESSON, key) for key in (Action.FLAG, Action.OPEN, Action.TIP))
    keys = MoveWords(
        f"press {opens}, or click it",
        f"go to each and press {flag}, or right-click it",
        f"press {opens} on it, or click it",
        f"press {tip}",
        opens,
        flag,
    )
    return state._replace(modes=(GuidedMode(guided, keys, knows_assisted=knows_assisted),)).move_to_cell(
        guided.step.look
    )


def _finish(model: Model) -> Model:
    """Closes the guided game after its last step. The menu doesn't offer it any more."""
    return model.pop().with_settings(model.settings.with_value(OFFER, False), OFFER)


def open_guided(model: Model) -> Model:
    """Opens the guided game at its first step."""
    guided = begin_step()
    return model.push(GameScreen(_guided(first_state(guided.session, model.env), guided)))
