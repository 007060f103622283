"""No-guess boards where chance alone would take too long: the mines around places where logic sticks are dealt again.

The result is solvable for certain, because the last thing that is done is to play it from the first cell; it is not
uniform, because a layout is the likelier the more layouts lead to it.
"""

from __future__ import annotations

from collections.abc import Generator

from minesweeper.cells import CellSet, Grid, cells_of
from minesweeper.dead_ends import find_dead_ends
from minesweeper.generate import RandomStream, choose_few
from minesweeper.playout import Playout

_CELLS_A_WINDOW = 48
"""One window is dealt again for so many cells of the front where logic is stuck."""
_DRAWS = 20
"""How often the mines of a window are drawn at most until they make no dead end."""
_PATIENCE = 5
"""After so many rounds without progress, and again after as many, more cells of a window are dealt again."""
_MOST_PATIENCE = 60
"""After so many rounds without progress a layout is given up."""
_MOST_ROUNDS = 400
"""After so many rounds in all, and more on large boards, it is given up too: progress may be undone again and again."""


def repair(
    grid: Grid, mines: CellSet, first: int, clear: CellSet, stream: RandomStream
) -> Generator[None, None, CellSet | None]:
    """Mines that exact logic finds from the first cell, most of them as given; None where it does not succeed.

    The cells of ``clear`` stay as they are. Where play is stuck small windows are dealt again, with as many mines as
    before, and play goes on from there. What was proved before may rest on clues that have changed; so at the end, and
    again after each change, the layout is played from the beginning.
    """
    playout = Playout(grid, _without_dead_ends(grid, mines, first, clear, stream), first)
    is_honest = True
    best = idle = 0
    for _ in range(_MOST_ROUNDS + grid.size // _CELLS_A_WINDOW):
        if is_honest and playout.is_won:  # by the first cell alone: there is nothing to play
            return None
        is_won = yield from playout.run_in_slices()
        if is_won and is_honest:
            return playout.mines
        if is_won:
            playout = Playout(grid, playout.mines, first)
            is_honest, best = True, 0
            continue
        opened = playout.opened.bit_count()
        best, idle = (opened, 0) if opened > best else (best, idle + 1)
        if idle == _MOST_PATIENCE:
            break
        window, mines = _redraw(playout, first, clear, stream, effort=idle // _PATIENCE)
        playout.redeal(window, mines)
        is_honest = False
    return None


def _without_dead_ends(grid: Grid, mines: CellSet, first: int, clear: CellSet, stream: RandomStream) -> CellSet:
    """The mines, dealt again around dead ends: to find them by playing would cost a round for each."""
    for _ in range(_MOST_PATIENCE):
        dead = find_dead_ends(grid, mines, first)
        if not dead:
            break
        for spot in cells_of(dead):
            window = _window(grid, spot, stream) & ~clear
            mines = mines & ~window | choose_few(stream, window, (mines & window).bit_count())
    return mines


def _redraw(playout: Playout, first: int, clear: CellSet, stream: RandomStream, effort: int) -> tuple[CellSet, CellSet]:
    """Windows around places where play is stuck, and new mines for them."""
    grid, mines = playout.grid, playout.mines
    places, is_closed = _stuck_places(playout, stream)
    # Cells that are known are left alone where that can help: then what was proved from them nearly always holds.
    free = (playout.unknown, grid.all_cells ^ playout.opened, grid.all_cells)[min(effort + is_closed, 2)] & ~clear
    windows = 0
    for spot in places:
        window = _window(grid, spot, stream) & free
        if window & windows:
            continue
        windows |= window
        outside, count = mines & ~window, (mines & window).bit_count()
        for _ in range(_DRAWS):
            mines = outside | choose_few(stream, window, count)
            if not find_dead_ends(grid, mines, first):
                break
    return windows, mines & windows


def _window(grid: Grid, spot: int, stream: RandomStream) -> CellSet:
    row, col = grid.row_col(spot)
    reach = 2 + stream.below(2)
    return grid.rectangle(row - reach, col - reach, 2 * reach + 1, 2 * reach + 1)


def _stuck_places(playout: Playout, stream: RandomStream) -> tuple[list[int], bool]:
    """Cells from which to go on, and whether no way leads from a clue to cells yet unseen.

    As long as there is one, an island of unknown cells may be solved from its other side. After that each is closed
    for good, and one cell of each is given.
    """
    grid, unknown = playout.grid, playout.unknown
    seen = grid.spread(playout.opened)
    front = cells_of(grid.flood(unknown & ~seen, unknown) & seen)
    if front:
        return [front[stream.below(len(front))] for _ in range(1 + len(front) // _CELLS_A_WINDOW)], False
    places = []
    while unknown:
        island = grid.flood(unknown & -unknown, unknown)
        unknown ^= island
        cells = cells_of(island)
        places.append(cells[stream.below(len(cells))])
    return places, True
