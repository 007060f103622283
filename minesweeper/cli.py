"""Starts what the command line asks for: the full screen, or a command.

Every expected error becomes one sentence and an exit status, and never a traceback. `commands/table.py` lists the
commands, and `ui/app.py` starts the full screen.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule

if TYPE_CHECKING:
    from minesweeper.commands import completion, parser, table
    from minesweeper.core import signals, streams
    from minesweeper.storage import settings
    from minesweeper.ui import app
else:
    app = LateModule("minesweeper.ui.app")
    completion = LateModule("minesweeper.commands.completion")
    parser = LateModule("minesweeper.commands.parser")
    table = LateModule("minesweeper.commands.table")
    settings = LateModule("minesweeper.storage.settings")
    signals = LateModule("minesweeper.core.signals")
    streams = LateModule("minesweeper.core.streams")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the program with these arguments, by default those of the command line, and returns the exit status."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        streams.fill_closed()
    try:
        return _run_with_reports(sys.argv[1:] if argv is None else list(argv))
    except OSError as error:
        # The error comes from writing the output, because other refusals of the system are reported where they happen.
        ended: int | None = streams.exit_status(error)
        if ended is None:
            raise
        return ended


def _run_with_reports(argv: list[str]) -> int:
    """Runs the program, prints the sentence of an expected error, and returns the exit status."""
    try:
        try:
            return _run(argv)
        finally:
            # The output is flushed here, because Python itself would do it at exit, when a failure can't be reported
            # any more.
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except signals.Stopped as stop:  # The module `signals` is loaded only if something was raised.
        return int(stop.exit_status)
    except ValueError as error:
        # Bad input raises a subclass of ValueError that says what is allowed. Anything else is a fault of this program,
        # which shows its traceback.
        if type(error) is ValueError or not type(error).__module__.startswith("minesweeper"):
            raise
        print(f"minesweeper: {str(error).removesuffix('.')}.", file=sys.stderr)
        status: int = getattr(error, "exit_status", table.USAGE_ERROR)
        return status


def _run(argv: list[str]) -> int:
    """Runs a command, or the full screen if none is named."""
    config: str | None = None
    if argv:  # Without arguments, no parser is loaded, so that the menu appears sooner.
        if argv[0] == "__complete":  # Only the completion scripts of shells pass this word.
            print("".join(f"{offer}\t{meaning}\n" for offer, meaning in completion.complete(argv[1:])), end="")
            return 0
        arguments = parser.make_parser(argv).parse_args(argv)
        if arguments.command:
            status: int = table.load_command(arguments.command).run(arguments)
            return status
        config = arguments.config
    return app.play_full_screen(settings.load_all(os.environ, config), os.environ)
