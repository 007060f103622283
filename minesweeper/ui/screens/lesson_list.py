"""The list of lessons: the guided game, the coach, mixed practice, and every topic with the player's progress.

Each topic begins with a small cell. It looks hidden while the topic is new, then it shows the number of passed reviews,
and when the topic is mastered it shows a tick. A word beside it says the same: new, learning, due, mastered or rusty.
The topics stand in two columns, or in one that scrolls if the screen is narrow. A topic begins with an example.

`play/repetition` decides what is due. Tested in tests/ui/screens/test_lesson_list.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.assist.topics import LEARNING_ORDER, Topic
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.play.fair_example import FAIR_TITLE, fair_example
from minesweeper.play.guided_game import NAME
from minesweeper.play.lesson_drills import make_example
from minesweeper.play.lessons import Lesson, missed_lesson
from minesweeper.play.repetition import DUE, LEARNING, MASTERED, MASTERED_BOX, NEW, RUSTY
from minesweeper.play.session import Session
from minesweeper.storage.lesson_scores import MIXED, Course
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, Model, replace
from minesweeper.ui.draw.geometry import STRIP_ROWS, is_compact
from minesweeper.ui.draw.glyphs import TerminalLooks, Tile
from minesweeper.ui.game.lesson_mode import (
    Example,
    find_course,
    next_work,
    open_example,
    open_guided,
    open_lesson,
    search_work,
)
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, column_width, say
from minesweeper.ui.widgets.page import Fragment, Page, PageScreen, PageSpec, Row, TableCell, blank, entry, spaced

if TYPE_CHECKING:
    from minesweeper.ui.screens import coach_screen
else:
    coach_screen = LateModule("minesweeper.ui.screens.coach_screen")

_HINTS: list[KeyHint] = [(Action.SELECT, "begin"), (Action.BACK, "back"), (Action.HELP, "help")]
_TOPICS = LEARNING_ORDER
_GUIDED, _COACH, _MIXED, _FIRST = range(4)
"""The indices of the entries before the topics (the guided game, the coach, mixed practice) and of the first topic."""
_FAIR = _FIRST + len(_TOPICS)
"""The index of the last entry, an example that explains guesses on fair boards."""
_HALF = (_FAIR - _FIRST + 2) // 2
"""How many entries are in the left column of topics."""
_WIDTH, _TWO_COLUMNS = 104, 72
"""The most columns of the page, and how many columns it needs to show topics in two columns."""
_STATE = 12
"""The least columns for the state of a topic in the left column, so that the two columns of topics stand apart."""
_MESSAGE_ROWS = 3
"""The rows that are kept free for the description of the selected entry."""
_ABOUT = {
    _GUIDED: "The rules in five short steps, for somebody who never played.",
    _COACH: "What your last games show: the topics that you missed, needless guesses, and the next step.",
    _MIXED: f"{MIXED} positions of all topics that you have begun, without their names. Due topics come first.",
    _FAIR: "An example: why a guess in a shut-off corner survives on a fair board, and another one hits a mine.",
}
"""The descriptions of the entries that aren't topics."""
_STYLES = {NEW: "text.dim", LEARNING: "text", DUE: "mark", MASTERED: "good", RUSTY: "mark"}
"""The style of each state."""


def _sign(state: str, box: int, looks: TerminalLooks, *, odd: bool) -> TableCell:
    """The cell at the beginning of a topic: a tick for a mastered topic, a dot for a new one, otherwise the number of
    passed reviews.

    ``box`` is the box of the topic, and ``odd`` gives the tick the other shade.
    """
    if state == MASTERED:
        return _tile(*looks.glyphs.piece(Tile.SAFE, odd=odd))
    if state == NEW:
        return _tile(looks.glyphs.piece(Tile.FAR)[0], "text.dim")
    number = min(box, MASTERED_BOX)
    return _tile(f"{number:2}", f"n{number} on opened" if number else "done on opened")


def _tile(text: str, style: str) -> TableCell:
    """A table cell that looks like a cell of a board."""
    return TableCell((text,), style)


class LessonsScreen(PageScreen):
    """The list of lessons, with the topics in the order in which they should be learned."""

    course: Course
    """The lessons of this sitting and the player's progress."""
    selected: int = _FIRST
    """The index of the selected entry."""
    picked: bool = False
    """Whether the player has chosen an entry, so that its lesson is being made."""
    is_drilled: bool = False
    """Whether the chosen topic begins with a lesson instead of its example."""
    missed: Session | None = None
    """A lost game whose last position is made into the first lesson, or None."""
    message: Message = SILENCE

    context = Context.LESSONS
    targets = range(_FAIR + 1)

    @property
    def focus(self) -> int:
        return self.selected

    def focused_on(self, target: object) -> LessonsScreen:
        return replace(self, selected=target if isinstance(target, int) else _FIRST)

    @property
    def topic(self) -> Topic:
        """The selected topic. If another entry is selected, it is the nearest topic."""
        return _TOPICS[min(max(self.selected - _FIRST, 0), len(_TOPICS) - 1)]

    @property
    def about(self) -> Message:
        """Describes the selected entry and the player's progress with it."""
        course, topic = self.course, self.topic
        if self.selected == _MIXED and course.mixed_words:
            return say(f"{_ABOUT[_MIXED]} Today: {course.mixed_words}.", _ABOUT[_MIXED])
        if self.selected in _ABOUT:
            return say(_ABOUT[self.selected])
        own = len(course.own(topic))
        games = f" Your games have {plural(own, 'such position')}." if own else ""
        score, progress = course.score(topic).text, course.about(topic)
        right = f" {score} right." if score else ""
        brief = f"{topic.about} {progress}".strip()
        return say(f"{brief}{right}{games}", brief, topic.about)

    def page(self, model: Model) -> Page:
        low = is_compact(model.rows, model.cols) or model.rows < STRIP_ROWS
        message = SILENCE if low else self.about
        if self.picked or self.missed:
            message = say("Making a lesson...")
        elif self.message:
            message = self.message
        elif model.cache.problem:
            message = say(f"{self.about.texts[-1]} {model.cache.problem}", model.cache.problem, alarm=True)
        title = "Lessons" if self.course.pending is None else "Lessons..."
        rows = self._rows(model)
        return self.arrange_page(
            model,
            PageSpec((title,), rows, _HINTS, message, self._width, reserved_rows=0 if low else _MESSAGE_ROWS),
        )

    @property
    def _width(self) -> int:
        """How many columns the page may have.

        It needs more as soon as a topic was begun, because the words for its progress are longer.
        """
        return _WIDTH if self.course.begun_topics else _TWO_COLUMNS + _STATE

    def _rows(self, model: Model) -> list[Row]:
        cells = [self._cells(model.looks, place) for place in self.targets]
        width = column_width(model, self._width)
        if width < _TWO_COLUMNS:
            return [entry(place, *row) for place, row in enumerate(cells)]
        for place, (sign, name, state) in enumerate(cells):
            is_apart = width > _TWO_COLUMNS and _FIRST <= place < _FIRST + _HALF
            cells[place] = [sign, name._replace(target=place), state._replace(least=_STATE * is_apart)]
        first, topics = cells[:_FIRST], cells[_FIRST:]
        pairs = [(*left, *right) for left, right in zip(topics[:_HALF], topics[_HALF:], strict=True)]
        return [
            *spaced(Row(tuple(row), table="first") for row in first),
            *(blank(), self._summary(), blank()),
            *spaced(Row(pair, table="topics") for pair in pairs),
        ]

    def _cells(self, looks: TerminalLooks, place: int) -> list[TableCell]:
        """The cells of the entry with the index ``place``: its sign, its name and its state."""
        course = self.course
        if place in _ABOUT:
            tile = Tile.FLAG if place == _GUIDED else Tile.QUESTION
            due = len(course.due_topics)
            mixed = course.mixed_words or (
                f"{plural(due, 'topic')} due" if due else "all that you have begun" if course.can_mix else ""
            )
            name, words = {
                _GUIDED: (NAME, "the rules in five steps"),
                _COACH: ("Coach", "what your games show"),
                _MIXED: ("Mixed practice", mixed or "begin two topics first"),
                _FAIR: (FAIR_TITLE, "example"),
            }[place]
            style = "mark" if place == _MIXED and due else "text.dim"
            return [_tile(*looks.glyphs.piece(tile)), TableCell((name,)), TableCell((words, ""), style)]
        topic = _TOPICS[place - _FIRST]
        schedule = course.schedule(topic)
        state = schedule.state(course.today)
        forms = {
            NEW: "",
            LEARNING: f"learning, {schedule.box} of {MASTERED_BOX} reviews passed",
            DUE: "due: a review waits today",
            MASTERED: f"mastered, next review in {plural(schedule.due - course.today, 'day')}",
            RUSTY: "rusty: the review waits",
        }
        return [
            _sign(state, schedule.box, looks, odd=place % 2 == 1),
            TableCell((topic.title, topic.value.capitalize(), topic.value.partition(" and")[0].capitalize())),
            TableCell((forms[state], "" if state == NEW else state, ""), _STYLES[state]),
        ]

    def _summary(self) -> Row:
        """The row above the topics: how many of them are in each state, and what the numbers in the cells count."""
        states = [self.course.schedule(topic).state(self.course.today) for topic in _TOPICS]
        parts = [
            Fragment(f"{states.count(state)} {state}   ", style)
            for state, style in reversed(_STYLES.items())
            if state in states
        ]
        key = Fragment(f"1-{MASTERED_BOX}: reviews passed", "text.dim")
        return Row((TableCell(((*parts, key), tuple(parts))),))

    def without_message(self) -> LessonsScreen:
        return replace(self, picked=False, is_drilled=False, message=SILENCE)

    def act_here(self, model: Model, action: Action) -> Model:
        if action is Action.SELECT:
            return self.pick(model)
        if action in (Action.LEFT, Action.RIGHT):
            by = _HALF if action is Action.RIGHT else -_HALF
            beside = self.selected + by
            is_topic = self.selected >= _FIRST and _FIRST <= beside <= _FAIR
            return model.with_top(self.focused_on(beside)) if is_topic else model
        return super().act_here(model, action)

    def press(self, model: Model, target: object) -> Model:
        screen = self.focused_on(target)
        return screen.pick(model.with_top(screen))

    def pick(self, model: Model) -> Model:
        """Begins the selected entry.

        A topic begins with its example, and mixed practice needs two topics that were begun.
        """
        if self.selected == _GUIDED:
            return open_guided(model.with_top(self))
        if self.selected == _COACH:
            return coach_screen.open_coach(model.with_top(self))
        if self.selected == _FAIR:
            return open_example(model.with_top(self), self.course, fair_example())
        if self.selected == _MIXED and not self.course.can_mix:
            return model.with_top(self.with_message("Mixed practice needs two topics that you have begun."))
        return model.with_top(replace(self, picked=True))

    def work(self, model: Model) -> Job | None:
        """The job that makes the lesson that was chosen.

        If none was, the job searches the next of the player's games for positions that can become lessons. None if all
        games have been searched.
        """
        if self.missed is not None:
            return Job(missed_lesson, (self.missed,), self._practised)
        if self.picked and self.selected == _MIXED:
            return next_work(self.course, None, self._mixed)
        if self.picked and self.is_drilled:
            return next_work(self.course, self.topic, self._made)
        if self.picked:
            return Job(make_example, (self.topic,), self._exemplified)
        return search_work(self.course, self._searched)

    def _made(self, model: Model, lesson: Lesson) -> Model:
        return open_lesson(model.with_top(self.without_message()), self.course, lesson)

    def _mixed(self, model: Model, lesson: Lesson) -> Model:
        return open_lesson(model.with_top(self.without_message()), self.course, lesson, is_mixed=True)

    def _exemplified(self, model: Model, example: Example) -> Model:
        return open_example(model.with_top(self.without_message()), self.course, example)

    def _practised(self, model: Model, lesson: Lesson | None) -> Model:
        """Called with the lesson that was made from a lost game, or with None if nothing could be proved in its last
        position.

        Opens the lesson and selects its topic in the list below it.
        """
        screen = replace(self, missed=None)
        if lesson is None:
            return model.with_top(screen.with_message("Nothing could be proved in that position. Choose a topic."))
        course = self.course.with_first(lesson)
        screen = replace(screen, course=course, selected=_TOPICS.index(lesson.topic) + _FIRST)
        return open_lesson(model.with_top(screen), course, lesson)

    def _searched(self, model: Model, lessons: tuple[Lesson, ...]) -> Model:
        course = self.course.with_lessons(lessons)
        return model.with_top(replace(self, course=course)).query(find_course, course, then=LessonsScreen._found)

    def _found(self, model: Model, course: Course) -> Model:
        return model.with_top(replace(self, course=course))

    def _opened(self, model: Model, course: Course) -> Model:
        return model.with_top(replace(self, course=course, selected=_TOPICS.index(course.weakest()) + _FIRST))


def open_lessons(
    model: Model,
    course: Course | None = None,
    topic: Topic | None = None,
    missed: Session | None = None,
    *,
    is_mixed: bool = False,
) -> Model:
    """Opens the list of lessons. Without a course or topic, a new sitting begins, with the weakest topic selected.
    Otherwise the list shows the course that the player interrupted, with the topic selected, or with mixed practice
    selected if ``is_mixed`` is set.

    ``missed`` is a lost game whose last position opens as a lesson over the list.
    """
    if course is None or topic is None:
        then = LessonsScreen._opened if missed is None else LessonsScreen._found
        return model.push(LessonsScreen(Course(), missed=missed)).query(find_course, None, then=then)
    message = say(f"Mixed practice: {course.mixed_words}.") if is_mixed and course.mixed else SILENCE
    screen = LessonsScreen(course, _MIXED if is_mixed else _TOPICS.index(topic) + _FIRST, message=message)
    model = model.push(screen)
    return model if course.pending is not None else model.query(find_course, course, then=LessonsScreen._found)


def open_practice(model: Model, course: Course, topic: Topic | None) -> Model:
    """Opens lessons of a topic without its example, or mixed practice if the topic is None.

    Lessons that were put first in the course come before all others.
    """
    selected = _MIXED if topic is None else _TOPICS.index(topic) + _FIRST
    return model.push(LessonsScreen(course, selected, picked=True, is_drilled=topic is not None))
