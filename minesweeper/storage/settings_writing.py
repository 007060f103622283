"""Writes the player's ``settings.json``. `settings` reads it.

Saving changes single entries and keeps all others, even unknown ones, because another version of the program may have
written them. The file is replaced as a whole, so that even after a crash it is complete.
"""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from minesweeper.core.text import system_reason
from minesweeper.core.validate import NestingError
from minesweeper.storage.file_changes import free_name, keep_under, make_private, replace_file
from minesweeper.storage.settings import backup_of, entries_of, parse_entries, read_file


class Kept(NamedTuple):
    """The result of saving settings: whether it succeeded, and a message for the player if something went wrong.

    There can be a message although the settings were saved, for example if the old file was damaged.
    """

    saved: bool
    problem: str | None = None


def keep_settings(path: str | pathlib.Path | None, changes: Mapping[str, Any]) -> Kept:
    """Changes some entries of the player's settings file and saves it. Never raises for disk errors, because the player
    can play on with settings that aren't saved.

    The value None removes an entry, so that its default applies again. A value that is an object changes only the
    entries that this object has; all other entries of the file stay, even unknown ones. Even if the program is killed,
    the last good file or the new one is left. If two programs save within the same millisecond, only the later changes
    are kept.
    """
    if path is None:
        return Kept(saved=False, problem="There is no home folder, so the settings are not saved.")
    # If the file is a link, perhaps into a folder of dotfiles, it stays a link.
    file = pathlib.Path(os.path.realpath(path))
    try:
        make_private(file.parent)
        entries, problem = _current_entries(file)
        text = json.dumps(_merged(entries, changes), indent=2, ensure_ascii=False) + "\n"
        # Half a surrogate pair can't be encoded, so it becomes its JSON escape.
        replace_file(file, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        name = os.path.basename(path)
        return Kept(
            saved=False, problem=f"{name} can't be written ({system_reason(error)}), so the settings are not saved."
        )
    except NestingError as error:  # The file isn't damaged, but its entries can't be kept, so it mustn't be replaced.
        return Kept(saved=False, problem=f"{os.path.basename(path)}: {error}, so the settings are not saved.")
    return Kept(saved=True, problem=problem)


def _current_entries(path: pathlib.Path) -> tuple[dict[str, Any], str | None]:
    """Reads the entries of the settings file, and copies a good file to its backup.

    A damaged file is kept under another name, and the entries come from the backup. The second value is then a message
    for the player, otherwise None.
    """
    try:
        content = read_file(path)
    except FileNotFoundError:
        return {}, None
    backup = path.with_name(os.path.basename(backup_of(path)))
    try:
        entries = parse_entries(content)
    except NestingError:
        raise
    except ValueError:
        aside = free_name(path, "damaged")
        keep_under(path, aside)
        return entries_of(backup) or {}, f"{path.name} can't be read. It is kept as {aside.name}."
    if (entries_of(backup) or {}) != entries:
        replace_file(backup, content)
    return entries, None


def _merged(entries: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The entries with changes applied.

    Objects are merged entry by entry, and an object that becomes empty is removed.
    """
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
