"""Reading stops at a size limit. Files are written completely or not at all, and never through a link."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.files import (
    InputError,
    OutputError,
    bounded_lines,
    lines_of,
    new_file,
    open_input,
    read_input,
)
from tests.tools.posix import has_posix


def test_a_file_and_standard_input_are_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "-").write_bytes(b"file")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"input")))
    monkeypatch.chdir(tmp_path)
    assert read_input("-", 5) == b"input"
    assert read_input(Path("-"), 5) == b"file"


def test_a_file_over_the_size_limit_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(bytes(1001))
    with pytest.raises(InputError, match=r"large' is too large. Use a file of at most 1,000 bytes"):
        read_input(tmp_path / "large", 1000)


@pytest.mark.parametrize("name", ["nothing", ".", "x" * 300, "a\0b", "\x1b[2J"])
def test_an_unreadable_file_is_reported_in_a_printable_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="can't be read") as refusal:
        read_input(name, 10)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 300


def test_a_closed_standard_input_is_reported_as_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with os.fdopen(os.open(os.devnull, os.O_WRONLY), encoding="ascii") as closed:
        monkeypatch.setattr(sys, "stdin", closed)
        with (
            pytest.raises(InputError, match=r"^standard input can't be read: it is closed$"),
            open_input("-") as stream,
        ):
            stream.readline()


class Endless(io.BytesIO):
    """A stream with a single line that never ends. It counts the bytes that were asked for."""

    asked = 0

    def readline(self, size: int | None = None, /) -> bytes:
        assert size is not None
        self.asked += size
        return b" " * size


def test_an_endless_line_is_read_only_up_to_its_limit() -> None:
    stream = Endless()
    assert len(next(bounded_lines(stream, 1000))) == stream.asked == 1001


def test_reading_continues_after_a_line_that_is_too_long() -> None:
    stream = io.BytesIO(b"x" * 2005 + b"\nnext\n")
    first, second = bounded_lines(stream, 1000)
    assert (len(first), second) == (1001, b"next\n")


@given(st.text(st.sampled_from("a\r\n\x0b\x85\u2028"), max_size=30))
def test_lines_of_a_text_are_the_same_as_lines_of_a_file(text: str) -> None:
    assert list(lines_of(text)) == list(io.StringIO(text))


ROOT = Path(__file__).resolve().parents[2]

# In a process of its own, because the limit would also stop the test runner from writing.
FULL = """
import resource, signal, sys
from minesweeper.core.files import OutputError, new_file
from tests.tools.posix import has_posix
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    with new_file(sys.argv[1], force=True) as stream:
        for _ in range(10_000):
            stream.write("a line of a long file\\n")
except OutputError as error:
    print(error)
"""


def stop(stream: TextIO, end: type[BaseException]) -> None:
    stream.write("half")
    raise end


def test_a_new_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    with new_file(tmp_path / "new.txt") as stream:
        stream.write("é\n")
        stream.flush()
        assert not (tmp_path / "new.txt").exists()
    assert (tmp_path / "new.txt").read_bytes() == b"\xc3\xa9\n"
    assert os.listdir(tmp_path) == ["new.txt"]


@pytest.mark.parametrize("name", ["x" * 255, "\U0001f6a9" * 63])
def test_a_new_file_may_have_the_longest_possible_name(tmp_path: Path, name: str) -> None:
    with new_file(tmp_path / name) as stream:
        stream.write("new")
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("end", [KeyboardInterrupt, ValueError, SystemExit])
def test_an_interrupted_new_file_leaves_no_trace(tmp_path: Path, force: bool, end: type[BaseException]) -> None:
    path = tmp_path / "file.txt"
    if force:
        path.write_text("precious")
    before = os.listdir(tmp_path)
    with pytest.raises(end), new_file(path, force=force) as stream:
        stop(stream, end)
    assert os.listdir(tmp_path) == before
    assert not force or path.read_text() == "precious"


@pytest.mark.posix("needs a limit of file sizes")
def test_a_full_disk_leaves_the_old_file_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_text("precious")
    command = [sys.executable, "-c", FULL, str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"'{path}' can't be written: File too large\n"
    assert (os.listdir(tmp_path), path.read_text()) == (["file.txt"], "precious")


def test_a_file_is_replaced_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_text("precious")
    path.chmod(0o600)
    with pytest.raises(OutputError, match=r"it exists already. Add --force to replace it"), new_file(path):
        pass
    assert path.read_text() == "precious"
    with new_file(path, force=True) as stream:
        stream.write("new")
    assert path.read_text() == "new"
    assert not has_posix() or path.stat().st_mode & 0o077 == 0


def test_a_file_that_appears_during_writing_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    with pytest.raises(OutputError, match="exists already"), new_file(path):
        path.write_text("precious")
    assert (os.listdir(tmp_path), path.read_text()) == (["file.txt"], "precious")


@pytest.mark.posix("needs links")
@pytest.mark.parametrize("target", ["precious.txt", "nothing.txt"])
def test_a_new_file_is_never_written_through_a_link(tmp_path: Path, target: str) -> None:
    (tmp_path / "precious.txt").write_text("precious")
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / target)
    with pytest.raises(OutputError, match="exists already"), new_file(link):
        pass
    with new_file(link, force=True) as stream:
        stream.write("new")
    assert (link.is_symlink(), link.read_text()) == (False, "new")
    assert (tmp_path / "precious.txt").read_text() == "precious"
    assert not (tmp_path / "nothing.txt").exists()


@pytest.mark.posix("needs pipes with names")
def test_only_a_regular_file_is_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null"), tmp_path):
        with pytest.raises(OutputError, match="can't be written: it isn't a regular file"), new_file(path, force=True):
            pass


def test_reading_stops_at_an_endless_line() -> None:
    class Endless(io.BytesIO):
        """A file of one line without an end."""

        def readline(self, size: int | None = -1, /) -> bytes:
            return chunk

    most = 1 << 24
    chunk = bytes(most + 1)
    with pytest.raises(InputError, match="a line is longer than 1,073,741,824 bytes"):
        list(bounded_lines(Endless(), most))
