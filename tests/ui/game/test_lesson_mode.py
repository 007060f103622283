"""Lessons and the guided game on the screen: answers by keys, the reason told and marked, nothing kept as a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from minesweeper.assist.naming import Room, name_cell
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import Topic
from minesweeper.boards.layout import read_layout
from minesweeper.core.cells import cells_of, first_cell
from minesweeper.play.game import Game
from minesweeper.play.guided_game import GUIDE_STEPS
from minesweeper.play.lesson_drills import make_lesson
from minesweeper.play.lessons import Answer, ComparedGuesses, Lesson, find_lesson
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import count_games
from minesweeper.storage.lesson_scores import Course, Score, all_answers
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Model, StoreCache, tick
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.game.game_draw import marks_of
from minesweeper.ui.game.lesson_mode import GuidedMode, LessonMode, open_lesson
from minesweeper.ui.screens.lesson_list import LessonsScreen
from minesweeper.ui.screens.menu import MenuScreen
from tests.play.test_lesson_drills import PROOFS
from tests.storage.storing import fill_disk
from tests.ui.driving import (
    ASCII,
    CALM,
    click,
    cursor_to,
    menu,
    message_of,
    press,
    rows_of,
    serve,
    state_of,
    text_of,
    the_mode,
    top_game,
    work,
)
from tests.ui.watching import click_text


def last_cell() -> Lesson:
    """A lesson in which the last safe cell is certain."""
    layout = read_layout("*1.\n11.")
    game = Game(layout.grid, 1, layout, layout.safe & ~(1 << 2))
    lesson = run_to_end(find_lesson("the last cell", game, ""))
    assert lesson is not None
    return lesson


def made(topic: Topic = Topic.ONE_CLUE, number: int = 1) -> Lesson:
    return run_to_end(make_lesson(topic, number))


def begun(
    lesson: Lesson | None = None,
    cols: int = 80,
    rows: int = 24,
    settings: Settings = CALM,
    looks: TerminalLooks | None = None,
    course: Course | None = None,
) -> Model:
    """A lesson over the list of kinds and the menu."""
    course, lesson = course or Course(), lesson or made()
    model = menu(cols, rows, settings, looks, StoreCache(replays=3))
    return open_lesson(model.push(LessonsScreen(course)), course, lesson)


def test_the_task_stands_beside_the_board_or_else_below_it() -> None:
    task = "Open a cell that must be safe, or flag one that must be a mine."
    for cols, rows in ((80, 24), (120, 40), (200, 60)):
        model = begun(cols=cols, rows=rows)
        assert task in beside_board(model)
        assert text_of(model).count("Open a cell") == 1
    narrow = begun(cols=44, rows=24)
    assert state_of(narrow).geometry.right_panel is None
    assert task in " ".join(text_of(narrow).split())


def lesson_of(model: Model) -> LessonMode:
    return the_mode(model, LessonMode)


def place(lesson: Lesson, cell: int) -> tuple[int, int]:
    return lesson.game.grid.row_col(cell)


def is_right(model: Model) -> bool:
    return lesson_of(model).result is Answer.RIGHT


def proof_in_words(lesson: Lesson) -> str:
    assert lesson.proof is not None
    return Proof(lesson.game.position, lesson.proof, lesson.game.flags).text(Room(78))


def a_guess(lesson: Lesson) -> int:
    """A cell of which nothing is certain."""
    known = lesson.analysis
    return first_cell(lesson.game.hidden & ~(known.safe | known.mined))


def beside_board(model: Model) -> str:
    """The words of the panel in one line."""
    frame = state_of(model).geometry.frame
    return " ".join(" ".join(row[frame.left + frame.width :] for row in rows_of(model)).split())


class TestAnswers:
    @pytest.mark.parametrize("topic", PROOFS)
    def test_what_is_proved_is_right_and_opened_or_flagged(self, topic: Topic) -> None:
        lesson = made(topic)
        for cell in cells_of(lesson.analysis.safe)[:3]:
            model = work(press(cursor_to(begun(lesson), *place(lesson, cell)), "space"))
            assert is_right(model)
            assert message_of(model).startswith("Right. ")
            opened = state_of(model).game.opened
            assert opened >> cell & 1 or opened == lesson.game.opened  # the last safe cell would end the game
            assert not state_of(model).game.is_over
        for cell in cells_of(lesson.analysis.mined & ~lesson.game.flags)[:3]:
            model = work(press(cursor_to(begun(lesson), *place(lesson, cell)), "f"))
            assert message_of(model).startswith("Right. ")
            assert state_of(model).game.flags == lesson.game.flags | 1 << cell

    @pytest.mark.parametrize("key", ["space", "f"])
    def test_a_guess_is_not_certain_and_the_proof_is_drawn(self, key: str) -> None:
        lesson = made()
        model = work(press(cursor_to(begun(lesson), *place(lesson, a_guess(lesson))), key))
        assert not is_right(model)
        assert message_of(model).startswith("Not proved: ")
        state = state_of(model)
        assert state.game == lesson.game
        marks = marks_of(state, state.view())
        assert lesson.proof is not None
        assert (marks.proof, marks.safe, marks.danger) == (lesson.proof.because, lesson.proof.safe, lesson.proof.mined)
        cell = lesson.game.grid.cell(*state.cursor)
        assert (lesson.proof.safe | lesson.proof.mined) >> cell & 1

    @pytest.mark.parametrize("topic", [*PROOFS, Topic.GUESS])
    @pytest.mark.parametrize("key", ["space", "f"])
    def test_cells_have_one_notation_and_no_fact_is_stated_twice(self, topic: Topic, key: str) -> None:
        lesson = made(topic)
        for cell in cells_of(lesson.game.hidden & ~lesson.game.flags)[:4]:
            told = message_of(work(press(cursor_to(begun(lesson), *place(lesson, cell)), key)))
            assert not re.search(r"r\d+(-\d+)?c\d", told, re.IGNORECASE), told
            name = name_cell(lesson.game.grid, cell)
            for fact in (f"{name} is safe", f"{name} is a mine"):
                assert told.lower().count(fact) - told.count(f", {fact}") <= 1, told

    def test_the_last_safe_cell_is_right_and_ends_nothing(self) -> None:
        lesson = last_cell()
        model = work(press(cursor_to(begun(lesson), *place(lesson, first_cell(lesson.analysis.safe))), "space"))
        assert message_of(model).startswith("Right. ")
        assert not state_of(model).game.is_over

    def test_t_shows_the_proof(self) -> None:
        model = work(press(begun(), "t"))
        assert message_of(model) == proof_in_words(made())
        assert lesson_of(model).result is Answer.SHOWN
        assert lesson_of(model).course.score(Topic.ONE_CLUE).tried == 0

    def test_the_proof_is_walked_by_keys_and_each_step_is_marked(self) -> None:
        lesson = made(Topic.ASSUMPTION)
        assert lesson.proof is not None
        steps = Proof(lesson.game.position, lesson.proof, lesson.game.flags).steps
        model = work(press(begun(lesson), "t"))
        whole = message_of(model)
        for number, step in enumerate(steps, 1):
            model = press(model, ".")
            assert message_of(model) == f"{number}/{len(steps)}  {step.text}"
            state = state_of(model)
            marks = marks_of(state, state.view())
            assert (marks.proof, marks.safe, marks.danger) == (step.clues, step.safe, step.mined)
        assert message_of(press(model, ".")) == message_of(model)
        assert message_of(press(model, *"," * len(steps))) == whole
        assert lesson_of(work(press(model, "enter"))).at == 0

    def test_a_flag_that_is_there_stays(self) -> None:
        lesson = next(made(Topic.TWO_CLUES, n) for n in range(20) if made(Topic.TWO_CLUES, n).game.flags)
        for settings in (CALM, CALM.with_value("question_marks", True)):
            model = cursor_to(begun(lesson, settings=settings), *place(lesson, first_cell(lesson.game.flags)))
            model = press(model, "f")
            assert message_of(model) == "This flag is certain: it stays."
            assert state_of(model).game == lesson.game
            assert lesson_of(model).result is None

    def test_after_the_answer_nothing_is_opened_or_flagged_any_more(self) -> None:
        lesson = made()
        model = work(press(begun(lesson), "t"))
        for cell in cells_of(lesson.game.hidden):
            after = press(cursor_to(model, *place(lesson, cell)), "f", "c")
            assert state_of(after).game == lesson.game
            assert lesson_of(after).message == lesson_of(model).message

    def test_no_help_level_plays_in_a_lesson(self) -> None:
        lesson = made()
        model = begun(lesson, settings=CALM.with_value("assist", "intelligent"))
        model = work(press(cursor_to(model, *place(lesson, first_cell(lesson.analysis.mined))), "f"))
        assert is_right(model)
        assert state_of(model).game.flags == lesson.analysis.mined & -lesson.analysis.mined


class TestTheNextOne:
    @pytest.mark.parametrize("key", ["enter", "space", "n"])
    def test_after_the_answer_the_next_made_lesson_comes(self, key: str) -> None:
        model = press(work(press(begun(), "t")), key)
        assert message_of(model) == "Making the next lesson..."
        model = work(model)
        assert lesson_of(model).lesson.id == made(number=2).id
        assert lesson_of(model).result is None
        assert "Open a cell that must be safe, or flag one" in beside_board(model)

    def test_after_some_drills_come_positions_of_ones_own_and_none_comes_twice(self) -> None:
        own = made(number=7)._replace(id="a-game/3", origin="Here you guessed.", at=10)
        scores = {Topic.ONE_CLUE: Score(4, 4, (True,) * 4)}
        model = press(work(press(begun(course=Course(scores, lessons=(own,))), "t")), "enter")
        assert lesson_of(model).lesson is own
        assert f"Here you guessed. {own.task}" in beside_board(model)
        assert state_of(model).cell == 10
        model = work(press(work(press(model, "t")), "enter"))
        assert lesson_of(model).lesson.id == made(number=2).id


class TestKeeping:
    def test_each_answer_is_kept_and_no_game_and_no_shown_proof(self, saves: Saves) -> None:
        lesson, second = made(), made(number=2)
        model = cursor_to(begun(lesson), *place(lesson, first_cell(lesson.analysis.mined)))
        model = serve(work(press(model, "f")), saves)
        model = serve(work(press(model, "enter")), saves)
        model = serve(work(press(cursor_to(model, *place(second, a_guess(second))), "space")), saves)
        model = serve(work(press(serve(work(press(model, "enter")), saves), "t")), saves)
        assert [(answer.lesson, answer.topic, answer.is_right) for answer in all_answers(saves.store)] == [
            (lesson.id, "one clue", True),
            (second.id, "one clue", False),
        ]
        assert "tried 2, right 1" in text_of(model)
        assert count_games(saves.store) == 0
        assert not top_game(model).has_running_game()
        assert [session.id for session in top_game(model).sessions()] == [""]

    @pytest.mark.parametrize("size", [(20, 7), (80, 24)])
    def test_the_verdict_and_what_is_not_saved_are_told_at_every_size(
        self, size: tuple[int, int], saves: Saves, tmp_path: Path
    ) -> None:
        fill_disk(tmp_path)
        lesson = made(Topic.TWO_CLUES)
        model = begun(lesson, *size, looks=ASCII)
        model = press(cursor_to(model, *place(lesson, first_cell(lesson.analysis.mined & ~lesson.game.flags))), "space")
        shown = " ".join(text_of(serve(work(model), saves)).split())
        assert "Wrong" in shown
        assert "The answer is not saved" in shown

    @pytest.mark.parametrize("key", ["esc", "q"])
    def test_leaving_shows_the_kinds_with_the_new_figures(self, key: str, saves: Saves) -> None:
        model = serve(
            press(
                serve(work(press(cursor_to(begun(), *place(made(), first_cell(made().analysis.mined))), "f")), saves),
                key,
            ),
            saves,
        )
        assert isinstance(model.top, LessonsScreen)
        assert len(model.screens) == 2
        assert model.top.topic is Topic.ONE_CLUE
        assert rows_of(model)[3].split()[:5] == ["▌", "1", "One", "clue", "■"]


class TestOtherTopics:
    def test_of_guesses_all_are_shown_with_their_chances(self) -> None:
        lesson = made(Topic.GUESS)
        assert lesson.values is not None
        for value in lesson.values.ranked:
            model = work(press(cursor_to(begun(lesson), *place(lesson, value.cell)), "space"))
            assert is_right(model) == (not value.regret)
            assert f"{value.chance:.1%}" in text_of(model)
            told = message_of(model)
            assert state_of(model).game == lesson.game
            if value.regret:
                assert message_of(model).startswith("Not the best: ")
                assert re.search(r"It is (safer|as safe) now, but leaves more to chance later|gains too little", told)
        proof = lesson_of(model).proof
        assert isinstance(proof, ComparedGuesses)
        names = [row.split("|")[-1].split("%")[0] for row in rows_of(model) if row.count("%") == 2]
        assert len(set(names)) == len(proof.groups), "no two groups look alike"
        for number, step in enumerate(proof.steps, 1):
            model = press(model, ".")
            assert message_of(model) == f"{number}/{len(proof.steps)}  {step.text}"

    def test_clicks_are_counted_and_the_cleared_board_is_judged(self, saves: Saves) -> None:
        lesson = made(Topic.CHORDS)
        layout = lesson.game.layout
        assert layout is not None
        model = begun(lesson)
        state = state_of(model)
        assert marks_of(state, state.view()).danger == layout.mines
        assert f"{lesson.fewest} moves are enough, up to {lesson.fewest + 2} count as right." in beside_board(model)
        assert "Flag all mines of a number" in beside_board(model)
        assert "Flag" not in text_of(begun(lesson, 40, 12)), "a small screen leaves the board in view"
        assert message_of(press(model, ".")) == message_of(press(model, "t"))
        model = press(cursor_to(model, *place(lesson, first_cell(layout.mines))), "space")
        assert message_of(model) == "There is a mine: it is marked."
        opened = next(cell for cell in cells_of(layout.safe) if layout.clue(cell))
        refused = press(cursor_to(model, *place(lesson, opened)), "space", "space")
        assert "A chord needs" in message_of(refused)
        assert message_of(press(refused, "up")).startswith("1 move; ")
        while lesson_of(model).result is None:
            closed = layout.safe & ~state_of(model).game.opened
            model = press(cursor_to(model, *place(lesson, first_cell(closed))), "space")
        assert message_of(model).startswith(("Right. Cleared in ", "Too many: "))
        model = serve(work(model), saves)
        assert len(all_answers(saves.store)) == 1
        assert count_games(saves.store) == 0
        assert lesson_of(work(press(tick(model, 2.0), "enter"))).lesson.id == made(Topic.CHORDS, 2).id


STEP_KEYS = ["space"], ["up", "right", "space"], ["up", "f", "left", "f"], ["space"]
"""The keys that do each step, from the marked cell."""


def newcomer(cols: int = 80, rows: int = 24) -> Model:
    """The menu of a player who has no game yet."""
    return menu(cols, rows, cache=StoreCache(replays=0))


def guided(model: Model) -> GuidedMode:
    return the_mode(model, GuidedMode)


def finish(model: Model) -> Model:
    """Plays the last step by following tips."""
    while not guided(model).guided.is_done:
        proof = guided(model).guided.tip()
        assert proof is not None
        cell = first_cell(proof.changes)
        row, col = state_of(model).game.grid.row_col(cell)
        model = press(cursor_to(model, row, col), "space" if proof.safe >> cell & 1 else "f")
    return model


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
def test_all_five_steps_by_keys(size: tuple[int, int]) -> None:
    model = press(newcomer(*size), "n")
    for number, keys in enumerate(STEP_KEYS):
        assert guided(model).guided.number == number
        assert f"Step {number + 1} of 5" in text_of(model) or size == (20, 7)
        model = press(model, *keys)
        assert guided(model).guided.is_done, number
        model = press(model, "enter")
    model = finish(model)
    assert "You won" in text_of(model)
    model = press(tick(model, 2.0), "enter")
    assert isinstance(model.top, MenuScreen)


def test_all_moves_by_mouse() -> None:
    model = press(newcomer(), "n")
    model = click(model, 1, 2)
    assert message_of(model) == GUIDE_STEPS[0].recap
    assert message_of(click(model, 0, 0)) == GUIDE_STEPS[0].recap  # a hurried click on the board doesn't go on
    model = click(click_text(model, "Enter next"), 1, 2)
    assert message_of(model) == GUIDE_STEPS[1].recap
    model = click(click(click_text(model, "Enter next"), 0, 0, "right"), 0, 1, "right")
    assert message_of(model) == GUIDE_STEPS[2].recap
    model = click(click_text(model, "Enter next"), 1, 1)
    assert message_of(model) == GUIDE_STEPS[3].recap


def test_a_wrong_move_is_explained_and_moving_on_shows_the_task_again() -> None:
    model = press(newcomer(), "n", "space", "enter")
    task = message_of(model)
    model = press(model, "right", "right", "space")
    assert message_of(model).startswith("Row 2, column 4 isn't proved safe yet. Look at the marked 1: ")
    assert message_of(press(model, "left")) == task


def test_space_on_an_open_number_is_no_chord_before_chords_are_taught() -> None:
    model = press(newcomer(), "n", "space", "enter")
    again = press(model, "space")
    assert message_of(again) == "This cell is open already. The arrows move to a hidden one."
    assert guided(again).guided == guided(model).guided


def test_n_restarts_an_unfinished_step_and_continues_after_a_finished_one() -> None:
    fresh = press(newcomer(), "n", *STEP_KEYS[0], "enter", *STEP_KEYS[1], "enter")
    begun = press(fresh, "up", "f")
    assert state_of(begun).game.flags != state_of(fresh).game.flags
    for again in (press(begun, "n"), click_text(begun, ":)"), press(begun, "x", "n")):
        assert guided(again).guided == guided(fresh).guided
        assert state_of(again) == state_of(fresh)
    assert guided(press(fresh, *STEP_KEYS[2], "n")).guided.number == 3


@pytest.mark.parametrize("key", ["esc", "q"])
def test_esc_leaves_at_any_step_and_the_menu_offers_it_again(key: str) -> None:
    model = newcomer()
    left = press(model, "n", "space", "enter", key)
    assert isinstance(left.top, MenuScreen)
    assert "N  Learn to play" in text_of(left)
    assert "N  Learn to play" in text_of(press(left, "n", key))


def test_the_menu_offers_it_no_more_once_it_was_finished() -> None:
    taken = Settings({"learn_row": False})
    model = menu(settings=taken, cache=StoreCache(replays=0))
    assert "Learn to play" not in text_of(model)


def test_nothing_of_it_is_a_game() -> None:
    model = finish(
        press(
            newcomer(), "n", "space", "enter", "up", "right", "space", "enter", *STEP_KEYS[2], "enter", "space", "enter"
        )
    )
    assert state_of(model).session.id == ""
    assert not top_game(model).has_running_game()
