"""Builds a position cell by cell from the signs of text boards: a game without a layout, and its session.

A solver decides whether any layout fits it. Nothing here is saved or recorded.
"""

from __future__ import annotations

from minesweeper.core.boardspec import BoardSpec, SpecError
from minesweeper.core.cells import CellSet, Grid, cells_of, contains
from minesweeper.core.position import Position
from minesweeper.core.text import plural
from minesweeper.core.textboard import CLUES, FLAG, HIDDEN, MINE, clear_zeros
from minesweeper.play.game import Game
from minesweeper.play.session import Session

MOST_CELLS = 10_000
"""The largest board: on larger ones, the answers couldn't keep up with the keys."""
NAME = "analysis"
"""The name of an analysis session, in the place of a preset."""


def sketch_of(position: Position, flags: CellSet = 0) -> Game:
    """Makes a game of which only the position is known. Drops flags on opened cells and given mines.

    Raises SpecError for a size or a mine total that no game has, or for a board that is too large.
    """
    grid = position.grid
    check_sketch(grid.width, grid.height)
    BoardSpec(grid.width, grid.height, position.mine_total)
    flags &= position.hidden & ~position.given
    return Game(grid, position.mine_total, opened=position.opened, flags=flags, sketch=position)


def check_sketch(width: int, height: int) -> None:
    """Raises SpecError unless an analysis board may have this size."""
    cells = width * height
    if cells > MOST_CELLS:
        raise SpecError(f"{width}x{height} has {cells:,} cells: the analysis board takes at most {MOST_CELLS:,}")
    if cells < 2:
        raise SpecError(f"{width}x{height} has {plural(cells, 'cell')}: the smallest board is 1x2 or 2x1")


def empty_sketch(spec: BoardSpec) -> Game:
    """Makes an analysis board with all cells hidden."""
    return sketch_of(Position(spec.grid, 0, (0, 0, 0, 0), spec.mines))


def sketch_session(game: Game) -> Session:
    """Makes the session of an analysis board. It has no id, so it is never saved or recorded."""
    return Session(BoardSpec(game.grid.width, game.grid.height, game.mine_total), NAME, "", game)


def sign_at(game: Game, cell: int) -> str:
    """Returns the sign of a cell in text boards."""
    if contains(game.opened, cell):
        return CLUES[game.clue(cell)]
    return FLAG if contains(game.flags, cell) else MINE if contains(game.position.given, cell) else HIDDEN


def write_sign(game: Game, cell: int, sign: str) -> Game:
    """Writes a sign into a cell. Returns the same object if nothing changes."""
    if sign == sign_at(game, cell):
        return game
    bit, position = 1 << game.grid.checked(cell), game.position
    clue = CLUES.find(sign)
    opened = position.opened & ~bit | (bit if clue >= 0 else 0)
    planes = zip(position.clues, (1, 2, 4, 8), strict=True)
    ones, twos, fours, eights = (plane & ~bit | (bit if clue > 0 and clue & weight else 0) for plane, weight in planes)
    given = position.given & ~bit | (bit if sign == MINE else 0)
    changed = position._replace(opened=opened, clues=(ones, twos, fours, eights), given=given)
    return sketch_of(changed, game.flags & ~bit | (bit if sign == FLAG else 0))


def with_spec(game: Game, spec: BoardSpec) -> Game:
    """Changes the size or mines of an analysis board. Cells outside disappear, new cells are hidden."""
    check_sketch(spec.width, spec.height)
    position, before, after = game.position, game.grid, spec.grid
    ones, twos, fours, eights = (_moved(plane, before, after) for plane in position.clues)
    opened, given = _moved(position.opened, before, after), _moved(position.given, before, after)
    moved = Position(after, opened, (ones, twos, fours, eights), spec.mines, given)
    return sketch_of(moved, _moved(game.flags, before, after))


def _moved(cells: CellSet, before: Grid, after: Grid) -> CellSet:
    """Moves cells to the same rows and columns of a grid of another size."""
    if before.width == after.width:
        return cells & after.all_cells
    row = (1 << min(before.width, after.width)) - 1
    rows = range(min(before.height, after.height))
    return sum((cells >> at * before.width & row) << at * after.width for at in rows)


def sketch_picture(game: Game) -> str:
    """Returns the text board: ``#`` hidden, ``.`` or a digit opened, ``F`` a flag, ``*`` a given mine."""
    signs = list(game.position.to_picture())
    for cell in cells_of(game.flags):
        row, col = game.grid.row_col(cell)
        signs[row * (game.grid.width + 1) + col] = FLAG
    return "".join(signs)


def sketch_text(game: Game) -> str:
    """Returns the mine total and the text board, for copying and reading again."""
    return f"mines: {game.mine_total}\n\n{clear_zeros(sketch_picture(game))}"


def changed_cell(before: Game, after: Game) -> int | None:
    """Returns the only cell in which two boards of one size differ; None if there are none or several."""
    if before.grid != after.grid:
        return None
    old, new = before.position, after.position
    pairs = [(old.opened, new.opened), (old.given, new.given), (before.flags, after.flags)]
    cells = 0
    for one, other in (*pairs, *zip(old.clues, new.clues, strict=True)):
        cells |= one ^ other
    return cells.bit_length() - 1 if cells.bit_count() == 1 else None
