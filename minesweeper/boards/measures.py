"""Measures a board: difficulty, openings, islands, 3BV and how much of that is done, and ZiNi."""

from __future__ import annotations

from heapq import heappop, heappush
from math import exp
from typing import NamedTuple

from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, Grid, cells_of, numbers_as_bytes

# Fitted to the rates at which the best player wins, and wins without a guess. docs/dev/benchmarks.md has the table.
_DANGER = 20.5
_SIZE_POWER = 0.3
_DENSITY_POWER = 2.8


def difficulty(spec: BoardSpec) -> float:
    """Estimates how hard a board is, from 0 to 10.

    The danger of a board is 20.5 * cells^0.3 * density^2.8: a tenth more mines add 31%, twice as many cells at the same
    density 23%. The difficulty is 10 * (1 - e^-danger), so it grows with both and never passes 10.
    """
    cells = spec.width * spec.height
    danger = _DANGER * cells**_SIZE_POWER * spec.density**_DENSITY_POWER
    return 10 * (1 - exp(-danger))


def three_bv(layout: Layout) -> int:
    """Counts the fewest opens that clear the board: its openings, and the numbers that touch no opening."""
    return count_openings(layout) + lone_numbers(layout).bit_count()


def opened_three_bv(layout: Layout, opened: CellSet) -> int:
    """Counts the part of the 3BV that is done. It reveals nothing about hidden cells."""
    zeros = layout.zeros & opened
    return count_parts(layout.grid, zeros) + (opened & ~layout.grid.spread(zeros)).bit_count()


def speed_text(three_bv_per_second: float | None) -> str:
    """Writes 3BV per second in five columns, or a dash for a game so short that the figure says nothing."""
    return "-" if three_bv_per_second is None or three_bv_per_second >= 1000 else f"{three_bv_per_second:.2f}"[:5]


def count_openings(layout: Layout) -> int:
    """Counts the openings: zeros joined by a side or a corner, with the numbers around them."""
    return count_parts(layout.grid, layout.zeros)


def lone_numbers(layout: Layout) -> CellSet:
    """Returns the safe cells that no opening opens."""
    return layout.safe & ~layout.grid.spread(layout.zeros)


def count_islands(layout: Layout) -> int:
    """Counts the islands: joined numbers that touch no opening."""
    return count_parts(layout.grid, lone_numbers(layout))


_MASK_CELLS = 10_000
"""The most cells for counting parts by whole-board operations. Larger boards are counted cell by cell."""


def count_parts(grid: Grid, cells: CellSet) -> int:
    """Counts the parts of a set. Cells joined by a side or a corner are one part."""
    if grid.size > _MASK_CELLS:
        return len(split_parts(grid, cells))
    parts = 0
    while cells:
        cells &= ~grid.flood(cells & -cells, cells)
        parts += 1
    return parts


def split_parts(grid: Grid, cells: CellSet) -> list[list[int]]:
    """Lists the parts of a set as lists of cells, in no particular order."""
    stride = grid.width + 1  # an empty column between the rows: no step leads around the edge
    steps = (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1)
    remaining, parts = {cell + cell // grid.width for cell in cells_of(cells)}, []
    while remaining:
        part = [remaining.pop()]
        for place in part:  # the list grows during the loop
            near = remaining.intersection([place + step for step in steps])
            remaining -= near
            part += near
        parts.append([place - place // stride for place in part])
    return parts


def zini(layout: Layout) -> int:
    """Estimates how few clicks clear the board when mines may be flagged and numbers chorded.

    The greedy solve always chords where that saves most over single opens, and otherwise opens one cell.
    """
    return len(_GreedySolve(layout).run())


class Click(NamedTuple):
    """One click that clears a board: open, flag or chord a cell."""

    kind: str
    cell: int


def fewest_clicks(layout: Layout) -> tuple[Click, ...]:
    """Lists the clicks of the greedy solve that ``zini`` counts. Nobody knows whether fewer would do."""
    return tuple(_GreedySolve(layout).run())


_NEVER = -1000
"""The premium of mines and of the rim: so low that no flag next to them lets them be chorded."""


class _GreedySolve:
    """Clears a board with few clicks, as ZiNi counts them: greedily, by chords where these save most.

    The premium of a cell is what a chord there saves: the 3BV that its neighbourhood still holds, minus the clicks it
    takes: a flag on each unflagged mine, the chord, and an open if the cell is closed. Among equals, the first by
    column, then by row, is taken: the published programs do so, and another order gives other numbers.

    Cells are places on a board with a rim, ``stride`` per row, so that the eight steps to a neighbour need no look at
    the edges. The rim has a premium that never counts.
    """

    def __init__(self, layout: Layout) -> None:
        self.width = layout.grid.width
        self.stride = stride = self.width + 1
        self.steps = (-stride - 1, -1, stride - 1, -stride, stride, -stride + 1, 1, stride + 1)
        self.clicks: list[Click] = []
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
        for place in self.lone:
            self._add_around(place, 1)
        for zeros in self.openings:
            for place in self._reach(zeros):
                self._add(place, 1)

    def _place(self, cell: int) -> int:
        return cell + cell // self.width + self.stride + 1

    def _places(self, cells: CellSet) -> set[int]:
        return set(map(self._place, cells_of(cells)))

    def run(self) -> list[Click]:
        """Clears the board and lists the clicks made."""
        stride = self.stride
        alone = iter(sorted(self.lone | self.opening_of.keys(), key=lambda place: (place % stride, place)))
        while self.closed:
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

    def _note(self, kind: str, place: int) -> None:
        row, col = divmod(place - self.stride - 1, self.stride)
        self.clicks.append(Click(kind, row * self.width + col))

    def _chord(self, place: int) -> None:
        if place in self.closed:
            self._click(place)
        near = [place + step for step in self.steps]
        for mine in self.unflagged.intersection(near):
            self.unflagged.remove(mine)
            self._note("flag", mine)
            self._add_around(mine, 1)
        self._note("chord", place)
        for other in near:
            self._open(other)

    def _click(self, place: int) -> None:
        self._note("open", place)
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
