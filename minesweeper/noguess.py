"""Boards that need no guess: exact logic, the mine total included, finishes them from the first cell.

Layouts are dealt until one is such a board, and a layout is dropped at the first position where logic is stuck. So
every board without guesses is equally likely. Any repair of a stuck layout would be biased: all layouts that fit the
clues shown are stuck there too. Only where chance would take too long layouts are repaired, and the label says so.
Attempt number k follows from the seed and k alone, and the first attempt that succeeds is taken; limits count
attempts, never seconds. So a seed gives the same board everywhere.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import TypeVar

from minesweeper.cells import CellSet
from minesweeper.dead_ends import find_dead_ends
from minesweeper.generate import RandomStream, check_first, choose_mines, clear_zone, deal
from minesweeper.layout import Layout
from minesweeper.playout import Playout
from minesweeper.repair import repair
from minesweeper.solvers.exact import Reasoner
from minesweeper.solvers.slices import finish
from minesweeper.specs import ADJUSTED, NO_GUESS, NORMAL, BoardSpec

Result = TypeVar("Result")

NONE_FOUND = "none found"

_RARITY = ((0, 0), (100, 1), (150, 5), (200, 23), (250, 89), (300, 170), (360, 320), (500, 720), (1000, 720))
"""Mines in 1,000 cells; and how rare no-guess boards are then, in powers of two for 1,000 cells at the board's edge.

Most places where logic is stuck for good lie at the edge, so the rarity grows with it. Measured on boards from 9x9 to
200x200, on which it is right within a factor of three; narrow boards are worse.
"""
_MOST_WORK = 28
"""Where twice the power of two that a board is rare by, and the bits of its size, are more, layouts are repaired."""
_QUICK_WORK = 50_000
_QUICK_REPAIR = 2_000
"""Up to so many cells times attempts, or cells to repair, a board takes less than a tenth of a second; see CASES in
benchmarks/generate.py. The presets have at most 1,920."""
_ATTEMPTS_A_BOARD = 16
_FEWEST_ATTEMPTS = (16, 512)
_REPAIRS = (2, 20)
_FEW_LAYOUTS = 100
_ATTEMPTS_A_LAYOUT = 20
"""Where there are few layouts so many attempts for each leave out none; then there is nothing to repair."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A board, if one was found, and what kind of board it is."""

    layout: Layout | None
    label: str
    """NORMAL, NO_GUESS or ADJUSTED; NONE_FOUND if there is no layout."""
    attempts: int
    """How many attempts have been made, those before this call included."""


def deal_no_guess(
    spec: BoardSpec, first: int, seed: str, *, opening: bool = True, tried: int = 0, budget: int | None = None
) -> Dealt:
    """The no-guess board of a seed for a first cell; see ``deal_no_guess_in_slices``."""
    return finish(deal_no_guess_in_slices(spec, first, seed, opening=opening, tried=tried, budget=budget))


def deal_no_guess_in_slices(
    spec: BoardSpec, first: int, seed: str, *, opening: bool = True, tried: int = 0, budget: int | None = None
) -> Generator[int, None, Dealt]:
    """The no-guess board of a seed for a first cell, in slices of a few milliseconds; yields the attempts so far.

    Layouts that the first cell wins at once are left out; where all are won by it, the result is the seed's normal
    board. After ``budget`` attempts (by default as many as make sense) the result is that none was found; to go on
    from there, these attempts are given as ``tried``.
    """
    check_first(spec, first)
    search = _Search(spec, first, seed, opening)
    by_chance, by_repair = plan_attempts(spec, first, opening=opening)
    if budget is None:
        budget = max(by_chance - tried, 0) + by_repair
    for attempt in range(tried, tried + budget):
        yield attempt
        is_by_chance = attempt < by_chance
        mines = yield from _counted(search.try_chance(attempt) if is_by_chance else search.try_repair(attempt), attempt)
        if mines is not None:
            return Dealt(Layout(spec.grid, mines), NO_GUESS if is_by_chance else ADJUSTED, attempt + 1)
        if attempt + 1 == by_chance and (yield from _counted(search.are_all_won(by_chance), attempt)):
            return Dealt(deal(spec, first, seed, opening=opening), NORMAL, by_chance)
    return Dealt(None, NONE_FOUND, tried + budget)


def _counted(slices: Generator[None, None, Result], attempt: int) -> Generator[int, None, Result]:
    """The same work, with the attempts so far in each pause."""
    while True:
        try:
            next(slices)
        except StopIteration as stop:
            result: Result = stop.value
            return result
        yield attempt


def needs_no_guess(layout: Layout, first: int) -> bool:
    """Whether exact logic finishes the layout from the first cell; so too if the first cell wins it at once."""
    return Playout(layout.grid, layout.mines, first).run()


def takes_long(spec: BoardSpec) -> bool:
    """Whether a board may take longer than a player notices, so that it had better be made ahead of need."""
    cells, rarity = spec.width * spec.height, _rarity_of(spec)
    if 2 * rarity + cells.bit_length() > _MOST_WORK:
        return cells > _QUICK_REPAIR
    return cells << rarity > _QUICK_WORK


def plan_attempts(spec: BoardSpec, first: int, *, opening: bool = True) -> tuple[int, int]:
    """How many layouts are dealt, and how many of the next ones are repaired before the search is given up."""
    layouts = _count_few_layouts(spec, first, opening)
    if layouts:
        return layouts * _ATTEMPTS_A_LAYOUT, 0
    cells = spec.width * spec.height
    least, most = _REPAIRS
    repairs = max(least, min(most, 200_000 // cells))
    rarity = _rarity_of(spec)
    if 2 * rarity + cells.bit_length() > _MOST_WORK:
        return 0, repairs
    least, most = _FEWEST_ATTEMPTS
    return max(_ATTEMPTS_A_BOARD << rarity, least, min(most, 2_000_000 // cells)), repairs


def _count_few_layouts(spec: BoardSpec, first: int, opening: bool) -> int:
    """How many layouts the first-click rule allows; 0 if they are many."""
    clear = clear_zone(spec.grid, first, opening).bit_count()
    size, mines = spec.width * spec.height - clear, spec.mines
    if mines > size:
        size, mines = clear - 1, mines - size
    chosen = min(mines, size - mines)
    layouts = comb(size, chosen) if chosen < 8 else _FEW_LAYOUTS + 1  # with 8 there are 12,870 or more
    return layouts if layouts <= _FEW_LAYOUTS else 0


def _rarity_of(spec: BoardSpec) -> int:
    """How rare no-guess boards are, as a power of two."""
    cells = spec.width * spec.height
    edge = cells - max(spec.width - 2, 0) * max(spec.height - 2, 0)
    return edge * _rarity(1000 * spec.mines // cells) // 1000


def _rarity(density: int) -> int:
    """How rare no-guess boards of a density are, by linear interpolation in ints: floats may differ by machine."""
    for (low, rare), (high, rarer) in pairwise(_RARITY):
        if density <= high:
            return rare + (rarer - rare) * (density - low) // (high - low)
    return _RARITY[-1][1]


class _Search:
    """What the attempts for one board share."""

    def __init__(self, spec: BoardSpec, first: int, seed: str, opening: bool) -> None:
        self._spec = spec
        self._first = first
        self._opening = opening
        rule = "open" if opening else "safe"
        self._key = f"minesweeper no-guess 1|{spec}|{rule}|{first}|{seed}"
        self._reasoner = Reasoner()

    def _deal(self, attempt: int) -> tuple[CellSet, RandomStream]:
        stream = RandomStream(f"{self._key}|{attempt}")
        return choose_mines(stream, self._spec, self._first, opening=self._opening), stream

    def try_chance(self, attempt: int) -> Generator[None, None, CellSet | None]:
        """The mines of an attempt if they make a no-guess board."""
        mines, _ = self._deal(attempt)
        grid, first = self._spec.grid, self._first
        if find_dead_ends(grid, mines, first):
            return None
        playout = Playout(grid, mines, first, self._reasoner)
        if playout.is_won:
            return None
        return mines if (yield from playout.run_in_slices()) else None

    def try_repair(self, attempt: int) -> Generator[None, None, CellSet | None]:
        """The mines of an attempt, repaired until they make a no-guess board, if that succeeds."""
        mines, stream = self._deal(attempt)
        grid, first = self._spec.grid, self._first
        return (yield from repair(grid, mines, first, clear_zone(grid, first, self._opening), stream))

    def are_all_won(self, attempts: int) -> Generator[None, None, bool]:
        """Whether the first cell wins all of the first layouts at once."""
        for attempt in range(attempts):
            mines, _ = self._deal(attempt)
            if not Playout(self._spec.grid, mines, self._first).is_won:
                return False
            yield
        return True
