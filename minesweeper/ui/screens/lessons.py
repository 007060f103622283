"""The kinds of lessons: how one does in each, and how many one's own games hold; picking one begins a lesson."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.core.text import fit
from minesweeper.play.lessons import Lesson, Topic
from minesweeper.storage.lessons import RECENT, Course
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.jobs import Job
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.glyphs import Piece
from minesweeper.ui.game.lesson_mode import find_course, made_work, open_lesson, search_work
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, say
from minesweeper.ui.widgets.list_screen import Listing, ListScreen, lay_list

_HINTS: list[KeyHint] = [(Action.SELECT, "begin"), (Action.BACK, "back"), (Action.HELP, "help")]
_TOPICS = tuple(Topic)
_HEADING = f"{'reasoning':24}{'tried':>7}{'right':>7}   {f'of the last {RECENT}':16}{'in your games':>15}"


@dataclass(frozen=True)
class LessonsScreen(ListScreen):
    """The kinds, easiest first."""

    course: Course
    selected: int = 0
    picked: bool = False
    """Whether a lesson of the selected kind is being made."""

    @property
    def context(self) -> Context:
        return Context.GAMES

    @property
    def topic(self) -> Topic:
        """The kind that is selected."""
        return _TOPICS[self.selected]

    def listing(self, model: Model) -> Listing:
        said = SILENCE if is_compact(model.rows, model.cols) else say(self.topic.about)
        if self.picked:
            said = say("Making a lesson...")
        elif model.cache.problem:
            said = say(f"{self.topic.about} {model.cache.problem}", model.cache.problem, alarm=True)
        title = "Lessons" if self.course.pending is None else "Lessons..."
        heading = _HEADING if model.cols >= len(_HEADING) + 4 else ""
        total = len(_TOPICS)
        return lay_list(model, self.context, _HINTS, total, self.selected, said, titles=(title,), heading=heading)

    def line(self, model: Model, number: int, width: int) -> list[Piece]:
        topic = _TOPICS[number]
        score, own, name = self.course.score(topic), len(self.course.own(topic)), topic.value.capitalize()
        good = "good" if sum(score.recent) >= RECENT - 2 else "text"
        if width >= len(_HEADING):
            bar = "".join(model.looks.glyphs.bar(sum(score.recent), RECENT, RECENT)) if score.recent else ""
            counts = f"{score.tried or '':>7}{score.right if score.tried else '':>7}   "
            figure = f"{sum(score.recent):>2} {bar}" if score.recent else "not tried yet"
            return [(f"{name:24}{counts}", "text"), (f"{figure:16}", good), (f"{own or '':>15}", "text")]
        figure = f"{sum(score.recent)}/{len(score.recent)}" if score.recent else "-"
        name = name if len(name) <= width - 6 else name.replace(" and more", "+")
        return [(f"{fit(name, width - 6):{width - 6}} ", "text"), (f"{figure:>5}", good)]

    def on(self, number: int) -> LessonsScreen:
        return replace(self, selected=number)

    def calm(self) -> LessonsScreen:
        return replace(self, picked=False)

    def press(self, model: Model, number: int, col: int) -> Model:
        return self.on(number).pick(model)

    def pick(self, model: Model) -> Model:
        """The model with a lesson of the selected kind: one's own if one is found, else one that is made first."""
        own = self.course.own(self.topic)
        if own:
            return open_lesson(model.with_top(self), self.course, own[0])
        return model.with_top(replace(self, picked=True))

    def work(self, model: Model) -> Job | None:
        if self.picked:
            return made_work(self.course, self.topic, self._made)
        return search_work(self.course, self._searched)

    def _made(self, model: Model, lesson: Lesson) -> Model:
        return open_lesson(model.with_top(self.calm()), self.course, lesson)

    def _searched(self, model: Model, lessons: tuple[Lesson, ...]) -> Model:
        course = self.course.with_lessons(lessons)
        return model.with_top(replace(self, course=course)).query(find_course, course, then=LessonsScreen._found)

    def _found(self, model: Model, course: Course) -> Model:
        return model.with_top(replace(self, course=course))

    def _opened(self, model: Model, course: Course) -> Model:
        return model.with_top(replace(self, course=course, selected=_TOPICS.index(course.weakest())))


def open_lessons(model: Model, course: Course | None = None, topic: Topic | None = None) -> Model:
    """The model with the kinds on top; with a course, the one that was interrupted."""
    if course is None or topic is None:
        return model.push(LessonsScreen(Course())).query(find_course, None, then=LessonsScreen._opened)
    screen = LessonsScreen(course, _TOPICS.index(topic))
    model = model.push(screen)
    return model if course.pending is not None else model.query(find_course, course, then=LessonsScreen._found)
