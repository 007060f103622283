"""Draws random layouts that fit a position, all equally likely. Roll-outs play on them.

If two guesses are played on the same layout, both have the same luck, so that fewer games show which is better. But a
guess that hits a mine there needs another layout, in which its cell is safe. ``Sampler.redraw`` keeps as much of the
old layout as possible, so that most of the luck stays the same, and still draws every layout with the right chance, as
docs/dev/solver.md proves. Layouts are drawn from the position alone, never from the real mines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import mul

from minesweeper.core.cells import CellSet, cells_of, to_cell_set
from minesweeper.solvers.count_linear import RandomSource, draw_index
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.mine_total import binomials

_MOST_DRAWS = 10_000
_INTERIOR = -1


class DrawError(ValueError):
    """Raised if some cells were never safe together in many drawn layouts, so that one of them is surely a mine."""


class Sampler:
    """Draws layouts that fit one position. Its tables are made when the first layout is drawn."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._rests: dict[int | None, tuple[list[int], list[list[int]]]] = {}

    def draw(self, random: RandomSource) -> CellSet:
        """Draws one layout and returns its mines, the proved ones included. All layouts that fit are equally likely.

        Raises ValueError if a component was too large to count.
        """
        analysis = self.analysis
        mined = cells_of(analysis.settled[2])
        numbers, rests = self._rest(None)
        used = 0
        for number, rest in zip(numbers, rests[1:], strict=True):
            part = analysis.parts[number]
            excess = draw_index(list(map(mul, part.tables.counts.by_mines, rest[used:])), random)
            used += excess
            drawn = part.tables.draw(part.tables.lowest + excess, random)
            for cells, here in zip(part.component.groups, drawn, strict=True):
                mined += random.sample(cells, here)
        return to_cell_set(mined + random.sample(cells_of(analysis.interior), self._mines_inside(used)))

    def redraw(self, mines: CellSet, cell: int, random: RandomSource) -> CellSet:
        """Makes a layout in which ``cell`` is safe from one in which it is a mine. Keeps as much of the old layout as
        possible.

        If the old layout is drawn from all those in which the cell is a mine, the new one is drawn from all those in
        which it is safe, each equally likely. Goes through the parts and keeps the mine count of each as often as the
        odds allow.
        """
        analysis, parts = self.analysis, self.analysis.parts
        number, own = analysis.places.get(cell, (_INTERIOR, 0))
        numbers, rests = self._rest(number)
        mines ^= 1 << cell
        before, after = 1, 0
        if number != _INTERIOR:
            tables = parts[number].tables
            before += self._excess(number, mines)
            weights = list(map(mul, tables.counts.by_mines, rests[0]))
            while True:
                after = draw_index(weights, random)
                drawn = tables.draw(tables.lowest + after, random)
                # Accepts a layout as often as the cell is safe in it.
                if random.randrange(tables.sizes[own]) >= drawn[own]:
                    break
            mines = self._change(mines, number, drawn, cell, random)
        for other, rest in zip(numbers, rests[1:], strict=True):
            if before == after:
                return mines
            tables = parts[other].tables
            ways, old = tables.counts.by_mines, self._excess(other, mines)
            new = _draw_coupled(list(map(mul, ways, rest[before:])), list(map(mul, ways, rest[after:])), old, random)
            if new != old:
                mines = self._change(mines, other, tables.draw(tables.lowest + new, random), cell, random)
            before, after = before + old, after + new
        return _with_number(mines, analysis.interior & ~(1 << cell), self._mines_inside(after), random)

    def _mines_inside(self, used: int) -> int:
        """How many mines the interior has if all parts together have ``used`` mines more than their lowest mine
        counts.
        """
        return self.analysis.mines_unknown - sum(part.tables.lowest for part in self.analysis.parts) - used

    def _rest(self, left_out: int | None) -> tuple[list[int], list[list[int]]]:
        """Counts in how many ways the board can be filled part by part. Returns the numbers of all parts but one, and a
        list for each of these parts and for the interior.

        Entry n of a list is the number of ways to fill this part and everything after it if the earlier parts have n
        mines above their lowest mine counts. ``left_out`` is the part to leave out, or None. For the interior (-1), all
        parts are listed, and only the cell that ``redraw`` changes is left out; its mine counts as used.
        """
        if left_out not in self._rests:
            parts = self.analysis.parts
            if any(part.is_window for part in parts):
                raise ValueError("can't draw layouts, because this position is too large to count")
            spread = sum(part.tables.highest - part.tables.lowest for part in parts) + (left_out == _INTERIOR)
            inside = self.analysis.interior.bit_count() - (left_out == _INTERIOR)
            numbers = [number for number in range(len(parts)) if number != left_out]
            rests = [binomials(inside, self._mines_inside(0), spread + 1)]
            for number in reversed(numbers):
                ways, rest = parts[number].tables.counts.by_mines, rests[-1]
                rests.append([sum(map(mul, ways, rest[used:])) for used in range(len(rest) - len(ways) + 1)])
            self._rests[left_out] = numbers, rests[::-1]
        return self._rests[left_out]

    @cached_property
    def _groups(self) -> list[list[CellSet]]:
        return [list(map(to_cell_set, part.component.groups)) for part in self.analysis.parts]

    def _excess(self, number: int, mines: CellSet) -> int:
        """How many mines a part has above its lowest mine count."""
        return (mines & sum(self._groups[number])).bit_count() - self.analysis.parts[number].tables.lowest

    def _change(self, mines: CellSet, number: int, drawn: list[int], safe: int, random: RandomSource) -> CellSet:
        """Changes the mines of a part to the drawn number in each group, with no mine in the cell ``safe``."""
        for group, here in zip(self._groups[number], drawn, strict=True):
            mines = _with_number(mines, group & ~(1 << safe), here, random)
        return mines


def _with_number(mines: CellSet, cells: CellSet, number: int, random: RandomSource) -> CellSet:
    """Changes the number of mines among some cells to ``number``, with as few changes as possible.

    Which cells change is random.
    """
    more = number - (mines & cells).bit_count()
    if not more:
        return mines
    return mines ^ to_cell_set(random.sample(cells_of(cells & (~mines if more > 0 else mines)), abs(more)))


def _draw_coupled(before: Sequence[int], after: Sequence[int], old: int, random: RandomSource) -> int:
    """Draws an index by the weights ``after``.

    It equals ``old``, which was drawn by the weights ``before``, as often as possible.
    """
    total_before, total_after = sum(before), sum(after)
    weight, had = after[old] * total_before, before[old] * total_after
    if weight >= had or random.randrange(had) < weight:
        return old
    gains = [max(0, a * total_before - b * total_after) for b, a in zip(before, after, strict=True)]
    return draw_index(gains, random)


def draw_with_safe(analysis: Analysis, cells: CellSet, random: RandomSource) -> CellSet:
    """Draws the mines of a layout in which all of ``cells`` are safe. All such layouts are equally likely.

    Raises ``DrawError`` if none was found in 10,000 attempts, and ValueError if a component was too large to count.
    """
    sampler = Sampler(analysis)
    for _ in range(_MOST_DRAWS):
        mines = sampler.draw(random)
        if not mines & cells:
            return mines
    raise DrawError(f"no layout with these cells safe was found among {_MOST_DRAWS:,}: they are mines")
