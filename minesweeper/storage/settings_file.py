"""Writes the player's settings.json entry by entry, completely or not at all. Most games change no setting.

Disk errors aren't raised: the result says what couldn't be saved.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from minesweeper.core.text import system_reason
from minesweeper.storage.paths import free_name, keep_under, make_private, replace_file
from minesweeper.storage.settings import MAX_FILE_BYTES, backup_of, entries_of, parse_object, read_file


class Kept(NamedTuple):
    """Whether the settings were saved, and a message for the player if needed."""

    saved: bool
    problem: str | None = None


def keep_settings(path: str | Path | None, changes: Mapping[str, Any]) -> Kept:
    """Writes some settings to the player's file. None removes an entry, so that its default applies again.

    An object is merged with the existing one, and unknown entries stay. No fault, not even a kill, can leave less than
    the last good file. If two programs save in the same millisecond, the file has the later changes.
    """
    if path is None:
        return Kept(False, "There is no home folder, so the settings are not saved.")
    try:
        return _keep(Path(os.path.realpath(path)), changes)  # a link, as from a folder of dotfiles, stays a link
    except OSError as error:
        name = os.path.basename(path)
        return Kept(False, f"{name} can't be written ({system_reason(error)}), so the settings are not saved.")


def _keep(path: Path, changes: Mapping[str, Any]) -> Kept:
    make_private(path.parent)
    entries, problem = _current_entries(path)
    content = _to_bytes(_merged(entries, changes))
    if len(content) > MAX_FILE_BYTES:
        return Kept(False, f"The settings would take more than {MAX_FILE_BYTES:,} bytes, so they are not saved.")
    replace_file(path, content)
    return Kept(True, problem)


def _current_entries(path: Path) -> tuple[dict[str, Any], str | None]:
    """Returns the entries of the file and backs it up. A file that can't be parsed is set aside for its backup."""
    try:
        content = read_file(path)
    except FileNotFoundError:
        return {}, None
    backup = path.with_name(os.path.basename(backup_of(path)))
    try:
        entries = parse_object(content)
    except ValueError:
        aside = free_name(path, "damaged")
        keep_under(path, aside)
        return entries_of(backup) or {}, f"{path.name} can't be read. It is kept as {aside.name}."
    if (entries_of(backup) or {}) != entries:
        replace_file(backup, content)
    return entries, None


def _merged(entries: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(entries)
    for name, value in changes.items():
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, Mapping):
            inner = merged.get(name)
            merged[name] = _merged(inner if isinstance(inner, dict) else {}, value)
            if not merged[name]:
                del merged[name]
        else:
            merged[name] = value
    return merged


def _to_bytes(entries: Mapping[str, Any]) -> bytes:
    try:
        return (json.dumps(entries, indent=2, ensure_ascii=False) + "\n").encode()
    except UnicodeEncodeError:  # half a surrogate pair, which only an escape can hold
        return (json.dumps(entries, indent=2) + "\n").encode()
