"""Minesweeper for the terminal, and its solvers as a library.

The names below are the library; docs/api.md describes them. Each is loaded when it is first used, so that a program
which only asks a solver never loads the game. The stub next to this file has their types for type checkers, and no
program loads it. `cli` starts the game.
"""

from __future__ import annotations

_HOMES = {
    "core.position": "Position read_position Place places",
    "core.cells": "Grid",
    "core.sizes": "SizeError SpecError",
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
    """Loads a name of the library. Python calls this when the module doesn't have the name yet."""
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
    """The names that `dir()` lists: those that are loaded, and those of the library that aren't yet."""
    return sorted({*globals(), *__all__})
