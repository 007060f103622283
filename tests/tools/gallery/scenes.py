"""What the pictures show: screens of the real program, brought about by keys on boards from fixed seeds."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from minesweeper.core.times import from_milliseconds, to_milliseconds
from minesweeper.play.session import Clicks, new_session
from minesweeper.storage.finished import record_game
from minesweeper.storage.saves import Archive
from minesweeper.storage.settings import PRESETS, Settings
from minesweeper.storage.values import Group
from minesweeper.ui.base.model import Model, render, tick
from minesweeper.ui.draw.canvas import Frame
from minesweeper.ui.draw.theme import palette
from minesweeper.ui.draw.words import date_text
from minesweeper.ui.game.solver import Solving
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.screens.stats import StatsScreen, find_statistics
from tests.storage.storing import a_game
from tests.tools.gallery.svg import film, still
from tests.ui.driving import CALM, cursor_to, finish_work, mode_of, press, start, work

PALETTE = palette("classic", "dark", 256)


def _game(level: str, seed: str, cols: int = 80, rows: int = 24, seconds: float = 42.0) -> Model:
    """A game on a no-guess board of a seed, after its first open."""
    session = new_session(PRESETS[level], level, seed, boards="no-guess")._replace(known=False)
    model = cursor_to(start(session, cols, rows), 3, 3)
    return tick(work(press(model, "space")), seconds)


def _menu() -> Model:
    return Model(24, 80, (open_menu(),), CALM)


def _tip() -> Model:
    model = _game("intermediate", "tip")
    for _ in range(6):
        model = work(press(model, "K"))
    return work(press(model, "t"))


def _odds() -> Model:
    session = new_session(PRESETS["expert"], "expert", "odds 40")._replace(known=False)
    model = cursor_to(start(session), 3, 3)
    model = tick(work(press(work(press(model, "space")), "E")), 61.0)
    return work(press(model, "v", "v"))


def _what_if() -> Model:
    model = _game("intermediate", "what if")
    return work(press(press(model, "tab", "tab"), "p"))


def _reduced() -> Model:
    model = _game("expert", "reduced", seconds=97.0)
    for _ in range(12):
        model = work(press(model, "K"))
    return press(model, "l")


def _small() -> Model:
    model = _game("beginner", "small", 20, 7)
    return work(press(model, "K"))


def _statistics() -> Model:
    group, now = Group("beginner", "no-guess"), datetime(2026, 11, 16, 12).timestamp()
    chance = random.Random("statistics")
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder))
        for number in range(69):
            moment = round((now - (69 - number) * 40_000) * 1000)
            won = chance.random() < 0.5 + number / 250
            time_ms = round(1000 * chance.lognormvariate(4.3, 0.3))
            game = a_game(
                ended_at=from_milliseconds(moment),
                result="won" if won else "lost",
                mode="no-guess",
                time_ms=time_ms,
                clicks=Clicks(chance.randint(35, 60), chance.randint(0, 12), 0, 45),
                three_bv=chance.randint(22, 40),
            )
            record_game(archive.store, game)
        found = find_statistics(archive, group)
        archive.close()
    best = found.statistics.best_times
    found = replace(found, dates=tuple(date_text(to_milliseconds(time.ended_at), now) for time in best))
    return _menu().push(StatsScreen(group, found))


SCENES: dict[str, Callable[[], Model]] = {
    "menu": _menu,
    "tip": _tip,
    "odds": _odds,
    "what-if": _what_if,
    "reduced": _reduced,
    "small": _small,
    "statistics": _statistics,
}


def _solve() -> tuple[list[Frame], list[float]]:
    """The frames of a smart solve, and for how many seconds each is shown."""
    settings = Settings({**CALM.values, "solver_pause_ms": 1})
    session = new_session(PRESETS["intermediate"], "intermediate", "film", boards="no-guess")._replace(known=False)
    model = work(press(cursor_to(start(session, settings=settings), 3, 3), "space"))
    frames = [render(model)]
    model = press(model, "J")
    while mode_of(model, Solving):
        if model.top.work(model) is None:
            model = tick(model, 0.4)
            continue
        model = finish_work(model)
        frames.append(render(model))
    frames = list(dict.fromkeys(frames))
    return frames, [1.0] + [0.15] * (len(frames) - 2) + [4.0]


def pictures() -> dict[str, str]:
    """Every picture: name of the file -> SVG."""
    found = {f"{name}.svg": still(render(make()), PALETTE) for name, make in SCENES.items()}
    found["solve.svg"] = film(*_solve(), PALETTE)
    return found
