"""Finds the strongest move: a proved safe cell, or otherwise the guess that wins most often.

With few layouts left, searches the whole game tree (``endgame``). Before that, looks one move ahead from the safest
guesses.
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
    """Describes how polynomials in x and y are packed in one int.

    The polynomials count the layouts of a component by their mines (x) and by the mines next to an opened cell (y). So
    they cover every clue that the cell could show at once. The plan stays the same, without a new constraint: only the
    weights of groups change.
    """

    width: int
    """The bits of a coefficient: 8, 16, 32 or 64 if that is enough, because ``struct`` unpacks these at once."""
    terms: int
    """The number of powers of x. The powers of y lie above them."""

    @property
    def clue_step(self) -> int:
        """The bits from one power of y to the next."""
        return self.width * self.terms

    def step_for(self, tables: LinearCounter) -> int:
        """Returns the bits from one power of x to the next; 0 if all layouts of a component have the same mines."""
        return self.width if tables.highest > tables.lowest else 0

    def unpack(self, packed: int, clues: int) -> list[tuple[int, ...]]:
        """Returns the coefficients by powers of x, for each power of y."""
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
    """Returns a packing for products of these components' polynomials and of the interior cells that the clue sees."""
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
    """Counts the layouts of a component after a move by mines and by the new clue, as polynomials (``PolyPacking``)."""

    __slots__ = ("_back", "_forth", "_own", "_seen", "_steps", "_tables", "total")

    def __init__(
        self,
        tables: LinearCounter,
        base: tuple[Values, Values],
        packing: PolyPacking,
        seen: dict[int, int],
        own: int | None,
    ) -> None:
        """Takes the number of cells that the clue sees in each group, and the group ``own`` of the opened cell."""
        self._tables, self._seen, self._own = tables, seen, own
        step = packing.step_for(tables)
        self._steps = step, packing.clue_step
        weights = binomial_weights(tables, step)
        for group in seen:
            weights[group] = _ways(*self._split(group), *self._steps)
        self._forth = pass_forward(tables, weights, step, base[0][: min(seen) + 1])
        self._back = pass_backward(tables, weights, step, base[1][max(seen) + 1 :])
        self.total = self._back[0][0]
        """All layouts, as a packed polynomial."""

    def _split(self, group: int) -> tuple[int, int]:
        """Returns how many hidden cells of the group the clue sees after the move, and how many it does not."""
        near = self._seen.get(group, 0)
        return near, self._tables.sizes[group] - near - (group == self._own)

    def blocks(self) -> Iterator[tuple[int, bool, int]]:
        """Yields the cells of the component, except the opened one, in blocks that have the same odds after the move.

        A block is a group, whether it has the cells that the new clue sees or the others, and the layouts in which a
        given cell of it is a mine, as a packed polynomial.
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
    """Returns the ways to place each number of mines in a group, of which the new clue sees ``near`` cells.

    The ways are polynomials (see ``PolyPacking``), with one number of mines more than needed.
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
    """Returns the ways of ``_ways`` in which a given cell that the clue sees is a mine."""
    return (0, *(ways << step + clue_step for ways in _ways(near - 1, far, step, clue_step)))


@lru_cache(maxsize=1 << 14)
def _ways_with_unseen(near: int, far: int, step: int, clue_step: int) -> tuple[int, ...]:
    """Returns the ways of ``_ways`` in which a given cell that the clue doesn't see is a mine."""
    return (0, *(ways << step for ways in _ways(near, far - 1, step, clue_step)))


INTERIOR = -1
"""The number of the interior among the parts."""
NEXT_CELLS = 5
"""How many of the safest cells after a move count for its promise."""
POWERS = (0.75, 0.38, 0.18, 0.0, 0.09)
"""How much each of the next cells counts: exponents of their mean safeties, found by regression on roll-outs."""
OPENING_POWERS = (0.5, 0.9, 0.0, 0.0, 0.0)
"""The exponents until a 0 is opened: a game without an opening is hard to win."""
OPENING_WORTH = 1.25
"""The value of the safeties after a 0, until one is opened."""
_CERTAIN_MINE = 1 - 1e-9
"""A higher risk is 1 except for rounding."""


_Weights: TypeAlias = tuple[list[float], list[tuple[list[float], int]]]


class Lookahead:
    """Looks one move ahead from an exactly analysed position in which no cell is proved safe."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        position, grid = analysis.position, analysis.position.grid
        self._tables = _tables_of(analysis)
        self._place = analysis.places
        self.unknown = to_cell_set(self._place) | analysis.interior
        """The cells that are neither opened nor proved."""
        beside = grid.count_neighbours(self.unknown)
        self.living = self.unknown & ~zeros_of(beside, self.unknown)
        """The unknown cells that have an unknown neighbour."""
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
        """An upper bound for the promise of any cell."""
        return OPENING_WORTH ** fsum(OPENING_POWERS) if self._needs_opening else 1.0

    def risk(self, cell: int) -> float:
        """Returns the chance that an unknown cell is a mine."""
        place = self._place.get(cell)
        return self._inside_risk if place is None else self._risks[place[0]][place[1]]

    def _rank_groups(self) -> list[tuple[float, int, int, int]]:
        """Returns the risk, part, number and count of living cells (see ``living``) of each group, safest first."""
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
        """Returns the promise of the cell and its clue luck; see ``Candidate``.

        Weights are floats, because they only rank guesses. If the clue luck has only one number, opening the cell
        reveals nothing.
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
        """Returns the share of all layouts in which the ``mined`` cells are mines and the ``safe`` cells are safe."""
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
        """Returns the layouts of a part by mine count, as shares of all.

        ``fixed`` says how many given cells of a group are mines and how many are safe.
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
        """Returns the forward and backward passes before the move. A move changes only part of them."""
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
        """Yields all layouts after a move, then those in which a cell is a mine, as packed polynomials.

        Takes one cell of each block that the new clue or its component touches, with the number of its living cells.
        """
        seen_inside = beside & self.analysis.interior
        inside, step = seen_inside.bit_count(), packing.width + packing.clue_step
        living = self.living & ~(1 << cell | beside & self._lonely)
        seen_living, unseen_living = living & beside, living & ~beside
        around = sum([comb(inside, n) << n * step for n in range(inside + 1)])  # (1 + xy)^inside
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
        """Weighs the rest of the board by the mines in the touched parts and ``taken`` interior cells together.

        Also returns the weights if a cell of the rest is a mine, for its safest living cells, and how many cells share
        them. If no cell of the rest is living, takes only the safest cell, with a 0. All have a common factor.
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
        """Returns the groups of the untouched rest with its safest living cells (see ``living``), or the safest one."""
        rest = [one for one in self._ranked if (inside if one[1] == INTERIOR else one[1] not in touched)]
        chosen, wanted = [], NEXT_CELLS
        for one in rest:
            if one[3]:
                chosen.append(one)
                # The move takes cells of the interior, so that fewer of its living cells may be left than there were.
                wanted -= min(one[3], inside) if one[1] == INTERIOR else one[3]
                if wanted <= 0:
                    break
        return chosen or rest[:1]


def _evaluate(
    totals: dict[int, float], risks: dict[int, list[tuple[float, int]]], may_be_zero: bool, needs_opening: bool
) -> tuple[float, dict[int, float]]:
    """Returns the promise and the clue luck of a cell; see ``Candidate``.

    The promise is the product of the mean safeties of the next moves, each to its power; see POWERS. Takes the
    weight of each possible clue, the risks of cells after it, and how many living cells have each risk.
    """
    zero = [OPENING_WORTH if needs_opening else 1.0] * NEXT_CELLS
    safeties = [zero if may_be_zero and not clue else _safest_living(risks[clue]) for clue in totals]
    total = fsum(totals.values())
    means = [fsum(map(mul, totals.values(), column)) / total for column in zip(*safeties, strict=True)]
    if len(safeties) == 1:
        means = safeties[0]  # exactly, so that a cell with one possible clue has no luck, not even a rounding error
    powers = OPENING_POWERS if needs_opening else POWERS
    shares = [power / mean for power, mean in zip(powers, means, strict=True)]
    clue_luck = {clue: fsum(map(mul, map(sub, own, means), shares)) for clue, own in zip(totals, safeties, strict=True)}
    return float(prod(map(pow, means, powers))), clue_luck


def _safest_living(risks: list[tuple[float, int]]) -> list[float]:
    """Returns the safeties of the NEXT_CELLS safest living cells, the last repeated if needed; 1 if the game is won."""
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
    """Returns the counters of all parts that are counted group by group."""
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
    """Returns the ways to choose ``chosen``, ``chosen - 1``, ... of ``size`` cells, up to a common factor."""
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
"""The most layouts of an island for which the game tree is searched to its end."""
MOST_DIGITS = 20
"""The most digits of the number of layouts for which islands are searched. With more, an island would be too large."""
NEARLY_AS_SAFE = 0.87
"""Guesses are compared if their safety is at least this share of the best."""
FRONTIER_GUESSES = 10
FIFTY_WORTH = 0.8
"""How much the chance of a 50/50 adds to a cell's safety: that guess has to be made anyway."""
FIFTY_NEARLY_AS_SAFE = 0.9
"""A cell of a likely 50/50 is compared if its safety plus that chance reaches this share of the best safety."""
POCKET = 14
"""Unknown cells in a smaller pocket are guessed last: their clues help nowhere else."""
ZERO_WORTH = 0.1
"""How much a sure 0 adds to a cell's safety when guesses are chosen for comparison."""
LARGEST_LOOK = 64
"""The most different mine counts of the components for which looking ahead is worth the time."""


class GuessKind(Enum):
    """Names the ways to choose a move."""

    CERTAIN = "certain"
    END_GAME = "end game"
    LOOK_AHEAD = "look-ahead"
    ROLL_OUTS = "roll-outs"
    SAFEST = "safest"
    FAIR = "fair"
    """On a fair board, any cell that isn't a provable mine."""


class RecommendedMove(NamedTuple):
    """The cell that a solver would open: a proved safe cell or, if it has none, the best guess."""

    cell: int
    odds: Odds
    """The layouts in which the cell is a mine, and all layouts."""
    kind: GuessKind
    wins: Odds | None = None
    """In the end game, the layouts that perfect play wins from here, and all layouts."""
    is_exact: bool = True
    """Whether the odds are exact."""
    is_complete: bool = True
    """Whether it is certain that nothing can be proved. False if a proof may have been missed."""


def strongest_move(analysis: Analysis, end_layouts: int | None = None) -> Generator[None, None, RecommendedMove]:
    """Finds the strongest move of a position with a safe cell left; see ``best_guess``."""
    if analysis.safe:
        cell = first_cell(analysis.safe)
        return RecommendedMove(cell, analysis.odds(cell), GuessKind.CERTAIN)
    return (yield from best_guess(analysis, end_layouts))


def best_guess(analysis: Analysis, end_layouts: int | None = None) -> Generator[None, None, RecommendedMove]:
    """Finds the strongest guess of a position in which no cell is proved safe, with pauses.

    Searches the end game if no island has more than ``end_layouts`` layouts (default END_LAYOUTS).
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
    """Finds the nearest cell that survives on a fair board: any that isn't a provable mine, so its risk is zero.

    Returns None if luck or a proof decides: if the clues are too many for the judge to count, or if a cell is proved
    safe.
    """
    need_a_move(analysis)
    if analysis.safe or not (yield from analyse(analysis.position, None, QUICK)).is_exact:
        return None
    cell = next(nearest_first(analysis.position.grid, analysis.position.hidden & ~analysis.mined, near))
    return RecommendedMove(cell, (0, 1), GuessKind.FAIR)


def need_a_move(analysis: Analysis) -> None:
    """Raises ValueError if nothing is left to open."""
    if not analysis.position.hidden & ~analysis.mined:
        raise ValueError("every hidden cell is a mine: there is no move left")


def end_islands(analysis: Analysis, most: int) -> list[Island]:
    """Returns the islands if each has at most ``most`` layouts, so that the game tree is searched; otherwise none."""
    islands = find_islands(analysis) if _has_no_tree(analysis) and analysis.magnitude < MOST_DIGITS else []
    return islands if all(island.layouts <= most for island in islands) else []


def can_look_ahead(analysis: Analysis) -> bool:
    """Whether looking ahead is possible and worth the time."""
    return _has_no_tree(analysis) and sum(t.highest - t.lowest for t in _tables_of(analysis)) <= LARGEST_LOOK


def _has_no_tree(analysis: Analysis) -> bool:
    """Whether all odds are exact and all parts are counted group by group."""
    return analysis.is_exact and len(_tables_of(analysis)) == len(analysis.parts)


class Candidate(NamedTuple):
    """A guess that is compared with others, in the order of its fields: the highest score is the most promising."""

    score: float
    """The safety, raised by the value of guessing a 50/50 now, times the promise."""
    safety: float
    cell: int
    promise: float = 1.0
    """How safe the next moves are if the cell is safe; above 1 for a cell that may be the first opening."""
    clue_luck: dict[int, float] | None = None
    """How much more each possible number of mines among the unknown neighbours promises than the average.

    The values are shares of the average, and their mean is 0. None before the look-ahead.
    """


def _compare(analysis: Analysis) -> Generator[None, None, int | None]:
    """Returns the guess with the best prospects; None if no cell that can reveal something is safe enough."""
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
    """Ranks the guesses that can reveal something, the most promising first. The analysis must be exact."""
    ahead = Lookahead(analysis)
    ranked = []
    for one in _candidates(analysis, ahead):
        promise, clue_luck = ahead.evaluate(one.cell)
        if len(clue_luck) > 1:
            ranked.append(one._replace(score=one.score * promise, promise=promise, clue_luck=clue_luck))
        yield
    return sorted(ranked, key=lambda one: one[:-1], reverse=True)


def _candidates(analysis: Analysis, ahead: Lookahead) -> list[Candidate]:
    """Returns the guesses worth comparing, scored without their promise."""
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
    """Returns the given cells in small pockets: few unknown cells, linked directly or over one opened cell.

    Spreads from a cell only until the pocket is too large, because on a very wide board a step further costs as much
    as the whole board has cells.
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
    """Estimates the chance that the cell shows a 0 if it is safe, as if its neighbours were independent."""
    if analysis.position.grid.neighbours(cell) & analysis.mined:
        return 0.0
    chance = 1.0
    for other in cells_of(analysis.position.grid.neighbours(cell) & ahead.unknown):
        chance *= 1 - ahead.risk(other)
    return chance


def interior_guesses(analysis: Analysis) -> list[int]:
    """Returns two interior cells with the fewest hidden neighbours, and two more that touch the frontier."""
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
    """Returns the cells with the first number of ``order`` that any cell has."""
    return next((cells for number in order if (cells := cells_with_number(planes, number, among))), 0)


def safest_guesses(analysis: Analysis, most: int) -> list[int]:
    """Returns the cells with the lowest risk, safest first; among equals, an interior cell with few neighbours."""
    options = [(risk / layouts, 1, cells[0]) for cells, risk, layouts in analysis.group_odds() if risk < layouts]
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        options.append((risk / layouts, 0, interior_guesses(analysis)[0]))
    return [cell for _, _, cell in nsmallest(most, options)]
