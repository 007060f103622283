"""The recorder of frames: two sessions look as recorded, and changes would be found."""

from __future__ import annotations

import sys

import pytest

from tests.tools.frames import FOLDER, Played, differences_of, path_of, play_session, read
from tests.tools.playing import looks_of
from tests.tools.sessions import SESSIONS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="homes are laid out as on Linux")


@pytest.mark.parametrize("name", ["menu", "play"])
def test_screens_look_as_in_their_recorded_frames(name: str) -> None:
    assert list(differences_of(play_session(name))) == []


def test_every_recorded_file_belongs_to_a_session() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(map(path_of, SESSIONS))


def test_comparing_frames_finds_a_changed_text_style_or_cursor() -> None:
    recorded = read("menu")
    shots = recorded["80x24"]
    shot = shots[7]
    row = next(row for row, line in enumerate(shot.lines) if line)
    col, text, _ = shot.lines[row][0]
    for changed in (
        shot._replace(lines=(*shot.lines[:row], [[col, "#" + text[1:], "text"]], *shot.lines[row + 1 :])),
        shot._replace(lines=(*shot.lines[:row], [[col, text, "no such style"]], *shot.lines[row + 1 :])),
        shot._replace(cursor=[0, 0, True]),
        shot._replace(asked=("bell",)),
    ):
        other = {**recorded, "80x24": [*shots[:7], changed, *shots[8:]]}
        (difference,) = differences_of(Played("menu", other))
        assert difference.startswith(f"80x24: 1 of {len(shots)} frames differ, first at step 7")
    shorter = {**recorded, "20x7": recorded["20x7"][:-1]}
    assert len(list(differences_of(Played("menu", shorter)))) == 1


def test_frames_distinguish_styles_that_differ_in_only_one_theme() -> None:
    missed, won = looks_of("missed"), looks_of("banner.won")
    assert missed.split()[0] == won.split()[0]
    assert missed != won
