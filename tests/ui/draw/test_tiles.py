"""Which tile shows the state of a single cell. Whole boards are tested with the screens that show them."""

from __future__ import annotations

import pytest

from minesweeper.storage.settings import Settings
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.draw.tiles import TileOptions, tile_look, tile_options

ASCII = TileOptions("ascii")
REDUCED = TileOptions("ascii", reduced=True)


@pytest.mark.parametrize(
    ("truths", "text", "style"),
    [
        ("", " .", "hidden"),
        ("near odd", " .", "near"),
        ("pressed question near", " _", "pressed on opened"),
        ("flag odd", " F", "flag on hidden.odd"),
        ("guess mine", ">.", "guess"),
        ("flag if_mine", " F", "flag on hidden"),
        ("flag disproved safe", "!F", "over on opened"),
        ("flag wrong", "xF", "flag.wrong"),
        ("proposed refuted", "+P", "safe"),
        ("opened", "  ", "opened"),
        ("opened ones twos", " 3", "n3 on opened"),
        ("opened ones twos done over", "!3", "over on opened"),
        ("opened fours proof over", ">4", "n4 on proof"),
        ("opened fours proof violated", "x4", "violated"),
    ],
)
def test_a_cell_with_several_states_shows_the_most_important_one(truths: str, text: str, style: str) -> None:
    assert tile_look(truths.split(), ASCII) == (text, style)


@pytest.mark.parametrize(
    ("truths", "text", "style"),
    [
        ("", "  ", "opened"),
        ("far", " '", "done on opened"),
        ("edge", " .", "hidden"),
        ("flag", " F", "done on opened"),
        ("opened ones twos flags1", " 2", "n2 on opened"),
        ("opened ones twos flags1 flags2", " 0", "done on opened"),
        ("opened ones flags2 over", "-1", "over on opened"),
    ],
)
def test_the_reduced_view_shows_clues_minus_flags(truths: str, text: str, style: str) -> None:
    assert tile_look(truths.split(), REDUCED) == (text, style)


def test_settings_and_terminal_decide_how_tiles_look() -> None:
    plain = tile_options(Settings({"dim_done": False, "mark_over_flagged": False}), TerminalLooks("ascii", "ascii", 0))
    assert plain == TileOptions("ascii", dim_done=False, mark_over=False, tenths="%")
    assert tile_look("opened ones done over".split(), plain) == (" 1", "n1 on opened")
    dimmed = tile_options(Settings({"mark_over_flagged": False}), TerminalLooks("ascii"))
    assert tile_look("opened ones done over".split(), dimmed) == (" 1", "n1.done on opened")
