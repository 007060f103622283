"""The coach's report: games are read in the background, and its offers begin after three misses of a topic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.assist.topics import Topic
from minesweeper.core.boardspec import NO_GUESS
from minesweeper.core.times import from_milliseconds
from minesweeper.play.repetition import Schedule
from minesweeper.play.session import new_id
from minesweeper.storage.coaching import (
    BEGIN,
    PRACTISE,
    REVIEWS,
    SEE,
    CoachReport,
    TopicMisses,
    coach_games,
    coach_report,
)
from minesweeper.storage.games_table import Backlog, FinishedGame, record_game
from minesweeper.storage.lesson_scores import Course
from minesweeper.storage.statistics import all_statistics, number_pairs
from minesweeper.storage.store import Store
from tests.play.test_lessons import a_guess
from tests.storage.storing import a_game, a_store, finished


@pytest.fixture(name="store")
def empty_store(tmp_path: Path) -> Iterator[Store]:
    with a_store(tmp_path) as store:
        yield store


def played(count: int = 3) -> list[FinishedGame]:
    """Games with a needless guess beside a 1-1 pattern. The last guess of each game lost it."""
    lost = a_guess().open_cell(5)._replace(is_known_board=False)
    return [finished(lost._replace(id=new_id())) for _ in range(count)]


def examine(store: Store) -> None:
    """Finishes all the work that the coach does in the background."""
    backlog = Backlog(store, coach_games)
    while not backlog.is_done:
        backlog.run(1.0)


def test_the_coach_offers_the_first_topic_before_any_game(store: Store) -> None:
    report = coach_report(store)
    assert report.remark == "Play a game, or begin with One clue."
    assert [line.act for line in report.lines] == [BEGIN]
    assert report.next_step.startswith("Next step: Beginner no-guess, 0 of 3 wins. It also needs ")


def test_the_coach_reads_each_game_once_and_counts_misses(store: Store) -> None:
    for game in played():
        record_game(store, game)
    assert coach_report(store).games == 0
    examine(store)
    report = coach_report(store)
    assert (report.games, report.title) == (3, "last 3 games, Custom random")
    assert report.misses == (TopicMisses(Topic.ONE_ONE, 6, 3),)
    assert (report.guesses, report.needless) == (9, 6)
    assert [line.act for line in report.lines] == [PRACTISE, SEE]
    assert report.lines[0].topic is Topic.ONE_ONE
    assert report.lines[0].text == "You missed the 1-1 pattern 6 times, 3 of them lost the game."
    assert report.worst is not None
    assert report.worst[1] == 2
    assert list(coach_games(store)) == [], "each game is read once"
    (stats,) = all_statistics(store)
    assert stats.missed == (("1-1", 6),)
    assert ("Missed", "1-1 6") in number_pairs(stats)


def test_the_coach_offers_practice_after_three_misses_of_a_topic() -> None:
    course = Course(schedules={Topic.HOLE: Schedule(1, 5)}, today=9)
    few = CoachReport(course, "Expert random", 20, (TopicMisses(Topic.ONE_TWO, 2, 2),), 14, 2, ("a", 1))
    assert few.lines == ()
    assert few.remark == "Misses: not enough to say yet."
    many = few._replace(misses=(TopicMisses(Topic.ONE_TWO, 9, 4),), needless=11)
    texts = [f"{line.text} {line.offer}" for line in many.lines]
    assert texts == [
        "You missed the 1-2 pattern 9 times, 4 of them lost the game. Practise 5 now.",
        "You guessed 14 times; 11 were needless. See the worst one.",
    ]
    assert many.lines[0].brief == "1-2: missed 9"
    due = {topic: Schedule(1, 5) for topic in (Topic.HOLE, Topic.ONE_ONE)}
    both = many._replace(course=course._replace(schedules=due))
    assert both.lines[2].act == REVIEWS
    assert both.lines[2].text == "Due today: 1-1 and hole."
    assert both.lines[2].offer == "10 lessons, mixed."


def test_three_wins_on_a_preset_lead_to_the_next_ladder_step(store: Store) -> None:
    def won(level: str, mode: str, number: int) -> FinishedGame:
        ended = from_milliseconds(1_000_000 + number)
        return replace(a_game(), id=new_id(), level=level, mode=mode, result="won", time_ms=90_000, ended_at=ended)

    names = []
    for number, level in enumerate(("beginner", "intermediate", "expert")):
        names.append(coach_report(store).next_step.split(",")[0])
        for game in range(3):
            record_game(store, won(level, NO_GUESS, 10 * number + game))
    assert names == ["Next step: Beginner no-guess", "Next step: Intermediate no-guess", "Next step: Expert no-guess"]
    assert coach_report(store).next_step.startswith(
        "Next step: Expert, 0 of 5 games in a row without a needless guess."
    )


def test_the_coach_ignores_damaged_database_rows(store: Store) -> None:
    record_game(store, played(1)[0])
    store.write(lambda connection: connection.execute("INSERT INTO coached VALUES (1, '{\"misses\":7}')"))
    report = coach_report(store)
    assert (report.games, report.misses) == (1, ())
    assert [stats.missed for stats in all_statistics(store)] == [()]
