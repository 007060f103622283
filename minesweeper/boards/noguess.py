"""Makes boards that need no guess: exact logic, the mine total included, finishes them from the first cell.

Layouts are dealt until one is such a board, and a layout is dropped at the first position where logic is stuck. So
every board without guesses is equally likely. Any repair of a stuck layout would be biased: all layouts that fit the
clues shown are stuck there too. Layouts are repaired only where chance would take too long, and the label says so.
Attempt number k follows from the seed and k alone, and the first attempt that succeeds is taken; limits count attempts,
never seconds. So a seed gives the same board everywhere.
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
    """Holds a board, if one was found."""

    board: Board | None
    attempts: int
    """The number of attempts so far, those before this call included."""


def deal_no_guess(spec: BoardSpec, first: int, seed: str, tried: int = 0) -> Generator[int, None, Dealt]:
    """Deals the no-guess board of a seed for a first cell. Yields the number of attempts every few milliseconds.

    Layouts that the first cell wins at once are left out. Where it wins all of them, the result is the seed's random
    board. If none was found in as many attempts as make sense, the result says so. To continue from there, pass these
    attempts as ``tried``.
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
    """Runs sliced work, and yields the attempts so far in each pause."""
    while True:
        try:
            next(slices)
        except StopIteration as stop:
            result: Result = stop.value
            return result
        yield attempt


_RARITY = ((0, 0), (100, 1), (150, 5), (200, 23), (250, 89), (300, 170), (360, 320), (500, 720), (1000, 720))
"""Mines per 1,000 cells, and how rare no-guess boards are then, in powers of two per 1,000 cells at the edge.

Most places where logic is stuck for good lie at the edge, so the rarity grows with it. Measured on boards from 9x9 to
200x200, where it is right within a factor of three. Narrow boards are worse.
"""
_MOST_WORK = 28
"""The most work by chance: twice the rarity in powers of two, plus the bits of the size. Above it, layouts are
repaired.
"""
_ATTEMPTS_A_BOARD = 16
_FEWEST_ATTEMPTS = (16, 512)
_REPAIRS = (2, 20)
_FEW_LAYOUTS = 100
_ATTEMPTS_A_LAYOUT = 20
"""Where there are few layouts, this many attempts for each leave out none. Then there is nothing to repair."""


def plan_attempts(spec: BoardSpec, first: int) -> tuple[int, int]:
    """Returns how many layouts are dealt, and how many of the next ones are repaired before the search ends."""
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
    """Counts the layouts that the first-click rule allows; 0 if there are many."""
    clear = clear_zone(spec.grid, first).bit_count()
    size, mines = spec.width * spec.height - clear, spec.mines
    if mines > size:
        size, mines = clear - 1, mines - size
    chosen = min(mines, size - mines)
    layouts = comb(size, chosen) if chosen < 8 else _FEW_LAYOUTS + 1  # with 8 there are 12,870 or more
    return layouts if layouts <= _FEW_LAYOUTS else 0


def _rarity_of(spec: BoardSpec) -> int:
    """Returns how rare no-guess boards are, as a power of two."""
    cells = spec.width * spec.height
    edge = cells - max(spec.width - 2, 0) * max(spec.height - 2, 0)
    return edge * _rarity(1000 * spec.mines // cells) // 1000


def _rarity(density: int) -> int:
    """Returns how rare no-guess boards of a density are, by interpolation in ints: floats may differ by machine."""
    for (low, rare), (high, rarer) in pairwise(_RARITY):
        if density <= high:
            return rare + (rarer - rare) * (density - low) // (high - low)
    return _RARITY[-1][1]


LARGE = 4096
"""Boards with more cells get pauses within a step."""


class Playout:
    """Plays a layout by exact logic alone, the mine total included, and keeps what is opened and which mines are
    proved.

    It looks at the mines only to open cells that are proved safe.
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
        """Says whether every safe cell is open."""
        return self.opened == self.safe

    @property
    def unknown(self) -> CellSet:
        """Returns the cells neither opened nor proved to be mines."""
        return self.grid.all_cells ^ (self.opened | self.mined)

    def redeal(self, window: CellSet, mines: CellSet) -> None:
        """Replaces the mines of a window and closes its cells again. Everything known outside of it stays."""
        self.opened &= ~window
        self.mined &= ~window
        self._set_mines(self.mines & ~window | mines)

    def run(self) -> Generator[None, None, bool]:
        """Plays until the game is won or nothing more can be proved. Returns whether it is won."""
        grid, numbers, safe = self.grid, self.numbers, self.safe
        board = grid.all_cells
        while self.opened != safe:
            unknown = board & ~(self.opened | self.mined)
            proved, mined = sweep_one_clue(grid, self.opened, numbers, self.mined, unknown)
            if not proved and not mined:
                proved, mined = yield from self._compare_clues(unknown)
                if not proved and not mined:
                    # Only now: counting components costs many times as much as the sweeps.
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
        """Returns what pairs of clues prove. On small boards it stops at the first safe cells."""
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
    """Says whether exact logic finishes the layout from the first cell, or the first cell wins it at once."""
    return run_to_end(Playout(layout.grid, layout.mines, first).run())


def find_dead_ends(grid: Grid, mines: CellSet, first: int) -> CellSet:
    """Returns the upper left cell of each dead end of two cells side by side, or of four in a square.

    Mines S and as many safe cells T (the first cell not among them) are a dead end when every safe cell outside T sees
    as many of S as of T. No logic can ever distinguish S from T. Proof: as long as no cell of T is open, the layout
    with S and T exchanged shows the same clues, has as many mines, and has mines on all of T; so no cell of T is ever
    proved safe. None is opened by a cascade either: a cell with clue 0 next to it would see a mine of S.
    """
    move = grid.shift
    board, first_bit = grid.all_cells, 1 << first
    safe = board ^ mines
    from_left, from_right = move(safe, 0, 1), move(safe, 0, -1)
    in_row = safe | from_left | from_right
    in_col = safe | move(safe, 1, 0) | move(safe, -1, 0)

    across = (mines ^ move(mines, 0, -1)) & move(board, 0, -1)
    # Only the three cells left of the pair and the three right of it see just one of the two.
    pairs = across & ~(move(in_col, 0, 1) | move(move(in_col, 0, -1), 0, -1) | first_bit | move(first_bit, 0, -1))
    down = (mines ^ move(mines, -1, 0)) & move(board, -1, 0)
    pairs |= down & ~(move(in_row, 1, 0) | move(in_row, -2, 0) | first_bit | move(first_bit, -1, 0))

    # Mines on a diagonal of a square: a cell at its side sees one of each kind; only the four corner cells see one.
    corners = from_left | move(from_right, 0, -1)
    squares = across & move(across, -1, 0) & down & ~(move(corners, 1, 0) | move(corners, -2, 0))
    if squares:
        wide = first_bit | move(first_bit, 0, -1)
        squares &= ~(wide | move(wide, -1, 0))
    return pairs | squares


_CELLS_A_WINDOW = 48
"""One window is dealt again per this many cells of the front where logic is stuck."""
_DRAWS = 20
"""The most draws of a window's mines until they make no dead end."""
_PATIENCE = 5
"""The rounds without progress after which more cells of a window are dealt again."""
_MOST_PATIENCE = 60
"""The rounds without progress after which a layout is given up."""
_MOST_ROUNDS = 400
"""The rounds after which a layout is given up in any case, more on large boards: progress may be undone again and
again.
"""


def repair(grid: Grid, mines: CellSet, first: int, stream: RandomStream) -> Generator[None, None, CellSet | None]:
    """Repairs mines until exact logic finds them from the first cell. None where that fails.

    The first cell and its neighbours stay as they are. Where play is stuck, small windows are dealt again with as many
    mines as before, and play continues from there. Earlier proofs may rest on clues that have changed. So at the end,
    and after each change, the layout is played from the beginning: the result is certainly solvable. It isn't uniform,
    because a layout is likelier the more layouts lead to it.
    """
    clear = clear_zone(grid, first)
    playout = Playout(grid, _without_dead_ends(grid, mines, first, clear, stream), first)
    is_honest = True
    best = idle = 0
    for _ in range(_MOST_ROUNDS + grid.size // _CELLS_A_WINDOW):
        if is_honest and playout.is_won:  # won by the first cell alone: there is nothing to play
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
    """Deals mines again around dead ends. Finding these by playing would cost a round for each."""
    for _ in range(_MOST_PATIENCE):
        dead = find_dead_ends(grid, mines, first)
        if not dead:
            break
        for spot in cells_of(dead):
            window = _window(grid, spot, stream) & ~clear
            mines = mines & ~window | choose_few(stream, window, (mines & window).bit_count())
    return mines


def _redraw(playout: Playout, first: int, clear: CellSet, stream: RandomStream, effort: int) -> tuple[CellSet, CellSet]:
    """Chooses windows around places where play is stuck, and new mines for them."""
    grid, mines = playout.grid, playout.mines
    places, is_closed = _stuck_places(playout, stream)
    # Known cells are left alone where that can help: then earlier proofs from them nearly always hold.
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
    """Returns cells to continue from, and whether no way leads from a clue to unseen cells.

    As long as there is one, an island of unknown cells may be solved from its other side. After that each is closed for
    good, and one cell of each is returned.
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
    row, col = grid.row_col(spot)
    reach = 2 + stream.randrange(2)
    return grid.rectangle(row - reach, col - reach, 2 * reach + 1, 2 * reach + 1)
