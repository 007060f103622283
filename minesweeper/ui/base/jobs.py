"""What is done for a screen outside of it: long work in slices, and questions to the player's files.

Both say what to do with what comes of it, so that nobody has to ask what a result belongs to: a function that takes the
model and gives the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

Then = Callable[..., Any]
"""What comes after: the model and what was found in, the next model out."""


class Job:
    """Long work: what to run on what, and what to do with the result.

    ``run(*about, *hint)`` is a generator. It yields whenever a slice may end: None, or progress to be told. What it
    returns is the result. Job that runs the same on the same is the same work, and goes on: the hint, such as where
    the cursor is, may change meanwhile.
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
        """The work from its beginning."""
        return self.run(*self.about, *self.hint)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Job) and self.run == other.run and self.about == other.about

    __hash__ = None  # type: ignore[assignment]


class Query(NamedTuple):
    """Something that only the player's files can answer, or do: ``find(archive, *about)``, which never raises.

    The answer goes to the screen that asked, which is still on top: a query is served before the next event is read.
    """

    find: Callable[..., Any]
    about: tuple[Any, ...]
    then: Then | None = None
    """A method of the screen, which takes the model and the answer."""
