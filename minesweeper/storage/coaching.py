"""The coach: stores what ``play.coach`` found in each game, and makes a ``CoachReport`` about the last games of one
kind.

The coach never says more than the data can carry. It speaks of a topic only after three misses, of a median time only
after ten samples, and never of what a replay can't show. Its lines come in the order of what helps most: misses that
lost games, other misses, topics that are due. ``lesson_scores`` has the schedules of the topics.
"""

from __future__ import annotations

import contextlib
import json
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.assist.loss import Necessity
from minesweeper.assist.sentences import lower_first
from minesweeper.assist.topics import Topic
from minesweeper.core.boardspec import NO_GUESS, NORMAL, board_type
from minesweeper.core.text import join, plural
from minesweeper.play.coach import Coached, Miss, coach_game
from minesweeper.play.lessons import Lesson, find_lesson
from minesweeper.play.repetition import REVIEW
from minesweeper.play.replay import sessions_of
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import FinishedGame, get_game, list_games, to_analyse
from minesweeper.storage.lesson_scores import Course, read_progress
from minesweeper.storage.store import Store

if TYPE_CHECKING:
    from sqlite3 import Connection

UNCOACHED = "guesses IS NOT NULL AND standing != 'known' AND number NOT IN (SELECT number FROM coached)"
"""SQL for games that the coach hasn't read yet. Games on known boards are left out."""
MOST_COACHED = 60
"""How many games the coach reads before it waits until another game ends."""
GAMES = 20
"""A report is about at most this many of the last games."""
_SPEAKS_FROM = 3
_TIMED_FROM = 10
_LINES = 3
_LADDER_WINS, _LADDER_GAMES = 3, 10
"""A step of the ladder is done after this many wins among this many games. The last step has another rule."""
_CLEAN_GAMES = 5
"""The last step of the ladder is done after this many games in a row without a needless guess."""
PRACTISE, SEE, REVIEWS, BEGIN = "practise", "see", "due", "begin"
"""What a line of the coach can start: lessons of a topic, the replay of a guess, mixed practice, or the first
lesson."""


class LadderStep(NamedTuple):
    """A kind of games to master, and the topics that it needs."""

    level: str
    mode: str
    topics: tuple[Topic, ...]

    @property
    def name(self) -> str:
        """The name of the step, such as ``Expert no-guess``."""
        return f"{self.level.capitalize()} {self.mode}" if self.mode == NO_GUESS else self.level.capitalize()


_PAIRS = Topic.ONE_ONE, Topic.ONE_TWO, Topic.ONE_TWO_ONE
LADDER = (
    LadderStep("beginner", NO_GUESS, (Topic.ONE_CLUE, Topic.KNOWN_MINES)),
    LadderStep("intermediate", NO_GUESS, _PAIRS),
    LadderStep("expert", NO_GUESS, (*_PAIRS, Topic.HOLE, Topic.EDGE, Topic.TWO_CLUES, Topic.MINE_TOTAL)),
    LadderStep("expert", NORMAL, (Topic.MORE_CLUES, Topic.ASSUMPTION, Topic.FIFTY, Topic.GUESS)),
)


class TopicMisses(NamedTuple):
    """How often the player missed a topic in the last games, and how many of these misses lost the game."""

    topic: Topic
    missed: int
    lost: int


class CoachLine(NamedTuple):
    """A line of the coach: a sentence, its brief form, and what the line starts when the player chooses it."""

    text: str
    brief: str
    offer: str
    """What the line starts, in words for the player. ``act`` is the same for the program."""
    act: str
    topic: Topic | None = None


class CoachReport(NamedTuple):
    """What the coach knows about the last games of one kind, such as the last Expert games on no-guess boards."""

    course: Course
    name: str = ""
    """The kind of games, such as ``Expert no-guess``. Empty if the player hasn't finished a game yet."""
    games: int = 0
    misses: tuple[TopicMisses, ...] = ()
    guesses: int = 0
    needless: int = 0
    worst: tuple[str, int] | None = None
    """The needless guess that gave away most: the id of its game and the number of the move, counted from 0. None if no
    such guess is known."""
    times: tuple[tuple[Topic, float, int], ...] = ()
    """For each topic with enough samples, the median time in seconds that the player took to find it, and the number of
    samples."""
    next_step: str = ""
    """A sentence about the next step of the ladder."""

    @property
    def title(self) -> str:
        """What the report is about, such as ``last 20 games, Expert``. Empty without games."""
        return f"last {plural(self.games, 'game')}, {self.name}" if self.games else ""

    @property
    def lines(self) -> tuple[CoachLine, ...]:
        """At most three lines, each of which the player can act on."""
        lines = [_miss_line(one) for one in self.misses if one.missed >= _SPEAKS_FROM][:1]
        if self.needless >= _SPEAKS_FROM and self.worst is not None:
            text = f"You guessed {plural(self.guesses, 'time')}; {self.needless} were needless."
            lines.append(CoachLine(text, f"needless: {self.needless}", "See the worst one.", SEE))
        due = self.course.due_topics
        if due and self.course.can_mix:
            names = join([topic.value for topic in due[:3]]) if len(due) <= 3 else f"{len(due)} topics"
            brief = f"Due: {plural(len(due), 'topic')}"
            lines.append(CoachLine(f"Due today: {names}.", brief, f"{REVIEW * len(due)} lessons, mixed.", REVIEWS))
        if not lines and not self.course.begun_topics:
            lines.append(
                CoachLine(
                    "Begin with the first topic: One clue.", "Begin: One clue", "An example, then positions.", BEGIN
                )
            )
        return tuple(lines[:_LINES])

    @property
    def remark(self) -> str:
        """A sentence that goes with the lines: the median times or, if the coach has little to say, that it needs more
        games. May be empty.
        """
        if not self.games:
            return "Your last games are still being read." if self.name else "Play a game, or begin with One clue."
        times = ", ".join(f"{topic.value} {median:.1f} s" for topic, median, _ in self.times)
        if times:
            return f"Median time to find: {times}."
        return "" if any(one.missed >= _SPEAKS_FROM for one in self.misses) else "Misses: not enough to say yet."


def _miss_line(one: TopicMisses) -> CoachLine:
    name = lower_first(one.topic.title)
    lost = f", {one.lost} of them lost the game" if one.lost else ""
    text = f"You missed {name} {plural(one.missed, 'time')}{lost}."
    return CoachLine(text, f"{one.topic.value}: missed {one.missed}", f"Practise {REVIEW} now.", PRACTISE, one.topic)


# ------------------------------------------------------------------------------
# Results in the database
# ------------------------------------------------------------------------------


def coach_games(store: Store, most: int = MOST_COACHED) -> Iterator[None]:
    """Reads games that the coach hasn't read yet, the newest first, and stores what it finds.

    It yields after every slice. It ends when enough games were read or a result can't be stored.
    """
    for number, game_id in to_analyse(store, UNCOACHED, most):
        game, coached = get_game(store, game_id), Coached()
        # A game that can't be read has no result, but it counts as read.
        if game is not None and game.replay is not None and game.guesses is not None:
            coached = yield from coach_game(game.replay, game.guesses)
        if not _keep(store, number, coached):
            return
        yield


def _keep(store: Store, number: int, coached: Coached) -> bool:
    data = {
        "misses": [[miss.move, miss.topic.value, miss.lost] for miss in coached.misses],
        "times": [[topic.value, milliseconds] for topic, milliseconds in coached.times],
    }
    text = json.dumps(data, separators=(",", ":"))

    def work(connection: Connection) -> None:
        connection.execute("INSERT OR REPLACE INTO coached (number, found) VALUES (?, ?)", (number, text))

    return store.write(work, "coach's notes").saved


def _read(text: object) -> Coached:
    """Reads what the coach stored about a game.

    The result is empty if it is damaged or has topics that only a newer version knows.
    """
    with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
        data = json.loads(str(text))
        misses = [Miss(int(move), Topic(topic), bool(lost)) for move, topic, lost in data["misses"]]
        times = [(Topic(topic), int(milliseconds)) for topic, milliseconds in data["times"]]
        return Coached(tuple(misses), tuple(times))
    return Coached()


def _found_in(store: Store, games: Iterable[FinishedGame]) -> list[tuple[str, Coached, int, int, float]]:
    """What the coach found in each of these games that it has read, together with the ratings of their guesses.

    Each entry has the id of the game, what was found, the numbers of its forced and needless guesses, and what its
    guesses gave away.
    """
    ids = [game.id for game in games]

    def work(connection: Connection) -> list[tuple[str, str, int | None, int | None, float | None]]:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'coached'").fetchone():
            return []  # An older database that can't be written doesn't have this table.
        marks = ", ".join("?" * len(ids))
        query = (
            "SELECT games.id, found, forced, needless, given_away FROM games JOIN coached USING (number)"
            f" LEFT JOIN skills ON skills.number = games.number WHERE games.id IN ({marks})"
        )
        return connection.execute(query, ids).fetchall()

    rows = store.read(work, list[tuple[str, str, int | None, int | None, float | None]]())
    return [(key, _read(found), forced or 0, needless or 0, lost or 0.0) for key, found, forced, needless, lost in rows]


def coach_report(store: Store) -> CoachReport:
    """Sums up the last games of the same kind as the player's latest game. Takes a few milliseconds.

    Games that the coach hasn't read yet don't count.
    """
    course = read_progress(store)
    newest = next((game for game in list_games(store, limit=GAMES) if game.standing != "known"), None)
    if newest is None:
        return CoachReport(course, next_step=_next_step(store, course))
    played = list_games(store, limit=3 * GAMES, level=newest.level, mode=newest.mode)
    found = _found_in(store, [game for game in played if game.standing != "known"][:GAMES])
    counts, lost, times = Counter[Topic](), Counter[Topic](), dict[Topic, list[int]]()
    for _, coached, _, _, _ in found:
        counts.update(miss.topic for miss in coached.misses)
        lost.update(miss.topic for miss in coached.misses if miss.lost)
        for topic, milliseconds in coached.times:
            times.setdefault(topic, []).append(milliseconds)
    misses = [TopicMisses(topic, counts[topic], lost[topic]) for topic in counts]
    misses.sort(key=lambda one: (-one.lost, -one.missed))
    medians = [
        (topic, statistics.median(samples) / 1000, len(samples))
        for topic, samples in times.items()
        if len(samples) >= _TIMED_FROM
    ]
    return CoachReport(
        course,
        f"{newest.level.capitalize()} {board_type(newest.mode)}",
        len(found),
        tuple(misses),
        sum(forced + needless for _, _, forced, needless, _ in found),
        sum(needless for _, _, _, needless, _ in found),
        _worst_guess(store, found),
        tuple(medians),
        _next_step(store, course),
    )


def _worst_guess(store: Store, found: list[tuple[str, Coached, int, int, float]]) -> tuple[str, int] | None:
    """Finds the needless guess that gave away most, in that game whose guesses gave away most.

    None if no game has a needless guess.
    """
    with_needless = [one for one in found if one[3]]
    if not with_needless:
        return None
    game = get_game(store, max(with_needless, key=lambda one: one[4])[0])
    needless = [
        (guess.rating.given_away or 0.0, guess.move)
        for guess in (game.guesses if game is not None else None) or ()
        if guess.rating is not None and guess.rating.need is Necessity.NEEDLESS
    ]
    return (game.id, max(needless)[1]) if game is not None and needless else None


def own_positions(store: Store, topic: Topic) -> tuple[Lesson, ...]:
    """Makes lessons from positions of the last games in which the player missed this topic, the newest first."""
    games = [game for game in list_games(store, limit=3 * GAMES) if game.standing != "known"]
    missed = {
        key: [miss.move for miss in coached.misses if miss.topic is topic]
        for key, coached, *_ in _found_in(store, games)
    }
    lessons = list[Lesson]()
    for game_id in (game.id for game in games if missed.get(game.id)):
        game = get_game(store, game_id)
        if game is None or game.replay is None:
            continue
        for number, session in enumerate(sessions_of(game.replay)):
            if number in missed[game_id] and len(lessons) < REVIEW:
                at = game.replay.moves[number].cell
                lesson = run_to_end(find_lesson(f"{game_id}/{number}", session.game, "Here you guessed.", at))
                lessons += [lesson] if lesson is not None and lesson.topic is topic else []
    return tuple(lessons)


# ------------------------------------------------------------------------------
# The ladder
# ------------------------------------------------------------------------------


def _next_step(store: Store, course: Course) -> str:
    """The sentence about the next step: its name, how far the player is, and the topics it needs that aren't mastered
    yet.
    """
    for step in LADDER[:-1]:
        wins = sum(game.result == "won" for game in _unassisted(store, step, _LADDER_GAMES))
        if wins < _LADDER_WINS:
            return f"Next step: {step.name}, {wins} of {_LADDER_WINS} wins.{_needs(course, step)}"
    step = LADDER[-1]
    games = _unassisted(store, step, 3 * GAMES)
    clean_of = {key: not coached.misses for key, coached, _, _, _ in _found_in(store, games)}
    clean = len(list(takewhile(lambda game: clean_of.get(game.id, False), games)))
    wins_ms = [game.time_ms for game in games if game.result == "won"]
    target = f" Your next time: {0.9 * statistics.median(wins_ms) / 1000:.0f} s." if wins_ms else ""
    done = f"{min(clean, _CLEAN_GAMES)} of {_CLEAN_GAMES} games in a row without a needless guess."
    return f"Next step: {step.name}, {done}{target}{_needs(course, step)}"


def _unassisted(store: Store, step: LadderStep, most: int) -> list[FinishedGame]:
    """The last unassisted games of a step that were won or lost, the newest first."""
    games = list_games(store, limit=5 * most, level=step.level, mode=step.mode)
    return [game for game in games if game.standing == "unassisted" and game.result != "abandoned"][:most]


def _needs(course: Course, step: LadderStep) -> str:
    open_topics = [topic.value for topic in step.topics if not course.schedule(topic).is_mastered]
    return f" It also needs {join(open_topics)}." if open_topics else ""
