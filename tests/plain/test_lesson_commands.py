"""Lessons by typed lines: what is certain is typed as in a game, the reason is told, and the game behind it waits."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import Topic
from minesweeper.core.cells import cells_of, first_cell
from minesweeper.core.position import read_position
from minesweeper.plain.console import to_data
from minesweeper.plain.game_commands import LessonTurn, PlainState
from minesweeper.plain.output import say_reply
from minesweeper.plain.plain_autosave import PlainAutosave
from minesweeper.play.guided_game import GuidedGame
from minesweeper.play.lesson_drills import make_lesson
from minesweeper.play.lessons import Lesson
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.storage.games_table import count_games
from minesweeper.storage.lesson_scores import LessonBook, all_answers
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.settings import Settings
from tests.plain.hearing import Hearing
from tests.plain.lines import CORNERS, play, refusal, start
from tests.plain.test_plain_autosave import type_lines
from tests.play.test_lesson_drills import PROOFS
from tests.play.test_lessons import a_guess
from tests.storage.storing import a_store, fill_disk

KINDS = ", ".join(topic.value for topic in Topic)


def made(topic: Topic = Topic.TWO_CLUES, number: int = 1) -> Lesson:
    return run_to_end(make_lesson(topic, number))


def typed(lesson: Lesson, cell: int) -> str:
    row, col = lesson.game.grid.row_col(cell)
    return f"{row + 1} {col + 1}"


def a_doubtful_cell(lesson: Lesson) -> int:
    known = lesson.analysis
    return first_cell(lesson.game.hidden & ~(known.safe | known.mined))


def turn_of(game: PlainState) -> LessonTurn:
    assert game.lesson is not None
    return game.lesson


def lesson_of(game: PlainState) -> Lesson:
    lesson = turn_of(game).task
    assert isinstance(lesson, Lesson)
    return lesson


def fresh(game: PlainState) -> PlainState:
    """The game of somebody who has answered nothing yet."""
    return replace(game, book=LessonBook())


@pytest.fixture(name="before")
def a_game() -> PlainState:
    """A game that was begun."""
    return play(start(*CORNERS), "1 5")[0]


def test_a_topic_begins_with_an_example_that_can_be_walked(before: PlainState) -> None:
    game, answer = play(before, "lesson 1-2")
    assert lesson_of(game).id == "drill/1-2/0"
    assert answer.board
    assert answer.head == (f"Example, 1-2. {Topic.ONE_TWO.about}",)
    assert answer.message.endswith("Type step to go through it, lesson for a position to solve.")
    game, first = play(game, "step")
    game, second = play(game, ".")
    assert first.message.startswith("Step 1 of 2. ")
    assert second.message.startswith("Step 2 of 2. ")
    assert play(game, "step")[1].message == "That was the last step. Type lesson for a position to solve."
    assert play(game, "step back")[1].message == first.message
    assert "This one is over." in refusal(game, "1 1")
    game, answer = play(game, "lesson")
    assert lesson_of(game).id == "drill/1-2/1"
    assert answer.head == ("Lesson, 1-2.",)
    assert answer.message == "Open a cell that must be safe, or flag one that must be a mine."
    assert play(game, "repeat")[1] == answer
    assert play(game, "example")[0].session.game == lesson_of(play(before, "lesson 1 2")[0]).game


def test_a_proof_of_one_step_is_not_repeated_as_a_step(before: PlainState) -> None:
    game, answer = play(before, f"lesson {Topic.ONE_CLUE.value}")
    assert answer.message.endswith("Type lesson for a position to solve.")
    assert "step" not in answer.message
    assert play(game, "step")[1].message == "That was the whole proof: it can't be split into steps."


@pytest.mark.parametrize("topic", [Topic.ONE_CLUE, Topic.ONE_TWO_ONE, Topic.MINE_TOTAL])
def test_whatever_is_certain_is_right(topic: Topic, before: PlainState) -> None:
    lesson = made(topic)
    known, flags = lesson.analysis, lesson.game.flags
    lines = [typed(lesson, cell) for cell in cells_of(known.safe)[:1]]
    lines += [f"flag {typed(lesson, cell)}" for cell in cells_of(known.mined & ~flags)[:1]]
    for line in lines:
        game, answer = play(fresh(before), f"lesson {topic.value}", "lesson", line)
        assert answer.message.startswith("Right. "), line
        assert answer.message.endswith(
            f"{topic.value.capitalize()}: 1 of the last 1 right. Type lesson for the next one."
        )
        assert answer.facts["lesson"] == {"id": lesson.id, "kind": topic.value, "right": True}
        assert not game.session.game.is_over


def test_a_guess_is_compared_with_all_others(before: PlainState) -> None:
    lesson = made(Topic.GUESS)
    assert lesson.values is not None
    for value in lesson.values.ranked:
        game, answer = play(fresh(before), "lesson guessing", "lesson", typed(lesson, value.cell))
        assert answer.message.startswith("Right. ") == (not value.regret)
        assert answer.facts["lesson"]["right"] == (not value.regret)
        assert len(answer.facts["guesses"]) == len(lesson.values.ranked)
        assert "win chance" in answer.message
        assert game.session.game == lesson.game


def test_by_ear_only_the_best_guess_is_said_at_once(before: PlainState) -> None:
    heard = replace(before, settings=Settings({"spoken": True}))
    message = play(heard, "lesson guessing", "lesson", "tip")[1].message
    assert re.fullmatch(r"Best: [^%]*% mine risk; [^%]*% win chance\. Type step for the other guesses\. .*", message)


def test_clicks_are_counted_against_the_fewest(before: PlainState) -> None:
    lesson = made(Topic.CHORDS)
    layout = lesson.game.layout
    assert layout is not None
    game, answer = play(before, "lesson chords")
    assert f"{lesson.fewest} moves are enough, up to {lesson.fewest + 2} count as right." in answer.message
    mine = first_cell(layout.mines)
    assert "There is a mine." in refusal(game, typed(lesson, mine))
    while not turn_of(game).is_answered:
        closed = layout.safe & ~game.session.game.opened
        game, answer = play(game, typed(lesson, first_cell(closed)))
    assert answer.message.startswith(("Right. Cleared in ", "Too many: "))
    assert answer.facts["lesson"]["right"] in (True, False)
    assert not game.session.game.is_over


def test_what_is_not_certain_is_told_with_its_odds_and_the_proof_follows(before: PlainState) -> None:
    lesson = made()
    known = lesson.analysis
    doubtful = a_doubtful_cell(lesson)
    mine, safe = first_cell(known.mined & ~lesson.game.flags), first_cell(known.safe)
    for line, message in (
        (typed(lesson, doubtful), "Not proved: "),
        (f"flag {typed(lesson, doubtful)}", "Not proved: "),
        (typed(lesson, mine), "Wrong"),
        (f"flag {typed(lesson, safe)}", "Wrong"),
    ):
        game, answer = play(fresh(before), "lesson two", "lesson", line)
        assert answer.message.startswith(message)
        assert "Two clues: 0 of the last 1 right." in answer.message
        assert game.session.game == lesson.game
        assert answer.facts["deduction"]["safe"] or answer.facts["deduction"]["mined"]


@pytest.mark.parametrize("word", ["tip", "t", "check"])
def test_tip_tells_the_proof(word: str, before: PlainState) -> None:
    _, answer = play(before, "lesson one clue", "lesson", word)
    lesson = made(Topic.ONE_CLUE)
    assert lesson.proof is not None
    reason = Proof(lesson.game.position, lesson.proof, lesson.game.flags).text()
    assert answer.message == f"{reason} Type lesson for the next one."
    assert answer.facts["lesson"]["right"] is None


def test_back_returns_to_the_game_as_it_was_and_its_clock_stood_still(before: PlainState) -> None:
    game, _ = play(before, "lesson")
    game = game.with_session(game.session.tick(100.0))
    game, answer = play(game, "lesson", "tip", "lesson total", "leave")
    assert game == before
    assert game.session == before.session
    assert answer.message == "Back in your game."
    assert not game.session.is_assisted


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ((), "leave", "You aren't in a lesson. Type lesson to start one."),
        ((), "lesson chess", f"'chess' isn't a topic of lessons. Choose from {KINDS}."),
        ((), "lesson clues", f"'clues' isn't a topic of lessons. Choose from {KINDS}."),
        (("lesson",), "lesson \x1b[2J", f"'?[2j' isn't a topic of lessons. Choose from {KINDS}."),
        (("lesson",), "exact", "That doesn't work in a lesson. Type leave to return to your game."),
        ((), "step", "There is no proof to walk through."),
        ((), "practise", "Practise works after a lost game."),
        (("lesson",), "new", "That doesn't work in a lesson. "),
        (("lesson",), "1 99", "'1 99' isn't on the board. Rows go from 1 to 4"),
        (
            ("lesson", "lesson", "tip"),
            "tip",
            "This one is over. Type lesson for the next one, or leave to return to your game.",
        ),
    ],
)
def test_what_can_not_be_followed_says_what_to_type(
    before: PlainState, lines: tuple[str, ...], line: str, message: str
) -> None:
    assert message in refusal(play(before, *lines)[0], line)


def test_for_programs_the_board_is_that_of_the_lesson(before: PlainState) -> None:
    game, answer = play(replace(before, is_program=True), "lesson two")
    data = to_data(game, answer)
    assert data["size"] == [game.session.spec.width, game.session.spec.height]
    assert data["lesson"] == {"id": "drill/two clues/1", "kind": "two clues", "right": None}


@pytest.mark.parametrize(("topic", "verbosity"), list(zip(PROOFS, cycle(["brief", "normal", "full"]), strict=False)))
def test_by_ear_a_lesson_can_be_solved_from_the_words(topic: Topic, verbosity: str, before: PlainState) -> None:
    heard = replace(before, settings=Settings({"spoken": True, "verbosity": verbosity}))
    game, answer = play(heard, f"lesson {topic.value}", "lesson")
    hearing = Hearing()
    for line in say_reply(game, answer, heard):
        hearing.listen(line)
    known = run_to_end(analyse(read_position("\n".join(hearing.rows()), hearing.mines)))
    lesson = lesson_of(game)
    assert (known.safe, known.mined) == (lesson.analysis.safe, lesson.analysis.mined)
    assert play(game, "status")[1].ok
    assert play(game, "what changed")[1].message.startswith("Row")


class TestGuidedGame:
    @pytest.mark.parametrize("verbosity", ["brief", "normal", "full"])
    def test_by_ear_the_result_comes_first_and_the_task_last(self, verbosity: str) -> None:
        heard = replace(start(*CORNERS), settings=Settings({"spoken": True, "verbosity": verbosity}))
        game, _ = play(heard, "learn")
        after, answer = play(game, "r2c3")
        lines = list(say_reply(after, answer, game))
        assert lines[0].startswith("Row 2, column 3: 1. The 1 means ")
        assert lines[1].startswith("Step 2 of 5. ")
        assert ("All other cells are hidden." in lines) == (verbosity != "full")
        assert lines[-1].startswith("The flag marks a mine.")
        assert list(say_reply(*play(after, "repeat"), after)) == lines[1:]

    def test_tip_again_plays_the_move_and_the_first_game_follows(self) -> None:
        game, _ = play(start(*CORNERS), "learn", "2 3", *["tip"] * 6)
        assert isinstance(turn_of(game).task, GuidedGame)
        game, answer = play(game, "tip", "2 2")
        while game.lesson is not None:
            game, answer = play(game, "tip")
        assert answer.message.endswith("Now your own game, 5 columns, 3 rows, 3 mines. Type a cell to open it.")

    def test_a_wrong_move_is_explained_and_leave_returns(self, before: PlainState) -> None:
        game, _ = play(before, "learn", "2 3")
        assert play(game, "learn")[1].head == ("Step 2 of 5.",)
        after, answer = play(game, "1 4")
        assert answer.message.startswith("Row 1, column 4 isn't proved safe yet. Look at the 1 at row 2, column 2: ")
        assert after.session == game.session
        assert play(after, "tip")[1].message.startswith("Row")
        assert play(after, "leave")[0] == before


def test_after_a_loss_its_position_can_be_practised(before: PlainState) -> None:
    lost, _ = play(PlainState(a_guess().open_cell(5), before.settings), "board")
    assert lost.session.game.exploded
    game, answer = play(lost, "practise")
    assert lesson_of(game).id == f"{lost.session.id}/2"
    assert "Here you opened a mine." in answer.head[0]
    assert play(game, "leave")[0].session == lost.session


def test_how_it_is_told_can_be_set_in_a_lesson_and_stays_so(before: PlainState) -> None:
    game, _ = play(before, "lesson", "set verbosity brief", "lesson", "leave")
    assert game.settings.text("verbosity") == "brief"


class TestKeeping:
    def test_answers_are_kept_and_the_game_behind_is_saved_not_abandoned(
        self, tmp_path: Path, before: PlainState
    ) -> None:
        keeper = PlainAutosave(tmp_path)
        book = LessonBook(lambda: keeper.saves.store)
        game = PlainState(
            before.session._replace(id="11111111-1111-4111-8111-111111111111"), before.settings, book=book
        )
        doubtful = typed(made(Topic.ONE_CLUE), a_doubtful_cell(made(Topic.ONE_CLUE)))
        game, message = type_lines(keeper, game, "row 1", "lesson one clue", "lesson", doubtful, "row 1")
        assert message == []
        assert keeper.leave(game) == ["Game saved. Continue it with: minesweeper plain --continue"]
        with a_store(tmp_path) as store:
            assert [(answer.lesson, answer.is_right) for answer in all_answers(store)] == [("drill/one clue/1", False)]
            assert count_games(store) == 0
            assert [saved.id for saved in Saves(store).games()] == [game.game_to_save.session.id]

    def test_a_full_disk_is_told(self, tmp_path: Path, before: PlainState) -> None:
        with a_store(tmp_path) as store:
            fill_disk(tmp_path)
            lesson = made(Topic.ONE_CLUE)
            game = PlainState(before.session, before.settings, book=LessonBook(lambda: store))
            _, answer = play(game, "lesson", "lesson", typed(lesson, a_doubtful_cell(lesson)))
        assert "The answer is not saved: the disk is full." in answer.message
