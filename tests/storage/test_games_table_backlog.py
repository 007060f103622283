"""The backlog finds and rates guesses of older games while the program is idle, and only then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.play.guesses import Guess
from minesweeper.play.session import new_id
from minesweeper.storage import games_table
from minesweeper.storage.games_table import (
    UNJUDGED,
    Backlog,
    FinishedGame,
    get_game,
    list_games,
    record_game,
    to_analyse,
)
from minesweeper.storage.saves_table import open_saves
from minesweeper.storage.statistics import statistics
from minesweeper.ui.autosave_service import AutosaveService
from minesweeper.ui.base.model import Model
from minesweeper.ui.loop import run
from minesweeper.ui.screens.menu import open_menu
from tests.storage.storing import a_game, a_store, fill
from tests.tools.fake_terminal import FakeClock, FakeTerminal, Step, Wait
from tests.ui.driving import CALM
from tests.ui.replays import lost_game
from tests.ui.test_autosave_service import EASY, Program, fresh

GUESSES = (Guess(2, 1 / 3, False),)


def games(count: int) -> list[FinishedGame]:
    return [replace(lost_game(), id=new_id()) for _ in range(count)]


def guesses_in(folder: Path) -> list[tuple[Guess, ...] | None]:
    with a_store(folder) as store:
        return [game.guesses for game in list_games(store)]


def idle(folder: Path, *script: Step) -> FakeTerminal:
    """Runs the program with its menu open and the given keys and pauses."""
    clock = FakeClock()
    screen = FakeTerminal(24, 80, [*script, Wait(0.01)], clock=clock)
    keeper = AutosaveService(folder)
    run(Model(24, 80, (open_menu(),), CALM), screen, clock, services=lambda: (keeper,))
    keeper.close()
    return screen


def test_guesses_of_older_games_are_found_while_the_menu_is_idle(tmp_path: Path) -> None:
    fill(tmp_path, *games(6), a_game())  # more than the backlog reads at once
    screen = idle(tmp_path, Wait(60))
    assert guesses_in(tmp_path).count(GUESSES) == 6
    assert screen.timeouts[-1] is None or screen.timeouts[-1] > 1  # afterwards the backlog is done


def test_older_games_are_not_analysed_while_keys_are_pressed(tmp_path: Path) -> None:
    fill(tmp_path, *games(2))
    keys: list[Step] = ["down", Wait(0.2)]
    idle(tmp_path, *keys * 20)
    Program(tmp_path, fresh(EASY)).play("up", "space", Wait(60))
    assert guesses_in(tmp_path) == [None, None]


def test_statistics_show_guesses_found_in_the_background(tmp_path: Path) -> None:
    fill(tmp_path, *(replace(game, board="9x9/10", replay=None, guesses=()) for game in games(1)))
    fill(tmp_path, *games(2))
    screen = idle(tmp_path, "9", Wait(60), "pgdn", Wait(60))
    assert "Guesses 0.7 per game" in " ".join(screen.text.split())


def test_large_boards_and_damaged_replays_do_not_stop_the_backlog(tmp_path: Path) -> None:
    large = replace(a_game(board="300x200/9000"), replay=lost_game().replay)
    fill(tmp_path, *games(1))
    with a_store(tmp_path) as store:
        record_game(store, large)
        record_game(store, games(1)[0])
        spoil = "UPDATE replays SET replay = x'00' WHERE number = (SELECT max(number) FROM games)"
        assert store.write(lambda connection: connection.execute(spoil).rowcount).value == 1
    screen = idle(tmp_path, Wait(30))
    assert guesses_in(tmp_path).count(GUESSES) == 1
    assert screen.timeouts[-1] is None or screen.timeouts[-1] > 1  # afterwards the backlog is done


def test_the_backlog_skips_fair_games(tmp_path: Path) -> None:
    fill(tmp_path, replace(lost_game(), id=new_id(), mode="fair"), lost_game())
    idle(tmp_path, Wait(5))
    assert [guesses is None for guesses in guesses_in(tmp_path)].count(True) == 1


def test_the_backlog_includes_games_that_end_later(tmp_path: Path) -> None:
    saves = open_saves(tmp_path)
    backlog = Backlog(saves.store)
    assert not backlog.run(1.0)
    assert backlog.is_done
    record_game(saves.store, games(1)[0])
    backlog.look_again()
    assert backlog.run(10.0)
    assert backlog.is_done
    assert [game.guesses for game in list_games(saves.store)] == [GUESSES]
    saves.store.problem = "read-only"
    record_game(saves.store, games(1)[0])
    backlog.look_again()
    assert not backlog.run(10.0)
    assert backlog.is_done
    saves.close()


def test_the_backlog_rates_guesses_after_finding_all_of_them(tmp_path: Path) -> None:
    saves = open_saves(tmp_path)
    old, new = games(2)
    record_game(saves.store, replace(old, guesses=GUESSES))
    record_game(saves.store, new)
    backlog = Backlog(saves.store)
    assert backlog.run(60.0)
    judged = (GUESSES[0]._replace(rating=GuessRating(Necessity.FORCED, 0.0)),)
    for game in (old, new):
        stored = get_game(saves.store, game.id)
        assert stored is not None
        assert stored.guesses == judged
    group = statistics(saves.store, old.group)
    assert (group.judged, group.skill, group.given_away, group.good) == (2, 1.0, 0.0, 2)
    saves.close()


def test_the_backlog_rates_a_limited_number_of_the_newest_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_table, "MOST_JUDGED", 2)
    saves = open_saves(tmp_path)
    kept = games(5)
    for game in kept:
        record_game(saves.store, replace(game, guesses=GUESSES))
    backlog = Backlog(saves.store)
    for left in (3, 1, 0):
        backlog.run(60.0)
        assert backlog.is_done
        assert [key for _, key in to_analyse(saves.store, UNJUDGED, 9)] == [game.id for game in kept[:left]][::-1]
        backlog.look_again()
    saves.close()
