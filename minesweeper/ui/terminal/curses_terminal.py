"""The `Terminal` on curses: the only module that imports curses, and the only owner of the terminal's state.

Curses does the output. Input is read as bytes (`posix_input`), because ncurses loses quick clicks; on Windows, which
has no such bytes, curses does both.
"""

from __future__ import annotations

import codecs
import contextlib
import curses
import locale
import os
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Protocol

from minesweeper.core.text import quote
from minesweeper.ui.draw.canvas import Frame, Line
from minesweeper.ui.draw.theme import Look
from minesweeper.ui.terminal.events import Closed, Event, Resize, Resumed

if sys.platform != "win32":
    from minesweeper.ui.terminal.posix import PosixInput

STDIN, STDOUT = 0, 1  # curses always uses these two
# Bounds of what curses is made to hold: a terminal may claim any size up to 65,535 x 65,535.
MAX_ROWS, MAX_COLS = 500, 1200
MAX_PAIRS = 256  # a pair's number has 8 bits in the attributes of curses
CLIPBOARD_LIMIT = 70_000
# Buttons, drags and the wheel with places beyond column 223. No hover: it would never be idle.
MOUSE_MODES = (1000, 1002, 1006)
OTHER_MODES = (1004, 2004)  # focus; bracketed paste
MODES_OFF = b"".join(b"\x1b[?%dl" % mode for mode in (*OTHER_MODES, *MOUSE_MODES))
ALL_ROWS_SCROLL = b"\x1b[r"
SCREEN_CLEARED, LINE_CLEARED = b"\x1b[m\x1b[H\x1b[2J", b"\x1b[K"
BACKGROUND_QUESTION = b"\x1b]11;?\x07"
FEW_ROWS = 12
"""Up to this number of changed rows are refreshed one by one."""
UPDATE_BEGINS, UPDATE_ENDS = b"\x1b[?2026h", b"\x1b[?2026l"


class TerminalError(ValueError):
    """This terminal can't show the game; the text says why and what to do instead."""

    exit_status = 1


def check_terminal(environ: Mapping[str, str], instead: str) -> None:
    """Raises TerminalError, in one sentence that says what to use instead, if curses can't work here."""
    for number, name in ((STDIN, "input"), (STDOUT, "output")):
        if not os.isatty(number):
            raise TerminalError(f"Standard {name} is not a terminal; {instead}.")
    if sys.platform != "win32":
        term = environ.get("TERM", "")
        if not term:
            raise TerminalError(f"The terminal type is not set (TERM is empty); {instead}.")
        try:
            curses.setupterm(term, STDOUT)
        except curses.error:
            known = "with `TERM=xterm-256color` before the command most terminals work"
            raise TerminalError(
                f"The terminal type TERM={quote(term)} is not known here; {known}; {instead}."
            ) from None
        if not curses.tigetstr("cup"):
            raise TerminalError(f"A terminal of type TERM={quote(term)} can't move its cursor; {instead}.")


def use_locale() -> str:
    """Takes over the locale of the environment; the result is its charset."""
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


def is_utf8(charset: str) -> bool:
    """Whether a charset, as `use_locale` names it, can show every glyph."""
    return charset == "utf-8"


@contextlib.contextmanager
def open_terminal() -> Iterator[CursesTerminal]:
    """The terminal as a screen for the time of the block; it is given back however the block ends."""
    charset = use_locale()
    sys.stdout.flush()
    with contextlib.ExitStack() as cleanup:
        source = None
        if sys.platform != "win32":
            source = PosixInput(STDIN)
            source.start()
            cleanup.callback(source.stop)
        window = _start_curses()
        terminal = CursesTerminal(window, source or CodeInput(window), charset)
        cleanup.callback(terminal._leave)
        terminal._enter()
        yield terminal


def _start_curses() -> curses.window:
    """The window of the whole terminal."""
    rows, cols = _terminal_size()
    # Curses believes these two more than the terminal, and no bound would hold without them.
    os.environ.update(LINES=str(rows), COLUMNS=str(cols))
    try:
        return curses.initscr()
    finally:
        # For good, since they would freeze the size. This way also those go that a library set (readline does).
        del os.environ["LINES"], os.environ["COLUMNS"]


def _terminal_size() -> tuple[int, int]:
    """Rows and columns, within bounds; 24 and 80 where the terminal does not know."""
    try:
        cols, rows = os.get_terminal_size(STDOUT)
    except OSError:
        cols, rows = 0, 0
    return min(rows or 24, MAX_ROWS), min(cols or 80, MAX_COLS)


class CursesTerminal:
    """A `Terminal` on a running curses; made by `open_terminal`, which also ends it."""

    def __init__(self, window: curses.window, source: Source, charset: str) -> None:
        self._window = window
        self._source = source
        self._charset = charset
        self._replaces_glyphs = not is_utf8(charset)
        self._size = (1, 1)
        self._is_resized = False  # since the terminal was taken over
        self._painted: Frame | None = None  # what the terminal shows; None when that is not known
        self._cursor_shown: bool | None = None
        self._palette: Mapping[str, Look] = {}
        self._attributes: dict[str, int] = {}
        self._pairs: dict[tuple[int | None, int | None], int] = {}
        self.colours = 0
        # A terminal with a mouse (kmous) understands the modes of xterm, or, as the Linux console, ignores them.
        self._sends_modes = not isinstance(source, CodeInput) and bool(curses.tigetstr("kmous"))
        self._uses_mouse = True
        self._is_xterm = self._sends_modes and not os.environ.get("TERM", "").startswith("linux")

    def size(self) -> tuple[int, int]:
        """Rows and columns; they change only inside `read` and `suspend`."""
        return self._size

    def read(self, timeout: float | None) -> Event | None:
        """The next event, or None when none came within so many seconds; None as a limit waits for ever."""
        event = self._source.read(timeout)
        if isinstance(event, Resize):
            self._is_resized = True
            self._fit()
        elif isinstance(event, Resumed):
            self._come_back()
        return event

    def paint(self, frame: Frame) -> None:
        """Shows a frame; what is already on the screen is not sent again."""
        before = self._painted
        if before == frame:
            return
        is_full = before is None or len(before.lines) != len(frame.lines)
        if is_full:
            self._window.erase()
        lines = frame.lines[: self._size[0]]
        old = before.lines if before is not None and not is_full else ((),) * len(lines)
        changed = [row for row, line in enumerate(lines) if line != old[row]]
        # More than a row or two could be seen half done.
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
                _send(UPDATE_ENDS)  # or the terminal would show nothing more for a while, not even a traceback
        self._painted = frame

    def set_palette(self, palette: Mapping[str, Look]) -> None:
        """Chooses the looks of the styles; the next paint draws everything."""
        self._palette = palette
        self._attributes.clear()
        self._pairs.clear()
        self._window.bkgdset(" ", self._attribute("page"))
        self.redraw()

    def use_mouse(self, on: bool) -> None:
        """Takes the mouse, or leaves it to the terminal, which then selects text."""
        self._uses_mouse = on
        if isinstance(self._source, CodeInput):
            self._source.use_mouse(on)
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
        """Gives the terminal back, stops the program, and returns when it goes on; then render again."""
        if not isinstance(self._source, CodeInput):
            self._leave()
            self._source.stop_process()
            self._come_back()

    def bell(self) -> None:
        """Rings the terminal's bell."""
        _optional("beep")

    def copy_to_clipboard(self, text: str) -> bool:
        """Asks the terminal, or Windows, to take a text into the clipboard; False if it can't be asked."""
        if isinstance(self._source, CodeInput):
            return self._source.copy_to_clipboard(text)
        from binascii import b2a_base64

        data = b2a_base64(text.encode(), newline=False)
        if not self._is_xterm or len(data) > CLIPBOARD_LIMIT:
            return False
        _send(b"\x1b]52;c;" + data + b"\x07")
        return True

    def ask_background(self) -> None:
        """Asks which background the terminal has, and does not wait: an answer comes as an event, or never."""
        if self._is_xterm:
            self._source.await_answer()
            _send(BACKGROUND_QUESTION)

    def _enter(self) -> None:
        for name in ("raw", "noecho", "nonl"):
            _optional(name)
        _optional("typeahead", -1)  # or some curses stop a refresh half-way when a key waits
        with contextlib.suppress(curses.error):
            curses.start_color()
            _optional("use_default_colors")  # without it every terminal would turn white on black
            self.colours = curses.COLORS if curses.has_colors() else 0
        self._take_over()

    def _come_back(self) -> None:
        """After a stop the shell may have changed the terminal's settings."""
        curses.reset_prog_mode()
        self._take_over()

    def _take_over(self) -> None:
        curses.doupdate()  # from here on curses knows that it runs, and one `endwin` ends it
        if self._sends_modes:
            self._send_modes()
        self._fit()
        self._is_resized = False

    def _leave(self) -> None:
        if self._sends_modes:
            # Curses lets only the rows scroll that it knows of; the terminal may have more, or have got more meanwhile.
            _send(MODES_OFF + ALL_ROWS_SCROLL)
        _optional("flushinp")  # late reports of the mouse and the rest of a paste must not reach the shell
        is_resized = self._is_resized or _terminal_size() != self._size
        if is_resized and self._has("rmcup", b"1049"):
            _send(SCREEN_CLEARED)  # tmux would take rows of an alternate screen that grew into its history
        _optional("endwin")
        if self._has("el", LINE_CLEARED):
            _send(LINE_CLEARED)  # without an alternate screen the prompt stands where the hints were

    def _has(self, capability: str, sequence: bytes) -> bool:
        """Tells whether the terminal does something by a sequence, perhaps among others; Windows has none."""
        return not isinstance(self._source, CodeInput) and sequence in (curses.tigetstr(capability) or b"")

    def _fit(self) -> None:
        """Takes over the terminal's size."""
        if sys.platform == "win32":
            _optional("resize_term", 0, 0)  # PDCurses: as the window is now; any other size would change the window
        else:
            _optional("resizeterm", *_terminal_size())
        self._size = self._window.getmaxyx()
        self.redraw()

    def _draw(self, row: int, line: Line) -> None:
        rows, cols = self._size
        self._window.move(row, 0)
        self._window.clrtoeol()
        for col, text, style in line:
            if self._replaces_glyphs and not text.isascii():
                text = text.encode(self._charset, "replace").decode(self._charset)
            attribute = self._attributes.get(style)
            if attribute is None:
                attribute = self._attribute(style)
            if col + len(text) >= cols:
                text = text[: max(0, cols - col)]
                if row == rows - 1 and text:
                    # Writing the last place would move the cursor off the screen, an error; inserting does not move.
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

    def _attribute(self, style: str) -> int:
        try:
            look = self._palette[style or "page"]
        except KeyError:  # a style that no theme knows is legible all the same
            look = Look()
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
        self._attributes[style] = attribute
        return attribute

    def _pair(self, fg: int | None, bg: int | None) -> int:
        """The number of a pair of colours; 0, the terminal's own, when there are no more to be had."""
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


class Source(Protocol):
    """Where events come from."""

    def read(self, timeout: float | None) -> Event | None:
        """The next event, or None when none came within so many seconds."""

    def stop_process(self) -> None:
        """Stops the program and returns when it goes on."""

    def await_answer(self) -> None:
        """The terminal was asked something: its answer may come among the keys."""


class CodeInput:
    """Events by way of curses itself, for Windows."""

    def __init__(self, window: curses.window) -> None:
        from minesweeper.ui.terminal.windows_codes import MOUSE_CONSTANTS  # loaded late, as below: for Windows alone

        self._window = window
        self._queue: deque[Event] = deque()
        self._early_failures = 0
        self._constants = {name: getattr(curses, name, 0) for name in MOUSE_CONSTANTS}
        window.keypad(True)
        _optional("mouseinterval", 0)
        self.use_mouse(True)

    def use_mouse(self, on: bool) -> None:
        """Asks for the mouse, or no longer."""
        # All of them: to PDCurses the wheel has a bit of its own here, without a name.
        _optional("mousemask", curses.ALL_MOUSE_EVENTS if on else 0)

    def read(self, timeout: float | None) -> Event | None:
        """The next event, or None when none came within so many seconds."""
        while not self._queue:
            started = time.monotonic()
            self._window.timeout(-1 if timeout is None else round(timeout * 1000))
            try:
                self._take(self._window.get_wch())
            except curses.error:
                # A wait that fails before its time, again and again, has lost its terminal: never spin.
                is_early = timeout is None or time.monotonic() - started < timeout / 2
                self._early_failures = self._early_failures + 1 if is_early else 0
                if self._early_failures > 20:
                    return Closed()
                if timeout is not None:
                    return None
        self._early_failures = 0
        return self._queue.popleft()

    def stop_process(self) -> None:
        """Does nothing: Windows can't stop a program."""

    def await_answer(self) -> None:
        """Does nothing: a window of Windows is not asked."""

    def copy_to_clipboard(self, text: str) -> bool:
        """Hands a text to the clipboard program of Windows; False if that fails."""
        import subprocess

        # By its full path: Windows would look for it in the current folder first.
        program = os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "clip.exe")
        # Other bytes it reads by the code page of the console, and it copies a byte order mark with the text.
        data = text.replace("\n", "\r\n").encode("utf-16-le")
        try:
            subprocess.run([program], input=data, capture_output=True, timeout=5, check=True)
        except (OSError, subprocess.SubprocessError):
            return False
        return True

    def _take(self, key: int | str) -> None:
        from minesweeper.ui.terminal.windows_codes import key_of_character, key_of_code, mouse_events

        if isinstance(key, str):
            event: Event | None = key_of_character(key)
        elif key == curses.KEY_RESIZE:
            event = Resize()
        elif key == curses.KEY_MOUSE:
            with contextlib.suppress(curses.error):  # a drag can announce a report that is not there
                _, col, row, _, state = curses.getmouse()
                self._queue.extend(mouse_events(row, col, state, self._constants))
            return
        else:
            event = key_of_code(curses.keyname(key).decode("ascii", "replace"))
        if event is not None:
            self._queue.append(event)


def _optional(name: str, *arguments: object) -> None:
    """Calls a function of curses that may be missing here or that poor terminals refuse."""
    with contextlib.suppress(curses.error):
        function = getattr(curses, name, None)
        if function is not None:
            function(*arguments)


def _send(data: bytes) -> None:
    """Writes to the terminal past curses; a terminal that is gone is noticed by `read`."""
    with contextlib.suppress(OSError):
        while data:
            data = data[os.write(STDOUT, data) :]
