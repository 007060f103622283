"""Minesweeper for the terminal: the game, its front ends and its solvers.

The names below are the library, see docs/api.md. Each is loaded when it is first used, so that a program that asks a
solver never loads the game.
"""

from __future__ import annotations

TYPE_CHECKING = False  # that of typing takes long to load, and Ctrl-C meanwhile would show a traceback
if TYPE_CHECKING:
    from minesweeper.api import Board as Board
    from minesweeper.api import BoardPlayer as BoardPlayer
    from minesweeper.api import Played as Played
    from minesweeper.api import PlayError as PlayError
    from minesweeper.api import generate_board as generate_board
    from minesweeper.api import play_board as play_board
    from minesweeper.api import read_board as read_board
    from minesweeper.boards.layout import Layout as Layout
    from minesweeper.core.cells import SizeError as SizeError
    from minesweeper.core.position import Position as Position
    from minesweeper.core.position import read_position as read_position
    from minesweeper.core.specs import SpecError as SpecError
    from minesweeper.play.game import Game as Game
    from minesweeper.play.game import Phase as Phase
    from minesweeper.solvers.deduction import Contradiction as Contradiction
    from minesweeper.solvers.own import PlayerAnswer as PlayerAnswer
    from minesweeper.solvers.solution import BestMove as BestMove
    from minesweeper.solvers.solution import Certain as Certain
    from minesweeper.solvers.solution import Hint as Hint
    from minesweeper.solvers.solution import Place as Place
    from minesweeper.solvers.solution import Solution as Solution
    from minesweeper.solvers.solution import best_move as best_move
    from minesweeper.solvers.solution import certain as certain
    from minesweeper.solvers.solution import deductions as deductions
    from minesweeper.solvers.solution import odds as odds
    from minesweeper.solvers.solution import solve as solve

    __version__: str

_HOMES = {
    "api": ("Board", "BoardPlayer", "PlayError", "Played", "generate_board", "play_board", "read_board"),
    "play.game": ("Game", "Phase"),
    "boards.layout": ("Layout",),
    "core.cells": ("SizeError",),
    "core.specs": ("SpecError",),
    "core.position": ("Position", "read_position"),
    "solvers.solution": (
        "BestMove",
        "Certain",
        "Hint",
        "Place",
        "Solution",
        "best_move",
        "certain",
        "deductions",
        "odds",
        "solve",
    ),
    "solvers.deduction": ("Contradiction",),
    "solvers.own": ("PlayerAnswer",),
}
_HOME_OF = {name: f"minesweeper.{module}" for module, names in _HOMES.items() for name in names}

__all__ = [  # noqa: RUF022 - in the order of docs/api.md
    "Position",
    "read_position",
    "Place",
    "solve",
    "Solution",
    "deductions",
    "Hint",
    "odds",
    "best_move",
    "BestMove",
    "certain",
    "Certain",
    "Contradiction",
    "Board",
    "generate_board",
    "read_board",
    "play_board",
    "BoardPlayer",
    "PlayerAnswer",
    "Played",
    "PlayError",
    "SpecError",
    "SizeError",
    "Game",
    "Phase",
    "Layout",
    "__version__",
]


def __getattr__(name: str) -> object:
    """A name of the library, loaded now."""
    if name == "__version__":
        from minesweeper.version import VERSION

        return VERSION
    if name not in _HOME_OF:
        raise AttributeError(f"module 'minesweeper' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The names of the library."""
    return sorted({*globals(), *__all__})
