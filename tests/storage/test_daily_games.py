"""The text that a player shares after a daily game. It shows result and pace, and never where the mines are."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import cells_of, first_cell
from minesweeper.play.game import Phase
from minesweeper.play.session import Session
from minesweeper.storage.daily_games import BLOCKS, pace_blocks, session_of_day, share_text
from minesweeper.storage.records import DailyRecord

DAY = date(2026, 11, 16)


@pytest.fixture(scope="module", name="begun")
def begun_session() -> Session:
    return session_of_day(DAY, is_known_board=False)


def won(session: Session) -> Session:
    """The session after all remaining safe cells were opened, one each second."""
    assert session.game.layout is not None
    for cell in cells_of(session.game.layout.safe & ~session.game.opened):
        session = session.tick(1.0).open_cell(cell)
    assert session.game.phase is Phase.WON
    return session


def test_the_shared_text_of_a_daily_win_has_time_and_command(begun: Session) -> None:
    first, second, blocks, last = share_text(won(begun)).split("\n")
    assert (first, last) == ("Minesweeper daily 2026-11-16, 30x16, 99 mines", "minesweeper daily --date 2026-11-16")
    assert second.startswith("Won in ")
    assert blocks.strip("▁▂▃▄▅▆▇█") == ""


def test_the_shared_text_of_a_daily_loss_names_no_cells(begun: Session) -> None:
    assert begun.game.layout is not None
    lost = begun.tick(5.0).open_cell(first_cell(begun.game.layout.mines))
    text = share_text(lost)
    assert text.split("\n")[1] == f"Lost after 0:05.000, {lost.progress}% open"
    assert "row" not in text
    assert "ms1-" not in text


def test_a_daily_win_after_undoing_a_loss_is_shared_as_practice(begun: Session) -> None:
    assert begun.game.layout is not None
    practised = won(begun.tick(5.0).open_cell(first_cell(begun.game.layout.mines)).undo())
    assert ", practice after a loss" in share_text(practised).split("\n")[1]


def test_a_daily_streak_is_shared_from_two_days_on_after_a_win(begun: Session) -> None:
    assert begun.game.layout is not None
    lost = begun.tick(5.0).open_cell(first_cell(begun.game.layout.mines))
    for session, record, is_shared in (
        (won(begun), DailyRecord(DAY, 1, 1, 61_000, earlier=1), True),
        (won(begun), DailyRecord(DAY, 1, 1, 61_000), False),
        (won(begun), DailyRecord(DAY + timedelta(days=1), earlier=5), False),
        (lost, DailyRecord(DAY, 1, earlier=5), False),
    ):
        second = share_text(session, record).split("\n")[1]
        assert second.endswith(", 2 days in a row") is is_shared, second
        assert ("in a row" in second) is is_shared


def test_the_shared_text_reveals_only_result_streak_and_pace(begun: Session) -> None:
    assert begun.game.layout is not None
    cells = list(cells_of(begun.game.layout.safe & ~begun.game.opened))
    pattern = (
        r"Minesweeper daily 2026-11-16, 30x16, 99 mines\nWon in \d+:\d\d\.\d{3}, 3 days in a row\n"
        r"[▁▂▃▄▅▆▇█]{12}\nminesweeper daily --date 2026-11-16"
    )
    for order in (cells, cells[::-1]):
        session = begun
        for cell in order:
            session = session.tick(1.0).open_cell(cell)
        assert re.fullmatch(pattern, share_text(session, DailyRecord(DAY, 1, 1, 61_000, earlier=2)))


def test_shared_texts_mention_known_boards_and_giving_up(begun: Session) -> None:
    assert share_text(won(begun._replace(is_known_board=True))).split("\n")[1].endswith(", a known board")
    assert share_text(begun.give_up()).split("\n")[1].startswith("Given up after 0:00")


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(-5, 300)), max_size=40), st.integers(0, 9_000))
def test_the_pace_of_a_daily_game_has_a_fixed_number_of_blocks(opened: list[tuple[int, int]], ms: int) -> None:
    row = pace_blocks(opened, ms)
    assert len(row) == BLOCKS
    assert ("█" in row) == any(count > 0 for _, count in opened)


def test_the_blocks_of_a_daily_games_pace_cover_equal_times() -> None:
    assert pace_blocks([(0, 8), (5_999, 4), (11_999, 2)], 12_000) == "█▁▁▁▁▄▁▁▁▁▁▂"
