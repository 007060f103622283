"""Plays perfectly once few layouts are left, by searching the rest of the game to its end.

What can still happen depends only on which layouts still fit. So a state of the search is a set of layouts, as the bits
of an int. Opening a cell that is safe in all of them is free, and cells that are opened already tell nothing new. A
part of the board that doesn't influence the rest is an ``Island``, and each is searched by itself.

To win with either of two layouts, play must tell them apart before it can lose: by opening a cell that is safe in both
and shows different clues. Two layouts without such a cell are rivals, and play can win at most one of them. A clique is
a set of layouts that are all rivals of each other, so the number of cliques is a limit for the wins. This limit spares
most of the search. docs/dev/solver.md proves it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
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
    """Components, and maybe the interior, that don't influence the rest of the board.

    They share no clue and no neighbour with the rest, and the number of mines in them is known. So opening a cell of
    one island reveals nothing about another, and the chance to win all islands is the product of the chances to win
    each.
    """

    parts: list[Part]
    fitting: list[set[int]]
    """For each part, the mine counts that the mine total allows."""
    interior: CellSet
    mines: int
    """The number of mines in all cells of the island together."""
    layouts: int
    """How many layouts the island has."""
    safe: CellSet = 0
    """Hidden cells next to the island that are proved safe. Their clues may reveal something about it."""


class _Shore(NamedTuple):
    """A part of the analysis with the cells around it, to find out which parts belong to the same island."""

    part: Part
    fitting: set[int]
    """The mine counts of the part that the mine total allows."""
    cells: CellSet
    """The cells of the part, and the proved safe cells next to them."""
    reach: CellSet
    """The same cells with all their neighbours."""


def find_islands(analysis: Analysis) -> list[Island]:
    """Splits an exactly analysed position into islands. The product of their layouts is the number of all layouts.

    All parts whose mine count isn't known belong to the same island, because the mine total links them.
    """
    shores = [_look_at(analysis, number) for number in range(len(analysis.parts))]
    # The mine total links all parts whose mine count isn't known.
    tied = [shore for shore in shores if len(shore.fitting) > 1]
    islands, mines_left, layouts_left = [], analysis.mines_unknown, analysis.totals.layouts or 1
    # These cells were proved safe before anything was counted, so they are in no part and not in the interior.
    free = analysis.settled[1]
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
    """Splits the parts into those that are linked to the cells by neighbours, directly or by other parts, and all
    others.
    """
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
    """Lists the cells of an island and all of its layouts. A layout is an int whose bit n says whether the n-th cell is
    a mine.

    The caller must make sure that the island has few layouts.
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
    """Lists the layouts of a component by their mine counts.

    Bit ``first`` of a layout is the first cell of the component.
    """
    # A component that is counted as a tree has too many layouts for an island.
    assert isinstance(part.tables, LinearCounter)
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
"""How many sets of layouts are searched in one slice, which takes some milliseconds. Trees are rarely half as deep."""
_LAYOUTS_A_SLICE = 1000
"""How many layouts are put into cliques in one slice."""
MOST_SETS = 50_000
"""The most sets of layouts that a search may look at, about a second's work. After that it gives up."""


class EndGameMove(NamedTuple):
    """A cell to open in the end game and how many layouts it wins.

    The numbers are either for its island or for the whole board.
    """

    cell: int
    safe: int
    """In how many layouts the cell is safe."""
    wins: int
    """In how many layouts perfect play wins after it opens this cell."""
    layouts: int
    """The number of all layouts."""
    clues: int
    """How many different clues the cell can show. If only one, opening the cell reveals nothing."""

    @property
    def odds(self) -> Odds:
        """In how many layouts the cell is a mine, and the number of all layouts."""
        return self.layouts - self.safe, self.layouts

    @property
    def win_odds(self) -> Odds:
        """In how many layouts perfect play wins after it opens this cell, and the number of all layouts."""
        return self.wins, self.layouts


class _Cell(NamedTuple):
    """What one unknown cell shows in each layout. Its sets are sets of layouts."""

    number: int
    mined: int
    """The layouts in which the cell is a mine."""
    shows: tuple[int, ...]
    """For each clue that the cell may show, the layouts in which it shows this clue.

    The clues themselves don't matter.
    """


class _TooLong(Exception):
    """Interrupts a search that has used up its sets of layouts."""


def best_end_move(analysis: Analysis, islands: list[Island]) -> Generator[None, None, EndGameMove | None]:
    """Finds the move that wins in the most layouts.

    Returns None if this takes too long or every island has only one layout. Runs in slices.
    """
    moves = yield from rank_end_moves(analysis, islands, most=0)
    return moves[0] if moves else None


def _best_of(moves: list[EndGameMove]) -> EndGameMove:
    """The safest of the best moves of all islands, with numbers for the whole board.

    In which order islands are played doesn't change the chance to win.
    """
    safest = 0
    for number, move in enumerate(moves):
        if move.safe * moves[safest].layouts > moves[safest].safe * move.layouts:
            safest = number
    return _on_all(moves[safest], moves[:safest] + moves[safest + 1 :])


def _on_all(move: EndGameMove, others: list[EndGameMove]) -> EndGameMove:
    """Converts a move on one island to numbers for the whole board.

    ``others`` are the best moves of all other islands.
    """
    layouts, wins = prod([other.layouts for other in others]), prod([other.wins for other in others])
    return move._replace(safe=move.safe * layouts, wins=move.wins * wins, layouts=move.layouts * layouts)


def rank_end_moves(
    analysis: Analysis, islands: list[Island], most: int, also: CellSet = 0, patience: int = 1
) -> Generator[None, None, list[EndGameMove] | None]:
    """Ranks moves by the number of layouts that they win, the best first. Returns None if the best move isn't found
    within ``MOST_SETS`` sets of layouts, and an empty list if every island has only one layout.

    For each island it lists up to ``most`` of the best moves, the safest one, and the cells of ``also``. Of cells that
    show the same in every layout it lists one. The list is shorter if valuing more moves would take another
    ``MOST_SETS``. ``patience`` is a factor for these limits. Runs in slices.
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
    """Lists moves of one island, its best one first; see ``rank_end_moves``. ``sets`` limits the search."""
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
    """Lists the layouts of an island and prepares the search of its game tree. Runs in slices."""
    cells, layouts = list_layouts(island)
    # These cells are mines in no layout, so their bits are never set.
    cells += cells_of(island.safe)
    yield
    looks = _look_at_cells(grid, cells, layouts)
    yield
    order, last = yield from _part_into_cliques(_unlike(looks), len(layouts))
    looks = _look_at_cells(grid, cells, [layouts[number] for number in order])
    yield
    return _Search(looks, len(layouts), last)


def _ask(search: _Search, question: Callable[[], Answer], in_all: int) -> Generator[None, None, Answer | None]:
    """Calls ``question``, which asks a search for something, and pauses after every slice. Returns None if the search
    has looked at ``in_all`` sets of layouts without an answer.

    The question is asked again in each slice. This loses little, because the search remembers its results.
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
                # The tree is deeper than that, so the same number of sets would fail again.
                in_slice *= 2
            yield
        else:
            search.looked += in_slice - search.sets_left
            return answer
    return None


def _look_at_cells(grid: Grid, cells: Sequence[int], layouts: Sequence[int]) -> dict[int, _Cell]:
    """Finds what each cell shows in which layouts.

    Cells that show the same in all layouts share one value, and cells that are always mines have none.
    """
    everything = (1 << len(layouts)) - 1
    length = len(cells)
    # Makes one string of all layouts' bits, the last layout first, so that every length-th character belongs to the
    # same cell.
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
    """Keeps only the first of all cells that show the same in every layout."""
    return [look for cell, look in looks.items() if look.number == cell]


def _by_number(columns: Sequence[int], among: int) -> tuple[int, ...]:
    """Splits the layouts of ``among`` by the number of ``columns`` that contain them. Empty sets are left out.

    Each column is the set of layouts in which one neighbour is a mine, so the parts are the layouts with the same clue.
    """
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
    """Orders the layouts so that those of a clique follow each other.

    Also returns the set of each clique's last layout, by the new order. Runs in slices.
    """
    # Begins with the cells that tell most layouts apart, because a few of them are enough to see that a layout has no
    # rivals.
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
    """How many pairs of layouts the cell doesn't tell apart. Both orders of a pair are counted."""
    together = sum([(cell.mined | shown).bit_count() * shown.bit_count() for shown in cell.shows])
    return together + layouts * cell.mined.bit_count()


class _Search:
    """The search of one island's game tree. It skips branches that can't change the result."""

    def __init__(self, looks: dict[int, _Cell], layouts: int, last: int) -> None:
        """Prepares the search of ``layouts`` layouts.

        ``last`` is the set of the last layout of each clique, because the layouts of a clique follow each other.
        """
        self.looks = looks
        """What each cell shows in which layouts. Cells that show the same share one value."""
        self.cells = _unlike(looks)
        self._layouts = layouts
        self._everything = (1 << layouts) - 1
        self._last = last
        self._others = self._everything & ~last
        self._wins: dict[int, int] = {}
        self._most: dict[int, int] = {}
        """Upper limits for sets of layouts whose wins aren't known yet."""
        self.sets_left = 0
        self.looked = 0
        """How many sets of layouts were searched so far."""
        self.new_results = 0
        """How many results were remembered so far. If this doesn't grow in a slice, the slice was too short."""

    def safe(self, cell: _Cell) -> int:
        """The layouts in which a cell is safe."""
        return self._everything & ~cell.mined

    def promise(self, cell: _Cell) -> tuple[int, int]:
        """A limit for the wins of a cell, then in how many layouts the cell is safe.

        Cells with a higher promise are tried first.
        """
        safe = self.safe(cell)
        return self.bound(safe), safe.bit_count()

    def best_move(self) -> EndGameMove:
        """Finds the move that wins in the most layouts."""
        wins, best = self.best_cell(self._everything, self.cells, need=1)
        return self._make_move(best.number, best, wins)

    def move(self, number: int, cell: _Cell, need: int) -> EndGameMove:
        """Counts the wins of a move. A result below ``need`` is only an upper limit."""
        wins = self._add_up(cell, self._everything, self.cells, self.bound(self.safe(cell)), need)
        return self._make_move(number, cell, wins)

    def _make_move(self, number: int, cell: _Cell, wins: int) -> EndGameMove:
        return EndGameMove(number, self.safe(cell).bit_count(), wins, self._layouts, len(cell.shows))

    def bound(self, layouts: int) -> int:
        """An upper limit for the wins of perfect play with these layouts: one for each clique that has any of them."""
        # The bits of a clique lie side by side. ``_last`` has the last bit of each clique, ``_others`` the others. The
        # addition carries into the last bit of every clique that has another layout of the set.
        return (((layouts & self._others) + self._others | layouts) & self._last).bit_count()

    def _count_wins(self, layouts: int, cells: list[_Cell], need: int) -> int:
        """Counts in how many of the layouts perfect play wins. A result below ``need`` is only an upper limit.

        If a cell is safe in all layouts and splits them by its clue, it is opened for free. Otherwise a cell has to be
        guessed.
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
                    # Drops the earlier cells, which are opened or mines in all layouts and so reveal nothing more.
                    useful += cells[place + 1 :]
                    return self._add_up(cell, layouts, useful, self.bound(layouts), need)
        # All layouts are rivals, and one of them can always be won.
        if self.bound(layouts) == 1:
            return 1
        return self.best_cell(layouts, useful, need)[0]

    def best_cell(self, layouts: int, cells: list[_Cell], need: int) -> tuple[int, _Cell]:
        """Finds the best guess, and counts its wins.

        If these are fewer than ``need``, the number is an upper limit for all guesses.
        """
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
        """Counts the wins after opening a cell. ``most`` is a limit that is known already. A result below ``need`` is
        only an upper limit.

        The clue of a cell never splits a clique, because rivals show the same clue wherever both survive. So ``most``
        is the sum of the limits for the sets of layouts with each clue.
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
