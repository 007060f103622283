"""Measures the Gymnasium environment: steps of a random player, with resets, per second of CPU time on one core.

``python -m benchmarks.environment``. The player chooses among the hidden cells with numpy's generator, and its own time
counts too.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from benchmarks.measure import machine
from minesweeper.gymnasium_env import MinesweeperEnv
from minesweeper.storage.settings import PRESETS


def steps_per_second(board: str, steps: int) -> tuple[float, int]:
    """Returns the steps per second of CPU time, and how many games they were."""
    env, random, games = MinesweeperEnv(board), np.random.default_rng(1), 1
    observation, _ = env.reset(seed=1)
    began = time.process_time()
    for _ in range(steps):
        hidden = np.flatnonzero(observation["action_mask"])
        observation, _, is_over, _, _ = env.step(int(hidden[int(random.random() * len(hidden))]))
        if is_over:
            observation, _ = env.reset()
            games += 1
    return steps / (time.process_time() - began), games


def main() -> None:
    """Prints a line per preset."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.environment", description=__doc__)
    parser.add_argument("-n", type=int, default=20_000, help="steps per round")
    args = parser.parse_args()
    print(machine())
    for board in PRESETS:
        rounds = sorted(steps_per_second(board, args.n) for _ in range(5))
        low, middle, high = (rounds[at][0] for at in (0, 2, 4))
        games = rounds[2][1]
        print(
            f"{board}: {middle:,.0f} steps per second ({low:,.0f} to {high:,.0f}), {args.n / games:.1f} steps per game"
        )


if __name__ == "__main__":
    main()
