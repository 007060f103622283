"""The child side of the pseudo-terminal: the program under test, and its keeper, which plays the shell.

The keeper leads the session. So Ctrl-Z stops only the program, the terminal outlives the program with the settings that
it left, and a hang-up reaches the program through its shell. No function here returns to the test runner.
"""

from __future__ import annotations

import atexit
import contextlib
import locale
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

with contextlib.suppress(ImportError):  # Windows has neither of them, so it has no `Terminal`
    import fcntl
    import termios

# Descriptors of every open session. A copy left in some program would keep a closed terminal alive.
OWNED: set[int] = set()

# Objects that would close or flush the runner's files if the child dropped them.
_kept: list[object] = []

_SHELL_IGNORES = ("SIGINT", "SIGQUIT", "SIGTSTP", "SIGTTIN", "SIGTTOU")


@dataclass(frozen=True)
class Plan:
    """What to run and in which environment. `target` may exec; otherwise its result is the exit status."""

    target: Callable[[], int | None]
    environment: dict[str, str]
    cwd: Path
    ignored: tuple[signal.Signals, ...]
    fresh: bool  # The target may replace this process, so it must find the signals as a shell leaves them.


@dataclass(frozen=True)
class Keeper:
    """The process of the keeper, the pipe with its reports, and the pipe that ends it when closed."""

    pid: int
    events: int
    leash: int


def start(plan: Plan, slave: int) -> Keeper:
    """Forks the keeper, which forks the program."""
    events, events_out = os.pipe()
    leash_in, leash = os.pipe()
    OWNED.update((events, leash))
    with warnings.catch_warnings():
        # Threads of the test runner are no danger here: the child never touches what they might have locked.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        _forked(lambda: _keep(plan, slave, events_out, leash_in))
    os.close(events_out)
    os.close(leash_in)
    return Keeper(pid, events, leash)


def _forked(work: Callable[[], NoReturn]) -> NoReturn:
    try:
        work()
    finally:
        os._exit(70)


def _close_all(descriptors: Iterable[int]) -> None:
    for descriptor in descriptors:
        with contextlib.suppress(OSError):
            os.close(descriptor)


def _keep(plan: Plan, slave: int, events: int, leash: int) -> NoReturn:
    _close_all(OWNED - {slave})
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for name in _SHELL_IGNORES:
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    pid = os.fork()
    if pid == 0:
        _close_all((events, leash))
        _forked(lambda: _run(plan, slave))
    with contextlib.suppress(OSError):
        os.setpgid(pid, pid)

    def pass_hang_up_on(*_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGHUP)

    def bring_to_foreground(*_: object) -> None:
        os.tcsetpgrp(slave, pid)
        os.killpg(pid, signal.SIGCONT)

    signal.signal(signal.SIGHUP, pass_hang_up_on)
    signal.signal(signal.SIGUSR1, bring_to_foreground)
    _report(events, f"started {pid}")
    _watch(pid, slave, events)
    # The keeper stays, and with it the session and its terminal, until the test has looked at them.
    os.read(leash, 1)
    os._exit(0)


def _watch(pid: int, slave: int, events: int) -> None:
    while True:
        _, status = os.waitpid(pid, os.WUNTRACED | os.WCONTINUED)
        if os.WIFCONTINUED(status):
            _report(events, "resumed")
            continue
        # Take the terminal back, as a shell does: a stopped program must not hear of a resize.
        with contextlib.suppress(OSError):
            os.tcsetpgrp(slave, os.getpgrp())
        if os.WIFSTOPPED(status):
            _report(events, "stopped")
            continue
        code = os.waitstatus_to_exitcode(status)
        code = 128 - code if code < 0 else code
        _report(events, f"ended {code}")
        return


def _report(events: int, line: str) -> None:
    with contextlib.suppress(BrokenPipeError):
        os.write(events, line.encode() + b"\n")


def _run(plan: Plan, slave: int) -> NoReturn:
    os.setpgid(0, 0)
    os.tcsetpgrp(slave, os.getpgrp())
    for number in (0, 1, 2):
        os.dup2(slave, number)
    if slave > 2:
        os.close(slave)
    _set_signals(plan)
    _set_surroundings(plan)
    _set_interpreter()
    os._exit(_outcome(plan.target))


def _set_signals(plan: Plan) -> None:
    signal.set_wakeup_fd(-1)
    left_alone = {signal.SIGKILL, signal.SIGSTOP}
    for number in signal.valid_signals() - left_alone:
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
    if not plan.fresh:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for name in ("SIGPIPE", "SIGXFSZ"):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    for number in plan.ignored:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _set_surroundings(plan: Plan) -> None:
    sys.path[:] = [os.path.abspath(place) for place in sys.path]
    os.chdir(plan.cwd)
    os.environ.clear()
    for name in ("LINES", "COLUMNS"):
        os.unsetenv(name)  # readline sets them behind the back of os.environ
    os.environ.update(plan.environment)
    time.tzset()
    # The interpreter does this at its start, and ignores a missing locale too.
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_CTYPE, "")


def _set_interpreter() -> None:
    """Removes the hooks of the test runner and gives the program its own standard streams."""
    _kept.extend((sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__))
    codeset = locale.nl_langinfo(locale.CODESET)
    # In the C locale the interpreter speaks UTF-8 all the same (PEP 540).
    encoding = "utf-8" if codeset in ("ANSI_X3.4-1968", "US-ASCII") else codeset
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = open(number, "w" if number else "r", encoding=encoding, closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.excepthook, sys.unraisablehook = sys.__excepthook__, sys.__unraisablehook__
    atexit._clear()
    warnings.resetwarnings()
    for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
        warnings.simplefilter("ignore", category)


def _outcome(target: Callable[[], int | None]) -> int:
    """Runs the target as the interpreter runs a script, and returns the exit status."""
    interrupted = False
    code: object = 1
    try:
        code = target()
    except SystemExit as end:
        code = end.code
    except BaseException as error:
        interrupted = isinstance(error, KeyboardInterrupt)
        sys.excepthook(*sys.exc_info())
    if code is not None and not isinstance(code, int):
        print(code, file=sys.stderr)
        code = 1
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    if interrupted:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    return (code or 0) & 0xFF
