"""Shows frames by curses. This is the only module that imports curses, and the only owner of the terminal's state.

Curses does the output. `posix` reads the input as bytes, because ncurses loses quick clicks. Windows has no such bytes,
so there curses does both (`windows`).
"""

from __future__ import annotations

import codecs
import contextlib
import curses
import locale
import os
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from minesweeper.core.late import LateModule
from minesweeper.core.text import quote
from minesweeper.ui.draw.canvas import Frame, Line
from minesweeper.ui.draw.theme import Look
from minesweeper.ui.terminal.events import Change, Event
from minesweeper.ui.terminal.terminfo import FOREGROUND, PrivateEntry, private_entry

if TYPE_CHECKING:
    import binascii
else:
    binascii = LateModule("binascii")


if TYPE_CHECKING or sys.platform == "win32":
    from minesweeper.ui.terminal.windows import WindowsInput
if sys.platform != "win32":
    from minesweeper.ui.terminal.posix import PosixInput

STDIN, STDOUT = 0, 1  # curses always uses these two
# The most that curses is made to hold, because a terminal may claim any size up to 65,535 x 65,535.
MAX_ROWS, MAX_COLS = 500, 1200
MAX_PAIRS = 256  # a pair's number has 8 bits in the attributes of curses
CLIPBOARD_LIMIT = 70_000
# Buttons, drags and the wheel, also beyond column 223. No hover, or the program would never be idle.
MOUSE_MODES = (1000, 1002, 1006)
OTHER_MODES = (1004, 2004)  # focus; bracketed paste
MODES_OFF = b"".join(b"\x1b[?%dl" % mode for mode in (*OTHER_MODES, *MOUSE_MODES))
ALL_ROWS_SCROLL = b"\x1b[r"
SCREEN_CLEARED, LINE_CLEARED = b"\x1b[m\x1b[H\x1b[2J", b"\x1b[K"
BACKGROUND_QUESTION = b"\x1b]11;?\x07"
FEW_ROWS = 12
"""The most changed rows that are refreshed one by one."""
UPDATE_BEGINS, UPDATE_ENDS = b"\x1b[?2026h", b"\x1b[?2026l"


class TerminalError(ValueError):
    """Reports a terminal that can't show the game, with the reason and what to do instead."""

    exit_status = 1


def check_terminal(environ: Mapping[str, str], instead: str) -> None:
    """Raises TerminalError if curses can't work here. Its text ends with what to use instead."""
    for number, name in ((STDIN, "input"), (STDOUT, "output")):
        if not os.isatty(number):
            raise TerminalError(f"Standard {name} is not a terminal; {instead}.")
    if sys.platform != "win32":
        term = environ.get("TERM", "")
        try:
            curses.setupterm(term, STDOUT)
        except curses.error:
            known = "put TERM=xterm-256color before the command, which suits most terminals"
            raise TerminalError(
                f"The terminal type TERM={quote(term)} is not known here; {known}; {instead}."
            ) from None
        if not curses.tigetstr("cup"):
            raise TerminalError(f"A terminal of type TERM={quote(term)} can't move its cursor; {instead}.")


class TerminalAbilities(NamedTuple):
    """What the system's database of terminals says about one type of terminal."""

    colours: int
    """The colours that its entry has. Terminals with direct colours of their own have eight that all of them know."""
    has_mouse: bool
    private: PrivateEntry
    """The entry with which curses would send 24-bit colours."""


def terminal_abilities(environ: Mapping[str, str]) -> TerminalAbilities | None:
    """Looks a type of terminal up without using the terminal. Returns None on Windows, and for an unknown type."""
    if sys.platform != "win32":
        with contextlib.suppress(curses.error):
            curses.setupterm(environ.get("TERM", ""), STDOUT)
            colours = max(curses.tigetnum("colors"), 0)
            has_mouse = bool(curses.tigetstr("kmous"))
            return TerminalAbilities(colours if colours <= 1 << 15 else 8, has_mouse, _private_entry(environ))
    return None


def use_locale() -> str:
    """Takes over the locale of the environment and returns its charset, such as ``utf-8``."""
    for category in (locale.LC_ALL, locale.LC_CTYPE):
        with contextlib.suppress(locale.Error):
            locale.setlocale(category, "")
            break
    charset = "utf-8"
    if sys.platform != "win32":
        charset = locale.nl_langinfo(locale.CODESET)
    try:
        return codecs.lookup(charset).name
    except LookupError:
        return "ascii"


@contextlib.contextmanager
def open_terminal() -> Iterator[CursesTerminal]:
    """Takes over the terminal for the time of the block. It is given back however the block ends."""
    charset = use_locale()
    sys.stdout.flush()
    with contextlib.ExitStack() as cleanup:
        if sys.platform == "win32":
            window = _start_curses()
            terminal = CursesTerminal(window, charset, windows=WindowsInput(window, curses))
        else:
            posix = PosixInput(STDIN)
            posix.start()
            cleanup.callback(posix.stop)
            private = _private_entry(os.environ)
            terminal = CursesTerminal(_start_curses(private.terminfo), charset, posix)
            terminal.is_direct = private.is_certain
        cleanup.callback(terminal._leave)
        terminal._enter()
        yield terminal


def _start_curses(terminfo: str = "") -> curses.window:
    """Returns the window of the whole terminal. `terminfo` is the value of TERMINFO that curses shall start with."""
    rows, cols = _terminal_size()
    # Curses believes these two more than the terminal. Without them no bound would hold.
    changes = {"LINES": str(rows), "COLUMNS": str(cols)}
    own = os.environ.get("TERMINFO")
    if terminfo:
        changes["TERMINFO"] = terminfo
    os.environ.update(changes)
    try:
        return curses.initscr()
    finally:
        # LINES and COLUMNS go for good, even if a library such as readline set them: they would freeze the size.
        for name in changes:
            del os.environ[name]
        if own is not None:
            os.environ["TERMINFO"] = own


def _private_entry(environ: Mapping[str, str]) -> PrivateEntry:
    """The entry for 24-bit colours, if this curses can use one and the player wants colours."""
    version = getattr(curses, "ncurses_version", (0, 0))  # PDCurses, on Windows, has none
    can_use = tuple(version[:2]) >= (6, 1) and curses.has_extended_color_support()
    return private_entry(environ) if can_use and not environ.get("NO_COLOR") else PrivateEntry()


def _terminal_size() -> tuple[int, int]:
    """Returns rows and columns within bounds, 24 and 80 if the terminal doesn't know."""
    try:
        cols, rows = os.get_terminal_size(STDOUT)
    except OSError:
        cols, rows = 0, 0
    return min(rows or 24, MAX_ROWS), min(cols or 80, MAX_COLS)


class CursesTerminal:
    """Implements `Terminal` on a running curses. `open_terminal` makes and ends it."""

    def __init__(
        self,
        window: curses.window,
        charset: str,
        posix: Any = None,
        windows: WindowsInput | None = None,
    ) -> None:
        """Takes one of two inputs. Windows has no `PosixInput`, not even as a type."""
        self._window = window
        self._source: Any = posix or windows
        self._posix = posix
        self._windows = windows
        self._charset = charset
        self._size = (1, 1)
        self._is_resized = False  # since the terminal was taken over
        self._painted: Frame | None = None  # None if it is not known what the terminal shows
        self._cursor_shown: bool | None = None
        self._palette: Mapping[str, Look] = {}
        self._attributes: dict[str, int] = {}
        self._blanks: dict[str, int] = {}
        self._pairs: dict[tuple[int | None, int | None], int] = {}
        self.colours = 0
        self.is_direct = False  # whether the terminal's own entry says that it shows 24-bit colours
        # A terminal with a mouse (kmous) understands the modes of xterm, or ignores them, as the Linux console does.
        self._sends_modes = not windows and bool(curses.tigetstr("kmous"))
        self._uses_mouse = True
        self._is_xterm = self._sends_modes and not os.environ.get("TERM", "").startswith("linux")

    def size(self) -> tuple[int, int]:
        """Returns rows and columns. They change only inside `read` and `suspend`."""
        return self._size

    def read(self, timeout: float | None) -> Event | None:
        """Returns the next event, or None if none came within ``timeout`` seconds. Without a timeout it waits."""
        event: Event | None = self._source.read(timeout)
        if event is Change.RESIZE:
            self._is_resized = True
            self._fit()
        elif event is Change.RESUMED:
            self._come_back()
        return event

    def paint(self, frame: Frame) -> None:
        """Shows a frame, and sends only the rows that changed."""
        before = self._painted
        if before == frame:
            return
        is_full = before is None or len(before.lines) != len(frame.lines)
        if is_full:
            self._window.erase()
        lines = frame.lines[: self._size[0]]
        old = before.lines if before is not None and not is_full else ((),) * len(lines)
        changed = [row for row, line in enumerate(lines) if line != old[row]]
        # With more than two rows, players could see a frame half done.
        is_synchronized = self._is_xterm and (is_full or len(changed) > 2)
        if is_synchronized:
            _send(UPDATE_BEGINS)
        try:
            for row in changed:
                self._draw(row, lines[row])
                if len(changed) <= FEW_ROWS:
                    # Rows of hidden cells are alike: curses would take a cursor that steps down for a scrolled board.
                    self._window.refresh()
            self._place_cursor(frame)
            self._window.refresh()
        finally:
            if is_synchronized:
                _send(UPDATE_ENDS)  # or the terminal would show nothing for a while, not even a traceback
        self._painted = frame

    def set_palette(self, palette: Mapping[str, Look]) -> None:
        """Chooses the looks of the styles. The next paint draws everything."""
        self._palette = palette
        self._attributes.clear()
        self._blanks.clear()
        self._pairs.clear()
        self._window.bkgdset(" ", self._attribute("page"))
        self.redraw()

    def use_mouse(self, on: bool) -> None:
        """Takes the mouse, or leaves it to the terminal, which then selects text."""
        self._uses_mouse = on
        if self._windows:
            self._windows.use_mouse(on)
        elif self._sends_modes:
            self._send_modes()

    def _send_modes(self) -> None:
        modes = {**dict.fromkeys(MOUSE_MODES, self._uses_mouse), **dict.fromkeys(OTHER_MODES, True)}
        _send(b"".join(b"\x1b[?%d%c" % (mode, b"h" if on else b"l") for mode, on in modes.items()))

    def redraw(self) -> None:
        """Makes the next paint draw everything, whatever the terminal shows now."""
        self._painted = None
        self._cursor_shown = None
        self._window.clearok(True)

    def suspend(self) -> None:
        """Gives the terminal back, stops the program, and returns when it continues. Then render again."""
        if self._posix:
            self._leave()
            self._posix.stop_process()
            self._come_back()

    def bell(self) -> None:
        """Rings the terminal's bell."""
        _optional("beep")

    def copy_to_clipboard(self, text: str) -> bool:
        """Asks the terminal, or Windows, to copy a text to the clipboard. Returns False if it can't be asked."""
        if self._windows:
            return self._windows.copy_to_clipboard(text)
        data = binascii.b2a_base64(text.encode(), newline=False)
        if not self._is_xterm or len(data) > CLIPBOARD_LIMIT:
            return False
        _send(b"\x1b]52;c;" + data + b"\x07")
        return True

    def ask_background(self) -> None:
        """Asks which background the terminal has, without waiting. An answer comes as an event, or never."""
        if self._posix and self._is_xterm:
            self._posix.await_answer()
            _send(BACKGROUND_QUESTION)

    def _enter(self) -> None:
        for name in ("raw", "noecho", "nonl"):
            _optional(name)
        _optional("typeahead", -1)  # or some versions of curses stop a refresh half-way when a key waits
        with contextlib.suppress(curses.error):
            curses.start_color()
            _optional("use_default_colors")  # without it every terminal would turn white on black
            self.colours = self._count_colours() if curses.has_colors() else 0
        self._take_over()

    def _count_colours(self) -> int:
        """How many colours a style may use: `DIRECT_COLOURS` if the private entry was taken over.

        A terminal with direct colours of its own has eight that are the same everywhere. From there on, its numbers
        are red, green and blue instead of indices.
        """
        is_private = not self._windows and curses.tigetstr("setaf") == FOREGROUND
        return curses.COLORS if is_private or curses.COLORS <= 1 << 15 else 8

    def _come_back(self) -> None:
        """Takes the terminal back after a stop, during which the shell may have changed its settings.

        A hang-up also continues a program that no shell started, so the terminal may be gone. Its next event says so.
        """
        _optional("reset_prog_mode")
        self._take_over()

    def _take_over(self) -> None:
        curses.doupdate()  # from here on curses knows that it runs, and one `endwin` ends it
        if self._sends_modes:
            self._send_modes()
        self._fit()
        self._is_resized = False

    def _leave(self) -> None:
        if self._sends_modes:
            # Curses lets only the rows scroll that it knows of, and the terminal may have more by now.
            _send(MODES_OFF + ALL_ROWS_SCROLL)
        _optional("flushinp")  # late reports of the mouse and the rest of a paste must not reach the shell
        is_resized = self._is_resized or _terminal_size() != self._size
        if is_resized and self._has("rmcup", b"1049"):
            _send(SCREEN_CLEARED)  # tmux would take rows of an alternate screen that grew into its history
        _optional("endwin")
        if self._has("el", LINE_CLEARED):
            _send(LINE_CLEARED)  # without an alternate screen the prompt stands where the hints were

    def _has(self, capability: str, sequence: bytes) -> bool:
        """Says whether a capability of the terminal contains a sequence. Windows has none."""
        return not self._windows and sequence in (curses.tigetstr(capability) or b"")

    def _fit(self) -> None:
        """Takes over the terminal's size."""
        if sys.platform == "win32":
            _optional("resize_term", 0, 0)  # PDCurses takes the window's size: any other would change the window
        else:
            _optional("resizeterm", *_terminal_size())
        self._size = self._window.getmaxyx()
        self.redraw()

    def _draw(self, row: int, line: Line) -> None:
        rows, cols = self._size
        self._window.move(row, 0)
        self._window.clrtoeol()
        for col, text, style in line:
            if self._charset != "utf-8" and not text.isascii():
                text = text.encode(self._charset, "replace").decode(self._charset)
            attributes = self._blanks if text.isspace() else self._attributes
            attribute = attributes.get(style)
            if attribute is None:
                attribute = attributes[style] = self._attribute(style, is_blank=attributes is self._blanks)
            if col + len(text) >= cols:
                text = text[: max(0, cols - col)]
                if row == rows - 1 and text:
                    # Writing the last place would move the cursor off the screen, which is an error. Inserting doesn't.
                    self._window.insstr(row, cols - 1, text[-1], attribute)
                    text = text[:-1]
            if text:
                self._window.addstr(row, col, text, attribute)

    def _place_cursor(self, frame: Frame) -> None:
        rows, cols = self._size
        shown = frame.cursor_visible and frame.cursor is not None
        if shown != self._cursor_shown:
            _optional("curs_set", int(shown))
            self._cursor_shown = shown
        row, col = frame.cursor or (0, 0)
        self._window.move(min(row, rows - 1), min(col, cols - 1))

    def _attribute(self, style: str, *, is_blank: bool = False) -> int:
        try:
            look = self._palette[style or "page"]
        except KeyError:  # a style that no theme knows must be legible too
            look = Look()
        if is_blank and not (look.underline or look.reverse):
            # Curses sends both colours of a pair, although nobody sees the ink of a blank. It is half of the bytes.
            look = Look(bg=look.bg)
        pair = self._pair(look.fg, look.bg)
        attribute = curses.color_pair(pair) if pair else 0
        without_background = look.bg is not None and not pair
        for wanted, bit in (
            (look.bold, curses.A_BOLD),
            (look.dim, curses.A_DIM),
            (look.underline, curses.A_UNDERLINE),
            (look.reverse or without_background, curses.A_REVERSE),
        ):
            attribute |= bit if wanted else 0
        return attribute

    def _pair(self, fg: int | None, bg: int | None) -> int:
        """Returns the number of a pair of colours, or 0 (the terminal's own) if there are no more."""
        fg, bg = (None if colour is None or colour >= self.colours else colour for colour in (fg, bg))
        if fg is None and bg is None:
            return 0
        if (fg, bg) not in self._pairs:
            number = len(self._pairs) + 1
            if number >= min(curses.COLOR_PAIRS, MAX_PAIRS):
                return 0
            try:
                curses.init_pair(number, -1 if fg is None else fg, -1 if bg is None else bg)
            except (curses.error, ValueError, OverflowError):
                return 0
            self._pairs[fg, bg] = number
        return self._pairs[fg, bg]


def _optional(name: str, *arguments: object) -> None:
    """Calls a function of curses that may be missing here or that poor terminals refuse."""
    with contextlib.suppress(curses.error):
        function = getattr(curses, name, None)
        if function is not None:
            function(*arguments)


def _send(data: bytes) -> None:
    """Writes to the terminal past curses. `read` notices a terminal that is gone."""
    with contextlib.suppress(OSError):
        while data:
            data = data[os.write(STDOUT, data) :]
