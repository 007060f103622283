"""Promises 10 to 19: every kind of terminal, every size and locale, and all that a terminal can send."""

from __future__ import annotations

import curses
import signal
import time
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from minesweeper.cli import main
from minesweeper.ui.terminal import decoder
from tests.tools.terminal import proc
from tests.tools.terminal.keys import click_bytes, mouse_bytes
from tests.tools.terminal.session import Terminal
from tests.whole.promises.playing import PLAY, UNTOUCHED, begin, mines_left, place

TERMS = {
    "xterm-256color": 256,
    "xterm": 8,
    "xterm-mono": 0,
    "tmux-256color": 256,
    "screen": 8,
    "rxvt": 8,
    "linux": 8,
    "vt100": 0,
    "vt102": 0,
    "vt220": 0,
}
"""Ten kinds of terminal, and how many colours each has."""
WITHOUT_BUFFER = {"linux", "vt100", "vt102", "vt220", "screen"}


@pytest.mark.parametrize("term", TERMS)
def test_promise_10_ten_kinds_of_terminal_start_play_and_quit(term: str, tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path, term=term) as terminal:
        begin(terminal)
        screen = terminal.screen
        assert not screen.unknown
        assert not screen.shows(UNTOUCHED)
        looks = {screen.glyph(row, col).fg for row in range(24) for col in range(80)}
        assert (len(looks) > 3) == (TERMS[term] >= 8), looks
        if TERMS[term] < 256:
            assert "[" in "".join(screen.text()[5:15]), "the cursor must be seen without its colour"
        terminal.press("q")
        assert terminal.wait_exit() == 0
        terminal.assert_restored(main_buffer=term not in WITHOUT_BUFFER)


def test_promise_11_every_size_from_1x1_to_600x200_keeps_the_game(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        begin(terminal)
        before = [row for row in terminal.screen.text() if "│" in row]
        for rows, cols in ((1, 1), (1, 80), (24, 1), (2, 9), (6, 20), (7, 19)):
            terminal.resize(rows, cols)
            assert not terminal.settle().shows("│")
        for rows, cols in ((7, 20), (11, 40), (12, 40), (60, 200), (200, 600), (100, 30), (24, 80)):
            terminal.resize(rows, cols)
            assert terminal.settle().shows("│") or rows < 9
            assert terminal.exit_status is None
        assert [row for row in terminal.screen.text() if "│" in row] == before
        terminal.press("q")
        assert terminal.wait_exit() == 0
        terminal.assert_restored(main_buffer=False)


def test_promise_12_after_300_quick_resizes_the_screen_is_right(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path, rows=33, cols=111) as terminal:
        begin(terminal)
        right = terminal.screen.text()[3:]
    with Terminal.program(PLAY, tmp_path / "other") as terminal:
        begin(terminal)
        for number in range(300):
            terminal.resize(7 + number % 40, 20 + number % 150)
        terminal.resize(33, 111)
        assert terminal.settle().text()[3:] == right


def test_promise_13_a_resize_signal_without_a_new_size_repaints_all(tmp_path: Path) -> None:
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for("Intermediate")
        before = terminal.settle().text()
        terminal.screen.feed(b"\x1b[2J\x1b[5;5Hgarbage")
        terminal.signal(signal.SIGWINCH)
        assert terminal.settle().text() == before


@pytest.mark.parametrize("rows", ["10", "none"])
def test_promise_14_lines_and_columns_variables_fix_no_size(rows: str, tmp_path: Path) -> None:
    with Terminal.program([], tmp_path, env={"LINES": rows, "COLUMNS": "30"}) as terminal:
        terminal.wait_for("Intermediate")
        terminal.settle()
        terminal.resize(50, 160)
        screen = terminal.settle()
        assert any(screen.row(row).strip() for row in range(40, 50))
        assert any(screen.row(row)[80:].strip() for row in range(50))
        terminal.stop()
        terminal.resize(24, 80)
        terminal.cont()
        assert terminal.settle().shows("Intermediate")


@pytest.mark.parametrize(("locale", "glyphs"), [("C", "F"), ("xx_XX.nowhere", "F⚑"), ("C.UTF-8", "⚑")])
def test_promise_15_the_flag_is_visible_in_every_locale(locale: str, glyphs: str, tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path, env={"LC_ALL": locale, "LANG": None}) as terminal:
        terminal.wait_for(UNTOUCHED)
        terminal.send(click_bytes(*place(2, 3), "right"))
        screen = terminal.settle()
        assert mines_left(screen) == 9
        row, col = place(2, 3)
        assert set(screen.row(row)[col : col + 3]) & set(glyphs), screen.row(row)


def test_promise_16_every_click_of_a_burst_counts_in_order(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        terminal.wait_for(UNTOUCHED)
        places = [place(row, col) for row in range(9) for col in range(9)]
        # All cells get a flag, then a third of them lose it: 300 clicks in a single write.
        clicks = places + places[::3] + (places[1::3] + places[1::3]) * 3 + places[::3]
        assert len(clicks) >= 290
        terminal.send(b"".join(click_bytes(*at, "right") for at in clicks))
        assert mines_left(terminal.settle()) == -71
        # This checks the order: a flag protects its cell only if it was set before the click that opens.
        terminal.send(b"".join(click_bytes(*place(4, 4), button) for button in ("left", "right", "left")))
        terminal.settle()
        assert mines_left(terminal.screen) == -70
        assert not terminal.screen.shows(UNTOUCHED)


@pytest.mark.parametrize("term", ["xterm-256color", "linux"])
def test_promise_16_wheels_and_side_buttons_neither_flag_nor_open(term: str, tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path, term=term) as terminal:
        terminal.wait_for(UNTOUCHED)
        for button in (64, 65, 66, 67, 128, 129, 130, 131):
            for shift in (0, 4, 8, 16):
                code = button + shift
                terminal.send(mouse_bytes(*place(3, 3), code) + mouse_bytes(*place(3, 3), code, release=True))
        terminal.settle()
        assert mines_left(terminal.screen) == 10
        assert terminal.screen.shows(UNTOUCHED)


def test_promise_17_esc_is_recognised_within_300_milliseconds(tmp_path: Path) -> None:
    assert decoder.ESC_PATIENCE < 0.3
    with Terminal.program(PLAY, tmp_path, escape_wait=0.3) as terminal:
        terminal.wait_for(UNTOUCHED)
        terminal.settle()
        terminal.press("esc")
        assert terminal.settle().shows("save and quit")


def test_promise_17_the_late_rest_of_a_key_after_esc_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoder, "SEQUENCE_PATIENCE", 20.0)  # on a busy machine, time may pass between the parts
    with Terminal.program(PLAY, tmp_path, escape_wait=0.3) as terminal:
        begin(terminal)
        for rest in (b"[B", b"OB", b"[<2;12;7M", b'[M"!!'):
            terminal.press("esc")
            paused = terminal.settle().text()
            assert terminal.screen.shows("save and quit")
            terminal.send(rest)  # once, the B of an arrow gave up the game, and the M of a click opened the menu
            assert terminal.settle().text() == paused
            terminal.press("esc")
            assert not terminal.settle().shows("save and quit")


JUNK = [
    b"\x1b[999;999;999z",
    b"\x1b]0;title\x07",
    b"\x1b]52;c;cXFxcQ==\x1b\\",
    b"\x1bPqqqq\x1b\\",
    b"\x1b_q\x1b\\",
    b"\x1b[<0;0;0M\x1b[<0;99999;99999M\x1b[<99999;1;1M\x1b[<0;1M\x1b[<;;M",
    b"\x1b[?1;2c\x1b[?2026;2$y\x1b[24;80R",
    b"\xff\xfe\xc3\x28\xf0\x9f",
    b"\x1b[" + b"9" * 5000 + b"u",
    b"\x00\x9b\x9d",
]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the program wait long for the rest of a key sequence, because a slow test may send its parts late."""
    monkeypatch.setattr(decoder, "ESC_PATIENCE", 20.0)
    monkeypatch.setattr(decoder, "SEQUENCE_PATIENCE", 20.0)


@pytest.mark.usefixtures("patient")
def test_promise_17_junk_bytes_do_nothing_however_they_are_split(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        terminal.wait_for(UNTOUCHED)
        terminal.press("right", "left")  # removes the message at the start of the game
        before = terminal.settle().text()
        for junk in JUNK:
            terminal.send(junk)
            assert terminal.settle().text() == before, junk
            for byte in junk[:60]:
                terminal.send(bytes([byte]))
            assert terminal.settle().text() == before, junk


@pytest.mark.usefixtures("patient")
def test_promise_17_a_paste_does_nothing_and_split_keys_act_once(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        terminal.wait_for(UNTOUCHED)
        terminal.press("right", "left")  # removes the message at the start of the game
        before = terminal.settle().text()
        terminal.paste("rfqqqq\x03nnyyff\x1a\x1b[A\r" * 500)
        assert terminal.settle().text() == before
        terminal.press("right")
        moved = terminal.settle().text()
        assert moved != before
        for byte in b"\x1b[D":
            terminal.send(bytes([byte]))
        assert terminal.settle().text() == before
        press = mouse_bytes(*place(3, 3), "right")
        for byte in press:
            terminal.send(bytes([byte]))
        assert mines_left(terminal.settle()) == 9


# Names that some versions of curses lack, such as windows-curses. See their manual pages.
OPTIONAL = (
    "beep curs_set flushinp getmouse mouseinterval mousemask nonl resize_term resizeterm set_escdelay typeahead "
    "use_default_colors use_env unctrl ungetmouse"
).split()


def test_promise_18_the_game_runs_without_optional_curses_names(tmp_path: Path) -> None:
    def lacking() -> int:
        from minesweeper.ui.terminal import curses_terminal  # noqa: F401 - loaded before the names are removed

        for name in OPTIONAL:
            if hasattr(curses, name):
                delattr(curses, name)
        return main(PLAY)

    with Terminal.call(lacking, tmp_path) as terminal:
        begin(terminal)
        terminal.quit("q")


def test_promise_19_an_idle_program_sends_nothing_and_uses_no_cpu(tmp_path: Path) -> None:
    homes = [tmp_path / "menu", tmp_path / "game"]
    for home in homes:
        home.mkdir()
    with Terminal.program([], homes[0]) as menu, Terminal.program(PLAY, homes[1]) as game:
        menu.wait_for("Intermediate")
        game.wait_for(UNTOUCHED)
        awake = [menu, game]
        for terminal in awake:
            terminal.settle()
        # The program first analyses older games, because nothing else happens. Then it must sleep.
        for _ in range(10):
            before = [(terminal.mark(), terminal.screen.clears, proc.resting(terminal.pid)) for terminal in awake]
            time.sleep(1.2)  # this sleep waits for nothing, because nothing may happen during it
            for terminal, (mark, clears, sleep) in list(zip(awake, before, strict=True)):
                terminal.settle()
                assert terminal.output(mark) == b""
                assert terminal.screen.clears == clears
                if sleep is not None and proc.resting(terminal.pid) == sleep:
                    awake.remove(terminal)
            if not awake:
                return
        raise AssertionError("an idle program wakes again and again")


def test_promise_19_a_running_clock_sends_little_and_clears_nothing(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        begin(terminal)
        mark, clears = terminal.mark(), terminal.screen.clears
        # On a busy machine, the clock may skip a second.
        terminal.wait_for(lambda screen: any(screen.shows(f"0:0{second}") for second in range(2, 10)))
        assert terminal.screen.clears == clears
        assert len(terminal.output(mark)) < 200


def test_promise_19_the_background_of_the_terminal_is_kept(tmp_path: Path) -> None:
    with Terminal.program([], tmp_path, term="xterm") as terminal:
        terminal.wait_for("Intermediate")
        screen = terminal.settle()
        backgrounds = [screen.glyph(row, col).bg for row in range(24) for col in range(80)]
        assert backgrounds.count("default") > 24 * 80 * 0.8
        assert b"\x1b[40m" not in terminal.output()
        assert b"\x1b[37;40m" not in terminal.output()
