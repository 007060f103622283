"""Figures about a board: its difficulty, openings, islands, 3BV and ZiNi.

3BV is the fewest opens that clear the board without chords, and ZiNi estimates the fewest clicks with them. All figures
except `difficulty` and `speed_text` need the layout, so no solver may use them. `storage/statistics.py` and the results
of a game show them.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import exp
from typing import NamedTuple

from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, Grid, cells_of, numbers_as_bytes

# These constants were fitted to how often the best player wins, and how often without a guess. docs/dev/benchmarks.md
# has the table.
_DANGER = 20.5
_SIZE_POWER = 0.3
_DENSITY_POWER = 2.8


def difficulty(spec: BoardSpec) -> float:
    """An estimate of how hard a board is, from 0 to 10.

    It is 10 * (1 - e^-danger), so it never passes 10. The danger is 20.5 * cells^0.3 * density^2.8, which means that a
    tenth more mines add 31%, and twice as many cells at the same density 23%.
    """
    cells = spec.width * spec.height
    danger = _DANGER * cells**_SIZE_POWER * spec.density**_DENSITY_POWER
    return 10 * (1 - exp(-danger))


def three_bv(layout: Layout) -> int:
    """The 3BV of a board: the fewest opens that clear it.

    This is one for each opening and one for each number that touches no opening.
    """
    return count_openings(layout) + lone_numbers(layout).bit_count()


def opened_three_bv(layout: Layout, opened: CellSet) -> int:
    """How much of the 3BV the `opened` cells make up. The figure reveals nothing about hidden cells."""
    zeros = layout.zeros & opened
    return count_parts(layout.grid, zeros) + (opened & ~layout.grid.spread(zeros)).bit_count()


def speed_text(three_bv_per_second: float | None) -> str:
    """3BV per second in at most five columns.

    It is a dash if the speed is unknown, or if the game was so short that its speed says nothing.
    """
    return "-" if three_bv_per_second is None or three_bv_per_second >= 1000 else f"{three_bv_per_second:.2f}"[:5]


def count_openings(layout: Layout) -> int:
    """How many openings a board has.

    An opening is zeros that are joined by a side or a corner, with the numbers around them.
    """
    return count_parts(layout.grid, layout.zeros)


def lone_numbers(layout: Layout) -> CellSet:
    """The safe cells that must be opened one by one, because they lie outside every opening."""
    return layout.safe & ~layout.grid.spread(layout.zeros)


def count_islands(layout: Layout) -> int:
    """How many islands a board has.

    An island is lone numbers that are joined by a side or a corner. (Statistics of players use this word, and it has
    nothing to do with the islands of an end game.)
    """
    return count_parts(layout.grid, lone_numbers(layout))


_MASK_CELLS = 10_000
"""The most cells of a board whose parts are counted by operations on cell sets.

On a larger board, counting cell by cell is faster.
"""


def count_parts(grid: Grid, cells: CellSet) -> int:
    """Counts the parts of a cell set. Cells that are joined by a side or a corner belong to one part."""
    if grid.size > _MASK_CELLS:
        return len(split_parts(grid, cells))
    parts = 0
    while cells:
        cells &= ~grid.flood(cells & -cells, cells)
        parts += 1
    return parts


def split_parts(grid: Grid, cells: CellSet) -> list[list[int]]:
    """Lists the parts of a cell set as lists of cells, in no particular order."""
    # There is an empty column between the rows, so that no step leads around the edge of the board.
    stride = grid.width + 1
    steps = (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1)
    remaining, parts = {cell + cell // grid.width for cell in cells_of(cells)}, []
    while remaining:
        part = [remaining.pop()]
        for place in part:  # The list grows during the loop, so the loop reaches every cell of the part.
            near = remaining.intersection([place + step for step in steps])
            remaining -= near
            part += near
        parts.append([place - place // stride for place in part])
    return parts


def zini(layout: Layout) -> int:
    """The ZiNi of a board: an estimate of how few clicks clear it if mines may be flagged and numbers chorded.

    It counts the clicks of `fewest_clicks`.
    """
    return len(_GreedySolve(layout).run())


class Click(NamedTuple):
    """One click that clears a board. Its kind is "open", "flag" or "chord"."""

    kind: str
    cell: int


def fewest_clicks(layout: Layout) -> tuple[Click, ...]:
    """Lists the clicks that clear a board in a greedy way: a chord where this saves most, otherwise a single open.

    Nobody knows whether fewer clicks would do.
    """
    return tuple(_GreedySolve(layout).run())


_NEVER = -1000
"""The premium of mines and of the rim.

It is so low that flags next to them never make a chord there seem worth its clicks.
"""


class _GreedySolve:
    """One greedy solve of a board, which clears it with few clicks.

    The premium of a cell is what a chord there saves: the 3BV that its neighbourhood still has, minus the clicks that
    the chord takes. These are a flag on each unflagged mine, the chord, and an open if the cell is closed. Among equal
    premiums, the solve takes the first by column, then by row, because the published programs do so and another order
    gives other figures.

    Cells are places on a board with a rim, ``stride`` of them per row, so that the eight steps to a neighbour need no
    check for the edges. The premium of the rim never counts.
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
        # The heap has the chords that are worth their clicks, best first. If a premium changes, a new entry is pushed,
        # and an entry whose premium is out of date is skipped.
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
        """The place of a cell: its number on the board with a rim."""
        return cell + cell // self.width + self.stride + 1

    def _places(self, cells: CellSet) -> set[int]:
        """The places of a cell set."""
        return set(map(self._place, cells_of(cells)))

    def run(self) -> list[Click]:
        """Clears the board, and returns the clicks in order."""
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
        """The place whose chord saves most. None if no chord is worth its clicks."""
        while self.chords:
            loss, _, place = heappop(self.chords)
            if -loss == self.premium[place]:
                return place
        return None

    def _note(self, kind: str, place: int) -> None:
        row, col = divmod(place - self.stride - 1, self.stride)
        self.clicks.append(Click(kind, row * self.width + col))

    def _chord(self, place: int) -> None:
        """Chords a number. It is opened first if it is closed, and its mines are flagged."""
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
        """Opens a place with its opening, without counting a click. Nothing happens if it is open already."""
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
        """The places that an opening opens: its zeros and the numbers around them.

        Some places of the rim are among them.
        """
        return zeros.union(*([zero + step for step in self.steps] for zero in zeros))

    def _add_around(self, place: int, amount: int) -> None:
        """Changes the premium of a place and of its eight neighbours."""
        self._add(place, amount)
        for step in self.steps:
            self._add(place + step, amount)

    def _add(self, place: int, amount: int) -> None:
        """Changes the premium of a place, and notes its chord if this is worth its clicks now."""
        self.premium[place] = premium = self.premium[place] + amount
        if premium >= 0:
            heappush(self.chords, (-premium, place % self.stride, place))
