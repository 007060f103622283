"""The parser of the command line: what it does not know is told in one sentence, whatever the command."""

from __future__ import annotations

import pytest

from minesweeper.commands.parser import make_parser


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


def test_only_commands_among_the_words_get_their_arguments() -> None:
    parser = make_parser(["show"])
    assert parser.parse_args(["show", "--json", "-"]).json
    with pytest.raises(SystemExit):
        parser.parse_args(["solve", "-"])
