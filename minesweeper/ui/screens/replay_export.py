"""Writes one replay to a file: the community's RAWVF, JSON with all that is known, or a list of moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from minesweeper.finished import FinishedGame
from minesweeper.replay_files import Form, file_name, write_replay
from minesweeper.ui.model import Model
from minesweeper.ui.screens.exporting import free_path, where

if TYPE_CHECKING:
    from minesweeper.archive import Archive

_KEYS: dict[str, Form] = {"r": "rawvf", "j": "json", "t": "txt"}


@dataclass(frozen=True)
class ExportReplay:
    """Write a replay to a new file."""

    game: FinishedGame
    form: Form

    def put(self, archive: Archive) -> tuple[str, bool]:
        """A sentence, and whether it is about something that went wrong."""
        path = free_path(file_name(self.game, self.form), archive.folder, dated=False)
        if path is None:
            return "Not exported: neither this folder nor that of the games can be written.", True
        try:
            text = write_replay(self.game, self.form)
            with path.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        except OSError as error:
            return f"Not exported: {error.strerror or error}.", True
        except ValueError as error:
            return f"Not exported: {error}.", True
        return f"Written to {where(path)}", False


def form_of(key: str) -> Form | None:
    """The form that a key chooses."""
    return _KEYS.get(key.lower())


def form_question(model: Model) -> str:
    """What is asked before an export."""
    if model.cols < 40:
        return "R RAWVF  J JSON  T text of moves"
    return "Export this replay: R as RAWVF, J as JSON, T a list of its moves, any other key: not."
