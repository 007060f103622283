"""Shortens a list of steps that fails, as long as it still fails in the same way."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence

from tests.tools.monkey.steps import Step


def way_of(error: BaseException) -> str:
    """The way in which something failed: the type of the error and the place that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    return f"{type(error).__name__} at {last[0].filename}:{last[0].lineno}" if last else type(error).__name__


def shortened(steps: Sequence[Step], fails: Callable[[Sequence[Step]], bool], tries: int) -> list[Step]:
    """A shorter list of steps that still fails.

    First finds the shortest end of the list that fails, then leaves out smaller and smaller pieces.
    """
    best = list(steps)
    while tries > 0 and len(best) > 1:
        tries -= 1
        half = best[len(best) // 2 :]
        if not fails(half):
            break
        best = half
    size = len(best) // 2
    while size >= 1 and tries > 0:
        at = 0
        while at < len(best) and tries > 0:
            tries -= 1
            trial = best[:at] + best[at + size :]
            if trial and fails(trial):
                best = trial
            else:
                at += size
        size //= 2
    return best
