"""When topics and missed positions return: six boxes whose waits grow, counted by local calendar days.

A review is five answers to new positions on or after the day it is due. Four right answers without hints raise the
topic to the next box, two or fewer lower it. Days are numbers as ``date.toordinal`` gives them. Tested in
tests/play/test_repetition.py.
"""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.assist.topics import LEARNING_ORDER, Topic
from minesweeper.core.text import plural

WAITS = 1, 2, 4, 9, 20, 45
"""The days until the next review, for boxes 1 to 6."""
REVIEW = 5
"""The answers of a review."""
_RAISES, _LOWERS = 4, 2
MASTERED_BOX = 3
NEVER = 1 << 30
SCHEDULED_TOPICS = tuple(topic for topic in LEARNING_ORDER if topic is not Topic.ONE_TWO_TWO_ONE)


def schedule_topic(topic: Topic) -> Topic:
    """The topic whose schedule a topic has: 1-2-2-1 has so few positions that it shares that of 1-2-1."""
    return Topic.ONE_TWO_ONE if topic is Topic.ONE_TWO_TWO_ONE else topic


class Schedule(NamedTuple):
    """The box of a topic, when its next review is due, and the answers of that review so far."""

    box: int = 0
    """From 1 to 6; 0 before the first review was passed."""
    due: int = 0
    """The day of the next review; 0 before the first answer, and for a topic with old answers only."""
    review: tuple[bool, ...] = ()
    """The answers of the running review: whether each was right without a hint."""
    placement: int = 0
    """The box that a passed first review leads to, for players with answers from before there were boxes; else 0."""

    @property
    def is_begun(self) -> bool:
        """Whether the player has answered a lesson of the topic."""
        return bool(self.due or self.review or self.placement)

    def is_due(self, today: int) -> bool:
        """Whether a begun topic has a review on this day."""
        return self.is_begun and self.due <= today

    @property
    def is_mastered(self) -> bool:
        """Whether three reviews on three days were passed, and the last ones too."""
        return self.box >= MASTERED_BOX

    def is_rusty(self, today: int) -> bool:
        """Whether a mastered topic is overdue by its whole interval."""
        return self.is_mastered and today >= self.due + WAITS[self.box - 1]

    def after(self, day: int, is_good: bool) -> Schedule:
        """Returns the schedule after an answer to a new position. Before the due day it is practice, no review."""
        if self.due > day:
            return self
        review = (*self.review, is_good)
        if len(review) < REVIEW:
            return self._replace(review=review)
        box = self.box
        if sum(review) >= _RAISES:
            box = max(self.placement, min(box + 1, len(WAITS)))
        elif sum(review) <= _LOWERS:
            box = max(box - 1, 0)
        return Schedule(box, day + WAITS[max(box - 1, 0)])

    def words(self, today: int) -> str:
        """Says how the topic stands on a day: new, learning, due today, due in 9 days, mastered or rusty."""
        if not self.is_begun:
            return "new"
        if self.is_rusty(today):
            return "rusty"
        if self.is_due(today):
            return "due today"
        days = self.due - today
        when = f"due in {plural(days, 'day')}"
        return f"mastered, {when}" if self.is_mastered else when


class Due(NamedTuple):
    """When an answered position returns: once, the day after it was missed or solved with a hint."""

    day: int = 0
    times: int = 0
    """How often it was answered. It is shown in another turn each time."""

    def after(self, day: int, is_good: bool) -> Due:
        """Returns when the position returns after one more answer."""
        return Due(NEVER if is_good or self.times else day + 1, self.times + 1)
