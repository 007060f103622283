"""How the player did in lessons, and which lesson comes next.

Every answer is a row of the game database. From all of them, ``read_progress`` computes a ``Course``: the score and the
schedule of each topic, and when missed positions return. ``play.repetition`` has the rules for that, and
``play.lessons`` finds lessons in games. Lessons never change a game, its replay or its statistics.
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

from minesweeper.assist.sentences import lower_first
from minesweeper.assist.topics import Topic, proof_length
from minesweeper.core import validate
from minesweeper.core.cells import cells_of
from minesweeper.core.times import from_milliseconds, now_ms, to_milliseconds
from minesweeper.core.validate import RecordError
from minesweeper.play.lesson_drills import (
    EXAMPLE,
    drill_codes,
    drill_id,
    drill_of_id,
    make_blank,
    make_drill,
    turn_lesson,
)
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
"""The JSON field by which an import tells a lesson answer from a game."""
_DATA_VERSION = 1
_LESSON_ID, _ALLOWED = r"[a-z0-9/ -]{1,80}", "small letters, digits, blanks, / and -, at most 80"
RECENT = 10
"""The number of latest answers that a score shows."""
_WELL_KNOWN = 8
"""A topic with answers from a version without schedules counts as well known if at least this many of its last ten
answers were right."""
_PLACEMENT, _PLACEMENT_WELL_KNOWN = 2, 3
"""The boxes to which the first passed review raises a topic that has answers from a version without schedules. The
second box is for well-known topics, which are mastered with it."""
_DRILLS_FIRST = 4
"""A topic shows positions of the player's own games only after this many drills."""
_AT_ONCE = 20
"""How many games are searched for a lesson while the player waits. If none is found, a drill is shown."""
MOST_GAMES = 60
"""How many games, from the newest on, are searched for lessons in one sitting."""
MIXED = 10
"""The number of lessons in one mixed practice."""
_BLANKS = 12
"""One of this many lessons in mixed practice has nothing to prove, so that the player has to look before trusting that
a proof exists. Somebody who always answers "nothing" is right only then."""
NOTHING = "nothing"
"""The stored topic of an answer to a position in which nothing can be proved. It doesn't count for any topic."""
MODE_TOPIC, MODE_MIXED = "topic", "mixed"


class LessonAnswer(NamedTuple):
    """An answer to a lesson, as the game database stores it.

    In answers of earlier versions, ``mode`` is empty, and so is every other field that has a default.
    """

    id: str
    answered_at: str
    """The time in UTC, such as ``2026-11-16T09:12:33.480Z``."""
    lesson: str
    topic: str
    is_right: bool
    milliseconds: int | None = None
    hints: int = 0
    mode: str = ""
    marks: str = ""
    """A JSON list: the turn in which the position was shown, then the cells marked as safe, then the cells marked as
    mines."""
    day: str = ""
    """The local day of the answer, such as ``2026-11-16``. Reviews are counted by local days, which the time in UTC
    doesn't show."""

    @property
    def local_day(self) -> int:
        """The number of the local day. For an answer of an earlier version, it is computed from the time."""
        if self.day:
            return date.fromisoformat(self.day).toordinal()
        return datetime.fromtimestamp(to_milliseconds(self.answered_at) / 1000).date().toordinal()


class Score(NamedTuple):
    """How many lessons of a topic the player tried, how many answers were right, and the latest answers."""

    tried: int = 0
    right: int = 0
    recent: tuple[bool, ...] = ()
    """The latest answers, at most ``RECENT``, with the newest at the end."""

    @property
    def text(self) -> str:
        """The score in words, such as ``8 of the last 10``. Empty before the first answer."""
        return f"{sum(self.recent)} of the last {len(self.recent)}" if self.recent else ""

    def after(self, is_right: bool) -> Score:
        """The score with one more answer."""
        return Score(self.tried + 1, self.right + is_right, (*self.recent, is_right)[-RECENT:])


class Course(NamedTuple):
    """The lessons of one sitting: the player's scores and schedules, and the lessons found in the player's games so
    far.
    """

    scores: Mapping[Topic, Score] = MappingProxyType({})
    schedules: Mapping[Topic, Schedule] = MappingProxyType({})
    due: Mapping[str, Due] = MappingProxyType({})
    """For each answered position, when it returns, by the id of its lesson. The position that was answered last stands
    last."""
    today: int = 0
    """The number of the local day on which the sitting began."""
    lessons: tuple[Lesson, ...] = ()
    """The lessons found in the player's games so far, the newest game first."""
    pending: FinishedGame | None = None
    """The game that is to be searched for lessons next, or None if the search is over."""
    below: int | None = None
    """The number of that game in the database. The search goes on with games of lower numbers."""
    searched: int = 0
    """How many games have been searched."""
    given: frozenset[str] = frozenset()
    """The ids of the lessons shown in this sitting."""
    asked: frozenset[str] = frozenset()
    """The ids of the lessons that the player asked for, for example after a loss. They come first."""
    mixed: tuple[tuple[Topic | None, bool], ...] = ()
    """The answers of today's last mixed practice: the topic, or None where nothing could be proved, and whether the
    answer was right. A practice that was left continues after its last answer."""

    def score(self, topic: Topic) -> Score:
        """The score in a topic, which is empty before its first lesson."""
        return self.scores.get(topic, Score())

    def schedule(self, topic: Topic) -> Schedule:
        """The schedule of a topic. The topic 1-2-2-1 shares that of 1-2-1, because it has few positions."""
        return self.schedules.get(schedule_topic(topic), Schedule())

    def about(self, topic: Topic) -> str:
        """Says how far a topic is, when its next review is, and whether it shares its reviews with another topic."""
        text = self.schedule(topic).about(self.today)
        others = [one for one in Topic if one is not topic and schedule_topic(one) is schedule_topic(topic)]
        shared = "".join(f" Its reviews count together with {lower_first(one.title)}." for one in others)
        return f"{text}{shared}" if text else ""

    @property
    def due_topics(self) -> tuple[Topic, ...]:
        """The topics that have a review today. Those that have waited longest come first."""
        due = [topic for topic in SCHEDULED_TOPICS if self.schedule(topic).is_due(self.today)]
        return tuple(sorted(due, key=lambda topic: self.schedule(topic).due))

    @property
    def begun_topics(self) -> tuple[Topic, ...]:
        """The topics in which the player has answered a lesson, in the order in which they are taught."""
        return tuple(topic for topic in SCHEDULED_TOPICS if self.schedule(topic).is_begun)

    def own(self, topic: Topic) -> list[Lesson]:
        """The lessons of a topic that come from the player's games and may be shown today.

        Those with short proofs come first.
        """
        due = [lesson for lesson in self.lessons if lesson.topic is topic and self._is_open(lesson.id)]
        return sorted(due, key=lambda lesson: proof_length(lesson.proof) if lesson.proof else 0)

    def next_own(self, topic: Topic) -> Lesson | None:
        """The next lesson of a topic from the player's games, or None if a drill should come instead.

        Lessons that the player asked for come first, then missed ones that return. Other positions are shown only after
        enough drills and when no missed drill is waiting.
        """
        own = self.own(topic)
        first = [lesson for lesson in own if lesson.id in self.asked] or [one for one in own if one.id in self.due]
        if not first and self.wants_own(topic) and not self._missed_drills(topic):
            first = own
        return first[0] if first else None

    def wants_own(self, topic: Topic) -> bool:
        """Whether the player has answered enough drills of a topic to see positions from the player's own games."""
        return self.score(topic).tried >= _DRILLS_FIRST

    def next_drill(self, topic: Topic) -> tuple[Topic, str, int]:
        """Chooses the next drill of a topic.

        Returns its topic, its code in the table of drills, and the turn in which it is shown. A missed drill that
        returns today comes first, then a new one. When all were shown, the drill that was answered longest ago comes
        again, turned differently.
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
        # How a drill is first turned or mirrored depends on its code. Otherwise the simple drills would look alike.
        return topic, code, sum(map(ord, code)) + self.due.get(drill_id(topic, code), Due()).times

    def _missed_drills(self, topic: Topic) -> list[tuple[Topic, str]]:
        """The drills of a topic that the player missed and that return today."""
        drills = [drill_of_id(name) for name, due in self.due.items() if due.times and self._is_open(name)]
        return [one for one in drills if one is not None and schedule_topic(one[0]) is schedule_topic(topic)]

    def _is_open(self, lesson: str) -> bool:
        return lesson not in self.given and self.due.get(lesson, Due()).day <= self.today

    def weakest(self) -> Topic:
        """The topic to practise next: the one that is due longest, otherwise one that isn't mastered yet, otherwise the
        next new one.
        """
        learning = [topic for topic in self.begun_topics if not self.schedule(topic).is_mastered]
        fresh = [topic for topic in SCHEDULED_TOPICS if topic not in self.begun_topics]
        return [*self.due_topics, *learning, *fresh, *SCHEDULED_TOPICS][0]

    @property
    def can_mix(self) -> bool:
        """Whether mixed practice is possible. It needs two begun topics, because it never shows one twice in a row."""
        return len(self.begun_topics) > 1

    def next_mixed(self) -> Topic | None:
        """Chooses the next topic of mixed practice. Returns None for a position in which nothing can be proved.

        The topic that was shown least in this practice comes next. If several were shown equally often, due topics come
        first. The same topic never comes twice in a row.
        """
        shown = [topic for topic, _ in self.mixed[: len(self.mixed) % MIXED]]
        answers_before = sum(score.tried for score in self.scores.values()) - len(shown)
        if None not in shown and len(shown) == Random(f"{self.today} {answers_before}").randrange(_BLANKS):
            return None
        last = next((topic for topic in reversed(shown) if topic is not None), None)
        topics = [*self.due_topics, *(topic for topic in self.begun_topics if topic not in self.due_topics)]
        return min((topic for topic in topics if topic is not last), key=shown.count, default=last)

    @property
    def mixed_words(self) -> str:
        """How far the mixed practice is, such as ``3 of 10 done, 2 right``; empty before its first answer."""
        right = sum(is_right for _, is_right in self.mixed)
        return f"{len(self.mixed)} of {MIXED} done, {right} right" if self.mixed else ""

    def showing(self, lesson: Lesson) -> Course:
        """The course with this lesson counted as shown in this sitting."""
        return self._replace(given=self.given | {lesson.id})

    def after_mixed(self, lesson: Lesson, is_right: bool) -> Course:
        """The course after one more lesson of mixed practice. After ten lessons, another practice begins."""
        return self._with_mixed(None if lesson.is_blank else schedule_topic(lesson.topic), is_right)

    def _with_mixed(self, topic: Topic | None, is_right: bool) -> Course:
        return self._replace(mixed=(*self.mixed[: len(self.mixed) % MIXED], (topic, is_right)))

    def after(self, lesson: Lesson, result: LessonAnswer) -> Course:
        """The course with one more answer, which changes score and schedule."""
        return _after(self, result, None if lesson.is_blank else lesson.topic)

    def with_first(self, lesson: Lesson) -> Course:
        """The course with a lesson that the player asked for and that comes next."""
        return self._replace(lessons=(lesson, *self.lessons), asked=self.asked | {lesson.id})

    def with_lessons(self, lessons: Iterable[Lesson]) -> Course:
        """The course with the lessons that were found in the game ``pending``."""
        new = [lesson for lesson in lessons if lesson.id not in self.asked]
        return self._replace(lessons=(*self.lessons, *new), pending=None, searched=self.searched + 1)


def _after(course: Course, answer: LessonAnswer, topic: Topic | None) -> Course:
    """Counts one more answer in the course. ``topic`` is None for positions in which nothing can be proved.

    A right answer after a hint changes the score neither way, but doesn't count as right in a review.
    """
    day, is_good = answer.local_day, answer.is_right and not answer.hints
    before = course.due.get(answer.lesson, Due())
    # The order of the mapping shows which position was answered longest ago, so the entry moves to the end.
    due = {name: one for name, one in course.due.items() if name != answer.lesson}
    due[answer.lesson] = before.after(day, is_good)
    course = course._replace(due=due)
    if answer.mode == MODE_MIXED and day >= course.today:
        course = course._with_mixed(None if topic is None else schedule_topic(topic), answer.is_right)
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
    """The number of the local day, as ``date.toordinal`` counts."""
    return date.today().toordinal()


def open_course(store: Store) -> Course:
    """The player's progress so far, with the first game to search for lessons."""
    return search_next(store, read_progress(store))


def read_progress(store: Store) -> Course:
    """The player's scores and schedules so far, computed from all stored answers.

    This is quick, because no game is searched.
    """
    course, topics = Course(today=today_number()), {topic.value: topic for topic in Topic}
    for answer in all_answers(store):  # A topic that only a newer version knows doesn't count.
        course = _after(course, answer, topics.get(answer.topic))
    return course


def search_next(store: Store, course: Course) -> Course:
    """The course with the next game to search in ``pending``, from the newest to older ones.

    After MOST_GAMES games, or if no game with a replay is left, ``pending`` is None.
    """
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
    """The record of an answer that the player has given just now."""
    cells = json.dumps([lesson.turn, *map(cells_of, marks)], separators=(",", ":"))
    topic = NOTHING if lesson.is_blank else lesson.topic.value
    now, day = from_milliseconds(now_ms()), date.fromordinal(today_number()).isoformat()
    is_right = result is Answer.RIGHT
    return LessonAnswer(new_id(), now, lesson.id, topic, is_right, milliseconds, hints, mode, cells[:_MOST_MARKS], day)


def keep_answer(store: Store, answer: LessonAnswer) -> str | None:
    """Stores an answer. Returns None if it is saved, otherwise the reason. A failed write is tried again later."""
    written = store.write(lambda connection: insert_answer(connection, answer), "answer", later=lambda _: None)
    return None if written.saved else written.problem or "The answer is not saved."


def make_next_lesson(course: Course, topic: Topic) -> Generator[None, None, Lesson]:
    """Makes the next lesson of a topic: a position of the player's games, turned if it comes again, or a drill."""
    own = course.next_own(topic)
    if own is not None:
        return (yield from turn_lesson(own, course.due.get(own.id, Due()).times))
    return (yield from make_drill(*course.next_drill(topic)))


def make_mixed_lesson(course: Course) -> Generator[None, None, Lesson]:
    """Makes the next lesson of mixed practice, which may be a position in which nothing can be proved."""
    topic = course.next_mixed()
    if topic is not None:
        return (yield from make_drill(*course.next_drill(topic)))
    codes = drill_codes(Topic.MID_GUESS)
    # A position that was a drill about guesses in this sitting doesn't return as one with nothing to prove.
    fresh = [code for code in codes if drill_id(Topic.MID_GUESS, code) not in course.given] or codes
    return (yield from make_blank(fresh[course.today % len(fresh)], course.today))


class LessonBook:
    """Gives lessons to a front end that can wait for a search, which is text mode.

    Without a function that opens the database, all lessons are drills, and no answer is stored.
    """

    def __init__(self, open_games: Callable[[], Store] | None = None) -> None:
        self._open_games = open_games
        self._course: Course | None = None

    @property
    def course(self) -> Course:
        """The course of this sitting. It is read from the database when it is first needed."""
        if self._course is None:
            empty = Course(today=today_number())
            self._course = empty if self._open_games is None else open_course(self._open_games())
        return self._course

    def next_of(self, topic: Topic) -> Lesson:
        """The next lesson of a topic: one from the player's games if a short search finds it, otherwise a drill."""
        course = self.course
        for _ in range(_AT_ONCE if course.wants_own(topic) else 0):
            game = course.pending
            if course.next_own(topic) or game is None or game.replay is None or self._open_games is None:
                break
            lessons = run_to_end(find_lessons(game.id, game.replay, game.guesses))
            course = search_next(self._open_games(), course.with_lessons(lessons))
        lesson = run_to_end(make_next_lesson(course, topic))
        self._course = course.showing(lesson)
        return lesson

    def next_mixed(self) -> Lesson:
        """The next lesson of mixed practice."""
        lesson = run_to_end(make_mixed_lesson(self.course))
        self._course = self.course.showing(lesson)
        return lesson

    def skip_mixed(self, lesson: Lesson) -> None:
        """Counts a lesson of mixed practice that the player didn't answer, because the proof was shown."""
        self._course = self.course.after_mixed(lesson, False)

    @property
    def store(self) -> Store | None:
        """The game database, or None if this front end doesn't store answers."""
        return None if self._open_games is None else self._open_games()

    def put_first(self, lesson: Lesson) -> None:
        """Makes a lesson that the player asked for come next."""
        self._course = self.course.with_first(lesson)

    def keep(self, lesson: Lesson, answer: LessonAnswer) -> str | None:
        """Counts an answer and stores it.

        Returns None if it is saved or needn't be, otherwise the reason why it isn't saved.
        """
        self._course = self.course.after(lesson, answer)
        return None if self._open_games is None else keep_answer(self._open_games(), answer)


_NEW_COLUMNS: Mapping[str, object] = {"milliseconds": None, "hints": 0, "mode": "", "marks": "", "day": ""}
"""Columns that databases of earlier versions lack, with the value that stands for a missing one."""
_MOST_MARKS = 400
_COLUMNS = ", ".join(LessonAnswer._fields)


def insert_answer(connection: Connection, answer: LessonAnswer) -> bool:
    """Adds an answer to the database. Returns False and changes nothing if it already has an answer with this id."""
    values = tuple(answer)
    query = f"INSERT INTO answers ({_COLUMNS}) VALUES ({', '.join('?' * len(values))}) ON CONFLICT (id) DO NOTHING"
    return connection.execute(query, (values[0], to_milliseconds(answer.answered_at), *values[2:])).rowcount == 1


def _rows(store: Store) -> list[tuple[Any, ...]]:
    """All rows of the table of answers, sorted by time.

    An older database that can't be written may lack the table or some columns. Missing values are None.
    """

    def work(connection: Connection) -> list[tuple[Any, ...]]:
        has = {name for _, name, *_ in connection.execute("PRAGMA table_info(answers)")}
        if not has:
            return []
        columns = [name if name in has else "NULL" for name in LessonAnswer._fields]
        return connection.execute(f"SELECT {', '.join(columns)} FROM answers ORDER BY answered_at, number").fetchall()

    return store.read(work, list[tuple[Any, ...]]())


def all_answers(store: Store) -> list[LessonAnswer]:
    """All answers in the database that can be read, the oldest first."""
    answers = []
    for key, at, lesson, topic, is_right, *rest in _rows(store):
        with contextlib.suppress(ValueError, TypeError, OverflowError):  # A damaged row is skipped.
            answer = LessonAnswer(key, from_milliseconds(at), lesson, topic, bool(is_right), *rest)
            answers.append(answer_from_data(answer_to_data(answer)))
    return answers


def answer_to_data(answer: LessonAnswer) -> dict[str, Any]:
    """Converts an answer to JSON values."""
    return {"version": _DATA_VERSION, **answer._asdict()}


def answer_from_data(data: dict[str, Any]) -> LessonAnswer:
    """Reads an answer from JSON values. Raises RecordError if a value is missing or not allowed."""
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
