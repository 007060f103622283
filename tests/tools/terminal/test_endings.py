"""However a program ends, the test terminal knows its exit status, finds what it left changed, and cleans up."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import tty

from tests.tools.terminal import child
from tests.tools.terminal.programs import say, window
from tests.tools.terminal.session import Terminal


@pytest.mark.parametrize(
    ("mess", "complaint"),
    [
        ("\x1b[?1003;1006h", r"modes \[1003, 1006\]"),
        ("\x1b[?1049h", "alternate buffer"),
        ("\x1b[?25l", "cursor is hidden"),
        ("\x1b[?1h", "application mode"),
        ("\x1b=", "application mode"),
        ("\x1b[?7l", "do not wrap"),
        ("\x1b[31m", "text comes out as"),
        ("\x1b(0", "letters come out as lines"),
        ("\x1b[2;5r", "only rows"),
        ("\x1b]0;title", "is unfinished"),
        ("\x1b[Hx", "the main buffer began with"),
        (lambda: tty.setraw(0), "termios lflag was"),
    ],
)
def test_assert_restored_notices_a_terminal_that_wasnt_restored(
    tmp_path: Path, mess: str | Callable[[], None], complaint: str
) -> None:
    def spoil() -> None:
        say(mess) if isinstance(mess, str) else mess()

    with Terminal.call(spoil, tmp_path) as terminal:
        assert terminal.wait_exit() == 0
        with pytest.raises(AssertionError, match=complaint):
            terminal.assert_restored()


@pytest.mark.parametrize("ending", ["running", "stopped", "ended", "closed"])
def test_a_closed_test_terminal_leaves_no_process_or_descriptor(tmp_path: Path, ending: str) -> None:
    before = set(child.OWNED)
    with Terminal.call(window, tmp_path) as terminal:
        terminal.settle()
        if ending == "stopped":
            terminal.stop()
        elif ending == "ended":
            terminal.quit("q")
        elif ending == "closed":
            terminal.close_terminal()
    assert before == child.OWNED
    with pytest.raises(ProcessLookupError):
        os.kill(terminal.pid, 0)
