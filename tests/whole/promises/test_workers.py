"""Worker processes of the real program: started with a big board, gone with the game, however the program ends."""

from __future__ import annotations

import os
import select
import signal
import sys
from pathlib import Path

import pytest

from tests.tools.terminal.proc import AVAILABLE
from tests.tools.terminal.session import Terminal

pytestmark = pytest.mark.skipif(not AVAILABLE or not hasattr(os, "pidfd_open"), reason="watches processes")
PATIENCE = 60
BIG = ["play", "400x400/48000", "--no-guess", "--seed", "worker"]
QUICK = ["play", "60x50/700", "--no-guess", "--seed", "worker"]


def workers_of(terminal: Terminal) -> list[int]:
    """The worker processes that the program has started and that are alive, or dead and not reaped."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == terminal.pid:
                found.append(int(entry.name))
    return found


def begun(terminal: Terminal) -> int:
    """The worker process, once it is there."""
    terminal.wait_for("Start at the mark")
    terminal.wait_for(lambda screen: len(workers_of(terminal)) == 1)
    return workers_of(terminal)[0]


@pytest.mark.parametrize("way", ["q", "menu", "term", "hup", "kill"])
def test_no_worker_is_left_behind(tmp_path: Path, way: str) -> None:
    with Terminal.program(BIG, tmp_path) as terminal:
        worker = os.pidfd_open(begun(terminal))
        if way == "q":
            terminal.press("q")
        elif way == "menu":
            terminal.press("x", "m")
            terminal.wait_for("Replays")
            terminal.wait_for(lambda screen: not workers_of(terminal))
            terminal.press("q")
        else:
            terminal.signal({"term": signal.SIGTERM, "hup": signal.SIGHUP, "kill": signal.SIGKILL}[way])
        terminal.wait_exit()
        # After kill -9 nobody can stop the worker: it notices by itself that its pipe has ended.
        ended, _, _ = select.select([worker], [], [], PATIENCE if way == "kill" else 0)
        os.close(worker)
        assert ended
        if way != "kill":
            terminal.assert_restored()


def test_a_board_that_is_ready_is_opened_and_its_worker_is_gone(tmp_path: Path) -> None:
    with Terminal.program(QUICK, tmp_path) as terminal:
        terminal.wait_for("its board is ready")
        assert workers_of(terminal) == []
        terminal.press("space")
        terminal.wait_for("adjusted")
        terminal.quit("q")


def test_esc_answers_while_the_player_waits_for_the_worker(tmp_path: Path) -> None:
    with Terminal.program(BIG, tmp_path) as terminal:
        begun(terminal)
        terminal.press("space")
        terminal.wait_for("Making a no-guess board")
        terminal.press("esc")
        terminal.wait_for("No board was made. Open a cell to try again.")
        terminal.wait_for(lambda screen: not workers_of(terminal))
        terminal.quit("q")


def test_where_no_process_can_be_started_the_board_is_made_all_the_same(tmp_path: Path) -> None:
    def play() -> int:
        sys.executable = os.path.join(str(tmp_path), "nowhere")
        from minesweeper.cli import main

        return main(QUICK)

    with Terminal.call(play, tmp_path) as terminal:
        terminal.wait_for("60x50")
        terminal.settle()
        assert not terminal.screen.shows("Start at the mark")
        terminal.press("space")
        terminal.wait_for("adjusted")
        terminal.quit("q")
