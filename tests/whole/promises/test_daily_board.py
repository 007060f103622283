"""Today's board in the real program: by its command and in the menu, kept and gone on with."""

from __future__ import annotations

from pathlib import Path

from minesweeper.boards.daily import DAILY
from minesweeper.storage.games_table import list_games
from tests.tools.terminal.session import Terminal
from tests.whole.promises.playing import mines_left
from tests.whole.promises.test_autosave import opened


def test_the_command_plays_it_and_what_is_left_goes_on_from_the_menu(tmp_path: Path) -> None:
    with Terminal.program(["daily"], tmp_path) as terminal:
        terminal.wait_for("Everyone plays this board today.")
        terminal.press("tab", "f")
        terminal.wait_for(lambda screen: mines_left(screen) == 98)
        terminal.quit("q")
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for(": started")
        terminal.press("6")
        terminal.wait_for(lambda screen: mines_left(screen) == 98)
        terminal.press("n", "y")
        terminal.wait_for("Arrows move")
        terminal.press("x", "m")
        terminal.wait_for("not won, tried once")
        terminal.press("6")
        terminal.wait_for("Not won   1 try")
        terminal.press("n")
        terminal.wait_for("known board")
        terminal.quit("q")
    with opened(tmp_path) as archive:
        (game,) = list_games(archive.store)
        assert (game.level, game.seed[:6], game.known) == (DAILY, "daily ", False)
