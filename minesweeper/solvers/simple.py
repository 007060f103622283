"""K and J: the two one-clue rules, clue by clue, nearest first.

A clue with all its mines known frees the rest; one with no cell to spare mines the rest.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from heapq import heappop, heappush

from minesweeper.core.cells import (
    CellSet,
    cells_of,
    cells_with_byte,
    nearest_first,
    numbers_as_bytes,
    place_text,
    steps_between,
    to_cell_set,
    unequal_numbers,
)
from minesweeper.core.position import Position
from minesweeper.core.text import plural
from minesweeper.solvers.bitrules import broken_clues, sweep_one_clue
from minesweeper.solvers.deduction import Contradiction, Deduction, Kind, Step, run_to_end

OPENED, UNKNOWN, SAFE, MINED = range(4)

_NAMED = 6
"""How many clues, and how many given mines, the text of a Contradiction names."""


class Knowledge:
    """A position and the hidden cells that are known to be safe or mined; every clue is counted against them.

    Bytes a cell instead of CellSets: a set of a million cells costs too much to be touched for each single deduction.
    """

    __slots__ = (
        "_first_clues",
        "_given",
        "_later_clues",
        "_near",
        "_proofs",
        "_used_total",
        "clue",
        "grid",
        "mine_total",
        "mined_beside",
        "mines_left",
        "state",
        "unknown_beside",
        "unknown_count",
    )

    @classmethod
    def in_steps(
        cls, position: Position, known_safe: CellSet, known_mined: CellSet, near: int | None
    ) -> Generator[None, None, Knowledge]:
        """What is known of a position and some of its cells, with pulses in between: a million cells take a while."""
        knowledge = cls.__new__(cls)
        mined = (known_mined | position.given) & position.hidden
        yield from knowledge._read(position, known_safe & position.hidden, mined, near)
        return knowledge

    def _read(self, position: Position, safe: CellSet, mined: CellSet, near: int | None) -> Iterator[None]:
        if mined & safe:
            raise ValueError("a cell can't be known to be both safe and mined")
        grid, clues = position.grid, position.clues
        unknown = position.hidden ^ mined ^ safe
        self.grid = grid
        self.mine_total = position.mine_total
        self.mines_left = position.mine_total - mined.bit_count()
        self.unknown_count = unknown.bit_count()
        self._near = near
        self._given = position.given
        self._used_total = False
        self._proofs: dict[int, tuple[int, ...]] = {}
        self._later_clues: list[int] = []
        self.state = bytearray(numbers_as_bytes((unknown | mined, safe | mined, 0, 0), grid.size))
        yield
        self.clue = numbers_as_bytes(clues, grid.size)
        yield
        self.unknown_beside = bytearray(numbers_as_bytes(grid.count_neighbours(unknown), grid.size))
        yield
        least, most = grid.count_neighbours(mined), grid.count_neighbours(mined | unknown)
        self.mined_beside = bytearray(numbers_as_bytes(least, grid.size))
        yield
        speaking = grid.spread(unknown) & ~(unequal_numbers(clues, least) & unequal_numbers(clues, most))
        broken = broken_clues(position.opened, clues, least, most)
        self._first_clues = nearest_first(grid, position.opened & speaking | broken, near)

    def simple_moves(self) -> Iterator[Deduction]:
        """Yields what single clues prove, one clue at a time, until none proves more; each is learned at once.

        What follows from the last finding comes before clues elsewhere.
        """
        size = self.grid.size
        while True:
            if self._later_clues:
                clue = heappop(self._later_clues) % size
            else:
                first = next(self._first_clues, None)
                if first is None:
                    return
                clue = first
            found = self._ask(clue)
            if found is not None:
                yield found

    def _ask(self, clue: int) -> Deduction | None:
        """What one clue proves of its neighbours."""
        free = self.unknown_beside[clue]
        missing = self.clue[clue] - self.mined_beside[clue]
        if not 0 <= missing <= free:
            raise self.contradiction((clue,))
        if not free or 0 < missing < free:
            return None
        given_safe, given_mined = map(to_cell_set, self.given((clue,)))
        cells = self.unknown_neighbours(clue)
        found = to_cell_set(cells)
        if missing:
            self.learn((), cells, (clue,))
            step = Step(mined=found, clues=1 << clue, from_safe=given_safe)
        else:
            self.learn(cells, (), (clue,))
            step = Step(safe=found, clues=1 << clue, from_mined=given_mined)
        return Deduction(
            Kind.ONE_CLUE,
            step.safe,
            step.mined,
            because=1 << clue,
            steps=(step,),
            given_safe=given_safe,
            given_mined=given_mined,
        )

    def unknown_neighbours(self, cell: int) -> list[int]:
        """The cells beside a cell of which nothing is known."""
        state = self.state
        return [beside for beside in self.grid.neighbour_cells(cell) if state[beside] == UNKNOWN]

    def given(self, clues: Iterable[int]) -> tuple[set[int], set[int]]:
        """The hidden cells beside the clues that are known to be safe, and those known to be mined."""
        beside = {cell for clue in clues for cell in self.grid.neighbour_cells(clue)}
        return {c for c in beside if self.state[c] == SAFE}, {c for c in beside if self.state[c] == MINED}

    def cells_in_state(self, state: int) -> CellSet:
        """The cells that are in a state, as a set."""
        return cells_with_byte(self.state, state)

    def learn(
        self, safe: Iterable[int], mined: Iterable[int], proof: tuple[int, ...], *, uses_total: bool = False
    ) -> None:
        """Notes that unknown cells are safe or mined; ``proof`` are the clues that showed it."""
        self._used_total |= uses_total
        for cell in safe:
            self._settle(cell, SAFE, proof)
        for cell in mined:
            self._settle(cell, MINED, proof)
            self.mines_left -= 1

    def _settle(self, cell: int, state: int, proof: tuple[int, ...]) -> None:
        self.state[cell] = state
        self.unknown_count -= 1
        self._proofs[cell] = proof
        grid, near = self.grid, self._near
        for beside in grid.neighbour_cells(cell):
            self.unknown_beside[beside] -= 1
            if state == MINED:
                self.mined_beside[beside] += 1
            if self.state[beside] == OPENED:
                distance = 0 if near is None else steps_between(grid, near, beside)
                heappush(self._later_clues, distance * grid.size + beside)

    def contradiction(self, clues: Iterable[int], *, uses_total: bool = False) -> Contradiction:
        """The error that names clues which can't hold together, and those that proved what speaks against them."""
        blamed = set(clues)
        pending = list(blamed)
        if uses_total or self._used_total:
            pending.extend(clue for proof in self._proofs.values() for clue in proof)
        while pending:
            clue = pending.pop()
            blamed.add(clue)
            for cell in self.grid.neighbour_cells(clue):
                pending.extend(clue for clue in self._proofs.get(cell, ()) if clue not in blamed)
        by_total = uses_total or self._used_total
        total = f"{plural(self.mine_total, 'mine')} in all" if by_total else ""
        found = to_cell_set(blamed)
        given = self._given if by_total else self._given & self.grid.spread(found)
        names = (self._name("clue", sorted(blamed)), self._name("given mine", cells_of(given)), total)
        return Contradiction(f"no layout fits {' and '.join(filter(None, names))}", found, given)

    def _name(self, what: str, cells: list[int]) -> str:
        if not cells:
            return ""
        places = [self.grid.row_col(cell) for cell in cells[:_NAMED]]
        names = ", ".join(place_text(row, col) for row, col in places)
        more = len(cells) - len(places)
        return f"the {what}{'s' if len(cells) > 1 else ''} at {names}{f' and {more} more' if more else ''}"


def deductions(
    position: Position, known_safe: CellSet = 0, known_mined: CellSet = 0, *, near: int | None = None
) -> Iterator[Deduction]:
    """Yields all that the two rules prove, one clue at a time, clues near the given cell first.

    What is yielded counts as known from then on, as if it had been passed in.
    """
    return run_to_end(Knowledge.in_steps(position, known_safe, known_mined, near)).simple_moves()


def sweep(position: Position, known_safe: CellSet = 0, known_mined: CellSet = 0) -> tuple[CellSet, CellSet]:
    """All hidden cells that the two rules prove safe, and mined, the known ones included; all clues at once."""
    return run_to_end(sweep_in_slices(position, known_safe, known_mined))


def sweep_in_slices(
    position: Position, known_safe: CellSet = 0, known_mined: CellSet = 0
) -> Generator[None, None, tuple[CellSet, CellSet]]:
    """The same with a pause after each look at the board, which takes 10 ms for a million cells."""
    grid, clues, opened = position.grid, position.clues, position.opened
    hidden = position.hidden
    safe, mined = known_safe & hidden, (known_mined | position.given) & hidden
    while True:
        unknown = hidden & ~(safe | mined)
        new_safe, new_mined = sweep_one_clue(grid, opened, clues, mined, unknown)
        if not new_safe | new_mined:
            # Known mines only grow and possible mines only shrink, so a broken clue is still broken here.
            least, most = grid.count_neighbours(mined), grid.count_neighbours(mined | unknown)
            if broken_clues(opened, clues, least, most):
                raise _contradiction(position, known_safe, known_mined)
            return safe, mined
        safe |= new_safe
        mined |= new_mined
        yield


def _contradiction(position: Position, known_safe: CellSet, known_mined: CellSet) -> Contradiction:
    """The error that the rules meet when they are followed clue by clue; it names the clues to blame."""
    try:
        for _ in deductions(position, known_safe, known_mined):
            pass
    except Contradiction as error:
        return error
    raise AssertionError("a contradiction of all clues at once is one of single clues too")
