"""RAWVF replays: written ones are read back, files of other programs are understood, and bad ones refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards.layout import read_layout
from minesweeper.boards.rawvf import (
    GAME_KINDS,
    MAX_CHARACTERS,
    MOUSE_KINDS,
    RawvfError,
    RawvfEvent,
    Recording,
    read_rawvf,
    write_rawvf,
)
from minesweeper.core.sizes import SpecError
from tests.strategies import layouts

REPLAY = """\
RawVF_Version: Rev5
Program: Minesweeper Clone
Player: Nobody: at all
Level: Custom
Width: 4
Height: 3
Mines: 2
Marks: Off
Time: 1.250

Board:
*000
0000
000*
Events:
-0.10 mv 2 1 (20 5)
0.000 start
0.000 lc 2 1 (20 5)
0.01 lr 2 1 (20 5) (l)
number1 2 1
1.250 rc 5 0 (64 -3)
1.250 rr (63 40)
2.5 mt
won
"""


def test_a_rawvf_replay_is_read_line_by_line() -> None:
    recording = read_rawvf(REPLAY)
    assert recording.layout == read_layout("*1..\n1111\n..1*")
    assert recording.fields == (
        ("RawVF_Version", "Rev5"),
        ("Program", "Minesweeper Clone"),
        ("Player", "Nobody: at all"),
        ("Level", "Custom"),
        ("Marks", "Off"),
        ("Time", "1.250"),
    )
    assert recording.events == (
        RawvfEvent("mv", -100, 0, 1, (20, 5)),
        RawvfEvent("start", 0),
        RawvfEvent("lc", 0, 0, 1, (20, 5)),
        RawvfEvent("lr", 10, 0, 1, (20, 5)),
        RawvfEvent("rc", 1250, -1, 4, (64, -3)),
        RawvfEvent("rr", 1250, None, None, (63, 40)),
        RawvfEvent("mt", 2500),
        RawvfEvent("won"),
    )


def test_the_cell_of_a_rawvf_event_comes_from_its_row_or_its_pixels() -> None:
    recording = read_rawvf(REPLAY)
    assert recording.cell(RawvfEvent("lc", 0, 2, 3, (0, 0))) == 11
    assert recording.cell(RawvfEvent("lc", 0, None, None, (63, 40))) == 11
    assert recording.cell(RawvfEvent("lc", 0, 0, 4)) is None
    assert recording.cell(RawvfEvent("lc", 0, None, None, (5, -1))) is None
    assert recording.cell(RawvfEvent("won")) is None


def test_the_square_size_of_a_rawvf_file_converts_its_pixels() -> None:
    recording = Recording(read_rawvf(REPLAY).layout, (), (("SquareSize", "64"),))
    assert recording.cell(RawvfEvent("lc", 0, 0, 0, (130, 70))) == 6
    assert recording.cell(RawvfEvent("lc", 0, 1, 1)) == 5
    for nonsense in ("", "0", "-5", "many", "9" * 30):
        recording = Recording(recording.layout, (), (("SquareSize", nonsense),))
        assert recording.cell(RawvfEvent("lc", 0, 0, 0, (35, 20))) == 6


def test_a_rawvf_file_may_omit_the_size_of_the_board() -> None:
    recording = read_rawvf("board:\r\n*0\r\n00\r\n\r\nevents:\r\n")
    assert recording == Recording(read_layout("*1\n11"))


def test_comments_of_rawvf_converters_are_ignored() -> None:
    comments = "Cell pressed 1 1\nCell opened (Number 3) 2 2\nFlag removed 1 1\n0.250 Solved 3BV: 1 of 8\nFlag 2 1\n"
    assert read_rawvf("Board:\n*0\nEvents:\n" + comments).events == ()


def test_control_characters_in_rawvf_fields_are_replaced() -> None:
    recording = read_rawvf("Player: A\x1b[2J\u202eB\nBoard:\n0\nEvents:\n")
    assert recording.fields == (("Player", "A?[2J?B"),)


numbers = st.integers(-9_999_000, 9_999_000)
names = st.text("abcXYZ_3 /", min_size=1).filter(lambda name: name == name.strip())
values = st.text().filter(lambda value: value.isprintable() and value == value.strip())
taken = {"width", "height", "mines", "board"}
fields = st.tuples(names, values).filter(lambda pair: pair[0].lower() not in taken)


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    """Any recording that can be written."""
    layout = draw(layouts())
    pixels = st.tuples(numbers, numbers)
    times = st.integers(-(10**9), 10**9)
    mouse = sorted(MOUSE_KINDS - {"mt"})
    event = st.one_of(
        st.builds(RawvfEvent, st.sampled_from(mouse), times, numbers, numbers, st.one_of(st.none(), pixels)),
        st.builds(RawvfEvent, st.sampled_from(mouse), times, st.none(), st.none(), pixels),
        st.builds(RawvfEvent, st.sampled_from(sorted(GAME_KINDS)), st.one_of(st.none(), times)),
        st.builds(RawvfEvent, st.just("mt"), times),
    )
    return Recording(layout, tuple(draw(st.lists(event, max_size=8))), tuple(draw(st.lists(fields, max_size=4))))


@settings(max_examples=40)
@given(recordings())
def test_a_written_rawvf_recording_is_read_back(recording: Recording) -> None:
    assert read_rawvf(write_rawvf(recording)) == recording


BOARD = "Width: 2\nHeight: 2\nBoard:\n*0\n00\nEvents:\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "found no line 'Board:'"),
        ("hello\n", "line 1: 'hello' isn't part of a RAWVF replay"),
        ("\x1b]0;x\x07\n", r"line 1: '\\x1b\]0;x\\x07' isn't part"),
        ("Board: x\n", "line 1: 'Board: x' isn't part"),
        ("A: b\n" * 1001, "line 1001: 'A: b' follows 1000 lines without 'Board:'"),
        ("Width: two\n", "line 1: 'Width: two' needs a whole number, such as 'Width: 16'"),
        ("Width: ٢\n", "line 1: 'Width: ٢' needs a whole number"),
        ("Width: 2\nWIDTH: 2\n", "line 2: 'WIDTH: 2' gives the width a second time"),
        ("Board:\n" + "0" * 2000 + "\n" + ("0" * 2000 + "\n") * 2000 + "Events:", "2000x2001 has 4,002,000 cells"),
        ("Board:\n*0\n0\n", "line 3: '0' isn't a row of 2 cells"),
        ("Board:\n*0\n01\n", "line 3: '01' isn't a row of 2 cells"),
        ("Board:\n*0\n00\n", "found no line 'Events:'"),
        ("Board:\nEvents:\n", "width 0 is not allowed"),
        ("Width: 3\nBoard:\n*0\n00\nEvents:\n", "the head says 'width: 3', but the board has 2"),
        ("Mines: 2\nBoard:\n*0\nEvents:\n", "the head says 'mines: 2', but the board has 1"),
        (BOARD + "what is this\n", "line 7: 'what is this' isn't an event"),
        (BOARD + "lc 1 1\n", "line 7: 'lc 1 1' isn't an event"),
        (BOARD + "0.000 lc\n", "line 7: '0.000 lc' isn't an event"),
        (BOARD + "12345678.000 lc 1 1\n", "line 7: '12345678.000 lc 1 1' isn't an event"),
        (BOARD + "x" * MAX_CHARACTERS, "the replay has 8,3.* at most 8,388,608"),
    ],
)
def test_an_invalid_rawvf_replay_is_refused_with_its_line(text: str, reason: str) -> None:
    with pytest.raises((RawvfError, SpecError), match=reason):
        read_rawvf(text)
