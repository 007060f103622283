"""What the command line takes, read from its own parser: for completion and for the manual."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from minesweeper.commands import COMMANDS
from minesweeper.parsers import make_parser
from minesweeper.settings import PRESETS

_COMMAND = "command"


@dataclass(frozen=True)
class Argument:
    """An option with its names, or a place without any."""

    names: tuple[str, ...]
    value: str
    """What stands for its value, such as FILE; "" for an option that takes none."""
    meaning: str
    choices: tuple[str, ...] = ()
    required: bool = True

    @property
    def takes_file(self) -> bool:
        """Whether its value may be the name of a file."""
        return "FILE" in self.value

    @property
    def words(self) -> tuple[str, ...]:
        """The values that can be offered."""
        return self.choices or (tuple(PRESETS) if self.value == "BOARD" else ())


@dataclass(frozen=True)
class Described:
    """A command, or the program without one, whose name is ""."""

    name: str
    summary: str
    description: str
    example: str
    options: tuple[Argument, ...]
    places: tuple[Argument, ...]

    @property
    def synopsis(self) -> str:
        """How it is written, in one line."""
        parts = ["minesweeper", self.name] if self.name else ["minesweeper"]
        parts += [f"[{option.names[-1]}{option.value and ' ' + option.value}]" for option in self.options]
        parts += [place.value if place.required else f"[{place.value}]" for place in self.places]
        return " ".join(parts)


def describe_program() -> tuple[Described, ...]:
    """The program without a command, then every command."""
    top = make_parser()
    options, _ = _arguments(top)
    found = [Described("", "the menu", top.description or "", _example(top), options, ())]
    for name, command in COMMANDS.items():
        parser = make_parser([name]).command_parsers[name]
        options, places = _arguments(parser)
        found.append(Described(name, command.help, command.description, command.example, options, places))
    return tuple(found)


def _example(parser: argparse.ArgumentParser) -> str:
    return (parser.epilog or "").removeprefix("example: ")


def _arguments(parser: argparse.ArgumentParser) -> tuple[tuple[Argument, ...], tuple[Argument, ...]]:
    """The options and the places of a parser; a choice of further commands is a place, and theirs follow it."""
    options: dict[tuple[str, ...], Argument] = {}
    places: dict[str, Argument] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            if action.dest == _COMMAND:
                continue
            places[action.dest] = _argument(action)
            for further in action.choices.values():
                more_options, more_places = _arguments(further)
                options |= {option.names: option for option in more_options if option.names not in options}
                places |= {place.value: place for place in more_places if place.value not in places}
        elif action.option_strings:
            options[tuple(action.option_strings)] = _argument(action)
        else:
            places[action.dest] = _argument(action)
    return tuple(options.values()), tuple(places.values())


def _argument(action: argparse.Action) -> Argument:
    choices = tuple(str(choice) for choice in action.choices or ())
    takes_value = not action.option_strings or action.nargs != 0
    value = str(action.metavar or "|".join(choices) or action.dest.upper()) if takes_value else ""
    meaning = (action.help or "") % {"default": action.default, "prog": "minesweeper"}
    required = action.nargs not in ("?", "*")
    return Argument(tuple(action.option_strings), value, meaning, choices, required)
