"""A part of the frontier with its cells numbered from 0: assumptions, what follows from them, and their consensus.

Sets of cells and of constraints are small ints here. A region knows no position: which cells of the board its numbers
stand for, and which clues its constraints come from, it only carries for others.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TypeAlias

from minesweeper.cells import CellSet, cells_of
from minesweeper.solvers.branch import Branch, Event, Finding, Record, break_off
from minesweeper.solvers.mine_total import MineTotal

RegionKey: TypeAlias = tuple[tuple[int, ...], tuple[CellSet, ...], tuple[int, ...], CellSet, int | None]
"""Equal for two regions in which the same can be proved."""


class BothWaysFail(Exception):
    """A cell can be neither safe nor mined, so the constraints contradict each other."""

    def __init__(self, cell: int) -> None:
        super().__init__(cell)
        self.cell = cell


class Region:
    """Constraints "exactly ``needs[j]`` mines in ``masks[j]``" over cells 0 to n - 1; no single one proves anything.

    With ``mines_left`` the cells are all unknown ones of the board, and exactly that many of them are mines.
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
        self.cells, self.clues, self.masks, self.needs = cells, clues, masks, needs
        self.all_cells: CellSet = (1 << len(cells)) - 1
        self.core = self.all_cells if core is None else core
        self.total = None if mines_left is None else MineTotal(self.all_cells, masks, needs, mines_left)
        self.base = Branch(0, 0, 0)
        self._constraints_of = [0] * len(cells)
        for number, mask in enumerate(masks):
            for cell in cells_of(mask):
                self._constraints_of[cell] |= 1 << number
        self._twins = _twins(self._constraints_of)
        self._closures: dict[int, Branch | None] = {}
        self._reach = [0] * len(masks)

    @property
    def key(self) -> RegionKey:
        """What can be proved here depends on this alone."""
        mines_left = None if self.total is None else self.total.mines_left
        return tuple(self.cells), tuple(self.masks), tuple(self.needs), self.core, mines_left

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

    def record(self, cell: int, mine: bool, level: int) -> Record:
        """The branch of one assumption step by step, as ``search`` of that level followed it."""
        record: Record = []
        for _ in self._try(self.base, cell, mine, level - 1, record):
            pass
        return record

    def _try(
        self, branch: Branch, cell: int, mine: bool, level: int, record: Record | None = None
    ) -> Generator[None, None, Branch | None]:
        """The branch with an assumption and all that follows, ``level`` more assumptions deep; None if it fails."""
        way = self._assume(branch, cell, mine, record)
        if way is None or not level:
            return way
        return (yield from self._explore(way, level, record))

    def _explore(self, branch: Branch, level: int, record: Record | None) -> Generator[None, None, Branch | None]:
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
        self, branch: Branch, safe_way: Branch | None, mine_way: Branch | None, record: Record | None = None
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

    def _record_merge(self, branch: Branch, cell: int, level: int, record: Record) -> Generator[None, None, None]:
        """Appends to the record what trying a cell both ways adds to the branch."""
        safe_record: Record = []
        mine_record: Record = []
        safe_way = yield from self._try(branch, cell, False, level - 1, safe_record)
        mine_way = yield from self._try(branch, cell, True, level - 1, mine_record)
        if safe_way is None and mine_way is None:
            record.append(Event(broken=True, ways=(safe_record, mine_record)))
        elif mine_way is None:
            record.append(Event(safe=1 << cell, ways=(mine_record,)))
            record.extend(safe_record[1:])  # no longer under an assumption of its own
        elif safe_way is None:
            record.append(Event(mined=1 << cell, ways=(safe_record,)))
            record.extend(mine_record[1:])
        else:
            safe = safe_way.safe & mine_way.safe & ~branch.safe
            mined = safe_way.mined & mine_way.mined & ~branch.mined
            record.append(Event(safe, mined, ways=(safe_record, mine_record)))
            self._merge(branch, safe_way, mine_way, record)

    def _assume(self, branch: Branch, cell: int, mine: bool, record: Record | None) -> Branch | None:
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

    def _closure(self, cell: int, mine: bool, record: Record | None) -> Branch | None:
        """What follows from one assumption alone, without further branching; None if it fails."""
        slot = cell << 1 | mine
        if slot in self._closures and record is None:
            return self._closures[slot]
        bit, dirty = 1 << cell, self._constraints_of[cell]
        safe, mined = (0, bit) if mine else (bit, 0)
        if record is not None:
            record.append(Event(safe, mined))
        closure = self._follow(Branch(self.base.safe | safe, self.base.mined | mined, dirty), dirty, record)
        self._closures[slot] = closure
        if closure is not None:
            for number in cells_of(closure.touched):
                self._reach[number] |= self._twins[cell]
        return closure

    def _follow(self, branch: Branch, dirty: int, record: Record | None) -> Branch | None:
        """The branch with all that single constraints prove, from the dirty ones on; None if one can't hold.

        This is where the time goes; hence one long loop on local ints.
        """
        safe, mined, touched = branch
        masks, needs, constraints_of = self.masks, self.needs, self._constraints_of
        free = self.all_cells & ~(safe | mined)
        while True:
            while dirty:
                number = dirty.bit_length() - 1
                dirty ^= 1 << number
                mask = masks[number]
                missing = needs[number] - (mask & mined).bit_count()
                found = mask & free
                room = found.bit_count()
                if 0 < missing < room or (not missing and not room):
                    continue
                if record is not None:
                    record.append(_one_constraint(number, missing, room, mask, Branch(safe, mined, 0)))
                if missing < 0 or missing > room:
                    return None
                if missing:
                    mined |= found
                else:
                    safe |= found
                free ^= found
                while found:
                    cell = found.bit_length() - 1
                    found ^= 1 << cell
                    dirty |= constraints_of[cell]
                    touched |= constraints_of[cell]
            if self.total is None:
                break
            verdict = self.total.judge(safe, mined)
            if record is not None and not verdict.is_silent:
                record.append(verdict)
            if verdict.broken:
                return None
            found = verdict.safe | verdict.mined
            if not found:
                break
            safe, mined, free = safe | verdict.safe, mined | verdict.mined, free ^ found
            dirty = self._constraints_beside(found)
            touched |= dirty
        return Branch(safe, mined, touched)

    def _constraints_beside(self, cells: CellSet) -> int:
        """The constraints that hold one of the cells."""
        found = 0
        for cell in cells_of(cells):
            found |= self._constraints_of[cell]
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


def _one_constraint(number: int, missing: int, room: int, mask: CellSet, before: Branch) -> Event:
    """The event of a constraint that has no choice left, or can't hold.

    With too many mines, or just enough of them, only its mined cells matter; else only its safe ones.
    """
    found = mask & ~(before.safe | before.mined)
    if missing <= 0:
        return Event(0 if missing else found, 0, missing < 0, 1 << number, from_mined=mask & before.mined)
    broken = missing > room
    return Event(0, 0 if broken else found, broken, 1 << number, from_safe=mask & before.safe)


def _twins(constraints_of: Sequence[int]) -> list[CellSet]:
    """For each cell all those in exactly the same constraints, itself included: trying one is trying all."""
    groups: dict[int, CellSet] = {}
    for cell, constraints in enumerate(constraints_of):
        groups[constraints] = groups.get(constraints, 0) | 1 << cell
    return [groups[constraints] for constraints in constraints_of]
