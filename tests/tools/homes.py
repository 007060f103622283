"""The home folder in which a recorded session begins, with the player's settings and earlier games."""

from __future__ import annotations

import json
import os
import random
from datetime import timedelta
from pathlib import Path
from unittest import mock

from minesweeper.play.session import Clicks
from minesweeper.storage.games_table import record_game
from minesweeper.storage.paths import config_folder, data_folder
from minesweeper.storage.saves_table import open_saves
from tests.storage.storing import a_game
from tests.tools.playing import NOON, Chance
from tests.tools.sessions import Session

_BOARDS = {"beginner": "9x9/10", "intermediate": "16x16/40", "expert": "30x16/99"}
_TYPICAL_SECONDS = {"beginner": 60, "intermediate": 200, "expert": 500}


def furnish(home: Path, session: Session) -> None:
    """Writes settings and games into the home folder of a session."""
    environ = {"HOME": str(home)}
    config, data = (Path(find(environ, "linux") or "") for find in (config_folder, data_folder))
    if session.settings:
        config.mkdir(parents=True)
        (config / "settings.json").write_text(json.dumps(session.settings), "utf-8")
    if session.games:
        with mock.patch.object(os, "urandom", Chance("games")):
            _play_games(data, session.games)


def _play_games(folder: Path, count: int) -> None:
    chance = random.Random("games")
    saves = open_saves(folder)
    for number in range(count):
        level = chance.choice(("beginner", "beginner", "beginner", "intermediate", "expert"))
        ended = NOON - timedelta(days=400 * (count - number) / count, seconds=chance.randrange(3000))
        game = a_game(
            ended_at=ended.isoformat(timespec="milliseconds") + "Z",
            result=chance.choice(("won", "won", "lost", "abandoned")),
            time_ms=round(1000 * _TYPICAL_SECONDS[level] * chance.uniform(0.5, 2)),
            level=level,
            board=_BOARDS[level],
            mode=chance.choice(("normal", "normal", "no-guess")),
            helpers=chance.choice(((), (), ("tip",))),
            known=chance.random() < 0.1,
            clicks=Clicks(chance.randint(45, 60), chance.randint(0, 12), 0, chance.randint(30, 45)),
            three_bv=chance.randint(22, 40),
        )
        assert record_game(saves.store, game).saved
    saves.close()
