"""Cuts the unknown cells beside clues into regions that can be reasoned about one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from minesweeper.cells import CellSet, cells_of, nearest_first, to_cell_set
from minesweeper.solvers.knowledge import OPENED, UNKNOWN, Knowledge
from minesweeper.solvers.region import Region

_LARGEST = 400
"""A component with more cells than this is covered by overlapping regions of about this size."""
_CORE = 200
"""How many cells of such a region are tried in it; the others only serve the reasoning about these."""


def regions(knowledge: Knowledge, near: int | None) -> Iterator[Region | None]:
    """The components of the unknown cells beside clues, those near a cell first; None as a pulse on long ways."""
    grid = knowledge.grid
    unknown = knowledge.cells_in_state(UNKNOWN)
    yield None
    frontier = unknown & grid.spread(knowledge.cells_in_state(OPENED))
    yield None
    seen = bytearray(grid.size)
    for steps, cell in enumerate(nearest_first(grid, frontier, near)):
        if knowledge.state[cell] == UNKNOWN and not seen[cell]:
            yield _region_around(knowledge, cell, seen)
        elif not steps % 1024:
            yield None


def _region_around(knowledge: Knowledge, start: int, seen: bytearray) -> Region:
    """The component of a cell, or the part of a huge one around it; marks the core's cells as seen."""
    cells, numbers = [start], {start: 0}
    clues: dict[int, list[int]] = {}
    for cell in cells:  # grows while it is walked: the nearest cells come first
        for clue in knowledge.grid.neighbour_cells(cell):
            if knowledge.state[clue] == OPENED and clue not in clues:
                clues[clue] = knowledge.unknown_neighbours(clue)
                for member in clues[clue]:
                    if member not in numbers:
                        numbers[member] = len(cells)
                        cells.append(member)
        if len(cells) > _LARGEST:
            break
    core = cells if len(cells) <= _LARGEST else cells[:_CORE]
    for cell in core:
        seen[cell] = 1
    return _make_region(knowledge, cells, numbers, clues.items(), core_size=len(core))


def whole_region(knowledge: Knowledge) -> Region:
    """All unknown cells, with the mine total."""
    grid, unknown = knowledge.grid, knowledge.cells_in_state(UNKNOWN)
    cells = cells_of(unknown)
    numbers = {cell: number for number, cell in enumerate(cells)}
    clues = cells_of(grid.spread(unknown) & knowledge.cells_in_state(OPENED))
    members = ((clue, knowledge.unknown_neighbours(clue)) for clue in clues)
    return _make_region(knowledge, cells, numbers, members, core_size=len(cells), mines_left=knowledge.mines_left)


def _make_region(
    knowledge: Knowledge,
    cells: list[int],
    numbers: dict[int, int],
    members: Iterable[tuple[int, list[int]]],
    *,
    core_size: int,
    mines_left: int | None = None,
) -> Region:
    """The region of some cells; of clues that see the same cells only the first is kept."""
    found: dict[CellSet, tuple[int, int]] = {}
    for clue, beside in members:
        mask = to_cell_set(numbers[cell] for cell in beside)
        need = knowledge.clue[clue] - knowledge.mined_beside[clue]
        first, first_need = found.setdefault(mask, (clue, need))
        if first_need != need:
            raise knowledge.contradiction((first, clue))
    clues, needs = [clue for clue, _ in found.values()], [need for _, need in found.values()]
    return Region(cells, clues, list(found), needs, mines_left, (1 << core_size) - 1)
