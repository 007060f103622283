"""The six boxes: a topic rises by good reviews on different days, and a missed position returns once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.play.repetition import (
    DUE,
    LEARNING,
    MASTERED,
    MASTERED_BOX,
    NEVER,
    NEW,
    REVIEW,
    RUSTY,
    WAITS,
    Due,
    Schedule,
)

DAY = 700_000
GOOD, FAIR, BAD = (True,) * 4 + (False,), (True,) * 3 + (False,) * 2, (False,) * 3 + (True,) * 2


def reviewed(schedule: Schedule, day: int, answers: tuple[bool, ...]) -> Schedule:
    for is_good in answers:
        schedule = schedule.after(day, is_good)
    return schedule


def test_three_good_days_master_a_topic_and_no_day_counts_twice() -> None:
    schedule, day = Schedule(), DAY
    for box in range(1, len(WAITS) + 1):
        schedule = reviewed(schedule, day, GOOD)
        assert (schedule.box, schedule.due) == (box, day + WAITS[box - 1])
        assert reviewed(schedule, day, GOOD) == schedule
        assert schedule.is_mastered == (box >= MASTERED_BOX)
        day = schedule.due
    assert reviewed(schedule, day, GOOD).box == len(WAITS)


def test_four_of_five_right_answers_raise_the_box_of_a_topic() -> None:
    start = Schedule(3, DAY)
    assert [reviewed(start, DAY, answers).box for answers in (GOOD, FAIR, BAD)] == [4, 3, 2]
    assert reviewed(Schedule(), DAY, BAD) == Schedule(0, DAY + 1)


def test_a_review_may_be_spread_over_days_and_its_last_day_counts() -> None:
    schedule = Schedule()
    for number, is_good in enumerate(GOOD):
        schedule = schedule.after(DAY + number, is_good)
    assert schedule == Schedule(1, DAY + REVIEW - 1 + WAITS[0])


def test_one_placement_review_leads_to_the_box_of_old_answers() -> None:
    placed = Schedule(placement=3)
    assert placed.is_due(DAY)
    assert reviewed(placed, DAY, GOOD) == Schedule(3, DAY + WAITS[2])
    assert reviewed(placed, DAY, BAD) == Schedule(0, DAY + 1)


def test_a_topic_has_one_of_five_states_and_a_next_review_day() -> None:
    stages = {
        Schedule(): (NEW, ""),
        Schedule(1, DAY): (DUE, "1 of 3 reviews passed. Review today: 5 new positions; 4 right pass it."),
        Schedule(1, DAY + 1): (LEARNING, "1 of 3 reviews passed. Next review tomorrow."),
        Schedule(0, DAY, (True, False)): (
            DUE,
            "0 of 3 reviews passed. Review today: 2 of 5 answered, 1 right; 4 right pass it.",
        ),
        Schedule(4, DAY + 9): (MASTERED, "Mastered. Next review in 9 days."),
        Schedule(3, DAY - 3): (DUE, "Mastered. Review today: 5 new positions; 4 right pass it."),
        Schedule(3, DAY - 4): (
            RUSTY,
            "Mastered, but the review has waited too long. Review today: 5 new positions; 4 right pass it.",
        ),
    }
    assert {one: (one.state(DAY), one.about(DAY)) for one in stages} == stages


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=60))
def test_a_topic_stays_within_six_boxes_and_is_never_due_earlier(answers: list[tuple[int, bool]]) -> None:
    schedule, day = Schedule(), DAY
    for later, is_good in answers:
        day += later
        before, schedule = schedule, schedule.after(day, is_good)
        assert 0 <= schedule.box <= len(WAITS)
        assert schedule.due >= before.due
        assert len(schedule.review) < REVIEW


def test_a_missed_position_returns_once_on_the_next_day() -> None:
    assert Due().after(DAY, True) == Due(NEVER, 1)
    missed = Due().after(DAY, False)
    assert missed == Due(DAY + 1, 1)
    assert missed.after(DAY + 1, False) == Due(NEVER, 2)
