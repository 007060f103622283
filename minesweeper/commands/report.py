"""Describes the installation and the terminal, to be pasted into a report about a fault: ``settings --report``.

The report must not give away anything private: of what belongs to the player, it names only the paths of files, with
``~`` for the home folder. Making it changes nothing, and works without a terminal. ``ui/terminal/curses_terminal.py``
knows what a type of terminal can do, and ``ui/loop.py`` what the program makes of it.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import minesweeper
from minesweeper.core.late import LateModule, load_now
from minesweeper.core.signals import delay_stops
from minesweeper.core.text import clean, plural
from minesweeper.storage.paths import check_regular, data_folder
from minesweeper.storage.settings import Loaded, differences
from minesweeper.storage.store import FILE_NAME
from minesweeper.ui.draw.rgb import DIRECT_COLOURS
from minesweeper.ui.draw.theme import background_from
from minesweeper.ui.loop import Outside
from minesweeper.version import VERSION

if TYPE_CHECKING:
    from minesweeper.storage import database, database_file
    from minesweeper.ui.terminal import curses_terminal
else:
    curses_terminal = LateModule("minesweeper.ui.terminal.curses_terminal")
    database = LateModule("minesweeper.storage.database")
    database_file = LateModule("minesweeper.storage.database_file")


_VARIABLES = (
    "LC_ALL LC_CTYPE LANG COLORTERM COLORFGBG NO_COLOR CLICOLOR_FORCE FORCE_COLOR ESCDELAY TERM_PROGRAM "
    "TERM_PROGRAM_VERSION VTE_VERSION MINESWEEPER_CONFIG XDG_CONFIG_HOME XDG_DATA_HOME PYTHONUTF8 PYTHONIOENCODING"
).split()
"""The environment variables that change what the program shows or where its files are. All others may be private, so
the report leaves them out."""
_LONGEST_FACT = 4096
_AROUND = {"tmux": "TMUX", "screen": "STY", "ssh": "SSH_CONNECTION"}
"""Programs that may stand between Minesweeper and the terminal, each with a variable by which it is recognised."""


def report_text(loaded: Loaded, environ: Mapping[str, str]) -> str:
    """The whole report, one fact per line. Control characters are replaced, because the texts come from outside."""
    facts = [
        ("Minesweeper", VERSION),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()})"),
        ("System", platform.platform()),
        ("Program", _path(os.path.dirname(minesweeper.__file__))),
        *_terminal_facts(loaded, environ),
        ("Settings", _settings_state(loaded)),
        ("Games", _games_state(data_folder(environ))),
        ("Variables", _variables(environ)),
    ]
    width = max(len(name) for name, _ in facts)
    return "\n".join(f"{name:{width}}  {clean(value, _LONGEST_FACT)}" for name, value in facts)


def _path(path: str) -> str:
    """A path with ``~`` in place of the home folder, whose name is often the name of the player."""
    home = os.path.expanduser("~").rstrip(os.sep)
    if home not in ("", "~") and f"{path}{os.sep}".startswith(f"{home}{os.sep}"):
        return f"~{path[len(home) :]}"
    return path


def _terminal_facts(loaded: Loaded, environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yields names and values of facts about the terminal, as the program finds them out before its first frame."""
    term = environ.get("TERM", "")
    around = [name for name, variable in _AROUND.items() if environ.get(variable)]
    redirected = [f"{name} redirected" for number, name in enumerate(("input", "output")) if not os.isatty(number)]
    yield "Terminal", ", ".join([f"TERM={term}", _terminal_size(), *(f"in {name}" for name in around), *redirected])
    try:
        load_now(curses_terminal)
    except ImportError:
        yield "Screen", "this Python has no curses"
        return
    charset, abilities = curses_terminal.use_locale(), curses_terminal.terminal_abilities(environ)
    if abilities is None:
        yield "Screen", f"{charset}; nothing is known about this type of terminal"
        return
    settings = loaded.settings
    private = abilities.private
    reported = DIRECT_COLOURS if private.terminfo else abilities.colours
    outside = Outside(environ, charset == "utf-8", reported, loaded.path, is_direct=private.is_certain)
    looks, _ = outside.style(settings)
    used = "24-bit" if outside.colours(settings) == DIRECT_COLOURS else f"{looks.colours} of {abilities.colours}"
    background = f"background {settings.text('background')}, {background_from(environ)} by COLORFGBG"
    yield "Colours", f"{used} used, theme {settings.text('theme')}, {background}"
    mouse = "on" if settings.is_on("mouse") else "off"
    yield "Mouse", f"{mouse} in the settings, {'known' if abilities.has_mouse else 'unknown'} to this type of terminal"
    yield "Text", f"{charset}, symbols {looks.glyph_set}, frame {looks.frame_set}"


def _terminal_size() -> str:
    """Columns and rows of the terminal.

    Takes the first standard stream that is a terminal, because the others may be redirected.
    """
    for stream in range(3):
        with suppress(OSError):
            columns, rows = os.get_terminal_size(stream)
            return f"{columns}x{rows}"
    return "no size"


def _settings_state(loaded: Loaded) -> str:
    """Where the settings file is, and how many settings are changed or wrong. It doesn't say which."""
    if loaded.path is None:
        return "no home folder"
    state = [] if os.path.exists(loaded.path) else ["not created yet"]
    state.append(f"{len(differences(loaded.settings, loaded.shipped))} changed")
    state.append(plural(len(loaded.settings.themes), "theme") + " of your own")
    if loaded.problems:
        state.append(plural(len(loaded.problems), "problem"))
    return f"{_path(loaded.path)}: {', '.join(state)}"


def _games_state(folder: str | None) -> str:
    """Where the game database is, and whether it can be read.

    Unlike opening a ``Store``, this doesn't create, repair or migrate the file.
    """
    if folder is None:
        return "no home folder"
    path = Path(folder, FILE_NAME)
    if not os.path.lexists(path):
        return f"{_path(str(path))}: not created yet"
    try:
        load_now(database_file)
    except ImportError:
        return f"{_path(str(path))}: this Python has no sqlite3"
    try:
        check_regular(path)
        # To read a database in WAL mode, SQLite creates files next to it, unless it takes the file for unchangeable.
        # That is true while no other program has such files open.
        mode = "ro" if os.path.exists(f"{path}-wal") else "ro&immutable=1"
        with delay_stops(), closing(database.connect(path, mode)) as connection:
            version = database.schema_version(connection, database.MIGRATIONS)
            games = connection.execute("SELECT count(*) FROM games").fetchone()[0]
        state = f"{plural(games, 'game', ',')}, version {version}, {path.stat().st_size:,} bytes"
    except database_file.ERRORS as error:
        state = f"can't be read: {database_file.reason_of(error)}"
    backups, aside = database_file.backups_of(path), database_file.kept_aside(path)
    return f"{_path(str(path))}: {state}, {plural(len(backups), 'backup')}, {len(aside)} kept aside"


def _variables(environ: Mapping[str, str]) -> str:
    """Those of the variables that are set, with their values. Paths are shortened like those above."""
    return " ".join(f"{name}={_path(environ[name])}" for name in _VARIABLES if name in environ) or "none that matters"
