"""Describes work outside of the screens: long jobs in steps, and queries to the player's files.

Each holds a function that takes the model and the result and returns the next model. So no result has to be matched
with its request.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

Then = Callable[..., Any]
"""Takes the model and a result; returns the next model."""


class Job:
    """Describes long work for a screen: a function, its arguments, and a function for the result.

    ``run(*about, *hint)`` is a generator that yields None or progress wherever a step may end, and returns the result.
    Two jobs with the same function and ``about`` are equal, so the running one continues. The hint, such as the
    cursor's cell, may differ.
    """

    __slots__ = ("about", "done", "hint", "run", "told")

    def __init__(
        self,
        run: Callable[..., Generator[Any, None, Any]],
        about: tuple[Any, ...],
        done: Then,
        *,
        hint: tuple[Any, ...] = (),
        told: Then | None = None,
    ) -> None:
        self.run = run
        self.about = about
        self.done = done
        self.hint = hint
        self.told = told

    def begin(self) -> Generator[Any, None, Any]:
        """Starts the work from its beginning."""
        return self.run(*self.about, *self.hint)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Job) and self.run == other.run and self.about == other.about

    __hash__ = None  # type: ignore[assignment]


class Query(NamedTuple):
    """Asks the player's files: ``find(archive, *about)``, which never raises.

    The answer goes to the screen that asked. That is still on top, because queries are answered before the next event.
    """

    find: Callable[..., Any]
    about: tuple[Any, ...]
    then: Then | None = None
    """A method of the screen that takes the model and the answer."""
