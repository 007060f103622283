"""Builds a position cell by cell from the signs of text boards: a game without a layout, and its session.

A solver decides whether any layout fits it. Nothing here is saved or recorded.
"""

from __future__ import annotations

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, Grid, cells_of
from minesweeper.core.position import Position, position_of
from minesweeper.core.sizes import SpecError
from minesweeper.core.textboard import FLAG, HIDDEN, TextBoard, clear_zeros
from minesweeper.play.game import Game
from minesweeper.play.session import Session

MOST_CELLS = 10_000
"""The largest board: on larger ones, the answers couldn't keep up with the keys."""
NAME = "analysis"
"""The name of an analysis session, in the place of a preset."""


def analysis_board(position: Position, flags: CellSet = 0) -> Game:
    """Makes a game of which only the position is known. Drops flags on opened cells and given mines.

    Raises SpecError for a size or a mine total that no game has, or for a board that is too large.
    """
    grid = position.grid
    check_analysis_size(grid.width, grid.height)
    BoardSpec(grid.width, grid.height, position.mine_total)
    flags &= position.hidden & ~position.given
    return Game(grid, position.mine_total, opened=position.opened, flags=flags, typed_position=position)


def check_analysis_size(width: int, height: int) -> None:
    """Raises SpecError for a board that is too large to analyse."""
    cells = width * height
    if cells > MOST_CELLS:
        raise SpecError(f"{width}x{height} has {cells:,} cells, but the analysis board takes at most {MOST_CELLS:,}")


def empty_analysis_board(spec: BoardSpec) -> Game:
    """Makes an analysis board with all cells hidden."""
    return analysis_board(Position(spec.grid, 0, (0, 0, 0, 0), spec.mines))


def analysis_session(game: Game) -> Session:
    """Makes the session of an analysis board. It has no id, so it is never saved or recorded."""
    return Session(BoardSpec(game.grid.width, game.grid.height, game.mine_total), NAME, "", game)


def sign_at(game: Game, cell: int) -> str:
    """Returns the sign of a cell in text boards."""
    return _signs(game)[cell]


def write_sign(game: Game, cell: int, sign: str) -> Game:
    """Writes a sign into a cell. Returns the same object if nothing changes."""
    signs = _signs(game)
    return (
        game
        if signs[cell] == sign
        else _read_signs(game.grid, signs[:cell] + sign + signs[cell + 1 :], game.mine_total)
    )


def with_spec(game: Game, spec: BoardSpec) -> Game:
    """Changes the size or mines of an analysis board. Cells outside disappear, new cells are hidden."""
    rows = analysis_signs(game).split("\n")[: spec.height]
    signs = "".join(row[: spec.width].ljust(spec.width, HIDDEN) for row in rows)
    return _read_signs(spec.grid, signs.ljust(spec.grid.size, HIDDEN), spec.mines)


def _read_signs(grid: Grid, signs: str, mine_total: int) -> Game:
    picture = TextBoard(grid, signs)
    return analysis_board(position_of(picture, mine_total), picture.where(FLAG))


def _signs(game: Game) -> str:
    """Returns the signs of all cells in a row."""
    return analysis_signs(game).replace("\n", "")


def analysis_signs(game: Game) -> str:
    """Returns the text board: ``#`` hidden, ``.`` or a digit opened, ``F`` a flag, ``*`` a given mine."""
    signs = list(game.position.to_picture())
    for cell in cells_of(game.flags):
        row, col = game.grid.row_col(cell)
        signs[row * (game.grid.width + 1) + col] = FLAG
    return "".join(signs)


def analysis_text(game: Game) -> str:
    """Returns the mine total and the text board, for copying and reading again."""
    return f"mines: {game.mine_total}\n\n{clear_zeros(analysis_signs(game))}"


def changed_cell(before: Game, after: Game) -> int | None:
    """Returns the only cell in which two boards of one size differ; None if there are none or several."""
    if before.grid != after.grid:
        return None
    pairs = zip(_signs(before), _signs(after), strict=True)
    changed = [cell for cell, (old, new) in enumerate(pairs) if old != new]
    return changed[0] if len(changed) == 1 else None
