"""Plays perfectly once few layouts are left: searches the whole game tree for the move that wins most of them.

The rest of a game depends only on the set of layouts that fit. So that set, as the bits of an int, is the whole state
of the search: cells that are safe in all layouts cost nothing to open, and opened cells show nothing new. Islands are
searched separately. docs/dev/solver.md proves the bounds.
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
from minesweeper.solvers.count_linear import LinearCounter, Part
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.mine_total import Odds


class Island(NamedTuple):
    """Holds components, and maybe the interior, that share no clue, neighbour or unknown mine count with the rest.

    Opening a cell of one island reveals nothing about another. So the chance to win all islands is the product of the
    chances to win each, in any order of play.
    """

    parts: list[Part]
    fitting: list[set[int]]
    """For each part, the mine counts that the mine total allows."""
    interior: CellSet
    mines: int
    """The known number of mines in all its cells together."""
    layouts: int
    safe: CellSet = 0
    """Hidden cells next to the island that are proved safe; their clues may reveal something about it."""


class _Shore(NamedTuple):
    """Holds a part and the cells around it."""

    part: Part
    fitting: set[int]
    cells: CellSet
    """The cells of the part, and the proved safe cells next to them."""
    reach: CellSet
    """``cells`` and their neighbours."""


def find_islands(analysis: Analysis) -> list[Island]:
    """Finds the islands of an exactly analysed position. The product of their layouts is the number of all layouts."""
    shores = [_look_at(analysis, number) for number in range(len(analysis.parts))]
    # The mine total links all parts whose mine count is unknown.
    tied = [shore for shore in shores if len(shore.fitting) > 1]
    islands, mines_left, layouts_left = [], analysis.mines_unknown, analysis.totals.layouts or 1
    free = analysis.settled[1]  # known to be safe before anything was counted: in no part and not interior
    inside = analysis.interior | analysis.position.grid.spread(analysis.interior) & free
    tied_cells = _join(tied) | inside
    if tied_cells:
        tied, shores = _reachable(tied_cells, shores)
    while shores:
        members, shores = _reachable(shores[0].cells, shores)
        mines = sum(min(shore.fitting) for shore in members)
        layouts = prod(
            shore.part.tables.counts.by_mines[min(shore.fitting) - shore.part.tables.lowest] for shore in members
        )
        islands.append(_make(members, interior=0, mines=mines, layouts=layouts, safe=_join(members) & free))
        mines_left -= mines
        layouts_left //= layouts
    if tied_cells:
        islands.append(_make(tied, analysis.interior, mines_left, layouts_left, (_join(tied) | inside) & free))
    return islands


def _look_at(analysis: Analysis, number: int) -> _Shore:
    part = analysis.parts[number]
    lowest, ways = part.tables.lowest, part.tables.counts.by_mines
    weights = analysis.totals.outside[number]
    fitting = {lowest + n for n, (way, weight) in enumerate(zip(ways, weights, strict=True)) if way and weight}
    cells = to_cell_set([cell for group in part.component.groups for cell in group])
    grid = analysis.position.grid
    cells |= grid.spread(cells) & analysis.settled[1]
    return _Shore(part, fitting, cells, grid.spread(cells))


def _reachable(cells: CellSet, shores: list[_Shore]) -> tuple[list[_Shore], list[_Shore]]:
    """Splits the parts into those linked to the cells through neighbours, and the others."""
    reachable: list[_Shore] = []
    while True:
        more = [shore for shore in shores if shore.reach & cells]
        if not more:
            return reachable, shores
        shores = [shore for shore in shores if not shore.reach & cells]
        reachable += more
        cells |= _join(more)


def _join(shores: Iterable[_Shore]) -> CellSet:
    return reduce(or_, (shore.cells for shore in shores), 0)


def _make(members: list[_Shore], interior: CellSet, mines: int, layouts: int, safe: CellSet) -> Island:
    return Island([m.part for m in members], [m.fitting for m in members], interior, mines, layouts, safe)


def list_layouts(island: Island) -> tuple[list[int], list[int]]:
    """Returns the cells of an island, and every layout as a set of them: bit n for the n-th cell.

    The caller must make sure that there are few layouts.
    """
    cells = [cell for part in island.parts for group in part.component.groups for cell in group]
    masks_of: dict[int, list[int]] = {0: [0]}
    first = 0
    for part, fitting in zip(island.parts, island.fitting, strict=True):
        own = _list_part(part, first, fitting)
        first += sum(part.tables.sizes)
        joined: dict[int, list[int]] = {}
        for mines, sets in masks_of.items():
            for more, others in own.items():
                joined.setdefault(mines + more, []).extend([one | other for one in sets for other in others])
        masks_of = joined
    interior = cells_of(island.interior)
    bits = [1 << (first + n) for n in range(len(interior))]
    layouts = []
    for mines, sets in masks_of.items():
        inside = island.mines - mines
        if 0 <= inside <= len(bits):
            rest = [sum(chosen) for chosen in combinations(bits, inside)]
            layouts += [one | other for one in sets for other in rest]
    return cells + interior, layouts


def _list_part(part: Part, first: int, fitting: set[int]) -> dict[int, list[int]]:
    """Lists every layout of a component by its mine count. Its cells are the bits from ``first`` on."""
    assert isinstance(part.tables, LinearCounter)  # trees have too many layouts to list
    masks = []
    for size in part.tables.sizes:
        bits = [1 << (first + n) for n in range(size)]
        masks.append([[sum(some) for some in combinations(bits, mines)] for mines in range(size + 1)])
        first += size
    masks_of: dict[int, list[int]] = {}
    for mines, mask in part.tables.list_layouts(masks):
        if mines in fitting:
            masks_of.setdefault(mines, []).append(mask)
    return masks_of


SETS_A_SLICE = 400
"""How many sets of layouts are searched between two pauses: some milliseconds. Trees are rarely half as deep."""
_LAYOUTS_A_SLICE = 1000
"""How many layouts are split into cliques between two pauses."""
MOST_SETS = 50_000
"""The most sets of layouts to search, about a second's work. After that the search gives up."""


class EndGameMove(NamedTuple):
    """A cell to open in the end game, with numbers of layouts: those of its island, or of the whole board."""

    cell: int
    safe: int
    """In how many layouts the cell is safe."""
    wins: int
    """How many layouts perfect play wins after opening the cell."""
    layouts: int
    clues: int
    """How many different clues the cell can show; with only one, opening it reveals nothing."""

    @property
    def odds(self) -> Odds:
        """The layouts in which the cell is a mine, and all layouts."""
        return self.layouts - self.safe, self.layouts

    @property
    def win_odds(self) -> Odds:
        """The layouts that perfect play wins after opening the cell, and all layouts."""
        return self.wins, self.layouts


class _Cell(NamedTuple):
    """Holds an unknown cell for the search. Sets are sets of layouts."""

    number: int
    mined: int
    shows: tuple[int, ...]
    """The layouts in which the cell shows each clue, without those in which it is a mine."""


class _TooLong(Exception):
    """Stops a search that has reached its limit of sets."""


def best_end_move(analysis: Analysis, islands: list[Island]) -> Generator[None, None, EndGameMove | None]:
    """Finds a move that wins the most layouts; None if that takes too long, or if no island is undecided."""
    moves = yield from rank_end_moves(analysis, islands, most=0)
    return moves[0] if moves else None


def _best_of(moves: list[EndGameMove]) -> EndGameMove:
    """Returns the safest of the islands' best moves, as a move on all islands. Their order makes no difference."""
    number = max(range(len(moves)), key=lambda n: Fraction(moves[n].safe, moves[n].layouts))
    return _on_all(moves[number], moves[:number] + moves[number + 1 :])


def _on_all(move: EndGameMove, others: list[EndGameMove]) -> EndGameMove:
    """Converts a move on one island to all islands, if the others are played by their best moves."""
    layouts, wins = prod([other.layouts for other in others]), prod([other.wins for other in others])
    return move._replace(safe=move.safe * layouts, wins=move.wins * wins, layouts=move.layouts * layouts)


def rank_end_moves(
    analysis: Analysis, islands: list[Island], most: int, also: CellSet = 0, patience: int = 1
) -> Generator[None, None, list[EndGameMove] | None]:
    """Ranks the best moves, each with its exact wins; None if no best move is found in MOST_SETS sets of layouts.

    Lists up to ``most`` moves per island, plus the safest one and those of ``also``. Of equivalent cells it lists one.
    Lists fewer moves if valuing them would take longer than MOST_SETS again. ``patience`` multiplies all limits.
    """
    sets = MOST_SETS * patience
    searches: list[tuple[_Search, EndGameMove]] = []
    for island in islands:
        if island.layouts > 1:
            search = yield from _begin_search(analysis.position.grid, island)
            move = yield from _ask(search, search.best_move, sets)
            if move is None:
                return None
            searches.append((search, move))
            yield
    if not searches:
        return []
    best, listed = [move for _, move in searches], []
    for search, move in searches:
        listed.append((yield from _list_moves(search, move, most, also, sets)))
    first = _best_of(best)
    others = [_on_all(move, best[:n] + best[n + 1 :]) for n, moves in enumerate(listed) for move in moves]
    others.sort(key=lambda move: (-move.wins, -move.safe, move.cell))
    return [first, *(move for move in others if move.cell != first.cell)]


def _list_moves(
    search: _Search, best: EndGameMove, most: int, also: CellSet, sets: int
) -> Generator[None, None, list[EndGameMove]]:
    """Lists the best move of an island and further moves; see ``rank_end_moves``."""
    asked = {cell: look for cell, look in search.looks.items() if also >> cell & 1}
    options = sorted(search.cells, key=search.promise, reverse=True) if most else []
    if options:
        safest = max(options, key=lambda look: search.safe(look).bit_count())
        asked.setdefault(safest.number, safest)
    moves = [best]
    for cell, look in [*asked.items(), *((look.number, look) for look in options if look.number not in asked)]:
        if cell == best.cell:
            continue
        need = 0
        if cell not in asked and len(moves) >= most:
            need = 1 + sorted([move.wins for move in moves], reverse=True)[most - 1]
        move = yield from _ask(search, partial(search.move, cell, look, need), 2 * sets)
        if move is None:
            break
        if move.wins >= need:
            moves.append(move)
        yield
    return moves


Answer = TypeVar("Answer")


def _begin_search(grid: Grid, island: Island) -> Generator[None, None, _Search]:
    """Prepares the search of an island's game tree."""
    cells, layouts = list_layouts(island)
    cells += cells_of(island.safe)  # mines in no layout: their bits are never set
    yield
    looks = _look_at_cells(grid, cells, layouts)
    yield
    order, last = yield from _part_into_cliques(_unlike(looks), len(layouts))
    looks = _look_at_cells(grid, cells, [layouts[number] for number in order])
    yield
    return _Search(looks, len(layouts), last)


def _ask(search: _Search, question: Callable[[], Answer], in_all: int) -> Generator[None, None, Answer | None]:
    """Asks a search a question, with a pause after every SETS_A_SLICE sets; None after ``in_all`` sets.

    The search keeps its results over a pause.
    """
    in_slice = SETS_A_SLICE
    while search.looked < in_all:
        new_results = search.new_results
        search.sets_left = in_slice
        try:
            answer = question()
        except _TooLong:
            search.looked += in_slice
            if search.new_results == new_results:
                in_slice *= 2  # the tree is deeper: the same number of sets would fail again
            yield
        else:
            search.looked += in_slice - search.sets_left
            return answer
    return None


def _look_at_cells(grid: Grid, cells: Sequence[int], layouts: Sequence[int]) -> dict[int, _Cell]:
    """Returns what each cell shows in which layouts, except cells that are always mines. Equivalent cells share one."""
    everything = (1 << len(layouts)) - 1
    length = len(cells)
    # One string of all layouts' bits, the last layout first: every length-th character is one cell's column.
    text = "".join([f"{layout:0{length}b}" for layout in reversed(layouts)])
    column = {cell: int(text[length - 1 - n :: length], 2) for n, cell in enumerate(cells)}
    looks: dict[tuple[int, tuple[int, ...]], _Cell] = {}
    looks_of = {}
    for cell in cells:
        mined = column[cell]
        if mined != everything:
            beside = [column[other] for other in grid.neighbour_cells(cell) if other in column]
            shows = _by_number(beside, everything & ~mined)
            looks_of[cell] = looks.setdefault((mined, shows), _Cell(cell, mined, shows))
    return looks_of


def _unlike(looks: dict[int, _Cell]) -> list[_Cell]:
    """Keeps only the first of equivalent cells."""
    return [look for cell, look in looks.items() if look.number == cell]


def _by_number(columns: Sequence[int], among: int) -> tuple[int, ...]:
    """Splits the layouts of ``among`` by the number of columns that contain them; leaves out empty parts."""
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
    """Orders the layouts so that cliques stay together. Also returns the set of the last layout of each clique.

    To win two layouts, play must distinguish them before it loses either: by a cell that is safe in both and shows
    different clues. Layouts without such a cell are rivals. In a clique, all layouts are rivals of each other.
    """
    # Cells that distinguish most layouts come first: a few of them are enough to see that a layout has no rivals.
    tests = [
        (cell.mined, [(shown, shown | cell.mined) for shown in cell.shows])
        for cell in sorted(cells, key=lambda cell: _pairs_left(cell, layouts))
    ]
    remaining = (1 << layouts) - 1
    order: list[int] = []
    last, pause = 0, _LAYOUTS_A_SLICE
    while remaining:
        rivals = remaining
        while rivals:
            layout = rivals & -rivals
            remaining ^= layout
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
    """Returns how many pairs of layouts the cell does not distinguish, counted both ways."""
    together = sum([(cell.mined | shown).bit_count() * shown.bit_count() for shown in cell.shows])
    return together + layouts * cell.mined.bit_count()


class _Search:
    """Searches a game tree and skips branches that can't change the result."""

    def __init__(self, looks: dict[int, _Cell], layouts: int, last: int) -> None:
        """``last`` has the last layout of each clique; the layouts of a clique are consecutive."""
        self.looks = looks
        """The layouts in which each cell shows which clue; equivalent cells share one value."""
        self.cells = _unlike(looks)
        self._layouts = layouts
        self._everything = (1 << layouts) - 1
        self._last = last
        self._others = self._everything & ~last
        self._wins: dict[int, int] = {}
        self._most: dict[int, int] = {}
        """Upper bounds for sets whose wins aren't known."""
        self.sets_left = 0
        self.looked = 0
        """How many sets have been searched."""
        self.new_results = 0
        """The number of results so far; it shows after a pause whether the search has made progress."""

    def safe(self, cell: _Cell) -> int:
        """Returns the layouts in which a cell is safe."""
        return self._everything & ~cell.mined

    def promise(self, cell: _Cell) -> tuple[int, int]:
        """Returns an upper bound for the wins of a cell, and how safe it is."""
        safe = self.safe(cell)
        return self.bound(safe), safe.bit_count()

    def best_move(self) -> EndGameMove:
        """Returns the move that wins the most layouts."""
        wins, best = self.best_cell(self._everything, self.cells, need=1)
        return self._make_move(best.number, best, wins)

    def move(self, number: int, cell: _Cell, need: int) -> EndGameMove:
        """Returns a move and its wins, or an upper bound for them if they are below ``need``."""
        wins = self._add_up(cell, self._everything, self.cells, self.bound(self.safe(cell)), need)
        return self._make_move(number, cell, wins)

    def _make_move(self, number: int, cell: _Cell, wins: int) -> EndGameMove:
        return EndGameMove(number, self.safe(cell).bit_count(), wins, self._layouts, len(cell.shows))

    def bound(self, layouts: int) -> int:
        """Returns an upper bound for the wins of perfect play: one layout per clique."""
        # Adding a clique's other bits to those of the set carries into its last bit unless the set has none of them.
        return (((layouts & self._others) + self._others | layouts) & self._last).bit_count()

    def _count_wins(self, layouts: int, cells: list[_Cell], need: int) -> int:
        """Returns how many layouts perfect play wins, or an upper bound if that is below ``need``.

        Opens a safe cell whose clue splits the layouts, and searches each part. Guesses if there is no such cell.
        """
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
                    useful += cells[place + 1 :]  # cells opened or mines in all layouts reveal nothing more
                    return self._add_up(cell, layouts, useful, self.bound(layouts), need)
        if self.bound(layouts) == 1:  # all are rivals, and one of them can always be won
            return 1
        return self.best_cell(layouts, useful, need)[0]

    def best_cell(self, layouts: int, cells: list[_Cell], need: int) -> tuple[int, _Cell]:
        """Returns the wins of the best guess, and the guess. Wins below ``need`` are an upper bound for all guesses."""
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
        """Returns the wins after opening a cell, at most ``most``. Below ``need``, they are an upper bound.

        The clue of the cell never splits a clique, because rivals show the same wherever both survive. So ``most`` is
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
            needed = need - most + known
            wins = self._count_wins(part, cells, needed)
            (self._wins if wins >= needed else self._most)[part] = wins
            self.new_results += 1
            most -= known - wins
            if most < need:
                break
        return most
