"""Work in slices: generators that pause often and return what they found, so that a screen stays alive meanwhile."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


def finish(slices: Generator[object, None, Result]) -> Result:
    """The result of work in slices, all done at once."""
    while True:
        try:
            next(slices)
        except StopIteration as stop:
            result: Result = stop.value
            return result
