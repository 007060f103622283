"""The end of a game as one value: each front end tells the same from it, in its own length."""

from __future__ import annotations

import pytest

from minesweeper.boards.layout import read_layout
from minesweeper.core.specs import BoardSpec
from minesweeper.play.review import fatal_move, review_loss_in_slices
from minesweeper.play.session import Session, new_session
from minesweeper.solvers.deduction import finish
from minesweeper.storage.ending import GameEnd, record_figures, to_beat
from minesweeper.storage.values import Outcome, Record

BEFORE = Record(9, 4, 5, 1, 3, 20_000)


def session(picture: str = "*2*\n...") -> Session:
    layout = read_layout(picture)
    spec = BoardSpec(layout.grid.width, layout.grid.height, layout.mine_count)
    return new_session(spec, "beginner", layout=layout)._replace(known=False)


def won() -> Session:
    done = session().open_cell(1).tick(12.345).open_cell(3).open_cell(4).open_cell(5)
    assert done.game.is_over
    return done


def outcome(rank: int | None, best: int = 12_345, **changes: object) -> Outcome:
    after = Record(10, 5, 5, 2, 3, best)
    return Outcome("id", before=BEFORE, after=after, rank=rank)._replace(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("end", "sentence", "brief"),
    [
        (GameEnd(won()), "Won in 0:12.345!", []),
        (
            GameEnd(won(), outcome(1)),
            "Won! New best time: 0:12.345, 7.655 s better. Game saved.",
            ["Won 0:12.345  BEST!", "0.32 3BV/s  streak 2"],
        ),
        (
            GameEnd(won(), outcome(3)),
            "Won in 0:12.345! Rank 3 of 5, 2 in a row.",
            ["Won 0:12.345  #3", "0.32 3BV/s  streak 2"],
        ),
        (
            GameEnd(won(), outcome(1, before=Record(3))),
            "Won in 0:12.345! Your first win here: a time to beat.",
            ["Won 0:12.345  BEST!", "0.32 3BV/s  streak 2"],
        ),
        (
            GameEnd(won().helped("tip"), outcome(None)),
            "Won in 0:12.345! Assisted, so not ranked.",
            ["Won 0:12.345", "0.32 3BV/s"],
        ),
        (
            GameEnd(won(), outcome(2, problem="The disk is full.")),
            "Won in 0:12.345! Rank 2 of 5, 2 in a row. The disk is full.",
            [],
        ),
    ],
)
def test_a_win_is_told_by_its_best_its_rank_and_its_standing(end: GameEnd, sentence: str, brief: list[str]) -> None:
    assert end.sentence() == sentence
    assert end.brief(20) == brief
    assert end.heading() == ("Won in", "0:12.345")
    assert end.is_bad is (end.problem is not None)


def test_what_line_commands_say_agrees_with_the_screen() -> None:
    assert GameEnd(won()).plain() == "Won in 0:12.345!"
    assert GameEnd(won().helped("tip")).plain() == "Won in 0:12.345! Assisted, so not ranked."
    given_up = session().open_cell(1).tick(1.0).give_up()
    assert GameEnd(given_up).sentence() == "Given up after 0:01.000: here are the mines."
    assert GameEnd(given_up).plain() == "Given up after 0:01.000: these are the mines."
    unopened = GameEnd(new_session(BoardSpec(9, 9, 10), "beginner").give_up())
    assert unopened.sentence() == unopened.plain() == "Given up before the first open: no mine was laid yet."
    lost = session().open_cell(1).tick(1.0).open_cell(0)
    assert GameEnd(lost).sentence() == "Boom: row 1 col 1 was a mine. Lost after 0:01.000."
    assert GameEnd(lost).plain() == "Boom: row 1 col 1 was a mine. 0:01.000."
    assert GameEnd(lost).is_bad


def test_a_loss_is_told_by_its_review_and_its_proof_is_kept() -> None:
    before = session("....\n1111\n*..*").open_cell(0)
    lost = before.open_cell(8)
    fatal = fatal_move(before.game, lost)
    assert fatal is not None
    end = GameEnd(
        lost, outcome(None, problem="The disk is full."), finish(review_loss_in_slices(*fatal, prove=True)), guesses=1
    )
    assert end.sentence() == f"{GameEnd(lost, review=end.review).sentence()} The disk is full."
    assert "provably" in end.why()
    assert end.review is not None
    assert end.review.spared is not None
    assert end.review.proof is not None
    assert end.review.proof.safe >> end.review.spared & 1
    assert ("Guesses", "1") in end.standing()
    assert end.score() == []


def test_the_score_and_the_standing_of_a_win() -> None:
    end = GameEnd(won(), outcome(2), guesses=0)
    assert dict(end.score())["3BV"] == "4"
    assert end.standing() == [("Guesses", "0"), ("Streak", "2, longest 3"), ("Won", "5 of 10, 50%"), ("Rank", "2 of 5")]
    assert end.best() is None
    assert GameEnd(won(), outcome(1)).best() == ("NEW BEST", "was 0:20.000")


def test_a_running_game_is_told_how_far_the_best_time_is() -> None:
    assert to_beat(BEFORE, 5.0) == "15 s to go"
    assert to_beat(BEFORE, 90.0) == "passed 1:10 ago"
    assert record_figures(BEFORE)[0] == ("Best", "0:20.000")
