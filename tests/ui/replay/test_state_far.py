"""Replays on large boards: distant steps are computed in slices, and a tick plays only a limited number of moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of
from minesweeper.play.session import new_session
from minesweeper.storage.games_table import FinishedGame, record_game
from minesweeper.storage.saves_table import Saves
from minesweeper.ui.base.model import tick, wait
from minesweeper.ui.game.game_screen import GameScreen
from tests.storage.storing import finished, write_replay
from tests.ui.driving import finish_work, menu, press, rows_of, serve, state_of, text_of, work_of
from tests.ui.replays import replay_of, watching

MOVES = 200


def long_game() -> FinishedGame:
    """A game with 200 moves on a board of 160,000 cells.

    The middle is opened, then many flags are set within the same millisecond, in two places far from each other.
    """
    session = new_session(BoardSpec(400, 400, 16_000), "custom", "far")._replace(is_known_board=False).open_cell(80_200)
    hidden = cells_of(session.game.hidden)
    for cell in (*hidden[: MOVES // 2], *hidden[-MOVES // 2 + 1 :]):
        session = session.mark(cell, question_marks=False)
    return replace(finished(session), guesses=())


def test_a_distant_step_of_a_long_replay_is_computed_in_slices() -> None:
    model = watching(game=long_game())
    before = text_of(model)
    model = press(model, "end")
    assert replay_of(model).step == 0
    slices = 0
    for come in work_of(model).begin():
        on_progress = work_of(model).on_progress
        assert on_progress is not None
        model = on_progress(model, come)
        assert replay_of(model).step == 0
        assert f"Going to step {MOVES}: {come} played. Any key stops." in text_of(model)
        slices += 1
    assert slices > 5
    assert rows_of(model)[2:20] == before.split("\n")[2:20]
    model = work_of(model).on_result(model, None)
    assert replay_of(model).is_at_end
    assert model.top.work(model) is None


def test_esc_stops_going_to_a_distant_step_but_not_the_replay() -> None:
    model = press(watching(game=long_game()), "end")
    stopped = press(model, "esc")
    assert replay_of(stopped).seeking is None
    assert "Stopped." in text_of(stopped)
    assert replay_of(press(model, "right")).step == 1
    assert replay_of(press(model, "right")).seeking is None


def test_a_fast_replay_plays_only_a_limited_number_of_moves_per_tick() -> None:
    model = tick(press(watching(game=long_game()), "space"), 10.0)
    state = replay_of(model)
    assert state.playing
    assert 1 <= state.step <= state.film.slice_moves < 100
    assert wait(model) is not None
    for _ in range(MOVES):
        model = tick(model, 1.0)
    assert replay_of(model).is_at_end


def test_playing_the_board_of_a_long_replay_doesnt_compute_its_moves() -> None:
    game = long_game()
    model = watching(game=game)
    film = replay_of(model).film
    model = press(model, "r")
    assert isinstance(model.top, GameScreen)
    assert state_of(model).session.first == 80_200
    assert not film.is_near(MOVES)


def test_a_long_replay_is_exported_in_slices_until_esc(
    saves: Saves, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = long_game()
    record_game(saves.store, game)
    model = serve(press(serve(press(menu(), "7"), saves), "e", "r"), saves)
    assert "Exporting..." in text_of(model)
    assert list(tmp_path.glob("*.rawvf")) == []
    stopped = press(model, "esc")
    assert "The export was stopped." in text_of(stopped)
    assert stopped.top.work(stopped) is None
    assert len(list(work_of(model).begin())) >= MOVES
    (path,) = tmp_path.glob("*.rawvf")
    path.unlink()
    model = finish_work(model)
    (path,) = tmp_path.glob("*.rawvf")
    assert f"Written to {path.name}" in text_of(model)
    assert model.top.work(model) is None
    assert path.read_text() == write_replay(game, "rawvf")
