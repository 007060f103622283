"""Lists the names that windows-curses has, so that tests can run without those that it lacks."""

from __future__ import annotations

import curses
import os

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
