"""Job is the same if it runs the same on the same: a hint or another screen does not begin it anew."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from minesweeper.ui.base.jobs import Job


def count(to: int, near: int = 0) -> Generator[int, None, str]:
    yield from range(to)
    return f"{to} near {near}"


def other(to: int, near: int = 0) -> Generator[int, None, str]:
    yield to + near
    return ""


def keep(model: object, found: object) -> object:
    return found


def test_what_is_run_on_what_makes_it_the_same_work() -> None:
    work = Job(count, (3,), keep, hint=(1,))
    assert work == Job(count, (3,), lambda model, found: found, hint=(2,), told=keep)
    assert work != Job(count, (4,), keep, hint=(1,))
    assert work != Job(other, (3,), keep, hint=(1,))
    assert work != "work"


def test_it_begins_with_its_subject_and_its_hint() -> None:
    slices = Job(count, (2,), keep, hint=(7,)).begin()
    assert (next(slices), next(slices)) == (0, 1)
    with pytest.raises(StopIteration) as end:
        next(slices)
    assert end.value.value == "2 near 7"
