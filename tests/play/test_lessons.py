"""Lessons: each has something that is certain, an answer is judged as brute force judges it, and games give them."""

from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.assist.tip import Proof
from minesweeper.assist.topics import MOST_CELLS, Topic, file_missed, file_position
from minesweeper.boards.layout import Layout, read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of, first_cell, to_cell_set
from minesweeper.play.game import Game
from minesweeper.play.guesses import find_guesses
from minesweeper.play.judging import NO_MARKS, judge_answer
from minesweeper.play.lesson_drills import turn_lesson, turned_cell
from minesweeper.play.lessons import Lesson, explain_lesson, find_lesson, find_lessons, missed_lesson
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import Session, new_session
from minesweeper.solvers.bitrules import sweep_to_end
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
def test_an_answer_to_a_lesson_is_right_if_every_layout_agrees(game: Game, data: st.DataObject) -> None:
    lesson = lesson_of(game)
    if lesson is None or lesson.values is not None:
        return
    truth = possible(game.position)
    markable = cells_of(lesson.game.hidden & ~lesson.game.flags)
    cell, is_mine = data.draw(st.sampled_from(markable)), data.draw(st.booleans())
    judgement = run_to_end(judge_answer(lesson, NO_MARKS.toggle(lesson, cell, is_mine=is_mine)))
    is_true = not (truth.safe if is_mine else truth.mined) >> cell & 1
    asked = lesson.wanted.mined if is_mine else lesson.wanted.safe
    assert judgement.is_right == (is_true and bool(asked >> cell & 1))
    if not is_true:
        assert judgement.objections[0].cell == cell


@given(shown_games())
def test_lessons_prove_their_topic_and_show_only_provable_flags(game: Game) -> None:
    lesson = lesson_of(game)
    analysis = run_to_end(analyse(game.position))
    flags = game.flags & analysis.mined
    filed = run_to_end(file_position(analysis, flags)) if analysis.is_complete else None
    assert game.is_over or (filed is None) == (lesson is None or lesson.proof is None)
    if lesson is None:
        return
    position = lesson.game.position
    assert lesson.game.flags == flags
    assert not flags & ~possible(position).mined
    if lesson.proof is None:
        return
    assert lesson.proof.safe | lesson.proof.mined & ~flags
    assert is_proved(position, lesson.proof)
    explained = run_to_end(explain_lesson(lesson))
    assert isinstance(explained, Proof)
    assert is_proved(position, explained.deduction)


@given(shown_games())
def test_a_missed_topic_is_the_easiest_that_opens_a_safe_cell(game: Game) -> None:
    analysis = run_to_end(analyse(game.position))
    if game.is_over or not analysis.safe or not analysis.is_complete:
        return
    filed = run_to_end(file_missed(analysis, game.flags, None, ProvedCells(analysis.safe)))
    bare = run_to_end(file_missed(analysis, 0, None, ProvedCells(analysis.safe)))
    assert filed is not None
    assert bare is not None
    assert filed.proof.safe & analysis.safe
    assert is_proved(game.position, filed.proof)
    assert not filed.proof.assumes_mined & ~possible(game.position).mined
    single = sweep_of(game)
    assert (bare.topic in (Topic.ONE_CLUE, Topic.KNOWN_MINES)) == bool(single)


def sweep_of(game: Game) -> int:
    """The cells that single clues prove safe."""
    return run_to_end(sweep_to_end(game.position, 0)).safe & ~run_to_end(analyse(game.position)).mined


@given(shown_games())
def test_a_lesson_is_the_same_for_every_layout_that_fits(game: Game) -> None:
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
    def test_a_lost_position_is_a_lesson_with_a_proof_near_the_mine(self) -> None:
        lost = a_guess().open_cell(5)._replace(id="a-game")
        lesson = run_to_end(missed_lesson(lost))
        assert lesson is not None
        assert (lesson.id, lesson.at) == ("a-game/2", 5)
        assert lesson.game.opened == a_guess().game.opened
        assert run_to_end(missed_lesson(a_guess())) is None

    def test_a_guess_beside_a_provable_cell_becomes_a_lesson(self) -> None:
        replay = replayed(a_guess())
        (lesson,) = run_to_end(find_lessons("a-game", replay, None))
        assert run_to_end(find_lessons("a-game", replay, ())) == ()  # with known guesses, the search isn't repeated
        assert lesson.id == "a-game/1"
        assert lesson.origin == "Here you guessed."
        assert lesson.at == 4
        assert lesson.game.opened == played(GUESSED).open_cell(20).game.opened

    def test_opened_mines_and_used_tips_become_lessons(self) -> None:
        begun = played(GUESSED).open_cell(20)
        advice = run_to_end(tip(begun.game.position))
        assert isinstance(advice, Deduction)
        helped = begun.apply_assist(advice.safe, advice.mined, "tip").open_cell(5)
        first, second = run_to_end(find_lessons("a-game", replayed(helped), None))
        assert (first.id, first.origin) == ("a-game/1", "Here you took a tip.")
        assert first.proof is not None
        assert (second.id, second.origin) == ("a-game/2", "Here you opened a mine.")

    def test_guesses_of_the_bot_become_no_lessons(self) -> None:
        bots = played(GUESSED).open_cell(20).apply_assist(1 << 4, 0, "bot")
        assert run_to_end(find_guesses(replayed(bots)))
        assert run_to_end(find_lessons("a-game", replayed(bots), None)) == ()

    def test_games_on_boards_that_are_too_large_become_no_lessons(self) -> None:
        spec = BoardSpec(MOST_CELLS // 50 + 1, 50, 100)
        assert run_to_end(find_lessons("a-game", Replay(spec, (1 << 100) - 1), None)) == ()


def test_a_repeated_lesson_is_turned_and_asks_for_the_same_cells() -> None:
    game = Game(read_layout("...*\n....\n....\n*..*").grid, 3, read_layout("...*\n....\n....\n*..*"))
    lessons = [lesson for cell in cells_of(game.grid.all_cells) if (lesson := lesson_of(game.open_cell(cell)))]
    (lesson,) = [one for one in lessons if one.proof is not None][:1]
    lesson = lesson._replace(at=first_cell(lesson.game.opened))
    turns = [run_to_end(turn_lesson(lesson, times)) for times in range(9)]
    assert turns[0] is lesson
    assert len({one.game for one in turns[:8]}) > 1
    for times, one in enumerate(turns[:8]):
        assert (one.topic, one.turn) in ((lesson.topic, times), (lesson.topic, 0))
        cells = to_cell_set(turned_cell(game.grid, cell, one.turn) for cell in cells_of(lesson.wanted.safe))
        assert one.wanted.safe == cells
        assert one.at == turned_cell(game.grid, lesson.at or 0, one.turn)


def test_a_repeated_lesson_on_a_wide_board_is_only_mirrored() -> None:
    session = played("...*.\n.....\n*....")
    lesson = lesson_of(session.open_cell(14).game)
    assert lesson is not None
    for times in range(8):
        assert run_to_end(turn_lesson(lesson, times)).game.grid == lesson.game.grid
