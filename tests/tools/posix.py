"""Whether this system has what POSIX systems have, such as pseudo-terminals, fork, limits, signals and links.

Tests that need it are marked ``posix`` with the reason and are skipped on other systems. `Terminal` skips a test by
itself. ``pytest -p tests.tools.posix`` runs as on a system without all of it, on which every test must still be
collected.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import types

# Modules and functions that Windows lacks, and some that Python may be built without.
MODULES = "termios fcntl pty tty resource pwd grp readline syslog crypt".split()
NAMES = {
    "os": (
        "fork forkpty getuid geteuid getgid getegid getpgid getpgrp setsid setuid setgid setgroups killpg nice uname"
        " openpty ctermid sched_getaffinity getloadavg chown fchmod fchown tcgetpgrp tcsetpgrp wait3 wait4 WNOHANG"
        " WUNTRACED WCONTINUED WIFSTOPPED WIFCONTINUED set_blocking posix_spawn O_NOFOLLOW O_NONBLOCK O_DIRECTORY"
        " mkfifo sysconf setpgid"
    ).split(),
    "signal": (
        "SIGTSTP SIGCONT SIGWINCH SIGHUP SIGQUIT SIGKILL SIGSTOP SIGPIPE SIGUSR1 SIGUSR2 SIGALRM SIGCHLD SIGTTIN"
        " SIGTTOU SIGXFSZ pthread_sigmask setitimer alarm pause sigwait siginterrupt SIG_BLOCK SIG_SETMASK"
    ).split(),
    "time": ["tzset"],
    "locale": ["nl_langinfo", "CODESET"],
}
LOADED_BEFORE = (
    "asyncio concurrent.futures.process distributed multiprocessing.connection multiprocessing.popen_spawn_posix"
    " multiprocessing.queues multiprocessing.synchronize subprocess tempfile"
).split()
"""Modules that look at the system while they are loaded, and would not see the real one."""

_NEEDED_HERE = {"os": ["WNOHANG"], "signal": ["SIGKILL"]}
"""Modules that Python's own processes need on this system, once the tests run."""
_taken: dict[tuple[str, str], object] = {}


def has_posix() -> bool:
    """Whether the modules exist that a pseudo-terminal needs."""
    try:
        import fcntl  # noqa: F401
        import termios  # noqa: F401
    except ImportError:
        return False
    return True


def take_away() -> None:
    """Removes from this interpreter what Windows lacks. Modules that are already loaded keep it."""
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in NAMES.items():
        loaded = importlib.import_module(module)
        for name in names:
            if hasattr(loaded, name):
                _taken[module, name] = getattr(loaded, name)
                delattr(loaded, name)


def lock_as_windows() -> None:
    """Adds the module by which Windows locks files, if it is missing. Here it locks nothing."""
    module = types.ModuleType("msvcrt")
    vars(module).update(LK_NBLCK=2, locking=lambda *_: None)
    sys.modules.setdefault("msvcrt", module)


class _RealSystem(types.ModuleType):
    """What Python's own processes see as `sys`, because they often ask which system it is."""

    platform = sys.platform

    def __getattr__(self, name: str) -> object:
        return getattr(sys, name)


def pytest_sessionstart() -> None:
    """As a plugin of pytest: what the runner itself needs is loaded by now."""
    for name in LOADED_BEFORE:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    assert os.name == "posix", "here it is missing anyway"
    take_away()
    lock_as_windows()
    for name, module in list(sys.modules.items()):
        # From Python 3.12 on shutil.which would ask a module of Windows, which isn't there.
        if name.startswith(("multiprocessing.", "shutil")) and "sys" in vars(module):
            vars(module)["sys"] = _RealSystem("sys")
    sys.platform = "win32"


def pytest_collection_finish() -> None:
    """What the tests themselves lack was missed while they were loaded."""
    for module, names in _NEEDED_HERE.items():
        for name in names:
            if (module, name) in _taken:
                setattr(sys.modules[module], name, _taken[module, name])
