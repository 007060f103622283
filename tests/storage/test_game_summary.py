"""The summary of a finished game, from which every front end takes its texts."""

from __future__ import annotations

import pytest

from minesweeper.assist.loss import GuessRating, Necessity, review_loss
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.guesses import Skill, fatal_move
from minesweeper.play.session import Session, new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.game_summary import GameEnd, WinGrade, record_figures
from minesweeper.storage.records import Record, RecordingResult
from tests.ui.driving import board

BEFORE = Record(9, 4, 5, 1, 3, 20_000)


def session(picture: str = "*2*\n...") -> Session:
    return board(picture, "beginner")._replace(is_known_board=False)


def won() -> Session:
    done = session().open_cell(1).tick(12.345).open_cell(3).open_cell(4).open_cell(5)
    assert done.game.is_over
    return done


def outcome(rank: int | None, best: int = 12_345, **changes: object) -> RecordingResult:
    after = Record(10, 5, 5, 2, 3, best)
    return RecordingResult(before=BEFORE, after=after, rank=rank)._replace(**changes)  # type: ignore[arg-type]


def lost_by(picture: str, first: int, fatal: int) -> GameEnd:
    """A game that is lost by opening a second cell, with its review. The board is given as text."""
    before = session(picture).open_cell(first).tick(58.4)
    lost = before.open_cell(fatal)
    move = fatal_move(before.game, lost)
    assert move is not None
    return GameEnd(lost, review=run_to_end(review_loss(move)))


AVOIDABLE = ("....\n1111\n*..*", 0, 8)
FORCED = ("..\n11\n*.", 0, 4)
SKILL = Skill(guesses=3, forced=2, needless=1, good=2, judged=3, given_away=0.08, share_kept=0.92, survival=0.24)


@pytest.mark.parametrize(
    ("end", "card"),
    [
        (GameEnd(won()), ["Won in 0:12.345", "Won 0:12.345"]),
        (
            GameEnd(won(), outcome(1)),
            ["Won in 0:12.345   new best by 7.7 s", "Won in 0:12.345", "Won 0:12.345"],
        ),
        (
            GameEnd(won(), outcome(3, before=BEFORE._replace(best_ms=10_245))),
            ["Won in 0:12.345   your third best", "Won in 0:12.345", "Won 0:12.345"],
        ),
        (
            GameEnd(won(), outcome(2, before=BEFORE._replace(best_ms=12_345))),
            ["Won in 0:12.345   as fast as your best", "Won in 0:12.345", "Won 0:12.345"],
        ),
        (
            GameEnd(won(), outcome(1, before=Record(3))),
            ["First win! 0:12.345 is the time to beat.", "Won in 0:12.345   first win", "Won 0:12.345"],
        ),
        (
            GameEnd(won().with_assistant("tip"), outcome(None)),
            ["Won in 0:12.345   assisted, not ranked", "Won in 0:12.345", "Won 0:12.345"],
        ),
        (GameEnd(session().open_cell(1).give_up()), ["Given up after 0:00", "Given up"]),
    ],
)
def test_the_result_bar_shows_the_result_and_one_comparison(end: GameEnd, card: list[str]) -> None:
    assert end.card() == card
    assert len(card[-1]) + 6 <= 20


@pytest.mark.parametrize(
    ("best_ms", "rank", "streak", "reason"),
    [
        (12_000, 2, 7, "0.3 s from your best"),  # so close to the best time that nothing else is more encouraging
        (11_400, 2, 7, "0.9 s from your best"),
        (11_300, 2, 3, "3 in a row"),
        (11_300, 2, 2, "your second best"),
        (11_300, 3, 1, "your third best"),
        (11_300, 4, 1, "1.0 s from your best"),
        (5_000, 4, 2, "7.3 s from your best"),
    ],
)
def test_a_ranked_win_shows_its_most_encouraging_comparison(best_ms: int, rank: int, streak: int, reason: str) -> None:
    ranked = outcome(rank, before=BEFORE._replace(best_ms=best_ms), after=Record(10, 9, 1, streak, streak, best_ms))
    assert GameEnd(won(), ranked).card()[0] == f"Won in 0:12.345   {reason}"
    assert GameEnd(won(), ranked).card(is_time_beside=True)[0].partition("   ")[0] == "Won"


def test_a_win_is_close_to_the_best_time_within_five_percent() -> None:
    before = BEFORE._replace(best_ms=100_000)
    for milliseconds, reason in ((105_000, "5.0 s from your best"), (105_001, "your second best")):
        end = GameEnd(won()._replace(elapsed=milliseconds / 1000), outcome(2, before=before))
        assert end.card()[0].endswith(f"   {reason}")


@pytest.mark.parametrize(
    ("ranked", "grade"),
    [
        (None, WinGrade.UNRANKED),
        (outcome(None), WinGrade.UNRANKED),
        (outcome(4), WinGrade.RANKED),
        (outcome(4, after=Record(10, 5, 5, 2)), WinGrade.RANKED),
        (outcome(4, after=Record(10, 5, 5, 3)), WinGrade.STREAK),
        (outcome(1), WinGrade.BEST),
        (outcome(1, before=Record(3)), WinGrade.BEST),
    ],
)
def test_the_grade_of_a_win_depends_on_its_rank_and_streak(ranked: RecordingResult | None, grade: WinGrade) -> None:
    assert GameEnd(won(), ranked).grade is grade


def test_a_new_best_time_shows_how_much_faster_it_is() -> None:
    assert GameEnd(won(), outcome(1)).lead == "7.7 s"
    assert GameEnd(won(), outcome(1, before=BEFORE._replace(best_ms=12_400))).lead == "0.055 s"
    assert GameEnd(won(), outcome(1, before=BEFORE._replace(best_ms=112_345))).lead == "1:40"
    assert GameEnd(won(), outcome(1, before=Record(3))).lead == ""


@pytest.mark.parametrize(
    ("end", "card"),
    [
        (lost_by(*AVOIDABLE), ["Lost after 0:58   avoidable", "Lost   avoidable"]),
        (lost_by(*FORCED), ["Lost after 0:58   bad luck", "Lost   bad luck"]),
        (
            lost_by("*1....\n....*.", 1, 0),
            ["Lost after 0:58   you had a better guess", "Lost   you had a better guess", "Lost   better guess"],
        ),
        (lost_by(*AVOIDABLE)._replace(review=None), ["Lost after 0:58"]),
    ],
)
def test_the_result_bar_of_a_loss_says_whether_it_was_avoidable(end: GameEnd, card: list[str]) -> None:
    assert end.card() == card
    assert len(card[-1]) <= 20
    assert end.is_bad


def test_a_loss_is_called_bad_luck_only_after_its_guess_is_rated() -> None:
    end = lost_by("*1....\n....*.", 1, 0)
    assert end._replace(is_judging=True).card() == ["Lost after 0:58"]
    rating = GuessRating(Necessity.FORCED, 0.0)
    assert end._replace(rating=rating).card()[0] == "Lost after 0:58   bad luck"


@pytest.mark.parametrize("who", ["intelligent", "exact", "bot"])
def test_a_game_finished_by_a_solver_or_bot_is_shown_as_unranked(who: str) -> None:
    done = session().open_cell(1).tick(58.3).apply_assist(0b111000, 0, who)
    name = "bot" if who == "bot" else "solver"
    card = GameEnd(done, outcome(None)).card()
    finished = f"The {name} finished it in 0:58"
    assert card == [f"{finished}   assisted, not ranked", finished, f"The {name} won"]


def test_skill_is_shown_once_rated_but_not_after_an_avoidable_loss() -> None:
    lost = lost_by(*FORCED)._replace(guesses=3)
    skill = [("Skill", "92%"), ("Gave away", "8.0 points"), ("Survival", "24%")]
    assert lost._replace(skill=SKILL).rating_figures() == [("Guesses", "3, 2 good, 1 needless"), *skill]
    assert lost._replace(is_judging=True).rating_figures() == [("Guesses", "3"), ("Skill", "judging...")]
    assert lost._replace(skill=Skill(guesses=3)).rating_figures() == [("Guesses", "3")]
    avoidable = lost_by(*AVOIDABLE)._replace(guesses=3, skill=SKILL)
    assert avoidable.rating_figures() == [("Guesses", "3, 2 good, 1 needless")]


def test_after_a_win_only_needless_guesses_are_mentioned() -> None:
    assert GameEnd(won(), outcome(1), skill=SKILL._replace(needless=0)).sentence() == ""
    assert GameEnd(won(), outcome(1), skill=SKILL).sentence() == "One guess was needless."
    assert GameEnd(won(), outcome(1), skill=SKILL._replace(needless=2)).sentence() == "2 guesses were needless."


def test_assisted_and_known_games_show_the_count_of_their_category() -> None:
    assert GameEnd(won().with_assistant("tip"), outcome(None)).rating_figures() == [("Assisted", "5 of 10, 50% won")]
    assert GameEnd(won()._replace(is_known_board=True), outcome(None)).rating_figures() == [
        ("Known", "5 of 10, 50% won")
    ]


def test_the_result_in_text_mode_agrees_with_the_screen() -> None:
    assert GameEnd(won()).plain() == "Won in 12.345 seconds!"
    assert GameEnd(won().with_assistant("tip")).plain() == "Won in 12.345 seconds! Assisted, so not ranked."
    given_up = session().open_cell(1).tick(1.0).give_up()
    assert GameEnd(given_up).sentence() == ""
    assert GameEnd(given_up).plain() == "Given up after 1 second. These are the mines."
    unopened = GameEnd(new_session(BoardSpec(9, 9, 10), "beginner").give_up())
    assert unopened.sentence() == unopened.plain() == "Given up before the first open, so there are no mines yet."
    lost = session().open_cell(1).tick(1.0).open_cell(0)
    assert GameEnd(lost).plain() == "Boom! Row 1, column 1 was a mine. Lost after 1 second."
    assert GameEnd(lost).is_bad


def test_the_figures_of_a_win_show_score_streak_and_rank() -> None:
    end = GameEnd(won(), outcome(2), guesses=0)
    assert dict(end.score())["3BV"] == "4"
    assert end.rating_figures() == [
        ("Guesses", "0"),
        ("Streak", "2, longest 3"),
        ("Won", "5 of 10, 50%"),
        ("Rank", "2 of 5"),
    ]
    assert end.figures().startswith("3BV 4; 3BV/s 0.32; Clicks 4 left")


def test_the_figures_of_a_record_show_the_best_time() -> None:
    assert record_figures(BEFORE)[0] == ("Best", "0:20.000")
