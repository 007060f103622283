"""Measures of a board and of a game: openings, 3BV, difficulty and how well a game was played."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Protocol

from minesweeper.cells import CellSet, Grid, cells_of
from minesweeper.layout import Layout
from minesweeper.specs import BoardSpec

_MASK_CELLS = 10_000

# Fitted to the rates at which the best player wins, and wins without a guess: docs/measures.md has the table.
_DANGER = 20.5
_SIZE_POWER = 0.3
_DENSITY_POWER = 2.8


def difficulty(spec: BoardSpec) -> float:
    """How hard a board is, approximately, from 0 to 10.

    The danger of a board is 20.5 * cells^0.3 * density^2.8: a tenth more mines add 31%, twice as many cells at the same
    density 23%. The difficulty is 10 * (1 - e^-danger), so it grows with both and never passes 10.
    """
    cells = spec.width * spec.height
    danger = _DANGER * cells**_SIZE_POWER * spec.density**_DENSITY_POWER
    return 10 * (1 - exp(-danger))


def three_bv(layout: Layout) -> int:
    """The least number of opens that clears the board: its openings, and the numbers that touch no opening."""
    return count_openings(layout) + lone_numbers(layout).bit_count()


def opened_three_bv(layout: Layout, opened: CellSet) -> int:
    """The part of the 3BV that is done; it tells nothing about cells that are still hidden."""
    zeros = layout.zeros & opened
    return count_parts(layout.grid, zeros) + (opened & ~layout.grid.spread(zeros)).bit_count()


def solved_three_bv(layout: Layout, opened: CellSet) -> int:
    """The part of the 3BV that is solved: openings open to their last cell, and opened numbers that touch none."""
    zeros = layout.zeros
    unsolved = layout.grid.spread(layout.safe & ~opened) & zeros
    solved = zeros & ~layout.grid.flood(unsolved, zeros)
    return count_parts(layout.grid, solved) + (lone_numbers(layout) & opened).bit_count()


def count_openings(layout: Layout) -> int:
    """How many openings there are: zeros joined by a side or a corner, with the numbers around them."""
    return count_parts(layout.grid, layout.zeros)


def count_islands(layout: Layout) -> int:
    """How many islands there are: joined numbers that touch no opening."""
    return count_parts(layout.grid, lone_numbers(layout))


def lone_numbers(layout: Layout) -> CellSet:
    """The safe cells that no opening opens."""
    return layout.safe & ~layout.grid.spread(layout.zeros)


def count_parts(grid: Grid, cells: CellSet) -> int:
    """Into how many parts a set falls, cells joined by a side or a corner being one."""
    if grid.size > _MASK_CELLS:  # a whole-board operation for each part takes too long there
        return len(split_parts(grid, cells))
    parts = 0
    while cells:
        cells &= ~grid.flood(cells & -cells, cells)
        parts += 1
    return parts


def split_parts(grid: Grid, cells: CellSet) -> list[list[int]]:
    """The parts of a set as lists of cells, in no particular order."""
    stride = grid.width + 1  # a column without members between the rows: no step leads around the edge
    steps = (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1)
    left, parts = {cell + cell // grid.width for cell in cells_of(cells)}, []
    while left:
        part = [left.pop()]
        for place in part:  # the list grows while it is walked
            near = left.intersection([place + step for step in steps])
            left -= near
            part += near
        parts.append([place - place // stride for place in part])
    return parts


class Clicks(Protocol):
    """How many moves of each kind a player made, and how many of all changed the board."""

    @property
    def opens(self) -> int: ...
    @property
    def flags(self) -> int: ...
    @property
    def chords(self) -> int: ...
    @property
    def effective(self) -> int: ...


@dataclass(frozen=True, slots=True)
class GameMeasures:
    """How well a finished game was played; a measure that can't be told, such as a speed without time, is None."""

    three_bv: int
    solved: int
    """The part of the 3BV that was solved: all of it in a game that was won."""
    seconds: float
    opens: int
    flags: int
    chords: int
    effective: int
    """How many of all clicks changed the board."""

    @property
    def is_won(self) -> bool:
        """Whether the whole board was solved."""
        return self.solved == self.three_bv

    @property
    def clicks(self) -> int:
        """All clicks, the wasted ones too."""
        return self.opens + self.flags + self.chords

    @property
    def three_bv_per_second(self) -> float | None:
        """The solved 3BV in a second."""
        return _ratio(self.solved, self.seconds)

    @property
    def ioe(self) -> float | None:
        """The index of efficiency: the solved 3BV for each click; chords can bring it over 1."""
        return _ratio(self.solved, self.clicks)

    @property
    def efficiency(self) -> float | None:
        """The index of efficiency in percent."""
        return _ratio(100 * self.solved, self.clicks)

    @property
    def correctness(self) -> float | None:
        """The share of clicks that changed the board."""
        return _ratio(self.effective, self.clicks)

    @property
    def throughput(self) -> float | None:
        """The solved 3BV for each click that changed the board; IOE is correctness times throughput."""
        return _ratio(self.solved, self.effective)

    @property
    def estimated_seconds(self) -> float | None:
        """How long the whole board would have taken at the same speed."""
        return _ratio(self.seconds * self.three_bv, self.solved)

    @property
    def rqp(self) -> float | None:
        """Time squared by 3BV of a game that was won: the lower, the better."""
        return _ratio(self.seconds**2, self.three_bv) if self.is_won else None

    @property
    def qg(self) -> float | None:
        """Time to the power of 1.7 by 3BV of a game that was won: the lower, the better."""
        return _ratio(self.seconds**1.7, self.three_bv) if self.is_won else None

    @property
    def style(self) -> str:
        """``NF`` for a game without flags, else ``FL``."""
        return "FL" if self.flags else "NF"


def measure_game(layout: Layout, opened: CellSet, seconds: float, clicks: Clicks) -> GameMeasures:
    """The measures of a finished game: its layout, what was open at the end, its time and its clicks."""
    return GameMeasures(
        three_bv(layout),
        solved_three_bv(layout, opened),
        seconds,
        clicks.opens,
        clicks.flags,
        clicks.chords,
        clicks.effective,
    )


def _ratio(amount: float, by: float) -> float | None:
    return amount / by if by else None
