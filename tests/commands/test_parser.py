"""The parser of the command line reports everything that it doesn't know in one sentence."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from minesweeper.cli import main
from minesweeper.commands.parser import make_parser, parts_of
from minesweeper.commands.table import COMMANDS
from tests.storage.storing import live_in


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("beginner", "play beginner"),
        ("Expert", "play Expert"),
        ("40x20/160", "play 40x20/160"),
        ("ms1-0m5sDYwxs230bs8WRCfC", "play ms1-0m5sDYwxs230bs8WRCfC"),
        ("sovle", "solve"),
        ("generat", "generate"),
    ],
)
def test_a_board_or_misspelt_word_as_command_gets_a_suggestion(
    word: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([word])
    assert f"; did you mean: minesweeper {meant}. See 'minesweeper --help'." in capsys.readouterr().err


@pytest.mark.parametrize("word", ["easy", "xyz", "medium"])
def test_an_unknown_command_gets_no_unlikely_suggestion(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([word])
    assert capsys.readouterr().err == f"minesweeper: '{word}' isn't a command. See 'minesweeper --help'.\n"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("play begginer", "beginner"),
        ("generate intermediat", "intermediate"),
        ("bench exprt", "expert"),
        ("help genrate", "minesweeper generate"),
        ("help history imprt", "import"),
        ("bench expert --solver smrt", "smart"),
        ("generate expert --format jsn", "json"),
        ("completion bsh", "bash"),
        ("play expert --assist-level atuo", "auto"),
    ],
)
def test_a_misspelt_argument_gets_a_suggestion_in_every_command(
    line: str, meant: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_in(tmp_path, monkeypatch)
    with suppress(SystemExit):
        assert main(line.split()) == 2
    assert f"; did you mean: {meant}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["bench", "--sover", "best"],
            "minesweeper bench: '--sover' isn't an argument of this command; did you mean: --solver. See",
        ),
        (
            ["play", "--sed=3"],
            "minesweeper play: '--sed=3' isn't an argument of this command; did you mean: --seed. See",
        ),
        (["--versoin"], "minesweeper: '--versoin' isn't an argument of this command; did you mean: --version. See"),
        (["play", "expert", "--assist-level", "x"], "minesweeper play: --assist-level: 'x' isn't one of off, what-if,"),
        (
            ["play", "expert", "too"],
            "minesweeper play: 'too' isn't an argument of this command. See 'minesweeper play --help'",
        ),
    ],
)
def test_an_unknown_option_is_reported_by_its_command(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        make_parser(words).parse_args(words)
    assert capsys.readouterr().err.startswith(message)


PARTS = parts_of(make_parser(["history"]).command_parsers["history"])


@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS), *(["history", part] for part in PARTS)])
def test_help_agrees_with_the_help_option_and_ends_with_an_example(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    message = capsys.readouterr().out
    with pytest.raises(SystemExit, match="0"):
        main(["help", *words])
    assert capsys.readouterr().out == message
    example = message.splitlines()[-1]
    assert example.startswith("example: ")
    assert " ".join(["minesweeper", *words]) in example
    assert len(words) != 1 or example == f"example: {COMMANDS[words[0]].example}"


OPTIONS = [
    [name, *option]
    for name, parser in make_parser(COMMANDS).command_parsers.items()
    # An argument for any number of words would take all the following ones.
    if not any(action.nargs in ("+", "*") for action in parser._actions)
    for option in [[], *([action.option_strings[-1]] for action in parser._actions if action.option_strings)]
    if option not in (["--help"], ["--merge"])  # --merge takes any number of words
]


@pytest.mark.parametrize(
    "argument", ["\x1b]0;owned\x07\x9b31m", "x" * 131_000, "--x" * 40_000, "--json=\x1b" + "x" * 9000]
)
def test_errors_never_repeat_control_characters_or_long_arguments(
    argument: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for argv in [[argument], *([*option, argument, argument, argument] for option in OPTIONS)]:
        with pytest.raises(SystemExit) as stop:
            make_parser(argv).parse_args(argv)
        message = capsys.readouterr().err
        assert (stop.value.code, message[-1:], message[:-1].isprintable()) == (2, "\n", True)
        assert len(message) < 500
