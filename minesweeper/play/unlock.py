"""The assistant Unlock, which opens safe cells until a move can be proved, so that players can go on without a guess.

It is the only assistant that looks at the mines, and its sentence says so. This is why it belongs to `play`, which
knows the mines, and not to the assistants in `assist`, which only get a position.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import chain, islice
from typing import NamedTuple

from minesweeper.assist.naming import name_cell
from minesweeper.boards.layout import Layout
from minesweeper.core.cells import contains, nearest_first
from minesweeper.core.text import plural
from minesweeper.play.game import Game, Phase
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis, ExactSolver, analyse

_MOST_TRIED = 400
"""How many cells are tried at most before one is chosen. On large boards, these are the nearest ones."""


class Unlocked(NamedTuple):
    """The result of an unlock."""

    game: Game
    cells: tuple[int, ...]
    """The cells that were opened, in this order. Empty if a move could be proved already."""


def unlock(game: Game, near: int | None = None) -> Generator[None, None, Unlocked]:
    """Opens safe cells until another safe cell can be proved or the game is over. Works in slices.

    Prefers cells near the cell ``near``, if it is given.
    """
    cells: list[int] = []
    analysis = None
    while game.layout is not None and game.phase is Phase.PLAYING:
        analysis = yield from analyse(game.position, analysis)
        if analysis.safe:
            break
        cell = yield from _choose(game, game.layout, analysis, near)
        cells.append(cell)
        game = _open(game, cell)
    return Unlocked(game, tuple(cells))


def _choose(game: Game, layout: Layout, analysis: Analysis, near: int | None) -> Generator[None, None, int]:
    """Chooses the safe cell to open next.

    It is the first cell after which a move can be proved or the game is over. If no cell that is tried does that, it is
    the one that opens most cells.
    """
    most, choice = -1, -1
    for cell in islice(_candidates(game, layout, near), _MOST_TRIED):
        after = _open(game, cell)
        if after.is_over or run_to_end(ExactSolver(analysis).certain(after.position))[0]:
            return cell
        opened = after.opened.bit_count()
        if opened > most:
            most, choice = opened, cell
        yield
    return choice


def _candidates(game: Game, layout: Layout, near: int | None) -> Iterator[int]:
    """Yields the safe cells in the order in which they are tried.

    Cells next to clues come first, because opening them gives the least away. Cells with a wrong flag come last.
    """
    safe = game.hidden & layout.safe
    frontier = game.position.frontier
    flagged = safe & game.flags
    parts = (safe & frontier & ~flagged, safe & ~frontier & ~flagged, flagged)
    return chain.from_iterable(nearest_first(game.grid, part, near) for part in parts)


def _open(game: Game, cell: int) -> Game:
    """Opens a safe cell. If it has a flag, the flag is removed first."""
    if contains(game.flags, cell):
        game = game.flag(cell)
    return game.open_cell(cell)


def unlock_sentence(unlocked: Unlocked) -> str:
    cells, grid = unlocked.cells, unlocked.game.grid
    if not cells:
        return "No need to unlock: a move can be proved. A tip shows it."
    what = name_cell(grid, cells[0]) if len(cells) == 1 else plural(len(cells), "cell")
    then = "The game is over" if unlocked.game.is_over else "Now a move can be proved"
    return f"Unlock looked at the mines and opened {what}. {then}."
