"""The screen of the coach: its lines, what they start, and what it offers before any game was played."""

from __future__ import annotations

import pytest

from minesweeper.assist.topics import Topic
from minesweeper.storage.games_table import record_game
from minesweeper.storage.lesson_scores import keep_answer
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.statistics import count_due_topics
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.lesson_mode import LessonMode
from minesweeper.ui.replay.screen import ReplayScreen
from minesweeper.ui.screens.coach_screen import CoachScreen, open_coach
from minesweeper.ui.screens.lesson_list import LessonsScreen
from tests.storage.test_coaching import examine, played
from tests.ui.driving import finish_work, menu, press, serve, text_of, the_mode
from tests.ui.screens.test_lesson_list import given_answer


def shown(saves: Saves, cols: int = 80, rows: int = 24) -> Model:
    return serve(open_coach(menu(cols, rows)), saves)


@pytest.fixture(name="coached")
def store_with_games(saves: Saves) -> Saves:
    for game in played():
        record_game(saves.store, game)
    examine(saves.store)
    return saves


def words(model: Model) -> str:
    return " ".join(text_of(model).split())


def test_the_coach_without_games_offers_the_first_topic(saves: Saves) -> None:
    model = shown(saves)
    assert "Play a game, or begin with One clue." in words(model)
    assert "Next step: Beginner no-guess, 0 of 3 wins." in words(model)
    model = finish_work(press(model, "1"))
    assert the_mode(model, LessonMode).lesson.topic is Topic.ONE_CLUE


def test_the_coach_begins_a_missed_topic_with_the_players_positions(coached: Saves) -> None:
    model = shown(coached)
    assert "Coach: last 3 games, Custom random" in words(model)
    assert "1 You missed the 1-1 pattern 6 times, 3 of them lost the game." in words(model)
    model = finish_work(serve(press(model, "1"), coached))
    lesson = the_mode(model, LessonMode).lesson
    assert lesson.topic is Topic.ONE_ONE
    assert lesson.origin
    model = serve(press(model, "esc"), coached)
    assert isinstance(model.top, LessonsScreen)


def test_the_worst_guess_of_the_coach_opens_its_replay(coached: Saves) -> None:
    model = serve(press(shown(coached), "down", "enter"), coached)
    assert isinstance(model.top, ReplayScreen)
    model = press(model, "esc")
    assert isinstance(model.top, CoachScreen)


@pytest.mark.parametrize("size", [(20, 7), (40, 12), (200, 60)])
def test_the_coach_on_small_screens_uses_fewer_words(size: tuple[int, int], coached: Saves) -> None:
    text = words(shown(coached, *size))
    assert ("missed 6" in text) == (size[0] < 80)


def test_the_list_of_lessons_leads_to_the_coach(saves: Saves) -> None:
    model = serve(press(menu(), "t"), saves)
    model = serve(press(model, "home", "down", "enter"), saves)
    assert isinstance(model.top, CoachScreen)


def test_the_menu_says_how_many_topics_are_due(saves: Saves) -> None:
    assert count_due_topics(saves.store) == 0
    for topic in (Topic.ONE_ONE, Topic.HOLE):
        keep_answer(saves.store, given_answer(topic, True))
    assert count_due_topics(saves.store) == 2
    model = menu()
    model = model.with_cache(model.cache._replace(due_topics=2))
    assert "T  Lessons 2 due" in text_of(model)
