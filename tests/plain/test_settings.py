"""How the game is told, changed by a line; that it is saved is tried in ``tests/whole/test_plain_program.py``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minesweeper.plain.output import changed_options
from tests.plain.lines import CORNERS, play, refusal, start

ALLOWED = (
    "'set spoken' takes on or off; 'set verbosity' takes brief or normal or full;"
    " 'set typed first' takes row or column."
)


def test_settings_are_told_and_changed() -> None:
    game, answer = play(start(*CORNERS), "set")
    assert answer.message == f"Spoken is off, verbosity is normal, typed first is row. {ALLOWED}"
    changed, answer = play(game, "set Typed_First  column")
    assert answer.message == "Typed first is column now."
    assert changed_options(game.settings, changed.settings) == {"typed_first": "column"}
    assert play(changed, "flag 5 1")[1].message == "Flag set at row 1, column 5, 2 mines left."
    assert play(changed, "new", "set")[1].message.startswith(
        "Spoken is off, verbosity is normal, typed first is column."
    )


@pytest.mark.parametrize(
    "line", ["set loud", "set verbosity", "set verbosity loud", "set spoken true", "set theme high"]
)
def test_what_cant_be_set_is_refused_with_what_can(line: str) -> None:
    assert refusal(start(*CORNERS), line) == f"'{line.removeprefix('set ')}' isn't a setting of text mode. {ALLOWED}"


def test_programs_are_refused() -> None:
    assert refusal(replace(start(*CORNERS), is_program=True), "set").startswith("Programs have no settings")
