"""Writes one replay to a file: the community's RAWVF, JSON with all that is known, a list of moves, or a picture.

Tested in tests/ui/replay/test_lists.py.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from minesweeper.core.outputs import OutputError, new_file
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import FinishedGame, get_game
from minesweeper.storage.replay_files import ReplayForm, file_name, replay_text
from minesweeper.storage.settings import Settings
from minesweeper.ui.replay.picture import PictureStyle, make_picture, style_of
from minesweeper.ui.widgets.export import NO_FOLDER, ExportPlan, ExportResult, free_path, where

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Archive

_LONG_WORK = 30_000_000
"""Moves times cells that take about a tenth of a second."""
_QUESTION = (
    "Export? R as RAWVF, J as JSON, T a list of moves, S an animation (SVG), L its last frame.",
    "Export: R RAWVF, J JSON, T text of moves, S animation, L last frame.",
    "R RAWVF J JSON T text S film L last",
)
"""What is asked before an export, longest first."""
ExportForm = ReplayForm | Literal["film", "still"]
_FORMS: dict[str, ExportForm] = {"r": "rawvf", "j": "json", "t": "txt", "s": "film", "l": "still"}


class ReplayFile:
    """A replay on its way to a new file; on a large board, and for a picture, all of its moves are played once more."""

    def __init__(self, game: FinishedGame, form: ExportForm, path: Path, style: PictureStyle) -> None:
        self.game = game
        self.form = form
        self.path = path
        self.style = style


def write_replay(file: ReplayFile) -> Generator[None, None, ExportResult]:
    """Writes it in slices."""
    size = ""
    try:
        if file.form == "film" or file.form == "still":
            picture = yield from make_picture(file.game, file.style, moving=file.form == "film")
            text, size = picture.text, f" {picture.size}."
        else:
            text = yield from replay_text(file.game, file.form)
        with new_file(file.path) as stream:
            stream.write(text)
    except OutputError as error:
        return f"Not exported: {error.reason}.", True
    except ValueError as error:
        return f"Not exported: {error}.", True
    return f"Written to {where(file.path)}{size}", False


def export_replay(
    archive: Archive, game: FinishedGame | None, style: PictureStyle, form: ExportForm
) -> ExportResult | ReplayFile:
    """What came of writing a replay to a new file; or the file that is to be written, if that takes long."""
    if game is None or game.replay is None:
        return "Not exported: its replay can't be read.", True
    is_picture = form in ("film", "still")
    path = free_path(file_name(game, "svg" if is_picture else form), archive.folder, dated=False)
    if path is None:
        return NO_FOLDER
    file = ReplayFile(game, form, path, style)
    if is_picture or (form == "rawvf" and len(game.replay.moves) * game.replay.spec.grid.size > _LONG_WORK):
        return file
    return run_to_end(write_replay(file))


def _export_by_id(archive: Archive, game_id: str, style: PictureStyle, form: ExportForm) -> ExportResult | ReplayFile:
    return export_replay(archive, get_game(archive.store, game_id), style, form)


def replay_plan(game: FinishedGame, settings: Settings) -> ExportPlan:
    """How a replay that is shown is exported."""
    return ExportPlan(_QUESTION, _FORMS, export_replay, (game, style_of(settings)), write_replay)


def listed_plan(game: FinishedGame, settings: Settings) -> ExportPlan:
    """How a replay is exported that a list names, and that is yet to be read."""
    return ExportPlan(_QUESTION, _FORMS, _export_by_id, (game.id, style_of(settings)), write_replay)
