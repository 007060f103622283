"""The worker process: the same board as without it, never a wait, never a process left behind."""

from __future__ import annotations

import gc
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.boards.deal import proposed_first
from minesweeper.boards.noguess import Dealt, deal_no_guess
from minesweeper.boards.prefetch import NoGuessWorker
from minesweeper.core.boardspec import ADJUSTED, BoardSpec, read_spec
from minesweeper.core.cells import contains
from minesweeper.solvers.deduction import run_to_end

pytestmark = pytest.mark.posix("waits for pipes with select")
EXPERT = read_spec("30x16/99")
BIG = read_spec("46x45/500")
ENDLESS = read_spec("400x400/48000")
PATIENCE = 60


@pytest.fixture
def endless() -> Iterator[NoGuessWorker]:
    worker = NoGuessWorker(ENDLESS, proposed_first(ENDLESS), "endless")
    yield worker
    worker.stop()


def process_of(worker: NoGuessWorker) -> subprocess.Popen[bytes]:
    assert worker._process is not None
    return worker._process


def wait_for(worker: NoGuessWorker) -> None:
    """Waits until there is something to read."""
    stream = process_of(worker).stdout
    assert stream is not None
    assert select.select([stream], [], [], PATIENCE)[0]


def result_of(worker: NoGuessWorker) -> Dealt:
    while True:
        wait_for(worker)
        dealt = worker.poll()
        if dealt is not None:
            return dealt
        assert worker.is_running


@pytest.mark.parametrize(("spec", "seed"), [(EXPERT, "worker"), (EXPERT, "ü |x"), (EXPERT, "-n"), (BIG, "")])
def test_it_makes_the_board_that_the_seed_has_anyway(spec: BoardSpec, seed: str) -> None:
    first = proposed_first(spec)
    worker = NoGuessWorker(spec, first, seed)
    dealt = result_of(worker)
    assert dealt == run_to_end(deal_no_guess(spec, first, seed))
    assert dealt.board is not None
    assert (dealt.board.label == ADJUSTED) == (spec == BIG)
    assert contains(dealt.board.layout.zeros, first)
    while worker.is_running:
        wait_for(worker)
        worker.poll()
    assert worker.poll() == dealt
    assert process_of(worker).returncode is not None


def test_it_says_when_there_is_no_board() -> None:
    assert result_of(NoGuessWorker(read_spec("3x1/1"), 1, "none")) == Dealt(None, 40)


def test_to_ask_before_the_board_is_there_is_no_wait(endless: NoGuessWorker) -> None:
    assert endless.poll() is None
    assert endless.is_running


def test_stopped_it_is_gone_at_once(endless: NoGuessWorker) -> None:
    endless.stop()
    assert not endless.is_running
    assert process_of(endless).returncode is not None
    assert endless.poll() is None
    endless.stop()


def test_forgotten_it_is_gone_too() -> None:
    worker = NoGuessWorker(ENDLESS, 0, "forgotten")
    process = process_of(worker)
    del worker
    gc.collect()
    assert process.returncode is not None


def test_a_package_of_the_same_name_where_the_player_works_is_not_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "minesweeper.py").write_text("raise SystemExit(1)")
    (tmp_path / "json.py").write_text("raise SystemExit(1)")
    monkeypatch.chdir(tmp_path)
    assert result_of(NoGuessWorker(EXPERT, 0, "elsewhere")).board is not None
