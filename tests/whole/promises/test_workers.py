"""Worker processes of the real program: started with a big board, gone with the game, however the program ends."""

from __future__ import annotations

import os
import select
import signal
from pathlib import Path

import pytest

from tests.tools.terminal.proc import AVAILABLE
from tests.tools.terminal.session import Terminal

pytestmark = pytest.mark.skipif(not AVAILABLE or not hasattr(os, "pidfd_open"), reason="watches processes")
PATIENCE = 60
BIG = ["play", "400x400/48000", "--no-guess", "--seed", "worker"]


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
