"""Possible 50/50s, compared with all layouts of small boards."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from minesweeper.core.cells import CellSet, Grid, cells_of, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.fifty import Fifties, Fifty
from minesweeper.solvers.guess import Lookahead
from tests.solvers.brute_force import fitting_layouts, neighbours_by_loops
from tests.solvers.test_endgame import stuck, stuck_positions


def fifties_of(position: Position) -> tuple[Fifties, Lookahead]:
    ahead = Lookahead(run_to_end(analyse(position)))
    return Fifties(position.grid, ahead.unknown, position.opened, ahead.risk, ahead.share), ahead


def fifties_by_looking(position: Position, unknown: CellSet) -> list[tuple[int, Fifty]]:
    """Every 50/50 with at most three undecided enablers, by its kind, found by trying all cells."""
    grid, results = position.grid, []
    for cell in range(grid.size):
        row, col = grid.row_col(cell)
        for kind, (down, right) in enumerate(((0, 1), (1, 0), (1, 1))):
            if row + down >= grid.height or col + right >= grid.width:
                continue
            one = (cell, cell + grid.width + 1) if kind == 2 else (cell,)
            other = (cell + 1, cell + grid.width) if kind == 2 else (cell + down * grid.width + right,)
            apart = [around for around in range(grid.size) if tells_apart(grid, around, one, other)]
            hidden = [around for around in apart if unknown >> around & 1]
            inside = all(unknown >> member & 1 for member in (*one, *other))
            if inside and not any(position.opened >> around & 1 for around in apart) and len(hidden) <= 3:
                results.append((kind, Fifty(one, other, tuple(hidden))))
    return results


def tells_apart(grid: Grid, cell: int, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether the clue of a cell differs between the two ways of a 50/50."""
    beside = neighbours_by_loops(grid, cell)
    return cell not in (*one, *other) and sum(c in beside for c in one) != sum(c in beside for c in other)


@settings(max_examples=25)
@given(stuck_positions(max_side=5, mines_in_ten=4, most_layouts=1000))
def test_the_chance_of_a_50_50_agrees_with_all_layouts(position: Position) -> None:
    analysis = stuck(position)
    fifties, ahead = fifties_of(position)
    layouts = list(fitting_layouts(position))
    wanted: dict[int, list[float]] = {cell: [0.0] * 4 for cell in cells_of(ahead.unknown)}
    for kind, (one, other, enablers) in fifties_by_looking(position, ahead.unknown):
        product = 1.0
        for cell in (*one, *enablers):
            product *= analysis.odds(cell)[0] / analysis.odds(cell)[1]
        ways = []
        for mined, safe in ((one, other), (other, one)):
            wanted_mines, free = to_cell_set((*mined, *enablers)), to_cell_set(safe)
            ways.append(sum(layout & wanted_mines == wanted_mines and not layout & free for layout in layouts))
        assert ways[0] == ways[1]
        share = ways[0] / len(layouts) if product >= 0.01 else 0.0
        for cell in (*one, *other):
            wanted[cell][kind] = max(wanted[cell][kind], share)
        if len(enablers) <= (2 if kind == 2 else 1) and share > (0.025 if kind else 0.0125):
            for cell in enablers:
                wanted[cell][3] += share
    for cell, parts in wanted.items():
        assert fifties.fifties_at(cell) == pytest.approx(sum(parts))


@settings(max_examples=25)
@given(stuck_positions(max_side=5, mines_in_ten=4, most_layouts=1000))
def test_shares_of_layouts_with_given_cells_agree_with_brute_force(position: Position) -> None:
    stuck(position)
    _, ahead = fifties_of(position)
    cells = cells_of(ahead.unknown)
    assume(len(cells) > 2)
    layouts = list(fitting_layouts(position))
    mined, safe = cells[::3], cells[1::3]
    fitting = sum(all(m >> c & 1 for c in mined) and not any(m >> c & 1 for c in safe) for m in layouts)
    assert ahead.share(mined, safe) == pytest.approx(fitting / len(layouts))
