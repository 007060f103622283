"""The private terminfo entry, by which curses sends 24-bit colours: it is a copy that keeps everything else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.draw.rgb import DIRECT_COLOURS
from minesweeper.ui.terminal.terminfo import (
    CompiledEntry,
    EntryError,
    PrivateEntry,
    has_indexed_colours,
    private_entry,
    read_entry,
    with_direct_colours,
    write_entry,
)
from tests.tools.posix import has_posix

TEXTS = st.none() | st.binary(max_size=6).map(lambda text: text.replace(b"\0", b""))
NAMES = st.lists(st.text("abcXY", min_size=1, max_size=4).map(str.encode), unique=True, min_size=3, max_size=6)


@st.composite
def entries(draw: st.DrawFn) -> CompiledEntry:
    names = draw(NAMES)
    cut = draw(st.integers(0, len(names)))
    more = draw(st.integers(cut, len(names)))
    has_extension = draw(st.booleans())
    return CompiledEntry(
        b"xterm|a terminal",
        draw(st.lists(st.integers(0, 1), max_size=40)),
        draw(st.lists(st.integers(-1, 1 << 24), max_size=40)),
        draw(st.lists(TEXTS, max_size=420)),
        {name: draw(st.integers(0, 1)) for name in names[:cut]} if has_extension else {},
        {name: draw(st.integers(-1, 1 << 24)) for name in names[cut:more]} if has_extension else {},
        {name: draw(TEXTS) for name in names[more:]} if has_extension else {},
    )


@given(entries())
def test_a_terminfo_entry_that_is_written_and_read_stays_the_same(entry: CompiledEntry) -> None:
    assert read_entry(write_entry(entry)) == entry


@given(entries())
def test_the_private_entry_changes_only_the_colours_of_terminfo(entry: CompiledEntry) -> None:
    private = read_entry(write_entry(with_direct_colours(entry)))
    assert private.names == entry.names
    assert private.extended_strings.items() >= entry.extended_strings.items()
    changed = {
        place
        for place, text in enumerate(private.strings)
        if text != (entry.strings[place] if place < len(entry.strings) else None)
    }
    assert changed <= {298, 299, 359, 360}
    assert private.numbers[13] == DIRECT_COLOURS
    assert private.strings[299] is None
    assert not private.booleans[27]


@given(st.binary(max_size=200))
def test_malformed_terminfo_entries_are_refused(data: bytes) -> None:
    try:
        read_entry(data)
    except EntryError:
        return
    assert data[:2] in (b"\x1a\x01", b"\x1e\x02")


def installed_entries() -> list[Path]:
    folders = [Path(folder) for folder in ("/lib/terminfo", "/usr/share/terminfo", "/etc/terminfo")]
    return sorted(file for folder in folders for file in folder.glob("*/*") if file.is_file())


def test_every_installed_terminfo_entry_can_be_read_and_written() -> None:
    for file in installed_entries():
        entry = read_entry(file.read_bytes())
        assert read_entry(write_entry(entry)) == entry, file


@pytest.mark.parametrize("term", ["", "../x", "no-such-terminal", ".."])
def test_an_unknown_terminal_has_no_private_entry(term: str) -> None:
    assert private_entry({"TERM": term}) == PrivateEntry()


def test_a_terminfo_entry_in_the_home_folder_comes_first(tmp_path: Path) -> None:
    known = next(file for file in installed_entries() if has_indexed_colours(read_entry(file.read_bytes())))
    name = known.name
    (tmp_path / ".terminfo" / name[0]).mkdir(parents=True)
    entry = read_entry(known.read_bytes())
    poor = entry._replace(numbers=[8 if place == 13 else number for place, number in enumerate(entry.numbers)])
    home = {"TERM": name, "HOME": str(tmp_path)}
    assert private_entry(home).terminfo.startswith("hex:")
    (tmp_path / ".terminfo" / name[0] / name).write_bytes(write_entry(poor))
    assert private_entry(home) == PrivateEntry()


@pytest.mark.skipif(not has_posix(), reason="needs a file system with pipes")
def test_a_pipe_in_the_terminfo_folder_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    os.mkfifo(tmp_path / "x" / "xterm-256color")
    assert private_entry({"TERM": "xterm-256color", "TERMINFO": str(tmp_path)}) == private_entry(
        {"TERM": "xterm-256color"}
    )


@pytest.mark.parametrize(("extension", "is_certain"), [({b"Tc": 1}, True), ({b"RGB": 1}, True), ({b"AX": 1}, False)])
def test_a_terminfo_entry_can_declare_24_bit_colours(
    extension: dict[bytes, int], is_certain: bool, tmp_path: Path
) -> None:
    numbers, strings = [-1] * 13 + [256], [None] * 359 + [b"\x1b[38;5;%p1%dm"]
    entry = CompiledEntry(b"xs", [], numbers, strings, extension, {}, {})
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "xs").write_bytes(write_entry(entry))
    assert private_entry({"TERM": "xs", "TERMINFO": str(tmp_path)}).is_certain == is_certain
