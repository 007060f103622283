"""The player's settings.json: changed entry by entry, whole or not at all. Most games change no setting and load none.

No trouble with the disk is raised: the result says what could not be saved.
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
    """Whether the settings were saved, and what the player has to know, if anything."""

    saved: bool
    problem: str | None = None


def keep_settings(path: str | Path | None, changes: Mapping[str, Any]) -> Kept:
    """Writes some settings to the player's file; None takes an entry out, so that its default holds again.

    An object goes into the one that is there (the keys of one action leave those of the others), and what is not known
    here stays. No fault, not even a kill, can leave less than the last good file; two programs that save in the same
    millisecond leave a whole one, with the changes of the later.
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
    """What the file says now, copied to the backup; a file that can't be parsed is set aside and the backup used."""
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
        return entries_of(backup) or {}, f"{path.name} could not be read; it is kept as {aside.name}."
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
