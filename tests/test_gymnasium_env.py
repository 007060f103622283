"""The Gymnasium environment: gymnasium's own checks, its rewards, and copies that don't know the mines."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position
from minesweeper.gymnasium_env import MinesweeperEnv
from minesweeper.play.game import Phase
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse

NAME = "Minesweeper-v0"


def mines_of(env: MinesweeperEnv) -> list[int]:
    assert env._game.layout is not None
    return cells_of(env._game.layout.mines)


@pytest.mark.parametrize("board", ["beginner", "expert", "5x4/6"])
@pytest.mark.parametrize("reward", ["win", "cells"])
def test_gymnasium_finds_no_fault_in_the_environment(board: str, reward: str) -> None:
    check_env(gymnasium.make(NAME, board=board, reward=reward, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_several_environments_can_be_played_at_once(mode: str) -> None:
    envs = gymnasium.make_vec(NAME, num_envs=2, vectorization_mode=mode, board="expert")
    observation, _ = envs.reset(seed=3)
    assert observation["board"].shape == (2, 16, 30)
    again, _ = envs.reset(seed=3)
    assert np.array_equal(observation["board"], again["board"])
    envs.step(envs.action_space.sample())
    envs.close()


def test_an_observation_contains_only_what_a_player_may_know() -> None:
    env = MinesweeperEnv("expert")
    for seed in range(5):
        observation, info = env.reset(seed=seed)
        assert Position.from_rows(observation["board"], observation["mines"][0]) == env._game.position
        assert np.array_equal(observation["action_mask"] == 1, observation["board"].ravel() == -1)
        assert np.array_equal(env.action_masks(), observation["action_mask"] == 1)
        assert info == {"phase": "playing", "steps": 0}


def play(env: MinesweeperEnv, *, lose: bool) -> list[float]:
    """Opens the safe cells one by one, or a mine after the first of them. Returns the rewards."""
    mines = mines_of(env)
    safe = [cell for cell in range(env._game.grid.size) if cell not in mines and not env._game.opened >> cell & 1]
    return [float(env.step(cell)[1]) for cell in ([safe[0], mines[0], safe[-1]] if lose else safe)]


def test_the_reward_for_winning_is_given_once() -> None:
    env = MinesweeperEnv("beginner")
    env.reset(seed=1)
    rewards = play(env, lose=False)
    assert env._game.phase is Phase.WON
    assert sum(rewards) == 1.0
    assert env.step(0)[1:3] == (0.0, True)
    env.reset(seed=1)
    assert play(env, lose=True) == [0.0, 0.0, 0.0]


def test_the_reward_for_cells_adds_up_to_the_share_opened() -> None:
    env = MinesweeperEnv("beginner", "cells")
    env.reset(seed=1)
    begun = env._game.opened.bit_count() / env._game.safe_total
    assert sum(play(env, lose=False)) == pytest.approx(1 - begun)
    env.reset(seed=1)
    assert play(env, lose=True)[1:] == [-1.0, 0.0]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_an_environment_cannot_be_copied_with_its_mines(copied: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="the copy has its mines"):
        copied(MinesweeperEnv())


def test_imagined_mines_fit_the_position_and_are_equally_likely() -> None:
    env = MinesweeperEnv("5x4/6")
    env.reset(seed=4)
    analysis = run_to_end(analyse(env._game.position))
    assert analysis.layouts is not None
    draws = 60 * analysis.layouts
    drawn = [tuple(mines_of(env.imagine())) for _ in range(min(draws, 6000))]
    for cell in cells_of(env._game.position.hidden):
        mined, layouts = analysis.odds(cell)
        share = sum(cell in mines for mines in drawn) / len(drawn)
        assert share == pytest.approx(mined / layouts, abs=5 * (0.25 / len(drawn)) ** 0.5)


def test_imagining_mines_changes_neither_the_game_nor_later_boards() -> None:
    one, other = MinesweeperEnv(), MinesweeperEnv()
    one.reset(seed=2)
    other.reset(seed=2)
    imagined = other.imagine()
    assert imagined._game.position == other._game.position
    imagined.step(int(np.flatnonzero(imagined.action_masks())[0]))
    assert other._game == one._game
    one.reset()
    other.reset()
    assert mines_of(one) == mines_of(other)


def test_the_environment_refuses_boards_won_by_their_first_cell() -> None:
    with pytest.raises(ValueError, match="the first cell of a 3x3/8 board wins the game"):
        MinesweeperEnv("3x3/8").reset(seed=1)


def test_the_environment_refuses_invalid_arguments() -> None:
    with pytest.raises(ValueError, match="'points' isn't a reward"):
        MinesweeperEnv(reward="points")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="beginer"):
        MinesweeperEnv("beginer")


def test_the_example_of_the_environment_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[1] / "docs" / "environment.md").read_text("utf-8")
    exec(page.partition("```python\n")[2].partition("```")[0], {})
    assert "'phase': '" in capsys.readouterr().out
