"""Records on the screens: the menu's rows, something to beat in a game, and what its end says about earlier ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from minesweeper.core.specs import BoardSpec
from minesweeper.play.session import Session, new_session
from minesweeper.storage.values import Group, Outcome, Record, group_of
from minesweeper.ui.base.model import Copy, Model, handle, tick
from minesweeper.ui.base.shelf import Shelf
from minesweeper.ui.game.screen import GameScreen
from minesweeper.ui.screens.stats import StatsScreen
from minesweeper.ui.terminal.events import Focus
from tests.tools.fake_terminal import Wait
from tests.ui.driving import (
    ASCII,
    board,
    cursor_to,
    message_of,
    press,
    rows_of,
    start,
    state_of,
    text_of,
    work,
)
from tests.ui.test_keeper import LOSE, WIN, Program, fresh
from tests.ui.watching import framed, style_of, trimmed

RECORDS = {
    Group("beginner", "normal", "unassisted", "9x9/10"): Record(70, 41, 27, 3, 7, 51_204),
    Group("intermediate", "normal", "unassisted", "16x16/40"): Record(50, 20, 28, 1, 3, 168_000),
    Group("expert", "normal", "unassisted", "30x16/99"): Record(118, 14, 104, 0, 2, 242_770),
}
EASY = "*2*\n..."


def in_game(session: Session, record: Record) -> Model:
    """A game for which there is a record."""
    return start(session).with_shelf(Shelf({group_of(session): record}))


class TestWhilePlaying:
    def test_the_panel_says_what_there_is_to_beat(self) -> None:
        session = fresh(EASY).open_cell(1)._replace(elapsed=42.0)
        text = text_of(in_game(session, Record(69, 41, 27, 3, 7, 51_204)))
        for line in ("Best      0:51.204", "          9 s to go", "Streak    3, longest 7", "Won       41 of 68, 60%"):
            assert line in text

    def test_a_best_time_that_is_passed_is_dim(self) -> None:
        session = fresh(EASY).open_cell(1)._replace(elapsed=120.0)
        model = in_game(session, Record(2, 1, 1, 0, 1, 51_204))
        assert "passed 1:08 ago" in text_of(model)
        assert style_of(model, "Best") == "text.dim"
        assert style_of(in_game(session._replace(elapsed=1.0), Record(2, 1, 1, 0, 1, 51_204)), "Best") == "text"

    def test_where_there_is_no_panel_a_line_says_it(self) -> None:
        session = new_session(BoardSpec(30, 16, 99), "expert").open_cell(40)
        model = in_game(session, Record(118, 14, 104, 0, 2, 242_770))
        assert rows_of(model)[20].strip().startswith("Best 4:02.770   Streak 0, longest 2   Won 14 of 118, 11%")

    def test_without_a_record_nothing_is_said(self) -> None:
        text = text_of(in_game(fresh(EASY).open_cell(1), Record(1)))
        assert "Best" not in text
        assert "Streak" not in text


def ended(session: Session, outcome: Outcome, cols: int = 80, rows: int = 24) -> Model:
    """A game at its end, after it was recorded."""
    model = start(session, cols, rows, looks=ASCII if cols == 20 else None)
    model = press(model, "up", "space", "left", "f", "right", "right", "f", "left", "space")
    assert isinstance(model.top, GameScreen)
    return model.with_top(model.top.hear(outcome._replace(id=state_of(model).session.id)))


BEST = Outcome("", None, Record(68, 41, 27, 3, 7, 51_204), Record(69, 42, 27, 4, 7, 50_318), 1)


def slow(seconds: float) -> Session:
    return fresh(EASY)._replace(elapsed=seconds)


class TestTheEnd:
    def test_a_new_best_time_is_announced_with_what_it_beat(self) -> None:
        model = ended(slow(50.318), BEST)
        assert rows_of(model)[21].strip() == "✦  WON 0:50.318   NEW BEST, was 0:51.204   rank 1 of 42  ✦"
        assert rows_of(model)[22].strip() == "3BV/s 0.08   efficiency 100%   streak 4   won 60%"
        text = text_of(model)
        for line in (
            "Won in     0:50.318",
            "NEW BEST   was 0:51.204",
            "Streak     4, longest 7",
            "Won        42 of 69, 60%",
            "Rank       1 of 42",
        ):
            assert line in text
        assert style_of(model, "WON") == "banner.won"

    def test_at_20x7_it_is_one_band_in_the_last_row_but_one(self) -> None:
        assert framed(ended(slow(50.318), BEST, cols=20, rows=7)).split("\n")[-3:] == trimmed(
            """
            |     |  1 2 1 |     |
            | WON 0:50.318 BEST! |
            |N new game  Esc more|
            """
        ).split("\n")

    def test_a_first_win_is_a_time_to_beat(self) -> None:
        outcome = Outcome("", None, Record(), Record(1, 1, 0, 1, 1, 50_318), 1)
        assert "FIRST WIN, a time to beat" in text_of(ended(slow(50.318), outcome))

    def test_any_other_win_has_its_rank(self) -> None:
        outcome = Outcome("", None, Record(68, 41, 27, 3, 7, 10_000), Record(69, 42, 27, 4, 7, 10_000), 5)
        model = ended(slow(50.318), outcome)
        assert rows_of(model)[21].strip() == "✦  WON 0:50.318   rank 5 of 42  ✦"
        assert "NEW BEST" not in text_of(model)

    def test_a_known_board_is_not_ranked(self) -> None:
        model = ended(board(EASY)._replace(elapsed=5.0), Outcome("", None))
        assert "a known board, so not ranked" in text_of(model)
        assert "Rank" not in text_of(model)

    def test_a_game_that_was_not_saved_says_so(self) -> None:
        outcome = Outcome("", "The game is not saved: the disk is full.")
        model = ended(slow(50.0), outcome)
        assert "WON 0:50.000" in text_of(model)
        assert style_of(model, "The game is not saved") == "bad"

    def test_a_loss_ends_the_streak(self, tmp_path: Path) -> None:
        for _ in range(2):
            Program(tmp_path).play(*WIN, Wait(1))
        screen = Program(tmp_path).play(*LOSE, Wait(1))
        assert "Streak     0 (was 2)" in screen.text
        assert "Won        2 of 3, 66%" in screen.text

    def test_records_come_from_the_store_and_are_told_at_once(self, tmp_path: Path) -> None:
        first = Program(tmp_path).play("up", "space", Wait(5), *WIN[2:], Wait(1))
        assert "FIRST WIN" in first.text
        second = Program(tmp_path).play("up", "space", Wait(3), *WIN[2:], Wait(1))
        assert "WON 0:03.000   NEW BEST, was 0:05.000   rank 1 of 2" in second.text
        third = Program(tmp_path).play("up", "space", Wait(4), *WIN[2:], Wait(1))
        assert "WON 0:04.000   rank 2 of 3" in third.text
        fourth = Program(tmp_path).play("up", "space", Wait(1.5))
        assert "Best      0:03.000" in fourth.text
        assert "2 s to go" in fourth.text


@pytest.mark.parametrize(("cols", "rows"), [(110, 24), (170, 30), (100, 16)])
def test_a_proof_that_needs_more_than_the_row_below_is_in_the_panel_and_no_map_covers_it(cols: int, rows: int) -> None:
    picture = [["."] * 100 for _ in range(60)]
    for row, col in [(33, 48), (33, 51), *((35, col) for col in range(0, 100, 3))]:
        picture[row][col] = "*"
    model = start(board("\n".join("".join(row) for row in picture)), cols, rows)
    model = press(cursor_to(model, 20, 20), "space")
    lost = work(press(cursor_to(model, 33, 48), "space"))
    geometry = state_of(lost).geometry(lost)
    assert geometry.scrolls
    assert geometry.right_panel is not None
    beside = " ".join(" ".join(line[geometry.right_panel.left :] for line in rows_of(lost)).split())
    ended = state_of(lost).ended
    assert ended is not None
    full = ended.told.texts[0]
    assert "so its other cell is free." in full
    assert full in beside


def test_a_game_that_was_given_up_under_the_bot_is_not_lost_by_the_bot() -> None:
    model = press(start(new_session(BoardSpec(9, 9, 10), "beginner", "x")), "b")
    paused = handle(model, Focus(False))
    asked = press(paused, "b")
    assert "Give up this game?" in text_of(asked)
    assert "GIVEN UP" not in text_of(asked)
    given_up = press(asked, "b")
    assert "GIVEN UP" in text_of(given_up)


def test_a_game_given_up_before_its_first_open_has_no_mines_no_code_and_no_replay() -> None:
    given_up = tick(press(start(new_session(BoardSpec(9, 9, 10), "beginner")), "x", "b"), 1.0)
    assert message_of(given_up) == "Given up before the first open: no mine was laid yet."
    copied = press(given_up, "y")
    assert message_of(copied) == "There is no board to copy: no mine was laid yet."
    assert not any(isinstance(effect, Copy) for effect in copied.effects)
    assert message_of(press(given_up, "v")) == "There is nothing to watch: no cell was opened."


def test_the_statistics_after_a_game_are_those_of_its_level_and_boards() -> None:
    session = new_session(BoardSpec(30, 16, 99), "daily", boards="no-guess")
    model = press(start(session.open_cell(0).give_up()), "9")
    assert isinstance(model.top, StatsScreen)
    assert model.top.group == Group("daily", "no-guess")
