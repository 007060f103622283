"""The analysis board: a position that the player types cell by cell, as a game without a layout.

Since it has no layout, it can't be won, saved or recorded. Any sign may be written into any cell, so perhaps no layout
fits; the solver finds that out, not this module. Every change makes a new `Game`. `ui/game/analysis_mode.py` lets the
player change the board; the command ``analyse`` and the replay screen only open it.
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
"""The largest number of cells. On larger boards, the answers couldn't keep up with the keys."""
NAME = "analysis"
"""What an analysis session has in the place of a preset's name."""


def analysis_board(position: Position, flags: CellSet = 0) -> Game:
    """Makes an analysis board from a position.

    Flags on opened cells and on given mines are dropped. Raises SpecError if the size or the mine total isn't possible,
    or if the board is too large to analyse.
    """
    grid = position.grid
    check_analysis_size(grid.width, grid.height)
    BoardSpec(grid.width, grid.height, position.mine_total)
    flags &= position.hidden & ~position.given
    return Game(grid, position.mine_total, opened=position.opened, flags=flags, typed_position=position)


def check_analysis_size(width: int, height: int) -> None:
    """Raises SpecError if a board of this size is too large to analyse."""
    cells = width * height
    if cells > MOST_CELLS:
        raise SpecError(f"{width}x{height} has {cells:,} cells, but the analysis board takes at most {MOST_CELLS:,}")


def empty_analysis_board(spec: BoardSpec) -> Game:
    """Makes an analysis board on which all cells are hidden."""
    return analysis_board(Position(spec.grid, 0, (0, 0, 0, 0), spec.mines))


def analysis_session(game: Game) -> Session:
    """Makes a session of an analysis board. It has no id, so it's never saved or recorded."""
    return Session(BoardSpec(game.grid.width, game.grid.height, game.mine_total), NAME, "", game)


def sign_at(game: Game, cell: int) -> str:
    """The sign of a cell, as text boards write it."""
    return _signs(game)[cell]


def write_sign(game: Game, cell: int, sign: str) -> Game:
    """Writes a sign into a cell. If the cell has this sign already, the same object is returned."""
    signs = _signs(game)
    return (
        game
        if signs[cell] == sign
        else _read_signs(game.grid, signs[:cell] + sign + signs[cell + 1 :], game.mine_total)
    )


def with_spec(game: Game, spec: BoardSpec) -> Game:
    """Changes the size or the mine total. Cells outside the new size are lost, and new cells are hidden."""
    rows = analysis_signs(game).split("\n")[: spec.height]
    signs = "".join(row[: spec.width].ljust(spec.width, HIDDEN) for row in rows)
    return _read_signs(spec.grid, signs.ljust(spec.grid.size, HIDDEN), spec.mines)


def _read_signs(grid: Grid, signs: str, mine_total: int) -> Game:
    """Makes an analysis board from the signs of all cells."""
    picture = TextBoard(grid, signs)
    return analysis_board(position_of(picture, mine_total), picture.where(FLAG))


def _signs(game: Game) -> str:
    """The signs of all cells as one line."""
    return analysis_signs(game).replace("\n", "")


def analysis_signs(game: Game) -> str:
    """The board as a text board.

    ``#`` is a hidden cell, ``.`` or a digit an opened one, ``F`` a flag and ``*`` a given mine.
    """
    signs = list(game.position.to_picture())
    for cell in cells_of(game.flags):
        row, col = game.grid.row_col(cell)
        signs[row * (game.grid.width + 1) + col] = FLAG
    return "".join(signs)


def analysis_text(game: Game) -> str:
    """The mine total and the text board, which can be copied and pasted again."""
    return f"mines: {game.mine_total}\n\n{clear_zeros(analysis_signs(game))}"


def changed_cell(before: Game, after: Game) -> int | None:
    """The cell in which two boards differ. Returns None if they differ in no cell, in several cells or in size."""
    if before.grid != after.grid:
        return None
    pairs = zip(_signs(before), _signs(after), strict=True)
    changed = [cell for cell, (old, new) in enumerate(pairs) if old != new]
    return changed[0] if len(changed) == 1 else None
