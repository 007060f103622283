"""Draws a replay as an SVG image: an animation of all its moves, or the position at its end.

The frames are drawn like those of the screen, with the same themes. Images have limits on the size of the board, the
number of frames and the size of the file. `export` writes images from the screen, and the command ``replay`` writes
them from the command line.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from typing import NamedTuple

from minesweeper.core.text import plural
from minesweeper.core.times import milliseconds_text
from minesweeper.play.game import Phase
from minesweeper.play.replay import Film
from minesweeper.storage.games_table import FinishedGame
from minesweeper.storage.replay_files import ReplayError
from minesweeper.storage.settings import Settings
from minesweeper.ui.draw.board import BoardPicture, draw_board
from minesweeper.ui.draw.canvas import Canvas, Frame
from minesweeper.ui.draw.geometry import COMPACT_COLS, RULER, STRIP_ROWS, Geometry, View, arrange
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.draw.rgb import DIRECT_COLOURS
from minesweeper.ui.draw.svg import Paint, film, still
from minesweeper.ui.draw.theme import palette
from minesweeper.ui.widgets.header import GameHeader, draw_strip

MOST_CELLS = 10_000
"""The most cells of a board that can be drawn as an image."""
MOST_FRAMES = 300
"""The most frames of an animation. A longer game shows only some of its moves."""
MOST_BYTES = 4 << 20
"""The size from which an image is refused, in bytes."""
FILM_SECONDS, END_SECONDS, QUICKEST = 20.0, 4.0, 0.05
"""In seconds: how long an animation may take, how long its last frame stays, and the shortest time of a frame."""
_RESULTS = {"won": "Won in", "lost": "Lost at", "abandoned": "Given up at"}
_ROWS_AROUND = 5
"""The rows around the board: the header, the edges of the frame, and two rows below it."""


class ImageStyle(NamedTuple):
    """How an image looks: the settings, the name of the theme, and a dark or light background."""

    settings: Settings
    theme: str
    background: str = "dark"


class ReplayImage(NamedTuple):
    """A replay as SVG text. ``frames`` is 1 for an image that doesn't move."""

    text: str
    frames: int

    @property
    def size(self) -> str:
        """The number of frames, if there are several, and the size in kilobytes, for a message."""
        frames = f"{plural(self.frames, 'frame')}, " if self.frames > 1 else ""
        return f"{frames}{-(-len(self.text.encode()) // 1000):,} KB"


def style_of(settings: Settings, theme: str | None = None, background: str | None = None) -> ImageStyle:
    """The style of images by the settings.

    ``theme`` and ``background`` replace those of the settings; every background but ``light`` counts as dark.
    """
    background = background or settings.text("background")
    return ImageStyle(settings, theme or settings.text("theme"), "light" if background == "light" else "dark")


def make_image(game: FinishedGame, style: ImageStyle, *, moving: bool) -> Generator[None, None, ReplayImage]:
    """Draws a game as SVG, in slices: an animation if ``moving`` is set, otherwise the position at its end.

    Raises ReplayError if the game has no replay or if the image would be too large.
    """
    replay = game.replay
    if replay is None:
        raise ReplayError("this game has no replay")
    if replay.spec.grid.size > MOST_CELLS:
        raise ReplayError(f"a picture has room for {MOST_CELLS:,} cells, and this board has {replay.spec.grid.size:,}")
    reel = Film(replay, game.level, game.mode)
    steps = _steps(len(reel)) if moving else [len(reel)]
    frames = []
    for step in steps:
        frames.append(_frame(game, reel, step, style))
        yield
    own = style.settings.themes.get(style.theme)
    paint = Paint(palette(style.theme, style.background, DIRECT_COLOURS, own), style.background)
    text = film(frames, _seconds(reel, steps), paint) if len(frames) > 1 else still(frames[0], paint)
    if len(text) > MOST_BYTES:
        raise ReplayError(f"its animation would be larger than {MOST_BYTES >> 20} MB; save its last frame instead")
    return ReplayImage(text, len(frames))


def _steps(moves: int) -> list[int]:
    """The steps that get a frame: all, or as many as are allowed, always with the first and the last."""
    frames = min(moves + 1, MOST_FRAMES)
    return [number * moves // max(1, frames - 1) for number in range(frames)]


def _seconds(reel: Film, steps: list[int]) -> list[float]:
    """How long each frame is shown, in seconds.

    Moves come at the speed of the game, or faster if the animation would take too long.
    """
    times = [0 if step == 0 else reel.replay.moves[step - 1].ms for step in steps]
    pace = max(1.0, reel.total_ms / 1000 / FILM_SECONDS)
    return [max(QUICKEST, (after - before) / 1000 / pace) for before, after in pairwise(times)] + [END_SECONDS]


def _frame(game: FinishedGame, reel: Film, step: int, style: ImageStyle) -> Frame:
    """The frame after ``step`` moves, with the board and its header. The last frame has the result too."""
    session, grid = reel.session_at(step), reel.replay.spec.grid
    geometry, looks = _arranged(grid.width, grid.height), TerminalLooks()
    is_last = step == len(reel)
    move = None if step == 0 or is_last else reel.replay.moves[step - 1]
    cursor = grid.row_col(move.cell) if move is not None and move.cell >= 0 else None
    edge = {Phase.WON: "frame.won", Phase.LOST: "frame.lost"}.get(session.game.phase, "border")
    canvas = Canvas(geometry.rows, geometry.cols)
    draw_strip(canvas, geometry, GameHeader(session), looks)
    draw_board(canvas, geometry, BoardPicture(session.game, View(), cursor, edge=edge), style.settings, looks)
    if is_last:
        text = f"{_RESULTS[game.result]} {milliseconds_text(game.time_ms)}"
        colour = {"won": "good", "lost": "bad"}.get(game.result, "text")
        canvas.write(geometry.rows - 2, (geometry.cols - len(text)) // 2, text, colour)
    return canvas.frame()


def _arranged(width: int, height: int) -> Geometry:
    """The places of the parts of an image.

    The whole board is shown in cells of 2x1, with as few columns around it as the header needs.
    """
    rows = max(STRIP_ROWS, height + _ROWS_AROUND)
    return arrange(rows, max(COMPACT_COLS, 2 * (width + 2 + RULER)), width, height, "2x1")
