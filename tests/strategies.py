"""Hypothesis strategies that several tests share: grids, cell sets, specs, layouts, games, positions and sessions.

Strategies are cached and draw few values, because both take longer than most of what is tested with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import comb

from hypothesis import strategies as st

from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, Grid, cells_of, make_grid, to_cell_set
from minesweeper.core.position import Position
from minesweeper.play.game import Game
from minesweeper.play.session import Session, new_session
from tests.solvers.brute_force import make_position, neighbours_by_loops


@cache
def grids(max_side: int = 9, min_cells: int = 1) -> st.SearchStrategy[Grid]:
    """Grids up to a side. Boards that are one cell wide or high are as frequent as all others."""
    narrow = st.tuples(st.just(1), st.integers(1, max_side))
    wide = st.tuples(st.integers(1, max_side), st.just(1))
    any_shape = st.tuples(st.integers(1, max_side), st.integers(1, max_side))
    shapes = st.one_of(any_shape, any_shape, narrow, wide).filter(lambda shape: shape[0] * shape[1] >= min_cells)
    return shapes.map(lambda shape: make_grid(*shape))


@cache
def cell_sets(grid: Grid) -> st.SearchStrategy[CellSet]:
    """Any set of cells of a grid. Sparse and nearly full sets are as frequent as all others."""
    size, board = grid.size, grid.all_cells
    sparse = st.integers(0, (1 << 3 * size) - 1).map(lambda bits: bits & bits >> size & bits >> 2 * size & board)
    return st.one_of(st.integers(0, board), sparse, sparse.map(lambda cells: board ^ cells))


@cache
def cells(grid: Grid) -> st.SearchStrategy[int]:
    """Any cell of a grid."""
    return st.integers(0, grid.size - 1)


@cache
def choices(count: int, size: int) -> st.SearchStrategy[list[int]]:
    """This many of the numbers below a limit, in order. All choices are equally frequent."""
    return st.integers(0, comb(count, size) - 1).map(lambda rank: _choice(rank, count, size))


def _choice(rank: int, count: int, size: int) -> list[int]:
    """The choice with this rank in alphabetical order."""
    chosen: list[int] = []
    for number in range(count):
        if len(chosen) == size:
            break
        with_number = comb(count - number - 1, size - len(chosen) - 1)
        if rank < with_number:
            chosen.append(number)
        else:
            rank -= with_number
    return chosen


@cache
def upto(least: int, most: int) -> st.SearchStrategy[int]:
    """The numbers from the least to the most."""
    return st.integers(least, most)


@st.composite
def specs(draw: st.DrawFn, max_side: int = 9) -> BoardSpec:
    """Board specs that can be played, from almost no mines to almost no safe cell."""
    grid = draw(grids(max_side, min_cells=2))
    return BoardSpec(grid.width, grid.height, draw(upto(1, grid.size - 1)))


@st.composite
def layouts(draw: st.DrawFn, max_side: int = 9, max_mines: int | None = None) -> Layout:
    """Layouts with at least one mine and one safe cell. Sparse ones are frequent, so that cascades happen."""
    grid = draw(grids(max_side, min_cells=2))
    most = grid.size - 1 if max_mines is None else min(max_mines, grid.size - 1)
    sparse = max(1, min(most, grid.size // 6))
    count = draw(upto(1, sparse if draw(st.booleans()) else most))
    return Layout(grid, sum(1 << cell for cell in draw(choices(grid.size, count))))


@st.composite
def games(draw: st.DrawFn, max_side: int = 9) -> Game:
    """Games with dealt mines, some marks and some safe cells opened by the rules. None is lost."""
    layout = draw(layouts(max_side))
    game = Game(layout.grid, layout.mine_count, layout)
    game = game.set_flags(draw(cell_sets(layout.grid)) & draw(cell_sets(layout.grid)))
    for cell in draw(st.lists(cells(layout.grid), max_size=4)):
        game = game.open_cells(1 << cell & layout.safe)
    return game


@st.composite
def begun_games(draw: st.DrawFn, max_side: int = 9) -> Game:
    """Running games with something opened and something left to open.

    One open would win most small boards. So a cell beside a mine is opened first, and then only cells that don't end
    the game.
    """
    grid = draw(grids(max_side, min_cells=3))
    first = draw(cells(grid))
    beside = draw(st.sampled_from(grid.neighbour_cells(first)))
    others = [cell for cell in range(grid.size) if cell not in (first, beside)]
    more = draw(choices(len(others), draw(upto(0, len(others) - 1))))
    layout = Layout(grid, 1 << beside | sum(1 << others[number] for number in more))
    game = Game(grid, layout.mine_count, layout).open_cell(first)
    for cell in draw(st.lists(cells(grid), max_size=3)):
        after = game.open_cells(1 << cell & layout.safe)
        game = game if after.is_over else after
    return game.set_flags(draw(cell_sets(grid)) & draw(cell_sets(grid)))


@st.composite
def positions(draw: st.DrawFn, max_side: int = 9, max_mines: int | None = None) -> Position:
    """Positions of a layout: any set of safe cells opened and some mines given, so that some layout fits."""
    layout = draw(layouts(max_side, max_mines))
    opened = draw(cell_sets(layout.grid)) & layout.safe
    position = Game(layout.grid, layout.mine_count, layout, opened).position
    return position._replace(given=to_cell_set(draw(_some_of(tuple(cells_of(layout.mines))))))


@cache
def _some_of(mines: tuple[int, ...]) -> st.SearchStrategy[list[int]]:
    """Some of the mines. No mine at all is as frequent as all other sets."""
    some = st.integers(0, (1 << len(mines)) - 1).map(lambda bits: [mines[number] for number in cells_of(bits)])
    return st.one_of(st.just([]), some)


def show(
    grid: Grid, mines: Iterable[int], opened: Iterable[int], mine_total: int, given: Iterable[int] = ()
) -> Position:
    """The position of a layout with these cells opened and these mines given."""
    mined = set(mines)
    clues = [(cell, len(mined.intersection(neighbours_by_loops(grid, cell)))) for cell in opened]
    return make_position(grid, clues, mine_total, given)


@st.composite
def small_positions(draw: st.DrawFn, most_hidden: int = 12, max_side: int = 6) -> Position:
    """Positions of a small board with some mines, perhaps given ones, and some other cells opened."""
    grid = make_grid(draw(upto(1, max_side)), draw(upto(1, max_side)))
    hidden = draw(upto(1, min(most_hidden, grid.size)))
    return _some_shown(draw, grid, hidden, draw(upto(0, hidden)))


@st.composite
def wide_positions(draw: st.DrawFn, max_side: int = 9) -> Position:
    """Positions too large for brute force: random mines at a usual density, and most other cells opened."""
    grid = make_grid(draw(upto(4, max_side)), draw(upto(4, max_side)))
    mine_total = draw(upto(grid.size // 8, grid.size // 4))
    return _some_shown(draw, grid, draw(upto(mine_total, grid.size - 1)), mine_total)


def _some_shown(draw: st.DrawFn, grid: Grid, hidden: int, mine_total: int) -> Position:
    """A position with this many hidden cells, this many mines, and some of the mines given."""
    covered = draw(choices(grid.size, hidden))
    mines = tuple(covered[number] for number in draw(choices(hidden, mine_total)))
    return show(grid, mines, set(range(grid.size)).difference(covered), mine_total, draw(_some_of(mines)))


@st.composite
def sessions(draw: st.DrawFn, max_side: int = 9) -> Session:
    """Sessions at any point of a game, reached by moves of all kinds."""
    spec = draw(specs(max_side))
    session = new_session(spec, draw(st.sampled_from(["custom", "beginner"])), draw(st.none() | st.text(max_size=5)))
    for act, cell, seconds in draw(_acts(spec.width * spec.height)):
        session = _acted(session.tick(seconds), act, cell)
    return session


@cache
def _acts(size: int) -> st.SearchStrategy[list[tuple[str, int, float]]]:
    acts = st.sampled_from(["open", "flag", "mark", "chord", "complete", "undo", "assist", "give up", "again"])
    return st.lists(st.tuples(acts, upto(0, size - 1), st.floats(0, 100)), max_size=25)


def _acted(session: Session, act: str, cell: int) -> Session:
    if act == "assist":
        layout = session.game.layout
        return (
            session
            if layout is None
            else session.apply_assist((1 << cell) & layout.safe, 1 << cell & layout.mines, "exact")
        )
    if act in ("flag", "mark"):
        return session.mark(cell, question_marks=act == "mark")
    if act == "give up":
        return session.give_up() if cell == 0 else session
    if act == "again":
        return session.restart_board() if cell == 0 else session
    if act == "undo":
        return session.undo()
    return {"open": session.open_cell, "chord": session.chord, "complete": session.finish_number}[act](cell)
