"""All that is known about a position once it has been analysed: proved cells, the number of layouts, odds."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from operator import mul
from typing import NamedTuple

from minesweeper.cells import CellSet, cells_of, contains, to_cell_set
from minesweeper.position import Position
from minesweeper.solvers.components import Component
from minesweeper.solvers.counting import Tables
from minesweeper.solvers.totals import Odds, Totals

_PAUSE = 500
"""So many parts are gone through between two pauses."""


class Part(NamedTuple):
    """A component of the frontier, or a window of one that is too large, with its tables."""

    component: Component
    tables: Tables
    owned: frozenset[int] | None = None
    """For a window the groups it speaks for; None for a whole component."""

    @property
    def share(self) -> float:
        """Which part of the cells it speaks for."""
        if self.owned is None:
            return 1.0
        return sum(self.tables.sizes[group] for group in self.owned) / sum(self.tables.sizes)


def weigh_part(part: Part, weights: list[int]) -> list[int]:
    """The layouts in which a cell of each group is mined, then all layouts; if known roughly, in a unit of its own.

    The weights are those of the part's numbers of mines, see ``Totals.outside``.
    """
    counts = part.tables.count()
    return [sum(map(mul, ways, weights)) for ways in (*counts.mined, counts.by_mines)]


def collect_decided(part: Part, risks: list[int], safe: list[int], mined: list[int]) -> None:
    """Adds the cells that the weights of a part leave no doubt about to two lists."""
    layouts = risks[-1]
    for cells, risk in zip(part.component.groups, risks, strict=False):
        if not risk:
            safe += cells
        elif risk == layouts:
            mined += cells


class Memory(NamedTuple):
    """What is worth remembering of a position for the next one of the same game."""

    position: Position
    safe: CellSet
    mined: CellSet
    settled: tuple[CellSet, CellSet, CellSet]
    """The opened, safe and mined cells for which the parts were made."""
    parts: dict[int, list[Part]]
    """Each component, or its windows, under the first of its clues."""


class Analysis:
    """What follows from a position; made by ``exact.analyse``."""

    __slots__ = ("_places", "interior", "is_exact", "memory", "mined", "parts", "position", "risks", "safe", "totals")

    def __init__(
        self,
        memory: Memory,
        parts: list[Part],
        interior: CellSet,
        totals: Totals,
        risks: list[list[int]],
        decided: tuple[list[int], list[int]],
    ) -> None:
        self.memory = memory
        self.position = memory.position
        self.parts = parts
        self.interior = interior
        """The unknown cells that no clue sees."""
        self.totals = totals
        self.is_exact = totals.is_exact
        """False if the board was too large for exact odds; what is called safe or mined is so in any case."""
        self.risks = risks
        """For each part the layouts with a cell of each group mined, then all layouts; see ``weigh_part``."""
        self._places: dict[int, tuple[int, int]] | None = None
        safe, mined = self._with_interior(*map(to_cell_set, decided))
        self.safe = memory.safe & ~memory.position.opened | safe
        """Every hidden cell that is safe in all layouts."""
        self.mined = memory.mined | mined
        """Every hidden cell that is mined in all layouts."""

    def _with_interior(self, safe: CellSet, mined: CellSet) -> tuple[CellSet, CellSet]:
        inside_mined, layouts = self.totals.inside
        inside_safe = self.interior if not inside_mined else 0
        inside_mines = self.interior if inside_mined == layouts else 0
        return safe | inside_safe, mined | inside_mines

    @property
    def layouts(self) -> int | None:
        """How many layouts fit the position; None if it was not counted exactly."""
        return self.totals.layouts if self.is_exact else None

    @property
    def magnitude(self) -> float:
        """The decimal logarithm of the number of layouts, also where that is not known exactly."""
        return self.totals.magnitude

    @property
    def mines_left(self) -> int:
        """The mines not proved yet."""
        return self.position.mine_total - self.mined.bit_count()

    @property
    def mines_unknown(self) -> int:
        """The mines in the cells of ``parts`` and ``interior`` together."""
        return self.position.mine_total - self.memory.settled[2].bit_count()

    @property
    def interior_odds(self) -> Odds | None:
        """The odds of every interior cell; None if there is none."""
        return self.totals.inside if self.interior else None

    def odds(self, cell: int) -> Odds:
        """The layouts in which a hidden cell is mined, and all layouts; as a fraction they are the chance of a mine."""
        if contains(self.position.opened, cell):
            raise ValueError(f"cell {cell} is opened: only hidden cells have odds")
        place = self.places().get(cell)
        if place is None:
            if contains(self.interior, cell):
                return self.totals.inside
            layouts = self.totals.layouts or 1
            return (layouts, layouts) if contains(self.mined, cell) else (0, layouts)
        part, group = place
        risks = self.risks[part]
        return risks[group], risks[-1]

    def places(self) -> dict[int, tuple[int, int]]:
        """For each unknown frontier cell the number of its part and of its group there."""
        for _ in self.find_places():
            pass
        assert self._places is not None
        return self._places

    def find_places(self) -> Generator[None, None, None]:
        """Makes the table that odds are looked up in, with pauses: for a million cells it takes a tenth of a second."""
        if self._places is not None:
            return
        found: dict[int, tuple[int, int]] = {}
        for number, part in enumerate(self.parts):
            for group, cells in enumerate(part.component.groups):
                if part.owned is None or group in part.owned:
                    for cell in cells:
                        found[cell] = (number, group)
            if not number % _PAUSE:
                yield
        self._places = found

    def group_odds(self) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """For each group of frontier cells its cells, the layouts in which one of them is mined, and all layouts."""
        for part, risks in zip(self.parts, self.risks, strict=True):
            for group, cells in enumerate(part.component.groups):
                if part.owned is None or group in part.owned:
                    yield cells, risks[group], risks[-1]

    def odds_map(self) -> dict[int, Odds]:
        """The odds of every hidden cell."""
        layouts = self.totals.layouts or 1
        found = dict.fromkeys(cells_of(self.position.hidden), (0, layouts))
        found.update(dict.fromkeys(cells_of(self.mined), (layouts, layouts)))
        found.update(dict.fromkeys(cells_of(self.interior), self.totals.inside))
        for cells, risk, all_layouts in self.group_odds():
            found.update(dict.fromkeys(cells, (risk, all_layouts)))
        return found
