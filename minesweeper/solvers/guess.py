"""Chooses the cell to open: a proved safe cell or, if the position has none, the guess that most likely wins the game.

With few layouts left, ``endgame`` searches the whole rest of the game, so its guess is the best possible one. Otherwise
this module looks one move ahead: for each of the safest guesses (``Candidate``) it asks how safe the next moves will
be, averaged over the clues that the guess may reveal. This average is the promise of the guess. Boards that are too
large for exact odds get the safest cell. Numbers of layouts are exact integers until guesses are ranked; only then
floats are used, and they never decide a proof. ``rollouts`` improves on these guesses by playing the game out.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from heapq import nsmallest
from math import comb, fsum, prod
from operator import mul, sub
from struct import Struct
from typing import NamedTuple, TypeAlias

from minesweeper.core.cells import (
    CellSet,
    Grid,
    Planes,
    cells_of,
    cells_with_number,
    first_cell,
    nearest_first,
    to_cell_set,
    zeros_of,
)
from minesweeper.solvers.count_linear import (
    QUICK,
    LinearCounter,
    Values,
    binomial_weights,
    combine_passes,
    offset_at,
    pass_backward,
    pass_forward,
    unpack,
    ways_with_one_mined,
)
from minesweeper.solvers.endgame import Island, best_end_move, find_islands
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.fifty import Fifties
from minesweeper.solvers.mine_total import Odds

_FORMATS = {8: "B", 16: "H", 32: "I", 64: "Q"}


class PolyPacking(NamedTuple):
    """How polynomials in two variables, x and y, are packed in one int.

    After a move, the layouts of a component are counted by two numbers at once: their mines (the power of x) and the
    mines next to the opened cell (the power of y), which are the clue that the cell would show. So one product of
    polynomials answers for all possible clues, without a new constraint for each: only the weights of cell groups
    change.
    """

    width: int
    """The number of bits per coefficient.

    It is 8, 16, 32 or 64 if one of these is enough, because ``struct`` unpacks all coefficients of these widths at
    once.
    """
    terms: int
    """The number of powers of x. All coefficients of y^0 come first, then those of y^1, and so on."""

    @property
    def clue_step(self) -> int:
        """The number of bits from one power of y to the next."""
        return self.width * self.terms

    def step_for(self, tables: LinearCounter) -> int:
        """The number of bits from one power of x to the next, for the polynomials of this component.

        It is 0 if all layouts of the component have the same number of mines, because then x isn't needed.
        """
        return self.width if tables.highest > tables.lowest else 0

    def unpack(self, packed: int, clues: int) -> list[tuple[int, ...]]:
        """Unpacks a polynomial.

        The result has one entry for each power of y below ``clues``: the coefficients by powers of x.
        """
        width, terms = self
        if width in _FORMATS:
            row = terms * width // 8
            data = packed.to_bytes(row * clues, "little")
            read = _reader(_FORMATS[width], terms).unpack_from
            return [read(data, start) for start in range(0, row * clues, row)]
        whole = unpack(packed, width, terms * clues)
        return [tuple(whole[start : start + terms]) for start in range(0, terms * clues, terms)]


@lru_cache(maxsize=512)
def _reader(letter: str, count: int) -> Struct:
    return Struct(f"<{count}{letter}")


def make_packing(tables: list[LinearCounter], inside: int) -> PolyPacking:
    """Chooses a packing that is wide enough for the product of these components' polynomials.

    ``inside`` is the number of interior cells next to the opened cell. The packing leaves room for their mines too.
    """
    bits = inside + sum(t.counts.total.bit_length() for t in tables)
    width = next((width for width in _FORMATS if bits <= width), bits)
    widest = [
        t.highest - t.lowest + max(offset_at(t, g) for g in range(len(t.layers)))
        for t in tables
        if t.highest > t.lowest
    ]
    joined = sum(t.highest - t.lowest for t in tables) + inside
    return PolyPacking(width, 1 + max([joined, *widest]))


class ComponentAfterMove:
    """The layouts of one component if a certain cell is opened and safe, counted by their mines and by the clue of this
    cell.

    The numbers are polynomials, packed as ``PolyPacking`` says.
    """

    __slots__ = ("_back", "_forth", "_own", "_seen", "_steps", "_tables", "total")

    def __init__(
        self,
        tables: LinearCounter,
        base: tuple[Values, Values],
        packing: PolyPacking,
        seen: dict[int, int],
        own: int | None,
    ) -> None:
        """Counts the layouts after the move.

        For each group of the component, ``seen`` has the number of its cells next to the opened cell. Groups without
        such cells are left out, except the group of the opened cell itself. This is ``own``, or None if the opened cell
        isn't in the component. ``base`` has the two passes over the component without a move: layers that the move
        doesn't change are taken from them.
        """
        self._tables, self._seen, self._own = tables, seen, own
        step = packing.step_for(tables)
        self._steps = step, packing.clue_step
        weights = binomial_weights(tables, step)
        for group in seen:
            weights[group] = _ways(*self._split(group), *self._steps)
        self._forth = pass_forward(tables, weights, step, base[0][: min(seen) + 1])
        self._back = pass_backward(tables, weights, step, base[1][max(seen) + 1 :])
        self.total = self._back[0][0]
        """The number of all layouts, as a packed polynomial."""

    def _split(self, group: int) -> tuple[int, int]:
        """How many cells of the group are next to the opened cell, and how many aren't.

        The opened cell is in neither number.
        """
        near = self._seen.get(group, 0)
        return near, self._tables.sizes[group] - near - (group == self._own)

    def blocks(self) -> Iterator[tuple[int, bool, int]]:
        """Yields the cells of the component in blocks whose cells all have the same odds after the move. The opened
        cell is in no block.

        A block is either the cells of a group that are next to the opened cell or the group's other cells. It comes as
        the number of the group, whether these are the cells next to the opened cell, and the number of layouts in which
        a given cell of the block is a mine, as a packed polynomial.
        """
        step = self._steps[0]
        for group, (layer, size) in enumerate(zip(self._tables.layers, self._tables.sizes, strict=True)):
            ways = [0] * (size + 1)
            combine_passes(layer, self._forth[group], self._back[group + 1], ways)
            drop = offset_at(self._tables, group) * step
            if group not in self._seen:
                yield group, False, sum(map(mul, ways, ways_with_one_mined(size, step))) >> drop
                continue
            near, far = self._split(group)
            if near:
                yield group, True, sum(map(mul, ways, _ways_with_seen(near, far, *self._steps))) >> drop
            if far:
                yield group, False, sum(map(mul, ways, _ways_with_unseen(near, far, *self._steps))) >> drop


@lru_cache(maxsize=1 << 14)
def _ways(near: int, far: int, step: int, clue_step: int) -> tuple[int, ...]:
    """The numbers of ways to place 0, 1, 2, ... mines in a group that has ``near`` cells next to the opened cell and
    ``far`` others.

    Each entry is a polynomial, packed with ``step`` bits per power of x and ``clue_step`` bits per power of y. The last
    entry, for one mine more than fits, is always 0. It is needed if the opened cell is in the group too, because then
    the group has one cell more.
    """
    return tuple(
        [
            sum(
                comb(near, k) * comb(far, mines - k) << mines * step + k * clue_step
                for k in range(min(near, mines) + 1)
            )
            for mines in range(near + far + 2)
        ]
    )


@lru_cache(maxsize=1 << 14)
def _ways_with_seen(near: int, far: int, step: int, clue_step: int) -> tuple[int, ...]:
    """Like ``_ways``, but counts only the ways in which a given cell next to the opened cell is a mine."""
    return (0, *(ways << step + clue_step for ways in _ways(near - 1, far, step, clue_step)))


@lru_cache(maxsize=1 << 14)
def _ways_with_unseen(near: int, far: int, step: int, clue_step: int) -> tuple[int, ...]:
    """Like ``_ways``, but counts only the ways in which a given cell that isn't next to the opened cell is a mine."""
    return (0, *(ways << step for ways in _ways(near, far - 1, step, clue_step)))


INTERIOR = -1
"""Stands for the interior wherever the number of a part is expected."""
NEXT_CELLS = 5
"""How many of the safest cells after a move count for the promise of the move."""
POWERS = (0.75, 0.38, 0.18, 0.0, 0.09)
"""How much each of the next cells counts for the promise.

These are exponents for their mean safeties, the safest cell first, and were found by a regression on roll-outs.
"""
OPENING_POWERS = (0.5, 0.9, 0.0, 0.0, 0.0)
"""The exponents that replace ``POWERS`` until a 0 is open, because a game without an opening is hard to win."""
OPENING_WORTH = 1.25
"""The safety that the next cells get after a clue of 0, if no 0 was open before.

It is above 1, because an opening is worth more than safe cells.
"""
_CERTAIN_MINE = 1 - 1e-9
"""A cell with a higher risk is a mine in every layout, and its risk is below 1 only because of rounding."""


_Weights: TypeAlias = tuple[list[float], list[tuple[list[float], int]]]


class Lookahead:
    """Looks one move ahead in one position.

    The position must be analysed exactly and must not have a proved safe cell.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        position, grid = analysis.position, analysis.position.grid
        self._tables = _tables_of(analysis)
        self._place = analysis.places
        self.unknown = to_cell_set(self._place) | analysis.interior
        """The cells that are neither opened nor proved."""
        beside = grid.count_neighbours(self.unknown)
        self.living = self.unknown & ~zeros_of(beside, self.unknown)
        """The unknown cells that have an unknown neighbour. The clues of all others would reveal nothing."""
        self._lonely = cells_with_number(beside, 1, self.unknown)
        self._groups = [[to_cell_set(cells) for cells in part.component.groups] for part in analysis.parts]
        self._weights: dict[tuple[tuple[int, ...], int], _Weights] = {}
        self._passes: dict[tuple[int, int], tuple[Values, Values]] = {}
        self._inside = analysis.interior.bit_count()
        risk, layouts = analysis.totals.inside
        self._inside_risk = risk / layouts if self._inside else 1.0
        self._risks = [[risk / risks[-1] for risk in risks[:-1]] for risks in analysis.risks]
        self._ranked = self._rank_groups()
        self._needs_opening = not zeros_of(position.clues, position.opened)

    @property
    def most_promise(self) -> float:
        """An upper limit for the promise of any cell.

        If a candidate couldn't win even with this promise, it needn't be evaluated.
        """
        return OPENING_WORTH ** fsum(OPENING_POWERS) if self._needs_opening else 1.0

    def risk(self, cell: int) -> float:
        """The chance that an unknown cell is a mine."""
        place = self._place.get(cell)
        return self._inside_risk if place is None else self._risks[place[0]][place[1]]

    def _rank_groups(self) -> list[tuple[float, int, int, int]]:
        """Lists the groups of all parts and the interior, the safest first.

        For each it has the risk of a cell, the number of the part, the number of the group in it, and the number of
        living cells.
        """
        ranked = [
            (risk, number, group, (self._groups[number][group] & self.living).bit_count())
            for number, risks in enumerate(self._risks)
            for group, risk in enumerate(risks)
        ]
        if self._inside:
            living = (self.analysis.interior & self.living).bit_count()
            ranked.append((self._inside_risk, INTERIOR, 0, living))
        return sorted(ranked)

    def evaluate(self, cell: int) -> tuple[float, dict[int, float]]:
        """Computes the promise and the clue luck of opening a cell; ``Candidate`` explains both.

        If the clue luck has only one entry, only one clue is possible, so that opening the cell reveals nothing. The
        result is in floats, because it is only used to rank guesses.
        """
        seen: dict[int, dict[int, int]] = {}
        beside = self.analysis.position.grid.neighbours(cell) & self.unknown
        for other in cells_of(beside & ~self.analysis.interior):
            number, group = self._place[other]
            groups = seen.setdefault(number, {})
            groups[group] = groups.get(group, 0) + 1
        inside = (beside & self.analysis.interior).bit_count()
        number, own = self._place.get(cell, (INTERIOR, 0))
        if number != INTERIOR:
            seen.setdefault(number, {}).setdefault(own, 0)
        packing = make_packing([self._tables[n] for n in seen], inside)
        outcomes = {
            n: ComponentAfterMove(
                self._tables[n], self._base(n, packing), packing, groups, own if n == number else None
            )
            for n, groups in seen.items()
        }
        weights, elsewhere = self._weigh_rest(tuple(seen), inside + (number == INTERIOR))
        clues, (everything, *blocks) = beside.bit_count() + 1, self._blocks(cell, beside, outcomes, packing)
        rows = packing.unpack(everything[0], clues)
        totals = {clue: total for clue, row in enumerate(rows) if (total := fsum(map(mul, row, weights)))}
        risks = {
            clue: [(fsum(map(mul, rows[clue], mined)) / total, living) for mined, living in elsewhere]
            for clue, total in totals.items()
        }
        for packed, living in blocks:
            rows = packing.unpack(packed, clues)
            for clue, total in totals.items():
                risks[clue].append((fsum(map(mul, rows[clue], weights)) / total, living))
        may_be_zero = not self.analysis.position.grid.neighbours(cell) & self.analysis.mined
        return _evaluate(totals, risks, may_be_zero, self._needs_opening)

    def share(self, mined: Sequence[int], safe: Sequence[int]) -> float:
        """The share of all layouts in which the cells of ``mined`` are mines and the cells of ``safe`` are safe.

        All of them must be unknown cells.
        """
        mines, free = ([self._place.get(cell, (INTERIOR, 0)) for cell in cells] for cells in (mined, safe))
        fixed: dict[int, dict[int, tuple[int, int]]] = {}
        for place in (*mines, *free):
            number, group = place
            fixed.setdefault(number, {})[group] = mines.count(place), free.count(place)
        mines_inside, safe_inside = fixed.pop(INTERIOR, {}).get(0, (0, 0))
        taken = mines_inside + safe_inside
        weights, _ = self._weigh_rest(tuple(fixed), taken)
        every = [_shares(self._tables[number], self._tables[number].counts.by_mines) for number in fixed]
        every.append([float(comb(taken, mines)) for mines in range(taken + 1)])
        some = [0.0] * mines_inside + _multiply(self._shares_with(number, groups) for number, groups in fixed.items())
        return fsum(map(mul, some, weights)) / fsum(map(mul, _multiply(every), weights))

    def _shares_with(self, number: int, fixed: dict[int, tuple[int, int]]) -> list[float]:
        """Counts the layouts of a part in which some given cells are as wanted, by mine count, as shares of all its
        layouts.

        For each group, ``fixed`` says how many given cells must be mines and how many must be safe.
        """
        tables = self._tables[number]
        if any(sum(cells) > tables.sizes[group] for group, cells in fixed.items()):
            return [0.0]
        packing = PolyPacking(tables.counts.total.bit_length(), tables.highest - tables.lowest + 1)
        step = packing.step_for(tables)
        weights = binomial_weights(tables, step)
        for group, (mined, safe) in fixed.items():
            free, size = tables.sizes[group] - mined - safe, tables.sizes[group]
            weights[group] = tuple([comb(free, n - mined) << n * step if n >= mined else 0 for n in range(size + 1)])
        end = self._base(number, packing)[1][max(fixed) + 1 :]
        packed = pass_backward(tables, weights, step, end)[0][0]
        return _shares(tables, unpack(packed, *packing))

    def _base(self, number: int, packing: PolyPacking) -> tuple[Values, Values]:
        """The forward and the backward pass over a part before any move.

        They are remembered, because a move changes only some of their layers.
        """
        key = number, packing.width
        if key not in self._passes:
            tables = self._tables[number]
            step = packing.step_for(tables)
            weights = binomial_weights(tables, step)
            self._passes[key] = pass_forward(tables, weights, step), pass_backward(tables, weights, step)
        return self._passes[key]

    def _blocks(
        self, cell: int, beside: CellSet, outcomes: dict[int, ComponentAfterMove], packing: PolyPacking
    ) -> Iterator[tuple[int, int]]:
        """Yields packed polynomials with the layouts after a move: first all layouts, then those in which a given cell
        is a mine.

        The latter come once for each block of cells that lies in a component next to ``cell`` or in the interior next
        to it, because its cells have the same odds. The second value is the number of living cells in the block.
        ``beside`` has the unknown neighbours of ``cell``.
        """
        seen_inside = beside & self.analysis.interior
        inside, step = seen_inside.bit_count(), packing.width + packing.clue_step
        living = self.living & ~(1 << cell | beside & self._lonely)
        seen_living, unseen_living = living & beside, living & ~beside
        around = sum([comb(inside, n) << n * step for n in range(inside + 1)])  # the polynomial (1 + xy)^inside
        yield _product(outcomes, around), 0
        for number, outcome in outcomes.items():
            rest = _product({other: o for other, o in outcomes.items() if other != number}, around)
            for group, seen, mined in outcome.blocks():
                cells = self._groups[number][group] & (seen_living if seen else unseen_living)
                yield mined * rest, cells.bit_count()
        if inside:
            mined = sum([comb(inside - 1, n - 1) << n * step for n in range(1, inside + 1)])
            yield _product(outcomes, mined), (seen_inside & living).bit_count()

    def _weigh_rest(self, touched: tuple[int, ...], taken: int) -> _Weights:
        """Counts the layouts of the rest of the board, which is everything but the ``touched`` parts and ``taken``
        interior cells.

        The first result has a weight for each number of mines that the touched parts and the taken cells have above
        their minimum: the number of ways to fill the rest. The second result has an entry for each group of the rest
        with the safest living cells, as many as the promise needs. It has the same weights if a given cell of the group
        is a mine, and the number of the group's living cells. If no cell of the rest is living, the only entry is for
        the safest group, with 0 living cells. All weights are divided by a common factor.
        """
        if (touched, taken) in self._weights:
            return self._weights[touched, taken]
        polynomials = {
            number: _shares(tables, tables.counts.by_mines)
            for number, tables in enumerate(self._tables)
            if number not in touched
        }
        product = _multiply(polynomials.values())
        mines = self.analysis.mines_unknown - sum(t.lowest for t in self._tables)
        inside = self._inside - taken
        terms = sum(self._tables[n].highest - self._tables[n].lowest for n in touched) + taken + 1
        ways = _relative_binomials(inside, mines, terms + len(product) - 1)
        weights: list[tuple[list[float], int]] = []
        for _, number, group, living in self._safest_elsewhere(touched, inside):
            if number == INTERIOR:
                living = min(living, inside)
                mined = _correlate(product, [way * (mines - n) / inside for n, way in enumerate(ways)], terms)
            else:
                tables = self._tables[number]
                with_mine = polynomials | {number: _shares(tables, tables.mined_by_number(group))}
                mined = _correlate(_multiply(with_mine.values()), ways, terms)
            weights.append((mined, living))
        self._weights[touched, taken] = _correlate(product, ways, terms), weights
        return self._weights[touched, taken]

    def _safest_elsewhere(self, touched: tuple[int, ...], inside: int) -> list[tuple[float, int, int, int]]:
        """Chooses groups among the parts that a move doesn't touch: those with the safest living cells, enough for
        ``NEXT_CELLS`` cells.

        ``inside`` is the number of interior cells that the move doesn't touch. If no cell of these parts is living, the
        result is the safest group alone, or empty if nothing is left.
        """
        rest = [one for one in self._ranked if (inside if one[1] == INTERIOR else one[1] not in touched)]
        chosen, wanted = [], NEXT_CELLS
        for one in rest:
            if one[3]:
                chosen.append(one)
                # The opened cell and its neighbours may be interior cells, so fewer living ones may be left.
                wanted -= min(one[3], inside) if one[1] == INTERIOR else one[3]
                if wanted <= 0:
                    break
        return chosen or rest[:1]


def _evaluate(
    totals: dict[int, float], risks: dict[int, list[tuple[float, int]]], may_be_zero: bool, needs_opening: bool
) -> tuple[float, dict[int, float]]:
    """Computes the promise and the clue luck of a cell from what may happen when it is opened.

    ``totals`` has the weight of each number of mines among the cell's unknown neighbours. For each of these numbers,
    ``risks`` has the mine risks of other cells, each with the number of living cells that share it. ``may_be_zero``
    says whether the clue is 0 if none of these neighbours is a mine, and ``needs_opening`` whether no 0 is open yet.
    The promise is the product of the next cells' safeties, each averaged over all clues and raised to its power
    (``POWERS``).
    """
    zero = [OPENING_WORTH if needs_opening else 1.0] * NEXT_CELLS
    safeties = [zero if may_be_zero and not clue else _safest_living(risks[clue]) for clue in totals]
    total = fsum(totals.values())
    means = [fsum(map(mul, totals.values(), column)) / total for column in zip(*safeties, strict=True)]
    if len(safeties) == 1:
        # Takes the values themselves, because even a rounding error would look like luck if only one clue is possible.
        means = safeties[0]
    powers = OPENING_POWERS if needs_opening else POWERS
    shares = [power / mean for power, mean in zip(powers, means, strict=True)]
    clue_luck = {clue: fsum(map(mul, map(sub, own, means), shares)) for clue, own in zip(totals, safeties, strict=True)}
    return float(prod(map(pow, means, powers))), clue_luck


def _safest_living(risks: list[tuple[float, int]]) -> list[float]:
    """The safeties of the ``NEXT_CELLS`` safest living cells, the safest first. ``risks`` has the mine risks of groups
    of cells, each with the number of its living cells.

    If fewer cells are living, the last safety is repeated. If none is, the safest other cell counts instead. All values
    are 1 if only mines are left, because then the game is won.
    """
    safeties: list[float] = []
    risks = sorted(one for one in risks if one[0] < _CERTAIN_MINE)
    for risk, living in risks:
        safeties += [1 - risk] * min(living, NEXT_CELLS - len(safeties))
        if len(safeties) == NEXT_CELLS:
            return safeties
    if not safeties:
        safeties.append(1 - risks[0][0] if risks else 1.0)
    return safeties + safeties[-1:] * (NEXT_CELLS - len(safeties))


def _tables_of(analysis: Analysis) -> list[LinearCounter]:
    """The counters of all parts that are counted group by group. Parts that are counted as a tree are left out."""
    return [part.tables for part in analysis.parts if isinstance(part.tables, LinearCounter)]


def _product(outcomes: dict[int, ComponentAfterMove], start: int) -> int:
    for outcome in outcomes.values():
        start *= outcome.total
    return start


def _shares(tables: LinearCounter, counts: Sequence[int]) -> list[float]:
    most = tables.counts.total
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
    return [fsum(map(mul, product, ways[n:])) for n in range(terms)]


def _relative_binomials(size: int, chosen: int, terms: int) -> list[float]:
    """Computes in how many ways ``chosen``, ``chosen - 1``, ... mines can lie in ``size`` cells, ``terms`` numbers in
    all.

    All are divided by the first one that isn't 0, because the numbers themselves would be too large for floats.
    """
    ways = []
    value = 0.0
    for number in range(chosen, chosen - terms, -1):
        if 0 <= number <= size:
            value = value * (number + 1) / (size - number) if value else 1.0
            ways.append(value)
        else:
            ways.append(0.0)
    return ways


END_LAYOUTS = 3000
"""The most layouts that each island may have if the end game is searched to its end."""
MOST_DIGITS = 20
"""The end game isn't even split into islands if the number of layouts of the board has more digits, because then one of
the islands would be too large anyway.
"""
NEARLY_AS_SAFE = 0.87
"""A guess is compared with others if its safety is at least this share of the best safety."""
FRONTIER_GUESSES = 10
"""The most frontier cells that are compared, not counting cells of a 50/50."""
FIFTY_WORTH = 0.8
"""How much of the chance that a cell is in a 50/50 is added to its safety, because that guess has to be made sooner or
later anyway.
"""
FIFTY_NEARLY_AS_SAFE = 0.9
"""A cell that is likely to be in a 50/50 is compared, too, if its safety plus this chance is above this share of the
best safety.
"""
POCKET = 14
"""A pocket with fewer unknown cells is guessed last, because its clues help nowhere else."""
ZERO_WORTH = 0.1
"""A cell that surely shows a 0 counts as safer by this share when frontier cells are chosen for comparison."""
LARGEST_LOOK = 64
"""Looking ahead is worth the time only up to this many different mine counts, summed over all components."""


class GuessKind(Enum):
    """How a move was chosen. Screens and text mode explain a guess by this."""

    CERTAIN = "certain"
    END_GAME = "end game"
    LOOK_AHEAD = "look-ahead"
    ROLL_OUTS = "roll-outs"
    SAFEST = "safest"
    FAIR = "fair"
    """The nearest cell that isn't a provable mine. On a fair board it survives if no cell can be proved safe."""


class RecommendedMove(NamedTuple):
    """The cell that a solver would open: a proved safe cell or, if it has none, the best guess."""

    cell: int
    odds: Odds
    """The number of layouts in which the cell is a mine, and the number of all layouts."""
    kind: GuessKind
    wins: Odds | None = None
    """The number of layouts in which perfect play wins from here, and the number of all layouts.

    None unless the end game was searched to its end.
    """
    is_exact: bool = True
    """Whether the odds are exact. If not, the board was too large to count every layout."""
    is_complete: bool = True
    """Whether every provable cell was found.

    If not, a safe cell may have been missed, and the guess may be needless.
    """


def strongest_move(analysis: Analysis, end_layouts: int | None = None) -> Generator[None, None, RecommendedMove]:
    """Finds the strongest move: the first proved safe cell or, if there is none, the best guess.

    ``end_layouts`` is the limit that ``best_guess`` explains. Raises ValueError if all hidden cells are proved mines.
    """
    if analysis.safe:
        cell = first_cell(analysis.safe)
        return RecommendedMove(cell, analysis.odds(cell), GuessKind.CERTAIN)
    return (yield from best_guess(analysis, end_layouts))


def best_guess(analysis: Analysis, end_layouts: int | None = None) -> Generator[None, None, RecommendedMove]:
    """Finds the strongest guess of a position in which no cell is proved safe. Runs in slices.

    Searches the end game if no island has more than ``end_layouts`` layouts (``END_LAYOUTS`` by default). Otherwise
    looks ahead, and if the board is too large for that, takes the safest cell. Raises ValueError if all hidden cells
    are proved mines.
    """
    need_a_move(analysis)
    islands = end_islands(analysis, END_LAYOUTS if end_layouts is None else end_layouts)
    if islands:
        end = yield from best_end_move(analysis, islands)
        if end is not None:
            return RecommendedMove(end.cell, end.odds, GuessKind.END_GAME, end.win_odds)
    if can_look_ahead(analysis):
        cell = yield from _compare(analysis)
        if cell is not None:
            return RecommendedMove(cell, analysis.odds(cell), GuessKind.LOOK_AHEAD)
    cell = safest_guesses(analysis, 1)[0]
    odds, is_exact, is_complete = analysis.odds(cell), analysis.is_exact, analysis.is_complete
    return RecommendedMove(cell, odds, GuessKind.SAFEST, is_exact=is_exact, is_complete=is_complete)


def fair_guess(analysis: Analysis, near: int | None) -> Generator[None, None, RecommendedMove | None]:
    """Finds the cell nearest to ``near`` that survives on a fair board. That is any hidden cell that isn't a provable
    mine, so the mine risk of this move is 0. If ``near`` is None, it is the first such cell of the board.

    Returns None if a cell is proved safe, because then a guess would hit a mine. Also returns None if the clues are too
    many for the judge of fair games to count, because then luck decides as in other games.
    """
    need_a_move(analysis)
    if analysis.safe or not (yield from analyse(analysis.position, None, QUICK)).is_exact:
        return None
    cell = next(nearest_first(analysis.position.grid, analysis.position.hidden & ~analysis.mined, near))
    return RecommendedMove(cell, (0, 1), GuessKind.FAIR)


def need_a_move(analysis: Analysis) -> None:
    """Raises ValueError if all hidden cells are proved mines, because then no cell is left to open."""
    if not analysis.position.hidden & ~analysis.mined:
        raise ValueError("no move is left, because every hidden cell is a mine")


def end_islands(analysis: Analysis, most: int) -> list[Island]:
    """Splits the end game into islands if it is small enough to be searched.

    Returns an empty list if an island has more than ``most`` layouts or the odds aren't exact.
    """
    islands = find_islands(analysis) if _has_no_tree(analysis) and analysis.magnitude < MOST_DIGITS else []
    return islands if all(island.layouts <= most for island in islands) else []


def can_look_ahead(analysis: Analysis) -> bool:
    """Whether the odds are exact and the board is small enough that looking ahead is worth the time."""
    return _has_no_tree(analysis) and sum(t.highest - t.lowest for t in _tables_of(analysis)) <= LARGEST_LOOK


def _has_no_tree(analysis: Analysis) -> bool:
    """Whether all odds are exact and all parts are counted group by group.

    Looking ahead and searching the end game need both.
    """
    return analysis.is_exact and len(_tables_of(analysis)) == len(analysis.parts)


class Candidate(NamedTuple):
    """A guess that is compared with others.

    Candidates are ordered by their first field, so the largest is the most promising.
    """

    score: float
    """How good the guess is: its safety times its promise.

    Before the multiplication, a cell that may be in a 50/50 gets a higher safety, because that guess has to be made
    sooner or later.
    """
    safety: float
    """The chance that the cell isn't a mine."""
    cell: int
    promise: float = 1.0
    """How safe the next moves will be if the cell is safe, averaged over its possible clues.

    Above 1 only if the cell may be the first opening, and 1 before the look-ahead.
    """
    clue_luck: dict[int, float] | None = None
    """How much better or worse than the average each possible clue would be for the next moves.

    The keys count the mines among the unknown neighbours of the cell. The values are shares of the average promise, so
    that 0.1 is a clue that is lucky by a tenth; their mean over all layouts is 0. None before the look-ahead.
    """


def _compare(analysis: Analysis) -> Generator[None, None, int | None]:
    """Looks ahead from each candidate and returns the best cell.

    Returns None if no candidate can reveal anything, since each has only one possible clue.
    """
    ahead = Lookahead(analysis)
    best, choice = 0.0, None
    for one in sorted(_candidates(analysis, ahead), reverse=True):
        if one.score * ahead.most_promise <= best:
            break
        promise, clue_luck = ahead.evaluate(one.cell)
        if len(clue_luck) > 1 and one.score * promise > best:
            best, choice = one.score * promise, one.cell
        yield
    return choice


def rank_guesses(analysis: Analysis) -> Generator[None, None, list[Candidate]]:
    """Looks ahead from all guesses worth comparing and lists them, the most promising first.

    Guesses that can't reveal anything are left out, so the list may be empty. The analysis must be exact.
    """
    ahead = Lookahead(analysis)
    ranked = []
    for one in _candidates(analysis, ahead):
        promise, clue_luck = ahead.evaluate(one.cell)
        if len(clue_luck) > 1:
            ranked.append(one._replace(score=one.score * promise, promise=promise, clue_luck=clue_luck))
        yield
    return sorted(ranked, key=lambda one: one[:-1], reverse=True)


def _candidates(analysis: Analysis, ahead: Lookahead) -> list[Candidate]:
    """Chooses the guesses worth comparing. Their scores don't include the promise yet.

    These are the safest cells of the frontier, some of the interior if it is nearly as safe, and cells that are likely
    to be in a 50/50. Cells in small pockets are left out unless nothing else remains.
    """
    position = analysis.position
    fifties = Fifties(position.grid, ahead.unknown, position.opened, ahead.risk, ahead.share)
    frontier = cells_of(ahead.living & ~analysis.interior)
    safeties = {cell: 1 - ahead.risk(cell) for cell in frontier}
    inside = 1 - analysis.totals.inside[0] / analysis.totals.inside[1] if analysis.interior else 0.0
    safest = max(inside, max(safeties.values(), default=0.0))
    bar = NEARLY_AS_SAFE * safest
    near = [cell for cell in frontier if safeties[cell] >= bar]
    near.sort(key=lambda cell: (safeties[cell] * (1 + ZERO_WORTH * _zero_chance(analysis, ahead, cell)), cell))
    chosen = near[: -FRONTIER_GUESSES - 1 : -1]
    if inside >= bar and analysis.interior:
        chosen += interior_guesses(analysis)
    likely = [cell for cell in cells_of(fifties.cells) if cell not in chosen]
    candidates = []
    for cell in (*chosen, *likely):
        safety = 1 - ahead.risk(cell)
        fifty = min(fifties.fifties_at(cell), safety, 1 - safety)
        if cell in chosen or safety + fifty > FIFTY_NEARLY_AS_SAFE * safest:
            candidates.append(Candidate(safety + FIFTY_WORTH * fifty, safety, cell))
    pockets = find_pockets(position.grid, ahead.unknown, position.opened, to_cell_set(one.cell for one in candidates))
    return [one for one in candidates if not pockets >> one.cell & 1] or candidates


def find_pockets(grid: Grid, unknown: CellSet, opened: CellSet, cells: CellSet) -> CellSet:
    """Finds those of the given cells that lie in small pockets. A pocket is a few unknown cells that are neighbours of
    each other or of the same opened cell.

    Stops spreading from a cell as soon as its pocket is too large, because on a very wide board one step further takes
    as long as a pass over the whole board.
    """
    pockets = 0
    while cells:
        reached = wave = cells & -cells
        while wave and reached.bit_count() < POCKET:
            near = grid.spread(wave)
            wave = grid.spread(near & (wave | opened)) & unknown & ~reached
            reached |= wave
        if reached.bit_count() < POCKET:
            pockets |= reached
        cells &= ~reached
    return pockets


def _zero_chance(analysis: Analysis, ahead: Lookahead, cell: int) -> float:
    """Estimates the chance that the cell shows a 0 if it is safe.

    Multiplies the safeties of its neighbours, which is only an estimate, because neighbours depend on each other.
    """
    if analysis.position.grid.neighbours(cell) & analysis.mined:
        return 0.0
    chance = 1.0
    for other in cells_of(analysis.position.grid.neighbours(cell) & ahead.unknown):
        chance *= 1 - ahead.risk(other)
    return chance


def interior_guesses(analysis: Analysis) -> list[int]:
    """Chooses up to four cells of the interior to compare, because all of them have the same risk.

    Two have the fewest hidden neighbours, so that they show a 0 most often, and two more touch the frontier, where a
    clue helps most.
    """
    grid, interior = analysis.position.grid, analysis.interior
    frontier = to_cell_set(analysis.places)
    hidden_beside = grid.count_neighbours(interior | frontier)
    frontier_beside = grid.count_neighbours(frontier)
    remaining, chosen = interior, []
    for among in (interior, interior, grid.spread(frontier), grid.spread(frontier)):
        fewest = _with_extreme(hidden_beside, remaining & among, range(9))
        if fewest:
            cell = first_cell(_with_extreme(frontier_beside, fewest, range(8, -1, -1)))
            remaining ^= 1 << cell
            chosen.append(cell)
    return chosen


def _with_extreme(planes: Planes, among: CellSet, order: Iterable[int]) -> CellSet:
    """Goes through the numbers in ``order`` and returns the cells of ``among`` with the first one that occurs.

    Empty if none of them occurs.
    """
    return next((cells for number in order if (cells := cells_with_number(planes, number, among))), 0)


def safest_guesses(analysis: Analysis, most: int) -> list[int]:
    """Lists up to ``most`` cells with the lowest mine risk, the safest first, one for each cell group.

    Among equally safe cells, one of the interior with few hidden neighbours comes first. Cells that must be mines are
    left out.
    """
    options = [(risk / layouts, 1, cells[0]) for cells, risk, layouts in analysis.group_odds() if risk < layouts]
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        options.append((risk / layouts, 0, interior_guesses(analysis)[0]))
    return [cell for _, _, cell in nsmallest(most, options)]
