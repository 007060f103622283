"""The manual command: what the command line takes, read from its own parser, and the man page made of it.

Completion is made from the same description.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.boards.daily import DAILY
from minesweeper.commands.parser import EXAMPLE, make_parser
from minesweeper.commands.parts import parts_of
from minesweeper.commands.table import COMMANDS
from minesweeper.solvers.players import PLAYERS
from minesweeper.storage.settings import PRESETS
from minesweeper.version import VERSION

EXIT_STATUSES = {
    "0": "All went well, or the game was left.",
    "1": "There is no terminal to play in, or it lacks something needed; or part of the work could not be done.",
    "2": "Bad input: one sentence on the error output quotes it and says what is allowed.",
    "3": "The solve command: no layout fits the position.",
    "128+N": "Ended by signal N; a running game was saved. 130 after Ctrl+C in a command that is not the game.",
}
FILES = {
    "~/.config/minesweeper/settings.json": "Your settings, as far as they differ from the shipped ones.",
    "~/.local/share/minesweeper/games.db": "Finished games with their replays, and saved games.",
}
ENVIRONMENT = {
    "MINESWEEPER_CONFIG": "Your settings file, in place of the usual one.",
    "XDG_CONFIG_HOME, XDG_DATA_HOME": "Where the two files above lie.",
    "NO_COLOR": "If set, no colours are used.",
    "CLICOLOR_FORCE, FORCE_COLOR": "If set, but not to 0, commands colour boards in pipes and files too.",
    "COLORFGBG": "Tells a light background from a dark one.",
}
_COMMAND = "command"
"""Where the parser keeps the choice of a command."""


@dataclass(frozen=True)
class Argument:
    """An option with its names, or a place without any."""

    names: tuple[str, ...]
    value: str
    """What stands for its value, such as FILE; "" for an option that takes none."""
    meaning: str
    choices: tuple[str, ...] = ()
    required: bool = True
    several: bool = False

    @property
    def takes_file(self) -> bool:
        """Whether its value may be the name of a file."""
        return "FILE" in self.value or self.value == "ADDRESS"  # of a cluster, which may be told by a file

    @property
    def words(self) -> tuple[str, ...]:
        """The values that can be offered."""
        return self.choices or {"BOARD": tuple(PRESETS), "SOLVER": tuple(PLAYERS)}.get(self.value, ())


@dataclass(frozen=True)
class Described:
    """A command, or the program without one, whose name is ""."""

    name: str
    summary: str
    description: str
    example: str
    options: tuple[Argument, ...]
    places: tuple[Argument, ...]
    """In their order; a choice of parts is one, and those of the parts follow it."""
    parts: tuple[Described, ...] = ()
    """The commands within it, such as export of history, each with its own options and places."""

    @property
    def synopsis(self) -> str:
        """How it is written, in one line."""
        parts = ["minesweeper", self.name] if self.name else ["minesweeper"]
        parts += [f"[{option.names[-1]}{option.value and ' ' + option.value}]" for option in self.options]
        values = [f"{place.value} .." if place.several else place.value for place in self.places]
        parts += [value if place.required else f"[{value}]" for value, place in zip(values, self.places, strict=True)]
        return " ".join(parts)


def describe_program() -> tuple[Described, ...]:
    """The program without a command, then every command."""
    top = make_parser()
    options, _ = _arguments(top)
    example = (top.epilog or "").removeprefix(EXAMPLE)
    found = [Described("", "the menu", top.description or "", example, options, ())]
    for name, command in COMMANDS.items():
        parser = make_parser([name]).command_parsers[name]
        options, places = _arguments(parser)
        places = tuple(_with_words(name, place) for place in places)
        parts = tuple(_describe_part(part, each) for part, each in parts_of(parser).items())
        found.append(Described(name, command.help, command.description, command.example, options, places, parts))
    return tuple(found)


def _describe_part(name: str, parser: argparse.ArgumentParser) -> Described:
    told = parser.description or ""
    return Described(name, told, told, (parser.epilog or "").removeprefix(EXAMPLE), *_arguments(parser))


def _with_words(command: str, place: Argument) -> Argument:
    """A place with the words that only this command takes there."""
    if (command, place.value) == ("plain", "BOARD"):
        return replace(place, choices=(*place.words, DAILY))
    return place


def _arguments(parser: argparse.ArgumentParser) -> tuple[tuple[Argument, ...], tuple[Argument, ...]]:
    """The options and the places of a parser; a choice of further commands is a place, and theirs follow it."""
    options: dict[tuple[str, ...], Argument] = {}
    places: dict[str, Argument] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            if action.dest == _COMMAND:
                continue
            places[action.dest] = _read_argument(action)
            for further in action.choices.values():
                more_options, more_places = _arguments(further)
                options |= {option.names: option for option in more_options if option.names not in options}
                places |= {place.value: place for place in more_places if place.value not in places}
        elif action.option_strings:
            options[tuple(action.option_strings)] = _read_argument(action)
        else:
            places[action.dest] = _read_argument(action)
    return tuple(options.values()), tuple(places.values())


def _read_argument(action: argparse.Action) -> Argument:
    choices = tuple(str(choice) for choice in action.choices or ())
    takes_value = not action.option_strings or action.nargs != 0
    value = str(action.metavar or "|".join(choices) or action.dest.upper()) if takes_value else ""
    meaning = (action.help or "") % {"default": action.default, "prog": "minesweeper"}
    required = action.nargs not in ("?", "*")
    several = action.nargs in ("+", "*")
    return Argument(tuple(action.option_strings), value, meaning, choices, required, several)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds nothing: the command has no arguments of its own."""


def run(arguments: argparse.Namespace) -> int:
    """Prints the man page; the result is the exit status."""
    print(man_page(), end="")
    return 0


def man_page() -> str:
    """The whole page in the language of man."""
    top, *commands = describe_program()
    lines = [
        f'.TH MINESWEEPER 6 "" "minesweeper {VERSION}" "Games"',
        ".SH NAME",
        "minesweeper \\- Minesweeper for the terminal, with solvers that say why",
        ".SH SYNOPSIS",
        *(line for each in (top, *commands) for line in (f".B {_text(each.synopsis)}", ".br")),
        ".SH DESCRIPTION",
        _text(top.description),
        "In the program, H shows the keys.",
        ".SH OPTIONS",
        *(line for option in top.options for line in _argument(option)),
        ".SH COMMANDS",
        *(line for command in commands for line in _command(command)),
    ]
    for title, table in (("EXIT STATUS", EXIT_STATUSES), ("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT)):
        lines += [f".SH {title}", *(line for name, text in table.items() for line in _entry(name, text))]
    return "\n".join([*lines, ""])


def _command(command: Described) -> Iterator[str]:
    yield f".SS minesweeper {command.name}"
    yield _text(command.description)
    for argument in (*command.places, *command.options):
        if argument.names != ("-h", "--help"):
            yield from _argument(argument)
    yield ".PP"
    yield f"Example: {_text(command.example)}"


def _argument(argument: Argument) -> list[str]:
    head = ", ".join(argument.names)
    return _entry(f"{head} {argument.value}".strip(), argument.meaning)


def _entry(name: str, text: str) -> list[str]:
    return [".TP", f".B {_text(name)}", _text(text)]


def _text(text: str) -> str:
    """A text without anything that man takes for a command."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
