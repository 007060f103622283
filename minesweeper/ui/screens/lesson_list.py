"""Lists the topics of lessons: how you do in each, and how many your games hold. A topic begins with an example."""

from __future__ import annotations

from minesweeper.assist.topics import Topic
from minesweeper.play.guided_game import NAME
from minesweeper.play.lessons import Lesson, missed_lesson
from minesweeper.play.session import Session
from minesweeper.storage.lesson_scores import MASTERED, RECENT, Course
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, Model
from minesweeper.ui.base.values import replace
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.game.lesson_mode import (
    Example,
    find_course,
    made_work,
    make_example,
    open_example,
    open_guided,
    open_lesson,
    search_work,
)
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.page import ListScreen, Page, PageSpec, Row, TableCell, entry, figure, header

_HINTS: list[KeyHint] = [(Action.SELECT, "begin"), (Action.BACK, "back"), (Action.HELP, "help")]
_TOPICS = tuple(Topic)
_GUIDED = 0
"""The first row: the guided game. The topics follow."""
_ABOUT_GUIDED = "The rules in five short steps, for somebody who never played."
_HEADER = header(
    "topic", figure("tried"), figure("right"), (f"of the last {RECENT}", "recent"), figure("in your games")
)


class LessonsScreen(ListScreen):
    """The guided game, then the topics in learning order."""

    course: Course
    selected: int = 1
    picked: bool = False
    """Whether a lesson of the selected topic is being made."""
    missed: Session | None = None
    """A lost game whose last position comes first."""
    message: Message = SILENCE

    context = Context.GAMES
    total = len(_TOPICS) + 1

    @property
    def topic(self) -> Topic:
        """The topic that is selected."""
        return _TOPICS[max(self.selected - 1, 0)]

    @property
    def about(self) -> str:
        """Describes the selected row, and says if it is the one to practise."""
        if self.selected == _GUIDED:
            return _ABOUT_GUIDED
        next_one = " Practise this next." if self.topic is self.course.weakest() else ""
        return f"{self.topic.about}{next_one}"

    def page(self, model: Model) -> Page:
        message = SILENCE if is_compact(model.rows, model.cols) else say(self.about)
        if self.picked or self.missed:
            message = say("Making a lesson...")
        elif self.message:
            message = self.message
        elif model.cache.problem:
            message = say(f"{self.about} {model.cache.problem}", model.cache.problem, alarm=True)
        title = "Lessons" if self.course.pending is None else "Lessons..."
        return self.arrange_list(model, PageSpec((title,), hints=_HINTS, message=message), _HEADER)

    def row(self, model: Model, place: int) -> Row:
        if place == _GUIDED:
            return entry(place, NAME)
        topic = _TOPICS[place - 1]
        score, own = self.course.score(topic), len(self.course.own(topic))
        tried, right, figures = "", "", ("not tried yet", "-")
        if score.recent:
            recent_right = sum(score.recent)
            bar = "".join(model.looks.glyphs.bar(recent_right, RECENT, RECENT))
            tried, right = str(score.tried), str(score.right)
            figures = f"{recent_right:>2} {bar}", f"{recent_right}/{len(score.recent)}"
        return entry(
            place,
            (topic.title, topic.value.capitalize()),
            figure(tried),
            figure(right),
            TableCell(figures, "good" if sum(score.recent) >= MASTERED else "text"),
            figure(str(own or "")),
        )

    def without_message(self) -> LessonsScreen:
        return replace(self, picked=False, message=SILENCE)

    def pick(self, model: Model) -> Model:
        """Begins the selected topic with its example; one about clicks has none."""
        if self.selected == _GUIDED:
            return open_guided(model.with_top(self))
        return model.with_top(replace(self, picked=True))

    def work(self, model: Model) -> Job | None:
        if self.missed is not None:
            return Job(missed_lesson, (self.missed,), self._practised)
        if self.picked and self.topic is Topic.CHORDS:
            return made_work(self.course, self.topic, self._made)
        if self.picked:
            return Job(make_example, (self.topic,), self._exemplified)
        return search_work(self.course, self._searched)

    def _made(self, model: Model, lesson: Lesson) -> Model:
        return open_lesson(model.with_top(self.without_message()), self.course, lesson)

    def _exemplified(self, model: Model, example: Example) -> Model:
        return open_example(model.with_top(self.without_message()), self.course, example)

    def _practised(self, model: Model, lesson: Lesson | None) -> Model:
        """Opens the position of a lost game, with its topic selected below."""
        screen = replace(self, missed=None)
        if lesson is None:
            return model.with_top(screen.with_message("Nothing could be proved in that position. Choose a topic."))
        course = self.course.with_first(lesson)
        screen = replace(screen, course=course, selected=_TOPICS.index(lesson.topic) + 1)
        return open_lesson(model.with_top(screen), course, lesson)

    def _searched(self, model: Model, lessons: tuple[Lesson, ...]) -> Model:
        course = self.course.with_lessons(lessons)
        return model.with_top(replace(self, course=course)).query(find_course, course, then=LessonsScreen._found)

    def _found(self, model: Model, course: Course) -> Model:
        return model.with_top(replace(self, course=course))

    def _opened(self, model: Model, course: Course) -> Model:
        return model.with_top(replace(self, course=course, selected=_TOPICS.index(course.weakest()) + 1))


def open_lessons(
    model: Model, course: Course | None = None, topic: Topic | None = None, missed: Session | None = None
) -> Model:
    """Opens the list of topics; with a course, the one that was interrupted. A lost game's position opens over it."""
    if course is None or topic is None:
        then = LessonsScreen._opened if missed is None else LessonsScreen._found
        return model.push(LessonsScreen(Course(), missed=missed)).query(find_course, None, then=then)
    screen = LessonsScreen(course, _TOPICS.index(topic) + 1)
    model = model.push(screen)
    return model if course.pending is not None else model.query(find_course, course, then=LessonsScreen._found)
