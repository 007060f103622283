"""Writes one replay to a file: the community's RAWVF, JSON with all that is known, or a list of moves.

Tested in tests/ui/replay/test_lists.py.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.text import system_reason
from minesweeper.solvers.deduction import finish
from minesweeper.storage.finished import FinishedGame
from minesweeper.storage.replay_files import ReplayForm, file_name, write_in_slices
from minesweeper.ui.widgets.export import free_path, where

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive

EXPORTING = "Exporting .. Esc stops."
_LONG_WORK = 30_000_000
"""Moves times cells that take about a tenth of a second."""
FORM_QUESTION = (
    "Export this replay: R as RAWVF, J as JSON, T a list of its moves, any other key: not.",
    "Export: R as RAWVF, J as JSON, T a list of moves, any other key: not.",
    "R RAWVF  J JSON  T text of moves",
)
"""What is asked before an export, longest first."""
_KEYS: dict[str, ReplayForm] = {"r": "rawvf", "j": "json", "t": "txt"}


ExportResult = tuple[str, bool]
"""A sentence, and whether it is about something that went wrong."""


class ReplayFile(NamedTuple):
    """A replay on its way to a new file; on a large board all of its moves are played once more."""

    game: FinishedGame
    form: ReplayForm
    path: Path


def write_replay(file: ReplayFile) -> Generator[None, None, ExportResult]:
    """Writes it in slices."""
    try:
        text = yield from write_in_slices(file.game, file.form)
        with file.path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as error:
        return f"Not exported: {system_reason(error)}.", True
    except ValueError as error:
        return f"Not exported: {error}.", True
    return f"Written to {where(file.path)}", False


def export_replay(archive: Archive, game: FinishedGame | None, form: ReplayForm) -> ExportResult | ReplayFile:
    """What came of writing a replay to a new file; or the file that is to be written, if that takes long."""
    if game is None or game.replay is None:
        return "Not exported: its replay can't be read.", True
    path = free_path(file_name(game, form), archive.folder, dated=False)
    if path is None:
        return "Not exported: neither this folder nor that of the games can be written.", True
    file = ReplayFile(game, form, path)
    if form == "rawvf" and len(game.replay.moves) * game.replay.spec.grid.size > _LONG_WORK:
        return file
    return finish(write_replay(file))


def replay_form(key: str) -> ReplayForm | None:
    """The form that a key chooses."""
    return _KEYS.get(key.lower())
