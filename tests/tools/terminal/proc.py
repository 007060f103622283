"""What the system knows about another process: whether it waits for input.

This comes from /proc. On systems without it, `ps` at least says whether a process sleeps.
"""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

AVAILABLE = Path("/proc/self/task").is_dir() and Path("/proc/self/status").is_file()

# The calls in which a program waits for input or a signal: epoll in all its forms, pause, sigsuspend, sigtimedwait,
# and restart_syscall, which is what poll becomes after SIGCONT; then those that must be looked at more closely.
_CALLS = {
    "x86_64": {"wait": {34, 128, 130, 219, 232, 281, 441}, "read": {0}, "select": {23, 270}, "poll": {7, 271}},
    "aarch64": {"wait": {22, 128, 133, 137, 441}, "read": {63}, "select": {72}, "poll": {73}},
}.get(platform.machine())


def resting(pid: int) -> tuple[int, ...] | None:
    """A value that stays the same while the process waits without a break. None while it doesn't wait.

    Equal values before and after some checks mean that it slept during all of them, because waking adds a context
    switch.
    """
    mark = []
    for task in sorted(os.listdir(f"/proc/{pid}/task"), key=int):
        fields = _status(f"/proc/{pid}/task/{task}/status")
        if not fields["State"].startswith("S"):
            return None
        if int(task) == pid and not _waits_for_input(pid):
            return None
        mark += [int(task), int(fields["voluntary_ctxt_switches"]), int(fields["nonvoluntary_ctxt_switches"])]
    return tuple(mark)


def is_asleep(pid: int) -> bool:
    """Whether the process sleeps for any reason, according to `ps`."""
    state = subprocess.run(["ps", "-o", "state=", "-p", str(pid)], capture_output=True, check=False).stdout
    return state.strip()[:1] in (b"S", b"I")


def describe(pid: int) -> str:
    """The state and the system call of the process, for messages."""
    try:
        call = Path(f"/proc/{pid}/syscall").read_text().split(" ")[0].strip()
        return f"{_status(f'/proc/{pid}/status')['State']}, system call {call}"
    except OSError as error:
        return str(error)


def _status(path: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in Path(path).read_text(errors="replace").splitlines())
    return {name: value.strip() for name, _, value in pairs}


def _waits_for_input(pid: int) -> bool:
    """False when it sleeps on something else, such as a lock, a child or time.sleep; true when nobody can say."""
    if _CALLS is None:
        return True
    try:
        words = Path(f"/proc/{pid}/syscall").read_text().split()
    except PermissionError:
        return True
    if words[0] == "running":
        return False
    call = next((name for name, numbers in _CALLS.items() if int(words[0]) in numbers), None)
    if call == "read":
        return _reads_terminal(pid, int(words[1], 16))
    # Waiting for no descriptor at all is how time.sleep worked up to Python 3.10.
    return call == "wait" or (call == "select" and int(words[1], 16) > 0) or (call == "poll" and int(words[2], 16) > 0)


def _reads_terminal(pid: int, descriptor: int) -> bool:
    """False when it reads a pipe or a socket, which is to wait for another program and not for the player."""
    try:
        return os.readlink(f"/proc/{pid}/fd/{descriptor}").startswith("/dev/")
    except OSError:
        return True
