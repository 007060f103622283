"""Runs a command or shows the menu, and turns every expected error into one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from minesweeper.commands.table import USAGE_ERROR, load_command
from minesweeper.core.late import LateModule

if TYPE_CHECKING:
    from minesweeper.commands import completion, parser
    from minesweeper.core import signals, streams
    from minesweeper.storage import settings
    from minesweeper.ui import app
else:
    app = LateModule("minesweeper.ui.app")
    completion = LateModule("minesweeper.commands.completion")
    parser = LateModule("minesweeper.commands.parser")
    settings = LateModule("minesweeper.storage.settings")
    signals = LateModule("minesweeper.core.signals")
    streams = LateModule("minesweeper.core.streams")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit status."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        streams.fill_closed()
    try:
        return _run_with_reports(sys.argv[1:] if argv is None else list(argv))
    except OSError as error:  # from the output: other refusals are reported where they happen
        ended: int | None = streams.exit_status(error)
        if ended is None:
            raise
        return ended


def _run_with_reports(argv: list[str]) -> int:
    try:
        try:
            return _run(argv)
        finally:
            sys.stdout.flush()  # here, where a failure can still be reported: Python itself would flush at exit
    except KeyboardInterrupt:
        return 130
    except signals.Stopped as stop:  # loaded only if something was raised
        return int(stop.exit_status)
    except ValueError as error:
        # Bad input raises subclasses of ValueError that say what is allowed. Anything else is our own fault.
        if type(error) is ValueError or not type(error).__module__.startswith("minesweeper"):
            raise
        print(f"minesweeper: {str(error).removesuffix('.')}.", file=sys.stderr)
        status: int = getattr(error, "exit_status", USAGE_ERROR)
        return status


def _run(argv: list[str]) -> int:
    config: str | None = None
    if argv:  # without arguments, the menu shows sooner because no parser is loaded
        if argv[0] == "__complete":  # asked by the completion scripts, never typed
            print("".join(f"{offer}\t{meaning}\n" for offer, meaning in completion.complete(argv[1:])), end="")
            return 0
        arguments = parser.make_parser(argv).parse_args(argv)
        if arguments.command:
            status: int = load_command(arguments.command).run(arguments)
            return status
        config = arguments.config
    return app.play_full_screen(settings.load_all(os.environ, config), os.environ)
