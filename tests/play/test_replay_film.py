"""Stepping through replays: every step is shown as played, in any order, with few sessions in memory."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play import replay as film_module
from minesweeper.play.replay import Film, Replay, distances, move_words, replay_of, sessions_of
from minesweeper.play.session import Move, MoveKind, Session, new_session
from tests.play.test_replay import replay_in
from tests.strategies import sessions
from tests.ui.driving import board


@given(sessions(), st.lists(st.integers(0, 30), max_size=12), st.sampled_from([2000, 20_000_000]))
def test_every_step_of_a_replay_is_shown_as_played_in_any_order(session: Session, steps: list[int], cells: int) -> None:
    replay = replay_of(session)
    if replay is None:
        return
    played = [result.game for result in sessions_of(replay)]
    before, film_module._MEMORY_CELLS = film_module._MEMORY_CELLS, cells
    try:
        film = Film(replay)
        for step in steps:
            step = min(step, len(film))
            assert film.session_at(step).game == played[step]
    finally:
        film_module._MEMORY_CELLS = before


def test_a_long_replay_steps_back_by_playing_only_a_few_moves() -> None:
    session = new_session(BoardSpec(500, 400, 1), "custom", layout=Layout(BoardSpec(500, 400, 1).grid, 1))
    for _ in range(2000):
        session = session.mark(0, question_marks=False)
    film = Film(replay_in(session))
    film.session_at(len(film))
    played = 0
    play = film._play

    def count(at: int) -> int:
        nonlocal played
        played += 1
        return play(at)

    film._play = count  # type: ignore[method-assign]
    for step in range(len(film) - 1, len(film) - 301, -1):
        film.session_at(step)
        assert len(film._kept) <= film._most < 600
    assert played < 3 * 300


def test_a_distant_step_of_a_replay_is_searched_in_slices() -> None:
    session = new_session(BoardSpec(500, 400, 1), "custom", layout=Layout(BoardSpec(500, 400, 1).grid, 1))
    for _ in range(100):
        session = session.mark(0, question_marks=False)
    film = Film(replay_in(session))
    assert film.slice_moves < 30
    assert film.is_near(film.slice_moves)
    assert not film.is_near(100)
    first = film.session_at(3)
    come = list(film.seek(100))
    assert come == sorted(come)
    assert come[-1] == 100
    assert len(come) >= 4
    assert film.is_near(100)
    assert film.session_at(3) is first


def test_times_of_a_replay_lead_to_steps_and_back() -> None:
    session = board("*2*\n...").open_cell(1).tick(1.5).open_cell(3).tick(2.0).open_cell(4)
    film = Film(replay_in(session))
    assert [film.step_at(ms) for ms in (-1, 0, 1499, 1500, 99_999)] == [0, 1, 1, 2, 3]
    assert [film.time_at(step) for step in range(4)] == [0, 1500, 3500, 3500]
    assert film.total_ms == 3500


def test_moves_are_listed_in_words_with_distances() -> None:
    grid = BoardSpec(9, 9, 10).grid
    moves = (
        Move(0, MoveKind.OPEN, 0),
        Move(5, MoveKind.FLAG, 3 * 9 + 4),
        Move(6, MoveKind.ASSIST, safe=0b11, mined=0b100, assistant="smart"),
        Move(7, MoveKind.UNDO),
        Move(8, MoveKind.CHORD, 3 * 9 + 4),
        Move(9, MoveKind.ASSIST, mined=0b100, assistant="tip"),
    )
    assert [move_words(move, grid) for move in moves] == [
        "open row 1, column 1",
        "flag row 4, column 5",
        "2 opened, 1 flagged",
        "undo",
        "chord row 4, column 5",
        "flag row 1, column 3",
    ]
    assert list(distances(Replay(BoardSpec(9, 9, 10), 0, moves=moves))) == [0, 5, 0, 0, 0, 0]
