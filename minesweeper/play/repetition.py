"""The schedule of lessons: when a topic or a missed position comes back.

Each topic is in one of six boxes, and the higher its box, the longer it takes until its next review. A review consists
of five answers to new positions on or after the day on which it is due. Four right answers without hints raise the
topic to the next box, two or fewer lower it by one. Days are calendar days of the player's place, as the numbers of
``date.toordinal``.
"""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.assist.topics import LEARNING_ORDER, Topic
from minesweeper.core.text import join, plural

WAITS = 1, 2, 4, 9, 20, 45
"""After how many days the next review is due, for the boxes 1 to 6."""
REVIEW = 5
"""The number of answers in a review."""
RAISES, _LOWERS = 4, 2
"""How many right answers pass a review, and the most with which it fails."""
MASTERED_BOX = 3
NEVER = 1 << 30
NEW, LEARNING, DUE, MASTERED, RUSTY = "new", "learning", "due", "mastered", "rusty"
"""The states of a topic."""
LESSON_RULES = (
    "Mark every cell that can be proved, safe cells and mines, and no other cell. Then choose Done. Nothing opens "
    "while you mark. On the board of one of your own games, one provable cell is enough. In mixed practice it can be "
    "that nothing is provable: then Done without marks is right.",
    "Four hints say more and more: the area, the numbers, the first step, the whole proof. An answer after a hint "
    "doesn't count as right in a review, and the position returns tomorrow. After the whole proof nothing is counted.",
    f"A review is {REVIEW} positions of a topic on a day when it is due. {RAISES} right ones pass it, and the topic "
    f"returns after {join(list(map(str, WAITS)))} days, later each time. {_LOWERS} or fewer fail it, and it returns "
    "sooner. On other days your answers are practice and change nothing.",
    f"A topic is new before the first answer, then learning. It is mastered after {MASTERED_BOX} passed reviews, until "
    "one fails, and rusty when a review of a mastered topic has waited twice as long as planned. Due means that a "
    "review waits today.",
)
"""What counts in lessons, for the help of every front end."""
SCHEDULED_TOPICS = tuple(topic for topic in LEARNING_ORDER if topic is not Topic.ONE_TWO_TWO_ONE)


def schedule_topic(topic: Topic) -> Topic:
    """The topic that stands for a topic in the schedule.

    This is the topic itself, but 1-2-2-1 has so few positions that it shares the schedule of 1-2-1.
    """
    return Topic.ONE_TWO_ONE if topic is Topic.ONE_TWO_TWO_ONE else topic


class Schedule(NamedTuple):
    """How far the player is with a topic, and when its next review is due."""

    box: int = 0
    """The box from 1 to 6, or 0 until the first review was passed."""
    due: int = 0
    """The day of the next review. 0 before the first answer, and if all answers are older than the schedule."""
    review: tuple[bool, ...] = ()
    """The answers of the review that has begun. True stands for a right answer without a hint."""
    placement: int = 0
    """The box to which the first passed review leads, if the player's answers are older than the schedule; else 0."""

    @property
    def is_begun(self) -> bool:
        """Whether the player has answered a lesson of the topic."""
        return bool(self.due or self.review or self.placement)

    def is_due(self, today: int) -> bool:
        """Whether a begun topic has a review on this day."""
        return self.is_begun and self.due <= today

    @property
    def is_mastered(self) -> bool:
        """Whether the topic is in box 3 or higher, which takes at least three passed reviews on three days."""
        return self.box >= MASTERED_BOX

    def is_rusty(self, today: int) -> bool:
        """Whether a mastered topic is overdue by as many days as its box waits."""
        return self.is_mastered and today >= self.due + WAITS[self.box - 1]

    def after(self, day: int, is_good: bool) -> Schedule:
        """The schedule after an answer to a new position on this day.

        ``is_good`` says whether it was right without a hint. Answers before the due day are practice and change
        nothing.
        """
        if self.due > day:
            return self
        review = (*self.review, is_good)
        if len(review) < REVIEW:
            return self._replace(review=review)
        box = self.box
        if sum(review) >= RAISES:
            box = max(self.placement, min(box + 1, len(WAITS)))
        elif sum(review) <= _LOWERS:
            box = max(box - 1, 0)
        return Schedule(box, day + WAITS[max(box - 1, 0)])

    def state(self, today: int) -> str:
        """How far the player is with the topic: new, learning, due, mastered or rusty."""
        if not self.is_begun:
            return NEW
        if self.is_rusty(today):
            return RUSTY
        if self.is_due(today):
            return DUE
        return MASTERED if self.is_mastered else LEARNING

    def about(self, today: int) -> str:
        """Says in sentences how far the topic is, and when its next review is. Empty for a new topic."""
        if not self.is_begun:
            return ""
        passed = f"{min(self.box, MASTERED_BOX)} of {MASTERED_BOX} reviews passed."
        if self.is_mastered:
            passed = "Mastered, but the review has waited too long." if self.is_rusty(today) else "Mastered."
        if not self.is_due(today):
            when = "tomorrow" if self.due == today + 1 else f"in {plural(self.due - today, 'day')}"
            return f"{passed} Next review {when}."
        answers = f"{REVIEW} new positions"
        if self.review:
            answers = f"{len(self.review)} of {REVIEW} answered, {sum(self.review)} right"
        return f"{passed} Review today: {answers}; {RAISES} right pass it."


class Due(NamedTuple):
    """When a position comes back. It does so once, on the day after it was missed or solved with a hint."""

    day: int = 0
    times: int = 0
    """How often the position was answered. It is turned or mirrored in another way each time."""

    def after(self, day: int, is_good: bool) -> Due:
        """The time at which the position comes back after one more answer."""
        return Due(NEVER if is_good or self.times else day + 1, self.times + 1)
