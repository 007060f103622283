"""Records on the screens: the menu's rows, something to beat in a game, and what its end says about earlier ones."""

from __future__ import annotations

from pathlib import Path

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.session import Session, new_session
from minesweeper.storage.records import Group, Outcome, Record, group_of
from minesweeper.ui.base.model import Copy, Model, StoreCache, handle, tick
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.screens.stats import StatsScreen
from minesweeper.ui.terminal.events import Focus
from tests.tools.fake_terminal import Wait
from tests.ui.driving import (
    ASCII,
    CALM,
    cursor_to,
    message_of,
    press,
    rows_of,
    start,
    state_of,
    text_of,
    work,
)
from tests.ui.test_autosave import LOSE, WIN, Program, fresh
from tests.ui.watching import style_of

EASY = "*2*\n..."
DETAILED = CALM.with_value("details", True)


def in_game(session: Session, record: Record) -> Model:
    """A game for which there is a record."""
    return start(session, settings=DETAILED).with_cache(StoreCache({group_of(session): record}))


class TestWhilePlaying:
    def test_the_panel_says_what_there_is_to_beat(self) -> None:
        session = fresh(EASY).open_cell(1)._replace(elapsed=42.0)
        text = text_of(in_game(session, Record(69, 41, 27, 3, 7, 51_204)))
        for line in ("Best      0:51.204", "          9 s to go", "Streak    3, longest 7", "Won       41 of 68, 60%"):
            assert line in text

    def test_where_there_is_no_panel_a_line_says_it(self) -> None:
        session = new_session(BoardSpec(30, 16, 99), "expert").open_cell(40)
        model = in_game(session, Record(118, 14, 104, 0, 2, 242_770))
        assert "Best 4:02.770   Streak 0, longest 2   Won 14 of 118, 11%" in text_of(model)

    def test_without_a_record_nothing_is_said(self) -> None:
        text = text_of(in_game(fresh(EASY).open_cell(1), Record(1)))
        assert "Best" not in text
        assert "Streak" not in text


def ended(session: Session, outcome: Outcome, cols: int = 80, rows: int = 24) -> Model:
    """A game at its end, after it was recorded."""
    model = start(session, cols, rows, looks=ASCII if cols == 20 else None)
    model = press(model, "up", "space", "left", "f", "right", "right", "f", "left", "space")
    assert isinstance(model.top, GameScreen)
    return model.with_top(model.top.on_recorded(outcome))


BEST = Outcome(None, Record(68, 41, 27, 3, 7, 51_204), Record(69, 42, 27, 4, 7, 50_318), 1)


def slow(seconds: float) -> Session:
    return fresh(EASY)._replace(elapsed=seconds)


class TestTheEnd:
    def test_a_win_is_one_card_and_its_figures_stand_in_the_details(self) -> None:
        model = ended(slow(50.318), BEST)
        assert rows_of(model)[-3].strip() == ""
        assert "✦  Won in 0:50.318   new best by 0.9 s  ✦" in text_of(model)
        assert style_of(model, "Won in") == "banner.won"
        figures = ("Streak     4, longest 7", "Won        42 of 69, 60%", "Rank       1 of 42")
        assert not any(line in text_of(model) for line in figures)
        detailed = text_of(press(tick(model, 1.0), "i"))
        assert all(line in detailed for line in figures)

    def test_a_game_that_was_not_saved_says_so(self) -> None:
        outcome = Outcome("The game is not saved: the disk is full.")
        model = ended(slow(50.0), outcome)
        assert "Won in 0:50.000" in text_of(model)
        assert style_of(model, "The game is not saved") == "bad"

    def test_records_come_from_the_store_and_are_told_at_once(self, tmp_path: Path) -> None:
        first = Program(tmp_path).play("up", "space", Wait(5), *WIN[2:], Wait(1))
        assert "First win! 0:05.000 is the time to beat." in first.text
        second = Program(tmp_path).play("up", "space", Wait(3), *WIN[2:], Wait(1))
        assert "Won in 0:03.000   new best by 2.0 s" in second.text
        third = Program(tmp_path).play("up", "space", Wait(4), *WIN[2:], Wait(1))
        assert "Won in 0:04.000   1.0 s behind your best" in third.text
        lost = Program(tmp_path).play(*LOSE, Wait(1), "i")
        assert "Streak     0 (was 3)" in lost.text
        assert "Won        3 of 4, 75%" in lost.text

    def test_an_assisted_game_shows_the_record_of_unassisted_ones_and_names_its_own(self) -> None:
        session = slow(50.318).helped("tip")
        group = group_of(session)
        records = {group: Record(2, 1, 1, 0, 1, 90_000), group._replace(standing="unassisted"): BEST.after}
        playing = start(session.open_cell(1), settings=DETAILED).with_cache(StoreCache(records))
        assert "Best      0:50.318" in text_of(playing)
        model = press(tick(ended(session, Outcome(after=records[group])), 1.0).with_cache(StoreCache(records)), "i")
        for line in ("Assisted   1 of 2, 50% won", "Best       0:50.318", "Won        42 of 69, 60%"):
            assert line in text_of(model)


def test_a_game_that_the_solver_finishes_at_the_first_open_says_so() -> None:
    settings = CALM.with_value("assist", "intelligent")
    model = work(
        press(cursor_to(start(new_session(BoardSpec(9, 9, 10), "beginner", "s5"), settings=settings), 4, 4), "space")
    )
    assert state_of(model).game.phase is Phase.WON
    assert "The solver finished it   known board, not ranked" in text_of(model)
    assert "0:00.000" not in text_of(model)


def test_a_game_that_was_given_up_under_the_bot_is_not_lost_by_the_bot() -> None:
    model = press(start(new_session(BoardSpec(9, 9, 10), "beginner", "x")), "b")
    paused = handle(model, Focus(False))
    asked = press(paused, "delete")
    assert "Give up this game?" in text_of(asked)
    assert "Given up" not in text_of(asked)
    given_up = press(asked, "y")
    assert "Given up" in text_of(given_up)


def test_a_game_given_up_before_its_first_open_has_no_mines_no_code_and_no_replay() -> None:
    given_up = tick(press(start(new_session(BoardSpec(9, 9, 10), "beginner")), "x", "delete"), 1.0)
    assert message_of(given_up) == "Given up before the first open, so there are no mines yet."
    copied = press(given_up, "y")
    assert message_of(copied) == "There is no board to copy: no mine was laid yet."
    assert not any(isinstance(effect, Copy) for effect in copied.effects)
    assert message_of(press(given_up, "v")) == "There is nothing to watch: no cell was opened."


def test_the_statistics_after_a_game_are_those_of_its_level_and_boards() -> None:
    session = new_session(BoardSpec(30, 16, 99), "daily", boards="no-guess")
    model = press(start(session.open_cell(0).give_up()), "9")
    assert isinstance(model.top, StatsScreen)
    assert model.top.group == Group("daily", "no-guess")
