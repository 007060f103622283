"""Files that are written for the player: whole or not at all, over no other unasked, through no link."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import pytest

from minesweeper.core.outputs import OutputError, new_file
from tests.tools.posix import has_posix

ROOT = Path(__file__).resolve().parents[2]

# In a process of its own, because the limit would also stop the test runner from writing.
FULL = """
import resource, signal, sys
from minesweeper.core.outputs import OutputError, new_file
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


def test_a_file_is_there_when_it_is_whole(tmp_path: Path) -> None:
    with new_file(tmp_path / "new.txt") as stream:
        stream.write("é\n")
        stream.flush()
        assert not (tmp_path / "new.txt").exists()
    assert (tmp_path / "new.txt").read_bytes() == b"\xc3\xa9\n"
    assert os.listdir(tmp_path) == ["new.txt"]


@pytest.mark.parametrize("name", ["x" * 255, "\U0001f6a9" * 63])
def test_a_name_may_be_as_long_as_names_can_be(tmp_path: Path, name: str) -> None:
    with new_file(tmp_path / name) as stream:
        stream.write("new")
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("end", [KeyboardInterrupt, ValueError, SystemExit])
def test_what_is_stopped_leaves_nothing_and_changes_nothing(
    tmp_path: Path, force: bool, end: type[BaseException]
) -> None:
    path = tmp_path / "file.txt"
    if force:
        path.write_text("precious")
    before = os.listdir(tmp_path)
    with pytest.raises(end), new_file(path, force=force) as stream:
        stop(stream, end)
    assert os.listdir(tmp_path) == before
    assert not force or path.read_text() == "precious"


@pytest.mark.posix("needs a limit of file sizes")
def test_a_disk_that_is_full_leaves_nothing_and_changes_nothing(tmp_path: Path) -> None:
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
    with pytest.raises(OutputError, match="it is there already, and only --force replaces it"), new_file(path):
        pass
    assert path.read_text() == "precious"
    with new_file(path, force=True) as stream:
        stream.write("new")
    assert path.read_text() == "new"
    assert not has_posix() or path.stat().st_mode & 0o077 == 0


def test_a_file_that_comes_up_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    with pytest.raises(OutputError, match="there already"), new_file(path):
        path.write_text("precious")
    assert (os.listdir(tmp_path), path.read_text()) == (["file.txt"], "precious")


@pytest.mark.posix("needs links")
@pytest.mark.parametrize("target", ["precious.txt", "nothing.txt"])
def test_nothing_is_written_through_a_link(tmp_path: Path, target: str) -> None:
    (tmp_path / "precious.txt").write_text("precious")
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / target)
    with pytest.raises(OutputError, match="there already"), new_file(link):
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
        with pytest.raises(OutputError, match="can't be written: it is no regular file"), new_file(path, force=True):
            pass
