"""Promises 3 and 20 to 24 in the real program: a game survives whatever ends the program."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from minesweeper.storage.games_table import count_games, list_games
from minesweeper.storage.saves_table import Saves, open_saves
from minesweeper.storage.store import FILE_NAME
from tests.storage.storing import fill_disk, free_disk, store_file
from tests.tools.terminal.session import Terminal
from tests.whole.promises.playing import PLAY, begin, mines_left


def games_folder(home: Path) -> Path:
    """The folder in which the program stores its games."""
    return home / ".local" / "share" / "minesweeper"


@contextmanager
def opened(home: Path) -> Iterator[Saves]:
    """The player's saved games, opened by this process."""
    saves = open_saves(games_folder(home))
    try:
        yield saves
    finally:
        saves.close()


def wait_until_saved(terminal: Terminal, home: Path, mines_left: int = 9) -> None:
    """Waits until the saved game contains the flag, which takes at most a second."""

    def is_saved(screen: object) -> bool:
        with opened(home) as saves:
            return [game.mines_left for game in saves.games()] == [mines_left]

    terminal.wait_for(is_saved)


def test_promise_20_a_killed_game_is_continued_by_the_next_program(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        begin(terminal)
        wait_until_saved(terminal, tmp_path)
        terminal.signal(signal.SIGKILL)
        assert terminal.wait_exit() == 128 + signal.SIGKILL
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for("Continue       Beginner")
        terminal.press("enter")
        terminal.wait_for(lambda screen: mines_left(screen) == 9)
        terminal.press("z")
        terminal.wait_for(lambda screen: mines_left(screen) == 10)
        terminal.quit("q")


def test_promise_20_after_a_locked_database_a_kill_costs_one_second(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        begin(terminal)
        wait_until_saved(terminal, tmp_path)
        with closing(sqlite3.connect(store_file(games_folder(tmp_path)), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            terminal.press("tab", "f")
            terminal.wait_for("another program is using the game database")
            terminal.press("tab", "f")
            terminal.wait_for("not saved")
            other.execute("ROLLBACK")
        wait_until_saved(terminal, tmp_path, 7)
        terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
    with opened(tmp_path) as saves:
        assert [game.mines_left for game in saves.games()] == [7]


def test_promise_21_a_full_disk_is_reported_until_the_game_is_saved(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        begin(terminal)
        wait_until_saved(terminal, tmp_path)
        fill_disk(games_folder(tmp_path))
        terminal.press("tab", "f")
        terminal.wait_for("The game is not saved: the disk is full.")
        terminal.press("tab")
        terminal.wait_for("not saved")
        terminal.press("x")
        terminal.wait_for("quit, not saved")
        terminal.press("q")
        terminal.wait_for("Quit? This game can't be saved.")
        terminal.press("tab")
        free_disk(games_folder(tmp_path))
        terminal.wait_for(lambda screen: not screen.shows("not saved"))
        terminal.quit("q")
    with opened(tmp_path) as saves:
        assert [game.mines_left for game in saves.games()] == [8]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT, signal.SIGABRT])
def test_promise_03_a_signal_saves_the_game_with_its_last_move(number: signal.Signals, tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        begin(terminal)
        # Two changes at once: the first may be saved alone, but the second one comes too soon after it.
        terminal.press("tab", "f", "tab", "f")
        terminal.settle()
        terminal.signal(number)
        assert terminal.wait_exit() == 128 + number
        terminal.assert_restored()
    with opened(tmp_path) as saves:
        (saved,) = saves.games()
        assert saved.mines_left == 7
        assert saved.is_free


def test_promise_06_closing_the_window_saves_the_game(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        begin(terminal)
        terminal.close_terminal()
        terminal.wait_exit()
    with opened(tmp_path) as saves:
        assert [game.mines_left for game in saves.games()] == [9]


def test_promise_24_two_programs_each_keep_their_own_game(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as first:
        begin(first)
        wait_until_saved(first, tmp_path)
        with Terminal.program([], tmp_path) as second:
            second.wait_for("in another program")
            second.press("5", "enter")
            second.wait_for("Another program is playing this game.")
            second.press("esc")
            second.wait_for("Intermediate")
            second.press("1")
            begin(second)
            second.press("q")
            assert second.wait_exit() == 0
        first.press("f", "q")
        assert first.wait_exit() == 0
    with opened(tmp_path) as saves:
        assert [(game.mines_left, game.is_free) for game in saves.games()] == [(10, True), (9, True)]


def test_promise_22_a_game_without_a_home_is_reported_as_not_saved(tmp_path: Path) -> None:
    nowhere: dict[str, str | None] = {"HOME": None, "XDG_DATA_HOME": None, "XDG_CONFIG_HOME": None}
    with Terminal.program(PLAY, tmp_path, env=nowhere) as terminal:
        terminal.wait_for("There is no home folder, so games are not saved.")
        begin(terminal)
        terminal.press("q")
        terminal.wait_for("Quit? This game can't be saved.")
        terminal.quit("y")
        assert b"not saved" in terminal.output()


def test_promise_23_a_damaged_database_is_replaced_during_play(tmp_path: Path) -> None:
    folder, content = games_folder(tmp_path), b"not a database" * 200
    folder.mkdir(parents=True)
    (folder / FILE_NAME).write_bytes(content)
    with Terminal.program(PLAY, tmp_path) as terminal:
        terminal.wait_for("was damaged")
        begin(terminal)
        terminal.press("x", "delete", "y")
        terminal.wait_for("Given up")
        terminal.quit()
    (aside,) = folder.glob(f"{FILE_NAME}.damaged-*")
    assert aside.read_bytes() == content
    with opened(tmp_path) as saves:
        assert [game.result for game in list_games(saves.store)] == ["abandoned"]


def test_promise_20_a_finished_game_is_recorded_before_anything_else(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        begin(terminal)
        terminal.press("x", "delete", "y")
        terminal.wait_for("Given up")
        terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
    with opened(tmp_path) as saves:
        assert count_games(saves.store) == 1
        assert saves.games() == []


def test_after_quitting_the_shell_shows_how_to_resume_the_game(tmp_path: Path) -> None:
    with Terminal.program(["play", "expert"], tmp_path) as terminal:
        terminal.wait_for("Expert")
        terminal.press("space")
        terminal.settle()
        terminal.quit("q")
        *_, before, command = terminal.output().splitlines()
        assert before.endswith(b"Resume it with:")
        assert command.endswith(b"play --continue")
