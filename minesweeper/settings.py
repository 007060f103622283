"""Settings: what can be chosen, what is allowed, and the values in force.

The options below name every setting, its default and its allowed values. ``settings.json`` (shipped with the
program) and the player's own file change them; a value that is not allowed is reported and its default stays.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from minesweeper.folders import config_folder
from minesweeper.specs import BoardSpec, SpecError, read_spec

Value: TypeAlias = str | int | bool
Keys: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""For each context the keys of its actions, by the names of both."""

MAX_FILE_BYTES = 1 << 20


@dataclass(frozen=True)
class Option:
    """One setting: its name in the file, its default and what is allowed."""

    name: str
    default: Value
    title: str
    choices: tuple[str, ...] = ()
    span: tuple[int, int] | None = None

    def check(self, value: object) -> str | None:
        """Why a value is not allowed, or None when it is."""
        if isinstance(self.default, bool):
            allowed, ok = "true or false", isinstance(value, bool)
        elif self.span:
            low, high = self.span
            allowed = f"a whole number from {low} to {high}"
            ok = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        else:
            allowed, ok = " or ".join(", ".join(self.choices).rsplit(", ", 1)), value in self.choices
        return None if ok else f"{self.name} {_quote(value)} is not allowed: {allowed}"


OPTIONS: tuple[Option, ...] = (
    Option("theme", "classic", "Theme", ("classic", "high", "colour-blind", "mono")),
    Option("background", "auto", "Background", ("auto", "dark", "light")),
    Option("glyphs", "auto", "Glyphs", ("auto", "ascii", "unicode", "nerd")),
    Option("frame", "auto", "Frame", ("auto", "lines", "ascii")),
    Option("cell_size", "auto", "Cell size", ("auto", "2x1", "4x2")),
    Option("numbers", True, "Row and column numbers"),
    Option("motion", "full", "Motion", ("full", "reduced", "none")),
    Option("cascade_ms", 40, "Cascade waves", span=(0, 200)),
    Option("question_marks", False, "Question marks"),
    Option("dim_done", True, "Dim done numbers"),
    Option("mark_over_flagged", True, "Mark over-flagged"),
    Option("mouse_opens_on", "release", "Mouse opens on", ("release", "press")),
    Option("solver_pause_ms", 150, "Solver pause", span=(0, 5000)),
    Option("solver_depth", 2, "Solver depth", span=(1, 4)),
    Option("bot_speed", 12, "Bot speed", span=(1, 100)),
    Option("live_counters", False, "Live counters"),
    Option("terminal_cursor", "auto", "Terminal cursor", ("auto", "on", "off")),
    Option("bell", False, "Bell"),
)
_OPTIONS = {option.name: option for option in OPTIONS}
PRESETS = {
    "beginner": BoardSpec(9, 9, 10),
    "intermediate": BoardSpec(16, 16, 40),
    "expert": BoardSpec(30, 16, 99),
}
DEFAULT_CUSTOM = BoardSpec(40, 20, 160)


@dataclass(frozen=True)
class Settings:
    """The values in force."""

    values: Mapping[str, Value] = field(default_factory=dict)
    presets: Mapping[str, BoardSpec] = field(default_factory=lambda: PRESETS)
    custom: BoardSpec = DEFAULT_CUSTOM
    keys: Keys = field(default_factory=dict)
    """Only what the files say; the key map has its own defaults and checks."""

    def __getitem__(self, name: str) -> Value:
        return self.values.get(name, _OPTIONS[name].default)

    def text(self, name: str) -> str:
        """The value of a setting that is one of several words."""
        return str(self[name])

    def number(self, name: str) -> int:
        """The value of a setting that is a number."""
        return int(self[name])

    def is_on(self, name: str) -> bool:
        """The value of a setting that is on or off."""
        return bool(self[name])

    def with_value(self, name: str, value: Value) -> Settings:
        """These settings with one value changed; a value that is not allowed raises ValueError."""
        problem = _OPTIONS[name].check(value)
        if problem:
            raise ValueError(problem)
        return replace(self, values={**self.values, name: value})


def choose_board(text: str, settings: Settings) -> tuple[BoardSpec, str]:
    """The board that a text names, by a preset's name or by its size, and what it is called."""
    if text.lower() in settings.presets:
        return settings.presets[text.lower()], text.lower()
    spec = read_spec(text)
    name = next((name for name, preset in settings.presets.items() if preset == spec), "custom")
    return spec, name


def shipped_file() -> Path:
    """Where the shipped settings.json is: inside an installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "settings.json"
    return inside if inside.exists() else package.parent / "settings.json"


def player_file(environ: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """Where the player's own settings.json is, if a home can be found."""
    folder = config_folder(environ, platform)
    return None if folder is None else folder / "settings.json"


def load_settings(files: Iterable[Path | None]) -> tuple[Settings, list[str]]:
    """The settings of the files, later ones over earlier ones, and a sentence for each thing that is wrong."""
    settings, problems = Settings(), []
    for path in files:
        if path is None:
            continue
        try:
            content = read_file(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            problems.append(f"{path.name} can't be read: {error.strerror}. The defaults are in force.")
            continue
        content, found = _good_copy(path, content)
        settings, wrong = read_settings(content, settings)
        problems += [f"{path.name}: {problem}" for problem in [*found, *wrong]]
    return settings, problems


def read_file(path: Path) -> bytes:
    """The content of a settings file, read no further than is needed to see that it is too large."""
    with path.open("rb") as stream:
        return stream.read(MAX_FILE_BYTES + 1)


def backup_of(path: Path) -> Path:
    """Where the last good copy of a settings file is: beside the real file when the path is a link."""
    return Path(os.path.realpath(path) + ".bak")


def _good_copy(path: Path, content: bytes) -> tuple[bytes, list[str]]:
    """The content, or the last good copy's when the content is unusable, and then a sentence about that."""
    try:
        parse_object(content)
    except ValueError as error:
        try:
            copy = read_file(backup_of(path))
            parse_object(copy)
        except (OSError, ValueError):
            return content, []
        return copy, [f"{error}; its last good copy is in force"]
    return content, []


def parse_object(content: bytes) -> dict[str, Any]:
    """The object that a file's content is; anything else raises ValueError with a sentence."""
    if len(content) > MAX_FILE_BYTES:
        raise ValueError(f"the file is larger than {MAX_FILE_BYTES:,} bytes and was not read")
    try:
        data = json.loads(content)
    except RecursionError:
        raise ValueError("not JSON (nested too deeply), so not used") from None
    except ValueError as error:
        raise ValueError(f"not JSON ({error}), so not used") from None
    if not isinstance(data, dict):
        raise ValueError(f"{_quote(data)} is not an object of settings")
    return data


def read_settings(content: bytes, base: Settings) -> tuple[Settings, list[str]]:
    """The base with what a file's content changes, and a sentence for each thing that is wrong."""
    try:
        data = parse_object(content)
    except ValueError as error:
        return base, [str(error)]
    problems: list[str] = []
    for name, value in data.items():
        try:
            base = _with_entry(base, name, value, problems)
        except (SpecError, ValueError) as error:
            problems.append(str(error))
    return base, problems


def _with_entry(settings: Settings, name: str, value: Any, problems: list[str]) -> Settings:
    if name in _OPTIONS:
        return settings.with_value(name, value)
    if name == "custom":
        return replace(settings, custom=read_spec(_need_text(name, value)))
    if name == "presets":
        presets = {preset: _read_preset(preset, text) for preset, text in _need_object(name, value).items()}
        return replace(settings, presets={**settings.presets, **presets})
    if name == "keys":
        return replace(settings, keys=_read_keys(settings.keys, _need_object(name, value), problems))
    known = ", ".join([*_OPTIONS, "presets", "custom", "keys"])
    raise ValueError(f"{_quote(name)} is no setting; there are {known}")


def _read_preset(name: str, text: object) -> BoardSpec:
    if name not in PRESETS:
        raise ValueError(f"preset {_quote(name)} is not one of {', '.join(PRESETS)}")
    try:
        return read_spec(_need_text(name, text))
    except SpecError as error:
        raise ValueError(f"preset {name}: {error}") from None


def _read_keys(keys: Keys, contexts: dict[str, Any], problems: list[str]) -> Keys:
    result = {context: dict(actions) for context, actions in keys.items()}
    for context, actions in contexts.items():
        if not isinstance(actions, dict):
            problems.append(f"keys of {_quote(context)}: {_quote(actions)} is not an object")
            continue
        for action, names in actions.items():
            if isinstance(names, list) and all(isinstance(key, str) and key for key in names):
                result.setdefault(context, {})[action] = tuple(names)
            else:
                problems.append(f"keys of {_quote(action)}: {_quote(names)} is not a list of key names")
    return result


def _need_text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} {_quote(value)} is not a text")
    return value


def _need_object(name: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{name} {_quote(value)} is not an object")
    return value


def _quote(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
