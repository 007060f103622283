"""One process in a terminal for a long time: its memory and its open files must come to a rest.

When the player quits, the program begins anew in the same process, so that nothing left behind is missed.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from pathlib import Path

from minesweeper.cli import main
from tests.tools.monkey.laws import Book
from tests.tools.monkey.outside import check_screen
from tests.tools.monkey.steps import Monkey, Step
from tests.tools.terminal.session import Terminal

SAMPLES = 20
GROWTH = 16 << 20
"""Bytes that memory may grow by from the second quarter of the time to the last one: caches that fill up."""
ENDED = 128 + signal.SIGTERM


def soak(minutes: float, seed: int) -> int:
    """Plays for some minutes and watches memory and open files; the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        with Terminal.call(play_for_ever, home, deadline=120.0) as terminal:
            events, samples = _watch(terminal, seed, minutes * 60)
            terminal.signal(signal.SIGTERM)
            assert terminal.wait_exit() == ENDED
            terminal.assert_restored()
        Book().audit(home / ".local" / "share" / "minesweeper")
    quarter = max(1, len(samples) // 4)
    (early, files), (late, files_late) = (
        (max(sample[0] for sample in part), max(sample[1] for sample in part))
        for part in (samples[quarter : 2 * quarter], samples[-quarter:])
    )
    print(
        f"{events:,} events in {minutes:g} minutes; memory {early >> 20} -> {late >> 20} MB,"
        f" open files {files} -> {files_late}"
    )
    return int(late - early > GROWTH or files_late > files)


def play_for_ever() -> int:
    """Starts the program again whenever the player quits, until a signal ends it."""
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)  # keys typed between two lives, when the terminal is nobody's
    status = 0
    while status != ENDED:
        status = main([])
    return status


def _watch(terminal: Terminal, seed: int, seconds: float) -> tuple[int, list[tuple[int, int]]]:
    """How many events were sent, and samples of the memory and the open files in between."""
    samples: list[tuple[int, int]] = []
    events, begun = 0, time.monotonic()
    for step in Monkey(seed, quits=False).steps(1 << 60):
        _do(terminal, step)
        events += step.kind != "rest"
        assert terminal.exit_status is None, terminal.screen.picture()
        passed = time.monotonic() - begun
        if passed > seconds / SAMPLES * (len(samples) + 1):
            samples.append((terminal.memory().resident, len(os.listdir(f"/proc/{terminal.pid}/fd"))))
            print(f"  {events:,} events: {samples[-1][0] >> 20} MB, {samples[-1][1]} open files", flush=True)
        if passed > seconds and step.kind == "rest":
            break
    return events, samples


def _do(terminal: Terminal, step: Step) -> None:
    if step.kind == "send":
        terminal.send(step.value.encode("latin-1"))
    elif step.kind == "size":
        terminal.resize(*step.value)
    elif step.kind == "signal":
        terminal.signal(getattr(signal, step.value))
    else:
        terminal.settle()
        while terminal.stopped:
            terminal.cont()
            terminal.settle()
        check_screen(terminal.screen)
        del terminal.screen.raw[:]
