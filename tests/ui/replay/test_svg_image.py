"""A game as an SVG image or animation, which has limits for its size."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.replay import Replay
from minesweeper.play.session import Move, MoveKind
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import FinishedGame
from minesweeper.storage.replay_files import ReplayError
from minesweeper.ui.replay import svg_image
from minesweeper.ui.replay.svg_image import MOST_FRAMES, ReplayImage, make_image, style_of
from tests.ui.driving import CALM
from tests.ui.replays import lost_game


def draw(game: FinishedGame, *, moving: bool, theme: str = "classic") -> ReplayImage:
    return run_to_end(make_image(game, style_of(CALM, theme, "dark"), moving=moving))


def words(text: str) -> str:
    return " ".join(element.text or "" for element in ElementTree.fromstring(text).iter() if element.text)


def on_board(spec: BoardSpec, moves: tuple[Move, ...] = ()) -> FinishedGame:
    """A game on a board with these moves. Its mines are the first cells."""
    return replace(lost_game(), board=str(spec), replay=Replay(spec, (1 << spec.mines) - 1, moves=moves))


def test_an_svg_image_of_a_game_says_how_the_game_ended() -> None:
    drawn = draw(lost_game(), moving=False)
    assert drawn.frames == 1
    assert "Lost at 0:02.250" in words(drawn.text)
    assert "<animate" not in drawn.text
    assert drawn.size.endswith(" KB")


def test_an_svg_animation_has_a_frame_per_move_and_ends_with_result() -> None:
    game = lost_game()
    assert game.replay is not None
    drawn = draw(game, moving=True)
    assert drawn.frames == len(game.replay.moves) + 1
    assert drawn.text.count("<animate") == len(game.replay.moves)
    assert "Lost at" in drawn.text.rpartition("<animate")[2]
    assert "Lost at" not in drawn.text.rpartition("<animate")[0]
    assert drawn.size.startswith("4 frames, ")


def test_an_svg_animation_of_a_long_game_has_limited_frames_and_time() -> None:
    moves = tuple(Move(1000 * number, MoveKind.FLAG, number % 40) for number in range(1_000))
    drawn = draw(on_board(BoardSpec(9, 9, 10), moves), moving=True)
    assert drawn.frames == MOST_FRAMES
    seconds = float(drawn.text.partition('dur="')[2].partition("s")[0])
    assert seconds <= svg_image.FILM_SECONDS + svg_image.END_SECONDS + MOST_FRAMES * svg_image.QUICKEST


def test_svg_images_are_refused_for_boards_of_more_than_10000_cells() -> None:
    with pytest.raises(ReplayError, match="room for 10,000 cells, and this board has 10,100"):
        draw(on_board(BoardSpec(101, 100, 10)), moving=False)


def test_an_svg_animation_that_would_be_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg_image, "MOST_BYTES", 5_000)
    with pytest.raises(ReplayError, match="its animation would be larger than"):
        draw(lost_game(), moving=True)


@pytest.mark.parametrize("size", [(1, 2), (16, 60), (100, 100)])
def test_svg_images_show_whole_boards_of_any_shape(size: tuple[int, int]) -> None:
    geometry = svg_image._arranged(*size)
    assert (geometry.view_cols, geometry.view_rows) == size
    assert geometry.right_panel is None
    assert draw(on_board(BoardSpec(*size, 1)), moving=False).frames == 1


def test_svg_images_have_the_theme_of_the_settings_unless_named() -> None:
    light = CALM.with_value("background", "light").with_value("theme", "dracula")
    assert style_of(light)[1:] == ("dracula", "light")
    assert style_of(light, "mono", "dark")[1:] == ("mono", "dark")
    assert style_of(CALM.with_value("background", "auto")).background == "dark"
