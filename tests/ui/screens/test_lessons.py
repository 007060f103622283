"""The kinds of lessons: figures, the search of one's own games, and the way into a lesson and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.play.lessons import Topic, make_lesson
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import record_game
from minesweeper.storage.lessons import keep_answer
from minesweeper.storage.saves_table import Archive
from minesweeper.ui.base.model import Model, StoreCache
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.game.lesson_mode import LessonMode
from minesweeper.ui.screens.lessons import LessonsScreen
from minesweeper.ui.screens.menu import open_menu
from tests.play.test_lessons import a_guess
from tests.storage.storing import finished
from tests.ui.driving import ASCII, CALM, finish_work, mode_of, press, rows_of, text_of
from tests.ui.screens.test_stats import serve
from tests.ui.watching import click_text, framed, trimmed

KEYS = "up down w s enter space home end pgup pgdn esc h q x t ctrl+l".split()


@pytest.fixture(name="archive")
def an_archive(tmp_path: Path) -> Iterator[Archive]:
    archive = Archive(tmp_path)
    yield archive
    archive.close()


def menu(cols: int = 80, rows: int = 24, looks: Looks | None = None) -> Model:
    return Model(rows, cols, (open_menu(),), CALM, looks=looks or Looks(), cache=StoreCache(replays=3))


def shown(archive: Archive, cols: int = 80, rows: int = 24, looks: Looks | None = None) -> Model:
    """The kinds, once all games are searched."""
    model = serve(press(menu(cols, rows, looks), "t"), archive)
    while model.top.work(model) is not None:
        model = serve(finish_work(model), archive)
    return model


def test_a_newcomer_begins_with_the_easiest_kind(archive: Archive) -> None:
    assert rows_of(shown(archive))[:8] == [
        " Lessons",
        "",
        "   reasoning                 tried  right   of the last 10    in your games",
        " ▌ One clue                                 not tried yet",
        "   Two clues                                not tried yet",
        "   Three clues and more                     not tried yet",
        "   Assumption                               not tried yet",
        "   Mine total                               not tried yet",
    ]
    assert rows_of(shown(archive))[-2:] == [
        " A number by itself: it has all its mines, or just enough hidden cells.",
        " Enter begin  Esc back  H help",
    ]


def test_the_kinds_at_20x7(archive: Archive) -> None:
    keep_answer(archive.store, run_to_end(make_lesson(Topic.TWO_CLUES, 0)), True)
    assert framed(shown(archive, 20, 7, ASCII)) == trimmed(
        """
        |Lessons             |
        |> One clue         -|
        |  Two clues      1/1|
        |  Three clues+     -|
        |  Assumption       -|
        |  Mine total       -|
        |Enter begin Esc back|
        """
    )


def test_figures_tell_how_one_does_and_the_easiest_kind_that_is_not_known_is_selected(archive: Archive) -> None:
    for is_right in [False, *[True] * 9]:
        keep_answer(archive.store, run_to_end(make_lesson(Topic.ONE_CLUE, 0)), is_right)
    model = shown(archive)
    assert rows_of(model)[3] == "   One clue                     10      9    9 ▰▰▰▰▰▰▰▰▰▱"
    assert isinstance(model.top, LessonsScreen)
    assert model.top.topic is Topic.TWO_CLUES


def test_ones_own_games_are_searched_meanwhile_and_their_lessons_come_first(archive: Archive) -> None:
    game = finished(a_guess()._replace(known=False))
    assert record_game(archive.store, game).saved
    model = serve(press(menu(), "t"), archive)
    assert rows_of(model)[0] == " Lessons..."
    model = shown(archive)
    assert rows_of(model)[4].endswith("not tried yet                 1")
    model = press(model, "down", "enter")
    mode = mode_of(model, LessonMode)
    assert mode is not None
    assert mode.lesson.id == f"{game.id}/1"


def test_a_kind_without_a_lesson_of_ones_own_gets_one_that_is_made(archive: Archive) -> None:
    model = press(shown(archive), "down", "enter")
    assert "Making a lesson..." in text_of(model)
    mode = mode_of(finish_work(model), LessonMode)
    assert mode is not None
    assert mode.lesson.id == "made/two clues/0"


def test_the_search_goes_on_while_a_lesson_is_looked_at(archive: Archive) -> None:
    record_game(archive.store, finished(a_guess()._replace(known=False)))
    model = finish_work(press(serve(press(menu(), "t"), archive), "down", "enter"))
    mode = mode_of(model, LessonMode)
    assert mode is not None
    assert mode.course.pending is not None
    model = serve(finish_work(model), archive)
    mode = mode_of(model, LessonMode)
    assert mode is not None
    assert mode.course.pending is None
    assert [lesson.topic for lesson in mode.course.found] == [Topic.TWO_CLUES]


def test_a_key_stops_the_making(archive: Archive) -> None:
    model = press(shown(archive), "down", "enter", "up")
    assert model.top.work(model) is None
    assert "Making" not in text_of(model)


def test_what_can_not_be_kept_is_told_here_too(archive: Archive) -> None:
    model = shown(archive)
    model = model.with_cache(model.cache._replace(problem="games.db can't be written: new games are not saved."))
    assert "games.db can't be written: new games are not saved." in text_of(model)


def test_a_click_begins_a_lesson_and_a_hint_leads_back(archive: Archive) -> None:
    model = finish_work(click_text(shown(archive), "Assumption"))
    assert mode_of(model, LessonMode)
    model = serve(click_text(model, "Esc back"), archive)
    assert isinstance(model.top, LessonsScreen)
    assert model.top.topic is Topic.ASSUMPTION
    assert len(click_text(model, "Esc back").screens) == 1
