"""Perfect play once few layouts are left: the move that wins in most of them, by searching the whole game tree.

What is still to come depends only on the set of layouts that fit, so that set, as the bits of an int, is all the state
the search needs: cells that are safe in all of them cost nothing to open, and opened cells tell nothing new.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.layouts import list_layouts

NODES_A_SLICE = 50
"""So many nodes of the game tree take some milliseconds; hardly a tree is half as deep."""
_NO_LIMIT = 1 << 62
_DEEP = 100
"""So many layouts that are all rivals are not searched: each may lie a guess below the last, too deep for recursion."""


class EndMove(NamedTuple):
    """The best cell to open, in how many layouts it is safe, and in how many the game is then won."""

    cell: int
    safe: int
    wins: int
    layouts: int


class _Cell(NamedTuple):
    """An unknown cell as the search sees it; sets are sets of layouts."""

    number: int
    mined: int
    shows: tuple[int, ...]
    """For each clue it can show the layouts in which it does; they leave out those in which it is mined."""


class _TooDeep(Exception):
    """The nodes that were allowed are used up."""


def best_end_move(analysis: Analysis) -> EndMove:
    """The move that wins in most layouts, or one of those that do."""
    cells, layouts = list_layouts(analysis)
    everything = (1 << len(layouts)) - 1
    search = _Search(_look_at_cells(analysis, cells, layouts), everything, _NO_LIMIT)
    wins, best = search.best_cell(everything, search.cells)
    return EndMove(best.number, (everything & ~best.mined).bit_count(), wins, len(layouts))


def best_end_move_in_slices(analysis: Analysis) -> Generator[None, None, EndMove]:
    """The same, with a pause after some nodes; what was found before it is kept, and the search goes on from there."""
    cells, layouts = list_layouts(analysis)
    yield
    everything = (1 << len(layouts)) - 1
    looks = _look_at_cells(analysis, cells, layouts)
    yield
    nodes = NODES_A_SLICE
    search = _Search(looks, everything, nodes)
    while True:
        solved = search.solved
        try:
            wins, best = search.best_cell(everything, search.cells)
        except _TooDeep:
            if search.solved == solved:
                nodes *= 2  # the tree is deeper than that: in as many nodes again it would get no further
            search.allow(nodes)
            yield
        else:
            return EndMove(best.number, (everything & ~best.mined).bit_count(), wins, len(layouts))


def _look_at_cells(analysis: Analysis, cells: Sequence[int], layouts: Sequence[int]) -> list[_Cell]:
    """For each cell that is not mined in all layouts what it shows in which; of cells always alike only one."""
    everything = (1 << len(layouts)) - 1
    length = len(cells)
    # One string of all layouts' bits, the last layout first: every length-th character is one cell's column.
    text = "".join([f"{layout:0{length}b}" for layout in reversed(layouts)])
    column = {cell: int(text[length - 1 - n :: length], 2) for n, cell in enumerate(cells)}
    looks: dict[tuple[int, tuple[int, ...]], _Cell] = {}
    grid = analysis.position.grid
    for cell in cells:
        mined = column[cell]
        if mined != everything:
            beside = [column[other] for other in grid.neighbour_cells(cell) if other in column]
            shows = _by_number(beside, everything & ~mined)
            looks.setdefault((mined, shows), _Cell(cell, mined, shows))
    return list(looks.values())


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


class _Search:
    def __init__(self, cells: list[_Cell], layouts: int, node_limit: int) -> None:
        self.cells = cells
        self._wins: dict[int, int] = {}
        self._bounds: dict[int, int] = {}
        self._nodes_left = node_limit
        self._rivals = _find_rivals(cells, layouts)

    @property
    def solved(self) -> int:
        """For how many sets of layouts it knows in how many of them perfect play wins."""
        return len(self._wins)

    def allow(self, nodes: int) -> None:
        """Lets it search so many nodes more."""
        self._nodes_left = nodes

    def wins(self, layouts: int, cells: list[_Cell]) -> int:
        """In how many of the layouts perfect play wins."""
        rest = layouts & (layouts - 1)
        if not rest:
            return 1
        if not rest & (rest - 1):
            return 1 if self._rivals[layouts.bit_length() - 1] & layouts else 2
        known = self._wins.get(layouts)
        if known is None:
            if rest.bit_count() >= _DEEP and self._bounds.get(layouts) == 1:  # one of them can always be won
                return 1
            known = self._wins[layouts] = self._count_wins(layouts, cells)
        return known

    def _count_wins(self, layouts: int, cells: list[_Cell]) -> int:
        """Opens a safe cell whose clue splits the layouts and goes on with each part; if there is none, guesses."""
        useful = []
        for place, cell in enumerate(cells):
            _, mined, shows = cell
            mined &= layouts
            if mined:
                if mined != layouts:
                    useful.append(cell)
            else:
                for shown in shows:
                    if shown & layouts:
                        if shown & layouts == layouts:
                            break
                        useful += cells[place + 1 :]  # cells opened or mined in all layouts have nothing more to tell
                        return sum([self.wins(part, useful) for shown in shows if (part := shown & layouts)])
        return self.best_cell(layouts, useful)[0]

    def best_cell(self, layouts: int, cells: list[_Cell]) -> tuple[int, _Cell]:
        """The guess that wins in most layouts, and in how many."""
        self._nodes_left -= 1
        if self._nodes_left < 0:
            raise _TooDeep
        options = sorted([(self._reach(layouts, cell), n) for n, cell in enumerate(cells)], reverse=True)
        best, choice = 0, cells[options[0][1]]
        for reach, number in options:
            if reach <= best:
                break
            # What a part loses of its bound lowers what this guess can reach; parts are solved while it may be best.
            reach = self._reach(layouts, cells[number])
            for shown in cells[number].shows:
                part = shown & layouts
                if part not in self._wins:
                    reach += self.wins(part, cells) - self._bound(part) if part else 0
                if reach <= best:
                    break
            if reach > best:
                best, choice = reach, cells[number]
        return best, choice

    def _reach(self, layouts: int, cell: _Cell) -> int:
        """At least as many wins as can follow a guess, from what is known of the parts it splits the layouts into."""
        reach = 0
        for shown in cell.shows:
            part = shown & layouts
            if part:
                reach += 1 if part & (part - 1) == 0 else self._wins.get(part) or self._bound(part)
        return reach

    def _bound(self, layouts: int) -> int:
        """At least as many as perfect play can win: of layouts that are rivals of each other it wins one."""
        known = self._bounds.get(layouts)
        if known is None:
            known = 0
            left = layouts
            while left:
                bit = left & -left
                left ^= bit
                rivals = left & self._rivals[bit.bit_length() - 1]
                while rivals:
                    bit = rivals & -rivals
                    left ^= bit
                    rivals &= self._rivals[bit.bit_length() - 1]
                known += 1
            self._bounds[layouts] = known
        return known


def _find_rivals(cells: list[_Cell], layouts: int) -> list[int]:
    """For each layout those that can't be won together with it.

    To win two layouts, play must tell them apart before it is lost in either: by a cell that is safe in both and shows
    different clues. Without such a cell they are rivals.
    """
    apart = [0] * layouts.bit_length()
    for _, mined, shows in cells:
        if len(shows) > 1:
            alive = layouts & ~mined
            for shown in shows:
                others = alive ^ shown
                while shown:
                    bit = shown & -shown
                    apart[bit.bit_length() - 1] |= others
                    shown ^= bit
    return [layouts & ~(told | 1 << number) for number, told in enumerate(apart)]
