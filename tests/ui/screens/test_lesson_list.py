"""The kinds of lessons: figures, the search of one's own games, and the way into a lesson and back."""

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
from tests.ui.driving import finish_work, menu, mode_of, page_rows, press, serve, text_of, the_mode
from tests.ui.watching import click_text, style_of


def shown(saves: Saves, cols: int = 80, rows: int = 24, looks: TerminalLooks | None = None) -> Model:
    """The kinds, once all games are searched."""
    model = serve(press(menu(cols, rows, looks=looks), "t"), saves)
    while model.top.work(model) is not None:
        model = serve(finish_work(model), saves)
    return model


def given_answer(topic: Topic, is_right: bool, number: int = 0) -> LessonAnswer:
    lesson = run_to_end(make_lesson(topic, number))
    return make_answer(lesson, Answer.RIGHT if is_right else Answer.WRONG, MarkedCells())


PIPS = {True: "■", False: "□", None: "·"}


def pips(*answers: bool) -> str:
    """Ten signs for the last answers."""
    return " ".join([PIPS[is_right] for is_right in answers] + [PIPS[None]] * (10 - len(answers)))


def test_a_newcomer_sees_the_guided_game_and_hidden_topics_in_learning_order(saves: Saves) -> None:
    model = shown(saves)
    rows = [" ".join(row.split()) for row in page_rows(model)]
    assert rows[:6] == [
        f"Lessons 4/{len(LEARNING_ORDER) + 3}",
        "",
        "⚑ Learn to play the rules in five steps",
        "? Coach what your games show",
        "? Mixed practice begin two topics first",
        f"▌ One clue {pips()} practise next",
    ]
    assert rows[6:17] == [f"{topic.title} {pips()}" for topic in LEARNING_ORDER[1:12]]
    assert [render(model).style_at(row, 8) for row in (5, 6)] == ["hidden", "hidden.odd"]


def test_a_topic_opens_with_the_right_answers_and_is_ticked_when_mastered(saves: Saves) -> None:
    answers = {Topic.KNOWN_MINES: [True, False, True], Topic.ONE_ONE: [False], Topic.ONE_TWO: [True] * 7}
    for topic, given in answers.items():
        for is_right in given:
            keep_answer(saves.store, given_answer(topic, is_right))
    for number, days in enumerate([3, 2, 0]):
        day = (date.today() - timedelta(days)).isoformat()
        for drill in range(5):
            answer = given_answer(Topic.ONE_CLUE, True, 1 + 5 * number + drill)
            keep_answer(saves.store, answer._replace(day=day))
    model = shown(saves)
    rows = [" ".join(row.split()) for row in page_rows(model)]
    assert rows[4:11] == [
        "? Mixed practice 3 due",
        f"✓ One clue {pips(*[True] * 10)} due in 4 days",
        f"▌ 2 One clue with known mines {pips(*answers[Topic.KNOWN_MINES])} practise next",
        f"{Topic.CHORDS.title} {pips()}",
        f"0 The 1-1 pattern {pips(False)} due today",
        f"{Topic.REDUCTION.title} {pips()}",
        f"7 The 1-2 pattern {pips(*answers[Topic.ONE_TWO])} due today",
    ]
    styles = [render(model).style_at(row, 8) for row in (4, 5, 7, 9)]
    assert styles == ["safe.odd", "n2 on opened", "done on opened", "n7 on opened"]
    assert text_of(model).count("practise next") == 1
    assert isinstance(model.top, LessonsScreen)
    assert model.top.topic is Topic.KNOWN_MINES


def test_mixed_practice_begins_where_two_topics_were_begun(saves: Saves) -> None:
    model = press(shown(saves), "home", "down", "down", "enter")
    assert "Mixed practice needs two topics that you have begun." in " ".join(text_of(model).split())
    for topic in (Topic.ONE_ONE, Topic.HOLE):
        keep_answer(saves.store, given_answer(topic, True))
    model = finish_work(press(shown(saves), "home", "down", "down", "enter"))
    assert "Mixed practice 1 of 10" in text_of(model)


def test_the_focus_leaves_cells_and_answers_their_colours(saves: Saves) -> None:
    keep_answer(saves.store, given_answer(Topic.ONE_CLUE, True))
    model = press(shown(saves), "home", "down", "down", "down")
    assert render(model).style_at(4, 8) == "n1 on opened"
    assert style_of(model, "■") == "good on selected"


def test_a_topic_takes_one_row_at_every_size(saves: Saves) -> None:
    for size in ((20, 7), (40, 12), (80, 24)):
        model = press(shown(saves, *size), "home")
        for topic in Topic:
            model = press(model, "down")
            page = model.top.page(model) if isinstance(model.top, LessonsScreen) else None
            assert page is not None
            rows = [line for line in page.shown if line.row.target == model.top.focus]  # type: ignore[attr-defined]
            assert len(rows) == 1, topic


def test_a_topic_begins_with_its_example_and_then_gives_a_drill(saves: Saves) -> None:
    model = press(shown(saves), "down", "enter")
    assert "Making a lesson..." in text_of(model)
    model = finish_work(model)
    assert "Example: " in text_of(model)
    assert "Example. " in text_of(model)
    model = finish_work(press(model, "enter"))
    assert the_mode(model, LessonMode).lesson.id == run_to_end(make_lesson(Topic.KNOWN_MINES, 1)).id


def test_the_first_row_is_the_guided_game(saves: Saves) -> None:
    model = press(shown(saves), "home", "enter")
    assert mode_of(model, GuidedMode)
    assert isinstance(press(model, "esc").top, LessonsScreen)


def test_your_games_are_searched_meanwhile(saves: Saves) -> None:
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


def test_a_lost_game_opens_its_own_position_first_and_its_topic_is_selected(saves: Saves) -> None:
    lost = a_guess().open_cell(5)._replace(id="a-game")
    model = serve(routes.lesson_list.open_lessons(menu(), missed=lost), saves)
    model = finish_work(model)
    topic = the_mode(model, LessonMode).lesson.topic
    assert the_mode(model, LessonMode).lesson.id == "a-game/2"
    assert "Here you opened a mine." in text_of(model)
    model = serve(press(model, "esc"), saves)
    assert isinstance(model.top, LessonsScreen)
    assert model.top.topic is topic


def test_a_key_stops_the_making(saves: Saves) -> None:
    model = press(shown(saves), "down", "enter", "up")
    assert model.top.work(model) is None
    assert "Making" not in text_of(model)


def test_what_can_not_be_kept_is_told_here_too(saves: Saves) -> None:
    model = shown(saves)
    model = model.with_cache(model.cache._replace(problem="games.db can't be written, so new games are not saved."))
    assert "games.db can't be written, so new games are not saved." in text_of(model)


def test_a_click_begins_a_lesson_and_a_hint_leads_back(saves: Saves) -> None:
    model = finish_work(click_text(shown(saves), "Assumption"))
    assert mode_of(model, LessonMode)
    model = serve(click_text(model, "Esc back"), saves)
    assert isinstance(model.top, LessonsScreen)
    assert model.top.topic is Topic.ASSUMPTION
