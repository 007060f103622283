"""Saved games: which one Continue offers, the list of all of them, and games that another program is playing."""

from __future__ import annotations

from pathlib import Path

import pytest

from minesweeper.boards.daily_seed import daily_board, today
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.times import moment_text, now_ms, to_milliseconds
from minesweeper.play.session import Session, new_session
from minesweeper.storage.games_table import list_games
from minesweeper.storage.records import RunningGame, SavedGame
from minesweeper.storage.saves_table import open_saves
from minesweeper.ui.autosave_service import AutosaveService
from minesweeper.ui.base.model import Model, SaveSettings, StoreCache
from minesweeper.ui.game.game_screen import open_continued
from minesweeper.ui.loop import run
from minesweeper.ui.screens.menu import take_saved
from minesweeper.ui.screens.saved import SavedScreen
from tests.storage.storing import a_store
from tests.tools.fake_terminal import FakeClock, FakeTerminal, Step, Wait
from tests.ui.driving import CALM, menu, page_rows, press, serve, state_of, text_of

EXPERT = SavedGame(
    "1", "2026-11-16T09:12:33.480Z", True, "expert", "30x16/99", "normal", 161.5, 46, percent=12, clicks=30
)
ELSEWHERE = SavedGame("2", "2026-11-15T09:12:33.480Z", False, "beginner", "9x9/10", "no-guess", 12.0, 7)
BROKEN = SavedGame("3", problem="This saved game can't be read: version 9 is from a newer Minesweeper.")


def offered(*waiting: SavedGame, cols: int = 80, rows: int = 24) -> Model:
    """The menu after these saved games were read."""
    return menu(cols, rows, cache=StoreCache(waiting=waiting))


def run_program(folder: Path, *script: Step, start: bool = False) -> FakeTerminal:
    """Runs the whole program from the menu on."""
    clock, autosave = FakeClock(), AutosaveService(folder)
    screen = FakeTerminal(24, 80, [Wait(0.1), *script, Wait(0.01)], clock=clock)
    model = menu()
    run(take_saved(model) if start else model, screen, clock, services=lambda: (autosave,))
    autosave.close()
    return screen


def leave_game(folder: Path, name: str = "expert", elapsed: float = 161.5) -> Session:
    """Saves a game as an earlier program would have left it."""
    spec = {"expert": BoardSpec(30, 16, 99), "beginner": BoardSpec(9, 9, 10)}[name]
    session = new_session(spec, name).open_cell(40)._replace(elapsed=elapsed)
    saves = open_saves(folder)
    assert saves.save(RunningGame(session)).saved
    saves.close()
    return session


DAYS = tuple(
    EXPERT._replace(id=day, name="daily", mode="no-guess", seed=f"daily {day}") for day in ("2026-11-17", "2026-11-09")
)


@pytest.mark.parametrize(
    ("cols", "rows", "texts"),
    [
        (20, 7, ["Daily 17 Nov 2:41", "Daily 9 Nov  2:41"]),
        (80, 24, ["Daily 17 Nov  no-guess    2:41", "Daily 9 Nov   no-guess    2:41"]),
    ],
)
def test_saved_daily_boards_are_listed_with_their_days(cols: int, rows: int, texts: list[str]) -> None:
    model = press(offered(*DAYS, cols=cols, rows=rows), "5")
    assert isinstance(model.top, SavedScreen)
    assert all(text in text_of(model) for text in texts)
    assert page_rows(model)[-1].strip().startswith("Enter play")


class TestMenu:
    def test_reading_saved_games_leaves_a_moved_menu_selection_alone(self) -> None:
        model = press(menu(), "down").with_cache(StoreCache(waiting=(EXPERT,)))
        assert "▌ 2" in text_of(model)

    def test_a_game_open_in_another_program_is_listed_but_not_selected(self) -> None:
        model = offered(ELSEWHERE)
        assert "▌ 1" in text_of(model)
        assert "5  Continue       Beginner, in another program" in text_of(model)
        assert isinstance(press(model, "5").top, SavedScreen)

    def test_continue_prefers_games_that_no_other_program_is_playing(self) -> None:
        assert "Expert, 2:41 played, 2 saved games" in text_of(offered(ELSEWHERE, EXPERT))

    def test_the_menu_selects_a_preset_if_the_saved_game_is_gone(self) -> None:
        model = offered(EXPERT).with_cache(StoreCache())
        assert "▌ 1" in text_of(model)
        assert "5  Continue       no saved game" not in text_of(model), "the database may not be read yet"


class TestList:
    def test_the_list_of_saved_games_at_80x24_shows_their_figures(self) -> None:
        rows = page_rows(press(offered(EXPERT, ELSEWHERE, BROKEN), "5"))
        assert rows[0] == "    Saved games"
        saved = moment_text(to_milliseconds(EXPERT.saved_at), now_ms() / 1000)
        assert rows[2:7] == [
            "      saved         preset        type      played  mines left  open",
            f"    ▌ {saved:12}  Expert        random      2:41          46   12%",
            "      Beginner, 0:12 played, in another program",
            "      This saved game can't be read: version 9 is from a newer Minesweeper.",
            "",
        ]
        assert rows[23].strip() == "Enter play  Delete give up  H help  Esc back"

    def test_old_games_with_a_single_move_can_be_given_up_at_once(self, tmp_path: Path) -> None:
        first, later = leave_game(tmp_path), leave_game(tmp_path, "beginner")
        saves = open_saves(tmp_path)
        old = [game._replace(saved_at="2020-01-01T00:00:00.000Z") for game in saves.games()]
        fresh = [game for game in saves.games() if game.id == later.id]
        model = press(offered(*(game for game in old if game.id == first.id), *fresh), "5")
        assert "1 game with a single move, more than a week old. C cleans up." in text_of(model)
        model = press(model, "c")
        assert "Give up 1 game with a single move?" in text_of(model)
        assert "Kept." in text_of(press(model, "esc"))
        model = serve(press(model, "y"), saves)
        assert [game.id for game in saves.games()] == [later.id]
        assert [game.result for game in list_games(saves.store)] == ["abandoned"]
        assert "1 game given up." in text_of(model)
        saves.close()
        kept = press(offered(EXPERT._replace(clicks=2, saved_at=old[0].saved_at), ELSEWHERE), "5")
        assert "first open" not in text_of(kept)
        assert "Nothing to clean up" in text_of(press(kept, "c"))

    def test_giving_up_a_saved_daily_board_warns_about_its_rank(self) -> None:
        daily = EXPERT._replace(name="daily", seed=daily_board(today()).seed)
        text = " ".join(text_of(press(offered(daily, ELSEWHERE), "5", "delete")).split())
        assert "Give up today's board? It will count as abandoned, and you can't rank on it again." in text
        past = daily._replace(seed="daily 2026-01-01")
        assert "Give up this game?" in text_of(press(offered(past, ELSEWHERE), "5", "delete")), (
            "a past day is a known board"
        )

    def test_saved_games_with_a_single_move_are_offered_last(self) -> None:
        barely = EXPERT._replace(id="9", name="beginner", board="9x9/10", clicks=1)
        model = offered(barely, EXPERT)
        assert "Expert, 2:41 played, 2 saved games" in text_of(model)
        rows = page_rows(press(model, "5"))
        assert ["Expert" in rows[3], "Beginner" in rows[4]] == [True, True]

    @pytest.mark.parametrize(("place", "text"), [(1, "Another program is playing"), (2, "can't be read")])
    def test_a_saved_game_that_cant_be_continued_says_why(self, place: int, text: str) -> None:
        model = press(offered(EXPERT, ELSEWHERE, BROKEN), "5", *["down"] * place, "enter")
        assert text in page_rows(model)[22]
        assert isinstance(model.top, SavedScreen)

    def test_a_saved_game_that_is_given_up_leaves_the_list_at_once(self) -> None:
        model = press(offered(EXPERT), "1", "space", "esc", "m", "5")
        assert "0:00" in page_rows(model)[4], "games with a single move come last"
        model = press(model.with_effect(SaveSettings({"bell": True})), "down", "delete", "y")
        assert [row.split()[-5:] for row in page_rows(model)[3:6] if row] == ["Expert random 2:41 46 12%".split()]


class TestWithTheStore:
    def test_a_saved_game_continues_from_the_menu_with_its_clock(self, tmp_path: Path) -> None:
        session = leave_game(tmp_path)
        screen = run_program(tmp_path, "enter", Wait(2.0))
        assert "2:43" in screen.text
        assert f"{session.game.opened.bit_count()} of 381" in screen.text or "Expert" in screen.text

    def test_play_continue_without_a_saved_game_shows_the_menu_saying_so(self, tmp_path: Path) -> None:
        screen = run_program(tmp_path, start=True)
        assert "There is no saved game to continue." in screen.text
        assert "Lessons" in screen.text

    def test_a_continued_game_that_ends_is_recorded_with_its_id(self, tmp_path: Path) -> None:
        session = leave_game(tmp_path)
        run_program(tmp_path, "enter", "x", "delete", "y", Wait(1))
        with a_store(tmp_path) as store:
            assert [game.id for game in list_games(store)] == [session.id]

    def test_all_games_left_in_one_run_are_listed_in_the_next(self, tmp_path: Path) -> None:
        run_program(tmp_path, "1", "space", Wait(1), "x", "m", "2", "space", Wait(2), "x", "m", "3", "space", "q")
        screen = run_program(tmp_path, "5", Wait(0.1))
        assert [name for name in ("Expert", "Intermediate", "Beginner") if f"{name:12}  random" in screen.text] == [
            "Expert",
            "Intermediate",
            "Beginner",
        ]

    def test_a_saved_game_that_is_given_up_counts_as_abandoned(self, tmp_path: Path) -> None:
        first, second = leave_game(tmp_path), leave_game(tmp_path, "beginner")
        screen = run_program(tmp_path, "5", "down", "delete", "y", Wait(0.1))
        assert "1 game given up." in screen.text
        assert "Expert" not in screen.text
        with a_store(tmp_path) as store:
            assert [(game.id, game.result) for game in list_games(store)] == [(first.id, "abandoned")]
        run_program(tmp_path, "1", "space", "x", "m", "5", "delete", "y", "q")
        saves = open_saves(tmp_path)
        assert [game.id for game in saves.games()] == [second.id]
        saves.close()

    def test_a_game_open_in_another_program_cant_be_continued(self, tmp_path: Path) -> None:
        session = leave_game(tmp_path)
        other = open_saves(tmp_path)
        assert other.take(session.id).value is not None
        screen = run_program(tmp_path, "5", "enter", Wait(0.1))
        assert "Another program is playing this game." in screen.text
        other.close()
        assert "─ Expert ─" in run_program(tmp_path, "enter", Wait(0.1)).text


def test_a_continued_game_restores_cursor_and_what_if_mines() -> None:
    session = new_session(BoardSpec(9, 9, 10), "beginner", "a").open_cell(40)
    hidden = session.game.hidden.bit_length() - 1
    session = session.mark(hidden, question_marks=False)
    model = Model(24, 80, (), CALM)
    model = open_continued(model, RunningGame(session, session.game.hidden & 1))
    assert state_of(model).cell == hidden
    assert state_of(model).aids.what_if_mines == session.game.hidden & 1
