"""Finished games with their replays, and the replay screen that shows them."""

from __future__ import annotations

from dataclasses import replace

from minesweeper.storage.games_table import FinishedGame
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.replay.screen import ReplayScreen, open_replay
from minesweeper.ui.replay.state import ReplayState
from tests.storage.storing import finished
from tests.ui.driving import board, menu, work

PICTURE = "*1\n11"


def lost_game() -> FinishedGame:
    """A game of 2.25 seconds: the last open is a guess that hits the mine with a chance of one in three.

    The player opens the lower right cell, sets a wrong flag after 1.25 s, and opens the mine after 2.25 s.
    """
    session = board(PICTURE, "beginner")._replace(is_known_board=False, first=None)
    session = session.open_cell(3).tick(1.25).mark(1, question_marks=False).tick(1.0).open_cell(0)
    game = finished(session)
    assert game.replay is not None
    return replace(game, replay=game.replay._replace(dealt=True), ended_at="2026-11-14T21:07:00.000Z")


def watching(
    cols: int = 80, rows: int = 24, game: FinishedGame | None = None, looks: TerminalLooks | None = None
) -> Model:
    """A replay over the menu, with its guesses found and rated."""
    model = menu(cols, rows, looks=looks)
    return work(open_replay(model, game or lost_game(), "14 Nov 21:07", is_kept=False))


def replay_of(model: Model) -> ReplayState:
    assert isinstance(model.top, ReplayScreen)
    return model.top
