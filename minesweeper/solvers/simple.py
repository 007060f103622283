"""The solver "simple": proves cells by single clues, one clue after the other, the nearest first.

If a clue has all its mines, its other neighbours are safe. If a clue needs all its unknown neighbours, they are mines.
``deductions`` gives a reason for each cell; ``sweep`` proves the same cells much faster but without reasons. The solver
"smart" (``assumptions``) uses ``Knowledge`` too.
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
    """The constraint of a single clue. Its hidden neighbours are numbered in the order of ``Grid.neighbour_cells``."""
    return Constraints(range(8), (0,), (hidden,), (mines,))


class Knowledge:
    """A position with the hidden cells that are known to be safe or mines, while more and more of them are proved.

    It has one byte per cell instead of sets of cells, because updating a set of a million cells for every deduction
    would be too slow.
    """

    __slots__ = ("_first_clues", "_later_clues", "_near", "clue", "grid", "state")

    def __init__(self, grid: Grid, state: bytearray, clue: bytes, first: Iterator[int], near: int | None) -> None:
        self.grid, self.state, self.clue, self._near = grid, state, clue, near
        self._first_clues, self._later_clues = first, list[int]()

    def simple_moves(self) -> Iterator[Deduction]:
        """Yields what single clues prove, one clue at a time, until none proves more. Each deduction counts as known at
        once.

        Clues next to the cells just proved come before clues elsewhere. Raises a ``Contradiction`` if a clue can't
        hold.
        """
        while True:
            clue = heappop(self._later_clues) % self.grid.size if self._later_clues else next(self._first_clues, None)
            if clue is None:
                return
            step = self._ask(clue)
            if step is not None:
                yield step

    def _ask(self, clue: int) -> Deduction | None:
        """What one clue proves about its neighbours, which then count as known. Returns None if it proves nothing."""
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
        """How many mines a clue still needs."""
        return self.clue[clue] - sum(self.state[cell] == MINED for cell in self.grid.neighbour_cells(clue))

    def unknown_neighbours(self, cell: int) -> list[int]:
        """The neighbours of a cell that are neither opened nor proved."""
        state = self.state
        return [beside for beside in self.grid.neighbour_cells(cell) if state[beside] == UNKNOWN]

    def known_beside(self, clues: Iterable[int]) -> tuple[CellSet, CellSet]:
        """The hidden neighbours of the clues that are known to be safe, and those that are known to be mines."""
        beside = {cell for clue in clues for cell in self.grid.neighbour_cells(clue)}
        safe, mined = ([cell for cell in beside if self.state[cell] == state] for state in (SAFE, MINED))
        return to_cell_set(safe), to_cell_set(mined)

    def cells_in_state(self, state: int) -> CellSet:
        return cells_with_byte(self.state, state)

    def learn(self, cells: Iterable[int], state: int) -> None:
        """Marks cells as safe or as mines.

        ``state`` is ``SAFE`` or ``MINED``. The clues next to the cells are asked again later.
        """
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
    """Makes the knowledge of a position and some cells that are known already.

    Clues near ``near`` will be asked first.
    """
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
    """Yields everything that single clues prove, one clue at a time. Clues near ``near`` come first.

    Each deduction counts as known for the next ones. Raises a ``Contradiction`` if a clue can't hold.
    """
    try:
        yield from knowledge_of(position, known_safe, known_mined, near).simple_moves()
    except Contradiction as conflict:
        raise run_to_end(explain_conflict(position, conflict)) from None


def sweep(position: Position, known_mined: CellSet = 0) -> Generator[None, None, tuple[CellSet, CellSet]]:
    """Proves cells by single clues, all clues at once. Returns the safe cells, and the mines with those known before.
    Runs in slices.

    Raises a ``Contradiction`` if a clue can't hold.
    """
    swept = yield from sweep_to_end(position, (known_mined | position.given) & position.hidden)
    if swept.broken:
        raise (yield from explain_conflict(position, Contradiction("clues can't hold", swept.broken)))
    return swept.safe, swept.mined
