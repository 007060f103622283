"""Applies the two one-clue rules (keys K and J), clue by clue, nearest first.

If a clue has all its mines, its other neighbours are safe. If a clue needs all its unknown neighbours, they are mines.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush

from minesweeper.core.cells import (
    CellSet,
    Grid,
    cells_of,
    cells_with_byte,
    nearest_first,
    numbers_as_bytes,
    steps_between,
    to_cell_set,
    unequal_numbers,
)
from minesweeper.core.position import Position
from minesweeper.solvers.bitrules import broken_clues, sweep_to_end
from minesweeper.solvers.constraints import Constraints
from minesweeper.solvers.deduction import Contradiction, Deduction, Kind, run_to_end
from minesweeper.solvers.exact import explain_conflict

OPENED, UNKNOWN, SAFE, MINED = range(4)


@lru_cache(maxsize=256 * 9)
def _clue_alone(hidden: CellSet, mines: int) -> Constraints:
    """Returns the constraint of a single clue, with its hidden neighbours by number."""
    return Constraints(range(8), (0,), (hidden,), (mines,))


class Knowledge:
    """Tracks a position and the hidden cells known to be safe or mines.

    Stores one byte per cell instead of CellSets: updating a set of a million cells for every deduction is too slow.
    """

    __slots__ = ("_first_clues", "_later_clues", "_near", "clue", "grid", "state")

    def __init__(self, grid: Grid, state: bytearray, clue: bytes, first: Iterator[int], near: int | None) -> None:
        self.grid, self.state, self.clue, self._near = grid, state, clue, near
        self._first_clues, self._later_clues = first, list[int]()

    def simple_moves(self) -> Iterator[Deduction]:
        """Yields the deductions of single clues, one clue at a time, until no clue proves more. Learns each at once.

        Consequences of the last deduction come before clues elsewhere.
        """
        while True:
            clue = heappop(self._later_clues) % self.grid.size if self._later_clues else next(self._first_clues, None)
            if clue is None:
                return
            step = self._ask(clue)
            if step is not None:
                yield step

    def _ask(self, clue: int) -> Deduction | None:
        """Returns what one clue proves about its neighbours."""
        beside = self.grid.neighbour_cells(clue)
        numbers: list[CellSet] = [0, 0, 0, 0]
        for number, cell in enumerate(beside):
            numbers[self.state[cell]] |= 1 << number
        unknown, safe, mined = numbers[UNKNOWN:]
        answer = _clue_alone(unknown | safe | mined, self.clue[clue]).ask(0, safe, mined)
        if answer is None:
            return None
        if answer.is_broken:
            raise Contradiction("a clue can't hold", 1 << clue)

        def to_board(cells: CellSet) -> CellSet:
            return to_cell_set([beside[number] for number in cells_of(cells)]) if cells else 0

        step = answer.renumbered(to_board, lambda _: 1 << clue)
        self.learn([beside[number] for number in cells_of(unknown)], SAFE if step.safe else MINED)
        return Deduction(
            Kind.ONE_CLUE,
            step.safe,
            step.mined,
            because=1 << clue,
            steps=(step,),
            assumes_safe=to_board(safe),
            assumes_mined=to_board(mined),
        )

    def missing(self, clue: int) -> int:
        """Returns how many mines a clue still needs."""
        return self.clue[clue] - sum(self.state[cell] == MINED for cell in self.grid.neighbour_cells(clue))

    def unknown_neighbours(self, cell: int) -> list[int]:
        """Returns the neighbours of a cell that are neither opened nor proved."""
        state = self.state
        return [beside for beside in self.grid.neighbour_cells(cell) if state[beside] == UNKNOWN]

    def known_beside(self, clues: Iterable[int]) -> tuple[CellSet, CellSet]:
        """Returns the hidden neighbours of the clues that are known to be safe, and those known to be mines."""
        beside = {cell for clue in clues for cell in self.grid.neighbour_cells(clue)}
        safe, mined = ([cell for cell in beside if self.state[cell] == state] for state in (SAFE, MINED))
        return to_cell_set(safe), to_cell_set(mined)

    def cells_in_state(self, state: int) -> CellSet:
        return cells_with_byte(self.state, state)

    def learn(self, cells: Iterable[int], state: int) -> None:
        """Marks unknown cells as safe or mines, and queues the clues next to them."""
        grid, near = self.grid, self._near
        beside: set[int] = set()
        for cell in cells:
            self.state[cell] = state
            beside.update(grid.neighbour_cells(cell))
        for clue in beside:
            if self.state[clue] == OPENED:
                distance = 0 if near is None else steps_between(grid, near, clue)
                heappush(self._later_clues, distance * grid.size + clue)


def knowledge_of(position: Position, known_safe: CellSet, known_mined: CellSet, near: int | None) -> Knowledge:
    """Builds the knowledge of a position and some known cells."""
    grid, clues = position.grid, position.clues
    safe, mined = known_safe & position.hidden, (known_mined | position.given) & position.hidden
    unknown = position.hidden ^ mined ^ safe
    state = bytearray(numbers_as_bytes((unknown | mined, safe | mined, 0, 0), grid.size))
    least, most = grid.count_neighbours(mined), grid.count_neighbours(mined | unknown)
    speaking = grid.spread(unknown) & ~(unequal_numbers(clues, least) & unequal_numbers(clues, most))
    first = nearest_first(grid, position.opened & speaking | broken_clues(position.opened, clues, least, most), near)
    return Knowledge(grid, state, numbers_as_bytes(clues, grid.size), first, near)


def deductions(
    position: Position, known_safe: CellSet = 0, known_mined: CellSet = 0, *, near: int | None = None
) -> Iterator[Deduction]:
    """Yields all that the two rules prove, one clue at a time, clues near ``near`` first.

    Each yielded deduction counts as known from then on, as if its cells had been passed in.
    """
    try:
        yield from knowledge_of(position, known_safe, known_mined, near).simple_moves()
    except Contradiction as conflict:
        raise run_to_end(explain_conflict(position, conflict)) from None


def sweep(position: Position, known_mined: CellSet = 0) -> Generator[None, None, tuple[CellSet, CellSet]]:
    """Returns all cells proved safe and all proved mines, including the known ones. Applies all clues at once."""
    swept = yield from sweep_to_end(position, (known_mined | position.given) & position.hidden)
    if swept.broken:
        raise (yield from explain_conflict(position, Contradiction("clues can't hold", swept.broken)))
    return swept.safe, swept.mined
