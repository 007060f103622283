"""Places where no logic can ever tell the mines: small patterns that rule a layout out before it is played.

Mines S and as many safe cells T (the first cell not among them) are a dead end when every safe cell outside T sees as
many of S as of T. Proof: as long as no cell of T is open, the layout with S and T exchanged shows the same clues, has
as many mines, and has mines on all of T; so no cell of T is ever proved safe. None is opened by a cascade either: a
cell with clue 0 beside it would see a mine of S.
"""

from __future__ import annotations

from minesweeper.cells import CellSet, Grid


def find_dead_ends(grid: Grid, mines: CellSet, first: int) -> CellSet:
    """The upper left cell of each dead end of two cells side by side, or of four in a square."""
    move = grid.shift
    board, first_bit = grid.all_cells, 1 << first
    safe = board ^ mines
    from_left, from_right = move(safe, 0, 1), move(safe, 0, -1)
    in_row = safe | from_left | from_right
    in_col = safe | move(safe, 1, 0) | move(safe, -1, 0)

    across = (mines ^ move(mines, 0, -1)) & move(board, 0, -1)
    # Cells seen by one of the two alone are the three left of the pair and the three right of it.
    pairs = across & ~(move(in_col, 0, 1) | move(move(in_col, 0, -1), 0, -1) | first_bit | move(first_bit, 0, -1))
    down = (mines ^ move(mines, -1, 0)) & move(board, -1, 0)
    pairs |= down & ~(move(in_row, 1, 0) | move(in_row, -2, 0) | first_bit | move(first_bit, -1, 0))

    # Mines on a diagonal of a square: a cell at its side sees one of each kind, only those at the four corners see one.
    corners = from_left | move(from_right, 0, -1)
    squares = across & move(across, -1, 0) & down & ~(move(corners, 1, 0) | move(corners, -2, 0))
    if squares:
        wide = first_bit | move(first_bit, 0, -1)
        squares &= ~(wide | move(wide, -1, 0))
    return pairs | squares
