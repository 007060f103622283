"""Starts Minesweeper, installed or as a module (python -m minesweeper). Tested in tests/test_cli.py."""

from __future__ import annotations

import _thread
import sys
import time


def main() -> int:
    """Runs the program. Ctrl-C during loading ends it without a word, as later."""
    sys.unraisablehook = _send_again
    try:
        from minesweeper.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


def _send_again(lost: sys.UnraisableHookArgs) -> None:
    """Sends Ctrl-C again if it came where Python drops exceptions, as one in hundreds does while modules load."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        _thread.start_new_thread(_interrupt_soon, (_thread.get_ident(),))
    else:
        sys.__unraisablehook__(lost)


def _interrupt_soon(thread: int) -> None:
    time.sleep(0.01)  # sent at once, it would be dropped as well
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        import signal  # loaded late: Ctrl-C must work before anything is loaded

        signal.pthread_kill(thread, signal.SIGINT)  # which also ends a wait for input


if __name__ == "__main__":
    sys.exit(main())
