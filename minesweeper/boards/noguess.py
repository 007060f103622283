"""No-guess boards: boards that exact logic, the mine total included, can finish from the first cell.

Layouts are dealt until a `Playout` finishes one, and a layout is dropped at the first position where logic is stuck. So
every no-guess board is equally likely. To repair a stuck layout instead would be unfair, because other layouts that fit
its clues are stuck there as well. Layouts are repaired only where chance would take too long, and the board type
*adjusted* says so.

Attempt number k follows from the seed and k alone, the first attempt that succeeds is taken, and limits count attempts
instead of seconds. So a seed gives the same board on every machine.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from math import comb
from typing import NamedTuple, TypeVar

from minesweeper.boards.deal import choose_few, choose_mines, clear_zone, deal
from minesweeper.boards.layout import Board, Layout
from minesweeper.boards.random_stream import RandomStream
from minesweeper.core.boardspec import ADJUSTED, NO_GUESS, BoardSpec
from minesweeper.core.cells import CellSet, Grid, cells_of, zeros_of
from minesweeper.core.position import show_position
from minesweeper.solvers.bitrules import missing_mines, sweep_one_clue, sweep_two_clues
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import ExactSolver

Result = TypeVar("Result")


class Dealt(NamedTuple):
    """The result of a search for a no-guess board."""

    board: Board | None
    """The board that was found, or None if the search gave up."""
    attempts: int
    """How many attempts were made so far, those before this call included."""


def deal_no_guess(spec: BoardSpec, first: int, seed: str, tried: int = 0) -> Generator[int, None, Dealt]:
    """Deals the no-guess board of a seed for a first cell, in slices. Yields the number of attempts every few
    milliseconds.

    Layouts that the first cell wins at once are left out. If it wins all of them, the result is the random board of the
    seed. If no board was found in as many attempts as are reasonable, the result has none. To search on from there,
    pass its attempts as ``tried``.
    """
    grid, exact_solver = spec.grid, ExactSolver()
    grid.checked(first)
    key = f"minesweeper no-guess 1|{spec}|open|{first}|{seed}"
    by_chance, by_repair = plan_attempts(spec, first)
    is_always_won = not tried and by_chance > 0
    for attempt in range(tried, by_chance):
        yield attempt
        mines = choose_mines(RandomStream(f"{key}|{attempt}"), spec, first)
        playout = None if find_dead_ends(grid, mines, first) else Playout(grid, mines, first, exact_solver)
        if playout is None or not playout.is_won:
            is_always_won = False
            if playout is not None and (yield from _counted(playout.run(), attempt)):
                return Dealt(Board(Layout(grid, mines), first, NO_GUESS), attempt + 1)
    if is_always_won:
        return Dealt(Board(deal(spec, first, seed), first), by_chance)
    tried = max(tried, by_chance)
    for attempt in range(tried, tried + by_repair):
        yield attempt
        stream = RandomStream(f"{key}|{attempt}")
        repaired = yield from _counted(repair(grid, choose_mines(stream, spec, first), first, stream), attempt)
        if repaired is not None:
            return Dealt(Board(Layout(grid, repaired), first, ADJUSTED), attempt + 1)
    return Dealt(None, tried + by_repair)


def _counted(slices: Generator[None, None, Result], attempt: int) -> Generator[int, None, Result]:
    """Runs work that yields in slices, and yields the number of attempts in each pause.

    Returns the result of the work.
    """
    while True:
        try:
            next(slices)
        except StopIteration as stop:
            result: Result = stop.value
            return result
        yield attempt


_RARITY = ((0, 0), (100, 1), (150, 5), (200, 23), (250, 89), (300, 170), (360, 320), (500, 720), (1000, 720))
"""How rare no-guess boards are: pairs of a density in mines per 1,000 cells, and a number n. If 1,000 cells of the
board are at its edge, one layout in 2^n is a no-guess board, and n shrinks in proportion to the edge.

The edge counts, because most places where logic is stuck for good are there. This was measured on boards from 9x9 to
200x200, and is right within a factor of three. On narrow boards they are rarer.
"""
_MOST_WORK = 28
"""How much work a search by chance may be: twice the result of `_rarity_of`, plus the number of bits of the board's
size. If it would be more, layouts are repaired instead.
"""
_ATTEMPTS_A_BOARD = 16
"""How many times more attempts are made than chance is expected to need for one board."""
_FEWEST_ATTEMPTS = (16, 512)
"""The fewest attempts by chance on a large board and on a small one."""
_REPAIRS = (2, 20)
"""How many layouts are repaired on a large board and on a small one."""
_FEW_LAYOUTS = 100
"""The most layouts that count as few."""
_ATTEMPTS_A_LAYOUT = 20
"""The attempts for each layout if a board has few layouts.

So many attempts deal each of them, so a repair could find nothing else.
"""


def plan_attempts(spec: BoardSpec, first: int) -> tuple[int, int]:
    """How many layouts are dealt, and how many of the next ones are repaired before the search gives up."""
    layouts = _count_few_layouts(spec, first)
    if layouts:
        return layouts * _ATTEMPTS_A_LAYOUT, 0
    cells = spec.width * spec.height
    least, most = _REPAIRS
    repairs = max(least, min(most, 200_000 // cells))
    rarity = _rarity_of(spec)
    if 2 * rarity + cells.bit_length() > _MOST_WORK:
        return 0, repairs
    least, most = _FEWEST_ATTEMPTS
    return max(_ATTEMPTS_A_BOARD << rarity, least, min(most, 2_000_000 // cells)), repairs


def _count_few_layouts(spec: BoardSpec, first: int) -> int:
    """How many layouts the first-click rule allows. 0 if they are more than `_FEW_LAYOUTS`."""
    clear = clear_zone(spec.grid, first).bit_count()
    size, mines = spec.width * spec.height - clear, spec.mines
    if mines > size:
        size, mines = clear - 1, mines - size
    chosen = min(mines, size - mines)
    # To choose 8 of at least 16 cells, there are 12,870 ways or more.
    layouts = comb(size, chosen) if chosen < 8 else _FEW_LAYOUTS + 1
    return layouts if layouts <= _FEW_LAYOUTS else 0


def _rarity_of(spec: BoardSpec) -> int:
    """How rare no-guess boards of this size are. If the result is n, one layout in 2^n is expected to be one."""
    cells = spec.width * spec.height
    edge = cells - max(spec.width - 2, 0) * max(spec.height - 2, 0)
    return edge * _rarity(1000 * spec.mines // cells) // 1000


def _rarity(density: int) -> int:
    """The number n of `_RARITY` for a density, interpolated between its entries.

    It is computed in whole numbers, because floats may differ between machines and would change the board of a seed.
    """
    for (low, rare), (high, rarer) in pairwise(_RARITY):
        if density <= high:
            return rare + (rarer - rare) * (density - low) // (high - low)
    return _RARITY[-1][1]


LARGE = 4096
"""Boards with more cells than this pause within a step, because a single step takes too long for one slice."""


class Playout:
    """Plays a layout by exact logic alone, the mine total included, to see whether it needs a guess.

    It looks at the mines only to open cells that are already proved safe.
    """

    __slots__ = ("_exact_solver", "grid", "mined", "mines", "numbers", "opened", "safe", "zeros")

    def __init__(self, grid: Grid, mines: CellSet, first: int, exact_solver: ExactSolver | None = None) -> None:
        self.grid = grid
        self.opened: CellSet = 0
        self.mined: CellSet = 0
        """The proved mines."""
        self._exact_solver = exact_solver or ExactSolver()
        self._set_mines(mines)
        self._open(1 << first)

    def _set_mines(self, mines: CellSet) -> None:
        self.mines = mines
        self.safe = self.grid.all_cells ^ mines
        self.numbers = self.grid.count_neighbours(mines)
        self.zeros = zeros_of(self.numbers, self.safe)

    @property
    def is_won(self) -> bool:
        """Whether every safe cell is open."""
        return self.opened == self.safe

    @property
    def unknown(self) -> CellSet:
        """The cells that are neither opened nor proved to be mines."""
        return self.grid.all_cells ^ (self.opened | self.mined)

    def redeal(self, window: CellSet, mines: CellSet) -> None:
        """Replaces the mines in `window`, a set of cells, by `mines`, and closes these cells again.

        Everything known outside of it stays.
        """
        self.opened &= ~window
        self.mined &= ~window
        self._set_mines(self.mines & ~window | mines)

    def run(self) -> Generator[None, None, bool]:
        """Plays in slices until the game is won or nothing more can be proved. Returns whether it is won."""
        grid, numbers, safe = self.grid, self.numbers, self.safe
        board = grid.all_cells
        while self.opened != safe:
            unknown = board & ~(self.opened | self.mined)
            proved, mined = sweep_one_clue(grid, self.opened, numbers, self.mined, unknown)
            if not proved and not mined:
                proved, mined = yield from self._compare_clues(unknown)
                if not proved and not mined:
                    # The exact solver comes last, because counting components takes many times as long as the simple
                    # rules.
                    position = show_position(grid, numbers, self.opened, self.mines.bit_count())
                    proved, mined = yield from self._exact_solver.certain(position)
                    if not proved:
                        self.mined |= mined
                        return False
            self.mined |= mined
            if proved:
                self._open(proved)
            yield
        return True

    def _compare_clues(self, unknown: CellSet) -> Generator[None, None, tuple[CellSet, CellSet]]:
        """The safe cells and mines that pairs of clues prove.

        On small boards it stops at the first safe cells, because opening them helps more than another pair.
        """
        grid, opened = self.grid, self.opened
        is_large = grid.size > LARGE
        missing, _ = missing_mines(grid, opened, self.numbers, self.mined)
        proved = mined = 0
        for more_proved, more_mined in sweep_two_clues(grid, missing, opened & grid.spread(unknown), unknown):
            proved |= more_proved
            mined |= more_mined
            if is_large:
                yield
            elif proved:
                break
        return proved, mined

    def _open(self, cells: CellSet) -> None:
        grid, opened = self.grid, self.opened
        self.opened = opened | grid.cascade(cells, self.zeros, grid.all_cells ^ opened)


def needs_no_guess(layout: Layout, first: int) -> bool:
    """Whether exact logic finishes the layout from the first cell, or the first cell already wins."""
    return run_to_end(Playout(layout.grid, layout.mines, first).run())


def find_dead_ends(grid: Grid, mines: CellSet, first: int) -> CellSet:
    """Finds places that no logic can ever decide. Returns the upper left cell of each dead end of two adjacent cells,
    or of four cells in a square.

    Mines S and as many safe cells T are a dead end if every safe cell outside T sees as many of S as of T, and the
    first cell isn't in T. Then S and T can never be told apart: as long as no cell of T is open, the layout with S and
    T exchanged shows the same clues, has as many mines, and has mines on all of T. So no cell of T is ever proved safe.
    A cascade doesn't open one either, because a 0 next to it would see a mine of S.
    """
    move = grid.shift
    board, first_bit = grid.all_cells, 1 << first
    safe = board ^ mines
    from_left, from_right = move(safe, 0, 1), move(safe, 0, -1)
    in_row = safe | from_left | from_right
    in_col = safe | move(safe, 1, 0) | move(safe, -1, 0)

    across = (mines ^ move(mines, 0, -1)) & move(board, 0, -1)
    # Only the three cells to the left of the pair and the three to its right see just one of the two cells.
    pairs = across & ~(move(in_col, 0, 1) | move(move(in_col, 0, -1), 0, -1) | first_bit | move(first_bit, 0, -1))
    down = (mines ^ move(mines, -1, 0)) & move(board, -1, 0)
    pairs |= down & ~(move(in_row, 1, 0) | move(in_row, -2, 0) | first_bit | move(first_bit, -1, 0))

    # In a square with mines on a diagonal, a cell beside it sees one mine and one safe cell. Only the four cells at its
    # corners see one of the four.
    corners = from_left | move(from_right, 0, -1)
    squares = across & move(across, -1, 0) & down & ~(move(corners, 1, 0) | move(corners, -2, 0))
    if squares:
        wide = first_bit | move(first_bit, 0, -1)
        squares &= ~(wide | move(wide, -1, 0))
    return pairs | squares


_CELLS_A_WINDOW = 48
"""One window is dealt again for each such number of cells on the border where logic is stuck."""
_DRAWS = 20
"""The most draws of a window's mines to avoid dead ends."""
_PATIENCE = 5
"""After so many rounds without progress, more cells of a window are dealt again."""
_MOST_PATIENCE = 60
"""After so many rounds without progress, the repair gives up."""
_MOST_ROUNDS = 400
"""After so many rounds, and more on large boards, the repair gives up in any case, because progress may be undone again
and again.
"""


def repair(grid: Grid, mines: CellSet, first: int, stream: RandomStream) -> Generator[None, None, CellSet | None]:
    """Moves mines until exact logic can finish the layout from the first cell, in slices. Returns None if that fails.

    The first cell and its neighbours stay as they are. Where play is stuck, small windows are dealt again with as many
    mines as before, and play continues from there. Earlier proofs may rest on clues that have changed, so the layout is
    played once more from the beginning before it is returned. So the result is certainly solvable. It isn't uniform,
    because a layout is likelier the more layouts lead to it.
    """
    clear = clear_zone(grid, first)
    playout = Playout(grid, _without_dead_ends(grid, mines, first, clear, stream), first)
    is_honest = True
    best = idle = 0
    for _ in range(_MOST_ROUNDS + grid.size // _CELLS_A_WINDOW):
        if is_honest and playout.is_won:  # The first cell alone wins, so this board would have nothing to play.
            return None
        is_won = yield from playout.run()
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
    """Deals mines again around dead ends. To find each of them by playing would cost a round."""
    for _ in range(_MOST_PATIENCE):
        dead = find_dead_ends(grid, mines, first)
        if not dead:
            break
        for spot in cells_of(dead):
            window = _window(grid, spot, stream) & ~clear
            mines = mines & ~window | choose_few(stream, window, (mines & window).bit_count())
    return mines


def _redraw(playout: Playout, first: int, clear: CellSet, stream: RandomStream, effort: int) -> tuple[CellSet, CellSet]:
    """Chooses windows around places where play is stuck, and new mines for them.

    Returns the cells of the windows and their mines. With more `effort`, known cells are dealt again too.
    """
    grid, mines = playout.grid, playout.mines
    places, is_closed = _stuck_places(playout, stream)
    # Known cells stay where that may be enough, because earlier proofs then nearly always hold.
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


def _stuck_places(playout: Playout, stream: RandomStream) -> tuple[list[int], bool]:
    """Chooses the cells around which mines are dealt again. The bool says whether every unknown area is closed off, so
    that logic can't enter it from any side.

    As long as some hidden cells next to opened ones lead on to cells that nothing has reached, places are chosen only
    among these hidden cells, because a closed area may still be solved from another side. If none lead on, one cell of
    each area is chosen.
    """
    grid, unknown = playout.grid, playout.unknown
    seen = grid.spread(playout.opened)
    front = cells_of(grid.flood(unknown & ~seen, unknown) & seen)
    if front:
        return [front[stream.randrange(len(front))] for _ in range(1 + len(front) // _CELLS_A_WINDOW)], False
    places = []
    while unknown:
        island = grid.flood(unknown & -unknown, unknown)
        unknown ^= island
        cells = cells_of(island)
        places.append(cells[stream.randrange(len(cells))])
    return places, True


def _window(grid: Grid, spot: int, stream: RandomStream) -> CellSet:
    """The cells of a small square around a spot."""
    row, col = grid.row_col(spot)
    reach = 2 + stream.randrange(2)
    return grid.rectangle(row - reach, col - reach, 2 * reach + 1, 2 * reach + 1)
