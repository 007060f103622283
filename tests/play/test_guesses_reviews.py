"""Reviews of some hundred lost games: their proofs are never harder than the tip would be.

The games are played at random beside the opened cells, and some provable mines have flags.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from minesweeper.assist.loss import FAIR_RULE, review_loss
from minesweeper.assist.naming import SPOKEN, Room
from minesweeper.assist.topics import Topic, topic_of
from minesweeper.core.boardspec import FAIR, BoardSpec
from minesweeper.core.cells import cells_of, contains, first_cell
from minesweeper.core.position import Position
from minesweeper.play.guesses import fatal_move
from minesweeper.play.lessons import missed_lesson
from minesweeper.play.replay import guess_news
from minesweeper.play.session import Session, new_session
from minesweeper.solvers.deduction import Deduction, Kind, run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.tips import tip
from minesweeper.storage.game_summary import ORDINARY_IN_THE_END, GameEnd


def lost_games(spec: BoardSpec, count: int) -> Iterator[tuple[Session, Session]]:
    """Games before and after the move that lost them."""
    rng = Random(str(spec))
    for seed in range(count):
        session = new_session(spec, "custom", str(seed)).open_cell(rng.randrange(spec.grid.size))
        before = session
        while not session.game.is_over:
            game = session.game
            if rng.random() < 0.2:
                mines = cells_of(run_to_end(analyse(game.position)).mined & ~game.flags)
                session = session.mark(rng.choice(mines), question_marks=False) if mines else session
            before, hidden = session, game.hidden & ~session.game.flags
            cell = rng.choice(cells_of(hidden & game.grid.spread(game.opened) or hidden))
            assert game.layout is not None
            if not contains(game.layout.mines, cell) or rng.random() < 0.3:
                session = session.open_cell(cell)
        if session.game.exploded:
            yield before, session


def difficulty(position: Position, deduction: Deduction) -> tuple[int, int]:
    """The rank of a kind of deduction and its number of clues. A sum of a few clues ranks like an assumption."""
    is_sum = topic_of(position, deduction) is Topic.MORE_CLUES
    return list(Kind).index(Kind.ASSUMPTION if is_sum else deduction.kind), deduction.because.bit_count()


@pytest.mark.parametrize(("size", "count"), [("9x9/10", 120), ("12x10/24", 120), ("7x7/14", 120)])
def test_the_proof_of_a_review_is_never_harder_than_the_tip(size: str, count: int) -> None:
    width, height, mines = map(int, size.replace("/", "x").split("x"))
    compared = 0
    for before, lost in lost_games(BoardSpec(width, height, mines), count):
        move = fatal_move(before.game, lost)
        assert move is not None
        review = run_to_end(review_loss(move))
        # With a flag on every provable mine, a tip can show only safe cells, and it never uses flags as proof.
        advice = run_to_end(tip(move.position, review.mined, move.cell))
        assert bool(review.proof) == isinstance(advice, Deduction)
        if review.proof is not None and isinstance(advice, Deduction):
            compared += 1
            assert difficulty(move.position, review.proof.deduction) <= difficulty(move.position, advice), before.game
        assert (review.mistake is not None) == review.was_mistake
        lesson = run_to_end(missed_lesson(lost))
        if review.topic is not None:
            assert lesson is not None
            assert lesson.topic is review.topic
    assert compared > 40


def _guess_first(number: int) -> tuple[Session, Session]:
    """A fair game after its first open, and after opening an unproved cell if there is one."""
    session = new_session(BoardSpec(9, 9, 10), "custom", f"seed {number}", board_type=FAIR).open_cell(40)
    analysis = run_to_end(analyse(session.game.position))
    undecided = session.game.hidden & ~(analysis.safe | analysis.mined)
    return session, session.open_cell(first_cell(undecided)) if undecided else session


def test_the_review_of_a_fair_loss_names_a_proved_cell_and_no_risk() -> None:
    before, lost = _guess_first(0)
    move = fatal_move(before.game, lost)
    assert move is not None
    review = run_to_end(review_loss(move))
    assert review.text(SPOKEN).startswith("Row 1, column 7 wasn't proved, and row 1, column 6 was provably safe: first")
    assert review.text(SPOKEN).endswith(f" {FAIR_RULE}")
    room = Room(width=76, exploded="X", safe="V")
    first, *others, last = review.texts(room)
    without_rule = "X wasn't proved, and V was: the 1 has its mine already. (Known mines)"
    assert first == f"{without_rule}\n{FAIR_RULE}"
    assert without_rule in others
    assert last == "X wasn't proved, and V was."
    end = GameEnd(lost, review=review)
    assert end.was_avoidable
    assert [card.split("   ")[1] for card in end.card()] == ["needless guess", "needless guess", "needless"]
    assert ("Guesses", "1 needless") in end.rating_figures()


def test_a_needless_guess_on_a_board_no_longer_fair_is_bad_luck_too() -> None:
    before, _ = _guess_first(0)
    assert before.game.layout is not None
    ordinary = before.with_assistant("undo")
    known = run_to_end(analyse(before.game.position))
    for mines, words in (
        (before.game.layout.mines & ~known.mined, ["a needless guess, bad luck", "needless, bad luck", "needless"]),
        (known.mined, ["avoidable", "avoidable"]),
    ):
        lost = ordinary.open_cell(first_cell(mines))
        move = fatal_move(ordinary.game, lost)
        assert move is not None
        end = GameEnd(lost, review=run_to_end(review_loss(move)))
        assert [card.split("   ")[1] for card in end.card()] == words
        assert max(map(len, end.card()[2:]), default=0) <= 20


def test_the_result_of_a_fair_game_counts_its_guesses() -> None:
    session, _ = _guess_first(0)
    assert not GameEnd(session).rating_figures()
    guessed = session._replace(forced_guesses=2, undecided_guesses=1)
    assert GameEnd(guessed).rating_figures() == [("Guesses", "2 forced, 1 by luck")]
    won = session._replace(game=session.game.open_cells(session.game.layout.safe))  # type: ignore[union-attr]
    assert GameEnd(won).sentence() == "Won without a guess."
    ordinary = won.with_assistant("undo")
    assert GameEnd(ordinary).sentence() == ORDINARY_IN_THE_END
    assert ORDINARY_IN_THE_END in GameEnd(ordinary).plain()
    assert GameEnd(ordinary).rating_figures() == [("Fair", "not to the end")]


def test_a_fair_game_that_becomes_an_ordinary_one_says_so_once() -> None:
    session, _ = _guess_first(0)
    fixed = session.with_assistant("unlock")
    assert guess_news(session, fixed) == "This board is an ordinary one from now on, so luck can decide."
    assert guess_news(fixed, fixed) == ""
    assert guess_news(session, session.with_assistant("tip")) == ""


def test_the_review_of_a_fair_loss_proves_a_cell_of_the_same_region() -> None:
    for number in range(40):
        before, lost = _guess_first(number)
        move = fatal_move(before.game, lost)
        if move is not None:
            review = run_to_end(review_loss(move))
            assert review.proof is not None
            assert review.proof.safe & move.region


def test_a_provable_mine_in_a_fair_game_is_reviewed_as_on_any_board() -> None:
    before, _ = _guess_first(0)
    mined = run_to_end(analyse(before.game.position)).mined
    move = fatal_move(before.game, before.open_cell(cells_of(mined)[0]))
    assert move is not None
    assert not move.region
    assert run_to_end(review_loss(move)).mistake is not None
    fixed = before.with_assistant("undo")
    mines = fixed.game.layout.mines if fixed.game.layout else 0
    move = fatal_move(fixed.game, fixed.open_cell(cells_of(mines & ~mined)[0]))
    assert move is not None
    assert not move.region
    assert "risk)" in run_to_end(review_loss(move)).text()
