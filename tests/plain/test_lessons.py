"""Lessons by typed lines: what is certain is typed as in a game, the reason is told, and the game behind it waits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.assist.tip import Proof
from minesweeper.boards.layout import read_layout
from minesweeper.core.cells import cells_of, first_cell
from minesweeper.core.position import read_position
from minesweeper.plain.autosave import PlainAutosave
from minesweeper.plain.command import to_data
from minesweeper.plain.game import LessonTurn, PlainState, Reply, Shows
from minesweeper.plain.lessons import HOW_TO
from minesweeper.plain.output import say_board, say_reply
from minesweeper.play.game import Game
from minesweeper.play.lessons import Lesson, Topic, find_lesson, make_lesson
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.storage.games_table import count_games, record_game
from minesweeper.storage.lessons import LessonBook, all_answers
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.settings import Settings
from tests.plain.hearing import Hearing
from tests.plain.lines import CORNERS, picture, play, refusal, start
from tests.play.test_lessons import a_guess
from tests.storage.storing import a_store, fill_disk, finished

KINDS = "one clue, two clues, three clues and more, assumption, mine total"


def made(topic: Topic = Topic.TWO_CLUES, number: int = 0) -> Lesson:
    return run_to_end(make_lesson(topic, number))


def typed(lesson: Lesson, cell: int) -> str:
    row, col = lesson.game.grid.row_col(cell)
    return f"{row + 1} {col + 1}"


def turn_of(game: PlainState) -> LessonTurn:
    assert game.lesson is not None
    return game.lesson


@pytest.fixture(name="before")
def a_game() -> PlainState:
    """A game that was begun."""
    return play(start(*CORNERS), "1 5")[0]


def test_a_lesson_shows_a_position_and_what_to_type(before: PlainState) -> None:
    game, answer = play(before, "lesson two")
    assert turn_of(game).lesson.id == "made/two clues/0"
    assert answer.shows is Shows.BOARD
    assert answer.message == (
        f"Lesson, two clues. Two numbers together: what one of them leaves to the other. {HOW_TO}"
    )
    assert picture(game) == picture(PlainState(made().session, before.settings))
    game, answer = play(game, "lesson")
    assert answer.message == "Lesson, two clues."
    assert turn_of(game).lesson.id == "made/two clues/1"


@pytest.mark.parametrize("topic", Topic)
def test_whatever_is_certain_is_right(topic: Topic, before: PlainState) -> None:
    lesson = made(topic)
    known, flags = lesson.analysis, lesson.game.flags
    lines = [typed(lesson, cell) for cell in cells_of(known.safe)[:4]]
    lines += [f"flag {typed(lesson, cell)}" for cell in cells_of(known.mined & ~flags)[:4]]
    for line in lines:
        game, answer = play(before, f"lesson {topic.value}", line)
        assert answer.message.startswith("Right. "), line
        assert answer.message.endswith(
            f"{topic.value.capitalize()}: 1 of the last 1 right. Type lesson for the next one."
        )
        assert answer.facts["lesson"] == {"id": lesson.id, "kind": topic.value, "right": True}
        assert not game.session.game.is_over


def test_what_is_not_certain_is_told_with_its_odds_and_the_proof_follows(before: PlainState) -> None:
    lesson = made()
    known = lesson.analysis
    doubtful = first_cell(lesson.game.hidden & ~(known.safe | known.mined))
    mine, safe = first_cell(known.mined & ~lesson.game.flags), first_cell(known.safe)
    for line, said in (
        (typed(lesson, doubtful), " is not certain: "),
        (f"flag {typed(lesson, doubtful)}", " is not certain: "),
        (typed(lesson, mine), " is certainly a mine. "),
        (f"flag {typed(lesson, safe)}", " is certainly safe. "),
    ):
        game, answer = play(before, "lesson two", line)
        assert said in answer.message
        assert "Two clues: 0 of the last 1 right." in answer.message
        assert game.session.game == lesson.game
        assert answer.facts["deduction"]["safe"] or answer.facts["deduction"]["mined"]


def last_cell() -> Lesson:
    """A lesson in which the last safe cell is certain."""
    layout = read_layout("*1.\n11.")
    game = Game(layout.grid, 1, layout, layout.safe & ~(1 << 2))
    lesson = run_to_end(find_lesson("the last cell", game, ""))
    assert lesson is not None
    return lesson


def test_the_last_safe_cell_is_right_and_ends_nothing(before: PlainState) -> None:
    lesson = last_cell()
    shown = PlainState(lesson.session, before.settings, book=LessonBook(), lesson=LessonTurn(lesson, before))
    safe = first_cell(lesson.analysis.safe)
    assert lesson.game.open_cells(lesson.analysis.safe).is_over
    game, answer = play(shown, typed(lesson, safe))
    assert answer.message.startswith("Right. ")
    assert not game.session.game.is_over


@pytest.mark.parametrize("word", ["tip", "t", "check"])
def test_tip_tells_the_proof(word: str, before: PlainState) -> None:
    _, answer = play(before, "lesson one", word)
    lesson = made(Topic.ONE_CLUE)
    reason = Proof(lesson.game.position, lesson.proof, lesson.game.flags).text()
    assert answer.message == f"{reason} One clue: 0 of the last 1 right. Type lesson for the next one."


def test_back_returns_to_the_game_as_it_was_and_its_clock_stood_still(before: PlainState) -> None:
    game, _ = play(before, "lesson")
    game = game.with_session(game.session.tick(100.0))
    game, answer = play(game, "tip", "lesson total", "leave")
    assert game == before
    assert game.session == before.session
    assert answer.message == "Back in your game."
    assert not game.session.is_assisted


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        ((), "leave", "You aren't in a lesson. Type lesson to start one."),
        ((), "lesson chess", f"'chess' isn't a topic of lessons. Choose from {KINDS}."),
        ((), "lesson clues", f"'clues' isn't a topic of lessons. Choose from {KINDS}."),
        (("lesson",), "lesson \x1b[2J", f"'?[2j' isn't a topic of lessons. Choose from {KINDS}."),
        (("lesson",), "exact", f"That doesn't work in a lesson. {HOW_TO}"),
        (("lesson",), "new", "That doesn't work in a lesson. "),
        (("lesson",), "1 99", "'1 99' isn't on the board. Rows go from 1 to 7"),
        (
            ("lesson", "tip"),
            "tip",
            "You have answered this lesson. Type lesson for the next one, or leave to return to your game.",
        ),
        (("lesson", "tip"), "1 1", "You have answered this lesson"),
        (("lesson two",), "flag 3 6", "This flag is proved, so it stays."),
    ],
)
def test_what_can_not_be_followed_says_what_to_type(
    before: PlainState, lines: tuple[str, ...], line: str, said: str
) -> None:
    assert said in refusal(play(before, *lines)[0], line)


def test_it_works_before_the_first_open_and_after_the_end() -> None:
    assert play(start(*CORNERS), "lesson")[0].lesson is not None
    over, _ = play(start(*CORNERS), "1 5", "giveup")
    assert over.session.game.is_over
    assert play(over, "lesson", "leave")[0] == over


def test_boards_of_several_lessons_are_told_row_by_row(before: PlainState) -> None:
    first, _ = play(before, "lesson")
    second, _ = play(first, "lesson assumption")
    assert len({game.session.id for game in (before, first, second)}) == 3
    assert next(iter(say_board(first, None))).startswith("Row")


def test_for_programs_the_board_is_that_of_the_lesson(before: PlainState) -> None:
    game, answer = play(before, "lesson two")
    data = to_data(game, answer)
    assert data["size"] == [7, 7]
    assert data["lesson"] == {"id": "made/two clues/0", "kind": "two clues", "right": None}


@pytest.mark.parametrize("topic", Topic)
@pytest.mark.parametrize("verbosity", ["brief", "normal", "full"])
def test_by_ear_a_lesson_can_be_solved_from_the_words(verbosity: str, topic: Topic, before: PlainState) -> None:
    heard = replace(before, settings=Settings({"spoken": True, "verbosity": verbosity}))
    game, answer = play(heard, f"lesson {topic.value}")
    hearing = Hearing()
    for line in say_reply(game, answer, heard):
        hearing.listen(line)
    known = run_to_end(analyse(read_position("\n".join(hearing.rows()), hearing.mines)))
    lesson = turn_of(game).lesson
    assert (known.safe, known.mined) == (lesson.analysis.safe, lesson.analysis.mined)
    assert play(game, "status")[1].ok
    assert play(game, "what changed")[1].message.startswith("Row")


def test_of_a_wrong_answer_nothing_is_said_twice(before: PlainState) -> None:
    lines = "lesson one", "row 6, column 2"
    why = "The 1 at row 5, column 3 has no other hidden neighbour. "
    assert play(before, *lines)[1].message.startswith(f"Row 6, column 2 is certainly a mine. {why}")


def test_how_it_is_told_can_be_set_in_a_lesson_and_stays_so(before: PlainState) -> None:
    game, _ = play(before, "lesson", "set verbosity brief", "lesson", "leave")
    assert game.settings.text("verbosity") == "brief"


class TestKeeping:
    def lines(self, keeper: PlainAutosave, game: PlainState, *lines: str) -> tuple[PlainState, Reply, list[str]]:
        said, answer = [], Reply("")
        for line in lines:
            before, (game, answer) = game, play(game, line)
            said += keeper.follow(before, game)
        return game, answer, said

    def test_answers_are_kept_and_the_game_behind_is_saved_not_abandoned(
        self, tmp_path: Path, before: PlainState
    ) -> None:
        keeper = PlainAutosave(tmp_path)
        book = keeper.lessons()
        game = PlainState(
            before.session._replace(id="11111111-1111-4111-8111-111111111111"), before.settings, book=book
        )
        game, _, said = self.lines(keeper, game, "row 1", "lesson one", "tip", "lesson", "row 1")
        assert said == []
        assert keeper.leave(game) == ["Game saved. Continue it with: minesweeper plain --continue"]
        with a_store(tmp_path) as store:
            assert [(answer.lesson, answer.is_right) for answer in all_answers(store)] == [("made/one clue/0", False)]
            assert count_games(store) == 0
            assert [saved.id for saved in Saves(store).games()] == [game.kept.session.id]

    def test_ones_own_games_come_first_and_a_right_one_not_again_soon(self, tmp_path: Path, before: PlainState) -> None:
        own = finished(a_guess()._replace(known=False))
        with a_store(tmp_path) as store:
            record_game(store, own)
            game = PlainState(before.session, before.settings, book=LessonBook(lambda: store))
            game, answer = play(game, "lesson two")
            lesson = turn_of(game).lesson
            assert lesson.id == f"{own.id}/1"
            assert "Here you guessed." in answer.message
            play(game, typed(lesson, first_cell(lesson.analysis.safe)))
            again = PlainState(before.session, before.settings, book=LessonBook(lambda: store))
            assert turn_of(play(again, "lesson two")[0]).lesson.id == "made/two clues/0"

    def test_a_full_disk_is_told(self, tmp_path: Path, before: PlainState) -> None:
        with a_store(tmp_path) as store:
            fill_disk(tmp_path)
            game = PlainState(before.session, before.settings, book=LessonBook(lambda: store))
            _, answer = play(game, "lesson", "tip")
        assert "The answer is not saved: the disk is full." in answer.message
