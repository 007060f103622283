"""Stores how the player did in lessons: every answer, the score and the schedule of each topic, and what comes next.

`play/repetition` says when topics and missed positions return. Nothing here touches a game, its replay or its
statistics.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from minesweeper.assist.topics import Topic, proof_length
from minesweeper.core import validate
from minesweeper.core.cells import cells_of
from minesweeper.core.times import from_milliseconds, now_ms, to_milliseconds
from minesweeper.core.validate import RecordError
from minesweeper.play.lesson_drills import EXAMPLE, drill_codes, drill_id, drill_of_id, make_blank, make_drill
from minesweeper.play.lessons import Answer, Lesson, find_lessons
from minesweeper.play.repetition import SCHEDULED_TOPICS, Due, Schedule, schedule_topic
from minesweeper.play.replay import check_version
from minesweeper.play.session import new_id
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import FinishedGame, read_moment, replay_below
from minesweeper.storage.saves_table import read_id
from minesweeper.storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Generator
    from sqlite3 import Connection

    from minesweeper.play.judging import MarkedCells

DATA_KEY = "lesson"
"""The field that marks a record as a lesson answer: games don't have it."""
_DATA_VERSION = 1
_LESSON_ID, _ALLOWED = r"[a-z0-9/ -]{1,80}", "small letters, digits, blanks, / and -, at most 80"
RECENT = 10
"""The number of last answers in a score."""
_WELL_KNOWN = 8
"""The right answers among the last ten from which an old score counts as mastered."""
_PLACEMENT, _PLACEMENT_WELL_KNOWN = 2, 3
"""The boxes that a passed placement review leads to, for players with old answers."""
_DRILLS_FIRST = 4
"""The number of drills of a topic before positions of the player's games."""
_AT_ONCE = 20
"""The number of games searched while the player waits, before a drill comes instead."""
MOST_GAMES = 60
"""The number of newest games searched for lessons in one sitting."""
MIXED = 10
"""The lessons of one mixed practice."""
_BLANKS = 12
"""One in so many lessons of mixed practice has nothing to prove: whoever always says so passes only these."""
NOTHING = "nothing"
"""The topic of an answer to a position in which nothing can be proved. It counts for no topic."""
MODE_TOPIC, MODE_MIXED = "topic", "mixed"


class LessonAnswer(NamedTuple):
    """One answer to a lesson. Answers of earlier programs have no mode, and none of the fields after it."""

    id: str
    answered_at: str
    """UTC, such as ``2026-11-16T09:12:33.480Z``."""
    lesson: str
    topic: str
    is_right: bool
    milliseconds: int | None = None
    hints: int = 0
    mode: str = ""
    marks: str = ""
    """The turn in which the position was shown, the cells marked safe, and those marked as mines, as JSON."""
    day: str = ""
    """The local day of the answer, such as ``2026-11-16``, because reviews are counted by local days."""

    @property
    def local_day(self) -> int:
        """The number of the local day. Old answers have none, so it follows from their time."""
        if self.day:
            return date.fromisoformat(self.day).toordinal()
        return datetime.fromtimestamp(to_milliseconds(self.answered_at) / 1000).date().toordinal()


class Score(NamedTuple):
    """The player's score in one topic."""

    tried: int = 0
    right: int = 0
    recent: tuple[bool, ...] = ()
    """The last answers, the newest last."""

    @property
    def text(self) -> str:
        """The score, such as ``8 of the last 10``; empty before the first answer."""
        return f"{sum(self.recent)} of the last {len(self.recent)}" if self.recent else ""

    def after(self, is_right: bool) -> Score:
        """Returns the score after one more answer."""
        return Score(self.tried + 1, self.right + is_right, (*self.recent, is_right)[-RECENT:])


class Course(NamedTuple):
    """The lessons of a sitting: scores and schedules, and the lessons found in the player's games so far."""

    scores: Mapping[Topic, Score] = MappingProxyType({})
    schedules: Mapping[Topic, Schedule] = MappingProxyType({})
    due: Mapping[str, Due] = MappingProxyType({})
    """When answered positions return, by lesson id."""
    today: int = 0
    """The local day on which the sitting began."""
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
    mixed: tuple[Topic | None, ...] | None = None
    """The topics shown in the mixed practice that is going on, None where nothing can be proved."""

    def score(self, topic: Topic) -> Score:
        """The score of a topic."""
        return self.scores.get(topic, Score())

    def schedule(self, topic: Topic) -> Schedule:
        """The schedule of a topic."""
        return self.schedules.get(schedule_topic(topic), Schedule())

    @property
    def due_topics(self) -> tuple[Topic, ...]:
        """The topics that have a review today, those first that have waited longest."""
        due = [topic for topic in SCHEDULED_TOPICS if self.schedule(topic).is_due(self.today)]
        return tuple(sorted(due, key=lambda topic: self.schedule(topic).due))

    @property
    def begun_topics(self) -> tuple[Topic, ...]:
        """The topics that the player has begun, in learning order."""
        return tuple(topic for topic in SCHEDULED_TOPICS if self.schedule(topic).is_begun)

    def own(self, topic: Topic) -> list[Lesson]:
        """Lists the due lessons of a topic in the player's games, those with short proofs first."""
        due = [lesson for lesson in self.lessons if lesson.topic is topic and self._is_open(lesson.id)]
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

    def next_drill(self, topic: Topic) -> tuple[Topic, str, int]:
        """Chooses the next drill of a topic, as its topic, position and turn.

        A missed one that is due comes first, then the first new one. When all were shown, the one answered longest ago
        returns in another turn.
        """
        missed = self._missed_drills(topic)
        if missed:
            return self._drill(*min(missed, key=lambda one: self.due[drill_id(*one)].day))
        pool = [(one, code) for one in Topic if schedule_topic(one) is topic for code in drill_codes(one)]
        pool = pool or [(topic, code) for code in drill_codes(topic)]
        pool = [one for one in pool if one != (topic, drill_codes(topic)[EXAMPLE])]
        fresh = [one for one in pool if drill_id(*one) not in self.due and drill_id(*one) not in self.given]
        if fresh:
            return self._drill(*fresh[0])
        order = {lesson: place for place, lesson in enumerate(self.due)}
        return self._drill(*min(pool, key=lambda one: (drill_id(*one) in self.given, order.get(drill_id(*one), -1))))

    def _drill(self, topic: Topic, code: str) -> tuple[Topic, str, int]:
        # The first turn differs from drill to drill: otherwise the plain ones would all lie the same way.
        return topic, code, sum(map(ord, code)) + self.due.get(drill_id(topic, code), Due()).times

    def _missed_drills(self, topic: Topic) -> list[tuple[Topic, str]]:
        """The missed drills of a topic that return today."""
        drills = [drill_of_id(name) for name, due in self.due.items() if due.times and self._is_open(name)]
        return [one for one in drills if one is not None and schedule_topic(one[0]) is schedule_topic(topic)]

    def _is_open(self, lesson: str) -> bool:
        return lesson not in self.given and self.due.get(lesson, Due()).day <= self.today

    def weakest(self) -> Topic:
        """Suggests a topic: the one that is due longest, one in learning, or else the next new one."""
        learning = [topic for topic in self.begun_topics if not self.schedule(topic).is_mastered]
        fresh = [topic for topic in SCHEDULED_TOPICS if topic not in self.begun_topics]
        return [*self.due_topics, *learning, *fresh, *SCHEDULED_TOPICS][0]

    @property
    def can_mix(self) -> bool:
        """Whether enough topics were begun for mixed practice, which never asks one twice in a row."""
        return len(self.begun_topics) > 1

    def next_mixed(self) -> Topic | None:
        """Chooses the next topic of the mixed practice. Returns None for a position in which nothing can be proved.

        Due topics come first, those asked least often in this practice before others, and never two of a kind in a row.
        """
        shown = self.mixed or ()
        answers_before = sum(score.tried for score in self.scores.values()) - len(shown)
        if None not in shown and len(shown) == Random(f"{self.today} {answers_before}").randrange(_BLANKS):
            return None
        last = next((topic for topic in reversed(shown) if topic is not None), None)
        topics = [*self.due_topics, *(topic for topic in self.begun_topics if topic not in self.due_topics)]
        return min((topic for topic in topics if topic is not last), key=shown.count, default=last)

    def showing(self, lesson: Lesson) -> Course:
        """Returns the course with a lesson marked as shown."""
        mixed = self.mixed
        if mixed is not None:
            mixed = (*mixed, None if lesson.is_blank else schedule_topic(lesson.topic))
        return self._replace(given=self.given | {lesson.id}, mixed=mixed)

    def after(self, lesson: Lesson, result: LessonAnswer) -> Course:
        """Returns the course after an answer."""
        return _after(self, result, None if lesson.is_blank else lesson.topic)

    def with_first(self, lesson: Lesson) -> Course:
        """Returns the course with a lesson that the player asked for."""
        return self._replace(lessons=(lesson, *self.lessons), asked=self.asked | {lesson.id})

    def with_lessons(self, lessons: Iterable[Lesson]) -> Course:
        """Returns the course with the lessons of the game that was searched."""
        new = [lesson for lesson in lessons if lesson.id not in self.asked]
        return self._replace(lessons=(*self.lessons, *new), pending=None, searched=self.searched + 1)


def _after(course: Course, answer: LessonAnswer, topic: Topic | None) -> Course:
    """Counts an answer. A right one with a hint counts neither as right in a review nor as wrong in the score."""
    day, is_good = answer.local_day, answer.is_right and not answer.hints
    before = course.due.get(answer.lesson, Due())
    # The place in the mapping says which position was answered longest ago.
    due = {name: one for name, one in course.due.items() if name != answer.lesson}
    due[answer.lesson] = before.after(day, is_good)
    course = course._replace(due=due)
    if topic is None:
        return course
    if is_good or not answer.is_right:
        course = course._replace(scores={**course.scores, topic: course.score(topic).after(is_good)})
    schedule = course.schedule(topic)
    if not answer.mode:
        recent = sum(course.score(topic).recent)
        schedule = schedule._replace(placement=_PLACEMENT_WELL_KNOWN if recent >= _WELL_KNOWN else _PLACEMENT)
    elif not before.times:
        schedule = schedule.after(day, is_good)
    return course._replace(schedules={**course.schedules, schedule_topic(topic): schedule})


def today_number() -> int:
    """The number of the local day."""
    return date.today().toordinal()


def open_course(store: Store) -> Course:
    """Returns the scores and schedules so far, and the first game to search."""
    return search_next(store, read_progress(store))


def read_progress(store: Store) -> Course:
    """Returns the scores and schedules so far. Nothing is searched for lessons, so this is quick."""
    course, topics = Course(today=today_number()), {topic.value: topic for topic in Topic}
    for answer in all_answers(store):  # a topic that only a newer program knows counts for none
        course = _after(course, answer, topics.get(answer.topic))
    return course


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


def make_answer(
    lesson: Lesson, result: Answer, marks: MarkedCells, milliseconds: int = 0, hints: int = 0, mode: str = MODE_TOPIC
) -> LessonAnswer:
    """Describes an answer that was given now."""
    cells = json.dumps([lesson.turn, *map(cells_of, marks)], separators=(",", ":"))
    topic = NOTHING if lesson.is_blank else lesson.topic.value
    now, day = from_milliseconds(now_ms()), date.fromordinal(today_number()).isoformat()
    is_right = result is Answer.RIGHT
    return LessonAnswer(new_id(), now, lesson.id, topic, is_right, milliseconds, hints, mode, cells[:_MOST_MARKS], day)


def keep_answer(store: Store, answer: LessonAnswer) -> str | None:
    """Stores an answer. Returns why it isn't saved, or None. An unsaved answer is tried again later."""
    written = store.write(lambda connection: insert_answer(connection, answer), "answer", later=lambda _: None)
    return None if written.saved else written.problem or "The answer is not saved."


def make_next_lesson(course: Course, topic: Topic | None) -> Generator[None, None, Lesson]:
    """Makes the next drill of a topic, or of mixed practice a position in which nothing can be proved (None)."""
    if topic is None:
        codes = drill_codes(Topic.MID_GUESS)
        # A position that was a drill about guesses in this sitting doesn't return as one with nothing to prove.
        fresh = [code for code in codes if drill_id(Topic.MID_GUESS, code) not in course.given] or codes
        return (yield from make_blank(fresh[course.today % len(fresh)], course.today))
    return (yield from make_drill(*course.next_drill(topic)))


class LessonBook:
    """Gives lessons to a front end that can wait. Without a store, all lessons are drills and no answer is stored."""

    def __init__(self, open_games: Callable[[], Store] | None = None) -> None:
        self._open_games = open_games
        self._course: Course | None = None

    @property
    def course(self) -> Course:
        """The scores and schedules, and the lessons found in the player's games so far."""
        if self._course is None:
            empty = Course(today=today_number())
            self._course = empty if self._open_games is None else open_course(self._open_games())
        return self._course

    def next_of(self, topic: Topic) -> Lesson:
        """Returns the next lesson of a topic: from the player's games if one is found soon, otherwise a drill."""
        course = self.course._replace(mixed=None)
        for _ in range(_AT_ONCE if course.wants_own(topic) else 0):
            game = course.pending
            if course.next_own(topic) or game is None or game.replay is None or self._open_games is None:
                break
            lessons = run_to_end(find_lessons(game.id, game.replay, game.guesses))
            course = search_next(self._open_games(), course.with_lessons(lessons))
        lesson = course.next_own(topic) or run_to_end(make_next_lesson(course, topic))
        self._course = course.showing(lesson)
        return lesson

    def next_mixed(self, *, first: bool) -> Lesson:
        """Returns the next lesson of a mixed practice, or the first one of a new practice."""
        course = self.course._replace(mixed=()) if first or self.course.mixed is None else self.course
        lesson = run_to_end(make_next_lesson(course, course.next_mixed()))
        self._course = course.showing(lesson)
        return lesson

    @property
    def store(self) -> Store | None:
        """The games and answers of the player, if this front end keeps them."""
        return None if self._open_games is None else self._open_games()

    def put_first(self, lesson: Lesson) -> None:
        """Lets a lesson that the player asked for come first."""
        self._course = self.course.with_first(lesson)

    def keep(self, lesson: Lesson, answer: LessonAnswer) -> str | None:
        """Stores an answer. Returns why it isn't saved, or None."""
        self._course = self.course.after(lesson, answer)
        return None if self._open_games is None else keep_answer(self._open_games(), answer)


_NEW_COLUMNS: Mapping[str, object] = {"milliseconds": None, "hints": 0, "mode": "", "marks": "", "day": ""}
"""The columns that files of earlier programs don't have, and what stands for them."""
_MOST_MARKS = 400
_COLUMNS = ", ".join(LessonAnswer._fields)


def insert_answer(connection: Connection, answer: LessonAnswer) -> bool:
    """Inserts an answer. Returns False and changes nothing if the database already has an answer with this id."""
    values = tuple(answer)
    query = f"INSERT INTO answers ({_COLUMNS}) VALUES ({', '.join('?' * len(values))}) ON CONFLICT (id) DO NOTHING"
    return connection.execute(query, (values[0], to_milliseconds(answer.answered_at), *values[2:])).rowcount == 1


def _rows(store: Store) -> list[tuple[Any, ...]]:
    """Returns all rows by their time. An older file that can't be written has no answers, or fewer columns."""

    def work(connection: Connection) -> list[tuple[Any, ...]]:
        has = {name for _, name, *_ in connection.execute("PRAGMA table_info(answers)")}
        if not has:
            return []
        columns = [name if name in has else "NULL" for name in LessonAnswer._fields]
        return connection.execute(f"SELECT {', '.join(columns)} FROM answers ORDER BY answered_at, number").fetchall()

    return store.read(work, list[tuple[Any, ...]]())


def all_answers(store: Store) -> list[LessonAnswer]:
    """Lists every readable answer, the oldest first."""
    answers = []
    for key, at, lesson, topic, is_right, *rest in _rows(store):
        with contextlib.suppress(ValueError, TypeError, OverflowError):  # the row is damaged
            answer = LessonAnswer(key, from_milliseconds(at), lesson, topic, bool(is_right), *rest)
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
    rest = {**_NEW_COLUMNS, **{name: data[name] for name in _NEW_COLUMNS if data.get(name) is not None}}
    milliseconds = None if rest["milliseconds"] is None else validate.number(rest, "milliseconds", 0, _MOST_MS)
    hints = validate.number(rest, "hints", 0, _MOST_HINTS)
    mode, marks, day = (validate.text(rest, name, _MOST_MARKS) for name in ("mode", "marks", "day"))
    if day and not _is_day(day):
        raise RecordError(f"day {validate.describe(day)} is not allowed. Use a day such as 2026-11-16")
    answered_at, answer_id = read_moment(data, "answered_at"), read_id(data)
    return LessonAnswer(answer_id, answered_at, lesson, topic, is_right, milliseconds, hints, mode, marks, day)


_MOST_MS, _MOST_HINTS = 1 << 31, 1000


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
