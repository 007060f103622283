"""Exports games to a new file. The screen below stays visible while this one asks for the format and writes the file.

The statistics export all games as a table or as JSON lines. A replay is exported as RAWVF, JSON, a list of moves, an
animation or its last frame. Existing files are never replaced. Writing runs as a job in slices, so that Esc can stop
it.

Tested in tests/ui/screens/test_stats_screen.py and tests/ui/replay/test_lists.py.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from minesweeper.core.files import new_file
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.storage.games_table import FinishedGame, get_game
from minesweeper.storage.replay_files import ReplayError, ReplayForm, file_name, replay_text
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import ALWAYS_QUITS
from minesweeper.ui.base.model import Job, MessageView, Model, Screen, replace
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.replay.state import ReplayState
from minesweeper.ui.replay.svg_image import ImageStyle, make_image, style_of
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Chrome, ChromeSpec, arrange_chrome, say
from minesweeper.ui.widgets.page import PageScreen

if TYPE_CHECKING:
    from minesweeper.storage import import_export
    from minesweeper.storage.saves_table import Saves
else:
    import_export = LateModule("minesweeper.storage.import_export")

Report = tuple[str, bool]
"""A sentence about the finished export, and whether it reports a problem."""
Progress = Generator[int | None, None, Report]
"""Writes a file in slices.

It yields the number of games written so far now and then, otherwise None, and returns the report.
"""


class ExportPlan(NamedTuple):
    """An export that the player can start.

    It consists of the question about the format, the formats, and the function that writes the file.
    """

    question: tuple[str, ...]
    """The forms of the question, the longest first."""
    forms: Mapping[str, Any]
    """The format for each key that answers the question."""
    write: Callable[..., Progress]
    """Called with the saved games, which lead to the database, then the values of ``about`` and the format.

    It raises ValueError if nothing can be written.
    """
    about: tuple[Any, ...] = ()
    """What to export, as arguments for ``write``."""


def _writer(saves: Saves, plan: ExportPlan, form: Any) -> Callable[[], Progress]:
    """A function that writes the file. If nothing can be written, its report gives the reason."""

    def write() -> Progress:
        try:
            return (yield from plan.write(saves, *plan.about, form))
        except ValueError as error:
            return f"Not exported: {error}.", True

    return write


class ExportScreen(Screen):
    """Asks for the format, then writes the file until it is complete or the player stops it."""

    plan: ExportPlan
    writer: Callable[[], Progress] | None = None
    """Writes the file in the chosen format. None while the question about the format waits."""
    games: int = 0
    """The number of games that have been written."""

    context = Context.FORM

    def asks(self) -> bool:
        return self.writer is None

    def type_key(self, model: Model, key: str) -> Model | None:
        if key == ALWAYS_QUITS:
            return None
        if self.writer is not None:
            return self._end(model, "The export was stopped.") if key == "esc" else model
        form = self.plan.forms.get(key.lower())
        if form is None:
            return self._end(model, "Nothing was exported.")
        return model.query(_writer, self.plan, form, then=ExportScreen._begin)

    def _begin(self, model: Model, writer: Callable[[], Progress]) -> Model:
        return model.with_top(replace(self, writer=writer))

    def work(self, model: Model) -> Job | None:
        return None if self.writer is None else Job(self.writer, (), self._written, on_progress=self._count)

    def _count(self, model: Model, games: int) -> Model:
        return model.with_top(replace(self, games=games))

    def _written(self, model: Model, report: Report) -> Model:
        return self._end(model, report[0], alarm=report[1])

    def _end(self, model: Model, text: str, *, alarm: bool = False) -> Model:
        """Goes back to the screen below, which shows the result as its message, as an ``alarm`` if something went
        wrong.
        """
        below = model.pop()
        if not isinstance(below.top, (ReplayState, PageScreen)):
            return below
        return below.with_top(below.top.with_message(text, alarm=alarm))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind != "press" or event.button != "left":
            return model
        if self.writer is None:
            return self._end(model, "Nothing was exported.")
        is_stop = self._chrome(model).action_at(event.row, event.col) is Action.BACK
        return self._end(model, "The export was stopped.") if is_stop else model

    def _chrome(self, model: Model) -> Chrome:
        so_far = f"Exporting: {plural(self.games, 'game')} so far..." if self.games else "Exporting..."
        texts, word = (self.plan.question, "cancel") if self.writer is None else ((so_far,), "stop")
        return arrange_chrome(model, self.context, ChromeSpec([(Action.BACK, word)], say(*texts), clears_hints=True))

    def reading(self, model: Model) -> MessageView:
        return self._chrome(model).reading

    def draw(self, model: Model, canvas: Canvas) -> None:
        model.screens[-2].draw(model, canvas)
        chrome = self._chrome(model)
        chrome.draw(canvas)
        for line in chrome.message if self.writer is None else ():
            for key in re.finditer(r"\b[A-Z]\b", line.text):
                canvas.write(line.row, line.col + key.start(), key.group(), "key")


def ask_to_export(model: Model, plan: ExportPlan) -> Model:
    """Asks for an export format over the top screen."""
    return model.push(ExportScreen(plan))


# ------------------------------------------------------------------------------
# The export of all games
# ------------------------------------------------------------------------------

_REPORT_EVERY = 500
_SLICE_LINES = 20
_GamesForm = Literal["csv", "jsonl"]


def _write_games(saves: Saves, form: _GamesForm) -> Progress:
    """Writes all games to a new file in the chosen format, in slices."""
    left_out = import_export.LeftOut()
    path = _free_path(f"minesweeper-games-{time.strftime('%Y-%m-%d')}.{form}", saves.folder)
    lines = (import_export.export_csv if form == "csv" else import_export.export_lines)(saves.store, left_out)
    # The first line of a table has the names of its columns and isn't a game.
    count = -1 if form == "csv" else 0
    with new_file(path) as stream:
        for line in lines:
            stream.write(line + "\n")
            count += 1
            if count % _SLICE_LINES == 0:
                yield count if count and count % _REPORT_EVERY == 0 else None
    sentences = [f"{left_out.written(count)} written to {_where(path)}", *left_out.sentences()]
    return " ".join(sentences), len(sentences) > 1


ALL_GAMES = ExportPlan(
    (
        "Export all games? C as a table (CSV), J with replays (JSON lines).",
        "C table (CSV) J all (JSON lines)",
    ),
    {"c": "csv", "j": "jsonl"},
    _write_games,
)
"""The export of all games."""


# ------------------------------------------------------------------------------
# The export of one replay
# ------------------------------------------------------------------------------

_ReplayExport = ReplayForm | Literal["film", "still"]
_QUESTION = (
    "Export? R as RAWVF, J as JSON, T list of moves, S animation, L last frame.",
    "R RAWVF J JSON T text S film L last",
)
_FORMS: dict[str, _ReplayExport] = {"r": "rawvf", "j": "json", "t": "txt", "s": "film", "l": "still"}


def _write_replay(saves: Saves, game: FinishedGame, style: ImageStyle, form: _ReplayExport) -> Progress:
    """Writes the replay of a game to a new file, in slices.

    It takes long if moves have to be played again, as for pictures and large boards.
    """
    played = game if game.replay else get_game(saves.store, game.id)
    if played is None or played.replay is None:
        raise ReplayError("its replay can't be read")
    if form == "film" or form == "still":
        image = yield from make_image(played, style, moving=form == "film")
        text, size, extension = image.text, f" {image.size}.", "svg"
    else:
        text, size, extension = (yield from replay_text(played, form)), "", form
    path = _free_path(file_name(played, extension), saves.folder)
    with new_file(path) as stream:
        stream.write(text)
    return f"Written to {_where(path)}{size}", False


def replay_plan(game: FinishedGame, settings: Settings) -> ExportPlan:
    """The export of the replay of one game.

    Lists know a game without its replay; then the replay is read from the database before it is written.
    """
    return ExportPlan(_QUESTION, _FORMS, _write_replay, (game, style_of(settings)))


# ------------------------------------------------------------------------------
# The file
# ------------------------------------------------------------------------------


def _free_path(name: str, fallback: Path | None) -> Path:
    """A path for a new file in the current folder or, if that can't be written, in ``fallback``.

    A number is added if the name is taken. Raises ValueError if neither folder can be used.
    """
    stem, _, extension = name.rpartition(".")
    for folder in (_current_folder(), fallback):
        if folder is not None and os.access(folder, os.W_OK | os.X_OK):
            for number in range(1, 1000):
                path = folder / f"{stem}{f'-{number}' if number > 1 else ''}.{extension}"
                if not os.path.lexists(path):
                    return path
    raise ValueError("Minesweeper can't write to this folder or to the folder of its games")


def _where(path: Path) -> str:
    """The name of a file and its folder, for the end of a sentence."""
    folder = "this folder" if path.parent == _current_folder() else str(path.parent)
    return f"{path.name} in {folder}."


def _current_folder() -> Path | None:
    try:
        return Path.cwd()
    # The current folder was deleted.
    except OSError:
        return None
