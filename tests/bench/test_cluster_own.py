"""A player of one's own on a cluster: its module is sent to the workers, and a fault there is told as theirs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from minesweeper.bench.games import DealtBoards, Result, play_all
from minesweeper.storage.settings import PRESETS
from tests.bench.test_cluster import ROOT, Local, needs_dask


@pytest.fixture(scope="module", name="local")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    """A scheduler with two workers on this machine."""
    local = Local(tmp_path_factory.mktemp("cluster"))
    local.scale(2)
    yield local
    local.kill()


@pytest.fixture(name="cluster")
def address(local: Local) -> str:
    return local.address


PLAYER = """
from minesweeper import best_move, certain

def player(position):
    proved = certain(position, quick=True)
    return (proved.safe, True) if proved.safe else {guess}
"""


def bench(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What becomes of a bench that is run in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "minesweeper", "bench", "beginner", "-n", "40", "--json", "--each", *words],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def essence(done: subprocess.CompletedProcess[str]) -> list[tuple[bool, int]]:
    """What became of each board."""
    assert (done.returncode, done.stderr) == (0, "")
    return [(each["win"], each["guesses"]) for each in json.loads(done.stdout)["results"]]


@needs_dask
def test_a_module_of_ones_own_is_sent_to_the_workers_each_time_as_it_is_now(tmp_path: Path, cluster: str) -> None:
    for guess in ("None", "best_move(position).cell"):
        (tmp_path / "sent_player.py").write_text(PLAYER.format(guess=guess))
        words = ("--solver", "sent_player:player")
        assert essence(bench(tmp_path, *words, "--cluster", cluster)) == essence(bench(tmp_path, *words))


@needs_dask
@pytest.mark.parametrize(
    ("name", "file", "reason"),
    [
        ("needs_more", "needs_more.py", "can't load 'needs_more:player': ModuleNotFoundError"),
        ("apart", "apart/__init__.py", "PlayerError: 'apart:player' can't be loaded: ModuleNotFoundError"),
    ],
)
def test_what_workers_lack_is_told_as_theirs(name: str, file: str, reason: str, tmp_path: Path, local: Local) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / "only_here.py").write_text("")
    (tmp_path / file).write_text("import only_here\n" + PLAYER.format(guess="None"))
    done = bench(tmp_path, "--solver", f"{name}:player", "--cluster", local.address)
    assert (done.returncode, json.loads(done.stdout)["games"]) == (1, 0)
    assert done.stderr.startswith("minesweeper: the worker")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


@needs_dask
def test_workers_that_come_later_have_the_module_too(
    local: Local, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from minesweeper.bench.cluster import Cluster

    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "later_player.py").write_text(PLAYER.format(guess="best_move(position).cell"))
    boards, name = DealtBoards(PRESETS["beginner"], 30, "later", True, range(1, 61)), "later_player:player"
    here = wins_of(play_all(boards, name, 1))
    local.scale(1)
    cluster = Cluster(local.address, player=name)
    games = play_all(boards, name, cluster)
    there = [next(games).win]
    local.scale(0)
    local.scale(2)
    assert there + wins_of(games) == here
    del sys.modules["later_player"]


def wins_of(results: Iterable[Result]) -> list[bool]:
    return [result.win for result in results]
