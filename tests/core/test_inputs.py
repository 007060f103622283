"""What commands read: a file or the standard input, within a bound, and refusals as sentences."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.inputs import InputError, bounded_lines, counted, lines_of, open_input, read_input


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


class Endless(io.BytesIO):
    """A stream whose one line never ends; it counts the bytes that were asked for."""

    asked = 0

    def readline(self, size: int | None = None, /) -> bytes:
        assert size is not None
        self.asked += size
        return b" " * size


def test_of_a_line_without_an_end_no_more_is_read_than_is_needed_to_refuse_it() -> None:
    stream = Endless()
    assert len(next(bounded_lines(stream, 1000))) == stream.asked == 1001


def test_after_a_line_that_is_too_long_the_next_one_is_read() -> None:
    stream = io.BytesIO(b"x" * 2005 + b"\nnext\n")
    first, second = bounded_lines(stream, 1000)
    assert (len(first), second) == (1001, b"next\n")


@given(st.text(st.sampled_from("a\r\n\x0b\x85\u2028"), max_size=30))
def test_the_lines_of_a_text_are_those_of_a_file(text: str) -> None:
    assert list(lines_of(text)) == list(io.StringIO(text))


def test_now_and_then_it_is_told_how_many_there_were() -> None:
    told: list[str] = []
    assert sum(1 for _ in counted(range(2500), "lines read", told.append)) == 2500
    assert told == ["1,000 lines read", "2,000 lines read"]
