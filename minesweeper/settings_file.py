"""Writes the player's own settings.json so that no fault, not even a kill, can leave less than the last good one.

It merges changes into what the file says now and keeps what it does not know. It never raises for trouble with the
disk: the result says what could not be saved.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from minesweeper.files import free_name, keep_under, replace_file
from minesweeper.folders import make_private
from minesweeper.settings import MAX_FILE_BYTES, backup_of, parse_object, read_file


@dataclass(frozen=True, slots=True)
class Kept:
    """Whether the settings were saved, and what the player has to know, if anything."""

    saved: bool
    problem: str | None = None


def keep_settings(path: Path | None, changes: Mapping[str, Any]) -> Kept:
    """Writes some settings to the player's file; None takes an entry out, so that its default holds again.

    An object goes into the one that is there (the keys of one action leave those of the others). Two programs that
    save in the same millisecond leave a whole file, with the changes of the later one.
    """
    if path is None:
        return Kept(False, "There is no home folder, so the settings are not saved.")
    try:
        return _keep(Path(os.path.realpath(path)), changes)  # a link, as from a folder of dotfiles, stays a link
    except OSError as error:
        return Kept(False, f"{path.name} can't be written ({error.strerror or error}), so the settings are not saved.")


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
    backup = backup_of(path)
    try:
        entries = parse_object(content)
    except ValueError:
        aside = free_name(path, "damaged")
        keep_under(path, aside)
        return _entries_of(backup), f"{path.name} could not be read; it is kept as {aside.name}."
    if _entries_of(backup) != entries:
        replace_file(backup, content)
    return entries, None


def _entries_of(path: Path) -> dict[str, Any]:
    try:
        return parse_object(read_file(path))
    except (OSError, ValueError):
        return {}


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
