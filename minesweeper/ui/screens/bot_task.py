"""The bot's next move as it is shown: of the cells that its solver would open the nearest one. It sees no mines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from minesweeper.core.cells import CellSet, nearest_first
from minesweeper.core.position import Position
from minesweeper.solvers import smart
from minesweeper.solvers.deep import Budget
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.players import BY_RULES, MoveMemory, next_move


@dataclass(frozen=True)
class BotMove:
    """The bot's next move: a cell to open, the mines proved so far, and the odds of a mine."""

    cell: int
    mined: CellSet
    analysis: Analysis | None
    odds: tuple[int, int]
    is_stuck: bool = False
    """Whether the solver could not prove the cell safe."""

    @property
    def is_guess(self) -> bool:
        """Whether the cell may be a mine, as far as anybody can know."""
        return self.odds[0] > 0


@dataclass(frozen=True)
class BotTask:
    """Find the bot's next move."""

    position: Position
    near: int
    previous: Analysis | None
    solver: str = "best"
    depth: int = smart.DEPTH
    think: int = 0
    """For how many seconds ``best`` thinks about a guess."""

    def begin(self) -> Iterator[BotMove | None]:
        """Yields None at the end of each slice, then the move."""
        position, memory = self.position, MoveMemory(self.previous)
        if self.solver not in BY_RULES:  # of all safe cells the nearest is taken, and the odds of all can be shown
            yield from memory.analyse(position)
        budget = Budget(self.think) if self.think and self.solver == "best" else None
        move = yield from next_move(
            self.solver, position, None, self.near, self.depth, memory, "look", guesses=True, budget=budget
        )
        assert move is not None  # it guesses
        yield BotMove(
            next(nearest_first(position.grid, move.safe, self.near)),
            move.mined | memory.mined,
            memory.analysis,
            move.guess.odds if move.guess else (0, 1),
            is_stuck=move.guess is not None,
        )
