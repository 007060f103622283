"""The rules for environments: each refuses an environment that breaks it, and only this rule does."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from minesweeper.core.cells import cells_of
from minesweeper.gymnasium_env import MinesweeperEnv
from tests.environment_rules import RULES, Cell, RuleBroken, View, begin, hidden

FILE = Path(__file__).with_name("environment_rules.py")


class Ours:
    """Lets the rules drive Minesweeper's own environment."""

    def __init__(self) -> None:
        self.env = MinesweeperEnv("6x6/8", render_mode="ansi")

    def reset(self, seed: int) -> View:
        observation, info = self.env.reset(seed=seed)
        return self.view(observation, info)

    def open(self, cell: Cell) -> View:
        observation, _, _, _, info = self.env.step(6 * cell[0] + cell[1])
        return self.view(observation, info)

    def view(self, observation: dict[str, Any], info: dict[str, Any]) -> View:
        over, won = info["phase"] in ("won", "lost"), info["phase"] == "won"
        shown = (observation, info, self.env.render(), self.env.action_masks())
        return View(observation["board"].tolist(), over, won, int(observation["mines"][0]), shown)

    def mines(self) -> set[Cell]:
        assert self.env._game.layout is not None
        return {divmod(cell, 6) for cell in cells_of(self.env._game.layout.mines)}


class MineGoesOn(Ours):
    def open(self, cell: Cell) -> View:
        view = super().open(cell)
        return view._replace(is_over=view.is_won)


class NeverWon(Ours):
    def open(self, cell: Cell) -> View:
        return super().open(cell)._replace(is_won=False)


class CountsCells(Ours):
    """Compares only numbers of opened cells, so that an opened mine counts like the last safe cell."""

    def open(self, cell: Cell) -> View:
        is_mine = cell in self.mines()
        view = super().open(cell)
        return view._replace(is_won=len(hidden(view)) - is_mine == 8)


class FirstIsMine(Ours):
    def reset(self, seed: int) -> View:
        view = super().reset(seed)
        return view._replace(is_over=seed == 7)


class TellsNoTotal(Ours):
    def view(self, observation: dict[str, Any], info: dict[str, Any]) -> View:
        return super().view(observation, info)._replace(mine_total=None)


class UsesGlobalState(Ours):
    def reset(self, seed: int) -> View:
        return super().reset(random.randrange(1000))


class ListsMines(Ours):
    def view(self, observation: dict[str, Any], info: dict[str, Any]) -> View:
        return super().view(observation, {**info, "mines": sorted(self.mines())})


class MarksMines(Ours):
    def view(self, observation: dict[str, Any], info: dict[str, Any]) -> View:
        layout = [int(divmod(cell, 6) in self.mines()) for cell in range(36)]
        return super().view(observation, {**info, "layout": layout})


class EndsOnOpened(Ours):
    def open(self, cell: Cell) -> View:
        was_opened = (self.env._game.opened >> (6 * cell[0] + cell[1])) & 1
        view = super().open(cell)
        return view._replace(is_over=view.is_over or bool(was_opened))


class RevivesLost(Ours):
    def open(self, cell: Cell) -> View:
        was_over = self.env._game.is_over
        view = super().open(cell)
        return view._replace(is_won=view.is_won or was_over)


class LiveBoard(Ours):
    def __init__(self) -> None:
        super().__init__()
        self.live: dict[str, Any] = {}

    def view(self, observation: dict[str, Any], info: dict[str, Any]) -> View:
        self.live.update(observation)
        return super().view(observation, info)._replace(shown=self.live)


class NoCascade(Ours):
    def view(self, observation: dict[str, Any], info: dict[str, Any]) -> View:
        observation["board"][0, 0] = -1
        observation["board"][0, 1] = 0
        return super().view(observation, info)


BROKEN: dict[type[Ours], int] = {
    **{MineGoesOn: 1, NeverWon: 2, CountsCells: 3, FirstIsMine: 4, TellsNoTotal: 5, UsesGlobalState: 6},
    **{ListsMines: 7, MarksMines: 7, EndsOnOpened: 8, RevivesLost: 9, LiveBoard: 10, NoCascade: 10},
}
"""Environments that break a rule, and the number of the rule."""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_gymnasium_environment_keeps_every_rule(rule: Any) -> None:
    rule(Ours())


@pytest.mark.parametrize("subject", BROKEN, ids=lambda subject: subject.__name__)
def test_each_rule_refuses_an_environment_that_breaks_it(subject: type[Ours]) -> None:
    with pytest.raises(RuleBroken):
        RULES[BROKEN[subject] - 1](subject())


def test_games_for_the_environment_rules_are_not_over_at_the_start() -> None:
    assert sum(not begin(Ours(), seed).is_over for seed in range(20)) == 20


def test_the_file_of_environment_rules_runs_alone(tmp_path: Path) -> None:
    copy = tmp_path / "environment_rules.py"
    copy.write_text(FILE.read_text("utf-8"), "utf-8")
    (tmp_path / "mine.py").write_text("from tests.test_environment_rules import MineGoesOn, Ours\n")
    for name, broken in (("Ours", 0), ("MineGoesOn", 1)):
        command = [sys.executable, copy.name, f"mine:{name}"]
        environment = {"PYTHONPATH": str(FILE.parents[1])}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == broken, done.stderr
        assert done.stdout.count("holds") >= 9 - 8 * broken
        assert ("BROKEN" in done.stdout) == bool(broken)
