"""24-bit colours in a pseudo-terminal: which terminals get them, and that the terminal's own palette never changes."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.tools.terminal.session import Terminal
from tests.ui import screen_programs as programs
from tests.ui.screen_programs import echo
from tests.whole.promises.playing import PLAY, UNTOUCHED

TRUECOLOR = {"COLORTERM": "truecolor"}
DIRECT = re.compile(rb"\x1b\[[\d;]*[34]8;2;\d+;\d+;\d+")
PALETTE_CHANGES = (b"\x1b]4;", b"\x1b]104", b"\x1b]P", b"\x1b]R")
SGR0, RMCUP = b"\x1b[m", b"\x1b[?1049l"

ENDINGS: dict[str, Callable[[Terminal], None]] = {
    "quit": lambda terminal: terminal.press("q"),
    "ctrl+c": lambda terminal: terminal.press("ctrl+c"),
    "TERM": lambda terminal: terminal.signal(signal.SIGTERM),
    "HUP": lambda terminal: terminal.signal(signal.SIGHUP),
    "KILL": lambda terminal: terminal.signal(signal.SIGKILL),
    "ctrl+z": lambda terminal: terminal.stop(),
    "exception": lambda terminal: terminal.press("!"),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_ending_of_the_program_changes_the_terminal_colours(ending: str, tmp_path: Path) -> None:
    raises = ending == "exception"
    started = Terminal.call(echo, tmp_path, env=TRUECOLOR) if raises else Terminal.program([], tmp_path, env=TRUECOLOR)
    with started as terminal:
        terminal.wait_for("colours" if raises else "Intermediate")
        terminal.settle()
        ENDINGS[ending](terminal)
        if ending != "ctrl+z":
            terminal.wait_exit()
        output = terminal.output()
        assert DIRECT.search(output)
        assert not [change for change in PALETTE_CHANGES if change in output]
        if ending != "KILL":
            terminal.assert_restored()
            assert output.rindex(SGR0) > max(match.end() for match in DIRECT.finditer(output))
            assert RMCUP in output[output.rindex(b"\x1b[?1049h") :]


def test_a_resumed_program_has_its_colours_again(tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path, env=TRUECOLOR) as terminal:
        before = terminal.settle().glyph(23, 0)
        terminal.stop()
        terminal.cont()
        assert terminal.settle().glyph(23, 0) == before
        programs.quit_cleanly(terminal)


@pytest.mark.parametrize(
    ("term", "environ", "is_direct"),
    [
        ("xterm-256color", {}, False),
        ("xterm-256color", TRUECOLOR, True),
        ("xterm-256color", {**TRUECOLOR, "NO_COLOR": "1"}, False),
        ("xterm-256color", {**TRUECOLOR, "STY": "1.pts"}, False),
        ("screen-256color", TRUECOLOR, False),
        ("screen-256color", {"TMUX": "/tmp/tmux-0/default,1,0"}, True),
        ("xterm", TRUECOLOR, False),
    ],
)
def test_24_bit_colours_are_sent_only_to_terminals_that_show_them(
    term: str, environ: dict[str, str], is_direct: bool, tmp_path: Path
) -> None:
    with Terminal.program(PLAY, tmp_path, term=term, env=environ) as terminal:
        terminal.wait_for(UNTOUCHED)
        terminal.settle()
        assert bool(DIRECT.search(terminal.output())) == is_direct
        assert bool(re.search(rb"[34]8;5;\d+", terminal.output())) == (
            not is_direct and "NO_COLOR" not in environ and term != "xterm"
        )
        terminal.quit()


def test_the_setting_for_24_bit_colours_acts_at_once(tmp_path: Path) -> None:
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for("Intermediate")
        for key in ("0", "end", "enter", "down"):
            terminal.press(key)
            terminal.settle()
        start = terminal.mark()
        assert not DIRECT.search(terminal.output())
        terminal.press("right")
        terminal.wait_for("‹ On ›")
        terminal.settle()
        assert DIRECT.search(terminal.output(start))
        start = terminal.mark()
        terminal.press("right")
        terminal.wait_for("‹ Off ›")
        terminal.settle()
        assert not DIRECT.search(terminal.output(start))


@pytest.mark.parametrize("own", [None, "/somewhere/else"])
def test_child_programs_get_the_environment_of_the_player(own: str | None, tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    with Terminal.call(
        lambda: programs.tells_its_child_the_environment(shown), tmp_path, env={**TRUECOLOR, "TERMINFO": own}
    ) as terminal:
        assert terminal.wait_exit() == 0
    lines = shown.read_text().split("\n")
    assert "TERM=xterm-256color" in lines
    assert [line for line in lines if line.startswith("TERMINFO=")] == ([f"TERMINFO={own}"] if own else [])
    assert not [name for name in os.listdir(tmp_path) if "terminfo" in name]


@pytest.mark.parametrize(("cols", "rows", "repaint", "step"), [(80, 24, 16_000, 300), (200, 60, 30_000, 1_200)])
def test_a_step_with_24_bit_colours_sends_few_bytes(
    cols: int, rows: int, repaint: int, step: int, tmp_path: Path
) -> None:
    folder = tmp_path / ".config" / "minesweeper"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text('{"motion": "none"}', "utf-8")
    command = ["play", "expert", "--seed", "hello"]
    with Terminal.program(command, tmp_path, cols=cols, rows=rows, env=TRUECOLOR) as terminal:
        terminal.wait_for("Expert")
        sent = []
        for key in ("space", "ctrl+l", *("right", "down", "left", "up") * 2):
            terminal.settle()
            start = terminal.mark()
            terminal.press(key)
            terminal.settle()
            sent.append(len(terminal.output(start)))
        assert sent[1] < repaint
        assert sorted(sent[2:])[4] < step
