"""The options that settings are made of: names, defaults, what is allowed, what each is for. Knows no file."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from minesweeper.core.text import quote_value

Value: TypeAlias = str | int | bool


class Option(NamedTuple):
    """One setting: its name in the file, its default and what is allowed."""

    name: str
    default: Value
    title: str
    choices: tuple[str, ...] = ()
    span: tuple[int, int] | None = None
    meaning: str = ""
    """What it is for, and what its values do where their names don't say."""
    short: str = ""
    """The title where room is scarce."""
    unit: str = ""
    stops: tuple[int, ...] = ()
    """The numbers that one steps through; a file may say any other that is allowed."""
    shown: bool = True
    """Whether the player chooses it among the settings; else the program remembers it by itself."""
    styling: bool = False
    """Whether it decides how the terminal is used, its colours or its mouse: a change is told to it at once."""

    def step(self, value: Value, by: int, around: bool = False) -> Value:
        """The value before (-1) or after (+1) one; words and switches go around, numbers only if asked to."""
        if isinstance(self.default, bool):
            return not value
        if not self.span:
            return self.choices[(self.choices.index(str(value)) + by) % len(self.choices)]
        number = int(value)
        if by < 0:
            return max((stop for stop in self.stops if stop < number), default=number)
        return min((stop for stop in self.stops if stop > number), default=self.stops[0] if around else number)

    def check(self, value: object) -> str | None:
        """Why a value is not allowed, or None when it is."""
        if isinstance(self.default, bool):
            allowed, ok = "true or false", isinstance(value, bool)
        elif self.span:
            low, high = self.span
            allowed = f"a whole number from {low} to {high}"
            ok = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        else:
            allowed, ok = " or ".join(", ".join(self.choices).rsplit(", ", 1)), value in self.choices
        return None if ok else f"{self.name} {quote_value(value)} is not allowed: {allowed}"


MOST_THINK = 30
"""Seconds that may be thought about a guess while somebody waits for it."""

OPTIONS: tuple[Option, ...] = (
    Option(
        "theme",
        "classic",
        "Theme",
        ("classic", "high", "colour-blind", "gruvbox", "dracula", "solarized", "mono"),
        meaning="colours of board and words; high: strong contrast, mono: no colours",
        styling=True,
    ),
    Option(
        "background",
        "auto",
        "Background",
        ("auto", "dark", "light"),
        meaning="what the colours are chosen for; auto: as the terminal tells",
        styling=True,
    ),
    Option(
        "glyphs",
        "auto",
        "Glyphs",
        ("auto", "ascii", "unicode", "nerd"),
        meaning="signs of cells and marks; Nerd Font: only with such a font",
        styling=True,
    ),
    Option(
        "frame",
        "auto",
        "Frame",
        ("auto", "lines", "ascii"),
        meaning="what frames are made of; ASCII where lines look broken",
        styling=True,
    ),
    Option(
        "cell_size",
        "auto",
        "Cell size",
        ("auto", "2x1", "3x1", "4x2", "6x3", "8x4"),
        meaning="columns x rows of a cell; auto: the largest that shows the board whole",
    ),
    Option(
        "numbers",
        True,
        "Row and column numbers",
        short="Numbers",
        meaning="rows and columns are numbered beside the board, or in its frame",
    ),
    Option(
        "motion",
        "full",
        "Motion",
        ("full", "reduced", "none"),
        meaning="reduced: no waves; none: no flashes either",
    ),
    Option(
        "cascade_ms",
        40,
        "Cascade waves",
        span=(0, 200),
        meaning="time from wave to wave when a region opens; off: all at once",
        short="Cascade",
        unit=" ms",
        stops=tuple(range(0, 201, 20)),
    ),
    Option(
        "question_marks",
        False,
        "Question marks",
        short="Questions",
        meaning="the flag key sets a flag, a question mark and none in turn",
    ),
    Option(
        "dim_done",
        True,
        "Dim done numbers",
        short="Dim done",
        meaning="numbers with nothing left to open around them are dim",
    ),
    Option(
        "mark_over_flagged",
        True,
        "Mark over-flagged",
        short="Mark over",
        meaning="numbers with more flags around them than they say are marked",
    ),
    Option(
        "light_neighbours",
        True,
        "Light neighbours",
        short="Light",
        meaning="light up the hidden cells around the number under the cursor",
    ),
    Option(
        "mouse",
        True,
        "Mouse",
        meaning="buttons and wheel play; off: the terminal selects text as usual",
        styling=True,
    ),
    Option(
        "mouse_opens_on",
        "release",
        "Mouse opens on",
        ("release", "press"),
        short="Opens on",
        meaning="when the left button acts; release: drag away to cancel",
    ),
    Option(
        "assist",
        "single",
        "Help level",
        ("single", "dual", "intelligent"),
        meaning="Single: flags; Dual: proposals too; Intelligent: certain moves are made",
        short="Help",
    ),
    Option(
        "help_keys",
        "on",
        "Help keys",
        ("on", "ask first", "off"),
        meaning="help takes the rank; ask first: the key twice; off: refused",
        short="Help key",
    ),
    Option(
        "auto_pause",
        True,
        "Auto-pause",
        meaning="a game pauses when the window loses the focus",
    ),
    Option(
        "boards",
        "normal",
        "Boards",
        ("normal", "no-guess"),
        meaning="no-guess: every board can be finished by logic alone",
    ),
    Option(
        "solver_pause_ms",
        150,
        "Solver pause",
        span=(0, 5000),
        meaning="time for which a solver shows a move before it makes it",
        short="Solver",
        unit=" ms",
        stops=(0, 50, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000),
    ),
    Option(
        "solver_depth",
        2,
        "Solver depth",
        span=(1, 4),
        stops=(1, 2, 3, 4),
        meaning="how many assumptions the smart solver makes on top of each other",
    ),
    Option(
        "bot_speed",
        12,
        "Bot speed",
        span=(1, 100),
        stops=(1, 2, 4, 8, 12, 20, 40, 100),
        unit="/s",
        meaning="moves a second when the bot plays",
    ),
    Option(
        "bot_solver",
        "best",
        "Bot solver",
        ("simple", "smart", "exact", "best"),
        meaning="how the bot plays; best: it also guesses as well as it can",
    ),
    Option(
        "think",
        0,
        "Think about guesses",
        span=(0, MOST_THINK),
        stops=(0, 1, 2, 5, 10, 30),
        unit=" s",
        meaning="time to think about guesses and their chance to win; off: at once",
        short="Think",
    ),
    Option(
        "live_counters",
        False,
        "Live counters",
        short="Live 3BV/s",
        meaning="3BV/s and clicks beside the board while you play",
    ),
    Option(
        "terminal_cursor",
        "auto",
        "Terminal cursor",
        ("auto", "on", "off"),
        short="Cursor",
        meaning="shown on the cell, for screen readers; auto: without colours",
    ),
    Option("bell", False, "Bell", meaning="rings when a game ends"),
    Option("spoken", False, "Spoken", meaning="minesweeper plain tells the board in words"),
    Option("verbosity", "normal", "Verbosity", ("brief", "normal", "full"), meaning="how much plain tells in words"),
    Option("typed_first", "column", "Typed first", ("column", "row"), short="First", meaning="of two numbers in plain"),
    Option(
        "last_board",
        "beginner",
        "Last board",
        ("beginner", "intermediate", "expert", "custom"),
        meaning="what was played last",
        shown=False,
    ),
    Option(
        "custom_boards",
        "normal",
        "Custom boards",
        ("normal", "no-guess"),
        short="Custom kind",
        meaning="the kind of boards of the last custom game",
        shown=False,
    ),
    Option(
        "custom_assist",
        "single",
        "Custom help level",
        ("single", "dual", "intelligent"),
        short="Custom help",
        meaning="the help level of custom games",
        shown=False,
    ),
    Option(
        "custom_help_keys",
        "on",
        "Custom help keys",
        ("on", "ask first", "off"),
        short="Custom keys",
        meaning="what the help keys do in custom games",
        shown=False,
    ),
)


def choices_of(name: str) -> tuple[str, ...]:
    """The words that an option has to choose from."""
    return next(option.choices for option in OPTIONS if option.name == name)
