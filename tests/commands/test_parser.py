"""The parser of the command line: what it does not know is told in one sentence, whatever the command."""

from __future__ import annotations

import pytest

from minesweeper.commands.parser import make_parser
from minesweeper.commands.table import COMMANDS


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["dance"], ["'dance'", "play"]),
        (["play", "expert", "--sead", "4"], ["--sead"]),
        (["play", "expert", "--assist", "triple"], ["'triple'", "single", "dual", "intelligent"]),
    ],
)
def test_bad_arguments_get_one_sentence_and_status_2(
    argv: list[str], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        make_parser(argv).parse_args(argv)
    error = capsys.readouterr().err
    assert stop.value.code == 2
    assert error.count("\n") == 1
    for word in words:
        assert word in error


OPTIONS = [
    [name, *option]
    for name, parser in make_parser(COMMANDS).command_parsers.items()
    for option in [[], *([action.option_strings[-1]] for action in parser._actions if action.option_strings)]
    if option not in (["--help"], ["--merge"])  # which takes any number of words
]


@pytest.mark.parametrize(
    "argument", ["\x1b]0;owned\x07\x9b31m", "x" * 131_000, "--x" * 40_000, "--json=\x1b" + "x" * 9000]
)
def test_no_argument_steers_the_terminal_or_is_repeated_at_length(
    argument: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for argv in [[argument], *([*option, argument, argument, argument] for option in OPTIONS)]:
        with pytest.raises(SystemExit) as stop:
            make_parser(argv).parse_args(argv)
        told = capsys.readouterr().err
        assert (stop.value.code, told[-1:], told[:-1].isprintable()) == (2, "\n", True)
        assert len(told) < 500


def test_only_commands_among_the_words_get_their_arguments() -> None:
    parser = make_parser(["show"])
    assert parser.parse_args(["show", "--json", "-"]).json
    with pytest.raises(SystemExit):
        parser.parse_args(["solve", "-"])
