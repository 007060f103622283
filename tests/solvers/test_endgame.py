"""The search of the end game, its islands and their layouts. test_win_chance.py compares it with brute force."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.endgame import search_end
from minesweeper.core.cells import Grid, cells_of, make_grid, number_at, to_cell_set
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import endgame
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.endgame import find_islands, list_layouts
from minesweeper.solvers.exact import Analysis, ExactSolver, analyse
from tests.solvers.brute_force import fitting_layouts, make_position
from tests.strategies import show, small_positions


def stuck(position: Position) -> Analysis:
    """The analysis of a position, checked to have no provable safe cell."""
    exact_solver = ExactSolver()
    assert not run_to_end(exact_solver.certain(position))[0]
    return run_to_end(exact_solver.analyse(position))


@st.composite
def stuck_positions(draw: st.DrawFn, max_side: int, mines_in_ten: int, most_layouts: int | None = None) -> Position:
    """A position of a game, perhaps with given mines, in which a guess has to be made.

    Most small boards can be won without a guess. So games are played until one is needed, because a filter would reject
    too many.
    """
    grid = make_grid(draw(st.integers(3, max_side)), draw(st.integers(3, max_side)))
    mine_total = draw(st.integers(grid.size // 5, grid.size * mines_in_ten // 10))
    given_total = min(draw(st.sampled_from([0, 0, 1, 2])), max(0, mine_total - 2))  # at least two mines aren't given
    random, order = Random(draw(st.integers(0, 2**32))), list(range(grid.size))
    while True:
        random.shuffle(order)
        position = play_until_stuck(grid, order, mine_total, random.randint(1, 4), given_total, most_layouts)
        if position is not None:
            return position


def play_until_stuck(
    grid: Grid, order: list[int], mine_total: int, opened_total: int, given_total: int, most_layouts: int | None
) -> Position | None:
    """Plays a game until a guess is needed and few enough layouts fit. Returns None if the game is won before.

    The first cells of an order are the mines, and the next ones are opened. Guesses on the way are lucky.
    """
    mines, opened = order[:mine_total], set(order[mine_total:][:opened_total])
    exact_solver = ExactSolver()
    while len(opened) < grid.size - mine_total:
        position = show(grid, mines, sorted(opened), mine_total, mines[:given_total])
        safe, _ = run_to_end(exact_solver.certain(position))
        if not safe:
            layouts = run_to_end(exact_solver.analyse(position)).layouts
            if most_layouts is None or (layouts is not None and layouts <= most_layouts):
                return position
            safe = 1 << next(cell for cell in order[mine_total:] if cell not in opened)
        opened.update(cells_of(safe))
    return None


def test_a_search_of_the_end_game_in_slices_finds_the_same_move(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = run_to_end(analyse(read_position("#1#\n###\n###", 3)))
    monkeypatch.setattr(endgame, "SETS_A_SLICE", 1)
    islands = find_islands(analysis)
    slices = sum(1 for _ in islice(endgame.best_end_move(analysis, islands), 1000))
    assert 3 < slices < 1000
    assert run_to_end(endgame.best_end_move(analysis, islands)) == search_end(analysis)


def test_hundreds_of_cells_without_information_are_searched_quickly() -> None:
    """Known mines surround these cells, one of which is a mine. No clue tells them apart, whatever is opened."""
    grid = make_grid(101, 101)
    walled = [grid.cell(row, col) for row in range(3, 99, 5) for col in range(3, 99, 5)]
    walls = {mine for cell in walled for mine in grid.neighbour_cells(cell)}
    mines = [*walls, walled[0]]
    opened = cells_of(grid.all_cells ^ to_cell_set([*walls, *walled]))
    clues = grid.count_neighbours(to_cell_set(mines))
    position = make_position(grid, [(cell, number_at(clues, cell)) for cell in opened], len(mines))
    analysis = run_to_end(analyse(position))
    assert sum(1 for _ in islice(endgame.best_end_move(analysis, find_islands(analysis)), 100)) < 100
    move = run_to_end(endgame.best_end_move(analysis, find_islands(analysis)))
    assert move is not None
    assert (move.wins, move.safe, move.layouts) == (1, 399, 400)


@given(small_positions())
def test_every_layout_of_an_island_is_listed_once(position: Position) -> None:
    analysis = run_to_end(analyse(position))
    listed = [analysis.settled[2]]
    for island in find_islands(analysis):
        cells, layouts = list_layouts(island)
        assert len(layouts) == island.layouts
        sets = [sum(1 << cell for n, cell in enumerate(cells) if layout >> n & 1) for layout in layouts]
        listed = [one | other for one in listed for other in sets]
    assert sorted(listed) == sorted(fitting_layouts(position))
