"""Perfect play once few layouts are left: the move that wins in most of them, by searching the whole game tree.

What is still to come depends only on the set of layouts that fit, so that set, as the bits of an int, is all the state
the search needs: cells that are safe in all of them cost nothing to open, and opened cells tell nothing new. Islands
are searched one by one. docs/dev/solver.md says why the bounds hold.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations
from math import prod
from operator import or_
from typing import NamedTuple, TypeVar

from minesweeper.core.cells import CellSet, Grid, cells_of, to_cell_set
from minesweeper.solvers.exact import Analysis, Part


class Island(NamedTuple):
    """Components, and perhaps the interior, that nothing ties to others: no clue, no neighbour and not the mine total.

    What is opened on one island tells nothing about another, so that the chance to win them all is the product of the
    chances to win each, whatever the order of play.
    """

    parts: list[Part]
    fitting: list[set[int]]
    """For each part the mine numbers that the mine total allows."""
    interior: CellSet
    mines: int
    """The mines in all its cells together, which is known."""
    layouts: int
    safe: CellSet = 0
    """Hidden cells beside its own that are certainly safe, which may tell about them."""


class _Shore(NamedTuple):
    """A part and what it touches."""

    part: Part
    fitting: set[int]
    cells: CellSet
    """Its own, and the certainly safe ones beside them."""
    reach: CellSet
    """Its cells and their neighbours."""


def find_islands(analysis: Analysis) -> list[Island]:
    """The islands of an exactly analysed position; the product of their layouts is that of all layouts."""
    shores = [_look_at(analysis, number) for number in range(len(analysis.parts))]
    # The mine total ties everything together whose mine number is not known.
    tied = [shore for shore in shores if len(shore.fitting) > 1]
    islands, mines_left, layouts_left = [], analysis.mines_unknown, analysis.totals.layouts or 1
    free = _free(analysis)
    inside = analysis.interior | analysis.position.grid.spread(analysis.interior) & free
    tied_cells = _join(tied) | inside
    if tied_cells:
        tied, shores = _reachable(tied_cells, shores)
    while shores:
        members, shores = _reachable(shores[0].cells, shores)
        mines = sum(min(shore.fitting) for shore in members)
        layouts = prod(_ways(shore.part, min(shore.fitting)) for shore in members)
        islands.append(_make(members, 0, mines, layouts, _join(members) & free))
        mines_left -= mines
        layouts_left //= layouts
    if tied_cells:
        islands.append(_make(tied, analysis.interior, mines_left, layouts_left, (_join(tied) | inside) & free))
    return islands


def _free(analysis: Analysis) -> CellSet:
    """The hidden cells that were known to be safe before anything was counted; no part and no interior has them."""
    return analysis.cache.settled[1] & analysis.position.hidden


def _look_at(analysis: Analysis, number: int) -> _Shore:
    part = analysis.parts[number]
    lowest, ways = part.tables.lowest, part.tables.counts.by_mines
    weights = analysis.totals.outside[number]
    fitting = {lowest + n for n, (way, weight) in enumerate(zip(ways, weights, strict=True)) if way and weight}
    cells = to_cell_set([cell for group in part.component.groups for cell in group])
    grid = analysis.position.grid
    cells |= grid.spread(cells) & _free(analysis)
    return _Shore(part, fitting, cells, grid.spread(cells))


def _reachable(cells: CellSet, shores: list[_Shore]) -> tuple[list[_Shore], list[_Shore]]:
    """The parts that are linked to the cells by neighbours, and all others."""
    found: list[_Shore] = []
    while True:
        more = [shore for shore in shores if shore.reach & cells]
        if not more:
            return found, shores
        shores = [shore for shore in shores if not shore.reach & cells]
        found += more
        cells |= _join(more)


def _join(shores: Iterable[_Shore]) -> CellSet:
    return reduce(or_, (shore.cells for shore in shores), 0)


def _ways(part: Part, mines: int) -> int:
    return part.tables.counts.by_mines[mines - part.tables.lowest]


def _make(members: list[_Shore], interior: CellSet, mines: int, layouts: int, safe: CellSet) -> Island:
    return Island([m.part for m in members], [m.fitting for m in members], interior, mines, layouts, safe)


def list_layouts(island: Island) -> tuple[list[int], list[int]]:
    """The cells of an island, and every layout as a set of them: bit n for the n-th cell.

    The caller sees to it that there are few layouts.
    """
    cells = [cell for part in island.parts for group in part.component.groups for cell in group]
    found: dict[int, list[int]] = {0: [0]}
    first = 0
    for part, fitting in zip(island.parts, island.fitting, strict=True):
        own = _list_part(part, first, fitting)
        first += sum(part.tables.sizes)
        joined: dict[int, list[int]] = {}
        for mines, sets in found.items():
            for more, others in own.items():
                joined.setdefault(mines + more, []).extend([one | other for one in sets for other in others])
        found = joined
    interior = cells_of(island.interior)
    bits = [1 << (first + n) for n in range(len(interior))]
    layouts = []
    for mines, sets in found.items():
        inside = island.mines - mines
        if 0 <= inside <= len(bits):
            rest = [sum(chosen) for chosen in combinations(bits, inside)]
            layouts += [one | other for one in sets for other in rest]
    return cells + interior, layouts


def _list_part(part: Part, first: int, fitting: set[int]) -> dict[int, list[int]]:
    """Every layout of a component, by its number of mines; its cells are the bits from ``first`` on."""
    masks = []
    for size in part.tables.sizes:
        bits = [1 << (first + n) for n in range(size)]
        masks.append([[sum(some) for some in combinations(bits, mines)] for mines in range(size + 1)])
        first += size
    found: dict[int, list[int]] = {}
    for mines, mask in part.tables.list_layouts(masks):
        if mines in fitting:
            found.setdefault(mines, []).append(mask)
    return found


SETS_A_SLICE = 400
"""To look at so many sets of layouts takes some milliseconds; hardly a game tree is half as deep."""
_LAYOUTS_A_SLICE = 1000
"""The same, for layouts that are parted into cliques."""
MOST_SETS = 50_000
"""A search that looks at more sets takes more than about a second; one in pauses is then given up."""


class EndMove(NamedTuple):
    """A cell to open, in how many layouts it is safe, and in how many the game is won if all play after it is best."""

    cell: int
    safe: int
    wins: int
    layouts: int
    clues: int
    """How many different clues it can show; if only one, it tells nothing."""


class _Cell(NamedTuple):
    """An unknown cell as the search sees it; sets are sets of layouts."""

    number: int
    mined: int
    shows: tuple[int, ...]
    """For each clue it can show the layouts in which it does; they leave out those in which it is mined."""


class _TooLong(Exception):
    """The search has looked at as many sets as it may."""


def best_end_move(
    analysis: Analysis, islands: list[Island], most_sets: int | None = None
) -> Generator[None, None, EndMove | None]:
    """Finds a move that wins in most layouts; None if it would take longer than ``most_sets``, or MOST_SETS."""
    found = yield from _search_islands(analysis, islands, SETS_A_SLICE, most_sets or MOST_SETS)
    return None if found is None else _best_of([move for _, move in found])


def _search_islands(
    analysis: Analysis, islands: list[Island], in_slice: int, in_all: int
) -> Generator[None, None, list[tuple[_Search, EndMove]] | None]:
    """The best move on each island that is not known, with its search; None if one would take too long."""
    found = []
    for island in islands:
        if island.layouts > 1:
            search = yield from _begin_search(analysis.position.grid, island)
            move = yield from _ask(search, search.best_move, in_slice, in_all)
            if move is None:
                return None
            found.append((search, move))
            yield
    return found


def _best_of(moves: list[EndMove]) -> EndMove:
    """The safest of the best moves on each island, as a move on all of them: their order makes no difference."""
    number = max(range(len(moves)), key=lambda n: Fraction(moves[n].safe, moves[n].layouts))
    return _on_all(moves[number], moves[:number] + moves[number + 1 :])


def _on_all(move: EndMove, others: list[EndMove]) -> EndMove:
    """A move on one island in the layouts of all: the others are won by their best moves."""
    layouts, wins = prod([other.layouts for other in others]), prod([other.wins for other in others])
    return move._replace(safe=move.safe * layouts, wins=move.wins * wins, layouts=move.layouts * layouts)


def rank_end_moves(
    analysis: Analysis, islands: list[Island], most: int, also: CellSet = 0, patience: int = 1
) -> Generator[None, None, list[EndMove] | None]:
    """The best move and the next best ones, each with its own exact wins; None where no best move is found in time.

    On each island there are up to ``most``, with the safest one and those asked for besides; of cells that are always
    alike only one. Where it would take longer than MOST_SETS once more to value them, there are fewer. Patience is how
    many times as long all of it may take.
    """
    sets = MOST_SETS * patience
    found = yield from _search_islands(analysis, islands, SETS_A_SLICE, sets)
    if not found:
        return None if found is None else []
    best, listed = [move for _, move in found], []
    for search, move in found:
        listed.append((yield from _list_moves(search, move, most, also, sets)))
    first = _best_of(best)
    others = [_on_all(move, best[:n] + best[n + 1 :]) for n, moves in enumerate(listed) for move in moves]
    others.sort(key=lambda move: (-move.wins, -move.safe, move.cell))
    return [first, *(move for move in others if move.cell != first.cell)]


def _list_moves(
    search: _Search, best: EndMove, most: int, also: CellSet, sets: int
) -> Generator[None, None, list[EndMove]]:
    """The best move of an island and others, see ``rank_end_moves``."""
    asked = {cell: look for cell, look in search.looks.items() if also >> cell & 1}
    options = sorted(search.cells, key=search.promise, reverse=True) if most else []
    if options:
        safest = max(options, key=lambda look: search.safe(look).bit_count())
        asked.setdefault(safest.number, safest)
    found = [best]
    for cell, look in [*asked.items(), *((look.number, look) for look in options if look.number not in asked)]:
        if cell == best.cell:
            continue
        need = 0
        if cell not in asked and len(found) >= most:
            need = 1 + sorted([move.wins for move in found], reverse=True)[most - 1]
        move = yield from _ask(search, partial(search.move, cell, look, need), SETS_A_SLICE, 2 * sets)
        if move is None:
            break
        if move.wins >= need:
            found.append(move)
        yield
    return found


Answer = TypeVar("Answer")


def _begin_search(grid: Grid, island: Island) -> Generator[None, None, _Search]:
    """The search of an island's game tree, of which nothing is searched yet."""
    cells, layouts = list_layouts(island)
    cells += cells_of(island.safe)  # mined in no layout, as their bits say that no layout has
    yield
    looks = _look_at_cells(grid, cells, layouts)
    yield
    order, last = yield from _part_into_cliques(_unlike(looks), len(layouts))
    looks = _look_at_cells(grid, cells, [layouts[number] for number in order])
    yield
    return _Search(looks, len(layouts), last)


def _ask(
    search: _Search, question: Callable[[], Answer], in_slice: int, in_all: int
) -> Generator[None, None, Answer | None]:
    """What a search answers, with a pause after so many sets; None once it has looked at so many of them in all.

    What was found before a pause is kept.
    """
    while search.looked < in_all:
        found = search.found
        search.sets_left = in_slice
        try:
            answer = question()
        except _TooLong:
            search.looked += in_slice
            if search.found == found:
                in_slice *= 2  # the tree is deeper than that: it would get no further with as many sets again
            yield
        else:
            search.looked += in_slice - search.sets_left
            return answer
    return None


def _look_at_cells(grid: Grid, cells: Sequence[int], layouts: Sequence[int]) -> dict[int, _Cell]:
    """For each cell that is not mined in all layouts what it shows in which; cells always alike have the first's."""
    everything = (1 << len(layouts)) - 1
    length = len(cells)
    # One string of all layouts' bits, the last layout first: every length-th character is one cell's column.
    text = "".join([f"{layout:0{length}b}" for layout in reversed(layouts)])
    column = {cell: int(text[length - 1 - n :: length], 2) for n, cell in enumerate(cells)}
    looks: dict[tuple[int, tuple[int, ...]], _Cell] = {}
    found = {}
    for cell in cells:
        mined = column[cell]
        if mined != everything:
            beside = [column[other] for other in grid.neighbour_cells(cell) if other in column]
            shows = _by_number(beside, everything & ~mined)
            found[cell] = looks.setdefault((mined, shows), _Cell(cell, mined, shows))
    return found


def _unlike(looks: dict[int, _Cell]) -> list[_Cell]:
    """Of cells that are always alike only the first."""
    return [look for cell, look in looks.items() if look.number == cell]


def _by_number(columns: Sequence[int], among: int) -> tuple[int, ...]:
    """The layouts of ``among`` parted by how many of the columns hold them; empty parts are left out."""
    ones = twos = fours = eights = 0
    for column in columns:
        carry = ones & column
        ones ^= column
        twos, carry = twos ^ carry, twos & carry
        fours, carry = fours ^ carry, fours & carry
        eights |= carry
    parts = [among]
    for plane in (ones, twos, fours, eights):
        if plane:
            parts = [half for part in parts for half in (part & plane, part & ~plane) if half]
    return tuple(parts)


def _part_into_cliques(cells: list[_Cell], layouts: int) -> Generator[None, None, tuple[list[int], int]]:
    """All layouts in an order that puts cliques together, and the set of the last ones of each clique in that order.

    To win two layouts, play must tell them apart before it is lost in either: by a cell that is safe in both and shows
    different clues. Without such a cell they are rivals; in a clique all are rivals of each other.
    """
    # Cells that tell most layouts apart come first: then a few cells are enough to see that a layout has no rivals.
    tests = [
        (cell.mined, [(shown, shown | cell.mined) for shown in cell.shows])
        for cell in sorted(cells, key=lambda cell: _pairs_left(cell, layouts))
    ]
    left = (1 << layouts) - 1
    order: list[int] = []
    last, pause = 0, _LAYOUTS_A_SLICE
    while left:
        rivals = left
        while rivals:
            layout = rivals & -rivals
            left ^= layout
            rivals ^= layout
            order.append(layout.bit_length() - 1)
            for mined, shows in tests:
                if not rivals:
                    break
                if not mined & layout:
                    for shown, together in shows:
                        if shown & layout:
                            rivals &= together
                            break
        last |= 1 << len(order) - 1
        if len(order) >= pause:
            pause += _LAYOUTS_A_SLICE
            yield
    return order, last


def _pairs_left(cell: _Cell, layouts: int) -> int:
    """How many pairs of layouts the cell does not tell apart, counted both ways."""
    together = sum([(cell.mined | shown).bit_count() * shown.bit_count() for shown in cell.shows])
    return together + layouts * cell.mined.bit_count()


class _Search:
    """A search of the game tree that stops where it can't change the result."""

    def __init__(self, looks: dict[int, _Cell], layouts: int, last: int) -> None:
        """``last`` has the last layout of each clique, and the layouts of a clique follow each other."""
        self.looks = looks
        """What each cell shows; cells that are always alike have the same."""
        self.cells = _unlike(looks)
        self._layouts = layouts
        self._everything = (1 << layouts) - 1
        self._last = last
        self._others = self._everything & ~last
        self._wins: dict[int, int] = {}
        self._most: dict[int, int] = {}
        """For sets whose wins are not known a number they do not exceed."""
        self.sets_left = 0
        self.looked = 0
        """At how many sets it has looked."""
        self.found = 0
        """Grows as long as the search gets on."""

    def safe(self, cell: _Cell) -> int:
        """The layouts in which a cell is safe."""
        return self._everything & ~cell.mined

    def promise(self, cell: _Cell) -> tuple[int, int]:
        """What a cell can be worth at most, and how safe it is."""
        safe = self.safe(cell)
        return self.bound(safe), safe.bit_count()

    def best_move(self) -> EndMove:
        """The move that wins in most layouts."""
        wins, best = self.best_cell(self._everything, self.cells, 1)
        return self._make_move(best.number, best, wins)

    def move(self, number: int, cell: _Cell, need: int) -> EndMove:
        """A move, and in how many layouts it wins; if that is less than needed, a number that is not below it."""
        wins = self._add_up(cell, self._everything, self.cells, self.bound(self.safe(cell)), need)
        return self._make_move(number, cell, wins)

    def _make_move(self, number: int, cell: _Cell, wins: int) -> EndMove:
        return EndMove(number, self.safe(cell).bit_count(), wins, self._layouts, len(cell.shows))

    def bound(self, layouts: int) -> int:
        """At least as many as perfect play can win: one of each clique."""
        # Adding a clique's other bits to those of the set carries into its last bit unless there are none.
        return (((layouts & self._others) + self._others | layouts) & self._last).bit_count()

    def wins(self, layouts: int, cells: list[_Cell], need: int) -> int:
        """In how many of the layouts perfect play wins; if that is less than needed, a number it does not exceed."""
        if not layouts & (layouts - 1):
            return 1
        known = self._wins.get(layouts)
        if known is not None:
            return known
        known = self._most.get(layouts)
        if known is not None and known < need:
            return known
        known = self._count_wins(layouts, cells, need)
        self.found += 1
        if known >= need:
            self._wins[layouts] = known
        else:
            self._most[layouts] = known
        return known

    def _count_wins(self, layouts: int, cells: list[_Cell], need: int) -> int:
        """Opens a safe cell whose clue splits the layouts and goes on with each part; if there is none, guesses."""
        self.sets_left -= 1
        if self.sets_left < 0:
            raise _TooLong
        useful = []
        for place, cell in enumerate(cells):
            mined = cell.mined & layouts
            if mined:
                if mined != layouts:
                    useful.append(cell)
                continue
            for shown in cell.shows:
                if shown & layouts:
                    if shown & layouts == layouts:
                        break
                    useful += cells[place + 1 :]  # cells opened or mined in all layouts have nothing more to tell
                    return self._add_up(cell, layouts, useful, self.bound(layouts), need)
        if self.bound(layouts) == 1:  # they are all rivals, and one can always be won
            return 1
        return self.best_cell(layouts, useful, need)[0]

    def best_cell(self, layouts: int, cells: list[_Cell], need: int) -> tuple[int, _Cell]:
        """The guess that wins in most layouts, and in how many; if less than needed, a number that none exceeds."""
        options = sorted([(self.bound(layouts & ~cell.mined), n) for n, cell in enumerate(cells)], reverse=True)
        best, most, choice = need - 1, 0, cells[options[0][1]]
        for reach, number in options:
            if reach <= best:
                most = max(most, reach)
                break
            reach = self._add_up(cells[number], layouts, cells, reach, best + 1)
            most = max(most, reach)
            if reach > best:
                best, choice = reach, cells[number]
        return most, choice

    def _add_up(self, cell: _Cell, layouts: int, cells: list[_Cell], most: int, need: int) -> int:
        """The wins once a cell is opened, which are ``most`` at most; if less than needed, a number not below them.

        No clique is parted by what the cell shows, because rivals show the same where both are alive. So ``most`` is
        the sum of the bounds of the parts.
        """
        unsolved = []
        for shown in cell.shows:
            part = shown & layouts
            if part & (part - 1):
                bound = self.bound(part)
                known = self._wins.get(part)
                if known is None:
                    known = self._most.get(part, bound)
                    unsolved.append((part, known))
                most -= bound - known
                if most < need:
                    return most
        for part, known in unsolved:
            most -= known - self.wins(part, cells, need - most + known)
            if most < need:
                break
        return most
