"""Writes one replay to a file: the community's RAWVF, JSON with all that is known, or a list of moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from minesweeper.core.text import system_reason
from minesweeper.storage.finished import FinishedGame
from minesweeper.storage.replay_files import ReplayForm, file_name, write_in_slices
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import COMPACT_COLS
from minesweeper.ui.widgets.export import free_path, where

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive

EXPORTING = "Exporting .. Esc stops."
_LONG_WORK = 30_000_000
"""Moves times cells that take about a tenth of a second."""
_KEYS: dict[str, ReplayForm] = {"r": "rawvf", "j": "json", "t": "txt"}


@dataclass(frozen=True, eq=False)
class WriteReplay:
    """A replay on its way to a new file: a task, because on a large board all of its moves are played once more."""

    game: FinishedGame
    form: ReplayForm
    path: Path

    def begin(self) -> Iterator[tuple[str, bool] | None]:
        """Yields None at the end of each slice, then a sentence, and whether it is about something that went wrong."""
        try:
            text = yield from write_in_slices(self.game, self.form)
            with self.path.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        except OSError as error:
            yield f"Not exported: {system_reason(error)}.", True
        except ValueError as error:
            yield f"Not exported: {error}.", True
        else:
            yield f"Written to {where(self.path)}", False


@dataclass(frozen=True)
class ExportReplay:
    """Write a replay to a new file."""

    game: FinishedGame
    form: ReplayForm

    def put(self, archive: Archive) -> tuple[str, bool] | WriteReplay:
        """A sentence, and whether it is about something that went wrong; or the task, if it takes long."""
        path = free_path(file_name(self.game, self.form), archive.folder, dated=False)
        if path is None:
            return "Not exported: neither this folder nor that of the games can be written.", True
        task, replay = WriteReplay(self.game, self.form, path), self.game.replay
        if self.form == "rawvf" and replay is not None and len(replay.moves) * replay.spec.grid.size > _LONG_WORK:
            return task
        return next(result for result in task.begin() if result is not None)


def form_of(key: str) -> ReplayForm | None:
    """The form that a key chooses."""
    return _KEYS.get(key.lower())


def form_question(model: Model) -> str:
    """What is asked before an export."""
    if model.cols < COMPACT_COLS:
        return "R RAWVF  J JSON  T text of moves"
    return "Export this replay: R as RAWVF, J as JSON, T a list of its moves, any other key: not."
