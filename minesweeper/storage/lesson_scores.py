"""Stores how the player did in lessons: every answer, the score per topic, and which lesson comes next.

A missed position returns after a day, then after a week and a month if the answers are right. Nothing here touches a
game, its replay or its statistics.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from minesweeper.assist.topics import Topic, proof_length
from minesweeper.core import validate
from minesweeper.core.times import from_milliseconds, now_ms, to_milliseconds
from minesweeper.core.validate import RecordError
from minesweeper.play.lesson_drills import EXAMPLE, drill_id, make_lesson
from minesweeper.play.lessons import Lesson, find_lessons
from minesweeper.play.replay import check_version
from minesweeper.play.session import new_id
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import FinishedGame, read_moment, replay_below
from minesweeper.storage.saves_table import read_id
from minesweeper.storage.store import Store

if TYPE_CHECKING:
    from sqlite3 import Connection

DATA_KEY = "lesson"
"""The field that marks a record as a lesson answer: games don't have it."""
_DATA_VERSION = 1
_LESSON_ID, _ALLOWED = r"[a-z0-9/ -]{1,80}", "small letters, digits, blanks, / and -, at most 80"
_COLUMNS = "id, answered_at, lesson, topic, is_right"
RECENT = 10
"""The number of last answers in a score."""
MASTERED = 8
"""The number of right answers among the last ten that a topic asks for."""
_DAY = 86_400_000
_RETURNS = _DAY, 7 * _DAY, 30 * _DAY
"""Milliseconds until a missed lesson returns: after the wrong answer, and after the right ones that follow."""
_NEVER = 1 << 62
_DRILLS_FIRST = 4
"""The number of drills of a topic before positions of the player's games."""
_AT_ONCE = 20
"""The number of games searched while the player waits, before a lesson is made instead."""
MOST_GAMES = 60
"""The number of newest games searched for lessons in one sitting."""


class LessonAnswer(NamedTuple):
    """One answer to a lesson."""

    id: str
    answered_at: str
    """UTC, such as ``2026-11-16T09:12:33.480Z``."""
    lesson: str
    topic: str
    is_right: bool


class Score(NamedTuple):
    """The player's score in one topic."""

    tried: int = 0
    right: int = 0
    recent: tuple[bool, ...] = ()
    """The last answers, the newest last."""

    @property
    def share(self) -> float:
        """Returns the share of right answers among the last ones; 0.0 before the first."""
        return sum(self.recent) / len(self.recent) if self.recent else 0.0

    @property
    def text(self) -> str:
        """Writes the score, such as ``8 of the last 10``; empty before the first answer."""
        return f"{sum(self.recent)} of the last {len(self.recent)}" if self.recent else ""

    def after(self, is_right: bool) -> Score:
        """Returns the score after one more answer."""
        return Score(self.tried + 1, self.right + is_right, (*self.recent, is_right)[-RECENT:])


class Due(NamedTuple):
    """When an answered lesson returns. A lesson that was right the first time doesn't."""

    at: int = 0
    """Milliseconds since 1970."""
    stage: int = len(_RETURNS)
    """The number of times it has waited since it was missed."""

    def after(self, now: int, is_right: bool) -> Due:
        """Returns when the lesson returns after one more answer."""
        stage = self.stage + 1 if is_right else 0
        return Due(now + _RETURNS[stage], stage) if stage < len(_RETURNS) else Due(_NEVER)


class Course(NamedTuple):
    """The lessons of a sitting: scores, and the lessons found in the player's games so far."""

    scores: Mapping[Topic, Score] = MappingProxyType({})
    due: Mapping[str, Due] = MappingProxyType({})
    """When answered lessons return, by lesson id."""
    now: int = 0
    """When the sitting began. Lessons due by then are offered."""
    lessons: tuple[Lesson, ...] = ()
    """The lessons of the player's games, the newest first."""
    pending: FinishedGame | None = None
    """The game to search next."""
    below: int | None = None
    """The number of that game. The search continues below it."""
    searched: int = 0
    """The number of searched games."""
    given: frozenset[str] = frozenset()
    """The ids of lessons shown in this sitting."""
    asked: frozenset[str] = frozenset()
    """The ids of lessons that the player asked for: they come first."""

    def score(self, topic: Topic) -> Score:
        """Returns the score of a topic."""
        return self.scores.get(topic, Score())

    def own(self, topic: Topic) -> list[Lesson]:
        """Lists the due lessons of a topic in the player's games, those with short proofs first."""
        due = [lesson for lesson in self.lessons if lesson.topic is topic and self._is_due(lesson.id)]
        return sorted(due, key=lambda lesson: proof_length(lesson.proof) if lesson.proof else 0)

    def next_own(self, topic: Topic) -> Lesson | None:
        """Returns the next lesson of the player's games; None while missed drills are due, or drills come first."""
        own = self.own(topic)
        first = [lesson for lesson in own if lesson.id in self.asked] or [one for one in own if one.id in self.due]
        if not first and self.wants_own(topic) and not self._missed_drills(topic):
            first = own
        return first[0] if first else None

    def wants_own(self, topic: Topic) -> bool:
        """Whether enough drills were answered for positions of the player's games."""
        return self.score(topic).tried >= _DRILLS_FIRST

    def drill(self, topic: Topic) -> int:
        """Returns the number of the next drill: a missed one that is due, otherwise the first new one."""
        missed = self._missed_drills(topic)
        if missed:
            return min(missed, key=lambda number: self.due[drill_id(topic, number)].at)
        known = self.due.keys() | self.given
        return next(number for number in count(EXAMPLE + 1) if drill_id(topic, number) not in known)

    def _missed_drills(self, topic: Topic) -> list[int]:
        start = drill_id(topic, 0)[:-1]
        numbers = [int(name.removeprefix(start)) for name in self.due if re.fullmatch(f"{re.escape(start)}\\d+", name)]
        return [number for number in numbers if self._is_due(drill_id(topic, number))]

    def _is_due(self, lesson: str) -> bool:
        return lesson not in self.given and self.due.get(lesson, Due()).at <= self.now

    def weakest(self) -> Topic:
        """Suggests a topic: the weakest one that was begun and isn't mastered, otherwise the next in learning order."""
        topics = [topic for topic in Topic if topic is not Topic.CHORDS]
        begun = [topic for topic in topics if self.score(topic).tried]
        weak = [topic for topic in begun if sum(self.score(topic).recent) < MASTERED]
        fresh = [topic for topic in topics if topic not in begun]
        return min(weak, key=lambda topic: self.score(topic).share) if weak else [*fresh, *begun][0]

    def showing(self, lesson: Lesson) -> Course:
        """Returns the course with a lesson marked as shown."""
        return self._replace(given=self.given | {lesson.id})

    def after(self, lesson: Lesson, is_right: bool) -> Course:
        """Returns the course after an answer."""
        scores = {**self.scores, lesson.topic: self.score(lesson.topic).after(is_right)}
        return self._replace(
            scores=scores, due={**self.due, lesson.id: self.due.get(lesson.id, Due()).after(self.now, is_right)}
        )

    def with_first(self, lesson: Lesson) -> Course:
        """Returns the course with a lesson that the player asked for."""
        return self._replace(lessons=(lesson, *self.lessons), asked=self.asked | {lesson.id})

    def with_lessons(self, lessons: Iterable[Lesson]) -> Course:
        """Returns the course with the lessons of the game that was searched."""
        new = [lesson for lesson in lessons if lesson.id not in self.asked]
        return self._replace(lessons=(*self.lessons, *new), pending=None, searched=self.searched + 1)


def open_course(store: Store) -> Course:
    """Returns the scores so far, and the first game to search."""
    scores, due = dict[Topic, Score](), dict[str, Due]()
    topics = {topic.value: topic for topic in Topic}
    for _, at, lesson, name, is_right in _rows(store):
        due[lesson] = due.get(lesson, Due()).after(at, bool(is_right))
        if name in topics:  # otherwise only a newer program knows the topic
            scores[topics[name]] = scores.get(topics[name], Score()).after(bool(is_right))
    return search_next(store, Course(scores, due, now_ms()))


def search_next(store: Store, course: Course) -> Course:
    """Returns the course with the next game to search, the newest first; none after enough games."""
    while course.searched < MOST_GAMES:
        stored = replay_below(store, course.below)
        if stored is None:
            break
        course = course._replace(below=stored.number)
        if stored.game is not None and stored.game.replay is not None:
            return course._replace(pending=stored.game)
    return course._replace(pending=None)


def keep_answer(store: Store, lesson: Lesson, is_right: bool) -> str | None:
    """Stores an answer with the current time. Returns why it isn't saved, or None.

    An unsaved answer is tried again later.
    """
    answer = LessonAnswer(new_id(), from_milliseconds(now_ms()), lesson.id, lesson.topic.value, is_right)
    written = store.write(lambda connection: insert_answer(connection, answer), "answer", later=lambda _: None)
    return None if written.saved else written.problem or "The answer is not saved."


class LessonBook:
    """Gives lessons to a front end that can wait. Without a store, all lessons are made and no answer is stored."""

    def __init__(self, open_games: Callable[[], Store] | None = None) -> None:
        self._open_games = open_games
        self._course: Course | None = None

    @property
    def course(self) -> Course:
        """Returns the scores, and the lessons found in the player's games so far."""
        if self._course is None:
            self._course = Course() if self._open_games is None else open_course(self._open_games())
        return self._course

    def next_of(self, topic: Topic) -> Lesson:
        """Returns the next lesson of a topic: from the player's games if one is found soon, otherwise a made one."""
        course = self.course
        for _ in range(_AT_ONCE if course.wants_own(topic) else 0):
            game = course.pending
            if course.next_own(topic) or game is None or game.replay is None or self._open_games is None:
                break
            lessons = run_to_end(find_lessons(game.id, game.replay, game.guesses))
            course = search_next(self._open_games(), course.with_lessons(lessons))
        lesson = course.next_own(topic) or run_to_end(make_lesson(topic, course.drill(topic)))
        self._course = course.showing(lesson)
        return lesson

    def put_first(self, lesson: Lesson) -> None:
        """Lets a lesson that the player asked for come first."""
        self._course = self.course.with_first(lesson)

    def keep(self, lesson: Lesson, right: bool) -> str | None:
        """Stores an answer. Returns why it isn't saved, or None."""
        self._course = self.course.after(lesson, right)
        return None if self._open_games is None else keep_answer(self._open_games(), lesson, right)


def insert_answer(connection: Connection, answer: LessonAnswer) -> bool:
    """Inserts an answer. Returns False, and changes nothing, if it is there already."""
    values = (answer.id, to_milliseconds(answer.answered_at), *answer[2:4], int(answer.is_right))
    query = f"INSERT INTO answers ({_COLUMNS}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
    return connection.execute(query, values).rowcount == 1


def _rows(store: Store) -> list[tuple[Any, ...]]:
    """Returns all rows by their time; none for an older file that can't be written and so can't be migrated."""

    def work(connection: Connection) -> list[tuple[Any, ...]]:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'answers'").fetchone():
            return []
        return connection.execute(f"SELECT {_COLUMNS} FROM answers ORDER BY answered_at, number").fetchall()

    return store.read(work, list[tuple[Any, ...]]())


def all_answers(store: Store) -> list[LessonAnswer]:
    """Lists every readable answer, the oldest first."""
    answers = []
    for key, at, lesson, topic, is_right in _rows(store):
        with contextlib.suppress(ValueError, TypeError, OverflowError):  # the row is damaged
            answer = LessonAnswer(key, from_milliseconds(at), lesson, topic, bool(is_right))
            answers.append(answer_from_data(answer_to_data(answer)))
    return answers


def answer_to_data(answer: LessonAnswer) -> dict[str, Any]:
    """Returns an answer as JSON values."""
    return {"version": _DATA_VERSION, **answer._asdict()}


def answer_from_data(data: dict[str, Any]) -> LessonAnswer:
    """Reads an answer from JSON values. RecordError says what is wrong."""
    check_version(data, _DATA_VERSION)
    lesson = data.get(DATA_KEY)
    if not isinstance(lesson, str) or not re.fullmatch(_LESSON_ID, lesson):
        raise RecordError(f"lesson {validate.describe(lesson)} is not allowed. Use {_ALLOWED}")
    topic, is_right = validate.word(data, "topic"), validate.truth(data, "is_right")
    return LessonAnswer(read_id(data), read_moment(data, "answered_at"), lesson, topic, is_right)
