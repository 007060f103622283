"""How good a player is on a board, with most of the luck taken out: a third of the boards gives the same precision.

The value of a game is the product of the exact chances of its guesses to be safe. Where a guess hits a mine the
mines are dealt anew, uniformly among the layouts that fit the position and have none there, and the game goes on.
Given a position, its next guess and that it is safe, all layouts that fit are still equally likely, so by induction
from the last guess to the first the expected value is exactly the chance to win.
"""

from __future__ import annotations

from random import Random

from minesweeper.game import Game, Phase
from minesweeper.layout import Layout
from minesweeper.players import Player
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.layouts import draw_layout

_MOST_DRAWS = 10_000


class ValueEstimateError(ValueError):
    """A game whose value can't be estimated."""


def estimate_value(layout: Layout, start: int, player: Player, random: Random | None = None) -> float:
    """An unbiased estimate of the player's chance to win a random board like this one, from 0 to 1.

    Unless told otherwise the board itself seeds the random numbers: it then has the same estimate each time.
    """
    if random is None:
        random = Random(layout.mines)
    game = Game(layout.grid, layout.mine_count, layout).open_cell(start)
    value = 1.0
    while game.phase is Phase.PLAYING:
        choice = player(game.position)
        if choice is None:
            return 0.0
        if choice.win_chance is not None:
            return value * choice.win_chance
        if not choice.certain:
            value *= _safety(game, choice.cells) if choice.safety is None else choice.safety
            if not value:
                return 0.0
            if game.layout is not None and choice.cells & game.layout.mines:
                game = _deal_anew(game, choice.cells, random)
        after = game.open_cells(choice.cells)
        if after is game:
            return 0.0
        game = after
    return value if game.phase is Phase.WON else 0.0


def _safety(game: Game, cells: int) -> float:
    """The exact chance that a guess is safe."""
    if cells.bit_count() != 1:
        raise ValueEstimateError(
            "the chance that several cells are safe together is not known: guess one cell at a time"
        )
    mined, layouts = analyse(game.position).odds(cells.bit_length() - 1)
    return 1 - mined / layouts


def _deal_anew(game: Game, free: int, random: Random) -> Game:
    """The same position over another layout that fits it and has no mines in the free cells."""
    analysis = analyse(game.position)
    for _ in range(_MOST_DRAWS):
        mines = draw_layout(analysis, random)
        if not mines & free:
            return Game(game.grid, game.mine_total, Layout(game.grid, mines), opened=game.opened)
    raise ValueEstimateError(f"no layout with these cells safe was found among {_MOST_DRAWS:,}: they are mines")
