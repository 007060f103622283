"""The terminal of the full-screen game, drawn by curses.

No other module imports curses or changes the terminal's state, so everything that must be undone when the program ends
or is suspended is undone here. Curses only does the output. The input is read as bytes by `posix`, because ncurses
loses quick clicks. Windows doesn't offer these bytes, so there curses also reads the input (`windows`).
"""

from __future__ import annotations

import codecs
import contextlib
import curses
import locale
import os
import select
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
    import tempfile
else:
    binascii = LateModule("binascii")
    tempfile = LateModule("tempfile")


if TYPE_CHECKING or sys.platform == "win32":
    from minesweeper.ui.terminal.windows import WindowsInput
if sys.platform != "win32":
    from minesweeper.ui.terminal.posix import PosixInput

STDIN, STDOUT = 0, 1  # curses always uses these two
# Curses is never told of a larger terminal than this, because a terminal may claim any size up to 65,535 x 65,535.
MAX_ROWS, MAX_COLS = 500, 1200
MAX_PAIRS = 256  # curses keeps the number of a colour pair in 8 bits of an attribute
CLIPBOARD_LIMIT = 70_000
# These modes report buttons, drags and the wheel, also beyond column 223. The mode that reports every movement of the
# pointer stays off, because the program would never be idle.
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
    """Raised if the terminal can't show the game. The text gives the reason and what to do instead."""

    exit_status = 1


def check_terminal(environ: Mapping[str, str], instead: str) -> None:
    """Raises TerminalError if curses can't work with this terminal.

    ``instead`` ends the text of the error and tells the player what to use instead, such as text mode.
    """
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
    """What the system's terminal database says about the type of terminal that TERM names."""

    colours: int
    """How many indexed colours the terminal has. Terminals that count 24-bit colours instead have 8 reliable ones."""
    has_mouse: bool
    private: PrivateEntry
    """The changed entry that makes curses send 24-bit colours."""


def terminal_abilities(environ: Mapping[str, str]) -> TerminalAbilities | None:
    """Looks up the terminal type of the variable TERM. Sends nothing to the terminal itself.

    Returns None on Windows, which has no such database, and if the database doesn't know the type.
    """
    if sys.platform != "win32":
        with contextlib.suppress(curses.error):
            curses.setupterm(environ.get("TERM", ""), STDOUT)
            colours = max(curses.tigetnum("colors"), 0)
            has_mouse = bool(curses.tigetstr("kmous"))
            return TerminalAbilities(colours if colours <= 1 << 15 else 8, has_mouse, _private_entry(environ))
    return None


def use_locale() -> str:
    """Sets the locale that the environment asks for, and returns its charset, such as ``utf-8``.

    A charset that Python doesn't know becomes ``ascii``.
    """
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
    """Switches the terminal to the full-screen game while the block runs, and restores it afterwards.

    The terminal is restored however the block ends, also by an exception.
    """
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
        for number in filter(None, (terminal._terminal, terminal._collected)):
            cleanup.callback(os.close, number)
        cleanup.callback(terminal._leave)
        terminal._enter()
        yield terminal


def _start_curses(terminfo: str = "") -> curses.window:
    """Starts curses and returns the window that covers the whole terminal.

    ``terminfo`` is the value that the variable TERMINFO has while curses starts; if it is empty, the variable keeps its
    own value.
    """
    rows, cols = _terminal_size()
    # Curses believes these two variables rather than the terminal, so they keep the size within our limits.
    changes = {"LINES": str(rows), "COLUMNS": str(cols)}
    own = os.environ.get("TERMINFO")
    if terminfo:
        changes["TERMINFO"] = terminfo
    os.environ.update(changes)
    try:
        return curses.initscr()
    finally:
        # LINES and COLUMNS are removed even if they were set before (a library such as readline does that), because
        # curses would otherwise not notice that the terminal gets another size.
        for name in changes:
            del os.environ[name]
        if own is not None:
            os.environ["TERMINFO"] = own


def _private_entry(environ: Mapping[str, str]) -> PrivateEntry:
    """The terminal entry for 24-bit colours. It is empty if this curses can't use it or the player wants no colours."""
    version = getattr(curses, "ncurses_version", (0, 0))  # PDCurses, on Windows, has none
    can_use = tuple(version[:2]) >= (6, 1) and curses.has_extended_color_support()
    return private_entry(environ) if can_use and not environ.get("NO_COLOR") else PrivateEntry()


def _terminal_size() -> tuple[int, int]:
    """The terminal's rows and columns, at most MAX_ROWS and MAX_COLS. A terminal without a size counts as 24 by 80."""
    try:
        cols, rows = os.get_terminal_size(STDOUT)
    except OSError:
        cols, rows = 0, 0
    return min(rows or 24, MAX_ROWS), min(cols or 80, MAX_COLS)


class CursesTerminal:
    """The `Terminal` that curses draws. Only `open_terminal` makes one, because it starts and ends curses."""

    def __init__(
        self,
        window: curses.window,
        charset: str,
        posix: Any = None,
        windows: WindowsInput | None = None,
    ) -> None:
        """Reads events from ``posix``, or on Windows from ``windows``.

        ``posix`` is a `PosixInput`. It is typed as Any, because this class can't even be imported on Windows.
        """
        self._window = window
        self._source: Any = posix or windows
        self._posix = posix
        self._windows = windows
        self._charset = charset
        self._size = (1, 1)
        self._is_resized = False  # whether the size has changed since the terminal was taken over
        self._painted: Frame | None = None  # the frame that the terminal shows, or None if anything may be on it
        self._cursor_shown: bool | None = None
        self._palette: Mapping[str, Look] = {}
        self._attributes: dict[str, int] = {}
        self._blanks: dict[str, int] = {}
        self._pairs: dict[tuple[int | None, int | None], int] = {}
        self.colours = 0
        self.is_direct = False  # whether the terminal's own entry says that it shows 24-bit colours
        # A terminal whose entry has mouse events (kmous) understands the modes of xterm or, like the Linux console,
        # ignores them.
        self._sends_modes = not windows and bool(curses.tigetstr("kmous"))
        self._uses_mouse = True
        self._is_xterm = self._sends_modes and not os.environ.get("TERM", "").startswith("linux")
        self._terminal = os.dup(STDOUT)
        self._collected = None if windows else _open_nameless_file()

    def size(self) -> tuple[int, int]:
        """The rows and columns of the screen. They only change during calls of `read` and `suspend`."""
        return self._size

    def read(self, timeout: float | None) -> Event | None:
        """Waits for the next event. Returns None if none came within ``timeout`` seconds; None waits without end."""
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
        # A terminal may read a large frame in parts. With more than two rows, players could see it half done.
        with self._one_write(self._is_xterm and (is_full or len(changed) > 2)):
            for row in changed:
                self._draw(row, lines[row])
                if len(changed) <= FEW_ROWS:
                    # Rows of hidden cells are alike: curses would take a cursor that steps down for a scrolled board.
                    self._window.refresh()
            self._place_cursor(frame)
            self._window.refresh()
        self._painted = frame

    @contextlib.contextmanager
    def _one_write(self, is_synchronized: bool) -> Iterator[None]:
        """Collects what curses sends in the block, so that all of it reaches the terminal by one write.

        Curses by itself writes after each refresh and whenever its buffer is full. So standard output is a file during
        the block. With ``is_synchronized``, the terminal is asked to show the whole frame at once.
        """
        if self._collected is None:
            yield
            return
        try:
            os.dup2(self._collected, STDOUT)
            os.lseek(STDOUT, 0, os.SEEK_SET)
            yield
        finally:  # even if an exception ends the block, because curses believes that the terminal has got the bytes
            size = os.lseek(self._collected, 0, os.SEEK_CUR)
            os.dup2(self._terminal, STDOUT)
            os.lseek(self._collected, 0, os.SEEK_SET)
            data = os.read(self._collected, size)
            _send(UPDATE_BEGINS + data + UPDATE_ENDS if is_synchronized else data)

    def set_palette(self, palette: Mapping[str, Look]) -> None:
        """Sets how each style looks. The next `paint` draws the whole screen anew."""
        self._palette = palette
        self._attributes.clear()
        self._blanks.clear()
        self._pairs.clear()
        self._window.bkgdset(" ", self._attribute("page"))
        self.redraw()

    def use_mouse(self, on: bool) -> None:
        """Starts or stops the reports of the mouse. While they are off, the terminal uses the mouse to select text."""
        self._uses_mouse = on
        if self._windows:
            self._windows.use_mouse(on)
        elif self._sends_modes:
            self._send_modes()

    def _send_modes(self) -> None:
        modes = {**dict.fromkeys(MOUSE_MODES, self._uses_mouse), **dict.fromkeys(OTHER_MODES, True)}
        _send(b"".join(b"\x1b[?%d%c" % (mode, b"h" if on else b"l") for mode, on in modes.items()))

    def redraw(self) -> None:
        """Makes the next `paint` draw the whole screen, because the terminal may show something else by now."""
        self._painted = None
        self._cursor_shown = None
        self._window.clearok(True)

    def suspend(self) -> None:
        """Restores the terminal and stops the program, as Ctrl+Z does. Returns when the program is continued.

        The size may be another one then, so the caller has to render a new frame. Does nothing on Windows.
        """
        if self._posix:
            self._leave()
            self._posix.stop_process()
            self._come_back()

    def bell(self) -> None:
        """Rings the terminal's bell."""
        _optional("beep")

    def copy_to_clipboard(self, text: str) -> bool:
        """Asks the terminal to copy a text to the clipboard, or copies it on Windows.

        Returns False if that isn't possible: the terminal isn't like xterm, the text is too long, or Windows refuses.
        True only means that the terminal was asked, because terminals don't answer.
        """
        if self._windows:
            return self._windows.copy_to_clipboard(text)
        data = binascii.b2a_base64(text.encode(), newline=False)
        if not self._is_xterm or len(data) > CLIPBOARD_LIMIT:
            return False
        _send(b"\x1b]52;c;" + data + b"\x07")
        return True

    def ask_background(self) -> None:
        """Asks the terminal for its background colour, without waiting for the answer.

        The answer comes later as a `Background` event, or never, because many terminals don't know the question.
        """
        if self._posix and self._is_xterm:
            self._posix.await_answer()
            _send(BACKGROUND_QUESTION)

    def _enter(self) -> None:
        for name in ("raw", "noecho", "nonl"):
            _optional(name)
        _optional("typeahead", -1)  # otherwise some versions of curses stop a refresh half-way when a key waits
        with contextlib.suppress(curses.error):
            curses.start_color()
            _optional("use_default_colors")  # otherwise every terminal would turn white on black
            self.colours = self._count_colours() if curses.has_colors() else 0
        self._take_over()

    def _count_colours(self) -> int:
        """How many colours a style may use. It is `DIRECT_COLOURS` if curses uses our private terminal entry.

        A terminal whose own entry has direct colours counts as having 8, because only its first 8 numbers are indices,
        as everywhere else. Larger numbers mean red, green and blue there.
        """
        is_private = not self._windows and curses.tigetstr("setaf") == FOREGROUND
        return curses.COLORS if is_private or curses.COLORS <= 1 << 15 else 8

    def _come_back(self) -> None:
        """Takes the terminal over again after a stop, because the shell may have changed its settings meanwhile.

        The terminal may be gone by now, because a hang-up also continues stopped programs. Errors are ignored here;
        the next `read` reports that the terminal is closed.
        """
        _optional("reset_prog_mode")
        self._take_over()

    def _take_over(self) -> None:
        curses.doupdate()  # afterwards curses knows that it is running, so that a single `endwin` ends it
        if self._sends_modes:
            self._send_modes()
        self._fit()
        self._is_resized = False

    def _leave(self) -> None:
        os.dup2(self._terminal, STDOUT)  # a signal may have ended a paint before standard output was restored
        if self._sends_modes:
            # Curses limits scrolling to the rows that it knows, but the terminal may have more rows by now.
            _send(MODES_OFF + ALL_ROWS_SCROLL)
        _optional("flushinp")  # otherwise late mouse reports and the rest of a paste would reach the shell
        is_resized = self._is_resized or _terminal_size() != self._size
        if is_resized and self._has("rmcup", b"1049"):
            # Otherwise tmux would copy rows of an alternate screen that has grown into its history.
            _send(SCREEN_CLEARED)
        _optional("endwin")
        if self._has("el", LINE_CLEARED):
            _send(LINE_CLEARED)  # in a terminal without an alternate screen, the prompt replaces the key hints

    def _has(self, capability: str, sequence: bytes) -> bool:
        """Whether the terminal's entry has a capability that contains this sequence. Always False on Windows."""
        return not self._windows and sequence in (curses.tigetstr(capability) or b"")

    def _fit(self) -> None:
        """Tells curses the size that the terminal has now."""
        if sys.platform == "win32":
            # 0, 0 lets PDCurses take the window's size. Any other size would change the window.
            _optional("resize_term", 0, 0)
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
                    # Writing into the bottom right corner is an error in curses, because it would move the cursor off
                    # the screen. Inserting there is allowed.
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
        except KeyError:  # text in a style that the theme doesn't define must still be legible
            look = Look()
        if is_blank and not (look.underline or look.reverse):
            # Blanks get no text colour, because nobody would see it, and curses always sends both colours of a pair.
            # This saves half of the bytes.
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
        """The number that curses has for a pair of colours. None stands for the terminal's own colour.

        Returns 0, the terminal's own pair, if the terminal lacks the colours or curses has no free pair left.
        """
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
    """Calls a function of curses. Does nothing if this curses lacks it or the terminal can't do it."""
    with contextlib.suppress(curses.error):
        function = getattr(curses, name, None)
        if function is not None:
            function(*arguments)


def _open_nameless_file() -> int | None:
    """Opens a file for the output of curses, in memory if the system has such files and allows them.

    Returns None if no file can be opened, for example because the disk is full.
    """
    if hasattr(os, "memfd_create"):
        with contextlib.suppress(OSError):
            return int(os.memfd_create("frame"))
    with contextlib.suppress(OSError), tempfile.TemporaryFile() as stream:
        return os.dup(stream.fileno())
    return None


def _send(data: bytes) -> None:
    """Writes bytes to the terminal without curses. Ignores errors, because `read` notices if the terminal is gone."""
    with contextlib.suppress(OSError):
        while data:
            # Waits until the terminal takes more, because another program may have set it to refuse instead of waiting.
            select.select([], [STDOUT], [])
            data = data[os.write(STDOUT, data) :]
