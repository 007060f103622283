"""Shows where the settings file is, how the settings differ from the defaults, and what is wrong with them.

With ``--report``, the module ``report`` describes the installation and the terminal instead.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minesweeper.commands.table import INCOMPLETE
from minesweeper.core.commandline import add_json, warn
from minesweeper.core.late import LateModule
from minesweeper.core.text import JSON_VERSION, clean, json_text
from minesweeper.storage.options import OPTIONS
from minesweeper.storage.settings import Loaded, differences, load_all

if TYPE_CHECKING:
    from minesweeper.commands import report
    from minesweeper.ui.base import keymap
else:
    keymap = LateModule("minesweeper.ui.base.keymap")  # Late, because --report doesn't need the table of keys.
    report = LateModule("minesweeper.commands.report")  # Late, because it loads parts of the full screen.


_LONGEST_PATH = 4096
"""The longest path that any system accepts."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    form = parser.add_mutually_exclusive_group()
    add_json(parser, "print one JSON object", form)
    form.add_argument(
        "--report",
        action="store_true",
        help="print version, system, terminal and the paths of your files, to paste into a report about a fault",
    )


def run(arguments: argparse.Namespace) -> int:
    loaded = load_all(os.environ, arguments.config)
    if arguments.report:
        print(report.report_text(loaded, os.environ))
        return 0
    _, refused = keymap.make_keymap(loaded.settings.keys)
    name = os.path.basename(loaded.path or "")
    loaded = loaded._replace(problems=[*loaded.problems, *(f"{name}: {problem}." for problem in refused)])
    ignored = keymap.ignored_keys(loaded.settings.keys)
    text = json_text(_report(loaded, ignored), pretty=arguments.pretty) if arguments.json else _text(loaded, ignored)
    print(text)
    if not arguments.json:
        warn(clean(problem, None) for problem in loaded.problems)
    return INCOMPLETE if loaded.problems else 0


def _report(loaded: Loaded, ignored: Mapping[str, str]) -> dict[str, Any]:
    changed = _changed(loaded, ignored)
    return {
        "version": JSON_VERSION,
        "file": None if loaded.path is None else str(Path(loaded.path)),
        "exists": loaded.path is not None and os.path.exists(loaded.path),
        "differences": {name: {"yours": own, "shipped": before} for name, (own, before) in changed.items()},
        "ignored": dict(ignored),
        "problems": loaded.problems,
    }


def _changed(loaded: Loaded, ignored: Mapping[str, str]) -> dict[str, tuple[Any, Any]]:
    """The settings that the player has changed, each with its value and its default.

    Settings that have no effect are left out.
    """
    changed = differences(loaded.settings, loaded.shipped)
    return {name: values for name, values in changed.items() if name not in ignored}


def _shown(name: str, value: object) -> str:
    """A value in the words of the screen and of the file, such as ``What-if ("dual" in the file)``."""
    stored = json.dumps(value)
    option = next((option for option in OPTIONS if option.name == name and option.names), None)
    return f"{option.word(value)} ({stored} in the file)" if option and isinstance(value, str) else stored


def _text(loaded: Loaded, ignored: Mapping[str, str]) -> str:
    """The answer as text. Names come from the player's file, so control characters in them are replaced."""
    if loaded.path is None:
        where = "Your settings can't be saved, because there is no home folder. Choose a file with --config FILE."
    else:
        missing = "" if os.path.exists(loaded.path) else " (not created yet)"
        where = f"Your settings: {clean(str(Path(loaded.path)), _LONGEST_PATH)}{missing}"
    changed = _changed(loaded, ignored)
    names = {name: clean(name, None) for name in changed}
    width = max(map(len, names.values()), default=0)
    lines = [
        f"  {names[name]:{width}}  {_shown(name, own)}"
        + ("" if before is None else f"  (default: {_shown(name, before)})")
        for name, (own, before) in changed.items()
    ]
    sections = ["Changed settings:", *lines] if changed else ["All settings have their defaults."]
    if ignored:
        sections += ["Ignored settings:", *(f"  {clean(name, None)}: {reason}" for name, reason in ignored.items())]
    return "\n".join([where, *sections])
