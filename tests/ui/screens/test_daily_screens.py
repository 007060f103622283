"""The daily board: in the menu, on its card and in the calendar, after wins, losses and second tries."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from minesweeper.boards.daily_seed import daily_board
from minesweeper.core.cells import cells_of
from minesweeper.play.game import Phase
from minesweeper.storage.games_table import record_game
from minesweeper.storage.records import DailyRecord
from minesweeper.storage.saves_table import open_saves
from minesweeper.ui.autosave_service import AutosaveService
from minesweeper.ui.base.model import Copy, Model, Query, StoreCache, handle, tick
from minesweeper.ui.game.end_mode import end_of
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.moves import after_move
from minesweeper.ui.screens.daily_screens import DailyCard, DaysScreen
from minesweeper.ui.screens.menu import MenuScreen, open_menu
from minesweeper.ui.terminal.events import Key
from tests.storage.storing import a_game, games_in
from tests.ui.driving import CALM, menu, page_rows, press, state_of, text_of
from tests.ui.watching import click_text, style_of, wheel

DAY = date(2026, 11, 16)


class Player:
    """The program without a terminal. It presses keys, and autosave answers at once as in the loop."""

    def __init__(self, folder: Path | None) -> None:
        self.autosave = AutosaveService(folder)
        self.now = 0.0
        self.model = self.autosave.begin(menu())
        self.settle()

    def settle(self) -> None:
        """Answers all queries and runs autosave until nothing is left to do."""
        for _ in range(100):
            model, effects = self.model._replace(effects=()), self.model.effects
            for effect in effects:
                if isinstance(effect, Query):
                    model = self.autosave.answer(model, effect)
            self.now += 100.0
            self.model = self.autosave.watch(model, self.now)
            if not self.model.effects and self.autosave.wait(self.model, self.now) != 0.0:
                return
        raise AssertionError("there is always something left to do")

    def press(self, *keys: str) -> Player:
        for key in keys:
            self.model = handle(self.model, Key(key))
            self.settle()
        return self

    def win(self) -> Player:
        """Opens every safe cell that is left."""
        state = state_of(self.model)
        game = state.game
        assert game.layout is not None
        session = state.session.tick(61.0)
        for cell in cells_of(game.layout.safe & ~game.opened):
            session = session.open_cell(cell)
        assert session.game.phase is Phase.WON
        self.model = self.model.with_top(GameScreen(after_move(state, session, state.cell)))
        self.settle()
        return self

    def row(self) -> str:
        """What the menu shows about today's board."""
        return next(row for row in page_rows(self.model) if "6  Daily" in row).partition("Daily")[2].strip()

    def card(self) -> list[str]:
        """The rows of the daily card, which must be on top."""
        assert isinstance(self.model.top, DailyCard)
        return [row.strip() for row in page_rows(self.model)[:-1] if row.strip()]

    def close(self) -> None:
        self.autosave.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for games, on a fixed day."""
    monkeypatch.setattr("minesweeper.boards.daily_seed.today", lambda: DAY)
    monkeypatch.setattr("minesweeper.storage.daily_games.today", lambda: DAY)
    monkeypatch.setattr("minesweeper.ui.screens.daily_screens.today", lambda: DAY)
    monkeypatch.setattr("minesweeper.ui.screens.daily_screens.seconds_left", lambda: 13_345.0)
    return tmp_path


def test_the_daily_board_starts_from_the_menu_with_an_open_cell(folder: Path) -> None:
    player = Player(folder)
    assert player.row() == "16 Nov: 30x16 no-guess, not played yet"
    state = state_of(player.press("6").model)
    assert state.session.preset == "daily"
    assert state.session.seed == "daily 2026-11-16"
    assert state.session.first == daily_board(DAY).first == state.cell
    assert state.is_running
    assert not state.session.is_known_board
    assert "─ Daily ─" in text_of(player.model)
    assert "Everyone plays this board today. Its first cell is open." in text_of(player.model)
    player.close()


def test_a_won_daily_board_is_ranked_and_shown_in_the_menu(folder: Path) -> None:
    player = Player(folder).press("6").win()
    outcome = end_of(state_of(player.model)).outcome
    assert outcome is not None
    assert outcome.is_best
    player.model = tick(player.model, 1.0)
    assert player.press("m").row() == "16 Nov: won in 1:01"
    player.close()
    (game,) = games_in(folder)
    assert (game.level, game.seed, game.standing, game.result) == ("daily", "daily 2026-11-16", "unassisted", "won")
    again = Player(folder)
    assert again.row() == "16 Nov: won in 1:01"
    again.close()


def test_a_second_try_at_a_daily_board_is_never_ranked(folder: Path) -> None:
    player = Player(folder).press("6", "x", "delete")
    assert "and you can't rank on it again." in " ".join(text_of(player.model).split())
    player.press("y")
    player.model = tick(player.model, 1.0)
    assert player.press("m").row() == "16 Nov: not won, tried once"
    assert player.press("6").card()[:4] == [
        "Daily  16 November",
        "Not won   1 try",
        "A new streak starts tomorrow",
        "Next board in 3 h 43 min",
    ]
    player.press("n")
    assert state_of(player.model).session.is_known_board
    assert text_of(player.model).count("You know this board, so this game isn't ranked.") == 1
    player.win()
    player.model = tick(player.model, 1.0)
    assert player.press("m").row() == "16 Nov: won at try 2"
    assert player.press("6").card()[1:3] == ["Won in 1:01.000   try 2", "1 day in a row"]
    player.close()
    results = [(game.result, game.standing) for game in games_in(folder)]
    assert results == [("won", "known"), ("abandoned", "unassisted")]


def test_a_saved_daily_board_is_continued_instead_of_tried_again(folder: Path) -> None:
    player = Player(folder).press("6", "x", "m")
    assert isinstance(player.model.top, MenuScreen)
    key = player.model.top.waiting[0].id
    assert player.row() == "16 Nov: started"
    assert state_of(player.press("6").model).session.id == key
    player.press("x", "m")
    player.autosave.save_now(player.model)
    player.close()
    later = Player(folder)
    assert later.row() == "16 Nov: started"
    later.press("6")
    assert state_of(later.model).session.id == key
    assert not state_of(later.model).session.is_known_board
    later.close()


def test_a_daily_board_played_in_another_program_is_a_known_board(folder: Path) -> None:
    first = Player(folder).press("6")
    second = Player(folder).press("6")
    assert not state_of(first.model).session.is_known_board
    assert state_of(second.model).session.is_known_board
    first.close()
    second.close()


def test_a_new_game_after_a_daily_board_is_a_no_guess_expert_game(folder: Path) -> None:
    player = Player(folder).press("6").win()
    player.model = tick(player.model, 1.0)
    after = player.model
    again = state_of(player.press("R").model).session
    assert (again.is_known_board, again.preset, again.seed) == (True, "daily", "daily 2026-11-16")
    player.model = after
    new = state_of(player.press("n").model).session
    assert (new.is_known_board, new.preset, new.board_type) == (False, "expert", "no-guess")
    assert new.seed != again.seed
    player.close()


def test_the_next_day_has_an_unplayed_daily_board(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(folder).press("6").win()
    player.model = tick(player.model, 1.0)
    monkeypatch.setattr("minesweeper.boards.daily_seed.today", lambda: date(2026, 11, 17))
    monkeypatch.setattr("minesweeper.storage.daily_games.today", lambda: date(2026, 11, 17))
    assert player.press("m").row() == "17 Nov: 30x16 no-guess, not played yet"
    assert not state_of(player.press("6").model).session.is_known_board
    player.close()


@pytest.mark.parametrize(
    ("record", "text", "short"),
    [
        (DailyRecord(DAY, earlier=12), "16 Nov: not played yet, 12 days in a row", "16 Nov"),
        (DailyRecord(DAY, 1, 1, 242_000, 12), "16 Nov: won in 4:02, 13 days in a row", "won 4:02"),
        (DailyRecord(DAY, 3, earlier=1), "16 Nov: not won, tried 3 times", "tried"),
    ],
)
def test_the_menu_shows_result_and_streak_of_the_daily_board(record: DailyRecord, text: str, short: str) -> None:
    model = menu().with_cache(StoreCache(daily=record))
    assert f"            6  Daily          {text}" in page_rows(model)
    small = press(model._replace(rows=7, cols=20), *["down"] * 5)
    assert f"  6 Daily{short:>11}" in page_rows(small)


def results(**tries: tuple[int, int | None]) -> tuple[DailyRecord, ...]:
    """The results of 46 days up to `DAY`.

    An argument such as ``d3`` is a day by how many days ago it was; its value is the number of tries and the time of
    the win.
    """
    records: list[DailyRecord] = []
    for ago in range(45, -1, -1):
        count, won_ms = tries.get(f"d{ago}", (0, None))
        before = records[-1] if records else None
        earlier = before.streak if before is not None and before.won_at is not None else 0
        won_at = None if won_ms is None else count
        records.append(DailyRecord(DAY - timedelta(days=ago), count, won_at, won_ms, earlier))
    return tuple(reversed(records))


def calendar(cols: int = 80, rows: int = 24, **tries: tuple[int, int | None]) -> Model:
    """The calendar of daily boards over the menu."""
    return menu(cols, rows).push(DaysScreen(results(**tries), waiting=frozenset([daily_board(date(2026, 11, 9)).seed])))


def selected(model: Model) -> date:
    assert isinstance(model.top, DaysScreen)
    return model.top.day


def test_the_daily_calendar_shows_each_result_by_sign_and_style() -> None:
    model = calendar(d1=(1, 61_000), d2=(2, 3_661_000), d4=(3, None))
    text = text_of(model)
    assert "‹ November 2026 ›" in text
    assert "2 days in a row" in text
    assert "won 2 of 16 days" in text
    looks = {sign: style_of(model, sign) for sign in ("⚑ 1:01", "⚑ 1 h", "✱  ", "▸  ", "16 today", "12  ", "17  ")}
    assert looks == {
        "⚑ 1:01": "flag.won",
        "⚑ 1 h": "flag.won",
        "✱  ": "danger on mined",
        "▸  ": "guess",
        "16 today": "guess",
        "12  ": "danger on mined",
        "17  ": "border",
    }
    assert text.count("⚑") == 2
    assert text.count("▸") == 2, "the saved game and today's board have this sign"
    assert text.count("⋅") == 16 - 2 - 1 - 2


def test_a_daily_board_won_later_has_a_tick_and_no_streak() -> None:
    late = [record._replace(earlier=0) for record in results(d3=(1, 61_000))]
    model = menu().push(DaysScreen(tuple(late)))
    assert style_of(model, "✓ 1:01") == "safe"
    assert "in a row" not in text_of(model)


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (200, 60)])
def test_keys_in_the_daily_calendar_move_by_day_week_and_month(size: tuple[int, int]) -> None:
    model = calendar(*size)
    for keys, day in (
        ("left", date(2026, 11, 15)),
        ("right", DAY),
        ("down", DAY),
        ("up", date(2026, 11, 9)),
        ("pgup", date(2026, 10, 16)),
        ("pgup pgup pgup", date(2026, 10, 2)),
        ("pgup pgdn", DAY),
        ("pgup end", date(2026, 10, 31)),
        ("home", date(2026, 11, 1)),
        ("home left pgdn", DAY),
        ("end", DAY),
    ):
        assert selected(press(model, *keys.split())) == day, keys


def test_the_mouse_turns_months_and_plays_a_day_of_the_calendar(folder: Path) -> None:
    player = Player(folder)
    player.model = calendar(d1=(1, 61_000))
    assert selected(click_text(player.model, "‹ ")) == date(2026, 10, 16)
    assert selected(wheel(player.model, "up")) == date(2026, 10, 16)
    player.model = click_text(player.model, "⚑ 1:01")
    player.settle()
    session = state_of(player.model).session
    assert (session.seed, session.is_known_board) == ("daily 2026-11-15", True)
    player.close()


def test_a_click_on_a_day_of_the_daily_card_plays_it(folder: Path) -> None:
    player = Player(folder).press("6").win()
    player.model = tick(player.model, 1.0)
    player.press("m", "6")
    player.model = click_text(player.model, "⋅12")
    player.settle()
    assert state_of(player.model).session.seed == "daily 2026-11-12"
    player.close()


def test_daily_boards_of_past_days_are_known_boards(folder: Path) -> None:
    player = Player(folder).press("6").win()
    player.model = tick(player.model, 1.0)
    player.press("m", "p")
    assert "16 Nov: today, won in 1:01" in text_of(player.model)
    assert "15 Nov: not played yet" in text_of(player.press("left").model)
    player.press("enter")
    session = state_of(player.model).session
    assert (session.seed, session.is_known_board) == ("daily 2026-11-15", True)
    assert "The board of 15 Nov is known, so this game isn't ranked." in text_of(player.model)
    player.press("x", "m", "p", "left")
    assert "15 Nov: started; continues where you left off" in text_of(player.model)
    assert any("15 Nov started" in row for row in page_rows(player.model._replace(rows=7, cols=20)))
    player.press("enter")
    assert state_of(player.model).session.id == session.id, "the saved game continues"
    player.close()


def test_y_after_a_daily_board_copies_a_text_to_share(folder: Path) -> None:
    player = Player(folder).press("6").win()
    player.model = tick(player.model, 1.0)
    assert any("Y share" in row for row in page_rows(player.model))
    model = handle(player.model, Key("y"))
    copied = [effect.text for effect in model.effects if isinstance(effect, Copy)]
    lines = copied[0].split("\n")
    assert lines[0] == "Minesweeper daily 2026-11-16, 30x16, 99 mines"
    assert lines[-1] == "minesweeper daily --date 2026-11-16"
    shown = [row.strip() for row in page_rows(model)]
    assert [line for line in lines if line in shown] == lines
    # The card has the same text. Later tries don't change it, because it describes the first win.
    shared = player.press("m", "6").model.top
    assert isinstance(shared, DailyCard)
    assert shared.shared == copied[0]
    player.press("n", "x", "delete", "y")
    player.model = tick(player.model, 1.0)
    model = handle(player.press("m", "6").model, Key("y"))
    assert [effect.text for effect in model.effects if isinstance(effect, Copy)] == copied
    assert all(line in text_of(model) for line in lines)
    player.close()


def test_the_text_to_share_a_daily_board_names_the_streak(folder: Path) -> None:
    saves = open_saves(folder)
    before = a_game(level="daily", board="30x16/99", mode="no-guess", ended_at="2026-11-15T09:00:00.000Z")
    assert record_game(saves.store, replace(before, seed=daily_board(date(2026, 11, 15)).seed)).saved
    saves.close()
    player = Player(folder).press("6").win()
    player.model = tick(player.model, 1.0)
    copied = [effect.text for effect in handle(player.model, Key("y")).effects if isinstance(effect, Copy)]
    assert copied[0].split("\n")[1] == "Won in 1:01.000, 2 days in a row"
    card = player.press("m", "6").model.top
    assert isinstance(card, DailyCard)
    assert card.shared == copied[0]
    player.close()


def test_the_time_to_the_next_daily_board_counts_down() -> None:
    card = DailyCard(DailyRecord(DAY, 1, 1, 252_331, 2), 3_661.0)
    model = Model(24, 80, (open_menu(), card), CALM)
    assert "Next in 1 h 2 min" in text_of(model._replace(rows=7, cols=20))
    shown = []
    for seconds in (0.0, card.wait() or 0.0, 3_000.0):
        model = tick(model, seconds)
        shown.append(next(row.strip(" │") for row in page_rows(model) if "ext board" in row))
    assert shown == ["Next board in 1 h 2 min", "Next board in 1 h 1 min", "Next board in 11 min"]
    model = tick(model, 660.0)
    assert "The next board is here" in text_of(model)
    assert model.top.wait() is None
