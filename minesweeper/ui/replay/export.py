"""Writes one replay to a file: the community's RAWVF, JSON with all that is known, or a list of moves.

Tested in tests/ui/replay/test_lists.py.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from minesweeper.core.outputs import OutputError, new_file
from minesweeper.solvers.deduction import finish
from minesweeper.storage.finished import FinishedGame, get_game
from minesweeper.storage.replay_files import ReplayForm, file_name, write_in_slices
from minesweeper.ui.widgets.export import NO_FOLDER, ExportPlan, ExportResult, free_path, where

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive

_LONG_WORK = 30_000_000
"""Moves times cells that take about a tenth of a second."""
_QUESTION = (
    "Export this replay: R as RAWVF, J as JSON, T a list of its moves, any other key: not.",
    "Export: R as RAWVF, J as JSON, T a list of moves, any other key: not.",
    "R RAWVF  J JSON  T text of moves",
)
"""What is asked before an export, longest first."""
_FORMS: dict[str, ReplayForm] = {"r": "rawvf", "j": "json", "t": "txt"}


class ReplayFile:
    """A replay on its way to a new file; on a large board all of its moves are played once more."""

    def __init__(self, game: FinishedGame, form: ReplayForm, path: Path) -> None:
        self.game = game
        self.form = form
        self.path = path


def write_replay(file: ReplayFile) -> Generator[None, None, ExportResult]:
    """Writes it in slices."""
    try:
        text = yield from write_in_slices(file.game, file.form)
        with new_file(file.path) as stream:
            stream.write(text)
    except OutputError as error:
        return f"Not exported: {error.reason}.", True
    except ValueError as error:
        return f"Not exported: {error}.", True
    return f"Written to {where(file.path)}", False


def export_replay(archive: Archive, game: FinishedGame | None, form: ReplayForm) -> ExportResult | ReplayFile:
    """What came of writing a replay to a new file; or the file that is to be written, if that takes long."""
    if game is None or game.replay is None:
        return "Not exported: its replay can't be read.", True
    path = free_path(file_name(game, form), archive.folder, dated=False)
    if path is None:
        return NO_FOLDER
    file = ReplayFile(game, form, path)
    if form == "rawvf" and len(game.replay.moves) * game.replay.spec.grid.size > _LONG_WORK:
        return file
    return finish(write_replay(file))


def _export_by_id(archive: Archive, game_id: str, form: ReplayForm) -> ExportResult | ReplayFile:
    return export_replay(archive, get_game(archive.store, game_id), form)


def replay_plan(game: FinishedGame) -> ExportPlan:
    """How a replay that is shown is exported."""
    return ExportPlan(_QUESTION, _FORMS, export_replay, (game,), write_replay)


def listed_plan(game: FinishedGame) -> ExportPlan:
    """How a replay is exported that a list names, and that is yet to be read."""
    return ExportPlan(_QUESTION, _FORMS, _export_by_id, (game.id,), write_replay)
