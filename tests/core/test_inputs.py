"""What commands read: a file or the standard input, within a bound, and refusals as sentences."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from minesweeper.core.inputs import InputError, open_input, read_input


def test_a_file_and_the_input_are_read_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "-").write_bytes(b"file")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"input")))
    monkeypatch.chdir(tmp_path)
    assert read_input("-", 5) == b"input"
    assert read_input(Path("-"), 5) == b"file"


def test_more_than_is_allowed_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(bytes(1001))
    with pytest.raises(InputError, match=r"large' has more than 1,000 bytes: no larger file is read"):
        read_input(tmp_path / "large", 1000)


@pytest.mark.parametrize("name", ["nothing", ".", "x" * 300, "a\0b", "\x1b[2J"])
def test_what_can_not_be_read_is_told_in_a_sentence_that_can_be_shown(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="can't be read: ") as refusal:
        read_input(name, 10)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 300


def test_an_input_that_is_closed_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with os.fdopen(os.open(os.devnull, os.O_WRONLY), encoding="ascii") as closed:
        monkeypatch.setattr(sys, "stdin", closed)
        with pytest.raises(InputError, match=r"^the input can't be read: it is closed$"), open_input("-") as stream:
            stream.readline()
