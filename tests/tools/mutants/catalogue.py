"""Lists the mutants: the code that breaks each one, and the tests that must notice.

A mutant quotes no source line. Its code is appended to a module and redefines names of that module, so that it survives
every change that keeps the names. Names that start with ``was_`` keep the original.
"""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """One way to break the program, with the tests that must fail then."""

    name: str
    """States the fault."""
    file: str
    """The module below ``minesweeper/``."""
    code: str
    """Redefines names of the module."""
    tests: str
    """The arguments of pytest, separated by blanks."""
    promise: int | None = None


ENDINGS, TERMINALS = "tests/whole/promises/test_endings.py", "tests/whole/promises/test_terminals.py"
KEEPING, STORAGE = "tests/whole/promises/test_autosave.py", "tests/whole/promises/test_storage.py"
HOSTILE = "tests/whole/promises/test_hostile.py"
SCREEN, INPUT, DECODER = "ui/terminal/curses_terminal.py", "ui/terminal/posix.py", "ui/terminal/decoder.py"
STORE = "storage/store.py"

PROMISES = [
    Mutant("the mouse stays on", SCREEN, 'MODES_OFF = b""', ENDINGS, 1),
    Mutant("the prompt writes over the hints", SCREEN, 'LINE_CLEARED = b""', ENDINGS, 1),
    Mutant("tmux takes rows of the game", SCREEN, 'SCREEN_CLEARED = b""', ENDINGS, 1),
    Mutant(
        "only a clean end gives the terminal back",
        SCREEN,
        "was_leave = CursesTerminal._leave\n"
        "CursesTerminal._leave = lambda self: None if sys.exc_info()[0] else was_leave(self)",
        ENDINGS,
        2,
    ),
    Mutant("a signal saves nothing", "ui/loop.py", "_close = lambda services, model: None", KEEPING, 3),
    Mutant(
        "Ctrl-C is left to the terminal",
        SCREEN,
        "was_optional = _optional\n"
        'def _optional(name, *arguments): was_optional("cbreak" if name == "raw" else name, *arguments)',
        ENDINGS,
        4,
    ),
    Mutant(
        "Ctrl-Z keeps the terminal",
        SCREEN,
        "CursesTerminal.suspend = lambda self: self._posix.stop_process()",
        ENDINGS,
        5,
    ),
    Mutant("a closed terminal is a clean end", "ui/loop.py", "HUNG_UP = 0", ENDINGS, 6),
    Mutant(
        "the end of the input goes unnoticed",
        INPUT,
        'Change = type("Change", (), {**Change.__members__, "CLOSED": Change.RESIZE})',
        ENDINGS,
        7,
    ),
    Mutant("pipes are taken for terminals", SCREEN, "check_terminal = lambda environ, instead: None", ENDINGS, 8),
    Mutant("dumb terminals are used", SCREEN, "check_terminal = lambda environ, instead: None", ENDINGS, 9),
    Mutant(
        "every terminal has 256 colours",
        SCREEN,
        "CursesTerminal.colours = property(lambda self: 256, lambda self, number: None)",
        TERMINALS,
        10,
    ),
    Mutant("a tiny screen is drawn on", "ui/draw/geometry.py", "MIN_ROWS = MIN_COLS = 1", TERMINALS, 11),
    Mutant(
        "a new size is ignored",
        SCREEN,
        "was_fit = CursesTerminal._fit\n"
        "CursesTerminal._fit = lambda self: was_fit(self) if self._size == (1, 1) else None",
        TERMINALS,
        12,
    ),
    Mutant("a redraw trusts the terminal", SCREEN, "CursesTerminal.redraw = lambda self: None", TERMINALS, 13),
    Mutant(
        "LINES and COLUMNS are believed",
        SCREEN,
        "_start_curses = curses.initscr\n"
        '_terminal_size = lambda: (int(os.environ.get("LINES", 24)), int(os.environ.get("COLUMNS", 80)))',
        TERMINALS,
        14,
    ),
    Mutant(
        "every locale is UTF-8",
        SCREEN,
        "was_locale = use_locale\ndef use_locale(): return 'utf-8' if was_locale() else ''",
        TERMINALS,
        15,
    ),
    Mutant(
        "the newest click comes first",
        INPUT,
        "was_take = PosixInput._take\nPosixInput._take = lambda self, events: was_take(self, events[::-1])",
        TERMINALS,
        16,
    ),
    Mutant(
        "side buttons are buttons",
        DECODER,
        "was_mouse = Decoder._emit_mouse\n"
        "Decoder._emit_mouse = lambda self, code, *rest: was_mouse(self, code & 127, *rest)",
        TERMINALS,
        16,
    ),
    Mutant("Esc takes half a second", DECODER, "ESC_PATIENCE = 0.5", TERMINALS, 17),
    Mutant("the rest of a split key is typed", DECODER, "Decoder._late = lambda self: iter(())", TERMINALS, 17),
    Mutant(
        "a paste is typed",
        DECODER,
        "Decoder._paste = lambda self: iter(())",
        TERMINALS,
        17,
    ),
    Mutant(
        "every curses function is required",
        SCREEN,
        "_optional = lambda name, *arguments: getattr(curses, name)(*arguments)",
        TERMINALS,
        18,
    ),
    Mutant("the loop wakes by itself", "ui/loop.py", "_timeout = lambda *arguments: 0.2", TERMINALS, 19),
    Mutant(
        "the background is black",
        SCREEN,
        "was_optional = _optional\n"
        'def _optional(name, *arguments): name == "use_default_colors" or was_optional(name, *arguments)',
        TERMINALS,
        19,
    ),
    Mutant(
        "a game counts as saved before it is",
        STORE,
        "def run(self, connection, begin, work):\n"
        "    connection.execute(begin)\n"
        "    result = work(connection)\n"
        '    connection.execute("ROLLBACK")\n'
        "    return result\n"
        "Store._run = run",
        STORAGE,
        20,
    ),
    Mutant(
        "a game that a full disk refused is forgotten",
        STORE,
        "Store.write_waiting = lambda self: self._waiting.clear()",
        STORAGE,
        21,
    ),
    Mutant(
        "a save that failed counts as one",
        "storage/autosave.py",
        "was_save = Autosave._save\n"
        "def save(self, *arguments):\n"
        "    was_save(self, *arguments)\n"
        "    self._unsaved.clear()\n"
        "Autosave._save = save",
        KEEPING,
        21,
    ),
    Mutant(
        "a missing home is not reported",
        STORE,
        "was_open = Store._open\n"
        "def open_quietly(self):\n"
        "    was_open(self)\n"
        '    self.problem = self.problem and "All is well."\n'
        "Store._open = open_quietly",
        STORAGE,
        22,
    ),
    Mutant(
        "a damaged file is thrown away",
        "storage/database_file.py",
        "set_aside_if_damaged = lambda path, migrations: path.unlink() or []",
        f"{STORAGE} {KEEPING}",
        23,
    ),
    Mutant("programs don't wait for each other", STORE, "PATIENCE = 0.0", STORAGE, 24),
    Mutant(
        "frames hold any character",
        "ui/draw/canvas.py",
        "clean_text = lambda text: text",
        f"{HOSTILE} tests/ui/draw/test_canvas.py",
        25,
    ),
    Mutant("names in the statistics are printed as they are", "commands/stats.py", "clean = str", HOSTILE, 25),
]

WORDS = [
    Mutant(
        "rough odds are shown as exact ones",
        "core/text.py",
        "was_percent = percent\ndef percent(part, whole, exact=True): return was_percent(part, whole)",
        "tests/whole/test_exactness.py",
    ),
    Mutant(
        "a proof that was not found counts as impossible",
        "assist/tip.py",
        'no_proof_text = lambda is_complete: "Nothing can be proved."',
        "tests/whole/test_exactness.py",
    ),
    Mutant(
        "the first cell may touch a mine",
        "boards/deal.py",
        "clear_zone = lambda grid, first, opening=True: 1 << first",
        "tests/boards/test_deal.py",
    ),
    Mutant(
        "efficiency leaves chords out",
        "play/session.py",
        "Clicks.total = property(lambda self: self.opens + self.flags)",
        "tests/play/test_session.py",
    ),
    Mutant(
        "the board of a past day is ranked",
        "ui/screens/daily_screens.py",
        "was_session = session_of_day\nsession_of_day = lambda day, known: was_session(day, known=False)",
        "tests/ui/screens/test_daily_screens.py",
    ),
    Mutant(
        "a board code has no checksum",
        "boards/codes.py",
        "crc32 = lambda body, *rest: 0",
        "tests/boards/test_codes.py",
    ),
    Mutant(
        "a running game of another program is taken over",
        "storage/saves_table.py",
        "Saves._is_free = lambda self, token: True",
        "tests/storage/test_saves_table.py",
    ),
    Mutant(
        "short rows of a text board are read",
        "storage/text_boards.py",
        "_checked = lambda rows: [(number, row[: min(len(text) for _, text in rows)]) for number, row in rows]",
        "tests/storage/test_text_boards.py",
    ),
    Mutant(
        "a text board with two readings is guessed",
        "storage/text_boards.py",
        "_check_edges = lambda first, rows: None",
        "tests/storage/test_text_boards.py",
    ),
    Mutant(
        "packed replays have no bound",
        "play/replay.py",
        "MAX_BYTES = 1 << 40",
        "tests/whole/test_hostile_readers.py::test_small_files_never_take_much_memory",
    ),
    Mutant(
        "settings are cut short",
        "storage/file_changes.py",
        "was_make = make_file\nmake_file = lambda path, content: was_make(path, content[:-1])",
        "tests/storage/test_settings_writing.py",
    ),
]
"""Mutants of the words exact, proved, ranked and saved."""

_JUDGE, _SESSION, _JUDGING = "play/fair.py", "play/session.py", "tests/play/test_fair.py"
FAIR_GAMES = [
    Mutant(
        "a fair guess is needless if anything on the board is provable",
        _JUDGE,
        "region_of = lambda analysis, cells: analysis.position.hidden",
        _JUDGING,
    ),
    Mutant("every fair guess survives", _JUDGE, "region_of = lambda analysis, cells: 0", _JUDGING),
    Mutant("moved mines lie in one way only", _JUDGE, "draw_index = lambda weights, stream: 0", _JUDGING),
    Mutant(
        "moved mines are drawn alike in every game",
        _JUDGE,
        'was_stream = RandomStream\nRandomStream = lambda key: was_stream("")',
        _JUDGING,
    ),
    Mutant(
        "a draw of mines builds on an earlier analysis",
        _JUDGE,
        "was_analyse = analyse\nwas_known = []\n"
        "def analyse(position, previous=None, effort=QUICK):\n"
        "    found = yield from was_analyse(position, previous or (was_known.pop() if was_known else None), effort)\n"
        "    if previous:\n"
        "        was_known.append(found)\n"
        "    return found",
        _JUDGING,
    ),
    Mutant("chords trust nothing", _SESSION, "trusted_flags = lambda game, move: 0", _JUDGING),
    Mutant("an undone open leaves the mines of a fair game free", _SESSION, "_FIXES_MINES = frozenset()", _JUDGING),
    Mutant(
        "undo brings the earlier mines of a fair game back",
        _SESSION,
        "was_undo = Session.undo\n"
        "def undo(self):\n"
        "    after = was_undo(self)\n"
        "    return after if after is self else after._replace(game=self.past[-1])\n"
        "Session.undo = undo",
        _JUDGING,
    ),
    Mutant("a resumed fair game forgets its guesses", "storage/saves_table.py", "_GUESSES = ()", _JUDGING),
]
"""Mutants of the rules of fair games."""

MUTANTS = [*PROMISES, *WORDS, *FAIR_GAMES]
