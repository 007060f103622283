"""Minesweeper for the terminal: the game, its front ends and its solvers.

The names below are the library, see docs/api.md. Each is loaded at first use, so that a program that asks a solver
never loads the game. Their types are in the stub next to this file, which no program loads.
"""

from __future__ import annotations

_HOMES = {
    "core.position": "Position read_position Place places",
    "core.cells": "Grid SizeError SpecError",
    "assist.answers": "solve Solution deductions Hint HintStep HintBranch certain Certain odds best_move BestMove"
    " candidates CandidateMove clue_odds",
    "solvers.deduction": "Contradiction",
    "solvers.players": "PlayerAnswer",
    "api": "Board generate_board read_board read_boards play_board BoardPlayer PlayerName Played PlayError solve_many"
    " RecordedGame RecordedGuess RecordedMove read_replay",
    "storage.text_boards": "ReadPosition read_puzzle",
    "play.game": "Game Phase",
    "play.guesses": "Skill",
    "boards.layout": "Layout",
}
_HOME_OF = {name: f"minesweeper.{module}" for module, names in _HOMES.items() for name in names.split()}

__all__ = [*_HOME_OF, "__version__"]


def __getattr__(name: str) -> object:
    """Loads a name of the library."""
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
    """Lists the names of the library."""
    return sorted({*globals(), *__all__})
