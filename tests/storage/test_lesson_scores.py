"""Lesson answers in the game database: stored, counted by topic, scheduled, exported and imported."""

from __future__ import annotations

import json
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from minesweeper.assist.topics import Topic
from minesweeper.cli import main
from minesweeper.play.judging import MarkedCells
from minesweeper.play.lesson_drills import drill_codes, drill_of_id, make_blank, make_drill, make_lesson
from minesweeper.play.lessons import Answer, Lesson
from minesweeper.play.repetition import NEW, Due, Schedule
from minesweeper.play.session import new_id
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.database import MIGRATIONS
from minesweeper.storage.games_table import record_game
from minesweeper.storage.import_export import Imported, export_lines, import_lines
from minesweeper.storage.lesson_scores import (
    MIXED,
    MODE_MIXED,
    MODE_TOPIC,
    MOST_GAMES,
    NOTHING,
    RECENT,
    Course,
    LessonAnswer,
    Score,
    all_answers,
    answer_from_data,
    answer_to_data,
    keep_answer,
    make_answer,
    make_mixed_lesson,
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

TODAY = date(2026, 11, 16).toordinal()


def made(topic: Topic = Topic.ONE_CLUE, number: int = 0) -> Lesson:
    return run_to_end(make_lesson(topic, number))


def given(lesson: Lesson, is_right: bool = True, hints: int = 0, mode: str = MODE_TOPIC) -> LessonAnswer:
    """An answer that the player has just given."""
    result = Answer.RIGHT if is_right else Answer.WRONG
    return make_answer(lesson, result, MarkedCells(1, 6), 2_500, hints, mode)


def answered(folder: Path, *rights: bool) -> list[LessonAnswer]:
    """Stores these answers to one lesson and returns what the database then has."""
    with a_store(folder) as store:
        for is_right in rights:
            assert keep_answer(store, given(made(), is_right)) is None
        return all_answers(store)


def after(course: Course, *answers: LessonAnswer) -> Course:
    """The course after these answers to drills, each with its own topic."""
    for answer in answers:
        known = drill_of_id(answer.lesson)
        assert known is not None
        course = course.after(run_to_end(make_drill(*known)), answer)
    return course


def five(topic: Topic, right: int, start: int = 1, day: str = "2026-11-16") -> list[LessonAnswer]:
    """Answers to five drills of a topic on one day. The first ones are right."""
    answers = [given(made(topic, start + number), number < right) for number in range(5)]
    return [answer._replace(day=day) for answer in answers]


class TestFigures:
    def test_newcomers_begin_with_the_easiest_topic(self) -> None:
        assert Course().score(Topic.MINE_TOTAL) == Score()
        assert Course().weakest() is Topic.ONE_CLUE
        assert Course().schedule(Topic.ONE_TWO).state(TODAY) == NEW

    def test_lesson_answers_are_counted_by_topic(self, tmp_path: Path) -> None:
        with a_store(tmp_path) as store:
            for is_right in [False] * 3 + [True] * 8 + [False]:
                keep_answer(store, given(made(), is_right))
            keep_answer(store, given(made(Topic.ASSUMPTION)))
            course = open_course(store)
        one, other = course.score(Topic.ONE_CLUE), course.score(Topic.ASSUMPTION)
        assert (one.tried, one.right, one.text) == (12, 8, "8 of the last 10")
        assert len(one.recent) == RECENT
        assert (other.tried, other.right, other.text) == (1, 1, "1 of the last 1")

    def test_answers_of_older_versions_count_as_one_placement_review(self, tmp_path: Path) -> None:
        old = [
            LessonAnswer(new_id(), "2026-01-01T09:12:33.480Z", f"drill/1-1/{number}", "1-1", number != 3)
            for number in range(10)
        ]
        with a_store(tmp_path) as store:
            for answer in old:
                keep_answer(store, answer)
            course = open_course(store)
        assert course.score(Topic.ONE_ONE).text == "9 of the last 10"
        assert course.schedule(Topic.ONE_ONE) == Schedule(placement=3)
        assert course.due_topics == (Topic.ONE_ONE,)
        placed = after(course, *five(Topic.ONE_ONE, 4))
        assert placed.schedule(Topic.ONE_ONE) == Schedule(3, TODAY + 4)
        stored = {"one clue", "two clues", "three clues and more", "assumption", "mine total"}
        assert stored <= {topic.value for topic in Topic}

    def test_an_answer_with_a_hint_fails_its_review_but_not_the_score(self) -> None:
        lesson = made(Topic.HOLE, 1)
        course = after(Course(today=TODAY), given(lesson, hints=1)._replace(day="2026-11-16"))
        assert course.score(Topic.HOLE).tried == 0
        assert course.schedule(Topic.HOLE).review == (False,)
        assert course.due[lesson.id] == Due(TODAY + 1, 1)


class TestRepetition:
    def test_lesson_reviews_are_due_by_the_local_day_of_the_answer(self) -> None:
        course = after(Course(today=TODAY), *five(Topic.ONE_TWO, 5))
        assert course.schedule(Topic.ONE_TWO) == Schedule(1, TODAY + 1)
        assert course.due_topics == ()
        assert course._replace(today=TODAY + 1).due_topics == (Topic.ONE_TWO,)

    def test_topics_with_few_drills_share_a_schedule(self) -> None:
        mixed = [*five(Topic.ONE_TWO_ONE, 3)[:3], *five(Topic.ONE_TWO_TWO_ONE, 2)[:2]]
        course = after(Course(today=TODAY), *mixed)
        assert course.schedule(Topic.ONE_TWO_ONE) == course.schedule(Topic.ONE_TWO_TWO_ONE) == Schedule(1, TODAY + 1)

    def test_a_missed_drill_returns_once_on_the_next_day(self) -> None:
        topic, course = Topic.TWO_CLUES, Course(today=TODAY)
        first = course.next_drill(topic)
        lesson = run_to_end(make_drill(*first))
        course = course.showing(lesson).after(lesson, given(lesson, False)._replace(day="2026-11-16"))
        assert course.next_drill(topic)[1] != first[1]
        tomorrow = course._replace(today=TODAY + 1, given=frozenset())
        again = tomorrow.next_drill(topic)
        assert (again[0], again[1]) == (first[0], first[1])
        assert (again[2] - first[2]) % 8 == 1
        done = tomorrow.after(lesson, given(lesson, False)._replace(day="2026-11-17"))
        assert done._replace(given=frozenset(), today=TODAY + 9).next_drill(topic)[1] != first[1]

    def test_drills_repeat_in_the_order_of_their_last_answers(self) -> None:
        topic, course = Topic.ONE_TWO_ONE, Course(today=TODAY)
        shown = []
        for _ in range(200):
            drill = course.next_drill(topic)
            lesson = run_to_end(make_drill(*drill))
            course = course.after(lesson, given(lesson)._replace(day="2026-11-16"))
            shown.append(drill)
        pool = len(drill_codes(topic)) + len(drill_codes(Topic.ONE_TWO_TWO_ONE)) - 1
        assert len({drill[:2] for drill in shown[:pool]}) == pool
        assert [drill[:2] for drill in shown[pool : 2 * pool]] == [drill[:2] for drill in shown[:pool]]

    def test_positions_from_own_games_appear_after_some_drills(self) -> None:
        topic, lesson = Topic.ONE_CLUE, made(number=2)._replace(id="a-game/1", origin="Here you guessed.")
        assert Course(lessons=(lesson,)).next_own(topic) is None
        assert Course().with_first(lesson).next_own(topic) == lesson
        course = Course({topic: Score(4, 4, (True,) * 4)}, today=TODAY, lessons=(lesson,))
        assert course.next_own(topic) == lesson
        assert course.next_own(Topic.TWO_CLUES) is None
        assert course.showing(lesson).next_own(topic) is None
        missed = course.after(lesson, given(lesson, False)._replace(day="2026-11-16"))
        assert missed.next_own(topic) is None
        assert missed._replace(today=TODAY + 1).next_own(topic) == lesson


class TestMixedPractice:
    def test_mixed_lessons_begin_with_due_topics_and_alternate_topics(self) -> None:
        course = Course(today=TODAY)
        for topic in (Topic.ONE_CLUE, Topic.ONE_ONE, Topic.HOLE):
            course = after(course, *five(topic, 5))
        course = after(course._replace(today=TODAY + 1), *five(Topic.EDGE, 5, day="2026-11-17"))
        assert course.can_mix
        blanks = 0
        for sitting in range(40):
            course, topics = course._replace(mixed=(), given=frozenset(), today=TODAY + 1 + sitting), list[Topic]()
            for _ in range(MIXED):
                chosen = course.next_mixed()
                lesson = run_to_end(make_mixed_lesson(course))
                assert lesson.is_blank == (chosen is None)
                course, blanks = course.showing(lesson).after_mixed(lesson, True), blanks + lesson.is_blank
                topics += [] if chosen is None else [chosen]
            assert all(one is not other for one, other in pairwise(topics))
            assert [topic for topic, _ in course.mixed].count(None) <= 1, "the same position would come again"
            assert course.mixed_words == "10 of 10 done, 10 right"
            if not sitting:
                assert topics[0] in (Topic.ONE_CLUE, Topic.ONE_ONE, Topic.HOLE)
        assert 0 < blanks <= 40 * MIXED / 12 * 1.2

    def test_positions_with_nothing_to_prove_count_for_no_topic(self) -> None:
        lesson = run_to_end(make_blank(drill_codes(Topic.MID_GUESS)[0], 0))
        answer = given(lesson, mode=MODE_MIXED)
        assert answer.topic == NOTHING
        course = Course(today=TODAY).showing(lesson).after(lesson, answer)
        assert (course.scores, course.schedules) == ({}, {})

    def test_mixed_lessons_need_more_than_one_begun_topic(self) -> None:
        assert not after(Course(today=TODAY), *five(Topic.HOLE, 5)).can_mix


class TestStore:
    def test_finished_games_are_searched_for_lessons_newest_first(self, tmp_path: Path) -> None:
        played = [a_played_game() for _ in range(3)]
        with a_store(tmp_path) as store:
            for game in (played[0], a_game(), *played[1:]):
                record_game(store, game)
            course, results = open_course(store), []
            while course.pending is not None:
                results.append(course.pending.id)
                course = search_next(store, course.with_lessons(()))
        assert results == [game.id for game in reversed(played)]

    def test_the_search_for_lessons_stops_after_enough_games(self, tmp_path: Path) -> None:
        with a_store(tmp_path) as store:
            record_game(store, a_played_game())
            assert search_next(store, Course(searched=MOST_GAMES - 1)).pending is not None
            assert search_next(store, Course(searched=MOST_GAMES)).pending is None

    def test_a_lesson_answer_is_saved_once_the_disk_has_room(self, tmp_path: Path) -> None:
        with a_store(tmp_path) as store:
            fill_disk(tmp_path)
            assert keep_answer(store, given(made())) == "The answer is not saved: the disk is full."
            free_disk(tmp_path)
            store.write_waiting()
            assert store.unsaved is None  # otherwise the program would report it when it ends
            assert len(all_answers(store)) == 1

    def test_damaged_lesson_answers_are_left_out(self, tmp_path: Path) -> None:
        answered(tmp_path, True, True)
        with a_store(tmp_path) as store:
            store.write(lambda connection: connection.execute("UPDATE answers SET lesson = 'A\x1b' WHERE number = 1"))
            assert [answer.lesson for answer in all_answers(store)] == [made().id]


def test_lesson_scores_are_empty_in_a_database_without_their_table(tmp_path: Path) -> None:
    with Store(tmp_path / FILE_NAME, MIGRATIONS[:2]) as store:
        assert (open_course(store).scores, all_answers(store), store.notices) == ({}, [], [])


class TestExchange:
    def test_lesson_answers_are_imported_without_duplicates(self, tmp_path: Path) -> None:
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
            ("version", 2, "version 2 is from a newer Minesweeper, but this one reads only versions up to 1"),
            ("lesson", "A\x1b[2J", "is not allowed. Use small letters, digits, blanks, / and -, at most 80"),
            ("lesson", "x" * 81, "is not allowed. Use small letters, digits, blanks, / and -, at most 80"),
            ("lesson", None, "lesson null is not allowed"),
            ("is_right", 1, "is_right 1 is not allowed. Use true or false"),
            ("day", "today", 'day "today" is not allowed. Use a day such as 2026-11-16'),
            ("hints", -1, "hints -1 is not allowed"),
            ("answered_at", "today", 'answered_at "today" is not allowed. Use a time such as'),
        ],
    )
    def test_invalid_lesson_answers_are_refused_with_their_value(
        self, tmp_path: Path, entry: str, value: object, sentence: str
    ) -> None:
        (answer,) = answered(tmp_path, True)
        message = refusal_of(answer_from_data, {**answer_to_data(answer), entry: value})
        assert sentence in message
        assert "\x1b" not in message


class TestCommand:
    def test_history_commands_count_lesson_answers(
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
        assert capsys.readouterr().out == "0 games and 2 lesson answers added, 0 already in the database, 0 refused.\n"
        assert main(["history", "import", "all.jsonl"]) == 0
        assert capsys.readouterr().out == "0 games added, 2 already in the database, 0 refused.\n"
        live_in(tmp_path / "third", monkeypatch)
        assert main(["history", "restore", str(store_file(folder))]) == 0
        assert capsys.readouterr().out == (
            "0 games, 0 saved games and 2 lesson answers added, 0 already in the database, 0 can't be read.\n"
        )
