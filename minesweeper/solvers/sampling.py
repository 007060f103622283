"""Draws layouts that fit a position, all equally likely, and similar layouts in which a given cell is safe.

Two guesses played on the same layout share its luck. If one of them hits a mine, it needs another layout. ``redraw``
keeps as much of the old layout as possible, so that most luck is still shared. docs/dev/solver.md proves that its draws
are exact.
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
    """Reports cells that were mines in every layout drawn."""


class Sampler:
    """Draws layouts that fit one position. Builds its tables on first use."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._rests: dict[int | None, tuple[list[int], list[list[int]]]] = {}

    def draw(self, random: RandomSource) -> CellSet:
        """Draws the mines of one layout."""
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
        """Draws a layout in which a given mine is a safe cell, and keeps as much of the old layout as possible.

        If the old layout is equally likely to be any in which the cell is a mine, the new one is equally likely to be
        any in which it is safe. Draws the mine counts part by part, each unchanged as often as the odds allow.
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
                if random.randrange(tables.sizes[own]) >= drawn[own]:  # as often as the cell is safe
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
        """Returns the mines of the interior if the parts have ``used`` mines more than their fewest."""
        return self.analysis.mines_unknown - sum(part.tables.lowest for part in self.analysis.parts) - used

    def _rest(self, left_out: int | None) -> tuple[list[int], list[list[int]]]:
        """Returns all parts but one, and the ways to fill the board from each of them on, and at the end.

        Each list is indexed by the mines used before, beyond the fewest of each part. If an interior cell is left out,
        its mine counts as used.
        """
        if left_out not in self._rests:
            parts = self.analysis.parts
            if any(part.is_window for part in parts):
                raise ValueError("no layout can be drawn: a component was too large to count")
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
        """Returns how many mines a part has beyond its fewest."""
        return (mines & sum(self._groups[number])).bit_count() - self.analysis.parts[number].tables.lowest

    def _change(self, mines: CellSet, number: int, drawn: list[int], safe: int, random: RandomSource) -> CellSet:
        """Changes the mines of a part to the drawn number in each group, without a mine at the safe cell."""
        for group, here in zip(self._groups[number], drawn, strict=True):
            mines = _with_number(mines, group & ~(1 << safe), here, random)
        return mines


def _with_number(mines: CellSet, cells: CellSet, number: int, random: RandomSource) -> CellSet:
    """Changes the number of mines among some cells, with as few changes as possible."""
    more = number - (mines & cells).bit_count()
    if not more:
        return mines
    return mines ^ to_cell_set(random.sample(cells_of(cells & (~mines if more > 0 else mines)), abs(more)))


def _draw_coupled(before: Sequence[int], after: Sequence[int], old: int, random: RandomSource) -> int:
    """Draws an index by the weights ``after`` that equals ``old``, drawn by ``before``, as often as possible."""
    total_before, total_after = sum(before), sum(after)
    weight, had = after[old] * total_before, before[old] * total_after
    if weight >= had or random.randrange(had) < weight:
        return old
    gains = [max(0, a * total_before - b * total_after) for b, a in zip(before, after, strict=True)]
    return draw_index(gains, random)


def draw_with_safe(analysis: Analysis, cells: CellSet, random: RandomSource) -> CellSet:
    """Draws the mines of a layout that fits and in which the cells are safe, all such layouts equally likely."""
    sampler = Sampler(analysis)
    for _ in range(_MOST_DRAWS):
        mines = sampler.draw(random)
        if not mines & cells:
            return mines
    raise DrawError(f"no layout with these cells safe was found among {_MOST_DRAWS:,}: they are mines")
