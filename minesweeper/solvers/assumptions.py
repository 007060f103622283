"""The solver "smart": proves cells by assumptions, without counting layouts.

It assumes that a cell is a mine, then that it is safe, and follows both. If one of them leads to a contradiction, the
other is true. If both lead to the same conclusion, this is true in any case. That is a proof, never a guess.
Assumptions may be nested, one on top of the other. Single clues come first, then single assumptions, then nested ones,
and the mine total last. Each search is limited to a ``Region`` of the board. The search finds cells but no reasons for
them; ``proof.simplest_proof`` finds reasons that a person can follow. A cell is undecided here if it is neither opened
nor proved, nor decided by the assumptions being followed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from minesweeper.core.cells import CellSet, cells_of, first_cell, nearest_first, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers.bitrules import sweep_total
from minesweeper.solvers.constraints import Constraints, Numbering, PartialAssignment, dedupe_clues, group_cells
from minesweeper.solvers.deduction import Contradiction, Deduction, Kind, ProvedCells
from minesweeper.solvers.exact import explain_conflict
from minesweeper.solvers.simple import MINED, OPENED, SAFE, UNKNOWN, Knowledge, knowledge_of

RegionKey: TypeAlias = tuple[tuple[int, ...], tuple[CellSet, ...], tuple[int, ...], CellSet, int | None]
"""Everything about a region that decides what can be proved in it. Regions with equal keys allow the same proofs."""


class MineTotal:
    """The mine total as one more constraint: all cells of a region together have exactly ``mines_left`` mines.

    Clues that have no undecided cell in common need different mines. So the mines that such clues need add up to a
    lower limit for the mines among the undecided cells. Their safe cells add up to a lower limit for the safe cells
    there.
    """

    def __init__(self, constraints: Constraints, mines_left: int) -> None:
        self.mines_left = mines_left
        self._all_cells, self._masks, self._needs = constraints.all_cells, constraints.masks, constraints.needs
        self._spares = [mask.bit_count() - need for mask, need in zip(self._masks, self._needs, strict=True)]
        self._all_needs, self._all_spares = sum(self._needs), sum(self._spares)
        shares = [need / mask.bit_count() for mask, need in zip(self._masks, self._needs, strict=True)]
        self._fewest_mines_first = sorted(range(len(shares)), key=shares.__getitem__)
        self._most_mines_first = self._fewest_mines_first[::-1]

    def judge(self, safe: CellSet, mined: CellSet) -> tuple[CellSet, CellSet] | None:
        """What the mine total proves if these cells are safe and mines: the undecided cells that are then safe, and
        those that are mines.

        Returns None if the total can't hold.
        """
        free = self._all_cells & ~(safe | mined)
        mines_left = self.mines_left - mined.bit_count()
        spare = free.bit_count() - mines_left
        if mines_left < 0 or spare < 0:
            return None
        if mines_left <= self._all_needs:
            needed, counted = self._add_up(self._most_mines_first, self._needs, free, mined)
            if needed > mines_left:
                return None
            if needed == mines_left and free & ~counted:
                return free & ~counted, 0
        if spare <= self._all_spares:
            spared, counted = self._add_up(self._fewest_mines_first, self._spares, free, safe)
            if spared > spare:
                return None
            if spared == spare:
                return 0, free & ~counted
        return 0, 0

    def is_idle(self) -> bool:
        """Whether the mine total can't prove anything, because the cells outside all constraints can make up for any
        difference.
        """
        frontier = 0
        for mask in self._masks:
            frontier |= mask
        inside = frontier.bit_count()
        outside = self._all_cells.bit_count() - inside
        needed, _ = self._add_up(self._most_mines_first, self._needs, self._all_cells, 0)
        spared, _ = self._add_up(self._fewest_mines_first, self._spares, self._all_cells, 0)
        # The frontier has at least ``needed`` and at most ``inside - spared`` mines. So the cells outside always have a
        # mine and a safe cell, and every layout of the frontier can be completed.
        return inside - spared < self.mines_left < needed + outside

    def _add_up(
        self, order: Sequence[int], wanted: Sequence[int], free: CellSet, known: CellSet
    ) -> tuple[int, CellSet]:
        """Adds up what clues need that have no undecided cell in common: their mines, or else their safe cells. Returns
        the sum and the undecided cells of these clues.

        ``wanted`` is what each clue needs, and ``known`` are the mines (or safe cells) that are decided. Clues come in
        the given order, and one that shares an undecided cell with an earlier one is skipped.
        """
        total = counted = 0
        for number in order:
            mask = self._masks[number]
            open_cells = mask & free
            if open_cells and not open_cells & counted:
                missing = wanted[number] - (mask & known).bit_count()
                if missing:
                    total += missing
                    counted |= open_cells
        return total, counted


class Region(Constraints):
    """The part of a board in which the solver tries assumptions. None of its constraints proves anything by itself.

    With ``mines_left``, it has all unknown cells of the board, and exactly so many of them are mines. Only cells of the
    core are tried as mine and as safe. The other cells are there because the reasoning needs them.
    """

    def __init__(
        self,
        cells: Sequence[int],
        clues: Sequence[int],
        masks: Sequence[CellSet],
        needs: Sequence[int],
        mines_left: int | None = None,
        core: CellSet | None = None,
    ) -> None:
        super().__init__(cells, clues, masks, needs)
        self.core = self.all_cells if core is None else core
        self.total = None if mines_left is None else MineTotal(self, mines_left)
        self.base = PartialAssignment()
        """The cells that are known without any assumption."""
        self._same_clue_cells = [0] * len(cells)
        """For each cell, all cells in exactly the same constraints. It is enough to try one of them."""
        for members in group_cells(range(len(cells)), self.clues_of).values():
            group = to_cell_set(members)
            for cell in members:
                self._same_clue_cells[cell] = group
        self._closures: dict[int, PartialAssignment | None] = {}
        self._reach = [0] * len(masks)

    @property
    def key(self) -> RegionKey:
        """Everything that decides what can be proved in this region."""
        mines_left = None if self.total is None else self.total.mines_left
        return tuple(self.cells), tuple(self.masks), tuple(self.needs), self.core, mines_left

    def search(self, level: int) -> Iterator[ProvedCells | None]:
        """Tries each cell of the core as a mine and as safe, with up to ``level`` assumptions at once. Yields the cells
        that this proves, or None for a pause.

        Before the caller continues, it must pass proved cells to ``learn``. Raises a ``Contradiction`` if a cell can be
        neither safe nor a mine.
        """
        if level > 1:
            for cell in cells_of(self.all_cells & ~(self.base.safe | self.base.mined)):
                # Fills the table that ``_within_reach`` uses.
                self._closure(cell, mine=False)
                self._closure(cell, mine=True)
        tried = 0
        while True:
            free = self.all_cells & ~(self.base.safe | self.base.mined)
            todo = free & self.core & ~tried
            if not todo:
                return
            cell = first_cell(todo)
            tried |= self._same_clue_cells[cell] & free
            safe_way = yield from self._try(self.base, cell, mine=False, level=level - 1)
            mine_way = yield from self._try(self.base, cell, mine=True, level=level - 1)
            if safe_way is None or mine_way is None:
                if safe_way is mine_way:
                    raise Contradiction("a cell can be neither safe nor a mine")
                proved = ProvedCells(safe=1 << cell) if safe_way else ProvedCells(mined=1 << cell)
            else:
                safe, mined = safe_way.safe & mine_way.safe, safe_way.mined & mine_way.mined
                proved = ProvedCells(safe & ~self.base.safe, mined & ~self.base.mined)
            if proved.safe | proved.mined:
                yield proved
                tried = 0
            else:
                yield None

    def learn(self, state: Sequence[int]) -> None:
        """Updates the region with newly proved cells.

        ``state`` has one entry per cell of the board (``simple.Knowledge.state``).
        """
        states = [state[cell] for cell in self.cells]
        safe = to_cell_set(number for number, known in enumerate(states) if known == SAFE)
        mined = to_cell_set(number for number, known in enumerate(states) if known == MINED)
        changed = self.clues_beside((safe | mined) & ~(self.base.safe | self.base.mined))
        self.base = PartialAssignment(safe, mined, 0)
        for slot, closure in list(self._closures.items()):
            if closure is None or closure.touched & changed or self.total:
                del self._closures[slot]

    def _try(
        self, branch: PartialAssignment, cell: int, mine: bool, level: int
    ) -> Generator[None, None, PartialAssignment | None]:
        """Extends a branch by the assumption that a cell is a mine or safe, then by ``level`` more assumptions on top.

        Returns None if this leads to a contradiction.
        """
        way = self._assume(branch, cell, mine)
        if way is None or not level:
            return way
        return (yield from self._explore(way, level))

    def _explore(self, branch: PartialAssignment, level: int) -> Generator[None, None, PartialAssignment | None]:
        """Extends a branch by trying further cells both ways, with up to ``level`` assumptions at once.

        Returns None if the branch leads to a contradiction.
        """
        tried = 0
        while True:
            free = self.all_cells & ~(branch.safe | branch.mined)
            todo = self._within_reach(branch.touched) & free & ~tried
            if not todo:
                return branch
            cell = todo.bit_length() - 1
            tried |= self._same_clue_cells[cell] & free
            yield
            safe_way = yield from self._try(branch, cell, mine=False, level=level - 1)
            mine_way = yield from self._try(branch, cell, mine=True, level=level - 1)
            merged = self._merge(branch, safe_way, mine_way)
            if merged is None:
                return None
            if merged is not branch:
                branch, tried = merged, 0

    def _merge(
        self, branch: PartialAssignment, safe_way: PartialAssignment | None, mine_way: PartialAssignment | None
    ) -> PartialAssignment | None:
        """What holds in any case, if assuming a cell safe gives ``safe_way`` and assuming it a mine gives ``mine_way``.
        Each is None if it leads to a contradiction.

        The result extends the branch. If only one of the two is possible, it is the result, and if neither is, the
        result is None. Returns ``branch`` itself if nothing is new.
        """
        if safe_way is None or mine_way is None:
            return safe_way or mine_way
        safe, mined = safe_way.safe & mine_way.safe, safe_way.mined & mine_way.mined
        new = (safe | mined) & ~(branch.safe | branch.mined)
        if not new:
            return branch
        dirty = self.clues_beside(new)
        return self._follow(PartialAssignment(safe, mined, branch.touched | dirty), dirty)

    def _assume(self, branch: PartialAssignment, cell: int, mine: bool) -> PartialAssignment | None:
        """Extends a branch by one assumption and what single constraints then imply.

        Returns None if this leads to a contradiction.
        """
        other = self._closure(cell, mine)
        if other is None:
            return None
        safe, mined = branch.safe | other.safe, branch.mined | other.mined
        if safe & mined:
            return None
        both = PartialAssignment(safe, mined, branch.touched | other.touched)
        # A constraint that only one of the two touched can't prove anything new, but the mine total can.
        dirty = branch.touched & other.touched
        return self._follow(both, dirty) if dirty or self.total else both

    def _closure(self, cell: int, mine: bool) -> PartialAssignment | None:
        """What follows from one assumption alone, by single constraints.

        Returns None if it leads to a contradiction. Results are remembered until ``learn`` changes something nearby.
        """
        slot = cell << 1 | mine
        if slot in self._closures:
            return self._closures[slot]
        safe, mined, dirty = self.base.safe, self.base.mined, self.clues_of[cell]
        assumed = (
            PartialAssignment(safe, mined | 1 << cell, dirty)
            if mine
            else PartialAssignment(safe | 1 << cell, mined, dirty)
        )
        closure = self._closures[slot] = self._follow(assumed, dirty)
        if closure is not None:
            for number in cells_of(closure.touched):
                self._reach[number] |= self._same_clue_cells[cell]
        return closure

    def _follow(self, branch: PartialAssignment, dirty: int) -> PartialAssignment | None:
        """Extends a branch by all that single constraints and the mine total imply. Returns None if it leads to a
        contradiction.

        ``dirty`` are the constraints to look at first.
        """
        while True:
            way = self.follow(branch, dirty, self.all_clues)
            if way is None or self.total is None:
                return way
            verdict = self.total.judge(way.safe, way.mined)
            if verdict is None:
                return None
            safe, mined = verdict
            if not safe | mined:
                return way
            dirty = self.clues_beside(safe | mined)
            branch = PartialAssignment(way.safe | safe, way.mined | mined, way.touched | dirty)

    def _within_reach(self, touched: int) -> CellSet:
        """The cells whose consequences share a constraint with the branch.

        Assuming anything about other cells adds nothing.
        """
        if self.total is not None:
            return self.all_cells
        reached = 0
        while touched:
            number = touched.bit_length() - 1
            touched ^= 1 << number
            reached |= self._reach[number]
        return reached


_LARGEST = 400
"""The most cells of a region. A larger component is covered by overlapping regions of about this size."""
_CORE = 200
"""How many cells of such a region are tried as mine and as safe. The others only support the reasoning about them."""


def regions(knowledge: Knowledge, near: int | None) -> Iterator[Region]:
    """Yields the components of the frontier as regions, the nearest to ``near`` first.

    A large component gives several regions, whose cores cover it.
    """
    grid = knowledge.grid
    frontier = knowledge.cells_in_state(UNKNOWN) & grid.spread(knowledge.cells_in_state(OPENED))
    seen = bytearray(grid.size)
    for cell in nearest_first(grid, frontier, near):
        if knowledge.state[cell] == UNKNOWN and not seen[cell]:
            region = region_around(knowledge, [cell])
            for number in cells_of(region.core):
                seen[region.cells[number]] = 1
            yield region


def region_around(knowledge: Knowledge, start: Iterable[int], mines_left: int | None = None) -> Region:
    """Makes the region of some cells and of everything that clues link to them. If this is too large, it is the part
    nearby.

    With ``mines_left``, the region also uses the mine total.
    """
    numbering = Numbering(start)
    cells = numbering.cells
    masks: dict[int, CellSet] = {}
    # The list grows during the loop, so that the nearest cells come first.
    for cell in cells:
        for clue in knowledge.grid.neighbour_cells(cell):
            if knowledge.state[clue] == OPENED and clue not in masks:
                masks[clue] = numbering.to_numbers(knowledge.unknown_neighbours(clue))
        if len(cells) > _LARGEST:
            break
    # The search for sums with the mine total tries early clues first, so the clues come in the order of the board.
    order = masks if mines_left is None else sorted(masks)
    distinct, _ = dedupe_clues((clue, knowledge.missing(clue), masks[clue]) for clue in order)
    clues, needs = zip(*distinct.values(), strict=True) if distinct else ((), ())
    core_size = len(cells) if len(cells) <= _LARGEST else _CORE
    return Region(cells, clues, list(distinct), needs, mines_left, (1 << core_size) - 1)


DEPTH = 2
"""How many assumptions are made at once, one on top of the other.

Two are enough for every board of the benchmarks that logic can solve.
"""

Tried: TypeAlias = set[tuple[RegionKey, int]]
"""Regions that were searched to a depth without a result.

If the caller passes this set on to the next position, they aren't searched again there.
"""

_Search: TypeAlias = Generator[Deduction | None, None, bool]
"""Yields deductions, or None for a pause. The final result is whether there was a deduction."""

_BATCH = 256
"""How many regions are searched together.

All of them are searched with few assumptions before any is searched with more.
"""
_TOTAL_CELLS = 150
"""If more cells are unknown, the mine total isn't combined with assumptions, because that takes too long."""


def deductions(
    position: Position,
    depth: int = DEPTH,
    known_mined: CellSet = 0,
    *,
    near: int | None = None,
    tried: Tried | None = None,
) -> Iterator[Deduction | None]:
    """Yields every deduction that the solver finds, easy before hard and near before far. Every few milliseconds it
    yields None for a pause.

    Each deduction counts as known for the next ones. A deduction that needed an assumption names all clues of its
    region and has no steps. ``tried`` is explained at ``Tried``. Raises a ``Contradiction`` if the search notices that
    no layout fits.
    """
    knowledge = knowledge_of(position, 0, known_mined, near)
    memory: Tried = set() if tried is None else tried
    yield None
    try:
        yield from knowledge.simple_moves()
        while (yield from _search_regions(knowledge, depth, near, memory)) or (
            yield from _search_total(knowledge, position.mine_total, depth, memory)
        ):
            pass
    except Contradiction as conflict:
        raise (yield from explain_conflict(position, conflict)) from None


def _search_regions(knowledge: Knowledge, depth: int, near: int | None, tried: Tried) -> _Search:
    """Searches all regions without the mine total."""
    has_proved = False
    source = regions(knowledge, near)
    while True:
        batch = []
        for region in islice(source, _BATCH):
            batch.append(region)
            yield None
        if not batch:
            return has_proved
        for level in range(1, depth + 1):
            for region in batch:
                has_proved |= yield from _search_region(knowledge, region, level, tried)
                # Pauses here too, because a small region doesn't pause by itself.
                yield None


def _search_region(knowledge: Knowledge, region: Region, depth: int, tried: Tried) -> _Search:
    """Searches one region with up to ``depth`` assumptions at once.

    After each result it begins again with one assumption.
    """
    if (region.key, depth) in tried:
        return False
    has_proved = False
    region.learn(knowledge.state)
    # Starts with the full depth, because fewer assumptions were tried before.
    level = depth
    while level <= depth:
        for finding in region.search(level):
            if finding is None:
                yield None
                continue
            has_proved = True
            yield from _accept(knowledge, Kind.ASSUMPTION, region, finding)
            region.learn(knowledge.state)
            if level > 1:
                level = 0
                break
        level += 1
    if not has_proved:
        tried.add((region.key, depth))
    return has_proved


def _search_total(knowledge: Knowledge, mine_total: int, depth: int, tried: Tried) -> _Search:
    """Searches with the mine total until the first result. Raises a ``Contradiction`` if the total can't hold."""
    unknown, mines_left = knowledge.state.count(UNKNOWN), mine_total - knowledge.state.count(MINED)
    if not 0 <= mines_left <= unknown:
        raise Contradiction("no layout that fits the clues has this mine total")
    if not unknown or (unknown > _TOTAL_CELLS and 0 < mines_left < unknown):
        return False
    if unknown > _TOTAL_CELLS:
        safe, mined = sweep_total(knowledge.cells_in_state(UNKNOWN), mines_left)
        yield from _learn(knowledge, Deduction(Kind.MINE_TOTAL, safe, mined, because=0, uses_total=True))
        return True
    region = region_around(knowledge, cells_of(knowledge.cells_in_state(UNKNOWN)), mines_left)
    if (region.key, depth) in tried or region.total is None:
        return False
    verdict = region.total.judge(0, 0)
    if verdict is None:
        raise Contradiction("no layout that fits the clues has this mine total")
    if verdict != (0, 0):
        yield from _accept(knowledge, Kind.MINE_TOTAL, region, ProvedCells(*verdict))
        return True
    for level in range(1, depth + 1) if not region.total.is_idle() else ():
        for finding in region.search(level):
            if finding is not None:
                yield from _accept(knowledge, Kind.ASSUMPTION, region, finding)
                return True
            yield None
    tried.add((region.key, depth))
    return False


def _accept(knowledge: Knowledge, kind: Kind, region: Region, proved: ProvedCells) -> Iterator[Deduction]:
    """Yields the deduction of cells that a region has proved, and then all that single clues prove from it."""
    safe, mined = map(region.to_board, proved)
    if region.total:
        known_safe, known_mined = knowledge.cells_in_state(SAFE), knowledge.cells_in_state(MINED)
    else:
        known_safe, known_mined = knowledge.known_beside(region.clues)
    deduction = Deduction(
        kind,
        safe,
        mined,
        because=to_cell_set(region.clues),
        uses_total=region.total is not None,
        assumes_safe=known_safe,
        assumes_mined=known_mined,
    )
    return _learn(knowledge, deduction)


def _learn(knowledge: Knowledge, deduction: Deduction) -> Iterator[Deduction]:
    """Marks the cells of a deduction as known. Yields the deduction, and then all that single clues prove from it."""
    knowledge.learn(cells_of(deduction.safe), SAFE)
    knowledge.learn(cells_of(deduction.mined), MINED)
    yield deduction
    yield from knowledge.simple_moves()
