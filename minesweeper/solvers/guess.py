"""The strongest move: a certain one if there is one, else the guess that wins most often.

With few layouts left the whole game tree is searched (``endgame``); before that the safest guesses are compared by what
they promise one move further.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from enum import Enum
from functools import lru_cache
from heapq import nsmallest
from math import comb
from operator import mul
from struct import Struct
from typing import NamedTuple

from minesweeper.core.cells import CellSet, Planes, cells_with_number, first_cell, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers.constraints import neighbours_on
from minesweeper.solvers.counting import (
    Odds,
    Tables,
    Values,
    gap_at,
    pair_up,
    pass_backward,
    pass_forward,
    plain_weights,
    ways_with_one_mined,
)
from minesweeper.solvers.deduction import finish
from minesweeper.solvers.endgame import Island, best_end_move_in_slices, find_islands
from minesweeper.solvers.exact import Analysis, analyse

_FORMATS = {8: "B", 16: "H", 32: "I", 64: "Q"}


class Shape(NamedTuple):
    """How polynomials in x and y are packed in one int.

    They count the layouts of a component by their mines (x) and by the mines beside a cell that would be opened (y),
    for every clue it could show at once. No new constraint is made: the plan stays, only weights of groups change.
    """

    width: int
    """Bits of a coefficient; one of 8, 16, 32, 64 if that is enough, because these can be unpacked at once."""
    terms: int
    """Powers of x; the powers of y lie above them."""

    @property
    def clue_step(self) -> int:
        """The bits from one power of y to the next."""
        return self.width * self.terms

    def unpack(self, packed: int, clues: int) -> list[tuple[int, ...]]:
        """For each power of y the coefficients by powers of x."""
        width, terms = self
        if width in _FORMATS:
            row = terms * width // 8
            whole = packed.to_bytes(row * clues, "little")
            read = _reader(_FORMATS[width], terms).unpack_from
            return [read(whole, start) for start in range(0, row * clues, row)]
        mask = (1 << width) - 1
        places = range(0, terms * width, width)
        rows = [packed >> clue * self.clue_step for clue in range(clues)]
        return [tuple([row >> place & mask for place in places]) for row in rows]


@lru_cache(maxsize=512)
def _reader(letter: str, count: int) -> Struct:
    return Struct(f"<{count}{letter}")


def make_shape(tables: list[Tables], inside: int) -> Shape:
    """A shape for products of these components' polynomials and of the interior cells that the clue sees."""
    bits = inside + sum(t.count().total.bit_length() for t in tables)
    width = next((width for width in _FORMATS if bits <= width), bits)
    widest = [t.highest - t.lowest + max(gap_at(t, g) for g in range(len(t.layers))) for t in tables if _varies(t)]
    joined = sum(t.highest - t.lowest for t in tables) + inside
    return Shape(width, 1 + max([joined, *widest]))


def _varies(tables: Tables) -> bool:
    return tables.highest > tables.lowest


class Block(NamedTuple):
    """Cells of a group that have the same odds after the move: those the new clue sees, or those it does not."""

    group: int
    seen: bool | None
    """None if the clue sees no cell of the group."""
    mined: int
    """The layouts in which a given cell of them is mined, as a packed polynomial."""


class Outcomes:
    """The layouts of a component after a move, by mines and clue; powers of x count from its lowest mine number."""

    __slots__ = ("_back", "_forth", "_own", "_seen", "_shape", "_tables", "total")

    def __init__(
        self, tables: Tables, base: tuple[Values, Values], shape: Shape, seen: dict[int, int], own: int | None
    ) -> None:
        """``seen`` says how many cells of which group the clue sees, ``own`` which group has the opened cell."""
        self._tables, self._shape, self._seen, self._own = tables, shape, seen, own
        step = shape.width if _varies(tables) else 0
        weights = plain_weights(tables, step)
        for group in changed_groups(seen, own):
            near, far = self._split(group)
            weights[group] = _ways(near, far, step, shape.clue_step)
        changed = changed_groups(seen, own)
        self._forth = finish(pass_forward(tables, weights, step, base[0][: min(changed) + 1]))
        self._back = finish(pass_backward(tables, weights, step, base[1][max(changed) + 1 :]))
        self.total = self._back[0][0]
        """All layouts, as a packed polynomial."""

    def _split(self, group: int) -> tuple[int, int]:
        """How many cells of the group the clue sees, and how many other hidden ones it has after the move."""
        near = self._seen.get(group, 0)
        return near, self._tables.sizes[group] - near - (group == self._own)

    def blocks(self) -> list[Block]:
        """All cells of the component but the opened one."""
        tables, shape = self._tables, self._shape
        step = shape.width if _varies(tables) else 0
        found = []
        for group, layer in enumerate(tables.layers):
            size = tables.sizes[group]
            ways = [0] * (size + 1)
            pair_up(layer, self._forth[group], self._back[group + 1], ways)
            drop = gap_at(tables, group) * step
            if group != self._own and group not in self._seen:
                packed = sum(map(mul, ways, ways_with_one_mined(size, step)))
                found.append(Block(group, None, packed >> drop))
                continue
            near, far = self._split(group)
            if near:
                packed = sum(map(mul, ways, _ways_with_seen(near, far, step, shape.clue_step)))
                found.append(Block(group, True, packed >> drop))
            if far:
                packed = sum(map(mul, ways, _ways_with_unseen(near, far, step, shape.clue_step)))
                found.append(Block(group, False, packed >> drop))
        return found


def changed_groups(seen: dict[int, int], own: int | None) -> set[int]:
    """The groups whose ways are not as before."""
    return {*seen, own} if own is not None else set(seen)


def base_passes(tables: Tables, width: int) -> tuple[Values, Values]:
    """The values before the move, from which those after it need only be changed in part."""
    step = width if _varies(tables) else 0
    weights = plain_weights(tables, step)
    return finish(pass_forward(tables, weights, step)), finish(pass_backward(tables, weights, step))


@lru_cache(maxsize=1 << 14)
def _ways(near: int, far: int, step: int, clue_step: int) -> tuple[int, ...]:
    """For each number of mines in a group the ways to place them, as a polynomial; one term more than needed."""
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
    """The same, for the ways in which one given cell that the clue sees is mined."""
    return (0, *(ways << step + clue_step for ways in _ways(near - 1, far, step, clue_step)))


@lru_cache(maxsize=1 << 14)
def _ways_with_unseen(near: int, far: int, step: int, clue_step: int) -> tuple[int, ...]:
    """The same, for the ways in which one given cell that the clue does not see is mined."""
    return (0, *(ways << step for ways in _ways(near, far - 1, step, clue_step)))


INTERIOR = -1
"""Stands for the interior where parts are numbered."""
OPENING_WORTH = 1.25
"""What a 0 counts for as long as none is opened: a game without an opening is hard to win."""


class Outlook(NamedTuple):
    """What opening a cell promises. Counts are exact, only weights are floats: they rank guesses and prove nothing."""

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
        self._tables = _tables_of(analysis)
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
                polynomials[number] = _shares(tables, tables.mined_by_number(group))
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


def _tables_of(analysis: Analysis) -> list[Tables]:
    """The tables of all parts that are counted group after group."""
    return [part.tables for part in analysis.parts if isinstance(part.tables, Tables)]


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


END_LAYOUTS = 3000
"""With at most so many layouts on an island the game tree is searched to its end."""
MOST_DIGITS = 20
"""If the number of layouts has more digits, no islands are looked for: one of them would be too large."""
NEARLY_AS_SAFE = 0.9
"""Guesses are compared if their safety is at least this share of the best."""
FRONTIER_GUESSES = 6
ZERO_WORTH = 0.1
"""How much more a cell counts that shows a 0 for sure, when guesses are chosen to be compared."""
LARGEST_LOOK = 64
"""Beyond so many different mine numbers of the components their weights are no more worth the time."""


class GuessKind(Enum):
    """How a move was chosen."""

    CERTAIN = "certain"
    END_GAME = "end game"
    LOOK_AHEAD = "look-ahead"
    ROLL_OUTS = "roll-outs"
    SAFEST = "safest"


class GuessMove(NamedTuple):
    """A cell to open: the best guess, or one that is certain after all."""

    cell: int
    odds: Odds
    """The layouts in which it is mined, and all layouts."""
    kind: GuessKind
    wins: Odds | None = None
    """In the end game, the layouts in which perfect play now wins, and all layouts."""
    is_exact: bool = True
    """Whether the odds are exact."""
    is_complete: bool = True
    """Whether nothing can be proved, where it is a guess; else nothing was found."""


def strongest_move(position: Position, analysis: Analysis | None = None) -> GuessMove:
    """The strongest move of a position that has a safe cell left; ``analysis`` saves time if it is of that position."""
    if analysis is None:
        analysis = analyse(position)
    if analysis.safe:
        cell = first_cell(analysis.safe)
        return GuessMove(cell, analysis.odds(cell), GuessKind.CERTAIN)
    return best_guess(analysis)


def best_guess(analysis: Analysis) -> GuessMove:
    """The strongest guess of a position in which no cell is certainly safe."""
    return finish(best_guess_in_slices(analysis))


def best_guess_in_slices(analysis: Analysis, end_layouts: int | None = None) -> Generator[None, None, GuessMove]:
    """The same, with pauses in the end game, which begins at so many layouts; if not told, at END_LAYOUTS."""
    need_a_move(analysis)
    islands = end_islands(analysis, END_LAYOUTS if end_layouts is None else end_layouts)
    if islands:
        end = yield from best_end_move_in_slices(analysis, islands)
        if end is not None:
            return GuessMove(
                end.cell, (end.layouts - end.safe, end.layouts), GuessKind.END_GAME, (end.wins, end.layouts)
            )
    if can_look_ahead(analysis):
        cell = yield from _compare(analysis)
        if cell is not None:
            return GuessMove(cell, analysis.odds(cell), GuessKind.LOOK_AHEAD)
    cell = safest_guesses(analysis, 1)[0]
    return GuessMove(cell, analysis.odds(cell), GuessKind.SAFEST, None, analysis.is_exact, analysis.is_complete)


def need_a_move(analysis: Analysis) -> None:
    """Refuses a position in which nothing is left to open."""
    if not analysis.position.hidden & ~analysis.mined:
        raise ValueError("every hidden cell is a mine: there is no move left")


def end_islands(analysis: Analysis, most: int) -> list[Island]:
    """The islands of a position if its game tree is searched: if each has so many layouts at most; else none."""
    islands = find_islands(analysis) if analysis.is_exact and analysis.magnitude < MOST_DIGITS else []
    return islands if all(island.layouts <= most for island in islands) else []


def can_look_ahead(analysis: Analysis) -> bool:
    """Whether it is worth the time, and possible: trees can't be changed in part."""
    if not analysis.is_exact or sum(p.tables.highest - p.tables.lowest for p in analysis.parts) > LARGEST_LOOK:
        return False
    return len(_tables_of(analysis)) == len(analysis.parts)


def _compare(analysis: Analysis) -> Generator[None, None, int | None]:
    """The guess that promises most; None if no cell that may tell something is safe enough."""
    ahead = Lookahead(analysis)
    best, choice = 0.0, None
    for safety, cell in sorted(_candidates(analysis, ahead), reverse=True):
        if safety * ahead.most_worth <= best:
            break
        outlook = ahead.outlook(cell)
        if outlook.clues > 1 and outlook.score > best:
            best, choice = outlook.score, cell
        yield
    return choice


class Candidate(NamedTuple):
    """A guess, and what it promises."""

    score: float
    """See ``Outlook.score``."""
    safety: float
    cell: int


def rank_guesses(analysis: Analysis) -> list[Candidate]:
    """The guesses worth comparing that may tell something, the most promising first; the analysis must be exact."""
    return finish(rank_guesses_in_slices(analysis))


def rank_guesses_in_slices(analysis: Analysis) -> Generator[None, None, list[Candidate]]:
    """The same, with pauses."""
    ahead = Lookahead(analysis)
    ranked = []
    for safety, cell in _candidates(analysis, ahead):
        outlook = ahead.outlook(cell)
        if outlook.clues > 1:
            ranked.append(Candidate(outlook.score, safety, cell))
        yield
    return sorted(ranked, reverse=True)


def _candidates(analysis: Analysis, ahead: Lookahead) -> list[tuple[float, int]]:
    """The guesses worth comparing, each with its safety."""
    safest = 0.0
    groups = []
    for cells, risk, layouts in analysis.group_odds():
        living = [cell for cell in cells if ahead.hidden_beside(cell)]
        if living:
            safety = 1 - risk / layouts
            groups.append((safety, living))
            safest = max(safest, safety)
    inside = 0.0
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        inside = 1 - risk / layouts
        safest = max(safest, inside)
    bar = NEARLY_AS_SAFE * safest
    near = [
        (safety * (1 + ZERO_WORTH * _zero_chance(analysis, ahead, cell)), safety, cell)
        for safety, living in groups
        if safety >= bar
        for cell in living
    ]
    chosen = [(safety, cell) for _, safety, cell in sorted(near, reverse=True)[:FRONTIER_GUESSES]]
    if inside >= bar and analysis.interior:
        chosen += [(inside, cell) for cell in interior_guesses(analysis)]
    return chosen


def _zero_chance(analysis: Analysis, ahead: Lookahead, cell: int) -> float:
    """About how likely the cell shows a 0 if it is safe: as if its neighbours were independent."""
    if analysis.position.grid.neighbours(cell) & analysis.mined:
        return 0.0
    chance = 1.0
    for other in ahead.hidden_beside(cell):
        risk, layouts = analysis.odds(other)
        chance *= 1 - risk / layouts
    return chance


def interior_guesses(analysis: Analysis) -> list[int]:
    """Two interior cells with the fewest hidden neighbours, and two that have frontier cells beside them."""
    grid, interior = analysis.position.grid, analysis.interior
    frontier = to_cell_set(analysis.places())
    hidden_beside = grid.count_neighbours(interior | frontier)
    frontier_beside = grid.count_neighbours(frontier)
    left, chosen = interior, []
    for among in (interior, interior, grid.spread(frontier), grid.spread(frontier)):
        fewest = _with_extreme(hidden_beside, left & among, range(9))
        if fewest:
            cell = first_cell(_with_extreme(frontier_beside, fewest, range(8, -1, -1)))
            left ^= 1 << cell
            chosen.append(cell)
    return chosen


def _with_extreme(planes: Planes, among: CellSet, order: Iterable[int]) -> CellSet:
    """The cells whose number comes first in the order."""
    return next((found for number in order if (found := cells_with_number(planes, number, among))), 0)


def safest_guesses(analysis: Analysis, most: int) -> list[int]:
    """Cells with the lowest risk, the safest first; of equal ones an interior cell with few neighbours."""
    options = [(risk / layouts, 1, cells[0]) for cells, risk, layouts in analysis.group_odds() if risk < layouts]
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        options.append((risk / layouts, 0, interior_guesses(analysis)[0]))
    return [cell for _, _, cell in nsmallest(most, options)]
