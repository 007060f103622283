"""The end of a game as one value: each front end tells the same from it, in its own length."""

from __future__ import annotations

import pytest

from minesweeper.boards.layout import read_layout
from minesweeper.core.specs import BoardSpec
from minesweeper.play.review import fatal_move, review_loss
from minesweeper.play.session import Session, new_session
from minesweeper.play.skill import Skill
from minesweeper.solvers.deduction import run_to_end
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
    ("end", "band"),
    [
        (GameEnd(won()), ["WON 0:12.345"]),
        (
            GameEnd(won(), outcome(1)),
            [
                "WON 0:12.345   NEW BEST, was 0:20.000   rank 1 of 5",
                "WON 0:12.345   NEW BEST, was 0:20.000",
                "WON 0:12.345 BEST!",
                "WON 0:12.345",
            ],
        ),
        (GameEnd(won(), outcome(3)), ["WON 0:12.345   rank 3 of 5", "WON 0:12.345  #3", "WON 0:12.345"]),
        (
            GameEnd(won(), outcome(1, before=Record(3))),
            [
                "WON 0:12.345   FIRST WIN, a time to beat   rank 1 of 5",
                "WON 0:12.345   FIRST WIN, a time to beat",
                "WON 0:12.345 FIRST!",
                "WON 0:12.345",
            ],
        ),
        (
            GameEnd(won().helped("tip"), outcome(None)),
            ["WON 0:12.345   assisted, so not ranked", "WON 0:12.345   not ranked", "WON 0:12.345"],
        ),
    ],
)
def test_the_band_of_a_win_tells_a_best_time_and_a_first_win_apart(end: GameEnd, band: list[str]) -> None:
    assert end.band() == band
    assert len(band[-1]) <= 20
    assert end.heading() == ("Won in", "0:12.345")
    assert not end.is_bad


def test_the_band_of_a_loss_tells_how_far_it_came_and_what_it_cost() -> None:
    lost = session("....\n1111\n*..*").open_cell(0).tick(58.4).open_cell(8)
    ended = Outcome("id", before=Record(68, 41, 27, 3, 7, 20_000), after=Record(69, 41, 28, 0, 7, 20_000))
    assert GameEnd(lost, ended).band() == [
        "LOST at 0:58   80% open   streak 0 (was 3)   won 41 of 69",
        "LOST at 0:58   80% open   streak 0 (was 3)",
        "LOST at 0:58   80% open",
        "LOST 0:58  80% open",
        "LOST 0:58",
    ]
    assert GameEnd(lost).band()[0] == "LOST at 0:58   80% open"
    no_streak = ended._replace(before=Record(68, 41, 27, 0, 7, 20_000))
    assert GameEnd(lost, no_streak).band()[0] == "LOST at 0:58   80% open   won 41 of 69"
    assert GameEnd(session().open_cell(1).give_up()).band()[0] == "GIVEN UP at 0:00   25% open"


SKILL = Skill(guesses=3, forced=2, needless=1, good=2, judged=3, given_away=0.08, kept=0.92, survival=0.24)


def test_how_well_one_guessed_is_told_once_it_is_known() -> None:
    lost = session("....\n1111\n*..*").open_cell(0).tick(58.4).open_cell(8)
    assert GameEnd(lost, guesses=3, skill=SKILL).band() == [
        "LOST at 0:58   80% open   skill 92%",
        "LOST at 0:58   80% open",
        "LOST 0:58 skill 92%",
        "LOST skill 92%",
        "LOST 0:58  80% open",
        "LOST 0:58",
    ]
    assert "WON 0:12 skill 92%" in GameEnd(won(), outcome(3), guesses=3, skill=SKILL).band()
    assert GameEnd(lost, guesses=3, skill=SKILL).standing() == [
        ("Guesses", "3, 2 good, 1 needless"),
        ("Skill", "92%"),
        ("Gave away", "8.0 points"),
        ("Survival", "24%"),
    ]
    judging = GameEnd(lost, guesses=3, is_judging=True)
    assert judging.standing() == [("Guesses", "3"), ("Skill", "judging ..")]
    unknown = GameEnd(lost, guesses=3, skill=Skill(guesses=3))
    assert unknown.standing() == [("Guesses", "3")]
    assert unknown.band() == GameEnd(lost, guesses=3).band()


def test_the_figures_of_a_win_are_one_line_that_can_be_shorter() -> None:
    assert GameEnd(won(), outcome(1), guesses=0).figures()[:2] == [
        "3BV/s 0.32   efficiency 100%   guesses 0   streak 2   won 50%",
        "3BV/s 0.32   efficiency 100%   guesses 0   streak 2",
    ]


def test_what_line_commands_say_agrees_with_the_screen() -> None:
    assert GameEnd(won()).plain() == "Won in 0:12.345!"
    assert GameEnd(won().helped("tip")).plain() == "Won in 0:12.345! Assisted, so not ranked."
    given_up = session().open_cell(1).tick(1.0).give_up()
    assert GameEnd(given_up).sentence() == "Here are the mines."
    assert GameEnd(given_up).plain() == "Given up after 0:01.000: these are the mines."
    unopened = GameEnd(new_session(BoardSpec(9, 9, 10), "beginner").give_up())
    assert unopened.sentence() == unopened.plain() == "Given up before the first open: no mine was laid yet."
    lost = session().open_cell(1).tick(1.0).open_cell(0)
    assert GameEnd(lost).sentence() == "Row 1 col 1 was a mine."
    assert GameEnd(lost).plain() == "Boom: row 1 col 1 was a mine. 0:01.000."
    assert GameEnd(lost).is_bad


def test_a_loss_is_told_by_its_review_and_its_proof_is_kept() -> None:
    before = session("....\n1111\n*..*").open_cell(0)
    lost = before.open_cell(8)
    fatal = fatal_move(before.game, lost)
    assert fatal is not None
    end = GameEnd(lost, outcome(None, problem="The disk is full."), run_to_end(review_loss(*fatal)), guesses=1)
    assert end.why() == (
        "Row 3 col 1 was provably a mine. Row 3 col 2 was safe: the 1 at row 2 col 4 has its "
        "mine in row 3 col 3-4, so the 1 at row 2 col 3, which sees both cells, has no mine left for row 3 col 2."
        " (This is the 1-1 pattern.)"
    )
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
