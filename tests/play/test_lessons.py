"""Lessons: each has something that is certain, an answer is judged as brute force judges it, and games give them."""

from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import MOST_CELLS, Topic, file_position, topic_of
from minesweeper.boards.layout import Layout, read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of
from minesweeper.play.game import Game
from minesweeper.play.guesses import find_guesses
from minesweeper.play.lessons import (
    Lesson,
    explain_answer,
    find_lesson,
    find_lessons,
    is_right,
    missed_lesson,
    objection,
)
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import Session, new_session
from minesweeper.solvers.deduction import Deduction, ProvedCells, run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.tips import tip
from tests.solvers.brute_force import fitting_layouts, is_proved, possible
from tests.strategies import cell_sets, layouts


def lesson_of(game: Game) -> Lesson | None:
    return run_to_end(find_lesson("a lesson", game, "here"))


@st.composite
def shown_games(draw: st.DrawFn) -> Game:
    """A small board with some of its safe cells open, and flags anywhere."""
    layout = draw(layouts(max_side=4))
    opened = draw(cell_sets(layout.grid)) & layout.safe
    flags = draw(cell_sets(layout.grid)) & draw(cell_sets(layout.grid)) & ~opened
    return Game(layout.grid, layout.mine_count, layout, opened, flags)


def played(picture: str) -> Session:
    layout = read_layout(picture)
    return new_session(BoardSpec(layout.grid.width, layout.grid.height, layout.mine_count), "custom", layout=layout)


def replayed(session: Session) -> Replay:
    replay = replay_of(session)
    assert replay is not None
    return replay


@given(shown_games(), st.data())
def test_an_answer_is_right_if_and_only_if_every_layout_agrees(game: Game, data: st.DataObject) -> None:
    lesson = lesson_of(game)
    if lesson is None or lesson.values is not None:
        return
    truth = possible(game.position)
    hidden = cells_of(game.hidden)
    opened = data.draw(st.sampled_from(hidden)) if data.draw(st.booleans()) else None
    flagged = None if opened is not None else data.draw(st.sampled_from(hidden))
    safe = opened is not None and not truth.mined >> opened & 1
    mined = flagged is not None and not truth.safe >> flagged & 1
    cells = 0 if opened is None else 1 << opened, 0 if flagged is None else 1 << flagged
    assert is_right(lesson, *cells) == (safe or mined)
    if not is_right(lesson, *cells):
        assert objection(lesson, *cells).startswith(("Wrong", "Not proved: "))


@given(shown_games())
def test_a_lesson_has_the_easiest_proof_that_a_person_can_follow_by_its_own_clues(game: Game) -> None:
    lesson = lesson_of(game)
    analysis = run_to_end(analyse(game.position))
    filed = run_to_end(file_position(analysis, game.flags & analysis.mined)) if analysis.is_complete else None
    assert game.is_over or (filed is None) == (lesson is None or lesson.proof is None)
    if lesson is None:
        return
    flags, position = lesson.game.flags, lesson.game.position
    by_one_clue = False
    for clue in cells_of(position.opened):
        hidden = position.grid.neighbours(clue) & position.hidden
        flagged = (hidden & flags).bit_count()
        by_one_clue |= bool(hidden & ~flags) and position.clue(clue) in (flagged, hidden.bit_count())
    assert by_one_clue == (lesson.topic in (Topic.ONE_CLUE, Topic.KNOWN_MINES))
    assert not flags & possible(position).safe
    proof = lesson.proof
    if proof is None:
        return
    assert proof.safe | proof.mined & ~flags
    assert is_proved(position, proof)
    assert topic_of(position, proof) is lesson.topic
    for cells in (ProvedCells(safe=proof.safe), ProvedCells(mined=proof.mined & ~flags)):
        if cells.safe | cells.mined:
            assert is_right(lesson, *cells)
            explained = run_to_end(explain_answer(lesson, *cells))
            assert isinstance(explained, Proof)
            assert is_proved(position, explained.deduction)


@given(shown_games())
def test_where_the_mines_are_makes_no_difference(game: Game) -> None:
    lesson = lesson_of(game)
    for mines in islice(fitting_layouts(game.position), 5):
        other = lesson_of(game._replace(layout=Layout(game.grid, mines)))
        assert (other is None) == (lesson is None)
        if other is not None and lesson is not None:
            assert other._replace(game=lesson.game, analysis=lesson.analysis) == lesson
            assert (other.analysis.safe, other.analysis.mined) == (lesson.analysis.safe, lesson.analysis.mined)


GUESSED = """
11112*
1*11*2
111111
......
"""


def a_guess() -> Session:
    """Everything below is open; then a guess in the corner, although single clues settle the cells beside the 1s."""
    return played(GUESSED).open_cell(20).open_cell(4)


class TestOwnGames:
    def test_a_lost_position_is_a_lesson_whose_proof_is_near_the_mine(self) -> None:
        lost = a_guess().open_cell(5)._replace(id="a-game")
        lesson = run_to_end(missed_lesson(lost))
        assert lesson is not None
        assert (lesson.id, lesson.at) == ("a-game/2", 5)
        assert lesson.game.opened == a_guess().game.opened
        assert run_to_end(missed_lesson(a_guess())) is None

    def test_a_guess_where_something_was_certain_is_a_lesson(self) -> None:
        replay = replayed(a_guess())
        (lesson,) = run_to_end(find_lessons("a-game", replay, None))
        assert run_to_end(find_lessons("a-game", replay, ())) == ()  # known guesses are not looked for again
        assert lesson.id == "a-game/1"
        assert lesson.origin == "Here you guessed."
        assert lesson.at == 4
        assert lesson.game.opened == played(GUESSED).open_cell(20).game.opened

    def test_a_mine_that_was_opened_and_a_tip_that_was_taken_are_lessons(self) -> None:
        begun = played(GUESSED).open_cell(20)
        advice = run_to_end(tip(begun.game.position))
        assert isinstance(advice, Deduction)
        helped = begun.apply_assist(advice.safe, advice.mined, "tip").open_cell(5)
        first, second = run_to_end(find_lessons("a-game", replayed(helped), None))
        assert (first.id, first.origin) == ("a-game/1", "Here you took a tip.")
        assert first.proof is not None
        assert (second.id, second.origin) == ("a-game/2", "Here you opened a mine.")

    def test_what_the_bot_has_risked_is_none(self) -> None:
        bots = played(GUESSED).open_cell(20).apply_assist(1 << 4, 0, "bot")
        assert run_to_end(find_guesses(replayed(bots)))
        assert run_to_end(find_lessons("a-game", replayed(bots), None)) == ()

    def test_a_board_that_is_too_large_gives_none(self) -> None:
        spec = BoardSpec(MOST_CELLS // 50 + 1, 50, 100)
        assert run_to_end(find_lessons("a-game", Replay(spec, (1 << 100) - 1), None)) == ()
