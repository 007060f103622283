"""Exports data from any screen: asks for the format, then writes in steps. Also exports all games.

Tested in tests/ui/screens/test_stats.py.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from minesweeper.core.outputs import OutputError, new_file
from minesweeper.core.text import plural
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.jobs import Job
from minesweeper.ui.base.keymap import ALWAYS_QUITS
from minesweeper.ui.base.model import Model, Reading, Screen
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Chrome, lay_chrome, say

if TYPE_CHECKING:
    from minesweeper.storage.import_export import LeftOut
    from minesweeper.storage.saves_table import Archive

ExportKind = Literal["csv", "jsonl"]
ExportResult = tuple[str, bool]
"""A sentence, and whether it reports a problem."""
NO_FOLDER: ExportResult = ("Not exported: neither this folder nor that of the games can be written.", True)
_QUESTION = (
    "Export all games? C as a table (CSV), J with replays (JSON lines).",
    "C table (CSV) J all (JSON lines)",
)
"""The question before an export, longest first."""
_KINDS: dict[str, ExportKind] = {"c": "csv", "j": "jsonl"}
_REPORT_EVERY = 500
_SLICE_LINES = 20


class ExportPlan(NamedTuple):
    """A possible export: its question, the formats by key, and functions that find and write the data."""

    question: tuple[str, ...]
    forms: Mapping[str, Any]
    find: Callable[..., Any]
    """Takes the archive, ``about`` and the format; returns a result or the data to write."""
    about: tuple[Any, ...]
    write: Callable[[Any], Generator[int | None, None, ExportResult]]
    """Writes the data in steps and yields the number of games now and then."""


@dataclass(frozen=True)
class ExportScreen(Screen):
    """Asks for an export format over another screen, then writes until done or stopped."""

    plan: ExportPlan
    file: Any = field(default=None, compare=False)
    """The data being written; None while the question waits."""
    games: int = 0

    @property
    def context(self) -> Context:
        return Context.FORM

    def asks(self) -> bool:
        return self.file is None

    def type_key(self, model: Model, key: str) -> Model | None:
        if key == ALWAYS_QUITS:
            return None
        if self.file is not None:
            return self._end(model, "The export was stopped.") if key == "esc" else model
        form = self.plan.forms.get(key.lower())
        if form is None:
            return self._end(model, "Nothing was exported.")
        return model.query(self.plan.find, *self.plan.about, form, then=ExportScreen._begin)

    def _begin(self, model: Model, found: Any) -> Model:
        return self._written(model, found) if isinstance(found, tuple) else model.with_top(replace(self, file=found))

    def work(self, model: Model) -> Job | None:
        return None if self.file is None else Job(self.plan.write, (self.file,), self._written, told=self._count)

    def _count(self, model: Model, games: int) -> Model:
        return model.with_top(replace(self, games=games))

    def _written(self, model: Model, result: ExportResult) -> Model:
        text, failed = result
        return self._end(model, text, alarm=failed)

    def _end(self, model: Model, text: str, *, alarm: bool = False) -> Model:
        """Returns to the screen below, which shows the result."""
        below = model.pop()
        return below.with_top(below.top.with_message(text, alarm=alarm))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind != "press" or event.button != "left":
            return model
        if self.file is None:
            return self._end(model, "Nothing was exported.")
        is_stop = self._chrome(model).action_at(event.row, event.col) is Action.BACK
        return self._end(model, "The export was stopped.") if is_stop else model

    def _chrome(self, model: Model) -> Chrome:
        so_far = f"Exporting: {plural(self.games, 'game')} so far..." if self.games else "Exporting..."
        texts, word = (self.plan.question, "cancel") if self.file is None else ((so_far,), "stop")
        # A question that fits takes one line, because the screen below stays visible above it.
        most = 3 if is_compact(model.rows, model.cols) else 2 if model.cols < 80 else 1
        return lay_chrome(model, self.context, [(Action.BACK, word)], say(*texts), most=most, cleared=True)

    def reading(self, model: Model) -> Reading:
        return self._chrome(model).reading

    def draw(self, model: Model, canvas: Canvas) -> None:
        model.screens[-2].draw(model, canvas)
        self._chrome(model).draw(canvas)


def ask_to_export(model: Model, plan: ExportPlan) -> Model:
    """Asks for an export format over the top screen."""
    return model.push(ExportScreen(plan))


@dataclass(frozen=True, eq=False)
class Export:
    """An export of games: its file and its lines."""

    path: Path
    lines: Callable[[], Iterator[str]]
    is_table: bool
    """Whether the first line is a header."""
    left: LeftOut
    """The games that could not be read, once all is written."""


def write_games(export: Export) -> Generator[int | None, None, ExportResult]:
    """Writes the games in steps and yields their number now and then; returns the result in a sentence."""
    count = -1 if export.is_table else 0
    try:
        with new_file(export.path) as stream:
            for line in export.lines():
                stream.write(line + "\n")
                count += 1
                if count % _SLICE_LINES == 0:
                    yield count if count and count % _REPORT_EVERY == 0 else None
    except OutputError as error:
        return f"Not exported: {export.path.name}: {error.reason}.", True
    told = [f"{export.left.written(count)} written to {where(export.path)}", *export.left.sentences()]
    return " ".join(told), len(told) > 1


def find_games_to_export(archive: Archive, kind: ExportKind) -> Export | ExportResult:
    """Prepares the export of all games; returns a sentence instead if it can't be written."""
    from minesweeper.storage.import_export import LeftOut, export_csv, export_lines

    export = {"csv": export_csv, "jsonl": export_lines}[kind]
    path = free_path(f"minesweeper-games.{kind}", archive.folder)
    if path is None:
        return NO_FOLDER
    left = LeftOut()
    return Export(path, lambda: export(archive.store, left), kind == "csv", left)


def free_path(name: str, fallback: Path | None, *, dated: bool = True) -> Path | None:
    """Finds an unused path in the current folder, otherwise in the fallback; None if neither can be written."""
    for folder in (_current_folder(), fallback):
        if folder is not None and os.access(folder, os.W_OK | os.X_OK):
            stem, _, extension = name.rpartition(".")
            stem = f"{stem}-{time.strftime('%Y-%m-%d')}" if dated else stem
            names = (f"{stem}{f'-{number}' if number > 1 else ''}.{extension}" for number in range(1, 1000))
            return next((folder / name for name in names if not os.path.lexists(folder / name)), None)
    return None


def where(path: Path) -> str:
    """Names a file and its folder for the end of a sentence."""
    folder = "this folder" if path.parent == _current_folder() else str(path.parent)
    return f"{path.name} in {folder}."


def _current_folder() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # the folder is gone
        return None


ALL_GAMES = ExportPlan(_QUESTION, _KINDS, find_games_to_export, (), write_games)
"""The export of all the player's games."""
