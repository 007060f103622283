"""Judging answers to lessons: every objection is true by exact count and fits the screen."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from minesweeper.assist.naming import UNMARKED, Naming, Room, line_count, name_cell
from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import LEARNING_ORDER, Topic
from minesweeper.boards.layout import Layout
from minesweeper.boards.measures import three_bv
from minesweeper.core.cells import cells_of, first_cell
from minesweeper.play.judging import MOST_HINTS, MarkedCells, Objection, find_hint, hint_click, judge_answer
from minesweeper.play.layout_change import find_two_layouts, smallest_change
from minesweeper.play.lesson_drills import drill_codes, make_blank, make_lesson
from minesweeper.play.lessons import ComparedGuesses, Lesson, ProofWithMines, explain_lesson
from minesweeper.solvers.deduction import ProvedCells, run_to_end
from tests.play.test_lesson_drills import MARKED
from tests.solvers.brute_force import is_proved

SCREEN = Room(76, is_taught=True)
DRILLS = 500 // len(MARKED) + 1


@cache
def made(topic: Topic, number: int) -> Lesson:
    return run_to_end(make_lesson(topic, number, number))


def some_marks(lesson: Lesson, random: Random) -> MarkedCells:
    """A few cells marked at random, and some of the provable ones."""
    cells = cells_of(lesson.game.hidden & ~lesson.game.flags)
    marks = MarkedCells(*(cells & random.getrandbits(lesson.game.grid.size) for cells in lesson.wanted))
    for cell in random.sample(cells, random.randint(0, 2)):
        if not (marks.safe | marks.mined) >> cell & 1:
            marks = marks.toggle(lesson, cell, is_mine=random.random() < 0.5)
    return marks


def check_objection(lesson: Lesson, one: Objection) -> None:
    """Checks that an objection is true: its proof decides its cell, or its two layouts differ there."""
    analysis, bit = lesson.analysis, 1 << one.cell
    assert (one.proof is None) == (not (analysis.safe | analysis.mined) & bit)
    if one.proof is not None:
        assert (one.proof.safe, one.proof.mined) == (analysis.safe & bit, analysis.mined & bit)
        assert is_proved(lesson.game.position, one.proof.deduction)
        assert one.marked != ("safe" if one.proof.safe else "mine")
        return
    assert one.layouts is not None
    assert lesson.game.layout is not None
    numbers = list[list[int]]()
    assert (one.layouts.if_mined & bit, one.layouts.if_safe & bit) == (bit, 0)
    for mines in one.layouts:
        layout = Layout(lesson.game.grid, mines)
        assert layout.mine_count == lesson.game.mine_total
        assert not layout.mines & lesson.game.opened
        numbers.append([layout.clue(cell) for cell in cells_of(lesson.game.opened)])
    assert numbers[0] == numbers[1] == [lesson.game.clue(cell) for cell in cells_of(lesson.game.opened)]


@pytest.mark.parametrize("topic", MARKED)
def test_every_objection_to_an_answer_is_true(topic: Topic) -> None:
    random, seen = Random(topic.value), set[tuple[str, bool]]()
    for number in range(min(DRILLS, len(drill_codes(topic)))):
        lesson = made(topic, number)
        marks = some_marks(lesson, random)
        judgement = run_to_end(judge_answer(lesson, marks))
        assert judgement.is_right == (ProvedCells(*marks) == lesson.wanted or only_safe_asked(lesson, marks))
        assert judgement.is_right or judgement.objections or not any(marks)
        for one in judgement.objections:
            check_objection(lesson, one)
            seen.add((one.marked, one.proof is None))
        wrong = [one for one in judgement.objections if one.marked]
        assert [one.also for one in judgement.objections] == [bool(n) for n in range(len(judgement.objections))]
        assert list(judgement.objections[: len(wrong)]) == wrong, "wrong marks come before missing cells"
    assert ("", False) in seen


def only_safe_asked(lesson: Lesson, marks: MarkedCells) -> bool:
    """Whether the lesson asks for safe cells only and the other marks are right."""
    return not lesson.wanted.mined and marks.safe == lesson.wanted.safe and not marks.mined & ~lesson.analysis.mined


def answered(lesson: Lesson, marks: MarkedCells, room: Room = UNMARKED) -> str:
    return run_to_end(judge_answer(lesson, marks)).text(room)


def test_each_kind_of_objection_begins_with_its_own_words() -> None:
    for topic in MARKED:
        lesson = made(topic, 2)
        known, grid = lesson.analysis, lesson.game.grid
        undecided = first_cell(lesson.game.hidden & ~(known.safe | known.mined))
        name = name_cell(grid, undecided)
        assert answered(lesson, MarkedCells(safe=1 << undecided)).startswith(
            f"You marked {name} safe, but it isn't decided. "
        )
        assert answered(lesson, MarkedCells(mined=1 << undecided)).startswith(
            f"You marked {name} as a mine, but it isn't decided. "
        )
        if lesson.wanted.mined:
            mine = first_cell(lesson.wanted.mined)
            text = answered(lesson, MarkedCells(lesson.wanted.safe | 1 << mine))
            assert text.startswith(f"You marked it safe, but {name_cell(grid, mine)} is a mine. ")
        if lesson.wanted.safe:
            safe = first_cell(lesson.wanted.safe)
            text = answered(lesson, MarkedCells(mined=1 << safe))
            assert text.startswith(f"You marked it as a mine, but {name_cell(grid, safe)} is safe. ")
        marks = MarkedCells(*lesson.wanted)
        missing = first_cell(marks.safe or marks.mined)
        if (marks.safe | marks.mined).bit_count() > 1:
            rest = MarkedCells(*(cells & ~(1 << missing) for cells in marks))
            head = f"All your marks are right, but {name_cell(grid, missing)} is missing. It is "
            assert answered(lesson, rest).startswith(head)
        assert answered(lesson, marks).startswith("Right. ")
        assert answered(lesson, MarkedCells()) == "Something can be proved here."


@pytest.mark.parametrize("topic", MARKED)
def test_short_objections_fit_into_three_lines(topic: Topic) -> None:
    random = Random(topic.value)
    for number in range(0, len(drill_codes(topic)), 4):
        judgement = run_to_end(judge_answer(made(topic, number), some_marks(made(topic, number), random)))
        for one in judgement.objections:
            assert line_count(one.text(SCREEN), 76) <= 3
            assert len(one.text(SCREEN._replace(is_brief=True))) <= 76


def test_an_answer_without_marks_is_right_if_nothing_can_be_proved() -> None:
    lesson = run_to_end(make_blank(drill_codes(Topic.MID_GUESS)[0], 3))
    assert lesson.is_blank
    judgement = run_to_end(judge_answer(lesson, MarkedCells()))
    assert judgement.is_right
    assert judgement.text().startswith("Right: nothing can be proved here. ")
    assert "every number" in judgement.text()
    assert isinstance(judgement.reason, Objection)
    check_objection(lesson, judgement.reason)
    assert len(judgement.steps) == 2
    marked = run_to_end(
        judge_answer(lesson, MarkedCells(safe=1 << first_cell(lesson.game.hidden & ~lesson.game.flags)))
    )
    assert not marked.is_right


@pytest.mark.parametrize("topic", [Topic.GUESS, Topic.MID_GUESS])
def test_any_best_guess_is_right_and_others_are_compared(topic: Topic) -> None:
    for number in range(0, 60, 10):
        lesson = made(topic, number)
        assert lesson.values is not None
        for value in lesson.values.ranked:
            judgement = run_to_end(judge_answer(lesson, MarkedCells(1 << value.cell)))
            assert judgement.is_right == (not value.regret)
            assert isinstance(judgement.reason, ComparedGuesses)
            assert judgement.text().startswith("Right. " if judgement.is_right else "Not the best: ")


def test_a_50_50_is_right_with_any_marks_on_all_its_cells() -> None:
    lesson = made(Topic.FIFTY, 2)
    cells = cells_of(lesson.fifty)
    assert run_to_end(judge_answer(lesson, MarkedCells(1 << cells[0], lesson.fifty & ~(1 << cells[0])))).is_right
    assert not run_to_end(judge_answer(lesson, MarkedCells(1 << cells[0]))).is_right
    other = first_cell(lesson.game.hidden & ~lesson.game.flags & ~lesson.fifty)
    assert "isn't part of it" in answered(lesson, MarkedCells(lesson.fifty | 1 << other))


def test_a_lesson_allows_marks_only_on_hidden_unflagged_cells() -> None:
    lesson = made(Topic.REDUCTION, 0)
    cell, marks = first_cell(lesson.wanted.safe | lesson.wanted.mined), MarkedCells()
    assert marks.toggle(lesson, first_cell(lesson.game.flags), is_mine=True) == marks
    assert marks.toggle(lesson, first_cell(lesson.game.opened), is_mine=False) == marks
    marked = marks.toggle(lesson, cell, is_mine=False)
    assert marked == MarkedCells(safe=1 << cell)
    assert marked.toggle(lesson, cell, is_mine=True) == MarkedCells(mined=1 << cell)
    assert marked.toggle(lesson, cell, is_mine=False) == marks


@pytest.mark.parametrize("topic", LEARNING_ORDER)
def test_each_lesson_hint_says_more_and_the_last_one_gives_the_proof(topic: Topic) -> None:
    lesson = made(topic, 1)
    explanation = run_to_end(explain_lesson(lesson))
    assert explanation is not None
    if lesson.clicks:
        return
    hints = [find_hint(lesson, number, explanation) for number in range(1, MOST_HINTS + 1)]
    assert hints[-1].text == explanation.text()
    if topic in MARKED:
        assert hints[0].text.startswith("Look at row")
        assert hints[1].clues == explanation.because
        assert hints[2].text == explanation.steps_in(Naming.FULL)[0].text


def test_further_objections_are_listed_and_shown_as_steps() -> None:
    lesson = next(made(Topic.EDGE, n) for n in range(40) if sum(map(int.bit_count, made(Topic.EDGE, n).wanted)) > 1)
    swapped = MarkedCells(lesson.wanted.mined, lesson.wanted.safe)
    judgement = run_to_end(judge_answer(lesson, swapped))
    assert len(judgement.objections) > 1
    assert re.search(r"Also wrong: the (safe|mine) marks? at row ", judgement.text())
    assert all(len(step.words) > 10 for step in judgement.steps[1:]), "a step without a reason says nothing"
    assert "Also wrong: " in judgement.text(SCREEN)
    assert line_count(judgement.text(SCREEN), 76) <= 3, "otherwise a screen would show the first mistake only"
    texts = " ".join(step.text for step in judgement.steps)
    for one in judgement.objections[1:]:
        assert one.text() in texts


def test_listed_cells_are_called_mines_safe_or_undecided() -> None:
    lesson = next(made(Topic.EDGE, n) for n in range(40) if made(Topic.EDGE, n).wanted.mined.bit_count() > 1)
    grid, wanted = lesson.game.grid, lesson.wanted
    known = lesson.analysis.safe | lesson.analysis.mined
    undecided = cells_of(lesson.game.hidden & ~known)[:2]
    first, *others = cells_of(wanted.mined)
    text = answered(lesson, MarkedCells(1 << first, 1 << undecided[0]))
    name = name_cell(grid, undecided[0])
    assert f"Also wrong: the mine mark at {name}, which isn't decided." in text
    assert "right" not in text
    assert f"Also missing: the {'mine' if len(others) == 1 else 'mines'} at " in text or wanted.safe
    text = answered(lesson, MarkedCells(1 << undecided[0], 1 << first))
    assert text.endswith("Your other mark is right.")


@pytest.mark.parametrize("topic", MARKED)
def test_proofs_after_a_right_answer_build_only_on_proved_cells(topic: Topic) -> None:
    for number in range(0, len(drill_codes(topic)), 12):
        lesson = made(topic, number)
        judgement = run_to_end(judge_answer(lesson, MarkedCells(*lesson.wanted)))
        reason = judgement.reason
        assert isinstance(reason, Proof)
        earlier = reason.earlier if isinstance(reason, ProofWithMines) else ()
        safe, mined = 0, lesson.game.flags
        for proof in (*earlier, reason, *judgement.rest):
            assert not proof.deduction.assumes_safe & ~safe
            assert not proof.deduction.assumes_mined & ~mined
            assert not proof.safe & ~lesson.analysis.safe
            safe, mined = safe | proof.safe, mined | proof.mined
        assert not lesson.wanted.safe & ~safe
        assert not lesson.wanted.mined & ~mined


def test_a_right_number_of_moves_needs_a_chord() -> None:
    for number in range(len(drill_codes(Topic.CHORDS))):
        lesson = made(Topic.CHORDS, number)
        assert lesson.game.layout is not None
        assert lesson.fewest < lesson.most_moves < three_bv(lesson.game.layout)


def test_hints_about_clicks_clear_the_board_with_the_fewest_moves() -> None:
    lesson = made(Topic.CHORDS, 0)
    game, moves = lesson.game, 0
    while not game.is_over:
        first = lesson.clicks_left(game)[0]
        assert f"{first.kind} {name_cell(game.grid, first.cell)}" in hint_click(lesson, game).text
        if first.kind == "flag":
            game = game.set_flags(game.flags | 1 << first.cell)
        else:
            game = game.open_cell(first.cell) if first.kind == "open" else game.chord(first.cell)
        moves += 1
    assert game == lesson.game_after(lesson.fewest)
    assert moves == lesson.fewest


def test_the_two_layouts_of_an_objection_differ_in_few_cells() -> None:
    """Starting from another layout than the real one sometimes needs fewer changes, and never more."""
    fewer = 0
    for topic in (Topic.TWO_CLUES, Topic.ASSUMPTION):
        for number in range(8):
            lesson = made(topic, number)
            known = lesson.analysis
            for cell in cells_of(lesson.game.hidden & ~(known.safe | known.mined)):
                layouts = find_two_layouts(lesson.game, known, cell)
                assert layouts is not None
                assert lesson.game.layout is not None
                undecided = lesson.game.hidden & ~(known.safe | known.mined)
                real = smallest_change(lesson.game, lesson.game.layout.mines, undecided, cell)
                assert real is not None
                size = sum(map(int.bit_count, layouts.differences))
                assert size <= real.bit_count()
                fewer += size < real.bit_count()
    assert fewer


def test_right_marks_beyond_the_required_ones_count_as_right() -> None:
    lesson = made(Topic.NO_FLAGS, 0)
    marks = MarkedCells(lesson.analysis.safe, lesson.analysis.mined)
    judgement = run_to_end(judge_answer(lesson, marks))
    assert judgement.is_right
    assert judgement.right_marks == marks
