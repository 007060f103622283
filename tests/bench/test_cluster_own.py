"""A player of one's own on a cluster: its module is sent to the workers, and a fault there is told as theirs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.test_cluster import ROOT, Local, needs_dask


@pytest.fixture(scope="module", name="cluster")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers on this machine."""
    local = Local(tmp_path_factory.mktemp("cluster"))
    local.scale(2)
    yield local.address
    local.kill()


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
        ("needs_more", "needs_more.py", "can't load 'needs_more:player', as sent from here: ModuleNotFoundError"),
        ("apart", "apart/__init__.py", "says: 'apart:player' can't be loaded: ModuleNotFoundError"),
    ],
)
def test_what_workers_lack_is_told_as_theirs(name: str, file: str, reason: str, tmp_path: Path, cluster: str) -> None:
    (tmp_path / "apart").mkdir()
    (tmp_path / "only_here.py").write_text("")
    (tmp_path / file).write_text("import only_here\n" + PLAYER.format(guess="None"))
    done = bench(tmp_path, "--solver", f"{name}:player", "--cluster", cluster)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the worker" in done.stderr
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1
