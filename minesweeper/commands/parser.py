"""Reads the command line, and runs the help command.

``make_parser`` builds an argparse parser from the ``table`` of commands. Every error is one sentence that names what
was probably meant, and nothing that the player typed can steer the terminal through it.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from minesweeper.commands.table import COMMANDS, GROUPS, USAGE_ERROR, load_command
from minesweeper.core.late import LateModule
from minesweeper.core.text import clean, closest, did_you_mean, quote
from minesweeper.version import VERSION

if TYPE_CHECKING:
    from minesweeper.boards import codes
    from minesweeper.storage import settings
else:
    codes = LateModule("minesweeper.boards.codes")
    settings = LateModule("minesweeper.storage.settings")


EXAMPLE = "example: "
_LONGEST_MESSAGE = 400
"""The most characters of an error message. Argparse repeats what was typed, however long it is."""
_REWORDED = {
    "the following arguments are required: ": "this command needs ",
    ": not allowed with argument ": " can't be combined with ",
    ": expected one argument": " needs a value",
    ": ignored explicit argument ": " takes no value, so leave out ",
}
"""Phrases in argparse's error messages, and the words that replace them."""


class Parser(argparse.ArgumentParser):
    """A parser that reports an error as one sentence and exits."""

    command_parsers: Mapping[str, argparse.ArgumentParser]
    """The parser of each command. Only the parser of the whole command line has this field."""

    def __init__(self, **options: Any) -> None:
        super().__init__(exit_on_error=False, **options)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Reads the words that this parser knows, and exits with a sentence if one of them is wrong.

        Argparse would begin the message with *argument*, which this leaves out.
        """
        try:
            return super().parse_known_args(args, namespace)
        except argparse.ArgumentError as error:
            self.error(f"{error.argument_name}: {error.message}" if error.argument_name else error.message)

    def error(self, message: str) -> NoReturn:
        """Prints an error message with a hint at ``--help``, and exits with USAGE_ERROR."""
        for phrase, ours in _REWORDED.items():
            message = message.replace(phrase, ours)
        self.exit(USAGE_ERROR, f"{self.prog}: {clean(message, _LONGEST_MESSAGE)}. See '{self.prog} --help'.\n")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Reads the whole command line.

        If words are left over, the parser of their command reports them, because it can suggest its own options.
        """
        arguments, rest = self.parse_known_args(args, namespace)
        own = self.command_parsers.get(arguments.command) or self
        if rest:
            own.error(_unknown_words(rest, own._option_string_actions))
        if getattr(arguments, "pretty", False) and not arguments.json:
            own.error("--pretty needs --json")
        return arguments

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        word, choices = str(value), [str(choice) for choice in action.choices]
        if action.dest == "command":
            raise argparse.ArgumentError(None, f"{quote(word, typed=True)} isn't a command{_suggest_command(word)}")
        problem = f"{quote(word, typed=True)} isn't one of {', '.join(choices)}{did_you_mean(word, choices)}"
        raise argparse.ArgumentError(action if action.option_strings else None, problem)

    def _print_message(self, message: str, file: Any = None) -> None:
        if message and file is not None:
            # Argparse ignores errors when it prints, so a help that can't be written would look like success.
            file.write(message)


class HelpText(argparse.HelpFormatter):
    """Lays out the text of ``--help``.

    It doesn't wrap the example, so that it can be pasted, nor the list of commands.
    """

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if EXAMPLE in text else super()._fill_text(text, width, indent)


def make_parser(words: Collection[str] = ()) -> Parser:
    """Makes the parser of the whole command line.

    A command gets its arguments only if its name is among ``words``, because its module has to be imported for that.
    Any of the words may be the command, since the words before it may belong to an option.
    """
    parser = Parser(
        prog="minesweeper",
        usage="minesweeper [--config FILE] [COMMAND ...]",
        description="Minesweeper for the terminal. Without a command, it shows the menu.",
        epilog=f"{_list_commands()}\n{EXAMPLE}minesweeper play expert --seed 42",
        formatter_class=HelpText,
    )
    parser.add_argument("--version", action="version", version=f"minesweeper {VERSION}")
    _add_config(parser, None)
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", parser_class=Parser, prog="minesweeper", help=argparse.SUPPRESS
    )
    for name, command in COMMANDS.items():
        own = add_part(commands, name, command.summary, command.example, command.description)
        if command.reads_settings:
            _add_config(own)
        if name in words:
            load_command(name).add_arguments(own)
    parser.command_parsers = commands.choices
    return parser


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "a command, and a part of it such as history import (default: the program)"
    parser.add_argument("about", metavar="COMMAND", nargs="*", help=about)


def run(arguments: argparse.Namespace) -> int:
    """Prints what ``--help`` prints after the same words, and exits."""
    words = [*arguments.about, "--help"]
    make_parser(words).parse_args(words)
    return 0


def _list_commands() -> str:
    """The commands with their summaries, line by line and grouped."""
    return "\n".join(
        f"{group}:\n" + "".join(f"  {name:<12}{command.summary}\n" for name, command in commands.items())
        for group, commands in GROUPS.items()
    )


def add_part(
    parts: argparse._SubParsersAction[Any], name: str, summary: str, example: str, description: str = ""
) -> argparse.ArgumentParser:
    """Adds a command, or a part of one such as ``history export``, and returns its parser.

    Without a description, its help begins with the summary.
    """
    part: argparse.ArgumentParser = parts.add_parser(
        name,
        help=summary,
        description=description or f"{summary}.",
        epilog=f"{EXAMPLE}{example}",
        formatter_class=HelpText,
    )
    return part


def parts_of(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """The parsers of the commands, or of the parts of a command, between which this parser chooses.

    Empty if it chooses nothing.
    """
    choices = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return choices[0] if choices else {}


def _add_config(parser: argparse.ArgumentParser, default: str | None = argparse.SUPPRESS) -> None:
    """Adds ``--config``, which may stand before or after the command.

    For the parser of a command there is no default, because it would replace a value that stands before the command.
    """
    parser.add_argument("--config", metavar="FILE", default=default, help="use this settings file")


def _unknown_words(words: list[str], options: Iterable[str]) -> str:
    """The error message for words that a command doesn't take. It suggests an option with a similar name."""
    name = next((word.partition("=")[0] for word in words if word.startswith("-")), "")
    typed = clean(" ".join(words), 120)
    return f"{quote(typed, typed=True)} isn't an argument of this command{did_you_mean(name, options)}"


def _suggest_command(word: str) -> str:
    """A suggestion for a word that isn't a command: to play it, if it is a board, or a command with a similar name.

    May be empty.
    """
    is_board = word.lower() in settings.PRESETS or codes.is_code(word) or word[:1].isdigit()
    meant = f"play {word}" if is_board else closest(word, COMMANDS)
    return f"; did you mean: minesweeper {meant}" if meant else ""
