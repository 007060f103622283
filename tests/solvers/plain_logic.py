"""How far logic gets on a board, worked out twice without the generator: by listing layouts, and by full analysis."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from minesweeper.boards.layout import Layout
from minesweeper.core.cells import CellSet, to_cell_set, unequal_numbers
from minesweeper.core.position import Position
from minesweeper.core.specs import BoardSpec
from minesweeper.play.game import Phase, new_game
from minesweeper.solvers.exact import analyse


@lru_cache(maxsize=4)
def every_layout(spec: BoardSpec) -> tuple[Layout, ...]:
    """All layouts of a board."""
    cells = range(spec.width * spec.height)
    return tuple(Layout(spec.grid, to_cell_set(mines)) for mines in combinations(cells, spec.mines))


@lru_cache(maxsize=1 << 14)
def _safe_in_all(position: Position) -> CellSet:
    """The hidden cells that are safe in every layout that fits the position, by listing all layouts of the board."""
    grid, opened = position.grid, position.opened
    mined_somewhere = 0
    for layout in every_layout(BoardSpec(grid.width, grid.height, position.mine_total)):
        if not opened & (layout.mines | unequal_numbers(layout.numbers, position.clues)):
            mined_somewhere |= layout.mines
    return position.hidden & ~mined_somewhere


def opened_by_listing(layout: Layout, first: int) -> CellSet:
    """The cells that pure logic opens from the first cell on, for tiny boards."""
    game = new_game(layout.grid, layout.mine_count).with_layout(layout).open_cell(first)
    while game.phase is Phase.PLAYING:
        safe = _safe_in_all(game.position)
        if not safe:
            break
        game = game.open_cells(safe)
    return game.opened


def is_won_by_analysis(layout: Layout, first: int) -> bool:
    """Whether a full analysis of each position is enough to win."""
    game = new_game(layout.grid, layout.mine_count).with_layout(layout).open_cell(first)
    while game.phase is Phase.PLAYING:
        safe = analyse(game.position).safe
        if not safe:
            return False
        game = game.open_cells(safe)
    return game.phase is Phase.WON
