"""The services besides autosave: later modules are loaded ahead, and the assistant log of all games is written."""

from __future__ import annotations

from pathlib import Path

from minesweeper.play.assist_log import TraceFile
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.game.game_screen import open_game
from minesweeper.ui.loop import run
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.services import Preload, TraceWriter
from tests.tools.fake_terminal import FakeClock, FakeTerminal, Wait
from tests.ui.driving import board, menu


def test_later_modules_are_loaded_one_by_one_and_then_nothing_is_waited_for() -> None:
    warming, model = Preload(), Model(24, 80, (open_menu(),))
    steps = 0
    while warming.wait(model, 0.0) is not None:
        assert warming.watch(model, 0.0) is model
        steps += 1
    assert steps > len(Route)


def test_the_assistant_log_of_a_game_is_in_the_file_when_the_program_ends(tmp_path: Path) -> None:
    file, clock = TraceFile(str(tmp_path / "trace.txt")), FakeClock()
    model = open_game(menu(), board("*.*..\n.....\n.....\n....."))
    screen = FakeTerminal(24, 80, ["r", Wait(1.0), "k", Wait(1.0)], clock=clock)
    run(model, screen, clock, services=(TraceWriter(file),))
    file.close()
    game, move = (tmp_path / "trace.txt").read_text("utf-8").splitlines()
    assert game.startswith("Game: 5x4/2")
    assert "Simple solver: Row 1, column 3 is a mine." in move


def test_what_waits_to_be_written_is_in_the_file_when_the_program_is_interrupted(tmp_path: Path) -> None:
    file = TraceFile(str(tmp_path / "trace.txt"))
    model = open_game(menu(), board("*.*..\n.....\n.....\n.....").open_cell(19).apply(0, 0b100, "simple"))
    TraceWriter(file).rest(model)
    assert "Simple solver: " in (tmp_path / "trace.txt").read_text("utf-8")
    file.close()
