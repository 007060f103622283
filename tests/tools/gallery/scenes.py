"""The scenes of the pictures: screens of the real program, reached by keys on boards from fixed seeds."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from minesweeper.core.cells import cells_of, contains, nearest_first
from minesweeper.core.times import date_text, from_milliseconds, to_milliseconds
from minesweeper.play.session import Clicks, new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import ExactSolver
from minesweeper.storage.games_table import record_game
from minesweeper.storage.records import Group, Record, RecordingResult
from minesweeper.storage.saves_table import open_saves
from minesweeper.storage.settings import PRESETS
from minesweeper.ui.base.model import Model, render, tick
from minesweeper.ui.draw.canvas import Frame
from minesweeper.ui.draw.rgb import DIRECT_COLOURS
from minesweeper.ui.draw.svg import Paint, film, still
from minesweeper.ui.draw.theme import palette
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.lesson_mode import open_guided
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.screens.stats_screen import StatsScreen, find_statistics
from tests.storage.storing import a_game
from tests.ui.driving import CALM, cursor_to, press, show_state, start, state_of, work

PAINT = Paint(palette("classic", "dark", DIRECT_COLOURS))


def _game(level: str, seed: str, cols: int = 80, rows: int = 24, seconds: float = 42.0) -> Model:
    """A game on a no-guess board of this seed, after its first open."""
    session = new_session(PRESETS[level], level, seed, board_type="no-guess")._replace(is_known_board=False)
    model = cursor_to(start(session, cols, rows), 3, 3)
    return tick(work(press(model, "space")), seconds)


def _menu() -> Model:
    return Model(24, 80, (open_menu(),), CALM)


def _learn() -> Model:
    return press(open_guided(_menu()), "space", "enter", "right", "right", "space")


def _tip() -> Model:
    model = _game("intermediate", "tip")
    for _ in range(6):
        model = work(press(model, "K"))
    return work(press(model, "t"))


def _odds() -> Model:
    session = new_session(PRESETS["expert"], "expert", "odds 40")._replace(is_known_board=False)
    model = cursor_to(start(session), 3, 3)
    model = tick(work(press(work(press(model, "space")), "E")), 61.0)
    return work(press(model, "v", "v"))


def _what_if() -> Model:
    model = _game("intermediate", "what if")
    return work(press(press(model, "tab", "tab"), "p"))


_SKETCH = """
    111...111
    1*1...1F1
    111...111
    .111.....
    .1*1.....
    .12321122
    ..1##22##
    ..13#####
    ...1#####
"""


def _analysis() -> Model:
    """An end game typed on the analysis board, with the candidates for its best guess."""
    model = press(_menu(), "e")
    model = work(press(model, *(sign.lower() for sign in "".join(_SKETCH.split()))))
    return press(work(press(model, "g")), ".", ".")


def _reduced() -> Model:
    model = _game("expert", "reduced", seconds=97.0)
    for _ in range(12):
        model = work(press(model, "K"))
    return press(model, "l")


def _small() -> Model:
    model = _game("beginner", "small", 20, 7)
    return work(press(model, "K"))


def _recorded(model: Model, outcome: RecordingResult) -> Model:
    """A finished game after it was recorded, with its guesses found and rated."""
    screen = model.top
    assert isinstance(screen, GameScreen)
    heard = screen.on_recorded(outcome)
    return tick(work(model.with_top(heard)), 1.0)


def _win() -> Model:
    model = _game("intermediate", "win", seconds=50.318)
    game = state_of(model).game
    assert game.layout is not None
    for cell in cells_of(game.hidden & ~game.layout.mines):
        if not state_of(model).game.opened >> cell & 1:
            model = press(cursor_to(model, *game.grid.row_col(cell)), "space")
    before, after = Record(68, 41, 27, 3, 7, 51_204), Record(69, 42, 27, 4, 7, 50_318)
    return _recorded(model, RecordingResult(None, before, after, 1))


def _loss() -> Model:
    session = new_session(PRESETS["expert"], "expert", "odds 40")._replace(is_known_board=False)
    model = tick(work(press(work(press(cursor_to(start(session), 3, 3), "space")), "E")), 58.0)
    state = state_of(model)
    assert state.game.layout is not None
    # One move before nothing more can be proved: the mine that is opened instead is one beside a number.
    model = press(model, "z")
    game = state_of(model).game
    assert game.layout is not None
    mine = next(iter(cells_of(game.layout.mines & game.position.frontier & ~game.flags)))
    session = state_of(model).session._replace(assistants=frozenset())
    model = show_state(model, state_of(model)._replace(session=session))
    model = press(cursor_to(model, *game.grid.row_col(mine)), "space")
    before, after = Record(68, 41, 27, 3, 7, 51_204), Record(69, 41, 28, 0, 7, 51_204)
    return _recorded(model, RecordingResult(None, before, after, None))


def _statistics() -> Model:
    group, now = Group("beginner", "no-guess"), datetime(2026, 11, 16, 12).timestamp()
    chance = random.Random("statistics")
    with tempfile.TemporaryDirectory() as folder:
        saves = open_saves(Path(folder))
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
            record_game(saves.store, game)
        outcome = find_statistics(saves, group)
        saves.close()
    best = outcome.statistics.best_times
    outcome = replace(outcome, dates=tuple(date_text(to_milliseconds(time.ended_at), now) for time in best))
    return _menu().push(StatsScreen(outcome))


SCENES: dict[str, Callable[[], Model]] = {
    "menu": _menu,
    "learn": _learn,
    "tip": _tip,
    "odds": _odds,
    "what-if": _what_if,
    "analysis": _analysis,
    "reduced": _reduced,
    "win": _win,
    "loss": _loss,
    "small": _small,
    "statistics": _statistics,
}


def _film() -> tuple[list[Frame], list[float]]:
    """Plays and wins a game by keys. Returns its frames and how many seconds each one is shown."""
    session = new_session(PRESETS["beginner"], "beginner", "film 4", board_type="no-guess")._replace(
        is_known_board=False
    )
    model = cursor_to(start(session), 3, 3)
    frames = [render(model)]
    model = work(press(model, "space"))
    while not state_of(model).game.is_over:
        frames.append(render(model))
        game = state_of(model).game
        safe, mined = run_to_end(ExactSolver().certain(game.position))
        cell = next(nearest_first(game.grid, (safe | mined) & ~game.flags, state_of(model).cell))
        model = press(cursor_to(model, *game.grid.row_col(cell)), "f" if contains(mined, cell) else "space")
        model = tick(work(model), 0.9)
    end = [render(tick(model, seconds)) for seconds in (0.1, 0.2, 0.3, 0.4, 2.0)]
    frames = list(dict.fromkeys([*frames, *end]))
    return frames, [1.0] + [0.3] * (len(frames) - 2) + [5.0]


def pictures() -> dict[str, str]:
    """Every picture as SVG, by file name."""
    results = {f"{name}.svg": still(render(make()), PAINT) for name, make in SCENES.items()}
    results["game.svg"] = film(*_film(), PAINT)
    return results
