"""Branching assumptions: a cell is tried as a mine and as safe, and what holds either way is proved. Never a guess.

Simple moves come first, then one assumption at a time, then assumptions within assumptions, then the mine total.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, cells_of, nearest_first, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers.bitrules import Branch, Constraints
from minesweeper.solvers.constraints import Numbering, dedupe_clues, group_cells
from minesweeper.solvers.deduction import Contradiction, Decided, Deduction, Kind, Step, any_uses_total, prune_steps
from minesweeper.solvers.simple import MINED, OPENED, SAFE, UNKNOWN, Knowledge

Steps: TypeAlias = list[Step]
"""A branch step by step, the assumption first; the last step is broken if the assumption can't hold."""


class Finding(NamedTuple):
    """What trying a cell both ways has proved."""

    cell: int
    refuted: bool | None
    """The way that leads to a contradiction: True for a mine, False for safe; None where both ways agree."""
    safe: CellSet
    mined: CellSet


def break_off(record: Steps, branch: Branch) -> None:
    """Ends a record at the first step, if any, that settles a cell otherwise than the branch: that can't hold."""
    for number, step in enumerate(record):
        wrong = step.safe & branch.mined | step.mined & branch.safe
        if wrong:
            lowest = wrong & -wrong
            record[number:] = [
                step._replace(
                    safe=0,
                    mined=0,
                    is_broken=True,
                    from_safe=step.from_safe | lowest & branch.safe,
                    from_mined=step.from_mined | lowest & branch.mined,
                )
            ]
            return


_SILENT = Step()


class MineTotal:
    """Exactly ``mines_left`` mines in all cells, beside constraints "exactly ``needs[j]`` mines in ``masks[j]``".

    Clues that share no open cell need their mines apart from each other, so their needs add up to a lower bound, and
    their spare cells to an upper bound, of the mines in the open cells. All that the total decides is found in
    ``mine_total``, from tables of components; here it is asked in every branch, where nothing can be counted, and what
    it says needs a reason.
    """

    def __init__(self, all_cells: CellSet, masks: Sequence[CellSet], needs: Sequence[int], mines_left: int) -> None:
        self.mines_left = mines_left
        self._all_cells, self._masks, self._needs = all_cells, masks, needs
        self._all_needs = sum(needs)
        self._all_spares = sum(mask.bit_count() for mask in masks) - self._all_needs
        by_share = sorted(range(len(masks)), key=lambda number: needs[number] / masks[number].bit_count())
        self._fewest_mines_first, self._most_mines_first = by_share, by_share[::-1]

    def judge(self, safe: CellSet, mined: CellSet) -> Step:
        """What the total proves about the cells that are neither safe nor mined."""
        free = self._all_cells & ~(safe | mined)
        left = self.mines_left - mined.bit_count()
        spare = free.bit_count() - left
        if left < 0:
            return Step(is_broken=True, uses_total=True, from_mined=mined)
        if spare < 0:
            return Step(is_broken=True, uses_total=True, from_safe=safe)
        if not free:
            return _SILENT
        if left <= self._all_needs:
            needed, counted, used = self._count_needs(free, mined)
            if needed >= left and (needed > left or free & ~counted):
                reasons = safe & self._cells_in(used)  # without these the counted clues might share cells
                found = 0 if needed > left else free & ~counted
                return Step(found, 0, needed > left, used, True, reasons, mined)
        if spare <= self._all_spares:
            spared, counted, used = self._count_spares(free, safe)
            if spared >= spare and (spared > spare or free & ~counted):
                reasons = mined & self._cells_in(used)
                found = 0 if spared > spare else free & ~counted
                return Step(0, found, spared > spare, used, True, safe, reasons)
        return _SILENT

    def is_idle(self) -> bool:
        """Whether the cells outside all constraints can take up any difference, so that the total proves nothing."""
        frontier = 0
        for mask in self._masks:
            frontier |= mask
        inside = frontier.bit_count()
        outside = self._all_cells.bit_count() - inside
        needed, _, _ = self._count_needs(self._all_cells, 0)
        spared, _, _ = self._count_spares(self._all_cells, 0)
        # At most inside - spared mines and at least needed ones lie in the frontier; so outside there is
        # always a mine and always a safe cell, and each way to fill the frontier can be completed.
        return inside - spared < self.mines_left < needed + outside

    def _count_needs(self, free: CellSet, mined: CellSet) -> tuple[int, CellSet, int]:
        """Mines that clues without a common free cell still need, the free cells of these clues, and the clues."""
        needed = counted = used = 0
        for number in self._most_mines_first:
            mask = self._masks[number]
            open_cells = mask & free
            if open_cells and not open_cells & counted:
                missing = self._needs[number] - (mask & mined).bit_count()
                if missing:
                    needed += missing
                    counted |= open_cells
                    used |= 1 << number
        return needed, counted, used

    def _count_spares(self, free: CellSet, safe: CellSet) -> tuple[int, CellSet, int]:
        """The same for the safe cells that such clues still need."""
        spared = counted = used = 0
        for number in self._fewest_mines_first:
            mask = self._masks[number]
            open_cells = mask & free
            if open_cells and not open_cells & counted:
                spare = (mask & ~safe).bit_count() - self._needs[number]
                if spare:
                    spared += spare
                    counted |= open_cells
                    used |= 1 << number
        return spared, counted, used

    def _cells_in(self, used: int) -> CellSet:
        cells = 0
        for number, mask in enumerate(self._masks):
            if used >> number & 1:
                cells |= mask
        return cells


RegionKey: TypeAlias = tuple[tuple[int, ...], tuple[CellSet, ...], tuple[int, ...], CellSet, int | None]
"""Equal for two regions in which the same can be proved."""


class BothWaysFail(Exception):
    """A cell can be neither safe nor mined, so the constraints contradict each other."""

    def __init__(self, cell: int) -> None:
        super().__init__(cell)
        self.cell = cell


class Region(Constraints):
    """Constraints on the cells of a part of the board; no single one proves anything.

    It knows no position: which cells of the board its numbers stand for, and which clues its constraints come from, it
    only carries for others. With ``mines_left`` the cells are all unknown ones of the board, and exactly that many of
    them are mines.
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
        super().__init__(masks, needs, len(cells))
        self.cells, self.clues = cells, clues
        self.core = self.all_cells if core is None else core
        self.total = None if mines_left is None else MineTotal(self.all_cells, masks, needs, mines_left)
        self.base = Branch(0, 0, 0)
        self._twins = [0] * len(cells)
        """For each cell all those in exactly the same constraints, itself included: trying one is trying all."""
        for members in group_cells(range(len(cells)), self.clues_of).values():
            twins = to_cell_set(members)
            for cell in members:
                self._twins[cell] = twins
        self._closures: dict[int, Branch | None] = {}
        self._reach = [0] * len(masks)

    @property
    def key(self) -> RegionKey:
        """What can be proved here depends on this alone."""
        mines_left = None if self.total is None else self.total.mines_left
        return tuple(self.cells), tuple(self.masks), tuple(self.needs), self.core, mines_left

    def to_board(self, cells: CellSet) -> CellSet:
        """The cells of the board that numbered cells stand for."""
        return to_cell_set(self.cells[cell] for cell in cells_of(cells))

    def clues_on_board(self, constraints: int) -> CellSet:
        """The opened cells whose clues some of the constraints come from."""
        return to_cell_set(self.clues[number] for number in cells_of(constraints))

    def search(self, level: int) -> Iterator[Finding | None]:
        """Tries the core's cells both ways, ``level`` assumptions deep: findings, and None as a pulse.

        What was found must be told to ``learn`` before the search goes on.
        """
        if level > 1:
            self._find_reach()
        tried = 0
        while True:
            free = self.all_cells & ~(self.base.safe | self.base.mined)
            todo = free & self.core & ~tried
            if not todo:
                return
            cell = (todo & -todo).bit_length() - 1
            tried |= self._twins[cell] & free
            safe_way = yield from self._try(self.base, cell, False, level - 1)
            mine_way = yield from self._try(self.base, cell, True, level - 1)
            finding = self._compare(cell, safe_way, mine_way)
            yield finding
            if finding is not None:
                tried = 0

    def _compare(self, cell: int, safe_way: Branch | None, mine_way: Branch | None) -> Finding | None:
        """What the two ways of a cell prove together."""
        bit = 1 << cell
        if safe_way is None and mine_way is None:
            raise BothWaysFail(cell)
        if safe_way is None:
            return Finding(cell, False, 0, bit)
        if mine_way is None:
            return Finding(cell, True, bit, 0)
        safe = safe_way.safe & mine_way.safe & ~self.base.safe
        mined = safe_way.mined & mine_way.mined & ~self.base.mined
        return Finding(cell, None, safe, mined) if safe | mined else None

    def learn(self, safe: CellSet, mined: CellSet) -> None:
        """Makes exactly these cells the ones that hold without any assumption; they only ever grow."""
        changed = self._constraints_beside((safe | mined) & ~(self.base.safe | self.base.mined))
        self.base = Branch(safe, mined, 0)
        for slot, closure in list(self._closures.items()):
            if closure is None or closure.touched & changed or self.total:
                del self._closures[slot]

    def record(self, cell: int, mine: bool, level: int) -> Steps:
        """The branch of one assumption step by step, as ``search`` of that level followed it."""
        record: Steps = []
        for _ in self._try(self.base, cell, mine, level - 1, record):
            pass
        return record

    def _try(
        self, branch: Branch, cell: int, mine: bool, level: int, record: Steps | None = None
    ) -> Generator[None, None, Branch | None]:
        """The branch with an assumption and all that follows, ``level`` more assumptions deep; None if it fails."""
        way = self._assume(branch, cell, mine, record)
        if way is None or not level:
            return way
        return (yield from self._explore(way, level, record))

    def _explore(self, branch: Branch, level: int, record: Steps | None) -> Generator[None, None, Branch | None]:
        """The branch with all that trying its cells both ways, ``level`` assumptions deep, proves; None if it fails."""
        tried = 0
        while True:
            free = self.all_cells & ~(branch.safe | branch.mined)
            todo = self._within_reach(branch.touched) & free & ~tried
            if not todo:
                return branch
            cell = todo.bit_length() - 1
            tried |= self._twins[cell] & free
            yield
            safe_way = yield from self._try(branch, cell, False, level - 1)
            mine_way = yield from self._try(branch, cell, True, level - 1)
            merged = self._merge(branch, safe_way, mine_way)
            if merged is branch:
                continue
            if record is not None:
                yield from self._record_merge(branch, cell, level, record)
            if merged is None:
                return None
            branch, tried = merged, 0

    def _merge(
        self, branch: Branch, safe_way: Branch | None, mine_way: Branch | None, record: Steps | None = None
    ) -> Branch | None:
        """What holds whichever way is true; the same branch if nothing is new."""
        if safe_way is None or mine_way is None:
            return safe_way or mine_way
        safe, mined = safe_way.safe & mine_way.safe, safe_way.mined & mine_way.mined
        new = (safe | mined) & ~(branch.safe | branch.mined)
        if not new:
            return branch
        dirty = self._constraints_beside(new)
        return self._follow(Branch(safe, mined, branch.touched | dirty), dirty, record)

    def _record_merge(self, branch: Branch, cell: int, level: int, record: Steps) -> Generator[None, None, None]:
        """Appends to the record what trying a cell both ways adds to the branch."""
        safe_record: Steps = []
        mine_record: Steps = []
        safe_way = yield from self._try(branch, cell, False, level - 1, safe_record)
        mine_way = yield from self._try(branch, cell, True, level - 1, mine_record)
        if safe_way is None and mine_way is None:
            record.append(Step(is_broken=True, branches=(safe_record, mine_record)))
        elif mine_way is None:
            record.append(Step(safe=1 << cell, branches=(mine_record,)))
            record.extend(safe_record[1:])  # no longer under an assumption of its own
        elif safe_way is None:
            record.append(Step(mined=1 << cell, branches=(safe_record,)))
            record.extend(mine_record[1:])
        else:
            safe = safe_way.safe & mine_way.safe & ~branch.safe
            mined = safe_way.mined & mine_way.mined & ~branch.mined
            record.append(Step(safe, mined, branches=(safe_record, mine_record)))
            self._merge(branch, safe_way, mine_way, record)

    def _assume(self, branch: Branch, cell: int, mine: bool, record: Steps | None) -> Branch | None:
        """The branch with one more assumption and what single constraints make of it; None if it fails."""
        other = self._closure(cell, mine, record)
        if record is not None:
            break_off(record, branch)
        if other is None:
            return None
        safe, mined = branch.safe | other.safe, branch.mined | other.mined
        if safe & mined:
            return None
        both = Branch(safe, mined, branch.touched | other.touched)
        # A constraint that only one of the two has touched has nothing new to say. The mine total may have.
        dirty = branch.touched & other.touched
        return self._follow(both, dirty, record) if dirty or self.total else both

    def _closure(self, cell: int, mine: bool, record: Steps | None) -> Branch | None:
        """What follows from one assumption alone, without further branching; None if it fails."""
        slot = cell << 1 | mine
        if slot in self._closures and record is None:
            return self._closures[slot]
        bit, dirty = 1 << cell, self.clues_of[cell]
        safe, mined = (0, bit) if mine else (bit, 0)
        if record is not None:
            record.append(Step(safe, mined))
        closure = self._follow(Branch(self.base.safe | safe, self.base.mined | mined, dirty), dirty, record)
        self._closures[slot] = closure
        if closure is not None:
            for number in cells_of(closure.touched):
                self._reach[number] |= self._twins[cell]
        return closure

    def _follow(self, branch: Branch, dirty: int, record: Steps | None) -> Branch | None:
        """A branch with all that single constraints prove, from the dirty ones on, and the total; None if it fails."""
        while True:
            way = self.follow(branch, dirty, self.all_clues, record)
            if way is None or self.total is None:
                return way
            verdict = self.total.judge(way.safe, way.mined)
            if record is not None and not verdict.is_silent:
                record.append(verdict)
            if verdict.is_broken:
                return None
            found = verdict.safe | verdict.mined
            if not found:
                return way
            dirty = self._constraints_beside(found)
            branch = Branch(way.safe | verdict.safe, way.mined | verdict.mined, way.touched | dirty)

    def _constraints_beside(self, cells: CellSet) -> int:
        """The constraints that hold one of the cells."""
        found = 0
        for cell in cells_of(cells):
            found |= self.clues_of[cell]
        return found

    def _find_reach(self) -> None:
        """Follows each single assumption once, so that ``_within_reach`` knows all."""
        for cell in cells_of(self.all_cells & ~(self.base.safe | self.base.mined)):
            for mine in (False, True):
                self._closure(cell, mine, None)

    def _within_reach(self, touched: int) -> CellSet:
        """The cells whose assumptions share a constraint with what is assumed already: no other can add to it."""
        if self.total is not None:
            return self.all_cells
        found = 0
        while touched:
            number = touched.bit_length() - 1
            touched ^= 1 << number
            found |= self._reach[number]
        return found


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
    numbering = Numbering([start])
    cells = numbering.cells
    masks: dict[int, CellSet] = {}
    for cell in cells:  # grows while it is walked: the nearest cells come first
        for clue in knowledge.grid.neighbour_cells(cell):
            if knowledge.state[clue] == OPENED and clue not in masks:
                masks[clue] = numbering.to_numbers(knowledge.unknown_neighbours(clue))
        if len(cells) > _LARGEST:
            break
    core = cells if len(cells) <= _LARGEST else cells[:_CORE]
    for cell in core:
        seen[cell] = 1
    return _make_region(knowledge, cells, masks, core_size=len(core))


def whole_region(knowledge: Knowledge) -> Region:
    """All unknown cells, with the mine total."""
    unknown = knowledge.cells_in_state(UNKNOWN)
    numbering = Numbering(cells_of(unknown))
    clues = cells_of(knowledge.grid.spread(unknown) & knowledge.cells_in_state(OPENED))
    masks = {clue: numbering.to_numbers(knowledge.unknown_neighbours(clue)) for clue in clues}
    cells = numbering.cells
    return _make_region(knowledge, cells, masks, core_size=len(cells), mines_left=knowledge.mines_left)


def _make_region(
    knowledge: Knowledge,
    cells: list[int],
    masks: dict[int, CellSet],
    *,
    core_size: int,
    mines_left: int | None = None,
) -> Region:
    """The region of some cells and of the clues that see them, each with the numbers of its cells."""
    known = knowledge.mined_beside
    try:
        kept, _ = dedupe_clues((clue, knowledge.clue[clue] - known[clue], mask) for clue, mask in masks.items())
    except Contradiction as conflict:
        raise knowledge.contradiction(cells_of(conflict.clues)) from None
    clues, needs = [clue for clue, _ in kept.values()], [need for _, need in kept.values()]
    return Region(cells, clues, list(kept), needs, mines_left, (1 << core_size) - 1)


def prove(region: Region, records: Sequence[Steps], safe: CellSet, mined: CellSet) -> Step:
    """The step that some records prove, in cells of the board: what the cells are; without cells, that nothing fits.

    Of a record that ends with a contradiction all that leads to it is kept, of another what leads to the cells.
    """
    goal = Decided(safe, mined)
    ways = tuple(prune_steps(_without_repeats(record, 0), goal)[0] for record in records)
    step = Step(safe, mined, not safe | mined, uses_total=any_uses_total(ways), branches=ways)
    return step.renumbered(region.to_board, region.clues_on_board)


def _without_repeats(record: Sequence[Step], settled: CellSet) -> Steps:
    """The record without cells that were settled before: a branch may follow an assumption a second time."""
    kept = []
    for step in record:
        new = ~settled
        ways = tuple(_without_repeats(way, settled) for way in step.branches)
        step = step._replace(safe=step.safe & new, mined=step.mined & new, branches=ways)
        settled |= step.safe | step.mined
        if not step.is_silent:
            kept.append(step)
    return kept


DEPTH = 2
"""How many assumptions may hold at once. With 2 every board of the benchmarks that logic can finish is finished."""

Tried: TypeAlias = set[tuple[RegionKey, int]]
"""Regions that were searched to a depth in vain. Passed on from position to position, it saves trying them again."""

_Search: TypeAlias = Generator[Deduction | None, None, bool]
"""Yields deductions and pulses; its result says whether there was a deduction."""

_BATCH = 256
"""So many regions are searched side by side, the easy way in all of them before the hard way in one."""
_TOTAL_CELLS = 150
"""With more unknown cells than this the mine total is not combined with assumptions."""


def deductions(
    position: Position,
    depth: int = DEPTH,
    known_safe: CellSet = 0,
    known_mined: CellSet = 0,
    *,
    near: int | None = None,
    tried: Tried | None = None,
) -> Iterator[Deduction | None]:
    """Yields all that it proves, easy before hard and near a given cell first, with None every few milliseconds.

    What is yielded counts as known from then on, as if it had been passed in.
    """
    knowledge = yield from Knowledge.in_steps(position, known_safe, known_mined, near)
    memory: Tried = set() if tried is None else tried
    yield None
    yield from knowledge.simple_moves()
    while True:
        found = yield from _search_regions(knowledge, depth, near, memory)
        if not found:
            found = yield from _search_total(knowledge, depth, memory)
        if not found:
            return


def _search_regions(knowledge: Knowledge, depth: int, near: int | None, tried: Tried) -> _Search:
    """Searches all regions without the mine total."""
    found = False
    for batch in _batches(regions(knowledge, near)):
        if batch is None:
            yield None
            continue
        for level in range(1, depth + 1):
            for region in batch:
                found |= yield from _search_region(knowledge, region, level, tried)
                yield None  # small regions have no pulse of their own
    return found


def _batches(source: Iterator[Region | None]) -> Iterator[list[Region] | None]:
    batch: list[Region] = []
    for region in source:
        if region is not None:
            batch.append(region)
        if len(batch) == _BATCH:
            yield batch
            batch = []
        yield None
    yield batch


def _search_region(knowledge: Knowledge, region: Region, depth: int, tried: Tried) -> _Search:
    """Searches a region to a depth; after each finding from the lowest depth on."""
    if (region.key, depth) in tried:
        return False
    found = False
    region.learn(*_known_in(knowledge, region))
    level = depth  # the lower ones have been searched before
    while level <= depth:
        for finding in _pulsing(knowledge, region, level):
            if finding is None:
                yield None
                continue
            found = True
            yield from _accept(knowledge, Kind.ASSUMPTION, _proof(region, finding, level))
            region.learn(*_known_in(knowledge, region))
            if level > 1:
                level = 0
                break
        level += 1
    if not found:
        tried.add((region.key, depth))
    return found


def _search_total(knowledge: Knowledge, depth: int, tried: Tried) -> _Search:
    """Searches with the mine total, up to the first finding."""
    unknown, mines_left = knowledge.unknown_count, knowledge.mines_left
    if not 0 <= mines_left <= unknown:
        raise knowledge.contradiction((), uses_total=True)
    if not unknown or (unknown > _TOTAL_CELLS and 0 < mines_left < unknown):
        return False
    if unknown > _TOTAL_CELLS:
        rest = knowledge.cells_in_state(UNKNOWN)
        yield from _accept(
            knowledge, Kind.MINE_TOTAL, Step(mined=rest, uses_total=True) if mines_left else Step(rest, uses_total=True)
        )
        return True
    region = whole_region(knowledge)
    if (region.key, depth) in tried or region.total is None:
        return False
    verdict = region.total.judge(0, 0)
    if not verdict.is_silent:
        step = verdict.renumbered(region.to_board, region.clues_on_board)
        if step.is_broken:
            raise knowledge.contradiction(cells_of(step.clues), uses_total=True)
        yield from _accept(knowledge, Kind.MINE_TOTAL, step)
        return True
    for level in range(1, depth + 1) if not region.total.is_idle() else ():
        for finding in _pulsing(knowledge, region, level):
            if finding is not None:
                yield from _accept(knowledge, Kind.ASSUMPTION, _proof(region, finding, level))
                return True
            yield None
    tried.add((region.key, depth))
    return False


def _pulsing(knowledge: Knowledge, region: Region, level: int) -> Iterator[Finding | None]:
    """The findings of a search; a contradiction names its clues."""
    try:
        yield from region.search(level)
    except BothWaysFail as failure:
        step = prove(region, [region.record(failure.cell, mine, level) for mine in (True, False)], 0, 0)
        raise knowledge.contradiction(cells_of(step.all_clues), uses_total=step.uses_total) from None


def _proof(region: Region, finding: Finding, level: int) -> Step:
    ways = (True, False) if finding.refuted is None else (finding.refuted,)
    return prove(region, [region.record(finding.cell, mine, level) for mine in ways], finding.safe, finding.mined)


def _accept(knowledge: Knowledge, kind: Kind, step: Step) -> Iterator[Deduction]:
    """Learns what a step proves: its deduction, and the simple moves that follow."""
    because = step.all_clues
    clues = cells_of(because)
    if step.uses_total:
        given_safe, given_mined = knowledge.cells_in_state(SAFE), knowledge.cells_in_state(MINED)
    else:
        given_safe, given_mined = (to_cell_set(cells) for cells in knowledge.given(clues))
    deduction = Deduction(kind, step.safe, step.mined, because, step.uses_total, (step,), given_safe, given_mined)
    knowledge.learn(cells_of(step.safe), cells_of(step.mined), tuple(clues), uses_total=step.uses_total)
    yield deduction
    yield from knowledge.simple_moves()


def _known_in(knowledge: Knowledge, region: Region) -> tuple[CellSet, CellSet]:
    """The cells of a region that are known to be safe, and those known to be mined."""
    states = [knowledge.state[cell] for cell in region.cells]
    safe = to_cell_set(number for number, state in enumerate(states) if state == SAFE)
    return safe, to_cell_set(number for number, state in enumerate(states) if state == MINED)
