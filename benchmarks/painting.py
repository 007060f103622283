"""Runs inside a pseudo-terminal for ``benchmarks.program``: renders and paints frames in which every row changes."""

from __future__ import annotations

import time

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Model, render
from minesweeper.ui.draw.theme import palette
from minesweeper.ui.game.game_screen import open_game
from minesweeper.ui.terminal.curses_terminal import open_terminal


def main() -> None:
    """Prints the milliseconds of each frame."""
    times = []
    with open_terminal() as screen:
        screen.set_palette(palette("classic", "dark", 256))
        rows, cols = screen.size()
        model = Model(rows, cols, (), Settings({"cell_size": "2x1"}))
        pages = [
            open_game(model, new_session(BoardSpec(200, 100, mines), "custom", "x").open_cell(10_100))
            for mines in (10, 4000)
        ]
        for index in range(40):
            start = time.perf_counter()
            screen.paint(render(pages[index % 2]))
            times.append((time.perf_counter() - start) * 1000)
    print("TIMES", *(f"{milliseconds:.3f}" for milliseconds in times[4:]), "END", flush=True)
