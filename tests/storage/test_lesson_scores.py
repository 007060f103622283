"""Answers to lessons: kept, counted by kind, spaced, carried over from older stores, out and in again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minesweeper.assist.topics import Topic
from minesweeper.cli import main
from minesweeper.play.lesson_drills import drill_id, make_lesson
from minesweeper.play.lessons import Lesson
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.database import MIGRATIONS
from minesweeper.storage.games_table import record_game
from minesweeper.storage.import_export import Imported, export_lines, import_lines
from minesweeper.storage.lesson_scores import (
    MOST_GAMES,
    RECENT,
    Course,
    Due,
    LessonAnswer,
    Score,
    all_answers,
    answer_from_data,
    answer_to_data,
    keep_answer,
    open_course,
    search_next,
)
from minesweeper.storage.store import FILE_NAME, Store
from tests.storage.storing import (
    a_game,
    a_played_game,
    a_store,
    fill_disk,
    free_disk,
    live_in,
    refusal_of,
    store_file,
)

DAY = 86_400_000


def made(topic: Topic = Topic.ONE_CLUE, number: int = 0) -> Lesson:
    return run_to_end(make_lesson(topic, number))


def answered(folder: Path, *rights: bool) -> list[LessonAnswer]:
    """The answers of a store after these were given to one lesson."""
    with a_store(folder) as store:
        for is_right in rights:
            assert keep_answer(store, made(), is_right) is None
        return all_answers(store)


class TestFigures:
    def test_a_newcomer_has_tried_nothing_and_begins_with_the_easiest(self) -> None:
        assert Course().score(Topic.MINE_TOTAL) == Score()
        assert Course().weakest() is Topic.ONE_CLUE
        assert [Course().drill(topic) for topic in Topic] == [1] * len(Topic)

    def test_answers_are_counted_by_kind_and_the_last_ten_tell_how_one_does(self, tmp_path: Path) -> None:
        with a_store(tmp_path) as store:
            for is_right in [False] * 3 + [True] * 8 + [False]:
                keep_answer(store, made(), is_right)
            keep_answer(store, made(Topic.ASSUMPTION), True)
            course = open_course(store)
        one, other = course.score(Topic.ONE_CLUE), course.score(Topic.ASSUMPTION)
        assert (one.tried, one.right, one.text) == (12, 8, "8 of the last 10")
        assert len(one.recent) == RECENT
        assert (other.tried, other.right, other.text) == (1, 1, "1 of the last 1")
        assert course.weakest() is Topic.ASSUMPTION  # begun, and eight of the last ten were right in the other
        mastered = course._replace(scores={Topic.ONE_CLUE: one})
        assert mastered.weakest() is Topic.KNOWN_MINES

    def test_the_weakest_topic_that_was_begun_is_proposed(self) -> None:
        scores = {Topic.ONE_CLUE: Score(2, 1, (True, False)), Topic.ONE_TWO: Score(3, 1, (True, False, False))}
        assert Course(scores).weakest() is Topic.ONE_TWO

    def test_answers_of_earlier_versions_still_count(self) -> None:
        stored = {"one clue", "two clues", "three clues and more", "assumption", "mine total"}
        assert stored <= {topic.value for topic in Topic}

    def test_a_kind_of_a_newer_program_is_left_out(self, tmp_path: Path) -> None:
        newer = LessonAnswer("0" * 8 + "-0000-4000-8000-" + "0" * 12, "2026-11-16T09:12:33.480Z", "x", "a kind", True)
        with a_store(tmp_path) as store:
            assert import_lines(store, [json.dumps(answer_to_data(newer))]).answers == 1
            assert open_course(store).scores == {}


class TestSpacing:
    def test_a_missed_position_comes_back_after_a_day_a_week_and_a_month(self) -> None:
        missed = Due().after(0, False)
        week = missed.after(0, True)
        due = week.after(0, True)
        assert [missed.at, week.at, due.at] == [DAY, 7 * DAY, 30 * DAY]
        assert due.after(0, True) == Due().after(0, True)  # learned, like a lesson that was right the first time
        assert Due().after(0, True).at > 1000 * 365 * DAY
        assert due.after(0, False) == missed

    def test_lessons_that_were_shown_or_answered_are_not_offered_again_soon(self) -> None:
        lesson, topic = made(), Topic.ONE_CLUE
        course = Course({topic: Score(4, 4, (True,) * 4)}, now=1_000)._replace(lessons=(lesson,))
        assert course.next_own(topic) == lesson
        assert course.next_own(Topic.TWO_CLUES) is None
        assert course.showing(lesson).next_own(topic) is None
        missed = course.after(lesson, False)
        assert missed._replace(now=1_000 + DAY - 1).next_own(topic) is None
        assert missed._replace(now=1_000 + DAY).next_own(topic) == lesson

    def test_some_drills_come_before_positions_of_your_games(self) -> None:
        lesson = made(number=2)._replace(id="a-game/1")
        course = Course()._replace(lessons=(lesson,))
        assert course.next_own(Topic.ONE_CLUE) is None
        assert Course().with_first(lesson).next_own(Topic.ONE_CLUE) == lesson

    def test_missed_drills_that_are_due_come_before_new_ones(self) -> None:
        topic = Topic.TWO_CLUES
        due = {drill_id(topic, 1): Due(50, 1), drill_id(topic, 2): Due(40, 0), drill_id(topic, 3): Due(900, 1)}
        course = Course(due=due, now=100)
        assert course.drill(topic) == 2
        assert course._replace(given=frozenset({drill_id(topic, 2)})).drill(topic) == 1
        assert course._replace(now=10).drill(topic) == 4


class TestStore:
    def test_games_with_a_replay_are_searched_the_newest_first(self, tmp_path: Path) -> None:
        played = [a_played_game() for _ in range(3)]
        with a_store(tmp_path) as store:
            for game in (played[0], a_game(), *played[1:]):
                record_game(store, game)
            course, results = open_course(store), []
            while course.pending is not None:
                results.append(course.pending.id)
                course = search_next(store, course.with_lessons(()))
        assert results == [game.id for game in reversed(played)]

    def test_no_more_than_so_many(self, tmp_path: Path) -> None:
        with a_store(tmp_path) as store:
            record_game(store, a_played_game())
            assert search_next(store, Course(searched=MOST_GAMES - 1)).pending is not None
            assert search_next(store, Course(searched=MOST_GAMES)).pending is None

    def test_a_full_disk_is_told_and_the_answer_is_kept_later(self, tmp_path: Path) -> None:
        with a_store(tmp_path) as store:
            fill_disk(tmp_path)
            assert keep_answer(store, made(), True) == "The answer is not saved: the disk is full."
            free_disk(tmp_path)
            store.write_waiting()
            assert store.unsaved is None  # else the end of the program would tell
            assert len(all_answers(store)) == 1

    def test_what_damage_has_put_into_a_row_is_left_out(self, tmp_path: Path) -> None:
        answered(tmp_path, True, True)
        with a_store(tmp_path) as store:
            store.write(lambda connection: connection.execute("UPDATE answers SET lesson = 'A\x1b' WHERE number = 1"))
            assert [answer.lesson for answer in all_answers(store)] == [made().id]


def test_an_older_store_that_can_not_be_brought_up_to_date_has_none_and_is_not_called_damaged(tmp_path: Path) -> None:
    with Store(tmp_path / FILE_NAME, MIGRATIONS[:2]) as store:
        assert (open_course(store).scores, all_answers(store), store.notices) == ({}, [], [])


class TestExchange:
    def test_answers_go_out_after_the_games_and_in_again_without_doubles(self, tmp_path: Path) -> None:
        before = answered(tmp_path / "one", True, False)
        with a_store(tmp_path / "one") as store:
            record_game(store, a_played_game())
            lines = list(export_lines(store))
        assert [("lesson" in json.loads(line)) for line in lines] == [False, True, True]
        with a_store(tmp_path / "two") as store:
            first, again = import_lines(store, lines), import_lines(store, lines)
            assert (first, again) == (Imported(added=1, answers=2), Imported(doubles=3))
            assert all_answers(store) == before

    @pytest.mark.parametrize(
        ("entry", "value", "sentence"),
        [
            ("version", 2, "version 2 is from a newer Minesweeper: this one reads up to 1"),
            ("lesson", "A\x1b[2J", "is not allowed. Use small letters, digits, blanks, / and -, at most 80"),
            ("lesson", "x" * 81, "is not allowed. Use small letters, digits, blanks, / and -, at most 80"),
            ("lesson", None, "lesson null is not allowed"),
            ("is_right", 1, "is_right 1 is not allowed. Use true or false"),
            ("answered_at", "today", 'answered_at "today" is not allowed. Use a time such as'),
        ],
    )
    def test_what_is_no_answer_is_refused_with_the_value_and_what_is_allowed(
        self, tmp_path: Path, entry: str, value: object, sentence: str
    ) -> None:
        (answer,) = answered(tmp_path, True)
        message = refusal_of(answer_from_data, {**answer_to_data(answer), entry: value})
        assert sentence in message
        assert "\x1b" not in message


class TestCommand:
    def test_export_import_check_and_restore_tell_of_answers(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder = live_in(tmp_path / "data", monkeypatch)
        monkeypatch.chdir(tmp_path)
        answered(folder, True, False)
        assert main(["history", "check"]) == 0
        assert capsys.readouterr().out == ("games.db: whole, 0 games, 0 replays, 0 saved games, 2 lesson answers\n")
        assert main(["history", "export", "all.jsonl"]) == 0
        assert capsys.readouterr().out == "0 games and 2 lesson answers written to 'all.jsonl'.\n"
        live_in(tmp_path / "other", monkeypatch)
        assert main(["history", "import", "all.jsonl"]) == 0
        assert capsys.readouterr().out == "0 games and 2 lesson answers added, 0 already there, 0 refused.\n"
        assert main(["history", "import", "all.jsonl"]) == 0
        assert capsys.readouterr().out == "0 games added, 2 already there, 0 refused.\n"
        live_in(tmp_path / "third", monkeypatch)
        assert main(["history", "restore", str(store_file(folder))]) == 0
        assert capsys.readouterr().out == (
            "0 games, 0 saved games and 2 lesson answers added, 0 already there, 0 can't be read.\n"
        )
