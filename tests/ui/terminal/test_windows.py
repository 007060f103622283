"""Key codes and mouse states of windows-curses become events."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.terminal.events import Event, Key, Mouse
from minesweeper.ui.terminal.windows import key_of_character, key_of_code, mouse_events

NAMES = [
    *(f"BUTTON{n}_{what}" for n in (1, 2, 3) for what in ("PRESSED", "RELEASED", "CLICKED", "DOUBLE_CLICKED")),
    *("BUTTON4_PRESSED", "BUTTON5_PRESSED", "BUTTON_SHIFT"),
]
BITS = {name: 1 << place for place, name in enumerate(NAMES)}
CURSES = SimpleNamespace(**BITS)


@pytest.mark.parametrize(
    ("keyname", "name"),
    [
        ("KEY_UP", "up"),
        ("KEY_BTAB", "shift+tab"),
        ("KEY_SR", "shift+up"),
        ("KEY_SDOWN", "shift+down"),
        ("KEY_DC", "delete"),
        ("KEY_F(12)", "f12"),
        ("KEY_F(14)", "shift+f2"),
        ("CTL_LEFT", "ctrl+left"),
        ("ALT_A", "alt+a"),
        ("SHF_UP", "shift+up"),
        ("SHF_DC", "shift+delete"),
        ("PADENTER", "enter"),
        ("PADMINUS", "-"),
    ],
)
def test_key_codes_of_windows_curses_become_key_names(keyname: str, name: str) -> None:
    assert key_of_code(keyname) == Key(name)


@pytest.mark.parametrize("keyname", ["KEY_SUSPEND", "KEY_F(0)", "KEY_F(63)", "KEY_F(x)", "UNKNOWN KEY", "", "M-a", "_"])
def test_unknown_key_codes_of_windows_curses_are_ignored(keyname: str) -> None:
    assert key_of_code(keyname) is None


def test_characters_from_windows_curses_have_the_usual_key_names() -> None:
    names = {"a": "a", "A": "A", " ": "space", "\r": "enter", "\n": "enter", "\x1b": "esc", "\x03": "ctrl+c", "é": "é"}
    assert {character: key_of_character(character) for character in names} == {c: Key(n) for c, n in names.items()}
    assert key_of_character("\x9b") is None


@pytest.mark.parametrize(
    ("bits", "events"),
    [
        ("BUTTON1_PRESSED", [Mouse("press", "left", 3, 4)]),
        ("BUTTON3_RELEASED", [Mouse("release", "right", 3, 4)]),
        ("BUTTON2_CLICKED", [Mouse("press", "middle", 3, 4), Mouse("release", "middle", 3, 4)]),
        ("BUTTON3_DOUBLE_CLICKED", [Mouse("press", "right", 3, 4), Mouse("release", "right", 3, 4)]),
        ("BUTTON4_PRESSED", [Mouse("wheel", "up", 3, 4)]),
        ("BUTTON5_PRESSED BUTTON_SHIFT", [Mouse("wheel", "down", 3, 4, shift=True)]),
        ("BUTTON_SHIFT", []),
    ],
)
def test_mouse_states_of_windows_curses_become_mouse_events(bits: str, events: list[Event]) -> None:
    assert mouse_events(3, 4, sum(BITS[bit] for bit in bits.split()), CURSES) == events


def test_without_a_fifth_button_in_curses_the_wheel_cant_scroll_down() -> None:
    assert mouse_events(0, 0, BITS["BUTTON5_PRESSED"], SimpleNamespace()) == []


@given(st.text(max_size=12), st.integers(0, 2**40))
def test_any_key_and_mouse_data_of_windows_curses_is_accepted(text: str, state: int) -> None:
    key_of_code(text)
    key_of_character(text)
    mouse_events(0, 0, state, CURSES)
