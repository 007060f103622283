"""A Gymnasium environment, so that learning programs can play.

Importing this module registers it as ``Minesweeper-v0``. It needs the extra named gym, and no other module of this
package loads gymnasium. A learning program sees what a player sees, and never the mines. For this reason, plain copies
are refused, and a copy for planning has other mines. docs/environment.md has the rules.
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
"""What ``step`` rewards: the win alone, or every opened cell too.

- ``win``: 1 for the move that wins, otherwise 0.
- ``cells``: the share of the safe cells that the move opened, or -1 for a mine.
"""
MOST_DEALS = 1000
"""The most boards that are dealt to find a game that isn't won by its first cell."""
_WEIGHTS = np.array([1, 1, 2, 4, 8], np.int8)
"""What a cell's bits add to -1, the number of a hidden cell.

The first is its bit in the opened cells, and the others are its bits in the four planes of the clues.
"""


class MinesweeperEnv(gymnasium.Env[Observation, SupportsIndex]):
    """A game of Minesweeper.

    An action is the number of a cell to open, counted row by row from 0. The observation has the ``board`` (-1 for a
    hidden cell, otherwise the clue), the ``mines`` (the mine total), and an ``action_mask`` with a 1 for each hidden
    cell. Opening an opened cell changes nothing.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as gymnasium declares it

    def __init__(self, board: str = "beginner", reward: Reward = "win", render_mode: str | None = None) -> None:
        """``board`` is a preset, or a size such as ``16x16/40``.

        Raises ValueError if the board or the reward isn't allowed.
        """
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

        If this cell wins the game already, another board is dealt. Raises ValueError if the first cell always wins.
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
        """The reward for the change since an earlier state of the game."""
        game = self._game
        if game is before or (game.exploded and not self._rewards_cells):
            return 0.0
        if game.exploded:
            return -1.0
        if self._rewards_cells:
            return (game.opened ^ before.opened).bit_count() / game.safe_total
        return float(game.phase is Phase.WON)

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each cell is hidden. This is the mask under the name that sb3-contrib expects."""
        return self._observe()["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """The board as text, with ``#`` for a hidden cell.

        It never shows mines. None unless the render mode is ``ansi``.
        """
        return str(self._game.position) if self.render_mode == "ansi" else None

    def imagine(self) -> MinesweeperEnv:
        """An environment for planning. It shows the same game, but its mines are drawn anew.

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
        """Refuses ``copy``, ``deepcopy`` and ``pickle`` with a TypeError, because a copy would have the mines of the
        game.
        """
        raise TypeError("a Minesweeper environment can't be copied, because the copy has its mines. Use imagine()")

    def _observe(self) -> Observation:
        """The observation of the game."""
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
