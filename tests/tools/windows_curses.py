"""The names that windows-curses has, read from its wheel, so that tests can do without those that it lacks.

``pip download windows-curses==2.4.2 --platform win_amd64 --only-binary=:all: --no-deps --python-version 3.12``, then
``python -m tests.tools.windows_curses WHEEL`` compares the lists below with what the wheel has.
"""

from __future__ import annotations

import curses
import os
import re
import struct
import sys
import zipfile
from collections.abc import Iterator

VERSION = "2.4.2"
"""The newest in November 2026. The lists are those of its wheels for Python 3.10 to 3.13; that for 3.14 has
`assume_default_colors` too."""

FUNCTIONS = frozenset(
    """
    baudrate beep can_change_color cbreak color_content color_pair curs_set def_prog_mode def_shell_mode
    delay_output doupdate echo endwin erasechar filter flash flushinp getmouse getsyx getwin halfdelay has_colors
    has_extended_color_support has_ic has_il has_key init_color init_pair initscr intrflush is_term_resized isendwin
    keyname killchar longname meta mouseinterval mousemask napms newpad newwin nl nocbreak noecho nonl noqiflush
    noraw pair_content pair_number putp qiflush raw reset_prog_mode reset_shell_mode resetty resize_term resizeterm
    savetty setsyx setupterm start_color termattrs termname tigetflag tigetnum tigetstr tparm typeahead unctrl
    unget_wch ungetch ungetmouse update_lines_cols use_default_colors use_env
    """.split()
)
WINDOW_METHODS = frozenset(
    """
    addch addnstr addstr attroff attron attrset bkgd bkgdset border box chgat clear clearok clrtobot clrtoeol
    cursyncup delch deleteln derwin echochar enclose erase get_wch getbegyx getbkgd getch getkey getmaxyx getparyx
    getstr getyx hline idcok idlok immedok inch insch insdelln insertln insnstr insstr instr is_linetouched
    is_wintouched keypad leaveok move mvderwin mvwin nodelay notimeout noutrefresh overlay overwrite putwin redrawln
    redrawwin refresh resize scroll scrollok setscrreg standend standout subpad subwin syncdown syncok syncup
    timeout touchline touchwin untouchwin vline
    """.split()
)
CONSTANTS = frozenset(
    """
    ALL_MOUSE_EVENTS A_ALTCHARSET A_ATTRIBUTES A_BLINK A_BOLD A_CHARTEXT A_COLOR A_DIM A_HORIZONTAL A_INVIS A_ITALIC
    A_LEFT A_LOW A_NORMAL A_PROTECT A_REVERSE A_RIGHT A_STANDOUT A_TOP A_UNDERLINE A_VERTICAL BUTTON1_CLICKED
    BUTTON1_DOUBLE_CLICKED BUTTON1_PRESSED BUTTON1_RELEASED BUTTON1_TRIPLE_CLICKED BUTTON2_CLICKED
    BUTTON2_DOUBLE_CLICKED BUTTON2_PRESSED BUTTON2_RELEASED BUTTON2_TRIPLE_CLICKED BUTTON3_CLICKED
    BUTTON3_DOUBLE_CLICKED BUTTON3_PRESSED BUTTON3_RELEASED BUTTON3_TRIPLE_CLICKED BUTTON4_CLICKED
    BUTTON4_DOUBLE_CLICKED BUTTON4_PRESSED BUTTON4_RELEASED BUTTON4_TRIPLE_CLICKED BUTTON5_CLICKED
    BUTTON5_DOUBLE_CLICKED BUTTON5_PRESSED BUTTON5_RELEASED BUTTON5_TRIPLE_CLICKED BUTTON_ALT BUTTON_CTRL
    BUTTON_SHIFT COLORS COLOR_BLACK COLOR_BLUE COLOR_CYAN COLOR_GREEN COLOR_MAGENTA COLOR_PAIRS COLOR_RED
    COLOR_WHITE COLOR_YELLOW KEY_A1 KEY_A2 KEY_A3 KEY_ABORT KEY_ALT_L KEY_ALT_R KEY_B1 KEY_B2 KEY_B3 KEY_BACKSPACE
    KEY_BEG KEY_BREAK KEY_BTAB KEY_C1 KEY_C2 KEY_C3 KEY_CANCEL KEY_CATAB KEY_CLEAR KEY_CLOSE KEY_COMMAND
    KEY_CONTROL_L KEY_CONTROL_R KEY_COPY KEY_CREATE KEY_CTAB KEY_DC KEY_DL KEY_DOWN KEY_EIC KEY_END KEY_ENTER
    KEY_EOL KEY_EOS KEY_EXIT KEY_F0 KEY_FIND KEY_HELP KEY_HOME KEY_IC KEY_IL KEY_LEFT KEY_LHELP KEY_LL KEY_MARK
    KEY_MAX KEY_MESSAGE KEY_MIN KEY_MOUSE KEY_MOVE KEY_NEXT KEY_NPAGE KEY_OPEN KEY_OPTIONS KEY_PPAGE KEY_PREVIOUS
    KEY_PRINT KEY_REDO KEY_REFERENCE KEY_REFRESH KEY_REPLACE KEY_RESET KEY_RESIZE KEY_RESTART KEY_RESUME KEY_RIGHT
    KEY_SAVE KEY_SBEG KEY_SCANCEL KEY_SCOMMAND KEY_SCOPY KEY_SCREATE KEY_SDC KEY_SDL KEY_SDOWN KEY_SELECT KEY_SEND
    KEY_SEOL KEY_SEXIT KEY_SF KEY_SFIND KEY_SHELP KEY_SHIFT_L KEY_SHIFT_R KEY_SHOME KEY_SIC KEY_SLEFT KEY_SMESSAGE
    KEY_SMOVE KEY_SNEXT KEY_SOPTIONS KEY_SPREVIOUS KEY_SPRINT KEY_SR KEY_SREDO KEY_SREPLACE KEY_SRESET KEY_SRIGHT
    KEY_SRSUME KEY_SSAVE KEY_SSUSPEND KEY_STAB KEY_SUNDO KEY_SUP KEY_SUSPEND KEY_UNDO KEY_UP REPORT_MOUSE_POSITION
    """.split()
)
KEY_NAMES = frozenset(
    """
    ALT_0 ALT_1 ALT_2 ALT_3 ALT_4 ALT_5 ALT_6 ALT_7 ALT_8 ALT_9 ALT_A ALT_B ALT_BKSP ALT_BQUOTE ALT_BSLASH ALT_C
    ALT_COMMA ALT_D ALT_DEL ALT_DOWN ALT_E ALT_END ALT_ENTER ALT_EQUAL ALT_ESC ALT_F ALT_FQUOTE ALT_FSLASH ALT_G
    ALT_H ALT_HOME ALT_I ALT_INS ALT_J ALT_K ALT_L ALT_LBRACKET ALT_LEFT ALT_M ALT_MINUS ALT_N ALT_O ALT_P ALT_PAD0
    ALT_PAD1 ALT_PAD2 ALT_PAD3 ALT_PAD4 ALT_PAD5 ALT_PAD6 ALT_PAD7 ALT_PAD8 ALT_PAD9 ALT_PADENTER ALT_PADMINUS
    ALT_PADPLUS ALT_PADSLASH ALT_PADSTAR ALT_PADSTOP ALT_PGDN ALT_PGUP ALT_Q ALT_R ALT_RBRACKET ALT_RIGHT ALT_S
    ALT_SEMICOLON ALT_STOP ALT_T ALT_TAB ALT_U ALT_UP ALT_V ALT_W ALT_X ALT_Y ALT_Z CTL_BKSP CTL_DEL CTL_DOWN
    CTL_END CTL_ENTER CTL_HOME CTL_INS CTL_LEFT CTL_PAD0 CTL_PAD1 CTL_PAD2 CTL_PAD3 CTL_PAD4 CTL_PAD5 CTL_PAD6
    CTL_PAD7 CTL_PAD8 CTL_PAD9 CTL_PADCENTER CTL_PADENTER CTL_PADMINUS CTL_PADPLUS CTL_PADSLASH CTL_PADSTAR
    CTL_PADSTOP CTL_PGDN CTL_PGUP CTL_RIGHT CTL_TAB CTL_UP PAD0 PADENTER PADMINUS PADPLUS PADSLASH PADSTAR PADSTOP
    SHF_DC SHF_DOWN SHF_IC SHF_PADENTER SHF_PADMINUS SHF_PADPLUS SHF_PADSLASH SHF_PADSTAR SHF_UP
    """.split()
)
"""What its `keyname` says beyond the names of constants and ``KEY_F(1)`` to ``KEY_F(63)``."""


def become_windows_curses() -> None:
    """Leaves curses with the names that windows-curses has, and PDCurses' way with sizes and the wheel.

    There 0, 0 means "as the window is now"; any other size would change the window of the player. The wheel is reported
    to those who ask for a bit without a name, which only ALL_MOUSE_EVENTS has.
    """
    real = curses.resize_term  # the other one would also tell of a new size, again and again

    def resize_term(rows: int, cols: int) -> None:
        assert (rows, cols) == (0, 0), "this would change the size of the player's window"
        size = os.get_terminal_size(1)
        real(size.lines, size.columns)

    real_mask = curses.mousemask

    def mousemask(mask: int) -> tuple[int, int]:
        wheel = [getattr(curses, name) for name in dir(curses) if name.startswith(("BUTTON4", "BUTTON5"))]
        return real_mask(mask if mask == curses.ALL_MOUSE_EVENTS else mask & ~sum(wheel))

    for name in [name for name in dir(curses) if not name.startswith("_")]:
        if name not in FUNCTIONS | CONSTANTS | {"window", "error", "version", "wrapper"}:
            delattr(curses, name)
    curses.resize_term = curses.resizeterm = resize_term
    curses.mousemask = mousemask


class Wheel:
    """The extension module of a wheel: a Windows library (PE, 64 bits), of which only names are read."""

    def __init__(self, path: str) -> None:
        with zipfile.ZipFile(path) as wheel:
            name = next(name for name in wheel.namelist() if re.fullmatch(r"_curses\..*\.pyd", name))
            self._data = wheel.read(name)
        head: int = struct.unpack_from("<I", self._data, 0x3C)[0]
        count, optional = struct.unpack_from("<H12xH", self._data, head + 6)
        base: int = struct.unpack_from("<Q", self._data, head + 48)[0]
        self._sections = []
        for number in range(count):
            title, _, address, size, offset = struct.unpack_from(
                "<8sIIII", self._data, head + 24 + optional + 40 * number
            )
            self._sections.append((title.rstrip(b"\0"), base + address, offset, size))

    def _name_at(self, address: int) -> str:
        """The name that stands at an address of memory, "" if none does."""
        for _, start, offset, size in self._sections:
            if start <= address < start + size:
                found = re.compile(rb"([a-z]\w+)\0").match(self._data, offset + address - start)
                return found[1].decode() if found else ""
        return ""

    def methods(self) -> Iterator[frozenset[str]]:
        """The names in each table of methods (PyMethodDef: name, function, flags, text)."""
        code = next((start, start + size) for title, start, _, size in self._sections if title == b".text")
        for title, _, offset, size in self._sections:
            if title not in (b".data", b".rdata"):
                continue
            names, at = set[str](), offset
            while at + 32 <= offset + size:
                name, function, flags = struct.unpack_from("<QQQ", self._data, at)
                text = self._name_at(name) if name and code[0] <= function < code[1] and flags < 0x400 else ""
                if not text and len(names) > 20:
                    yield frozenset(names)
                names = names | {text} if text else set()
                at += 32 if text else 8

    def words(self) -> frozenset[str]:
        """Names of constants and keys."""
        forms = rb"\0((?:KEY|A|BUTTON\d?|COLOR|ALL|ALT|CTL|SHF|REPORT)_[A-Z0-9_]+|PAD[A-Z0-9]+|COLORS)(?=\0)"
        return frozenset(word.decode() for word in re.findall(forms, self._data))


def main(path: str) -> int:
    """Says what differs from the lists; the exit status is 1 if anything does."""
    wheel = Wheel(path)
    tables = sorted(wheel.methods(), key=lambda names: "addch" in names)
    differences = {
        "functions": tables[0] ^ FUNCTIONS,
        "methods of windows": tables[1] ^ WINDOW_METHODS,
        "constants and keys": wheel.words() ^ CONSTANTS ^ KEY_NAMES,
    }
    for title, names in differences.items():
        print(f"{title}: {' '.join(sorted(names)) or 'the same'}")
    return int(any(differences.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
