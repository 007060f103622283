"""Drills: made lessons, each of its own topic, checked by brute force, from short proofs to long ones."""

from __future__ import annotations

import re

import pytest

from minesweeper.assist.naming import Room, name_cells
from minesweeper.assist.topics import PatternProof, Topic, file_position, proof_length
from minesweeper.boards.measures import zini
from minesweeper.core.cells import cells_of
from minesweeper.play.lesson_drills import drill_id, make_lesson
from minesweeper.play.lessons import Lesson, explain_answer, is_right
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from tests.solvers.brute_force import is_proved

NUMBERS = (0, 1, 3, 5, 8, 17, 26)
"""Drills of every kind: plain ones, short and longer proofs, small and larger boards, most of the turns."""
PROOFS = [topic for topic in Topic if topic not in (Topic.GUESS, Topic.CHORDS)]
"""The topics whose answer is a provable move."""


@pytest.fixture(scope="module", name="drills")
def all_drills() -> dict[Topic, list[Lesson]]:
    return {topic: [run_to_end(make_lesson(topic, number)) for number in NUMBERS] for topic in Topic}


def test_every_drill_asks_for_its_topic_and_nothing_easier_solves_it(drills: dict[Topic, list[Lesson]]) -> None:
    for topic in PROOFS:
        for number, lesson in zip(NUMBERS, drills[topic], strict=True):
            assert (lesson.id, lesson.topic) == (drill_id(topic, number), topic)
            game, proof = lesson.game, lesson.proof
            analysis = run_to_end(analyse(game.position))
            assert (analysis.safe, analysis.mined) == (lesson.analysis.safe, lesson.analysis.mined)
            assert not game.flags & ~analysis.mined
            filed = run_to_end(file_position(analysis, game.flags))
            assert filed is not None
            assert filed.topic is topic
            assert proof is not None
            assert is_proved(game.position, proof)
            assert all(is_right(lesson, 1 << cell, 0) for cell in cells_of(analysis.safe))


def test_a_right_answer_is_explained_by_the_proof_of_the_topic(drills: dict[Topic, list[Lesson]]) -> None:
    for topic in PROOFS:
        for lesson in drills[topic]:
            proof, shown = lesson.proof, run_to_end(explain_answer(lesson, 0, 0))
            assert proof is not None
            for cell in cells_of((proof.safe | proof.mined) & ~lesson.game.flags):
                answer = (1 << cell & proof.safe, 1 << cell & proof.mined)
                assert run_to_end(explain_answer(lesson, *answer)) == shown


def test_proofs_get_longer_within_a_topic(drills: dict[Topic, list[Lesson]]) -> None:
    for topic in PROOFS:
        lengths = [proof_length(lesson.proof) for lesson in drills[topic] if lesson.proof]
        assert lengths == sorted(lengths)


def test_a_pattern_comes_mirrored_and_turned(drills: dict[Topic, list[Lesson]]) -> None:
    for topic in (Topic.ONE_TWO_ONE, Topic.ONE_TWO_TWO_ONE):
        sizes = {lesson.game.grid.width > lesson.game.grid.height for lesson in drills[topic]}
        assert sizes == {True, False}
        assert len({lesson.game.position for lesson in drills[topic]}) > len(NUMBERS) // 2


@pytest.mark.parametrize(("topic", "faced"), [(Topic.ONE_TWO_ONE, 1), (Topic.ONE_TWO_TWO_ONE, 2)])
def test_a_pattern_is_explained_as_a_whole_whichever_of_its_cells_is_answered(
    topic: Topic, faced: int, drills: dict[Topic, list[Lesson]]
) -> None:
    for lesson in drills[topic]:
        shown = run_to_end(explain_answer(lesson, 0, 0))
        assert isinstance(shown, PatternProof)
        assert is_proved(lesson.game.position, shown.deduction)
        assert "-".join(str(seen.needs) for seen in shown.line) == topic.value
        clues = sorted(seen.clue for seen in shown.line if seen.needs == faced)
        for mine, clue in zip(cells_of(shown.mined), clues, strict=True):
            assert abs(mine - clue) in (1, lesson.game.grid.width)
        for cell in cells_of(shown.safe | shown.mined):
            answer = (1 << cell & shown.safe, 1 << cell & shown.mined)
            assert run_to_end(explain_answer(lesson, *answer)) == shown
        first, second, last = shown.steps
        assert first.mined != second.mined == shown.mined
        assert not first.safe | second.safe
        assert (last.clues, last.safe, last.mined) == (shown.because, shown.safe, shown.mined)
        assert f"are {topic.value}. The cells facing the {faced}s are mines." in shown.text(Room(78))
        assert not re.search(r"row|r\dc", shown.text(Room(78)) + first.text + last.text)
        named = f"mines: {name_cells(lesson.game.grid, shown.mined)}."
        assert named in shown.text()


def test_of_guesses_the_best_win_chance_is_right_and_the_safest_cell_often_is_not(
    drills: dict[Topic, list[Lesson]],
) -> None:
    kinds = set()
    for lesson in drills[Topic.GUESS]:
        values = lesson.values
        assert values is not None
        assert values.is_exact
        assert not lesson.analysis.safe
        hidden = lesson.game.hidden & ~lesson.analysis.mined
        assert sorted(value.cell for value in values.ranked) == cells_of(hidden)
        most = max(value.chance or 0.0 for value in values.ranked)
        best = {value.cell for value in values.ranked if value.chance == most}
        assert {cell for cell in cells_of(hidden) if is_right(lesson, 1 << cell, 0)} == best
        safest = max(values.ranked, key=lambda value: value.safety)
        fifty = any(value.cell in best and value.safety == 0.5 for value in values.ranked)
        kinds.add((safest.safety > max(value.safety for value in values.ranked if value.cell in best), fifty))
    assert {(False, False), (True, True), (True, False)} <= kinds


def test_a_drill_about_clicks_can_be_cleared_with_fewer_than_single_opens(drills: dict[Topic, list[Lesson]]) -> None:
    for lesson in drills[Topic.CHORDS]:
        assert lesson.game.layout is not None
        assert lesson.fewest == zini(lesson.game.layout)
        assert not lesson.game.opened


def test_a_drill_is_the_same_every_time() -> None:
    one, other = (run_to_end(make_lesson(Topic.TWO_CLUES, 3)) for _ in range(2))
    assert (one.game, one.proof) == (other.game, other.proof)
    assert one.game != run_to_end(make_lesson(Topic.TWO_CLUES, 2)).game
