"""The words that describe saved games and daily boards in lists."""

from __future__ import annotations

from datetime import date

from minesweeper.boards.daily_seed import daily_board
from minesweeper.storage.records import DailyRecord, SavedGame
from minesweeper.ui.screens.game_words import about_daily, about_saved, saved_name

EXPERT = SavedGame("1", "2026-11-16T09:12:33.480Z", True, "expert", "30x16/99", "normal", 161.5, 46)
DAY = date(2026, 11, 16)


def test_shorter_forms_of_a_saved_game_keep_its_time() -> None:
    forms = about_saved(EXPERT)
    assert forms == ["Expert, 2:41 played, 46 mines left", "Expert, 2:41 played", "Expert 2:41", "2:41"]
    elsewhere = about_saved(EXPERT._replace(is_free=False))
    assert elsewhere[0] == "Expert, 2:41 played, in another program"
    assert [len(form) for form in elsewhere] == sorted(map(len, elsewhere), reverse=True)


def test_only_a_saved_daily_board_is_named_with_its_day() -> None:
    daily = EXPERT._replace(name="daily", seed=daily_board(DAY).seed)
    assert saved_name(daily) == "Daily 16 Nov"
    assert saved_name(daily._replace(seed="my daily 2026-11-16")) == "Daily"


def test_the_menu_says_that_the_daily_board_was_started() -> None:
    record = DailyRecord(DAY)
    assert about_daily(record, ())[0] == "16 Nov: 30x16 no-guess, not played yet"
    begun = about_daily(record, [EXPERT._replace(seed=daily_board(DAY).seed)])
    assert begun[0] == "16 Nov: started; continues where you left off"
