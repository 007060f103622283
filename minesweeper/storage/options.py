"""Defines the options of the settings: names, defaults, allowed values and descriptions. Reads no file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from minesweeper.core.text import quote_value
from minesweeper.storage.themes import packaged_themes

Value: TypeAlias = str | int | bool


class Option(NamedTuple):
    """One setting: its name in the file, its default and its allowed values."""

    name: str
    default: Value
    title: str
    choices: tuple[str, ...] = ()
    meaning: str = ""
    """The description: what the setting changes, then its values where their names don't explain themselves."""
    short: str = ""
    """The title where space is scarce."""
    unit: str = ""
    stops: tuple[int, ...] = ()
    """The numbers that the settings screen steps through. A file may have any number between the first and the last."""
    group: str = ""
    """The group on the settings screen; empty for settings that Minesweeper remembers itself or text mode sets."""
    names: Mapping[Value, str] = MappingProxyType({})
    """The words for values that the screen names differently than the file."""
    notes: Mapping[Value, str] = MappingProxyType({})
    """Short notes about values, for places that describe only the current one."""
    styling: bool = False
    """Whether it changes the terminal's colours or mouse, which then must learn about a change at once."""

    def word(self, value: Value) -> str:
        """Returns the screen's word for a value."""
        if isinstance(value, bool):
            return "On" if value else "Off"
        if isinstance(value, int):
            return f"{value}{self.unit}" if value else "Off"
        return self.names.get(value, f"{value[:1].upper()}{value[1:]}")

    def step(self, value: Value, by: int, around: bool = False) -> Value:
        """Returns the value before (-1) or after (+1) a value. Numbers wrap around only with ``around``."""
        if isinstance(self.default, bool):
            return not value
        if not self.stops:
            return self.choices[(self.choices.index(str(value)) + by) % len(self.choices)]
        number = int(value)
        if by < 0:
            return max((stop for stop in self.stops if stop < number), default=number)
        return min((stop for stop in self.stops if stop > number), default=self.stops[0] if around else number)

    def check(self, value: object) -> str | None:
        """Says why a value isn't allowed; None if it is."""
        if isinstance(self.default, bool):
            allowed, ok = "true or false", isinstance(value, bool)
        elif self.stops:
            low, high = self.stops[0], self.stops[-1]
            allowed = f"a whole number from {low} to {high}"
            ok = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        else:
            allowed, ok = " or ".join(", ".join(self.choices).rsplit(", ", 1)), value in self.choices
        return None if ok else f"{self.name} is {quote_value(value)}. Use {allowed}"


MOST_THINK = 30
"""The most seconds of thinking about a guess while the player waits."""

GROUPS = (PLAY, LOOK, MOUSE_AND_SOUND, ADVANCED) = ("Play", "Look", "Mouse and sound", "Advanced")
"""The groups of the settings screen. The last one opens as a page of its own."""
_OF_A_GAME: tuple[Option, ...] = (
    Option(
        "boards",
        "normal",
        "Board type",
        ("normal", "no-guess"),
        meaning="Random: every layout is equally likely. No-guess: solvable by logic.",
        short="Boards",
        names={"normal": "Random"},
        notes={"normal": "every layout equally likely", "no-guess": "solvable by logic"},
    ),
    Option(
        "assist",
        "single",
        "Assist level",
        ("single", "dual", "intelligent"),
        meaning="Off: flags only. What-if: the flag key also tries a mine. Auto: provable moves are made for you.",
        short="Assist",
        names={"single": "Off", "dual": "What-if", "intelligent": "Auto"},
        notes={
            "single": "flags only",
            "dual": "the flag key also tries a mine",
            "intelligent": "provable moves are made for you",
        },
    ),
    Option(
        "help_keys",
        "ask first",
        "Assists",
        ("on", "ask first", "off"),
        meaning="Assisted games aren't ranked. Ask first: confirm the first assist. Block: ignore assist keys.",
        names={"on": "Allow", "off": "Block"},
        notes={
            "on": "assisted games aren't ranked",
            "ask first": "confirm the first assist",
            "off": "assist keys are ignored",
        },
    ),
)
"""The options that a custom game has as well, with values of its own."""


def _grouped(group: str, *options: Option) -> tuple[Option, ...]:
    return tuple(option._replace(group=group) for option in options)


OPTIONS: tuple[Option, ...] = (
    *_grouped(
        PLAY,
        *_OF_A_GAME,
        Option(
            "question_marks",
            False,
            "Question marks",
            short="Questions",
            meaning="The flag key sets a flag, then a question mark, then neither.",
        ),
        Option("auto_pause", True, "Auto-pause", meaning="The game pauses when the window loses the focus."),
    ),
    *_grouped(
        LOOK,
        Option(
            "theme",
            "classic",
            "Theme",
            packaged_themes(),
            meaning="Colours of board and words. High: strong contrast. Mono: no colours.",
            styling=True,
        ),
        Option(
            "cell_size",
            "auto",
            "Cell size",
            ("auto", "2x1", "3x1", "4x2", "6x3", "8x4"),
            meaning="Columns and rows of a cell. Auto: the largest that shows the whole board.",
        ),
        Option(
            "motion",
            "full",
            "Motion",
            ("full", "reduced", "none"),
            meaning="Animation. Reduced: no ripple. None: no ripple, no flashes.",
        ),
        Option("details", False, "Details", meaning="Figures, records, row and column numbers next to the board."),
    ),
    *_grouped(
        MOUSE_AND_SOUND,
        Option(
            "mouse",
            True,
            "Mouse",
            meaning="Buttons and wheel play. Off: the terminal selects text as usual.",
            styling=True,
        ),
        Option("bell", False, "Bell", meaning="The terminal's bell rings when a game ends."),
    ),
    *_grouped(
        ADVANCED,
        Option(
            "background",
            "auto",
            "Background",
            ("auto", "dark", "light"),
            meaning="Your terminal's background. Auto: ask the terminal.",
            styling=True,
        ),
        Option(
            "glyphs",
            "auto",
            "Symbols",
            ("auto", "ascii", "unicode", "nerd"),
            meaning="Symbols for flags and mines. Nerd Font: needs such a font.",
            names={"ascii": "ASCII", "nerd": "Nerd Font"},
            styling=True,
        ),
        Option(
            "frame",
            "auto",
            "Frame",
            ("auto", "lines", "ascii"),
            meaning="Characters of frames. ASCII: for terminals where lines look broken.",
            names={"ascii": "ASCII"},
            styling=True,
        ),
        Option(
            "dim_done",
            True,
            "Dim finished numbers",
            short="Dim finished",
            meaning="Numbers with nothing left to open around them are dim.",
        ),
        Option(
            "mark_over_flagged",
            True,
            "Mark too many flags",
            short="Too many",
            meaning="Numbers with more flags around them than they say are marked.",
        ),
        Option(
            "light_neighbours",
            True,
            "Light neighbours",
            short="Light",
            meaning="The hidden cells around the number under the cursor light up.",
        ),
        Option(
            "mouse_opens_on",
            "release",
            "Mouse opens on",
            ("release", "press"),
            short="Opens on",
            meaning="When the left button acts. Release: drag away to cancel.",
        ),
        Option(
            "terminal_cursor",
            "auto",
            "Terminal cursor",
            ("auto", "on", "off"),
            short="Cursor",
            meaning="Terminal cursor on the cell, for screen readers. Auto: without colours.",
        ),
        Option(
            "think",
            0,
            "Guess search",
            stops=(0, 1, 2, 5, 10, MOST_THINK),
            unit=" s",
            meaning="How long the best-guess search may run. Off: answer immediately.",
        ),
        Option(
            "solver_pause_ms",
            150,
            "Solver pause",
            meaning="How long a solver shows a move before it makes it.",
            short="Pause",
            unit=" ms",
            stops=(0, 50, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000),
        ),
        Option(
            "solver_depth",
            2,
            "Solver depth",
            stops=(1, 2, 3, 4),
            meaning="How many what-if steps the smart solver may chain.",
        ),
        Option(
            "bot_solver",
            "best",
            "Bot solver",
            ("simple", "smart", "exact", "best"),
            meaning="How the bot plays. Best: it also guesses as well as it can.",
        ),
        Option(
            "bot_speed",
            12,
            "Bot speed",
            stops=(1, 2, 4, 8, 12, 20, 40, 100),
            unit="/s",
            meaning="How many moves a second the bot makes.",
        ),
    ),
    Option("spoken", False, "Spoken", meaning="Text mode describes the board in words."),
    Option("verbosity", "normal", "Verbosity", ("brief", "normal", "full"), meaning="How much spoken mode says."),
    Option(
        "typed_first",
        "row",
        "Typed first",
        ("row", "column"),
        meaning="Which comes first when you type two numbers in text mode.",
    ),
    Option(
        "last_board",
        "beginner",
        "Last board",
        ("beginner", "intermediate", "expert", "custom"),
        meaning="The board you played last.",
    ),
    Option(
        "learn_row", True, "Learn to play", short="Learn", meaning="The menu offers Learn to play until you did it."
    ),
    *(option._replace(name=f"custom_{option.name}", meaning="") for option in _OF_A_GAME),
)


def option_of(name: str) -> Option:
    return next(option for option in OPTIONS if option.name == name)
