"""A game is won by a player who only hears the words of text mode, and the words aren't too many."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest

from minesweeper.cli import main
from minesweeper.core.cells import cells_of, place_text
from minesweeper.core.position import read_position
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.storage.options import OPTIONS
from tests.plain.hearing import Hearing

PAGE = Path(__file__).parents[2] / "docs" / "screen-readers.md"
EXPERT = "ms1-2a1rWRthEe7LY3qo2yHbRn63fqmfShCnG1c4un2oF33kFAJfXYyMgmO1wnP2eFokIa14QIWA"
"""An expert board that logic can finish from its first cell, which is opened for the player."""
MOST_WORDS = 4000
MOST_WORDS_OF_A_CELL = 12


class Listener:
    """A player who knows only what was said, types lines, and opens what logically follows."""

    def __init__(self, output: io.StringIO) -> None:
        self._output, self._heard = output, 0
        self._board = Hearing()
        self._safe: list[tuple[int, int]] = []
        self.words: list[int] = []
        """How many words were heard before each line."""
        self.lines: list[str] = []

    def isatty(self) -> bool:
        return False

    def readline(self, longest: int) -> str:
        """The next line of input, typed when the program waits for it."""
        text = self._output.getvalue()[self._heard :]
        self._heard += len(text)
        self.words.append(len(text.split()))
        if "Won in" in text or "Boom" in text:
            return "no\n"
        for line in text.splitlines():
            self._board.listen(line)
        self._safe = [place for place in self._safe if self._board.cells.get(place, "#") == "#"]
        if not self._safe:
            analysis = run_to_end(analyse(read_position("\n".join(self._board.rows()), self._board.mines)))
            self._safe = [analysis.position.grid.row_col(cell) for cell in cells_of(analysis.safe)]
        self.lines.append(place_text(*self._safe.pop(0)))
        return f"{self.lines[-1]}\n"


@pytest.fixture(name="listen")
def game_by_ear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Listener, str]]:
    """Plays the game at a verbosity. Returns the listener and all that was said."""

    def listen(verbosity: str) -> tuple[Listener, str]:
        output = io.StringIO()
        listener = Listener(output)
        monkeypatch.setattr(os, "environ", {"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "PATH": ""})
        monkeypatch.setattr(sys, "stdin", listener)
        monkeypatch.setattr(sys, "stdout", output)
        assert main(["plain", EXPERT, "--spoken", "--verbosity", verbosity]) == 0
        return listener, output.getvalue()

    return listen


def test_an_expert_game_is_won_from_spoken_text_of_few_words(listen: Callable[[str], tuple[Listener, str]]) -> None:
    listener, text = listen("brief")
    assert "Won in" in text
    opened = listener.words[1 : len(listener.lines) + 1]
    assert len(opened) == len(listener.lines) > 150
    assert median(opened) <= MOST_WORDS_OF_A_CELL
    assert len(text.split()) < MOST_WORDS
    assert not re.search(r"\d-\d", text)


def test_the_documented_session_for_screen_readers_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = PAGE.read_text("utf-8").partition("## A session")[2].split("```")[1].strip()
    typed = re.findall("^> (.*)$", session, re.MULTILINE)
    monkeypatch.setattr(os, "environ", {"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "PATH": ""})
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed)))
    assert main(["plain", "6x4/4", "--seed", "example", "--spoken", "--verbosity", "brief"]) == 0
    assert capsys.readouterr().out.strip() == re.sub("^> .*\n", "", session, flags=re.MULTILINE)


def test_the_page_for_screen_readers_names_settings_and_verbosities() -> None:
    text = PAGE.read_text("utf-8")
    for name in ("spoken", "verbosity", "typed_first", "terminal_cursor", "bell"):
        option = next(option for option in OPTIONS if option.name == name)
        assert f"`{name}`" in text or f'`"{name}"' in text
        for choice in option.choices:
            assert f'`"{choice}"`' in text


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("wish", "size"), [("on", (24, 80)), ("off", (7, 20))])
def test_the_terminals_cursor_stays_on_the_selected_cell(wish: str, size: tuple[int, int], tmp_path: Path) -> None:
    from tests.tools.terminal.session import Terminal

    own = tmp_path / "own.json"
    own.write_text(f'{{"terminal_cursor": "{wish}", "glyphs": "ascii", "motion": "none"}}')
    words = ["play", "beginner", "--seed", "s", "--config", str(own)]
    with Terminal.program(words, tmp_path, rows=size[0], cols=size[1]) as terminal:
        for keys in ((), ("right",), ("down", "left")):
            terminal.press(*keys, "f")
            screen = terminal.settle()
            assert screen.glyph(screen.cursor.y, screen.cursor.x).data == "F"
            assert screen.cursor_visible == (wish == "on")
        terminal.press("up", "left", "up", "space")  # the clock runs now, and drawing it must not move the cursor
        screen = terminal.settle()
        place = screen.cursor.y, screen.cursor.x
        mark = terminal.mark()
        terminal.wait_for(lambda screen: len(screen.raw) > mark)
        screen = terminal.settle()
        assert (screen.cursor.y, screen.cursor.x) == place
        terminal.quit()
