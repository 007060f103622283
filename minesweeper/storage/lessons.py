"""How one did in lessons, as the store keeps it: every answer, the figures of each kind, and which lesson comes next.

A lesson that was answered comes back: soon after a wrong answer, and the later the more right ones in a row it had.
Nothing here touches a game, its replay or its statistics.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from minesweeper.core import validate
from minesweeper.core.times import from_milliseconds, now_ms, to_milliseconds
from minesweeper.core.validate import RecordError
from minesweeper.play.lessons import Lesson, Topic, find_lessons, made_id, make_lesson
from minesweeper.play.replay import check_version
from minesweeper.play.session import new_id
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import FinishedGame, read_moment, replay_below
from minesweeper.storage.saves_table import read_id
from minesweeper.storage.store import Store

if TYPE_CHECKING:
    from sqlite3 import Connection

DATA_KEY = "lesson"
"""A record with this entry is an answer: a game has none."""
_DATA_VERSION = 1
_LESSON_ID, _ALLOWED = r"[a-z0-9/ -]{1,80}", "small letters, digits, blanks, / and -, at most 80"
_COLUMNS = "id, answered_at, lesson, topic, is_right"
RECENT = 10
"""So many of the last answers tell how one is doing."""
_SOON, _LATER = 600_000, 3 * 86_400_000
"""Milliseconds until a lesson comes back, after a wrong answer and after a right one; each further one triples them."""
_MOST_TRIPLED = 5
_AT_ONCE = 20
"""So many games are searched while a player waits, before a lesson is made instead."""
MOST_GAMES = 60
"""So many of the newest games are searched for lessons in one sitting."""


class LessonAnswer(NamedTuple):
    """One answer to a lesson."""

    id: str
    answered_at: str
    """UTC, such as ``2026-11-16T09:12:33.480Z``."""
    lesson: str
    topic: str
    is_right: bool


class Score(NamedTuple):
    """How one did in lessons of one kind."""

    tried: int = 0
    right: int = 0
    recent: tuple[bool, ...] = ()
    """The last answers, the newest last."""

    @property
    def text(self) -> str:
        """How one does, such as ``8 of the last 10``; nothing before the first answer."""
        return f"{sum(self.recent)} of the last {len(self.recent)}" if self.recent else ""

    def after(self, is_right: bool) -> Score:
        """The score after one more answer."""
        return Score(self.tried + 1, self.right + is_right, (*self.recent, is_right)[-RECENT:])


class Due(NamedTuple):
    """When a lesson that was answered comes back, and how many right answers in a row it had."""

    at: int = 0
    """Milliseconds since 1970."""
    streak: int = 0

    def after(self, now: int, is_right: bool) -> Due:
        """The same after one more answer."""
        if not is_right:
            return Due(now + _SOON, 0)
        return Due(now + _LATER * 3 ** min(self.streak, _MOST_TRIPLED), self.streak + 1)


class Course(NamedTuple):
    """The lessons of a sitting: how one did, and what was found in one's games so far."""

    scores: Mapping[Topic, Score] = MappingProxyType({})
    due: Mapping[str, Due] = MappingProxyType({})
    """By lesson."""
    now: int = 0
    """When it was begun: what is due then is offered."""
    found: tuple[Lesson, ...] = ()
    """The lessons of one's own games, the newest first."""
    pending: FinishedGame | None = None
    """The game that is searched next."""
    below: int | None = None
    """Its number: the next one has a smaller one."""
    searched: int = 0
    """How many games were searched."""
    given: frozenset[str] = frozenset()
    """What was shown in this sitting."""

    def score(self, topic: Topic) -> Score:
        """How one did in lessons of one kind."""
        return self.scores.get(topic, Score())

    def own(self, topic: Topic) -> list[Lesson]:
        """The lessons of one kind in one's own games that are due."""
        return [lesson for lesson in self.found if lesson.topic is topic and self._is_due(lesson.id)]

    def made(self, topic: Topic) -> int:
        """The number of the made lesson that comes next: one that is due again, else the first new one."""
        asked = [number for number in range(len(self.due) + len(self.given)) if made_id(topic, number) in self.due]
        again = [number for number in asked if self._is_due(made_id(topic, number))]
        fresh = (number for number in range(len(self.due) + len(self.given) + 1) if self._is_new(topic, number))
        return min(again, key=lambda number: self.due[made_id(topic, number)].at) if again else next(fresh)

    def _is_due(self, lesson: str) -> bool:
        return lesson not in self.given and self.due.get(lesson, Due()).at <= self.now

    def _is_new(self, topic: Topic, number: int) -> bool:
        lesson = made_id(topic, number)
        return lesson not in self.due and lesson not in self.given

    def weakest(self) -> Topic:
        """Where to go on: the easiest kind of which not nearly all of the last answers were right."""
        unsure = (topic for topic in Topic if sum(self.score(topic).recent) < RECENT - 2)
        return next(unsure, Topic.MINE_TOTAL)

    def showing(self, lesson: Lesson) -> Course:
        """The course with a lesson that is shown now."""
        return self._replace(given=self.given | {lesson.id})

    def after(self, lesson: Lesson, is_right: bool) -> Course:
        """The course after an answer."""
        scores = {**self.scores, lesson.topic: self.score(lesson.topic).after(is_right)}
        return self._replace(
            scores=scores, due={**self.due, lesson.id: self.due.get(lesson.id, Due()).after(self.now, is_right)}
        )

    def with_lessons(self, lessons: Iterable[Lesson]) -> Course:
        """The course with the lessons of the game that was searched."""
        return self._replace(found=(*self.found, *lessons), pending=None, searched=self.searched + 1)


def open_course(store: Store) -> Course:
    """How one did so far, and the first game to search."""
    scores, due = dict[Topic, Score](), dict[str, Due]()
    topics = {topic.value: topic for topic in Topic}
    for _, at, lesson, name, is_right in _rows(store, "answered_at, number"):
        due[lesson] = due.get(lesson, Due()).after(at, bool(is_right))
        if name in topics:  # else a newer program knows that kind
            scores[topics[name]] = scores.get(topics[name], Score()).after(bool(is_right))
    return search_next(store, Course(scores, due, now_ms()))


def search_next(store: Store, course: Course) -> Course:
    """The course with the next game to search, the newest first; there is none once enough were."""
    while course.searched < MOST_GAMES:
        stored = replay_below(store, course.below)
        if stored is None:
            break
        course = course._replace(below=stored.number)
        if stored.game is not None and stored.game.replay is not None:
            return course._replace(pending=stored.game)
    return course._replace(pending=None)


def keep_answer(store: Store, lesson: Lesson, is_right: bool) -> str | None:
    """Keeps an answer that was given now; the result says why it is not saved, or is None.

    One that could not be saved is tried again later.
    """
    answer = LessonAnswer(new_id(), from_milliseconds(now_ms()), lesson.id, lesson.topic.value, is_right)
    written = store.write(lambda connection: _insert(connection, answer), "answer", later=lambda _: None)
    return None if written.saved else written.problem or "The answer is not saved."


class LessonBook:
    """The lessons of one sitting, for a front end that waits for them; without a store all are made, none is kept."""

    def __init__(self, open_games: Callable[[], Store] | None = None) -> None:
        self._open_games = open_games
        self._course: Course | None = None

    @property
    def course(self) -> Course:
        """How one did, and what was found in one's games so far."""
        if self._course is None:
            self._course = Course() if self._open_games is None else open_course(self._open_games())
        return self._course

    def next_of(self, topic: Topic) -> Lesson:
        """The next lesson of a kind: one's own if one is found soon, else a made one."""
        course = self.course
        for _ in range(_AT_ONCE):
            found = course.pending
            if course.own(topic) or found is None or found.replay is None or self._open_games is None:
                break
            lessons = run_to_end(find_lessons(found.id, found.replay, found.guesses))
            course = search_next(self._open_games(), course.with_lessons(lessons))
        own = course.own(topic)
        lesson = own[0] if own else run_to_end(make_lesson(topic, course.made(topic)))
        self._course = course.showing(lesson)
        return lesson

    def keep(self, lesson: Lesson, right: bool) -> str | None:
        """Keeps an answer; why it is not saved, or None."""
        self._course = self.course.after(lesson, right)
        return None if self._open_games is None else keep_answer(self._open_games(), lesson, right)


def _insert(connection: Connection, answer: LessonAnswer) -> bool:
    """Whether the answer was not there yet; if it was, nothing is changed."""
    values = (answer.id, to_milliseconds(answer.answered_at), *answer[2:4], int(answer.is_right))
    query = f"INSERT INTO answers ({_COLUMNS}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
    return connection.execute(query, values).rowcount == 1


def _rows(store: Store, order: str) -> list[tuple[Any, ...]]:
    """All rows; none in an older file that can't be written, and so can't be brought up to date."""

    def work(connection: Connection) -> list[tuple[Any, ...]]:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'answers'").fetchone():
            return []
        return connection.execute(f"SELECT {_COLUMNS} FROM answers ORDER BY {order}").fetchall()

    nothing: list[tuple[Any, ...]] = []
    return store.read(work, nothing)


def all_answers(store: Store) -> list[LessonAnswer]:
    """Every answer, in the order they were kept."""
    return list(_readable(_rows(store, "number")))


def _readable(rows: Iterable[tuple[Any, ...]]) -> Iterator[LessonAnswer]:
    for key, at, lesson, topic, is_right in rows:
        try:
            yield answer_from_data(
                answer_to_data(LessonAnswer(key, from_milliseconds(at), lesson, topic, bool(is_right)))
            )
        except (ValueError, TypeError, OverflowError):  # damage has put something else there
            continue


def count_answers(store: Store) -> int:
    """How many answers there are."""
    return len(_rows(store, "number"))


def add_answers(connection: Connection, answers: Iterable[LessonAnswer]) -> int:
    """Adds answers that are not there yet; how many those are."""
    return sum(_insert(connection, answer) for answer in answers)


def answer_to_data(answer: LessonAnswer) -> dict[str, Any]:
    """An answer as JSON values."""
    return {"version": _DATA_VERSION, **answer._asdict()}


def answer_from_data(data: dict[str, Any]) -> LessonAnswer:
    """The answer of JSON values; RecordError says what is wrong."""
    check_version(data, _DATA_VERSION)
    lesson = data.get(DATA_KEY)
    if not isinstance(lesson, str) or not re.fullmatch(_LESSON_ID, lesson):
        raise RecordError(f"lesson {validate.describe(lesson)} is not allowed: {_ALLOWED}")
    topic, is_right = validate.word(data, "topic"), validate.truth(data, "is_right")
    return LessonAnswer(read_id(data), read_moment(data, "answered_at"), lesson, topic, is_right)
