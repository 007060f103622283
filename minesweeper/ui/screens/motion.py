"""Short animations on the board: a region that opens in rings, and joy over a won game. Values that feel time pass."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.core.cells import CellSet, Grid

LONGEST = 0.6
"""Seconds that an animation takes at most."""


@dataclass(frozen=True)
class Rings:
    """Cells that appear in square rings around a cell; what lies outside the radius still looks as before."""

    cells: CellSet
    centre: int
    radius: int
    last: int
    """The radius at which everything in view is reached."""
    step: int
    """How many rings appear at a time."""
    pace: float
    """Seconds between steps."""
    left: float

    def tick(self, seconds: float) -> Rings | None:
        """The animation after some time; None when it is over."""
        left, radius = self.left - seconds, self.radius
        while left <= 0 and radius < self.last:
            left += self.pace
            radius += self.step
        return None if radius >= self.last else replace(self, left=left, radius=radius)

    def outside(self, grid: Grid) -> CellSet:
        """The cells that the rings have not reached."""
        row, col = grid.row_col(self.centre)
        side = 2 * self.radius + 1
        return self.cells & ~grid.rectangle(row - self.radius, col - self.radius, side, side)


def start_rings(cells: CellSet, centre: int, reach: int, pace: float) -> Rings | None:
    """Rings from a cell to as far as is in view; None where there is nothing to animate."""
    if pace <= 0 or reach < 2:
        return None
    steps = max(1, int(LONGEST / pace))
    step = max(1, -(-reach // steps))
    return Rings(cells, centre, 0, reach, step, pace, pace)
