"""Runs the settings command: shows where the settings file is, how it differs from the default, and its faults.

With ``--report``, ``report`` describes the whole installation and the terminal instead.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from minesweeper.commands.table import INCOMPLETE
from minesweeper.core.commandline import add_json, warn
from minesweeper.core.text import JSON_VERSION, clean, json_text
from minesweeper.storage.settings import Loaded, differences, load_all

_LONGEST_PATH = 4096
"""The longest path that a system accepts."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    form = parser.add_mutually_exclusive_group()
    add_json(parser, "print one JSON object", form)
    form.add_argument(
        "--report",
        action="store_true",
        help="print version, system, terminal and the paths of your files, to paste into a report about a fault",
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the report and returns the exit status."""
    loaded = load_all(os.environ, arguments.config)
    if arguments.report:
        from minesweeper.commands.report import report_text  # loads parts of the full screen

        print(report_text(loaded, os.environ))
        return 0
    print(json_text(_report(loaded), pretty=arguments.pretty) if arguments.json else _text(loaded))
    if not arguments.json:
        warn(clean(problem, None) for problem in loaded.problems)
    return INCOMPLETE if loaded.problems else 0


def _report(loaded: Loaded) -> dict[str, Any]:
    changed = differences(loaded.settings, loaded.shipped)
    return {
        "version": JSON_VERSION,
        "file": None if loaded.path is None else str(Path(loaded.path)),
        "exists": loaded.path is not None and os.path.exists(loaded.path),
        "differences": {name: {"yours": own, "shipped": before} for name, (own, before) in changed.items()},
        "problems": loaded.problems,
    }


def _text(loaded: Loaded) -> str:
    """Returns the report for people. Names from the file show no control characters."""
    if loaded.path is None:
        where = "Your settings can't be saved, because there is no home folder. Choose a file with --config FILE."
    else:
        missing = "" if os.path.exists(loaded.path) else " (not created yet)"
        where = f"Your settings: {clean(str(Path(loaded.path)), _LONGEST_PATH)}{missing}"
    changed = differences(loaded.settings, loaded.shipped)
    if not changed:
        return f"{where}\nAll settings have their defaults."
    names = {name: clean(name, None) for name in changed}
    width = max(map(len, names.values()))
    lines = [
        f"  {names[name]:{width}}  {json.dumps(own)}" + ("" if before is None else f"  (default: {json.dumps(before)})")
        for name, (own, before) in changed.items()
    ]
    return "\n".join([where, "Changed settings:", *lines])
