"""The progress line is shown on terminals only and removed at the end. In files it becomes lines on request."""

from __future__ import annotations

import io
import sys
import threading

import pytest

from minesweeper.core import progress
from minesweeper.core.progress import progress_line, with_seconds


class Heard(io.StringIO):
    """A stream that can be waited for until something is written. On request it is a terminal with 80 columns."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.isatty = lambda: is_terminal  # type: ignore[method-assign]
        self._written = threading.Event()

    def flush(self) -> None:
        self._written.set()

    def wait(self) -> None:
        """Waits until a text is written after this call began."""
        for _ in range(2):
            self._written.clear()
            assert self._written.wait(60)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(progress, "EVERY_ELSEWHERE", 0.0)


def test_progress_is_shown_on_a_terminal_and_removed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, text = Heard(is_terminal=True), "1 of 10"
    monkeypatch.setattr(sys, "stderr", stream)
    with progress_line(lambda: text):
        for text in ("1 of 10", "2", "3" * 100):  # noqa: B007  (the other thread reads the variable)
            stream.wait()
    shown = stream.getvalue().split("\r")
    assert {line.rstrip() for line in shown} == {"", "1 of 10", "2", "3" * 79}
    assert "2      " in shown
    assert shown[-2:] == [" " * 79, ""]


def test_progress_in_a_file_is_written_as_lines_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Heard(is_terminal=False)
    monkeypatch.setattr(sys, "stderr", stream)
    with progress_line(pytest.fail):
        pass
    assert stream.getvalue() == ""
    with progress_line(lambda: "1 of 10", elsewhere=True):
        stream.wait()
    assert set(stream.getvalue().splitlines()) == {"1 of 10"}


def test_work_continues_when_its_progress_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, tried = Heard(is_terminal=True), threading.Event()

    def write(text: str) -> int:
        tried.set()
        raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(stream, "write", write)
    with progress_line(lambda: "1 of 10"):
        assert tried.wait(60)


def test_work_that_cannot_be_counted_shows_its_seconds() -> None:
    assert with_seconds("Reading...")() == "Reading... 0 s"
