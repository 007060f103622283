"""Lists the topics of lessons as a map of your progress. A topic begins with an example.

Each row begins with a cell of a board: hidden before the first answer, then opened with the number of right answers,
and with a tick once the topic is mastered. The last answers follow one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.assist.topics import LEARNING_ORDER, Topic
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.play.guided_game import NAME
from minesweeper.play.lessons import Lesson, missed_lesson
from minesweeper.play.session import Session
from minesweeper.storage.lesson_scores import MIXED, RECENT, Course, Score
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, Model
from minesweeper.ui.base.values import replace
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.glyphs import TerminalLooks, Tile
from minesweeper.ui.draw.rgb import INDEXED
from minesweeper.ui.game.lesson_mode import (
    Example,
    find_course,
    make_example,
    next_work,
    open_example,
    open_guided,
    open_lesson,
    search_work,
)
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.page import Fragment, ListScreen, Page, PageSpec, Row, TableCell, entry

if TYPE_CHECKING:
    from minesweeper.ui.screens import coach_screen
else:
    coach_screen = LateModule("minesweeper.ui.screens.coach_screen")

_HINTS: list[KeyHint] = [(Action.SELECT, "begin"), (Action.BACK, "back"), (Action.HELP, "help")]
_TOPICS = LEARNING_ORDER
_GUIDED, _COACH, _MIXED, _FIRST = range(4)
"""The first rows: the guided game, the coach, mixed practice, and the first topic."""
_ABOUT_COACH = "What your last games show: the topics that you missed, needless guesses, and the next step."
_ABOUT_GUIDED = "The rules in five short steps, for somebody who never played."
_ABOUT_MIXED = f"{MIXED} positions of all topics that you have begun, without their names. Due topics come first."


def _progress(score: Score, looks: TerminalLooks, *, is_mastered: bool, odd: bool) -> TableCell:
    """The cell of a topic, as a board would show it."""
    right = sum(score.recent)
    if is_mastered:
        text, style = looks.glyphs.piece(Tile.SAFE, odd=odd)
    elif score.recent:
        text, style = f"{right:2}", f"n{min(right, 8)} on opened" if right else "done on opened"
    else:
        text, style = looks.glyphs.piece(Tile.HIDDEN, odd=odd)
        text = "  " if looks.colours >= INDEXED else text
    return _tile(text, style)


def _tile(text: str, style: str) -> TableCell:
    """A cell of a board at the beginning of a row."""
    return TableCell((f"{text} ", text), style)


def _pips(looks: TerminalLooks) -> tuple[str, str, str]:
    """The signs of a right answer, of a wrong one and of one that isn't given yet."""
    if looks.glyph_set == "ascii":
        return "#", "o", "."
    return ("■", "□", "·") if looks.has_blocks else (looks.glyphs.full, looks.glyphs.rest, "⋅")


def _last_answers(score: Score, looks: TerminalLooks) -> TableCell:
    """The last answers, the oldest first: right, wrong, and not given yet."""
    right, wrong, missing = _pips(looks)
    signs = [(right, "good") if is_right else (wrong, "bad") for is_right in score.recent]
    signs += [(missing, "text.dim")] * (RECENT - len(signs))
    spaced = tuple(
        Fragment(f"{sign} " if number < RECENT else sign, style) for number, (sign, style) in enumerate(signs, 1)
    )
    close = tuple(Fragment(sign, style) for sign, style in signs)
    return TableCell((spaced, close, ""))


class LessonsScreen(ListScreen):
    """The guided game, then the topics in learning order."""

    course: Course
    selected: int = _FIRST
    picked: bool = False
    """Whether a lesson of the selected topic is being made."""
    is_drilled: bool = False
    """Whether a picked topic begins without its example."""
    missed: Session | None = None
    """A lost game whose last position comes first."""
    message: Message = SILENCE

    context = Context.GAMES
    total = len(_TOPICS) + _FIRST

    @property
    def topic(self) -> Topic:
        """The topic that is selected."""
        return _TOPICS[max(self.selected - _FIRST, 0)]

    @property
    def about(self) -> str:
        """Describes the selected row, and says how many positions of the player's games belong to it."""
        if self.selected == _GUIDED:
            return _ABOUT_GUIDED
        if self.selected in (_COACH, _MIXED):
            return _ABOUT_COACH if self.selected == _COACH else _ABOUT_MIXED
        own = len(self.course.own(self.topic))
        return f"{self.topic.about} Your games have {plural(own, 'such position')}." if own else self.topic.about

    def page(self, model: Model) -> Page:
        message = SILENCE if is_compact(model.rows, model.cols) else say(self.about)
        if self.picked or self.missed:
            message = say("Making a lesson...")
        elif self.message:
            message = self.message
        elif model.cache.problem:
            message = say(f"{self.about} {model.cache.problem}", model.cache.problem, alarm=True)
        title = "Lessons" if self.course.pending is None else "Lessons..."
        return self.arrange_list(model, PageSpec((title,), hints=_HINTS, message=message))

    def row(self, model: Model, place: int) -> Row:
        looks = model.looks
        if place == _GUIDED:
            return entry(
                place,
                _tile(*looks.glyphs.piece(Tile.FLAG)),
                NAME,
                TableCell(("the rules in five steps", ""), "text.dim"),
            )
        course = self.course
        if place == _COACH:
            tile = _tile(*looks.glyphs.piece(Tile.QUESTION))
            return entry(place, tile, "Coach", TableCell(("what your games show", ""), "text.dim"))
        if place == _MIXED:
            due = len(course.due_topics)
            words = f"{due} due" if due else "all that you have begun" if course.can_mix else "begin two topics first"
            tile = _tile(*looks.glyphs.piece(Tile.QUESTION))
            return entry(place, tile, "Mixed practice", TableCell((words, ""), "mark" if due else "text.dim"))
        topic = _TOPICS[place - _FIRST]
        score, schedule = course.score(topic), course.schedule(topic)
        is_next = topic is course.weakest()
        words = schedule.words(course.today) if schedule.is_begun else ""
        state = ("practise next", "next", "") if is_next else (words, words.removeprefix("mastered, "), "")
        return entry(
            place,
            _progress(score, looks, is_mastered=schedule.is_mastered, odd=place % 2 == 1),
            (topic.title, topic.value.capitalize(), topic.value.partition(" and")[0].capitalize()),
            _last_answers(score, looks),
            TableCell(state, "mark" if is_next or schedule.is_due(course.today) else "text.dim"),
        )

    def without_message(self) -> LessonsScreen:
        return replace(self, picked=False, is_drilled=False, message=SILENCE)

    def pick(self, model: Model) -> Model:
        """Begins the selected topic with its example, or mixed practice."""
        if self.selected == _GUIDED:
            return open_guided(model.with_top(self))
        if self.selected == _COACH:
            return coach_screen.open_coach(model.with_top(self))
        if self.selected == _MIXED and not self.course.can_mix:
            return model.with_top(self.with_message("Mixed practice needs two topics that you have begun."))
        return model.with_top(replace(self, picked=True))

    def work(self, model: Model) -> Job | None:
        if self.missed is not None:
            return Job(missed_lesson, (self.missed,), self._practised)
        if self.picked and self.selected == _MIXED:
            return next_work(self.course._replace(mixed=()), self.topic, self._mixed)
        if self.picked and self.is_drilled:
            return next_work(self.course, self.topic, self._made)
        if self.picked:
            return Job(make_example, (self.topic,), self._exemplified)
        return search_work(self.course, self._searched)

    def _made(self, model: Model, lesson: Lesson) -> Model:
        return open_lesson(model.with_top(self.without_message()), self.course, lesson)

    def _mixed(self, model: Model, lesson: Lesson) -> Model:
        return open_lesson(model.with_top(self.without_message()), self.course._replace(mixed=()), lesson)

    def _exemplified(self, model: Model, example: Example) -> Model:
        return open_example(model.with_top(self.without_message()), self.course, example)

    def _practised(self, model: Model, lesson: Lesson | None) -> Model:
        """Opens the position of a lost game, with its topic selected below."""
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
    model: Model, course: Course | None = None, topic: Topic | None = None, missed: Session | None = None
) -> Model:
    """Opens the list of topics; with a course, the one that was interrupted. A lost game's position opens over it."""
    if course is None or topic is None:
        then = LessonsScreen._opened if missed is None else LessonsScreen._found
        return model.push(LessonsScreen(Course(), missed=missed)).query(find_course, None, then=then)
    screen = LessonsScreen(course, _TOPICS.index(topic) + _FIRST)
    model = model.push(screen)
    return model if course.pending is not None else model.query(find_course, course, then=LessonsScreen._found)


def open_practice(model: Model, course: Course, topic: Topic | None) -> Model:
    """Opens drills of a topic over the list, after positions that the player asked for; None opens mixed practice."""
    selected = _MIXED if topic is None else _TOPICS.index(topic) + _FIRST
    screen = LessonsScreen(course, selected, picked=True, is_drilled=topic is not None)
    own = None if topic is None else course.next_own(topic)
    if own is not None:
        return open_lesson(model.push(screen.without_message()), course, own)
    return model.push(screen)
