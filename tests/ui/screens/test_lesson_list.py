"""The list of topics: states and scores, positions from the player's games, opening and leaving a lesson."""

from __future__ import annotations

from datetime import date, timedelta

from minesweeper.assist.topics import LEARNING_ORDER, Topic
from minesweeper.play.judging import MarkedCells
from minesweeper.play.lesson_drills import make_lesson
from minesweeper.play.lessons import Answer
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import record_game
from minesweeper.storage.lesson_scores import LessonAnswer, keep_answer, make_answer
from minesweeper.storage.saves_table import Saves
from minesweeper.ui.base import routes
from minesweeper.ui.base.model import Model, render
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.game.lesson_mode import GuidedMode, LessonMode
from minesweeper.ui.screens.lesson_list import LessonsScreen
from tests.play.test_lessons import a_guess
from tests.storage.storing import finished
from tests.ui.driving import finish_work, menu, mode_of, page_rows, press, rows_of, serve, text_of, the_mode
from tests.ui.watching import click_text


def shown(saves: Saves, cols: int = 80, rows: int = 24, looks: TerminalLooks | None = None) -> Model:
    """The list of topics after all games of the player were searched."""
    model = serve(press(menu(cols, rows, looks=looks), "t"), saves)
    while model.top.work(model) is not None:
        model = serve(finish_work(model), saves)
    return model


def given_answer(topic: Topic, is_right: bool, number: int = 0) -> LessonAnswer:
    lesson = run_to_end(make_lesson(topic, number))
    return make_answer(lesson, Answer.RIGHT if is_right else Answer.WRONG, MarkedCells())


def reviewed(saves: Saves, topic: Topic, *days_ago: int, right: int = 5) -> None:
    """Stores a review of five answers for each of these days."""
    for number, days in enumerate(days_ago):
        day = (date.today() - timedelta(days)).isoformat()
        for drill in range(5):
            keep_answer(saves.store, given_answer(topic, drill < right, 1 + 5 * number + drill)._replace(day=day))


def words(model: Model) -> str:
    return " ".join(text_of(model).split())


def test_a_newcomer_sees_all_topics_with_the_first_one_selected(saves: Saves) -> None:
    model = shown(saves)
    text = words(model)
    for title in (
        *(topic.title for topic in LEARNING_ORDER if topic is not Topic.MINE_TOTAL),
        "Learn to play",
        "Coach",
    ):
        assert title in text
    assert "[One clue]" in text
    assert f"{len(LEARNING_ORDER)} new" in text
    assert "begin two topics first" in text


def test_each_topic_in_the_list_shows_its_state_in_words_and_a_box(saves: Saves) -> None:
    reviewed(saves, Topic.ONE_CLUE, 3, 2, 0)
    reviewed(saves, Topic.KNOWN_MINES, 3, 2)
    reviewed(saves, Topic.ONE_TWO, 30, 29, 27)
    reviewed(saves, Topic.HOLE, 0)
    model = shown(saves)
    text = words(model)
    assert "1 rusty 1 mastered 1 due 1 learning 15 new 1-3: reviews passed" in text
    assert "✓ One clue mastered" in text
    assert "2 Known mines due" in text
    assert "3 [The 1-2 pattern] rusty" in text
    assert "1 Holes learning" in text
    assert "3 topics due" in text or "2 topics due" in text
    assert "Mastered, but the review has waited too long. Review today: 5 new positions; 4 right pass it." in text
    frame = render(model)
    rows = rows_of(model)
    row, col = next((row, text.index("✓")) for row, text in enumerate(rows) if "✓ " in text)
    assert frame.style_at(row, col) == "safe.odd"
    wide = words(shown(saves, 120, 40))
    assert "learning, 1 of 3 reviews passed" in wide
    assert "mastered, next review in 4 days" in wide


def test_arrows_move_between_both_columns_of_topics(saves: Saves) -> None:
    model = shown(saves)
    assert isinstance(model.top, LessonsScreen)
    right = press(model, "right")
    assert isinstance(right.top, LessonsScreen)
    assert right.top.topic is Topic.TWO_CLUES
    assert press(right, "right").top == right.top
    assert press(right, "left").top == model.top


def test_mixed_practice_needs_two_topics_that_were_begun(saves: Saves) -> None:
    model = press(shown(saves), "home", "down", "down", "enter")
    assert "Mixed practice needs two topics that you have begun." in " ".join(text_of(model).split())
    for topic in (Topic.ONE_ONE, Topic.HOLE):
        keep_answer(saves.store, given_answer(topic, True))
    model = finish_work(press(shown(saves), "home", "down", "down", "enter"))
    assert "Mixed practice 1 of 10" in text_of(model)


def test_each_topic_in_the_list_takes_one_row_at_every_size(saves: Saves) -> None:
    for size in ((20, 7), (40, 12), (80, 24)):
        model = press(shown(saves, *size), "home")
        for topic in Topic:
            model = press(model, "down")
            page = model.top.page(model) if isinstance(model.top, LessonsScreen) else None
            assert page is not None
            assert len([line for line in page.shown if line.has(page.focus)]) == 1, topic


def test_a_list_of_topics_that_doesnt_fit_says_that_more_follow(saves: Saves) -> None:
    assert "more" in text_of(press(shown(saves, 60, 24), "home"))


def test_the_fair_example_explains_guesses_on_fair_boards_in_steps(saves: Saves) -> None:
    model = press(shown(saves), "end", "enter")
    assert "Example: Guesses on fair boards" in text_of(model)
    for number in range(1, 5):
        model = press(model, ".")
        assert f"{number}/4 " in text_of(model)
    assert "✸" in text_of(model)
    assert isinstance(press(model, "enter").top, LessonsScreen)


def test_a_topic_begins_with_its_example_followed_by_a_drill(saves: Saves) -> None:
    model = press(shown(saves), "down", "enter")
    assert "Making a lesson..." in text_of(model)
    model = finish_work(model)
    assert "Example: " in text_of(model)
    model = finish_work(press(model, "enter"))
    assert the_mode(model, LessonMode).lesson.id == run_to_end(make_lesson(Topic.KNOWN_MINES, 1)).id


def test_the_first_row_of_the_lessons_is_the_guided_game(saves: Saves) -> None:
    model = press(shown(saves), "home", "enter")
    assert mode_of(model, GuidedMode)
    assert isinstance(press(model, "esc").top, LessonsScreen)


def test_the_players_games_are_searched_while_the_lessons_are_open(saves: Saves) -> None:
    record_game(saves.store, finished(a_guess()._replace(is_known_board=False)))
    model = serve(press(menu(), "t"), saves)
    assert page_rows(model)[0].strip().startswith("Lessons...")
    found = press(shown(saves), "down", "down", "down")
    assert "Your games have 1 such position." in text_of(found)
    model = finish_work(press(model, "down", "enter"))
    assert the_mode(model, LessonMode).course.pending is not None
    model = serve(finish_work(model), saves)
    assert the_mode(model, LessonMode).course.pending is None
    assert [lesson.topic for lesson in the_mode(model, LessonMode).course.lessons] == [Topic.ONE_ONE]


def test_a_lesson_after_a_loss_shows_the_lost_position_first(saves: Saves) -> None:
    lost = a_guess().open_cell(5)._replace(id="a-game")
    model = serve(routes.lesson_list.open_lessons(menu(), missed=lost), saves)
    model = finish_work(model)
    topic = the_mode(model, LessonMode).lesson.topic
    assert the_mode(model, LessonMode).lesson.id == "a-game/2"
    assert "Here you opened a mine." in text_of(model)
    model = serve(press(model, "esc"), saves)
    assert isinstance(model.top, LessonsScreen)
    assert model.top.topic is topic


def test_a_key_stops_the_making_of_a_lesson(saves: Saves) -> None:
    model = press(shown(saves), "down", "enter", "up")
    assert model.top.work(model) is None
    assert "Making" not in text_of(model)


def test_the_list_of_lessons_says_if_games_cant_be_saved(saves: Saves) -> None:
    model = shown(saves)
    model = model.with_cache(model.cache._replace(problem="games.db can't be written: new games are not saved."))
    assert "games.db can't be written: new games are not saved." in text_of(model)


def test_clicks_begin_a_lesson_and_lead_back_to_the_list(saves: Saves) -> None:
    model = finish_work(click_text(shown(saves), "Assumption"))
    assert mode_of(model, LessonMode)
    model = serve(click_text(model, "Esc back"), saves)
    assert isinstance(model.top, LessonsScreen)
    assert model.top.topic is Topic.ASSUMPTION
