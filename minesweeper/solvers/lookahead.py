"""What a guess is worth one move further: the clues it can show, and how safe the best next move is after each.

Counts are exact integers; only their weights are floats, for they serve to rank guesses and prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from operator import mul
from typing import NamedTuple

from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.components import neighbours_on
from minesweeper.solvers.counting import Tables, Values
from minesweeper.solvers.outcomes import Block, Outcomes, Shape, base_passes, make_shape

INTERIOR = -1
"""Stands for the interior where parts are numbered."""
OPENING_WORTH = 1.25
"""What a 0 counts for as long as none is opened: a game without an opening is hard to win."""


class Outlook(NamedTuple):
    """What opening a cell promises."""

    score: float
    """The chance to survive this move and the next one; above that for a cell that may be the first opening."""
    clues: int
    """How many different clues the cell can show; if only one, it tells nothing."""


class _Weights(NamedTuple):
    """What the untouched rest of the board adds, by the mines in the touched cells, up to a common factor."""

    all: list[float]
    elsewhere: list[float]
    """The same, for the layouts in which the safest living cell of the rest is mined; empty if there is none."""


class Lookahead:
    """Looks one move ahead from an exactly analysed position in which no cell is certainly safe."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._tables = [part.tables for part in analysis.parts]
        self._place = analysis.places()
        self._hidden_beside: dict[int, list[int]] = {}
        self._weights: dict[tuple[tuple[int, ...], int], _Weights] = {}
        self._passes: dict[tuple[int, int], tuple[Values, Values]] = {}
        self._inside = analysis.interior.bit_count()
        self._ranked = self._rank_parts()
        ones, twos, fours, eights = analysis.position.clues
        self._needs_opening = not analysis.position.opened & ~(ones | twos | fours | eights)

    @property
    def most_worth(self) -> float:
        """No cell's score exceeds its safety times this."""
        return OPENING_WORTH if self._needs_opening else 1.0

    def hidden_beside(self, cell: int) -> list[int]:
        """The neighbours of a cell that are neither opened nor proved."""
        found = self._hidden_beside.get(cell)
        if found is None:
            place, interior = self._place, self.analysis.interior
            beside = neighbours_on(self.analysis.position.grid, cell)
            found = self._hidden_beside[cell] = [c for c in beside if c in place or interior >> c & 1]
        return found

    def _rank_parts(self) -> list[tuple[float, int, int]]:
        """For each part, and for the interior, the risk of its safest living group and its number; the best first."""
        ranked = []
        for number, risks in enumerate(self.analysis.risks):
            groups = self.analysis.parts[number].component.groups
            by_risk = sorted((risk, group) for group, risk in enumerate(risks[:-1]))
            alive = (pair for pair in by_risk if any(self.hidden_beside(cell) for cell in groups[pair[1]]))
            risk, group = next(alive, by_risk[0])
            ranked.append((risk / risks[-1], number, group))
        if self._inside:
            risk, layouts = self.analysis.totals.inside
            ranked.append((risk / layouts, INTERIOR, 0))
        return sorted(ranked)

    def outlook(self, cell: int) -> Outlook:
        """What opening the cell promises."""
        seen: dict[int, dict[int, int]] = {}
        inside = 0
        for other in self.hidden_beside(cell):
            place = self._place.get(other)
            if place is None:
                inside += 1
            else:
                groups = seen.setdefault(place[0], {})
                groups[place[1]] = groups.get(place[1], 0) + 1
        number, own = self._place.get(cell, (INTERIOR, 0))
        if number != INTERIOR:
            seen.setdefault(number, {})
        shape = make_shape([self._tables[n] for n in seen], inside)
        outcomes = {
            n: Outcomes(self._tables[n], self._base(n, shape), shape, groups, own if n == number else None)
            for n, groups in seen.items()
        }
        weights = self._weigh_rest(tuple(seen), inside + (number == INTERIOR))
        next_move = _NextMove(shape, len(self.hidden_beside(cell)) + 1, weights)
        self._collect(cell, outcomes, inside, next_move)
        risk, layouts = self.analysis.odds(cell)
        has_more = len(seen) < len(self._tables) or self._inside > inside + (number == INTERIOR)
        survival = next_move.survival(has_more, self._zero_worth(cell))
        return Outlook(survival * (1 - risk / layouts), len(next_move.possible))

    def _zero_worth(self, cell: int) -> float:
        """What it counts for if the new clue sees no mine among the unknown cells."""
        known = self.analysis.position.grid.neighbours(cell) & self.analysis.mined
        return OPENING_WORTH if self._needs_opening and not known else 1.0

    def _base(self, number: int, shape: Shape) -> tuple[Values, Values]:
        key = number, shape.width
        if key not in self._passes:
            self._passes[key] = base_passes(self._tables[number], shape.width)
        return self._passes[key]

    def _collect(self, cell: int, outcomes: dict[int, Outcomes], inside: int, next_move: _NextMove) -> None:
        """Tells the next move about all layouts, and about the cells that the new clue or its component touches."""
        shape = next_move.shape
        step = shape.width + shape.clue_step
        around = sum([comb(inside, n) << n * step for n in range(inside + 1)])  # (1 + xy)^inside
        next_move.start(_product(outcomes, around))
        for number, outcome in outcomes.items():
            rest = _product({other: o for other, o in outcomes.items() if other != number}, around)
            for block in outcome.blocks():
                next_move.add(block.mined * rest, self._is_alive(cell, number, block))
        if inside:
            mined = sum([comb(inside - 1, n - 1) << n * step for n in range(1, inside + 1)])
            next_move.add(_product(outcomes, mined), True)

    def _is_alive(self, opened: int, number: int, block: Block) -> bool:
        """Whether a cell of the block has a hidden neighbour after the move."""
        for cell in self.analysis.parts[number].component.groups[block.group]:
            if cell == opened or (block.seen is not None and (cell in self.hidden_beside(opened)) != block.seen):
                continue
            beside = self.hidden_beside(cell)
            if len(beside) > 1 or (beside and beside[0] != opened):
                return True
        return False

    def _weigh_rest(self, touched: tuple[int, ...], taken: int) -> _Weights:
        """The weights of the mine numbers, from the lowest, in the touched parts and so many interior cells."""
        key = touched, taken
        weights = self._weights.get(key)
        if weights is None:
            weights = self._weights[key] = self._make_weights(touched, taken)
        return weights

    def _make_weights(self, touched: tuple[int, ...], taken: int) -> _Weights:
        rest = [number for number in range(len(self._tables)) if number not in touched]
        polynomials = {number: _shares(self._tables[number], self._tables[number].count().by_mines) for number in rest}
        product = _multiply(polynomials.values())
        mines = self.analysis.mines_unknown - sum(t.lowest for t in self._tables)
        inside = self._inside - taken
        terms = sum(self._tables[n].highest - self._tables[n].lowest for n in touched) + taken + 1
        ways = _relative_binomials(inside, mines, terms + len(product) - 1)
        weights = _correlate(product, ways, terms)
        for _, number, group in self._ranked:
            if number == INTERIOR and inside:
                mined = [way * (mines - n) / inside for n, way in enumerate(ways)]
                return _Weights(weights, _correlate(product, mined, terms))
            if number in polynomials:
                tables = self._tables[number]
                polynomials[number] = _shares(tables, tables.count().mined[group])
                return _Weights(weights, _correlate(_multiply(polynomials.values()), ways, terms))
        return _Weights(weights, [])


class _NextMove:
    """Finds out how safe the best move is after each clue that a cell may show."""

    def __init__(self, shape: Shape, clues: int, weights: _Weights) -> None:
        self.shape = shape
        self._clues = clues
        self._weights = weights
        self.possible: list[int] = []
        self._totals: list[float] = []
        self._risk: list[float] = []
        """For each clue the least risk of a living cell, 0 if any cell is safe."""
        self._any_risk: list[float] = []
        """The same, of any cell; 1 if all are mines."""

    def start(self, packed: int) -> None:
        """Takes all layouts, by clue and mines."""
        weights, elsewhere = self._weights
        rows = self.shape.unpack(packed, self._clues)
        self._totals = totals = [sum(map(mul, row, weights)) for row in rows]
        self.possible = [clue for clue, total in enumerate(totals) if total]
        self._risk = [1.0] * self._clues
        if elsewhere:
            for clue in self.possible:
                self._risk[clue] = sum(map(mul, rows[clue], elsewhere)) / totals[clue]
        self._any_risk = list(self._risk)

    def add(self, packed: int, is_alive: bool) -> None:
        """Takes the layouts in which a cell is mined."""
        weights, totals = self._weights.all, self._totals
        rows = self.shape.unpack(packed, self._clues)
        for clue in self.possible:
            risk = sum(map(mul, rows[clue], weights)) / totals[clue]
            if risk < self._risk[clue]:
                self._any_risk[clue] = min(risk, self._any_risk[clue])
                if is_alive or not risk:
                    self._risk[clue] = risk

    def survival(self, has_more: bool, zero_worth: float) -> float:
        """The chance that the best next move is safe, given that this one was; 1 if the game is then won."""
        alive = 0.0
        for clue in self.possible:
            risk = self._risk[clue]
            if risk == 1.0:
                risk = self._any_risk[clue]
                if risk == 1.0 and not has_more:
                    risk = 0.0
            alive += self._totals[clue] * (1 - risk) * (1.0 if clue else zero_worth)
        return alive / sum(self._totals)


def _product(outcomes: dict[int, Outcomes], start: int) -> int:
    for outcome in outcomes.values():
        start *= outcome.total
    return start


def _shares(tables: Tables, counts: Sequence[int]) -> list[float]:
    most = tables.count().total
    return [n / most for n in counts]


def _multiply(polynomials: Iterable[list[float]]) -> list[float]:
    product = [1.0]
    for polynomial in polynomials:
        longer = [0.0] * (len(product) + len(polynomial) - 1)
        for i, a in enumerate(product):
            for j, b in enumerate(polynomial):
                longer[i + j] += a * b
        product = longer
    return product


def _correlate(product: list[float], ways: list[float], terms: int) -> list[float]:
    return [sum(map(mul, product, ways[n:])) for n in range(terms)]


def _relative_binomials(size: int, chosen: int, terms: int) -> list[float]:
    """The ways to choose ``chosen``, ``chosen - 1``, ... of ``size`` cells, up to a common factor."""
    ways = []
    value = 0.0
    for number in range(chosen, chosen - terms, -1):
        if 0 <= number <= size:
            value = value * (number + 1) / (size - number) if value else 1.0
            ways.append(value)
        else:
            ways.append(0.0)
    return ways
