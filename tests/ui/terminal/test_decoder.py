"""The decoder makes events of bytes: all forms of keys, mouse reports, replies of the terminal, any other bytes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.terminal.decoder import ESC_PATIENCE, PASTE_PATIENCE, SLOW_ESC_PATIENCE, Decoder
from minesweeper.ui.terminal.events import PASTE_LIMIT, Background, Event, Focus, Key, Mouse, Paste


def events_of(data: bytes) -> list[Event]:
    """All events of these bytes if nothing follows them."""
    decoder = Decoder()
    return decoder.feed(data) + decoder.timeout()


def names_of(data: bytes) -> list[str]:
    """The key names of these bytes, which must contain nothing but keys."""
    events = events_of(data)
    names = [event.name for event in events if isinstance(event, Key)]
    assert len(names) == len(events)
    return names


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"a", "a"),
        (b"A", "A"),
        (b" ", "space"),
        (b"\r", "enter"),
        (b"\n", "enter"),
        (b"\t", "tab"),
        (b"\x7f", "backspace"),
        (b"\x08", "backspace"),
        (b"\x03", "ctrl+c"),
        (b"\x1c", "ctrl+\\"),
        (b"\x00", "ctrl+space"),
        ("é".encode(), "é"),
        ("\U0001d538".encode(), "\U0001d538"),
        (b"\x1b", "esc"),
        (b"\x1bx", "alt+x"),
        (b"\x1b\r", "alt+enter"),
        (b"\x1b\x01", "ctrl+alt+a"),
        ("\x1bé".encode(), "alt+é"),
        (b"\x1b[", "alt+["),
        (b"\x1bO", "alt+O"),
        (b"\x1b]", "alt+]"),
    ],
)
def test_the_decoder_names_characters_control_keys_and_alt_keys(data: bytes, name: str) -> None:
    assert names_of(data) == [name]


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("up", "[A OA [1A [1;1A"),
        ("home", "[H OH [1~ [7~"),
        ("end", "[F OF [4~ [8~"),
        ("delete", "[3~"),
        ("pgdn", "[6~"),
        ("shift+tab", "[Z [1;2Z [9;2u [27;2;9~ \t"),
        ("f1", "OP [11~ [[A [P"),
        ("f2", "OQ [12~"),
        ("f3", "OR [13~"),
        ("f4", "OS [14~ [[D"),
        ("f5", "[15~ [[E"),
        ("f12", "[24~"),
        ("f20", "[34~"),
        ("shift+up", "[1;2A [a O2A O1;2A"),
        ("alt+up", "[1;3A"),
        ("ctrl+left", "[1;5D Od O5D"),
        ("ctrl+alt+shift+end", "[1;8F"),
        ("shift+f1", "[1;2P O2P [11;2~ [11$"),
        ("ctrl+delete", "[3;5~ [3^"),
        ("ctrl+shift+delete", "[3@ [3;6~"),
        ("up", "[1;129A [1;65A"),
        ("0", "Op"),
        ("9", "Oy"),
        ("enter", "OM [13u [13;1u [27;1;13~"),
        ("+", "Ok"),
        ("esc", "[27u"),
        ("ctrl+c", "[99;5u [27;5;99~"),
        ("ctrl+shift+c", "[99;6u [27;6;67~"),
        ("A", "[97;2u [65;2u [27;2;65~ [97;66u"),
        ("alt+A", "[97;4u"),
        ("ctrl+space", "[32;5u"),
        ("shift+enter", "[13;2u [27;2;13~"),
    ],
)
def test_the_decoder_gives_every_byte_form_of_a_key_the_same_name(name: str, forms: str) -> None:
    for form in forms.split(" "):
        assert names_of(b"\x1b" + form.encode()) == [name], form


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[?1;2c",
        b"\x1b[?2026;2$y",
        b"\x1b[24;80R",
        b"\x1b[99~",
        b"\x1b[201~",
        b"\x1b[97;1:3u",
        b"\x1b[97;9u",
        b"\x1b[57358u",
        b"\x1b[99999999999;1u",
        b"\x1b[0u",
        b"\x1bOz",
        b"\x1b]10;rgb:0000/0000/0000\x07",
        b"\x1b]11;rgb:0000/0000\x1b\\",
        b"\x1bP1+r544e=787465726d\x1b\\",
        b"\x80\xbf\xc0\xff\xfe",
        b"\xed\xa0\x80",
        b"\xc2\x9b",
        b"\xe2\x80\x8b",
        b"\x1b[" + b"1;" * 5000 + b"m",
        b"\x1b[1 ",
        b"\x1bP" + b"x" * 10_000,
        b"\xe2\x9a",
        b"\x1b[<0;1;1",
        b"\x1b[<0;0;1M",  # a mouse report without a place
        b"\x1b[<0;1M",
        b"\x1b[<0;-1;1M",
        b"\x1b[<0;1;1X",
        b"\x1b[M \x00!",
        b"\x1b[M !",
    ],
)
def test_the_decoder_ignores_terminal_replies_and_malformed_bytes(data: bytes) -> None:
    assert events_of(data) == []


def test_the_decoder_recognises_a_key_after_malformed_bytes() -> None:
    for junk in (b"\x1b[?1;2c", b"\x1b]0;title\x07", b"\x1b[" + b"1;" * 5000 + b"m", b"\xe2", b"\x1b[12"):
        assert names_of(junk + b"\x1b[A") == ["up"], junk


def test_a_control_character_interrupts_any_escape_sequence() -> None:
    for start in (b"\x1b[12", b"\x1b]52;c", b"\x1bPabc", b"\x1b[M !", b"\x1b[[", b"\x1b[<0;3", b"\x1b[" + b"1" * 99):
        assert names_of(start + b"\x03") == ["ctrl+c"], start


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (b"\x1b[<0;1;1M", Mouse("press", "left", 0, 0)),
        (b"\x1b[<0;12;5m", Mouse("release", "left", 4, 11)),
        (b"\x1b[<1;300;200M", Mouse("press", "middle", 199, 299)),
        (b"\x1b[<2;3;4M", Mouse("press", "right", 3, 2)),
        (b"\x1b[<32;3;4M", Mouse("drag", "left", 3, 2)),
        (b"\x1b[<64;3;4M", Mouse("wheel", "up", 3, 2)),
        (b"\x1b[<66;3;4M", Mouse("wheel", "wheel-left", 3, 2)),
        (b"\x1b[<69;3;4M", Mouse("wheel", "down", 3, 2, shift=True)),
        (b"\x1b[<4;3;4M", Mouse("press", "left", 3, 2, shift=True)),
        (b"\x1b[<18;3;4M", Mouse("press", "right", 3, 2)),
        (b"\x1b[M !!", Mouse("press", "left", 0, 0)),
        (b"\x1b[M@\xff\xff", Mouse("drag", "left", 222, 222)),
        (b"\x1b[I", Focus(gained=True)),
        (b"\x1b[O", Focus(gained=False)),
    ],
)
def test_the_decoder_recognises_mouse_and_focus_events(data: bytes, event: Event) -> None:
    assert events_of(data) == [event]


def test_a_release_without_a_button_belongs_to_the_pressed_button() -> None:
    assert events_of(b'\x1b[M"##\x1b[M##$') == [Mouse("press", "right", 2, 2), Mouse("release", "right", 3, 2)]


@pytest.mark.parametrize("code", [35, 128, 160, 4096])
def test_side_buttons_and_motion_without_a_button_are_ignored(code: int) -> None:
    assert events_of(b"\x1b[<%d;3;4M\x1b[<%d;3;4m" % (code, code)) == []


def test_the_wheel_acts_once_even_if_a_release_follows() -> None:
    assert events_of(b"\x1b[<64;3;4M\x1b[<64;3;4m\x1b[<97;3;4M") == [Mouse("wheel", "up", 3, 2)]


def test_a_paste_is_a_single_event_with_any_content() -> None:
    for content in (b"", b"qf\x03\x1b", b"\x1b[<0;1;1M", b"\x1b[201", b"\xff\xfe", b"\x1b[200~", "1⚑\r\n".encode()):
        expected = [Key("a"), Paste(content.decode("utf-8", "replace")), Key("b")]
        assert events_of(b"a\x1b[200~" + content + b"\x1b[201~b") == expected, content


def test_the_decoder_keeps_only_the_beginning_of_a_long_paste() -> None:
    decoder, text = Decoder(), b"12345678\r\n" * 30_000
    assert not any(decoder.feed(part) for part in (b"\x1b[200~", text[:100_000], text[100_000:]))
    assert decoder.feed(b"\x1b[201~") == [Paste(text[: PASTE_LIMIT + 1].decode())]
    assert decoder.feed(b"\x1b[200~1\x1b[201~") == [Paste("1")]


def test_a_paste_without_an_end_mark_ends_after_a_silence() -> None:
    decoder = Decoder()
    assert decoder.feed(b"\x1b[200~some text") == []
    assert decoder.timeout() == [Paste("some text")]
    assert decoder.feed(b"a") == [Key("a")]


def test_esc_before_an_escape_sequence_is_a_key_of_its_own() -> None:
    assert names_of(b"\x1b\x1b[A") == ["esc", "up"]
    assert names_of(b"\x1b\x1b") == ["esc", "esc"]
    assert events_of(b"\x1b\x1b[<0;1;1M") == [Key("esc"), Mouse("press", "left", 0, 0)]


def split_in_time(data: bytes, silences: list[tuple[int, float]], decoder: Decoder) -> list[Event]:
    """The events of bytes that arrive with pauses. Each pause has a place and a length in seconds."""
    events: list[Event] = []
    start = 0
    for place, silence in sorted(silences):
        events += decoder.feed(data[start : max(start, place)])
        start = max(start, place)
        while decoder.patience is not None and decoder.patience < silence:
            silence -= decoder.patience
            events += decoder.timeout()
    events += decoder.feed(data[start:])
    while decoder.patience is not None:
        events += decoder.timeout()
    return events


SEQUENCES = (b"[B", b"OB", b"[1;5D", b"[3~", b"[<0;12;7M", b"[<0;12;7m", b"[M !!", b"[[A", b"[24;80R", b"[I", b"[13;2u")
STRINGS = (b"]10;rgb:0000/0000/0000\x07", b"P1$r0m\x1b\\", b"_Gi=31;OK\x1b\\")


@given(
    st.sampled_from([b"\x1b" + rest for rest in SEQUENCES + STRINGS]),
    st.lists(st.tuples(st.integers(1, 30), st.floats(0, 0.49)), max_size=4, unique_by=lambda silence: silence[0]),
)
def test_a_delayed_escape_sequence_never_types_letters(data: bytes, silences: list[tuple[int, float]]) -> None:
    events = split_in_time(data, [silence for silence in silences if silence[0] < len(data)], Decoder())
    assert events in (events_of(data), [Key("esc")])


def test_keys_typed_after_a_single_esc_are_recognised() -> None:
    for typed, names in {
        b"x": ["x"],
        b"P": ["P"],
        b"Pr": ["P", "r"],
        b"O": ["O"],
        b"[": ["["],
        b"\x03": ["ctrl+c"],
    }.items():
        assert split_in_time(b"\x1b" + typed, [(1, 0.1)], Decoder()) == [Key("esc"), *map(Key, names)]
    assert split_in_time(b"\x1b\x1b[B", [(1, 0.1)], Decoder()) == [Key("esc"), Key("down")]
    assert split_in_time(b"\x1b[\x03", [(1, 0.1)], Decoder()) == [Key("esc"), Key("ctrl+c")]


def test_bytes_half_a_second_after_esc_are_separate_keys() -> None:
    assert split_in_time(b"\x1b[B", [(1, 0.6)], Decoder()) == [Key("esc"), Key("["), Key("B")]


def test_the_decoder_waits_longer_after_esc_on_a_slow_line() -> None:
    decoder = Decoder()
    silences = [(1, 0.12)]
    assert split_in_time(b"\x1b[B", silences, decoder) == [Key("esc")]
    assert split_in_time(b"\x1b[B", silences, decoder) == [Key("down")]
    assert split_in_time(b"\x1b[<0;3;2M", silences, decoder) == [Mouse("press", "left", 1, 2)]
    assert split_in_time(b"\x1b", [], decoder) == [Key("esc")]
    decoder.feed(b"\x1b")
    assert decoder.patience is not None
    assert decoder.patience < 0.3


FRAGMENTS = (
    rb"\x1b \x1b[ \x1bO \x1b[< \x1b[M \x1b[200~ \x1b[201~ \x1b] \x1bP \x1b\\ \x07 \x00 \x03 \xe2 \xe2\x9a\x91 "
    rb"[ ; ~ $ 1 27; u M A a 0;5;5 5;5M 1111111111111111111111111111111111111111111111111111111111111111111111"
)
fragments = st.sampled_from([part.decode("unicode_escape").encode("latin-1") for part in FRAGMENTS.split()])
byte_strings = st.one_of(st.binary(max_size=60), st.lists(fragments, max_size=12).map(b"".join))


@given(byte_strings, st.lists(st.integers(0, 400), max_size=8))
def test_bytes_split_at_any_places_give_the_same_events(data: bytes, cuts: list[int]) -> None:
    decoder = Decoder()
    events: list[Event] = []
    edges = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    for start, end in pairwise(edges):
        events += decoder.feed(data[start:end])
    assert events + decoder.timeout() == events_of(data)


@given(byte_strings)
def test_any_bytes_give_valid_key_names_and_mouse_places(data: bytes) -> None:
    for event in events_of(data):
        if isinstance(event, Key):
            *modifiers, last = event.name.replace("++", "+plus").split("+") if len(event.name) > 1 else [event.name]
            assert modifiers == [name for name in ("ctrl", "alt", "shift") if name in modifiers]
            assert last
            assert event.name.isprintable()
            assert " " not in event.name
        elif isinstance(event, Mouse):
            assert event.row >= 0
            assert event.col >= 0


DARK, LIGHT = b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", b"\x1b]11;rgb:fdfd/f6f6/e3e3\x07"


def awaiting() -> Decoder:
    decoder = Decoder()
    decoder.await_answer()
    return decoder


@pytest.mark.parametrize(
    ("colour", "shade"),
    [
        ("rgb:ffff/ffff/ffff", "light"),
        ("rgb:fd/f6/e3", "light"),
        ("rgb:0000/0000/ffff", "dark"),
        ("rgb:ffff/ffff/0000", "light"),
        ("rgba:2828/2828/2828/ffff", "dark"),
    ],
)
@pytest.mark.parametrize("end", [b"\x07", b"\x1b\\"])
def test_the_background_colour_reply_gives_dark_or_light(colour: str, shade: str, end: bytes) -> None:
    events = awaiting().feed(b"\x1b]11;" + colour.encode() + end)
    assert events == [Background(shade)]  # type: ignore[arg-type]


@given(st.sampled_from([DARK, LIGHT]), st.sets(st.integers(1, 25)), st.text("abq ", max_size=3))
def test_a_background_reply_in_pieces_among_keys_is_recognised(answer: bytes, cuts: set[int], typed: str) -> None:
    decoder, keys = awaiting(), typed.encode()
    data = keys + answer + keys
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    events: list[Event] = []
    for start, end in pairwise(places):
        events += decoder.feed(data[start:end])
    pressed = [Key("space" if key == " " else key) for key in typed]
    assert events == [*pressed, Background("dark" if answer is DARK else "light"), *pressed]


def test_the_decoder_waits_for_the_rest_of_a_background_reply() -> None:
    for cut in range(1, len(DARK)):
        decoder = awaiting()
        decoder.feed(DARK[:cut])
        assert decoder.patience == (SLOW_ESC_PATIENCE if cut == 1 else PASTE_PATIENCE)
        assert decoder.feed(DARK[cut:]) == [Background("dark")]


def test_a_missing_background_reply_delays_only_the_first_esc() -> None:
    decoder = awaiting()
    assert decoder.feed(b"\x1b") == []
    assert decoder.timeout() == [Key("esc")]
    decoder.timeout()
    decoder.feed(b"\x1b")
    assert decoder.patience == ESC_PATIENCE


@given(
    st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=200), st.sampled_from([b"\x07", b"\x1b\\"])
)
def test_no_byte_of_a_malformed_background_reply_is_a_key(text: str, end: bytes) -> None:
    events = awaiting().feed(b"\x1b]11;" + text.encode() + end + b"x")
    assert [event for event in events if not isinstance(event, Background)] == [Key("x")]
