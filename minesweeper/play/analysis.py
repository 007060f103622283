"""A position that is put together cell by cell, by the signs of pictures: a game without a layout, and its session.

Whether a layout fits it is for a solver to say. Nothing here is saved or recorded.
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
"""On a larger board the answers would not keep up with the keys."""
NAME = "analysis"
"""What the session of a sketch is called in place of a preset."""


def sketch_of(position: Position, flags: CellSet = 0) -> Game:
    """A game of which only the position is known; a flag on a cell that is opened or a given mine goes.

    SpecError if no game has that size and so many mines, or if it is too large.
    """
    grid = position.grid
    check_sketch(grid.width, grid.height)
    BoardSpec(grid.width, grid.height, position.mine_total)
    flags &= position.hidden & ~position.given
    return Game(grid, position.mine_total, opened=position.opened, flags=flags, sketch=position)


def check_sketch(width: int, height: int) -> None:
    """Raises SpecError unless a sketch may have that size."""
    cells = width * height
    if cells > MOST_CELLS:
        raise SpecError(f"{width}x{height} has {cells:,} cells: the analysis board takes at most {MOST_CELLS:,}")
    if cells < 2:
        raise SpecError(f"{width}x{height} has {plural(cells, 'cell')}: the smallest board is 1x2 or 2x1")


def empty_sketch(spec: BoardSpec) -> Game:
    """A sketch in which all cells are hidden."""
    return sketch_of(Position(spec.grid, 0, (0, 0, 0, 0), spec.mines))


def sketch_session(game: Game) -> Session:
    """The session of a sketch; it has no id, so nobody saves or records it."""
    return Session(BoardSpec(game.grid.width, game.grid.height, game.mine_total), NAME, "", game)


def sign_at(game: Game, cell: int) -> str:
    """The sign of a cell as pictures write it."""
    if contains(game.opened, cell):
        return CLUES[game.clue(cell)]
    return FLAG if contains(game.flags, cell) else MINE if contains(game.position.given, cell) else HIDDEN


def write_sign(game: Game, cell: int, sign: str) -> Game:
    """The sketch with a sign of pictures in a cell, in place of what was there; the same one if that stays."""
    if sign == sign_at(game, cell):
        return game
    bit, position = 1 << game.grid.checked(cell), game.position
    clue = CLUES.find(sign)
    opened = position.opened & ~bit | (bit if clue >= 0 else 0)
    numbers = [plane & ~bit | (bit if clue > 0 and clue & weight else 0) for plane, weight in _weighed(position)]
    given = position.given & ~bit | (bit if sign == MINE else 0)
    ones, twos, fours, eights = numbers
    changed = position._replace(opened=opened, clues=(ones, twos, fours, eights), given=given)
    return sketch_of(changed, game.flags & ~bit | (bit if sign == FLAG else 0))


def _weighed(position: Position) -> list[tuple[CellSet, int]]:
    return list(zip(position.clues, (1, 2, 4, 8), strict=True))


def with_spec(game: Game, spec: BoardSpec) -> Game:
    """The sketch on a board of another size or with other mines: what lies outside goes, what comes in is hidden."""
    check_sketch(spec.width, spec.height)
    position, before, after = game.position, game.grid, spec.grid
    ones, twos, fours, eights = (_moved(plane, before, after) for plane in position.clues)
    opened, given = _moved(position.opened, before, after), _moved(position.given, before, after)
    moved = Position(after, opened, (ones, twos, fours, eights), spec.mines, given)
    return sketch_of(moved, _moved(game.flags, before, after))


def _moved(cells: CellSet, before: Grid, after: Grid) -> CellSet:
    """The same rows and columns on a grid of another size."""
    if before.width == after.width:
        return cells & after.all_cells
    row = (1 << min(before.width, after.width)) - 1
    rows = range(min(before.height, after.height))
    return sum((cells >> at * before.width & row) << at * after.width for at in rows)


def sketch_picture(game: Game) -> str:
    """The sketch as a picture: ``#`` hidden, ``.`` or a digit opened, ``F`` a flag, ``*`` a given mine."""
    signs = list(game.position.to_picture())
    for cell in cells_of(game.flags):
        row, col = game.grid.row_col(cell)
        signs[row * (game.grid.width + 1) + col] = FLAG
    return "".join(signs)


def sketch_text(game: Game) -> str:
    """The mine total and the picture, as they are copied and read again."""
    return f"mines: {game.mine_total}\n\n{clear_zeros(sketch_picture(game))}"


def changed_cell(before: Game, after: Game) -> int | None:
    """The one cell in which two sketches of one size differ; None if they do in none, or in several."""
    if before.grid != after.grid:
        return None
    old, new = before.position, after.position
    pairs = [(old.opened, new.opened), (old.given, new.given), (before.flags, after.flags)]
    cells = 0
    for one, other in (*pairs, *zip(old.clues, new.clues, strict=True)):
        cells |= one ^ other
    return cells.bit_length() - 1 if cells.bit_count() == 1 else None
