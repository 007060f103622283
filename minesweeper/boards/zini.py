"""Computes ZiNi: how few clicks clear a board with flags and chords, by the greedy solve."""

from __future__ import annotations

from heapq import heappop, heappush

from minesweeper.boards.layout import Layout
from minesweeper.boards.measures import lone_numbers, split_parts
from minesweeper.core.cells import CellSet, cells_of, numbers_as_bytes
from minesweeper.core.inputs import Told, counted, tell_nobody


def zini(layout: Layout, told: Told = tell_nobody) -> int:
    """Estimates how few clicks clear the board when mines may be flagged and numbers chorded.

    The greedy solve always chords where that saves most over single opens, and otherwise opens one cell.
    """
    return _Solve(layout, told).run(told)


_NEVER = -1000
"""The premium of mines and of the rim: so low that no flag next to them lets them be chorded."""


class _Solve:
    """Runs a greedy solve.

    The premium of a cell is what a chord there saves: the 3BV that its neighbourhood still holds, minus the clicks it
    takes: a flag on each unflagged mine, the chord, and an open if the cell is closed. Among equals, the first by
    column, then by row, is taken: the published programs do so, and another order gives other numbers.

    Cells are places on a board with a rim, ``stride`` per row, so that the eight steps to a neighbour need no look at
    the edges. The rim has a premium that never counts.
    """

    def __init__(self, layout: Layout, told: Told) -> None:
        self.width = layout.grid.width
        self.stride = stride = self.width + 1
        self.steps = (-stride - 1, -1, stride - 1, -stride, stride, -stride + 1, 1, stride + 1)
        self.clicks = 0
        self.closed = self._places(layout.safe)
        self.unflagged = self._places(layout.mines)
        self.lone = self._places(lone_numbers(layout))
        self.openings = [set(map(self._place, zeros)) for zeros in split_parts(layout.grid, layout.zeros)]
        self.opening_of = {zero: number for number, zeros in enumerate(self.openings) for zero in zeros}
        # Chords worth their clicks, best first. A changed premium gets a new entry, and an entry that no longer shows
        # the premium of its cell is skipped.
        self.chords: list[tuple[int, int, int]] = []
        self.premium = [_NEVER] * ((layout.grid.height + 2) * stride + 1)
        numbers = numbers_as_bytes(layout.numbers, layout.grid.size)
        for cell in cells_of(layout.safe):
            self.premium[self._place(cell)] = -numbers[cell] - 2
        for place in counted(self.lone, "numbers weighed", told):  # takes seconds on a million cells
            self._add_around(place, 1)
        for zeros in self.openings:
            for place in self._reach(zeros):
                self._add(place, 1)

    def _place(self, cell: int) -> int:
        return cell + cell // self.width + self.stride + 1

    def _places(self, cells: CellSet) -> set[int]:
        return set(map(self._place, cells_of(cells)))

    def run(self, told: Told) -> int:
        """Clears the board and returns the clicks made."""
        stride = self.stride
        alone = iter(sorted(self.lone | self.opening_of.keys(), key=lambda place: (place % stride, place)))
        while self.closed:
            if self.clicks % 100 == 0:
                told(f"{len(self.closed):,} cells are left to be clicked")
            place = self._best_chord()
            if place is None:
                self._click(next(place for place in alone if place in self.closed))
            else:
                self._chord(place)
        return self.clicks

    def _best_chord(self) -> int | None:
        while self.chords:
            loss, _, place = heappop(self.chords)
            if -loss == self.premium[place]:
                return place
        return None

    def _chord(self, place: int) -> None:
        if place in self.closed:
            self._click(place)
        near = [place + step for step in self.steps]
        for mine in self.unflagged.intersection(near):
            self.unflagged.remove(mine)
            self.clicks += 1
            self._add_around(mine, 1)
        self.clicks += 1
        for other in near:
            self._open(other)

    def _click(self, place: int) -> None:
        self.clicks += 1
        self._open(place)

    def _open(self, place: int) -> None:
        if place not in self.closed:
            return
        if place in self.opening_of:
            for other in self._reach(self.openings[self.opening_of[place]]):
                self._add(other, -1)
                self._uncover(other)
        else:
            self._uncover(place)
            if place in self.lone:
                self._add_around(place, -1)

    def _uncover(self, place: int) -> None:
        if place in self.closed:
            self.closed.remove(place)
            self._add(place, 1)

    def _reach(self, zeros: set[int]) -> set[int]:
        """Returns the places of an opening: its zeros and the numbers around them, and some of the rim."""
        return zeros.union(*([zero + step for step in self.steps] for zero in zeros))

    def _add_around(self, place: int, amount: int) -> None:
        self._add(place, amount)
        for step in self.steps:
            self._add(place + step, amount)

    def _add(self, place: int, amount: int) -> None:
        self.premium[place] = premium = self.premium[place] + amount
        if premium >= 0:
            heappush(self.chords, (-premium, place % self.stride, place))
