"""Reads the settings. ``settings_writing`` writes the player's ``settings.json``.

A value comes from the player's file, otherwise from the ``settings.json`` of the program, otherwise from the default in
``options``. A wrong value never stops the program: it is reported, and the next of these three sources is used.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from minesweeper.core.boardspec import BoardSpec, read_spec
from minesweeper.core.sizes import SpecError
from minesweeper.core.text import LONGEST_NAME, access_error, clean, quote_value
from minesweeper.core.validate import NestingError, parse_json
from minesweeper.storage.options import OPTIONS, Option, Value, option_of
from minesweeper.storage.paths import config_folder, open_regular
from minesweeper.storage.themes import ThemeError, load_theme, own_themes

if TYPE_CHECKING:
    from pathlib import Path

Keys: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""The keys of actions. The outer name is the context, the inner one the id of the action."""

MAX_FILE_BYTES = 1 << 20
MAX_LEVELS = 100
"""How deeply a settings file may be nested.

Python has a limit of its own, but it depends on how deep the calls are at that moment. Without this lower limit, a file
that was read when the program started might be refused later.
"""
CONFIG_VARIABLE = "MINESWEEPER_CONFIG"
PRESETS = {
    "beginner": BoardSpec(9, 9, 10),
    "intermediate": BoardSpec(16, 16, 40),
    "expert": BoardSpec(30, 16, 99),
}
DEFAULT_CUSTOM = BoardSpec(36, 18, 130)
"""The size of a custom board until the player chooses another. It fits a terminal of 80x24."""
_DEFAULTS = {option.name: option.default for option in OPTIONS}
_IGNORED = frozenset({"cascade_ms", "live_counters", "numbers"})
"""Settings of earlier versions that no longer exist. A file that has them is read without a message."""


class Settings(NamedTuple):
    """The values of all settings. A setting that no file names has the default of its option."""

    values: Mapping[str, Value] = MappingProxyType({})
    presets: Mapping[str, BoardSpec] = PRESETS
    custom: BoardSpec = DEFAULT_CUSTOM
    custom_density: str = ""
    """The mines of the custom board as a share, such as ``22%``, if the player typed them in that way. Otherwise
    empty."""
    keys: Keys = MappingProxyType({})
    """The keys that the settings files change. ``Keymap`` has the defaults and checks these."""
    themes: Mapping[str, str] = MappingProxyType({})
    """The player's own themes, each with the path of its file."""

    def value(self, name: str) -> Value:
        """The value of a setting, or the default of its option if no file sets it."""
        return self.values.get(name, _DEFAULTS[name])

    def text(self, name: str) -> str:
        """The value of a setting that is one of several words."""
        return str(self.value(name))

    def number(self, name: str) -> int:
        """The value of a setting that is a number."""
        return int(self.value(name))

    def is_on(self, name: str) -> bool:
        """Whether a setting that is on or off is on."""
        return bool(self.value(name))

    def entry(self, name: str) -> Any:
        """The value of an option, or the custom board (``custom``), in the form in which a settings file has it."""
        if name != "custom":
            return self.value(name)
        width, height, mines = self.custom
        return f"{width}x{height}/{self.custom_density or mines}"

    def name_of(self, spec: BoardSpec) -> str:
        """The name of the preset with this board spec, or ``custom``."""
        return next((name for name, preset in self.presets.items() if preset == spec), "custom")

    def option(self, name: str) -> Option:
        """The option with this name. For ``theme``, the choices include the player's own themes."""
        option = option_of(name)
        return option._replace(choices=(*option.choices, *self.themes)) if name == "theme" else option

    def with_value(self, name: str, value: Value) -> Settings:
        """The settings with one value changed.

        Raises ValueError, with a message for the player, if the value isn't allowed.
        """
        problem = self.option(name).check(value)
        if problem:
            raise ValueError(problem)
        return self._replace(values={**self.values, name: value})

    def with_level(self, level: str) -> Settings:
        """The settings with another assist level, both for the presets and for the form of a custom game."""
        return self.with_value("assist", level).with_value("custom_assist", level)


def choose_board(text: str, settings: Settings) -> tuple[BoardSpec, str]:
    """Reads the board that a player names, such as ``expert`` or ``30x16/99``.

    Returns its spec and the name of its preset, which is ``custom`` for other sizes. Raises SpecError if the text names
    no board.
    """
    if text.lower() in settings.presets:
        return settings.presets[text.lower()], text.lower()
    spec = read_spec(text, settings.presets)
    return spec, settings.name_of(spec)


def differences(settings: Settings, shipped: Settings) -> dict[str, tuple[Any, Any]]:
    """The settings that differ from those of the program, by their names in the file, each with its current and its
    default value.
    """
    pairs = {name: (settings.entry(name), shipped.entry(name)) for name in (*_DEFAULTS, "custom")}
    pairs |= {f"presets.{name}": (str(spec), str(shipped.presets[name])) for name, spec in settings.presets.items()}
    for context, actions in settings.keys.items():
        before = shipped.keys.get(context, {})
        pairs |= {
            f"keys.{context}.{name}": (list(keys), list(before.get(name, ())) or None) for name, keys in actions.items()
        }
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def player_file(environ: Mapping[str, str], platform: str = sys.platform, chosen: str | None = None) -> str | None:
    """The path of the player's settings file, which may not exist yet.

    It is the ``chosen`` file if the command line names one, otherwise the file in ``MINESWEEPER_CONFIG``, otherwise the
    usual place. None if the player has no home folder.
    """
    named = chosen or environ.get(CONFIG_VARIABLE)
    if named:
        return os.path.join(os.getcwd(), named)
    folder = config_folder(environ, platform)
    return None if folder is None else os.path.join(folder, "settings.json")


def backup_of(path: str | Path) -> str:
    """The path of the last good copy of a settings file. If the file is a link, the copy is next to the real file."""
    return os.path.realpath(path) + ".bak"


class Loaded(NamedTuple):
    """The current settings and where they come from.

    ``shipped`` are the settings of the program, ``path`` is the player's file or None, and ``problems`` has a sentence
    for each fault in the files.
    """

    settings: Settings
    shipped: Settings
    path: str | None
    problems: list[str]


def load_all(environ: Mapping[str, str], chosen: str | None = None) -> Loaded:
    """Loads the player's settings on top of those of the program. ``chosen`` names another file than the usual one.

    A theme of the player with a fault is left out and reported.
    """
    shipped, faults = load_shipped()
    path = player_file(environ, chosen=chosen)
    themes = own_themes(path)
    for name, file in list(themes.items()):
        try:
            load_theme(name, file)
        except ThemeError as error:
            faults.append(f"{error}.")
            del themes[name]
    settings, problems = load_settings(path, shipped._replace(themes=themes))
    return Loaded(settings, shipped, path, [*faults, *problems])


def load_shipped() -> tuple[Settings, list[str]]:
    """Loads the settings of the program, and returns them with a sentence for each fault."""
    package = os.path.dirname(os.path.dirname(__file__))
    try:  # An installed package has the file inside, and may itself be a single archive that no path leads into.
        return read_settings(__loader__.get_data(os.path.join(package, "settings.json")), Settings())  # type: ignore[name-defined]
    except OSError:  # A checkout of the repository has the file in its top folder.
        return load_settings(os.path.join(os.path.dirname(os.path.realpath(package)), "settings.json"))


def load_settings(path: str | Path | None, base: Settings | None = None) -> tuple[Settings, list[str]]:
    """Loads a settings file on top of ``base``, and returns the settings with a sentence for each fault.

    If the file is missing or can't be opened, the result is ``base``. If its content can't be read as JSON, the last
    good copy is used.
    """
    base = base or Settings()
    name = clean(os.path.basename(path or "") or str(path), LONGEST_NAME)
    try:
        content = b"{}" if path is None else read_file(path)
    except FileNotFoundError:
        return base, []
    except OSError as error:
        return base, [f"{access_error('read', name, error)}. The defaults are in force."]
    settings, wrong = read_settings(content, base, backup_of(path or ""))
    return settings, [f"{name}: {problem}" for problem in wrong]


def read_settings(content: bytes, base: Settings, backup: str = "") -> tuple[Settings, list[str]]:
    """Applies the content of a settings file to ``base``, and returns the settings with a sentence for each fault.

    If the content can't be read as JSON, the entries of the file ``backup`` are used instead.
    """
    settings, problems = base, []
    try:
        entries = parse_entries(content)
    except ValueError as error:
        good = entries_of(backup)
        used = "The defaults are in force." if good is None else "Its last good copy is in force."
        entries, problems = good or {}, [f"{error}. {used}"]
    for name, value in entries.items():
        try:
            settings = _with_entry(settings, name, value, problems)
        except ValueError as error:
            problems.append(f"{error}.")
    return settings, problems


def read_file(path: str | Path) -> bytes:
    """Reads a settings file.

    Of a file that is too large, it reads only one byte more than allowed, so that the caller notices.
    """
    with open_regular(path) as stream:
        return stream.read(MAX_FILE_BYTES + 1)


def parse_entries(content: bytes) -> dict[str, Any]:
    """Reads the entries of a settings file from its content.

    Raises ValueError if it isn't a JSON object or is too large. NestingError is the ValueError for a file that is
    nested more deeply than MAX_LEVELS.
    """
    entries = parse_json(content, MAX_FILE_BYTES)
    level: list[Any] = [entries]
    for _ in range(MAX_LEVELS):
        inner = chain.from_iterable(value.values() if isinstance(value, dict) else value for value in level)
        level = [value for value in inner if isinstance(value, (dict, list))]
    if level:
        raise NestingError(f"nested more than {MAX_LEVELS} levels deep")
    return entries


def entries_of(path: str | Path) -> dict[str, Any] | None:
    """The entries of a settings file, or None if it can't be opened or isn't a JSON object."""
    try:
        return parse_entries(read_file(path))
    except (OSError, ValueError):
        return None


def _with_entry(settings: Settings, name: str, value: Any, problems: list[str]) -> Settings:
    if name in _DEFAULTS:
        return settings.with_value(name, value)
    if name in _IGNORED:
        return settings
    if name == "custom":
        spec, mines = _read_board(name, value), value.partition("/")[2].strip()
        return settings._replace(custom=spec, custom_density=mines if mines.endswith("%") else "")
    if name == "presets":
        presets = dict(settings.presets)
        for preset, text in _object(name, value).items():
            try:
                if preset not in PRESETS:
                    raise ValueError(f"{quote_value(preset)} isn't a preset. The presets are {', '.join(PRESETS)}")
                presets[preset] = _read_board(f"preset {preset}", text)
            except ValueError as error:
                problems.append(f"{error}.")
        return settings._replace(presets=presets)
    if name == "keys":
        return settings._replace(keys=_read_keys(settings.keys, _object(name, value), problems))
    known = ", ".join([*_DEFAULTS, "presets", "custom", "keys"])
    raise ValueError(f"{quote_value(name)} isn't a setting. The settings are {known}")


def _read_board(name: str, value: object) -> BoardSpec:
    if not isinstance(value, str):
        raise ValueError(f'{name} is {quote_value(value)}. Use a text such as "30x16/99"')
    try:
        return read_spec(value)
    except SpecError as error:
        raise ValueError(f"{name}: {error}".rstrip(".")) from None


def _object(name: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{name} is {quote_value(value)}. Use an object in {{braces}}")
    return value


def _read_keys(keys: Keys, contexts: dict[str, Any], problems: list[str]) -> Keys:
    result = {context: dict(actions) for context, actions in keys.items()}
    for context, actions in contexts.items():
        try:
            entries = _object(f"keys of {quote_value(context)}", actions)
        except ValueError as error:
            problems.append(f"{error}.")
            continue
        for action, names in entries.items():
            if isinstance(names, list) and all(isinstance(key, str) and key for key in names):
                result.setdefault(context, {})[action] = tuple(names)
            else:
                problems.append(
                    f'key {quote_value(action)} is {quote_value(names)}. Use a list such as ["f", "Space"].'
                )
    return result
