"""A Gymnasium environment in which learning programs play. Importing this module registers it as ``Minesweeper-v0``.

It needs the extra named gym, and nothing else in this package loads gymnasium. Programs see what a player sees, and
never the mines. So a copy for planning has other mines, and plain copies are refused.
docs/environment.md has the rules.
"""

from __future__ import annotations

from random import Random
from typing import Any, Literal, NoReturn, SupportsIndex, TypeAlias, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from minesweeper.boards.deal import BoardSeed, usual_first
from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import read_spec
from minesweeper.core.text import quote
from minesweeper.play.game import Game, Phase, begin_game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.sampling import Sampler
from minesweeper.storage.settings import PRESETS

Observation: TypeAlias = dict[str, NDArray[Any]]
Reward: TypeAlias = Literal["win", "cells"]
"""What ``step`` rewards: the win alone, or each opened cell too.

- ``win``: 1 for the move that wins, otherwise 0.
- ``cells``: the share of the safe cells that the move opened, and -1 for a mine.
"""
MOST_DEALS = 1000
"""The most boards to deal for a game that isn't won by its first cell."""
_WEIGHTS = np.array([1, 1, 2, 4, 8], np.int8)
"""What a cell's bits in the opened cells and in the four planes of the clues add to -1, the number of a hidden cell."""


class MinesweeperEnv(gymnasium.Env[Observation, SupportsIndex]):
    """A game of Minesweeper. An action is the number of a cell to open, row by row from 0.

    The observation has the ``board`` (-1 is hidden, 0 to 8 a clue), the total of ``mines``, and an ``action_mask`` with
    1 for each hidden cell. Opening an opened cell changes nothing.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as gymnasium declares it

    def __init__(self, board: str = "beginner", reward: Reward = "win", render_mode: str | None = None) -> None:
        """``board`` is a preset or a size such as ``16x16/40``."""
        if reward not in get_args(Reward):
            raise ValueError(f"{quote(reward)} isn't a reward. Use {' or '.join(get_args(Reward))}")
        self._board = PRESETS.get(board.lower()) or read_spec(board, PRESETS)
        self._rewards_cells, self.render_mode = reward == "cells", render_mode
        self._game = Game(self._board.grid, self._board.mines)
        self._steps, self._random = 0, Random(0)
        size = self._board.grid.size
        self.action_space = spaces.Discrete(size)
        self.observation_space = spaces.Dict(  # type: ignore[assignment, unused-ignore]
            {
                "board": spaces.Box(-1, 8, (self._board.height, self._board.width), np.int8),
                "mines": spaces.Box(0, size, (1,), np.int32),
                "action_mask": spaces.MultiBinary(size),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game: deals a board and opens its first cell, which is never a mine.

        Deals again if this cell already wins. Raises ValueError if it always does.
        """
        super().reset(seed=seed)
        for _ in range(MOST_DEALS):
            name = str(self.np_random.integers(1 << 62))
            self._game = begin_game(BoardSeed(self._board, usual_first(self._board), name).make())
            if not self._game.is_over:
                self._steps, self._random = 0, Random(f"imagine {name}")
                return self._observe(), self._info()
        raise ValueError(f"the first cell of a {self._board} board wins the game. Use other mines")

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Opens a cell. After the end of the game nothing changes, and the reward is 0."""
        before, self._game = self._game, self._game.open_cell(int(action))
        self._steps += 1
        return self._observe(), self._reward_since(before), self._game.is_over, False, self._info()

    def _reward_since(self, before: Game) -> float:
        game = self._game
        if game is before or (game.exploded and not self._rewards_cells):
            return 0.0
        if game.exploded:
            return -1.0
        if self._rewards_cells:
            return (game.opened ^ before.opened).bit_count() / game.safe_total
        return float(game.phase is Phase.WON)

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each cell is hidden: the mask under the name that sb3-contrib asks for."""
        return self._observe()["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """The board as text if the render mode is ``ansi``: ``#`` is hidden. It never shows mines."""
        return str(self._game.position) if self.render_mode == "ansi" else None

    def imagine(self) -> MinesweeperEnv:
        """An environment for planning that shows the same game, but whose hidden mines are drawn anew.

        All layouts that fit what is shown are equally likely. Calls don't influence the boards of later games. Raises
        ValueError if the board is too large to count its layouts.
        """
        other = MinesweeperEnv(str(self._board), "cells" if self._rewards_cells else "win", self.render_mode)
        other._game, other._steps = self._game, self._steps
        other._random = Random(self._random.getrandbits(64))
        if not self._game.is_over:
            analysis = run_to_end(analyse(self._game.position))
            if not analysis.is_exact:
                raise ValueError(f"a {self._board} board is too large to imagine: its layouts can't be counted")
            other._game = self._game.with_layout(Layout(self._game.grid, Sampler(analysis).draw(self._random)))
        return other

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuses ``copy``, ``deepcopy`` and ``pickle``."""
        raise TypeError("a Minesweeper environment can't be copied, because the copy has its mines. Use imagine()")

    def _observe(self) -> Observation:
        grid, position = self._game.grid, self._game.position
        planes = [plane.to_bytes((grid.size + 7) // 8, "little") for plane in (position.opened, *position.clues)]
        stored = np.frombuffer(b"".join(planes), np.uint8).reshape(len(planes), -1)
        bits = np.unpackbits(stored, axis=1, count=grid.size, bitorder="little").view(np.int8)
        return {
            "board": (_WEIGHTS @ bits - 1).reshape(grid.height, grid.width),
            "mines": np.array([position.mine_total], np.int32),
            "action_mask": 1 - bits[0],
        }

    def _info(self) -> dict[str, Any]:
        return {"phase": self._game.phase.value, "steps": self._steps}


gymnasium.register("Minesweeper-v0", entry_point="minesweeper.gymnasium_env:MinesweeperEnv")
