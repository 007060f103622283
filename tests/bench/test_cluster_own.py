"""A player of one's own on a cluster: its module is sent to the workers, and a fault there is told as theirs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from minesweeper.bench.games import DealtBoards, Result, play_all
from minesweeper.solvers.own import find_player
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
        ("needs_more", "needs_more.py", "says: 'needs_more:player' can't be loaded: ModuleNotFoundError"),
        ("apart", "apart/__init__.py", "says: 'apart:player' can't be loaded: ModuleNotFoundError"),
        ("other", "other/__init__.py", "has another 'other:player', fingerprint "),
    ],
)
def test_what_workers_lack_is_told_as_theirs(name: str, file: str, reason: str, tmp_path: Path, local: Local) -> None:
    there = local.file.parent / "other"
    there.mkdir(exist_ok=True)
    (there / "__init__.py").write_text(PLAYER.format(guess="None"))
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / "only_here.py").write_text("")
    (tmp_path / file).write_text("import only_here\n" + PLAYER.format(guess="None"))
    done = bench(tmp_path, "--solver", f"{name}:player", "--cluster", local.address)
    assert (done.returncode, json.loads(done.stdout)["games"]) == (1, 0)
    assert done.stderr.startswith("minesweeper: the worker tcp://127.0.0.1:")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


@needs_dask
def test_a_fault_during_play_is_told_with_the_worker_that_met_it(tmp_path: Path, cluster: str) -> None:
    (tmp_path / "lazy.py").write_text("def player(position):\n    open('weights that are not there')\n")
    done = bench(tmp_path, "--solver", "lazy:player", "--cluster", cluster)
    assert (done.returncode, json.loads(done.stdout)["games"]) == (1, 0)
    assert re.fullmatch(
        r"minesweeper: board 1: the worker tcp://127\.0\.0\.1:\d+ says: 'lazy:player' failed: FileNotFoundError:"
        r" .*'weights that are not there' \(lazy\.py, line 2\)\n",
        done.stderr,
    )


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Has this process load a player that is called same_name:player."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load_anew(guess: str) -> None:
        (tmp_path / "same_name.py").write_text(PLAYER.format(guess=guess))
        sys.modules.pop("same_name", None)
        find_player("same_name:player")

    yield load_anew
    sys.modules.pop("same_name", None)


@needs_dask
def test_runs_whose_players_are_called_the_same_never_mix_also_on_workers_that_come_later(
    local: Local, load: Callable[[str], None]
) -> None:
    from minesweeper.bench.cluster import Cluster

    boards, name = DealtBoards(PRESETS["beginner"], 30, "same name", True, range(1, 61)), "same_name:player"
    local.scale(1)
    load("best_move(position).cell")
    first, first_here = Cluster(local.address), wins_of(play_all(boards, name, 1))
    games = play_all(boards, name, first, sent=first.try_player(name))
    first_there = [next(games).win]
    load("None")
    second = Cluster(local.address)
    second_here = wins_of(play_all(boards, name, 1))
    assert wins_of(play_all(boards, name, second, sent=second.try_player(name))) == second_here != first_here
    local.scale(0)
    local.scale(2)
    assert first_there + wins_of(games) == first_here


@needs_dask
def test_workers_that_come_or_go_change_how_many_boards_are_given_out(local: Local) -> None:
    from minesweeper.bench.cluster import Cluster

    count = len(local.scale(2))
    cluster = Cluster(local.address)
    try:
        assert cluster.width == count == 2
        local.scale(1)
        cluster.watch()
        assert cluster.width == 1
    finally:
        cluster.close(())


def wins_of(results: Iterable[Result]) -> list[bool]:
    return [result.win for result in results]
