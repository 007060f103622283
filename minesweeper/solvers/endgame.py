"""Perfect play once few layouts are left: the move that wins in most of them, by searching the whole game tree.

What is still to come depends only on the set of layouts that fit, so that set, as the bits of an int, is all the state
the search needs: cells that are safe in all of them cost nothing to open, and opened cells tell nothing new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.layouts import list_layouts


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


class TooDeep(Exception):
    """The game tree is larger than the limit."""


def best_end_move(analysis: Analysis, node_limit: int = 1 << 62) -> EndMove:
    """The move that wins in most layouts; among equal ones the one that is safe in most."""
    cells, layouts = list_layouts(analysis)
    search = _Search(_look_at_cells(analysis, cells, layouts), node_limit)
    everything = (1 << len(layouts)) - 1
    wins, best = search.best_cell(everything, search.cells)
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
    def __init__(self, cells: list[_Cell], node_limit: int) -> None:
        self.cells = cells
        self._wins: dict[int, int] = {}
        self._nodes_left = node_limit

    def wins(self, layouts: int, cells: list[_Cell]) -> int:
        """In how many of the layouts perfect play wins."""
        if layouts & (layouts - 1) == 0:
            return 1
        known = self._wins.get(layouts)
        if known is None:
            known = self._wins[layouts] = self._count_wins(layouts, cells)
        return known

    def _count_wins(self, layouts: int, cells: list[_Cell]) -> int:
        """Opens safe cells as long as they part the layouts, else tries every guess."""
        useful = []
        for cell in cells:
            _, mined, shows = cell
            if mined & layouts == 0:
                for shown in shows:
                    here = shown & layouts
                    if here:
                        if here != layouts:
                            return sum(self.wins(part, cells) for s in shows if (part := s & layouts))
                        break
            elif mined & layouts != layouts:
                useful.append(cell)
        if layouts.bit_count() == 2:
            return 1  # no safe cell tells the two apart: a guess must
        return self.best_cell(layouts, useful)[0]

    def best_cell(self, layouts: int, cells: list[_Cell]) -> tuple[int, _Cell]:
        """The guess that wins in most layouts, and in how many."""
        self._nodes_left -= 1
        if self._nodes_left < 0:
            raise TooDeep
        ranked = sorted([((layouts & ~cell[1]).bit_count(), n) for n, cell in enumerate(cells)], reverse=True)
        best, choice = 0, cells[ranked[0][1]]
        for alive, n in ranked:
            if alive <= best:
                break
            # What a part loses lowers what this guess can still reach.
            reach = alive
            for shown in cells[n].shows:
                part = shown & layouts
                if part:
                    reach += self.wins(part, cells) - part.bit_count()
                    if reach <= best:
                        break
            if reach > best:
                best, choice = reach, cells[n]
        return best, choice
