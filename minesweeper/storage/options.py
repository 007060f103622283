"""The options: name, default, allowed values and description of every setting.

The settings screen, text mode, the settings command and ``docs/settings.md`` are all made from this list, so an option
is described here only. The descriptions are sentences for players. This module reads no file: ``settings`` reads and
writes the values.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from minesweeper.core.boardspec import BOARD_TYPES
from minesweeper.core.text import quote_value
from minesweeper.storage.themes import packaged_themes

Value: TypeAlias = str | int | bool


class Option(NamedTuple):
    """One setting: its name in the settings file, its default, its allowed values, and its words for the player.

    The type of ``default`` decides the kind: a bool is on or off, an int has ``stops``, and a text has ``choices``.
    """

    name: str
    default: Value
    meaning: str
    """The description for the player: what the setting changes, and then those values whose names don't explain
    themselves."""
    choices: tuple[str, ...] = ()
    heading: str = ""
    """The title, if the name in the file doesn't read well as one."""
    short: str = ""
    """The title where little space is left."""
    unit: str = ""
    stops: tuple[int, ...] = ()
    """The numbers that the settings screen offers. A settings file may also have any whole number between the first and
    the last."""
    group: str = ""
    """The part of the settings screen in which the option stands. Empty if it isn't on that screen, because text mode
    uses it or Minesweeper sets it by itself."""
    names: Mapping[Value, str] = MappingProxyType({})
    """Words for those values that the player reads under another name than the file has."""
    notes: Mapping[Value, str] = MappingProxyType({})
    """A short note for each value, for places that describe the current value only."""

    @property
    def title(self) -> str:
        """The title that the player reads, by default the name without underscores."""
        return self.heading or self.name.replace("_", " ").capitalize()

    def word(self, value: Value) -> str:
        """The word that the player reads for a value, such as *Off* for False or for the number 0."""
        if isinstance(value, bool):
            return "On" if value else "Off"
        if isinstance(value, int):
            return f"{value}{self.unit}" if value else "Off"
        return self.names.get(value, f"{value[:1].upper()}{value[1:]}")

    def step(self, value: Value, by: int, around: bool = False) -> Value:
        """The value before (``by`` is -1) or after (1) the given one, as the arrow keys of the settings screen need it.

        After the last choice comes the first. Numbers stop at their ends, unless ``around`` lets the first follow the
        last.
        """
        if isinstance(self.default, bool):
            return not value
        if not self.stops:
            return self.choices[(self.choices.index(str(value)) + by) % len(self.choices)]
        number = int(value)
        if by < 0:
            return max((stop for stop in self.stops if stop < number), default=number)
        return min((stop for stop in self.stops if stop > number), default=self.stops[0] if around else number)

    def check(self, value: object) -> str | None:
        """An error message if the option doesn't allow this value, otherwise None."""
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
"""The most seconds that a search for a guess may take while the player waits for it."""

GROUPS = (PLAY, LOOK, MOUSE_AND_SOUND, ADVANCED) = ("Play", "Look", "Mouse and sound", "Advanced")
"""The parts of the settings screen. The last one is a page of its own, which opens from the others."""
_OF_A_GAME: tuple[Option, ...] = (
    Option(
        "boards",
        "normal",
        "Random: the classic. No-guess: solvable by logic. Fair: luck never decides.",
        BOARD_TYPES,
        heading="Board type",
        short="Boards",
        names={"normal": "Random"},
        notes={
            "normal": "every layout equally likely",
            "no-guess": "solvable by logic",
            "fair": "guess only when you must",
        },
    ),
    Option(
        "assist",
        "single",
        "Off: flags only. What-if: the flag key also tries a mine. Auto: provable moves are made for you.",
        ("single", "dual", "intelligent"),
        heading="Assist level",
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
        "Assisted games aren't ranked. Ask first: confirm the first assist. Block: ignore assist keys.",
        ("on", "ask first", "off"),
        heading="Unranked play",
        short="Unrank",
        names={"on": "Allow", "off": "Block"},
        notes={
            "on": "assisted games aren't ranked",
            "ask first": "confirm the first assist",
            "off": "assist keys are ignored",
        },
    ),
)
"""The options that a custom game has a second time, with values of its own."""


def _grouped(group: str, *options: Option) -> tuple[Option, ...]:
    return tuple(option._replace(group=group) for option in options)


OPTIONS: tuple[Option, ...] = (
    *_grouped(
        PLAY,
        *_OF_A_GAME,
        Option(
            "question_marks", False, "The flag key sets a flag, then a question mark, then neither.", short="Questions"
        ),
        Option("auto_pause", True, "The game pauses when the window loses the focus.", heading="Auto-pause"),
    ),
    *_grouped(
        LOOK,
        Option(
            "theme",
            "classic",
            "Colours of board and words. High: strong contrast.",
            packaged_themes(),
        ),
        Option(
            "cell_size",
            "auto",
            "Columns and rows of a cell. Auto: the largest that shows the whole board.",
            ("auto", "2x1", "3x1", "4x2", "6x3", "8x4"),
        ),
        Option(
            "motion", "full", "Animation. Reduced: no ripple. None: no ripple, no flashes.", ("full", "reduced", "none")
        ),
        Option("details", False, "Figures, records, row and column numbers next to the board."),
    ),
    *_grouped(
        MOUSE_AND_SOUND,
        Option("mouse", True, "Buttons and wheel play. Off: the terminal selects text as usual."),
        Option("bell", False, "The terminal's bell rings when a game ends."),
    ),
    *_grouped(
        ADVANCED,
        Option("background", "auto", "Your terminal's background. Auto: ask the terminal.", ("auto", "dark", "light")),
        Option(
            "direct_colours",
            "auto",
            "Exact theme colours. Auto: if your terminal is known to show them.",
            ("auto", "on", "off"),
            heading="24-bit colours",
            short="24 bits",
        ),
        Option(
            "glyphs",
            "auto",
            "Symbols for flags and mines. Nerd Font: needs such a font.",
            ("auto", "ascii", "unicode", "nerd"),
            heading="Symbols",
            names={"ascii": "ASCII", "nerd": "Nerd Font"},
        ),
        Option(
            "frame",
            "auto",
            "Characters of frames. ASCII: for terminals where lines look broken.",
            ("auto", "lines", "ascii"),
            names={"ascii": "ASCII"},
        ),
        Option(
            "dim_done",
            True,
            "Numbers with nothing left to open around them are dim.",
            heading="Dim finished numbers",
            short="Dim finished",
        ),
        Option(
            "mark_over_flagged",
            True,
            "Numbers with more flags around them than they say are marked.",
            heading="Mark too many flags",
            short="Too many",
        ),
        Option(
            "light_neighbours", True, "The hidden cells around the number under the cursor light up.", short="Light"
        ),
        Option(
            "mouse_opens_on",
            "release",
            "When the left button acts. Release: drag away to cancel.",
            ("release", "press"),
            short="Opens on",
        ),
        Option(
            "terminal_cursor",
            "auto",
            "Terminal cursor on the cell, for screen readers. Auto: without colours.",
            ("auto", "on", "off"),
            short="Cursor",
        ),
        Option(
            "think",
            0,
            "How long the best-guess search may run. Off: answer immediately.",
            heading="Guess search",
            unit=" s",
            stops=(0, 1, 2, 5, 10, MOST_THINK),
        ),
        Option(
            "solver_pause_ms",
            150,
            "How long a solver shows a move before it makes it.",
            heading="Solver pause",
            short="Pause",
            unit=" ms",
            stops=(0, 50, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000),
        ),
        Option("solver_depth", 2, "How many what-if steps the smart solver may chain.", stops=(1, 2, 3, 4)),
        Option(
            "bot_solver",
            "best",
            "How the bot plays. Best: it also guesses as well as it can.",
            ("simple", "smart", "exact", "best"),
        ),
        Option(
            "bot_speed", 12, "How many moves a second the bot makes.", unit="/s", stops=(1, 2, 4, 8, 12, 20, 40, 100)
        ),
        Option(
            "learn_row",
            True,
            "The menu offers Learn to play until you finished it.",
            heading="Learn to play",
            short="Learn",
        ),
    ),
    Option("spoken", False, "Text mode describes the board in words."),
    Option("verbosity", "normal", "How much spoken mode says.", ("brief", "normal", "full")),
    Option("typed_first", "row", "Which comes first when you type two numbers in text mode.", ("row", "column")),
    Option("last_board", "beginner", "The board you played last.", ("beginner", "intermediate", "expert", "custom")),
    *(option._replace(name=f"custom_{option.name}", meaning="") for option in _OF_A_GAME),
)
_BY_NAME = {option.name: option for option in OPTIONS}


def option_of(name: str) -> Option:
    """The option with this name. Raises KeyError if there is none."""
    return _BY_NAME[name]
