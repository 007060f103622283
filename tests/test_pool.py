"""Work in several processes: the same results in the same order, and nothing left behind however it ends."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.pool import work_all

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60

# Workers load the main program again: a small script is quicker than the test runner.
ENDLESS = """
import sys, time
from minesweeper.pool import work_all

if __name__ == "__main__":
    try:
        for _ in work_all(time.sleep, [0] * 100 + [3600] * 10_000, 2):
            print("begun", flush=True)
    except KeyboardInterrupt:
        sys.exit(130)
"""
SQUARES = """
import os
from minesweeper.pool import WorkerError, work_all

def square(number):
    return number * number

if __name__ == "__main__":
    print(list(work_all(square, range(300), 2)))
    try:
        list(work_all(os._exit, [1, 2, 3], 2))
    except WorkerError as error:
        print(error)
"""


def start(folder: Path, text: str) -> subprocess.Popen[bytes]:
    script = folder / "script.py"
    script.write_text(text)
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )


def test_results_come_in_the_order_of_the_items_and_an_early_end_is_told(tmp_path: Path) -> None:
    output, errors = start(tmp_path, SQUARES).communicate(timeout=PATIENCE)
    assert errors == b""
    squares, error = output.decode().splitlines()
    assert json.loads(squares) == [number * number for number in range(300)]
    assert error == "a worker process ended before its work: perhaps the memory is full, try fewer --jobs"


def test_one_job_or_one_item_needs_no_process() -> None:
    assert list(work_all(lambda number: number + 1, [1, 2], 1)) == [2, 3]
    assert list(work_all(lambda number: number + 1, [1], 8)) == [2]
    assert list(work_all(lambda number: number + 1, [], 8)) == []


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["interrupted", "killed"])
def test_no_worker_outlives_the_program(tmp_path: Path, number: signal.Signals) -> None:
    """The workers have the program's error stream: it ends when the last of them has ended."""
    process = start(tmp_path, ENDLESS)
    with process:
        assert process.stdout is not None
        assert select.select([process.stdout], [], [], PATIENCE)[0]
        assert process.stdout.readline() == b"begun\n"
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as Ctrl-C does: all processes of the terminal get it
        else:
            process.send_signal(number)
        try:
            errors = process.communicate(timeout=PATIENCE)[1]
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert b"Traceback" not in errors
    assert process.returncode == (130 if number == signal.SIGINT else -number)
