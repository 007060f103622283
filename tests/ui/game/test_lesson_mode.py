"""Lessons and the guided game on the screen: marks, answers, hints and proofs, and which answers are stored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from minesweeper.assist.naming import name_cell
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import Topic
from minesweeper.core.cells import cells_of, first_cell
from minesweeper.play.guided_game import GUIDE_STEPS
from minesweeper.play.judging import Judgement, MarkedCells
from minesweeper.play.lesson_drills import make_example, make_lesson
from minesweeper.play.lessons import Answer, ComparedGuesses, Lesson
from minesweeper.play.repetition import Schedule
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import count_games
from minesweeper.storage.lesson_scores import Course, Score, all_answers, keep_answer, make_answer
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Model, StoreCache, tick
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.game.game_draw import marks_of
from minesweeper.ui.game.lesson_mode import GuidedMode, LessonMode, open_example, open_lesson
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
    page_rows,
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
    """A lesson on top of the list of topics and the menu."""
    course, lesson = course or Course(), lesson or made()
    model = menu(cols, rows, settings, looks, StoreCache(replays=3))
    return open_lesson(model.push(LessonsScreen(course)), course, lesson)


def test_the_task_of_a_lesson_stands_beside_the_board_or_below_it() -> None:
    task = "Find everything you can prove: mark the safe cells and the mines, then choose Done."
    for cols, rows in ((80, 24), (120, 40), (200, 60)):
        model = begun(cols=cols, rows=rows)
        assert task in beside_board(model)
        assert text_of(model).count("Find everything") == 1
    narrow = begun(cols=44, rows=24)
    assert state_of(narrow).geometry.right_panel is None
    assert task in " ".join(text_of(narrow).split())


def lesson_of(model: Model) -> LessonMode:
    return the_mode(model, LessonMode)


def place(lesson: Lesson, cell: int) -> tuple[int, int]:
    return lesson.game.grid.row_col(cell)


def is_right(model: Model) -> bool:
    return lesson_of(model).result is Answer.RIGHT


def marked(model: Model, safe: int = 0, mined: int = 0) -> Model:
    """Marks cells as safe or as mines by keys."""
    lesson = lesson_of(model).lesson
    for cells, key in ((safe, "space"), (mined, "f")):
        for cell in cells_of(cells):
            model = press(cursor_to(model, *place(lesson, cell)), key)
    return model


def answered(model: Model, safe: int = 0, mined: int = 0) -> Model:
    """Marks cells and chooses Done."""
    return work(press(marked(model, safe, mined), "enter"))


def solved(model: Model) -> Model:
    """Marks everything provable and chooses Done."""
    return answered(model, *lesson_of(model).lesson.wanted)


def shown(model: Model) -> Model:
    """Asks for all four hints, the last of which is the proof."""
    for _ in range(4):
        model = work(press(model, "t"))
    return model


def proof_in_words(lesson: Lesson) -> str:
    assert lesson.proof is not None
    return Proof(lesson.game.position, lesson.proof, lesson.game.flags).text()


def a_guess(lesson: Lesson) -> int:
    """A cell that can't be proved safe or a mine."""
    known = lesson.analysis
    return first_cell(lesson.game.hidden & ~(known.safe | known.mined))


def beside_board(model: Model) -> str:
    """The words of the panel beside the board, in one line."""
    frame = state_of(model).geometry.frame
    return " ".join(" ".join(row[frame.left + frame.width :] for row in rows_of(model)[:-1]).split())


class TestAnswers:
    @pytest.mark.parametrize("topic", PROOFS)
    def test_marking_every_provable_cell_of_a_lesson_is_right(self, topic: Topic) -> None:
        lesson = made(topic)
        model = solved(begun(lesson))
        assert is_right(model)
        assert f"{lesson.topic.title} Right " in beside_board(model)
        assert state_of(model).game == lesson.game

    @pytest.mark.parametrize("size", [(20, 7), (80, 24)])
    def test_marks_in_a_lesson_have_signs_and_their_key_removes_them(self, size: tuple[int, int]) -> None:
        lesson = made(Topic.TWO_CLUES)
        one, other, *_ = cells_of(lesson.game.hidden & ~lesson.game.flags)
        model = marked(begun(lesson, *size, looks=ASCII), 1 << one, 1 << other)
        state = state_of(model)
        marks = marks_of(state, state.view())
        assert (marks.safe, marks.danger) == (1 << one, 1 << other)
        assert state.game == lesson.game
        model = marked(model, 1 << one, 1 << other)
        assert lesson_of(model).marks == MarkedCells()

    def test_a_lesson_can_be_marked_and_answered_with_the_mouse(self) -> None:
        lesson = made(Topic.HOLE)
        model = begun(lesson)
        for cell in cells_of(lesson.wanted.safe):
            model = click(model, *place(lesson, cell))
        for cell in cells_of(lesson.wanted.mined):
            model = click(model, *place(lesson, cell), "right")
        assert lesson_of(model).marks == MarkedCells(*lesson.wanted)
        assert is_right(work(click_text(model, "Enter done")))

    def test_marking_an_undecided_cell_shows_two_layouts_in_turn(self) -> None:
        lesson = made(Topic.TWO_CLUES)
        cell = a_guess(lesson)
        model = answered(begun(lesson), 1 << cell)
        assert not is_right(model)
        name = name_cell(lesson.game.grid, cell)
        assert f"Wrong You marked {name} safe, but it isn't decided." in beside_board(model)
        state = state_of(model)
        assert state.game == lesson.game
        judgement = lesson_of(model).explanation
        assert isinstance(judgement, Judgement)
        layouts = judgement.objections[0].layouts
        assert layouts is not None
        assert shown_mines(model) == layouts.if_mined & ~lesson.game.flags, "the first layout contradicts the mark"
        for mines in layouts:
            model = press(model, ".")
            assert shown_mines(model) == mines & ~lesson.game.flags

    @pytest.mark.parametrize("topic", [*PROOFS, Topic.GUESS])
    def test_the_answer_to_a_wrong_mark_states_no_fact_twice(self, topic: Topic) -> None:
        lesson = made(topic)
        for cell in cells_of(lesson.game.hidden & ~lesson.game.flags)[:4]:
            words = beside_board(answered(begun(lesson), 1 << cell))
            words = words[: words.find(" cell mine win ")]
            assert not re.search(r"r\d+(-\d+)?c\d", words, re.IGNORECASE), words
            name = name_cell(lesson.game.grid, cell)
            for fact in (f"{name} is safe", f"{name} is a mine"):
                assert words.lower().count(fact) - words.count(f", {fact}") <= 1, words

    def test_the_fourth_hint_of_a_lesson_is_its_proof_and_isnt_scored(self) -> None:
        model = begun()
        for number in range(1, 4):
            model = work(press(model, "t"))
            assert f"{number}/4 " in beside_board(model)
        state, lesson = state_of(model), made()
        assert lesson.proof is not None
        assert marks_of(state, state.view()).proof == lesson.proof.because
        model = work(press(model, "t"))
        assert proof_in_words(lesson) in beside_board(model)
        assert lesson_of(model).result is Answer.SHOWN
        assert lesson_of(model).course.score(Topic.ONE_CLUE).tried == 0

    def test_done_without_marks_offers_a_hint_and_counts_as_no_answer(self) -> None:
        model = answered(begun())
        assert beside_board(model).endswith("Something can be proved here. T gives a hint.")
        assert lesson_of(model).hints == 0
        assert lesson_of(model).result is None

    def test_keys_walk_through_the_proof_of_a_lesson_step_by_step(self) -> None:
        lesson = made(Topic.ASSUMPTION)
        assert lesson.proof is not None
        steps = Proof(lesson.game.position, lesson.proof, lesson.game.flags).steps
        model = shown(begun(lesson))
        whole = beside_board(model)
        for number, step in enumerate(steps, 1):
            model = press(model, ".")
            assert f"{number}/{len(steps)} {step.text}" in beside_board(model)
            state = state_of(model)
            marks = marks_of(state, state.view())
            assert (marks.proof, marks.safe, marks.danger) == (step.clues, step.safe, step.mined)
        assert beside_board(press(model, ".")) == beside_board(model)
        assert beside_board(press(model, *"," * len(steps))) == whole
        assert lesson_of(work(press(model, "enter"))).at == 0

    def test_flagged_and_opened_cells_of_a_lesson_cant_be_marked(self) -> None:
        lesson = next(made(Topic.TWO_CLUES, n) for n in range(20) if made(Topic.TWO_CLUES, n).game.flags)
        for settings in (CALM, CALM.with_value("question_marks", True)):
            model = cursor_to(begun(lesson, settings=settings), *place(lesson, first_cell(lesson.game.flags)))
            model = press(model, "f")
            assert message_of(model) == "This cell is open or has a flag, so it can't be marked."
            number = first_cell(lesson.game.opened)
            for key in ("f", "space", "c"):
                at_number = press(cursor_to(model, *place(lesson, number)), key)
                assert message_of(at_number) == message_of(model)
            assert message_of(click(begun(lesson), *place(lesson, number))) == message_of(model)
            assert state_of(model).game == lesson.game
            assert lesson_of(model).result is None

    def test_cells_of_an_answered_lesson_cant_be_marked(self) -> None:
        lesson = made()
        model = shown(begun(lesson))
        for cell in cells_of(lesson.game.hidden):
            after = press(cursor_to(model, *place(lesson, cell)), "f", "c")
            assert state_of(after).game == lesson.game
            assert lesson_of(after).message == lesson_of(model).message

    def test_the_assist_level_makes_no_moves_in_a_lesson(self) -> None:
        lesson = made()
        model = solved(begun(lesson, settings=CALM.with_value("assist", "intelligent")))
        assert is_right(model)
        assert state_of(model).game == lesson.game


class TestTheNextOne:
    @pytest.mark.parametrize("key", ["enter", "space", "n"])
    def test_a_key_after_the_answer_brings_the_next_drill(self, key: str) -> None:
        model = press(shown(begun()), key)
        assert message_of(model) == "Making the next lesson..."
        model = work(model)
        assert lesson_of(model).lesson.id == made(number=2).id
        assert lesson_of(model).result is None
        assert "Find everything you can prove" in beside_board(model)

    def test_a_course_shows_each_position_of_the_players_games_only_once(self) -> None:
        own = made(number=7)._replace(id="a-game/3", origin="Here you guessed.", at=10)
        scores = {Topic.ONE_CLUE: Score(4, 4, (True,) * 4)}
        model = work(press(shown(begun(course=Course(scores, lessons=(own,)))), "enter"))
        assert lesson_of(model).lesson is own
        assert f"Here you guessed. {own.task}" in beside_board(model)
        assert state_of(model).cell == 10
        model = work(press(shown(model), "enter"))
        assert lesson_of(model).lesson.id == made(number=2).id

    def test_mixed_practice_has_ten_lessons_and_hides_unanswered_topics(self) -> None:
        begun_topics = {topic: Schedule(1, 1) for topic in (Topic.ONE_ONE, Topic.HOLE)}
        lesson = made(Topic.HOLE)
        course = Course(schedules=begun_topics, today=10)
        model = open_lesson(begun(course=course).pop(), course, lesson, is_mixed=True)
        for number in range(1, 11):
            assert f"Mixed practice {number} of 10" in text_of(model)
            if not lesson_of(model).lesson.is_blank:
                title = lesson_of(model).lesson.topic.title
                assert title not in text_of(model)
                model = solved(model)
                assert title in text_of(model)
            else:
                model = answered(model)
            assert is_right(model)
            model = press(model, "enter")
            model = work(model) if number < 10 else model
        assert isinstance(model.top, LessonsScreen)
        assert "Mixed practice: 10 of 10 done, 10 right." in text_of(model)

    def test_mixed_practice_that_was_left_continues_after_its_last_answer(self, saves: Saves) -> None:
        for topic in (Topic.ONE_ONE, Topic.HOLE):
            lesson = made(topic)
            keep_answer(saves.store, make_answer(lesson, Answer.RIGHT, MarkedCells(*lesson.wanted)))
        model = serve(press(menu(), "t"), saves)
        model = work(press(model, "home", "down", "down", "enter"))
        model = work(press(serve(shown(model), saves), "enter"))
        assert "Mixed practice 2 of 10" in text_of(model), "a shown proof counts as one of the ten lessons"
        model = work(press(serve(solved(model), saves), "enter"))
        assert "Mixed practice 3 of 10" in text_of(model)
        model = serve(press(model, "esc"), saves)
        assert "Mixed practice: 2 of 10 done, 1 right." in text_of(model)
        assert "Mixed practice 3 of 10" in text_of(work(press(model, "enter")))
        later = serve(press(menu(), "t"), saves)
        assert "1 of 10 done, 1 right" in text_of(later), "a new program continues from today's stored answers"
        assert "Mixed practice 2 of 10" in text_of(work(press(later, "home", "down", "down", "enter")))


class TestKeeping:
    def test_answers_to_lessons_are_stored_but_shown_proofs_are_not(self, saves: Saves) -> None:
        lesson, second = made(), made(number=2)
        model = serve(solved(begun(lesson)), saves)
        model = serve(work(press(model, "enter")), saves)
        model = serve(answered(model, 1 << a_guess(lesson_of(model).lesson)), saves)
        model = serve(shown(serve(work(press(model, "enter")), saves)), saves)
        assert [(answer.lesson, answer.topic, answer.is_right) for answer in all_answers(saves.store)] == [
            (lesson.id, "one clue", True),
            (second.id, "one clue", False),
        ]
        assert all(answer.mode == "topic" and answer.day and answer.marks for answer in all_answers(saves.store))
        assert "1 of the last 2 right." in beside_board(model)
        assert count_games(saves.store) == 0
        assert not top_game(model).has_running_game()
        assert [session.id for session in top_game(model).sessions()] == [""]

    @pytest.mark.parametrize("size", [(20, 7), (80, 24)])
    def test_an_answer_that_cant_be_saved_is_reported_at_every_size(
        self, size: tuple[int, int], saves: Saves, tmp_path: Path
    ) -> None:
        fill_disk(tmp_path)
        lesson = made(Topic.TWO_CLUES)
        model = answered(begun(lesson, *size, looks=ASCII), 1 << a_guess(lesson))
        assert "The answer is not saved" in " ".join(text_of(serve(model, saves)).split())

    @pytest.mark.parametrize("key", ["esc", "q"])
    def test_leaving_a_lesson_shows_its_topic_with_the_new_score(self, key: str, saves: Saves) -> None:
        model = serve(press(serve(solved(begun()), saves), key), saves)
        assert isinstance(model.top, LessonsScreen)
        assert len(model.screens) == 2
        assert model.top.topic is Topic.ONE_CLUE
        assert "[One clue]" in text_of(model)
        assert "Review today: 1 of 5 answered, 1 right; 4 right pass it." in " ".join(text_of(model).split())


class TestOtherTopics:
    def test_a_lesson_about_guesses_shows_the_chances_of_every_guess(self) -> None:
        lesson = made(Topic.GUESS)
        assert lesson.values is not None
        for value in lesson.values.ranked:
            model = answered(begun(lesson), 1 << value.cell)
            assert is_right(model) == (not value.regret)
            assert f"{value.chance:.1%}" in text_of(model)
            words = beside_board(model)
            assert state_of(model).game == lesson.game
            if value.regret:
                assert "Wrong Not the best: " in words
                assert re.search(r"It is (safer|as safe) now, but leaves more to chance later|gains too little", words)
        judgement = lesson_of(model).explanation
        assert isinstance(judgement, Judgement)
        proof = judgement.reason
        assert isinstance(proof, ComparedGuesses)
        end = state_of(model).geometry.frame.left + state_of(model).geometry.frame.width
        table = [row[end:] for row in rows_of(model) if re.search(r"%\s+[\d.]+%$", row)]
        names = [row.split("%")[0] for row in table]
        assert len(set(names)) == len(proof.groups), "each group has its own row"
        for number, step in enumerate(proof.steps, 1):
            model = press(model, ".")
            assert f"{number}/{len(proof.steps)} {step.text}" in beside_board(model)

    def test_a_lesson_about_chords_counts_moves_until_the_board_is_clear(self, saves: Saves) -> None:
        lesson = made(Topic.CHORDS)
        layout = lesson.game.layout
        assert layout is not None
        model = begun(lesson)
        state = state_of(model)
        assert marks_of(state, state.view()).danger == layout.mines
        assert f"{lesson.fewest} moves are enough, up to {lesson.most_moves} count as right." in beside_board(model)
        assert "Flag all mines of a number" in beside_board(model)
        assert "Flag" not in text_of(begun(lesson, 40, 12)), "on small screens the advice would cover the board"
        assert "Next: " in beside_board(work(press(model, "t")))
        model = press(cursor_to(model, *place(lesson, first_cell(layout.mines))), "space")
        assert message_of(model) == "That cell is one of the marked mines."
        opened = next(cell for cell in cells_of(layout.safe) if layout.clue(cell))
        refused = press(cursor_to(model, *place(lesson, opened)), "space", "space")
        assert "A chord needs" in message_of(refused)
        assert "1 move; " in beside_board(press(refused, "up"))
        flag, number = wrong_chord(lesson)
        bad = press(cursor_to(refused, *place(lesson, flag)), "f")
        bad = press(cursor_to(bad, *place(lesson, number)), "space", "space")
        assert message_of(bad) == "A flag is wrong: this chord would open a marked mine."
        assert "when the board is cleared" in message_of(press(model, "."))
        while lesson_of(model).result is None:
            closed = layout.safe & ~state_of(model).game.opened
            model = press(cursor_to(model, *place(lesson, first_cell(closed))), "space")
        assert re.search("Cleared in |Too many: ", beside_board(model))
        assert lesson_of(model).result is not Answer.WRONG or state_of(model).game == lesson.game
        model = serve(work(model), saves)
        assert len(all_answers(saves.store)) == 1
        assert count_games(saves.store) == 0
        for number in range(1, lesson.fewest + 1):
            model = press(tick(model, 2.0), ".")
            assert f"{number}/{lesson.fewest} " in beside_board(model)
            assert state_of(model).game == lesson.game_after(number)
        assert lesson_of(work(press(tick(model, 2.0), "enter"))).lesson.id == made(Topic.CHORDS, 2).id

    def test_the_example_about_chords_shows_its_mines_and_plays_its_moves(self) -> None:
        example = run_to_end(make_example(Topic.CHORDS))
        lesson = example[0]
        assert lesson.game.layout is not None
        base = begun()
        model = open_example(base.pop(), Course(), example)
        assert shown_mines(model) == lesson.game.layout.mines
        for number in range(1, lesson.fewest + 1):
            model = press(model, ".")
            assert state_of(model).game == lesson.game_after(number)
        assert state_of(model).game.is_over
        assert state_of(press(model, *"," * lesson.fewest)).game == lesson.game

    def test_right_marks_stay_visible_with_the_answer_to_a_lesson(self) -> None:
        lesson = next(
            made(Topic.TWO_CLUES, n) for n in range(9) if made(Topic.TWO_CLUES, n).wanted.safe.bit_count() > 1
        )
        missing = 1 << first_cell(lesson.wanted.safe)
        model = answered(begun(lesson), lesson.wanted.safe & ~missing, lesson.wanted.mined)
        state = state_of(model)
        assert marks_of(state, state.view()).safe & lesson.wanted.safe == lesson.wanted.safe
        assert state_of(press(model, "t")) == state, "T does nothing after the answer"


def shown_mines(model: Model) -> int:
    state = state_of(model)
    return marks_of(state, state.view()).danger


def wrong_chord(lesson: Lesson) -> tuple[int, int]:
    """Finds a safe cell and a 1 next to it. If the cell is flagged, a chord on the 1 opens a mine."""
    layout = lesson.game.layout
    assert layout is not None
    for number in cells_of(layout.safe):
        beside = lesson.game.grid.neighbours(number) & layout.safe
        if layout.clue(number) == 1 and beside:
            return first_cell(beside), number
    raise AssertionError


def test_the_panel_of_a_lesson_explains_only_signs_on_the_board() -> None:
    lesson = made(Topic.ONE_CLUE)
    model = shown(begun(lesson))
    assert lesson.proof is not None
    signs = beside_board(model).partition(" proves it ")[2]
    assert ("a mine" in signs, "safe" in signs) == (bool(lesson.proof.mined), bool(lesson.proof.safe))
    clue = lesson.game.position.clue(first_cell(lesson.proof.because))
    assert re.search(rf"{clue} +this number proves it", beside_board(model))


def test_the_header_of_a_lesson_shows_mines_left_but_no_clock_or_face() -> None:
    for size in ((80, 24), (44, 24), (40, 12), (20, 7)):
        model = begun(made(Topic.HOLE), *size)
        assert "0:00" not in text_of(model)
        assert ":)" not in text_of(model)
        assert str(made(Topic.HOLE).game.mines_left) in rows_of(model)[state_of(model).geometry.strip.top]


def test_a_lesson_on_a_narrow_screen_says_how_to_mark_and_finish() -> None:
    model = begun(cols=40, rows=12)
    assert "Space safe  F mine" in rows_of(model)[-1]
    assert "then Enter." in text_of(model)
    assert "Enter done" in rows_of(marked(model, made().wanted.safe, made().wanted.mined))[-1]


def test_help_in_a_lesson_says_which_cells_to_mark() -> None:
    text = " ".join(" ".join(page_rows(press(begun(), "h"))).split())
    assert "What counts Mark every cell that can be proved" in text


def test_the_list_of_choices_in_a_lesson_has_no_actions_of_a_game() -> None:
    text = text_of(press(begun(), "x"))
    assert "another position" in text
    assert "new game" not in text
    assert "click mode" not in text


STEP_KEYS = ["space"], ["up", "right", "space"], ["up", "f", "left", "f"], ["space"]
"""The keys that complete each step. The cursor begins on the marked cell."""


def newcomer(cols: int = 80, rows: int = 24) -> Model:
    """The menu of a player who hasn't played yet."""
    return menu(cols, rows, cache=StoreCache(replays=0))


def guided(model: Model) -> GuidedMode:
    return the_mode(model, GuidedMode)


def finish(model: Model) -> Model:
    """Plays the last step of the guided game by following its tips."""
    while not guided(model).guided.is_done:
        proof = guided(model).guided.tip()
        assert proof is not None
        cell = first_cell(proof.changes)
        row, col = state_of(model).game.grid.row_col(cell)
        model = press(cursor_to(model, row, col), "space" if proof.safe >> cell & 1 else "f")
    return model


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
def test_keys_complete_all_five_steps_of_the_guided_game(size: tuple[int, int]) -> None:
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


def test_the_mouse_completes_the_first_steps_of_the_guided_game() -> None:
    model = press(newcomer(), "n")
    model = click(model, 1, 2)
    assert message_of(model) == GUIDE_STEPS[0].recap
    # A hurried click on the board doesn't start the next step.
    assert message_of(click(model, 0, 0)) == GUIDE_STEPS[0].recap
    model = click(click_text(model, "Enter next"), 1, 2)
    assert message_of(model) == GUIDE_STEPS[1].recap
    model = click(click(click_text(model, "Enter next"), 0, 0, "right"), 0, 1, "right")
    assert message_of(model) == GUIDE_STEPS[2].recap
    model = click(click_text(model, "Enter next"), 1, 1)
    assert message_of(model) == GUIDE_STEPS[3].recap


def test_the_guided_game_explains_a_wrong_move_until_the_next_key() -> None:
    model = press(newcomer(), "n", "space", "enter")
    task = message_of(model)
    model = press(model, "right", "right", "space")
    assert message_of(model).startswith("Row 2, column 4 isn't proved safe yet. Look at the marked 1: ")
    assert message_of(press(model, "left")) == task


def test_the_guided_game_refuses_chords_before_it_teaches_them() -> None:
    model = press(newcomer(), "n", "space", "enter")
    again = press(model, "space")
    assert message_of(again) == "This cell is open already. The arrows move to a hidden one."
    assert guided(again).guided == guided(model).guided


def test_n_restarts_an_unfinished_step_of_the_guided_game() -> None:
    fresh = press(newcomer(), "n", *STEP_KEYS[0], "enter", *STEP_KEYS[1], "enter")
    begun = press(fresh, "up", "f")
    assert state_of(begun).game.flags != state_of(fresh).game.flags
    for again in (press(begun, "n"), click_text(begun, ":)"), press(begun, "x", "n")):
        assert guided(again).guided == guided(fresh).guided
        assert state_of(again) == state_of(fresh)
    assert guided(press(fresh, *STEP_KEYS[2], "n")).guided.number == 3


@pytest.mark.parametrize("key", ["esc", "q"])
def test_the_menu_offers_the_guided_game_again_after_it_was_left(key: str) -> None:
    model = newcomer()
    left = press(model, "n", "space", "enter", key)
    assert isinstance(left.top, MenuScreen)
    assert "N  Learn to play" in text_of(left)
    assert "N  Learn to play" in text_of(press(left, "n", key))


def test_the_menu_stops_offering_the_guided_game_once_it_is_finished() -> None:
    taken = Settings({"learn_row": False})
    model = menu(settings=taken, cache=StoreCache(replays=0))
    assert "Learn to play" not in text_of(model)


def test_the_guided_game_is_never_saved_as_a_game() -> None:
    model = finish(
        press(
            newcomer(), "n", "space", "enter", "up", "right", "space", "enter", *STEP_KEYS[2], "enter", "space", "enter"
        )
    )
    assert state_of(model).session.id == ""
    assert not top_game(model).has_running_game()
