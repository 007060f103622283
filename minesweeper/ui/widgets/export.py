"""Writes the games of the store to a file of the player's choice of form, in slices; never over another file.

Tested in tests/ui/screens/test_stats.py.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from minesweeper.core.text import plural, system_reason

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive

ExportKind = Literal["csv", "jsonl"]
EXPORT_QUESTION = (
    "Export all games: C as a table (CSV), J with replays (JSON lines), any other key: not.",
    "Export: C as a table (CSV), J with replays (JSON lines), other keys: not.",
    "C table (CSV) J all (JSON lines)",
)
"""What is asked before an export, longest first."""
_KEYS: dict[str, ExportKind] = {"c": "csv", "j": "jsonl"}
_REPORT_EVERY = 500
_SLICE_LINES = 20


@dataclass(frozen=True, eq=False)
class Export:
    """An export of games: where it goes, and what it consists of."""

    path: Path
    lines: Callable[[], Iterator[str]]
    is_table: bool
    """Whether the first line is a head."""


def write_games(export: Export) -> Generator[int | None, None, tuple[str, bool]]:
    """Writes it in slices, telling how many games now and then; at last a sentence, and whether it is about trouble."""
    count = -1 if export.is_table else 0
    try:
        with export.path.open("x", encoding="utf-8", newline="\n") as stream, _removed_if_broken(export.path):
            for line in export.lines():
                stream.write(line + "\n")
                count += 1
                if count % _SLICE_LINES == 0:
                    yield count if count and count % _REPORT_EVERY == 0 else None
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        return f"Not exported: {export.path.name}: {system_reason(error)}.", True
    return f"{plural(count, 'game')} written to {where(export.path)}", False


@contextlib.contextmanager
def _removed_if_broken(path: Path) -> Iterator[None]:
    """Half a file would be taken for a whole one: it goes when its writing is stopped or fails."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise


def plan_export(archive: Archive, kind: ExportKind) -> Export | str:
    """The export of all games that is to be done, or why there can be none."""
    from minesweeper.storage.exchange import export_csv, export_lines

    export = {"csv": export_csv, "jsonl": export_lines}[kind]
    path = free_path(f"minesweeper-games.{kind}", archive.folder)
    if path is None:
        return "Not exported: neither this folder nor that of the games can be written."
    return Export(path, lambda: export(archive.store), kind == "csv")


def free_path(name: str, fallback: Path | None, *, dated: bool = True) -> Path | None:
    """A path that nothing has yet, in the current folder or else in another one; None where none can be written."""
    for folder in (_current_folder(), fallback):
        if folder is not None and os.access(folder, os.W_OK | os.X_OK):
            stem, _, extension = name.rpartition(".")
            stem = f"{stem}-{time.strftime('%Y-%m-%d')}" if dated else stem
            names = (f"{stem}{f'-{number}' if number > 1 else ''}.{extension}" for number in range(1, 1000))
            return next((folder / name for name in names if not os.path.lexists(folder / name)), None)
    return None


def where(path: Path) -> str:
    """A file's name and its folder, as a sentence ends with them."""
    folder = "this folder" if path.parent == _current_folder() else str(path.parent)
    return f"{path.name} in {folder}."


def _current_folder() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # it is gone
        return None


def export_kind(key: str) -> ExportKind | None:
    """The form that a key chooses."""
    return _KEYS.get(key.lower())
