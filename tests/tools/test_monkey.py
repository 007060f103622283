"""A short run of random input, and tests that its checks find broken games, frames and databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from minesweeper.boards.layout import read_layout
from minesweeper.play import guesses
from minesweeper.play.game import Game
from minesweeper.ui.draw.canvas import Frame
from tests.tools.monkey.inside import Inside
from tests.tools.monkey.laws import Book, check_game
from tests.tools.monkey.steps import Monkey
from tests.ui.driving import check_frame, start

BOARD = "*1.\n11.\n..."


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rates guesses with few roll-outs, because random input ends many games and no test reads the figures."""
    monkeypatch.setattr(guesses, "ROLLOUTS", 5)


def test_random_input_of_4000_events_breaks_no_screen(tmp_path: Path) -> None:
    player = Inside(tmp_path / "home", 1)
    player.play(Monkey(1).steps(4000))
    assert len(player.book.seen) > 5
    assert player.lives > 1


@pytest.mark.posix("needs a pseudo-terminal")
def test_random_input_of_1000_events_breaks_no_terminal(tmp_path: Path) -> None:
    from tests.tools.monkey.outside import Outside

    player = Outside(tmp_path / "home", 2)
    player.play(Monkey(2).steps(1000))
    assert player.lives > 1


def game() -> Game:
    layout = read_layout(BOARD)
    return Game(layout.grid, layout.mine_count).with_layout(layout)


def test_the_checks_of_random_input_notice_a_broken_game() -> None:
    check_game(game().open_cell(8))
    mine, safe = 1 << 0, 1 << 4
    for broken in (
        game()._replace(opened=mine),
        game()._replace(opened=safe, flags=safe),
        game()._replace(flags=safe, questions=safe),
        game()._replace(exploded=safe),
        game()._replace(opened=1 << 40),
        game()._replace(opened=game().layout.safe, flags=0),  # type: ignore[union-attr]
    ):
        with pytest.raises(AssertionError):
            check_game(broken)


def test_the_checks_of_random_input_notice_a_frame_that_doesnt_fit() -> None:
    check_frame(Frame(1, 4, (((0, "abcd", "text"),),)), 1, 4)
    for line in (
        ((0, "abcde", "text"),),
        ((0, "ab", "text"), (1, "c", "text")),
        ((0, "a\x1b", "text"),),
        ((0, "字", "text"),),
        ((0, "a", "no such style"),),
    ):
        with pytest.raises(AssertionError):
            check_frame(Frame(1, 4, (line,)), 1, 4)


def test_the_checks_of_random_input_notice_a_game_that_isnt_saved(tmp_path: Path) -> None:
    from minesweeper.storage.saves_table import open_saves
    from tests.storage.storing import a_session

    open_saves(tmp_path).close()
    book = Book()
    book.audit(tmp_path)
    book.look(start(a_session()))
    with pytest.raises(AssertionError, match="games are lost"):
        book.audit(tmp_path)
